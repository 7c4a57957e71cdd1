/* Prints declarations: four columns a level, lines of at most a hundred columns. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PRINT_H
#define BRISTLE_BENCHMARKS_EXPORTING_PRINT_H

#include <stdio.h>

#include "benchmarks/exporting/source.h"

void print_declaration(FILE *file, const struct declaration *declaration);

/* Prints a paragraph as lines of a comment, each beginning with the indent and " * ", and no longer
 * than the page if its words allow that. */
void print_paragraph(FILE *file, const char *indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
