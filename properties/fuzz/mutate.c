/* Changes bytes and words of an input at random. */
#include "properties/fuzz/mutate.h"

#include <ctype.h>
#include <string.h>

#include "properties/fuzz/fuzz.h"
#include "tools/testing/test_random.h"

enum { MOST_CHANGES = 8, MOST_SIZE = 1 << 16 };

static size_t below(unsigned long long *state, size_t n)
{
    return (size_t)(test_uniform(state) * (double)n);
}

/* Replaces `gone` bytes by new ones. */
static void replace(struct sample *s, size_t at, size_t gone, const void *with, size_t size)
{
    if (s->size - gone + size > MOST_SIZE)
        return;
    uint8_t *data = malloc(s->size - gone + size + 1);
    fuzz_demand(data, "out of memory");
    memcpy(data, s->data, at);
    memcpy(data + at, with, size);
    memcpy(data + at + size, s->data + at + gone, s->size - at - gone);
    free(s->data);
    s->data = data;
    s->size = s->size - gone + size;
}

/* Finds the word around or after a place: letters, digits and other characters of numbers. */
static size_t word_at(const struct sample *s, size_t *at)
{
    size_t end;
    while (*at < s->size && !isalnum(s->data[*at]))
        ++*at;
    while (*at > 0 && (isalnum(s->data[*at - 1]) || strchr("+-._", s->data[*at - 1])))
        --*at;
    for (end = *at; end < s->size && (isalnum(s->data[end]) || strchr("+-._", s->data[end])); end++)
        if (s->data[end] == 0)
            break;
    return end - *at;
}

static void change_word(struct sample *s, size_t at, const struct sample samples[], size_t n,
                        unsigned long long *state)
{
    static const char *const hostile[] = {
        "0",
        "-0",
        "1",
        "-1",
        "1e308",
        "-1e308",
        "1e-320",
        "5e-324",
        "nan",
        "inf",
        "-inf",
        "1e999",
        "0x1p-1074",
        "4294967296",
        "1e400",
        "null",
        "true",
        "2147483648",
        "1e-400",
        "9007199254740993",
        "18446744073709551616",
        "0.30000000000000004",
        "1e",
        "--",
        "",
        "\xff\xfe",
        "\xc3\xa9",
    };
    const size_t gone = word_at(s, &at);
    if (test_uniform(state) < 0.5) {
        const char *word = hostile[below(state, sizeof hostile / sizeof *hostile)];
        replace(s, at, gone, word, strlen(word));
        return;
    }
    const struct sample *other = &samples[below(state, n)];
    if (other->size == 0)
        return;
    size_t from = below(state, other->size);
    const size_t size = word_at(other, &from);
    replace(s, at, gone, other->data + from, size);
}

static void change(struct sample *s, const struct sample samples[], size_t n,
                   unsigned long long *state)
{
    const size_t at = below(state, s->size + 1), left = s->size - at;
    const uint8_t byte = (uint8_t)below(state, 256);
    switch (below(state, 7)) {
    case 0:
        if (left > 0)
            s->data[at] = byte;
        break;
    case 1:
        if (left > 0)
            s->data[at] ^= (uint8_t)(1u << below(state, 8));
        break;
    case 2:
        replace(s, at, 0, &byte, 1);
        break;
    case 3: /* remove an interval */
        replace(s, at, below(state, left + 1), "", 0);
        break;
    case 4: { /* repeat an interval */
        uint8_t copy[64];
        const size_t size = below(state, (left < sizeof copy ? left : sizeof copy - 1) + 1);
        memcpy(copy, s->data + at, size);
        replace(s, at, 0, copy, size);
        break;
    }
    default:
        change_word(s, at, samples, n, state);
    }
}

struct sample mutate(const struct sample samples[], size_t n, unsigned long long *state)
{
    const struct sample *from = &samples[below(state, n)];
    struct sample s = { (uint8_t *)fuzz_text(from->data, from->size), from->size };
    for (size_t i = 1 + below(state, MOST_CHANGES); i > 0; i--)
        change(&s, samples, n, state);
    return s;
}
