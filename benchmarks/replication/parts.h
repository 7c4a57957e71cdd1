/* The experiments behind the tables and plots of findings, each with its measures. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_PARTS_H
#define BRISTLE_BENCHMARKS_REPLICATION_PARTS_H

#include "benchmarks/comparison/findings_measure.h"
#include "benchmarks/replication/run.h"
#include "benchmarks/replication/table.h"

/* Displacement, m, beyond which a mass has broken away: a hundred times the bristle's
 * deflection. */
#define FINDINGS_BREAKS_AWAY 1e-3

/* The ramps of force. All NAN where the method fails. */
struct findings_pre_sliding {
    double release, force; /* release in s; the force applied then, N */
    double x[3];           /* at the ends of the three ramps: 10, 35, 60 s */
    double largest;        /* |x| */
};
struct findings_pre_sliding findings_pre_sliding(double alpha, enum method method);

/* The frequencies 1, 10 and 25 rad/s. */
extern const double findings_omegas[3];

/* Over the last whole period before 20 s. `reversing` moves at 2.5 mm/s cos(omega t), as fast as
 * the scenario's 1.5 + cos(omega t) mm/s, but about standstill. */
struct findings_hysteresis {
    double lag;         /* N */
    double force_swing; /* N */
    double z, y;        /* swings of the states, m; y: NAN for LuGre */
};
struct findings_hysteresis findings_hysteresis(double alpha, double omega, bool reversing,
                                               enum method method);
/* Returns the experiment over its last whole period. */
struct finding findings_hysteresis_period(double omega, bool reversing);

/* Over 60 s. All NAN where the method fails. */
struct findings_stick_slip {
    double release; /* s; NAN: none */
    struct slips slips;
    unsigned forward, backward; /* slips in the first 30 s */
    bool failed;
};
struct findings_stick_slip findings_stick_slip(double alpha, enum method method);

/* The set-point control of pid from 50 to 100 s. Returns false where the method fails. *release is
 * NAN if there is none. */
bool findings_pid(double alpha, enum method method, double *release, struct deviation *d);
/* From 50 to 100 and from 450 to 500 s. Returns false where the method fails. */
bool findings_pid_long(double alpha, enum method method, struct deviation *early,
                       struct deviation *late);

/* Writes that many significant digits, without exponent; a dash for NAN. */
void findings_number(char text[FINDINGS_CELL], double value, int digits);
/* As many of four as two computations agree in. */
void findings_common(char text[FINDINGS_CELL], double a, double b);
bool findings_agree(double a, double b, int digits);

/* Writes alpha as on the command line, "25000", "1e9", or "LuGre". */
void findings_alpha(char text[FINDINGS_CELL], double alpha);

void findings_table_i(struct findings_table *table);
void findings_changes(struct findings_table *table);

#endif
