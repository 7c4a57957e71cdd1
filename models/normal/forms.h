/* Quotients of polynomials whose variables are symbols and functions of such quotients (normal.h).
 * A form is known by its number; equal forms have one. NO_FORM: too large, or divided by zero. */
#ifndef BRISTLE_MODELS_NORMAL_FORMS_H
#define BRISTLE_MODELS_NORMAL_FORMS_H

#include <flint/fmpz_mpoly.h>

#include "models/normal/normal.h"

enum { VARIABLES = 96 /* at most */, SELECTION = 0 /* the variable s */ };
#define NO_FORM SIZE_MAX
#define NOT_YET (SIZE_MAX - 1) /* of a node that has not been looked at */

struct form {
    fmpz_mpoly_t num, den;
};

/* What a variable stands for: a symbol, or a function of forms. The velocity is s |v|, of which the
 * variable is |v|. */
struct variable {
    enum graph_operation operation;
    enum graph_symbol symbol;
    uint32_t index;
    size_t argument[GRAPH_MOST_ARGUMENTS];
};

struct normal {
    const struct equations *law;
    fmpz_mpoly_ctx_t ring;
    struct form *forms;
    size_t n_forms, room_forms;
    struct variable variables[VARIABLES];
    size_t n_variables;
    size_t *of; /* by node: its form */
    size_t known;
};

void form_init(struct normal *n, struct form *f);
void form_clear(struct normal *n, struct form *f);

/* Divides by common factors and returns the number of the form; takes it over. */
size_t form_file(struct normal *n, struct form *f);

/* Return the form of a number, of a variable to a power of either sign, and of a function, or
 * symbol, that is a variable. */
size_t form_number(struct normal *n, const fmpq_t value);
size_t form_whole(struct normal *n, slong value);
size_t form_variable(struct normal *n, size_t variable, slong exponent);
size_t form_function(struct normal *n, enum graph_operation operation, const size_t argument[],
                     unsigned count);
size_t form_symbol(struct normal *n, enum graph_symbol symbol, uint32_t index);

/* Return a + b or a - b; a b or a/b; -a; a whole power. NO_FORM of NO_FORM. */
size_t form_sum(struct normal *n, size_t a, size_t b, bool minus);
size_t form_product(struct normal *n, size_t a, size_t b, bool quotient);
size_t form_negated(struct normal *n, size_t a);
size_t form_power(struct normal *n, size_t a, slong exponent);

/* Returns the form of an expression (normal.c). */
size_t normal_form(struct normal *n, expression e);

/* Returns true when the form, or a polynomial in the variables, is shown to be never negative; when
 * the form is shown to be positive besides (sign.c). */
bool form_never_negative(struct normal *n, size_t form);
bool polynomial_never_negative(struct normal *n, const fmpz_mpoly_t a);
bool form_positive(struct normal *n, size_t form);

/* Returns true when the form is a quotient whose numerator is a sum of terms that are never
 * negative, one of them positive: it does not take a demand to see it. */
bool form_is_sum_of_positive(struct normal *n, size_t form);

/* Puts a polynomial in the place of a variable. Returns false when the result would be too large.
 */
bool polynomial_put(struct normal *n, fmpz_mpoly_t a, size_t variable, const fmpz_mpoly_t by);

/* Returns true when a variable is never negative. */
bool variable_never_negative(struct normal *n, size_t variable);

/* Returns the form as an expression of the law's graph (form_expression.c). */
expression form_expression(struct normal *n, struct graph *graph, size_t form);

/* Returns true when the first coefficient of the numerator is negative: of a and -a, one is. */
bool form_is_negative(struct normal *n, size_t a);

#endif
