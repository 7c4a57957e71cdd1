/* Expressions in LaTeX (notation.h). */
#include <ctype.h>
#include <string.h>

#include "models/derived/notation.h"

/* Returns the length of the Greek letter with which the name begins, if what follows is its
 * subscript; else 0. */
static size_t greek(const char *name)
{
    static const char *const letters[] = { "alpha", "beta",  "gamma", "delta",  "epsilon", "zeta",
                                           "eta",   "theta", "kappa", "lambda", "mu",      "nu",
                                           "xi",    "pi",    "rho",   "sigma",  "tau",     "phi",
                                           "chi",   "psi",   "omega" };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        const size_t n = strlen(letters[i]);
        const char next = strncmp(name, letters[i], n) == 0 ? name[n] : 'x';
        if (!next || next == '_' || isdigit((unsigned char)next) || isupper((unsigned char)next))
            return n;
    }
    return 0;
}

/* Returns the length of the name without its subscript: what stands before '_' or the digits at its
 * end; of two letters the first. */
static size_t stem(const char *name)
{
    size_t n = greek(name);
    if (n > 0)
        return n;
    n = strcspn(name, "_");
    if (n == 0)
        return strlen(name);
    if (name[n])
        return n;
    while (n > 1 && isdigit((unsigned char)name[n - 1]))
        n--;
    return n == 2 && !name[n] ? 1 : n;
}

static void word(FILE *out, const char *text, size_t n)
{
    fputs(n > 1 ? "\\mathrm{" : "", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, text[i] == '_' ? "\\_" : "%c", text[i]);
    fputs(n > 1 ? "}" : "", out);
}

static void subscripted(FILE *out, const char *name, const struct syntax *subscript, bool is_rate)
{
    const size_t n = stem(name);
    const char *rest = name + n + (name[n] == '_');
    const size_t digits = strspn(rest, "0123456789");
    if (greek(name) > 0)
        fprintf(out, is_rate ? "\\dot{\\%.*s}" : "\\%.*s", (int)n, name);
    else {
        fputs(is_rate ? n == 1 ? "\\dot " : "\\dot{" : "", out);
        word(out, name, n);
        fputs(is_rate && n > 1 ? "}" : "", out);
    }
    if (!*rest && !subscript)
        return;
    const bool is_one = strlen(rest) + (subscript != NULL) == 1 &&
                        (!subscript || (strlen(subscript->text) == 1 && !subscript->first));
    fputs(is_one ? "_" : "_{", out);
    if (digits == strlen(rest))
        fputs(rest, out);
    else
        word(out, rest, strlen(rest));
    fputs(*rest && subscript ? "," : "", out);
    if (subscript)
        notation_latex(out, subscript, TIGHT_IF);
    fputs(is_one ? "" : "}", out);
}

void notation_latex_name(FILE *out, const char *name, const struct syntax *subscript)
{
    subscripted(out, name, subscript, false);
}

/* 2.5e-3 is 2.5 \cdot 10^{-3}. */
static void number(FILE *out, const char *text)
{
    const size_t n = strcspn(text, "eE");
    if (!text[n]) {
        fputs(text, out);
        return;
    }
    const char *power = text + n + 1 + (text[n + 1] == '+');
    if (n != 1 || text[0] != '1')
        fprintf(out, "%.*s \\cdot ", (int)n, text);
    fprintf(out, "10^{%s}", power);
}

static void enclosed(FILE *out, const char *open, const struct syntax *e, const char *close)
{
    fprintf(out, "\\left%s", open);
    notation_latex(out, e, TIGHT_IF);
    fprintf(out, "\\right%s", close);
}

static void list(FILE *out, const struct syntax *first)
{
    for (const struct syntax *a = first; a; a = a->next) {
        notation_latex(out, a, TIGHT_IF);
        fputs(a->next ? ", " : "", out);
    }
}

/* sum, min or max of all elements of a comprehension. */
static void fold(FILE *out, const char *name, const struct syntax *each)
{
    const struct syntax *body = each->first;
    const bool is_sum = strcmp(name, "sum") == 0;
    fprintf(out, "\\%s_{", name);
    notation_latex_name(out, each->text, NULL);
    fputs(" = ", out);
    notation_latex(out, body->next, TIGHT_SUM);
    fputs(is_sum ? "}^{" : ", \\dots, ", out);
    notation_latex(out, body->next->next, TIGHT_SUM);
    fputs("} ", out);
    notation_latex(out, body, TIGHT_PRODUCT);
}

static void integral(FILE *out, const struct syntax *f)
{
    fputs("\\int_{", out);
    notation_latex(out, f->next->next, TIGHT_IF);
    fputs("}^{", out);
    notation_latex(out, f->next->next->next, TIGHT_IF);
    fputs("} ", out);
    notation_latex(out, f, TIGHT_PRODUCT);
    fputs("\\,d", out);
    notation_latex(out, f->next, TIGHT_PRIMARY);
}

static void call(FILE *out, const struct syntax *e)
{
    static const char *const words[][2] = {
        { "exp", "\\exp" },     { "log", "\\ln" },
        { "sin", "\\sin" },     { "cos", "\\cos" },
        { "tan", "\\tan" },     { "asin", "\\arcsin" },
        { "acos", "\\arccos" }, { "atan", "\\arctan" },
        { "sinh", "\\sinh" },   { "cosh", "\\cosh" },
        { "tanh", "\\tanh" },   { "min", "\\min" },
        { "max", "\\max" },     { "sign", "\\operatorname{sgn}" },
    };
    const struct syntax *a = e->first, *element = a;
    if (!a) {
        fprintf(out, "\\operatorname{%s}\\left(\\right)", e->text);
        return;
    }
    while (element->kind == SYNTAX_LIST && element->first && !element->first->next)
        element = element->first;
    const bool folds =
        strcmp(e->text, "sum") == 0 || strcmp(e->text, "min") == 0 || strcmp(e->text, "max") == 0;
    if (folds && element->kind == SYNTAX_EACH && !a->next)
        fold(out, e->text, element);
    else if (notation_calls(e, "abs"))
        enclosed(out, "|", a, "|");
    else if (notation_calls(e, "der"))
        subscripted(out, a->text, a->first, true);
    else if (notation_calls(e, "integral") && a->next && a->next->next && a->next->next->next)
        integral(out, a);
    else if (notation_calls(e, "sqrt")) {
        fputs("\\sqrt{", out);
        notation_latex(out, a, TIGHT_IF);
        fputc('}', out);
    } else {
        size_t i = 0;
        while (i < sizeof words / sizeof *words && strcmp(words[i][0], e->text) != 0)
            i++;
        if (i < sizeof words / sizeof *words)
            fputs(words[i][1], out);
        else
            fprintf(out, "\\operatorname{%s}", e->text);
        fputs("\\left(", out);
        list(out, a);
        fputs("\\right)", out);
    }
}

/* Returns true when what is written begins with a digit: 2 beside x is 2 x, x beside 2 is not. */
static bool begins_with_digit(const struct syntax *e)
{
    e = notation_plain(e);
    if (e->kind == SYNTAX_OPERATOR && e->first->next && e->text[0] != '/')
        return notation_tightness(e) >= TIGHT_PRODUCT && begins_with_digit(e->first);
    return e->kind == SYNTAX_NUMBER;
}

static void power(FILE *out, const struct syntax *base, const struct syntax *exponent)
{
    const struct syntax *b = notation_plain(base);
    const bool plain = b->kind == SYNTAX_NAME || notation_calls(b, "abs") ||
                       (b->kind == SYNTAX_NUMBER && !strpbrk(b->text, "eE"));
    if (plain)
        notation_latex(out, b, TIGHT_PRIMARY);
    else
        enclosed(out, "(", b, ")");
    const bool is_one = strlen(exponent->text) == 1 && exponent->kind <= SYNTAX_NAME;
    fputs(is_one ? "^" : "^{", out);
    notation_latex(out, exponent, TIGHT_IF);
    fputs(is_one ? "" : "}", out);
}

static void operation(FILE *out, const struct syntax *e)
{
    static const char *const words[][2] = {
        { "<=", "\\le" },  { ">=", "\\ge" },    { "==", "=" },       { "<>", "\\ne" },
        { "or", "\\lor" }, { "and", "\\land" }, { "not", "\\lnot" },
    };
    const enum tightness here = notation_tightness(e);
    const struct syntax *a = e->first, *b = a->next;
    const char *word = e->text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], e->text) == 0)
            word = words[i][1];
    if (!b) {
        fprintf(out, "%s%s", word, here == TIGHT_NOT ? " " : "");
        notation_latex(out, a, here == TIGHT_NOT ? TIGHT_RELATION : TIGHT_PRODUCT);
    } else if (here == TIGHT_POWER)
        power(out, a, b);
    else if (*e->text == '/') {
        fputs("\\frac{", out);
        notation_latex(out, a, TIGHT_IF);
        fputs("}{", out);
        notation_latex(out, b, TIGHT_IF);
        fputc('}', out);
    } else {
        notation_latex(out, a, here == TIGHT_RELATION ? TIGHT_SUM : here);
        if (*e->text != '*')
            fprintf(out, " %s ", word);
        else
            fputs(begins_with_digit(b) ? " \\cdot " : " ", out);
        notation_latex(out, b, here == TIGHT_RELATION ? TIGHT_SUM : here + (*e->text != '*'));
    }
}

static void conditional(FILE *out, const struct syntax *condition)
{
    fputs("\\begin{cases} ", out);
    for (; condition->next; condition = condition->next->next) {
        notation_latex(out, condition->next, TIGHT_IF);
        fputs(" & \\text{if } ", out);
        notation_latex(out, condition, TIGHT_IF);
        fputs(" \\\\ ", out);
    }
    notation_latex(out, condition, TIGHT_IF);
    fputs(" & \\text{otherwise} \\end{cases}", out);
}

static enum tightness tightness_of(const struct syntax *e)
{
    if (e->kind == SYNTAX_IF)
        return TIGHT_IF;
    return e->kind == SYNTAX_OPERATOR && (*e->text != '/' || !e->first->next)
               ? notation_tightness(e)
               : TIGHT_PRIMARY;
}

static void bare(FILE *out, const struct syntax *e)
{
    switch (e->kind) {
    case SYNTAX_NUMBER:
        number(out, e->text);
        break;
    case SYNTAX_NAME:
        notation_latex_name(out, e->text, e->first);
        break;
    case SYNTAX_CALL:
        call(out, e);
        break;
    case SYNTAX_OPERATOR:
        operation(out, e);
        break;
    case SYNTAX_IF:
        conditional(out, e->first);
        break;
    case SYNTAX_LIST:
        fputs("\\left\\{", out);
        list(out, e->first);
        fputs("\\right\\}", out);
        break;
    case SYNTAX_EACH:
        notation_latex(out, e->first, TIGHT_IF);
        fputs(",\\; ", out);
        notation_latex_name(out, e->text, NULL);
        fputs(" = ", out);
        notation_latex(out, e->first->next, TIGHT_SUM);
        fputs(", \\dots, ", out);
        notation_latex(out, e->first->next->next, TIGHT_SUM);
        break;
    default:
        fprintf(out, "\\text{%s}", e->text);
    }
}

void notation_latex(FILE *out, const struct syntax *syntax, enum tightness least)
{
    const struct syntax *e = notation_plain(syntax);
    if (tightness_of(e) < least)
        enclosed(out, "(", e, ")");
    else
        bare(out, e);
}
