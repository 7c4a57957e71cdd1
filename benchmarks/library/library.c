/* The functions of a law's shared object (bristle_law.h), on what benchmarks/fmu/law.h has of the
 * law. */
#include <math.h>
#include <string.h>

#include "benchmarks/fmu/law.h"
#include "benchmarks/fmu/travel.h"
#include "benchmarks/library/bristle_law.h"
#include "benchmarks/library/table.h"

#if defined __GNUC__
#define VISIBLE __attribute__((visibility("default")))
#else
#define VISIBLE
#endif

extern VISIBLE const struct bristle_law TABLE_SYMBOL;
VISIBLE const struct bristle_law *bristle_library_law(void);

static const size_t n_states = LAW_STATES;

static double sign(double v) { return (double)((v > 0) - (v < 0)); }

static struct law_instant *place(struct law_instant *now, double v, double s)
{
    now->v = v;
    now->s = v != 0 ? sign(v) : s;
    return now;
}

static bool is_in_range(double value, unsigned i)
{
    return value >= table_parameters[i].lo && value <= table_parameters[i].hi &&
           (!(LAW_WHOLE >> i & 1) || value == floor(value));
}

static const char *init(void *at, const double parameters[])
{
    static const struct law_parameters defaults = LAW_DEFAULTS;
    struct law_instant *now = at;
    memset(now, 0, sizeof *now);
    now->p = defaults;
    for (unsigned i = 0; parameters && i < LAW_PARAMETERS; i++) {
        if (!is_in_range(parameters[i], i))
            return table_ranges[i];
        *law_parameter(now, i) = parameters[i];
    }
    const char *problem = law_check(&now->p);
    if (!problem)
        law_begin(now);
    return problem;
}

static void get_parameters(const void *at, double parameters[])
{
    struct law_instant copy;
    memcpy(&copy, at, sizeof copy);
    for (unsigned i = 0; i < LAW_PARAMETERS; i++)
        parameters[i] = *law_parameter(&copy, i);
}

static void get_state(const void *at, double x[])
{
    const struct law_instant *now = at;
    memcpy(x, now->x, n_states * sizeof *x);
}

static const char *set_state(void *at, const double x[])
{
    struct law_instant *now = at;
    for (size_t i = 0; i < n_states; i++)
        if (!isfinite(x[i]))
            return "states that are finite numbers";
    memcpy(now->x, x, n_states * sizeof *x);
    return NULL;
}

static double step(void *at, double h, double v0, double v1)
{
    struct law_instant *now = at;
    now->v = v0;
    return h > 0 && law_travel(now, h, v1, LAW_MAX_STEP) ? now->force : (double)NAN;
}

static double force(void *at, double v, double s)
{
    struct law_instant *now = place(at, v, s);
    law_respond(now);
    return now->force;
}

static void rate(void *at, double v, double s, double rates[])
{
    struct law_instant *now = place(at, v, s);
    law_respond(now);
    memcpy(rates, now->rate, n_states * sizeof *rates);
}

static void run(void *at, size_t n, const double t[], const double v[], double forces[],
                double states[])
{
    for (size_t i = 0; i < n; i++) {
        forces[i] = i > 0 ? step(at, t[i] - t[i - 1], v[i - 1], v[i]) : force(at, v[0], 0);
        if (states)
            get_state(at, states + i * n_states);
    }
}

#if LAW_SLOPES
static void slopes(void *at, double v, double s, double force_x[], double *force_v, double rate_x[],
                   double rate_v[])
{
    struct law_instant *now = place(at, v, s);
    law_differentiate(now);
    memcpy(force_x, now->slopes.force_x, n_states * sizeof *force_x);
    memcpy(rate_x, now->slopes.rate_x, n_states * n_states * sizeof *rate_x);
    memcpy(rate_v, now->slopes.rate_v, n_states * sizeof *rate_v);
    *force_v = now->slopes.force_v;
}
#endif

#if LAW_GUARDS > 0
static void guard(void *at, double v, double s, double guards[])
{
    struct law_instant *now = place(at, v, s);
    law_watch(now);
    memcpy(guards, now->guard, sizeof now->guard);
}

static const char *settle(void *at, double v, double s)
{
    return law_settle(place(at, v, s)) ? NULL : "states whose events have an end";
}
#endif

const struct bristle_law TABLE_SYMBOL = {
    .abi = BRISTLE_LAW_ABI,
    .bytes = sizeof(struct bristle_law),
    .name = TABLE_NAME,
    .title = TABLE_TITLE,
    .equations = TABLE_EQUATIONS,
    .method = TABLE_METHOD,
    .version = TABLE_VERSION,
    .n_parameters = LAW_PARAMETERS,
    .n_states = LAW_STATES,
    .n_guards = LAW_GUARDS,
    .parameters = table_parameters,
    .states = table_states,
    .speed_max = TABLE_SPEED_MAX,
    .max_step = LAW_MAX_STEP,
    .size = sizeof(struct law_instant),
    .init = init,
    .get_parameters = get_parameters,
    .get_state = get_state,
    .set_state = set_state,
    .step = step,
    .run = run,
    .force = force,
    .rate = rate,
#if LAW_SLOPES
    .slopes = slopes,
#endif
#if LAW_GUARDS > 0
    .guard = guard,
    .settle = settle,
#endif
};

const struct bristle_law *bristle_library_law(void) { return &TABLE_SYMBOL; }
