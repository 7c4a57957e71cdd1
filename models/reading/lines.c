/* Writes equations as lines (lines.h). */
#include "models/reading/lines.h"

#include <stdlib.h>
#include <string.h>

#include "models/derived/notation.h"
#include "tools/base/memory.h"

enum { LOOPS = 16 };

/* The lines so far, and the loops about the present equation. */
struct writing {
    struct equations *law;
    struct reading_lines *lines;
    const struct syntax *loops[LOOPS];
    size_t n_loops;
};

/* A line in the making, once in each notation. */
struct pair {
    struct memory_stream text, latex;
};

static void begin(struct pair *pair)
{
    memory_open(&pair->text);
    memory_open(&pair->latex);
}

static void put(struct pair *pair, const char *text, const char *latex)
{
    fputs(text, pair->text.file);
    fputs(latex, pair->latex.file);
}

static void expression_in(struct pair *pair, const struct syntax *e, enum tightness least)
{
    notation_text(pair->text.file, e, least);
    notation_latex(pair->latex.file, e, least);
}

static void loop_in(struct pair *pair, const struct syntax *variable, const struct syntax *from)
{
    fprintf(pair->text.file, ", %s = ", variable->text);
    notation_text(pair->text.file, from, TIGHT_SUM);
    fputs("..", pair->text.file);
    notation_text(pair->text.file, from->next, TIGHT_SUM);
    fputs(", \\quad ", pair->latex.file);
    notation_latex_name(pair->latex.file, variable->text, NULL);
    fputs(" = ", pair->latex.file);
    notation_latex(pair->latex.file, from, TIGHT_SUM);
    fputs(", \\dots, ", pair->latex.file);
    notation_latex(pair->latex.file, from->next, TIGHT_SUM);
}

static const char *kept(struct writing *w, struct memory_stream *stream)
{
    char *text = memory_close(stream);
    const char *copy = arena_copy(&w->law->arena, text, strlen(text));
    free(text);
    return copy;
}

static void end(struct writing *w, struct pair *pair)
{
    struct reading_lines *lines = w->lines;
    for (size_t i = 0; i < w->n_loops; i++)
        loop_in(pair, w->loops[i], w->loops[i]->first);
    lines->of = memory_grown(lines->of, lines->n, &lines->room, sizeof *lines->of);
    const char *text = kept(w, &pair->text);
    lines->of[lines->n++] = (struct reading_line){ text, kept(w, &pair->latex) };
}

/* Returns true when an element of the definition at that place depends on an element of the
 * quantities q[first] to q[last]. */
static bool depends(const struct equations *law, size_t at, enum graph_symbol symbol, size_t first,
                    size_t last)
{
    for (size_t i = 0; i < law->n_definitions; i++)
        for (size_t k = first; k <= last && law->definitions[i].at == at; k++)
            if (graph_depends(&law->graph, law->definitions[i].e, symbol, (int)k))
                return true;
    return false;
}

static bool is_definition(const struct equations *law, size_t at)
{
    for (size_t i = 0; i < law->n_definitions; i++)
        if (law->definitions[i].at == at)
            return true;
    return false;
}

/* The name that is declared there: of an array that of all elements. */
static const char *name_at(const struct equations *law, size_t at)
{
    const struct syntax *d = law->syntax.declarations;
    while (d && d->at != at)
        d = d->next;
    return d ? d->text : "";
}

/* "(v, z)" behind a name that depends on the motion: arrays by their names. */
static void arguments(struct pair *pair, const struct equations *law, size_t at)
{
    const struct {
        const struct quantity_list *list;
        enum graph_symbol symbol;
    } kinds[] = { { &law->inputs, SYMBOL_INPUT },
                  { &law->states, SYMBOL_STATE },
                  { &law->memory, SYMBOL_MEMORY } };
    unsigned n = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0, last; i < kinds[k].list->n; i = last + 1) {
            const struct quantity_text *q = kinds[k].list->of;
            for (last = i; last + 1 < kinds[k].list->n && q[last + 1].at == q[i].at;)
                last++;
            const bool is_speed = kinds[k].symbol == SYMBOL_INPUT && i == 0;
            if (!depends(law, at, kinds[k].symbol, i, last) &&
                !(is_speed && depends(law, at, SYMBOL_SELECTION, 0, 0)))
                continue;
            put(pair, n > 0 ? ", " : "(", n > 0 ? ", " : "(");
            n++;
            const char *name = name_at(law, q[i].at);
            fputs(name, pair->text.file);
            notation_latex_name(pair->latex.file, name, NULL);
        }
    put(pair, n > 0 ? ")" : "", n > 0 ? ")" : "");
}

static bool is_list_of_one_each(const struct syntax *value)
{
    return value->kind == SYNTAX_LIST && value->first && value->first->kind == SYNTAX_EACH &&
           !value->first->next;
}

/* name = value of a declaration; of an array name[i] = ..., i = a..b. */
static void definition(struct writing *w, const struct syntax *d)
{
    struct pair pair;
    begin(&pair);
    const struct syntax *each = is_list_of_one_each(d->value) ? d->value->first : NULL;
    const struct syntax index = { .kind = SYNTAX_NAME, .text = each ? each->text : "" };
    const struct syntax name = { .kind = SYNTAX_NAME,
                                 .text = d->text,
                                 .first = each ? (struct syntax *)&index : NULL };
    expression_in(&pair, &name, TIGHT_IF);
    arguments(&pair, w->law, d->at);
    put(&pair, " = ", " &= ");
    expression_in(&pair, each ? each->first : d->value, TIGHT_IF);
    if (each)
        loop_in(&pair, each, each->first->next);
    end(w, &pair);
}

/* What a branch of a when changes: a discrete variable or a state gets a new value. */
static void change(struct pair *pair, const struct syntax *e)
{
    expression_in(pair, e->first, TIGHT_IF);
    put(pair, " := ", " \\leftarrow ");
    expression_in(pair, e->first->next, TIGHT_IF);
    put(pair, e->next ? "; " : "", e->next ? ";\\; " : "");
}

static void event(struct writing *w, const struct syntax *when)
{
    for (const struct syntax *b = when->first; b; b = b->next) {
        struct pair pair;
        begin(&pair);
        put(&pair, b == when->first ? "when " : "else when ",
            b == when->first ? "&\\text{when } " : "&\\text{else when } ");
        expression_in(&pair, b->first, TIGHT_IF);
        put(&pair, ": ", ": \\quad ");
        for (const struct syntax *e = b->first->next; e; e = e->next)
            change(&pair, e);
        end(w, &pair);
    }
}

static void equation(struct writing *w, const struct syntax *e)
{
    struct pair pair;
    const struct syntax *left = e->first;
    begin(&pair);
    if (e->kind == SYNTAX_CALL) { /* assert */
        put(&pair, "requires ", "&\\text{requires } ");
        expression_in(&pair, left, TIGHT_IF);
        end(w, &pair);
        return;
    }
    expression_in(&pair, left, TIGHT_IF);
    if (left->kind == SYNTAX_NAME)
        for (const struct syntax *d = w->law->syntax.declarations; d; d = d->next)
            if (strcmp(d->text, left->text) == 0 && is_definition(w->law, d->at))
                arguments(&pair, w->law, d->at);
    put(&pair, " = ", " &= ");
    expression_in(&pair, left->next, TIGHT_IF);
    end(w, &pair);
}

/* Loops are nested less deep than the parser's limit, of which the outer ones are shown. */
static void equations(struct writing *w, const struct syntax *first)
{
    for (const struct syntax *e = first; e; e = e->next)
        if (e->kind == SYNTAX_FOR) {
            const bool shown = w->n_loops < LOOPS;
            if (shown)
                w->loops[w->n_loops++] = e;
            equations(w, e->first->next->next);
            w->n_loops -= shown;
        } else if (e->kind == SYNTAX_WHEN)
            event(w, e);
        else
            equation(w, e);
}

struct reading_lines reading_lines(struct equations *law)
{
    struct reading_lines lines = { NULL, 0, 0 };
    struct writing w = { .law = law, .lines = &lines };
    for (const struct syntax *d = law->syntax.declarations; d; d = d->next)
        if (d->value && is_definition(law, d->at))
            definition(&w, d);
    equations(&w, law->syntax.equations);
    return lines;
}

enum { WIDTH = 80, INDENT = 2, HANG = 6 };

/* Returns how many bytes of the text stand on one line: up to a blank, else behind an operator or
 * an opening bracket, else all. */
static size_t fitting(const char *text, size_t room)
{
    const size_t length = strlen(text);
    if (length <= room)
        return length;
    for (size_t n = room; n > room / 3; n--)
        if (text[n] == ' ')
            return n;
    for (size_t n = room; n > 1; n--)
        if (strchr("*/({[,", text[n - 1]))
            return n;
    return room;
}

void lines_write(FILE *out, const struct reading_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++) {
        const char *text = lines->of[i].text;
        for (size_t indent = INDENT; *text; indent = HANG) {
            const size_t n = fitting(text, WIDTH - indent);
            fprintf(out, "%*s%.*s\n", (int)indent, "", (int)n, text);
            text += n;
            text += strspn(text, " ");
        }
    }
}

void lines_write_latex(FILE *out, const struct reading_lines *lines)
{
    fputs("\\begin{align*}\n", out);
    for (size_t i = 0; i < lines->n; i++)
        fprintf(out, "  %s%s\n", lines->of[i].latex, i + 1 < lines->n ? " \\\\" : "");
    fputs("\\end{align*}\n", out);
}
