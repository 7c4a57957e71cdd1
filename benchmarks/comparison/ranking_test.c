/* Rankings of rows whose errors and times are made up. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/comparison/ranking.h"

static struct comparison empty(void)
{
    const struct model *model = PREC(model_find)("lugre");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    struct comparison c = comparison_new(scenario_find("hysteresis"), model, p);
    c.floor = 1e-9;
    return c;
}

/* Adds a row with quartiles at 1 -+ spread times its time. */
static void add(struct comparison *c, const char *name, double error, double time, double spread)
{
    const struct settings settings = { .step = 1 };
    comparison_add(c, PREC(integrator_find)(name), &settings);
    struct compare_row *row = &c->rows[c->n_rows - 1];
    row->error_max = error;
    row->timing = (struct timing){ .cpu = time,
                                   .cpu_q1 = time * (1 - spread),
                                   .cpu_q3 = time * (1 + spread),
                                   .repetitions = 5,
                                   .iterations = 1 };
}

static void expect(const struct ranking *r, size_t i, const char *name, unsigned rank, bool tied)
{
    cr_assert_lt(i, r->n);
    cr_expect_str_eq(r->entries[i].integrator->name, name, "%zu: %s", i,
                     r->entries[i].integrator->name);
    cr_expect_eq(r->entries[i].rank, rank, "%s: %u", name, r->entries[i].rank);
    cr_expect_eq(r->entries[i].tied, tied, "%s", name);
}

/* Points (1e-2, 1 s) and (1e-4, 100 s) are on a straight line in logarithms: 1e-3 takes 10 s. */
Test(ranking, times_are_those_of_the_work_precision_curve)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "heun", 1e-2, 1, 0.1);
    add(&c, "heun", 1e-4, 100, 0.1);
    ranking_of(&c, 1e-3, &r);
    expect(&r, 0, "heun", 1, false);
    cr_expect_float_eq(r.entries[0].time, 10, 1e-13);
    cr_expect_float_eq(r.entries[0].low, 9, 1e-13);
    cr_expect_float_eq(r.entries[0].high, 11, 1e-13);
    comparison_free(&c);
}

Test(ranking, what_overlaps_shares_a_rank)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "bdf2", 1e-5, 4, 0.01);
    add(&c, "euler", 1e-5, 1, 0.01);
    add(&c, "heun", 1e-5, 2, 0.1);
    add(&c, "rk4", 1e-5, 2.2, 0.1);
    add(&c, "trapezoidal", 1e-3, 0.1, 0.01);
    ranking_of(&c, 1e-4, &r);
    cr_assert_eq(r.n, 5);
    expect(&r, 0, "euler", 1, false);
    expect(&r, 1, "heun", 2, true);
    expect(&r, 2, "rk4", 2, true);
    expect(&r, 3, "bdf2", 4, false);
    expect(&r, 4, "trapezoidal", 0, false);
    cr_expect(isnan(r.entries[4].time), "it does not reach the error");
    comparison_free(&c);
}

Test(ranking, failures_do_not_count_and_misfits_are_left_out)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "euler", 1e-5, 1, 0);
    c.rows[0].status = STATUS_NONFINITE;
    add(&c, "euler", 1e-6, 3, 0);
    add(&c, "heun", 1e-6, 1, 0);
    c.rows[2].timing.repetitions = 0;
    add(&c, "time_stepping", 0, 0, 0);
    c.rows[3].status = STATUS_UNSUPPORTED;
    add(&c, "rk4", (double)INFINITY, 1, 0);
    ranking_of(&c, 1e-4, &r);
    cr_assert_eq(r.n, 3);
    for (size_t i = 0; i < r.n; i++)
        cr_expect_eq(r.entries[i].rank, 0, "no curve begins after a failure");
    comparison_free(&c);
}

/* Two errors that the reference cannot tell apart both count as its error bound. */
Test(ranking, errors_below_the_floor_are_the_floor)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "rk4", 1e-7, 1, 0);
    add(&c, "rk4", 1e-15, 2, 0);
    add(&c, "heun", 1e-7, 1, 0);
    add(&c, "heun", 1e-9, 2, 0);
    ranking_of(&c, 1e-8, &r);
    expect(&r, 0, "heun", 1, true);
    expect(&r, 1, "rk4", 1, true);
    cr_expect_float_eq(r.entries[0].time, r.entries[1].time, 0);
    ranking_of(&c, 1e-10, &r);
    cr_expect_eq(r.entries[0].rank, 0, "an error below the floor is reached by nobody");
    comparison_free(&c);
}

/* The order in which rows of integrators come does not matter. */
Test(ranking, order_is_by_time_alone)
{
    static const char *const names[] = { "euler", "heun", "rk4" };
    static const size_t orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                         { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    for (size_t i = 0; i < 6; i++) {
        struct comparison c = empty();
        struct ranking r;
        for (size_t k = 0; k < 3; k++)
            add(&c, names[orders[i][k]], 1e-5, 1 + (double)orders[i][k], 0.1);
        ranking_of(&c, 1e-4, &r);
        for (size_t k = 0; k < 3; k++)
            expect(&r, k, names[k], (unsigned)k + 1, false);
        comparison_free(&c);
    }
}
