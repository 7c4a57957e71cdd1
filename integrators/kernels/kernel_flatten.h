/* How kernels are inlined. */
#ifndef BRISTLE_INTEGRATORS_KERNELS_KERNEL_FLATTEN_H
#define BRISTLE_INTEGRATORS_KERNELS_KERNEL_FLATTEN_H

/* Inlines whatever the function calls. The calls go through pointers in constant tables, which the
 * optimizer resolves first. */
#if defined __GNUC__
#define KERNEL_FLATTEN __attribute__((flatten))
#else
#define KERNEL_FLATTEN
#endif

#endif
