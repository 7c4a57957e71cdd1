/* Builds identities (identities.h). Only the files that list identities include this header. */
#ifndef BRISTLE_MODELS_READING_BUILD_H
#define BRISTLE_MODELS_READING_BUILD_H

#include "models/reading/identities.h"

/* Identities are meant to this part of what is compared: decimal digits lost to cancellation leave
 * more, a typo far less. */
#define IDENTITY_TOLERANCE 1e-9

/* The law that is being looked at, and its identities so far. */
struct building {
    struct equations *law;
    struct graph *g;
    const struct statements *statements;
    struct mirroring mirroring;
    struct identities *list;
};

/* Return |a|, |a| + |b|, and the velocity. */
expression build_abs(struct graph *g, expression a);
expression build_size(struct graph *g, expression a, expression b);
expression build_velocity(struct graph *g);

/* Returns the one expression of a statement, or EXPRESSION_NONE; of EACH_STATE that of a state. */
expression build_stated(const struct building *b, enum statement which);
expression build_stated_of(const struct building *b, enum statement which, size_t state);

/* Appends an identity: left = right, or left <= right. Returns it, to be completed. */
struct identity *build_equal(struct building *b, const char *word, const char *says,
                             expression left, expression right);
struct identity *build_at_most(struct building *b, const char *word, const char *says,
                               expression left, expression right);

/* Returns true when the claim is declared to hold for all signals. */
bool build_claims(const struct claim_text *claim, enum property property);

/* Returns the smallest of the guards, or EXPRESSION_NONE; the condition that the discrete variables
 * are as they were at first. */
expression build_least_guard(const struct building *b);
expression build_first_mode(const struct building *b);

/* Puts the stated steady states in place of the states; those without are 0. All whole discrete
 * variables have the sign of v. */
expression build_at_steady(struct building *b, expression e);

/* What each file lists. */
void build_force(struct building *b);
void build_motion(struct building *b);
void build_energy(struct building *b);
void build_events(struct building *b);
void build_symmetry(struct building *b);
void build_checks(struct building *b);

#endif
