/* Claims about experiments: what a paper's figures show of a mass with friction, compared with the
 * reference trajectory.
 *
 * A claim compares one measure of the trajectory with a limit. The reference is computed twice, by
 * methods of different families (reference/solutions/reference_solution.h), and their disagreement
 * is an error bound: a claim holds or is refuted when the measure lies beyond the limit by more
 * than the error bound. A reference that is known less accurately than EXPERIMENTS_FLOOR decides
 * nothing. In double only. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_EXPERIMENTS_H
#define BRISTLE_PROPERTIES_VERDICTS_EXPERIMENTS_H

#include <stddef.h>

#include "models/model.h"
#include "properties/judgement/judge.h"

/* Error bound of positions, relative to the largest. */
#define EXPERIMENTS_FLOOR 1e-11

/* Returns claim number i about experiments with that model, or NULL when i is past the last one. */
const struct claim *experiments_claim(const char *model, size_t i);

/* The references that claims share: the first thread that asks for a reference computes it. */
struct experiments;
struct experiments *experiments_open(void);
void experiments_close(struct experiments *experiments);

/* Judges a claim, known by its id and domain; safe to call from several threads. The margin is
 * (measure - limit)/max(|measure|, |limit|), its sign turned for an upper limit. */
void experiments_judge(struct experiments *experiments, const struct claim *claim,
                       struct judgement *judgement);

#endif
