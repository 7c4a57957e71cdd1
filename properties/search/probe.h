/* Signals made for a law: ways to a state, at speeds and for times that the law itself suggests.
 *
 * A signal that charges a state, and then makes use of it, is rare among random ones. A probe goes
 * some way, looks at the law in the state that it reaches (speed_scan.h), and goes on from there.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_PROBE_H
#define BRISTLE_PROPERTIES_SEARCH_PROBE_H

#include "properties/search/speed_scan.h"
#include "properties/trials/candidate.h"
#include "tools/base/rng.h"

enum { PROBE_SPEEDS = 24, PROBE_WAYS = 8, PROBE_MODES = 64 };

/* Speeds beyond which no signal of a probe goes: 10^9 times slower than other random ones. */
#define PROBE_SLOWEST 1e-24

/* What probes have found at one set of parameters. */
struct probe_finds {
    double p[MODEL_MAX_PARAMS];
    unsigned n_v;
    double v[PROBE_SPEEDS]; /* special velocities */
    unsigned n_ways;
    /* To states in which a velocity is special, and on by it; and to modes that were new: what the
     * whole numbers of a law's memory are. */
    struct candidate way[PROBE_WAYS];
    unsigned n_modes;
    uint64_t mode[PROBE_MODES]; /* hashes */
};

/* What to draw from: a law at parameters, the fastest speed of the claim, and what was found. */
struct probe {
    const struct model *model;
    const real *p;
    double fastest;
    struct probe_finds *finds;
    struct rng *rng;
};

/* Draws a speed: often one that was found, 0, the fastest, or one near the law's own, otherwise
 * anywhere. */
double PREC(probe_speed)(const struct probe *probe);

/* Draws how long to hold v from a state, in s: about the time in which one of the states changes,
 * or in which the law's length is travelled, or anything. */
double PREC(probe_time)(const struct probe *probe, const struct exact_state *at, double v);

/* Draws a line of speeds to look along: mostly usual ones. */
struct speed_line PREC(probe_line)(const struct probe *probe);

/* Draws a way of at most CANDIDATE_MAX_SEGMENTS - 1 segments, also of none: holds, one after
 * another; a way that was found, and a hold; vibrations and loops that grow or shrink, repeated. */
void PREC(probe_way)(const struct probe *probe, struct candidate *way);

/* Goes along the way, by numbers quickly. Returns false where that gives no number. */
bool PREC(probe_go)(const struct probe *probe, const struct claim *claim,
                    const struct candidate *way, struct exact_state *at);

/* Notes the speeds that a scan in that direction has found, in the state at the end of the way, and
 * the mode there. */
void PREC(probe_note)(const struct probe *probe, const struct exact_state *at,
                      const struct candidate *way, const struct speed_scan *scan, double direction);

/* Returns for how long to hold v from a state so that most energy comes back, in s: about a tenth
 * off; *calls receives the number of holds that it took. */
double PREC(probe_burst)(const struct probe *probe, const struct exact_state *at, double v,
                         unsigned *calls);

/* Appends a slow motion, or a rest, until the states have settled, and then a fast one, mostly in
 * the same direction, for a part of the time in which the fastest of them changes. */
void PREC(probe_charge_and_burst)(const struct probe *probe, struct candidate *way);

/* Appends a vibration of that angular frequency about a velocity, until the candidate is full: 2,
 * 4, 8 or 16 steps a cycle. */
void PREC(probe_vibrate)(const struct probe *probe, double mean, double amplitude, double omega,
                         struct candidate *way);

/* Appends a hold. */
void PREC(probe_hold)(struct candidate *way, double v, double time);

#endif
