/* The files that embedded_run puts together. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_READ_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_READ_H

#include "benchmarks/microcontrollers/run.h"

/* A line of what counter.c writes. */
struct embedded_sum {
    uint64_t min, sum, max;
};

struct embedded_count {
    uint64_t entry, steps;
    struct embedded_sum instructions, calls, lo, hi;
    bool has_cycles;
};

enum { EMBEDDED_COUNTS = 256 };

struct embedded_counts {
    struct embedded_count count[EMBEDDED_COUNTS];
    size_t n;
    bool limit; /* the run ended there */
};

/* sizes.csv: *rows with names and sizes, the rest zero, to be freed. */
bool embedded_read_sizes(const char *path, struct embedded_cost **rows, size_t *n_rows,
                         char message[], size_t n);

/* False: no such file, or not as counter.c writes it. */
bool embedded_read_counts(const char *path, struct embedded_counts *counts);

/* A line of a console: where the value of the field " NAME=" begins, or NULL. */
const char *embedded_field(const char *line, const char *name);

/* That value as a number in that base; false: there is none. */
bool embedded_number(const char *line, const char *name, int base, uint64_t *value);

/* The number with those bits, of a float ("f32") or a double. */
double embedded_value(uint64_t bits, const char *precision);

/* The console of one image: fills those of rows[n_rows] that it is about. *complete: the program
 * came to its end. False: a line is not as profile.h says, or its kernel was not counted. */
bool embedded_read_console(const char *path, const struct embedded_counts *counts,
                           struct embedded_cost rows[], size_t n_rows, bool *complete);

#endif
