/* Plants flaws in laws, and lets the search look for them, as for the claims themselves. */
#ifndef BRISTLE_PROPERTIES_POWER_POWER_H
#define BRISTLE_PROPERTIES_POWER_POWER_H

#include "properties/verdicts/verdicts.h"

/* Fills in the power of each row that the search did not refute and nothing proves, of laws that
 * have a text: POWER_FLAWS of each kind and level, up to `jobs` searches at once, each in a process
 * of its own. Results do not depend on jobs. A flaw counts where its witness violates the claim,
 * and is found where a violation is certified in balls. Call before starting threads. */
enum { POWER_FLAWS = 3 };
void power_measure(struct verdicts *verdicts, const struct search_budget *budget, unsigned jobs);

#endif
