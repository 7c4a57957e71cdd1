/* How the force of slip elements saturates: dw/dtau = 1 - e of slip_elements.h, in balls. */
#ifndef BRISTLE_REFERENCE_ARB_SLIP_SATURATION_H
#define BRISTLE_REFERENCE_ARB_SLIP_SATURATION_H

#include "reference/arb/slip_elements.h"

/* end <- w after tau, integral <- the integral of w over tau. */
void slip_saturate(arb_t end, arb_t integral, const struct slip_elements *e, const arb_t w,
                   const arb_t tau, slong prec);

/* tau <- the path on which w gets to `end`, cut to at most `most`. */
void slip_path_to(arb_t tau, const struct slip_elements *e, const arb_t w, const arb_t end,
                  const arb_t most, slong prec);

#endif
