/* Slopes and steps where a law is not smooth, or a parameter is at the end of its range. */
#include "properties/fitting/filtered.h"
#include "properties/fitting/found_test.h"
#include "properties/plugin/law_choice.h"

/* The log of a rig without noise, and a fit of its law that begins at these parameters. */
struct begun {
    struct log log;
    struct measured measured;
    struct fit fit;
};

static void begin(const struct model *model, const double made_with[], const double p[],
                  const char *velocity, struct begun *b)
{
    const struct rig rig = { .model = model, .p = made_with, .velocity = velocity, .rate = 1000 };
    struct law_fit_settings settings;
    b->log = (struct log){ .n_runs = 0 };
    rig_measure(&rig, &b->log);
    measured_from(&b->log, 0, 0, &b->measured);
    law_fit_defaults(model, &b->measured, &settings);
    memcpy(settings.setup.p, p, model->n_params * sizeof *p);
    settings.setup.nuisances.is_free[DELAY] = false;
    fit_begin(&b->fit, &settings.setup);
}

static void end(struct begun *b)
{
    measured_free(&b->measured);
    log_free(&b->log);
}

/* Karnopp's force jumps where the speed leaves the band in which the law sticks, and nothing else
 * depends on the band's width. From sample to sample the speed changes by 3 % of that width: of 200
 * widths within 3 % some have a speed within a ten thousandth, and by a quotient across the jump of
 * half a newton a slope of thousands. Of two quotients it is in the larger one. */
Test(slopes, are_not_taken_across_jumps)
{
    double p[MODEL_MAX_PARAMS];
    const struct model *model =
        law("karnopp", (const char *[]){ "Dv", NULL }, (double[]){ 2e-4 }, p);
    const unsigned Dv = quantity_index(model->params, model->n_params, "Dv");
    struct begun b;
    begin(model, p, p, "sine 0 1e-3 6.283185307179586 0 1", &b);
    const size_t n = b.measured.fine_data.n;
    double *slopes = memory_array(n * b.fit.n, sizeof *slopes);
    for (int i = 0; i < 200; i++) {
        b.fit.p[Dv] = 2e-4 * (1 + 0.03 * i / 200);
        for (int both = 0; both <= 1; both++) {
            fit_slopes(&b.fit, &b.measured.fine_data, both, slopes);
            for (size_t j = 0; j < n; j++)
                cr_assert(fabs(slopes[Dv * n + j]) < 1e-3, "%g", slopes[Dv * n + j]);
        }
    }
    free(slopes);
    end(&b);
}

/* Inside the band Karnopp's force is Fs, outside it is Fc and sigma2 v, each with its sign, and so
 * are the slopes by their logarithms. The two quotients that agree best are those of the least
 * steps to either side, whose mean is off by (2.5e-5)^2/6 of it; two to one side would be off by
 * 1e-5. */
Test(slopes, of_laws_with_events_are_of_second_order)
{
    double p[MODEL_MAX_PARAMS];
    const struct model *model =
        law("karnopp", (const char *[]){ "Dv", "Fc", NULL }, (double[]){ 2e-4, 1.25 }, p);
    const unsigned Fc = quantity_index(model->params, model->n_params, "Fc"),
                   Fs = quantity_index(model->params, model->n_params, "Fs"),
                   sigma2 = quantity_index(model->params, model->n_params, "sigma2");
    struct begun b;
    begin(model, p, p, "sine 0 1e-3 6.283185307179586 0 1", &b);
    const size_t n = b.measured.fine_data.n;
    double *slopes = memory_array(n * b.fit.n, sizeof *slopes);
    size_t k = 0, inside = 0, outside = 0;
    fit_slopes(&b.fit, &b.measured.fine_data, true, slopes);
    for (size_t i = 0; i < b.measured.n; i++) {
        const double v = b.measured.run[0].motion.v[i], sign = v > 0 ? 1 : -1;
        const bool slides = fabs(v) > 2e-4;
        if (b.measured.run[0].weight[i] == 0)
            continue;
        if (fabs(v) < 1.9e-4 || fabs(v) > 2.1e-4) {
            cr_expect_float_eq(slopes[Fs * n + k], slides ? 0 : p[Fs] * sign, 1e-9);
            cr_expect_float_eq(slopes[Fc * n + k], slides ? 1.25 * sign : 0, 1e-9);
            cr_expect_float_eq(slopes[sigma2 * n + k], slides ? p[sigma2] * v : 0, 1e-9);
            *(slides ? &outside : &inside) += 1;
        }
        k++;
    }
    cr_expect(inside > 50 && outside > 500);
    free(slopes);
    end(&b);
}

static real weak(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + C(1e-9) * p[1] * v * r_abs(v);
}

static const struct quantity B_AND_C[] = { { "b", "N s/m", 1, 1e-6, 1e6, "" },
                                           { "c", "N s2/m2", 1, 1e-6, 1e6, "" } };

static const struct model weak_law = {
    .name = "weak", .params = B_AND_C, .n_params = 2, .speed_max = 1, .force = weak
};

/* A step that would take c a thousand decades beyond its range is good for b all the same. */
Test(steps, of_one_variable_out_of_its_range_do_not_hold_up_the_others)
{
    const double made_with[] = { 2, 1e6 }, p[] = { 1, 1e6 };
    struct begun b;
    double step[FIT_MOST] = { 0 };
    begin(&weak_law, made_with, p, "sine 0 0.5 6.283185307179586 0 1", &b);
    for (size_t i = 0; i < b.measured.n; i++)
        b.measured.run[0].force[i] +=
            2 * b.measured.run[0].motion.v[i] * fabs(b.measured.run[0].motion.v[i]);
    fit_improve(&b.fit, &b.measured.fine_data, 10, FIT_DONE);
    const double loss = b.fit.loss;
    /* No step of b alone makes it better. */
    for (int side = -1; side <= 1; side += 2) {
        step[0] = 1e-3 * side;
        struct fit moved = fit_moved(&b.fit, step);
        fit_measure(&moved, &b.measured.fine_data);
        cr_expect(moved.loss > loss, "%g, not above %g", moved.loss, loss);
    }
    cr_expect_float_eq(b.fit.p[1] / 1e6, 1, 1e-9);
    end(&b);
}

static real two(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + p[1] * v * r_abs(v);
}

static const struct quantity B_UP_TO_ONE[] = { { "b", "N s/m", 1, 1e-6, 1, "" },
                                               { "c", "N s2/m2", 1, 1e-6, 1e6, "" } };

static const struct model two_law = {
    .name = "two", .params = B_UP_TO_ONE, .n_params = 2, .speed_max = 1, .force = two
};

/* Where data ask for b beyond the end of its range, c is that of linear least squares with b there;
 * where they ask for less b leaves the end. Three slopes are enough for either: a fit that went
 * beyond the end and was brought back would take more. */
Test(steps, at_the_end_of_a_range_are_those_of_the_others)
{
    for (int i = 0; i < 2; i++) {
        const double made_with[] = { i == 0 ? 1.5 : 0.5, 1 }, p[] = { 1, 3 };
        struct begun b;
        double both = 0, square = 0;
        begin(&two_law, made_with, p, "sine 0 0.5 6.283185307179586 0 1", &b);
        b.fit.nuisances.is_free[OFFSET] = false;
        fit_hold(&b.fit, fit_nuisance_variable(&b.fit, OFFSET));
        const struct measured_run *run = &b.measured.run[0];
        for (size_t j = 0; j < run->n; j++) {
            const double v = run->motion.v[j], column = v * fabs(v) * run->weight[j];
            both += (run->force[j] - v) * column;
            square += column * column;
        }
        fit_improve(&b.fit, &b.measured.fine_data, 6, FIT_DONE);
        cr_expect_float_eq(b.fit.p[0], i == 0 ? 1 : 0.5, i == 0 ? 0 : 1e-4, "%g", b.fit.p[0]);
        cr_expect_float_eq(b.fit.p[1] / (i == 0 ? both / square : 1), 1, 1e-4, "%g", b.fit.p[1]);
        end(&b);
    }
}

/* At the end of a range, and where less than a step is left to it, slopes are as good as elsewhere:
 * those by the logarithm of b are b v. */
Test(slopes, are_of_second_order_at_an_edge)
{
    static const double room[] = { 0, 0.1e-4, 0.3e-4, 0.4e-4, 0.6e-4, 0.9e-4, 1.5e-4 };
    for (int i = 0; i < 15; i++) {
        const double far = exp(room[i / 2 % 7]);
        const double p[] = { i == 14 ? 1 : i % 2 ? 1e6 / far : 1e-6 * far, 1 };
        struct begun b;
        begin(&weak_law, p, p, "sine 0 0.5 6.283185307179586 0 0.25", &b);
        const size_t n = b.measured.fine_data.n;
        double *slopes = memory_array(n * b.fit.n, sizeof *slopes);
        fit_slopes(&b.fit, &b.measured.fine_data, true, slopes);
        for (size_t j = 0, at = 0; j < b.measured.n; j++) {
            if (b.measured.run[0].weight[j] == 0)
                continue;
            /* expm1(h)/h is 1 + h/2 + h^2/6: steps to both sides leave h^2/6, a whole one and half
             * of it half of that. */
            const double is = b.measured.run[0].weight[j] * p[0] * b.measured.run[0].motion.v[j];
            cr_expect_float_eq(slopes[at], is, 1.8e-9 * fabs(is) + 1e-12 * p[0], "%d: %g, not %g",
                               i, slopes[at], is);
            at++;
        }
        free(slopes);
        end(&b);
    }
}

static real up_to_one(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] <= 1 ? p[0] * v + p[1] : (real)NAN;
}

/* Where a law has no force beyond a parameter's value there is no slope by it at that value, to one
 * side or to both, and none that was there before; others have theirs. */
Test(slopes, are_none_where_a_step_leads_to_no_force)
{
    static const struct model up_to_one_law = {
        .name = "up_to_one", .params = B_AND_C, .n_params = 2, .speed_max = 1, .force = up_to_one
    };
    const double p[] = { 1, 3 };
    struct begun b;
    begin(&up_to_one_law, p, p, "sine 0 0.5 6.283185307179586 0 0.25", &b);
    const size_t n = b.measured.fine_data.n;
    double *slopes = memory_array(n * b.fit.n, sizeof *slopes);
    for (int both = 0; both <= 1; both++) {
        for (size_t i = 0; i < n * b.fit.n; i++)
            slopes[i] = 7;
        fit_slopes(&b.fit, &b.measured.fine_data, both, slopes);
        for (size_t i = 0; i < n; i++) {
            cr_assert_eq(slopes[i], 0, "%zu: %g", i, slopes[i]);
            /* expm1(h)/h of h = 1e-4 to one side */
            cr_assert_float_eq(slopes[n + i], 3, 3 * 0.6e-4, "%zu: %g", i, slopes[n + i]);
        }
    }
    free(slopes);
    end(&b);
}

/* column[n]: what residuals of the law's own code lose where variable k moves, to both sides. */
static void differences(const struct fit *fit, const struct fit_data *data, unsigned k,
                        double column[])
{
    double step[FIT_MOST] = { 0 }, *below = memory_array(data->n, sizeof *below);
    step[k] = 1e-4;
    struct fit above = fit_moved(fit, step);
    step[k] = -1e-4;
    struct fit back = fit_moved(fit, step);
    above.lanes = back.lanes = NULL;
    cr_assert(fit_residuals(&above, data, column));
    cr_assert(fit_residuals(&back, data, below));
    for (size_t i = 0; i < data->n; i++)
        column[i] = (below[i] - column[i]) / 2e-4;
    free(below);
}

/* Slopes by tangents, of a law in lanes, are those of residuals by differences, which are off by a
 * sixth of the square of their step, 1e-4, and by roundings over it: with and without a filter,
 * with a delay, and where the rig has more friction forward. */
Test(slopes, by_tangents_are_those_by_differences)
{
    unsigned n_laws = 0;
    for (const struct model *const *m = models_f64; *m; m++) {
        struct trace_lanes *lanes = trace_lanes_new(law_choice_of(*m).equations, *m);
        struct begun b;
        struct filtered f;
        double p[MODEL_MAX_PARAMS];
        if (!lanes)
            continue;
        model_defaults_f64(*m, p);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            p[i] *= model_param_is_whole(*m, i) ? 1 : 1 - 0.01 * (i + 1);
        cr_assert(model_is_valid_f64(*m, p), "%s", (*m)->name);
        begin(*m, p, p, RIG_SHORT, &b);
        b.fit.lanes = lanes;
        b.fit.nuisances.value[DELAY] = 3e-4;
        b.fit.nuisances.value[ASYMMETRY] = 0.1;
        const double noise = 0.01 * b.measured.force;
        filter_around(&b.measured, &b.fit, noise, 0, &f);
        for (int is_filtered = 0; is_filtered <= 1; is_filtered++) {
            const struct fit_data *data = is_filtered ? &f.data : &b.measured.fine_data;
            double *slopes = memory_array(data->n * b.fit.n, sizeof *slopes);
            double *column = memory_array(data->n, sizeof *column);
            /* Forces are rounded to 1e-16, over the step 1e-12; ten times that at their largest. */
            const double rounding = 1e-11 * b.measured.force / (is_filtered ? noise : 1);
            fit_slopes(&b.fit, data, false, slopes);
            for (unsigned k = 0; k < b.fit.n; k++) {
                double largest = 0, apart = 0;
                differences(&b.fit, data, k, column);
                for (size_t i = 0; i < data->n; i++) {
                    largest = fmax(largest, fabs(column[i]));
                    apart = fmax(apart, fabs(slopes[k * data->n + i] - column[i]));
                }
                cr_expect_leq(apart, 1e-7 * largest + rounding, "%s, variable %u, %d: %g of %g",
                              (*m)->name, k, is_filtered, apart, largest);
            }
            free(slopes);
            free(column);
        }
        filter_end(&f);
        end(&b);
        trace_lanes_free(lanes);
        n_laws++;
    }
    cr_expect_geq(n_laws, 10);
}
