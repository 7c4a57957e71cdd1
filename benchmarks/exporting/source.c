/* Parses a preprocessed unit into declarations (source.h). */
#include "benchmarks/exporting/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

size_t function_parameters(const struct declaration *function)
{
    size_t i = 0;
    while (!token_is(&function->tokens, i, "("))
        i++;
    return i;
}

size_t function_body(const struct declaration *function)
{
    return tokens_closing(&function->tokens, function_parameters(function)) + 1;
}

struct locals source_locals(const struct tokens *tokens, size_t i)
{
    static const char *const words[] = { "const",    "static",         "real",     "float",
                                         "double",   "unsigned",       "int",      "bool",
                                         "size_t",   "uint64_t",       "int64_t",  "uint32_t",
                                         "int32_t",  "uint_least32_t", "int8_t",   "uint8_t",
                                         "uint16_t", "char",           "volatile", "void" };
    struct locals locals = { .base_from = i };
    for (bool more = true; more;) {
        more = false;
        if (token_is(tokens, i, "struct") || token_is(tokens, i, "enum") ||
            token_is(tokens, i, "union")) {
            i += token_is_name(tokens, i + 1) ? 2 : 1;
            if (token_is(tokens, i, "{"))
                i = tokens_closing(tokens, i) + 1;
            more = true;
            continue;
        }
        for (size_t k = 0; k < sizeof words / sizeof *words && !more; k++)
            more = token_is(tokens, i, words[k]);
        i += more;
    }
    locals.base_to = i;
    if (i == locals.base_from || token_is(tokens, i, "("))
        return locals;
    for (;; i++) {
        const size_t from = i, end = tokens_end_of_part(tokens, i, NULL);
        while (token_is(tokens, i, "*") || token_is(tokens, i, "const"))
            i++;
        if (!token_is_name(tokens, i))
            source_fail("a declaration of an unknown form", tokens, i);
        if (locals.n == SOURCE_MOST_PARTS)
            source_fail("too many variables in one declaration", tokens, i);
        locals.name[locals.n] = i;
        locals.declarator[locals.n++] = (struct range){ from, end };
        i = end;
        if (!token_is(tokens, i, ","))
            break;
    }
    locals.end = i + 1;
    return locals;
}

bool function_declares(const struct declaration *function, const char *name)
{
    const struct tokens *tokens = &function->tokens;
    const size_t open = function_parameters(function);
    struct range parts[SOURCE_MOST_PARTS];
    const size_t n = tokens_list(tokens, open, parts, SOURCE_MOST_PARTS);
    for (size_t i = 0; i < n; i++)
        for (size_t k = parts[i].from; k < parts[i].to; k++)
            if (token_is(tokens, k, name) && !token_is(tokens, k - 1, "struct"))
                return true;
    for (size_t i = function_body(function); i + 1 < tokens->n; i++) {
        const bool begins =
            strchr("{};(", *tokens->at[i].text) != NULL || tokens->at[i].kind == TOKEN_COMMENT;
        if (!begins || !token_is_name(tokens, i + 1) || token_is(tokens, i - 1, "sizeof"))
            continue;
        const size_t next = tokens_end_of_part(tokens, i + 1, NULL);
        if (token_is(tokens, next, ")"))
            continue; /* a cast */
        const struct locals locals = source_locals(tokens, i + 1);
        for (size_t k = 0; k < locals.n; k++)
            if (token_is(tokens, locals.name[k], name))
                return true;
    }
    return false;
}

/* Moves members of an anonymous struct into the enclosing struct. */
static void flatten(struct tokens *tokens)
{
    for (size_t i = 3; i + 1 < tokens->n; i++) {
        if (!token_is(tokens, i, "struct") || !token_is(tokens, i + 1, "{"))
            continue;
        const size_t end = tokens_closing(tokens, i + 1);
        if (!token_is(tokens, end + 1, ";"))
            continue;
        tokens_remove(tokens, end, end + 2);
        tokens_remove(tokens, i, i + 2);
        i--;
    }
}

/* Determines kind and name of a declaration whose tokens are complete. */
static void classify(struct declaration *declaration)
{
    const struct tokens *tokens = &declaration->tokens;
    size_t i = 0;
    declaration->kind = DECLARED_OTHER;
    if (token_is(tokens, 0, "typedef"))
        return;
    if (token_is(tokens, 0, "enum") && (token_is(tokens, 1, "{") || token_is(tokens, 2, "{"))) {
        declaration->kind = DECLARED_ENUM;
        return;
    }
    if (token_is(tokens, 0, "struct") && token_is(tokens, 2, "{")) {
        declaration->kind = DECLARED_TYPE;
        declaration->name = tokens->at[1].text;
        flatten(&declaration->tokens);
        return;
    }
    while (i < tokens->n && !token_is(tokens, i, "(") && !token_is(tokens, i, "=") &&
           !token_is(tokens, i, "["))
        i++;
    if (i == 0 || i >= tokens->n || !token_is_name(tokens, i - 1))
        return;
    declaration->name = tokens->at[i - 1].text;
    if (token_is(tokens, i, "(")) {
        if (token_is(tokens, tokens->n - 1, "}"))
            declaration->kind = DECLARED_FUNCTION;
    } else
        declaration->kind = DECLARED_OBJECT;
}

/* Returns true when the tokens begin with the members of a struct, or the constants of an enum. */
static bool lists_members(const struct tokens *tokens)
{
    if (!token_is(tokens, 0, "struct") && !token_is(tokens, 0, "enum"))
        return false;
    return token_is(tokens, 1, "{") || token_is(tokens, 2, "{");
}

/* Returns true when the declaration is complete: a semicolon, or a function's body, outside
 * brackets. */
static bool complete(const struct tokens *tokens)
{
    if (token_is(tokens, tokens->n - 1, ";"))
        return true;
    if (!token_is(tokens, tokens->n - 1, "}") || lists_members(tokens))
        return false;
    for (size_t i = 0; i < tokens->n && !token_is(tokens, i, "="); i++)
        if (token_is(tokens, i, "("))
            return true;
    return false;
}

static void declare(struct source *source, struct tokens *tokens, const char *comment)
{
    if (source->n == source->capacity) {
        source->capacity = 2 * source->capacity + 64;
        source->at = memory_resized(source->at, source->capacity, sizeof *source->at);
    }
    struct declaration *declaration = &source->at[source->n++];
    *declaration = (struct declaration){ .tokens = *tokens, .comment = comment };
    tokens->at[0].line = true;
    classify(declaration);
    *tokens = (struct tokens){ 0 };
}

/* Enters the file that a line marker names, number *file. Returns true when the file begins
 * here. */
static bool enter_file(struct source *source, const char *marker, size_t length, size_t *file)
{
    const char *quote = memchr(marker, '"', length);
    if (!quote)
        return false;
    const char *path = source_text(source, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
    *file = 0;
    while (*file < source->n_files && strcmp(source->files[*file].path, path) != 0)
        ++*file;
    if (*file == source->n_files) {
        source->files = memory_resized(source->files, source->n_files + 1, sizeof *source->files);
        source->files[source->n_files++] = (struct source_file){ path, NULL };
    }
    return strncmp(marker, "# 1 ", 4) == 0;
}

static int depth_change(const struct token *token)
{
    if (token->kind != TOKEN_MARK)
        return 0;
    if (strchr("([{", *token->text))
        return 1;
    return strchr(")]}", *token->text) ? -1 : 0;
}

/* Drops `__attribute__((...))` if the tokens so far end with it; weak leaves a word. */
static void drop_attribute(struct tokens *tokens)
{
    int depth = 0;
    for (size_t i = tokens->n; i-- > 0;) {
        depth += depth_change(&tokens->at[i]);
        if (depth == 0 && i + 1 < tokens->n) {
            if (i == 0 || !token_is(tokens, i - 1, "__attribute__"))
                return;
            const bool weak = token_is(tokens, i + 2, "weak");
            tokens_remove(tokens, i - 1 + weak, tokens->n);
            if (weak)
                tokens->at[i - 1].text = "WEAK";
            return;
        }
        if (depth >= 0)
            return;
    }
}

/* The parser's state: a declaration under construction. */
struct parser {
    const char *name; /* for messages */
    struct source source;
    struct tokens tokens;
    const char *comment; /* the last comment before the tokens */
    size_t file;         /* number of the present file */
    bool new_file;       /* nothing of the file has been read since its marker */
    long depth;          /* of brackets */
};

/* Handles a line that begins with #: a marker, or a request to unroll a loop. */
static const char *directive(struct parser *p, const char *text)
{
    const size_t length = strcspn(text, "\n");
    if (strncmp(text, "#pragma", 7) == 0)
        source_tokens(&p->source, "\nUNROLL", &p->tokens);
    else
        p->new_file = enter_file(&p->source, text, length, &p->file);
    return text + length;
}

/* Handles a comment between declarations: the opening comment of a file, a remark on the line of
 * the declaration before, or the comment of the next declaration. */
static void comment_between(struct parser *p, bool same_line)
{
    struct source *source = &p->source;
    const struct token *token = &p->tokens.at[0];
    if (same_line && source->n > 0) {
        struct tokens *last = &source->at[source->n - 1].tokens;
        tokens_replace(last, last->n, last->n, token, 1);
        last->at[last->n - 1].line = false;
    } else {
        if (p->new_file && !source->files[p->file].about)
            source->files[p->file].about = token->text;
        p->comment = p->new_file ? NULL : token->text;
        p->new_file = false;
    }
    p->tokens.n = 0;
}

static void take(struct parser *p, const struct token *token)
{
    p->new_file = false;
    p->depth += depth_change(token);
    if (p->depth < 0)
        cli_fail("%s: a closing bracket too many, near \"%s\"", p->name, token->text);
    drop_attribute(&p->tokens);
    if (p->tokens.n > 0 && p->depth == 0 && complete(&p->tokens)) {
        declare(&p->source, &p->tokens, p->comment);
        p->comment = NULL;
    }
}

struct source source_parse(const char *name, const char *text)
{
    struct parser p = { .name = name };
    while (*text) {
        const char *mark = text + strspn(text, " \t\n");
        if (*mark == '#') {
            text = directive(&p, mark);
            continue;
        }
        const size_t before = p.tokens.n;
        const bool same_line = !memchr(text, '\n', (size_t)(mark - text));
        text = source_token(&p.source, text, &p.tokens);
        if (p.tokens.n == before)
            continue;
        if (before == 0 && p.tokens.at[0].kind == TOKEN_COMMENT)
            comment_between(&p, same_line);
        else
            take(&p, &p.tokens.at[before]);
    }
    if (p.tokens.n > 0)
        cli_fail("%s: a declaration does not end, near \"%s\"", name, p.tokens.at[0].text);
    tokens_free(&p.tokens);
    return p.source;
}

void source_free(struct source *source)
{
    for (size_t i = 0; i < source->n; i++)
        free(source->at[i].tokens.at);
    free(source->at);
    free(source->files);
    source_free_texts(source);
    *source = (struct source){ 0 };
}

struct declaration *source_find(const struct source *source, enum declaration_kind kind,
                                const char *name)
{
    for (size_t i = 0; i < source->n; i++)
        if (source->at[i].kind == kind && source->at[i].name &&
            strcmp(source->at[i].name, name) == 0)
            return &source->at[i];
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

const char *source_about(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++)
        if (ends_with(source->files[i].path, path))
            return source->files[i].about;
    return NULL;
}
