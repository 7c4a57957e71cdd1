/* A law that is interpreted may have as many states as a law may have at most, and each number
 * less: every entry of its Jacobian, and every state of its flow, is in its place. */
#include "properties/plugin/interpreted.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "tools/base/memory.h"

/* State i relaxes i + 1 times as fast as the first, which follows the path, and pulls i + 1 times
 * as hard; L = 2 m, k = 3 N/m. */
static const double L = 2, K = 3;

static const struct model *with_states(unsigned n)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    struct text *text = memory_array(1, sizeof *text);
    struct equations *law = memory_array(1, sizeof *law);
    struct statements *statements = memory_array(1, sizeof *statements);
    fputs(
        "model many \"Many states\"\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real k(unit=\"N/m\", min=1, max=9) = 3;\n"
        "  parameter Real L(unit=\"m\", min=1, max=9) = 2;\n",
        out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "  Real x%u(unit=\"m\", start=0, fixed=true);\n", i);
    fputs("equation\n", out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "  der(x%u) = v - %u*abs(v)*x%u/L;\n", i, i + 1, i);
    fputs("  F = k*(", out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "%s%u*x%u", i > 0 ? " + " : "", i + 1, i);
    fputs(");\n  annotation(__Bristle(source=\"made up\", speed_max=1));\nend many;\n", out);
    char *source = memory_close(&stream);
    *text = (struct text){ .name = "many.mo", .at = source, .n = strlen(source) };
    cr_assert(equations_read(text, law) && statements_read(text, law, statements), "%s",
              text->error);
    return interpreted_law(law, statements);
}

/* Sums of many terms, and decays, are known to some roundings. */
static void expect_near(double is, double expected, const char *what, unsigned i, unsigned n)
{
    cr_expect(fabs(is - expected) <= 64 * DBL_EPSILON * fmax(fabs(expected), 1e-3),
              "%u states, %s %u: %.17g, not %.17g", n, what, i, is, expected);
}

static void check(const struct model *law, unsigned n, double v)
{
    const double p[] = { K, L }, s = v > 0 ? 1 : -1, h = 0.75;
    double x[MODEL_MAX_STATES], to[MODEL_MAX_STATES], force = 0;
    struct jacobian jac;
    for (unsigned i = 0; i < n; i++) {
        to[i] = x[i] = 0.125 * i - 0.5;
        force += K * (i + 1) * x[i];
    }
    expect_near(law->force(p, NULL, v, s, x), force, "force", 0, n);
    law->jacobian(p, NULL, v, s, x, &jac);
    law->flow(p, NULL, v, s, h, to);
    for (unsigned i = 0; i < n; i++) {
        const double rate = (i + 1) * fabs(v) / L, level = s * L / (i + 1);
        for (unsigned k = 0; k < n; k++)
            expect_near(jac.rate_x[i * n + k], i == k ? -rate : 0, "entry", i * n + k, n);
        expect_near(jac.rate_v[i], 1 - s * (i + 1) * x[i] / L, "slope", i, n);
        expect_near(jac.force_x[i], K * (i + 1), "force by state", i, n);
        expect_near(to[i], level + (x[i] - level) * exp(-rate * h), "flow", i, n);
    }
    expect_near(jac.force_v, 0, "force by velocity", 0, n);
}

Test(interpreted, laws_of_any_size)
{
    static const unsigned sizes[] = { MODEL_MAX_STATES, 1, 2, 7, MODEL_MAX_STATES - 1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct model *law = with_states(sizes[i]);
        cr_assert(law && law->n_states == sizes[i]);
        check(law, sizes[i], 0.5);
        check(law, sizes[i], -0.25);
    }
}
