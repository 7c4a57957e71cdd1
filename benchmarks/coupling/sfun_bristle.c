/* A level-2 S-function of Simulink for any law: velocity in (m/s), friction force out (N). Steps
 * are the law's own, of the block's sample time; a mass obeys m dv/dt = u - F.
 *
 *     mex -I. benchmarks/coupling/sfun_bristle.c bazel-bin/models/liblugre.so
 *
 * Two parameters of the block: the sample time in s, and the law's parameters in its order, or [].
 */
#define S_FUNCTION_NAME  sfun_bristle
#define S_FUNCTION_LEVEL 2

#if defined MATLAB_MEX_FILE || defined RT
#include <simstruc.h>
#else
#include "benchmarks/coupling/simstruc_stand_in.h"
#endif

#include <string.h>

#include "benchmarks/library/bristle_law.h"

enum { SAMPLE_TIME, PARAMETERS, N_BLOCK_PARAMETERS };

/* Work vectors of doubles: the instance; one to try the next step on; the velocity before. */
enum { INSTANCE, TRIED, BEFORE, N_WORK };

static int_T doubles(void)
{
    return (int_T)((bristle_library_law()->size + sizeof(double) - 1) / sizeof(double));
}

static void mdlInitializeSizes(SimStruct *S)
{
    ssSetNumSFcnParams(S, N_BLOCK_PARAMETERS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return; /* Simulink reports it */
    const size_t given = mxGetNumberOfElements(ssGetSFcnParam(S, PARAMETERS));
    if (given != 0 && given != bristle_library_law()->n_parameters) {
        ssSetErrorStatus(S, "sfun_bristle: expected all parameters of the law, or []");
        return;
    }
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1) || !ssSetNumDWork(S, N_WORK))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    for (int_T i = 0; i < N_WORK; i++) {
        ssSetDWorkWidth(S, i, i == BEFORE ? 1 : doubles());
        ssSetDWorkDataType(S, i, SS_DOUBLE);
    }
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
    ssSetSampleTime(S, 0, *mxGetPr(ssGetSFcnParam(S, SAMPLE_TIME)));
    ssSetOffsetTime(S, 0, 0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S)
{
    const mxArray *given = ssGetSFcnParam(S, PARAMETERS);
    const char *problem = bristle_library_law()->init(
        ssGetDWork(S, INSTANCE), mxGetNumberOfElements(given) > 0 ? mxGetPr(given) : NULL);
    if (problem)
        ssSetErrorStatus(S, problem);
    *(double *)ssGetDWork(S, BEFORE) = 0;
}

/* Takes the step of one sample on that instance. */
static double stepped(SimStruct *S, void *at)
{
    const double *v = ssGetInputPortSignal(S, 0);
    return bristle_library_law()->step(at, ssGetSampleTime(S, 0), *(double *)ssGetDWork(S, BEFORE),
                                       *v);
}

/* Simulink may ask several times within a sample: the step is tried on a copy. */
static void mdlOutputs(SimStruct *S, int_T tid)
{
    void *tried =
        memcpy(ssGetDWork(S, TRIED), ssGetDWork(S, INSTANCE), bristle_library_law()->size);
    (void)tid;
    *ssGetOutputPortRealSignal(S, 0) = stepped(S, tried);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid)
{
    (void)tid;
    stepped(S, ssGetDWork(S, INSTANCE));
    *(double *)ssGetDWork(S, BEFORE) = *(const double *)ssGetInputPortSignal(S, 0);
}

static void mdlTerminate(SimStruct *S) { (void)S; }

#if defined MATLAB_MEX_FILE
#include <simulink.c>
#elif defined RT
#include <cg_sfun.h>
#else
SFUNCTION_STAND_IN(sfun_bristle)
#endif
