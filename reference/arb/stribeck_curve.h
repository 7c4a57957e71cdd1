/* The Stribeck curve exp(-|v/vs|^m), (7) of Martinez-Rosas et al., in ball arithmetic. */
#ifndef BRISTLE_REFERENCE_ARB_STRIBECK_CURVE_H
#define BRISTLE_REFERENCE_ARB_STRIBECK_CURVE_H

#include <arb.h>

/* g = exp(-|v/vs|^m). */
void arb_stribeck_curve(arb_t g, const arb_t v, const arb_t vs, const arb_t m, slong prec);

#endif
