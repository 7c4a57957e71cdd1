/* The image from which a kernel's size is read: it only calls the step, on data that the compiler
 * cannot know. With the symbol probed_step defined as 0 it is the image without a kernel, for
 * comparison. Never run. */
#include "integrators/kernels/kernel.h"

extern kernel_step probed_step;
int main(void);

static kernel_step *const volatile step = probed_step;
static volatile real inputs[4];
static real params[KERNEL_MAX_PARAMS], states[MODEL_MAX_STATES];
static struct memory memory;

int main(void)
{
    inputs[3] = step(params, &memory, inputs[0], inputs[1], inputs[2], states);
    return 0;
}
