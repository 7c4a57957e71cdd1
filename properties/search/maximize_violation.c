/* Continues the search from a counterexample, towards the smallest margin. */
#include "properties/search/maximize_violation.h"

#include <float.h>
#include <string.h>

/* Simulations in each of ROUNDS: a share of what the search itself may take, within limits. */
enum { LEAST_DEEPENING = 100, MOST_DEEPENING = 1000, DEEPENING_SHARE = 50, ROUNDS = 3 };

/* Share of the violation that must remain when segments are removed. */
static const double KEPT = 0.9;

/* Turns the counterexample back into a candidate. Returns false when it has too many segments. */
static bool as_candidate(const struct counterexample *from, struct candidate *to)
{
    if (from->n > CANDIDATE_MAX_SEGMENTS)
        return false;
    *to = (struct candidate){ .n = from->n };
    memcpy(to->p, from->p, sizeof to->p);
    for (unsigned i = 0; i < from->n; i++)
        to->segments[i] = (struct segment){ SEGMENT_HOLD, { from->v[i], 0 }, from->h[i], 1, 0, 0 };
    return true;
}

/* The counterexample with the smallest margin so far, and the one among the robust ones. */
struct depths {
    struct counterexample any, robust;
    bool has_robust;
};

static void take(const struct search *s, const struct counterexample *c, struct depths *d)
{
    if (c->margin < d->any.margin)
        d->any = *c;
    if (PREC(counterexample_robust)(s->model, s->claim, c) &&
        (!d->has_robust || c->margin < d->robust.margin)) {
        d->robust = *c;
        d->has_robust = true;
    }
}

static unsigned deepening(const struct search *s)
{
    const unsigned share = s->simulations / DEEPENING_SHARE;
    if (share < LEAST_DEEPENING)
        return LEAST_DEEPENING;
    return share < MOST_DEEPENING ? share : MOST_DEEPENING;
}

/* Searches from a candidate. */
static void maximize_from(const struct search *s, struct candidate candidate, struct depths *d)
{
    struct counterexample c;
    struct sample sample;
    PREC(search_maximize)(s, &candidate, deepening(s));
    if (!PREC(candidate_sample)(s->model, s->claim, &candidate, &sample))
        return;
    sample.n =
        PREC(evaluate_worst_prefix)(s->model, sample.p, s->claim->property, sample.holds, sample.n);
    PREC(counterexample_set)(s->model, s->claim, &sample, &c);
    take(s, &c, d);
}

void PREC(maximize_violation)(const struct search *s, const struct candidate *found,
                              const struct sample *sample, struct counterexample *deepest,
                              struct counterexample *firmest)
{
    struct search against_rounding = *s;
    struct depths d = { .has_robust = false };
    against_rounding.weight = (double)FLT_EPSILON / (double)R_EPSILON;
    PREC(counterexample_set)(s->model, s->claim, sample, &d.any);
    take(s, &d.any, &d);
    if (d.any.margin < 0)
        maximize_from(s, *found, &d);
    for (int round = 0; d.any.margin < 0 && round < ROUNDS; round++) {
        struct counterexample shorter = d.any;
        struct candidate candidate;
        PREC(shrink)(s->model, s->claim, KEPT, NULL, &shorter);
        if (!as_candidate(&shorter, &candidate))
            break;
        maximize_from(s, candidate, &d);
        if (!d.has_robust)
            maximize_from(&against_rounding, candidate, &d);
    }
    *deepest = d.any;
    *firmest = d.has_robust ? d.robust : d.any;
}
