/* Forces along a path in lanes are those of the law's own code. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/plugin/law_choice.h"
#include "properties/tracing/trace.h"
#include "tools/base/rng.h"

enum { CELLS = 1000, IN_CELL = 4 };

/* Cells of one to four holds, one of which, the first or the last one too, has a sample behind it:
 * of any sign and speed, at rest, and of no length. */
static void draw_path(struct rng *rng, struct path_hold holds[], struct path *path)
{
    *path = (struct path){ .n_samples = CELLS, .hold = holds };
    for (unsigned i = 0; i < CELLS; i++) {
        const unsigned n = 1 + (unsigned)rng_below(rng, IN_CELL);
        const unsigned sample = (unsigned)rng_below(rng, n);
        for (unsigned k = 0; k < n; k++) {
            struct path_hold *h = &holds[path->n++];
            const double v = rng_below(rng, 8) == 0 ? 0 : pow(10, -6 + 5.5 * rng_uniform(rng)),
                         side = rng_below(rng, 2) ? 1 : -1;
            *h = (struct path_hold){ .v = side * v,
                                     .h = rng_below(rng, 8) == 0 ? 0 : 1e-3 * rng_uniform(rng),
                                     .is_sample = k == sample,
                                     .is_last = k + 1 == n };
            h->v_there = rng_below(rng, 8) == 0 ? 0 : h->v * (1 + 0.1 * rng_uniform(rng));
        }
    }
}

/* Some twenty operations, each off by some three roundings; what a state is off by before, these
 * laws forget. */
static const double PART = 60 * 0x1p-53;

Test(trace_lanes, have_the_forces_of_the_law)
{
    static struct path_hold holds[CELLS * IN_CELL];
    static double here[CELLS], there[CELLS];
    unsigned n_laws = 0, n_stateless = 0;
    for (const struct model *const *m = models_f64; *m; m++) {
        struct rng rng = rng_keyed(1, (*m)->name, 0);
        struct trace_lanes *lanes = trace_lanes_new(law_choice_of(*m).equations, *m);
        double p[MODEL_MAX_PARAMS], before[MODEL_MAX_STATES], largest = 0, worst = 0;
        struct path path;
        cr_expect(!lanes || ((*m)->n_guards == 0 && !(*m)->start), "%s", (*m)->name);
        if (!lanes)
            continue;
        model_defaults_f64(*m, p);
        for (unsigned i = 0; i < (*m)->n_states; i++)
            before[i] = 0.1 * (*m)->length(p);
        draw_path(&rng, holds, &path);
        cr_assert(trace_force(*m, NULL, p, before, &path, here), "%s", (*m)->name);
        cr_assert(trace_force(*m, lanes, p, before, &path, there), "%s", (*m)->name);
        for (unsigned i = 0; i < CELLS; i++) {
            largest = fmax(largest, fabs(here[i]));
            worst = fmax(worst, fabs(here[i] - there[i]));
        }
        cr_expect_leq(worst, PART * largest, "%s: %g of %g N", (*m)->name, worst, largest);
        n_laws++;
        n_stateless += (*m)->n_states == 0;
        trace_lanes_free(lanes);
    }
    cr_expect_geq(n_laws, 10);
    cr_expect_geq(n_stateless, 3);
}

/* A force that is not finite is told, wherever it is. */
Test(trace_lanes, tell_what_is_not_finite)
{
    const struct model *model = model_find_f64("lugre");
    struct trace_lanes *lanes = trace_lanes_new(law_choice_of(model).equations, model);
    double p[MODEL_MAX_PARAMS], force[3];
    model_defaults_f64(model, p);
    for (unsigned k = 0; k < 3; k++) {
        struct path_hold holds[3];
        for (unsigned i = 0; i < 3; i++)
            holds[i] = (struct path_hold){ i == k ? (double)NAN : 0.01, 1e-3, true, true, 0.01 };
        const struct path path = { .n = 3, .n_samples = 3, .hold = holds };
        cr_expect_not(trace_force(model, lanes, p, NULL, &path, force), "%u", k);
        cr_expect_not(trace_force(model, NULL, p, NULL, &path, force), "%u", k);
    }
    trace_lanes_free(lanes);
}

/* Of a law without states only the sample itself is not finite. */
Test(trace_lanes, tell_of_a_single_sample)
{
    const struct model *model = model_find_f64("stribeck");
    struct trace_lanes *lanes = trace_lanes_new(law_choice_of(model).equations, model);
    double p[MODEL_MAX_PARAMS];
    model_defaults_f64(model, p);
    for (unsigned k = 0; k < 3; k++) {
        struct path_hold holds[3];
        double force[4] = { 0 };
        for (unsigned i = 0; i < 3; i++)
            holds[i] = (struct path_hold){ 0.01, 1e-3, true, true, i == k ? (double)NAN : 0.01 };
        const struct path path = { .n = 3, .n_samples = 3, .hold = holds };
        cr_expect_not(trace_force(model, lanes, p, NULL, &path, force), "%u", k);
        cr_expect_not(trace_force(model, NULL, p, NULL, &path, force), "%u", k);
    }
    trace_lanes_free(lanes);
}

/* Laws with events or random bonds, and those without equations, have none. */
Test(trace_lanes, are_of_laws_with_a_closed_form)
{
    static const char *const none[] = { "karnopp", "bristle", "maxwell_slip" };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const struct model *model = model_find_f64(none[i]);
        cr_expect_null(trace_lanes_new(law_choice_of(model).equations, model), "%s", none[i]);
    }
    cr_expect_null(trace_lanes_new(NULL, model_find_f64("lugre")));
}

/* A difference to both sides of a law that is followed by its own code, along the path. */
static void differences(const struct model *model, const double p[], const double before[],
                        const struct path *path, unsigned j, double slope[])
{
    static double above[CELLS], below[CELLS];
    const bool is_param = j < model->n_params;
    double q[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES];
    memcpy(q, p, sizeof q);
    memcpy(x, before, sizeof x);
    double *moved = is_param ? &q[j] : &x[j - model->n_params];
    const double at = *moved, step = 1e-5 * fabs(at);
    *moved = at + step;
    cr_assert(trace_force(model, NULL, q, x, path, above), "%s", model->name);
    *moved = at - step;
    cr_assert(trace_force(model, NULL, q, x, path, below), "%s", model->name);
    for (unsigned i = 0; i < CELLS; i++)
        slope[i] = (above[i] - below[i]) / (2 * step);
}

/* Slopes in lanes are those of forces by parameters, and by where states begin. A difference is off
 * by the square of its step, 1e-10, times a third derivative, and by the rounding of forces over
 * the step: 1e-16/1e-5 of a change by the whole. */
Test(trace_lanes, have_the_slopes_of_the_law)
{
    static struct path_hold holds[CELLS * IN_CELL];
    static double force[CELLS], slope[CELLS], slopes[CELLS * (MODEL_MAX_PARAMS + MODEL_MAX_STATES)];
    unsigned n_laws = 0, n_slopes = 0;
    for (const struct model *const *m = models_f64; *m; m++) {
        struct rng rng = rng_keyed(2, (*m)->name, 0);
        struct trace_lanes *lanes = trace_lanes_new(law_choice_of(*m).equations, *m);
        double p[MODEL_MAX_PARAMS], before[MODEL_MAX_STATES], largest = 0;
        struct path path;
        if (!lanes)
            continue;
        model_defaults_f64(*m, p);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            p[i] = model_param_is_whole(*m, i) ? p[i] : p[i] * (0.9 + 0.1 * rng_uniform(&rng));
        for (unsigned i = 0; i < (*m)->n_states; i++)
            before[i] = 0.1 * (*m)->length(p);
        draw_path(&rng, holds, &path);
        cr_assert(trace_force(*m, NULL, p, before, &path, force), "%s", (*m)->name);
        for (unsigned i = 0; i < CELLS; i++)
            largest = fmax(largest, fabs(force[i]));
        cr_assert(trace_slopes(*m, lanes, p, before, &path, slopes), "%s", (*m)->name);
        for (unsigned j = 0; j < (*m)->n_params + (*m)->n_states; j++) {
            const bool is_param = j < (*m)->n_params;
            const double at = is_param ? p[j] : before[j - (*m)->n_params];
            double worst = 0;
            if (at == 0 || (is_param && model_param_is_whole(*m, j)))
                continue;
            differences(*m, p, before, &path, j, slope);
            for (unsigned i = 0; i < CELLS; i++)
                worst = fmax(worst, fabs(slope[i] - slopes[j * CELLS + i]));
            cr_expect_leq(worst * fabs(at), 1e-8 * largest, "%s, by %s: %g of %g N", (*m)->name,
                          is_param ? (*m)->params[j].name : "a state", worst * fabs(at), largest);
            n_slopes++;
        }
        n_laws++;
        trace_lanes_free(lanes);
    }
    cr_expect_geq(n_laws, 10);
    cr_expect_geq(n_slopes, 40);
}
