/* Laws are found by their logs. */
#include "properties/identification/ranked_test.h"

static const struct ranked *named(const struct ranked_log *r, const char *name)
{
    for (size_t i = 0; i < r->ranking.n; i++)
        if (strcmp(r->ranking.law[i].law->model->name, name) == 0)
            return &r->ranking.law[i];
    cr_assert_fail("no %s", name);
    return NULL;
}

static const char *const laws[] = { "viscous", "coulomb", "stribeck", "dahl", "lugre", NULL };

/* The law that made the log is in the first group, and first of it where simpler ones do not do. */
Test(ranking_slow, finds_the_law)
{
    static const char *const made[] = { "viscous", "stribeck", "dahl", "lugre" };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct ranked_log r;
        rank_made(made[i], RIG_RICH, 1000, 0.015, i, laws, &r);
        cr_expect(r.ranking.is_explained);
        cr_expect_eq(named(&r, made[i])->group, 1, "%s", made[i]);
        cr_expect_str_eq(r.ranking.law[0].law->model->name, made[i]);
        cr_expect_float_eq(r.ranking.law[0].held_out, 0.015, 0.006);
        release(&r);
    }
}

/* Random bonds are not those of the log, even where their law made it: it is first all the same,
 * and not where the log's force is not random. */
Test(ranking_slow, random_bonds_need_not_be_those_of_the_log)
{
    static const char *const few[] = { "bristle", "coulomb", "lugre", NULL };
    static const char *const made[] = { "bristle", "coulomb", "lugre" };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct ranked_log r;
        rank_made(made[i], RIG_RICH, 1000, 0.015, i, few, &r);
        const struct ranked *bristle = named(&r, "bristle");
        cr_expect_eq(bristle->group == 1, i == 0, "%s: %u", made[i], bristle->group);
        cr_expect_eq(named(&r, made[i])->group, 1, "%s", made[i]);
        release(&r);
    }
}
