/* Counts what random signals make a law do, so that a search that misses a kind of motion is
 * noticed.
 *
 * A signal is counted under everything that it contains:
 *     stick       a hold at rest, or one that travels less than a tenth of the law's length
 *     slip        a hold that travels farther than that length
 *     reversal    two holds in a row, rests left out, in opposite directions
 *     saturation  a moving hold that lasts at least five settling times
 *     high_speed  a hold faster than ten times the speed on whose scale steady friction changes,
 *                 or than 0.1 m/s
 *     creep       a moving hold slower than a hundredth of that speed
 *     increase    |v| rises from one hold to the next, rests included
 * For laws without such a length or speed these are 1e-5 m and 1e-3 m/s. */
#ifndef BRISTLE_PROPERTIES_TRIALS_SIGNAL_COVERAGE_H
#define BRISTLE_PROPERTIES_TRIALS_SIGNAL_COVERAGE_H

#include "properties/trials/candidate.h"

enum share { STICK, SLIP, REVERSAL, SATURATION, HIGH_SPEED, CREEP, INCREASE, N_COVERED };

extern const char *const share_names[N_COVERED];

/* The least share of signals, in [0, 1], that must contain each kind when a search draws
 * ANY_SIGNAL. */
extern const double share_floors[N_COVERED];

struct signal_coverage {
    unsigned signals;
    unsigned with[N_COVERED];
};

/* Counts one more signal. */
void PREC(coverage_add)(struct signal_coverage *shares, const struct model *model,
                        const struct sample *sample);

/* Returns the first kind whose share is below its floor, or N_COVERED. Signals that never increase
 * in speed need no increases, and signals in one direction no reversals. Laws without states need
 * no saturation. */
enum share PREC(coverage_missing)(const struct signal_coverage *shares, const struct model *model,
                                  enum signal_class signals);

#endif
