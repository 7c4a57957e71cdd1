/* Proves that a force is its regressor times its coefficients (regressor.h). */
#include "properties/structure/regressor.h"

#include "properties/workbench/workbench.h"

static bool is_identity(struct workbench *w, expression force, expression product)
{
    return normal_same(w->normal, force, product) && workbench_is_defined(w, force) &&
           workbench_is_defined(w, product);
}

enum answer regressor_prove(const struct law_graph *law)
{
    const struct law_list *U = &law->stated[STATEMENT_REGRESSOR],
                          *P = &law->stated[STATEMENT_COEFFICIENTS];
    struct workbench w;
    if (U->n == 0 || U->n != P->n)
        return ANSWER_UNDECIDED;
    workbench_open(&w, law);
    struct graph *g = &w.equations.graph;
    expression sum = graph_integer(g, 0);
    for (unsigned i = 0; i < U->n; i++)
        sum = graph_two(g, GRAPH_SUM, sum,
                        graph_two(g, GRAPH_PRODUCT, w.of[U->of[i]], w.of[P->of[i]]));
    const bool is = is_identity(&w, w.of[law->force], sum);
    workbench_close(&w);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}

enum answer regressor_prove_printed(const struct law_graph *law, const struct fixed *fixed)
{
    struct graph_swap swaps[FIXED_MOST];
    struct workbench w;
    if (law->values.printed_regressor == EXPRESSION_NONE)
        return ANSWER_UNDECIDED;
    workbench_open(&w, law);
    struct graph *g = &w.equations.graph;
    const size_t n = fixed_swaps(g, fixed, swaps);
    const expression force = w.of[law->force], printed = w.of[law->values.printed_regressor];
    const bool is =
        is_identity(&w, graph_swapped(g, force, swaps, n), graph_swapped(g, printed, swaps, n)) &&
        workbench_is_defined(&w, force) && workbench_is_defined(&w, printed);
    workbench_close(&w);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
