/* ARKODE with its explicit method of order 4, Zonneveld 5-3-4: for problems that are not stiff. */
#include "integrators/sundials/arkode.h"

static enum status open_(struct integration *in) { return arkode_open(in, ARKODE_ERK); }

static enum status start(struct integration *in) { return arkode_start(in, ARKODE_ERK); }

const struct integrator PREC(integrator_arkode_erk) = {
    .name = "arkode_erk",
    .title = "SUNDIALS ARKODE, explicit",
    .source = "Reynolds et al., ACM TOMS 49(2), 2023",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_HOST_ONLY,
    .workspace = sundials_workspace,
    .open = open_,
    .close = arkode_close,
    .start = start,
    .step = arkode_step,
    .interpolate = arkode_interpolate,
};
