/* Lets equations help the search for flaws of a law from a text (judge_text.h). */
#include "properties/judgement/judge_text.h"

#include "properties/judgement/suggest.h"
#include "properties/structure/structure.h"
#include "properties/trials/lane_trials.h"

void judge_text(const struct text_law *law, const struct claim *claim,
                const struct search_budget *budget, struct judgement *judgement)
{
    struct search_budget own = *budget;
    struct candidate first[SUGGESTIONS];
    char words[JUDGE_BOX];
    struct opposed_answer opposed;
    if (budget->strategy == SEARCH_GUIDED) {
        structure_prove_or_place(law->balls.equations, law->model, claim, words, sizeof words,
                                 &opposed);
        own.n_first = suggest_candidates(law->balls.equations, law->model, claim, &opposed, first);
    }
    own.first = first;
    struct lane_trials *trials =
        lane_trials_open(law->balls.equations, law->model, claim->property, lane_run_best());
    own.lanes = lane_trials_lanes(trials);
    judge_f64(law->model, law->balls.rigorous, claim, &own, judgement);
    lane_trials_close(trials);
}
