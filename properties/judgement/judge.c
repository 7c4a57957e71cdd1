/* Judges a claim by witnesses, search, enclosures and proofs, in that order (judge.h). */
#include "properties/judgement/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/checker/witness.h"
#include "properties/judgement/certify.h"
#include "properties/judgement/enclose.h"
#include "properties/judgement/judge_trial.h"
#include "properties/search/maximize_violation.h"
#include "properties/trials/readable.h"

enum {
    CROSS_CHECKED = 64,  /* first trials that are also evaluated in ball arithmetic */
    STEPPED_CHECKED = 4, /* of a law without closed holds, whose balls take long */
};

/* Share of the largest violation found that the deepest and the simplest witness keep. */
static const double DEEPEST = 0.99, SIMPLEST = 0.5;

static bool examine(void *context, const struct candidate *candidate, const struct sample *s,
                    struct margin m)
{
    struct trial_of *t = context;
    const bool was_faint = t->faint;
    if (t->notes)
        PREC(looked_at_add)(&t->j->looked, t->model, t->claim, s);
    if (m.value < t->worst_margin.value) {
        t->worst_margin = m;
        t->worst = *s;
        t->worst_candidate = *candidate;
    }
    const unsigned most = trial_is_stepped(t) ? STEPPED_CHECKED : CROSS_CHECKED;
    const bool survived = PREC(trial_check)(t, s, m, t->seen++ < most);
    if (!survived || t->faint != was_faint) {
        t->found = *candidate;
        t->found_sample = *s;
    }
    return survived;
}

/* Returns the witness file of the counterexample that shrinking makes of `from`, keeping that share
 * of its violation; that of `from` itself if the shrunk one cannot be certified; NULL if neither
 * can. */
static char *shrunk(const struct trial_of *t, const struct counterexample *from, double share,
                    struct counterexample *to)
{
    bool confirmed;
    *to = *from;
    if (from->margin < 0)
        PREC(shrink)(t->model, t->claim, share, NULL, to);
    for (int attempt = 0; attempt < 2; attempt++) {
        char *text = PREC(witness_of)(t->model, t->law, t->claim->property, to, &confirmed);
        if (confirmed)
            return text;
        free(text);
        *to = *from;
    }
    return NULL;
}

static void note_counterexample(struct judgement *j, const struct model *model,
                                const struct counterexample *c)
{
    bool any = false;
    judgement_say(j, "\n  at");
    for (unsigned i = 0; i < model->n_params; i++)
        if (c->p[i] != model->params[i].value) {
            judgement_say(j, " %s = %.*g,", model->params[i].name, (int)round_trip_digits(c->p[i]),
                          c->p[i]);
            any = true;
        }
    judgement_say(j, " %s; margin %.3g along (v in m/s, t in s):",
                  any ? "the other parameters at their defaults" : "the default parameters",
                  c->margin);
    for (unsigned i = 0; i < c->n; i++)
        judgement_say(j, " (%.*g, %.*g)", (int)round_trip_digits(c->v[i]), c->v[i],
                      (int)round_trip_digits(c->h[i]), c->h[i]);
}

/* Enlarges the violation found, and makes it readable. */
static void present(struct trial_of *t, const struct search *search)
{
    struct counterexample deepest, simplest;
    PREC(maximize_violation)(search, &t->found, &t->found_sample, &deepest, &simplest);
    if (t->law) {
        const struct margin m = { .value = (real)deepest.margin };
        struct sample sample;
        PREC(counterexample_sample)(t->model, &deepest, &sample);
        t->j->margin =
            PREC(certify)(t->model, t->law, t->claim->property, &sample, m, TRIAL_PREC).margin;
        t->j->deepest = shrunk(t, &deepest, DEEPEST, &deepest);
        const struct counterexample from = simplest;
        t->j->simplest = shrunk(t, &from, SIMPLEST, &simplest);
        if (trial_is_by_numbers(t)) { /* which may be off */
            PREC(counterexample_sample)(t->model, &simplest, &sample);
            simplest.margin =
                PREC(certify)(t->model, t->law, t->claim->property, &sample, m, TRIAL_PREC).margin;
        }
    } else {
        t->j->margin = deepest.margin;
        if (simplest.margin < 0)
            PREC(shrink)(t->model, t->claim, SIMPLEST, NULL, &simplest);
    }
    note_counterexample(t->j, t->model, &simplest);
    if (t->j->simplest)
        judgement_say(t->j, "\n  replay with //properties:check:\n%s", t->j->simplest);
}

/* Ends a search that has shown no violation by its worst trial in balls: code whose rounding is
 * large leaves violations to them. */
static void conclude_in_balls(struct trial_of *t, const struct search *search)
{
    struct judgement *j = t->j;
    const struct certificate c =
        PREC(certify)(t->model, t->law, t->claim->property, &t->worst, t->worst_margin, TRIAL_PREC);
    if (c.violated == ANSWER_YES && c.agrees) {
        j->method = METHOD_WITNESS;
        j->margin = c.margin;
        t->found = t->worst_candidate;
        t->found_sample = t->worst;
        trial_refute(t, TRIAL_HARDLY_VIOLATED);
        present(t, search);
    } else if (c.violated != ANSWER_YES &&
               (c.agrees || (trial_is_by_numbers(t) && !trial_is_refuted_by_balls(t))))
        j->margin = isnan(c.margin) ? fmax(j->margin, 0) : c.margin; /* NAN: the code's */
    else {
        trial_leave_open(t, TRIAL_DISAGREES);
        PREC(trial_note)(j, t->model, &t->worst);
    }
}

static void search(struct trial_of *t, const struct search_budget *budget)
{
    struct judgement *j = t->j;
    const unsigned trials = budget->trials ? budget->trials : 2000;
    const struct search search = {
        .model = t->model,
        .claim = t->claim,
        .strategy = budget->strategy,
        .seed = budget->seed,
        .simulations = budget->is_proved ? (trials + 9) / 10 : trials,
        .first = budget->first,
        .n_first = budget->n_first,
        .lanes = budget->lanes,
        .without_probes = budget->is_proved,
        .examine = examine,
        .context = t,
    };
    t->worst_margin = (struct margin){ .value = 2 };
    j->method = METHOD_TESTED;
    switch (PREC(search)(&search, &j->trials)) {
    case SEARCH_NO_PARAMETERS:
        j->verdict = VERDICT_INCONCLUSIVE;
        judgement_say(j, "%s: no parameters found in the domain \"%s\"", t->model->name,
                      t->claim->domain);
        return;
    case SEARCH_ENDED:
        if (j->verdict == VERDICT_REFUTED)
            present(t, &search);
        return;
    case SEARCH_EXHAUSTED:
        break;
    }
    if (t->faint) {
        j->method = METHOD_WITNESS;
        trial_refute(t, TRIAL_HARDLY_VIOLATED);
        present(t, &search);
        return;
    }
    if (2 * j->unfinished > t->seen) {
        j->margin = (double)NAN;
        trial_leave_open(t,
                         "the motion by numbers takes too many steps, or is off, in most trials");
        return;
    }
    if (t->open) {
        trial_leave_open(t, "the model's code shows a violation that balls do not decide");
        PREC(trial_note)(j, t->model, &t->open_at);
        return;
    }
    j->verdict = VERDICT_HOLDS;
    j->as_declared = t->claim->declared == HOLDS;
    if (t->claim->declared == REFUTED)
        judgement_say(j, "%s %s: no counterexample in %u trials", t->model->name,
                      property_info[t->claim->property].name, j->trials);
    j->margin = (double)t->worst_margin.value + 0.0; /* -0 becomes 0 */
    if (!t->law) {
        j->margin = fmax(j->margin, 0); /* below 0 is rounding */
        return;
    }
    conclude_in_balls(t, &search);
}

/* Encloses a claim that withstood the search, along the stated signals. */
static void enclose(struct trial_of *t, const struct search_budget *budget)
{
    struct judgement *j = t->j;
    struct enclosure e = PREC(enclose)(t->model, t->law, t->claim, budget->seed, budget->signals);
    j->enclosed = e.kept;
    j->undecided = e.undecided;
    if (e.violated) {
        struct sample *s = &e.against; /* energies may come back before its end */
        struct counterexample c;
        s->n = PREC(evaluate_worst_prefix)(t->model, s->p, t->claim->property, s->holds, s->n);
        PREC(counterexample_set)(t->model, t->claim, s, &c);
        const struct margin m = { .value = (real)c.margin };
        j->method = METHOD_WITNESS;
        j->margin = PREC(certify)(t->model, t->law, t->claim->property, s, m, TRIAL_PREC).margin;
        trial_refute(t, "violated along a signal to be enclosed, certified");
        note_counterexample(j, t->model, &c);
        bool confirmed;
        char *text = PREC(witness_of)(t->model, t->law, t->claim->property, &c, &confirmed);
        if (confirmed)
            j->simplest = text;
        else
            free(text);
    } else if (e.kept > 0 && e.undecided == 0)
        j->method = METHOD_ENCLOSED;
}

void PREC(judge)(const struct model *model, const struct arb_law *law, const struct claim *claim,
                 const struct search_budget *budget, struct judgement *j)
{
    *j = (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = NAN };
    if (!PREC(property_applicable)(model, claim->property)) {
        char lacking[PROPERTY_LACKING];
        PREC(property_lacking)(model, claim->property, lacking);
        judgement_say(j, "%s claims %s, which takes %s to be tested; it lacks %s", model->name,
                      property_info[claim->property].name, PREC(property_members)(claim->property),
                      lacking);
        return;
    }
    if (law && !rigorous_applicable(law, claim->property))
        law = NULL;
    struct trial_of t = {
        .model = model, .law = law, .claim = claim, .j = j, .notes = budget->notes
    };
    if (claim->declared == REFUTED && !budget->ignore_stored)
        PREC(trial_confront)(&t);
    else if (budget->ignore_stored || PREC(trial_check_stored)(&t))
        search(&t, budget);
    if (law && j->verdict == VERDICT_HOLDS && !budget->is_proved)
        enclose(&t, budget); /* balls of equations that prove it would only say it again */
    if (claim->declared == UNKNOWN)
        j->as_declared = true;
}
