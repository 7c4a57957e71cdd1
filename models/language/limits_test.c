/* What is nested, repeated or large without end is refused in one line, before it takes time or
 * memory. */
#include <stdlib.h>

#include "models/algebra/derive.h"
#include "models/derived/structure.h"
#include "models/language/read_test.h"

enum { ROOM = 1 << 20 };

#define HEAD                                                                                       \
    "model a input Real v(unit=\"m/s\"); output Real F(unit=\"N\");"                               \
    "parameter Real k(unit=\"N\") = 1; parameter Real c(unit=\"m/s\", min=1) = 1;"                 \
    "parameter Real m(min=0.5) = 1;"

/* A text in which a part is repeated; in the part and behind it, # stands for the number of the
 * part, ## for the next one. */
struct repeated {
    const char *begin, *part;
    unsigned times;
    const char *end, *says;
};

static size_t put(char *text, size_t n, const char *part, unsigned number)
{
    for (; *part; part++)
        if (*part == '#') {
            const bool next = part[1] == '#';
            n += (size_t)snprintf(text + n, ROOM - n, "%u", number + next);
            part += next;
        } else if (n + 1 < ROOM)
            text[n++] = *part;
    text[n] = '\0';
    return n;
}

static void build(const struct repeated *r, char *text)
{
    size_t n = put(text, 0, r->begin, 0);
    unsigned i = 0;
    for (; i < r->times && n + 100 < ROOM; i++)
        n = put(text, n, r->part, i);
    put(text, n, r->end, i);
}

static const struct repeated refused[] = {
    { "model a equation F = ", "(", 1000, "", "more than 100 levels of nesting" },
    { "model a equation F = ", "{", 1000, "", "more than 100 levels of nesting" },
    { "model a equation F = ", "if ", 1000, "", "more than 100 levels of nesting" },
    { "model a equation ", "for i in 1:2 loop ", 1000, "", "more than 100 levels of nesting" },
    { "model a Real x", "(x", 1000, "", "more than 100 levels of nesting" },
    { "model a equation F = ", "-", 1000, "", "expected an expression" },
    { "model a equation F = x", " + x", 100000, "", "more than 10000 operators" },
    { "model a equation F = x", " and x", 100000, "", "more than 10000 operators" },
    { "model a \"\"", " + \"xxxxxxxx\"", 100000, "", "a shorter comment" },
    { HEAD, "Real b# = 1;", 5000, "equation F = k; end a;", "more than 1024 names" },
    { HEAD, "parameter Real b# = 1;", 100, "equation F = k; end a;",
      "more than 64 quantities of this kind" },
    { HEAD, "Real b# = 1 + b##;", 1000, "Real b# = v/c; equation F = k*b0; end a;",
      "more than 1000 operations within one another" },
    { HEAD "Real b0 = v/c;", "Real b## = b#*b# + 1;", 600, "equation F = k*b#; end a;",
      "more than 1000 operations within one another" },
    { "model a constant Real x[5000] = {1}; equation end a;", "", 0, "", "1 to 512 elements" },
    { HEAD "constant Real x[512] = {i for i in 1:512}; equation F = k*(1", " + sum(x)", 600,
      "); end a;", "more than 65536 values" },
    { HEAD "equation F = k*sum({i*j for i in 1:100 for j in 1:100}); end a;", "", 0, "",
      "expected" },
    { HEAD "equation F = k*sum({sum({i*j for i in 1:100}) for j in 1:600}); end a;", "", 0, "",
      "iterations of loops" },
    { HEAD "equation F = k*sum({i for i in 1:600}); end a;", "", 0, "", "more than 512 elements" },
    { HEAD "equation for i in 1:16000 loop for j in 1:16000 loop assert(true, \"\"); end for; "
           "end for; end a;",
      "", 0, "", "iterations of loops" },
    { HEAD "Real b = d; Real d = b; equation F = b; end a;", "", 0, "", "depends on itself" },
    { HEAD "equation F = k + 0*", "k ", 300000, "$; end a;", "expected ';', found 'k'" },
};

Test(limits, are_kept)
{
    char *text = malloc(ROOM + 2), error[TEXT_ERROR];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        build(&refused[i], text);
        error_of(text, error);
        cr_expect(strstr(error, refused[i].says), "%.60s, %s: %s", refused[i].begin,
                  refused[i].part, error);
    }
    memset(text, ' ', ROOM + 1);
    text[ROOM + 1] = '\0';
    cr_expect(strstr(error_of(text, error), "at most 1048576 are read"), "%s", error);
    free(text);
}

/* What grows with every use, as squares of squares do, is read, and derived from, all the same. */
Test(limits, are_not_met_by_what_is_shared)
{
    static const struct repeated shared[] = {
        { HEAD "Real b0 = 1 + v/c;", "Real b## = b#*b#;", 300,
          "equation F = k*b#*abs(v/c)^m; end a;", NULL },
        { HEAD "Real b0 = abs(v/c)^m;", "Real b## = b#*(1 + b#);", 300, "equation F = k*b#; end a;",
          NULL },
        { HEAD "Real b0 = abs(v/c)^m;", "Real b## = if b# > 1 then b# else sqrt(1 + b#);", 300,
          "equation F = k*b#; end a;", NULL },
        { HEAD "Real b0 = v/c;", "Real b## = b#*(b#/2);", 300, "equation F = k*sign(b#); end a;",
          NULL },
        { HEAD "Real b0 = 1e300;", "Real b## = b#^64;", 20, "equation F = k*b#; end a;", NULL },
        { HEAD "Real b0 = 1/3;", "Real b## = b#*b# + 1/(2*# + 5);", 100,
          "equation F = k*b#; end a;", NULL },
        { HEAD "equation F = k*(v/c)^(2^1000)^1; end a;", "", 0, "", "expected ';'" },
        { HEAD "equation F = k*((((v/c)^(2^60))^(2^60))^4); end a;", "", 0, "", NULL },
    };
    char *source = malloc(ROOM);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        struct equations law;
        struct structure structure;
        build(&shared[i], source);
        struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
        if (!equations_read(&text, &law)) {
            cr_expect(shared[i].says && strstr(text.error, shared[i].says), "%s", text.error);
            equations_free(&law);
            continue;
        }
        cr_expect(!shared[i].says);
        structure_find(&law, &structure);
        cr_expect(structure.is_static);
        const size_t before = law.graph.n;
        graph_derivative(&law.graph, law.force, graph_symbol(&law.graph, SYMBOL_INPUT, 0));
        cr_expect_lt(law.graph.n, before + 30000, "%zu nodes", law.graph.n);
        equations_free(&law);
    }
    free(source);
}

/* The end of a line of a million characters is shown as soon as that of a short one. */
Test(limits, are_not_met_by_a_long_line)
{
    char *text = malloc(ROOM), error[TEXT_ERROR];
    memset(text, ' ', ROOM);
    memcpy(text, "model a", strlen("model a"));
    text[ROOM - 3] = '$';
    text[ROOM - 2] = ';';
    text[ROOM - 1] = '\0';
    char expected[40];
    snprintf(expected, sizeof expected, "test.mo:1:%d: '$'", ROOM - 2);
    cr_expect(strstr(error_of(text, error), expected), "%s", error);
    free(text);
}
