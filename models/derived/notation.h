/* Expressions of a law's text as people write them: in plain text, and in LaTeX. What is written
 * is the syntax as it stands, names of definitions included, so that it is never longer than the
 * text by more than a factor. */
#ifndef BRISTLE_MODELS_DERIVED_NOTATION_H
#define BRISTLE_MODELS_DERIVED_NOTATION_H

#include <stdio.h>

#include "models/language/syntax.h"

/* How tightly an expression holds together; what holds less than its place asks for gets
 * parentheses. */
enum tightness {
    TIGHT_IF,
    TIGHT_OR,
    TIGHT_AND,
    TIGHT_NOT,
    TIGHT_RELATION,
    TIGHT_SUM,
    TIGHT_PRODUCT,
    TIGHT_POWER,
    TIGHT_PRIMARY,
};

/* Returns how tightly an operator of the syntax holds, or a sign before a term. */
enum tightness notation_tightness(const struct syntax *operation);

/* Returns what stands for the expression: noEvent(x), integer(x) and smooth(n, x) are x. */
const struct syntax *notation_plain(const struct syntax *e);

/* Returns true for a call of that function. */
bool notation_calls(const struct syntax *e, const char *function);

/* Writes |v| for abs(v), sgn(v), dz/dt; with 1:n of a loop as "i = 1..n". */
void notation_text(FILE *out, const struct syntax *e, enum tightness least);

/* Writes for LaTeX's mathematics, with amsmath. A name: sigma0 is \sigma_0, vs is v_s, a longer
 * word upright; `subscript` is an index, or NULL. */
void notation_latex(FILE *out, const struct syntax *e, enum tightness least);
void notation_latex_name(FILE *out, const char *name, const struct syntax *subscript);

#endif
