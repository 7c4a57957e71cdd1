/* Turns a candidate's numbers into parameters and a signal of the claim's domain, and back. */
#include "properties/trials/candidate.h"

#include <string.h>

#include "properties/rigorous/excitation.h"
#include "properties/trials/evaluate_property.h"

/* Sorts by falling speed; insertion sort, since the signals are short. */
static void slow_down(struct hold holds[], unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        const struct hold key = holds[i];
        unsigned j = i;
        for (; j > 0 && r_abs(holds[j - 1].v) < r_abs(key.v); j--)
            holds[j] = holds[j - 1];
        holds[j] = key;
    }
}

/* Returns the first state after a hold that starts from `from`, minus the goal. */
static real miss(const struct exact_state *from, struct hold hold, real goal)
{
    struct exact_state w = *from;
    w.mem = from->mem ? &w.memory : NULL;
    exact_state_flow(&w, hold);
    return w.x[0] - goal;
}

/* Completes a cycle: forth, back, and forth again until the first state is where it first turned.
 * Finds the third duration by regula falsi with halved weights (Dowell & Jarratt's Illinois
 * algorithm), to a millionth of the law's length. Returns the number of flows that it took. */
static unsigned close_cycle(const struct model *model, const real p[], struct hold holds[3])
{
    enum { MOST = 60 };
    struct exact_state turned, back;
    const real v = holds[0].v, length = model->length(p);
    exact_state_start(&turned, model, p);
    exact_state_flow(&turned, holds[0]);
    exact_state_start(&back, model, p);
    exact_state_flow(&back, holds[0]);
    exact_state_flow(&back, holds[1]);
    const real goal = turned.x[0];
    real lo = 0, hi = holds[1].h, f_lo = back.x[0] - goal,
         f_hi = miss(&back, (struct hold){ v, hi }, goal);
    unsigned flows = 1;
    while (f_lo * f_hi > 0 && hi * r_abs(v) < 4 * length && flows < MOST) {
        hi = 2 * hi;
        f_hi = miss(&back, (struct hold){ v, hi }, goal);
        flows++;
    }
    holds[2] = (struct hold){ v, hi };
    while (f_lo * f_hi < 0 && flows < MOST) {
        const real h = hi - f_hi * (hi - lo) / (f_hi - f_lo);
        const real f = miss(&back, (struct hold){ v, h }, goal);
        flows++;
        holds[2].h = h;
        if (r_abs(f) <= C(1e-6) * length)
            break;
        if (f * f_hi < 0) {
            lo = hi;
            f_lo = f_hi;
        } else
            f_lo = f_lo / 2;
        hi = h;
        f_hi = f;
    }
    return flows;
}

/* Returns true when events go on as long as the motion does: for a law with memory whose state is
 * the travel. */
static bool eventful(const struct model *model, const real p[])
{
    real bound[MODEL_MAX_STATES] = { 0 };
    if (!model->start || !model->length || !model->bound)
        return false;
    model->bound(p, bound);
    return !isfinite(bound[0]);
}

/* Returns the velocity of a segment in the middle of step i, m/s. */
static double velocity(const struct segment *segment, unsigned i)
{
    const double two_pi = 6.283185307179586, phase = (i + 0.5) / segment->steps;
    if (segment->kind == SEGMENT_RAMP)
        return segment->level[0] + (segment->level[1] - segment->level[0]) * phase;
    if (segment->kind == SEGMENT_WAVE)
        return segment->level[0] + segment->level[1] * sin(two_pi * segment->cycles * phase);
    return segment->level[segment->kind == SEGMENT_PULSES ? i % 2 : 0];
}

/* Returns how long step i of a segment lasts, s. */
static double duration(const struct segment *segment, unsigned i)
{
    const double share = i % 2 == 0 ? segment->share : 1 - segment->share;
    return segment->kind == SEGMENT_PULSES ? 2 * segment->time / segment->steps * share
                                           : segment->time / segment->steps;
}

/* A share of pulses may be 0, which leaves nothing to hold. */
static unsigned expand(const struct candidate *c, struct hold holds[])
{
    unsigned n = 0;
    for (unsigned k = 0; k < c->n; k++)
        for (unsigned i = 0; i < c->segments[k].steps; i++) {
            const real h = (real)duration(&c->segments[k], i);
            if (h > 0)
                holds[n++] = (struct hold){ (real)velocity(&c->segments[k], i), h };
        }
    return n;
}

static real clamped(double value, double lo, double hi)
{
    return r_min(r_max((real)value, (real)lo), (real)hi);
}

double PREC(candidate_speed_limit)(const struct model *model, const struct claim *claim)
{
    return claim->property == RATE_INDEPENDENCE ? model->speed_max / TRIAL_SPEEDUP
                                                : model->speed_max;
}

/* Returns true when the excitation along which columns of a regressor are told apart, whose speeds
 * are multiples of the Stribeck speed, stays within the speeds of the law. */
static bool can_be_excited(const struct model *model, const struct claim *claim, const real p[])
{
    if (claim->property != IDENTIFIABILITY && claim->property != IDENTIFIABLE_RANK)
        return true;
    const double speed = model->stribeck_speed ? (double)model->stribeck_speed(p) : 1;
    return ldexp(speed, EXCITATION_FASTEST) <= model->speed_max;
}

static bool parameters_in_domain(const struct model *model, const struct claim *claim,
                                 const real p[])
{
    return PREC(model_is_valid)(model, p) && (!claim->contains || claim->contains(p)) &&
           can_be_excited(model, claim, p);
}

bool PREC(parameter_range)(const struct model *model, const struct claim *claim, unsigned param,
                           double *lo, double *hi)
{
    *lo = model->params[param].lo;
    *hi = model->params[param].hi;
    if (claim->base == AT_DEFAULTS)
        *lo = *hi = model->params[param].value;
    for (unsigned i = 0; i < claim->n_box; i++)
        if (claim->box[i].param == param) {
            *lo = claim->box[i].lo;
            *hi = claim->box[i].hi;
        }
    return *lo < *hi;
}

bool PREC(candidate_params)(const struct model *model, const struct claim *claim,
                            const struct candidate *c, real p[])
{
    for (unsigned i = 0; i < model->n_params; i++)
        p[i] = clamped(c->p[i], model->params[i].lo, model->params[i].hi);
    for (unsigned i = 0; i < claim->n_box; i++) {
        const struct interval *b = &claim->box[i];
        p[b->param] = clamped(c->p[b->param], b->lo, b->hi);
    }
    return parameters_in_domain(model, claim, p);
}

bool PREC(candidate_sample)(const struct model *model, const struct claim *claim,
                            const struct candidate *c, struct sample *s)
{
    if (!PREC(candidate_params)(model, claim, c, s->p))
        return false;
    s->simulations = 1;
    if (claim->signals == CYCLE_SIGNAL) {
        const double limit = PREC(candidate_speed_limit)(model, claim);
        const real v = clamped(c->segments[0].level[0], -limit, limit);
        s->n = 3;
        s->holds[0] = (struct hold){ v, (real)c->segments[0].time };
        s->holds[1] = (struct hold){ -v, (real)c->segments[1].time };
        s->simulations += close_cycle(model, s->p, s->holds);
        return true;
    }
    s->n = expand(c, s->holds);
    const bool one_way = c->one_way || claim->signals == ONE_WAY_SIGNAL;
    const double limit = PREC(candidate_speed_limit)(model, claim);
    for (unsigned i = 0; i < s->n; i++) {
        if (one_way)
            s->holds[i].v = r_abs(s->holds[i].v);
        s->holds[i].v = clamped((double)s->holds[i].v, -limit, limit);
    }
    if (eventful(model, s->p)) {
        const real farthest = 32 * model->length(s->p);
        for (unsigned i = 0; i < s->n; i++)
            if (r_abs(s->holds[i].v) * s->holds[i].h > farthest)
                s->holds[i].h = farthest / r_abs(s->holds[i].v);
    }
    if (claim->signals == SLOWING_SIGNAL)
        slow_down(s->holds, s->n);
    return true;
}

bool PREC(in_domain)(const struct model *model, const struct claim *claim, const real p[],
                     const struct hold holds[], unsigned n)
{
    if (!parameters_in_domain(model, claim, p))
        return false;
    for (unsigned i = 0; claim->base == AT_DEFAULTS && i < model->n_params; i++) {
        bool free = false;
        for (unsigned k = 0; k < claim->n_box; k++)
            free |= claim->box[k].param == i;
        if (!free && p[i] != (real)model->params[i].value)
            return false;
    }
    for (unsigned k = 0; k < claim->n_box; k++) {
        const struct interval *b = &claim->box[k];
        if (p[b->param] < (real)b->lo || p[b->param] > (real)b->hi)
            return false;
    }
    const double limit = PREC(candidate_speed_limit)(model, claim);
    bool forth = false, back = false;
    for (unsigned i = 0; i < n; i++) {
        if (!(fabs((double)holds[i].v) <= limit))
            return false;
        if (claim->signals == SLOWING_SIGNAL && i > 0 && r_abs(holds[i].v) > r_abs(holds[i - 1].v))
            return false;
        forth |= holds[i].v > 0;
        back |= holds[i].v < 0;
    }
    return claim->signals != ONE_WAY_SIGNAL || !forth || !back;
}

static void add(struct search_variable at[], unsigned *n, double *value, double lo, double hi)
{
    const double wide = 100;
    if (lo < 0 && hi > 0) /* the value keeps its sign */
        at[(*n)++] = (struct search_variable){ value, 0, *value < 0 ? -lo : hi, true };
    else if (lo < hi)
        at[(*n)++] = (struct search_variable){ value, lo, hi, lo >= 0 && hi > wide * lo };
}

static void add_velocity(struct search_variable at[], unsigned *n, double *value, double limit)
{
    const double usual = fmin(CANDIDATE_FASTEST, limit), here = fabs(*value);
    if (*value != 0)
        add(at, n, value, fmin(CANDIDATE_SLOWEST, here), fmax(usual, fmin(here, limit)));
}

/* Returns true when the claim's domain has neighbours of the candidate in which only that parameter
 * differs: a count of elements has none, nor has an exponent that must be 1 or 2. Parameters with a
 * unit always count: one that has no neighbours may be varied together with others. */
static bool varies(const struct model *model, const struct claim *claim, const struct candidate *c,
                   unsigned param)
{
    const double near = 1e-3, here = c->p[param];
    struct candidate moved = *c;
    real p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS];
    bool any = strcmp(model->params[param].unit, "1") != 0;
    PREC(candidate_params)(model, claim, c, p);
    for (int side = -1; side <= 1 && !any; side += 2) {
        moved.p[param] = here + side * near * (here != 0 ? fabs(here) : 1);
        any = PREC(candidate_params)(model, claim, &moved, q) &&
              (q[param] < p[param] || q[param] > p[param]);
    }
    return any;
}

unsigned PREC(candidate_variables)(const struct model *model, const struct claim *claim,
                                   struct candidate *c,
                                   struct search_variable at[CANDIDATE_MAX_VARIABLES])
{
    unsigned n = 0;
    bool boxed[MODEL_MAX_PARAMS] = { false };
    for (unsigned k = 0; k < claim->n_box; k++) {
        const struct interval *b = &claim->box[k];
        boxed[b->param] = true;
        if (varies(model, claim, c, b->param))
            add(at, &n, &c->p[b->param], b->lo, b->hi);
    }
    for (unsigned i = 0; claim->base == ALL_VALID && i < model->n_params; i++)
        if (!boxed[i] && varies(model, claim, c, i))
            add(at, &n, &c->p[i], model->params[i].lo, model->params[i].hi);
    const bool cycle = claim->signals == CYCLE_SIGNAL;
    const double limit = PREC(candidate_speed_limit)(model, claim);
    for (unsigned i = 0; i < (cycle ? 2 : c->n); i++) {
        struct segment *segment = &c->segments[i];
        if (!cycle || i == 0)
            add_velocity(at, &n, &segment->level[0], limit);
        if (segment->kind != SEGMENT_HOLD)
            add_velocity(at, &n, &segment->level[1], limit);
        if (segment->kind == SEGMENT_PULSES)
            add(at, &n, &segment->share, 0, 1);
        const double usual = cycle ? CANDIDATE_SHORTEST : segment->time; /* cycles keep to limits */
        add(at, &n, &segment->time, fmin(CANDIDATE_SHORTEST, usual),
            fmax(CANDIDATE_LONGEST, usual));
    }
    return n;
}
