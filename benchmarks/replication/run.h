/* One experiment of findings: LuGre or martinez_rosas, at Table I but for alpha. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_RUN_H
#define BRISTLE_BENCHMARKS_REPLICATION_RUN_H

#include <stdbool.h>

#include "reference/experiments/trajectory.h"

/* In the place of alpha: the LuGre law. */
#define LUGRE 0.0
/* What the paper prints. */
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
    double from;    /* s: samples lie between here and the end, and one at 0 */
    size_t samples; /* 0: the scenario's */
};

/* By cvode_bdf at two tolerances, whose common digits can be trusted where the motion is stable;
 * or, where it is not, by the reference, which takes seconds, and again with its steps cut
 * elsewhere. */
enum method { FINE, COARSE, EXACT, EXACT_AGAIN };

/* Runs it. Returns false, with nothing to free, if the method fails. Release with
 * trajectory_free. */
bool finding_run(const struct finding *finding, double alpha, enum method method,
                 struct trajectory *r);

#endif
