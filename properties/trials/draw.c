/* Draws parameters and signals at random, on the law's own scales. */
#include "properties/trials/draw.h"

#include <string.h>

/* Draws a value of [lo, hi]: an end with probability 1/4, `typical` with 1/4, otherwise
 * anywhere. */
static double draw_value(struct rng *rng, double lo, double hi, double typical)
{
    /* of a range that starts at 0, smallest is relative to hi */
    const double wide = 100, smallest = 1e-9;
    const double ends[] = { hi, -lo };
    switch (rng_below(rng, 8)) {
    case 0:
        return lo;
    case 1:
        return hi;
    case 2:
    case 3:
        return typical;
    default:
        if (lo >= 0 && hi > wide * lo)
            return rng_log_uniform(rng, lo > 0 ? lo : smallest * hi, hi);
        if (lo < 0 && hi > 0) {
            const unsigned side = rng_below(rng, 2);
            const double size = rng_log_uniform(rng, smallest * ends[side], ends[side]);
            return side == 0 ? size : -size;
        }
        return lo + (hi - lo) * rng_uniform(rng);
    }
}

bool PREC(draw_parameters)(const struct model *model, const struct claim *claim, struct rng *rng,
                           struct candidate *c)
{
    real p[MODEL_MAX_PARAMS];
    for (int attempt = 0; attempt < 1000; attempt++) {
        const bool published = rng_below(rng, 3) == 0;
        for (unsigned i = 0; i < model->n_params; i++) {
            const struct quantity *q = &model->params[i];
            c->p[i] = q->value;
            if (claim->base == ALL_VALID && !published)
                c->p[i] = draw_value(rng, q->lo, q->hi, q->value);
        }
        for (unsigned i = 0; i < claim->n_box; i++) {
            const struct interval *b = &claim->box[i];
            c->p[b->param] = draw_value(rng, b->lo, b->hi, b->lo + (b->hi - b->lo) / 2);
        }
        if (PREC(candidate_params)(model, claim, c, p))
            return true;
    }
    return false;
}

/* A law's typical speed and length, m/s and m (0: the law has no such scale), and the largest speed
 * to be drawn. */
struct scales {
    double speed, length, fastest;
};

static struct scales scales_of(const struct model *model, const struct candidate *c)
{
    real p[MODEL_MAX_PARAMS];
    for (unsigned i = 0; i < model->n_params; i++)
        p[i] = (real)c->p[i];
    return (struct scales){
        model->stribeck_speed ? (double)model->stribeck_speed(p) : 0,
        model->length ? (double)model->length(p) : 0,
        fmin(CANDIDATE_FASTEST, model->speed_max),
    };
}

static double within(double x, double lo, double hi) { return fmin(fmax(x, lo), hi); }

static double draw_velocity(struct rng *rng, const struct scales *scales)
{
    const unsigned kind = rng_below(rng, 8);
    double speed;
    if (kind < 4 && scales->speed > 0)
        speed = scales->speed * rng_log_uniform(rng, 1e-3, 1e3);
    else
        speed = rng_log_uniform(rng, kind == 7 ? CANDIDATE_SLOWEST : 1e-9, CANDIDATE_FASTEST);
    speed = within(speed, CANDIDATE_SLOWEST, scales->fastest);
    return rng_below(rng, 2) == 0 ? speed : -speed;
}

static double draw_time(struct rng *rng, const struct scales *scales, double speed)
{
    const unsigned kind = rng_below(rng, 4);
    double time = rng_log_uniform(rng, CANDIDATE_SHORTEST, 100);
    if (speed > 0 && kind == 0)
        time = rng_log_uniform(rng, 1e-9, 0.1) / speed;
    if (speed > 0 && kind == 1 && scales->length > 0)
        time = scales->length * rng_log_uniform(rng, 1e-2, 1e2) / speed;
    return within(time, CANDIDATE_SHORTEST, CANDIDATE_LONGEST);
}

static struct segment draw_segment(struct rng *rng, const struct scales *scales)
{
    struct segment segment = { .kind = SEGMENT_HOLD, .steps = 1 };
    if (rng_below(rng, 8) > 0)
        segment.level[0] = draw_velocity(rng, scales);
    if (rng_below(rng, 4) == 0) {
        segment.kind = rng_below(rng, 2) == 0 ? SEGMENT_RAMP : SEGMENT_WAVE;
        segment.steps = 4u << rng_below(rng, 3);
        segment.cycles = 1 + rng_below(rng, segment.steps / 4);
        segment.level[1] = draw_velocity(rng, scales);
    }
    segment.time = draw_time(rng, scales, fmax(fabs(segment.level[0]), fabs(segment.level[1])));
    return segment;
}

/* Draws a motion forth and back at one speed, by fractions of the law's length. */
static void draw_cycle(const struct model *model, struct rng *rng, struct candidate *c)
{
    const struct scales scales = scales_of(model, c);
    const double v = draw_velocity(rng, &scales);
    const double forth = scales.length / fabs(v) * rng_uniform(rng);
    c->one_way = false;
    c->n = 2;
    c->segments[0] = (struct segment){ SEGMENT_HOLD, { v, 0 }, forth, 1, 0, 0 };
    c->segments[1] = (struct segment){ SEGMENT_HOLD, { -v, 0 }, forth * rng_uniform(rng), 1, 0, 0 };
}

void PREC(draw_segments)(const struct model *model, enum signal_class signals, struct rng *rng,
                         struct candidate *c)
{
    if (signals == CYCLE_SIGNAL) {
        draw_cycle(model, rng, c);
        return;
    }
    c->one_way = rng_below(rng, 2) == 0;
    c->n = 1 + rng_below(rng, 1 + rng_below(rng, CANDIDATE_MAX_SEGMENTS));
    const struct scales scales = scales_of(model, c);
    for (unsigned i = 0; i < c->n; i++)
        c->segments[i] = draw_segment(rng, &scales);
}

/* Makes room before segment i. */
static void insert(struct candidate *c, unsigned i)
{
    memmove(&c->segments[i + 1], &c->segments[i], (c->n - i) * sizeof *c->segments);
    c->n++;
}

void PREC(draw_mutation)(const struct model *model, struct rng *rng, struct candidate *c)
{
    const struct scales scales = scales_of(model, c);
    const unsigned i = rng_below(rng, c->n);
    struct segment *segment = &c->segments[i];
    switch (rng_below(rng, 6)) {
    case 0:
        if (c->n < CANDIDATE_MAX_SEGMENTS)
            insert(c, i);
        *segment = draw_segment(rng, &scales);
        break;
    case 1:
        if (c->n > 1) {
            memmove(segment, segment + 1, (c->n - i - 1) * sizeof *segment);
            c->n--;
        }
        break;
    case 2:
        if (c->n < CANDIDATE_MAX_SEGMENTS)
            insert(c, i);
        break;
    case 3:
        segment->level[0] = -segment->level[0];
        segment->level[1] = -segment->level[1];
        break;
    case 4: {
        struct segment *other = &c->segments[(i + 1) % c->n];
        const struct segment kept = *segment;
        *segment = *other;
        *other = kept;
        break;
    }
    default:
        *segment = draw_segment(rng, &scales);
    }
}

bool PREC(draw_params)(const struct model *model, const struct claim *claim, struct rng *rng,
                       real p[])
{
    struct candidate c;
    return PREC(draw_parameters)(model, claim, rng, &c) &&
           PREC(candidate_params)(model, claim, &c, p);
}

unsigned PREC(sample_signal)(const struct model *model, const real p[], enum signal_class signals,
                             struct rng *rng, struct hold holds[DRAW_MAX_HOLDS])
{
    const struct claim anywhere = { .base = ALL_VALID, .signals = signals };
    struct candidate c;
    struct sample sample = { .n = 0 };
    for (unsigned i = 0; i < model->n_params; i++)
        c.p[i] = (double)p[i];
    PREC(draw_segments)(model, signals, rng, &c);
    PREC(candidate_sample)(model, &anywhere, &c, &sample);
    memcpy(holds, sample.holds, sample.n * sizeof *holds);
    return sample.n;
}
