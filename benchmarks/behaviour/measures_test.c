/* Limits, excesses, drifts and orders of runs in closed form: each is found wherever it is planted.
 * Linked with --wrap, so that the measures take these runs. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/behaviour/hold_sequences.h"
#include "benchmarks/behaviour/structure.h"

/* The run of the moment. A property fails beyond k in one run and sample of all, by `amount`. */
static struct {
    double k, amount, order;
    size_t sample, run; /* of those at one setting: a start, or a list of holds */
    enum status status;
    size_t runs;   /* so far at this setting */
    double before; /* the setting, */
    const char *law;
    size_t made;
    bool by_tolerance; /* the amount is a part of the tolerance */
} world;

/* The settings of the last runs. */
enum { MOST_MADE = 400 };
static struct run_settings made[MOST_MADE];

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_run_problem_f64(const char *integrator, const struct run_problem *problem,
                            const struct run_settings *settings, struct run *run);
void __wrap_run_problem_f32(const char *integrator, const struct run_problem *problem,
                            const struct run_settings *settings, struct run *run);
/* NOLINTEND(bugprone-reserved-identifier) */

/* z starts where it is told to and stays within 1/sigma0. */
static void run_bound(const struct run_problem *p, bool fails, struct run *run)
{
    cr_expect_str_eq(p->params[0].name, "sigma0");
    const double bound = 1 / p->params[0].value;
    run->n = 2;
    for (size_t j = 0; j < run->samples; j++)
        run->x[j][0] = (j % 2 == 0 ? 1 : -1) * bound * (1 - DBL_EPSILON);
    cr_expect_leq(fabs(p->start[0]), bound);
    if (fails)
        run->x[world.sample][0] = (world.sample % 3 == 0 ? -1 : 1) * bound * (1 + world.amount);
}

/* The energy rises to 0.25 J in the middle and falls again; only the planted sample is below 0. */
static void run_passivity(const struct run_problem *p, bool fails, struct run *run)
{
    cr_expect(p->with_energy && p->params[0].value == 1);
    run->n = 2;
    for (size_t j = 0; j < run->samples; j++)
        run->x[j][1] = 0;
    run->x[run->samples / 2][1] = 0.25;
    if (fails && world.sample < run->samples)
        run->x[world.sample][1] = -world.amount / 2; /* it can store 1/2 J */
}

/* All energy is in the spring, then in the speed, then spent, in turn. */
static void run_drift(const struct run_problem *p, struct run *run)
{
    const double energy = p->stiffness * p->place * p->place / 2;
    run->n = 3;
    run->steps = 77;
    for (size_t j = 0; j < run->samples; j++) {
        run->x[j][0] = j % 3 == 0 ? 2 * p->place : p->place;
        run->x[j][1] = j % 3 == 1 ? -sqrt(2 * energy / p->mass) : 0;
        run->x[j][2] = j % 3 == 2 ? energy : 0;
    }
    run->x[world.sample][2] += world.amount * energy;
}

/* Off by the step, or the tolerance, to the order. A driven law takes other steps than told. */
static void run_order(const struct run_problem *p, const struct run_settings *s, struct run *run)
{
    /* driven laws take whole numbers of steps, some more than told */
    const double told = s->rtol > 0 ? 4e-3 : fmax(s->step, 1e-9);
    run->n = 2;
    run->steps = 1 + (uint64_t)llround(p->duration / (p->mass > 0 ? told : 0.9 * told));
    const double taken = p->mass > 0 ? told : p->duration / (double)run->steps;
    const double error = pow(s->rtol > 0 ? s->rtol : taken, world.order);
    for (size_t j = 0; j < run->samples; j++) {
        run->x[j][0] = 1 + (double)j;
        run->x[j][1] = -3;
    }
    /* the reference is exact */
    if (!(s->rtol > 0 && s->rtol < 1e-12))
        run->x[world.sample][1] += error;
}

static void run(const struct run_problem *p, const struct run_settings *s, struct run *run)
{
    const bool bound = strcmp(p->law, "martinez_rosas") == 0 && strncmp(p->input, "hold", 4) == 0,
               passivity = strcmp(p->law, "dahl") == 0;
    const double setting = s->rtol > 0 ? s->rtol : s->step;
    made[world.made++ % MOST_MADE] = *s;
    world.runs = setting == world.before && p->law == world.law ? world.runs + 1 : 0;
    world.before = setting;
    world.law = p->law;
    run->status = world.status;
    if (world.status != STATUS_OK)
        return;
    const double k = s->rtol > 0 ? HUGE_VAL : s->step * (bound ? p->params[0].value : 1);
    const bool fails = k > world.k && world.runs == world.run;
    const double amount = world.amount;
    world.amount *= world.by_tolerance ? s->rtol : 1;
    if (bound)
        run_bound(p, fails, run);
    else if (passivity)
        run_passivity(p, fails, run);
    else if (p->with_energy)
        run_drift(p, run);
    else
        run_order(p, s, run);
    world.amount = amount;
}

void __wrap_run_problem_f64(const char *integrator, const struct run_problem *problem,
                            const struct run_settings *settings, struct run *r)
{
    (void)integrator;
    run(problem, settings, r);
}

/* In float one state of one sample is off. */
void __wrap_run_problem_f32(const char *integrator, const struct run_problem *problem,
                            const struct run_settings *settings, struct run *r)
{
    (void)integrator;
    run(problem, settings, r);
    r->x[world.sample][0] += world.amount * (double)r->samples;
}

static const struct integrator given = { .name = "given" },
                               adaptive = { .name = "adaptive", .flags = INTEGRATOR_ADAPTIVE };

static void plant(double k, double amount, size_t run_number, size_t sample)
{
    memset(&world, 0, sizeof world);
    world.k = k;
    world.amount = amount;
    world.run = run_number;
    world.sample = sample;
    world.status = STATUS_OK;
}

/* Twenty bisections of a twentieth of a decade leave 1e-7 of k. */
Test(limit, is_found_wherever_it_is)
{
    static const double limits[] = { 1.5e-3, 0.07, 0.9999, 1.234, 45, 678, 9000 };
    static const size_t places[][2] = { { 0, 1 }, { 2, 30 }, { 4, 60 } };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (size_t k = 0; k < 3; k++) {
            plant(limits[i], 0.01, places[k][0], places[k][1]);
            struct measured m = structure_bound(&given);
            cr_expect_eq(m.status, STATUS_OK);
            cr_expect_float_eq(m.value, limits[i], 2e-7 * limits[i], "%g: %g", limits[i], m.value);
        }
    /* a pair of holds of 1 and 1 steps, one of eight, and the long one */
    static const size_t lists[][2] = { { 0, 2 }, { 150, 3 }, { HOLDS_LISTED - 1, 400 } };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i += 3)
        for (size_t k = 0; k < 3; k++) {
            plant(limits[i], 0.01, lists[k][0], lists[k][1]);
            const struct measured m = structure_passivity(&given);
            cr_expect_eq(m.status, STATUS_OK);
            cr_expect_float_eq(m.value, limits[i], 2e-7 * limits[i], "%g: %g", limits[i], m.value);
        }
    plant(0.9e-3, 0.01, 0, 1);
    cr_expect_eq(structure_bound(&given).value, 0, "not even at the least");
    cr_expect_eq(structure_passivity(&given).value, 0);
    plant(1.01e4, 0.01, 0, 1);
    cr_expect(isinf(structure_bound(&given).value) && isinf(structure_passivity(&given).value));
}

/* Of 60 steps a few roundings each. */
Test(limit, does_not_count_roundings)
{
    plant(0, 0.9 * 64 * 60 * DBL_EPSILON, 0, 1);
    cr_expect(isinf(structure_bound(&given).value));
    plant(0, 1.1 * 64 * 60 * DBL_EPSILON, 0, 1);
    cr_expect_eq(structure_bound(&given).value, 0);
    /* of the energy that was exchanged, 0.25 J at the most; half the amount is missing */
    static const size_t samples[] = { 0, 2, 199, 400 };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        plant(0, 2 * 0.9 * 0.25 * 64 * 60 * DBL_EPSILON, HOLDS_LISTED - 1, samples[i]);
        cr_expect(isinf(structure_passivity(&given).value), "sample %zu", samples[i]);
        plant(0, 2 * 1.1 * 0.25 * 64 * 60 * DBL_EPSILON, HOLDS_LISTED - 1, samples[i]);
        cr_expect_eq(structure_passivity(&given).value, 0, "sample %zu", samples[i]);
    }
}

/* A run that is not finite is beyond every bound; other failures are those of the measure. */
Test(limit, failures_are_told_apart)
{
    plant(0, 0, 0, 0);
    world.status = STATUS_NONFINITE;
    struct measured m = structure_bound(&given);
    cr_expect(m.status == STATUS_OK && m.value == 0);
    m = structure_passivity(&given);
    cr_expect(m.status == STATUS_OK && m.value == 0);
    m = structure_bound_excess(&adaptive, 1e-3);
    cr_expect(m.status == STATUS_OK && isinf(m.value));
    m = structure_passivity_deficit(&adaptive, 1e-3);
    cr_expect(m.status == STATUS_OK && isinf(m.value));
    world.status = STATUS_TOO_MANY_STEPS;
    cr_expect_eq(structure_bound(&given).status, STATUS_TOO_MANY_STEPS);
    cr_expect_eq(structure_passivity(&given).status, STATUS_TOO_MANY_STEPS);
    cr_expect_eq(structure_bound_excess(&adaptive, 1e-3).status, STATUS_TOO_MANY_STEPS);
    cr_expect_eq(structure_passivity_deficit(&adaptive, 1e-3).status, STATUS_TOO_MANY_STEPS);
    uint64_t steps;
    cr_expect_eq(structure_drift(&given, &steps).status, STATUS_TOO_MANY_STEPS);
    cr_expect_eq(structure_float(&given, true, &steps).status, STATUS_TOO_MANY_STEPS);
}

Test(excess, is_the_largest_of_all_runs_and_samples)
{
    static const size_t runs[] = { 0, 1, 4 }, samples[] = { 0, 17, 60 };
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            plant(0, 0.125, runs[i], samples[k]);
            const struct measured m = structure_bound_excess(&adaptive, 1e-3);
            cr_expect_float_eq(m.value, 0.125, 10 * DBL_EPSILON);
            cr_expect_eq(world.made, 5, "%zu starts", world.made);
        }
    static const size_t lists[][2] = { { 0, 0 }, { 77, 1 }, { HOLDS_LISTED - 1, 400 } };
    for (size_t i = 0; i < 3; i++) {
        plant(0, 0.125, lists[i][0], lists[i][1]);
        const struct measured m = structure_passivity_deficit(&adaptive, 1e-3);
        cr_expect_float_eq(m.value, 0.125, DBL_EPSILON, "%zu", i);
        cr_expect_eq(world.made, HOLDS_LISTED);
    }
}

Test(drift, is_that_of_the_worst_sample)
{
    static const size_t samples[] = { 0, 1, 2, 200, RUN_MOST_SAMPLES - 1 };
    for (size_t i = 0; i < 5; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            uint64_t steps = 0;
            plant(0, 0.0625 * sign, 0, samples[i]);
            const struct measured m = structure_drift(&given, &steps);
            cr_expect_float_eq(m.value, 0.0625, 10 * DBL_EPSILON, "%zu: %g", samples[i], m.value);
            cr_expect_eq(steps, 77);
        }
}

/* Relative to the largest value of the state, which is the number of samples. */
Test(distance, of_float_is_that_of_the_worst_sample)
{
    static const size_t samples[] = { 0, 200, RUN_MOST_SAMPLES - 1 };
    for (size_t i = 0; i < 3; i++)
        for (int mass = 0; mass < 2; mass++) {
            uint64_t steps = 0;
            plant(0, -0.125, 0, samples[i]);
            world.order = 1;
            const struct measured m = structure_float(&given, mass == 1, &steps);
            cr_expect_float_eq(m.value, 0.125, 10 * DBL_EPSILON);
            cr_expect_gt(steps, 100);
        }
}

Test(distance, is_relative_to_each_states_largest_value)
{
    struct run a = { .samples = 5, .n = 3 }, b;
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 2; k++)
            a.x[i][k] = i == (k == 0 ? 0U : 4U) ? (k == 0 ? -8 : 100) : 1;
    for (size_t i = 0; i < 5; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            b = a;
            b.x[i][1] += sign * 50;
            b.x[4 - i][0] += sign * 2;
            cr_expect_float_eq(run_distance(&a, &b), 0.5, 0);
            b.x[i][0] -= sign * 6;
            cr_expect_float_eq(run_distance(&a, &b), i == 2 ? 0.5 : 0.75, 0);
        }
    cr_expect_eq(run_distance(&a, &a), 0);
}

/* Errors that are powers of the step have that order. Steps of a driven law are whole numbers a
 * run: the mean counts. */
Test(order, is_the_exponent_of_the_step)
{
    static const double orders[] = { 0.5, 1, 2.75, 4 };
    for (int which = 0; which < N_ORDERS; which++)
        for (size_t i = 0; i < 4; i++)
            for (int chooses = 0; chooses < 2; chooses++) {
                plant(0, 0, 0, i);
                world.order = orders[i] / (chooses ? 4 : 1);
                const struct measured m =
                    structure_order(chooses ? &adaptive : &given, (enum order_problem)which);
                cr_expect_eq(m.status, STATUS_OK);
                /* errors of 1e-11 beside a state of 3 have four digits */
                cr_expect_float_eq(m.value, world.order, 1e-4, "%d: %g, not %g", which, m.value,
                                   world.order);
            }
}

/* A level halves the step, or divides the tolerance by 10; its variants lie between it and the next
 * level. Steps of given size are whole parts of the eight spacings. */
Test(order, has_settings_from_coarse_to_fine)
{
    for (int which = 0; which < N_ORDERS; which++)
        for (int chooses = 0; chooses < 2; chooses++) {
            double floor;
            plant(0, 0, 0, 0);
            const double spacing = order_problem((enum order_problem)which)->duration / 8;
            order_reference((enum order_problem)which, &floor);
            world.made = 0;
            structure_order(chooses ? &adaptive : &given, (enum order_problem)which);
            const size_t n = world.made;
            const bool naive = which == ORDER_DRIVEN_NAIVE || which == ORDER_MASS_NAIVE;
            const size_t levels = naive ? 4 : 3, variants = n / levels;
            cr_assert(n == levels * variants && n <= MOST_MADE, "%zu runs", n);
            cr_expect(!chooses || (variants == 16 && fabs(made[0].rtol / 1e-5 - 1) < 1e-14));
            for (size_t i = 0; i < n; i++) {
                const double size = chooses ? made[i].rtol : made[i].step,
                             finer = chooses ? made[(i + variants) % n].rtol
                                             : made[(i + variants) % n].step;
                cr_expect_eq(made[i].naive, naive);
                cr_expect_eq(made[i].max_steps, chooses ? 20000 : 0);
                cr_expect(chooses ? made[i].step == 0 : made[i].rtol == 0);
                cr_expect(i + variants >= n || fabs(size / finer / (chooses ? 10 : 2) - 1) < 1e-14);
                cr_expect(i + 1 == n || size > (chooses ? made[i + 1].rtol : made[i + 1].step));
                cr_expect(chooses || fabs(remainder(spacing / size, 1)) < 1e-9);
            }
        }
}

/* A row has each measure of its method, and says that others do not apply. */
Test(row, has_each_measure)
{
    for (int chooses = 0; chooses < 2; chooses++) {
        const struct integrator *method = chooses ? &adaptive : &given;
        uint64_t steps;
        plant(0.5, 0.125, 0, 1);
        world.order = 1.5;
        world.by_tolerance = chooses;
        const struct structure_row row = structure_row(method);
        cr_expect_eq(row.integrator, method);
        for (int i = 0; i < N_ORDERS; i++)
            cr_expect_eq(row.order[i].value, structure_order(method, (enum order_problem)i).value);
        cr_expect_eq(row.drift.value, structure_drift(method, &steps).value);
        cr_expect(made[(world.made - 1) % MOST_MADE].step == (chooses ? 0 : 1e-3) &&
                  made[(world.made - 1) % MOST_MADE].rtol == (chooses ? 1e-6 : 0));
        cr_expect_eq(row.float_driven.value, structure_float(method, false, &steps).value);
        cr_expect_eq(row.float_mass.value, structure_float(method, true, &steps).value);
        cr_expect(made[(world.made - 1) % MOST_MADE].step == (chooses ? 0 : 1e-3) &&
                  made[(world.made - 2) % MOST_MADE].rtol == (chooses ? 1e-6 : 0));
        cr_expect_eq(row.bound.status, chooses ? STATUS_UNSUPPORTED : STATUS_OK);
        cr_expect_eq(row.passivity.status, chooses ? STATUS_UNSUPPORTED : STATUS_OK);
        cr_expect(chooses ||
                  (fabs(row.bound.value - 0.5) < 1e-6 && fabs(row.passivity.value - 0.5) < 1e-6));
        for (int i = 0; i < 2; i++) {
            const double expected = 0.125 * (i == 0 ? 1e-3 : 1e-6);
            cr_expect_eq(row.excess[i].status, chooses ? STATUS_OK : STATUS_UNSUPPORTED);
            cr_expect_eq(row.deficit[i].status, chooses ? STATUS_OK : STATUS_UNSUPPORTED);
            /* 1 + excess is rounded */
            cr_expect(!chooses || fabs(row.excess[i].value - expected) <= 10 * DBL_EPSILON);
            cr_expect(!chooses || fabs(row.deficit[i].value - expected) <= 10 * DBL_EPSILON);
        }
    }
}
