/* What a shared object says of its law, with that of benchmarks/fmu/law.h as an example. In a
 * shared object another file of this name takes its place (identity.h). */
#ifndef BRISTLE_BENCHMARKS_LIBRARY_TABLE_H
#define BRISTLE_BENCHMARKS_LIBRARY_TABLE_H

#include <math.h>

#include "benchmarks/library/bristle_law.h"

#define TABLE_SYMBOL    bristle_law_example
#define TABLE_NAME      "example"
#define TABLE_TITLE     "Coulomb friction with a viscous part"
#define TABLE_EQUATIONS "F = Fc*sgn(v) + sigma2*v"
#define TABLE_METHOD    "exponential"
#define TABLE_VERSION   "0"
#define TABLE_SPEED_MAX 1000.0 /* m/s */

static const struct bristle_quantity table_parameters[] = {
    { "Fc", "N", "", 1, 0, 1e6, 0 },
    { "sigma2", "N s/m", "", 0.4, 0, 1e4, 0 },
    { NULL, NULL, NULL, 0, 0, 0, 0 },
};
/* What a parameter should be. */
static const char *const table_ranges[] = {
    "Fc from 0 to 1000000 N",
    "sigma2 from 0 to 10000 N s/m",
    NULL,
};
static const struct bristle_quantity table_states[] = { { NULL, NULL, NULL, 0, 0, 0, 0 } };

#endif
