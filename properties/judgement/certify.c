/* Passes a sample to the rigorous evaluation, and a counterexample to the checker (certify.h). */
#include "properties/judgement/certify.h"

#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness_text.h"

enum { WITNESS_PREC = 4096 /* bits at most, to confirm a witness */ };

struct numbers {
    const struct model *model;
    const struct arb_law *law;
    const struct sample *sample;
};

/* The model's index of the law's parameter i. */
static unsigned param_index(const struct model *model, const struct arb_law *law, int i)
{
    return quantity_index(model->params, model->n_params, law->params[i]);
}

/* Numbers in working precision are exact balls. */
static void load(const void *context, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct numbers *n = context;
    (void)prec, (void)x0;
    for (int i = 0; n->law->params[i]; i++) {
        const unsigned k = param_index(n->model, n->law, i);
        if (k < n->model->n_params)
            arb_set_d(p + i, (double)n->sample->p[k]);
        else
            arb_indeterminate(p + i);
    }
    for (unsigned i = 0; i < n->sample->n; i++) {
        arb_set_d(v + i, (double)n->sample->holds[i].v);
        arb_set_d(h + i, (double)n->sample->holds[i].h);
    }
}

static double lower_end(const arb_t margin)
{
    if (!arb_is_finite(margin))
        return NAN;
    if (possibly(ball_is_zero(margin)))
        return 0;
    arf_t lower;
    arf_init(lower);
    arb_get_lbound_arf(lower, margin, 53);
    const double value = arf_get_d(lower, ARF_RND_FLOOR);
    arf_clear(lower);
    return value;
}

struct certificate PREC(certify)(const struct model *model, const struct arb_law *law,
                                 enum property property, const struct sample *sample,
                                 struct margin m, slong max_prec)
{
    const struct numbers numbers = { model, law, sample };
    const struct rigorous_case c = {
        .law = law,
        .property = property,
        .n_segments = sample->n,
        .load = load,
        .numbers = &numbers,
    };
    struct certificate certificate;
    arb_t functional, margin, difference;
    arb_init(functional);
    arb_init(margin);
    arb_init(difference);
    certificate.violated = rigorous_violated(&c, max_prec, functional, margin);
    certificate.margin = lower_end(margin);
    arb_set_d(difference, (double)m.value);
    arb_sub(difference, difference, margin, 64);
    arb_abs(difference, difference);
    arb_set_d(functional, (double)m.rounding);
    certificate.agrees = possibly(ball_at_most(difference, functional)) && isfinite(m.value);
    arb_clear(difference);
    arb_clear(margin);
    arb_clear(functional);
    return certificate;
}

char *PREC(witness_of)(const struct model *model, const struct arb_law *law, enum property property,
                       const struct counterexample *c, bool *confirmed)
{
    double p[ARB_LAW_MAX] = { 0 };
    for (int i = 0; law->params[i]; i++) {
        const unsigned k = param_index(model, law, i);
        p[i] = k < model->n_params ? c->p[k] : (double)NAN;
    }
    char *text = witness_text(law, p, property, c->v, c->h, c->n);
    struct witness w;
    struct file_error error;
    *confirmed = false;
    if (text && witness_parse_by(law, text, strlen(text), &w, &error)) {
        *confirmed = witness_check(&w, WITNESS_PREC, NULL).confirmed == ANSWER_YES;
        witness_free(&w);
    }
    return text;
}

bool PREC(witness_sample)(const struct witness *w, const struct model *model, struct sample *s)
{
    if (strcmp(w->law->name, model->name) != 0 || w->n_segments > DRAW_MAX_HOLDS || w->segments)
        return false;
    for (unsigned i = 0; i < model->n_params; i++) {
        const int index = arb_law_index(w->law->params, model->params[i].name);
        s->p[i] = index < 0 ? (real)NAN : (real)strtod(w->param[index], NULL);
    }
    for (unsigned i = 0; i < w->n_segments; i++)
        s->holds[i] = (struct hold){ (real)strtod(w->v[i], NULL), (real)strtod(w->h[i], NULL) };
    s->n = w->n_segments;
    return true;
}
