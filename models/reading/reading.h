/* A law read back to its author: all that its text says, and what it leaves open. */
#ifndef BRISTLE_MODELS_READING_READING_H
#define BRISTLE_MODELS_READING_READING_H

#include <stdio.h>

#include "models/reading/lines.h"
#include "models/reading/needs.h"
#include "models/reading/weak_spots.h"

/* A number of the source, and what the equations say. */
struct checked {
    const struct check_text *check;
    double force; /* N, by the equations; NAN: the steady force is not known */
    bool holds;
};

struct reading {
    struct text *text;
    struct equations law;
    struct statements statements;
    struct structure structure;
    size_t operations; /* of rates and force, equal parts counted once */
    struct reading_lines lines;
    struct need needs[N_PROPERTIES];
    struct examination examination;
    struct weak_spots spots;
    struct checked *checks; /* [statements.n_checks] */
};

/* Reads the text. Returns false with the text's error when something is wrong; reading_close
 * releases it in either case. The seed is that of the places at which identities are looked at. */
bool reading_open(struct reading *reading, struct text *text, uint64_t seed);
void reading_close(struct reading *reading);

/* Returns the exit status: 1 when a check fails or the text contradicts itself, 3 when a check
 * cannot be made. */
int reading_status(const struct reading *reading);

/* Write it for people, within 80 columns, and for programs. */
void reading_write(FILE *out, const struct reading *reading);
void reading_write_json(FILE *out, const struct reading *reading);

/* The line of the text with the typo, without blanks about it: *column receives where it is in
 * there, in bytes. To be freed. */
char *reading_changed_line(const struct text *text, const struct typo *typo, size_t *column);

/* Sets line and column, from 1, of a byte of the text. */
void reading_place(const struct text *text, size_t at, size_t *line, size_t *column);

#endif
