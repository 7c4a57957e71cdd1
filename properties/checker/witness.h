/* Witness files: a signal, with everything needed to judge it, as a person can read it.
 *
 *     {"format": "witness-1", "model": "lugre", "params": {"sigma0": "100000", ...},
 *      "property": "passivity", "x0": ["0"],
 *      "signal": [{"kind": "hold", "v": "0.00001", "t": "10"}, ...],
 *      "claims": {"lo": "-0.0013", "hi": "-0.0012"}}
 *
 * Segments are those of the velocity grammar (reference/inputs/signal.h), their numbers under
 * lower-case names; the witness itself contains the samples of a csv:
 *
 *     {"kind": "hold", "v", "t"}   {"kind": "ramp", "v0", "v1", "t"}
 *     {"kind": "sine", "mean", "amp", "omega", "phase", "t"}, and so "cosine"
 *     {"kind": "chirp", "mean", "amp", "w0", "w1", "t"}
 *     {"kind": "csv", "samples": [["0", "0.001"], ["0.5", "0"], ...]}
 *
 * Numbers are decimal strings and mean exactly what they say. Every parameter of the law must be
 * given. "claims", an enclosure of the property's functional, is optional. A witness against
 * "identifiability" also has the entries of an integer vector that the regressor U maps to zero,
 * one for each column of U: "null": ["0", "0", "0", "1", "1", "0"]. One against a law from a text
 * has that text's digest: "law": "7841d3a3...". */
#ifndef BRISTLE_PROPERTIES_CHECKER_WITNESS_H
#define BRISTLE_PROPERTIES_CHECKER_WITNESS_H

#include <stdbool.h>
#include <stddef.h>

#include "properties/rigorous/rigorous.h"
#include "reference/inputs/signal_kind.h"
#include "tools/base/decimal.h"
#include "tools/base/strict_json.h"

/* The numbers of a segment in the grammar's order, without T; of a hold v. A segment whose numbers
 * make its velocity constant (a ramp between equal velocities, a wave without amplitude) is read as
 * a hold. */
struct witness_segment {
    enum signal_kind kind; /* never SIGNAL_CSV: its rows are ramps or holds */
    const char *value[4];
    const char *since; /* of a row of a csv: when it begins; its "duration" is when it ends */
};

/* A kind of segment: its keys are "kind", "t" and then its n values, ended by NULL. */
struct witness_kind {
    enum signal_kind kind;
    const char *name; /* in the grammar */
    unsigned n;
    const char *const keys[7];
};

/* Returns the kind of that name in the grammar, or NULL. */
const struct witness_kind *witness_kind_of(const char *name);
/* Returns the entry of a kind other than SIGNAL_CSV. */
const struct witness_kind *witness_kind_by(enum signal_kind kind);

/* A parsed witness. The strings belong to it; witness_free releases them. */
struct witness {
    struct cJSON *json;
    const struct arb_law *law;
    enum property property;
    const char *param[ARB_LAW_MAX]; /* in the law's order */
    const char *x0[ARB_LAW_MAX];    /* from where the law begins, in its order of states */
    unsigned n_segments;            /* each row of a csv is one */
    const char **v, **h;            /* by segment: velocity (NULL if it is not a hold), duration */
    struct witness_segment *segments; /* NULL: all are holds */
    const char *lo, *hi;              /* claimed enclosure, or NULL, NULL */
    long null[RIGOROUS_MAX_COLUMNS];  /* IDENTIFIABILITY: the law's n_regressors entries */
};

/* Parses a text of `size` bytes. Returns false with *error filled in, and nothing to free, when it
 * is not a complete, valid witness for a law that has a ball model. */
bool witness_parse(const char *text, size_t size, struct witness *witness,
                   struct file_error *error);
/* As witness_parse; the law may also be `own`, which is in no list (NULL: none). */
bool witness_parse_by(const struct arb_law *own, const char *text, size_t size,
                      struct witness *witness, struct file_error *error);
void witness_free(struct witness *witness);

/* Returns the witness as a case for the rigorous evaluator; the case borrows the witness. */
struct rigorous_case witness_case(const struct witness *witness);

/* Returns true when the law is moved step by step along some segment, not by closed forms. */
bool witness_is_stepped(const struct witness *witness);

struct verdict_on_witness {
    enum answer confirmed; /* YES: the violation is real, and the enclosure, if given, right */
    const char *reason;    /* for people; static */
    char lo[DECIMAL_TEXT], hi[DECIMAL_TEXT]; /* enclosure of the functional (decimal_end) */
};

/* Judges the witness, raising precision to at most max_prec bits, within a limit; NULL means the
 * limit of rigorous.h. */
struct verdict_on_witness witness_check(const struct witness *witness, slong max_prec,
                                        struct work_limit *limit);

#endif
