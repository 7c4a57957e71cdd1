/* Evaluates expressions by recursive descent over C's grammar, as far as their values are known
 * (constant.h). */
#include "benchmarks/exporting/constant.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const struct source *source;
    const struct tokens *tokens;
    size_t i, to;
};

static const struct constant unknown = { 0 };

static struct constant whole(double value) { return (struct constant){ true, true, value }; }

static struct constant conditional(struct reader *r);

static bool next_is(const struct reader *r, const char *text)
{
    return r->i < r->to && token_is(r->tokens, r->i, text);
}

static struct constant number(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    const bool hexadecimal = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
    const bool real = strpbrk(text, hexadecimal ? ".pP" : ".eEfF") != NULL;
    return (struct constant){ true, !real, value };
}

static bool mentions(const struct tokens *tokens, const char *name)
{
    for (size_t i = 1; i < tokens->n; i++)
        if (token_is(tokens, i, name))
            return true;
    return false;
}

struct constant constant_enumerator(const struct source *source, const char *name)
{
    for (size_t d = 0; d < source->n; d++) {
        const struct tokens *tokens = &source->at[d].tokens;
        if (source->at[d].kind != DECLARED_ENUM || !mentions(tokens, name))
            continue;
        struct constant value = whole(-1);
        for (size_t i = token_is(tokens, 1, "{") ? 2 : 3;
             i < tokens->n && !token_is(tokens, i, "}"); i++) {
            if (tokens->at[i].kind == TOKEN_COMMENT)
                continue;
            const size_t end = tokens_end_of_part(tokens, i, NULL);
            value.value += 1;
            if (token_is(tokens, i + 1, "="))
                value = constant_value(source, tokens, i + 2, end);
            if (token_is(tokens, i, name))
                return value;
            i = end;
            if (token_is(tokens, i, "}"))
                break;
        }
    }
    return unknown;
}

static struct constant name_value(const struct source *source, const char *name)
{
    if (strcmp(name, "NULL") == 0 || strcmp(name, "false") == 0)
        return whole(0);
    if (strcmp(name, "true") == 0 || source_find(source, DECLARED_FUNCTION, name))
        return whole(1);
    return constant_enumerator(source, name);
}

/* Skips calls, subscripts and members, whose values are not known. */
static bool postfix(struct reader *r)
{
    const size_t begin = r->i;
    while (r->i < r->to) {
        if (next_is(r, "(") || next_is(r, "["))
            r->i = tokens_closing(r->tokens, r->i) + 1;
        else if (next_is(r, ".") || next_is(r, "->"))
            r->i += 2;
        else if (next_is(r, "++") || next_is(r, "--"))
            r->i++;
        else
            break;
    }
    return r->i > begin;
}

/* Returns true for a type in brackets: a cast, which keeps whole numbers whole if its type is not
 * real. */
static bool is_cast(const struct reader *r)
{
    static const char *const types[] = { "size_t", "unsigned", "int",      "real",  "float",
                                         "double", "int64_t",  "uint64_t", "const", "struct" };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (token_is(r->tokens, r->i + 1, types[i]))
            return true;
    return false;
}

static struct constant primary(struct reader *r)
{
    struct constant value = unknown;
    if (r->i >= r->to)
        return unknown;
    if (next_is(r, "(")) {
        const size_t open = r->i, close = tokens_closing(r->tokens, open);
        struct reader inner = { r->source, r->tokens, open + 1, close };
        value = conditional(&inner);
        if (inner.i != close)
            value = unknown;
        r->i = close + 1;
    } else if (next_is(r, "__builtin_constant_p") || next_is(r, "sizeof")) {
        const bool asks = next_is(r, "__builtin_constant_p");
        const size_t close = tokens_closing(r->tokens, r->i + 1);
        if (asks && constant_value(r->source, r->tokens, r->i + 2, close).known)
            value = whole(1);
        r->i = close + 1;
        return value;
    } else {
        const struct token *token = &r->tokens->at[r->i++];
        if (token->kind == TOKEN_NUMBER)
            value = number(token->text);
        else if (token->kind == TOKEN_NAME)
            value = name_value(r->source, token->text);
    }
    return postfix(r) ? unknown : value;
}

static struct constant unary(struct reader *r)
{
    if (next_is(r, "(") && is_cast(r)) {
        const bool real = token_is(r->tokens, r->i + 1, "real");
        r->i = tokens_closing(r->tokens, r->i) + 1;
        struct constant value = unary(r);
        value.whole = value.whole && !real;
        return value;
    }
    if (next_is(r, "!") || next_is(r, "-") || next_is(r, "+")) {
        const char sign = *r->tokens->at[r->i++].text;
        struct constant value = unary(r);
        if (sign == '!')
            return value.known ? whole(value.value == 0) : unknown;
        value.value = sign == '-' ? -value.value : value.value;
        return value;
    }
    if (next_is(r, "&") || next_is(r, "*") || next_is(r, "~") || next_is(r, "++") ||
        next_is(r, "--")) {
        r->i++;
        unary(r);
        return unknown;
    }
    return primary(r);
}

static const struct {
    const char *text;
    int level;
} operators[] = {
    { "||", 1 }, { "&&", 2 }, { "|", 3 }, { "^", 4 },  { "&", 5 },  { "==", 6 },
    { "!=", 6 }, { "<", 7 },  { ">", 7 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
    { ">>", 8 }, { "+", 9 },  { "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 },
};

static int level_of(const struct reader *r)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (next_is(r, operators[i].text))
            return operators[i].level;
    return 0;
}

static struct constant logical(bool is_and, struct constant a, struct constant b)
{
    const bool decided_a = a.known && (a.value != 0) != is_and;
    const bool decided_b = b.known && (b.value != 0) != is_and;
    if (decided_a || decided_b)
        return whole(!is_and);
    return a.known && b.known ? whole(is_and) : unknown;
}

static struct constant compared(const char *text, double a, double b)
{
    if (strcmp(text, "==") == 0)
        return whole(a == b);
    if (strcmp(text, "!=") == 0)
        return whole(a != b);
    if (strcmp(text, "<") == 0)
        return whole(a < b);
    if (strcmp(text, ">") == 0)
        return whole(a > b);
    if (strcmp(text, "<=") == 0)
        return whole(a <= b);
    return strcmp(text, ">=") == 0 ? whole(a >= b) : unknown;
}

/* Combines whole numbers only: real arithmetic is left to the compiler and its rounding. */
static struct constant combined(const char *text, struct constant a, struct constant b)
{
    if (strcmp(text, "&&") == 0 || strcmp(text, "||") == 0)
        return logical(*text == '&', a, b);
    if (!a.known || !b.known)
        return unknown;
    const struct constant comparison = compared(text, a.value, b.value);
    if (comparison.known || !a.whole || !b.whole)
        return comparison;
    const long p = (long)a.value, q = (long)b.value;
    if (strcmp(text, "+") == 0)
        return whole((double)(p + q));
    if (strcmp(text, "-") == 0)
        return whole((double)(p - q));
    if (strcmp(text, "*") == 0)
        return whole((double)(p * q));
    if (strcmp(text, "/") == 0 && p >= 0 && q > 0) {
        const long quotient = p / q;
        return whole((double)quotient);
    }
    if (strcmp(text, "<<") == 0 && p >= 0 && q >= 0 && q < 31)
        return whole((double)(p << q));
    if (strcmp(text, "&") == 0 && p >= 0 && q >= 0)
        return whole((double)((unsigned long)p & (unsigned long)q));
    if (strcmp(text, "|") == 0 && p >= 0 && q >= 0)
        return whole((double)((unsigned long)p | (unsigned long)q));
    return unknown;
}

static struct constant binary(struct reader *r, int lowest)
{
    struct constant value = unary(r);
    for (int level = level_of(r); level >= lowest && level > 0; level = level_of(r)) {
        const char *text = r->tokens->at[r->i++].text;
        value = combined(text, value, binary(r, level + 1));
    }
    return value;
}

static struct constant conditional(struct reader *r)
{
    const struct constant condition = binary(r, 1);
    if (!next_is(r, "?"))
        return condition;
    r->i++;
    const struct constant yes = conditional(r);
    if (!next_is(r, ":"))
        return unknown;
    r->i++;
    const struct constant no = conditional(r);
    if (!condition.known)
        return unknown;
    return condition.value != 0 ? yes : no;
}

struct constant constant_value(const struct source *source, const struct tokens *tokens,
                               size_t from, size_t to)
{
    struct reader reader = { source, tokens, from, to };
    const struct constant value = conditional(&reader);
    return reader.i == to && from < to ? value : unknown;
}
