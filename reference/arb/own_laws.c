/* An empty list of a program's own laws. It has a file to itself, which linkers leave out where the
 * program defines the list. */
#include "reference/arb/law.h"

const struct arb_law *const arb_own_laws[] = { NULL };
