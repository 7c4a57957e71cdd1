/* Renames and prints (print.h). */
#include "benchmarks/exporting/print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { PAGE = 100, INDENT = 4 };

/* Names that only some compilers know: they become macros of the header. */
static const struct hint {
    const char *name, *macro;
} hints[] = {
    { "UNROLL", "UNROLL" },
    { "WEAK", "WEAK" },
    { "FLATTEN", "FLATTEN" },
    { "APART", "APART" },
    { "__builtin_constant_p", "KNOWN" },
    { "__builtin_expect", "EXPECT" },
};

/* Returns the macro of a hint, or NULL. */
static const char *hint_macro(const char *name)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(name, hints[i].name) == 0)
            return hints[i].macro;
    return NULL;
}

/* Returns the name behind a mark that tells where it comes from, unless the unit has that name for
 * something else. */
static const char *without(const struct unit *unit, const char *mark, const char *name)
{
    const size_t n = strlen(mark);
    return strncmp(name, mark, n) == 0 && !unit_find(unit, name + n) ? name + n : name;
}

/* Returns the header's name for a name of the unit. The public step has the name of the method's
 * function. */
static const char *renamed(struct unit *unit, const char *law, const char *prefix, const char *name)
{
    if (hint_macro(name))
        name = hint_macro(name);
    else if (strcmp(name, "step") == 0)
        name = "method";
    else if (strncmp(name, "export_", 7) == 0)
        name += 7;
    else
        name = without(unit, "r_", without(unit, texts_print(&unit->texts, "law_%s_", law), name));
    return texts_print(&unit->texts, "%s_%s", prefix, name);
}

/* Functions become static inline, but for those whose linkage a hint says. */
static void make_inline(struct unit *unit, struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    size_t words = 0;
    if (tokens_is(tokens, 0, "FLATTEN") || tokens_is(tokens, 0, "APART"))
        return;
    while (tokens_is(tokens, words, "static") || tokens_is(tokens, words, "inline"))
        words++;
    tokens_put(tokens, &unit->texts, 0, words, "static inline ");
    tokens->at[2].gap = " ";
}

void rename_kept(struct unit *unit, const char *law, const char *prefix)
{
    size_t total = 0, n = 0;
    for (size_t d = 0; d < unit->n; d++) {
        if (unit->at[d].is_kept && unit->at[d].kind == DECLARED_FUNCTION)
            make_inline(unit, &unit->at[d]);
        total += unit->at[d].tokens.n;
    }
    /* All new names are made before any is set: what a name stands for is found by the old ones. */
    const char **names = memory_array(total + 1, sizeof *names);
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n && unit->at[d].is_kept; i++, n++) {
            const char *name = unit->at[d].tokens.at[i].text;
            if (unit_mentioned(unit, &unit->at[d], i) || hint_macro(name))
                names[n] = renamed(unit, law, prefix, name);
        }
    n = 0;
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n && unit->at[d].is_kept; i++, n++)
            if (names[n])
                unit->at[d].tokens.at[i].text = names[n];
    free(names);
}

/* Returns the column behind a text that begins at a column. */
static size_t column_behind(size_t column, const char *text)
{
    const char *line = strrchr(text, '\n');
    return line ? strlen(line + 1) : column + strlen(text);
}

/* Returns true when a full line may end before token i: not between the words of a type. */
static bool may_break(const struct tokens *tokens, size_t i)
{
    return *tokens->at[i].gap &&
           !(tokens_is_name(tokens, i - 1) && !tokens_is(tokens, i - 1, "return") &&
             (tokens_is_name(tokens, i) || tokens_is(tokens, i, "*")));
}

/* Returns the length of token i with those up to the next place where a line may end. */
static size_t chunk(const struct tokens *tokens, size_t i)
{
    size_t length = strlen(tokens->at[i].text);
    while (++i < tokens->n && !may_break(tokens, i))
        length += (*tokens->at[i].gap != '\0') + strlen(tokens->at[i].text);
    return length;
}

/* Returns true when the source's line break before token i, outside brackets, separates
 * statements, members or comments. */
static bool separates(const struct tokens *tokens, size_t i)
{
    const struct token *before = &tokens->at[i - 1];
    return before->kind == TOKEN_COMMENT || tokens->at[i].kind == TOKEN_COMMENT ||
           strchr(";{}:)", *before->text) || strchr("{}", *tokens->at[i].text) ||
           strcmp(before->text, "else") == 0 || strstr(before->text, "_UNROLL");
}

/* Returns the length of tokens on one line. */
static size_t length_of(const struct tokens *tokens, size_t from, size_t to)
{
    size_t length = 0;
    for (size_t i = from; i < to; i++)
        length += (*tokens->at[i].gap != '\0') + strlen(tokens->at[i].text);
    return length;
}

/* A function that does not fit on one line has its body on lines of their own; if its parameters
 * do not fit, either, its name begins a line. */
static void break_function(struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    const size_t body = function_body(function);
    if (length_of(tokens, 0, body) > PAGE)
        tokens->at[function_parameters(function) - 1].gap = "\n";
    if (strchr(tokens->at[body].gap, '\n') || length_of(tokens, 0, tokens->n) <= PAGE)
        return;
    tokens->at[body].gap = tokens->at[tokens->n - 1].gap = "\n";
    tokens->at[body + 1].gap = "\n    ";
}

static void print_tokens(FILE *file, const struct tokens *tokens, size_t name)
{
    size_t column = 0, indent = 0;
    int depth = 0;
    for (size_t i = 0; i < tokens->n; i++) {
        const struct token *token = &tokens->at[i];
        const char *gap = i == 0 ? "" : token->gap;
        if (*gap == '\n' && (i == name || (depth == 0 && separates(tokens, i))))
            indent = strlen(gap) - 1;
        else if (*gap && (!may_break(tokens, i) || column + 1 + chunk(tokens, i) <= PAGE))
            gap = " ";
        else if (*gap) {
            fprintf(file, "\n%*s", (int)indent + INDENT, "");
            column = indent + INDENT;
            gap = "";
        }
        fprintf(file, "%s%s", gap, token->text);
        column = column_behind(column_behind(column, gap), token->text);
        if (token->kind == TOKEN_MARK)
            depth += (strchr("([", *token->text) != NULL) - (strchr(")]", *token->text) != NULL);
    }
    fputc('\n', file);
}

/* Prints a comment in file scope. */
static void print_comment(FILE *file, const char *comment)
{
    for (const char *text = comment; *text;) {
        const size_t length = strcspn(text, "\n");
        fprintf(file, "%s%.*s\n", text == comment ? "" : " ", (int)length, text);
        text += length + (text[length] != '\0');
        text += strspn(text, " \t");
    }
}

void print_kept(FILE *file, struct unit *unit)
{
    for (size_t d = 0; d < unit->n; d++) {
        size_t name = 0; /* of a function */
        if (!unit->at[d].is_kept)
            continue;
        if (unit->at[d].comment)
            print_comment(file, unit->at[d].comment);
        if (unit->at[d].kind == DECLARED_FUNCTION) {
            name = function_parameters(&unit->at[d]) - 1;
            break_function(&unit->at[d]);
        }
        print_tokens(file, &unit->at[d].tokens, name);
        fputc('\n', file);
    }
}

void print_paragraph(FILE *file, const char *indent, const char *format, ...)
{
    char text[4096];
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
        column += (size_t)fprintf(file, "%s%s %s", column == 0 ? " *" : "",
                                  column == 0 ? indent : "", word);
    }
    fputc('\n', file);
}
