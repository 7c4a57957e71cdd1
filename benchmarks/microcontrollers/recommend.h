/* Finds the cheapest combination that meets the limits, and says why each cheaper one does not. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_H

#include "benchmarks/microcontrollers/row.h"

struct embedded_limits {
    struct embedded_loop loop;
    double most_load;  /* share of the period, at most 1 */
    double most_error; /* relative; INFINITY: any */
};

/* Faults, in the order in which they are checked. */
enum embedded_fault {
    FAULT_NONE,
    FAULT_UNSUPPORTED, /* the method is not for this law */
    FAULT_UNMEASURED,  /* no figures of its cost */
    FAULT_FAILS,       /* its run failed */
    FAULT_LOAD,
    FAULT_DIVERGES, /* a state runs away along the profile */
    FAULT_BOUND,
    FAULT_PASSIVITY,
    FAULT_NO_REFERENCE, /* a limit on the error, and an unknown error */
    FAULT_ERROR,
};

/* Returns the fault of a method regardless of its cost, for all programs that choose or show
 * methods: FAULT_UNSUPPORTED, FAULT_FAILS, FAULT_DIVERGES, FAULT_BOUND, FAULT_PASSIVITY or
 * FAULT_NONE. A law without a state bound keeps it; a law that is not passive need not be. */
enum embedded_fault embedded_quality_fault(const struct embedded_quality *quality);

/* Returns the first fault of the combination. */
enum embedded_fault embedded_fault(const struct embedded_row *row,
                                   const struct embedded_limits *limits);

/* Writes the fault in words, with the row's figure and the limit, to text[size]. */
void embedded_fault_text(const struct embedded_row *row, const struct embedded_limits *limits,
                         char text[], size_t size);

/* Sorts the rows by load, then flash, then names; rows without figures come last. */
void embedded_sort(struct embedded_row rows[], size_t n);

/* Returns the first of the sorted rows that has no fault, of that law, or of any law if it is NULL;
 * n when there is none. */
size_t embedded_cheapest(const struct embedded_row rows[], size_t n, const char *law,
                         const struct embedded_limits *limits);

/* Prints the core, the limits, and the motion that errors are measured along. */
void embedded_advice_heading(FILE *out, const char *core, const struct embedded_limits *limits,
                             const char *velocity);

/* Prints, for each law of the sorted rows of one core, its cheapest combination, and why each
 * cheaper one is not chosen; then the cheapest of all, and of the laws with more of friction's
 * features. */
void embedded_advice(FILE *out, const struct embedded_row rows[], size_t n,
                     const struct embedded_limits *limits);
/* Writes the advice as rows of CSV. */
struct columns;
void embedded_advice_state(struct columns *columns, const struct embedded_row rows[], size_t n,
                           const struct embedded_limits *limits);
/* Returns the advice, owned by the caller. */
struct cJSON *embedded_advice_json(const struct embedded_row rows[], size_t n,
                                   const struct embedded_limits *limits);

#endif
