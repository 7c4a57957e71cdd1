/* The driver and the methods touch what they are given, and nothing behind it: everything lies at
 * the end of a page, and the next one may not be touched. In both precisions. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "integrators/problems_test.h"

/* That many bytes, aligned, before a page that may not be touched. */
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

/* With an end of its own: reals, which need no more alignment. */
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

static void nothing(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
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
