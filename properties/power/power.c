/* Runs the searches for planted flaws (power.h). */
#include "properties/power/power.h"

#include <stdlib.h>
#include <string.h>

#include "models/reading/law_source.h"
#include "properties/judgement/judge_text.h"
#include "properties/power/plant.h"
#include "properties/trials/evaluate_property.h"
#include "reference/derived/text_balls.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/subprocess.h"

/* A search: of a row, for one flaw. */
struct piece {
    size_t row;
    enum power_kind kind;
    unsigned level, number;
};

struct work {
    struct verdicts *verdicts;
    const struct search_budget *budget;
    struct piece *pieces;
};

/* What became of a flaw. */
struct outcome {
    bool is_flaw, is_found;
};

static bool is_measured(const struct verdict_row *row)
{
    const struct judgement *j = &row->judgement;
    return row->equations && !row->stated && (!row->file || row->digest) &&
           j->verdict == VERDICT_HOLDS &&
           (j->method == METHOD_TESTED || j->method == METHOD_ENCLOSED);
}

/* Returns the text of the row's law, to be freed. */
static char *source_of(const struct verdict_row *row)
{
    return row->file ? text_source("--power", row->file)
                     : memory_text("%s", law_source(row->model->name));
}

/* Returns true when both move in the same way: code by hand may have closed forms where a text has
 * none, so that the same search would take far longer. */
static bool is_alike(const struct model *model, const struct model *planted)
{
    return exact_state_is_exact(model) == exact_state_is_exact(planted);
}

/* Returns true when the flaw is one: its witness violates the claim, beyond rounding. */
static bool is_flaw(const struct model *model, const struct plant *plant)
{
    const struct claim *claim = &model->claims[0];
    if (!property_applicable_f64(model, claim->property))
        return false;
    const struct margin m =
        evaluate_property_f64(model, plant->p, claim->property, plant->holds, plant->n_holds);
    return m.value < -m.rounding;
}

static void look(void *context, size_t i, FILE *answer)
{
    const struct work *work = context;
    const struct piece *piece = &work->pieces[i];
    const struct verdict_row *row = &work->verdicts->rows[piece->row];
    struct outcome outcome = { false, false };
    struct plant plant;
    char *source = source_of(row), *planted = NULL;
    if (plant_draw(row->model, row->claim, piece->kind, piece->level, piece->number, &plant))
        planted =
            plant_text(source, row->model, (unsigned)(row->claim - row->model->claims), &plant);
    free(source);
    if (planted) {
        const struct text_law law = text_law_of(row->model->name, planted); /* keeps the text */
        struct search_budget budget = *work->budget;
        struct judgement j;
        budget.ignore_stored = true;
        budget.signals = 0;
        budget.notes = false;
        outcome.is_flaw = is_alike(row->model, law.model) && is_flaw(law.model, &plant);
        if (outcome.is_flaw) {
            judge_text(&law, &law.model->claims[0], &budget, &j);
            outcome.is_found = j.verdict == VERDICT_REFUTED;
            judgement_clear(&j);
        }
    }
    fwrite(&outcome, sizeof outcome, 1, answer);
}

static void take(void *context, size_t i, FILE *answer, const char *failure)
{
    const struct work *work = context;
    const struct piece *piece = &work->pieces[i];
    struct verdict_row *row = &work->verdicts->rows[piece->row];
    struct outcome outcome;
    if (failure || fread(&outcome, sizeof outcome, 1, answer) != 1) {
        cli_note("%s %s: the search for a planted flaw %s", row->model->name, row->claim->domain,
                 failure ? failure : "gave no answer");
        return;
    }
    row->judgement.power.of[piece->kind][piece->level].planted += outcome.is_flaw;
    row->judgement.power.of[piece->kind][piece->level].found += outcome.is_found;
}

void power_measure(struct verdicts *verdicts, const struct search_budget *budget, unsigned jobs)
{
    const size_t each = (size_t)POWER_KINDS * POWER_LEVELS * POWER_FLAWS;
    struct work work = { verdicts, budget,
                         memory_array(verdicts->n * each + 1, sizeof *work.pieces) };
    struct subprocess_work all = {
        .jobs = jobs, .kind = "flaws looked for", .work = look, .take = take, .context = &work
    };
    for (size_t row = 0; row < verdicts->n; row++)
        for (unsigned i = 0; i < each && is_measured(&verdicts->rows[row]); i++)
            work.pieces[all.n++] =
                (struct piece){ row, (enum power_kind)(i / POWER_FLAWS / POWER_LEVELS),
                                i / POWER_FLAWS % POWER_LEVELS, i % POWER_FLAWS };
    subprocess_map(&all);
    free(work.pieces);
}
