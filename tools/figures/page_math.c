/* Writes formulas for a browser: LaTeX, as far as the laws' equations use it, as MathML (page.h).
 * What is unknown is shown as it is written, so that nothing gets lost. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/page.h"
#include "tools/figures/plot_parts.h"

/* A formula in the making. */
struct formula {
    FILE *out;
    const char *at;
};

/* What ends a row. */
enum end { END_TEXT, END_GROUP, END_COLUMN, END_LINE, END_FENCE, END_CASES };

static enum end put_row(struct formula *f);

static bool follows(const struct formula *f, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(f->at, word, n) == 0 &&
           !(isalpha((unsigned char)word[n - 1]) && isalpha((unsigned char)f->at[n]));
}

static bool take(struct formula *f, const char *word)
{
    if (!follows(f, word))
        return false;
    f->at += strlen(word);
    return true;
}

static void element(struct formula *f, const char *name, const char *text, size_t n)
{
    fprintf(f->out, "<%s>", name);
    plot_escape(f->out, text, n);
    fprintf(f->out, "</%s>", name);
}

static void skip_blanks(struct formula *f) { f->at += strspn(f->at, " "); }

/* Takes what stands in braces as words; an open brace ends with the text. */
static void words(struct formula *f, const char *name)
{
    skip_blanks(f);
    f->at += *f->at == '{';
    const char *text = f->at;
    while (*f->at && *f->at != '}')
        f->at++;
    fprintf(f->out, "<%s>", name);
    for (; text < f->at; text++)
        if (*text != '\\') /* before an underscore */
            plot_escape(f->out, text, 1);
    fprintf(f->out, "</%s>", name);
    f->at += *f->at == '}';
}

static void put_atom(struct formula *f);

/* One argument: a group, or the next atom. */
static void argument(struct formula *f)
{
    skip_blanks(f);
    fputs("<mrow>", f->out);
    if (take(f, "{"))
        put_row(f);
    else
        put_atom(f);
    fputs("</mrow>", f->out);
}

/* What a command without arguments shows. */
struct sign {
    const char *command, *element, *text;
};
static const struct sign signs[] = {
    { "\\alpha", "mi", "α" },   { "\\beta", "mi", "β" },      { "\\gamma", "mi", "γ" },
    { "\\delta", "mi", "δ" },   { "\\epsilon", "mi", "ε" },   { "\\zeta", "mi", "ζ" },
    { "\\eta", "mi", "η" },     { "\\theta", "mi", "θ" },     { "\\kappa", "mi", "κ" },
    { "\\lambda", "mi", "λ" },  { "\\mu", "mi", "μ" },        { "\\nu", "mi", "ν" },
    { "\\xi", "mi", "ξ" },      { "\\pi", "mi", "π" },        { "\\rho", "mi", "ρ" },
    { "\\sigma", "mi", "σ" },   { "\\tau", "mi", "τ" },       { "\\phi", "mi", "φ" },
    { "\\chi", "mi", "χ" },     { "\\psi", "mi", "ψ" },       { "\\omega", "mi", "ω" },
    { "\\exp", "mi", "exp" },   { "\\ln", "mi", "ln" },       { "\\sin", "mi", "sin" },
    { "\\cos", "mi", "cos" },   { "\\tan", "mi", "tan" },     { "\\arcsin", "mi", "arcsin" },
    { "\\sinh", "mi", "sinh" }, { "\\cosh", "mi", "cosh" },   { "\\tanh", "mi", "tanh" },
    { "\\min", "mi", "min" },   { "\\max", "mi", "max" },     { "\\arccos", "mi", "arccos" },
    { "\\sum", "mo", "∑" },     { "\\int", "mo", "∫" },       { "\\arctan", "mi", "arctan" },
    { "\\cdot", "mo", "·" },    { "\\le", "mo", "≤" },        { "\\ge", "mo", "≥" },
    { "\\ne", "mo", "≠" },      { "\\lor", "mo", "∨" },       { "\\land", "mo", "∧" },
    { "\\lnot", "mo", "¬" },    { "\\leftarrow", "mo", "←" }, { "\\dots", "mo", "…" },
    { "\\{", "mo", "{" },       { "\\}", "mo", "}" },         { "\\_", "mi", "_" },
};

static bool put_sign(struct formula *f)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (take(f, signs[i].command)) {
            element(f, signs[i].element, signs[i].text, strlen(signs[i].text));
            return true;
        }
    return false;
}

/* A bracket behind \left or \right. */
static void fence(struct formula *f)
{
    f->at += *f->at == '\\';
    element(f, "mo", f->at, *f->at ? 1 : 0);
    f->at += *f->at != '\0';
}

static void fenced(struct formula *f)
{
    fputs("<mrow>", f->out);
    fence(f);
    if (put_row(f) == END_FENCE)
        fence(f);
    fputs("</mrow>", f->out);
}

/* Lines of a value and its condition. */
static void cases(struct formula *f)
{
    fputs("<mrow><mo>{</mo><mtable class=\"cases\">", f->out);
    for (enum end end = END_LINE; end == END_LINE;) {
        fputs("<mtr><mtd>", f->out);
        while ((end = put_row(f)) == END_COLUMN)
            fputs("</mtd><mtd>", f->out);
        fputs("</mtd></mtr>", f->out);
    }
    fputs("</mtable></mrow>", f->out);
}

static void fraction(struct formula *f)
{
    fputs("<mfrac>", f->out);
    argument(f);
    argument(f);
    fputs("</mfrac>", f->out);
}

static void dotted(struct formula *f)
{
    fputs("<mover accent=\"true\">", f->out);
    argument(f);
    fputs("<mo>˙</mo></mover>", f->out);
}

static void put_command(struct formula *f)
{
    if (put_sign(f))
        return;
    if (take(f, "\\frac"))
        fraction(f);
    else if (take(f, "\\dot"))
        dotted(f);
    else if (take(f, "\\sqrt")) {
        fputs("<msqrt>", f->out);
        argument(f);
        fputs("</msqrt>", f->out);
    } else if (take(f, "\\left"))
        fenced(f);
    else if (take(f, "\\begin{cases}"))
        cases(f);
    else if (take(f, "\\text"))
        words(f, "mtext");
    else if (take(f, "\\mathrm") || take(f, "\\operatorname"))
        words(f, "mi");
    else if (take(f, "\\quad"))
        fputs("<mspace width=\"1em\"></mspace>", f->out);
    else if (take(f, "\\;") || take(f, "\\,"))
        fputs("<mspace width=\"0.2em\"></mspace>", f->out);
    else
        element(f, "mo", f->at++, 1);
}

static void put_atom(struct formula *f)
{
    const char c = *f->at;
    const size_t digits = strspn(f->at, "0123456789.");
    if (c == '\\')
        put_command(f);
    else if (digits > 0) {
        element(f, "mn", f->at, digits);
        f->at += digits;
    } else if (isalpha((unsigned char)c))
        element(f, "mi", f->at++, 1);
    else if (c == '-') {
        fputs("<mo>−</mo>", f->out);
        f->at++;
    } else if (c)
        element(f, "mo", f->at++, 1);
}

/* Returns what `put` writes, to be freed: MathML names the kind of an element before its parts. */
static char *written(struct formula *f, void (*put)(struct formula *))
{
    struct memory_stream made;
    struct formula part = { memory_open(&made), f->at };
    put(&part);
    f->at = part.at;
    return memory_close(&made);
}

static bool has_limits(const struct formula *f)
{
    return follows(f, "\\sum") || follows(f, "\\min") || follows(f, "\\max");
}

/* An atom with its index and its exponent, or with its limits below and above. */
static void put_scripted(struct formula *f)
{
    static const char *const kinds[2][4] = { { "", "msub", "msup", "msubsup" },
                                             { "", "munder", "mover", "munderover" } };
    const bool limits = has_limits(f);
    char *base = written(f, put_atom);
    char *below = take(f, "_") ? written(f, argument) : NULL;
    char *above = take(f, "^") ? written(f, argument) : NULL;
    const char *kind = kinds[limits][(below != NULL) + 2 * (above != NULL)];
    if (!*kind)
        fputs(base, f->out);
    else
        fprintf(f->out, "<%s>%s%s%s</%s>", kind, base, below ? below : "", above ? above : "",
                kind);
    free(above);
    free(below);
    free(base);
}

static enum end put_row(struct formula *f)
{
    for (;;) {
        skip_blanks(f);
        if (!*f->at)
            return END_TEXT;
        if (take(f, "}"))
            return END_GROUP;
        if (take(f, "&"))
            return END_COLUMN;
        if (take(f, "\\\\"))
            return END_LINE;
        if (take(f, "\\right"))
            return END_FENCE;
        if (take(f, "\\end{cases}"))
            return END_CASES;
        put_scripted(f);
    }
}

void page_math(struct page *page, const char *const lines[], size_t n)
{
    fputs("<div class=\"equations\">\n", page->out);
    for (size_t i = 0; i < n; i++) {
        struct formula f = { page->out, lines[i] };
        fputs("<math display=\"block\"><mrow>", page->out);
        for (enum end end = END_COLUMN; end != END_TEXT;)
            end = put_row(&f);
        fputs("</mrow></math>\n", page->out);
    }
    fputs("</div>\n", page->out);
}
