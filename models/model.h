/* A friction law as data: one constant table of equations, ranges and claims.
 *
 * Conventions. F opposes motion: a mass obeys m dv/dt = u - F. SI units. Arrays are
 * the caller's; functions are pure, allocate nothing and keep nothing. The sign of
 * velocity is set-valued at v = 0, so every equation receives, beside v, the
 * selection s of Sgn(v): s = sgn(v) for v != 0 and s in [-1, 1] at v = 0. Sticking
 * means solving force = applied force for s. A law without a jump ignores s.
 */
#ifndef BRISTLE_MODELS_MODEL_H
#define BRISTLE_MODELS_MODEL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "models/claim.h"
#include "models/real.h"
#include "models/status.h"

enum {
    MODEL_MAX_PARAMS = 64, /* and inputs */
    MODEL_MAX_STATES = 15, /* ODE_MAX_STATES less one for the energy */
    MODEL_MAX_GUARDS = 32,
    MODEL_MAX_PARTS = 8,
    MODEL_MAX_REGRESSORS = 8,
    MODEL_MAX_INTS = 64,
    MODEL_MAX_REALS = 64,
};

/* A named number with its unit and range: a parameter, an input or a state. */
struct quantity {
    const char *name, *unit;
    double value;     /* parameter: default; state: 0 */
    double lo, hi;    /* valid range, both ends included; the open end of a range is +-INFINITY */
    const char *note; /* parameter: where default and range come from; state: meaning */
};

/* Returns the index of the quantity of that name among n, or n. */
static inline unsigned quantity_index(const struct quantity quantities[], unsigned n,
                                      const char *name)
{
    unsigned i = 0;
    while (i < n && strcmp(quantities[i].name, name) != 0)
        i++;
    return i;
}

/* Sets the value of that name among the n. Returns false when there is none. */
static inline bool quantity_set(const struct quantity quantities[], unsigned n, const char *name,
                                real value, real values[])
{
    const unsigned i = quantity_index(quantities, n, name);
    if (i < n)
        values[i] = value;
    return i < n;
}

/* What a law remembers beside its continuous states: modes, bonds, reversal points, delay lines.
 * Only start(), transition() and flow() change it, and it never enters error norms. */
struct memory {
    uint64_t seed; /* of the counter-based generator, for laws with random bonds */
    int64_t ints[MODEL_MAX_INTS];
    real reals[MODEL_MAX_REALS];
};

/* Partial derivatives at fixed s, n = n_states. */
struct jacobian {
    real rate_x[MODEL_MAX_STATES * MODEL_MAX_STATES]; /* row-major n x n: d(dx_i/dt)/dx_j */
    real rate_v[MODEL_MAX_STATES];                    /* d(dx_i/dt)/dv */
    real force_x[MODEL_MAX_STATES];                   /* dF/dx_j, N per unit of x_j */
    real force_v;                                     /* dF/dv, N s/m */
};

/* The parts of a law. A part is there or not as a whole, but for members that say "optional"; what
 * needs a part that the law lacks reports "not applicable". Members are named as if there were no
 * parts, and designated initialisers leave out what is NULL or 0. */
struct model {
    struct {                /* Identity. Always there. */
        const char *name;   /* the name users type */
        const char *title;  /* one line for people */
        const char *law;    /* the equations on one line */
        const char *source; /* citation with equation numbers */
    };

    struct { /* Parameters, their ranges, and the speeds that the law is stated for. */
        const struct quantity *params;
        unsigned n_params;
        /* Parameters that are whole numbers, such as a count of elements: bit i for params[i]. */
        uint64_t whole_params;
        double speed_max; /* m/s: the law is stated, and judged, for |v| up to this; always there */
        /* Base units, like "m s", in which the law has a constant, or its source leaves one of
         * value 1 out, so that its numbers mean those units; NULL: none. */
        const char *unit_constants;
        /* Joint constraints on parameters that are each in range. Returns NULL, or the violated
         * constraint as text, e.g. "Fs >= Fc". Optional. */
        const char *(*validate)(const real p[]);
    };

    struct { /* Inputs beside the velocity, such as a load; for laws to come, today none. Their
              * values stand in p[] behind the parameters: an input that is held is a parameter. */
        const struct quantity *inputs;
        unsigned n_inputs;
    };

    struct { /* Claims. Always there. */
        const struct claim *claims;
        unsigned n_claims;
    };

    struct { /* Dynamics: the states, dx[n_states] = dx/dt, and the force in N. Always there. */
        const struct quantity *states;
        unsigned n_states;
        void (*rate)(const real p[], const struct memory *mem, real v, real s, const real x[],
                     real dx[]);
        real (*force)(const real p[], const struct memory *mem, real v, real s, const real x[]);
        /* Both at once: fills dx[] and returns the force, bit for bit like the two above. Optional:
         * for laws where that saves an exponential. */
        real (*rate_and_force)(const real p[], const struct memory *mem, real v, real s,
                               const real x[], real dx[]);
        void (*jacobian)(const real p[], const struct memory *mem, real v, real s, const real x[],
                         struct jacobian *jac); /* optional */
        /* The states at t = 0; NULL: all are 0. */
        void (*initial)(const real p[], real x[]);
        /* Typical magnitudes of the states, for absolute tolerances. Optional: otherwise their
         * bounds, or the law's length where there is none. */
        void (*scales)(const real p[], real scale[]);
    };

    struct { /* Events, of laws with memory: n_ints and n_reals are the used part of struct memory,
              * filled by start at t = 0; where they are 0, mem may be NULL everywhere. guard writes
              * g[n_guards]; a guard fires when its value falls through zero, lowest index first
              * when several do, and transition then updates memory and states. */
        unsigned n_ints, n_reals, n_guards;
        void (*start)(const real p[], uint64_t seed, struct memory *mem);
        void (*guard)(const real p[], const struct memory *mem, real v, const real x[], real g[]);
        enum status (*transition)(const real p[], unsigned guard, real v, real x[],
                                  struct memory *mem) MUST_CHECK;
    };

    /* A kink, of laws without guards (a guard with n_guards 0 says the same): the equations have a
     * kink where this function changes its sign, and a step had better end there. Where mem is
     * given, mem->ints[0] is the side by whose equations the law goes on a little beyond the kink:
     * the sign, or 0 for not known. flow keeps the side up to date. At a zero that the law is about
     * to leave the sign is the one to come. */
    real (*kink)(const real p[], const struct memory *mem, real v, const real x[]);

    struct { /* Sticking, of set-valued laws: the forces f[0] at s = -1 and f[1] at s = +1, both at
              * v = 0, in N; and the half-width in m/s of the band around v = 0 in which the law
              * sticks (NULL: it sticks at v = 0 only). */
        void (*stiction)(const real p[], const struct memory *mem, const real x[], real f[2]);
        real (*stick_band)(const real p[]);
    };

    struct { /* Closed form along held velocity. */
        /* Exact solution after the time h >= 0 at held v and s, transitions included: x and the
         * memory are advanced in place. It ends in a few seconds at any v and h, also infinite
         * ones; where it cannot it says nothing: a state is NAN, and so is `work`. */
        void (*flow)(const real p[], struct memory *mem, real v, real s, real h, real x[]);
        /* Laws whose states relax each by itself: dx_i/dt = rate_i (steady_i - x_i), rate_i in
         * 1/s. Optional. */
        void (*relaxation)(const real p[], real v, real s, real steady[], real rate[]);
        /* Exact integral of F over that solution in N s, at v != 0; v times it is the energy in
         * J. */
        real (*work)(const real p[], const struct memory *mem, real v, real s, real h,
                     const real x[]);
        /* By how much the flow over a path of that length (m) may magnify an error of the states,
         * dimensionless, at least 1; NULL: 1. */
        real (*magnification)(const real p[], real path);
    };

    struct { /* Energy: the stored one, J, and the integral `work` in the parts in which the source
              * splits it, which sum to work. The properties i1_nonnegative to i4_nonnegative are
              * about the parts named I1 to I4. */
        real (*storage)(const real p[], const struct memory *mem, const real x[]);
        const char *const *part_names; /* n_parts */
        unsigned n_parts;
        void (*work_parts)(const real p[], const struct memory *mem, real v, real s, real h,
                           const real x[], real part[]);
    };

    struct { /* What the law does in the long run, and how large its numbers are; each optional. */
        real (*steady_force)(const real p[], real v);  /* N, at v != 0 */
        real (*settling_rate)(const real p[], real v); /* 1/s: slowest relaxation at held v */
        /* sup |x_i| reachable from x = 0; INFINITY for a state that grows with the travel. */
        void (*bound)(const real p[], real x_bound[]);
        /* N: the summed magnitudes of the terms of F, over states within bound and up to that
         * travel (m) from the origin: its conditioning. */
        real (*force_scale)(const real p[], real v, real travel);
        /* Decay of a state y with speed, 1 at rest: the claimed bound of |y| is bound times it. */
        real (*stribeck)(const real p[], real v);
        /* N: largest force of a creeping start; of an elastic one, where the law has such a
         * range. */
        real (*break_away)(const real p[]);
        /* N s/m: the least R with |F| <= R |v| at every v, of laws that hold no load at rest. */
        real (*creep_resistance)(const real p[]);
        real (*length)(const real p[]);         /* m: travel over which the states change */
        real (*stribeck_speed)(const real p[]); /* m/s: scale on which steady friction changes */
    };

    struct { /* Identification, F = U P: n_regressors columns, u from velocity, states and the
              * parameters that stay nonlinear, coefficient from those that are identified. */
        unsigned n_regressors;
        unsigned n_identifiable; /* combinations of the coefficients that U determines; 0: all */
        void (*regressor)(const real p[], const struct memory *mem, real v, real s, const real x[],
                          real u[]);
        void (*coefficients)(const real p[], real coefficient[]);
    };

    struct { /* As published, where the source prints something else; each optional. */
        /* N at v != 0: the force. */
        real (*printed_force)(const real p[], real v);
        /* N at v != 0: U P. A constant that the source leaves unknown has the value that makes the
         * force right at velocity v0 != 0. */
        real (*printed_regressor)(const real p[], real v0, real v, real s, const real x[]);
    };
};

/* All models, in alphabetical order, ended by NULL (generated from models/). */
extern const struct model *const PREC(models)[];

/* The model of that name, or NULL. */
const struct model *PREC(model_find)(const char *name);

/* Sticking at v = 0 under an applied force, N: *s receives the s in [-1, 1] at which the law's
 * force equals it, or the nearer end where no s does. Returns the force at that s. The force is
 * affine in s. Only for models with stiction. */
real PREC(model_stick)(const struct model *model, const real p[], const struct memory *mem,
                       const real x[], real applied, real *s);

/* Fills dx[] and returns the force, by the model's rate_and_force or by rate and force. */
static inline real PREC(model_response)(const struct model *model, const real p[],
                                        const struct memory *mem, real v, real s, const real x[],
                                        real dx[])
{
    if (model->rate_and_force)
        return model->rate_and_force(p, mem, v, s, x, dx);
    model->rate(p, mem, v, s, x, dx);
    return model->force(p, mem, v, s, x);
}

/* The law's magnification over a path (m), or 1 where it states none. */
static inline real PREC(model_magnification)(const struct model *model, const real p[], real path)
{
    return model->magnification ? model->magnification(p, path) : 1;
}

/* Returns true when params[i] is a whole number. */
static inline bool model_param_is_whole(const struct model *model, unsigned i)
{
    return model->whole_params >> i & 1;
}

/* scale[n_states]: typical magnitudes of the states, for absolute tolerances, in their units. Those
 * that the law states, or their bounds; `length` (m) where there is none. */
void PREC(model_scales)(const struct model *model, const real p[], real length, real scale[]);

/* x[n_states] = the states at t = 0. */
static inline void PREC(model_initial)(const struct model *model, const real p[], real x[])
{
    for (unsigned i = 0; i < model->n_states; i++)
        x[i] = 0;
    if (model->initial)
        model->initial(p, x);
}

/* The same, and fills the memory of laws that have one, random bonds drawn with that seed. mem may
 * be NULL where there is none. */
static inline void PREC(model_begin)(const struct model *model, const real p[], uint64_t seed,
                                     struct memory *mem, real x[])
{
    PREC(model_initial)(model, p, x);
    if (model->start)
        model->start(p, seed, mem);
}

/* p[n_params] = defaults. */
void PREC(model_defaults)(const struct model *model, real p[]);

/* Returns true when p is valid. */
bool PREC(model_is_valid)(const struct model *model, const real p[]);

/* The same, and says what is not. Otherwise *param is the offending parameter's index, or n_params
 * when the joint constraint *constraint is violated. */
bool PREC(model_valid)(const struct model *model, const real p[], unsigned *param,
                       const char **constraint);

#endif
