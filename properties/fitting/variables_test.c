/* Variables of a fit: there and back, within ranges and what a law allows. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/fitting/fit.h"

static struct fit begin(const char *name)
{
    struct fit_setup setup = { .model = model_find_f64(name) };
    struct fit fit;
    model_defaults_f64(setup.model, setup.p);
    memset(setup.is_free, true, sizeof setup.is_free);
    for (int i = 0; i < N_NUISANCES; i++) {
        setup.nuisances.is_free[i] = true;
        setup.nuisances.size[i] = 0.5 + i;
    }
    fit_begin(&fit, &setup);
    return fit;
}

Test(variables, come_back)
{
    struct fit fit = begin("lugre");
    for (unsigned k = 0; k < fit.n; k++) {
        const double u = fit_variable(&fit, k);
        struct fit moved = fit;
        cr_expect_float_eq(fit_set_variable(&moved, k, u - 1e-3), 0, 1e-12);
        cr_expect_float_eq(fit_variable(&moved, k), u - 1e-3, 1e-12);
        fit_set_variable(&moved, k, u);
        for (unsigned j = 0; j < fit.n; j++)
            cr_expect_float_eq(fit_variable(&moved, j), fit_variable(&fit, j), 1e-12);
    }
    /* Seven parameters, all nuisances, one state. */
    cr_expect_eq(fit.n, 7 + N_NUISANCES + 1);
}

Test(variables, stay_in_range)
{
    struct fit fit = begin("dahl");
    const double most = log(fit.model->params[0].hi);
    cr_expect_float_eq(fit_set_variable(&fit, 0, most + 2), 2, 1e-12);
    cr_expect_float_eq(fit.p[0], fit.model->params[0].hi, 1e-3);
}

/* Where Fs < Fc would not be allowed, one of the two moves and the other stays as it is asked for;
 * what is asked for and where it is differ by `outside`. */
Test(variables, one_brings_parameters_back)
{
    const struct fit fit = begin("lugre");
    const unsigned Fc = 3, Fs = 4;
    double u[FIT_MOST], outside[FIT_MOST];
    for (unsigned k = 0; k < fit.n; k++)
        u[k] = fit_variable(&fit, k);
    u[Fs] = log(0.9);
    const struct fit moved = fit_set_variables(&fit, u, outside);
    cr_expect(fit_allows(fit.model, NULL, moved.p));
    cr_expect_float_eq(moved.p[Fs], moved.p[Fc], 1e-6);
    cr_expect((fabs(moved.p[Fs] - 0.9) < 1e-9) != (fabs(moved.p[Fc] - 1) < 1e-9));
    for (unsigned k = 0; k < fit.n; k++)
        cr_expect_float_eq(u[k] - outside[k], fit_variable(&moved, k), 1e-9);
}

/* The domain of a claim is kept in the same way. */
Test(variables, a_claim_keeps_them_in)
{
    struct fit fit = begin("lugre");
    double step[FIT_MOST] = { 0 };
    for (unsigned i = 0; i < fit.model->n_claims; i++)
        if (claim_is(&fit.model->claims[i], PASSIVITY, "window"))
            fit.within = &fit.model->claims[i];
    cr_assert(fit.within);
    cr_expect_not(fit_allows(fit.model, fit.within, fit.p));
    const struct fit moved = fit_moved(&fit, step);
    cr_expect(fit_allows(fit.model, fit.within, moved.p));
    cr_expect(fit_allows(fit.model, NULL, fit.p));
}

/* States with which runs begin are within their size, a delay is within fifty of its own, to either
 * side; what else a rig adds may be anything. None moves another. */
Test(variables, of_rigs_and_beginnings_have_limits)
{
    const struct fit fit = begin("lugre");
    for (unsigned k = 7; k < fit.n; k++)
        for (int side = -1; side <= 1; side += 2) {
            const bool is_start = k == fit.n - 1;
            const double most = is_start ? 1 : fit.of[k] == DELAY ? 50 : 70.25;
            struct fit moved = fit;
            cr_expect_float_eq(fit_set_variable(&moved, k, side * 70.25), side * (70.25 - most),
                               1e-12, "%u", k);
            for (unsigned j = 0; j < fit.n; j++)
                cr_expect_float_eq(fit_variable(&moved, j),
                                   j == k ? side * most : fit_variable(&fit, j), 1e-12, "%u by %u",
                                   j, k);
            cr_expect_float_eq(is_start ? moved.start[0][0] / fit.size[k]
                                        : moved.nuisances.value[fit.of[k]] / (0.5 + fit.of[k]),
                               side * most, 1e-12, "%u", k);
        }
}

static real sum_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return (p[0] + p[1]) * v;
}

/* The first one is a logarithm, the others are parts of what they are, or of their range. */
static const struct quantity three[] = { { "b", "N s/m", 2, 0.5, 8, "" },
                                         { "c", "N s/m", -3, -5, 4, "" },
                                         { "d", "N s/m", 0, -0.25, 0.5, "" } };

static const struct model three_law = {
    .name = "three", .params = three, .n_params = 3, .speed_max = 1, .force = sum_force
};

static struct fit begin_three(const struct claim *within)
{
    const struct fit_setup setup = {
        .model = &three_law, .within = within, .p = { 2, -3, 0 }, .is_free = { true, true, true }
    };
    struct fit fit;
    fit_begin(&fit, &setup);
    return fit;
}

/* Both ends of each range hold, by whichever kind of variable; what is outside is told in units of
 * the variable, with its sign. */
Test(variables, keep_both_ends_of_ranges)
{
    static const double size[] = { 1, 3, 0.5 };
    const struct fit fit = begin_three(NULL);
    cr_assert_eq(fit.n, 3);
    for (unsigned k = 0; k < 3; k++)
        for (int end = 0; end <= 1; end++) {
            const double edge = end ? three[k].hi : three[k].lo;
            const double u = k == 0 ? log(edge) : edge / size[k], more = end ? 0.75 : -0.75;
            struct fit moved = fit;
            cr_expect_eq(fit.kind[k], k == 0 ? FIT_LOG : FIT_LINEAR);
            cr_expect_eq(fit.size[k], size[k], "%g", fit.size[k]);
            cr_expect_float_eq(fit_set_variable(&moved, k, u + more), more, 1e-12);
            cr_expect_eq(moved.p[k], edge, "%g", moved.p[k]);
            cr_expect_float_eq(fit_set_variable(&moved, k, u - more / 4), 0, 1e-12);
            cr_expect_float_eq(fit_variable(&moved, k), u - more / 4, 1e-12);
        }
}

/* The one parameter that is outside comes back to the end that is nearer, from below and from
 * above, whether it is the first one or the last, a logarithm or a part. 50 halvings of at most 33
 * leave 3e-14. */
Test(variables, come_back_from_either_side)
{
    static const struct interval boxes[][2] = { { { 0, 2.5, 7 }, { 0, 0.75, 1.5 } },
                                                { { 1, -2, 3 }, { 1, -4.5, -3.5 } },
                                                { { 2, 0.125, 0.25 }, { 2, -0.25, -0.125 } } };
    for (unsigned k = 0; k < 3; k++)
        for (int above = 0; above <= 1; above++) {
            const struct interval box = boxes[k][above];
            const struct claim claim = { .box = { box }, .n_box = 1 };
            const struct fit fit = begin_three(&claim);
            double u[FIT_MOST], outside[FIT_MOST];
            cr_assert_eq(box.param, k);
            for (unsigned j = 0; j < 3; j++)
                u[j] = fit_variable(&fit, j);
            const struct fit moved = fit_set_variables(&fit, u, outside);
            for (unsigned j = 0; j < 3; j++) {
                cr_expect_float_eq(moved.p[j],
                                   j != k  ? fit.p[j]
                                   : above ? box.hi
                                           : box.lo,
                                   1e-12, "%u: %g", j, moved.p[j]);
                cr_expect_float_eq(outside[j], u[j] - fit_variable(&moved, j), 1e-12);
            }
        }
}

/* b + c + d >= 1 */
static bool are_large(const real p[]) { return p[0] + p[1] + p[2] >= 1; }

/* From 2, -3 and 0 the sum has 2 to gain: ln 2 as a logarithm of the first one, two thirds of the
 * second one's size, and more than there is of the third one, whose range ends at 0.5. From 5, -4.5
 * and -0.25 it has 0.75 to gain: ln 1.15, and a quarter of the second one's size, which moves where
 * the first one may not be as large. */
Test(variables, the_one_moves_that_has_to_move_least)
{
    const struct claim claim = { .contains = are_large };
    const struct claim narrow = { .box = { { 0, 0.5, 5.5 } }, .n_box = 1, .contains = are_large };
    static const double from[][3] = { { 2, -3, 0 }, { 5, -4.5, -0.25 }, { 5, -4.5, -0.25 } },
                        to[][3] = { { 2, -1, 0 }, { 5.75, -4.5, -0.25 }, { 5, -3.75, -0.25 } };
    const double none[FIT_MOST] = { 0 };
    for (int k = 0; k < 3; k++) {
        struct fit fit = begin_three(k < 2 ? &claim : &narrow);
        memcpy(fit.p, from[k], sizeof from[k]);
        const struct fit moved = fit_moved(&fit, none);
        for (int i = 0; i < 3; i++)
            cr_expect_float_eq(moved.p[i], to[k][i], 1e-9, "%d, %d: %g", k, i, moved.p[i]);
    }
}

/* Where no single parameter can bring them back all stay as they were. */
Test(variables, stay_where_none_brings_them_back)
{
    const struct claim two = { .box = { { 0, 3, 7 }, { 1, -2, 3 } }, .n_box = 2 };
    const struct fit fit = begin_three(&two);
    const double step[FIT_MOST] = { 0.125, 0.25, 0.5 };
    const struct fit moved = fit_moved(&fit, step);
    for (unsigned k = 0; k < 3; k++)
        cr_expect_eq(moved.p[k], fit.p[k]);
}

/* A variable that is held is gone, those before it and behind it are what they were. */
Test(variables, one_that_is_held_leaves_the_others)
{
    const struct fit fit = begin("lugre");
    for (unsigned k = 0; k <= fit.n; k++) {
        struct fit held = fit;
        fit_hold(&held, k);
        cr_expect_eq(held.n, fit.n - (k < fit.n));
        for (unsigned j = 0; j < held.n; j++) {
            const unsigned was = j + (j >= k);
            cr_expect_eq(held.kind[j], fit.kind[was]);
            cr_expect_eq(held.of[j], fit.of[was]);
            cr_expect_eq(held.size[j], fit.size[was]);
        }
        if (k < fit.n && fit_is_parameter(&fit, k))
            cr_expect_eq(fit_variable_of(&held, fit.of[k]), held.n);
        if (k < fit.n && fit.kind[k] == FIT_NUISANCE)
            cr_expect_eq(fit_nuisance_variable(&held, (enum nuisance)fit.of[k]), held.n);
    }
}

/* A number tells a variable only with its kind: the parameter, the nuisance and the state of one
 * number are three variables. */
Test(variables, are_found_by_kind_and_number)
{
    const struct fit fit = begin("lugre");
    for (unsigned i = 0; i < 7; i++) {
        cr_expect_eq(fit_variable_of(&fit, i), i);
        cr_expect(fit_is_parameter(&fit, i));
        cr_expect_eq(fit_nuisance_variable(&fit, (enum nuisance)i), 7 + i);
        cr_expect_not(fit_is_parameter(&fit, 7 + i));
    }
    cr_expect_eq(fit_variable_of(&fit, 7), fit.n);
    cr_expect_not(fit_is_parameter(&fit, fit.n - 1));
    cr_expect_eq(fit.kind[fit.n - 1], FIT_START);
    /* Only as many runs as there is room for have a beginning of their own. */
    const struct fit_run last = { .index = FIT_RUNS - 1 }, beyond = { .index = FIT_RUNS };
    struct fit other = fit;
    other.start[FIT_RUNS - 1][0] = 0.5;
    cr_expect_eq(fit_start(&other, &last)[0], 0.5);
    cr_expect_eq(fit_start(&other, &beyond)[0], 0);
    fit_add_beginning(&other, FIT_RUNS);
    cr_expect_eq(other.n, fit.n);
    fit_add_beginning(&other, FIT_RUNS - 1);
    cr_assert_eq(other.n, fit.n + 1);
    cr_expect_float_eq(fit_variable(&other, fit.n), 0.5 / fit.size[fit.n - 1], 1e-12);
}

/* How far variables go to where a claim is made depends on values alone, not on those that a fit
 * began with: sigma1, which began a thousand times smaller, still gets to 0. */
Test(variables, are_brought_back_wherever_they_began)
{
    const struct model *model = model_find_f64("lugre");
    const unsigned sigma1 = quantity_index(model->params, model->n_params, "sigma1");
    const struct claim within = { .box = { { sigma1, 0, 1e-3 } }, .n_box = 1 };
    struct fit back[2][MODEL_MAX_PARAMS];
    for (int i = 0; i < 2; i++) {
        struct fit_setup setup = { .model = model };
        struct fit fit;
        model_defaults_f64(model, setup.p);
        const double value = setup.p[sigma1];
        for (unsigned k = 0; k < model->n_params; k++)
            setup.is_free[k] = true;
        setup.p[sigma1] = i == 0 ? value : value / 1000;
        fit_begin(&fit, &setup);
        fit.p[sigma1] = value;
        fit.within = &within;
        fit_resize(&fit);
        cr_assert_eq(fit_bring_back(&fit, back[i]), 1);
        cr_expect_leq(back[i][0].p[sigma1], 1e-3);
    }
    cr_expect_float_eq(back[0][0].p[sigma1], back[1][0].p[sigma1], 1e-12);
}
