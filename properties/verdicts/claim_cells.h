/* The first two cells of a claim's row in a table for people: its property, and what it is claimed
 * for, which goes on in lines below where it is long. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_CLAIM_CELLS_H
#define BRISTLE_PROPERTIES_VERDICTS_CLAIM_CELLS_H

#include <stddef.h>
#include <stdio.h>

/* Characters of a property's cell, of both cells with the blank between, and of both where the row
 * has times or other cells behind it. */
enum { CELL_PROPERTY = 22, CELLS_OF_CLAIM = 45, CELLS_NARROW = 35 };

/* What has found no room yet. */
struct claim_cells {
    const char *rest;
    size_t column, room;
};

/* Prints both cells in `width` characters, from `column` on, where the output stands. A long domain
 * takes the room that a short property leaves. */
struct claim_cells claim_cells_begin(FILE *out, size_t column, const char *property,
                                     const char *domain, size_t width);

/* Prints the rest, in lines below the row that has been ended. Borrows the domain. */
void claim_cells_end(FILE *out, const struct claim_cells *cells);

#endif
