/* The rigorous side of every property: is it violated along this exact signal?
 *
 * Evaluated in ball arithmetic on the ball models of the laws (reference/arb/),
 * sharing no code with models/ or the search. Precision is raised until the answer is
 * certain or a limit is reached.
 */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_H
#define BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_H

#include <arb.h>

#include "models/property_list.h"
#include "reference/arb/law.h"
#include "reference/taylor/segment.h"
#include "reference/taylor/work_limit.h"
#include "tools/base/decide.h"

/* Units of work (reference/taylor/work_limit.h) for one evaluation: half a minute; and of a law
 * without closed holds, for which many are made: some seconds, and the most bits. */
enum { RIGOROUS_UNITS = 20000, RIGOROUS_STEPPED_UNITS = 4000, RIGOROUS_STEPPED_BITS = 160 };

/* Most columns of a regressor that is judged. */
enum { RIGOROUS_MAX_COLUMNS = 8 };

/* A law along a signal of n segments. `load` writes the case's numbers as balls at a precision:
 * p[], x0[] (from where the law begins; zero-initialised), the durations h[n] in s, and the
 * velocities v[n] in m/s where all segments are holds. `load_segment` writes one segment, which may
 * be a hold; NULL means that all segments are holds. */
struct rigorous_case {
    const struct arb_law *law;
    enum property property;
    unsigned n_segments; /* segments, >= 1 */
    void (*load)(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h);
    void (*load_segment)(const void *numbers, slong prec, unsigned i, struct arb_segment *segment);
    const void *numbers;
    bool every_hold;          /* energies: "kept" means after every hold, not only at the end */
    struct work_limit *limit; /* NULL: the units above for each evaluation, whatever the time */
    const long *null;         /* IDENTIFIABILITY: n_regressors integers that U maps to 0, or NULL */
};

/* Returns true when the law is moved by closed forms at held velocity. Others are moved step by
 * step (reference/motion/motion.h), which costs more with each bit. */
bool rigorous_has_closed_holds(const struct arb_law *law);

/* rigorous_missing returns the first member of the law that the property needs and the law lacks,
 * or NULL; rigorous_applicable returns true when none is missing. */
bool rigorous_applicable(const struct arb_law *law, enum property property);
const char *rigorous_missing(const struct arb_law *law, enum property property);

/* Evaluates the property once: its functional (see PROPERTY_LIST) and its margin, normalised as in
 * properties/trials/evaluate_property.h. Returns YES when the property is violated for certain, NO
 * when it is certainly kept, UNDECIDED when the balls are too wide or the law would go through more
 * than some 10^7 events (functional and margin are then indeterminate). */
enum answer rigorous_evaluate(const struct rigorous_case *c, slong prec, arb_t functional,
                              arb_t margin);

/* Evaluates at rising precision, from 128 bits to at most max_prec, of laws without closed holds
 * from 80 to at most RIGOROUS_STEPPED_BITS, until the answer is certain and the margin finite.
 * Returns and writes the last evaluation. */
enum answer rigorous_violated(const struct rigorous_case *c, slong max_prec, arb_t functional,
                              arb_t margin);

#endif
