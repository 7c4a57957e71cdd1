/* Notes where trials look (looked_at.h). */
#include "properties/judgement/looked_at.h"

#include <math.h>

enum { EVERY = 16 };

/* An end counts as met within that share of it. */
static const double NEAR = 1e-6;

static void add_signal(struct looked_at *at, const struct sample *s)
{
    unsigned reversals = 0;
    real last = 0;
    for (unsigned i = 0; i < s->n; i++) {
        const double v = fabs((double)s->holds[i].v), h = (double)s->holds[i].h;
        const bool is_first = at->longest == 0;
        at->shortest = is_first ? h : fmin(at->shortest, h);
        at->longest = fmax(at->longest, h);
        if (v == 0)
            continue;
        at->slowest = at->fastest == 0 ? v : fmin(at->slowest, v);
        at->fastest = fmax(at->fastest, v);
        reversals += (last > 0 && s->holds[i].v < 0) || (last < 0 && s->holds[i].v > 0);
        last = s->holds[i].v;
    }
    at->holds = at->holds > s->n ? at->holds : s->n;
    at->reversals = at->reversals > reversals ? at->reversals : reversals;
}

static void add_parameters(struct looked_at *at, const struct model *model,
                           const struct claim *claim, const struct sample *s)
{
    at->ends = 0;
    for (unsigned i = 0; i < model->n_params && i < 64; i++) {
        double lo, hi;
        if (!PREC(parameter_range)(model, claim, i, &lo, &hi))
            continue;
        const double p = (double)s->p[i];
        at->ends += 2;
        at->low |= (uint64_t)(p - lo <= NEAR * fabs(lo)) << i;
        at->high |= (uint64_t)(hi - p <= NEAR * fabs(hi)) << i;
    }
}

static void add_mode(struct looked_at *at, const struct memory *memory, unsigned n)
{
    const uint64_t hash = memory_mode(memory, n);
    for (unsigned i = 0; i < at->modes; i++)
        if (at->mode[i] == hash)
            return;
    if (at->modes < LOOKED_AT_MODES)
        at->mode[at->modes++] = hash;
}

static void add_modes(struct looked_at *at, const struct model *model, const struct sample *s)
{
    struct exact_state w;
    exact_state_start(&w, model, s->p);
    w.accuracy = HELD_QUICK;
    for (unsigned i = 0; w.mem && i < s->n; i++) {
        exact_state_flow(&w, s->holds[i]);
        add_mode(at, w.mem, model->n_ints);
    }
}

void PREC(looked_at_add)(struct looked_at *at, const struct model *model, const struct claim *claim,
                         const struct sample *s)
{
    add_signal(at, s);
    add_parameters(at, model, claim, s);
    if (model->n_ints > 0 && at->trials % EVERY == 0)
        add_modes(at, model, s);
    at->trials++;
}
