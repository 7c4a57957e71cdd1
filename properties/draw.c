/* See the header. */
#include "properties/draw.h"

struct rng PREC(rng_keyed)(uint64_t seed, const char *label, uint64_t index)
{
    struct rng rng = { seed };
    for (const char *c = label; *c; c++)
        rng.state = rng_next(&rng) ^ (unsigned char)*c;
    rng.state = rng_next(&rng) ^ index;
    rng.state = rng_next(&rng);
    return rng;
}

static double log_uniform(struct rng *rng, double lo, double hi)
{
    return lo * exp2(log2(hi / lo) * rng_uniform(rng));
}

/* A value of [lo, hi]: an end with 1/4, `typical` with 1/4, otherwise anywhere. */
static double draw_value(struct rng *rng, double lo, double hi, double typical)
{
    const double wide = 100, smallest = 1e-9; /* of a range that starts at 0, relative to hi */
    switch (rng_next(rng) % 8) {
    case 0:
        return lo;
    case 1:
        return hi;
    case 2:
    case 3:
        return typical;
    default:
        if (lo >= 0 && hi > wide * lo)
            return log_uniform(rng, lo > 0 ? lo : smallest * hi, hi);
        return lo + (hi - lo) * rng_uniform(rng);
    }
}

static real clamped(double value, double lo, double hi)
{
    return r_min(r_max((real)value, (real)lo), (real)hi);
}

bool PREC(draw_params)(const struct model *model, const struct claim *claim, struct rng *rng,
                       real p[])
{
    for (int attempt = 0; attempt < 1000; attempt++) {
        for (unsigned i = 0; i < model->n_params; i++) {
            const struct quantity *q = &model->params[i];
            p[i] = (real)q->value;
            if (claim->base == ALL_VALID)
                p[i] = clamped(draw_value(rng, q->lo, q->hi, q->value), q->lo, q->hi);
        }
        for (unsigned i = 0; i < claim->n_box; i++) {
            const struct interval *b = &claim->box[i];
            const double middle = b->lo + (b->hi - b->lo) / 2;
            p[b->param] = clamped(draw_value(rng, b->lo, b->hi, middle), b->lo, b->hi);
        }
        unsigned param;
        const char *constraint;
        if (PREC(model_valid)(model, p, &param, &constraint) &&
            (!claim->contains || claim->contains(p)))
            return true;
    }
    return false;
}

static struct hold draw_hold(struct rng *rng)
{
    const double decades_9 = 29.897352853986263; /* log2(1e9) */
    const uint64_t bits = rng_next(rng);
    const double speed = bits % 8 == 0 ? 0 : exp2(-decades_9 * rng_uniform(rng));
    const double u = rng_uniform(rng);
    double h;
    if (speed > 0 && bits / 8 % 2 == 0)
        h = fmin(0.1 * exp2(-decades_9 * 8 / 9 * u) / speed, 1000);
    else
        h = 100 * exp2(-decades_9 * 8 / 9 * u);
    return (struct hold){ (real)(bits / 16 % 2 == 0 ? speed : -speed), (real)h };
}

/* Insertion sort by falling speed: the signals are short. */
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

/* Shortens a hold to at most that distance. */
static struct hold shortened(struct hold hold, real distance)
{
    if (r_abs(hold.v) * hold.h > distance)
        hold.h = distance / r_abs(hold.v);
    return hold;
}

/* Forth, back, and forth again until the first state is where it first turned, found by
 * bisection along the exact flow. Distances are fractions of the law's length. */
static void draw_cycle(const struct model *model, const real p[], struct rng *rng,
                       struct hold holds[3])
{
    const real v = (real)exp2(-30 * rng_uniform(rng)) * (rng_next(rng) % 2 ? 1 : -1);
    const real length = model->length(p);
    const real forth = length * (real)rng_uniform(rng);
    holds[0] = (struct hold){ v, forth / r_abs(v) };
    holds[1] = (struct hold){ -v, holds[0].h * (real)rng_uniform(rng) };
    struct walk turned, back;
    walk_start(&turned, model, p);
    walk_flow(&turned, holds[0]);
    walk_start(&back, model, p);
    walk_flow(&back, holds[0]);
    walk_flow(&back, holds[1]);
    real lo = 0, hi = 4 * length / r_abs(v);
    for (int i = 0; i < 60; i++) {
        const real middle = lo + (hi - lo) / 2;
        struct walk w = back;
        w.mem = back.mem ? &w.memory : NULL;
        walk_flow(&w, (struct hold){ v, middle });
        if ((v > 0) == (w.x[0] < turned.x[0]))
            lo = middle;
        else
            hi = middle;
    }
    holds[2] = (struct hold){ v, hi };
}

/* Whether events go on for as long as the motion does: a law with memory whose state is the
 * travel. */
static bool eventful(const struct model *model, const real p[])
{
    real bound[MODEL_MAX_STATES] = { 0 };
    if (!model->start || !model->length || !model->bound)
        return false;
    model->bound(p, bound);
    return !isfinite(bound[0]);
}

void PREC(draw_holds)(const struct model *model, const real p[], enum signal_class signals,
                      struct rng *rng, struct hold holds[], unsigned n)
{
    const bool many_events = eventful(model, p);
    for (unsigned i = 0; i < n; i++) {
        holds[i] = draw_hold(rng);
        if (many_events)
            holds[i] = shortened(holds[i], 32 * model->length(p));
    }
    if (signals == SLOWING_SIGNAL)
        slow_down(holds, n);
    for (unsigned i = 0; signals == ONE_WAY_SIGNAL && i < n; i++)
        holds[i].v = r_abs(holds[i].v);
}

unsigned PREC(draw_signal)(const struct model *model, const real p[], enum signal_class signals,
                           struct rng *rng, struct hold holds[DRAW_MAX_HOLDS])
{
    if (signals == CYCLE_SIGNAL) {
        draw_cycle(model, p, rng, holds);
        return 3;
    }
    const unsigned n = 1 + (unsigned)(rng_next(rng) % DRAW_MAX_HOLDS);
    PREC(draw_holds)(model, p, signals, rng, holds, n);
    return n;
}
