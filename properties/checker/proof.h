/* Proofs, as data, that a claim holds over boxes of parameters: what is claimed, the stored energy,
 * and how the space of velocities, states and parameters is cut into boxes small enough that ball
 * arithmetic decides each at once (reference/arb/dissipation/dissipation.h).
 *
 *     {"format": "proof-1", "model": "lugre", "property": "passivity",
 *      "params": {"sigma0": ["100000", "100000"], "sigma2": ["159", "10000"], ...},
 *      "storage": ["1", "0", "0"], "mu": "0.000001", "trees": [["10..2.."]]}
 *
 * Coefficients of the storage that are left out at the end are 0. A tree is a list of lines. It
 * lists its boxes from the whole on, each before its parts: '.' is a decided box, a digit names the
 * coordinate in which the box is halved: 0 is theta, then the states w, then the parameters whose
 * ends differ. The trees show:
 *
 * "proof-2" also names the coordinates: "coordinates": ["theta", "z", "sigma2"], a state standing
 * for its w, and may be about a law from a text, whose digest it has: "law": "7841d3a3...".
 *
 * "proof-3" also says up to which |v| in m/s it holds: "speed": "1000". Its trees begin with the
 * theta that such velocities can have for any parameters of the box.
 *
 *     state_bound    at |w_i| = 1 the flow does not lead outwards: trees for w_0 = -1, w_0 = 1,
 *                    w_1 = -1, ..., over all theta and the other states
 *     passivity      S >= 0 and D >= mu theta E, mu > 0: one tree, over all theta and |w_i| <= 1;
 *                    then the trees of state_bound, which show that w stays there
 *     dissipation    as passivity with mu = 0, for the storage that the law declares
 */
#ifndef BRISTLE_PROPERTIES_CHECKER_PROOF_H
#define BRISTLE_PROPERTIES_CHECKER_PROOF_H

#include <stdbool.h>
#include <stddef.h>

#include "models/property_list.h"
#include "reference/arb/dissipation/dissipation.h"
#include "reference/arb/law.h"
#include "reference/taylor/work_limit.h"
#include "tools/base/decide.h"
#include "tools/base/strict_json.h"

enum {
    PROOF_MAX_TREES = 1 + 2 * DISSIPATION_MAX_STATES,
    PROOF_MAX_DIMS = 1 + DISSIPATION_MAX_STATES + ARB_LAW_MAX,
    PROOF_PREC = 96
};

/* A statement. The numbers are valid decimals, borrowed. */
struct proof_claim {
    const struct arb_law *law;
    struct dissipation_inequality balance;
    enum property property;
    const char *low[ARB_LAW_MAX], *high[ARB_LAW_MAX]; /* intervals, in the law's order */
    const char *storage[DISSIPATION_MAX_STORAGE];
    const char *mu;
    const char *digest; /* of a law from a text, or NULL */
    const char *speed;  /* the largest |v|, m/s; NULL: any */
};

/* Returns true when `property` can be proved of the law. */
bool proof_applicable(const struct dissipation_inequality *balance, enum property property);

/* Writes the names of the coordinates to names[PROOF_MAX_DIMS], and returns their number. */
int proof_coordinates(const struct proof_claim *claim, const char *names[PROOF_MAX_DIMS]);

/* Returns true when the ends of the parameter's interval differ. */
bool proof_varies(const struct proof_claim *claim, int param);

/* The largest theta that a velocity of the claim can have; theta is initialised. */
void proof_fastest(arf_t theta, const struct proof_claim *claim);

/* Returns the number of trees in a proof of `property`. */
int proof_trees(const struct dissipation_inequality *balance, enum property property);

/* A claim as balls, and the present box: the ends of each coordinate's interval. */
struct proof_space {
    const struct proof_claim *claim;
    int n_dims, param[PROOF_MAX_DIMS]; /* the parameter that coordinate i is, or -1 */
    arf_struct low[PROOF_MAX_DIMS], high[PROOF_MAX_DIMS];
    arb_ptr p, c, w;
    arb_t theta, mu, value;
    int state, side; /* state_bound: the face w_state = side, else state is -1 */
};

/* Sets up the whole space of tree number `tree`; borrows the claim. proof_space_clear releases
 * it. */
void proof_space_init(struct proof_space *space, const struct proof_claim *claim, int tree);
void proof_space_clear(struct proof_space *space);

/* Moves to the lower half of the box in coordinate i and saves the coordinate's interval in
 * ends[2], initialised; then to the upper half; then back to the whole interval. */
void proof_lower_half(struct proof_space *space, int i, arf_struct ends[2]);
void proof_upper_half(struct proof_space *space, int i, arf_struct ends[2]);
void proof_whole(struct proof_space *space, int i, arf_struct ends[2]);

/* Encloses in space->value, over the present box, the expression that must be >= 0: the excess, or
 * on a face the inward flow. */
void proof_evaluate(struct proof_space *space);
/* Encloses the expression at the midpoint of the box. */
void proof_evaluate_middle(struct proof_space *space);

/* Returns NULL when S >= 0, property, storage and mu fit together, and the parameters are valid
 * throughout the box; otherwise a static text that says what is wrong. */
const char *proof_premises(const struct proof_claim *claim);

/* A parsed file; its strings belong to it. */
struct proof {
    struct cJSON *json;
    struct proof_claim claim;
    const struct cJSON *tree[PROOF_MAX_TREES];
};

/* Returns true when a parsed JSON text says that it is a proof. */
bool proof_is(const struct cJSON *json);

/* Parses a text of `size` bytes. Returns false with *error filled in, and nothing to free, when it
 * is not a complete proof. proof_parse_by: about that law too, if it is not NULL. */
bool proof_parse_by(const struct arb_law *own, const char *text, size_t size, struct proof *proof,
                    struct file_error *error);
bool proof_parse(const char *text, size_t size, struct proof *proof, struct file_error *error);
void proof_free(struct proof *proof);

struct verdict_on_proof {
    enum answer proved;  /* UNDECIDED: the limit was reached */
    const char *problem; /* why it is not proved (static text), or NULL */
    unsigned long boxes; /* number of decided boxes */
};

/* Decides every box of every tree within a limit; NULL means the limit of rigorous.h. */
struct verdict_on_proof proof_check(const struct proof *proof, struct work_limit *limit);

enum { PROOF_BOX_TEXT = 2048 /* bytes, for any law with a dissipation inequality */ };

/* Writes the parameters' intervals for people: those whose ends differ, rounded inward, so that
 * what is printed has been proved; "" where no ends differ. */
void proof_box_text(char text[PROOF_BOX_TEXT], const struct proof_claim *claim);

#endif
