/* Jumps and steep slopes are found; what has none is seen to have none. */
#include "models/language/read_test.h"
#include "models/normal/regular.h"

/* A law with states z and y, a rate, and a force. */
static void read_rate(const char *rate, struct equations *law)
{
    char source[2048];
    snprintf(source, sizeof source,
             "model test input Real v(unit=\"m/s\"); output Real F(unit=\"N\");\n"
             "parameter Real b(unit=\"m\", min=0.1, max=4) = 1;\n"
             "parameter Real p(min=0.5, max=2) = 1; parameter Real q(min=1, max=2) = 1;\n"
             "parameter Real t(min=1, max=2) = 1;\n"
             "parameter Real r(min=0, max=2) = 1; constant Real K(unit=\"N/m\") = 1;\n"
             "constant Real V(unit=\"m/s\") = 1;\n"
             "Real z(unit=\"m\", start=0, fixed=true); Real y(unit=\"m\", start=0, fixed=true);\n"
             "equation assert(q >= 1, \"q >= 1\"); der(y) = v; der(z) = V*(%s); F = K*z; end test;",
             rate);
    read_law(source, law);
}

enum place { EVERYWHERE, AT_BOUND, AT_REST };

static bool is_regular(const char *rate, enum place where)
{
    struct equations law;
    read_rate(rate, &law);
    struct graph *g = &law.graph;
    struct normal *normal = normal_new(&law);
    const struct graph_swap bound = { SYMBOL_STATE, 1, graph_symbol(g, SYMBOL_PARAMETER, 0) },
                            rest = { SYMBOL_INPUT, 0, graph_integer(g, 0) };
    cr_assert_str_eq(law.states.of[0].name, "z");
    const struct graph_swap first = { SYMBOL_STATE, 0, bound.by };
    const struct regular_place places[] = { [EVERYWHERE] = { SYMBOL_STATE, true, &first, 0 },
                                            [AT_BOUND] = { SYMBOL_STATE, true, &first, 1 },
                                            [AT_REST] = { SYMBOL_INPUT, false, &rest, 1 } };
    const bool is = normal_is_regular(normal, &law, law.rate[0], &places[where]);
    normal_free(normal);
    equations_free(&law);
    return is;
}

Test(regular, knows_where)
{
    static const struct {
        const char *rate, *where; /* e everywhere, b at z = b, r at rest */
    } known[] = {
        { "1", "ebr" },
        { "z/b*v/V", "ebr" },
        { "abs(z/b) + min(z/b, y/b)", "ebr" },
        { "exp(-(z/b)^2)*tanh(y/b)", "ebr" },
        { "sign(z)", "br" },
        { "sign(z - b)", "r" },
        { "sign(y)", "r" },
        { "if z > b then 1 else 0", "r" },
        { "if z > 2*b then 1 else 0", "br" },
        { "if z >= 2*b or z == 3*b then z/b else 0", "br" },
        { "if z == b then 1 else 0", "r" },
        { "if not z < 2*b then 1 else 0", "br" },
        { "abs(z/b)^p", "br" },
        { "abs(z/b)^q", "ebr" },
        { "abs(1 - z/b)^p", "r" },
        { "abs(1 - z/b)^t", "r" },
        { "abs(1 - z/b)^1.5", "ebr" },
        { "abs(1 - z/b)*abs(1 - z/b)^(-0.5)", "r" },
        { "abs(1 - z/b)^q*sign(1 - z/b)", "ebr" },
        { "2*sign(1 - z/b)*(p*abs(1 - z/b))*3", "ebr" },
        { "abs(1 - z/b)^p*sign(1 - z/b)", "r" },
        { "abs(z/b)^q*sign(1 - z/b)", "r" },
        { "(1 + abs(1 - z/b))*sign(1 - z/b)", "r" },
        { "sqrt(abs(z/b))", "br" },
        { "sqrt(abs(1 - z/b))", "r" },
        { "log(1 + (z/b)^2)", "ebr" },
        { "log(abs(1 - z/b))", "r" },
        { "1/(1 + (z/b)^2)", "ebr" },
        { "b/z", "br" },
        { "1/(1 - z/b)", "r" },
        { "2^(z/b)", "r" },
        { "atan(z/b) + sinh(y/b)*cosh(y/b)*sin(z/b)*cos(z/b)", "ebr" },
        { "abs(v/V)^p", "ebr" },
        { "abs(v/V)^r", "eb" },
        { "sqrt(abs(v/V))", "ebr" },
        { "exp(-abs(v/V)^p)", "ebr" },
        { "1/(1 + abs(v/V))", "ebr" },
        { "1/(p + abs(v/V))", "ebr" },
        { "1/(p + r*exp(-abs(v/V)^p) + 2)", "ebr" },
        { "V/abs(v)", "eb" },
        { "log(abs(v/V))", "eb" },
        { "if v == 0 then 1 else 0", "eb" },
        { "if abs(v) < V then 1 else 0", "ebr" },
        { "if abs(v) > 0 then z/b else 0", "eb" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char found[4] = "";
        size_t n = 0;
        for (enum place where = EVERYWHERE; where <= AT_REST; where++)
            if (is_regular(known[i].rate, where))
                found[n++] = "ebr"[where];
        cr_expect_str_eq(found, known[i].where, "%s: %s", known[i].rate, found);
    }
}

Test(selection, is_affine_or_not)
{
    static const struct {
        const char *rate;
        bool is;
    } known[] = {
        { "1", true },
        { "sign(v)", true },
        { "z/b*sign(v) + 2*sign(v)/p - y/b", true },
        { "-sign(v)*exp(-abs(v/V))", true },
        { "if z > b then sign(v) else -sign(v)", true },
        { "0*sign(v)^2", true },
        { "sign(v)*sign(v)", false },
        { "1 - sign(v)^2", false },
        { "abs(sign(v))", false },
        { "1/(2 + sign(v))", false },
        { "exp(sign(v))", false },
        { "if sign(v) > 0.5 then 1 else 0", false },
        { "max(0, sign(v))", false },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct equations law;
        read_rate(known[i].rate, &law);
        cr_expect_eq(graph_is_affine_in_selection(&law.graph, law.rate[0]), known[i].is, "%s",
                     known[i].rate);
        equations_free(&law);
    }
}
