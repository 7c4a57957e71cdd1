/* Judges claims by stored witnesses (judge_trial.h). */
#include <stdlib.h>
#include <string.h>

#include "properties/judgement/certify.h"
#include "properties/judgement/judge_trial.h"
#include "properties/stored.h"

enum { WITNESS_PREC = 4096 /* bits at most, for a stored witness */ };

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
        trial_leave_open(t, "the stored witness is outside the claim's domain");
    else if (on.confirmed != ANSWER_YES)
        trial_leave_open(t, on.reason);
    else if (!c.agrees || m.value >= -m.rounding)
        trial_leave_open(t, "the model's code does not show the violation that its ball model has");
    else {
        j->verdict = VERDICT_REFUTED;
        j->as_declared = true;
        return;
    }
    PREC(trial_note)(j, t->model, &s);
}

void PREC(trial_confront)(struct trial_of *t)
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

bool PREC(trial_check_stored)(struct trial_of *t)
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
            survived = PREC(trial_check)(t, &sample, m, true);
            if (t->faint)
                t->found_sample = sample;
            if (!survived)
                judgement_say(t->j, "\n  stored as properties/witnesses/%s", s->name);
        }
        witness_free(&w);
    }
    return survived;
}
