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
        double p[MODEL_MAX_PARAMS];
        struct ranked_log r;
        const struct model *model = model_find_f64(made[i]);
        model_defaults_f64(model, p);
        rank(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, 0.015, 0, 0, i, 0 }, laws, &r);
        cr_expect(r.ranking.is_explained);
        cr_expect_eq(named(&r, made[i])->group, 1, "%s", made[i]);
        cr_expect_str_eq(r.ranking.law[0].law->model->name, made[i]);
        cr_expect_float_eq(r.ranking.law[0].held_out, 0.015, 0.006);
        release(&r);
    }
}

/* Random bonds are not those of the log, even where their law made it: it is in the first group,
 * as what other bonds would change says. Of logs that are not random it is not. */
Test(ranking_slow, random_bonds_are_a_reason)
{
    static const char *const few[] = { "bristle", "coulomb", "lugre", NULL };
    static const char *const made[] = { "bristle", "coulomb", "lugre" };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        double p[MODEL_MAX_PARAMS];
        struct ranked_log r;
        const struct model *model = model_find_f64(made[i]);
        model_defaults_f64(model, p);
        rank(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, 0.015, 0, 0, i, 0 }, few, &r);
        const struct ranked *bristle = named(&r, "bristle");
        cr_expect_eq(bristle->group == 1, i == 0, "%s: %u", made[i], bristle->group);
        cr_expect_eq(named(&r, made[i])->group, 1, "%s", made[i]);
        cr_expect_eq(named(&r, "lugre")->drawn, 0);
        /* A stretch begins anywhere below delta_s and grows to it, so that its density is 2 s /
         * delta_s^2 and its variance delta_s^2/18; two draws of 20 bonds differ by the root of 40
         * such. In a fifth of the samples, before all bonds have been renewed, it is less. */
        const double *q = bristle->fit.estimate.fit.p;
        if (i == 0)
            cr_expect_float_eq(bristle->drawn, sqrt(40 / 18.0) * q[1] * q[2], 0.2 * bristle->drawn,
                               "%g", bristle->drawn);
        release(&r);
    }
}
