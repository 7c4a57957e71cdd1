/* Judges a claim by witnesses, search, enclosures and proofs, in that order (judge.h). */
#include "properties/verdicts/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/checker/witness.h"
#include "properties/search/maximize_violation.h"
#include "properties/search/readable.h"
#include "properties/stored.h"
#include "properties/verdicts/certify.h"
#include "properties/verdicts/enclose.h"

enum {
    CROSS_CHECKED = 64,  /* first trials that are also evaluated in ball arithmetic */
    STEPPED_CHECKED = 4, /* of a law without closed holds, whose balls take long */
    CROSS_PREC = 256,    /* bits at most, for those trials */
    DOUBTFUL = 256, /* further trials, undecided because of rounding, that are evaluated in balls */
    STEPPED_DOUBTFUL = 16, /* of a law without closed holds */
    SEARCH_PREC = 1024,    /* bits at most, for a trial that needs a certificate */
    WITNESS_PREC = 4096,   /* bits at most, for a stored witness */
};

/* Share of the largest violation found that the deepest and the simplest witness keep. */
static const double DEEPEST = 0.99, SIMPLEST = 0.5;

/* A claim being judged, and what the search has seen. */
struct trial_of {
    const struct model *model;
    const struct arb_law *law; /* or NULL */
    const struct claim *claim;
    struct judgement *j;
    unsigned seen; /* number of trials so far */
    struct margin worst_margin;
    struct sample worst;
    struct candidate found; /* when refuted */
    struct sample found_sample;
    bool notes;        /* where trials look */
    unsigned doubtful; /* trials undecided because of rounding */
    bool faint;        /* violated for certain, but by less than the code's rounding */
};

/* Adds the values as decimal and hex float to the note, for a replay. */
static void note_sample(struct judgement *j, const struct model *model, const struct sample *s)
{
    judgement_say(j, "\n  parameters:");
    for (unsigned i = 0; i < model->n_params; i++)
        judgement_say(j, " %s=%.9g (%a)", model->params[i].name, (double)s->p[i], (double)s->p[i]);
    judgement_say(j, "\n  signal (v, t):");
    for (unsigned i = 0; i < s->n; i++)
        judgement_say(j, " (%.9g, %.9g) (%a, %a)", (double)s->holds[i].v, (double)s->holds[i].h,
                      (double)s->holds[i].v, (double)s->holds[i].h);
}

/* Ends the judgement with a verdict other than the declared one, or with a refutation. */
static void contradict(struct trial_of *t, enum verdict verdict, const char *what)
{
    struct judgement *j = t->j;
    j->verdict = verdict;
    j->as_declared = verdict == verdict_declared(t->claim->declared);
    judgement_say(j, "%s %s (" R_NAME "), margin %.9g: %s", t->model->name,
                  property_info[t->claim->property].name, j->margin, what);
}

/* Returns true for properties that can fail by less than rounding (energies and volumes near 0).
 * The other properties are closed conditions, kept with equality (a saturated state, a steady
 * force) all the time. */
static bool is_open(enum property property)
{
    return property == PASSIVITY || property == PASSIVITY_AS_PRINTED ||
           property == I1_NONNEGATIVE || property == I2_NONNEGATIVE || property == I3_NONNEGATIVE ||
           property == I4_NONNEGATIVE || property == IDENTIFIABILITY ||
           property == IDENTIFIABLE_RANK;
}

static bool is_stepped(const struct trial_of *t)
{
    return t->law && !rigorous_has_closed_holds(t->law);
}

/* Certifies a trial if it violates the property, if rounding leaves it undecided, or if cross_check
 * asks for it. Returns false when the trial ended the judgement. */
static bool check_trial(struct trial_of *t, const struct sample *s, struct margin m,
                        bool cross_check)
{
    const real threshold = is_open(t->claim->property) ? m.rounding : -m.rounding;
    const bool violates = !(m.value >= -m.rounding);
    const unsigned most = is_stepped(t) ? STEPPED_DOUBTFUL : DOUBTFUL;
    const bool needs_certificate = violates || (m.value <= threshold && t->doubtful++ < most);
    if (!needs_certificate && !cross_check)
        return true;
    t->j->margin = (double)m.value;
    if (!isfinite(m.value) || isnan(m.rounding)) {
        if (PREC(evaluate_is_unfinished)(t->model, s->p, s->holds, s->n)) {
            t->j->unfinished++;
            return true;
        }
        contradict(t, VERDICT_INCONCLUSIVE, "the model's code gives no number");
        note_sample(t->j, t->model, s);
        return false;
    }
    if (!t->law) {
        if (m.value >= -m.rounding)
            return true;
        contradict(t, VERDICT_REFUTED, "violated");
        return false;
    }
    const struct certificate c = PREC(certify)(t->model, t->law, t->claim->property, s, m,
                                               needs_certificate ? SEARCH_PREC : CROSS_PREC);
    if (c.violated == ANSWER_YES && m.value >= -m.rounding && c.agrees) {
        t->faint = true; /* certain, but a witness beyond rounding may come */
        return true;
    }
    if (c.violated == ANSWER_YES && violates) {
        t->j->method = METHOD_WITNESS;
        t->j->margin = c.margin;
        contradict(t, VERDICT_REFUTED, "violated, certified in ball arithmetic");
    } else if (!c.agrees) {
        contradict(t, VERDICT_INCONCLUSIVE,
                   "the model's code and its ball model disagree beyond rounding");
        note_sample(t->j, t->model, s);
    } else
        return true;
    return false;
}

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
    }
    const unsigned most = is_stepped(t) ? STEPPED_CHECKED : CROSS_CHECKED;
    const bool survived = check_trial(t, s, m, t->seen++ < most);
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
            PREC(certify)(t->model, t->law, t->claim->property, &sample, m, SEARCH_PREC).margin;
        t->j->deepest = shrunk(t, &deepest, DEEPEST, &deepest);
        const struct counterexample from = simplest;
        t->j->simplest = shrunk(t, &from, SIMPLEST, &simplest);
    } else {
        t->j->margin = deepest.margin;
        if (simplest.margin < 0)
            PREC(shrink)(t->model, t->claim, SIMPLEST, NULL, &simplest);
    }
    note_counterexample(t->j, t->model, &simplest);
    if (t->j->simplest)
        judgement_say(t->j, "\n  replay with //properties:check:\n%s", t->j->simplest);
}

static void search(struct trial_of *t, const struct search_budget *budget)
{
    struct judgement *j = t->j;
    const struct search search = {
        .model = t->model,
        .claim = t->claim,
        .strategy = budget->strategy,
        .seed = budget->seed,
        .simulations = budget->trials ? budget->trials : 2000,
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
        contradict(t, VERDICT_REFUTED,
                   "violated by less than rounding, certified in ball arithmetic");
        present(t, &search);
        return;
    }
    if (2 * j->unfinished > t->seen) {
        j->margin = (double)NAN;
        contradict(t, VERDICT_INCONCLUSIVE,
                   "the motion by numbers takes too many steps in most trials");
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
    const struct certificate c = PREC(certify)(t->model, t->law, t->claim->property, &t->worst,
                                               t->worst_margin, SEARCH_PREC);
    if (c.agrees) /* a margin that balls cannot enclose is the code's */
        j->margin = isnan(c.margin) ? fmax(j->margin, 0) : c.margin;
    else {
        contradict(t, VERDICT_INCONCLUSIVE,
                   "the model's code and its ball model disagree beyond rounding");
        note_sample(j, t->model, &t->worst);
    }
}

/* The witness as written must be certified. The code, at its own rounded numbers, must violate the
 * property as well and agree with the ball model there. */
static void judge_witness(struct trial_of *t, const struct witness *w)
{
    struct judgement *j = t->j;
    struct sample s;
    j->method = METHOD_WITNESS;
    j->trials = 1;
    if (!PREC(witness_sample)(w, t->model, &s)) {
        judgement_say(j, "%s: the witness is for model %s", t->model->name, w->law->name);
        return;
    }
    const struct verdict_on_witness on = witness_check(w, WITNESS_PREC, NULL);
    const struct margin m =
        PREC(evaluate_property)(t->model, s.p, t->claim->property, s.holds, s.n);
    const struct certificate c =
        PREC(certify)(t->model, w->law, t->claim->property, &s, m, WITNESS_PREC);
    j->margin = c.margin;
    if (w->property != t->claim->property ||
        !PREC(in_domain)(t->model, t->claim, s.p, s.holds, s.n))
        contradict(t, VERDICT_INCONCLUSIVE, "the stored witness is outside the claim's domain");
    else if (on.confirmed != ANSWER_YES)
        contradict(t, VERDICT_INCONCLUSIVE, on.reason);
    else if (!c.agrees || m.value >= -m.rounding)
        contradict(t, VERDICT_INCONCLUSIVE,
                   "the model's code does not show the violation that its ball model has");
    else {
        j->verdict = VERDICT_REFUTED;
        j->as_declared = true;
        return;
    }
    note_sample(j, t->model, &s);
}

static void confront_with_witness(struct trial_of *t)
{
    struct witness w;
    struct file_error error;
    const char *text = t->claim->witness ? stored_witness_find(t->claim->witness) : NULL;
    t->j->verdict = VERDICT_INCONCLUSIVE;
    if (!text)
        judgement_say(t->j, "%s: declared refuted, but there is no stored witness", t->model->name);
    else if (!witness_parse(text, strlen(text), &w, &error))
        judgement_say(t->j, "%s: %s: %s", t->model->name, t->claim->witness, error.text);
    else {
        judge_witness(t, &w);
        witness_free(&w);
    }
}

/* Judges the stored witnesses against the property of this law that lie in the claim's domain.
 * Returns false when one ended the judgement. */
static bool check_stored(struct trial_of *t)
{
    bool survived = true;
    for (const struct stored_witness *s = stored_witnesses; survived && s->name; s++) {
        struct witness w;
        struct file_error error;
        struct sample sample;
        if (!witness_parse(s->text, strlen(s->text), &w, &error))
            continue; /* the test of the stored witnesses reports it */
        if (w.property == t->claim->property && PREC(witness_sample)(&w, t->model, &sample) &&
            PREC(in_domain)(t->model, t->claim, sample.p, sample.holds, sample.n)) {
            const struct margin m = PREC(evaluate_property)(t->model, sample.p, t->claim->property,
                                                            sample.holds, sample.n);
            t->j->trials++;
            survived = check_trial(t, &sample, m, true);
            if (t->faint)
                t->found_sample = sample;
            if (!survived)
                judgement_say(t->j, "\n  stored as properties/witnesses/%s", s->name);
        }
        witness_free(&w);
    }
    return survived;
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
        j->margin = PREC(certify)(t->model, t->law, t->claim->property, s, m, SEARCH_PREC).margin;
        contradict(t, VERDICT_REFUTED, "violated along a signal to be enclosed, certified");
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
        confront_with_witness(&t);
    else if (budget->ignore_stored || check_stored(&t))
        search(&t, budget);
    if (law && j->verdict == VERDICT_HOLDS)
        enclose(&t, budget);
    if (claim->declared == UNKNOWN)
        j->as_declared = true;
}
