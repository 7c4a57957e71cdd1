/* The driver and the methods do not touch memory behind what they are given: everything lies at the
 * end of a page, and the next one may not be touched. In both precisions. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "integrators/numerics/newton.h"
#include "integrators/numerics/rosenbrock_stages.h"
#include "integrators/registry/problems_test.h"
#include "integrators/work_test.h"

/* Returns aligned memory of `size` bytes or a little more, at the end of a page whose successor may
 * not be touched. */
static void *at_the_edge(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), align = _Alignof(max_align_t);
    const size_t rounded = (size + align - 1) / align * align;
    const size_t pages = (rounded + page - 1) / page * page;
    char *at = mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert(at != MAP_FAILED);
    cr_assert_eq(mprotect(at + pages, page, PROT_NONE), 0);
    return at + pages - rounded;
}

/* Returns n reals that end where the page ends; reals need no more alignment. */
static real *reals_at_the_edge(unsigned n)
{
    real *at = at_the_edge(n * sizeof *at);
    const size_t align = _Alignof(max_align_t), rest = n * sizeof *at % align;
    return rest > 0 ? at + (align - rest) / sizeof *at : at;
}

/* Falls and rises within steps, and stays positive. */
static void valley(void *ctx, real t, const real x[], real g[])
{
    (void)ctx, (void)x;
    g[0] = C(0.01) + (t - 1) * (t - 1);
}

static enum status never(void *ctx, unsigned index, real t, real x[])
{
    (void)ctx, (void)index, (void)t, (void)x;
    return STATUS_CHATTER;
}

static void check(const struct integrator *integrator, unsigned n, bool guarded, bool differences)
{
    struct problem p;
    struct statistics s;
    const struct settings settings = { .step = C(0.25), .rtol = C(1e-3) };
    struct ode ode = problem_relaxing(&p, n);
    real *x = reals_at_the_edge(n), *times = reals_at_the_edge(3);
    const real when[] = { 0, C(0.7), 2 };
    memcpy(times, when, sizeof when);
    p.jump = C(1.2345);
    if (differences)
        ode.jacobian = NULL;
    if (guarded) {
        ode.n_guards = 1;
        ode.guard = valley;
        ode.transition = never;
    }
    cr_expect_eq(PREC(drive)(integrator, &ode, &settings, times, 3, x,
                             at_the_edge(integrator->workspace(n)), nothing, NULL, &s),
                 STATUS_OK, "%s", integrator->name);
}

Test(memory, behind_what_is_given_is_not_touched)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (unsigned n = 2; n <= PROBLEM_MAX; n++) {
            struct problem p;
            const struct ode ode = problem_relaxing(&p, n);
            for (unsigned k = 0; k < 4 && integrator_fits(*in, &ode); k++)
                check(*in, n, k % 2, k / 2);
        }
}

/* The arrays of a method's work memory lie one behind the other, so that an access behind an array
 * is seen at the last one only. Here each has an edge of its own. The equation is
 * linear, so that the step found is the inclusion's, but for the last correction, of up to 16
 * roundings of a state and its scale 1, and as much for the roundings of f that are left then:
 * states are below 1/4. */
static void check_newton(unsigned n, bool differences)
{
    const real h = C(0.25);
    struct problem p;
    struct statistics s = { 0 };
    struct ode ode = problem_relaxing(&p, n);
    struct newton w = {
        .linearized = { .jacobian = reals_at_the_edge(n * n),
                        .matrix = reals_at_the_edge(n * n),
                        .x = reals_at_the_edge(n),
                        .f = reals_at_the_edge(n) },
        .b = reals_at_the_edge(n),
        .d = reals_at_the_edge(n),
        .x = reals_at_the_edge(n),
        .f = reals_at_the_edge(n),
        .correction = reals_at_the_edge(n),
    };
    struct integration in = { .ode = &ode, .statistics = &s, .x = reals_at_the_edge(n) };
    real expected[PROBLEM_MAX] = { 0 };
    cr_assert_eq(ode.inclusion(ode.ctx, 0, h, expected), STATUS_OK);
    if (differences)
        ode.jacobian = NULL;
    cr_assert_eq(newton_solve(&in, &w, h, h), STATUS_OK);
    newton_accept(&in, &w);
    for (unsigned i = 0; i < n; i++)
        cr_expect(r_abs(in.x[i] - expected[i]) <= 32 * R_EPSILON, "%u of %u: %a, not %a", i, n,
                  (double)in.x[i], (double)expected[i]);
}

Test(memory, behind_the_segments_of_newtons_iteration_is_not_touched)
{
    for (unsigned n = 2; n <= PROBLEM_MAX; n++) {
        check_newton(n, false);
        check_newton(n, true);
    }
}

/* Two stages, where nothing changes with the states: u0 = h f(t) + h^2 f'(t), u1 = h f(t + h) - u0.
 * The second argument is x0 + u0, whether it is said to be that by coefficients or by its place. */
static void of_time_rate(void *ctx, real t, const real x[], real dx[])
{
    const unsigned n = *(const unsigned *)ctx;
    (void)x;
    for (unsigned i = 0; i < n; i++)
        dx[i] = t * (real)(i + 1);
}

static void check_stages(unsigned n, unsigned arguments)
{
    const struct rosenbrock_method two = { .stages = 2,
                                           .arguments = arguments,
                                           .gamma = 1,
                                           .alpha = { 0, 1 },
                                           .d = { 1, 0 },
                                           .a = { { 0 }, { 1 } },
                                           .c = { { 0 }, { -1 } } };
    const real h = C(0.25), t = 2;
    struct statistics s = { 0 };
    const struct ode ode = { .n = n, .ctx = &n, .rate = of_time_rate };
    struct integration in = { .ode = &ode, .statistics = &s };
    real *identity = reals_at_the_edge(n * n), *x0 = reals_at_the_edge(n);
    real *ft = reals_at_the_edge(n), *f = reals_at_the_edge(n), *u = reals_at_the_edge(2 * n);
    real *x = reals_at_the_edge(n);
    for (unsigned i = 0; i < n; i++)
        identity[i * n + i] = 1;
    of_time_rate(&n, t, x0, f);
    rosenbrock_time_derivative(&in, t, x0, h, f, ft);
    for (unsigned i = 0; i < n; i++) {
        /* One of the two rates is rounded, by eps k, and the instants are sqrt(eps)/4 apart. */
        const real exact = (real)(i + 1), allowed = 5 * r_sqrt(R_EPSILON) * exact;
        cr_expect(r_abs(ft[i] - exact) <= allowed, "%a, not %a", (double)ft[i], (double)exact);
        ft[i] = exact;
    }
    rosenbrock_stages_n(n, &two, &in, identity, t, x0, h, ft, f, u, x);
    for (unsigned i = 0; i < n; i++) {
        const real k = (real)(i + 1);
        cr_expect_eq(u[i], k * (h * t + h * h), "%u of %u", i, n);
        cr_expect_eq(x[i], x0[i] + u[i], "%u of %u", i, n);
        cr_expect_eq(u[n + i], k * h * (t + h) - u[i], "%u of %u", i, n);
    }
}

Test(memory, behind_the_segments_of_stages_is_not_touched)
{
    for (unsigned n = 2; n <= PROBLEM_MAX; n++) {
        check_stages(n, 1);
        check_stages(n, 2);
    }
}
