/* What the rigorous evaluations of the properties share: the numbers of a case at one
 * precision, and moving along its signal. For the files rigorous*.c only.
 */
#ifndef BRISTLE_PROPERTIES_CHECKER_RIGOROUS_RUN_H
#define BRISTLE_PROPERTIES_CHECKER_RIGOROUS_RUN_H

#include "properties/checker/rigorous.h"
#include "reference/taylor/taylor.h"

/* The numbers of a case at one precision, and what is accumulated along the signal. */
struct rigorous_run {
    const struct arb_law *law;
    slong prec;
    unsigned n_segments;
    bool every_hold;                     /* of the case */
    struct work_limit *limit, own_limit; /* own_limit: where the case has none */
    int n_states, n_parts;
    arb_ptr p, x, v, h;           /* v: of holds */
    struct arb_segment *segments; /* NULL: all are holds, v[] for h[] */
    arb_t end;                    /* scratch: a velocity */
    arb_ptr energy;               /* by part, so far */
    arb_ptr before;               /* the same, before the present hold */
    arb_ptr bound;                /* of the states */
    arb_t worst;                  /* largest functional of a bound so far */
    arb_t most;                   /* upper bound of it where it is not known at every instant */
    arb_t exchanged;              /* sum of |energy| over holds */
    arb_t g, g_sup, t;            /* Stribeck curve now, its largest value so far; scratch */
};

/* Loads the case; to be released by rigorous_run_clear. */
void rigorous_run_init(struct rigorous_run *r, const struct rigorous_case *c, slong prec);
void rigorous_run_clear(struct rigorous_run *r);

/* Sets v of every segment: of those that are held, whatever their formula, from the formula; of the
 * others indeterminate, since they have no one velocity. */
void rigorous_hold_segments(struct rigorous_run *r);

/* Whether segment i is not a hold. */
bool rigorous_is_smooth(const struct rigorous_run *r, unsigned i);

/* The velocity at the beginning or the end of segment i, until the next call. */
arb_srcptr rigorous_velocity(struct rigorous_run *r, unsigned i, bool at_end);

/* Whether segment i moves in that direction at some time: for certain, or as far as is known. */
bool rigorous_moves(const struct rigorous_run *r, unsigned i, int sign);
bool rigorous_may_move(const struct rigorous_run *r, unsigned i, int sign);

/* Whether segment i certainly is at rest all the time. */
bool rigorous_rests(const struct rigorous_run *r, unsigned i);

/* The net travel of segment i. */
void rigorous_travel(const struct rigorous_run *r, unsigned i, arb_t travel);

/* Velocities times `speed`, durations divided by |speed|. */
void rigorous_rescale(struct rigorous_run *r, slong speed);

/* Over segment i, which is no hold, with every part of the motion shown. */
void rigorous_watch(struct rigorous_run *r, unsigned i,
                    void (*span)(void *ctx, const struct arb_span *span), void *ctx);

/* Over segment i: the states, and the energies by part; `before` keeps those of its beginning. */
void rigorous_advance(struct rigorous_run *r, unsigned i);

/* The same without energies. */
void rigorous_move(struct rigorous_run *r, unsigned i);

/* The energy of one part, or (part < 0) of all, in such a vector. */
void rigorous_total(arb_t sum, arb_srcptr energy, int part, const struct rigorous_run *r);

/* The force at velocity v in the present state. */
void rigorous_force(struct rigorous_run *r, const arb_t v, arb_t F);

/* The distance travelled over segments from..to-1, whatever the direction. */
void rigorous_path(const struct rigorous_run *r, unsigned from, unsigned to, arb_t path);

/* scale = the law's force scale at v over the whole signal. */
void rigorous_scale(const struct rigorous_run *r, const arb_t v, arb_t scale);

/* A law over segment i, which is no hold; energy and span may be NULL. Where the motion cannot be
 * enclosed within the limit, states and energy are indeterminate. */
void rigorous_taylor(const struct rigorous_run *r, const struct arb_law *law, arb_srcptr p,
                     unsigned i, arb_ptr x, arb_ptr energy,
                     void (*span)(void *ctx, const struct arb_span *span), void *ctx);

/* What r->law loses over segment i, which is no hold, from `before` on, by its statement of
 * that;
 * indeterminate where there is none along such a motion. */
void rigorous_taylor_loss(const struct rigorous_run *r, unsigned i, arb_srcptr before, arb_t loss);

/* path <- path + int |v| dt over segment i, which is no hold. */
void rigorous_segment_path(const struct rigorous_run *r, unsigned i, arb_t path);

/* The segments of a case at a precision, to be released; NULL: all are holds. */
struct arb_segment *rigorous_segments(const struct rigorous_case *c, slong prec);
void rigorous_segments_clear(struct arb_segment *segments, unsigned n);

/* Whether a difference that should be zero exceeds 2^-60 of the scale: the tolerance of equalities,
 * which balls could otherwise refute but never confirm. */
enum answer rigorous_exceeds(const arb_t difference, const arb_t scale, slong prec);

/* Whether the bound is that of a state without one, which is the travel itself: plus infinity, and
 * not a ball so wide that it may be. */
bool rigorous_unbounded(const arb_t bound);

/* Whether a or b. */
enum answer rigorous_either(enum answer a, enum answer b);

/* The properties. Each takes a fresh run along its signal and answers like
 * rigorous_evaluate. */

/* Passivity (part < 0) and its parts: the functional is the energy at the end, the answer about it
 * or, as the case may want, about the energies after all holds. */
enum answer rigorous_energy(struct rigorous_run *r, int part, bool strict, arb_t functional,
                            arb_t margin);
/* The energy of a static law exactly as printed. */
enum answer rigorous_printed(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The smallest E - dS over holds. */
enum answer rigorous_dissipation(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |x|/bound - 1. */
enum answer rigorous_state_bound(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |y|/bound - g, g that of the present velocity or its largest so far. */
enum answer rigorous_stribeck_bound(struct rigorous_run *r, bool over_history, arb_t functional,
                                    arb_t margin);
/* |F - F_ss| at the end. */
enum answer rigorous_steady_state(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The force at the end along the signal, minus (plus, mirrored) the force at the end of the
 * signal with velocities times `speed` and durations divided by it. */
enum answer rigorous_other_run(struct rigorous_run *r, slong speed, arb_t functional, arb_t margin);
/* |F| - R |v| at the end. */
enum answer rigorous_creep(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |net travel| - 1000 |dx| over windows of holds. */
enum answer rigorous_no_drift(struct rigorous_run *r, arb_t functional, arb_t margin);
/* The largest |F - U P|, U as stated or as printed. */
enum answer rigorous_residuals(struct rigorous_run *r, enum property property, arb_t functional,
                               arb_t margin);
/* The volume of the columns of U, 0 where a combination of them vanishes. */
enum answer rigorous_independence(struct rigorous_run *r, const struct rigorous_case *c,
                                  arb_t functional, arb_t margin);

#endif
