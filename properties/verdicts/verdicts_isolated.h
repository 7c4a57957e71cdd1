/* Judges rows of laws from shared objects, each in a process of its own. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_VERDICTS_ISOLATED_H
#define BRISTLE_PROPERTIES_VERDICTS_VERDICTS_ISOLATED_H

#include "properties/verdicts/verdicts.h"

/* Calls judge(context, i), which fills in the judgement and the seconds of row i, for all rows of
 * laws from files, up to `jobs` at once. If the law crashes, ends the program or takes longer than
 * the budget's timeout (s; 0: SUBPROCESS_TIMEOUT) the row is inconclusive, and not as declared.
 *
 * Before, each law is checked by itself, because nobody may have run its suite: if its solution
 * does not solve its equations, verdicts along the solution are about another law, and all but
 * those of experiments are inconclusive. */
void verdicts_isolated(struct verdicts *verdicts, const struct search_budget *budget, unsigned jobs,
                       void (*judge)(void *context, size_t i), void *context);

#endif
