/* References kept in reference/data, one file a case, so that a change in any solver, law or
 * library that moves a digit is seen.
 *
 *     {"format": "reference-1", "case": "stick_slip-lugre", "scenario", "model",
 *      "params": {"sigma0": "100000", ...}, "plant": {"k": "2", ...},
 *      "method": "agreed", "command", "tools": {"arb": "2.23.0", ...}, "precision_bits",
 * "tolerance", "floor": {"x": "2e-13", ..., "events_s": "2e-12"}, "columns": {"t": ["0", ...], "x":
 * [...], ...}, "events": [{"kind": "faster", "t": "7.458"}], "digest": "..."}
 *
 * Numbers of columns and events are decimal strings that read back as the same double, null
 * where the force is an interval. A floor is relative to the largest magnitude of its column,
 * rounded up. The digest is that of the text before it (FNV-1a, 64 bits): a changed digit is
 * noticed without computing the case anew.
 */
#ifndef BRISTLE_REFERENCE_SOLUTIONS_STORED_H
#define BRISTLE_REFERENCE_SOLUTIONS_STORED_H

#include <stdbool.h>
#include <stddef.h>

#include "reference/experiments/scenario.h"

enum { STORED_NAME = 128, STORED_TEXT = 256 };

/* A stored case: a scenario and a law, with at most one parameter of each changed. */
struct stored_case {
    const struct scenario *scenario;
    const struct model *model;
    const char *param, *quantity; /* a parameter of the model, of the scenario; NULL: defaults */
    double param_value, quantity_value;
    double t_end; /* s; 0: the scenario's */
    char name[STORED_NAME];
};

/* Finds the i-th of all cases for which there is a reference, in a fixed order. Returns false
 * beyond the last. */
bool stored_case(size_t i, struct stored_case *stored);

/* Computes the case. Returns its text, to be freed by the caller, or NULL with a line in error. */
char *stored_compute(const struct stored_case *stored, char error[STORED_TEXT]);

/* Returns true when the digest of a stored text is right. */
bool stored_intact(const char *text);

/* Returns true when a stored text says what a computed one does: the same case, columns and events
 * to the last digit, and uncertainties no smaller. Otherwise a line in error says what differs. */
bool stored_matches(const char *text, const char *computed, char error[STORED_TEXT]);

#endif
