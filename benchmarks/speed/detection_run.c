/* Loads a law and searches for its flaw (detection_run.h). */
#include "benchmarks/speed/detection_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/speed/rival_search.h"
#include "properties/judgement/certify.h"
#include "properties/judgement/judge_text.h"
#include "properties/plugin/text_law.h"
#include "properties/search/shrink.h"

const char *const detector_names[] = {
    [DETECT_GUIDED] = "guided", [DETECT_RANDOM] = "random", [DETECT_CRS2] = "crs2",
    [DETECT_ISRES] = "isres",   [DETECT_ESCH] = "esch",     [DETECT_DIRECT_L] = "direct_l",
    [DETECTORS] = NULL,
};

/* Counts the segments of a witness file. */
static unsigned segments(const char *text)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, "\"kind\"")); at++)
        n++;
    return n;
}

static struct detection judged(const struct text_law *law, enum strategy strategy, uint64_t seed,
                               unsigned trials)
{
    const struct search_budget budget = {
        .seed = seed, .trials = trials, .strategy = strategy, .ignore_stored = true
    };
    struct judgement j;
    judge_text(law, &law->model->claims[0], &budget, &j);
    const struct detection found = { j.verdict == VERDICT_REFUTED && j.simplest ? DETECTED_FLAW
                                     : j.verdict == VERDICT_HOLDS               ? DETECTED_NOTHING
                                                                  : DETECTED_UNDECIDED,
                                     j.trials, j.simplest ? segments(j.simplest) : 0 };
    judgement_clear(&j);
    return found;
}

struct certified {
    const struct text_law *law;
    struct sample sample; /* of the violation */
};

/* Ends the search at a violation that is certain. */
static bool goes_on(void *context, const struct candidate *candidate, const struct sample *sample,
                    struct margin m)
{
    enum { BITS = 1024 };
    struct certified *c = context;
    const struct model *model = c->law->model;
    (void)candidate;
    if (m.value >= -m.rounding)
        return true;
    c->sample = *sample;
    return PREC(certify)(model, c->law->balls.rigorous, model->claims[0].property, sample, m, BITS)
               .violated != ANSWER_YES;
}

/* A search of the law's claim that ends at what is certified; c receives that. */
static struct search search_of(struct certified *c, uint64_t seed, unsigned trials)
{
    return (struct search){ .model = c->law->model,
                            .claim = &c->law->model->claims[0],
                            .seed = seed,
                            .simulations = trials,
                            .examine = goes_on,
                            .context = c };
}

static struct detection rivalled(const struct text_law *law, enum rival rival, uint64_t seed,
                                 unsigned trials)
{
    struct certified c = { .law = law };
    const struct search search = search_of(&c, seed, trials);
    struct detection found = { .what = DETECTED_NOTHING };
    const enum search_end end = rival_search(&search, rival, &found.simulations);
    if (end == SEARCH_NO_PARAMETERS)
        found.what = DETECTED_UNDECIDED;
    if (end == SEARCH_ENDED) {
        struct counterexample simplest;
        PREC(counterexample_set)(law->model, search.claim, &c.sample, &simplest);
        PREC(shrink)(law->model, search.claim, 0.5, NULL, &simplest);
        found.what = DETECTED_FLAW;
        found.holds = simplest.n;
    }
    return found;
}

struct detection detection_run(const struct flawed_law *law, enum detector by, uint64_t seed,
                               unsigned trials)
{
    /* The text stays as long as the law does. */
    const struct text_law loaded = text_law_of(law->name, flawed_text(law));
    if (by == DETECT_GUIDED || by == DETECT_RANDOM)
        return judged(&loaded, by == DETECT_GUIDED ? SEARCH_GUIDED : SEARCH_RANDOM, seed, trials);
    return rivalled(&loaded, (enum rival)(by - DETECT_CRS2), seed, trials);
}

bool detection_serve(const struct flawed_law *law, uint64_t seed, unsigned trials)
{
    const struct text_law loaded = text_law_of(law->name, flawed_text(law));
    struct certified c = { .law = &loaded };
    const struct search search = search_of(&c, seed, trials);
    return rival_serve(&search, stdin, stdout);
}
