/* What sfun_bristle.c needs of Simulink, where there is none: a stand-in by the names that its
 * interface is documented with, for one block with ports of width 1. It shows that the S-function
 * compiles and steps; that Simulink takes it is not shown. */
#ifndef BRISTLE_BENCHMARKS_COUPLING_SIMSTRUC_STAND_IN_H
#define BRISTLE_BENCHMARKS_COUPLING_SIMSTRUC_STAND_IN_H

#include <stddef.h>

typedef int int_T;

typedef struct mxArray {
    double *real;
    size_t n;
} mxArray;

enum { SS_DOUBLE, STAND_IN_WORK = 4, STAND_IN_PARAMETERS = 4 };

typedef struct SimStruct {
    const mxArray *parameters[STAND_IN_PARAMETERS];
    int_T n_expected, n_given, n_work, work_width[STAND_IN_WORK];
    void *work[STAND_IN_WORK]; /* the driver's memory */
    double input, output, sample_time;
    const char *error;
} SimStruct;

static inline size_t mxGetNumberOfElements(const mxArray *array) { return array->n; }
static inline double *mxGetPr(const mxArray *array) { return array->real; }
static inline void ssSetNumSFcnParams(SimStruct *S, int_T n) { S->n_expected = n; }
static inline int_T ssGetNumSFcnParams(const SimStruct *S) { return S->n_expected; }
static inline int_T ssGetSFcnParamsCount(const SimStruct *S) { return S->n_given; }
static inline const mxArray *ssGetSFcnParam(const SimStruct *S, int_T i)
{
    return S->parameters[i];
}
static inline void ssSetErrorStatus(SimStruct *S, const char *text) { S->error = text; }
static inline int_T ssSetNumInputPorts(SimStruct *S, int_T n) { return (void)S, n == 1; }
static inline int_T ssSetNumOutputPorts(SimStruct *S, int_T n) { return (void)S, n == 1; }
static inline void ssSetInputPortWidth(SimStruct *S, int_T i, int_T n)
{
    (void)S, (void)i, (void)n;
}
static inline void ssSetOutputPortWidth(SimStruct *S, int_T i, int_T n)
{
    (void)S, (void)i, (void)n;
}
static inline void ssSetInputPortDirectFeedThrough(SimStruct *S, int_T i, int_T is)
{
    (void)S, (void)i, (void)is;
}
static inline void ssSetInputPortRequiredContiguous(SimStruct *S, int_T i, int_T is)
{
    (void)S, (void)i, (void)is;
}
static inline void ssSetNumSampleTimes(SimStruct *S, int_T n) { (void)S, (void)n; }
static inline void ssSetSampleTime(SimStruct *S, int_T i, double h)
{
    (void)i;
    S->sample_time = h;
}
static inline double ssGetSampleTime(const SimStruct *S, int_T i)
{
    return (void)i, S->sample_time;
}
static inline void ssSetOffsetTime(SimStruct *S, int_T i, double t) { (void)S, (void)i, (void)t; }
static inline int_T ssSetNumDWork(SimStruct *S, int_T n)
{
    S->n_work = n;
    return n <= STAND_IN_WORK;
}
static inline void ssSetDWorkWidth(SimStruct *S, int_T i, int_T n) { S->work_width[i] = n; }
static inline void ssSetDWorkDataType(SimStruct *S, int_T i, int_T type)
{
    (void)S, (void)i, (void)type;
}
static inline void *ssGetDWork(const SimStruct *S, int_T i) { return S->work[i]; }
static inline const void *ssGetInputPortSignal(const SimStruct *S, int_T i)
{
    return (void)i, &S->input;
}
static inline double *ssGetOutputPortRealSignal(SimStruct *S, int_T i)
{
    return (void)i, &S->output;
}

/* The functions of an S-function, in the order in which they are called first. */
struct sfunction {
    void (*sizes)(SimStruct *S);
    void (*sample_times)(SimStruct *S);
    void (*conditions)(SimStruct *S);
    void (*outputs)(SimStruct *S, int_T tid);
    void (*update)(SimStruct *S, int_T tid);
    void (*terminate)(SimStruct *S);
};

#define SFUNCTION_STAND_IN(name)                                                                   \
    extern const struct sfunction name;                                                            \
    const struct sfunction name = { mdlInitializeSizes,                                            \
                                    mdlInitializeSampleTimes,                                      \
                                    mdlInitializeConditions,                                       \
                                    mdlOutputs,                                                    \
                                    mdlUpdate,                                                     \
                                    mdlTerminate };

#endif
