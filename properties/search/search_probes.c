/* Tries probes, and signals made for a law (probe.h). */
#include <math.h>
#include <string.h>

#include "properties/search/draw.h"
#include "properties/search/resonance.h"
#include "properties/search/search_run.h"

enum {
    WAYS = 8,   /* of a round, at one set of parameters */
    SIMPLE = 2, /* holds at most of a signal with which parameters are tried */
};

/* As much work goes into other candidates as this times that of probes. */
static const double PROBES = 1.5;

/* Returns the work in simulations that probes have taken. */
static double work(const struct search_run *hunt) { return hunt->probes + hunt->probed; }

/* Returns the fastest speed of probes, m/s. A trial of finite forces makes places within ranges of
 * its velocities, which are parts of 1 m/s. */
static double fastest_of(const struct search *s)
{
    const double limit = PREC(candidate_speed_limit)(s->model, s->claim);
    return s->claim->property == FINITE_FORCE ? fmin(limit, CANDIDATE_FASTEST) : limit;
}

/* Tries a candidate, and keeps the best. */
static void try_one(struct search_run *hunt, const struct candidate *c)
{
    if (!hunt->ended)
        PREC(search_attempt)(hunt, c);
}

/* Tries to go on from the end of a way. */
static void try_ends(struct search_run *hunt, const struct probe *probe,
                     const struct exact_state *at, const struct speed_scan *scan,
                     const struct candidate *way, double direction)
{
    double v[4];
    unsigned n = 0;
    const double pushes[] = { scan->strongest, scan->surest };
    for (unsigned i = 0; i < 2; i++) {
        struct candidate c = *way;
        unsigned calls;
        if (!(pushes[i] > 0))
            continue;
        const double time = PREC(probe_burst)(probe, at, direction * pushes[i], &calls);
        hunt->probed += calls / 4.0;
        PREC(probe_hold)(&c, direction * pushes[i], time);
        try_one(hunt, &c);
        v[n++] = direction * pushes[i];
    }
    if (scan->n_special > 0)
        v[n++] = direction * scan->special[rng_below(probe->rng, scan->n_special)];
    v[n++] = PREC(probe_speed)(probe);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < (i + 1 < n ? 2 : 1); k++) {
            struct candidate c = *way;
            PREC(probe_hold)(&c, v[i], PREC(probe_time)(probe, at, v[i]));
            try_one(hunt, &c);
        }
}

/* Tries a small vibration where that takes least energy. */
static void try_vibration(struct search_run *hunt, const struct probe *probe,
                          const struct exact_state *at, const struct candidate *way)
{
    struct rng *rng = probe->rng;
    const double mean = rng_below(rng, 2) == 0 ? PREC(probe_speed)(probe) : 0;
    const double omega = PREC(resonance)(at, mean, rng_uniform(rng));
    hunt->probed += 1;
    if (!(omega > 0))
        return;
    struct candidate c = *way;
    double amplitude = fabs(PREC(probe_speed)(probe));
    if (mean != 0)
        amplitude = fabs(mean) * rng_log_uniform(rng, 1e-3, 2);
    PREC(probe_vibrate)(probe, mean, amplitude, omega, &c);
    try_one(hunt, &c);
}

/* Makes finds fit the parameters: those of others are forgotten. */
static void set_parameters(struct probe_finds *finds, const struct candidate *c, unsigned n)
{
    bool same = true;
    for (unsigned i = 0; i < n; i++)
        same &= finds->p[i] == c->p[i];
    if (same)
        return;
    *finds = (struct probe_finds){ .n_v = 0 };
    memcpy(finds->p, c->p, n * sizeof *c->p);
}

/* Goes some ways at one set of parameters, and on from there. */
static void try_ways(struct search_run *hunt, struct candidate *c)
{
    const struct search *s = hunt->search;
    real p[MODEL_MAX_PARAMS];
    PREC(candidate_params)(s->model, s->claim, c, p);
    set_parameters(&hunt->finds, c, s->model->n_params);
    const struct probe probe = { s->model, p, fastest_of(s), &hunt->finds, &hunt->probe_rng };
    for (unsigned i = 0; i < WAYS && !hunt->ended; i++) {
        struct exact_state at;
        struct speed_scan scan;
        struct candidate way = *c;
        PREC(probe_way)(&probe, &way);
        hunt->probed += 1;
        if (!PREC(probe_go)(&probe, s->claim, &way, &at))
            continue;
        struct speed_line line = PREC(probe_line)(&probe);
        if (way.one_way || s->claim->signals == ONE_WAY_SIGNAL)
            line.direction = 1;
        PREC(speed_scan)(&at, line, &scan);
        hunt->probed += search_work(s->model, scan.calls);
        try_ends(hunt, &probe, &at, &scan, &way, line.direction);
        PREC(probe_note)(&probe, &at, &way, &scan, line.direction);
        if (rng_below(&hunt->probe_rng, 2) == 0)
            try_vibration(hunt, &probe, &at, &way);
    }
}

/* Tries many sets of parameters, each with a simple signal. */
static void try_parameters(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    for (unsigned i = 0; i < SEARCH_BATCH && !hunt->ended; i++) {
        struct candidate c = { .n = 0 };
        struct exact_state at;
        real p[MODEL_MAX_PARAMS];
        struct probe_finds none = { .n_v = 0 };
        if (!PREC(draw_readable)(s->model, s->claim, &hunt->probe_rng, &c))
            continue;
        if (i % 4 > 0)
            PREC(draw_count)(s->model, s->claim, hunt->counts++, &c);
        PREC(candidate_params)(s->model, s->claim, &c, p);
        const struct probe probe = { s->model, p, fastest_of(s), &none, &hunt->probe_rng };
        exact_state_start(&at, s->model, p);
        for (unsigned k = 1 + rng_below(&hunt->probe_rng, SIMPLE); k > 0; k--) {
            const double v = PREC(probe_speed)(&probe);
            PREC(probe_hold)(&c, v, PREC(probe_time)(&probe, &at, v));
        }
        try_one(hunt, &c);
    }
}

/* Goes ways at the defaults, or at other parameters. */
static void try_a_set(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    struct rng *rng = &hunt->probe_rng;
    struct candidate c = { .n = 0 };
    real p[MODEL_MAX_PARAMS];
    for (unsigned i = 0; i < s->model->n_params; i++)
        c.p[i] = s->model->params[i].value;
    if (rng_below(rng, 2) == 0 && PREC(candidate_params)(s->model, s->claim, &c, p)) {
        try_ways(hunt, &c);
        return;
    }
    if (PREC(draw_readable)(s->model, s->claim, rng, &c))
        try_ways(hunt, &c);
}

/* Chooses what to keep while varying: now nothing, now all parameters, now one at the edge of the
 * claim's joint condition, to which it moves it. */
static void choose_kept(struct search_run *hunt, struct candidate *c)
{
    enum { TRIES = 4 };
    const struct search *s = hunt->search;
    if (search_is_at_one(s->claim))
        return;
    const unsigned kind = rng_below(&hunt->probe_rng, 3);
    hunt->is_fixed = kind == 0;
    if (kind > 1 || !s->claim->contains)
        return;
    for (int i = 0; i < TRIES && kind == 1; i++) {
        const unsigned param = rng_below(&hunt->probe_rng, s->model->n_params);
        if (PREC(move_to_edge)(s->model, s->claim, param, c)) {
            hunt->at_edge = param;
            return;
        }
    }
}

/* Varies the best of a round, where varying makes a difference. */
static void climb(struct search_run *hunt, unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    if (hunt->ended || !search_differ(hunt->best_value, hunt->most) ||
        hunt->best_value >= SEARCH_INVALID || !PREC(search_may_descend)(hunt))
        return;
    struct candidate c = hunt->best;
    choose_kept(hunt, &c);
    if (PREC(search_descend)(hunt, &c, SEARCH_MINUTE, simulations) && hunt->made < end &&
        hunt->search->claim->signals != CYCLE_SIGNAL)
        PREC(search_restructure)(hunt, &hunt->probe_rng, end - hunt->made);
    hunt->at_edge = hunt->search->model->n_params;
    hunt->is_fixed = false;
}

void PREC(search_go_on_with_probes)(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    if (s->claim->signals == CYCLE_SIGNAL)
        return;
    while (!hunt->ended && PROBES * work(hunt) < hunt->made - hunt->probes) {
        const unsigned before = hunt->made, round = hunt->probe_rounds++;
        PREC(search_forget)(hunt);
        if (round % 2 == 1 && !search_is_at_one(s->claim))
            try_parameters(hunt);
        else
            try_a_set(hunt);
        hunt->probed += 1;
        if (round % 4 != 3)
            climb(hunt, SEARCH_BATCH * PREC(search_luby)(1 + round / 2));
        hunt->probes += hunt->made - before;
    }
}
