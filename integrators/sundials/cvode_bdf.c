/* CVODE with the backward differentiation formulas of order 1 to 5: for stiff problems.
 */
#include "integrators/sundials/cvode.h"

static enum status open_(struct integration *in) { return cvode_open(in, CVODE_BDF); }

const struct integrator PREC(integrator_cvode_bdf) = {
    .name = "cvode_bdf",
    .title = "SUNDIALS CVODE, BDF 1-5",
    .source = "Hindmarsh et al., ACM TOMS 31(3), 2005",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT | INTEGRATOR_HOST_ONLY,
    .workspace = sundials_workspace,
    .open = open_,
    .close = cvode_close,
    .start = cvode_start,
    .step = cvode_step,
    .interpolate = cvode_interpolate,
};
