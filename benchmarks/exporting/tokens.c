/* Reads and edits tokens (tokens.h). */
#include "benchmarks/exporting/tokens.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

struct texts_block {
    struct texts_block *next;
    char text[];
};

const char *texts_print(struct texts *texts, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    struct texts_block *block = memory_array(1, sizeof *block + (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(block->text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    block->next = texts->newest;
    texts->newest = block;
    return block->text;
}

void texts_free(struct texts *texts)
{
    while (texts->newest) {
        struct texts_block *next = texts->newest->next;
        free(texts->newest);
        texts->newest = next;
    }
}

/* Returns the length of a token that begins with a letter, a digit or a quote. */
static size_t word_length(const char *text, enum token_kind kind)
{
    size_t n = 1;
    if (kind == TOKEN_TEXT) {
        while (text[n] && text[n] != *text)
            n += text[n] == '\\' && text[n + 1] ? 2 : 1;
        return n + (text[n] != '\0');
    }
    while (isalnum((unsigned char)text[n]) || text[n] == '_' ||
           (kind == TOKEN_NUMBER && (text[n] == '.' || ((text[n] == '+' || text[n] == '-') &&
                                                        strchr("eEpP", text[n - 1])))))
        n++;
    return n;
}

static size_t mark_length(const char *text)
{
    static const char *const marks[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^=" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

static size_t token_length(const char *text, enum token_kind *kind)
{
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        *kind = TOKEN_COMMENT;
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    *kind = TOKEN_MARK;
    if (isalpha((unsigned char)*text) || *text == '_')
        *kind = TOKEN_NAME;
    else if (isdigit((unsigned char)*text))
        *kind = TOKEN_NUMBER;
    else if (*text == '"' || *text == '\'')
        *kind = TOKEN_TEXT;
    return *kind == TOKEN_MARK ? mark_length(text) : word_length(text, *kind);
}

const char *tokens_read_one(struct tokens *tokens, struct texts *texts, const char *gap,
                            const char *text)
{
    struct token token = { .gap = gap };
    const size_t length = token_length(text, &token.kind);
    token.text = texts_print(texts, "%.*s", (int)length, text);
    tokens_replace(tokens, tokens->n, tokens->n, &token, 1);
    return text + length;
}

void tokens_read(struct tokens *tokens, struct texts *texts, const char *text)
{
    while (*text) {
        const size_t length = strspn(text, " \t\n");
        if (text[length])
            text = tokens_read_one(tokens, texts, texts_print(texts, "%.*s", (int)length, text),
                                   text + length);
        else
            text += length;
    }
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->at);
    *tokens = (struct tokens){ 0 };
}

bool tokens_is(const struct tokens *tokens, size_t i, const char *text)
{
    return i < tokens->n && strcmp(tokens->at[i].text, text) == 0;
}

bool tokens_is_name(const struct tokens *tokens, size_t i)
{
    return i < tokens->n && tokens->at[i].kind == TOKEN_NAME;
}

bool tokens_is_member(const struct tokens *tokens, size_t i)
{
    return tokens_is_name(tokens, i) && i > 0 &&
           (tokens_is(tokens, i - 1, ".") || tokens_is(tokens, i - 1, "->"));
}

void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by, size_t n)
{
    const size_t total = tokens->n - (to - from) + n;
    const char *gap = from < tokens->n ? tokens->at[from].gap : NULL;
    if (total > tokens->capacity) {
        tokens->capacity = 2 * total;
        tokens->at = memory_resized(tokens->at, tokens->capacity, sizeof *tokens->at);
    }
    if (tokens->n > to)
        memmove(tokens->at + from + n, tokens->at + to, (tokens->n - to) * sizeof *tokens->at);
    for (size_t i = 0; i < n; i++)
        tokens->at[from + i] = by[i];
    if (gap && n > 0)
        tokens->at[from].gap = gap;
    tokens->n = total;
}

void tokens_put(struct tokens *tokens, struct texts *texts, size_t from, size_t to,
                const char *text)
{
    struct tokens by = { 0 };
    tokens_read(&by, texts, text);
    tokens_replace(tokens, from, to, by.at, by.n);
    tokens_free(&by);
}

static int depth_change(const struct token *token)
{
    if (token->kind != TOKEN_MARK)
        return 0;
    return strchr("([{", *token->text) ? 1 : strchr(")]}", *token->text) ? -1 : 0;
}

size_t tokens_closing(const struct tokens *tokens, size_t open)
{
    int depth = 0;
    for (size_t i = open; i < tokens->n; i++) {
        depth += depth_change(&tokens->at[i]);
        if (depth == 0)
            return i;
    }
    cli_fail("cannot export: the bracket is not closed in \"%s %s ...\"", tokens->at[0].text,
             tokens->n > 1 ? tokens->at[1].text : "");
}

size_t tokens_list(const struct tokens *tokens, size_t open, struct part parts[TOKENS_PARTS])
{
    const size_t close = tokens_closing(tokens, open);
    size_t n = 0, from = open + 1;
    for (size_t i = from; i <= close; i++) {
        if (i < close && depth_change(&tokens->at[i]) > 0)
            i = tokens_closing(tokens, i);
        else if (i == close || tokens_is(tokens, i, ",")) {
            if (i > from && n == TOKENS_PARTS)
                cli_fail("cannot export: a list of more than %d parts", TOKENS_PARTS);
            if (i > from)
                parts[n++] = (struct part){ from, i };
            from = i + 1;
        }
    }
    return n;
}

void tokens_remove_part(struct tokens *tokens, struct part part)
{
    if (tokens_is(tokens, part.to, ",")) {
        part.to++;
        if (depth_change(&tokens->at[part.to]) >= 0) /* the next part comes first in its place */
            tokens->at[part.to].gap = tokens->at[part.from].gap;
    } else
        part.from -= tokens_is(tokens, part.from - 1, ",");
    tokens_replace(tokens, part.from, part.to, NULL, 0);
}
