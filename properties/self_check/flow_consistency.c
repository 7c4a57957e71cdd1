/* Integrates a law's own rates and force along its own flow:
 *
 *     x(h) - x(0) = int rate(x(t)) dt,   work = int force(x(t)) dt,   x(t) = flow over t
 *
 * by Lobatto's rule with six nodes. Two nodes are the ends, so that a kink next to an end shows,
 * too. The rule over two halves must agree with the rule over three thirds. A hold is halved where
 * they disagree, where the memory changes, or where a state at its first rate would go many times
 * as far as it does. */
#include "properties/self_check/flow_consistency.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "properties/self_check/near.h"

enum { NODES = 6, HALVINGS = 200 };

static const double node[NODES] = {
    0, 0.11747233803526763, 0.35738424175967745, 0.64261575824032255, 0.88252766196473237, 1
};
static const double weight[NODES] = {
    1.0 / 30, 0.18923747814892349, 0.27742918851774318, 0.27742918851774318, 0.18923747814892349,
    1.0 / 30
};

/* A law along a hold that starts at a sample point. */
struct motion {
    const struct model *model;
    const struct model_sample *from;
};

/* Integrals over the hold, and the integrals of the magnitudes of their terms. */
struct integrals {
    double x[MODEL_MAX_STATES], work;
    double x_terms[MODEL_MAX_STATES], work_terms;
};

/* Computes states and memory after t seconds. */
static void move(const struct motion *m, real t, real x[], struct memory *mem)
{
    const struct model_sample *pt = m->from;
    memcpy(x, pt->x, sizeof pt->x);
    if (pt->mem)
        *mem = *pt->mem;
    if (m->model->n_states > 0)
        m->model->flow(pt->p, pt->mem ? mem : NULL, pt->v, pt->s, t, x);
}

/* Adds w times the magnitudes of the rates at x. */
static void add_terms(struct integrals *sum, const struct motion *m, const struct memory *mem,
                      const real x[], double w)
{
    real dx[MODEL_MAX_STATES];
    m->model->rate(m->from->p, mem, m->from->v, m->from->s, x, dx);
    for (unsigned i = 0; i < m->model->n_states; i++)
        sum->x_terms[i] += w * fabs((double)dx[i]);
}

/* Adds the rate and force at one node. The magnitudes of the terms of a rate show in the rates at
 * zero state, at the opposite state and, where states cancel each other, with one of them turned.
 */
static void add_node(struct integrals *sum, const struct motion *m, double t, double w)
{
    const struct model *model = m->model;
    const struct model_sample *pt = m->from;
    real x[MODEL_MAX_STATES], turned[MODEL_MAX_STATES], none[MODEL_MAX_STATES] = { 0 };
    real dx[MODEL_MAX_STATES];
    struct memory memory = { .seed = 0 };
    const struct memory *mem = pt->mem ? &memory : NULL;
    move(m, (real)t, x, &memory);
    model->rate(pt->p, mem, pt->v, pt->s, x, dx);
    for (unsigned i = 0; i < model->n_states; i++) {
        sum->x[i] += w * (double)dx[i];
        sum->x_terms[i] += w * fabs((double)dx[i]);
        turned[i] = -x[i];
    }
    add_terms(sum, m, mem, none, w);
    add_terms(sum, m, mem, turned, w);
    memcpy(turned, x, sizeof turned);
    for (unsigned i = 0; i < model->n_states && model->n_states > 1; i++) {
        turned[i] = -x[i];
        add_terms(sum, m, mem, turned, w);
        turned[i] = x[i];
    }
    const double F = (double)model->force(pt->p, mem, pt->v, pt->s, x);
    sum->work += w * F;
    sum->work_terms += w * fabs(F);
}

/* Returns how far from the origin the hold begins, m: states without a bound are travels. */
static double travelled(const struct motion *m)
{
    real bound[MODEL_MAX_STATES] = { 0 };
    double travel = 0;
    if (m->model->bound)
        m->model->bound(m->from->p, bound);
    for (unsigned i = 0; i < m->model->n_states; i++)
        travel += isfinite(bound[i]) ? 0 : fabs((double)m->from->x[i]);
    return travel;
}

/* Returns the scale of the work in h: the largest force times the sum of h and the time to travel
 * the distance from the origin, since the length of the hold is a difference of travels. */
static double work_scale(const struct motion *m, double h)
{
    const struct model_sample *pt = m->from;
    const double speed = fabs((double)pt->v), before = travelled(m);
    const double length = m->model->length ? (double)m->model->length(pt->p) : 0;
    if (!m->model->force_scale)
        return 0;
    return (h + before / speed) *
           (double)m->model->force_scale(pt->p, pt->v, (real)(before + speed * h + length));
}

static struct integrals integrate(const struct motion *m, double h, int panels)
{
    const struct model *model = m->model;
    const struct model_sample *pt = m->from;
    struct integrals sum = { .work = 0 };
    for (int k = 0; k < panels; k++)
        for (int i = 0; i < NODES; i++)
            add_node(&sum, m, h * (k + node[i]) / panels, h * weight[i] / panels);
    sum.work_terms += work_scale(m, h);
    for (unsigned i = 0; i < model->n_states; i++)
        sum.x_terms[i] += fabs((double)pt->x[i]);
    return sum;
}

/* Nodes and result both have the rounding error of a sample's neighbourhood: hence the factor 2. */
static bool near(double a, double b, double terms)
{
    return fabs(a - b) <= 2 * NEIGHBOURHOOD * terms + (double)R_MIN;
}

/* Half of the terms leaves room for an error that both rules share. */
static bool agree(const struct motion *m, const struct integrals *a, const struct integrals *b)
{
    bool all = near(a->work, b->work, b->work_terms / 2);
    for (unsigned i = 0; i < m->model->n_states; i++)
        all = all && near(a->x[i], b->x[i], b->x_terms[i] / 2);
    return all;
}

/* Returns true when the memory is unchanged; states may jump when it changes. */
static bool is_remembered(const struct motion *m, const struct memory *mem)
{
    const struct memory *before = m->from->mem;
    bool same = true;
    for (unsigned i = 0; before && i < m->model->n_ints; i++)
        same = same && mem->ints[i] == before->ints[i];
    for (unsigned i = 0; before && i < m->model->n_reals; i++)
        same = same && !(mem->reals[i] < before->reals[i] || mem->reals[i] > before->reals[i]);
    return same;
}

/* Returns true when the hold is so long that every node would lie where the states have settled. */
static bool is_long(const struct motion *m, double h, const real x[])
{
    struct integrals first = { .work = 0 };
    add_node(&first, m, 0, h);
    bool any = false;
    for (unsigned i = 0; i < m->model->n_states; i++)
        any = any || first.x_terms[i] > 8 * (fabs((double)m->from->x[i]) + fabs((double)x[i]));
    return any;
}

static void say(char text[FLOW_CONSISTENCY_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(char text[FLOW_CONSISTENCY_TEXT], const char *format, ...)
{
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, FLOW_CONSISTENCY_TEXT - n, format, args);
    va_end(args);
}

static void locate(const struct motion *m, double h, char text[FLOW_CONSISTENCY_TEXT])
{
    const struct model *model = m->model;
    const struct model_sample *pt = m->from;
    say(text, "; at v = %.9g m/s", (double)pt->v);
    if (h > 0)
        say(text, " for %.9g s", h);
    for (unsigned i = 0; i < model->n_params; i++)
        if ((double)pt->p[i] < model->params[i].value || (double)pt->p[i] > model->params[i].value)
            say(text, ", %s = %.9g", model->params[i].name, (double)pt->p[i]);
}

/* Halves the hold until its integrals are known. Returns false when they never are. */
static bool find_hold(const struct motion *m, double *h, real x[], struct integrals *best)
{
    struct memory memory = { .seed = 0 };
    *h = (double)m->from->h;
    for (int halvings = 0; halvings < HALVINGS; halvings++) {
        *h /= 2;
        move(m, (real)*h, x, &memory);
        if (is_long(m, *h, x) || !is_remembered(m, &memory))
            continue;
        const struct integrals once = integrate(m, *h, 1), twice = integrate(m, *h, 2);
        *best = integrate(m, *h, 3);
        if (agree(m, &once, &twice) && agree(m, &twice, best))
            return true;
    }
    return false;
}

static bool is_finite(const struct motion *m)
{
    const struct model_sample *pt = m->from;
    real dx[MODEL_MAX_STATES] = { 0 };
    m->model->rate(pt->p, pt->mem, pt->v, pt->s, pt->x, dx);
    bool is = isfinite(m->model->force(pt->p, pt->mem, pt->v, pt->s, pt->x));
    for (unsigned i = 0; i < m->model->n_states; i++)
        is = is && isfinite(dx[i]);
    return is;
}

enum solved PREC(flow_consistent_at)(const struct model *model, const struct model_sample *pt,
                                     char text[FLOW_CONSISTENCY_TEXT])
{
    const struct motion m = { model, pt };
    struct integrals best = { .work = 0 };
    real x[MODEL_MAX_STATES];
    double h;
    text[0] = '\0';
    if (!find_hold(&m, &h, x, &best)) {
        say(text, "%s",
            is_finite(&m) ? "rate() and force() are smooth along flow() for no time"
                          : "rate() or force() is infinite or not a number");
        locate(&m, 0, text);
        return NOT_SEEN;
    }
    for (unsigned i = 0; i < model->n_states; i++) {
        const double end = (double)pt->x[i] + best.x[i];
        if (near((double)x[i], end, best.x_terms[i]))
            continue;
        say(text, "flow() takes %s from %.15g to %.15g, its rate() to %.15g", model->states[i].name,
            (double)pt->x[i], (double)x[i], end);
        locate(&m, h, text);
        return NOT_SOLVED;
    }
    const double work =
        model->work ? (double)model->work(pt->p, pt->mem, pt->v, pt->s, (real)h, pt->x) : 0;
    if (model->work && !near(work, best.work, best.work_terms)) {
        say(text, "work() is %.15g, the integral of force() %.15g", work, best.work);
        locate(&m, h, text);
        return NOT_SOLVED;
    }
    return SOLVED;
}

/* Counts the sample points at which something differs; text says what differs at the first. */
struct failures {
    unsigned n, forth;
    char first[FLOW_CONSISTENCY_TEXT];
};

static void add_failure(struct failures *f, const struct model_sample *pt, const char *text)
{
    if (f->n++ == 0)
        snprintf(f->first, sizeof f->first, "%s", text);
    f->forth += pt->v > 0;
}

bool PREC(solves)(const struct model *model, uint64_t seed, char text[FLOW_CONSISTENCY_TEXT])
{
    struct failures wrong = { 0 }, unseen = { 0 };
    const uint64_t begin = seed << 32;
    text[0] = '\0';
    for (uint64_t i = begin; i < begin + FLOW_CONSISTENCY_POINTS && model->flow; i++) {
        struct model_sample pt;
        if (!PREC(model_sample_draw)(model, i, &pt)) {
            say(text, "no valid parameters were found");
            return false;
        }
        if (model->start && i % 2)
            PREC(model_sample_walk)(model, i, &pt);
        const enum solved solved = PREC(flow_consistent_at)(model, &pt, text);
        if (solved != SOLVED)
            add_failure(solved == NOT_SOLVED ? &wrong : &unseen, &pt, text);
    }
    text[0] = '\0';
    if (wrong.n == 0 && unseen.n <= FLOW_CONSISTENCY_POINTS / 20)
        return true;
    const struct failures *f = wrong.n > 0 ? &wrong : &unseen;
    say(text, "at %u of %d points%s %s", f->n, FLOW_CONSISTENCY_POINTS,
        f->forth == 0      ? ", all with v < 0,"
        : f->forth == f->n ? ", all with v > 0,"
                           : "",
        f->first);
    return false;
}
