/* Factors that cancel leave the value, and are gone. */
#include <math.h>

#include "models/algebra/cancel.h"
#include "models/algebra/interpret.h"
#include "models/language/read_test.h"

static double value(const struct equations *law, expression e)
{
    static const double parameters[] = { 3, 0.7, 1.5 }, v = -0.4, z = 0.3;
    const struct graph_point point = {
        .parameters = parameters, .inputs = &v, .states = &z, .selection = -1
    };
    double is;
    graph_evaluate(&law->graph, &point, &e, &is, 1);
    return is;
}

/* Parameters k, c, m are 0, 1, 2. */
Test(cancelled, has_the_value_without_the_factor)
{
    static const struct {
        const char *law;
        int gone;
    } forces[] = {
        { LAW_OF("v", "k*z*(c*m/c)"), 1 },
        { LAW_OF("v", "c*(k*z/c - 2*k*z/(c*m))"), 1 },
        { LAW_OF("v", "-(c*(-(k*z/c)))"), 1 },
        { LAW_OF("v", "k*z/c/(1/c)"), 1 },
        { LAW_OF("v", "k*z*exp(m)/(m*c/(m*v))*(c/v)"), 1 },
        { LAW_OF("v", "k*z*exp(-(m*c/(c*m)))"), 2 },
    };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct equations law;
        read_law(forces[i].law, &law);
        const double before = value(&law, law.force);
        const expression e = graph_cancelled(&law.graph, law.force);
        cr_expect(fabs(value(&law, e) - before) <= 1e-14 * fabs(before), "force %zu: %g, %g", i,
                  value(&law, e), before);
        cr_expect(graph_depends(&law.graph, law.force, SYMBOL_PARAMETER, forces[i].gone));
        cr_expect(!graph_depends(&law.graph, e, SYMBOL_PARAMETER, forces[i].gone), "force %zu", i);
        equations_free(&law);
    }
}

Test(cancelled, is_as_written_where_nothing_cancels)
{
    static const char *const forces[] = {
        LAW_OF("v", "k*z*c/m*(1/v)"),
        LAW_OF("v", "k*z*(c/m + c)/(v + c)"),
        LAW_OF("v", "(k*z + k*z*m)*(c/(c + v))"),
    };
    struct equations law;
    read_law(forces[2], &law);
    cr_expect_eq(graph_cancelled(&law.graph, law.force), law.force);
    equations_free(&law);
    for (size_t i = 0; i < 2; i++) {
        read_law(forces[i], &law);
        const double before = value(&law, law.force);
        const expression e = graph_cancelled(&law.graph, law.force);
        cr_expect(fabs(value(&law, e) - before) <= 1e-14 * fabs(before), "force %zu", i);
        equations_free(&law);
    }
}
