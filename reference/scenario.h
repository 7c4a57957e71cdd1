/* Named experiments: what is simulated. Each reads like an example: input, units, purpose. */
#ifndef BRISTLE_REFERENCE_SCENARIO_H
#define BRISTLE_REFERENCE_SCENARIO_H

#include <stddef.h>

struct scenario {
    const char *name, *title;
    const char *velocity; /* of the driven surface, in the grammar of signal.h */
    size_t samples;       /* default number of output samples, both ends included */
};

/* All scenarios, ended by a NULL name. */
extern const struct scenario scenarios[];

/* The scenario of that name, or NULL. */
const struct scenario *scenario_find(const char *name);

#endif
