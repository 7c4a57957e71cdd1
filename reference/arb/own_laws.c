/* No laws beside Bristle's own: a file to itself, which linkers leave out where a program has a
 * list. */
#include "reference/arb/law.h"

const struct arb_law *const arb_own_laws[] = { NULL };
