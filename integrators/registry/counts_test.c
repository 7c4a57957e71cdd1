/* What integrators count, what they may do, and what memory they use. In both precisions. */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/registry/problems_test.h"
#include "integrators/work_test.h"

static const struct settings usual = { .step = C(0.03125), .rtol = C(1e-4) };

/* The problems on which counts are checked: relaxing, with a jump, curved, and curved by
 * differences. */
static struct ode case_of(unsigned kind, struct problem *p, real x[])
{
    struct ode ode = problem_relaxing(p, 4);
    for (unsigned i = 0; i < PROBLEM_MAX; i++)
        x[i] = 0;
    if (kind > 0)
        p->jump = C(1.2345);
    if (kind > 1) {
        ode = problem_curved(p, kind == 2);
        problem_begin_curved(x);
    }
    return ode;
}

enum { CASES = 4 };

Test(counts, are_of_the_calls_made)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (unsigned kind = 0; kind < CASES; kind++) {
            struct problem p;
            struct statistics s;
            real x[PROBLEM_MAX];
            const struct ode ode = case_of(kind, &p, x);
            if (!integrator_fits(*in, &ode))
                continue;
            cr_assert_eq(problem_run(*in, &ode, &usual, x, &s), STATUS_OK, "%s", (*in)->name);
            cr_expect_eq(s.rate_evals, p.rates, "%s, %u: %llu rates, %llu counted", (*in)->name,
                         kind, (unsigned long long)p.rates, (unsigned long long)s.rate_evals);
            cr_expect_eq(s.flow_evals, p.flows, "%s, %u: %llu flows, %llu counted", (*in)->name,
                         kind, (unsigned long long)p.flows, (unsigned long long)s.flow_evals);
            if (ode.jacobian)
                cr_expect_eq(s.jac_evals, p.jacobians, "%s, %u: %llu, %llu counted", (*in)->name,
                             kind, (unsigned long long)p.jacobians,
                             (unsigned long long)s.jac_evals);
            cr_expect_eq(s.events, (uint64_t)(kind == 1), "%s", (*in)->name);
        }
}

/* One matrix is factorized for each Jacobian, or for each step tried; libraries may keep Jacobians.
 */
Test(counts, of_factorizations_fit_the_others)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (unsigned kind = 0; kind < CASES; kind++) {
            struct problem p;
            struct statistics s;
            real x[PROBLEM_MAX];
            const struct ode ode = case_of(kind, &p, x);
            if (!integrator_fits(*in, &ode))
                continue;
            cr_assert_eq(problem_run(*in, &ode, &usual, x, &s), STATUS_OK, "%s", (*in)->name);
            if (!((*in)->flags & INTEGRATOR_IMPLICIT))
                cr_expect(s.factorizations == 0 && s.jac_evals == 0, "%s", (*in)->name);
            else if ((*in)->flags & INTEGRATOR_HOST_ONLY)
                cr_expect(s.jac_evals > 0 && s.factorizations >= s.jac_evals &&
                              s.factorizations <= s.rate_evals,
                          "%s", (*in)->name);
            else if ((*in)->flags & INTEGRATOR_ADAPTIVE)
                cr_expect(s.factorizations == s.steps + s.rejected && s.jac_evals == s.steps, "%s",
                          (*in)->name);
            else
                cr_expect_eq(s.factorizations, s.jac_evals, "%s", (*in)->name);
        }
}

/* ARKODE is told to linearize each step anew. */
Test(counts, steps_of_arkode_have_a_jacobian_each)
{
    static const char *const names[] = { "arkode_dirk", "arkode_imex" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct integrator *in = PREC(integrator_find)(names[i]);
        struct problem p;
        struct statistics s;
        real x[PROBLEM_MAX];
        const struct ode ode = case_of(2, &p, x);
        if (!in) /* in float */
            continue;
        cr_assert_eq(problem_run(in, &ode, &usual, x, &s), STATUS_OK);
        cr_expect_eq(s.factorizations, s.jac_evals, "%s", names[i]);
        cr_expect(s.jac_evals >= s.steps, "%s: %llu in %llu steps", names[i],
                  (unsigned long long)s.jac_evals, (unsigned long long)s.steps);
    }
}

static void decay_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t;
    dx[0] = -x[0];
}

static void decay_jacobian(void *ctx, real t, const real x[], real jac[])
{
    (void)ctx, (void)t, (void)x;
    jac[0] = -1;
}

/* Newton's first correction solves a linear equation but for a rounding of each of its three terms
 * and of the quotient, and the second one, which is no larger than these, is the last: it is
 * measured by the state, also where that is far from its typical size. */
Test(counts, of_corrections_to_linear_equations_are_two_a_step)
{
    static const char *const names[] = { "bdf2", "implicit_euler", "trapezoidal" };
    static const real sizes[] = { C(1e-3), 1, C(1e3) };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const struct integrator *in = PREC(integrator_find)(names[i]);
            const struct ode ode = {
                .n = 1, .rate = decay_rate, .jacobian = decay_jacobian, .scale = &sizes[k]
            };
            struct statistics s;
            real x[] = { 1 };
            cr_assert(in, "%s", names[i]);
            cr_assert_eq(problem_run(in, &ode, &usual, x, &s), STATUS_OK, "%s", names[i]);
            cr_expect_eq(s.jac_evals, 2 * s.steps, "%s, scale %g: %llu in %llu steps", names[i],
                         (double)sizes[k], (unsigned long long)s.jac_evals,
                         (unsigned long long)s.steps);
        }
}

/* A run may take as many steps as it needs, and fails with one less. */
Test(counts, of_steps_are_limited_to_the_last_one)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct statistics s, limited;
        struct settings settings = usual;
        real x[PROBLEM_MAX];
        struct ode ode = case_of(0, &p, x);
        cr_assert_eq(problem_run(*in, &ode, &usual, x, &s), STATUS_OK);
        settings.max_steps = s.steps;
        ode = case_of(0, &p, x);
        cr_expect_eq(problem_run(*in, &ode, &settings, x, &limited), STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(limited.steps, s.steps, "%s", (*in)->name);
        settings.max_steps = s.steps - 1;
        ode = case_of(0, &p, x);
        cr_expect_eq(problem_run(*in, &ode, &settings, x, &limited), STATUS_TOO_MANY_STEPS, "%s",
                     (*in)->name);
        cr_expect_eq(limited.steps, s.steps - 1, "%s", (*in)->name);
    }
}

/* Libraries refuse a problem without states. */
Test(counts, no_states_are_refused_by_libraries)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct statistics s;
        struct ode ode = problem_curved(&p, true);
        real x[1] = { 0 };
        ode.n = 0;
        if ((*in)->flags & INTEGRATOR_HOST_ONLY)
            cr_expect_eq(problem_run(*in, &ode, &usual, x, &s), STATUS_UNSUPPORTED, "%s",
                         (*in)->name);
    }
}

/* Returns true for methods whose work memory holds no pointers to memory of a library. */
static bool owns_memory(const struct integrator *in) { return !(in->flags & INTEGRATOR_HOST_ONLY); }

/* A run does not depend on what its memory held, and writes nowhere else. */
Test(memory, is_what_the_method_says)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (unsigned n = 2; n <= PROBLEM_MAX; n++) {
            real first[PROBLEM_MAX] = { 0 };
            for (int filled = 0; filled < 2; filled++) {
                struct problem p;
                struct statistics s;
                struct ode ode = problem_relaxing(&p, n);
                real x[PROBLEM_MAX] = { 0 };
                const size_t size = (*in)->workspace(n);
                unsigned char *bytes = problem_work;
                const int filling = filled ? 0x7f : 0;
                p.jump = C(1.2345);
                ode.jacobian = n % 2 ? ode.jacobian : NULL;
                cr_assert_leq(size, (size_t)PROBLEM_WORK);
                cr_expect(size % sizeof(real) == 0, "%s: %zu bytes", (*in)->name, size);
                memset(bytes, filling, PROBLEM_WORK);
                x[n - 1] = 1;
                for (unsigned i = n; i < PROBLEM_MAX; i++)
                    x[i] = 7;
                cr_assert_eq(problem_run(*in, &ode, &usual, x, &s), STATUS_OK);
                for (size_t i = size; i < PROBLEM_WORK && owns_memory(*in); i++)
                    cr_assert_eq(bytes[i], filling, "%s, %u states: byte %zu of %zu", (*in)->name,
                                 n, i, size);
                for (unsigned i = 0; i < PROBLEM_MAX; i++) {
                    cr_expect(i < n || x[i] == 7, "%s, %u states: x[%u]", (*in)->name, n, i);
                    cr_expect(!filled || x[i] == first[i], "%s, %u states: %a, %a", (*in)->name, n,
                              (double)first[i], (double)x[i]);
                    first[i] = x[i];
                }
            }
        }
}

/* A method asks for no more memory than it needs: the last of it is written, whatever it held, with
 * a Jacobian or without. (Some have room for the largest number of states.) */
Test(memory, is_needed)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (unsigned n = 2; n <= PROBLEM_MAX && owns_memory(*in); n++) {
            const size_t size = (*in)->workspace(n);
            const real times[] = { 0, C(0.35), 2 };
            unsigned char *bytes = problem_work;
            bool written = size == (*in)->workspace(n + 1);
            for (int k = 0; k < 4; k++) {
                struct problem p;
                struct statistics s;
                struct ode ode = problem_relaxing(&p, n);
                real x[PROBLEM_MAX] = { 0 };
                const int filling = k % 2 ? 0x7f : 0;
                ode.jacobian = k / 2 ? NULL : ode.jacobian;
                memset(bytes, filling, PROBLEM_WORK);
                cr_assert_eq(PREC(drive)(*in, &ode, &usual, times, 3, x, bytes, nothing, NULL, &s),
                             STATUS_OK);
                for (size_t i = size - sizeof(real); size > 0 && i < size; i++)
                    written |= bytes[i] != filling;
            }
            cr_expect(written, "%s, %u states: the last of %zu bytes is not used", (*in)->name, n,
                      size);
        }
}
