/* Declarations as text: four columns a level, at most a hundred columns; see export_source.h. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PRINT_H
#define BRISTLE_BENCHMARKS_EXPORTING_PRINT_H

#include <stdio.h>

#include "benchmarks/exporting/source.h"

void print_declaration(FILE *file, const struct declaration *declaration);

/* A paragraph as lines of a comment, each beginning with " * " and the indent, none longer than
 * the page where words allow it. */
void print_paragraph(FILE *file, const char *indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
