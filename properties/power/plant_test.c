/* A law with a planted flaw is the law elsewhere; its one claim is the one that was asked for, and
 * is false. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/plugin/text_law.h"
#include "properties/power/plant.h"
#include "properties/search/draw.h"
#include "properties/search/evaluate_property.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* A law's claim, by its number. */
static unsigned claim_about(const struct model *model, enum property property)
{
    for (unsigned i = 0; i < model->n_claims; i++)
        if (model->claims[i].property == property && model->claims[i].declared == HOLDS)
            return i;
    cr_assert(false, "%s", model->name);
    return 0;
}

static char *source_of(const char *law)
{
    char *path = memory_text("models/laws/%s.mo", law), *source = cli_read(path);
    cr_assert_not_null(source, "%s", path);
    free(path);
    return source;
}

/* Far below the speeds of the flaw, and where motion goes back, the force is that of the law. */
static void expect_elsewhere(const struct model *law, const struct model *planted,
                             const struct plant *plant)
{
    const double v[] = { plant->speed * 1e-6, -plant->speed };
    double x[MODEL_MAX_STATES] = { 0 }, y[MODEL_MAX_STATES] = { 0 };
    /* States by their names: that of the flaw is 0. */
    for (unsigned i = 0; i < planted->n_states; i++) {
        const unsigned k = quantity_index(law->states, law->n_states, planted->states[i].name);
        if (k < law->n_states)
            x[k] = y[i] = 1e-6 * (k + 1);
    }
    for (unsigned i = 0; i < 2; i++) {
        const double s = v[i] > 0 ? 1 : -1, F = law->force(plant->p, NULL, v[i], s, x),
                     G = planted->force(plant->p, NULL, v[i], s, y);
        cr_expect(fabs(F - G) <= 1e-12 * law->force_scale(plant->p, v[i], 1), "%s: %g, not %g",
                  planted->name, G, F);
    }
}

static void expect_flaw(const char *name, enum property property, enum power_kind kind,
                        unsigned level)
{
    const struct model *law = model_find_f64(name);
    const unsigned k = claim_about(law, property);
    struct plant plant;
    char *source = source_of(name);
    cr_assert(plant_draw(law, &law->claims[k], kind, level, level, &plant));
    for (unsigned i = 0; kind == POWER_CORNER && i < 2; i++) { /* of the box of parameters */
        double lo, hi;
        parameter_range_f64(law, &law->claims[k], plant.param[i], &lo, &hi);
        cr_expect(lo < hi && plant.p[plant.param[i]] == hi, "%s: %g, not %g", name,
                  plant.p[plant.param[i]], hi);
    }
    char *text = plant_text(source, law, k, &plant);
    cr_assert_not_null(text, "%s", name);
    const struct model *planted = text_law_of(name, text).model;
    cr_assert(planted->n_claims == 1 && planted->claims[0].property == property &&
              strcmp(planted->claims[0].domain, law->claims[k].domain) == 0);
    cr_assert(property_applicable_f64(planted, property), "%s, kind %u", name, kind);
    const struct margin m =
        evaluate_property_f64(planted, plant.p, property, plant.holds, plant.n_holds);
    cr_expect(m.value < -m.rounding, "%s, %s, kind %u, level %u: %g", name,
              property_info[property].name, kind, level, m.value);
    expect_elsewhere(law, planted, &plant);
    free(source);
}

Test(plant, makes_a_claim_false)
{
    for (unsigned kind = 0; kind < POWER_KINDS; kind++) {
        expect_flaw("lugre", PASSIVITY, (enum power_kind)kind, kind);
        expect_flaw("martinez_rosas", ODD_SYMMETRY, (enum power_kind)kind, 3 - kind);
    }
}

/* A flaw at a value, or in a corner, needs parameters that the claim leaves free: one, or two. */
Test(plant, needs_parameters_to_depend_on)
{
    static const struct interval one = { .param = 0, .lo = 1e4, .hi = 1e6 };
    const struct model *law = model_find_f64("lugre");
    for (unsigned kind = 0; kind < POWER_KINDS; kind++)
        for (unsigned n_free = 0; n_free < 2; n_free++) {
            const unsigned needs = kind == POWER_VALUE ? 1 : kind == POWER_CORNER ? 2 : 0;
            const struct claim claim = { .property = PASSIVITY,
                                         .domain = "some",
                                         .base = AT_DEFAULTS,
                                         .n_box = n_free,
                                         .box = { one } };
            struct plant plant;
            cr_expect_eq(plant_draw(law, &claim, (enum power_kind)kind, 0, 0, &plant),
                         n_free >= needs, "kind %u, %u free", kind, n_free);
        }
}
