/* Null vectors of regressors: which column the others combine to, and when entries are integers. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "properties/identification/identify.h"
#include "properties/trials/draw.h"

/* Of columns of length 1 the third is 1/sqrt(2) of the difference of the others, and has the
 * largest entry: wherever it stands, it is the one that the others combine to. */
Test(null_space, drops_the_largest_entry)
{
    for (unsigned at = 0; at < 3; at++) {
        static struct regression r;
        struct identification id;
        r = (struct regression){ .n = IDENTIFY_SAMPLES, .n_columns = 3 };
        for (unsigned i = 0; i < r.n; i++) {
            const double a = i % 2, b = 1 - a;
            r.u[i][at] = a - b;
            r.u[i][(at + 1) % 3] = a;
            r.u[i][(at + 2) % 3] = b;
        }
        cr_assert(regression_null_space(&r, &id));
        cr_expect(id.rank == 2 && id.n_null == 1 && id.null[0].dropped == at, "%u: %u", at,
                  id.null[0].dropped);
        cr_expect(id.null[0].integer && id.null[0].entry[at] == 1);
        cr_expect(id.null[0].entry[(at + 1) % 3] == -1 && id.null[0].entry[(at + 2) % 3] == 1);
    }
}

/* A third column that is `times` the first one and a second one `size` as large. */
static void combine_small(double times, double size, struct regression *r)
{
    struct rng rng = rng_keyed(7, "small", 0);
    *r = (struct regression){ .n = IDENTIFY_SAMPLES, .n_columns = 3 };
    for (unsigned i = 0; i < r->n; i++) {
        r->u[i][0] = 2 * rng_uniform(&rng) - 1;
        r->u[i][1] = size * (2 * rng_uniform(&rng) - 1);
        r->u[i][2] = times * r->u[i][0] + r->u[i][1];
    }
}

/* Returns by how much the entry of the second column may be off, where that of the largest one is
 * 1: what rounding may turn the null space by, the threshold over the smallest singular value that
 * is none, by the ratio of their lengths; twice that is allowed for. */
static double off_at_most(const struct regression *r, const struct identification *id)
{
    double squares[2] = { 0, 0 };
    for (unsigned i = 0; i < r->n; i++) {
        squares[0] += r->u[i][1] * r->u[i][1];
        squares[1] += r->u[i][id->null[0].dropped] * r->u[i][id->null[0].dropped];
    }
    return 2 * id->threshold / id->singular[id->rank - 1] * sqrt(squares[1] / squares[0]);
}

/* Of a column that is so small that rounding of the others may be a sixty-fourth of it, no multiple
 * is told from the next one: the entry may be any number, and so it is said. Above that it is told.
 * Columns whose entries may be off by 0.6 to 1.7 times that are among them. */
Test(null_space, of_a_column_within_rounding_has_no_integers)
{
    unsigned near[2] = { 0, 0 };
    for (int step = 0; step < 40; step++) {
        static struct regression r;
        struct identification id;
        combine_small(1, 1e-8 * pow(0.8, step), &r);
        cr_assert(regression_null_space(&r, &id));
        cr_assert(id.rank == 2 && id.n_null == 1);
        const double off = off_at_most(&r, &id);
        cr_expect_eq(id.null[0].integer, off <= 0.5 / 64, "%d: %g", step, off);
        near[off > 0.5 / 64] += off > 0.6 * 0.5 / 64 && off < 1.7 * 0.5 / 64;
    }
    cr_expect(near[0] >= 1 && near[1] >= 1, "%u, %u", near[0], near[1]);
}

/* What is farther from a fraction of small numbers than an entry may be off is none; what is
 * nearer, is. */
Test(null_space, has_integers_within_what_entries_may_be_off)
{
    for (int size = 0; size <= 1; size++)
        for (int k = 0; k < 2; k++) {
            static struct regression r;
            struct identification id;
            double off;
            /* Of the largest column, and of one of a millionth of that. */
            combine_small(1, size == 0 ? 1 : 1e-6, &r);
            cr_assert(regression_null_space(&r, &id));
            off = off_at_most(&r, &id);
            for (unsigned i = 0; i < r.n; i++)
                r.u[i][2] += (1.0 / 7 + (k == 0 ? 0.5 : 2) * off - 1) * r.u[i][1];
            cr_assert(regression_null_space(&r, &id));
            cr_assert(id.rank == 2 && id.n_null == 1);
            cr_expect_eq(id.null[0].integer, k == 0, "%d, %d: %g", size, k, off);
            if (k == 0)
                cr_expect_eq(fabs(id.null[0].entry[0]), 7 * fabs(id.null[0].entry[1]));
        }
}

/* Two columns that are the same, as far as rounding goes, have a null vector. An entry may be off
 * by 32 roundings of its column for each sample, so that of two columns of length one, which are
 * off by as much to either side, twice that may be the difference; more is none of rounding. */
Test(null_space, is_what_rounding_may_have_made)
{
    for (int step = 0; step < 8; step++) {
        static struct regression r;
        struct identification id;
        const double times = 0.65 + 0.1 * step; /* 0.65 to 1.35 */
        r = (struct regression){ .n = IDENTIFY_SAMPLES, .n_columns = 2 };
        const double off = times * 2 * 32 * DBL_EPSILON * r.n;
        for (unsigned i = 0; i < r.n; i++) {
            r.u[i][0] = 1;
            r.u[i][1] = 1 + off * (i % 2 ? 1 : -1);
        }
        cr_assert(regression_null_space(&r, &id));
        cr_expect_eq(id.n_null, times < 1 ? 1u : 0u, "%g: %u", times, id.n_null);
    }
}
