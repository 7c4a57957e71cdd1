/* Tries probes, and signals made for a law (probe.h). */
#include <math.h>
#include <string.h>

#include "properties/search/resonance.h"
#include "properties/search/search_run.h"
#include "properties/trials/draw.h"

enum {
    WAYS = 8,   /* of a round, at one set of parameters */
    SIMPLE = 2, /* holds at most of a signal with which parameters are tried */
};

/* As much work goes into other candidates as this times that of probes. */
static const double PROBES = 1.5;

/* Returns the work in simulations that probes have taken. */
static double work(const struct search_run *hunt) { return hunt->probes + hunt->probed; }

/* Candidates that wait to be tried together. */
struct waiting {
    struct candidate of[SEARCH_BATCH];
    unsigned n;
};

static void try_waiting(struct search_run *hunt, struct waiting *waiting)
{
    double value[SEARCH_BATCH];
    PREC(search_attempt_all)(hunt, waiting->of, waiting->n, value);
    waiting->n = 0;
}

/* Lists ways to go on from the end of a way. */
static void list_ends(struct search_run *hunt, const struct probe *probe,
                      const struct exact_state *at, const struct speed_scan *scan,
                      const struct candidate *way, double direction, struct waiting *to)
{
    double v[4];
    unsigned n = 0;
    const double pushes[] = { scan->strongest, scan->surest };
    for (unsigned i = 0; i < 2; i++) {
        unsigned calls;
        if (!(pushes[i] > 0))
            continue;
        const double time = PREC(probe_burst)(probe, at, direction * pushes[i], &calls);
        hunt->probed += calls / 4.0;
        to->of[to->n] = *way;
        PREC(probe_hold)(&to->of[to->n++], direction * pushes[i], time);
        v[n++] = direction * pushes[i];
    }
    if (scan->n_special > 0)
        v[n++] = direction * scan->special[rng_below(probe->rng, scan->n_special)];
    v[n++] = PREC(probe_speed)(probe);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < (i + 1 < n ? 2 : 1); k++) {
            to->of[to->n] = *way;
            PREC(probe_hold)(&to->of[to->n++], v[i], PREC(probe_time)(probe, at, v[i]));
        }
}

/* Lists a small vibration where that takes least energy. */
static void list_vibration(struct search_run *hunt, const struct probe *probe,
                           const struct exact_state *at, const struct candidate *way,
                           struct waiting *to)
{
    struct rng *rng = probe->rng;
    const double mean = rng_below(rng, 2) == 0 ? PREC(probe_speed)(probe) : 0;
    const double omega = PREC(resonance)(at, mean, rng_uniform(rng));
    hunt->probed += 1;
    if (!(omega > 0))
        return;
    to->of[to->n] = *way;
    double amplitude = fabs(PREC(probe_speed)(probe));
    if (mean != 0)
        amplitude = fabs(mean) * rng_log_uniform(rng, 1e-3, 2);
    PREC(probe_vibrate)(probe, mean, amplitude, omega, &to->of[to->n++]);
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
    const struct probe probe = { s->model, p, PREC(candidate_speed_limit)(s->model, s->claim),
                                 &hunt->finds, &hunt->probe_rng };
    for (unsigned i = 0; i < WAYS && !hunt->ended; i++) {
        struct waiting waiting = { .n = 0 };
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
        list_ends(hunt, &probe, &at, &scan, &way, line.direction, &waiting);
        PREC(probe_note)(&probe, &at, &way, &scan, line.direction);
        if (rng_below(&hunt->probe_rng, 2) == 0)
            list_vibration(hunt, &probe, &at, &way, &waiting);
        try_waiting(hunt, &waiting);
    }
}

/* Tries many sets of parameters, each with a simple signal. */
static void try_parameters(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    struct waiting waiting = { .n = 0 };
    for (unsigned i = 0; i < SEARCH_BATCH; i++) {
        struct candidate c = { .n = 0 };
        struct exact_state at;
        real p[MODEL_MAX_PARAMS];
        struct probe_finds none = { .n_v = 0 };
        if (!PREC(draw_readable)(s->model, s->claim, &hunt->probe_rng, &c))
            continue;
        if (i % 4 > 0)
            PREC(draw_count)(s->model, s->claim, hunt->counts++, &c);
        PREC(candidate_params)(s->model, s->claim, &c, p);
        const struct probe probe = { s->model, p, PREC(candidate_speed_limit)(s->model, s->claim),
                                     &none, &hunt->probe_rng };
        exact_state_start(&at, s->model, p);
        if (s->model->n_states > 0 && i % 2 == 0)
            PREC(probe_charge_and_burst)(&probe, &c);
        for (unsigned k = c.n > 0 ? 0 : 1 + rng_below(&hunt->probe_rng, SIMPLE); k > 0; k--) {
            const double v = PREC(probe_speed)(&probe);
            PREC(probe_hold)(&c, v, PREC(probe_time)(&probe, &at, v));
        }
        waiting.of[waiting.n++] = c;
    }
    try_waiting(hunt, &waiting);
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
