/* Expressions that are equal for reasons of order and sign have one canonical form, also as parts
 * of others; those that are opposite differ by the sign, and others differ. */
#include "properties/structure/canonical.h"

#include <stdio.h>

#include "properties/structure/law_test.h"

enum relation { SAME, OPPOSITE, OTHER };

static const struct {
    const char *one, *other;
    enum relation is;
} pairs[] = {
    { "x + z", "z + x", SAME },
    { "x - z", "z - x", OPPOSITE },
    { "x + z", "x - z", OTHER },
    { "x*z", "z*x", SAME },
    { "(-x)*z", "x*z", OPPOSITE },
    { "(-x)*(-z)", "x*z", SAME },
    { "x/(-d)", "-x/d", SAME },
    { "x/d", "-x/d", OPPOSITE },
    { "min(x, z)", "min(z, x)", SAME },
    { "max(x, z)", "max(z, x)", SAME },
    { "min(x, z)", "max(x, z)", OTHER },
    { "min(-x, -z)", "max(x, z)", OPPOSITE },
    { "min(-z, -x)", "max(x, z)", OPPOSITE },
    { "max(-x, z)", "min(x, -z)", OPPOSITE },
    { "max(z, -x)", "min(-z, x)", OPPOSITE },
    { "min(x, -z)", "min(-x, z)", OTHER },
    { "max(-c, min(d, x))", "min(d, max(-c, x))", SAME },
    { "max(-d, min(d, -x))", "max(-d, min(d, x))", OPPOSITE },
    { "max(-c, min(d, x))", "max(-d, min(c, x))", OTHER },
    { "abs(-x)", "abs(x)", SAME },
    { "abs(x - z)", "abs(z - x)", SAME },
    { "sign(-x)", "sign(x)", OPPOSITE },
    { "cos(-x)", "cos(x)", SAME },
    { "sinh(-x)", "sinh(x)", OPPOSITE },
    { "exp(-x)", "exp(x)", OTHER },
    { "(-x)^2", "x^2", SAME },
    { "(-x)^3", "x^3", OPPOSITE },
    { "if x == z then x else u", "if z == x then x else u", SAME },
    { "if x < z then x else u", "if -z < -x then x else u", SAME },
    { "if not x < z then x else u", "if z <= x then x else u", SAME },
    { "if not x < z then x else u", "if x < z then u else x", SAME },
    { "if x <= z then x else u", "if z < x then u else x", SAME },
    { "if x < z then x else u", "if x <= z then x else u", OTHER },
    { "if x < z then -x else -u", "if x < z then x else u", OPPOSITE },
    { "if x < 0 and z < 0 then x else u", "if z < 0 and x < 0 then x else u", SAME },
    { "if x < 0 or z < 0 then x else u", "if z < 0 or x < 0 then x else u", SAME },
    { "if x < 0 and z < 0 then x else u", "if x < 0 or z < 0 then x else u", OTHER },
};

/* By itself, in a sum, and within functions that keep what they are told apart by. */
static const char *const around[] = { "%s", "u + (%s)", "z*(%s)*d", "atan(%s)" };

static struct canonical form_of(struct graph *g, const char *outer, const char *inner)
{
    struct test_law law;
    char force[256];
    snprintf(force, sizeof force, outer, inner);
    char *source = test_law_source("", "u", "u", "", force, "");
    test_law_read(&law, source);
    const struct canonical form = test_canonical(g, &law.graph);
    test_law_free(&law);
    free(source);
    return form;
}

Test(canonical, forms_are_those_of_what_is_equal)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
            struct graph g = { .nodes = NULL };
            const struct canonical one = form_of(&g, around[k], pairs[i].one),
                                   other = form_of(&g, around[k], pairs[i].other);
            const bool keeps_signs = k != 1; /* u does not turn with the other term */
            cr_expect_eq(canonical_same(&g, one, other), pairs[i].is == SAME, "%s and %s in %s",
                         pairs[i].one, pairs[i].other, around[k]);
            cr_expect_eq(canonical_opposite(&g, one, other), keeps_signs && pairs[i].is == OPPOSITE,
                         "%s and %s in %s", pairs[i].one, pairs[i].other, around[k]);
            graph_free(&g);
        }
}
