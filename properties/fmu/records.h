/* What a unit remembers, as states that it has saved, each under a number: a law's memory is that
 * number. Only the last so many are kept. */
#ifndef BRISTLE_PROPERTIES_FMU_RECORDS_H
#define BRISTLE_PROPERTIES_FMU_RECORDS_H

#include <stdint.h>

#include "models/model.h"

enum { RECORDS = 4096, UNIT_INDICATORS = MODEL_MAX_GUARDS };

struct record {
    int64_t number; /* from 1; 0: none */
    void *state;    /* the unit's */
    double p[MODEL_MAX_PARAMS];
    signed char side[UNIT_INDICATORS]; /* of each event indicator */
    double direction;                  /* the sign of v */
};

struct records {
    struct record *at; /* RECORDS of them, or NULL at first */
    int64_t last;
};

/* Returns the place for a new record, with its number, and the state of one that is given up. */
struct record *records_add(struct records *records);

/* Returns the record, or NULL when it is no longer kept. */
struct record *records_find(struct records *records, int64_t number);

#endif
