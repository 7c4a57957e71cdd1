/* Only files of this room include this header. */
#ifndef BRISTLE_MODELS_DERIVED_BALANCE_PRODUCT_H
#define BRISTLE_MODELS_DERIVED_BALANCE_PRODUCT_H

#include "models/derived/balance.h"
#include "models/normal/forms.h"

/* Writes the sign of an expression at u > 0 as that of a product of polynomials. Returns false when
 * it has no normal form, its denominator is not shown to be positive, or it has symbols that a
 * balance does not know. */
bool balance_product_of(struct equations *law, struct normal *normal, expression e,
                        struct balance_product *product);

#endif
