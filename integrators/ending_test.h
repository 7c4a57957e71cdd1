/* Methods whose code ends the process, answers nothing, or never ends: for tests of what is run in
 * processes of their own. */
#ifndef BRISTLE_INTEGRATORS_ENDING_TEST_H
#define BRISTLE_INTEGRATORS_ENDING_TEST_H

#include <stdlib.h>
#include <unistd.h>

#include "integrators/integrator.h"

static inline enum status kill_program(struct integration *in, real target)
{
    (void)in, (void)target;
    abort();
}

static inline enum status leave_program(struct integration *in, real target)
{
    (void)in, (void)target;
    _exit(0);
}

static inline enum status never_end(struct integration *in, real target)
{
    (void)in, (void)target;
    while (pause() != 0) /* it always returns -1, after a signal */
        continue;
    return STATUS_OK;
}

#endif
