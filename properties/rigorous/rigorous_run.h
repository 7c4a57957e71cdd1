/* What the rigorous evaluations of the properties share: the numbers of a case at one precision,
 * and moving along its signal. Only the files rigorous*.c include this header. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_RUN_H
#define BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_RUN_H

#include "properties/rigorous/rigorous.h"
#include "reference/motion/motion.h"

/* The numbers of a case at one precision, and what is accumulated along the signal. */
struct rigorous_run {
    const struct arb_law *law;
    slong prec;
    unsigned n_segments;
    bool every_hold;                     /* as in struct rigorous_case */
    struct work_limit *limit, own_limit; /* limit: &own_limit where the case has none */
    int n_states, n_parts;
    arb_ptr p, x, v, h;           /* v, m/s: of holds; h, s */
    struct arb_segment *segments; /* NULL: all segments are closed holds, of v[] for h[] */
    arb_t end;                    /* scratch: a velocity */
    arb_ptr energy;               /* J, by part, of the present segment */
    arb_ptr bound;                /* of the states */
    arb_t worst;                  /* largest functional of a bound so far */
    arb_t most;        /* upper bound of `worst` where it is not known at every instant */
    arb_t exchanged;   /* J, sum of |energy| over holds */
    arb_t g, g_sup, t; /* Stribeck curve now, its largest value so far; scratch */
};

/* Loads the case; rigorous_run_clear releases it. */
void rigorous_run_init(struct rigorous_run *r, const struct rigorous_case *c, slong prec);
void rigorous_run_clear(struct rigorous_run *r);

/* Sets v of every segment. A segment that is held, whatever its formula, gets the velocity of the
 * formula; the others have no one velocity and get an indeterminate ball. */
void rigorous_hold_segments(struct rigorous_run *r);

/* Returns true when v is constant in segment i. */
bool rigorous_is_held(const struct rigorous_run *r, unsigned i);

/* Returns true when segment i is not a closed hold: v changes, or the law has no closed form of its
 * motion at held velocity. */
bool rigorous_is_smooth(const struct rigorous_run *r, unsigned i);

/* Returns the velocity at the beginning or the end of segment i, valid until the next call. */
arb_srcptr rigorous_velocity(struct rigorous_run *r, unsigned i, bool at_end);

/* Return true when segment i certainly moves, or may move, in that direction at some time. */
bool rigorous_moves(const struct rigorous_run *r, unsigned i, int sign);
bool rigorous_may_move(const struct rigorous_run *r, unsigned i, int sign);

/* Returns true when segment i is certainly at rest all the time. */
bool rigorous_rests(const struct rigorous_run *r, unsigned i);

/* Computes the net travel of segment i, m. */
void rigorous_travel(const struct rigorous_run *r, unsigned i, arb_t travel);

/* Multiplies velocities by `speed` and divides durations by |speed|. */
void rigorous_rescale(struct rigorous_run *r, slong speed);

/* Moves over segment i, which is no closed hold, and calls `span` for every part of the motion. */
void rigorous_watch(struct rigorous_run *r, unsigned i,
                    void (*span)(void *ctx, const struct arb_span *span), void *ctx);

/* Moves over segment i, and computes the energy put in: of all parts, or of one if part >= 0; J. */
void rigorous_advance(struct rigorous_run *r, unsigned i, int part, arb_t energy);

/* Moves over segment i without energies. */
void rigorous_move(struct rigorous_run *r, unsigned i);

/* Computes the force at velocity v in the present state, N. */
void rigorous_force(struct rigorous_run *r, const arb_t v, arb_t F);

/* Computes the distance travelled over segments from..to-1, regardless of direction, m. */
void rigorous_path(const struct rigorous_run *r, unsigned from, unsigned to, arb_t path);

/* Computes the law's force scale at v over the whole signal, N. */
void rigorous_scale(const struct rigorous_run *r, const arb_t v, arb_t scale);

/* Moves a law over segment i, which is no closed hold; energy and span may be NULL. If the motion
 * cannot be enclosed within the limit, states and energy are indeterminate. */
void rigorous_taylor(const struct rigorous_run *r, const struct arb_law *law, arb_srcptr p,
                     unsigned i, arb_ptr x, arb_ptr energy,
                     void (*span)(void *ctx, const struct arb_span *span), void *ctx);

/* Moves the states x over a hold of no segment; indeterminate where that is not possible. */
void rigorous_hold(const struct rigorous_run *r, const arb_t v, const arb_t h, arb_ptr x);

/* Computes what r->law loses over segment i, which is no closed hold, from the states `before`, by
 * its own formula; indeterminate where the law has no formula for such a motion. J. */
void rigorous_taylor_loss(const struct rigorous_run *r, unsigned i, arb_srcptr before, arb_t loss);

/* path <- path + int |v| dt over segment i, which is no closed hold. */
void rigorous_segment_path(const struct rigorous_run *r, unsigned i, arb_t path);

/* Returns the segments of a case at a precision, to be released by rigorous_segments_clear; NULL:
 * all are closed holds. v and h: of holds, as loaded. */
struct arb_segment *rigorous_segments(const struct rigorous_case *c, arb_srcptr v, arb_srcptr h,
                                      slong prec);
void rigorous_segments_clear(struct arb_segment *segments, unsigned n);

/* Answers whether a difference that should be zero exceeds 2^-60 of the scale: the tolerance of
 * equalities, which balls could otherwise refute but never confirm. */
enum answer rigorous_exceeds(const arb_t difference, const arb_t scale, slong prec);

/* Returns true when the state has no bound (the bound is plus infinity: the state is the travel
 * itself), false for a ball so wide that it may be infinite. */
bool rigorous_unbounded(const arb_t bound);

/* Returns YES when a or b is YES, and NO when both are NO. */
enum answer rigorous_either(enum answer a, enum answer b);

/* The properties. Each takes a fresh run along its signal and returns as rigorous_evaluate does. */

/* Passivity (part < 0) and its parts. The functional is the energy at the end; the answer is about
 * that energy or, with every_hold, about the energies after all holds. */
enum answer rigorous_energy(struct rigorous_run *r, int part, bool strict, arb_t functional,
                            arb_t margin);
/* The energy of a static law exactly as printed. */
enum answer rigorous_printed(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The smallest E - dS over holds. */
enum answer rigorous_dissipation(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |x|/bound - 1. */
enum answer rigorous_state_bound(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |y|/bound - g, with g at the present velocity, or g's largest value so far. */
enum answer rigorous_stribeck_bound(struct rigorous_run *r, bool over_history, arb_t functional,
                                    arb_t margin);
/* Returns true when the law states what holds tend to and how fast; else that is found by moving it
 * (reference/taylor/law_text.h). */
bool rigorous_states_steady(const struct arb_law *law);
/* |F - F_ss| at the end. */
enum answer rigorous_steady_state(struct rigorous_run *r, arb_t functional, arb_t margin);
/* Compares the force at the end of the signal with the force at the end of the signal with
 * velocities times `speed` and durations divided by |speed|: their difference, or their sum if
 * speed < 0. */
enum answer rigorous_other_run(struct rigorous_run *r, slong speed, arb_t functional, arb_t margin);
/* |F| - R |v| at the end. */
enum answer rigorous_creep(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |net travel| - 1000 |dx| over windows of holds. */
enum answer rigorous_no_drift(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |F - U P|, U as stated or as printed. */
enum answer rigorous_residuals(struct rigorous_run *r, enum property property, arb_t functional,
                               arb_t margin);
/* The volume of the columns of U; 0 where a combination of them vanishes. */
enum answer rigorous_independence(struct rigorous_run *r, const struct rigorous_case *c,
                                  arb_t functional, arb_t margin);

#endif
