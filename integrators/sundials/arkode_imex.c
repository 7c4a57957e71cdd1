/* ARKODE with its additive method of order 4, ARK4(3)6L[2]SA: implicit in the states that the
 * problem marks as stiff, explicit in the others. */
#include "integrators/sundials/arkode.h"

static enum status open_(struct integration *in) { return arkode_open(in, ARKODE_IMEX); }

static enum status start(struct integration *in) { return arkode_start(in, ARKODE_IMEX); }

const struct integrator PREC(integrator_arkode_imex) = {
    .name = "arkode_imex",
    .title = "SUNDIALS ARKODE, implicit-explicit",
    .source = "Reynolds et al., ACM TOMS 49(2), 2023",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT | INTEGRATOR_HOST_ONLY,
    .workspace = sundials_workspace,
    .open = open_,
    .close = arkode_close,
    .start = start,
    .step = arkode_step,
    .interpolate = arkode_interpolate,
};
