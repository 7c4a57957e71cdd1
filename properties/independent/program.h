/* The checker as a black box: a program that reads files and prints rows. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_PROGRAM_H
#define BRISTLE_PROPERTIES_INDEPENDENT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum program_format { PROGRAM_TABLE, PROGRAM_CSV, PROGRAM_JSON, PROGRAM_FORMATS };

enum program_answer {
    PROGRAM_CONFIRMED,
    PROGRAM_REJECTED,
    PROGRAM_UNDECIDED,
    PROGRAM_REFUSED, /* wrong input: exit 2 */
    PROGRAM_TIMEOUT, /* out of the audit's time */
    PROGRAM_CRASHED, /* by a signal, or without a row that can be read */
    PROGRAM_ANSWERS
};

extern const char *const program_answers[PROGRAM_ANSWERS];
extern const char *const program_formats[PROGRAM_FORMATS];

/* What it printed of one file in one format. */
struct program_row {
    enum program_answer answer;
    char lo[80], hi[80]; /* as printed; "" where there is no enclosure */
    char text[400];      /* the whole row, for people */
};

struct program {
    const char *path;
    unsigned seconds; /* that a file may take */
    char work[24];    /* of a file, as the program counts it; "": as much as it likes */
    bool has_limits;  /* it has --work and --timeout; an answer then depends on no clock */
};

/* The rows of n files, read from the text that the program writes to `output`. */
void program_run(const struct program *program, enum program_format format,
                 const char *const file[], size_t n, const char *output, struct program_row row[]);

/* Finds out whether the program has such limits. */
void program_look(struct program *program, const char *output);

/* What the program prints with one argument, to be freed; NULL: it fails. */
char *program_says(const struct program *program, const char *argument, const char *output);

#endif
