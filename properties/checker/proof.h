/* Proofs that a claim holds over boxes, as data: what is claimed, the stored energy, and how the
 * space of velocities, states and parameters is cut into boxes small enough that ball arithmetic
 * decides each at once (reference/arb/dissipation/dissipation.h).
 *
 *     {"format": "proof-1", "model": "lugre", "property": "passivity",
 *      "params": {"sigma0": ["100000", "100000"], "sigma2": ["159", "10000"], ...},
 *      "storage": ["1", "0", "0"], "mu": "0.000001", "trees": [["10..2.."]]}
 *
 * A tree is a list of lines. It lists its boxes from the whole on, each before its parts: '.' is
 * decided, a digit names the coordinate in which the box is halved: 0 is theta, then the states w,
 * then the parameters whose ends differ. What is shown:
 *
 *     state_bound    at |w_i| = 1 the flow does not lead outwards: trees for w_0 = -1, w_0 = 1,
 *                    w_1 = -1, ..., over all theta and the other states
 *     passivity      S >= 0 and D >= mu theta E, mu > 0: one tree, over all theta, w; and, since
 *                    these are the states that there are, those of state_bound
 *     dissipation    the same with mu = 0, for the storage that the law declares
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

/* A statement: the numbers are valid decimals, borrowed. */
struct proof_claim {
    const struct arb_law *law;
    const struct dissipation_inequality *balance;
    enum property property;
    const char *low[ARB_LAW_MAX], *high[ARB_LAW_MAX]; /* of the parameters, in the law's order */
    const char *storage[DISSIPATION_MAX_STORAGE];
    const char *mu;
};

/* Whether there is anything to prove of the law about that property. */
bool proof_applicable(const struct dissipation_inequality *balance, enum property property);

/* Whether the ends of a parameter's interval differ. */
bool proof_varies(const struct proof_claim *claim, int param);

/* Trees that a proof of it has. */
int proof_trees(const struct dissipation_inequality *balance, enum property property);

/* A claim as balls, and the box to be decided: its ends, by coordinate. */
struct proof_space {
    const struct proof_claim *claim;
    int n_dims, param[PROOF_MAX_DIMS]; /* the parameter that coordinate i is, or -1 */
    arf_struct low[PROOF_MAX_DIMS], high[PROOF_MAX_DIMS];
    arb_ptr p, c, w;
    arb_t theta, mu, value;
    int state, side; /* state_bound: w_state = side, and what leads outwards is >= 0 */
};

/* The whole space of a tree. To be cleared. */
void proof_space_init(struct proof_space *space, const struct proof_claim *claim, int tree);
void proof_space_clear(struct proof_space *space);

/* Halves coordinate i, returning what low and high were in ends[2], initialised: to go on with the
 * lower half, then the upper, then back to the whole. */
void proof_lower_half(struct proof_space *space, int i, arf_struct ends[2]);
void proof_upper_half(struct proof_space *space, int i, arf_struct ends[2]);
void proof_whole(struct proof_space *space, int i, arf_struct ends[2]);

/* The expression that has to be >= 0 over the present box: space->value encloses it. */
void proof_evaluate(struct proof_space *space);
/* The same at the middle of the box. */
void proof_evaluate_middle(struct proof_space *space);

/* Whether S >= 0, and whether property, storage and mu belong together, and the parameters are
 * valid throughout; what is wrong otherwise (static), or NULL. */
const char *proof_premises(const struct proof_claim *claim);

/* A parsed file; its strings belong to it. */
struct proof {
    struct cJSON *json;
    struct proof_claim claim;
    const struct cJSON *tree[PROOF_MAX_TREES];
};

/* Whether a text of JSON, parsed, says that it is a proof. */
bool proof_is(const struct cJSON *json);

/* Parses a text. Returns false with *error filled in, and nothing to free. */
bool proof_parse(const char *text, size_t size, struct proof *proof, struct file_error *error);
void proof_free(struct proof *proof);

struct verdict_on_proof {
    enum answer proved;  /* UNDECIDED: the limit was reached */
    const char *problem; /* why not, static; NULL: it is proved */
    unsigned long boxes; /* decided */
};

/* Decides every box of every tree within a limit. NULL: that of rigorous.h. */
struct verdict_on_proof proof_check(const struct proof *proof, struct work_limit *limit);

enum { PROOF_BOX_TEXT = 2048 /* for the box of any law that has a balance */ };

/* The box of the parameters for people: those whose ends differ, rounded inward, so that what is
 * printed has been proved; "" where none do. */
void proof_box_text(char text[PROOF_BOX_TEXT], const struct proof_claim *claim);

#endif
