/* Shared objects behind the ABI do what the library does, bit for bit: steps, runs, forces, rates,
 * slopes, events; and say of themselves what the law's table says. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/library/bristle_law.h"
#include "integrators/kernels/kernel.h"
#include "models/model.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

extern const struct kernel PREC(library_kernels)[];

enum { STEPS = 300 };

/* s: the longest is beyond every time of a law */
static const double periods[] = { 0x1p-20, 0x1p-10, 1 };

/* A law in both forms. */
struct pair {
    const struct kernel *kernel;
    const struct model *model;
    const struct bristle_law *law;
};

static const struct bristle_law *load(const char *name)
{
    char *path = memory_text("models/lib%s.so", name);
    char *symbol = memory_text("bristle_law_%s", name);
    const struct bristle_law *(*law)(void);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert(object, "%s", dlerror());
    *(void **)&law = dlsym(object, "bristle_library_law");
    cr_assert(law != NULL && law() == dlsym(object, symbol));
    free(symbol);
    free(path);
    return law();
}

static void with_all(void (*test)(const struct pair *pair))
{
    for (const struct kernel *kernel = PREC(library_kernels); kernel->law; kernel++)
        test(&(struct pair){ kernel, PREC(model_find)(kernel->law), load(kernel->law) });
}

/* Returns true for equal bits. */
static bool same(const double a[], const double b[], size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

/* m/s: slow and fast, with reversals and rests. */
static double velocity(unsigned i)
{
    const int place = (int)(i % 97);
    const double slow = (place < 48 ? place - 17 : 79 - place) * 0x1p-14;
    return i % 100 < 8 ? 0 : i % 75 < 15 ? 300 * slow : slow;
}

/* Sets parameters near the defaults, where the law allows it. */
static void vary(const struct model *law, double p[])
{
    PREC(model_defaults)(law, p);
    for (unsigned i = 0; i < law->n_params; i++) {
        const double before = p[i];
        p[i] = model_param_is_whole(law, i) ? p[i] - 1 : fmin(1.25 * p[i], law->params[i].hi);
        if (!PREC(model_is_valid)(law, p))
            p[i] = before;
    }
}

/* The law's beginning in the library. */
struct start {
    struct memory memory;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES];
};

static struct start begin(const struct model *model)
{
    struct start start = { 0 };
    vary(model, start.p);
    PREC(model_initial)(model, start.p, start.x);
    if (model->start)
        model->start(start.p, 1, &start.memory);
    return start;
}

static void *instance(const struct bristle_law *law, const double p[])
{
    void *at = memory_array(1, law->size);
    const char *problem = law->init(at, p);
    cr_assert(!problem, "%s: %s", law->name, problem);
    return at;
}

static void compare_quantities(const struct bristle_quantity found[], const struct quantity q[],
                               unsigned n, bool is_state)
{
    for (unsigned i = 0; i < n; i++) {
        cr_assert_str_eq(found[i].name, q[i].name);
        cr_assert_str_eq(found[i].unit, q[i].unit);
        cr_assert_str_eq(found[i].note, q[i].note ? q[i].note : "");
        if (is_state)
            cr_assert(found[i].scale > 0 && found[i].lo == -HUGE_VAL && found[i].hi == HUGE_VAL);
        else
            cr_assert(found[i].value == q[i].value && found[i].lo == q[i].lo &&
                      found[i].hi == q[i].hi && found[i].scale == 0);
    }
}

static void identity(const struct pair *pair)
{
    const struct bristle_law *law = pair->law;
    const struct model *m = pair->model;
    cr_assert(law->abi == BRISTLE_LAW_ABI && law->bytes == sizeof *law);
    cr_assert_str_eq(law->name, m->name);
    cr_assert_str_eq(law->title, m->title);
    cr_assert_str_eq(law->equations, m->law);
    cr_assert_str_eq(law->method, "exponential");
    cr_assert_str_eq(law->version, BRISTLE_VERSION);
    cr_assert(law->n_parameters == m->n_params && law->n_states == m->n_states &&
              law->n_guards == m->n_guards);
    cr_assert(law->speed_max == m->speed_max && law->max_step == 0);
    cr_assert(!law->slopes == !m->jacobian && !law->guard == (m->n_guards == 0) &&
              !law->settle == !law->guard);
    compare_quantities(law->parameters, m->params, m->n_params, false);
    compare_quantities(law->states, m->states, m->n_states, true);
}

/* What callers were compiled for stays where it is while the number stays; other members follow. */
Test(library, layout_of_abi_1)
{
    cr_assert_eq(BRISTLE_LAW_ABI, 1);
    cr_expect_eq(sizeof(struct bristle_quantity), 56);
    cr_expect_eq(offsetof(struct bristle_quantity, scale), 48);
    cr_expect_eq(offsetof(struct bristle_law, bytes), 8);
    cr_expect_eq(offsetof(struct bristle_law, version), 48);
    cr_expect_eq(offsetof(struct bristle_law, n_guards), 64);
    cr_expect_eq(offsetof(struct bristle_law, parameters), 72);
    cr_expect_eq(offsetof(struct bristle_law, size), 104);
    cr_expect_eq(offsetof(struct bristle_law, init), 112);
    cr_expect_eq(offsetof(struct bristle_law, step), 144);
    cr_expect_eq(offsetof(struct bristle_law, slopes), 176);
    cr_expect_eq(offsetof(struct bristle_law, settle), 192);
}

Test(library, says_what_the_table_says) { with_all(identity); }

static void steps(const struct pair *pair)
{
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        struct start start = begin(pair->model);
        void *at = instance(pair->law, start.p);
        for (unsigned i = 1; i < STEPS; i++) {
            double x[MODEL_MAX_STATES];
            const double v0 = velocity(i - 1), v1 = velocity(i);
            const double expected =
                pair->kernel->step(start.p, &start.memory, periods[k], v0, v1, start.x);
            const double found = pair->law->step(at, periods[k], v0, v1);
            pair->law->get_state(at, x);
            cr_assert(same(&found, &expected, 1) && same(x, start.x, pair->law->n_states),
                      "%s, step %u of %a s: %a instead of %a", pair->law->name, i, periods[k],
                      found, expected);
        }
        free(at);
    }
}

Test(library, steps_are_the_kernel_s) { with_all(steps); }

static void runs(const struct pair *pair)
{
    double t[STEPS], v[STEPS], force[STEPS], alone[STEPS], *x;
    struct start start = begin(pair->model);
    void *at = instance(pair->law, start.p), *again = instance(pair->law, start.p);
    const size_t n = pair->law->n_states;
    x = memory_array(STEPS * (n + 1), sizeof *x);
    for (unsigned i = 0; i < STEPS; i++) {
        t[i] = 5 + i * 0x1p-10;
        v[i] = velocity(i + 20);
    }
    pair->law->run(at, STEPS, t, v, force, x);
    pair->law->run(again, STEPS, t, v, alone, NULL);
    cr_assert(same(force, alone, STEPS));
    const double first =
        pair->model->force(start.p, &start.memory, v[0], v[0] > 0 ? 1 : -1, start.x);
    cr_assert(v[0] != 0 && same(&force[0], &first, 1) && same(x, start.x, n));
    for (unsigned i = 1; i < STEPS; i++) {
        const double expected =
            pair->kernel->step(start.p, &start.memory, 0x1p-10, v[i - 1], v[i], start.x);
        cr_assert(same(&force[i], &expected, 1) && same(x + i * n, start.x, n));
    }
    free(x);
    free(again);
    free(at);
}

Test(library, runs_are_steps) { with_all(runs); }

/* The equations where a motion has led to, in the middle and at rest, and that reading them changes
 * no step. */
static void equations(const struct pair *pair)
{
    const struct model *m = pair->model;
    const unsigned n = m->n_states;
    struct start s = begin(m);
    void *at = instance(pair->law, s.p), *undisturbed = instance(pair->law, s.p);
    for (unsigned i = 1; i < STEPS; i++) {
        double x[MODEL_MAX_STATES], rate[MODEL_MAX_STATES] = { 0 }, found[MODEL_MAX_STATES] = { 0 };
        double guards[MODEL_MAX_GUARDS], expected[MODEL_MAX_GUARDS];
        struct jacobian j = { .force_v = 0 }, jac = { .force_v = 0 };
        const double v = velocity(3 * i), side = v != 0 ? (v > 0) - (v < 0) : i % 2 ? 0.5 : -1;
        const double h = 0x1p-10, v0 = velocity(i - 1), v1 = velocity(i);
        pair->kernel->step(s.p, &s.memory, h, v0, v1, s.x);
        const double force = pair->law->step(at, h, v0, v1);
        const double same_force = pair->law->step(undisturbed, h, v0, v1);
        cr_assert(same(&force, &same_force, 1), "%s, step %u", m->name, i);
        const double f = pair->law->force(at, v, side);
        const double f_expected = m->force(s.p, &s.memory, v, side, s.x);
        pair->law->rate(at, v, side, found);
        m->rate(s.p, &s.memory, v, side, s.x, rate);
        cr_assert(same(&f, &f_expected, 1) && same(found, rate, n), "%s, step %u", m->name, i);
        if (pair->law->slopes) {
            pair->law->slopes(at, v, side, j.force_x, &j.force_v, j.rate_x, j.rate_v);
            m->jacobian(s.p, &s.memory, v, side, s.x, &jac);
            cr_assert(same(&j.force_v, &jac.force_v, 1) && same(j.force_x, jac.force_x, n) &&
                      same(j.rate_v, jac.rate_v, n) && same(j.rate_x, jac.rate_x, (size_t)n * n));
        }
        if (pair->law->guard && v != 0) {
            pair->law->guard(at, v, side, guards);
            m->guard(s.p, &s.memory, v, s.x, expected);
            cr_assert(same(guards, expected, m->n_guards));
        }
        pair->law->get_state(at, x);
        cr_assert(same(x, s.x, n));
    }
    free(undisturbed);
    free(at);
}

Test(library, equations_are_the_law_s) { with_all(equations); }

/* An instance is its bytes; states that are set are those that are read. */
static void saves(const struct pair *pair)
{
    const struct bristle_law *law = pair->law;
    double x[MODEL_MAX_STATES + 1] = { 0 }, y[MODEL_MAX_STATES + 1] = { 0 }, p[MODEL_MAX_PARAMS],
                                q[MODEL_MAX_PARAMS];
    vary(pair->model, p);
    void *at = instance(law, p), *copy = memory_array(1, law->size);
    law->get_parameters(at, q);
    cr_assert(same(p, q, law->n_parameters));
    law->step(at, 0x1p-10, 0, 0x1p-10);
    memcpy(copy, at, law->size);
    const double once = law->step(at, 0x1p-10, 0x1p-10, 0x1p-9);
    const double again = law->step(copy, 0x1p-10, 0x1p-10, 0x1p-9);
    cr_assert(same(&once, &again, 1));
    for (unsigned i = 0; i < law->n_states; i++)
        x[i] = law->states[i].scale * (i + 1) / 16;
    cr_assert_null(law->set_state(at, x));
    law->get_state(at, y);
    cr_assert(same(x, y, law->n_states));
    if (law->n_states > 0) {
        y[law->n_states - 1] = (double)NAN;
        cr_assert_not_null(law->set_state(at, y));
        law->get_state(at, y);
        cr_assert(same(x, y, law->n_states));
    }
    free(copy);
    free(at);
}

Test(library, instances_are_bytes) { with_all(saves); }

static bool names(const char *problem, const char *name)
{
    return problem && strncmp(problem, name, strlen(name)) == 0;
}

/* Defaults, and parameters out of their ranges, which the answer names. */
static void refuses(const struct pair *pair)
{
    const struct bristle_law *law = pair->law;
    double p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS];
    void *at = instance(law, NULL);
    PREC(model_defaults)(pair->model, p);
    law->get_parameters(at, q);
    cr_assert(same(p, q, law->n_parameters));
    for (unsigned i = 0; i < law->n_parameters; i++) {
        const double before = p[i],
                     wrong[] = { nextafter(law->parameters[i].lo, -HUGE_VAL),
                                 nextafter(law->parameters[i].hi, HUGE_VAL), (double)NAN };
        const bool is_whole = model_param_is_whole(pair->model, i);
        for (size_t k = 0; k < 3; k++) {
            p[i] = wrong[k];
            const char *problem = law->init(at, p);
            cr_assert(problem && names(problem, law->parameters[i].name), "%s, %s = %a: %s",
                      law->name, law->parameters[i].name, wrong[k], problem ? problem : "accepted");
        }
        p[i] = before + 0.5;
        cr_assert(!is_whole || names(law->init(at, p), law->parameters[i].name));
        p[i] = before;
    }
    cr_assert_null(law->init(at, p));
    cr_assert(isnan(law->step(at, 0, 1, 1)) && isnan(law->step(at, -1, 1, 1)) &&
              isnan(law->step(at, (double)NAN, 1, 1)));
    free(at);
}

Test(library, wrong_parameters_are_named) { with_all(refuses); }

/* Transitions at an event are the law's: Karnopp's mass comes to rest. */
Test(library, events_are_settled)
{
    const struct bristle_law *law = load("karnopp");
    const struct model *m = PREC(model_find)("karnopp");
    struct start s = { 0 };
    double guards[MODEL_MAX_GUARDS], x[MODEL_MAX_STATES + 1] = { 0 };
    PREC(model_defaults)(m, s.p);
    void *at = instance(law, s.p);
    m->start(s.p, 1, &s.memory);
    for (int i = 8; i > -8; i--) {
        const double v = i / 8.0;
        bool is_event = false;
        m->guard(s.p, &s.memory, v, s.x, guards);
        for (unsigned g = 0; g < m->n_guards; g++)
            if (guards[g] < 0) {
                is_event = true;
                cr_assert(m->transition(s.p, g, v, s.x, &s.memory) == STATUS_OK);
                break;
            }
        cr_assert_null(law->settle(at, v, 0));
        law->get_state(at, x);
        const double f = law->force(at, v, 0);
        const double expected = m->force(s.p, &s.memory, v, (v > 0) - (v < 0), s.x);
        cr_assert(same(x, s.x, m->n_states) && same(&f, &expected, 1), "v = %g, event %d", v,
                  is_event);
    }
    free(at);
}
