/* Interpreted laws that are made up: conditions on parameters, and many laws at a time. */
#include <stdio.h>
#include <stdlib.h>

#include "properties/plugin/interpreted_test.h"

/* A law of so many conditions, k < p for k = 1, 2, ..., and a whole parameter or none. */
static const struct model *with_conditions(unsigned n, bool is_whole)
{
    char *text = memory_text(
        "model many \"Many conditions\"\n"
        "  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real p(min=0, max=9) = 5;\n"
        "  parameter %s q(min=1, max=4) = 2;\n"
        "  parameter Real f(unit=\"N\", min=0, max=1) = 1;\nequation\n  F = f*p*q*sign(v);\n",
        is_whole ? "Integer" : "Real");
    for (unsigned k = 1; k <= n; k++) {
        char *longer = memory_text("%s  assert(p > %u, \"above %u\");\n", text, k, k);
        free(text);
        text = longer;
    }
    char *whole = memory_text("%s  annotation(__Bristle(source=\"made up\"));\nend many;\n", text);
    free(text);
    const struct model *law = interpreted("many.mo", whole);
    cr_assert(law);
    return law;
}

/* However many conditions there are: the first that is broken is named, and a part of a whole
 * number before them. A law without any of these has nothing to refuse. */
Test(interpreted, names_the_first_broken_condition)
{
    for (unsigned n = 0; n <= 3; n++)
        for (int is_whole = 0; is_whole <= 1; is_whole++) {
            const struct model *law = with_conditions(n, is_whole);
            cr_assert_eq(law->validate != NULL, n > 0 || is_whole, "%u conditions, %d", n,
                         is_whole);
            for (unsigned k = 0; k <= n && law->validate; k++) {
                const real p[] = { (real)k + C(0.5), 3, 1 }, part[] = { p[0], C(2.5), 1 };
                char expected[16];
                snprintf(expected, sizeof expected, "above %u", k + 1);
                expect_same_text("p", law->validate(p), k < n ? expected : NULL);
                if (is_whole)
                    expect_same_text("q", law->validate(part), "q a whole number");
            }
        }
}

/* There is room for so many laws at a time; each keeps its own name and numbers. */
Test(interpreted, laws_have_places_of_their_own)
{
    const struct model *laws[INTERPRETED_LAWS];
    for (unsigned i = 0; i < INTERPRETED_LAWS; i++) {
        char *text = memory_text("model law%u \"Made up\"\n  input Real v(unit=\"m/s\");\n"
                                 "  output Real F(unit=\"N\");\n"
                                 "  parameter Real p(unit=\"N\", min=0, max=9) = 1;\n"
                                 "equation\n  F = %u*p*sign(v);\n"
                                 "  annotation(__Bristle(source=\"made up\"));\nend law%u;\n",
                                 i, i + 1, i);
        laws[i] = interpreted("law.mo", text);
        cr_assert(laws[i], "law %u", i);
    }
    for (unsigned i = 0; i < INTERPRETED_LAWS; i++) {
        char name[16];
        const real p[] = { 2 };
        snprintf(name, sizeof name, "law%u", i);
        cr_expect_str_eq(laws[i]->name, name);
        cr_expect_eq(laws[i]->force(p, NULL, 1, 1, NULL), 2 * (i + 1), "law %u", i);
    }
    cr_expect_null(interpreted("more.mo", "model more \"More\"\n  input Real v(unit=\"m/s\");\n"
                                          "  output Real F(unit=\"N\");\n"
                                          "  parameter Real p(unit=\"N\") = 1;\n"
                                          "equation\n  F = p*sign(v);\nend more;\n"));
}
