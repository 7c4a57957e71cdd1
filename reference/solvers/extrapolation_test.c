/* Extrapolation of linear problems, whose solution is an exponential: its steps, and the substeps
 * that they are made of, against elimination and exponentials of another library. Matrices are
 * dense, with zeros here and there, and not ordered by size, so that rows must be exchanged. */
#include "reference/solvers/extrapolation.h"

#include <arb_mat.h>
#include <criterion/criterion.h>
#include <math.h>

#include "reference/solvers/substeps.h"
#include "tools/base/rng.h"

enum { MOST = 6, PROBLEMS = 60 };
/* Bits of what is tested, and of what it is held against. */
static const slong BITS = 192, MORE = 384;

/* Jacobians by differences over 2^-96 of the states have half of the digits. */
static const double HALF = 1e-24;

struct problem {
    slong n;
    arb_mat_t A, x0;
    struct extrapolation e;
    double scale[MOST];
};

static void rate(void *ctx, arb_ptr dx, arb_srcptr x)
{
    const struct problem *p = ctx;
    for (slong i = 0; i < p->n; i++) {
        arb_zero(dx + i);
        for (slong j = 0; j < p->n; j++)
            arb_addmul(dx + i, arb_mat_entry(p->A, i, j), x + j, MORE);
    }
}

static double entry(struct rng *rng) { return rng_below(rng, 4) ? 2 * rng_uniform(rng) - 1 : 0; }

static void open_problem(struct problem *p, unsigned number, double size)
{
    struct rng rng = rng_keyed(1, "linear", number);
    p->n = 2 + number % (MOST - 1);
    arb_mat_init(p->A, p->n, p->n);
    arb_mat_init(p->x0, p->n, 1);
    for (slong i = 0; i < p->n; i++) {
        for (slong j = 0; j < p->n; j++)
            arb_set_d(arb_mat_entry(p->A, i, j), size * entry(&rng));
        arb_set_d(arb_mat_entry(p->x0, i, 0), 2 * rng_uniform(&rng) - 1);
        p->scale[i] = 1;
    }
    p->e = (struct extrapolation){
        .n = (int)p->n, .prec = BITS, .tolerance = 1e-20, .scale = p->scale, .rate = rate, .ctx = p
    };
    extrapolation_init(&p->e);
    extrapolation_begin(&p->e, p->x0->entries);
}

static void close_problem(struct problem *p)
{
    extrapolation_clear(&p->e);
    arb_mat_clear(p->x0);
    arb_mat_clear(p->A);
}

static void expect_near(arb_srcptr x, const arb_mat_t expected, double allowed, const char *what,
                        unsigned number)
{
    double off = 0;
    arb_t d;
    arb_init(d);
    for (slong i = 0; i < arb_mat_nrows(expected); i++) {
        arb_sub(d, x + i, arb_mat_entry(expected, i, 0), MORE);
        off = fmax(off, fabs(arf_get_d(arb_midref(d), ARF_RND_NEAR)));
    }
    arb_clear(d);
    cr_expect(off <= allowed, "%s, problem %u: off by %g", what, number, off);
}

/* y = (I - h A)^-1 b */
static void solve(const struct problem *p, double h, const arb_mat_t b, arb_mat_t y)
{
    arb_mat_t M;
    arb_t step;
    arb_mat_init(M, p->n, p->n);
    arb_init(step);
    arb_set_d(step, -h);
    arb_mat_scalar_mul_arb(M, p->A, step, MORE);
    for (slong i = 0; i < p->n; i++)
        arb_add_ui(arb_mat_entry(M, i, i), arb_mat_entry(M, i, i), 1, MORE);
    cr_assert(arb_mat_solve(y, M, b, MORE));
    arb_clear(step);
    arb_mat_clear(M);
}

/* b = h A x */
static void move(const struct problem *p, double h, const arb_mat_t x, arb_mat_t b)
{
    arb_t step;
    arb_init(step);
    arb_set_d(step, h);
    arb_mat_mul(b, p->A, x, MORE);
    arb_mat_scalar_mul_arb(b, b, step, MORE);
    arb_clear(step);
}

/* x+ = x + (I - h A)^-1 h A x, m times; the end of the step is what the slope says, but for the
 * difference that is asked for. */
static void check_implicit(struct problem *p, unsigned number, int m)
{
    const double H = 0.75, h = H / m;
    arb_mat_t x, b, dx;
    arf_t length;
    arb_ptr found = _arb_vec_init(p->n), slope = _arb_vec_init(p->n), d = _arb_vec_init(p->n);
    arb_mat_init(x, p->n, 1);
    arb_mat_init(b, p->n, 1);
    arb_mat_init(dx, p->n, 1);
    arf_init(length);
    arf_set_d(length, H);
    substeps_jacobian(&p->e, p->x0->entries);
    substeps_implicit(&p->e, p->x0->entries, length, m, found, slope);
    arb_mat_set(x, p->x0);
    for (int k = 0; k < m; k++) {
        move(p, h, x, b);
        solve(p, h, b, dx);
        arb_mat_add(x, x, dx, MORE);
    }
    expect_near(found, x, HALF, "implicit substeps", number);
    arb_mat_scalar_mul_si(dx, dx, m, MORE);
    expect_near(slope, dx, HALF * m, "their slope", number);
    substeps_end(&p->e, p->x0->entries, length, slope, d);
    move(p, H, p->x0, b);
    for (slong i = 0; i < p->n; i++)
        arb_sub(arb_mat_entry(b, i, 0), arb_mat_entry(b, i, 0), slope + i, MORE);
    solve(p, h, b, dx);
    expect_near(d, dx, 10 * HALF * m, "the end", number);
    arf_clear(length);
    arb_mat_clear(dx);
    arb_mat_clear(b);
    arb_mat_clear(x);
    _arb_vec_clear(d, p->n);
    _arb_vec_clear(slope, p->n);
    _arb_vec_clear(found, p->n);
}

Test(substeps, solve_their_equations)
{
    for (unsigned number = 0; number < PROBLEMS; number++)
        for (int m = 1; m <= 3; m++) {
            struct problem p;
            open_problem(&p, number, number % 2 ? 8 : 1);
            check_implicit(&p, number, m);
            close_problem(&p);
        }
}

/* A step that is accepted is exp(H A) x0 to its tolerance, by either method. */
Test(extrapolation, is_the_exponential)
{
    unsigned accepted[2] = { 0 };
    for (unsigned number = 0; number < PROBLEMS; number++)
        for (int is_explicit = 0; is_explicit < 2; is_explicit++) {
            struct problem p;
            arb_mat_t all;
            arf_t H;
            double factor = 0;
            open_problem(&p, number, 1);
            p.e.is_explicit = is_explicit;
            arb_ptr x1 = _arb_vec_init(p.n);
            arb_mat_init(all, p.n, p.n);
            arf_init(H);
            arf_set_d(H, 0.0625);
            if (extrapolation_step(&p.e, p.x0->entries, H, x1, &factor)) {
                arb_mat_t end;
                arb_mat_init(end, p.n, 1);
                arb_mat_scalar_mul_2exp_si(all, p.A, -4);
                arb_mat_exp(all, all, MORE);
                arb_mat_mul(end, all, p.x0, MORE);
                expect_near(x1, end, 2 * p.e.tolerance, "a step", number);
                arb_mat_clear(end);
                accepted[is_explicit]++;
            }
            cr_expect(factor >= 0.1 && factor <= 4);
            arf_clear(H);
            arb_mat_clear(all);
            _arb_vec_clear(x1, p.n);
            close_problem(&p);
        }
    cr_expect(accepted[0] > PROBLEMS / 2 && accepted[1] > PROBLEMS / 2, "%u implicit, %u explicit",
              accepted[0], accepted[1]);
}

/* Turns in planes, each followed by a scale, have that scale as their radius, in whatever
 * coordinates: what is certainly below is below, and what is far below is certainly so. */
Test(substeps, know_how_stiff_they_are)
{
    for (unsigned number = 0; number < PROBLEMS; number++) {
        struct rng rng = rng_keyed(2, "radius", number);
        struct problem p;
        open_problem(&p, (MOST - 1) * number, 1); /* two states */
        const double r = rng_log_uniform(&rng, 1e-3, 1e3), angle = 3 * rng_uniform(&rng),
                     shear = 4 * rng_uniform(&rng), H = rng_log_uniform(&rng, 1e-2, 1e2);
        /* S R S^-1 with S = (1, shear; 0, 1) */
        const double c = r * cos(angle), s = r * sin(angle);
        const double turned[] = { c + shear * s, -s - shear * shear * s, s, c - shear * s };
        cr_assert_eq(p.n, 2);
        for (slong k = 0; k < 4; k++)
            arf_set_d(p.e.jacobian + k, turned[k]);
        cr_expect_not(substeps_radius_below(&p.e, H, 0.999 * H * r));
        cr_expect(substeps_radius_below(&p.e, H, 2 * H * r), "%g, %g, %g", r, angle, shear);
        close_problem(&p);
    }
}
