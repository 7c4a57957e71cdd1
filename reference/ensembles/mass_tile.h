/* A tile: the masses that go through a step together, all of which move, or all of which are stuck,
 * and the kernels that take it. Rows of MASS_TILE values, one for each lane. */
#ifndef BRISTLE_REFERENCE_ENSEMBLES_MASS_TILE_H
#define BRISTLE_REFERENCE_ENSEMBLES_MASS_TILE_H

#include "integrators/force_inline.h"
#include "integrators/kernels/ensemble.h"
#include "integrators/kernels/kernel.h"
#include "integrators/numerics/rodas5p.h"
#include "models/model.h"

/* Several vectors of lanes, so that a processor works on one while another waits. */
enum {
    MASS_TILE = 16,
    MASS_MAX_LAW = 3,
    MASS_MAX_STATES = 3 + MASS_MAX_LAW,
};

typedef double mass_row[MASS_TILE];

/* What a lane asks for behind a step; 0: nothing. */
enum mass_flag {
    MASS_REJECTED = 1, /* or not finite */
    MASS_EVENT = 2,    /* a guard has fired, or may have */
    MASS_OUTPUT = 4,   /* an output lies in the step */
    MASS_END = 8,      /* the run is over */
};

struct mass_tile {
    _Alignas(ENSEMBLE_ALIGN) mass_row p[KERNEL_MAX_PARAMS];
    mass_row reciprocal[KERNEL_MAX_PARAMS];                       /* of p */
    mass_row per_mass, stiffness, damping, integral, place, pull; /* of the plant */
    mass_row scale[MASS_MAX_STATES];
    mass_row side;                              /* 1, -1; of stuck masses 0 */
    mass_row t, h, h_last, fit_last, next, end; /* s; next: the next output */
    mass_row x0[MASS_MAX_STATES], x1[MASS_MAX_STATES], largest[MASS_MAX_STATES];
    /* Of the step: its length, s; the factor that makes its error 1; flags. */
    mass_row taken, fit, flag;
    mass_row u[RODAS5P_STAGES][MASS_MAX_STATES];
    mass_row path[RODAS5P_DENSE][MASS_MAX_STATES]; /* of the polynomial between */
    mass_row again;                                /* rejections since the last step */
    mass_row shown[MASS_MAX_STATES]; /* states at the next output, if it lies within */
    mass_row slope;                  /* h dv/dt where the step begins */
    double rtol, atol;
};

/* State i of lane l at the part q of its last step, by the step's polynomial. */
FORCE_INLINE double mass_between(const struct mass_tile *T, unsigned i, unsigned l, double q)
{
    const double x0 = T->x0[i][l], change = T->x1[i][l] - x0;
    const double bend = T->path[0][i][l] + q * (T->path[1][i][l] + q * T->path[2][i][l]);
    return x0 + q * (change + (1 - q) * bend);
}

/* Tries a step from x0 in every lane, fills in x1 and all that belongs to the step, and leaves t
 * and x0 as they are. */
typedef void mass_try(struct mass_tile *tile);

/* Goes on: to the end of the step in lanes whose flag is not MASS_REJECTED, with the next step
 * chosen as rosenbrock does. */
typedef void mass_go_on(struct mass_tile *tile);

/* One kernel: a law at one level of instructions, for masses without [0] and with [1] an integral
 * gain; steps for those that move [0] and that are stuck [1]. */
struct mass_kernel {
    const char *law;
    enum ensemble_level level;
    unsigned square; /* the parameter that must be 2, or the number of parameters */
    unsigned n_params;
    mass_try *try_step[2][2];
    mass_go_on *go_on[2];
};

/* All kernels, ended by NULL (generated). */
extern const struct mass_kernel *const mass_kernels[];

#endif
