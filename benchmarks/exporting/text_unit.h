/* The unit of a law that is a text or a file of C, and a method, preprocessed by the compiler that
 * is there: what export.sh does within Bazel, for laws that it does not know. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_TEXT_UNIT_H
#define BRISTLE_BENCHMARKS_EXPORTING_TEXT_UNIT_H

#include <stdbool.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* Returns the compiler. Ends the program with one line, exit 2, where there is none. */
const char *text_unit_compiler(void);

/* Returns what a header quotes of a file of C, in the form of a law's text: the comment that the
 * file opens with, to be freed. */
char *text_of_comment(const char *file);

/* Returns the output of `cc -E -C` for the law, whose printed C is `code`, and the method, to be
 * freed. Ends the program with one line, exit 2, where there is no compiler, or it fails. */
char *text_unit(const struct model *model, const char *code, const struct integrator *method,
                bool is_single);

#endif
