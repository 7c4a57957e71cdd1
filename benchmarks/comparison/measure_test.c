/* Tests the measures on trajectories known in closed form. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/comparison/measure.h"
#include "models/model.h"

static const double PI = 3.14159265358979323846;
enum { N = 1001 };

static struct trajectory trajectory(double t_end)
{
    struct trajectory r;
    trajectory_init(&r, N, 0, t_end);
    return r;
}

static void event(struct trajectory *r, enum plant_event kind, double t)
{
    trajectory_event(r, kind, t);
}

static struct setup spring(void)
{
    return (struct setup){ .has_mass = true,
                           .plant = { .mass = 2, .stiffness = 8, .place = 0.5, .pull = 0.1 } };
}

Test(events, are_those_that_count)
{
    const struct setup setup = spring(), driven = { .has_mass = false };
    struct trajectory reference = trajectory(1), run = trajectory(1);
    event(&reference, PLANT_REVERSAL, 0.1);
    event(&run, PLANT_SWITCH, 0.2);
    cr_expect(isnan(compare_event_error(&setup, &reference, &run)), "nothing that counts");
    event(&run, PLANT_RELEASE, 0.5);
    cr_expect(isinf(compare_event_error(&setup, &reference, &run)), "other events");
    event(&reference, PLANT_RELEASE, 0.53);
    cr_expect_float_eq(compare_event_error(&setup, &reference, &run), 0.03, 1e-15);
    cr_expect(isnan(compare_event_error(&driven, &reference, &run)), "no mass");
    trajectory_free(&reference);
    trajectory_free(&run);
}

/* Force 10 N/s t: break-away 1 % later is at 1 % more force. */
Test(break_away, is_the_force_at_the_first_crossing)
{
    struct setup setup = { .has_mass = true, .plant = { .mass = 1 } };
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("ramp 0 20 2", &setup.plant.force, error));
    struct trajectory reference = trajectory(2), run = trajectory(2);
    cr_expect(isnan(compare_break_away_error(&setup, &reference, &run)), "nobody breaks away");
    event(&reference, PLANT_FASTER, 1);
    cr_expect(isinf(compare_break_away_error(&setup, &reference, &run)), "the reference does");
    event(&run, PLANT_RELEASE, 0.9);
    event(&run, PLANT_FASTER, 1.01);
    event(&run, PLANT_FASTER, 1.5);
    cr_expect_float_eq(compare_break_away_error(&setup, &reference, &run), 0.01, 1e-14);
    setup.plant.stiffness = 1e-3;
    cr_expect(isnan(compare_break_away_error(&setup, &reference, &run)), "a spring");
    setup_free(&setup);
    trajectory_free(&reference);
    trajectory_free(&run);
}

/* A mass whose distance from its place swings by twice the amplitude, and which is faster than the
 * watched speed at the middle of every upward swing. */
static struct trajectory swinging(const struct setup *setup, double period, double amplitude,
                                  double t_end)
{
    struct trajectory r = trajectory(t_end);
    const double omega = 2 * PI / period;
    for (size_t i = 0; i < N; i++) {
        const double t = r.t[i];
        r.x[i] = setup->plant.place + setup->plant.pull * t + amplitude * sin(omega * t);
        r.v[i] = setup->plant.pull + amplitude * omega * cos(omega * t);
    }
    for (int k = 1; k * period < t_end; k++)
        event(&r, PLANT_FASTER, k * period);
    return r;
}

Test(cycle, has_a_period_and_an_amplitude)
{
    const struct setup setup = spring();
    struct trajectory reference = swinging(&setup, 2, 0.3, 11),
                      run = swinging(&setup, 2.02, 0.3, 11);
    struct compare_cycle cycle = compare_cycle(&setup, &reference, &run);
    cr_expect_float_eq(cycle.period_error, 0.01, 1e-13);
    /* Both are sampled 11 ms apart, which misses up to (omega 5.5 ms)^2/2 of an extremum. */
    cr_expect_lt(cycle.amplitude_error, 1.5e-4 * 2);
    trajectory_free(&run);
    run = swinging(&setup, 2, 0.33, 11);
    cycle = compare_cycle(&setup, &reference, &run);
    cr_expect_eq(cycle.period_error, 0);
    cr_expect_float_eq(cycle.amplitude_error, 0.1, 1e-12);
    cycle = compare_cycle(&setup, &reference, &reference);
    cr_expect(cycle.period_error == 0 && cycle.amplitude_error == 0);
    trajectory_free(&run);
    trajectory_free(&reference);
}

Test(cycle, needs_as_many_slips_give_or_take_one)
{
    const struct setup setup = spring();
    struct trajectory reference = swinging(&setup, 2, 0.3, 11), one = swinging(&setup, 2, 0.3, 9),
                      three = swinging(&setup, 2, 0.3, 5), many = swinging(&setup, 0.5, 0.3, 11);
    cr_expect_eq(compare_cycle(&setup, &reference, &one).period_error, 0,
                 "the last one is not there");
    cr_expect_eq(compare_cycle(&setup, &one, &reference).period_error, 0);
    cr_expect(isinf(compare_cycle(&setup, &reference, &three).period_error));
    cr_expect(isinf(compare_cycle(&setup, &reference, &many).amplitude_error));
    three.n_events = 1;
    cr_expect(isnan(compare_cycle(&setup, &three, &reference).period_error),
              "no cycle to compare with");
    trajectory_free(&reference);
    trajectory_free(&one);
    trajectory_free(&three);
    trajectory_free(&many);
}

/* m v' = k (r0 - x) - F with F = c v, from rest: a damped oscillation about r0; int F v dt is
 * exactly the energy that the other terms lose. */
static struct trajectory damped(const struct setup *setup, double c)
{
    struct trajectory r = trajectory(5);
    const struct plant *p = &setup->plant;
    const double d = c / (2 * p->mass), omega = sqrt(p->stiffness / p->mass - d * d);
    for (size_t i = 0; i < N; i++) {
        const double t = r.t[i], e = p->place * exp(-d * t);
        const double y = e * (cos(omega * t) + d / omega * sin(omega * t));
        r.x[i] = p->place - y;
        r.v[i] = e * (omega + d * d / omega) * sin(omega * t);
        r.F[i] = c * r.v[i];
        r.energy[i] = p->stiffness * p->place * p->place / 2 - p->mass * r.v[i] * r.v[i] / 2 -
                      p->stiffness * y * y / 2;
    }
    return r;
}

Test(energy, of_other_motions_that_obey_physics_balances)
{
    struct setup setup = spring();
    setup.plant.pull = 0;
    struct trajectory reference = damped(&setup, 0.4), run = damped(&setup, 0.7);
    /* Each of the sums has half a dozen roundings of at most the energy put in. */
    cr_expect_lt(compare_energy_balance(&setup, &reference, &run), 20 * 0x1p-53);
    /* an error at one instant counts, in units of the energy put in, the largest term */
    run.energy[N / 2] += 0.001;
    cr_expect_float_eq(compare_energy_balance(&setup, &reference, &run), 0.001, 1e-12);
    trajectory_free(&run);
    trajectory_free(&reference);
}

/* x = a (t - sin t) under the force that makes it so, with F = 0: the force signal does all the
 * work, and quadrature with slopes is of fourth order: h = 5 ms leaves some h^4/720. */
Test(energy, work_is_that_of_the_force_the_pull_and_the_controller)
{
    struct setup setup = {
        .has_mass = true,
        .plant = { .mass = 1, .stiffness = 3, .damping = 2, .integral = 4, .place = 1, .pull = 0.2 }
    };
    struct trajectory still = trajectory(5), run = trajectory(5);
    /* the reference does not move; only the end of the spring does: all work is in the spring */
    for (size_t i = 0; i < N; i++) {
        const double t = still.t[i], q = -t - 0.1 * t * t;
        still.F[i] = 3 * (1 + 0.2 * t) - 4 * q;
    }
    cr_expect_lt(compare_energy_balance(&setup, &still, &still), 0x1p-52);
    for (size_t i = 0; i < N; i++) {
        const double t = run.t[i], x = t - sin(t), v = 1 - cos(t), a = sin(t);
        const double q = cos(t) - 1 + t * t / 2 - t - 0.1 * t * t;
        run.x[i] = x;
        run.v[i] = v;
        run.F[i] = 3 * (1 + 0.2 * t - x) - 2 * v - 4 * q - a;
    }
    /* int F v dt by the same rule, on a finer grid */
    enum { FINER = 100 };
    double energy = 0;
    for (size_t i = 1; i < N; i++) {
        for (int k = 0; k < FINER; k++) {
            const double t = run.t[i - 1] + (run.t[i] - run.t[i - 1]) * (k + 0.5) / FINER;
            const double x = t - sin(t), v = 1 - cos(t);
            const double q = cos(t) - 1 + t * t / 2 - t - 0.1 * t * t;
            energy += (3 * (1 + 0.2 * t - x) - 2 * v - 4 * q - sin(t)) * v *
                      (run.t[i] - run.t[i - 1]) / FINER;
        }
        run.energy[i] = energy;
    }
    /* The midpoint rule: h^2/24 of the change in slope, h = 50 us, of some 20 J in a second. */
    cr_expect_lt(compare_energy_balance(&setup, &still, &run), 1e-8);
    setup.plant.integral = 4.01;
    cr_expect_gt(compare_energy_balance(&setup, &still, &run), 1e-4, "another controller");
    trajectory_free(&still);
    trajectory_free(&run);
}

/* The force sin t alone moves the mass by t - sin t, and against friction of sin t - 1 by t^2/2. Of
 * its work quadrature with slopes leaves h^4/720, h = 5 ms, of the change of the third derivative
 * of the power, some 20 W/s^3. */
Test(energy, work_is_that_of_the_force_signal)
{
    struct setup setup = { .has_mass = true, .plant = { .mass = 1 } };
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("sine 0 1 1 0 5", &setup.plant.force, error), "%s", error);
    struct trajectory rubbed = trajectory(5), run = trajectory(5);
    for (size_t i = 0; i < N; i++) {
        const double t = run.t[i];
        rubbed.x[i] = t * t / 2;
        rubbed.v[i] = t;
        rubbed.F[i] = sin(t) - 1;
        rubbed.energy[i] = sin(t) - t * cos(t) - t * t / 2;
        run.x[i] = t - sin(t);
        run.v[i] = 1 - cos(t);
    }
    cr_expect_lt(compare_energy_balance(&setup, &rubbed, &run), 4e-11);
    for (size_t i = 0; i < N; i++)
        run.v[i] *= 1.001;
    cr_expect_gt(compare_energy_balance(&setup, &rubbed, &run), 1e-4, "another motion");
    trajectory_free(&rubbed);
    trajectory_free(&run);
    signal_free(&setup.plant.force);
}

Test(energy, of_a_driven_law_is_compared)
{
    const struct setup setup = { .has_mass = false };
    struct trajectory reference = trajectory(1), run = trajectory(1);
    for (size_t i = 0; i < N; i++) {
        reference.energy[i] = 4 * reference.t[i];
        run.energy[i] = reference.energy[i];
    }
    cr_expect_eq(compare_energy_balance(&setup, &reference, &run), 0);
    run.energy[10] += 0.04;
    cr_expect_float_eq(compare_energy_balance(&setup, &reference, &run), 0.01, 1e-12);
    run.energy[11] = (double)NAN;
    cr_expect(isinf(compare_energy_balance(&setup, &reference, &run)));
    trajectory_free(&reference);
    trajectory_free(&run);
}

static double steady(const struct model *model, const double p[], double v)
{
    (void)model;
    return p[0] * v;
}

static double twice(const double p[], double v) { return steady(NULL, p, 2 * v); }

Test(steady_state, is_asked_for_where_the_truth_has_settled)
{
    const struct model law = { .name = "twice", .steady_force = twice }, other = { .name = "none" };
    const double p[] = { 5 }; /* 5 N for 0.5 m/s */
    struct setup held, moving;
    char error[SIGNAL_TEXT];
    cr_assert(setup_velocity("ramp 0 1 1; hold 0.5 1", &held, error));
    cr_assert(setup_velocity("hold 0.5 1; ramp 0.5 0.5 1", &moving, error));
    struct trajectory reference = trajectory(2), run = trajectory(2);
    reference.F[N - 1] = 5;
    run.F[N - 1] = 5.05;
    cr_expect_float_eq(compare_steady_state_error(&law, p, &held, &reference, &run), 0.01, 1e-14);
    cr_expect(isnan(compare_steady_state_error(&other, p, &held, &reference, &run)));
    cr_expect(isnan(compare_steady_state_error(&law, p, &moving, &reference, &run)));
    reference.F[N - 1] = 5.0001;
    cr_expect(isnan(compare_steady_state_error(&law, p, &held, &reference, &run)), "on its way");
    setup_free(&held);
    setup_free(&moving);
    trajectory_free(&reference);
    trajectory_free(&run);
}

/* The worst sample counts wherever it is; samples that the reference does not know do not. */
Test(energy, of_a_driven_law_is_that_of_the_worst_sample)
{
    static const size_t places[] = { 0, 1, N / 2, N - 2, N - 1 };
    const struct setup setup = { .has_mass = false };
    struct trajectory reference = trajectory(1), run = trajectory(1);
    for (size_t k = 0; k < 5; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            for (size_t i = 0; i < N; i++) {
                reference.energy[i] = -4 * reference.t[i];
                run.energy[i] = reference.energy[i] - 0.01 * sign;
            }
            run.energy[places[k]] += 0.05 * sign;
            cr_expect_float_eq(compare_energy_balance(&setup, &reference, &run), 0.01, 1e-13);
            if (places[k] == N - 1)
                continue;
            reference.energy[places[k]] = (double)NAN;
            cr_expect_float_eq(compare_energy_balance(&setup, &reference, &run), 0.0025, 1e-13);
        }
    reference.energy[N - 1] = (double)NAN;
    cr_expect(isnan(compare_energy_balance(&setup, &reference, &run)), "there is no energy");
    trajectory_free(&reference);
    trajectory_free(&run);
}

/* The largest of kinetic energy, spring energy, work and friction's is the unit: each in turn. */
Test(energy, of_a_mass_is_relative_to_the_largest_term)
{
    static const size_t places[] = { 0, 1, N / 2, N - 1 };
    const double sizes[] = { 9, 6.25, 8, 7 };
    for (int term = 0; term < 4; term++)
        for (size_t k = 0; k < 4; k++) {
            struct setup setup = { .has_mass = true, .plant = { .mass = 2 } };
            char error[SIGNAL_TEXT];
            struct trajectory reference = trajectory(1), run = trajectory(1);
            if (term == 1)
                setup.plant.stiffness = 2;
            if (term == 2) {
                setup.plant.mass = 0.5;
                cr_assert(signal_parse("hold 2 1", &setup.plant.force, error));
            }
            for (size_t i = 0; i < N; i++) {
                reference.x[i] = term == 1 ? -2.5 * reference.t[i] : 0;
                reference.v[i] = term == 0 ? 3 * reference.t[i] : term == 2 ? 4 : 0;
                reference.F[i] = term == 2 ? 2 : 0; /* no acceleration */
                reference.energy[i] = term == 3 ? 7 * reference.t[i] : 0;
                run.x[i] = reference.x[i];
                run.v[i] = reference.v[i];
                run.F[i] = reference.F[i];
                run.energy[i] = reference.energy[i];
            }
            run.energy[places[k]] += 0.25;
            run.energy[(places[k] + 7) % N] -= 0.125;
            cr_expect_float_eq(compare_energy_balance(&setup, &reference, &run), 0.25 / sizes[term],
                               1e-13, "%d, %zu", term, places[k]);
            run.energy[places[k]] = (double)NAN;
            cr_expect(isinf(compare_energy_balance(&setup, &reference, &run)));
            setup_free(&setup);
            trajectory_free(&reference);
            trajectory_free(&run);
        }
}

/* The instants that count are the first one for break-away, and all that are no reversal. */
Test(events, of_each_kind_count)
{
    static const enum plant_event kinds[] = { PLANT_RELEASE, PLANT_CAPTURE, PLANT_FASTER,
                                              PLANT_SLOWER };
    const struct setup setup = spring();
    for (size_t k = 0; k < 4; k++) {
        struct trajectory reference = trajectory(1), run = trajectory(1);
        event(&reference, kinds[k], 0.5);
        cr_expect(isinf(compare_event_error(&setup, &reference, &run)), "the run has none");
        cr_expect(isinf(compare_event_error(&setup, &run, &reference)), "the reference has none");
        event(&run, kinds[k], 0.25);
        cr_expect_eq(compare_event_error(&setup, &reference, &run), 0.25);
        event(&run, PLANT_REVERSAL, 0.75);
        cr_expect_eq(compare_event_error(&setup, &reference, &run), 0.25);
        trajectory_free(&reference);
        trajectory_free(&run);
    }
}

/* Two slips make a period, one does not. */
Test(cycle, needs_two_slips)
{
    const struct setup setup = spring();
    for (size_t slips = 0; slips <= 3; slips++) {
        struct trajectory r = trajectory(1);
        for (size_t i = 0; i < N; i++) {
            r.v[i] = 1;
            r.x[i] = i % 2 == 0 ? 1 : -1;
        }
        for (size_t i = 0; i < slips; i++)
            event(&r, PLANT_FASTER, r.t[100 * (i + 1)]);
        const struct compare_cycle c = compare_cycle(&setup, &r, &r);
        cr_expect_eq(c.period_error == 0 && c.amplitude_error == 0, slips >= 2, "%zu", slips);
        cr_expect_eq(isnan(c.period_error) && isnan(c.amplitude_error), slips < 2, "%zu", slips);
        trajectory_free(&r);
    }
}

/* The swing is that between the last two slips of the reference: samples before and after do not
 * count, those at the slips do. */
Test(cycle, amplitude_is_of_the_last_period)
{
    static const size_t places[] = { 499, 500, 600, 750, 751 };
    const struct setup setup = { .has_mass = true, .plant = { .mass = 1, .stiffness = 1 } };
    for (size_t k = 0; k < 5; k++) {
        struct trajectory reference = trajectory(1), run = trajectory(1);
        const bool within = places[k] >= 500 && places[k] <= 750;
        for (size_t i = 0; i < N; i++)
            reference.x[i] = run.x[i] = i % 2 == 0 ? 1 : -1;
        run.x[places[k]] = 4;
        for (size_t i = 0; i < N; i++)
            reference.v[i] = run.v[i] = 1;
        for (size_t i = 250; i <= 750; i += 250) {
            event(&reference, PLANT_FASTER, reference.t[i]);
            event(&run, PLANT_FASTER, run.t[i] * 1.5);
        }
        const struct compare_cycle c = compare_cycle(&setup, &reference, &run);
        cr_expect_float_eq(c.amplitude_error, within ? 1.5 : 0, 1e-15, "%zu", places[k]);
        cr_expect_float_eq(c.period_error, 0.5, 1e-15);
        trajectory_free(&reference);
        trajectory_free(&run);
    }
}
