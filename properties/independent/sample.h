/* Random witnesses: of every law, property and kind of segment, often degenerate ones. */
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

/* A witness, to be released, and the kind of most of its segments, as the grammar names it. */
struct sample {
    struct cJSON *json;
    const char *kind;
};

/* Returns a random witness for the subject, without claims. */
struct sample sample_witness(struct rng *rng, const struct sample_subject *subject);

/* Returns a number of the witness that can be scaled: a parameter, a velocity or a duration. */
struct cJSON *sample_scalable(struct rng *rng, const struct cJSON *witness);

/* Returns true when every segment stays at one velocity, whatever its kind. */
bool sample_is_held(const struct cJSON *witness);

/* Writes a number into a JSON string, with that many digits. */
void sample_set_number(struct cJSON *string, double value, int digits);

/* Returns true when the law itself says that the parameters are valid. */
bool sample_valid(const struct cJSON *witness);

/* Draws the parameters of a stored witness again, near their values. */
void sample_vary(struct rng *rng, struct cJSON *witness);

/* Adds claims around a value: right ones, at least `off` wide on both sides; or wrong ones beside
 * it. */
void sample_claim(struct rng *rng, struct cJSON *witness, quad value, quad off);

#endif
