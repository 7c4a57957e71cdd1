/* The solvers that take part. */
#include "benchmarks/racing/fortran_rivals.h"
#include "benchmarks/racing/gsl_rivals.h"
#include "benchmarks/racing/odeint_rivals.h"
#include "benchmarks/racing/sundials_rivals.h"

const char *const handling_names[HANDLINGS] = { "none", "stops", "events" };

const struct rival rivals[] = {
    { "cvode_bdf", "SUNDIALS", true, cvode_bdf_leg },
    { "cvode_adams", "SUNDIALS", true, cvode_adams_leg },
    { "arkode_dirk", "SUNDIALS", true, arkode_dirk_leg },
    { "arkode_erk", "SUNDIALS", true, arkode_erk_leg },
    { "msbdf", "GSL", false, gsl_msbdf_leg },
    { "rk4imp", "GSL", false, gsl_rk4imp_leg },
    { "bsimp", "GSL", false, gsl_bsimp_leg },
    { "rk8pd", "GSL", false, gsl_rk8pd_leg },
    { "rosenbrock4", "odeint", false, odeint_rosenbrock4_leg },
    { "dopri5", "odeint", false, odeint_dopri5_leg },
    { "radau5", "deSolve", false, radau5_leg },
    { "lsoda", "deSolve", true, lsoda_leg },
    { "vode", "deSolve", false, vode_leg },
    { "daspk", "deSolve", false, daspk_leg },
    { NULL, NULL, false, NULL },
};
