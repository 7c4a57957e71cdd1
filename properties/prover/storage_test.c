/* The storage that is found is the best there is: D on the grid is recomputed with its printed
 * coefficients, and no other coefficients, of all lines and of many at random, have a larger least
 * D. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/prove.h"
#include "properties/prover/storage_grid.h"
#include "tools/base/rng.h"

enum { RANDOM = 48 };

/* A law at given parameters, one of them from `value` to `most`; the others are those of Table I.
 */
struct situation {
    const char *law, *param, *value, *most;
    bool found;
};

static const struct situation situations[] = {
    { "elastoplastic", "sigma2", "300", "300", true },
    { "martinez_rosas", "alpha", "108000", "108000", true },
    { "martinez_rosas", "alpha", "300000", "300000", false },
    { "bouc_wen", "beta", "20000", "20000", true },
    { "bouc_wen", "beta", "-1000", "-1000", false },
    { "lugre", "sigma2", "158.2", "1000", true },
    { "lugre", "sigma2", "157.9", "1000", false },
    { "lugre", "Fs", "1.1", "1.5", false },
};

static const char *value_of(const struct situation *s, const char *name)
{
    static const char *const values[][2] = {
        { "sigma0", "100000" },
        { "sigma1", "316.22776601683796" },
        { "sigma2", "0.4" },
        { "Fc", "1" },
        { "Fs", "1.5" },
        { "vs", "0.001" },
        { "m", "2" },
        { "alpha", "50000" },
        { "k", "100000" },
        { "z_ba", "0.000007" },
        { "z_max", "0.000009" },
        { "c", "0.25" },
        { "A", "1" },
        { "beta", "20000" },
        { "gamma", "80000" },
        { "n", "1" },
    };
    if (strcmp(s->param, name) == 0)
        return s->value;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i][0], name) == 0)
            return values[i][1];
    cr_assert_fail("no value for %s", name);
    return NULL;
}

static struct proof_claim claim_of(const struct situation *s)
{
    struct proof_claim claim = { .law = arb_law_find(s->law),
                                 .balance = dissipation_find(s->law),
                                 .property = PASSIVITY,
                                 .mu = "0" };
    for (int i = 0; claim.law->params[i]; i++)
        claim.low[i] = claim.high[i] = value_of(s, claim.law->params[i]);
    claim.high[arb_law_index(claim.law->params, s->param)] = s->most;
    return claim;
}

static double least(const struct grid *grid, const double c[], int n)
{
    double result = HUGE_VAL;
    for (size_t i = 0; i < grid->n; i++) {
        double D = grid->at[i].row[0];
        for (int k = 0; k < n; k++)
            D += grid->at[i].row[1 + k] * c[k];
        result = fmin(result, D);
    }
    return result;
}

/* Returns the largest least D of one coefficient alone: D is concave in it. */
static double best_of_one(const struct grid *grid)
{
    double low = -16, high = 16;
    for (int i = 0; i < 60; i++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (least(grid, &a, 1) < least(grid, &b, 1))
            low = a;
        else
            high = b;
    }
    return least(grid, &low, 1);
}

/* Returns the largest least D of coefficients near those, and of any. */
static double best_at_random(const struct grid *grid, const double c[], int n)
{
    struct rng rng = rng_keyed(1, "storage", 0);
    double best = -HUGE_VAL;
    for (int i = 0; i < RANDOM; i++) {
        double other[DISSIPATION_MAX_STORAGE];
        const double reach = i % 2 ? 16 : exp2(-1 - i / 3.0);
        for (int k = 0; k < n; k++)
            other[k] = (i % 2 ? 0 : c[k]) + reach * (2 * rng_uniform(&rng) - 1);
        best = fmax(best, least(grid, other, n));
    }
    return best;
}

/* Adds points at random about the lowest point of the grid. */
static void look_between(struct grid *grid, struct grid_place *place, const double c[], int n)
{
    enum { AROUND = 100 };
    struct rng rng = rng_keyed(2, "between", 0);
    struct grid_point lowest = grid->at[0];
    double least_D = HUGE_VAL;
    for (size_t i = 0; i < grid->n; i++) {
        double D = grid->at[i].row[0];
        for (int k = 0; k < n; k++)
            D += grid->at[i].row[1 + k] * c[k];
        if (D < least_D) {
            least_D = D;
            lowest = grid->at[i];
        }
    }
    for (int i = 0; i < AROUND; i++) {
        const double theta = lowest.theta * (0.8 + 0.4 * rng_uniform(&rng));
        const double w = lowest.w + (2 * rng_uniform(&rng) - 1) / GRID_STATES;
        grid_add(grid, place, fmin(theta, 1), fmax(-1, fmin(w, 1)), lowest.corner);
    }
}

Test(storage, that_is_found_is_the_best)
{
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        const struct situation *s = &situations[i];
        const struct proof_claim claim = claim_of(s);
        struct grid grid = { .n_storage = claim.balance.n_storage };
        struct grid_place place;
        struct storage storage;
        double c[DISSIPATION_MAX_STORAGE] = { 0 };
        int used = 0;
        const bool found = storage_find(&claim, &storage);
        cr_expect_eq(found, s->found, "%s, %s = %s: slack %g", s->law, s->param, s->value,
                     storage.slack);
        for (int k = 0; k < grid.n_storage; k++) {
            c[k] = strtod(storage.c[k], NULL);
            used = c[k] != 0 ? k + 1 : used;
        }
        grid_place_init(&place, &claim);
        grid_fill(&grid, &place);
        const double one = best_of_one(&grid);
        /* at least half of what there is, up to what decides, 1e-9, is left of it by rounding */
        const double most = found ? 2 * storage.slack + 1e-9 : storage.slack + 1e-9;
        cr_expect_leq(best_at_random(&grid, c, found ? used : grid.n_storage), most,
                      "%s at %s: slack %g", s->law, s->value, storage.slack);
        if (found) {
            /* D between points is known to a thousandth */
            look_between(&grid, &place, c, grid.n_storage);
            cr_expect_leq(storage.slack * (1 - 1e-3), least(&grid, c, grid.n_storage) + 1e-9,
                          "%s at %s: slack %g", s->law, s->value, storage.slack);
            cr_expect_geq(storage.slack, -1e-9);
            cr_expect(used <= 1 || one < 1e-3, "%s at %s: one would do, %g", s->law, s->value, one);
        } else {
            cr_expect(storage.slack < 0 && storage.slack >= one - 1e-3 * fabs(one) - 1e-9,
                      "%s at %s: slack %g, of one coefficient %g", s->law, s->value, storage.slack,
                      one);
        }
        grid_place_clear(&place);
        free(grid.at);
    }
}
