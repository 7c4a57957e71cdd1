/* Every way in which a numerical routine of Bristle can fail, with its text. */
#ifndef BRISTLE_MODELS_STATUS_H
#define BRISTLE_MODELS_STATUS_H

#define STATUS_LIST(X)                                                                             \
    X(STATUS_OK, "ok")                                                                             \
    X(STATUS_NONFINITE, "a state or its rate became infinite or not a number")                     \
    X(STATUS_TOO_MANY_STEPS, "the limit on the number of steps was reached")                       \
    X(STATUS_STEP_TOO_SMALL, "the step size fell below the resolution of time")                    \
    X(STATUS_NO_CONVERGENCE, "the implicit equations of a step did not converge")                  \
    X(STATUS_ERROR_TEST, "the error test of a step failed repeatedly")                             \
    X(STATUS_UNSUPPORTED,                                                                          \
      "the problem lacks what the integrator needs (a flow, relaxing states, an inclusion)")       \
    X(STATUS_NO_MEMORY, "out of memory")                                                           \
    X(STATUS_CHATTER, "events repeat without end at one instant")                                  \
    X(STATUS_STACK_FULL, "the law's memory is full")                                               \
    X(STATUS_CRASHED, "the law's code crashed, or did not end")

enum status {
#define X(code, text) code,
    STATUS_LIST(X)
#undef X
};

#ifdef __GNUC__
#define MUST_CHECK __attribute__((warn_unused_result))
#else
#define MUST_CHECK
#endif

/* The text of a status; never NULL. */
static inline const char *status_text(enum status status)
{
    switch (status) {
#define X(code, text)                                                                              \
    case code:                                                                                     \
        return text;
        STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

#endif
