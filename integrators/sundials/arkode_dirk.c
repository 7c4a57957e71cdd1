/* ARKODE with its diagonally implicit method of order 4, SDIRK 5-3-4: for stiff problems. */
#include "integrators/sundials/arkode.h"

static enum status open_(struct integration *in) { return arkode_open(in, ARKODE_DIRK); }

static enum status start(struct integration *in) { return arkode_start(in, ARKODE_DIRK); }

const struct integrator PREC(integrator_arkode_dirk) = {
    .name = "arkode_dirk",
    .title = "SUNDIALS ARKODE, diagonally implicit",
    .source = "Reynolds et al., ACM TOMS 49(2), 2023",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT | INTEGRATOR_HOST_ONLY,
    .workspace = sundials_workspace,
    .open = open_,
    .close = arkode_close,
    .start = start,
    .step = arkode_step,
    .interpolate = arkode_interpolate,
};
