/* Judges all claims on several threads, in order, and writes witnesses. */
#include "properties/verdicts/verdicts.h"

#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/judgement/suggest.h"
#include "properties/stored.h"
#include "properties/structure/structure.h"
#include "properties/trials/lane_trials.h"
#include "properties/verdicts/experiments.h"
#include "properties/verdicts/proved.h"
#include "properties/verdicts/text_proof.h"
#include "properties/verdicts/verdicts_isolated.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

/* What the threads judge the rows with. */
struct work {
    struct verdicts *verdicts;
    const struct search_budget *budget;
    struct experiments *experiments;
};

/* Sets the paths of the stored witnesses that a row stands on. */
static void stored_paths(struct verdict_row *row)
{
    const char *name = row->claim->witness;
    char deepest[256];
    if (!name || row->file || row->stated || row->judgement.simplest)
        return;
    snprintf(row->witness, sizeof row->witness, "properties/witnesses/%s", name);
    snprintf(deepest, sizeof deepest, "%.*s_deepest.json", (int)strcspn(name, "."), name);
    if (stored_witness_find(deepest))
        snprintf(row->deepest, sizeof row->deepest, "properties/witnesses/%s", deepest);
}

static bool is_proved_of(const struct verdict_row *row, const struct model *model,
                         const struct claim *claim, char words[JUDGE_BOX],
                         struct opposed_answer *opposed)
{
    return structure_prove_or_place(row->equations, model, claim, words, JUDGE_BOX, opposed) ==
           ANSWER_YES;
}

/* Looks for a proof by the structure of the equations, and says of what, or for a place against it.
 * At one's own parameters that is of the whole claim, is_whole, where it is made for them, or of
 * them alone. */
static bool is_structural(const struct verdict_row *row, char words[JUDGE_BOX],
                          struct opposed_answer *opposed, bool *is_whole)
{
    const struct claim here = claim_at_defaults(row->claim);
    double p[MODEL_MAX_PARAMS];
    *opposed = (struct opposed_answer){ .has_place = false };
    *is_whole = false;
    if (!row->equations || row->claim->declared != HOLDS)
        return false;
    PREC(model_defaults)(row->model, p);
    if (!row->stated)
        return is_proved_of(row, row->model, row->claim, words, opposed);
    *is_whole = claim_contains(row->stated, row->claim, p) &&
                is_proved_of(row, row->stated, row->claim, words, opposed);
    return *is_whole || is_proved_of(row, row->model, &here, words, opposed);
}

/* Proofs of Bristle's laws are stored; of a law from a text, and at one's own parameters, one is
 * looked for. */
static bool is_proved(struct verdict_row *row, const struct arb_law *law, const char *words)
{
    char *box = row->judgement.box;
    if (words) {
        snprintf(box, JUDGE_BOX, "%s", words);
        return true;
    }
    if (row->stated)
        return own_proved(row->model, law, row->claim->property, box);
    if (row->claim->declared != HOLDS)
        return false;
    return row->file ? row->digest && law && text_proof(row->model, law, row->claim, box)
                     : proved(row->model, row->claim, box);
}

/* A claim that withstood the search may be proved, by structure if there are words, and one about a
 * text that the search cannot test, for want of a closed form of its motion. */
static void take_proof(struct verdict_row *row, const struct arb_law *law, const char *words)
{
    struct judgement *j = &row->judgement;
    if (j->verdict == VERDICT_HOLDS && is_proved(row, law, words))
        j->method = METHOD_PROVED;
    if (j->verdict != VERDICT_NOT_APPLICABLE || row->stated || !row->digest ||
        !is_proved(row, law, words))
        return;
    judgement_clear(j);
    j->verdict = VERDICT_HOLDS;
    j->method = METHOD_PROVED;
    j->as_declared = true;
}

/* Judges a claim at one's own parameters, where it is made for them, and the edges of its domain. A
 * claim about an experiment has parameters of its own. */
static void judge_own_row(struct verdict_row *row, const struct arb_law *law,
                          const struct search_budget *budget, bool is_whole)
{
    const struct claim here = claim_at_defaults(row->claim);
    const struct own_judge own = { row->model, law, budget, is_whole ? row->stated : NULL };
    struct judgement *j = &row->judgement;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(row->model, p);
    *j =
        (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = NAN, .as_declared = true };
    if (row->claim->property == EXPERIMENT)
        return;
    if (claim_contains(row->stated, row->claim, p))
        PREC(judge)(row->model, law, &here, budget, j);
    claim_find_edges(row->stated, row->claim, p, &row->edges);
    claim_judge_edges(&own, row->claim, &row->edges);
}

/* Opens lanes for a law whose code comes from its text. A shared object's code is what is tested.
 */
static struct lane_trials *open_lanes(const struct verdict_row *row)
{
    if (!row->equations || (row->file && !row->digest))
        return NULL;
    return lane_trials_open(row->equations, row->model, row->claim->property, lane_run_best());
}

static void judge_row(void *context, size_t i)
{
    const struct work *work = context;
    struct verdict_row *row = &work->verdicts->rows[i];
    const struct arb_law *law =
        row->file || row->rigorous ? row->rigorous : arb_law_find(row->model->name);
    struct search_budget budget = *work->budget;
    struct candidate first[SUGGESTIONS];
    char words[JUDGE_BOX];
    struct opposed_answer opposed;
    const double start = clock_now();
    /* Bristle stores no witnesses of laws from files, nor at one's own parameters. */
    budget.ignore_stored |= row->file || row->stated;
    bool is_whole;
    budget.is_proved = is_structural(row, words, &opposed, &is_whole);
    if (!row->stated)
        budget.n_first =
            suggest_candidates(row->equations, row->model, row->claim, &opposed, first);
    budget.first = first;
    struct lane_trials *trials = open_lanes(row);
    budget.lanes = lane_trials_lanes(trials);
    if (row->stated)
        judge_own_row(row, law, &budget, is_whole);
    else if (row->claim->property == EXPERIMENT)
        experiments_judge(work->experiments, row->claim, &row->judgement);
    else
        PREC(judge)(row->model, law, row->claim, &budget, &row->judgement);
    lane_trials_close(trials);
    take_proof(row, law, budget.is_proved ? words : NULL);
    stored_paths(row);
    row->seconds = clock_now() - start;
}

static void judge_own(void *context, size_t i)
{
    const struct work *work = context;
    if (!work->verdicts->rows[i].file)
        judge_row(context, i);
}

void verdicts_judge(struct verdicts *v, const struct search_budget *budget, unsigned jobs)
{
    struct work work = { v, budget, experiments_open() };
    verdicts_isolated(v, budget, jobs, judge_row, &work);
    parallel_for(v->n, jobs, "claims judged", judge_own, &work);
    experiments_close(work.experiments);
}

const struct claim *verdicts_claim(const struct model *model, size_t i)
{
    return i < model->n_claims ? &model->claims[i]
                               : experiments_claim(model->name, i - model->n_claims);
}

/* Adds a row for each claim of the law about the property; those about experiments are of laws of
 * Bristle. */
static void add_rows(struct verdicts *v, const struct law_choice *law, enum property property)
{
    const struct claim *claim;
    for (size_t i = 0; (claim = verdicts_claim(law->model, i)); i++)
        if ((!law->file || i < law->model->n_claims) &&
            (property == N_PROPERTIES || property == claim->property))
            v->rows[v->n++] = (struct verdict_row){
                .model = law->model,
                .claim = claim,
                .file = law->file,
                .rigorous = law->rigorous,
                .digest = law->digest,
                .stated = law->stated,
                .equations = law->equations,
            };
}

static size_t count_claims(const struct model *model)
{
    size_t n = 0;
    while (verdicts_claim(model, n))
        n++;
    return n;
}

struct verdicts verdicts_run(const struct law_choice laws[], size_t n, enum property property,
                             const struct search_budget *budget, unsigned jobs)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most += count_claims(laws[i].model);
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++)
        most += count_claims(*m);
    struct verdicts v = { memory_array(most, sizeof *v.rows), 0 };
    for (size_t i = 0; i < n; i++)
        add_rows(&v, &laws[i], property);
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++) {
        const struct law_choice law = law_choice_of(*m);
        add_rows(&v, &law, property);
    }
    verdicts_judge(&v, budget, jobs);
    return v;
}

/* A witness is an object: the digest of a law's text becomes its first member. */
static void write_witness(const char *directory, const char *name, const char *suffix,
                          const char *text, const char *digest, char path[512])
{
    struct cli_output output;
    if (!text)
        return;
    if (snprintf(path, 512, "%s/%s%s.json", directory, name, suffix) >= 512)
        cli_fail("--witnesses: '%s' is too long a path", directory);
    cli_open(&output, path);
    if (digest)
        fprintf(output.file, "{\n  \"law\": \"%s\",%s", digest, text + 1);
    else
        fputs(text, output.file);
    cli_close(&output);
}

/* Returns how many rows before this one write a witness of the same model and property. */
static unsigned namesakes(const struct verdicts *verdicts, size_t row)
{
    unsigned n = 0;
    for (size_t i = 0; i < row; i++)
        n += verdicts->rows[i].judgement.simplest &&
             verdicts->rows[i].model == verdicts->rows[row].model &&
             verdicts->rows[i].claim->property == verdicts->rows[row].claim->property;
    return n;
}

void verdicts_write_witnesses(struct verdicts *verdicts, const char *directory)
{
    for (size_t i = 0; i < verdicts->n; i++) {
        struct verdict_row *row = &verdicts->rows[i];
        const char *given = row->file || row->stated ? NULL : row->claim->witness;
        const unsigned before = namesakes(verdicts, i);
        char name[256];
        if (given)
            snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "."), given);
        else if (before == 0)
            snprintf(name, sizeof name, "%s_%s", row->model->name,
                     property_info[row->claim->property].name);
        else
            snprintf(name, sizeof name, "%s_%s_%u", row->model->name,
                     property_info[row->claim->property].name, before + 1);
        write_witness(directory, name, "", row->judgement.simplest, row->digest, row->witness);
        write_witness(directory, name, "_deepest", row->judgement.deepest, row->digest,
                      row->deepest);
    }
}

void verdicts_free(struct verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->n; i++)
        judgement_clear(&verdicts->rows[i].judgement);
    free(verdicts->rows);
    *verdicts = (struct verdicts){ NULL, 0 };
}

int verdicts_status(const struct verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->n; i++)
        if (!verdicts->rows[i].judgement.as_declared)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
