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

/* The row that the program printed for one file in one format. */
struct program_row {
    enum program_answer answer;
    char lo[80], hi[80]; /* as printed; "" where there is no enclosure */
    char text[400];      /* the whole row, for people */
};

struct program {
    const char *path;
    unsigned seconds; /* for a file, at most */
    char work[24];    /* work for a file, as the program counts it; "": unlimited */
    bool has_limits;  /* has --work and --timeout: answers then depend on no clock */
};

/* Runs the program on n files and reads the rows from its text, which goes to `output`. */
void program_run(const struct program *program, enum program_format format,
                 const char *const file[], size_t n, const char *output, struct program_row row[]);

/* Finds out whether the program has --work and --timeout. */
void program_look(struct program *program, const char *output);

/* Returns what the program prints with one argument, to be freed, or NULL when it fails. */
char *program_says(const struct program *program, const char *argument, const char *output);

#endif
