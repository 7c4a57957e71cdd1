/* A friction law as data: one constant table of equations, ranges and claims.
 *
 * Conventions. F opposes motion: a mass obeys m dv/dt = u - F. SI units. Arrays are
 * the caller's; functions are pure, allocate nothing and keep nothing. The sign of
 * velocity is set-valued at v = 0, so every equation receives, beside v, the
 * selection s of Sgn(v): s = sgn(v) for v != 0 and s in [-1, 1] at v = 0. Sticking
 * means solving force = applied force for s. A law without a jump ignores s.
 *
 * Optional members are NULL (or 0) where a law has no such structure; whatever
 * needs them then reports "not applicable".
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
    MODEL_MAX_PARAMS = 16,
    MODEL_MAX_STATES = 15, /* ODE_MAX_STATES less one for the energy */
    MODEL_MAX_GUARDS = 32,
    MODEL_MAX_PARTS = 8,
    MODEL_MAX_REGRESSORS = 8,
    MODEL_MAX_INTS = 64,
    MODEL_MAX_REALS = 64,
};

struct quantity {
    const char *name, *unit;
    double value;     /* parameter: default; state: 0, at which all signals begin */
    double lo, hi;    /* valid range, both ends included; the open end of a range is +-INFINITY */
    const char *note; /* parameter: where default and range come from; state: meaning */
};

/* The index of the quantity of that name among n, or n. */
static inline unsigned quantity_index(const struct quantity quantities[], unsigned n,
                                      const char *name)
{
    unsigned i = 0;
    while (i < n && strcmp(quantities[i].name, name) != 0)
        i++;
    return i;
}

/* Sets the value of that name among the n; false: there is none. */
static inline bool quantity_set(const struct quantity quantities[], unsigned n, const char *name,
                                real value, real values[])
{
    const unsigned i = quantity_index(quantities, n, name);
    if (i < n)
        values[i] = value;
    return i < n;
}

/* What a law remembers beside its continuous states: modes, bonds, reversal points,
 * delay lines. It changes only in transition(), and never enters error norms. */
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

struct model {
    const char *name;   /* the name users type */
    const char *title;  /* one line for people */
    const char *law;    /* the equations on one line */
    const char *source; /* citation with equation numbers */

    const struct quantity *params;
    unsigned n_params;
    double speed_max; /* m/s: the law is stated, and judged, for |v| up to this */
    /* Base units, like "m s", in which the source leaves out a constant of value 1, so that its
     * numbers mean those units; NULL: none. */
    const char *unit_constants;
    const struct quantity *states;
    unsigned n_states;
    unsigned n_ints, n_reals; /* used part of struct memory; 0, 0: mem may be NULL everywhere */

    const struct claim *claims;
    unsigned n_claims;

    /* Joint constraints on parameters that are each in range. Returns NULL, or the
     * violated constraint as text, e.g. "Fs >= Fc". Optional. */
    const char *(*validate)(const real p[]);

    /* The law: dx[n_states] = dx/dt, and the force in N. */
    void (*rate)(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[]);
    real (*force)(const real p[], const struct memory *mem, real v, real s, const real x[]);
    /* Both at once: fills dx[] and returns the force, bit for bit like the two above. Optional:
     * for laws where that saves an exponential. */
    real (*rate_and_force)(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[]);

    /* Laws with memory. guard writes g[n_guards]; a guard fires when its value falls
     * through zero, lowest index first when several do, and transition then updates
     * memory and states. start fills the memory at t = 0.
     * A law without memory, n_guards 0, may have a guard all the same: g[0] has either sign, and
     * where it changes the equations have a kink, at which a step had better end. Where mem is
     * given, mem->ints[0] is the side, the sign of g[0] or 0 for not known, by whose equations to
     * go on a little beyond; flow keeps it up to date. At a zero that the law is about to leave
     * g[0] has the sign to come. */
    unsigned n_guards;
    void (*start)(const real p[], uint64_t seed, struct memory *mem);
    void (*guard)(const real p[], const struct memory *mem, real v, const real x[], real g[]);
    enum status (*transition)(const real p[], unsigned guard, real v, real x[],
                              struct memory *mem) MUST_CHECK;

    /* Set-valued laws: the forces f[0] at s = -1 and f[1] at s = +1, both at v = 0, in N;
     * and the half-width in m/s of the band around v = 0 in which the law sticks
     * (NULL: it sticks at v = 0 only). */
    void (*stiction)(const real p[], const struct memory *mem, const real x[], real f[2]);
    real (*stick_band)(const real p[]);

    /* Optional structure. */
    void (*jacobian)(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac);
    /* Exact solution after the time h >= 0 at held v and s, transitions included: x and the
     * memory are advanced in place. */
    void (*flow)(const real p[], struct memory *mem, real v, real s, real h, real x[]);
    /* Laws whose states relax each by itself: dx_i/dt = rate_i (steady_i - x_i), rate_i in 1/s. */
    void (*relaxation)(const real p[], real v, real s, real steady[], real rate[]);
    /* Exact integral of F over that solution in N s, at v != 0; v times it is the energy in J. */
    real (*work)(const real p[], const struct memory *mem, real v, real s, real h, const real x[]);
    /* The same integral in the parts in which the source splits it; they sum to work.
     * part_names has n_parts entries. */
    const char *const *part_names;
    unsigned n_parts;
    void (*work_parts)(const real p[], const struct memory *mem, real v, real s, real h,
                       const real x[], real part[]);
    real (*steady_force)(const real p[], real v);  /* N, at v != 0 */
    real (*settling_rate)(const real p[], real v); /* 1/s: slowest relaxation at held v */
    /* sup |x_i| reachable from x = 0; INFINITY for a state that grows with the travel. */
    void (*bound)(const real p[], real x_bound[]);
    /* N: the summed magnitudes of the terms of F, over states within bound and up to that
     * travel (m) from the origin: its conditioning. */
    real (*force_scale)(const real p[], real v, real travel);
    /* 1: by how much the flow over a path of that length (m) may magnify an error of the states, at
     * least 1; NULL: it does not. */
    real (*magnification)(const real p[], real path);
    real (*stribeck)(const real p[], real v); /* g(v) of (12b), dimensionless */
    /* Stored energy, J. */
    real (*storage)(const real p[], const struct memory *mem, const real x[]);
    /* N: largest force of a creeping start; of an elastic one, where the law has such a range. */
    real (*break_away)(const real p[]);
    /* N s/m: the least R with |F| <= R |v| at every v, of laws that hold no load at rest. */
    real (*creep_resistance)(const real p[]);
    real (*length)(const real p[]);         /* m: travel over which the states change */
    real (*stribeck_speed)(const real p[]); /* m/s: on its scale steady friction changes */
    /* N at v != 0: the force exactly as the source misprints it. */
    real (*printed_force)(const real p[], real v);
    /* F = U P: n_regressors columns, u from velocity, states and the parameters that stay
     * nonlinear, coefficient from the parameters that are identified. */
    unsigned n_regressors;
    void (*regressor)(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[]);
    void (*coefficients)(const real p[], real coefficient[]);
    /* How many combinations of the coefficients U determines; 0: all n_regressors. */
    unsigned n_identifiable;
    /* U P in N exactly as the source prints it, at v != 0, where that differs: the constant which
     * it leaves unknown has the value that makes the force right at velocity v0 != 0. */
    real (*printed_regressor)(const real p[], real v0, real v, real s, const real x[]);
};

/* All models, in alphabetical order, ended by NULL (generated from models/). */
extern const struct model *const PREC(models)[];

/* The model of that name, or NULL. */
const struct model *PREC(model_find)(const char *name);

/* Sticking at v = 0 under an applied force: the s in [-1, 1] at which the law's force equals
 * it, or the nearer end where no s does, and the force then. The force is affine in s.
 * Models with stiction only. */
real PREC(model_stick)(const struct model *model, const real p[], const struct memory *mem,
                       const real x[], real applied, real *s);

/* dx[] and the force, by the model's rate_and_force or its two parts. */
static inline real PREC(model_response)(const struct model *model, const real p[],
                                        const struct memory *mem, real v, real s, const real x[],
                                        real dx[])
{
    if (model->rate_and_force)
        return model->rate_and_force(p, mem, v, s, x, dx);
    model->rate(p, mem, v, s, x, dx);
    return model->force(p, mem, v, s, x);
}

/* The same of any model. */
static inline real PREC(model_magnification)(const struct model *model, const real p[], real path)
{
    return model->magnification ? model->magnification(p, path) : 1;
}

/* p[n_params] = defaults. */
void PREC(model_defaults)(const struct model *model, real p[]);

/* Whether p is valid. On failure *param is the offending parameter's index, or
 * n_params when the joint constraint *constraint is violated. */
bool PREC(model_valid)(const struct model *model, const real p[], unsigned *param,
                       const char **constraint);

#endif
