/* Tokens and the edits on them (source.h). */
#include "benchmarks/exporting/source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

struct source_block {
    struct source_block *next;
    max_align_t content[];
};

void *source_array(struct source *source, size_t size)
{
    struct source_block *block = memory_array(1, sizeof *block + size);
    block->next = source->blocks;
    source->blocks = block;
    return block->content;
}

const char *source_text(struct source *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = source_array(source, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

_Noreturn void source_fail(const char *what, const struct tokens *tokens, size_t i)
{
    char near[160] = "";
    size_t used = 0;
    for (size_t k = i > 6 ? i - 6 : 0; k < tokens->n && k < i + 6 && used < sizeof near - 1; k++)
        used += (size_t)snprintf(near + used, sizeof near - used, " %.20s", tokens->at[k].text);
    cli_fail("cannot export: %s near \"%s\"", what, near);
}

bool token_is(const struct tokens *tokens, size_t i, const char *text)
{
    return i < tokens->n && strcmp(tokens->at[i].text, text) == 0;
}

bool token_is_name(const struct tokens *tokens, size_t i)
{
    return i < tokens->n && tokens->at[i].kind == TOKEN_NAME;
}

bool token_is_member(const struct tokens *tokens, size_t i)
{
    return token_is_name(tokens, i) && i > 0 &&
           (token_is(tokens, i - 1, ".") || token_is(tokens, i - 1, "->"));
}

void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by, size_t n)
{
    const size_t total = tokens->n - (to - from) + n;
    if (total > tokens->capacity) {
        tokens->capacity = 2 * total;
        tokens->at = memory_resized(tokens->at, tokens->capacity, sizeof *tokens->at);
    }
    struct token first = { 0 };
    if (from < to)
        first = tokens->at[from];
    if (tokens->n > to)
        memmove(tokens->at + from + n, tokens->at + to, (tokens->n - to) * sizeof *tokens->at);
    for (size_t i = 0; i < n; i++)
        tokens->at[from + i] = by[i];
    if (n > 0 && from < to) { /* it takes the place of the old text */
        tokens->at[from].space = first.space;
        tokens->at[from].line = first.line;
    }
    tokens->n = total;
}

void tokens_remove(struct tokens *tokens, size_t from, size_t to)
{
    const bool line = from < to && tokens->at[from].line;
    tokens_replace(tokens, from, to, NULL, 0);
    if (line && from < tokens->n)
        tokens->at[from].line = true;
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->at);
    *tokens = (struct tokens){ 0 };
}

void token_rename(struct source *source, struct tokens *tokens, size_t i, const char *text)
{
    tokens->at[i].text = source_text(source, "%s", text);
    if (isdigit((unsigned char)*text))
        tokens->at[i].kind = TOKEN_NUMBER;
}

/* Returns the length of the token at text, which is not white space. */
static size_t token_length(const char *text, enum token_kind *kind)
{
    static const char *const marks[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^=" };
    size_t n = 1;
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        *kind = TOKEN_COMMENT;
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    if (isalpha((unsigned char)*text) || *text == '_') {
        *kind = TOKEN_NAME;
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
        return n;
    }
    if (isdigit((unsigned char)*text)) {
        *kind = TOKEN_NUMBER;
        while (isalnum((unsigned char)text[n]) || text[n] == '.' ||
               ((text[n] == '+' || text[n] == '-') && strchr("eEpP", text[n - 1])))
            n++;
        return n;
    }
    if (*text == '"' || *text == '\'') {
        *kind = TOKEN_TEXT;
        while (text[n] && text[n] != *text)
            n += text[n] == '\\' && text[n + 1] ? 2 : 1;
        return n + (text[n] != '\0');
    }
    *kind = TOKEN_MARK;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

const char *source_token(struct source *source, const char *text, struct tokens *tokens)
{
    struct token token = { .line = tokens->n == 0 };
    const char *begin = text;
    while (isspace((unsigned char)*text))
        token.line |= *text++ == '\n';
    token.space = text > begin;
    if (!*text)
        return text;
    const size_t length = token_length(text, &token.kind);
    token.text = source_text(source, "%.*s", (int)length, text);
    tokens_replace(tokens, tokens->n, tokens->n, &token, 1);
    return text + length;
}

void source_tokens(struct source *source, const char *text, struct tokens *tokens)
{
    while (*text)
        text = source_token(source, text, tokens);
}

size_t tokens_closing(const struct tokens *tokens, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < tokens->n; i++) {
        if (tokens->at[i].kind != TOKEN_MARK)
            continue;
        if (strchr("([{", *tokens->at[i].text))
            depth++;
        else if (strchr(")]}", *tokens->at[i].text) && --depth == 0)
            return i;
    }
    source_fail("a bracket is not closed", tokens, open);
}

size_t tokens_end_of_part(const struct tokens *tokens, size_t i, const char *stop)
{
    for (; i < tokens->n; i++) {
        if (tokens->at[i].kind != TOKEN_MARK)
            continue;
        if (strchr("([{", *tokens->at[i].text))
            i = tokens_closing(tokens, i);
        else if (strchr(",;)]}", *tokens->at[i].text) || (stop && token_is(tokens, i, stop)))
            return i;
    }
    return i;
}

size_t tokens_list(const struct tokens *tokens, size_t open, struct range parts[], size_t most)
{
    const size_t close = tokens_closing(tokens, open);
    size_t n = 0;
    for (size_t i = open + 1; i < close;) {
        if (n == most)
            source_fail("a list is too long", tokens, open);
        const size_t end = tokens_end_of_part(tokens, i, NULL);
        parts[n++] = (struct range){ i, end };
        i = end + 1;
    }
    return n;
}

void tokens_remove_part(struct tokens *tokens, struct range part)
{
    if (token_is(tokens, part.to, ","))
        tokens_remove(tokens, part.from, part.to + 1);
    else
        tokens_remove(tokens, part.from - token_is(tokens, part.from - 1, ","), part.to);
}

size_t tokens_statement(const struct tokens *tokens, size_t i)
{
    while (i < tokens->n && tokens->at[i].kind == TOKEN_COMMENT)
        i++;
    if (token_is(tokens, i, "{"))
        return tokens_closing(tokens, i) + 1;
    if (token_is(tokens, i, "if")) {
        const size_t end = tokens_statement(tokens, tokens_closing(tokens, i + 1) + 1);
        return token_is(tokens, end, "else") ? tokens_statement(tokens, end + 1) : end;
    }
    if (token_is(tokens, i, "for") || token_is(tokens, i, "while") || token_is(tokens, i, "switch"))
        return tokens_statement(tokens, tokens_closing(tokens, i + 1) + 1);
    if (token_is(tokens, i, "UNROLL"))
        return tokens_statement(tokens, i + 1);
    if (token_is(tokens, i, "do") || token_is(tokens, i, "goto"))
        source_fail("a statement of an unknown kind", tokens, i);
    while (i < tokens->n && !token_is(tokens, i, ";"))
        i = strchr("([{", *tokens->at[i].text) && tokens->at[i].kind == TOKEN_MARK
                ? tokens_closing(tokens, i) + 1
                : i + 1;
    return i + 1;
}

void source_free_texts(struct source *source)
{
    while (source->blocks) {
        struct source_block *next = source->blocks->next;
        free(source->blocks);
        source->blocks = next;
    }
}
