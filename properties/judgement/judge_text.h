/* Judges a claim of a law from a text. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_TEXT_H
#define BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_TEXT_H

#include "properties/judgement/judge.h"
#include "properties/plugin/text_law.h"

/* Judges the claim by what equations suggest, where the search is guided, and in lanes. */
void judge_text(const struct text_law *law, const struct claim *claim,
                const struct search_budget *budget, struct judgement *judgement);

#endif
