/* Trials in lanes are those of the law's own code but for roundings, whatever the instructions and
 * the neighbours are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/lanes/lane_math.h"
#include "properties/checker/property.h"
#include "properties/plugin/law_choice.h"
#include "properties/trials/draw.h"
#include "properties/trials/lane_trials.h"

enum { TRIALS = 300, LEAST_LAWS = 10 };

static const struct claim anywhere = { .base = ALL_VALID };
static const enum property about[] = { PASSIVITY,      I1_NONNEGATIVE, I2_NONNEGATIVE,
                                       I3_NONNEGATIVE, I4_NONNEGATIVE, DISSIPATION,
                                       STATE_BOUND };
enum { N_ABOUT = sizeof about / sizeof *about };

/* Trials, and what lanes make of them. */
struct trials {
    struct sample of[TRIALS];
    struct margin m[TRIALS];
};

/* Some signals have one direction only, or begin with a rest. */
static void draw_trials(const struct model *model, struct trials *t)
{
    struct rng rng = rng_keyed(5, model->name, 0);
    for (unsigned i = 0; i < TRIALS; i++) {
        struct sample *s = &t->of[i];
        cr_assert(PREC(draw_params)(model, &anywhere, &rng, s->p), "%s", model->name);
        s->n = PREC(sample_signal)(model, s->p, i % 4 == 0 ? ONE_WAY_SIGNAL : ANY_SIGNAL, &rng,
                                   s->holds);
        if (i % 5 == 0)
            s->holds[0].v = 0;
    }
}

/* What the law's code says of a trial. */
static struct margin alone(const struct model *model, enum property property, struct sample *s)
{
    s->n = PREC(evaluate_worst_prefix)(model, s->p, property, s->holds, s->n);
    return PREC(evaluate_property)(model, s->p, property, s->holds, s->n);
}

/* Prefixes may differ where two are as bad. The rounding is a bound on what operations of the code
 * lose; those of lanes lose as much. Its own value depends on sums that rounding changes, too, and
 * on the prefix. */
static void expect_same(const struct model *model, enum property property, unsigned i,
                        const struct sample *in_lanes, struct margin m, struct sample *s)
{
    const char *name = property_info[property].name;
    const struct margin code = alone(model, property, s);
    if (isnan(code.value)) {
        cr_expect(isnan(m.value), "%s, %s, trial %u: %g, no number alone", model->name, name, i,
                  m.value);
        return;
    }
    const double most = 2 * (code.rounding + m.rounding);
    cr_expect(fabs(m.value - code.value) <= most, "%s, %s, trial %u: %.17g, not %.17g", model->name,
              name, i, m.value, code.value);
    if (in_lanes->n != s->n)
        return;
    cr_expect(fabs(m.rounding - code.rounding) <= 1e-6 * code.rounding,
              "%s, %s, trial %u: rounding %g, not %g", model->name, name, i, m.rounding,
              code.rounding);
    /* A mean force is rounded like the energy, in parts of the scale at rest. */
    cr_expect(fabs(m.distance - code.distance) <= 1e-9 * (1 + code.distance) + most,
              "%s, %s, trial %u: distance %g, not %g", model->name, name, i, m.distance,
              code.distance);
}

static struct lane_trials *open_for(const struct model *model, enum property property,
                                    lane_runner *run)
{
    const struct law_choice law = law_choice_of(model);
    return PREC(property_applicable)(model, property)
               ? lane_trials_open(law.equations, model, property, run)
               : NULL;
}

Test(lane_trials, are_those_of_the_code)
{
    static struct trials in_lanes, drawn;
    unsigned laws = 0, properties[N_ABOUT] = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++) {
        bool any = false;
        for (unsigned k = 0; k < N_ABOUT; k++) {
            struct lane_trials *lanes = open_for(*m, about[k], lane_run_best());
            if (!lanes)
                continue;
            draw_trials(*m, &in_lanes);
            drawn = in_lanes;
            lane_trials_evaluate(lanes, in_lanes.of, TRIALS, in_lanes.m);
            lane_trials_close(lanes);
            for (unsigned i = 0; i < TRIALS; i++)
                expect_same(*m, about[k], i, &in_lanes.of[i], in_lanes.m[i], &drawn.of[i]);
            any = true;
            properties[k]++;
        }
        laws += any;
    }
    cr_expect(laws >= LEAST_LAWS, "%u laws have lanes", laws);
    for (unsigned k = 0; k < N_ABOUT; k++)
        cr_expect(properties[k] > 0, "%s has no lanes", property_info[about[k]].name);
}

static bool is_same(const struct margin *a, const struct margin *b)
{
    return lane_to_bits(a->value) == lane_to_bits(b->value) &&
           lane_to_bits(a->rounding) == lane_to_bits(b->rounding) &&
           lane_to_bits(a->distance) == lane_to_bits(b->distance);
}

/* One trial by itself, among others before it, and by any instructions: the same bits. */
Test(lane_trials, depend_on_themselves_only)
{
    static struct trials all, again;
    const struct model *model = PREC(model_find)("lugre");
    for (unsigned k = 0; k < N_ABOUT; k++)
        for (unsigned i = 0; i < LANE_N_INSTRUCTIONS; i++) {
            lane_runner *run = lane_run_with((enum lane_instructions)i);
            struct lane_trials *best = open_for(model, about[k], lane_run_best()),
                               *other = run ? open_for(model, about[k], run) : NULL;
            draw_trials(model, &all);
            again = all;
            if (best && other) {
                lane_trials_evaluate(best, all.of, TRIALS, all.m);
                for (unsigned l = 0; l < TRIALS; l += 1 + l % 3)
                    lane_trials_evaluate(other, &again.of[l],
                                         1 + l % 3 < TRIALS - l ? 1 + l % 3 : TRIALS - l,
                                         &again.m[l]);
                for (unsigned l = 0; l < TRIALS; l++)
                    cr_assert(is_same(&all.m[l], &again.m[l]) && all.of[l].n == again.of[l].n,
                              "%s, trial %u: %a, not %a", property_info[about[k]].name, l,
                              again.m[l].value, all.m[l].value);
            }
            lane_trials_close(best);
            lane_trials_close(other);
        }
}

/* Laws with events, and properties about something else, have none. */
Test(lane_trials, are_refused_where_there_are_none)
{
    const struct model *events = PREC(model_find)("maxwell_slip"),
                       *lugre = PREC(model_find)("lugre");
    cr_expect_null(open_for(events, PASSIVITY, lane_run_best()));
    cr_expect_null(open_for(lugre, NO_DRIFT, lane_run_best()));
    cr_expect_null(open_for(lugre, ODD_SYMMETRY, lane_run_best()));
    cr_expect_null(lane_trials_open(NULL, lugre, PASSIVITY, lane_run_best()));
}
