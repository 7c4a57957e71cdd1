/* What the opening comment of a header says is read back: the law's numbers, how fast its states
 * relax, the order of the method, what a step costs. */
#include "benchmarks/exporting/document.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

static struct header header_of(const char *law, const char *method)
{
    struct header h = {
        .prefix = "prefix",
        .real_type = "double",
        .suffix = "",
        .model = PREC(model_find)(law),
        .method = PREC(integrator_find)(method),
        .text = "model m\n  // One note.\n  //\n  //Another.\n  Real x;\n  // no note\n",
        .about_method = "/* About the\n * method. */",
        .calls = "exp, fabs",
    };
    cr_assert(h.model && h.method, "%s, %s", law, method);
    for (unsigned i = 0; i < h.model->n_params; i++)
        h.parameters[i].access = h.model->params[i].name;
    return h;
}

/* Returns the comment, whose paragraphs are one line each, to be freed. */
static char *comment_of(const struct header *h)
{
    struct memory_stream stream;
    document_opening(memory_open(&stream), h);
    char *text = memory_close(&stream);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const size_t n = strcspn(line, "\n");
        cr_expect(n <= 100 || strchr(" *", *line), "%.*s", (int)n, line);
    }
    for (char *s = text; (s = strstr(s, "\n * ")) != NULL; s++)
        if (s[4] != ' ' && s[4] != '-')
            memmove(s + 1, s + 4, strlen(s + 4) + 1), *s = ' ';
    return text;
}

static void expect_part(const struct header *h, const char *part, bool there)
{
    char *text = comment_of(h);
    cr_expect_eq(strstr(text, part) != NULL, there, "'%s': %s", part, text);
    free(text);
}

/* Moves *at behind the text, which must be the next but for blanks. */
static void skip(const char **at, const char *text)
{
    *at += strspn(*at, " \n");
    cr_assert(strncmp(*at, text, strlen(text)) == 0, "'%.60s', not '%s'", *at, text);
    *at += strlen(text);
}

static void expect_number(const char **at, double value, double part)
{
    char *end;
    const double number = strtod(*at, &end);
    cr_expect(end > *at && fabs(number - value) <= part * fabs(value), "%.20s, not %.17g", *at,
              value);
    *at = end;
}

/* Names, units, defaults, ranges and notes of all laws, to nine digits. */
Test(document, has_the_numbers_of_the_law)
{
    static const char state[] = "---- State (struct ..._state)\n *";
    for (const struct model *const *m = PREC(models); *m; m++) {
        const struct header h = header_of((*m)->name, "euler");
        char *text = comment_of(&h);
        const char *at = strstr(text, "---- Parameters (struct ..._parameters)\n *\n");
        cr_assert(at);
        at = strstr(at, "\n *\n") + 4;
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            skip(&at, "*");
            skip(&at, q->name);
            skip(&at, "[");
            skip(&at, q->unit);
            skip(&at, "]  default ");
            expect_number(&at, q->value, 5e-9);
            skip(&at, ", valid from ");
            expect_number(&at, q->lo, 5e-9);
            skip(&at, "to ");
            expect_number(&at, q->hi, 5e-9);
            if (q->note) {
                skip(&at, "*");
                skip(&at, "(");
                skip(&at, q->note);
                skip(&at, ")");
            }
        }
        cr_expect_eq(strstr(at, "they must fit together") != NULL, (*m)->validate != NULL);
        at = strstr(at, "speeds up to ") + strlen("speeds up to ");
        expect_number(&at, (*m)->speed_max, 5e-6);
        skip(&at, "m/s.");
        at = strstr(at, state) + strlen(state);
        for (unsigned i = 0; i < (*m)->n_states; i++) {
            const struct quantity *q = &(*m)->states[i];
            skip(&at, "*");
            skip(&at, q->name);
            skip(&at, "[");
            skip(&at, q->unit);
            skip(&at, "]");
            skip(&at, q->note ? q->note : "");
            skip(&at, "; ");
            expect_number(&at, q->value, 5e-9);
            skip(&at, "at first");
        }
        cr_expect_eq(strstr(at, "None: the force follows") != NULL, (*m)->n_states == 0);
        cr_expect_eq(strstr(at, "Besides it has a memory") != NULL, (*m)->start != NULL);
        cr_expect_eq(strstr(at, "What happens within a step") != NULL, (*m)->n_guards > 0);
        free(text);
    }
}

static double lugre_rate(double v) { return 1e5 * v / (1 + 0.5 * exp(-v * v / 1e-6)); }
static double bristles_rate(double v) { return fmax(1e5 * v, 1); }

/* Table I: sigma0 |v|/G of LuGre; of Martinez-Rosas sigma0 |v|, and 1/s of y. Only of methods that
 * this limits. */
Test(document, says_how_fast_states_relax)
{
    static const struct {
        const char *law;
        double (*rate)(double v);
    } laws[] = { { "lugre", lugre_rate }, { "martinez_rosas", bristles_rate } };
    static const double speeds[] = { 0.001, 0.01, 0.1, 1 };
    for (size_t i = 0; i < 2; i++) {
        const struct header h = header_of(laws[i].law, "rk4");
        char *text = comment_of(&h);
        const char *at = strstr(text, "the largest rate is\n");
        cr_assert(at, "%s", text);
        at += strlen("the largest rate is\n");
        for (size_t k = 0; k < 4; k++) {
            skip(&at, "*");
            expect_number(&at, laws[i].rate(speeds[k]), 5e-3);
            skip(&at, "1/s at");
            expect_number(&at, speeds[k], 1e-12);
            skip(&at, "m/s, so h below");
            expect_number(&at, 2 / laws[i].rate(speeds[k]), 5e-2);
            skip(&at, "s");
        }
        free(text);
    }
    static const char *const without[][2] = { { "lugre", "exponential" },
                                              { "lugre", "rosenbrock2" },
                                              { "lugre", "implicit_euler" },
                                              { "lugre", "exponential4" },
                                              { "coulomb", "rk4" } };
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        const struct header h = header_of(without[i][0], without[i][1]);
        expect_part(&h, "This method is explicit", false);
    }
}

/* The largest rate is one of them, also of two that are equal, here 1/s at 1 mm/s. */
Test(document, says_how_fast_the_fastest_state_relaxes)
{
    struct header h = header_of("martinez_rosas", "rk4");
    struct model soft = *h.model;
    struct quantity params[MODEL_MAX_PARAMS];
    for (unsigned i = 0; i < soft.n_params; i++) {
        params[i] = soft.params[i];
        if (strcmp(params[i].name, "sigma0") == 0)
            params[i].value = 1e3;
    }
    soft.params = params;
    h.model = &soft;
    char *text = comment_of(&h);
    cr_expect(strstr(text, "1 1/s at 0.001 m/s, so h below 2 s"), "%s", text);
    free(text);
}

Test(document, says_the_order_of_the_method)
{
    static const char *const words[] = { "varying", "first",  "second", "third",
                                         "fourth",  "higher", "higher" };
    struct header h = header_of("lugre", "euler");
    struct integrator method = *h.method;
    h.method = &method;
    for (method.order = 0; method.order < 7; method.order++) {
        char part[64];
        snprintf(part, sizeof part, "The method is of %s order in h", words[method.order]);
        expect_part(&h, part, true);
    }
    h = header_of("coulomb", "euler");
    expect_part(&h, "The method is of any order in h", true);
}

/* Each thing that a header may lack is there, or is not. */
Test(document, says_what_a_step_costs_and_needs)
{
    struct header h = header_of("lugre", "euler");
    const char *log = "(avr-libc has no log1pf";
    expect_part(&h,
                "No heap, no globals; 1 state, 7 parameters. A step may call, of libm: exp, "
                "fabs.",
                true);
    expect_part(&h, log, false);
    expect_part(&h, "of its own that is faster", false);
    expect_part(&h, "---- The exponential", false);
    expect_part(&h, "by //benchmarks:export_prefix; change those", true);
    expect_part(&h, "void start(void) { prefix_init(&state); }", true);
    expect_part(&h, "prefix_step(&p, &state, 0.001, v_before, v);", true);
    expect_part(&h, "static double v_before;", true);
    h.calls = "log1pf";
    expect_part(&h, log, false);
    h.suffix = "f";
    h.real_type = "float";
    expect_part(&h, log, true);
    expect_part(&h, "prefix_step(&p, &state, 0.001f, v_before, v);", true);
    expect_part(&h, "const float friction", true);
    h.calls = "expf";
    expect_part(&h, log, false);
    h.calls = "";
    expect_part(&h, "7 parameters. A step calls no function of libm.", true);
    h.square = "m";
    expect_part(&h, "m = 2, the usual value, has code of its own that is faster", true);
    h.about_decay = "/* About exp. */";
    expect_part(&h, "---- The exponential\n * About exp.\n", true);
    h.file = "my_law.mo";
    expect_part(&h, "Made from my_law.mo by the program export", true);
    h.init_takes_p = true;
    expect_part(&h, "prefix_init(&state, &p); }", true);
    h.init_takes_seed = true;
    expect_part(&h, "prefix_init(&state, &p, 1); }", true);
    h = header_of("martinez_rosas", "euler");
    expect_part(&h, "2 states, 8 parameters", true);
}

/* The comments behind the first line of the law's text, up to what is none; the method's comment.
 */
Test(document, quotes_law_and_method)
{
    const struct header h = header_of("lugre", "euler");
    struct memory_stream stream;
    document_opening(memory_open(&stream), &h);
    char *text = memory_close(&stream);
    cr_expect(strstr(text, "\n *\n * One note.\n *\n * Another.\n *\n * Source: "), "%s", text);
    cr_expect(!strstr(text, "no note"));
    cr_expect(strstr(text, "---- The method\n *\n * About the\n * method.\n *\n"), "%s", text);
    cr_expect(strncmp(text, "/* prefix.h: ", 13) == 0);
    cr_expect_str_eq(text + strlen(text) - 4, " */\n");
    /* the law's equations, one a line */
    const char *at = strstr(text, "---- The law\n");
    for (const char *equation = h.model->law; *equation;) {
        const int n = (int)strcspn(equation, ";");
        char line[200];
        snprintf(line, sizeof line, "%.*s", n < 60 ? n : 60, equation);
        at = strstr(at, line);
        cr_assert(at, "no %s in order", line);
        equation += n;
        equation += strspn(equation, "; ");
    }
    free(text);
}
