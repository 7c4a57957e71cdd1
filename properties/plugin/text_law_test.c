/* What every law has, whichever state lacks it: where states start is of parameters. */
#include "properties/plugin/text_law.h"

#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

enum { STATES = 3 };

/* A law of three states, one of which starts there. */
static char *with_start(unsigned state, const char *start)
{
    const char *at[STATES] = { "0", "0", "0" };
    at[state] = start;
    return memory_text("model test \"Made up\"\n  input Real v(unit=\"m/s\");\n"
                       "  output Real F(unit=\"N\");\n"
                       "  parameter Real k(unit=\"N/m\", min=1, max=9) = 2;\n"
                       "  parameter Real L(unit=\"m\", min=1, max=9) = 3;\n"
                       "  constant Real t0(unit=\"s\") = 1;\n"
                       "  Real x(unit=\"m\", start=%s, fixed=true);\n"
                       "  Real y(unit=\"m\", start=%s, fixed=true);\n"
                       "  Real z(unit=\"m\", start=%s, fixed=true);\n"
                       "equation\n  der(x) = v;\n  der(y) = v - abs(v)*y/L;\n  der(z) = v;\n"
                       "  F = k*(x + y + z);\n"
                       "  annotation(__Bristle(source=\"made up\", speed_max=1));\nend test;\n",
                       at[0], at[1], at[2]);
}

static int print(const void *source)
{
    struct text_code code = text_law_code("--model", "test.mo", source);
    fputs(code.name, stdout);
    text_code_free(&code);
    return 0;
}

Test(text_law, starts_each_state_at_parameters)
{
    for (unsigned state = 0; state < STATES; state++) {
        static const char *const wrong[] = { "v*t0", "L + 1e-9*v*t0", "-abs(v)*t0" };
        char words[64], *right = with_start(state, "-L/2");
        struct ended e = in_process(print, right);
        cr_expect(e.status == 0 && strcmp(e.out, "test") == 0, "state %u: %s", state, e.said);
        free(right);
        snprintf(words, sizeof words, "'test.mo': the state %c starts where more than parameters",
                 "xyz"[state]);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            char *text = with_start(state, wrong[i]);
            e = in_process(print, text);
            expect_refused(&e, words);
            free(text);
        }
    }
}
