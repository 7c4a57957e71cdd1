/* Parameters at edges of a claim's domain. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/trials/draw.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS };

/* Edges of a joint condition are hit to the last number, and the sets stay within the domain. */
Test(draws, reach_the_edge)
{
    enum { DRAWN = 400 };
    const struct model *model = PREC(model_find)("lugre");
    unsigned at_edge = 0, found = 0;
    for (unsigned i = 0; i < model->n_claims; i++) {
        const struct claim *claim = &model->claims[i];
        if (claim->property != PASSIVITY || !claim->contains)
            continue;
        for (unsigned k = 0; k < DRAWN; k++) {
            struct rng rng = rng_keyed(k, "edge", i);
            struct candidate c;
            real p[MODEL_MAX_PARAMS];
            cr_assert(PREC(draw_parameters)(model, claim, &rng, &c));
            found += PREC(draw_at_edge)(model, claim, &rng, &c);
            cr_assert(PREC(candidate_params)(model, claim, &c, p));
            const double slack = p[SIGMA2] * p[FC] / (p[SIGMA1] * (p[FS] - p[FC])) - 1;
            at_edge += fabs(slack) <= 1e-9;
        }
    }
    cr_expect_geq(found, DRAWN / 2);
    cr_expect_geq(at_edge, DRAWN / 4);
}

/* Of a law made up, in a range of twelve decades and in one of both signs. */
static const struct quantity params[] = { { "wide", "N", 2, 1e-6, 1e6, "" },
                                          { "signed", "N", 1, -2, 5, "" } };
static const struct model made_up = {
    .name = "edges", .params = params, .n_params = 2, .speed_max = 1
};

static bool both(const real p[]) { return p[0] <= 3 && p[1] >= C(0.125); }
static bool sum(const real p[]) { return p[0] + p[1] <= 4; }

/* The last numbers inside, three times in four; otherwise a part of the way back. */
Test(draws, end_at_the_last_number)
{
    enum { DRAWN = 400 };
    const struct claim claim = { .contains = both };
    unsigned first = 0, second = 0, back = 0, found = 0;
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(k, "last", 0);
        struct candidate c, from;
        cr_assert(PREC(draw_parameters)(&made_up, &claim, &rng, &c));
        from = c;
        if (!PREC(draw_at_edge)(&made_up, &claim, &rng, &c)) {
            cr_expect_arr_eq(c.p, from.p, 2 * sizeof *c.p);
            continue;
        }
        found++;
        cr_expect(c.p[0] <= 3 && c.p[1] >= 0.125);
        cr_expect(c.p[1] != from.p[1] || c.p[0] >= from.p[0]); /* one alone goes towards its edge */
        cr_expect(c.p[0] != from.p[0] || c.p[1] <= from.p[1]);
        if (c.p[0] == 3)
            first++;
        else if (c.p[1] == 0.125)
            second++;
        else
            back++;
    }
    cr_expect_geq(found, DRAWN / 2);
    cr_expect(first > found / 8 && second > found / 8);
    cr_expect(back > found / 8 && back < found / 2, "%u of %u", back, found);
}

/* Where several parameters move at once, the next numbers are outside. */
Test(draws, move_along_a_line)
{
    enum { DRAWN = 200 };
    const struct claim claim = { .contains = sum };
    unsigned at_edge = 0, moved_both = 0;
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(k, "line", 0);
        struct candidate c, from;
        cr_assert(PREC(draw_parameters)(&made_up, &claim, &rng, &c));
        from = c;
        if (!PREC(draw_at_edge)(&made_up, &claim, &rng, &c) || c.p[0] + c.p[1] < 4 - 1e-12)
            continue;
        cr_expect_leq(c.p[0] + c.p[1], 4);
        at_edge++;
        moved_both += c.p[0] != from.p[0] && c.p[1] != from.p[1];
    }
    cr_expect_geq(at_edge, DRAWN / 3);
    cr_expect(moved_both > at_edge / 8 && moved_both < at_edge / 2, "%u of %u", moved_both,
              at_edge);
}
