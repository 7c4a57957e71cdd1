/* What a model, or the paper it comes from, claims about itself.
 *
 * A claim names a property, the domain on which it is claimed, and the verdict that
 * is declared for it. The test of a claim fails whenever the verdict found differs
 * from the one declared: in either direction.
 */
#ifndef BRISTLE_MODELS_CLAIM_H
#define BRISTLE_MODELS_CLAIM_H

#include <stdbool.h>
#include <string.h>

#include "models/property_list.h"
#include "models/real.h"

/* The verdict that a claim declares. */
enum declared { HOLDS, REFUTED, UNKNOWN };

/* Signals on which a claim is made. */
enum signal_class {
    ANY_SIGNAL,
    SLOWING_SIGNAL, /* |v| never increases; its sign may change */
    ONE_WAY_SIGNAL, /* v never changes its sign; rests in between are allowed */
    CYCLE_SIGNAL,   /* forth, back, and forth until the first state is back where it turned */
};

/* Where a claim that is refuted comes from: a paper prints it, many take it for granted, or it is
 * what a misprint says. */
enum origin { ORIGIN_NOT_STATED, ORIGIN_PRINTED, ORIGIN_ASSUMED, ORIGIN_MISPRINT };

/* Parameters of a claim: all valid ones, or the defaults except for the box. */
enum parameter_base { ALL_VALID, AT_DEFAULTS };

/* A range of one parameter. */
struct interval {
    unsigned param; /* index into the model's params[] */
    double lo, hi;  /* both ends belong to it; SI units of that parameter */
};

enum { CLAIM_MAX_BOX = 4 };

/* A claim, in the file of its law. */
struct claim {
    enum property property;
    enum declared declared;
    const char *id;     /* tells it from the other claims of that property; NULL: the main one */
    const char *domain; /* for people, e.g. "Fs >= Fc" */
    const char *source; /* who claims it and where, or why it is true */
    enum parameter_base base;           /* which parameters, narrowed by box and contains */
    struct interval box[CLAIM_MAX_BOX]; /* n_box intervals for single parameters */
    unsigned n_box;                     /* 0: none */
    bool (*contains)(const real p[]);   /* joint condition; NULL: none */
    enum signal_class signals;
    const char *witness; /* refuted: its file in properties/witnesses/; otherwise NULL */
    enum origin origin;
    const char *instead; /* refuted: what holds instead, for people; NULL: other claims say it */
};

/* Returns true when the claim is about that property and has that id (NULL: the main one). */
static inline bool claim_is(const struct claim *claim, enum property property, const char *id)
{
    return claim->property == property &&
           (claim->id && id ? strcmp(claim->id, id) == 0 : claim->id == id);
}

#endif
