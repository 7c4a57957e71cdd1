/* Settling without a stated rate or steady force: both follow from the motion. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/search/search.h"
#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"

enum { SIGNALS = 40 };

static struct model lugre(void) { return *PREC(model_find)("lugre"); }

static double steady_force_off(const double p[], double v)
{
    return 1.01 * PREC(model_find)("lugre")->steady_force(p, v);
}

static void spring_rate(const double p[], const struct memory *mem, double v, double s,
                        const double x[], double dx[])
{
    (void)p;
    (void)mem;
    (void)s;
    (void)x;
    dx[0] = v;
}

static double spring_force(const double p[], const struct memory *mem, double v, double s,
                           const double x[])
{
    (void)p;
    (void)mem;
    (void)v;
    (void)s;
    return x[0];
}

static double spring_scale(const double p[], double v, double travel)
{
    (void)p;
    (void)v;
    return travel;
}

/* The smallest margin, with its rounding, over signals at the defaults; NAN counts as smallest. */
static struct margin smallest(const struct model *model)
{
    struct margin least = { .value = 1 };
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (uint64_t i = 0; i < SIGNALS && !isnan(least.value); i++) {
        struct hold holds[DRAW_MAX_HOLDS];
        struct rng rng = rng_keyed(0, "settling", i);
        const unsigned n = PREC(sample_signal)(model, p, ANY_SIGNAL, &rng, holds);
        const struct margin m = PREC(evaluate_property)(model, p, STEADY_STATE, holds, n);
        if (!(m.value + m.rounding >= least.value + least.rounding))
            least = m;
    }
    return least;
}

Test(settling, holds_where_the_law_settles)
{
    struct model law = lugre();
    law.settling_rate = NULL;
    struct margin m = smallest(&law);
    cr_expect(m.value >= -m.rounding, "%g", m.value);
    law.steady_force = NULL;
    m = smallest(&law);
    cr_expect(m.value >= -m.rounding, "%g", m.value);
    law.flow = NULL;
    m = smallest(&law);
    cr_expect(m.value >= -m.rounding, "%g", m.value);
}

Test(settling, is_to_the_stated_force)
{
    struct model law = lugre();
    law.settling_rate = NULL;
    law.steady_force = steady_force_off;
    cr_expect_lt(smallest(&law).value, -1e-3);
}

/* A spring has no steady force. */
Test(settling, is_not_known_where_nothing_settles)
{
    static const struct quantity state = { .name = "z", .unit = "m", .lo = -1, .hi = 1 };
    const struct model law = { .name = "spring",
                               .states = &state,
                               .n_states = 1,
                               .speed_max = 1,
                               .rate = spring_rate,
                               .force = spring_force,
                               .force_scale = spring_scale };
    cr_expect(isnan(smallest(&law).value));
}
