/* Systems without integrals have the solutions of the whole ones. */
#include <criterion/criterion.h>

#include "integrators/numerics/integrals.h"
#include "integrators/numerics/matrices_test.h"

/* Rates of n states of which c are integrals: rows 0 and 2 have one entry each. */
static void draw_rates(uint32_t *state, unsigned n, unsigned c, real J[])
{
    draw(state, n, J);
    for (unsigned e = 0; e < c; e++) {
        const unsigned row = 2 * e, of = 1 - e;
        for (unsigned j = 0; j < n; j++)
            J[row * n + j] = 0;
        J[row * n + of] = 1 + next(state) / 2;
    }
}

/* d - w J of a complex d as a real matrix [A, -B; B, A] of twice the size. */
static void real_form(unsigned n, const real J[], real re, real im, real w, real a[])
{
    const unsigned N = 2 * n;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            const real x = (i == j ? re : 0) - w * J[i * n + j], y = i == j ? im : 0;
            a[i * N + j] = a[(n + i) * N + n + j] = x;
            a[i * N + n + j] = -y;
            a[(n + i) * N + j] = y;
        }
}

enum { LARGEST = 2 * MOST };

/* Expects g, within the roundings of an inverse, to be the solution for r by the factors of the
 * matrix a, or does nothing where that has too few digits. Returns 1 where it was compared. */
static unsigned expect_solution(unsigned n, const real a[], const real r[], const real g[],
                                const char *what)
{
    real lu[LARGEST * LARGEST], inverse[LARGEST * LARGEST], x[LARGEST];
    unsigned row[LARGEST];
    for (unsigned i = 0; i < n * n; i++)
        lu[i] = inverse[i] = a[i];
    for (unsigned i = 0; i < n; i++)
        x[i] = r[i];
    if (!dense_factorize_n(n, lu, row) || !dense_invert_n(n, inverse))
        return 0;
    dense_solve_n(n, lu, row, x);
    /* The condition, and a rounding of each of the terms that make an entry of g. */
    const real condition = largest(n * n, a) * largest(n * n, inverse) * (real)(n * n);
    const real allowed =
        64 * R_EPSILON * condition * largest(n * n, inverse) * (real)n * largest(n, r);
    if (!(condition * R_EPSILON < C(1e-3)))
        return 0;
    for (unsigned i = 0; i < n; i++)
        cr_expect(r_abs(g[i] - x[i]) <= allowed, "%s, state %u of %u: %a, not %a", what, i, n,
                  (double)g[i], (double)x[i]);
    return 1;
}

static unsigned check(uint32_t *state, unsigned n, unsigned c)
{
    real J[MOST * MOST] = { 0 }, r[MOST] = { 0 }, g[MOST] = { 0 }, a[LARGEST * LARGEST];
    real both[LARGEST], found[LARGEST];
    pair x[MOST] = { { 0 } }, y[MOST] = { { 0 } }, u[MOST] = { { 0 } }, v[MOST] = { { 0 } };
    struct reduced one = { 0 };
    struct reduced_pairs two = { .of = { 0 } };
    unsigned compared = 0;
    bool regular = false;
    const real d = 1 + next(state) / 2, w = next(state);
    const pair re = { d, 2 * d }, im = { d / 2, d };
    draw_rates(state, n, c, J);
    for (unsigned i = 0; i < n; i++) {
        g[i] = r[i] = next(state);
        x[i] = (pair){ r[i], next(state) };
        y[i] = (pair){ next(state), next(state) };
    }
    FOR_INTEGRALS(n, c, regular = reduce_n, J, d, w, &one)
    if (regular) {
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n; j++)
                a[i * n + j] = (i == j ? d : 0) - w * J[i * n + j];
        FOR_INTEGRALS(n, c, reduced_solve_n, &one, g)
        compared += expect_solution(n, a, r, g, "real");
    }
    FOR_INTEGRALS(n, c, regular = reduce_pairs_n, J, re, im, w, &two)
    if (!regular)
        return compared;
    for (unsigned i = 0; i < n; i++) {
        u[i] = x[i];
        v[i] = y[i];
    }
    FOR_INTEGRALS(n, c, reduced_solve_pairs_n, &two, u, v)
    for (unsigned lane = 0; lane < 2; lane++) {
        for (unsigned i = 0; i < n; i++) {
            both[i] = x[i][lane];
            both[n + i] = y[i][lane];
            found[i] = u[i][lane];
            found[n + i] = v[i][lane];
        }
        real_form(n, J, re[lane], im[lane], w, a);
        compared += expect_solution(2 * n, a, both, found, "complex");
    }
    return compared;
}

Test(integrals, solutions_without_them_are_those_of_the_whole_system)
{
    uint32_t state = 5;
    unsigned compared = 0, all = 0;
    for (unsigned trial = 0; trial < MATRICES; trial++)
        for (unsigned c = 0; c <= ODE_MAX_INTEGRALS; c++)
            for (unsigned n = c + 1; n <= MOST; n++) {
                compared += check(&state, n, c);
                all += 3;
            }
    cr_expect(2 * compared > all, "%u of %u", compared, all);
}

/* x' = v and v' = x, of which 1 - J has no inverse. */
Test(integrals, what_has_no_inverse_is_told)
{
    const real J[] = { 0, 1, 1, 0 };
    struct reduced one;
    struct reduced_pairs two;
    cr_expect_not(reduce_n(2, 1, J, 1, 1, &one));
    cr_expect(reduce_n(2, 1, J, 1, C(0.5), &one));
    cr_expect_not(reduce_pairs_n(2, 1, J, (pair){ 2, 1 }, pair_of(0), 1, &two));
    cr_expect(reduce_pairs_n(2, 1, J, (pair){ 2, 1 }, pair_of(1), 1, &two));
}
