/* libFuzzer's mutations, three times in four replaced by one of the grammar: changes of bytes alone
 * seldom leave a text that is read to its end. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/testing/test_random.h"

/* libFuzzer's own mutation, and the hook that it calls. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* A part of a text. */
struct part {
    size_t at, n;
};

static size_t below(unsigned long long *state, size_t n)
{
    return (size_t)(test_uniform(state) * (double)n);
}

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* A random operand: a name or number, with what stands in parentheses behind it, or a group in
 * parentheses. */
static struct part operand(const char *text, size_t size, unsigned long long *state)
{
    size_t at = below(state, size), end;
    while (at < size && !is_word(text[at]) && text[at] != '(')
        at++;
    while (at > 0 && at < size && is_word(text[at]) && is_word(text[at - 1]))
        at--;
    for (end = at; end < size && is_word(text[end]); end++)
        continue;
    if (end < size && text[end] == '(') {
        int depth = 0;
        do
            depth += (text[end] == '(') - (text[end] == ')');
        while (++end < size && depth > 0);
    }
    return (struct part){ at, end - at };
}

/* A random statement, from behind one semicolon to the next. */
static struct part statement(const char *text, size_t size, unsigned long long *state)
{
    size_t at = below(state, size), end;
    while (at > 0 && text[at - 1] != ';')
        at--;
    for (end = at; end < size && text[end] != ';'; end++)
        continue;
    return (struct part){ at, (end < size ? end + 1 : end) - at };
}

/* Returns a new part in the place of one; NULL when there is nothing to change. */
static char *changed(const char *text, size_t size, unsigned long long *state, struct part *gone)
{
    static const char *const forms[] = {
        "%.*s",
        "(%.*s)",
        "-%.*s",
        "abs(%.*s)",
        "sign(%.*s)",
        "sqrt(%.*s)",
        "exp(-abs(%.*s))",
        "log(%.*s)",
        "tanh(%.*s)",
        "(%.*s)^2",
        "(%.*s)^(-1/3)",
        "(%.*s + %.*s)",
        "(%.*s*%.*s)",
        "%.*s/%.*s",
        "max(%.*s, %.*s)",
        "sum({%.*s for i in 1:3})",
        "(if %.*s > 0 then %.*s else 0)",
        "der(%.*s)",
        "pre(%.*s)",
        "{%.*s, %.*s}",
        "%.*s[1]",
        "integral(%.*s, u, 0, 1)",
        "not %.*s",
        "%.*s == %.*s",
    };
    *gone = operand(text, size, state);
    const struct part with = below(state, 2) == 0 ? *gone : operand(text, size, state);
    if (below(state, 4) == 0) { /* a statement again, or one of another place */
        const struct part one = statement(text, size, state);
        *gone = statement(text, size, state);
        if (below(state, 2) == 0)
            gone->n = 0;
        char *copy = malloc(one.n + 1);
        if (copy)
            snprintf(copy, one.n + 1, "%.*s", (int)one.n, text + one.at);
        return copy;
    }
    const size_t room = 3 * with.n + 64;
    char *copy = malloc(room);
    if (copy) /* a form uses its part once or twice */
        snprintf(copy, room, forms[below(state, sizeof forms / sizeof *forms)], (int)with.n,
                 text + with.at, (int)with.n, text + with.at);
    return copy;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    unsigned long long state = seed;
    struct part gone;
    char *with =
        seed % 4 != 0 && size > 0 ? changed((const char *)data, size, &state, &gone) : NULL;
    const size_t n = with ? strlen(with) : 0;
    if (!with || size - gone.n + n > max_size) {
        free(with);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    memmove(data + gone.at + n, data + gone.at + gone.n, size - gone.at - gone.n);
    for (size_t i = 0; i < n; i++)
        data[gone.at + i] = (uint8_t)with[i];
    free(with);
    return size - gone.n + n;
}
