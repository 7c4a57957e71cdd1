/* Equations in LaTeX are what the tables here say; in plain text they are read again, and are the
 * same equations. */
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "models/language/read_test.h"
#include "models/reading/lines.h"
#include "models/reading/texts_test.h"
#include "tools/base/memory.h"

static void expect_line(const char *rate, const char *force, const char *text, const char *latex)
{
    char source[2048];
    snprintf(source, sizeof source, LAW_OF("%s", "%s"), rate, force);
    struct equations law;
    read_law(source, &law);
    struct reading_lines lines = reading_lines(&law);
    const struct reading_line *last = &lines.of[lines.n - 1];
    cr_expect_str_eq(last->text, text);
    cr_expect_str_eq(last->latex, latex);
    free(lines.of);
    equations_free(&law);
}

Test(notation, writes_what_people_write)
{
    static const char *const forms[][3] = {
        { "k*z", "F = k*z", "F &= k z" },
        { "k*abs(z)*sign(v)", "F = k*|z|*sgn(v)",
          "F &= k \\left|z\\right| \\operatorname{sgn}\\left(v\\right)" },
        { "k*(z*(v/c))", "F = k*(z*(v/c))", "F &= k z \\frac{v}{c}" },
        { "k*z/(1 + (v/c)^2)", "F = k*z/(1 + (v/c)^2)",
          "F &= \\frac{k z}{1 + \\left(\\frac{v}{c}\\right)^2}" },
        { "-k*z - (k*z - 2*k*z)", "F = -k*z - (k*z - 2*k*z)",
          "F &= -k z - \\left(k z - 2 k z\\right)" },
        { "2.5e-3*(k*z)*3", "F = 2.5e-3*(k*z)*3", "F &= 2.5 \\cdot 10^{-3} k z \\cdot 3" },
        { "1e5*k*z*exp(-abs(v/c)^m)", "F = 1e5*k*z*exp(-|v/c|^m)",
          "F &= 10^{5} k z \\exp\\left(-\\left|\\frac{v}{c}\\right|^m\\right)" },
        { "if v > 0 and z <> 0 then k*z else 0", "F = if v > 0 and z <> 0 then k*z else 0",
          "F &= \\begin{cases} k z & \\text{if } v > 0 \\land z \\ne 0 \\\\ 0 & "
          "\\text{otherwise} \\end{cases}" },
        { "k*(if v <= c then z else -z)", "F = k*(if v <= c then z else -z)",
          "F &= k \\left(\\begin{cases} z & \\text{if } v \\le c \\\\ -z & \\text{otherwise} "
          "\\end{cases}\\right)" },
        { "max(k*z, min(k*z, 0))*sqrt(m)", "F = max(k*z, min(k*z, 0))*sqrt(m)",
          "F &= \\max\\left(k z, \\min\\left(k z, 0\\right)\\right) \\sqrt{m}" },
        { "noEvent(k*smooth(1, z))", "F = k*z", "F &= k z" },
        { "k*z*der(z)/c", "F = k*z*dz/dt/c", "F &= \\frac{k z \\dot z}{c}" },
        { "k*z*(c/der(z))", "F = k*z*(c/(dz/dt))", "F &= k z \\frac{c}{\\dot z}" },
        { "sum(k*z*i for i in 1:3)", "F = sum(k*z*i, i = 1..3)", "F &= \\sum_{i = 1}^{3} k z i" },
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        expect_line("v", forms[i][0], forms[i][1], forms[i][2]);
}

Test(notation, names_as_papers_do)
{
    static const char source[] =
        "model n\n input Real v(unit=\"m/s\");\n output Real F(unit=\"N\");\n"
        " parameter Real sigma0(unit=\"N/m\") = 1;\n parameter Real Fc(unit=\"N\") = 1;\n"
        " parameter Real z_ba(unit=\"m\") = 1;\n parameter Real v_t(unit=\"m/s\") = 1;\n"
        " parameter Real level(unit=\"N\") = 1;\n parameter Real delta_s(unit=\"m\") = 1;\n"
        " parameter Real k12(unit=\"N/m\") = 1;\n parameter Real pitch(unit=\"N\") = 1;\n"
        " Real z[2](each unit=\"m\", each start=0, each fixed=true);\n"
        " Real slack(unit=\"m\", start=0, fixed=true);\n Real eta(unit=\"m\", start=0, "
        "fixed=true);\n"
        "protected\n Real g[2](each unit=\"N\") = {sigma0*z[i]*i for i in 1:2};\n"
        "equation\n"
        " for i in 1:2 loop der(z[i]) = v; end for;\n der(slack) = v;\n der(eta) = v;\n"
        " F = sigma0*z_ba + Fc*v/v_t + level + k12*delta_s + g[1] + pitch;\nend n;\n";
    static const char *const known[][2] = {
        { "g[i](z) = sigma0*z[i]*i, i = 1..2",
          "g_i(z) &= \\sigma_0 z_i i, \\quad i = 1, \\dots, 2" },
        { "dz[i]/dt = v, i = 1..2", "\\dot z_i &= v, \\quad i = 1, \\dots, 2" },
        { "dslack/dt = v", "\\dot{\\mathrm{slack}} &= v" },
        { "deta/dt = v", "\\dot{\\eta} &= v" },
        { "F = sigma0*z_ba + Fc*v/v_t + level + k12*delta_s + g[1] + pitch",
          "F &= \\sigma_0 z_{\\mathrm{ba}} + \\frac{F_c v}{v_t} + \\mathrm{level} + k_{12} "
          "\\delta_s + g_1 + \\mathrm{pitch}" },
    };
    struct equations law;
    read_law(source, &law);
    struct reading_lines lines = reading_lines(&law);
    cr_assert_eq(lines.n, sizeof known / sizeof *known);
    for (size_t i = 0; i < lines.n; i++) {
        cr_expect_str_eq(lines.of[i].text, known[i][0]);
        cr_expect_str_eq(lines.of[i].latex, known[i][1]);
    }
    free(lines.of);
    equations_free(&law);
}

/* An expanded tree would have 2^60 factors. */
Test(notation, is_no_longer_than_the_text)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("model d\n input Real v(unit=\"m/s\");\n output Real F(unit=\"N\");\n"
          " constant Real f(unit=\"N\") = 1;\n Real a0 = 1.0000001;\n",
          out);
    for (int i = 1; i <= 60; i++)
        fprintf(out, " Real a%d = a%d*a%d;\n", i, i - 1, i - 1);
    fputs("equation\n F = f*a60;\nend d;\n", out);
    char *source = memory_close(&stream);
    struct equations law;
    read_law(source, &law);
    struct reading_lines lines = reading_lines(&law);
    cr_assert_eq(lines.n, 63);
    cr_expect_str_eq(lines.of[61].text, "a60 = a59*a59");
    cr_expect_str_eq(lines.of[61].latex, "a_{60} &= a_{59} a_{59}");
    free(lines.of);
    equations_free(&law);
    free(source);
}

/* Appends a line of plain text as an equation of Modelica: |x|, sgn, dx/dt and loops. */
static void as_modelica(FILE *out, const char *line)
{
    char loop[64] = "";
    const char *suffix = NULL;
    unsigned depth = 0;
    for (const char *c = line; *c; c++) {
        depth += *c == '(' || *c == '{';
        depth -= *c == ')' || *c == '}';
        if (depth == 0 && strncmp(c, ", i = ", 6) == 0)
            suffix = c;
    }
    if (suffix) {
        const char *dots = strstr(suffix, "..");
        snprintf(loop, sizeof loop, "for i in %.*s:%s loop ", (int)(dots - suffix - 6), suffix + 6,
                 dots + 2);
    }
    fputs(loop, out);
    char before = '=';
    for (const char *c = line; *c && c != suffix; c++) {
        const char *rate =
            *c == 'd' && !strchr("abcdefghijklmnopqrstuvwxyz_", before) ? strstr(c, "/dt") : NULL;
        const size_t name = rate ? strspn(c, "abcdefghijklmnopqrstuvwxyzF0123456789_[]") : 0;
        if (rate && c + name == rate) {
            fprintf(out, "der(%.*s)", (int)(rate - c - 1), c + 1);
            c = rate + 2;
        } else if (strncmp(c, "sgn(", 4) == 0) {
            fputs("sign(", out);
            c += 3;
        } else if (*c == '|')
            fputs(strchr("+-*/(=<>,n", before) ? "abs(" : ")", out);
        else if (strncmp(c, ", i = ", 6) == 0) {
            const char *dots = strstr(c, "..");
            fprintf(out, " for i in %.*s:", (int)(dots - c - 6), c + 6);
            c = dots + 1;
        } else
            fputc(*c, out);
        if (*c != ' ')
            before = *c;
    }
    fputs(*loop ? "; end for;\n" : ";\n", out);
}

/* The text with its rates and force as they are printed. */
static char *again(const struct equations *law, const char *source)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    const char *begin = strstr(source, "\nequation"), *end = strstr(begin, "  annotation(");
    fprintf(out, "%.*s\nequation\n", (int)(begin - source), source);
    struct reading_lines lines = reading_lines((struct equations *)law);
    for (size_t i = 0; i < lines.n; i++) {
        const char *text = lines.of[i].text;
        if (strncmp(text, "F = ", 4) == 0 || strstr(text, "/dt = "))
            as_modelica(out, text);
    }
    /* Events and assertions as they are. */
    for (const struct syntax *e = law->syntax.equations; e; e = e->next) {
        const struct syntax *inner = e->kind == SYNTAX_FOR ? e->first->next->next : e;
        for (; inner; inner = e->kind == SYNTAX_FOR ? inner->next : NULL)
            if (inner->kind == SYNTAX_WHEN) {
                const char *stop = strstr(source + inner->at, "end when;");
                fprintf(out, "%s%.*send when;%s\n",
                        e->kind == SYNTAX_FOR ? "for i in 1:most loop " : "",
                        (int)(stop - source - (long)inner->at), source + inner->at,
                        e->kind == SYNTAX_FOR ? " end for;" : "");
            }
    }
    fputs(end, out);
    free(lines.of);
    return memory_close(&stream);
}

Test(notation, of_every_law_reads_as_the_same_law)
{
    for (size_t i = 0; i < N_TEXTS; i++) {
        struct law_text t;
        law_text_open(&t, texts[i]);
        char *source = again(&t.law, t.source);
        struct text text = { .name = texts[i], .at = source, .n = strlen(source) };
        struct equations law;
        cr_assert(equations_read(&text, &law), "%s", text.error);
        struct places places = places_draw(&t.law, &t.statements, 1);
        for (size_t k = 0; k < places.n; k++) {
            const struct graph_point point = place_point(&places.of[k]);
            for (size_t s = 0; s <= law.states.n; s++) {
                const bool is_rate = s < law.states.n;
                double a, b;
                graph_evaluate(&t.law.graph, &point, is_rate ? &t.law.rate[s] : &t.law.force, &a,
                               1);
                graph_evaluate(&law.graph, &point, is_rate ? &law.rate[s] : &law.force, &b, 1);
                cr_assert(a == b || (isnan(a) && isnan(b)), "%s: %.17g, %.17g\n%s", texts[i], a, b,
                          source);
            }
        }
        free(places.of);
        equations_free(&law);
        free(source);
        law_text_close(&t);
    }
}

/* What is shown is no wider than 80 columns, and but for blanks it is the lines. */
Test(notation, wraps_lines)
{
    for (size_t i = 0; i < N_TEXTS; i++) {
        struct law_text t;
        law_text_open(&t, texts[i]);
        struct reading_lines lines = reading_lines(&t.law);
        struct memory_stream stream;
        lines_write(memory_open(&stream), &lines);
        char *shown = memory_close(&stream);
        const char *c = shown;
        for (size_t k = 0; k < lines.n; k++)
            for (const char *text = lines.of[k].text; *text; text++) {
                if (*text == ' ')
                    continue;
                c += strspn(c, " \n");
                cr_assert_eq(*c++, *text, "%s, line %zu", texts[i], k);
            }
        for (c = shown; *c; c += strcspn(c, "\n") + 1)
            cr_expect(strcspn(c, "\n") <= 80, "%s", c);
        free(shown);
        free(lines.of);
        law_text_close(&t);
    }
}
