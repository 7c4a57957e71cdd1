/* Classifies tokens and finds the operands and terms around them. */
#include "properties/mutation/source.h"

#include <ctype.h>
#include <string.h>

static size_t length_of(const struct source *source, size_t i)
{
    return source->tokens[i].end - source->tokens[i].begin;
}

bool token_is(const struct source *source, size_t i, const char *text)
{
    return i < source->n && length_of(source, i) == strlen(text) &&
           strncmp(source->text + source->tokens[i].begin, text, strlen(text)) == 0;
}

bool token_among(const struct source *source, size_t i, const char *texts)
{
    if (i >= source->n)
        return false;
    const size_t length = length_of(source, i);
    for (const char *at = texts; (at = strchr(at, ' ')) && at[1]; at++) {
        const size_t n = strcspn(at + 1, " ");
        if (n == length && strncmp(at + 1, source->text + source->tokens[i].begin, n) == 0)
            return true;
    }
    return false;
}

bool token_is_kind(const struct source *source, size_t i, enum token_kind kind)
{
    return i < source->n && source->tokens[i].kind == kind;
}

bool token_in_body(const struct source *source, size_t i)
{
    return source->tokens[i].region == REGION_BODY;
}

size_t token_function(const struct source *s, size_t i)
{
    while (i > 0 && s->tokens[i - 1].region == REGION_BODY &&
           !(token_is(s, i, "{") && s->tokens[i - 1].region != REGION_BODY))
        i--;
    return i;
}

size_t token_declaration(const struct source *s, size_t i)
{
    while (i > 0 && !token_among(s, i - 1, " ; } "))
        i--;
    return i;
}

bool token_is_type(const struct source *source, size_t i)
{
    return token_among(source, i,
                       " const static struct enum union real double float int unsigned char void "
                       "bool size_t int32_t int64_t uint32_t uint64_t fixed_step observer ") ||
           (i > 0 && token_among(source, i - 1, " struct enum union "));
}

static size_t matching(const struct source *source, size_t i, int step)
{
    size_t depth = 0;
    for (; i < source->n; i += (size_t)step) {
        if (token_among(source, i, " ( [ { "))
            depth += (size_t)step;
        else if (token_among(source, i, " ) ] } "))
            depth -= (size_t)step;
        if (depth == 0)
            return i;
    }
    return source->n;
}

size_t token_closing(const struct source *source, size_t i) { return matching(source, i, 1); }
size_t token_opening(const struct source *source, size_t i) { return matching(source, i, -1); }

/* Returns true when the bracket that closes at i is a cast's. */
static bool is_cast(const struct source *source, size_t i)
{
    if (!token_is(source, i, ")"))
        return false;
    const size_t open = token_opening(source, i);
    return open < source->n && token_is_type(source, open + 1) && !token_is(source, i + 1, "{");
}

bool token_is_binary(const struct source *source, size_t i)
{
    if (i == 0 || is_cast(source, i - 1) || token_is_type(source, i - 1))
        return false;
    if (token_is_kind(source, i - 1, TOKEN_NAME))
        return !token_among(source, i - 1, " return case else ");
    return token_is_kind(source, i - 1, TOKEN_NUMBER) || token_among(source, i - 1, " ) ] ");
}

static size_t postfix_end(const struct source *source, size_t i)
{
    for (;;)
        if (token_among(source, i, " ( [ { "))
            i = token_closing(source, i) + 1;
        else if (token_among(source, i, " . -> "))
            i += 2;
        else if (token_among(source, i, " ++ -- "))
            i++;
        else
            return i < source->n ? i : source->n;
}

size_t operand_end(const struct source *source, size_t i)
{
    if (token_is(source, i, "sizeof"))
        return postfix_end(source, i + 1);
    while (token_among(source, i, " + - ! * & ~ ++ -- ") ||
           (token_is(source, i, "(") && is_cast(source, token_closing(source, i))))
        i = token_is(source, i, "(") ? token_closing(source, i) + 1 : i + 1;
    return postfix_end(source, token_is(source, i, "(") ? i : i + 1);
}

size_t operand_begin(const struct source *source, size_t i)
{
    for (;;) {
        while (i > 0 && token_among(source, i - 1, " ) ] ")) {
            i = token_opening(source, i - 1);
            if (i >= source->n)
                return 0;
        }
        const bool named = i > 0 && token_is_kind(source, i - 1, TOKEN_NAME) &&
                           !token_among(source, i - 1, " return case else if while for ");
        if (named || (i > 0 && token_is_kind(source, i - 1, TOKEN_NUMBER) &&
                      !token_among(source, i, " ( [ ")))
            i--;
        if (i < 2 || !token_among(source, i - 1, " . -> "))
            break;
        i--;
    }
    while (i > 0 && (is_cast(source, i - 1) ||
                     (token_among(source, i - 1, " ! - ") && !token_is_binary(source, i - 1))))
        i = is_cast(source, i - 1) ? token_opening(source, i - 1) : i - 1;
    return i;
}

size_t term_end(const struct source *source, size_t i)
{
    i = operand_end(source, i);
    while (token_among(source, i, " * / "))
        i = operand_end(source, i + 1);
    return i;
}

size_t term_begin(const struct source *source, size_t i)
{
    i = operand_begin(source, i);
    while (i > 0 && token_among(source, i - 1, " * / ") && token_is_binary(source, i - 1))
        i = operand_begin(source, i - 1);
    return i;
}

size_t token_next(const struct source *source, size_t i, const char *marks)
{
    for (; i < source->n; i++) {
        if (token_among(source, i, marks) || token_among(source, i, " ) ] } "))
            return i;
        if (token_among(source, i, " ( [ { "))
            i = token_closing(source, i);
    }
    return i;
}
