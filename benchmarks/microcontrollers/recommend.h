/* The cheapest combination that meets what is asked of it, and why each cheaper one does not. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_H

#include "benchmarks/microcontrollers/row.h"

struct embedded_limits {
    struct embedded_loop loop;
    double most_load;  /* of the period; 1: all of it */
    double most_error; /* relative; INFINITY: any */
};

/* In the order in which they are looked for. */
enum embedded_fault {
    FAULT_NONE,
    FAULT_UNSUPPORTED, /* the method is not for this law */
    FAULT_UNMEASURED,  /* there are no figures of its cost */
    FAULT_FAILS,       /* its run failed */
    FAULT_LOAD,
    FAULT_DIVERGES, /* a state runs away along the profile */
    FAULT_BOUND,
    FAULT_PASSIVITY,
    FAULT_NO_REFERENCE, /* an error was asked for, and is unknown */
    FAULT_ERROR,
};

/* What is against the method whatever it costs, the same wherever methods are chosen or shown:
 * FAULT_UNSUPPORTED, FAULT_FAILS, FAULT_DIVERGES, FAULT_BOUND, FAULT_PASSIVITY or FAULT_NONE. A law
 * without a state bound keeps it, one that is not passive need not be. */
enum embedded_fault embedded_quality_fault(const struct embedded_quality *quality);

/* What is against the combination. */
enum embedded_fault embedded_fault(const struct embedded_row *row,
                                   const struct embedded_limits *limits);

/* The fault in words, with the row's figure and the limit; text[size]. */
void embedded_fault_text(const struct embedded_row *row, const struct embedded_limits *limits,
                         char text[], size_t size);

/* Sorts the rows by their load, then flash, then names; those without figures last. */
void embedded_sort(struct embedded_row rows[], size_t n);

/* The first of sorted rows that has no fault, of that law, or of any law when it is NULL; n: there
 * is none. */
size_t embedded_cheapest(const struct embedded_row rows[], size_t n, const char *law,
                         const struct embedded_limits *limits);

/* For each law of the rows, sorted, of one core: its cheapest combination, and why each cheaper one
 * is not; then the cheapest of all, and of the laws with more of friction's features. */
void embedded_advice(FILE *out, const struct embedded_row rows[], size_t n,
                     const struct embedded_limits *limits);
/* The same as rows of CSV. */
struct columns;
void embedded_advice_state(struct columns *columns, const struct embedded_row rows[], size_t n,
                           const struct embedded_limits *limits);
/* Owned by the caller. */
struct cJSON *embedded_advice_json(const struct embedded_row rows[], size_t n,
                                   const struct embedded_limits *limits);

#endif
