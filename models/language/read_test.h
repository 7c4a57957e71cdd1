/* Texts for tests of the language. */
#ifndef BRISTLE_MODELS_LANGUAGE_READ_TEST_H
#define BRISTLE_MODELS_LANGUAGE_READ_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "models/language/statements.h"

/* Reads a text, which must be right. */
static inline void read_law(const char *source, struct equations *law)
{
    struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, law), "%s", text.error);
}

/* Returns the error of a text, "" if there is none. */
static inline const char *error_of(const char *source, char error[TEXT_ERROR])
{
    struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements = { .source = "" };
    if (equations_read(&text, &law))
        (void)statements_read(&text, &law, &statements);
    snprintf(error, TEXT_ERROR, "%s", text.error);
    statements_free(&statements);
    equations_free(&law);
    return error;
}

/* A law of one state whose rate and force are given. */
#define LAW_OF(rate, force)                                                                        \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 2;\n"                                               \
    "  parameter Real c(unit=\"m/s\", min=1e-6) = 0.5;\n"                                          \
    "  parameter Real m(min=0.5, max=2) = 2;\n"                                                    \
    "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n"                                       \
    "  der(z) = " rate ";\n  F = " force ";\nend test;\n"

#endif
