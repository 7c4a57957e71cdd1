/* The volume of a regressor's columns holds those of all matrices within what is known of its
 * entries, and so does its excitation of all lengths. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/rigorous/excitation.h"
#include "properties/rigorous/rigorous_regressor.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

enum { BITS = 128, COLUMNS = 3, MATRICES = 60, POINTS = 40 };

static const double RADIUS = 0x1p-8;

/* The middles of the entries, by the hold of the excitation. */
static double middle[EXCITATION_HOLDS][COLUMNS];

/* Counts holds: one of the signal, then those of the excitation. */
static void count(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h;
    arb_add_ui(x, x, 1, prec);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    const slong row = arf_get_si(arb_midref(x), ARF_RND_NEAR) - 2;
    for (int j = 0; j < COLUMNS; j++) {
        arb_set_d(u + j, row < 0 ? 1 : middle[row][j]);
        mag_set_d(arb_radref(u + j), RADIUS);
    }
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(v);
    arb_one(h);
}

static const char *const no_params[] = { NULL }, *const states[] = { "count", NULL };

/* Returns the volume of the columns, each scaled to length 1: the product of what each has beside
 * those before. */
static double volume_of(double e[COLUMNS][EXCITATION_HOLDS])
{
    double product = 1;
    for (int j = 0; j < COLUMNS; j++) {
        double length = 0, left = 0;
        for (int k = 0; k < EXCITATION_HOLDS; k++)
            length += e[j][k] * e[j][k];
        for (int i = 0; i < j; i++) {
            double dot = 0;
            for (int k = 0; k < EXCITATION_HOLDS; k++)
                dot += e[i][k] * e[j][k];
            for (int k = 0; k < EXCITATION_HOLDS; k++)
                e[j][k] -= dot * e[i][k];
        }
        for (int k = 0; k < EXCITATION_HOLDS; k++)
            left += e[j][k] * e[j][k];
        for (int k = 0; k < EXCITATION_HOLDS; k++)
            e[j][k] /= sqrt(left);
        product *= sqrt(left / length);
    }
    return product;
}

static void expect_holds(const arb_t said, double number, const char *what, unsigned matrix)
{
    arb_t value;
    arb_init(value);
    arb_set_d(value, number);
    mag_set_d(arb_radref(value), 1e-12 * number);
    cr_expect(arb_overlaps(said, value), "matrix %u: %s %s lacks %.17g", matrix, what,
              arb_get_str(said, 20, 0), number);
    arb_clear(value);
}

/* Each column is large in rows of its own, so that the volume is far from 0. At the ends of what is
 * known of a column its length changes, and with it all that is made of it. */
Test(volumes, hold_those_of_all_entries)
{
    static const struct arb_law law = { .name = "entries",
                                        .params = no_params,
                                        .states = states,
                                        .flow = count,
                                        .regressor = regressor,
                                        .n_regressors = COLUMNS };
    const struct rigorous_case c = {
        .law = &law, .property = IDENTIFIABILITY, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned matrix = 0; matrix < MATRICES; matrix++) {
        struct rng rng = rng_keyed(1, "volumes", matrix);
        for (int k = 0; k < EXCITATION_HOLDS; k++)
            for (int j = 0; j < COLUMNS; j++)
                middle[k][j] = (k % COLUMNS == j ? 4 : 0) + rng_uniform(&rng);
        stack_is_dirty();
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
        cr_expect(arb_is_finite(functional) && arb_is_finite(margin));
        for (int point = 0; point < POINTS; point++) {
            double e[COLUMNS][EXCITATION_HOLDS];
            for (int j = 0; j < COLUMNS; j++) {
                const bool far = rng_below(&rng, 2);
                for (int k = 0; k < EXCITATION_HOLDS; k++)
                    e[j][k] = middle[k][j] +
                              RADIUS * ((k % COLUMNS == j) == far ? 1 : 2 * rng_uniform(&rng) - 1);
            }
            const double is = volume_of(e);
            expect_holds(functional, is, "the volume", matrix);
            expect_holds(margin, is, "the margin", matrix);
        }
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* The length that holds are made of, known to 1/2 of 8. */
static void any_length(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(of, 8);
    mag_set_d(arb_radref(of), 0.5);
}

static int next_hold;

static void expect_lengths(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                           slong prec)
{
    (void)x, (void)p, (void)s, (void)prec;
    if (next_hold >= 0) { /* after the signal */
        const struct excitation *e = &excitation[next_hold];
        for (int side = -1; side <= 1; side++) {
            arb_t end;
            arb_init(end);
            arb_set_d(end, ldexp(e->timed ? 1 : (8 + side / 2.0) / ldexp(1, e->speed), e->size));
            cr_expect(arb_contains(h, end), "hold %d", next_hold);
            arb_clear(end);
        }
        cr_expect_eq(arb_is_exact(h) != 0, e->timed, "hold %d", next_hold);
        cr_expect(arb_is_exact(v));
    }
    next_hold++;
}

static void one_column(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                       slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_one(u);
}

Test(volumes, are_excited_over_all_lengths)
{
    static const struct arb_law law = { .name = "lengths",
                                        .params = no_params,
                                        .states = states,
                                        .bound = any_length,
                                        .flow = expect_lengths,
                                        .regressor = one_column,
                                        .n_regressors = 1 };
    const struct rigorous_case c = {
        .law = &law, .property = IDENTIFIABILITY, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    next_hold = -1;
    cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
    cr_expect_eq(next_hold, EXCITATION_HOLDS);
    arb_clear(margin);
    arb_clear(functional);
}

/* Of the second column nothing is known. */
static void unknown_column(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                           slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    for (int j = 0; j < COLUMNS; j++)
        arb_one(u + j);
    arb_indeterminate(u + 1);
}

/* What does not cancel does not, whatever the columns that are left out; and what may cancel only
 * because nothing is known of it is not decided. */
Test(volumes, are_judged_by_the_columns_of_a_vector)
{
    static const long vectors[][COLUMNS] = { { 1, 0, 1 }, { 1, -1, 0 } };
    static const struct arb_law law = { .name = "unknown",
                                        .params = no_params,
                                        .states = states,
                                        .flow = count,
                                        .regressor = unknown_column,
                                        .n_regressors = COLUMNS };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int k = 0; k < 2; k++) {
        const struct rigorous_case c = { .law = &law,
                                         .property = IDENTIFIABILITY,
                                         .n_segments = 1,
                                         .load = load,
                                         .null = vectors[k] };
        stack_is_dirty();
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                     k == 0 ? ANSWER_NO : ANSWER_UNDECIDED, "%d", k);
    }
    arb_clear(margin);
    arb_clear(functional);
}
