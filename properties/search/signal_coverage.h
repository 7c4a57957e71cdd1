/* What a random signal makes a law do, so that a search that only seems to look is noticed.
 *
 * A signal is counted under everything that it contains:
 *     stick       a hold at rest, or one that travels less than a tenth of the law's length
 *     slip        a hold that travels farther than that length
 *     reversal    two holds in a row, rests left out, in opposite directions
 *     saturation  a moving hold that lasts at least five settling times
 *     high_speed  a hold faster than ten times the speed on whose scale steady friction changes,
 *                 or than 0.1 m/s
 *     creep       a moving hold slower than a hundredth of it
 *     increase    |v| rises from one hold to the next, rests included
 * Laws without such a length or speed: 1e-5 m and 1e-3 m/s.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_SIGNAL_COVERAGE_H
#define BRISTLE_PROPERTIES_SEARCH_SIGNAL_COVERAGE_H

#include "properties/search/candidate.h"

enum share { STICK, SLIP, REVERSAL, SATURATION, HIGH_SPEED, CREEP, INCREASE, N_COVERED };

extern const char *const share_names[N_COVERED];

/* The least share of signals, in [0, 1], that a search of ANY_SIGNAL must have of each. */
extern const double share_floors[N_COVERED];

struct signal_coverage {
    unsigned signals;
    unsigned with[N_COVERED];
};

/* Counts one more signal. */
void PREC(coverage_add)(struct signal_coverage *shares, const struct model *model,
                        const struct sample *sample);

/* The first share below its floor, or N_COVERED. Increases are not asked of
 * signals that never increase, nor reversals of those that go one way. Laws without states neither
 * saturate. */
enum share PREC(coverage_missing)(const struct signal_coverage *shares, const struct model *model,
                                  enum signal_class signals);

#endif
