/* One experiment of findings: LuGre or martinez_rosas, at Table I except for alpha. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_RUN_H
#define BRISTLE_BENCHMARKS_REPLICATION_RUN_H

#include <stdbool.h>

#include "reference/experiments/trajectory.h"

/* In place of an alpha: the LuGre law. */
#define LUGRE 0.0
/* The alpha that the paper prints. */
#define TABLE_I 1e9

enum { FINDINGS_MAX_CHANGES = 3 };

/* An experiment: a scenario with changes to its parameters, ended by a NULL name. */
struct finding {
    const char *scenario;
    struct {
        const char *name;
        double value;
    } changes[FINDINGS_MAX_CHANGES + 1];
    double t_end;   /* s; 0: the scenario's */
    double from;    /* s: samples are between `from` and the end, and one at 0 */
    size_t samples; /* 0: the scenario's */
};

/* How to compute: by cvode_bdf at two tolerances, whose common digits can be trusted where the
 * motion is stable; or, where it is not, by the reference, which takes seconds, and again with
 * other steps. */
enum method { FINE, COARSE, EXACT, EXACT_AGAIN };

/* Runs the experiment. Returns false, with nothing to free, if the method fails. trajectory_free
 * releases *r. */
bool finding_run(const struct finding *finding, double alpha, enum method method,
                 struct trajectory *r);

#endif
