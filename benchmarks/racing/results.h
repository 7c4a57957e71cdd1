/* The stored results of //benchmarks:rivals, which needs libraries that nothing else does. */
#ifndef BRISTLE_BENCHMARKS_RACING_RESULTS_H
#define BRISTLE_BENCHMARKS_RACING_RESULTS_H

#include "tools/base/program.h"

/* What `rivals --format csv` wrote; one file. */
extern const struct program_file race_results[];

#endif
