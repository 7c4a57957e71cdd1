/* What one trial says of a claim: by the law's code, and in balls (judge_trial.h). */
#include "properties/judgement/judge_trial.h"

#include <math.h>

#include "properties/checker/property.h"
#include "properties/judgement/certify.h"

enum {
    CROSS_PREC = 256, /* bits at most, for trials that are only compared */
    DOUBTFUL = 256, /* further trials, undecided because of rounding, that are evaluated in balls */
    STEPPED_DOUBTFUL = 16, /* of a law without closed holds */
    UNDONE = 16, /* violations that balls do not confirm, before they look at deeper ones only */
};

void PREC(trial_note)(struct judgement *j, const struct model *model, const struct sample *s)
{
    judgement_say(j, "\n  parameters:");
    for (unsigned i = 0; i < model->n_params; i++)
        judgement_say(j, " %s=%.9g (%a)", model->params[i].name, (double)s->p[i], (double)s->p[i]);
    judgement_say(j, "\n  signal (v, t):");
    for (unsigned i = 0; i < s->n; i++)
        judgement_say(j, " (%.9g, %.9g) (%a, %a)", (double)s->holds[i].v, (double)s->holds[i].h,
                      (double)s->holds[i].v, (double)s->holds[i].h);
}

void PREC(trial_contradict)(struct trial_of *t, enum verdict verdict, const char *what)
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

/* Looks at a trial in balls. Returns false when that ends the judgement. Where balls exclude a
 * violation by numbers the trial says nothing. */
static bool in_balls(struct trial_of *t, const struct sample *s, struct margin m,
                     bool needs_certificate, bool cross_check)
{
    const bool violates = !(m.value >= -m.rounding);
    if (violates && t->n_undone >= UNDONE && m.value > 2 * t->undone) {
        t->j->unfinished += !t->open;
        return true;
    }
    const struct certificate c = PREC(certify)(t->model, t->law, t->claim->property, s, m,
                                               needs_certificate ? TRIAL_PREC : CROSS_PREC);
    t->compared += cross_check;
    t->disputed += cross_check && !c.agrees;
    if (c.violated == ANSWER_YES && m.value >= -m.rounding && c.agrees) {
        t->faint = true; /* certain, but a witness beyond rounding may come */
        return true;
    }
    if (c.violated == ANSWER_YES && violates) {
        t->j->method = METHOD_WITNESS;
        t->j->margin = c.margin;
        trial_refute(t, "violated, certified in ball arithmetic");
    } else if (!c.agrees && (c.violated == ANSWER_YES || !trial_is_by_numbers(t))) {
        trial_leave_open(t, TRIAL_DISAGREES);
        PREC(trial_note)(t->j, t->model, s);
    } else {
        if (violates && c.violated == ANSWER_UNDECIDED && c.agrees && !t->open) {
            t->open = true;
            t->open_at = *s;
        }
        if (violates) {
            t->j->unfinished += !c.agrees; /* by numbers: the trial says nothing */
            t->n_undone++;
            t->undone = r_min(t->undone, m.value);
        }
        return true;
    }
    return false;
}

bool PREC(trial_check)(struct trial_of *t, const struct sample *s, struct margin m,
                       bool cross_check)
{
    const real threshold = is_open(t->claim->property) ? m.rounding : -m.rounding;
    const bool violates = !(m.value >= -m.rounding);
    const unsigned most = trial_is_stepped(t) ? STEPPED_DOUBTFUL : DOUBTFUL;
    const bool needs_certificate = violates || (m.value <= threshold && t->doubtful++ < most);
    if (!needs_certificate && !cross_check)
        return true;
    t->j->margin = (double)m.value;
    if (!isfinite(m.value) || isnan(m.rounding)) {
        if (PREC(evaluate_is_unfinished)(t->model, s->p, s->holds, s->n)) {
            t->j->unfinished++;
            return true;
        }
        trial_leave_open(t, "the model's code gives no number");
        PREC(trial_note)(t->j, t->model, s);
        return false;
    }
    if (!t->law) {
        if (m.value >= -m.rounding)
            return true;
        trial_refute(t, "violated");
        return false;
    }
    return in_balls(t, s, m, needs_certificate, cross_check);
}
