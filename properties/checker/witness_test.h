/* Helpers that the tests of witnesses share. */
#ifndef BRISTLE_PROPERTIES_CHECKER_WITNESS_TEST_H
#define BRISTLE_PROPERTIES_CHECKER_WITNESS_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/checker/witness_text.h"
#include "tools/testing/test_stack.h"

enum { MAX_PREC = 4096 };

#define TABLE_I                                                                                    \
    "\"sigma0\":\"100000\",\"sigma1\":\"316.22776601683796\",\"sigma2\":\"0.4\",\"Fc\":\"1\","     \
    "\"Fs\":\"1.5\",\"vs\":\"0.001\",\"m\":\"2\""

/* A witness for martinez_rosas with the given alpha, property, holds and claims. */
static inline void compose(char *text, size_t size, const char *alpha, const char *property,
                           const char *signal, const char *lo, const char *hi)
{
    snprintf(
        text, size,
        "{\"format\":\"witness-1\",\"model\":\"martinez_rosas\",\"params\":{" TABLE_I
        ",\"alpha\":\"%s\"},\"property\":\"%s\",\"x0\":[\"0\",\"0\"],\"signal\":[%s]%s%s%s%s%s}",
        alpha, property, signal, lo ? ",\"claims\":{\"lo\":\"" : "", lo ? lo : "",
        lo ? "\",\"hi\":\"" : "", lo ? hi : "", lo ? "\"}" : "");
}

#define HOLD(v, t)      "{\"kind\":\"hold\",\"v\":\"" v "\",\"t\":\"" t "\"}"
#define RAMP(v0, v1, t) "{\"kind\":\"ramp\",\"v0\":\"" v0 "\",\"v1\":\"" v1 "\",\"t\":\"" t "\"}"
#define WAVE(kind, mean, amp, omega, phase, t)                                                     \
    "{\"kind\":\"" kind "\",\"mean\":\"" mean "\",\"amp\":\"" amp "\",\"omega\":\"" omega          \
    "\",\"phase\":\"" phase "\",\"t\":\"" t "\"}"
#define CHIRP(mean, amp, w0, w1, t)                                                                \
    "{\"kind\":\"chirp\",\"mean\":\"" mean "\",\"amp\":\"" amp "\",\"w0\":\"" w0 "\",\"w1\":\"" w1 \
    "\",\"t\":\"" t "\"}"

/* Parses a witness, which must be valid, and returns the checker's answer. */
static inline enum answer check_text(const char *text)
{
    struct witness w;
    struct file_error error;
    stack_is_dirty();
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
    stack_is_dirty();
    const enum answer answer = witness_check(&w, MAX_PREC, NULL).confirmed;
    witness_free(&w);
    return answer;
}

/* Returns the text that says the numbers of a parsed witness, to be freed. */
static inline char *written_again(const struct witness *w)
{
    const struct witness_numbers numbers = witness_numbers_of(w);
    stack_is_dirty();
    return witness_write(&numbers);
}

#endif
