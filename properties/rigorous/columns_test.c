/* Whether columns of a regressor can be told apart: the checker's answers about small matrices of
 * whole numbers, against all vectors with entries -1, 0 and 1, and against the volume by
 * orthogonalization. Row k of the matrix is what the law's regressor gives after k + 1 holds, those
 * of the signal first, then those of the excitation. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/rigorous/excitation.h"
#include "properties/rigorous/rigorous_regressor.h"
#include "tools/base/rng.h"

enum { COLUMNS = 4, SIGNAL_HOLDS = 2, ROWS = SIGNAL_HOLDS + EXCITATION_HOLDS, MATRICES = 400 };
enum { VECTORS = 81 /* 3^COLUMNS */, BITS = 128 };

/* The matrix; every entry is known to that many bits, 0: exactly. `apart` bits below 1 something is
 * added to the last column, 0: nothing. The parameter vs is known to so many bits, 0: exactly. */
static struct {
    int u[ROWS][COLUMNS];
    slong known, apart, speed_known;
    bool has_bound;
} given;

/* Expects a number of a hold: exact where vs is, and otherwise known as vs is. */
static void expect_hold(const arb_t number, double middle, bool depends, slong row)
{
    if (given.speed_known == 0 || !depends) {
        cr_expect(arb_is_exact(number) && arf_cmp_d(arb_midref(number), middle) == 0, "hold %ld",
                  row);
        return;
    }
    for (int side = -1; side <= 1; side++) {
        arb_t end, factor;
        arb_init(end);
        arb_init(factor);
        arb_set_si(factor, side);
        arb_mul_2exp_si(factor, factor, -given.speed_known - 2); /* half of it */
        arb_add_ui(factor, factor, 1, 2 * given.speed_known);
        arb_set_d(end, middle);
        arb_mul(end, end, factor, 2 * given.speed_known);
        cr_expect(arb_contains(number, end), "hold %ld", row);
        arb_clear(factor);
        arb_clear(end);
    }
}

/* x[0] is zero, up to what is not known; x[1] counts holds. */
static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)s;
    const slong row = arf_get_si(arb_midref(x + 1), ARF_RND_NEAR);
    if (given.known)
        mag_set_ui_2exp_si(arb_radref(x), 1, -given.known);
    arb_add_ui(x + 1, x + 1, 1, prec);
    if (row < SIGNAL_HOLDS)
        return;
    /* the hold that excitation.h states; vs is 2, and the bristle's length 4 or, without one, 1 */
    const struct excitation *e = &excitation[row - SIGNAL_HOLDS];
    const double speed = ldexp(2, e->speed), length = given.has_bound ? 4 : 1;
    const double time = ldexp(e->timed ? 1 : length / speed, e->size);
    expect_hold(v, e->sign * speed, true, row);
    expect_hold(h, time, !e->timed, row);
}

static void bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(of, 4);
    if (!given.has_bound)
        arb_pos_inf(of);
    arb_pos_inf(of + 1);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s;
    const slong row = arf_get_si(arb_midref(x + 1), ARF_RND_NEAR) - 1;
    cr_assert(row >= 0 && row < ROWS, "the state of no hold");
    for (int j = 0; j < COLUMNS; j++) {
        arb_add_ui(u + j, x, 1, prec);
        arb_mul_si(u + j, u + j, given.u[row][j], prec);
    }
    if (given.apart) {
        arb_t more;
        arb_init(more);
        arb_one(more);
        arb_mul_2exp_si(more, more, -given.apart);
        arb_add(u + COLUMNS - 1, u + COLUMNS - 1, more, prec);
        arb_clear(more);
    }
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)x0;
    arb_set_si(p, 2);
    if (given.speed_known)
        mag_set_ui_2exp_si(arb_radref(p), 1, -given.speed_known);
    for (int i = 0; i < SIGNAL_HOLDS; i++) {
        arb_one(v + i);
        arb_one(h + i);
    }
}

static const char *const params[] = { "vs", NULL }, *const states[] = { "z", "count", NULL };
static const struct arb_law law = {
    .name = "matrix",
    .params = params,
    .states = states,
    .flow = flow,
    .bound = bound,
    .regressor = regressor,
    .n_regressors = COLUMNS,
};

/* Draws a matrix. Some columns are zero, or others, sums or differences of two before, also only
 * along the excitation, or twice another. */
static void draw(uint64_t number)
{
    struct rng rng = rng_keyed(1, "columns", number);
    static const slong known[] = { 0, 0, 90, 40, 1 };
    given.known = known[rng_below(&rng, sizeof known / sizeof *known)];
    given.has_bound = rng_below(&rng, 2);
    given.apart = 0;
    given.speed_known = number % 2 * 60;
    for (unsigned j = 0; j < COLUMNS; j++) {
        const unsigned way = j == 0 ? rng_below(&rng, 2) * 7 : rng_below(&rng, 9);
        const unsigned a = rng_below(&rng, j + 1), b = rng_below(&rng, j + 1);
        const unsigned from = rng_below(&rng, 3) == 0 ? SIGNAL_HOLDS : 0;
        for (unsigned k = 0; k < ROWS; k++) {
            int *row = given.u[k], entry = (int)rng_below(&rng, 7) - 3;
            row[j] = 0;
            if (k < from || way > 4)
                row[j] = entry;
            else if (way > 0)
                row[j] = way == 1   ? row[a]
                         : way == 2 ? row[a] + row[b]
                         : way == 3 ? row[a] - row[b]
                                    : 2 * row[a];
        }
    }
}

/* Returns entry j of vector number `code`. */
static int entry(unsigned code, unsigned j)
{
    return j > 0 ? entry(code / 3, j - 1) : (int)(code % 3) - 1;
}

/* Returns true when the matrix maps the vector to 0 in all rows from `from` on. */
static bool vanishes(const long n[COLUMNS], unsigned from)
{
    for (unsigned k = from; k < ROWS; k++) {
        long sum = 0;
        for (unsigned j = 0; j < COLUMNS; j++)
            sum += n[j] * given.u[k][j];
        if (sum != 0)
            return false;
    }
    return true;
}

/* Returns true when that shows, too. Entries cancel when they are known to 2^-60 of their size;
 * zero is known exactly. */
static bool shows(const long n[COLUMNS], unsigned from)
{
    for (unsigned j = 0; j < COLUMNS && given.known > 0 && given.known < 64; j++)
        for (unsigned k = from; k < ROWS; k++)
            if (n[j] != 0 && given.u[k][j] != 0)
                return false;
    return vanishes(n, from);
}

static void set_vector(long n[COLUMNS], unsigned code)
{
    for (unsigned j = 0; j < COLUMNS; j++)
        n[j] = entry(code, j);
}

/* Finds the columns that remain when each goes that, taken once, cancels with those before that
 * remain, each taken once or not at all. Returns their number. */
static unsigned remaining(bool kept[COLUMNS])
{
    unsigned n_kept = 0;
    for (unsigned last = 0; last < COLUMNS; last++) {
        kept[last] = true;
        for (unsigned code = 0; code < VECTORS; code++) {
            long n[COLUMNS];
            bool is_candidate = entry(code, last) == 1;
            set_vector(n, code);
            for (unsigned j = 0; j < COLUMNS; j++)
                is_candidate = is_candidate && (n[j] == 0 || j == last || (j < last && kept[j]));
            if (is_candidate && shows(n, SIGNAL_HOLDS))
                kept[last] = false;
        }
        n_kept += kept[last];
    }
    return n_kept;
}

/* Returns the volume of these columns along the excitation, each scaled to length 1: the product of
 * what each has beside those before. */
static double volume(const bool kept[COLUMNS])
{
    double e[COLUMNS][EXCITATION_HOLDS], product = 1;
    unsigned n = 0;
    for (unsigned j = 0; j < COLUMNS; j++) {
        if (!kept[j])
            continue;
        double length = 0, left = 0;
        for (unsigned k = 0; k < EXCITATION_HOLDS; k++) {
            e[n][k] = given.u[SIGNAL_HOLDS + k][j];
            length += e[n][k] * e[n][k];
        }
        for (unsigned i = 0; i < n; i++) {
            double dot = 0;
            for (unsigned k = 0; k < EXCITATION_HOLDS; k++)
                dot += e[i][k] * e[n][k];
            for (unsigned k = 0; k < EXCITATION_HOLDS; k++)
                e[n][k] -= dot * e[i][k];
        }
        for (unsigned k = 0; k < EXCITATION_HOLDS; k++)
            left += e[n][k] * e[n][k];
        if (left <= 1e-9 * length)
            return 0;
        for (unsigned k = 0; k < EXCITATION_HOLDS; k++)
            e[n][k] /= sqrt(left);
        product *= sqrt(left / length);
        n++;
    }
    return product;
}

static void expect_number(const arb_t said, double expected, const char *what, unsigned matrix)
{
    arb_t value;
    arb_init(value);
    arb_set_d(value, expected);
    mag_set_d(arb_radref(value), 1e-12 * expected); /* some tens of roundings */
    cr_expect(arb_is_finite(said) && arb_overlaps(said, value), "matrix %u: %s is not %.17g",
              matrix, what, expected);
    arb_clear(value);
}

static struct rigorous_case case_of(const struct arb_law *of, enum property property,
                                    const long *null)
{
    return (struct rigorous_case){
        .law = of, .property = property, .n_segments = SIGNAL_HOLDS, .load = load, .null = null
    };
}

/* As many combinations can be told apart as remain. */
Test(columns, are_told_apart_as_by_all_vectors)
{
    unsigned counts[3] = { 0 };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned matrix = 0; matrix < MATRICES; matrix++) {
        bool kept[COLUMNS];
        draw(matrix);
        const unsigned n_kept = remaining(kept);
        const double size = volume(kept);
        const bool independent = size > 0 && given.known != 1;
        for (unsigned expected = 0; expected <= COLUMNS; expected++) {
            struct arb_law of = law;
            of.n_identifiable = (int)expected;
            /* 0 means all, and identifiability is that of all */
            const bool of_all = expected == 0 && matrix % 2 == 0;
            const struct rigorous_case c =
                case_of(&of, of_all ? IDENTIFIABILITY : IDENTIFIABLE_RANK, NULL);
            const unsigned wanted = expected > 0 ? expected : COLUMNS;
            const enum answer truth = n_kept < wanted    ? ANSWER_YES
                                      : !independent     ? ANSWER_UNDECIDED
                                      : n_kept == wanted ? ANSWER_NO
                                                         : ANSWER_YES;
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer, truth, "matrix %u, %u of %u remain, volume %g: %d", matrix, n_kept,
                         wanted, size, (int)answer);
            if (truth == ANSWER_UNDECIDED)
                cr_expect_not(arb_is_finite(margin), "matrix %u", matrix);
            else {
                expect_number(functional, truth == ANSWER_YES ? 0 : size, "the volume", matrix);
                expect_number(margin, truth == ANSWER_YES ? -1 : size, "the margin", matrix);
            }
            counts[truth]++;
        }
    }
    for (int k = 0; k < 3; k++)
        cr_expect_gt(counts[k], MATRICES / 10, "answer %d: %u", k, counts[k]);
    arb_clear(margin);
    arb_clear(functional);
}

/* A vector that is given vanishes where it does along signal and excitation. */
Test(columns, cancel_by_a_vector_where_they_do)
{
    unsigned counts[3] = { 0 };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned matrix = 0; matrix < MATRICES; matrix++) {
        draw(matrix);
        for (unsigned code = matrix % 5; code < VECTORS; code += 5) {
            long n[COLUMNS];
            set_vector(n, code);
            if (code % 2)
                for (unsigned j = 0; j < COLUMNS; j++)
                    n[j] *= 2;
            const struct rigorous_case c = case_of(&law, IDENTIFIABILITY, n);
            const long zero[COLUMNS] = { 0 };
            const bool is_zero = memcmp(n, zero, sizeof n) == 0;
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            const enum answer truth = is_zero || !vanishes(n, 0) ? ANSWER_NO
                                      : shows(n, 0)              ? ANSWER_YES
                                                                 : ANSWER_UNDECIDED;
            /* where the entries are hardly known, neither may be */
            cr_expect(answer == truth ||
                          (given.known == 1 && answer == ANSWER_UNDECIDED && !is_zero),
                      "matrix %u, vector %u: %d, not %d", matrix, code, (int)answer, (int)truth);
            counts[answer]++;
        }
    }
    for (int k = 0; k < 3; k++)
        cr_expect_gt(counts[k], MATRICES / 10, "answer %d: %u", k, counts[k]);
    arb_clear(margin);
    arb_clear(functional);
}

/* Two equal columns with a single entry cancel, at whichever hold of the excitation it is, as soon
 * as their numbers show it: when all that they may leave, 2^-known of each, is 2^-60 of the least
 * that they may be. */
Test(columns, count_at_every_hold)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned row = SIGNAL_HOLDS; row < ROWS; row++)
        for (slong known = 57; known <= 90; known += known < 63 ? 1 : 27) {
            memset(&given, 0, sizeof given);
            given.known = known;
            given.u[row][0] = given.u[row][1] = 1;
            const long n[COLUMNS] = { 1, -1 };
            const struct rigorous_case c = case_of(&law, IDENTIFIABILITY, n);
            cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                         known > 60 ? ANSWER_YES : ANSWER_UNDECIDED, "row %u, %ld bits", row,
                         known);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* What cancels but for a little, at the midpoints, does not vanish, though the balls hold 0; where
 * they are exact, they show it. */
Test(columns, that_nearly_cancel_do_not_vanish)
{
    unsigned counts[2] = { 0 };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned matrix = 0; matrix < MATRICES; matrix++) {
        draw(matrix);
        for (unsigned code = 0; code < VECTORS; code++) {
            long n[COLUMNS];
            set_vector(n, code);
            given.apart = 0;
            if (n[COLUMNS - 1] == 0 || !vanishes(n, 0))
                continue;
            given.apart = 100;
            const struct rigorous_case c = case_of(&law, IDENTIFIABILITY, n);
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect(answer == ANSWER_NO || (answer == ANSWER_UNDECIDED && given.known),
                      "matrix %u, vector %u: %d", matrix, code, (int)answer);
            counts[answer == ANSWER_UNDECIDED]++;
        }
    }
    cr_expect(counts[0] > 10 && counts[1] > 10, "%u no, %u undecided", counts[0], counts[1]);
    arb_clear(margin);
    arb_clear(functional);
}

/* What is found vanishes, and is found where anything is. */
Test(columns, that_cancel_are_found)
{
    unsigned n_found = 0;
    for (unsigned matrix = 0; matrix < MATRICES; matrix++) {
        long n[RIGOROUS_MAX_COLUMNS] = { 0 };
        bool kept[COLUMNS];
        draw(matrix);
        const struct rigorous_case c = case_of(&law, IDENTIFIABILITY, NULL);
        const bool found = rigorous_null_vector(&c, BITS, n);
        cr_expect_eq(found, remaining(kept) < COLUMNS, "matrix %u", matrix);
        if (found)
            cr_expect(vanishes(n, SIGNAL_HOLDS), "matrix %u", matrix);
        n_found += found;
    }
    cr_expect_gt(n_found, MATRICES / 10);
}
