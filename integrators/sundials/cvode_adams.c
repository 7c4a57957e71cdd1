/* CVODE with the Adams-Moulton formulas of order 1 to 12: for problems that are not stiff.
 */
#include "integrators/sundials/cvode.h"

static enum status open_(struct integration *in) { return cvode_open(in, CVODE_ADAMS); }

const struct integrator PREC(integrator_cvode_adams) = {
    .name = "cvode_adams",
    .title = "SUNDIALS CVODE, Adams 1-12",
    .source = "Hindmarsh et al., ACM TOMS 31(3), 2005",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT | INTEGRATOR_HOST_ONLY,
    .workspace = sundials_workspace,
    .open = open_,
    .close = cvode_close,
    .start = cvode_start,
    .step = cvode_step,
    .interpolate = cvode_interpolate,
};
