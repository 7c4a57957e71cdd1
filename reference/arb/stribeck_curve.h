/* The Stribeck curve exp(-|v/vs|^m) and the steady friction force made from it, (7) of
 * Martinez-Rosas et al., in ball arithmetic. */
#ifndef BRISTLE_REFERENCE_ARB_STRIBECK_CURVE_H
#define BRISTLE_REFERENCE_ARB_STRIBECK_CURVE_H

#include <arb.h>

/* g = exp(-|v/vs|^m). */
void arb_stribeck_curve(arb_t g, const arb_t v, const arb_t vs, const arb_t m, slong prec);

/* F = [Fc + (Fs-Fc) g(v)] s + sigma2 v, N. */
void arb_stribeck_force(arb_t F, const arb_t Fc, const arb_t Fs, const arb_t g, const arb_t sigma2,
                        const arb_t v, const arb_t s, slong prec);

#endif
