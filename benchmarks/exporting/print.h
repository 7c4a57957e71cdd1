/* Prints declarations under a header's names, and paragraphs of its comment. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PRINT_H
#define BRISTLE_BENCHMARKS_EXPORTING_PRINT_H

#include <stdio.h>

#include "benchmarks/exporting/unit.h"

/* Gives all names in file scope of what is kept, and hints to compilers, the prefix and "_". Marks
 * are left out: export_step becomes PREFIX_step, r_abs PREFIX_abs, and law_LAW_flow, of that law,
 * PREFIX_flow. */
void rename_kept(struct unit *unit, const char *law, const char *prefix);

/* Prints what is kept in the unit's order, with the line breaks of its source between statements
 * and otherwise where a line is full. */
void print_kept(FILE *file, struct unit *unit);

/* Prints words as lines of a comment, each beginning with " * " and the indent. */
void print_paragraph(FILE *file, const char *indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
