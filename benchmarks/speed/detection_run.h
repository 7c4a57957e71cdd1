/* One run of the benchmark of detection: a search on a flawed or right law, from one seed. */
#ifndef BRISTLE_BENCHMARKS_SPEED_DETECTION_RUN_H
#define BRISTLE_BENCHMARKS_SPEED_DETECTION_RUN_H

#include <stdint.h>

#include "properties/search/flawed/flawed.h"

/* The searches: the one of properties/search/, that without its guidance, and rivals in the order
 * of rival_search.h. */
enum detector {
    DETECT_GUIDED,
    DETECT_RANDOM,
    DETECT_CRS2,
    DETECT_ISRES,
    DETECT_ESCH,
    DETECT_DIRECT_L,
    DETECTORS
};

extern const char *const detector_names[]; /* ended by NULL */

/* What came of a run. Undecided: the search ended without a verdict. */
enum detected { DETECTED_NOTHING, DETECTED_FLAW, DETECTED_UNDECIDED, DETECTED_FAILURE };

struct detection {
    enum detected what;
    unsigned simulations; /* until then */
    unsigned holds;       /* of the simplest witness of a flaw */
};

/* Loads the law from its text, as `verify` does, and searches with at most so many simulations.
 * Only a violation that is certified in ball arithmetic is a flaw. A process can run few laws:
 * their balls stay loaded. A law that does not load ends the program, exit 2. */
struct detection detection_run(const struct flawed_law *law, enum detector by, uint64_t seed,
                               unsigned trials);

/* Lets an optimiser in another program search, from that seed, through stdin and stdout
 * (rival_search.h). Returns false where a line of stdin is not understood. */
bool detection_serve(const struct flawed_law *law, uint64_t seed, unsigned trials);

#endif
