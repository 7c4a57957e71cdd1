/* Reads the files that embedded_run combines: sizes, counts and consoles. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_READ_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_READ_H

#include "benchmarks/microcontrollers/run.h"

/* One quantity of a line that benchmarks/firmware/counter.c writes. */
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
    bool limit; /* the run ended at its limit of instructions */
};

/* Reads the sizes.csv of the firmware: *rows, to be freed, have names and sizes, everything else
 * zero. Returns false, with one line in message[n], on failure. */
bool embedded_read_sizes(const char *path, struct embedded_cost **rows, size_t *n_rows,
                         char message[], size_t n);

/* Returns false when the file is missing or not as benchmarks/firmware/counter.c writes it. */
bool embedded_read_counts(const char *path, struct embedded_counts *counts);

/* Returns where the value of the field " NAME=" begins in a line of a console, or NULL. */
const char *embedded_field(const char *line, const char *name);

/* Reads that value as a number in that base. Returns false when there is none. */
bool embedded_number(const char *line, const char *name, int base, uint64_t *value);

/* Returns the number with those bits, of a float ("f32") or a double. */
double embedded_value(uint64_t bits, const char *precision);

/* Reads the console of one image into those of rows[n_rows] that it is about. *complete: the
 * program reached its end. Returns false when a line is not as benchmarks/firmware/profile.c prints
 * it, or its kernel was not counted. */
bool embedded_read_console(const char *path, const struct embedded_counts *counts,
                           struct embedded_cost rows[], size_t n_rows, bool *complete);

#endif
