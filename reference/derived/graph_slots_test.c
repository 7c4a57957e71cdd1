/* Laws from texts that are open at a time: each has balls of its own, and says which of its
 * conditions is violated. */
#include "models/language/read_test.h"
#include "reference/derived/graph_law.h"
#include "tools/base/memory.h"

enum { CONDITIONS = 3 };

struct read {
    struct equations equations;
    struct statements statements;
    struct law_graph graph;
};

/* Law k has the force k p v and the conditions that p, q and r are below 10. */
static void open_text(struct read *law, unsigned k)
{
    char *source = memory_text("model law%u\n  input Real v(unit=\"m/s\");\n"
                               "  output Real F(unit=\"N\");\n"
                               "  parameter Real p(unit=\"N.s/m\", min=1, max=99) = 2;\n"
                               "  parameter Real q(min=0, max=99) = 2;\n"
                               "  parameter Real r(min=0, max=99) = 2;\n"
                               "  constant Real one(unit=\"N.s/m\") = 1;\n"
                               "  Real x(unit=\"m\", start=0, fixed=true);\nequation\n"
                               "  assert(p/one < 10, \"p < 10\");\n  assert(q < 10, \"q < 10\");\n"
                               "  assert(r < 10, \"r < 10\");\n  der(x) = %u*v;\n"
                               "  F = %u*p*v;\nend law%u;\n",
                               k, k + 1, k + 1, k);
    struct text text = { .name = "law.mo", .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, &law->equations), "%s", text.error);
    cr_assert(statements_read(&text, &law->equations, &law->statements), "%s", text.error);
    law->graph = law_graph_of(&law->equations, &law->statements);
}

static void expect_law(const struct arb_law *balls, unsigned k)
{
    static const char *const names[] = { "p < 10", "q < 10", "r < 10" };
    arb_ptr p = _arb_vec_init(CONDITIONS), x = _arb_vec_init(1), dx = _arb_vec_init(1);
    arb_t v, s, F;
    arb_init(v);
    arb_init(s);
    arb_init(F);
    arb_set_ui(v, 3);
    arb_one(s);
    for (int i = 0; i < CONDITIONS; i++)
        arb_set_ui(p + i, 2);
    cr_expect_null(balls->validate(p), "law %u", k);
    balls->force(F, p, v, s, x, 64);
    balls->rate(dx, p, v, s, x, 64);
    cr_expect(arb_equal_si(F, 6 * (slong)(k + 1)) && arb_equal_si(dx, 3 * (slong)(k + 1)), "law %u",
              k);
    for (int i = 0; i < CONDITIONS; i++) {
        arb_set_ui(p + i, 11);
        cr_expect_str_eq(balls->validate(p), names[i], "law %u", k);
        arb_set_ui(p + i, 2);
    }
    arb_set_si(p, -1); /* out of its range: that comes first */
    arb_set_ui(p + 2, 11);
    cr_expect_str_eq(balls->validate(p), "p > 0");
    arb_clear(F);
    arb_clear(s);
    arb_clear(v);
    _arb_vec_clear(dx, 1);
    _arb_vec_clear(x, 1);
    _arb_vec_clear(p, CONDITIONS);
}

Test(slots, laws_are_open_side_by_side)
{
    static struct read laws[GRAPH_LAWS + 1];
    const struct arb_law *balls[GRAPH_LAWS];
    for (unsigned k = 0; k <= GRAPH_LAWS; k++) {
        char name[16];
        open_text(&laws[k], k);
        snprintf(name, sizeof name, "law%u", k);
        cr_expect_null(graph_law_opened(name), "law %u", k);
        const struct arb_law *is = graph_law_open(&laws[k].graph);
        cr_assert((is != NULL) == (k < GRAPH_LAWS), "law %u", k);
        if (is)
            balls[k] = is;
    }
    for (unsigned k = 0; k < GRAPH_LAWS; k++) {
        cr_expect_str_eq(balls[k]->name, laws[k].graph.name);
        cr_expect_eq(graph_law_opened(laws[k].graph.name), &laws[k].graph, "law %u", k);
        cr_expect_eq(graph_law_of_balls(balls[k]), &laws[k].graph, "law %u", k);
        expect_law(balls[k], k);
    }
    cr_expect_null(graph_law_of_balls(arb_law_find("lugre")));
    for (unsigned k = 0; k <= GRAPH_LAWS; k++) {
        statements_free(&laws[k].statements);
        equations_free(&laws[k].equations);
    }
}
