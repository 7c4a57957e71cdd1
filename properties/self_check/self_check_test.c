/* Consistent laws pass the self-check, whatever the seed; laws with one fault do not. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "properties/self_check/flow_consistency.h"
#include "properties/self_check/near.h"
#include "properties/self_check/self_check.h"

#ifndef SEEDS
#define SEEDS 3
#endif

Test(self_check, all_laws_pass)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            char text[SELF_CHECK_TEXT];
            cr_expect(PREC(self_check)(*m, seed, text), "%s, seed %u: %s", (*m)->name,
                      (unsigned)seed, text);
        }
}

/* LuGre; each test changes a part of it. */
static const struct model *lugre(void) { return PREC(model_find)("lugre"); }

static bool is_settled(const real p[], real v, real h)
{
    real steady, rate;
    lugre()->relaxation(p, v, r_sign(v), &steady, &rate);
    return rate * h > 20;
}

static void flow_settles_wrongly(const real p[], struct memory *mem, real v, real s, real h,
                                 real x[])
{
    lugre()->flow(p, mem, v, s, h, x);
    if (is_settled(p, v, h))
        x[0] *= C(0.986);
}

static real work_settles_wrongly(const real p[], const struct memory *mem, real v, real s, real h,
                                 const real x[])
{
    const real work = lugre()->work(p, mem, v, s, h, x);
    return is_settled(p, v, h) ? C(1.014) * work : work;
}

static void flow_is_slow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    lugre()->flow(p, mem, v, s, C(0.99) * h, x);
}

static real work_of_one_sign(const real p[], const struct memory *mem, real v, real s, real h,
                             const real x[])
{
    const real work = lugre()->work(p, mem, v, s, h, x);
    return s < 0 ? C(0.99) * work : work;
}

static real work_of_other_sign(const real p[], const struct memory *mem, real v, real s, real h,
                               const real x[])
{
    const real work = lugre()->work(p, mem, v, s, h, x);
    return s > 0 ? C(0.99) * work : work;
}

static real force_in_other_units(const real p[], const struct memory *mem, real v, real s,
                                 const real x[])
{
    return lugre()->force(p, mem, v, s, x) + C(0.1) * v;
}

static real work_in_other_units(const real p[], const struct memory *mem, real v, real s, real h,
                                const real x[])
{
    return lugre()->work(p, mem, v, s, h, x) + C(0.1) * v * h;
}

static real steady_force_at_rest(const real p[], real v)
{
    const real force = lugre()->steady_force(p, v);
    return v > 0 || v < 0 ? force : 1;
}

/* The part of the Jacobian that is wrong. */
static enum part { FORCE_V, FORCE_X, RATE_V, RATE_X, N_PARTS } wrong_part;
static const char *const part_names[N_PARTS] = { "dF/dv is", "dF/dx is", "drate/dv is",
                                                 "drate/dx is" };

static void jacobian_is_wrong(const real p[], const struct memory *mem, real v, real s,
                              const real x[], struct jacobian *jac)
{
    lugre()->jacobian(p, mem, v, s, x, jac);
    real *const parts[N_PARTS] = { &jac->force_v, jac->force_x, jac->rate_v, jac->rate_x };
    *parts[wrong_part] *= C(1.1);
}

static void expect_found(const struct model *law, const char *words)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        char text[SELF_CHECK_TEXT];
        cr_expect_not(PREC(self_check)(law, seed, text), "%s, seed %u", words, (unsigned)seed);
        cr_expect(strstr(text, words), "seed %u: \"%s\" should have \"%s\"", (unsigned)seed, text,
                  words);
    }
}

Test(self_check, finds_what_is_wrong)
{
    struct model law = *lugre();
    law.flow = flow_settles_wrongly;
    expect_found(&law, "long holds");
    law = *lugre();
    law.work = work_settles_wrongly;
    expect_found(&law, "long holds");
    law = *lugre();
    law.flow = flow_is_slow;
    expect_found(&law, "do not solve");
    law = *lugre();
    law.work = work_of_one_sign;
    expect_found(&law, "all with v < 0");
    law = *lugre();
    law.work = work_of_other_sign;
    expect_found(&law, "all with v > 0");
    law = *lugre();
    law.force = force_in_other_units;
    law.rate_and_force = NULL;
    law.work = work_in_other_units;
    law.jacobian = NULL;
    law.steady_force = NULL;
    law.n_parts = 0;
    expect_found(&law, "unit");
    law = *lugre();
    law.steady_force = steady_force_at_rest;
    expect_found(&law, "zero");
    law = *lugre();
    law.jacobian = jacobian_is_wrong;
    for (wrong_part = FORCE_V; wrong_part < N_PARTS; wrong_part++)
        expect_found(&law, part_names[wrong_part]);
}

static void flow_of_nothing(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h;
    x[0] += 1;
}

/* What is wrong everywhere is wrong at all samples. */
Test(self_check, counts_where_it_is_wrong)
{
    struct model law = *lugre();
    char text[FLOW_CONSISTENCY_TEXT], all[64];
    law.flow = flow_of_nothing;
    snprintf(all, sizeof all, "at %u of %u points", FLOW_CONSISTENCY_POINTS,
             FLOW_CONSISTENCY_POINTS);
    cr_expect_not(PREC(solves)(&law, 1, text));
    cr_expect(strstr(text, all), "%s", text);
}

/* Samples near the defaults are valid, within a factor of two, and not the defaults. */
Test(self_check, samples_near_the_defaults)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        double least[MODEL_MAX_PARAMS], most[MODEL_MAX_PARAMS];
        for (unsigned i = 0; i < MODEL_MAX_PARAMS; i++) {
            least[i] = HUGE_VAL;
            most[i] = -HUGE_VAL;
        }
        for (unsigned n = 0; n < 40; n++) {
            struct model_sample a;
            PREC(sample_near_defaults)(*m, &a, "near", 1, n);
            cr_expect(PREC(model_is_valid)(*m, a.p), "%s", (*m)->name);
            for (unsigned i = 0; i < (*m)->n_params; i++) {
                least[i] = fmin(least[i], (double)a.p[i]);
                most[i] = fmax(most[i], (double)a.p[i]);
            }
        }
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            if (strcmp(q->unit, "1") == 0 || !(q->value > 0))
                continue;
            cr_expect(least[i] >= q->value / 2 && most[i] <= 2 * q->value, "%s, %s: %g to %g",
                      (*m)->name, q->name, least[i], most[i]);
            cr_expect(least[i] < 0.8 * q->value && most[i] > 1.25 * q->value, "%s, %s: %g to %g",
                      (*m)->name, q->name, least[i], most[i]);
        }
    }
}

/* Each label, seed and index has a sample and a turn of its own. */
Test(self_check, draws_anew_each_time)
{
    enum { SAMPLES = 3 * 3 * 3 * 2 };
    static const char *const labels[] = { "near", "nearer", "" };
    double speed[SAMPLES];
    unsigned n = 0;
    for (unsigned i = 0; i < 27; i++) {
        struct model_sample a;
        const char *label = labels[i % 3];
        PREC(sample_near_defaults)(lugre(), &a, label, i / 3 % 3, i / 9);
        speed[n++] = fabs((double)a.v);
        PREC(near_turn)(lugre(), &a, label, i / 3 % 3, i / 9);
        speed[n++] = fabs((double)a.v);
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            cr_expect_neq(speed[i], speed[k], "%u and %u: %g m/s", k, i, speed[i]);
}

/* What is wrong at both signs is not said to be so at one. Each parameter that is not at its
 * default is named, and no other. */
Test(self_check, says_where_it_is_wrong)
{
    struct model law = *lugre();
    char text[SELF_CHECK_TEXT], at[FLOW_CONSISTENCY_TEXT];
    law.flow = flow_is_slow;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        cr_expect_not(PREC(self_check)(&law, seed, text));
        cr_expect(!strstr(text, "all with"), "%s", text);
    }
    for (unsigned i = 0; i <= law.n_params; i++) {
        struct model_sample pt;
        memset(&pt, 0, sizeof pt);
        PREC(model_defaults)(&law, pt.p);
        if (i < law.n_params)
            pt.p[i] *= C(1.25);
        pt.v = C(1e-3);
        pt.s = 1;
        pt.h = C(0.01);
        cr_expect_eq(PREC(flow_consistent_at)(&law, &pt, at), NOT_SOLVED, "%s", at);
        for (unsigned k = 0; k < law.n_params; k++) {
            char name[64];
            snprintf(name, sizeof name, ", %s = ", law.params[k].name);
            cr_expect_eq(strstr(at, name) != NULL, k == i, "%s: \"%s\"", name, at);
        }
    }
}

/* A law with hardly any members passes: the self-check skips what the law lacks. */
Test(self_check, asks_for_what_there_is)
{
    const struct model *bare = PREC(model_find)("coulomb");
    struct model law = *bare;
    char text[SELF_CHECK_TEXT];
    law.flow = NULL;
    law.work = NULL;
    law.jacobian = NULL;
    law.steady_force = NULL;
    law.force_scale = NULL;
    cr_expect(PREC(self_check)(&law, 0, text), "%s", text);
}

static real rising_late(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real u = v * v;
    return lugre()->force(p, mem, v, s, x) * (1 + u / (1 + u)) / (1 + u / (1 + u));
}

/* A force that is no number where squares overflow matters up to the law's speed_max only. */
Test(self_check, asks_for_speeds_that_the_law_is_stated_for)
{
    struct model law = *lugre();
    char text[SELF_CHECK_TEXT];
    law.force = rising_late;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        law.speed_max = 1e3;
        cr_expect(PREC(self_check)(&law, seed, text), "seed %u: %s", (unsigned)seed, text);
        law.speed_max = sizeof(real) == sizeof(double) ? 1e300 : 1e37;
        cr_expect_not(PREC(self_check)(&law, seed, text));
        cr_expect(strstr(text, "force at "), "%s", text);
    }
}

/* A law whose state is the time that it has moved, in units of `unit`: no bound, and no length. */
static real age_unit;

static void age_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s;
    x[0] += h / age_unit;
}

static void age_rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                     real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    dx[0] = 1 / age_unit;
}

static void late_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    age_flow(p, mem, v, s, h + x[0] * age_unit * C(0x1p-30), x);
}

static real age_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)x;
    return s;
}

/* A state without a bound has the roundings of what it is and becomes: its flow over two times is
 * that over their sum, and one that is off by more is found, in any unit. */
Test(self_check, knows_the_size_of_states_without_bounds)
{
    static const struct quantity age = { "age", "1", 0, 0, INFINITY, "" };
    for (int i = -30; i <= 30; i += 10) {
        const struct model law = { .name = "aging",
                                   .speed_max = 1,
                                   .states = &age,
                                   .n_states = 1,
                                   .rate = age_rate,
                                   .flow = age_flow,
                                   .force = age_force };
        struct model late = law;
        age_unit = (real)ldexp(1, i);
        late.flow = late_flow;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct self_check right = { .model = &law, .seed = seed },
                              wrong = { .model = &late, .seed = seed };
            PREC(self_check_identities)(&right);
            PREC(self_check_identities)(&wrong);
            cr_expect_eq(right.failures, 0, "2^%d: %s", i, right.first);
            cr_expect_gt(wrong.failures, 0, "2^%d", i);
        }
    }
}

/* The law whose flow is off where it remembers anything, and how often it was. */
static struct {
    const struct model *law;
    unsigned times;
} later;

static void flow_is_off_later(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    struct memory first = *mem;
    later.law->start(p, 0, &first);
    bool same = true;
    for (unsigned i = 0; i < later.law->n_ints; i++)
        same = same && first.ints[i] == mem->ints[i];
    for (unsigned i = 0; i < later.law->n_reals; i++)
        same = same && first.reals[i] == mem->reals[i];
    later.law->flow(p, mem, v, s, h, x);
    if (!same)
        x[0] += h * v / 64;
    later.times += !same;
}

/* Laws that remember are asked in other states of their memory than the first. */
Test(self_check, asks_what_a_law_does_later)
{
    unsigned laws = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char text[FLOW_CONSISTENCY_TEXT];
        struct model law = **m;
        if (!law.start || !law.flow || law.n_states == 0)
            continue;
        later.law = *m;
        later.times = 0;
        law.flow = flow_is_off_later;
        const bool passes = PREC(solves)(&law, 1, text);
        cr_expect(!passes && later.times > 0, "%s: off %u times", law.name, later.times);
        laws++;
    }
    cr_expect_gt(laws, 1);
}
