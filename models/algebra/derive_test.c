/* Derivatives agree with differences, and have their limits where v = 0. */
#include <math.h>
#include <stdlib.h>

#include "models/algebra/derive.h"
#include "models/algebra/interpret.h"
#include "models/language/read_test.h"

enum { M = 2 };
static const double parameters[] = { 2, 0.5, 1.5 };

static double at_exponent(const struct equations *law, expression e, double v, double z, double m)
{
    const double p[] = { parameters[0], parameters[1], m };
    const struct graph_point point = {
        .parameters = p, .inputs = &v, .states = &z, .selection = (v > 0) - (v < 0)
    };
    double value;
    graph_evaluate(&law->graph, &point, &e, &value, 1);
    return value;
}

static double at(const struct equations *law, expression e, double v, double z)
{
    return at_exponent(law, e, v, z, parameters[M]);
}

/* The central difference of fourth order over 4 h = 4e-3 errs by h^4 times a fifth derivative. */
static double difference(const struct equations *law, expression e, double v, double z, bool by_v)
{
    const double h = 1e-3, a = by_v ? h : 0, b = by_v ? 0 : h;
    return (8 * (at(law, e, v + a, z + b) - at(law, e, v - a, z - b)) -
            (at(law, e, v + 2 * a, z + 2 * b) - at(law, e, v - 2 * a, z - 2 * b))) /
           (12 * h);
}

Test(derivatives, are_limits_of_differences)
{
    static const char *const forces[] = {
        LAW_OF("v", "k*z*v/c"),
        LAW_OF("v", "k*z/(1 + (v/c)^2)"),
        LAW_OF("v", "k*z*exp(-abs(v/c)^m)"),
        LAW_OF("v", "k*z*exp(-(abs(v)*2/c)^m)"),
        LAW_OF("v", "k*z*abs(v)/(c + abs(v))*(2 + sin(v/c))*cosh(v/c)"),
        LAW_OF("v", "k*z*tanh(v/c)*atan(v/c) - k*z*log(2 + v^2/c^2)"),
        LAW_OF("v", "k*z*sqrt(1 + v^2/c^2)*(1 + tan(v/c/9))*cos(v/c)*sinh(v/c)"),
        LAW_OF("v", "k*z*asin(v/c/9) + k*z*acos(v/c/9)*(2 + v/c)^3"),
        LAW_OF("v", "k*z*(2 + v/c)^(v/c) + k*abs(z)"),
        LAW_OF("v", "if v > 9*c then k*z else k*z*v/c*sign(v)"),
        LAW_OF("v", "k*z*min(v/c, 9) + k*z*max(v/c, -9)*max(v/c, 9)"),
    };
    static const double points[][2] = { { 0.31, 0.7 }, { -0.47, 0.2 }, { 0.83, -0.9 } };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct equations law;
        read_law(forces[i], &law);
        const expression v = graph_symbol(&law.graph, SYMBOL_INPUT, 0),
                         z = graph_symbol(&law.graph, SYMBOL_STATE, 0);
        const expression by_v = graph_derivative(&law.graph, law.force, v),
                         by_z = graph_derivative(&law.graph, law.force, z);
        for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
            const double *p = points[k];
            cr_expect(fabs(at(&law, by_v, p[0], p[1]) -
                           difference(&law, law.force, p[0], p[1], true)) < 1e-8,
                      "force %zu by v at %g: %.12g, by differences %.12g", i, p[0],
                      at(&law, by_v, p[0], p[1]), difference(&law, law.force, p[0], p[1], true));
            cr_expect(fabs(at(&law, by_z, p[0], p[1]) -
                           difference(&law, law.force, p[0], p[1], false)) < 1e-8,
                      "force %zu by z at %g", i, p[1]);
        }
        equations_free(&law);
    }
}

/* |v| |v/c|^m and its like have no 0 times infinity at v = 0, where the selection stands for the
 * sign of v: of |v| that is s = 0 here. Where a power stands alone its derivative is infinite for
 * m < 1. */
Test(derivatives, are_finite_at_rest)
{
    static const struct {
        const char *law;
        double least;
    } forces[] = {
        { LAW_OF("v", "k*z*exp(-abs(v/c)^m)*v/c"), 0.6 },
        { LAW_OF("v", "k*z*abs(v)/(c*(1 + exp(-abs(v/c)^m)))"), 0.6 },
        { LAW_OF("v", "k*z*(1 + exp(-abs(v/c)^m))*sign(v)"), 1 },
        { LAW_OF("v", "k*z*abs(v/c)^m*(v/c)"), 0.6 },
        { LAW_OF("v", "k*z*exp(-(abs(v)/c)^m)*v/c"), 0.6 },
        { LAW_OF("v", "k*z*abs(v)/(c*(1 + exp(-(2*(abs(v)/c))^m)))"), 0.6 },
        { LAW_OF("v", "k*z*(abs(v)/(3*c))^m*(v/c)"), 0.6 },
        { LAW_OF("v", "k*z*(3 - abs(v)/c/(2 + abs(v/c)^m))^2"), 0.6 },
    };
    static const double exponents[] = { 0.6, 1, 1.5, 2, 3 }, speeds[] = { 0, 1e-300, -1e-300 };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct equations law;
        read_law(forces[i].law, &law);
        const expression v = graph_symbol(&law.graph, SYMBOL_INPUT, 0);
        const expression d = graph_derivative(&law.graph, law.force, v);
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++)
            for (size_t n = 0; exponents[k] >= forces[i].least && n < 3; n++) {
                const double found = at_exponent(&law, d, speeds[n], 0.3, exponents[k]);
                cr_expect(isfinite(found), "force %zu at v = %g, m = %g: %g", i, speeds[n],
                          exponents[k], found);
            }
        equations_free(&law);
    }
}

/* The ends of an integral move. */
Test(derivatives, follow_the_ends_of_integrals)
{
    struct equations law;
    read_law(LAW_OF("v", "k*z*integral(exp(-u^2), u, -v/c, 2*v/c)"), &law);
    const double v = 0.31, z = 0.7, k = parameters[0], c = parameters[1];
    const double known = k * z * (2 * exp(-pow(2 * v / c, 2)) + exp(-pow(v / c, 2))) / c;
    const expression by_v =
        graph_derivative(&law.graph, law.force, graph_symbol(&law.graph, SYMBOL_INPUT, 0));
    cr_expect_float_eq(at(&law, by_v, v, z), known, 1e-13 * fabs(known));
    equations_free(&law);
}
