/* A helper that the tests of witnesses share. */
#ifndef BRISTLE_PROPERTIES_CHECKER_WITNESS_TEST_H
#define BRISTLE_PROPERTIES_CHECKER_WITNESS_TEST_H

#include <criterion/criterion.h>
#include <string.h>

#include "properties/checker/witness_text.h"

enum { MAX_PREC = 4096 };

/* Parses a witness, which must be valid, and returns the checker's answer. */
static inline enum answer check_text(const char *text)
{
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
    const enum answer answer = witness_check(&w, MAX_PREC, NULL).confirmed;
    witness_free(&w);
    return answer;
}

/* Returns the text that says the numbers of a parsed witness, to be freed. */
static inline char *written_again(const struct witness *w)
{
    const struct witness_numbers numbers = witness_numbers_of(w);
    return witness_write(&numbers);
}

#endif
