/* Lays tokens out as lines: each statement, member and separate comment begins a line; a line that
 * is too long is broken after a comma or an operator and continues below the bracket that encloses
 * the place (print.h). */
#include "benchmarks/exporting/print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

#define UNBROKEN ((size_t)-1)
#define OUTSIDE  ((size_t)-2)
#define LEFT     ((size_t)-3)

enum { PAGE = 100, INDENT = 4, MOST_TEXT = 4096, MOST_DEPTH = 64 };

/* The columns at which the line continues if it is broken at the present place. */
struct columns {
    size_t open[MOST_DEPTH];
    size_t depth;
};

/* A line under construction: its text, and the best places to break it. */
struct line {
    FILE *file;
    size_t indent;
    struct columns columns;
    char text[MOST_TEXT];
    size_t length;
    size_t shown[MOST_TEXT]; /* the column of each character */
    /* Where the text may be broken: to continue below that column, or OUTSIDE all brackets. */
    size_t place[MOST_TEXT];
    size_t depth[MOST_TEXT]; /* number of brackets around a place */
};

static void line_begin(struct line *line, size_t indent)
{
    line->indent = indent;
    line->length = 0;
    line->columns.depth = 0;
}

/* Returns where to break the text that begins at from, at most room further on: of the places in
 * its second half the last one in the fewest brackets, or the last one of all. */
static size_t best_place(const struct line *line, size_t from, size_t room)
{
    size_t best = line->length, last = line->length;
    for (size_t i = from + 1; i < line->length && i <= from + room; i++) {
        if (line->place[i] == UNBROKEN)
            continue;
        last = i;
        if (i > from + room / 2 && (best == line->length || line->depth[i] <= line->depth[best]))
            best = i;
    }
    return best < line->length ? best : last;
}

/* Writes the line in pieces, each broken at the last place that fits. */
static void line_end(struct line *line)
{
    size_t from = 0, column = line->indent;
    while (from < line->length) {
        size_t cut = line->length;
        if (column + line->length - from > PAGE)
            cut = best_place(line, from, PAGE - column);
        for (size_t i = from; i < cut; i++)
            line->shown[i] = column + i - from;
        fprintf(line->file, "%*s%.*s\n", (int)column, "", (int)(cut - from), line->text + from);
        column = line->indent + (cut < line->length && line->place[cut] == LEFT ? 0 : INDENT);
        if (cut < line->length && line->place[cut] != LEFT && line->place[cut] != OUTSIDE &&
            line->place[cut] < cut)
            column = line->shown[line->place[cut]];
        from = cut;
        while (from < line->length && line->text[from] == ' ')
            from++;
    }
    line->length = 0;
}

static void line_put(struct line *line, const char *text, bool space)
{
    if (line->length + strlen(text) + 2 > MOST_TEXT)
        cli_fail("cannot export: a statement is too long, near \"%.60s\"", line->text);
    if (space && line->length > 0)
        line->text[line->length++] = ' ';
    for (const char *c = text; *c; c++) {
        line->place[line->length] = UNBROKEN;
        line->text[line->length++] = *c;
    }
    line->text[line->length] = '\0';
    line->place[line->length] = UNBROKEN;
}

/* The line may be broken here. */
static void line_may_break(struct line *line)
{
    const size_t depth = line->columns.depth;
    line->depth[line->length] = depth;
    line->place[line->length] = depth > 0 ? line->columns.open[depth - 1] : OUTSIDE;
}

static bool one_of(const char *text, const char *const list[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

#define ONE_OF(text, ...)                                                                          \
    one_of(text, (const char *const[]){ __VA_ARGS__ },                                             \
           sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

/* Returns true when the brace at i opens statements or members, not values. */
static bool is_block(const struct declaration *declaration, size_t i)
{
    const struct tokens *tokens = &declaration->tokens;
    if (declaration->kind == DECLARED_ENUM || declaration->kind == DECLARED_OBJECT)
        return false;
    if (declaration->kind == DECLARED_FUNCTION && i == function_body(declaration))
        return true;
    if (declaration->kind == DECLARED_TYPE || token_is(tokens, i - 1, "union") ||
        token_is(tokens, i - 1, "else"))
        return true;
    if (token_is(tokens, i - 1, ")")) { /* except `(struct type){` */
        size_t open = i - 1;
        for (size_t depth = 1; depth > 0;) {
            open--;
            depth += token_is(tokens, open, ")");
            depth -= token_is(tokens, open, "(");
        }
        return !token_is(tokens, open + 1, "struct");
    }
    return ONE_OF(tokens->at[i - 1].text, ";", "{", "}", ":") && !token_is(tokens, i - 1, ",");
}

/* Returns false for tokens without white space before them. */
static bool spaced(const struct tokens *tokens, size_t i)
{
    if (i == 0)
        return false;
    const char *before = tokens->at[i - 1].text, *now = tokens->at[i].text;
    if (ONE_OF(before, "(", "[", "!", "->", ".") ||
        ONE_OF(now, ")", "]", ",", ";", "->", "++", "--"))
        return ONE_OF(now, "++", "--") && tokens->at[i].space;
    if (strcmp(before, ",") == 0)
        return true;
    return tokens->at[i].space || tokens->at[i].line;
}

struct printer {
    struct line line;
    size_t blocks;  /* open ones */
    size_t nested;  /* statements inside others, without braces */
    size_t control; /* index of the bracket that closes a condition, or 0 */
    bool fresh;     /* nothing on the line yet */
};

static void next_line(struct printer *p)
{
    if (!p->fresh)
        line_end(&p->line);
    p->fresh = true;
}

static void put(struct printer *p, const struct tokens *tokens, size_t i)
{
    struct line *line = &p->line;
    const char *text = tokens->at[i].text;
    const bool first = p->fresh;
    if (first) {
        const bool label = ONE_OF(text, "case", "default");
        line_begin(line, INDENT * (p->blocks + p->nested - label));
        p->fresh = false;
    }
    line_put(line, text, !first && spaced(tokens, i));
    if (tokens->at[i].kind == TOKEN_MARK && ONE_OF(text, "(", "[", "{") &&
        line->columns.depth < MOST_DEPTH) {
        const size_t gap = *text == '{'; /* a blank */
        line->columns.open[line->columns.depth++] = line->length + gap;
    }
    if (tokens->at[i].kind == TOKEN_MARK && ONE_OF(text, ")", "]", "}") && line->columns.depth > 0)
        line->columns.depth--;
    const bool operator= ONE_OF(text, ",", "+", "-", "*", "/", "=", "&&", "||", "?", ":", "==", "<",
                                ">", "+=", "-=", "*=");
    if (operator&& i + 1<tokens->n && spaced(tokens, i + 1))
        line_may_break(line);
}

/* A comment on its own line keeps its line breaks. */
static void put_comment(struct printer *p, const char *text)
{
    next_line(p);
    const size_t indent = INDENT * (p->blocks + p->nested);
    for (bool first = true; *text; first = false) {
        const size_t length = strcspn(text, "\n");
        fprintf(p->line.file, "%*s%s%.*s\n", (int)indent, "", first ? "" : " ", (int)length, text);
        text += length + (text[length] != '\0');
        text += strspn(text, " \t");
    }
}

/* An `else` after the statement that ends at i is as deep as its condition. */
static void end_of_statement(struct printer *p, const struct tokens *tokens, size_t i)
{
    if (!token_is(tokens, i + 1, "else"))
        p->nested = 0;
    else if (p->nested > 0)
        p->nested--;
    next_line(p);
}

static bool trailing(const struct tokens *tokens, size_t i)
{
    return i + 1 < tokens->n && tokens->at[i + 1].kind == TOKEN_COMMENT && !tokens->at[i + 1].line;
}

static void open_block(struct printer *p, const struct tokens *tokens, size_t i, bool function)
{
    if (function)
        next_line(p);
    put(p, tokens, i);
    next_line(p);
    p->blocks++;
    p->nested = 0;
}

static void close_block(struct printer *p, const struct tokens *tokens, size_t i)
{
    p->blocks--;
    p->nested = 0;
    put(p, tokens, i);
    const bool more = token_is(tokens, i + 1, "else") || token_is(tokens, i + 1, ";") ||
                      (token_is_name(tokens, i + 1) && !tokens->at[i + 1].line);
    if (!more)
        next_line(p);
}

/* After `if (...)`, `else` and UNROLL a statement without braces is one level deeper. */
static void begin_part(struct printer *p, const struct tokens *tokens, size_t i)
{
    if (token_is(tokens, i + 1, "{"))
        return;
    p->nested++;
    next_line(p);
}

void print_declaration(FILE *file, const struct declaration *declaration)
{
    const struct tokens *tokens = &declaration->tokens;
    const bool function = declaration->kind == DECLARED_FUNCTION;
    const size_t body = function ? function_body(declaration) : 0;
    size_t blocks[MOST_DEPTH], n_blocks = 0, brackets = 0;
    struct printer *p = memory_array(1, sizeof *p);
    p->line.file = file;
    p->fresh = true;
    for (size_t i = 0; i < tokens->n; i++) {
        const char *text = tokens->at[i].text;
        if (tokens->at[i].kind == TOKEN_COMMENT && (tokens->at[i].line || p->fresh)) {
            put_comment(p, text);
            continue;
        }
        if (token_is(tokens, i, "{") && is_block(declaration, i)) {
            if (n_blocks < MOST_DEPTH)
                blocks[n_blocks++] = tokens_closing(tokens, i);
            open_block(p, tokens, i, function && i == body);
            continue;
        }
        if (n_blocks > 0 && i == blocks[n_blocks - 1]) {
            n_blocks--;
            close_block(p, tokens, i);
            continue;
        }
        put(p, tokens, i);
        if (function && i + 2 == function_parameters(declaration)) {
            p->line.place[p->line.length] = LEFT; /* the name may begin a line */
            p->line.depth[p->line.length] = 0;
        }
        if (tokens->at[i].kind == TOKEN_MARK) {
            brackets += *text == '(';
            brackets -= *text == ')';
        }
        if (ONE_OF(text, "if", "for", "while", "switch") && tokens->at[i].kind == TOKEN_NAME)
            p->control = tokens_closing(tokens, i + 1);
        if ((i == p->control && i > 0) ||
            (strcmp(text, "else") == 0 && !token_is(tokens, i + 1, "if")))
            begin_part(p, tokens, i);
        else if (strstr(text, "UNROLL") && tokens->at[i].kind == TOKEN_NAME)
            next_line(p);
        else if ((strcmp(text, ";") == 0 && brackets == 0 && n_blocks > 0 &&
                  !trailing(tokens, i)) ||
                 (tokens->at[i].kind == TOKEN_COMMENT && n_blocks > 0))
            end_of_statement(p, tokens, i);
    }
    next_line(p);
    free(p);
}

void print_paragraph(FILE *file, const char *indent, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t column = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        const size_t length = strlen(word);
        if (column > 0 && column + 1 + length > PAGE) {
            fputc('\n', file);
            column = 0;
        }
        column += column == 0 ? (size_t)fprintf(file, " * %s%s", indent, word)
                              : (size_t)fprintf(file, " %s", word);
    }
    fputc('\n', file);
}
