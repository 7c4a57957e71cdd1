/* What headers say of themselves is read back from their code: the functions of libm, the hints to
 * compilers, the defaults, the members and their units, the sizes, the precision. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"

/* The headers of //benchmarks that its tests compile, one pair of each family of laws. */
static const struct {
    const char *law, *method;
} pairs[] = { { "bouc_wen", "implicit_euler" },
              { "bristle", "rk4" },
              { "dahl", "rosenbrock2" },
              { "lugre", "exponential" },
              { "martinez_rosas", "exponential4" } };

enum { PAIRS = sizeof pairs / sizeof *pairs, NAME = 96, MOST = 64 };

struct header {
    const struct model *law;
    char prefix[NAME];
    char *text, *code; /* all of it; from the guard on, comments blank */
    bool is_float;
};

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s", path);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    const size_t size = (size_t)ftell(file);
    char *text = malloc(size + 1);
    rewind(file);
    cr_assert(text && fread(text, 1, size, file) == size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void blank_comments(char *code)
{
    for (char *begin; (begin = strstr(code, "/*")) != NULL;) {
        const char *end = strstr(begin, "*/") + 2;
        memset(begin, ' ', (size_t)(end - begin));
    }
}

static struct header header_of(size_t pair, bool is_float)
{
    struct header h = { .law = PREC(model_find)(pairs[pair].law), .is_float = is_float };
    char path[2 * NAME], guard[3 * NAME];
    snprintf(h.prefix, sizeof h.prefix, "%s_%s_%s", pairs[pair].law, pairs[pair].method,
             is_float ? "f32" : "f64");
    snprintf(path, sizeof path, "benchmarks/%s.h", h.prefix);
    snprintf(guard, sizeof guard, "#ifndef %s_H\n#define %s_H\n", h.prefix, h.prefix);
    h.text = read_text(path);
    const char *code = strstr(h.text, guard);
    cr_assert(code, "%s has no guard", path);
    h.code = strdup(code);
    blank_comments(h.code);
    return h;
}

static void release(const struct header *h)
{
    free(h->text);
    free(h->code);
}

/* Calls the function with each header in each precision. */
static void with_each(void (*expect)(const struct header *h))
{
    for (size_t i = 0; i < (size_t)2 * PAIRS; i++) {
        const struct header h = header_of(i / 2, i % 2 == 0);
        expect(&h);
        release(&h);
    }
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Returns the next name at or behind *at that does not continue a number, and moves *at behind
 * it; NULL: none. */
static const char *next_name(const char **at, size_t *length)
{
    const char *s = *at;
    while (*s && !(is_of_name(*s) && !isdigit((unsigned char)*s)))
        s += isdigit((unsigned char)*s) ? strspn(s, "0123456789abcdefxpABCDEFXPuUlL.") : 1;
    for (*length = 0; is_of_name(s[*length]);)
        ++*length;
    *at = s + *length;
    return *length > 0 ? s : NULL;
}

static bool is_one_of(const char *name, size_t length, const char *const list[])
{
    for (; *list; list++)
        if (strlen(*list) == length && strncmp(*list, name, length) == 0)
            return true;
    return false;
}

/* Counts the name, as a whole, in a text. */
static size_t count_name(const char *text, const char *name)
{
    size_t n = 0, length;
    for (const char *at = text, *s; (s = next_name(&at, &length)) != NULL;)
        n += strlen(name) == length && strncmp(s, name, length) == 0;
    return n;
}

/* Functions of the header have its prefix, so that other names before a bracket are libm's, but for
 * those of C itself. */
static bool is_call_of_libm(const struct header *h, const char *name, size_t length, const char *at)
{
    static const char *const of_c[] = { "if",
                                        "for",
                                        "while",
                                        "switch",
                                        "return",
                                        "sizeof",
                                        "isfinite",
                                        "_Pragma",
                                        "__attribute__",
                                        "condition",
                                        "value",
                                        "__builtin_constant_p",
                                        "__builtin_expect",
                                        "defined",
                                        NULL };
    return at[strspn(at, " \n")] == '(' && strncmp(name, h->prefix, strlen(h->prefix)) != 0 &&
           !is_one_of(name, length, of_c);
}

/* The comment lists what the code calls, each function once. */
static void expect_calls(const struct header *h)
{
    static const char says[] = "A step may call, of libm: ";
    const char *list = strstr(h->text, says), *at = h->code;
    size_t length, listed = 0, called = 0;
    char names[MOST][NAME];
    cr_assert(list, "%s", h->prefix);
    list += strlen(says);
    const char *const stop = strchr(list, '.');
    for (const char *in = list, *s; (s = next_name(&in, &length)) != NULL && s < stop;)
        if (strncmp(s, "h", length) != 0)
            snprintf(names[listed++], NAME, "%.*s", (int)length, s);
    for (size_t i = 0; i < listed; i++) {
        cr_expect_gt(count_name(h->code, names[i]), 0, "%s does not call %s", h->prefix, names[i]);
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(names[i], names[k], "%s", h->prefix);
    }
    for (const char *s; (s = next_name(&at, &length)) != NULL;) {
        bool is_listed = false;
        if (!is_call_of_libm(h, s, length, at))
            continue;
        called++;
        for (size_t i = 0; i < listed; i++)
            is_listed |= strlen(names[i]) == length && strncmp(names[i], s, length) == 0;
        cr_expect(is_listed, "%s calls %.*s", h->prefix, (int)length, s);
    }
    cr_expect(called >= listed && listed > 0);
    for (size_t i = 0; i < listed; i++) {
        const bool is_float = names[i][strlen(names[i]) - 1] == 'f';
        cr_expect(is_float == h->is_float, "%s calls %s", h->prefix, names[i]);
    }
}

Test(header, lists_what_it_calls) { with_each(expect_calls); }

/* A hint: what compilers are told that know it, and others, who have the same law without it. */
static const struct {
    const char *name, *known, *otherwise;
} hints[] = {
    { "FLATTEN", " __attribute__((flatten))\n", "\n" },
    { "APART", " __attribute__((flatten, noinline, cold, unused)) static\n", " static inline\n" },
    { "WEAK", " __attribute__((weak))\n", " static\n" },
    { "KNOWN", "(condition) __builtin_constant_p(condition)\n", "(condition) 0\n" },
    { "EXPECT", "(value, usual) __builtin_expect(value, usual)\n", "(value, usual) (value)\n" },
};
enum { HINTS = sizeof hints / sizeof *hints };

/* Both branches define the hints that the code mentions, and no others. */
static void expect_hints(const struct header *h)
{
    const char *known = strstr(h->code, "#if defined __GNUC__\n"),
               *otherwise = known ? strstr(known, "#else\n") : NULL,
               *end = otherwise ? strstr(otherwise, "#endif\n") : NULL;
    size_t defined = 0;
    cr_assert(end, "%s", h->prefix);
    for (const char *s = known; (s = strstr(s, "#define ")) != NULL && s < end; s++)
        defined++;
    for (size_t i = 0; i < HINTS; i++) {
        char name[2 * NAME], first[3 * NAME], second[3 * NAME];
        snprintf(name, sizeof name, "%s_%s", h->prefix, hints[i].name);
        snprintf(first, sizeof first, "#define %s%s", name, hints[i].known);
        snprintf(second, sizeof second, "#define %s%s", name, hints[i].otherwise);
        const bool mentioned = count_name(end, name) > 0;
        const char *is_known = strstr(known, first), *is_not = strstr(otherwise, second);
        cr_expect(mentioned == (is_known && is_known < otherwise), "%s", first);
        cr_expect(mentioned == (is_not && is_not < end), "%s", second);
        defined -= mentioned ? 2 : 0;
    }
    cr_expect_eq(defined, 0, "%s", h->prefix);
}

Test(header, gives_hints_to_those_who_know_them) { with_each(expect_hints); }

/* Returns the value of a text that is a number in the header's precision. */
static double number_of(const struct header *h, const char *text)
{
    return h->is_float ? (double)strtof(text, NULL) : strtod(text, NULL);
}

static double default_of(const struct header *h, unsigned i)
{
    const double value = h->law->params[i].value;
    return h->is_float ? (double)(float)value : value;
}

/* Defaults read back as the law's, and no number is longer than it must be: one with fewer digits
 * is another. Whole numbers below 1e7 have all digits. */
static void expect_defaults(const struct header *h)
{
    char begin[2 * NAME];
    snprintf(begin, sizeof begin, "#define %s_DEFAULTS \\\n", h->prefix);
    const char *at = strstr(h->code, begin);
    cr_assert(at, "%s", h->prefix);
    for (unsigned i = 0; i < h->law->n_params; i++) {
        char number[400];
        int digits = 0;
        at = strchr(at, '=') + 2;
        const size_t length = strcspn(at, ",");
        snprintf(number, sizeof number, "%.*s", (int)length, at);
        cr_expect_eq(number[length - 1] == 'f', h->is_float, "%s: '%s'", h->prefix, number);
        const double value = number_of(h, number);
        cr_expect(value == default_of(h, i), "%s, %s: %s", h->prefix, h->law->params[i].name,
                  number);
        for (const char *s = number + strspn(number, "0."); *s && !strchr("ef", *s); s++)
            digits += isdigit((unsigned char)*s) != 0;
        const bool is_whole = value < 1e7 && value == (double)(long)value;
        snprintf(number, sizeof number, "%.*g", digits - 1, h->law->params[i].value);
        cr_expect(is_whole || digits == 1 || number_of(h, number) != value, "%s: %d digits of %s",
                  h->prefix, digits, h->law->params[i].name);
    }
    cr_expect(strncmp(at + strcspn(at, "\n"), "\n    }\n", 7) == 0, "%s: more defaults", h->prefix);
}

Test(header, has_the_defaults_of_the_law) { with_each(expect_defaults); }

/* Expects members of a struct, one a line and in this order, with units in comments. */
static void expect_members(const struct header *h, const char *kind, const struct quantity of[],
                           unsigned n)
{
    char begin[2 * NAME], member[3 * NAME];
    const char *type = h->is_float ? "float" : "double";
    snprintf(begin, sizeof begin, "\nstruct %s_%s {\n", h->prefix, kind);
    const char *at = strstr(h->text, begin);
    cr_assert(at, "%s", begin);
    at += strlen(begin);
    for (unsigned i = 0; i < n; i++, at += strcspn(at, "\n") + 1) {
        snprintf(member, sizeof member, "    %s %s; /* %s", type, of[i].name, of[i].unit);
        cr_expect(strncmp(at, member, strlen(member)) == 0, "%.60s, not '%s'", at, member);
    }
}

static void expect_structs(const struct header *h)
{
    expect_members(h, "parameters", h->law->params, h->law->n_params);
    expect_members(h, "state", h->law->states, h->law->n_states);
}

Test(header, has_the_members_of_the_law) { with_each(expect_structs); }

/* Arrays are as long as this law needs them, but never without elements; no name of a general size
 * is left, nor one of the other precision. */
static void expect_sizes(const struct header *h)
{
    char ints[32], reals[48];
    snprintf(ints, sizeof ints, "int64_t ints[%u];", h->law->n_ints > 0 ? h->law->n_ints : 1);
    snprintf(reals, sizeof reals, "%s reals[%u];", h->is_float ? "float" : "double",
             h->law->n_reals > 0 ? h->law->n_reals : 1);
    cr_expect(strstr(h->code, ints) != NULL || !strstr(h->code, "int64_t ints["), "%s", h->prefix);
    cr_expect(strstr(h->code, reals) != NULL || !strstr(h->code, " reals["), "%s", h->prefix);
    cr_expect(!h->law->start || strstr(h->code, ints), "%s", h->prefix);
    cr_expect_null(strstr(h->code, "MODEL_MAX_"), "%s", h->prefix);
    cr_expect_eq(count_name(h->code, "real"), 0, "%s", h->prefix);
    cr_expect_eq(count_name(h->code, h->is_float ? "double" : "float"), h->is_float ? 0 : 1,
                 /* <float.h> */ "%s", h->prefix);
    cr_expect_gt(count_name(h->code, h->is_float ? "float" : "double"), 0, "%s", h->prefix);
}

Test(header, has_the_sizes_and_the_precision_asked_for) { with_each(expect_sizes); }
