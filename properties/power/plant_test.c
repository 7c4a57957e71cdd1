/* A law with a planted flaw is the law elsewhere; its one claim is the one that was asked for, and
 * is false. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/plugin/text_law.h"
#include "properties/power/plant.h"
#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"
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

/* A law whose force has parts, which a flaw would not be in: where its annotation names them. */
static char *text_with(const char *annotation)
{
    return memory_text("model parted\n  input Real v(unit=\"m/s\");\n  output Real "
                       "F(unit=\"N\");\n  parameter Real Fc(unit=\"N\", min=1e-6, max=1e6) = 1;\n"
                       "  parameter Real k(unit=\"N.s/m\", min=0, max=1e4) = 0.4;\nequation\n"
                       "  F = Fc*sign(v) + k*v;\n  annotation(__Bristle(%s));\nend parted;\n",
                       annotation);
}

/* The parts go wherever they stand, and all else stays: the range of speeds, the scale, and of the
 * claims the one that is asked for. */
Test(plant, drops_the_parts_wherever_they_stand)
{
    static const char parts[] = "parts(I1=max(Fc, 0)*sign(v), I2=k*v)", speed[] = "speed_max=125",
                      scale[] = "force_scale=3*Fc + k*abs(v)",
                      claims[] = "claims={odd_symmetry(domain=\"first\", source=\"(1)\"), "
                                 "passivity(domain=\"second\", source=\"(1)\"), "
                                 "finite_force(domain=\"third\", source=\"(1)\")}";
    static const char *const domains[] = { "first", "second", "third" };
    setenv("PATH", "/nonexistent", 1); /* so that texts are interpreted */
    for (unsigned place = 0; place < 4; place++) {
        const unsigned k = place % 3;
        const char *of[] = { speed, scale, claims, NULL };
        for (unsigned i = 3; i > place; i--)
            of[i] = of[i - 1];
        of[place] = parts;
        char *annotation = memory_text("%s, %s,%s , %s", of[0], of[1], of[2], of[3]);
        char *source = text_with(annotation);
        const struct model *law = text_law_of("parted", source).model;
        struct plant plant;
        cr_assert_eq(law->n_parts, 2, "%s", annotation);
        cr_assert(plant_draw(law, &law->claims[k], POWER_VALUE, 0, k, &plant));
        char *text = plant_text(source, law, k, &plant);
        cr_assert_not_null(text, "%s", annotation);
        cr_expect_null(plant_text(source, law, 3, &plant), "there is no fourth claim");
        const struct model *planted = text_law_of("parted", text).model;
        cr_expect(planted->n_parts == 0 && planted->n_claims == 1 && planted->speed_max == 125,
                  "%s", text);
        cr_expect_eq(planted->force_scale(plant.p, 2, 1), law->force_scale(plant.p, 2, 1));
        cr_expect_str_eq(planted->claims[0].domain, domains[k]);
        cr_expect_str_eq(planted->name, "parted_planted");
        free(annotation);
        free(source);
    }
}
