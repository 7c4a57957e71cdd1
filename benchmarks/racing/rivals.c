/* The solvers that take part. */
#include "benchmarks/racing/fortran_rivals.h"
#include "benchmarks/racing/gsl_rivals.h"
#include "benchmarks/racing/odeint_rivals.h"
#include "benchmarks/racing/sundials_rivals.h"

const char *const handling_names[HANDLINGS] = { "none", "stops", "events", "late events" };

const struct rival rivals[] = {
    { "cvode_bdf", "SUNDIALS", sundials_version, true, cvode_bdf_leg },
    { "cvode_adams", "SUNDIALS", sundials_version, true, cvode_adams_leg },
    { "arkode_dirk", "SUNDIALS", sundials_version, true, arkode_dirk_leg },
    { "arkode_erk", "SUNDIALS", sundials_version, true, arkode_erk_leg },
    { "msbdf", "GSL", gsl_rivals_version, false, gsl_msbdf_leg },
    { "rk4imp", "GSL", gsl_rivals_version, false, gsl_rk4imp_leg },
    { "bsimp", "GSL", gsl_rivals_version, false, gsl_bsimp_leg },
    { "rk8pd", "GSL", gsl_rivals_version, false, gsl_rk8pd_leg },
    { "rosenbrock4", "odeint", odeint_version, false, odeint_rosenbrock4_leg },
    { "dopri5", "odeint", odeint_version, false, odeint_dopri5_leg },
    { "radau5", "deSolve", desolve_version, false, radau5_leg },
    { "lsoda", "deSolve", desolve_version, true, lsoda_leg },
    { "vode", "deSolve", desolve_version, false, vode_leg },
    { "daspk", "deSolve", desolve_version, false, daspk_leg },
    { NULL, NULL, NULL, false, NULL },
};
