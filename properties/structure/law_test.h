/* Laws from texts, for tests. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_LAW_TEST_H
#define BRISTLE_PROPERTIES_STRUCTURE_LAW_TEST_H

#include <stdlib.h>

#include "models/derived/law_graph.h"
#include "models/language/read_test.h"
#include "properties/structure/canonical.h"
#include "tools/base/cli.h"

struct test_law {
    struct equations equations;
    struct statements statements;
    struct law_graph graph;
};

static inline void test_law_read(struct test_law *law, const char *source)
{
    struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, &law->equations), "%s\n%s", text.error, source);
    cr_assert(statements_read(&text, &law->equations, &law->statements), "%s", text.error);
    law->graph = law_graph_of(&law->equations, &law->statements);
}

static inline void test_law_free(struct test_law *law)
{
    statements_free(&law->statements);
    equations_free(&law->equations);
}

/* Returns a law with parameters c >= 0, d > 0 and m > 0, the states x and z, and these rates and
 * force; `more` is declared before the equations, `events` stands among them, `says` in the
 * annotation. To be freed. */
static inline char *test_law_source(const char *more, const char *rate_x, const char *rate_z,
                                    const char *events, const char *force, const char *says)
{
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real c(min=0, max=1e3) = 2;\n  parameter Real d(min=1e-3, max=1e3) = 1;\n"
        "  parameter Real m(min=0.5, max=2) = 2;\n"
        "  constant Real one_v(unit=\"m/s\") = 1;\n  constant Real one_f(unit=\"N\") = 1;\n"
        "  constant Real one_t(unit=\"s\") = 1;\n"
        "  Real x(start=0, fixed=true, min=-1, max=1);\n"
        "  Real z(start=0, fixed=true, min=-1, max=1);\n%sprotected\n"
        "  Real u = v/one_v;\n  Real f;\nequation\n"
        "  one_t*der(x) = %s;\n  one_t*der(z) = %s;\n%s  f = %s;\n  F = f*one_f;\n"
        "  annotation(__Bristle(speed_max=1e3%s%s));\nend test;\n";
    const int n =
        snprintf(NULL, 0, form, more, rate_x, rate_z, events, force, *says ? ", " : "", says);
    char *text = malloc((size_t)n + 1);
    snprintf(text, (size_t)n + 1, form, more, rate_x, rate_z, events, force, *says ? ", " : "",
             says);
    return text;
}

/* Returns the canonical form of the law's force, in a graph that laws may share. */
static inline struct canonical test_canonical(struct graph *g, const struct law_graph *law)
{
    struct canonical *of = calloc(law->n, sizeof *of);
    for (size_t i = 0; i < law->n; i++) {
        const struct graph_node *node = &law->nodes[i];
        struct canonical argument[GRAPH_MOST_ARGUMENTS] = { { 0 } };
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            argument[k] = of[node->argument[k]];
        of[i] = node->operation == GRAPH_NUMBER ? canonical_number(g, law->numbers + node->index)
                : node->operation == GRAPH_SYMBOL
                    ? canonical_symbol(g, node->symbol, node->index)
                    : canonical_node(g, law, node->operation, argument);
    }
    const struct canonical is = of[law->force];
    free(of);
    return is;
}

#endif
