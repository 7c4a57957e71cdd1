/* Draws ways, speeds and times that fit a law (probe.h). */
#include "properties/search/probe.h"

#include <math.h>
#include <string.h>

/* Of the times of holds, s. */
static const double SHORTEST = 1e-18, LONGEST = 1e18;

static double within(double x, double lo, double hi) { return fmin(fmax(x, lo), hi); }

double PREC(probe_speed)(const struct probe *probe)
{
    struct rng *rng = probe->rng;
    const struct probe_finds *finds = probe->finds;
    const double fastest = probe->fastest;
    double speed;
    switch (rng_below(rng, 8)) {
    case 0:
        return 0;
    case 1:
        speed = rng_below(rng, 2) == 0 ? fastest : rng_log_uniform(rng, 1e-3 * fastest, fastest);
        break;
    case 2:
        speed = rng_log_uniform(rng, PROBE_SLOWEST, fastest);
        break;
    case 3:
        speed = rng_log_uniform(rng, 1e-6, 10);
        if (probe->model->stribeck_speed)
            speed =
                (double)probe->model->stribeck_speed(probe->p) * rng_log_uniform(rng, 1e-3, 1e3);
        break;
    default:
        speed = rng_log_uniform(rng, 1e-6, 10);
        if (finds->n_v > 0) {
            speed = finds->v[rng_below(rng, finds->n_v)];
            return rng_below(rng, 4) == 0 ? -speed : speed;
        }
    }
    speed = within(speed, PROBE_SLOWEST, fastest);
    return rng_below(rng, 2) == 0 ? speed : -speed;
}

/* Returns how far a hold goes at most, m: events on the way, of a law with memory, take time. */
static double farthest(const struct probe *probe)
{
    const double lengths = 4;
    const struct model *model = probe->model;
    return model->start && model->length ? lengths * (double)model->length(probe->p)
                                         : (double)INFINITY;
}

/* Fills how fast each state changes by itself, 1/s; 0 where that is not known. */
static void rates_of_change(const struct probe *probe, const struct exact_state *at, double v,
                            double rates[MODEL_MAX_STATES])
{
    const struct model *model = probe->model;
    const unsigned n = model->n_states;
    real steady[MODEL_MAX_STATES], rate[MODEL_MAX_STATES] = { 0 };
    struct jacobian jac;
    if (n > 0 && model->relaxation)
        model->relaxation(probe->p, (real)v, r_sign((real)v), steady, rate);
    else if (n > 0 && model->jacobian)
        model->jacobian(probe->p, at->mem, (real)v, r_sign((real)v), at->x, &jac);
    for (unsigned i = 0; i < n; i++)
        rates[i] = fabs((double)(model->relaxation ? rate[i]
                                 : model->jacobian ? jac.rate_x[i * n + i]
                                                   : 0));
}

/* Returns how fast one of the states changes, at random which, 1/s; 0 where that is not known. */
static double rate_of_change(const struct probe *probe, const struct exact_state *at, double v)
{
    double rates[MODEL_MAX_STATES];
    rates_of_change(probe, at, v, rates);
    return probe->model->n_states > 0 ? rates[rng_below(probe->rng, probe->model->n_states)] : 0;
}

double PREC(probe_time)(const struct probe *probe, const struct exact_state *at, double v)
{
    struct rng *rng = probe->rng;
    const unsigned kind = rng_below(rng, 4);
    const double rate = rate_of_change(probe, at, v);
    const double length = probe->model->length ? (double)probe->model->length(probe->p) : 0;
    double time = rng_log_uniform(rng, CANDIDATE_SHORTEST, CANDIDATE_LONGEST);
    if (rate > 0 && kind < 2)
        time = rng_log_uniform(rng, 0.1, 30) / rate;
    else if (rate > 0 && kind == 2)
        time = rng_log_uniform(rng, 1e-6, 1) / rate;
    else if (length > 0 && v != 0 && rng_below(rng, 2) == 0)
        time = length * rng_log_uniform(rng, 1e-4, 30) / fabs(v);
    if (v != 0)
        time = fmin(time, farthest(probe) / fabs(v));
    return within(time, SHORTEST, LONGEST);
}

struct speed_line PREC(probe_line)(const struct probe *probe)
{
    struct rng *rng = probe->rng;
    const struct model *model = probe->model;
    const double usual = fmin(10, probe->fastest), shift = rng_log_uniform(rng, 0.5, 1);
    struct speed_line line = { 1e-4 * shift, usual * shift, rng_below(rng, 3) == 0 ? -1 : 1,
                               rng_below(rng, 2 * (1 + model->n_states)) };
    switch (rng_below(rng, 8)) {
    case 0:
        line.lo = PROBE_SLOWEST * shift;
        line.hi = probe->fastest;
        break;
    case 1:
        if (model->stribeck_speed) {
            line.lo = 1e-2 * shift * (double)model->stribeck_speed(probe->p);
            line.hi = 1e4 * line.lo;
        }
        break;
    case 2: {
        line.lo = rng_log_uniform(rng, 1e-6, probe->fastest / 10);
        line.hi = 10 * line.lo;
        break;
    }
    case 3:
        line.hi = probe->fastest;
        break;
    default:
        break;
    }
    line.hi = fmin(line.hi, probe->fastest);
    line.lo = fmin(line.lo, line.hi / 2);
    return line;
}

void PREC(probe_hold)(struct candidate *way, double v, double time)
{
    way->segments[way->n++] =
        (struct segment){ .kind = SEGMENT_HOLD, .level = { v }, .time = time, .steps = 1 };
}

/* Appends a hold, for a time that fits where the law begins. */
static void add_hold(const struct probe *probe, struct candidate *way)
{
    struct exact_state start;
    exact_state_start(&start, probe->model, probe->p);
    const double v = PREC(probe_speed)(probe);
    PREC(probe_hold)(way, v, PREC(probe_time)(probe, &start, v));
}

/* Appends a slow motion, or a rest, that lasts until the slowest of the states has settled. */
static void add_charge(const struct probe *probe, struct candidate *way)
{
    struct rng *rng = probe->rng;
    struct exact_state start;
    double rates[MODEL_MAX_STATES], slowest = (double)INFINITY, v = PREC(probe_speed)(probe);
    exact_state_start(&start, probe->model, probe->p);
    if (v != 0)
        v = copysign(rng_log_uniform(rng, 1e-15, 1e-4), v);
    rates_of_change(probe, &start, v, rates);
    for (unsigned i = 0; i < probe->model->n_states; i++)
        if (rates[i] > 0)
            slowest = fmin(slowest, rates[i]);
    double time = isfinite(slowest) ? rng_log_uniform(rng, 1, 40) / slowest : 1;
    if (v != 0)
        time = fmin(time, farthest(probe) / fabs(v));
    PREC(probe_hold)(way, v, within(time, SHORTEST, LONGEST));
}

void PREC(probe_charge_and_burst)(const struct probe *probe, struct candidate *way)
{
    struct rng *rng = probe->rng;
    struct exact_state start;
    double rates[MODEL_MAX_STATES], fastest = 0, v = probe->fastest;
    exact_state_start(&start, probe->model, probe->p);
    add_charge(probe, way);
    if (rng_below(rng, 2) == 0)
        v *= rng_log_uniform(rng, 1e-6, 1);
    const double before = way->segments[way->n - 1].level[0];
    v = copysign(v, rng_below(rng, 4) == 0 ? -before : before);
    rates_of_change(probe, &start, v, rates);
    for (unsigned i = 0; i < probe->model->n_states; i++)
        fastest = fmax(fastest, rates[i]);
    const double time = fastest > 0 ? rng_log_uniform(rng, 1e-6, 1) / fastest
                                    : rng_log_uniform(rng, CANDIDATE_SHORTEST, 1);
    PREC(probe_hold)(way, v, within(time, SHORTEST, LONGEST));
}

/* Appends a vibration about a velocity, as pulses, all cycles alike, or in segments that grow or
 * shrink: 2, 4, 8 ... cycles. */
static void add_loops(const struct probe *probe, struct candidate *way)
{
    struct rng *rng = probe->rng;
    struct exact_state start;
    exact_state_start(&start, probe->model, probe->p);
    const double mean = rng_below(rng, 2) == 0 ? PREC(probe_speed)(probe) : 0;
    double v = PREC(probe_speed)(probe);
    double time = PREC(probe_time)(probe, &start, v);
    const double growth = rng_below(rng, 2) == 0 ? 1 : rng_log_uniform(rng, 0.25, 4);
    const unsigned room = CANDIDATE_MAX_SEGMENTS - 1 - way->n;
    const unsigned segments = 1 + rng_below(rng, room);
    const unsigned cycles = 1u << rng_below(rng, 4);
    if (isfinite(farthest(probe)))
        time /= cycles * segments;
    for (unsigned k = 0; k < segments; k++) {
        way->segments[way->n++] = (struct segment){ .kind = SEGMENT_PULSES,
                                                    .level = { mean + v, mean - v },
                                                    .time = 2 * cycles * time,
                                                    .steps = 2 * cycles,
                                                    .share = 0.5 };
        v *= growth;
    }
}

void PREC(probe_way)(const struct probe *probe, struct candidate *way)
{
    struct rng *rng = probe->rng;
    const struct probe_finds *finds = probe->finds;
    const unsigned kind = rng_below(rng, 8);
    way->n = 0;
    way->one_way = rng_below(rng, 4) == 0;
    if (kind == 0)
        return;
    if (kind < 4 && finds->n_ways > 0) {
        const struct candidate *found = &finds->way[rng_below(rng, finds->n_ways)];
        memcpy(way->segments, found->segments, found->n * sizeof *found->segments);
        way->n = found->n;
        way->one_way = found->one_way;
        if (rng_below(rng, 2) == 0 && way->n + 1 < CANDIDATE_MAX_SEGMENTS)
            add_hold(probe, way);
        return;
    }
    if (kind == 7)
        add_loops(probe, way);
    else if (kind == 6)
        add_charge(probe, way);
    else
        for (unsigned holds = 1 + rng_below(rng, 3); holds > 0; holds--)
            add_hold(probe, way);
}

bool PREC(probe_go)(const struct probe *probe, const struct claim *claim,
                    const struct candidate *way, struct exact_state *at)
{
    struct sample sample;
    exact_state_start(at, probe->model, probe->p);
    at->accuracy = HELD_QUICK;
    if (way->n == 0)
        return true;
    if (!PREC(candidate_sample)(probe->model, claim, way, &sample))
        return false;
    for (unsigned i = 0; i < sample.n; i++)
        exact_state_flow(at, sample.holds[i]);
    for (unsigned i = 0; i < probe->model->n_states; i++)
        if (!isfinite(at->x[i]))
            return false;
    return true;
}

/* Notes a velocity; returns true when it is new. */
static bool note(const struct probe *probe, double v)
{
    struct probe_finds *finds = probe->finds;
    for (unsigned i = 0; i < finds->n_v; i++)
        if (fabs(finds->v[i] - v) <= 1e-3 * fabs(v))
            return false;
    if (finds->n_v < PROBE_SPEEDS)
        finds->v[finds->n_v++] = v;
    else
        finds->v[rng_below(probe->rng, PROBE_SPEEDS)] = v;
    return true;
}

static void keep_way(const struct probe *probe, const struct candidate *way)
{
    struct probe_finds *finds = probe->finds;
    if (finds->n_ways < PROBE_WAYS)
        finds->way[finds->n_ways++] = *way;
    else
        finds->way[rng_below(probe->rng, PROBE_WAYS)] = *way;
}

/* Notes the mode that a law is in; returns true when it is new. */
static bool note_mode(const struct probe *probe, const struct exact_state *at)
{
    struct probe_finds *finds = probe->finds;
    if (!at->mem || probe->model->n_ints == 0)
        return false;
    const uint64_t mode = memory_mode(at->mem, probe->model->n_ints);
    for (unsigned i = 0; i < finds->n_modes; i++)
        if (finds->mode[i] == mode)
            return false;
    finds->mode[finds->n_modes < PROBE_MODES ? finds->n_modes++
                                             : rng_below(probe->rng, PROBE_MODES)] = mode;
    return true;
}

void PREC(probe_note)(const struct probe *probe, const struct exact_state *at,
                      const struct candidate *way, const struct speed_scan *scan, double direction)
{
    if (note_mode(probe, at) && way->n > 0)
        keep_way(probe, way);
    for (unsigned i = 0; i < scan->n_special; i++) {
        const double v = direction * scan->special[i];
        if (!note(probe, v) || way->n + 2 > CANDIDATE_MAX_SEGMENTS - 1)
            continue;
        struct candidate on = *way;
        PREC(probe_hold)(&on, v, PREC(probe_time)(probe, at, v));
        keep_way(probe, &on);
    }
}

double PREC(probe_burst)(const struct probe *probe, const struct exact_state *at, double v,
                         unsigned *calls)
{
    enum { TIMES = 32 };
    const double ratio = 2;
    double time = PREC(probe_time)(probe, at, v) * rng_log_uniform(probe->rng, 1e-3, 1),
           best = time;
    double least = (double)INFINITY;
    for (*calls = 0; *calls < TIMES; ++*calls) {
        struct exact_state w = *at;
        w.mem = at->mem ? &w.memory : NULL;
        const double energy = (double)exact_state_hold(&w, (struct hold){ (real)v, (real)time });
        if (isnan(energy) || energy > 0)
            break;
        if (energy < least) {
            least = energy;
            best = time;
        }
        time *= ratio;
    }
    return best;
}

void PREC(probe_vibrate)(const struct probe *probe, double mean, double amplitude, double omega,
                         struct candidate *way)
{
    const double two_pi = 6.283185307179586;
    const unsigned steps = 2u << rng_below(probe->rng, 4);
    omega = fmax(omega, (fabs(mean) + amplitude) / farthest(probe));
    const unsigned cycles = CANDIDATE_MAX_STEPS / steps;
    const struct segment wave = {
        .kind = steps == 2 ? SEGMENT_PULSES : SEGMENT_WAVE,
        .level = { steps == 2 ? mean + amplitude : mean,
                   steps == 2 ? mean - amplitude : amplitude },
        .time = two_pi / omega * cycles,
        .steps = steps * cycles,
        .cycles = cycles,
        .share = 0.5,
    };
    while (way->n < CANDIDATE_MAX_SEGMENTS)
        way->segments[way->n++] = wave;
}
