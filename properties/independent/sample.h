/* Random witnesses: every law, property and kind of segment, degenerate ones often. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_SAMPLE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_SAMPLE_H

#include "properties/independent/miniature.h"
#include "tools/base/rng.h"

struct cJSON;

/* A law and a property that the checker judges of it. */
struct sample_subject {
    const struct arb_law *law;
    enum property property;
};

/* A witness to be released, and the kind of most of its segments, as the grammar calls it. */
struct sample {
    struct cJSON *json;
    const char *kind;
};

/* A random witness for the subject; claims none. */
struct sample sample_witness(struct rng *rng, const struct sample_subject *subject);

/* A number of the witness that can be scaled: of a parameter, a velocity or a duration. */
struct cJSON *sample_scalable(struct rng *rng, const struct cJSON *witness);

/* Whether every segment stands still at one velocity, whatever its kind. */
bool sample_is_held(const struct cJSON *witness);

/* Writes a number into a string of JSON, by so many digits. */
void sample_set_number(struct cJSON *string, double value, int digits);

/* Whether the parameters are valid for the law, as it says itself. */
bool sample_valid(const struct cJSON *witness);

/* A stored text with the parameters drawn again, near what they are. */
void sample_vary(struct rng *rng, struct cJSON *witness);

/* Claims around a value: right ones, at least `off` wide on both sides; or wrong ones beside it. */
void sample_claim(struct rng *rng, struct cJSON *witness, quad value, quad off);

#endif
