/* The grid and the axes of searches: which points there are, in which order, and that D at each is
 * the inequality's own value there. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/storage_grid.h"
#include "properties/prover/threshold_options.h"
#include "properties/prover/threshold_table.h"
#include "tools/base/decimal.h"
#include "tools/base/rng.h"

/* Martinez-Rosas' law with one of its parameters in an interval: two ends, and those of the second
 * state. */
static const char *const low[] = { "100000", "316.25",       "0.5", "1",
                                   "1.5",    "0.0009765625", "2",   "25000" },
                         *const high[] = { "100000", "316.25",       "4", "1",
                                           "1.5",    "0.0009765625", "2", "25000" };

static struct proof_claim claim_of(const struct arb_law *law)
{
    static const char *const names[] = { "sigma0", "sigma1", "sigma2", "Fc",
                                         "Fs",     "vs",     "m",      "alpha" };
    struct proof_claim claim = {
        .law = law, .balance = dissipation_find(law->name), .property = PASSIVITY, .mu = "0"
    };
    for (int i = 0; law->params[i]; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(names[k], law->params[i]) == 0) {
                claim.low[i] = low[k];
                claim.high[i] = high[k];
            }
    return claim;
}

/* D at the point with these coefficients; bit k of `ends` is the end of free number k. */
static double value_at(const struct proof_claim *claim, const struct grid_point *at,
                       const double c[], const bool ends[])
{
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), coefficient = _arb_vec_init(DISSIPATION_MAX_STORAGE),
            w = _arb_vec_init(DISSIPATION_MAX_STATES);
    arb_t theta, D, mu;
    int k = 0;
    arb_init(theta);
    arb_init(D);
    arb_init(mu);
    arb_set_d(theta, at->theta);
    arb_set_d(w, at->w);
    for (int i = 1; i < claim->balance.n_states; i++)
        arb_set_si(w + i, ends[k++] ? 1 : -1);
    for (int i = 0; claim->law->params[i]; i++)
        decimal_ball(p + i,
                     strcmp(claim->low[i], claim->high[i]) != 0 && ends[k++] ? claim->high[i]
                                                                             : claim->low[i],
                     PROOF_PREC);
    for (int i = 0; i < claim->balance.n_storage; i++)
        arb_set_d(coefficient + i, c[i]);
    const struct dissipation_box box = { p, coefficient, theta, w };
    dissipation_value(&claim->balance, D, &box, mu, PROOF_PREC);
    const double result = arf_get_d(arb_midref(D), ARF_RND_NEAR);
    arb_clear(mu);
    arb_clear(D);
    arb_clear(theta);
    _arb_vec_clear(w, DISSIPATION_MAX_STATES);
    _arb_vec_clear(coefficient, DISSIPATION_MAX_STORAGE);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return result;
}

/* Speeds are rest, powers of two from 2^-32 to 1/2, equal steps, and the same from infinity; states
 * from one bound to the other in equal steps; corners go through all ends, the other states' first.
 */
Test(grid, goes_through_all)
{
    const struct proof_claim claim = claim_of(arb_law_find("martinez_rosas"));
    struct grid grid = { .n_storage = claim.balance.n_storage };
    struct grid_place place;
    grid_place_init(&place, &claim);
    cr_assert_eq(claim.balance.n_states, 2);
    cr_assert_eq(grid_corners(&place), 4);
    grid_fill(&grid, &place);
    cr_assert_eq(grid.n, (size_t)4 * GRID_THETAS * GRID_STATES);
    for (size_t i = 0; i < grid.n; i++) {
        const struct grid_point *at = &grid.at[i];
        const size_t speed = i / GRID_STATES % GRID_THETAS, state = i % GRID_STATES;
        const struct grid_point *mirror =
            &grid.at[i - speed * GRID_STATES + (GRID_THETAS - 1 - speed) * GRID_STATES];
        cr_assert_eq(at->corner, (int)(i / ((size_t)GRID_THETAS * GRID_STATES)));
        cr_assert_float_eq(at->w, -1 + 2.0 * (double)state / (GRID_STATES - 1), 1e-15);
        cr_assert(at->theta + mirror->theta == 1, "%a and %a", at->theta, mirror->theta);
        if (speed <= 48)
            cr_assert_eq(at->theta, speed == 0    ? 0
                                    : speed <= 32 ? ldexp(1, (int)speed - 33)
                                                  : (double)(speed - 32) / 32);
    }
    /* Some points, at coefficients that are exact. */
    struct rng rng = rng_keyed(1, "grid", 0);
    for (int k = 0; k < 200; k++) {
        const struct grid_point *at = &grid.at[rng_next(&rng) % grid.n];
        double c[DISSIPATION_MAX_STORAGE], D = at->row[0], terms = fabs(D);
        bool ends[2];
        for (int i = 0; i < 2; i++)
            ends[i] = at->corner >> i & 1;
        for (int i = 0; i < grid.n_storage; i++) {
            c[i] = (double)rng_below(&rng, 9) / 4 - 1;
            D += at->row[1 + i] * c[i];
            terms += fabs(at->row[1 + i]) * (1 + fabs(c[i]));
        }
        const double exact = value_at(&claim, at, c, ends);
        /* each number of a row has a rounding, differences those of both terms */
        cr_expect(fabs(D - exact) <= 16 * DBL_EPSILON * terms, "point %d: %a, not %a", k, D, exact);
    }
    grid_place_clear(&place);
    free(grid.at);
}

/* Values of an axis: both ends, equal steps or equal ratios between them, of one value the first.
 */
Test(axis, has_its_ends_and_equal_steps)
{
    static const struct threshold_axis axes[] = {
        { .from = 2, .to = 10, .n = 5 },
        { .from = 10, .to = -2, .n = 7 },
        { .from = 0.5, .to = 32, .n = 4, .logarithmic = true },
        { .from = -8, .to = -0.125, .n = 3, .logarithmic = true },
        { .from = 3, .to = 7, .n = 1 },
        { .from = 3, .to = 7, .n = 1, .logarithmic = true },
        { .from = 3, .to = 7, .n = 2 },
    };
    static const double values[][7] = {
        { 2, 4, 6, 8, 10 },
        { 10, 8, 6, 4, 2, 0, -2 },
        { 0.5, 2, 8, 32 },
        { -8, -1, -0.125 },
        { 3 },
        { 3 },
        { 3, 7 },
    };
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++)
        for (unsigned i = 0; i < axes[k].n; i++)
            cr_expect_eq(threshold_axis_value(&axes[k], i), values[k][i], "axis %zu: %g", k,
                         threshold_axis_value(&axes[k], i));
    const struct threshold_axis third = { .from = 0, .to = 1, .n = 4 };
    cr_expect_eq(threshold_axis_value(&third, 1), 0.333333333333, "of twelve digits");
}

/* Rows stand in the order of the axes, the last fastest; what is on no axis is as given. Rows that
 * are valid for no value of the parameter say which constraint they violate. */
Test(rows, are_the_points_of_the_axes)
{
    static const double speeds[] = { 0.001, 0.01, 0.1 };
    const struct model *model = PREC(model_find)("lugre");
    const unsigned Fs = quantity_index(model->params, model->n_params, "Fs"),
                   Fc = quantity_index(model->params, model->n_params, "Fc"),
                   vs = quantity_index(model->params, model->n_params, "vs"),
                   sigma2 = quantity_index(model->params, model->n_params, "sigma2");
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        struct threshold_table table = {
            .model = model,
            .property = PASSIVITY,
            .param = sigma2,
            .budget = { .width = 0.1 },
            .axis = { { .param = Fs, .from = 0.25, .to = 0.5, .n = 2 },
                      { .param = vs, .from = 0.001, .to = 0.1, .n = 3, .logarithmic = true } },
            .n_axes = 2,
        };
        double others[MODEL_MAX_PARAMS];
        PREC(model_defaults)(model, others);
        others[Fc] = 1.25; /* always above Fs */
        threshold_run(&table, others, jobs);
        cr_assert_eq(table.n, 6);
        for (size_t i = 0; i < table.n; i++) {
            const struct threshold_row *row = &table.rows[i];
            for (unsigned k = 0; k < model->n_params; k++) {
                double expected = others[k];
                if (k == Fs)
                    expected = i < 3 ? 0.25 : 0.5;
                if (k == vs)
                    expected = speeds[i % 3];
                cr_expect_eq(row->p[k], expected, "row %zu, %s: %g", i, model->params[k].name,
                             row->p[k]);
            }
            cr_expect(row->invalid && strcmp(row->invalid, "Fs >= Fc") == 0, "row %zu: %s", i,
                      row->invalid ? row->invalid : "valid");
            cr_expect(!row->any);
        }
        cr_expect_not(threshold_any(&table));
        threshold_free(&table);
        cr_expect(!table.rows && table.n == 0);
    }
}

/* A row is searched where its parameters are valid at the default alone, at the upper end of the
 * range alone, or at the lower one. */
Test(rows, are_searched_where_one_value_is_valid)
{
    static const struct {
        const char *param, *axis;
        double at;
    } rows[] = { { "Fs", "Fc", 1.25 }, { "Fs", "Fc", 1e5 }, { "Fc", "Fs", 1e-5 } };
    const struct model *model = PREC(model_find)("stribeck");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct threshold_table table = {
            .model = model,
            .property = PASSIVITY,
            .param = quantity_index(model->params, model->n_params, rows[i].param),
            .budget = { .width = 0.1 },
            .axis = { { .param = quantity_index(model->params, model->n_params, rows[i].axis),
                        .from = rows[i].at,
                        .to = rows[i].at,
                        .n = 1 } },
            .n_axes = 1,
        };
        threshold_run(&table, p, 1);
        cr_expect(table.n == 1 && !table.rows[0].invalid && table.rows[0].any, "%s = %g: %s",
                  rows[i].axis, rows[i].at, table.rows[0].invalid ? table.rows[0].invalid : "none");
        threshold_free(&table);
    }
}

/* What is asked for on the command line is what the table has. */
Test(options, are_what_was_asked_for)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct threshold_request request = {
        .param = "sigma2",
        .set = { "Fs=2", "m=1", "Fs=2.5" },
        .from = { "--set", "--set", "--set" },
        .n_set = 3,
        .over = { "Fc=0.5:1.5:3", "vs=0.1:0.001:5:log" },
        .n_over = 2,
        .width = 0.02,
    };
    struct threshold_table table;
    double p[MODEL_MAX_PARAMS];
    threshold_table_of(&request, model, PASSIVITY, &table, p);
    cr_expect(table.model == model && table.property == PASSIVITY && table.budget.width == 0.02 &&
              table.budget.seed == 0);
    cr_expect_str_eq(model->params[table.param].name, "sigma2");
    for (unsigned i = 0; i < model->n_params; i++) {
        const char *name = model->params[i].name;
        const double expected = strcmp(name, "Fs") == 0  ? 2.5
                                : strcmp(name, "m") == 0 ? 1
                                                         : model->params[i].value;
        cr_expect_eq(p[i], expected, "%s: %g", name, p[i]);
    }
    cr_assert_eq(table.n_axes, 2);
    const struct threshold_axis *Fc = &table.axis[0], *vs = &table.axis[1];
    cr_expect_str_eq(model->params[Fc->param].name, "Fc");
    cr_expect(Fc->from == 0.5 && Fc->to == 1.5 && Fc->n == 3 && !Fc->logarithmic);
    cr_expect_str_eq(model->params[vs->param].name, "vs");
    cr_expect(vs->from == 0.1 && vs->to == 0.001 && vs->n == 5 && vs->logarithmic);
    cr_expect(!table.rows && table.n == 0);
}
