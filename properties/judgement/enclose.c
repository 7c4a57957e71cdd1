/* Draws the stated set of signals and evaluates each in ball arithmetic (enclose.h). */
#include "properties/judgement/enclose.h"

#include <stdio.h>

#include "properties/checker/property.h"
#include "properties/trials/draw.h"
#include "properties/trials/readable.h"
#include "tools/base/decimal.h"

enum {
    DIGITS = 3,          /* of parameters, speeds and times */
    ENCLOSE_PREC = 4096, /* bits at most */
    MOST_UNDECIDED =
        6, /* of a law without closed holds, whose signals then cost most; the others */
           /* count as undecided, too */
};

/* A law's parameters and a signal, in decimals. */
struct stated {
    const struct model *model;
    const struct arb_law *law;
    char p[MODEL_MAX_PARAMS][DECIMAL_TEXT];
    char v[DRAW_MAX_HOLDS][DECIMAL_TEXT], h[DRAW_MAX_HOLDS][DECIMAL_TEXT];
    unsigned n;
};

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct stated *s = numbers;
    (void)x0;
    for (int i = 0; s->law->params[i]; i++) {
        const unsigned k = quantity_index(s->model->params, s->model->n_params, s->law->params[i]);
        if (k < s->model->n_params)
            decimal_ball(p + i, s->p[k], prec);
        else
            arb_indeterminate(p + i);
    }
    for (unsigned i = 0; i < s->n; i++) {
        decimal_ball(v + i, s->v[i], prec);
        decimal_ball(h + i, s->h[i], prec);
    }
}

/* Writes the sample in decimals; a parameter at its default gets the default's own decimals. */
static void state(const struct sample *sample, struct stated *s)
{
    for (unsigned i = 0; i < s->model->n_params; i++) {
        const double value = s->model->params[i].value;
        decimal_of_double(s->p[i], sample->p[i] == (real)value ? value : (double)sample->p[i]);
    }
    for (unsigned i = 0; i < sample->n; i++) {
        decimal_of_double(s->v[i], (double)sample->holds[i].v);
        decimal_of_double(s->h[i], (double)sample->holds[i].h);
    }
    s->n = sample->n;
}

static double rounded(double x) { return x == 0 ? x : readable_rounded(x, DIGITS); }

/* Draws parameters, or takes the defaults if they are wanted and in the domain. */
static bool draw_rounded(const struct model *model, const struct claim *claim, struct rng *rng,
                         bool defaults, struct candidate *c)
{
    real p[MODEL_MAX_PARAMS];
    for (unsigned i = 0; i < model->n_params; i++)
        c->p[i] = model->params[i].value;
    if (defaults && PREC(in_domain)(model, claim, (PREC(model_defaults)(model, p), p), NULL, 0))
        return true;
    if (!PREC(draw_parameters)(model, claim, rng, c))
        return false;
    const struct candidate drawn = *c;
    for (unsigned i = 0; i < model->n_params; i++)
        if (c->p[i] != model->params[i].value)
            c->p[i] = rounded(c->p[i]);
    if (!PREC(candidate_params)(model, claim, c, p))
        *c = drawn;
    return true;
}

/* Draws one signal of the set. Only the last hold of a cycle, which closes it, keeps all its
 * digits. */
static bool draw_stated(const struct model *model, const struct claim *claim, struct rng *rng,
                        bool defaults, struct sample *sample)
{
    struct candidate c;
    if (!draw_rounded(model, claim, rng, defaults, &c))
        return false;
    PREC(draw_segments)(model, claim->signals, rng, &c);
    for (unsigned i = 0; i < c.n; i++) {
        struct segment *segment = &c.segments[i];
        segment->level[0] = rounded(segment->level[0]);
        segment->level[1] = rounded(segment->level[1]);
        segment->time = rounded(segment->time);
    }
    if (!PREC(candidate_sample)(model, claim, &c, sample))
        return false;
    for (unsigned i = 0; claim->signals != CYCLE_SIGNAL && i < sample->n; i++) {
        sample->holds[i].v = (real)rounded((double)sample->holds[i].v);
        sample->holds[i].h = (real)rounded((double)sample->holds[i].h);
    }
    return true;
}

struct enclosure PREC(enclose)(const struct model *model, const struct arb_law *law,
                               const struct claim *claim, uint64_t seed, unsigned signals)
{
    struct stated stated = { .model = model, .law = law };
    struct enclosure e = { .kept = 0 };
    char label[160];
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    snprintf(label, sizeof label, "%s/%s/%s", model->name, property_info[claim->property].name,
             claim->domain);
    for (unsigned i = 0; i < signals && !e.violated; i++) {
        if (e.undecided >= MOST_UNDECIDED && !rigorous_has_closed_holds(law)) {
            e.undecided += signals - i;
            break;
        }
        struct rng rng = rng_keyed(seed, label, 1 + i); /* 0 is for the search */
        enum answer violated = ANSWER_UNDECIDED;
        if (draw_stated(model, claim, &rng, i == 0, &e.against)) {
            state(&e.against, &stated);
            const struct rigorous_case c = {
                .law = law,
                .property = claim->property,
                .n_segments = stated.n,
                .every_hold = true,
                .load = load,
                .numbers = &stated,
            };
            violated = rigorous_violated(&c, ENCLOSE_PREC, functional, margin);
        }
        e.kept += violated == ANSWER_NO;
        e.undecided += violated == ANSWER_UNDECIDED;
        e.violated = violated == ANSWER_YES;
    }
    arb_clear(margin);
    arb_clear(functional);
    return e;
}
