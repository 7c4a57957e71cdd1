/* An image's kernels: those of one law, in one precision. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_IMAGE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_IMAGE_H

#include "integrators/kernels/kernel.h"

struct image_kernel {
    const char *law, *method;
    kernel_step *step;
};

/* Ended by NULLs; generated. */
extern const struct image_kernel PREC(image_kernels)[];

#endif
