/* One step along a smooth motion of any law that is known by its equations.
 *
 * An approximation p(t), a polynomial, solves the equations at Chebyshev's nodes. It misses them in
 * between by a defect d, which is enclosed: p' less the interpolant of f(p, v) at twice as many
 * places, and what that interpolant misses, by a bound of f in an ellipse about the step
 * (reference/taylor/chebyshev.h). With a bound mu_i of df_i/dx_i and c_ij of |df_i/dx_j| over a
 * tube of radii r about p, the error e of p grows by
 *
 *     d|e_i|/dt <= mu_i |e_i| + sum over j of c_ij r_j + d_i:
 *
 * where that stays within r from the error at the beginning, the solution stays in the tube
 * (logarithmic norms: G. Dahlquist, "Stability and error bounds in the numerical integration of
 * ordinary differential equations", Stockholm, 1959). A law that relaxes has mu < 0 and forgets its
 * errors however stiff it is.
 *
 * Functions with kinks are taken on the side on which the step begins. Where a gap (graph_kinks.h)
 * may have come to zero the step ends before, and so it does where the guard of an event may have.
 *
 * A gap that only tends to zero, as that of an element that slips until the force has settled,
 * sinks below the precision and stays there. Where rates and forces come to the same on both sides,
 * the kink is loose: the step is taken on one side, and what the other would change is part of the
 * defect (loose.c).
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_GENERAL_H
#define BRISTLE_REFERENCE_TAYLOR_GENERAL_H

#include "reference/arb/law.h"
#include "reference/graph/graph_tape.h"
#include "reference/taylor/chebyshev.h"
#include "reference/taylor/frame.h"
#include "reference/taylor/segment.h"
#include "reference/taylor/tied.h"

/* Most states, and parts of the force. */
enum { GENERAL_STATES = 16, GENERAL_PARTS = 8 };

/* Polynomials have one of GENERAL_LEVELS degrees, each half the next: a step that an event cuts
 * short, or over which a law does little, needs few. The ellipse in which functions are bounded has
 * semi-axes of (r +- 1/r)/2 half steps; r = 2^GENERAL_LOG_R = 4 at the most degrees, and its square
 * at half of them, so that what an interpolant misses is as little. */
enum { GENERAL_LEVELS = 4, GENERAL_LOG_R = 2 };

/* The most bits: the tables of polynomials grow with their square. */
enum { GENERAL_MOST_BITS = 512 };

/* Bits that are lost from a law's functions to its solutions. */
enum { GENERAL_LOST_BITS = 32 };

/* How an attempt at a step ended: it is done; it is too long; the step begins where it is not
 * certain on which side of a kink the law is, or that no event is due; or that may be so at once.
 */
enum general_end { GENERAL_DONE, GENERAL_TOO_LONG, GENERAL_AT_KINK, GENERAL_NEAR_KINK };

struct general_step {
    const struct law_graph *law;
    struct ties *ties; /* of states that change alike; NULL: not watched */
    slong degree;      /* the most */
    struct chebyshev tables[GENERAL_LEVELS];
    const struct chebyshev *table; /* of the step */
    slong log_r;                   /* log2 r of its ellipse */
    struct graph_tape tape;        /* rates, parts of the force, guards */
    arb_ptr p;                     /* parameters in the order of the text */
    arb_ptr memory;                /* discrete variables now */
    unsigned n_states, n_parts, n_memory;
    slong bits, prec; /* asked for, and used */
    arb_t from, to;   /* exact */
    arb_t centre, reach, s;
    arb_t least; /* a length in which a step ends before a kink, s; set by the caller */
    /* Where a kink leaves no step: about how long it is until there, s; where a loose one asks for
     * a shorter step: about how long that may be; 0: not known. */
    arb_t near;
    arb_ptr c;                         /* of the states: degree + 1 coefficients each, exact */
    mag_ptr radius, radius_end, spent; /* by state: of the tube; at the end; int |e| dt */
    struct frame frame;
    mag_ptr frame_radius, frame_end; /* the first two in the frame's coordinates */
    arb_ptr energy; /* by part: samples + 1 coefficients of the energy since the beginning */
    mag_ptr energy_error;
    mag_ptr scale, scale_power; /* the largest magnitudes so far: of states, of v F by part */
    slong allowed_bits;         /* below sizes, to which a step may add to errors (loose.c) */
    bool *wary;                 /* by kink: it has ended a step just before, or been loose in it */
    /* Work space: values at nodes or samples; coefficients. */
    arb_ptr value, series;
    double *matrix, *slopes, *residual;
    size_t *pivot;
};

/* Returns true when steps can be taken of a law. */
bool general_step_has(const struct arb_law *law);

/* Returns true when the law has events. */
bool general_step_has_events(const struct general_step *g);

/* p: the law's parameters in its order. ties: NULL, or those to be watched, with the law's
 * equations.
 */
void general_step_init(struct general_step *g, const struct arb_law *law, struct ties *ties,
                       arb_srcptr p, slong prec);
void general_step_clear(struct general_step *g);

/* Takes the discrete variables behind the states x, which stay as they are until the next call. */
void general_step_remember(struct general_step *g, arb_srcptr x);

/* Goes from `from` towards `to` at that sign of v, from the states x; 0: v is 0 throughout. Where a
 * kink or an event is met g->to is the place before it. */
enum general_end general_step_go(struct general_step *g, const struct arb_segment *segment,
                                 int sign, const arb_t from, const arb_t to, arb_srcptr x);

/* Writes the states at u, within [-1/4, 1/4], to x, and energy0 plus the energies since the step's
 * beginning to energy. energy may be NULL. */
void general_step_at(const struct general_step *g, const arb_t u, arb_ptr x, arb_srcptr energy0,
                     arb_ptr energy);

/* Returns true when no step that has the sign of g->s needs a look at guard i: it is positive where
 * v has that sign, or zero for good and does not fire there. */
bool general_guard_stays(const struct general_step *g, unsigned i);

/* Tells that the states x at u, from general_step_at, are handed on to the next step. */
void general_step_keep(struct general_step *g, const arb_t u, arb_srcptr x);

/* Inside: takes the polynomials of a level; level 0 has the most degrees. */
void general_step_set_level(struct general_step *g, int level);

/* Inside: finds p. Returns false where the iteration does not converge or p is not resolved. */
bool general_step_approximate(struct general_step *g, const struct arb_segment *segment,
                              arb_srcptr x);

/* Inside: encloses the error of p from the states x. Returns false where it is too large. */
bool general_step_enclose(struct general_step *g, const struct arb_segment *segment, arb_srcptr x);

/* Inside: loosens the kinks whose sides are not certain where a step of length h from the states x
 * begins or, if that is possible, before long, where the tape has been evaluated at velocity v.
 * Returns GENERAL_DONE when none is left, GENERAL_TOO_LONG when a shorter step may do. */
enum general_end general_step_loosen(struct general_step *g, const struct arb_segment *segment,
                                     const arb_t v, arb_srcptr x);

/* Inside: adds what the errors of the states, within the tube over which the tape has been
 * evaluated, make of an expression, or of the first of two less the second. */
void general_step_add_error(mag_t error, struct general_step *g, const expression of[],
                            unsigned n_of);

/* Inside: returns true when no step needs a look at kink k: it has no side to lose, or that of v,
 * or may be on either. */
bool general_kink_stays(const struct general_step *g, size_t k);

/* Inside: in <- about how long it is until a gap of that size closes. Returns false where it does
 * not. */
bool general_gap_closes(arb_t in, const arb_t gap, const arb_t slope, slong prec);

/* Inside: guesses, by the slopes where the tape has been evaluated, at the beginning, whether a
 * step would be in vain since a kink or event is at hand; g->near is then about how long it is
 * until there. */
bool general_step_is_at_hand(struct general_step *g);

/* Inside: ends the step before the first kink or event. Returns false where that leaves no step. */
bool general_step_end_before_kinks(struct general_step *g, const struct arb_segment *segment);

/* Inside: evaluates the tape over the tube and all velocities of the step. */
void general_step_tube(struct general_step *g, const struct arb_segment *segment);

/* Inside: evaluates the tape at sample j of p, and v there. */
void general_step_sample(struct general_step *g, const struct arb_segment *segment, slong j,
                         arb_t v);

/* Inside: bounds n expressions in the ellipse, where v and p(t) are what they are there; infinity
 * where one may not be analytic. speed: a bound of |v|, m/s. */
void general_step_ellipse(mag_ptr bound, mag_t speed, const struct general_step *g,
                          const struct arb_segment *segment, const expression of[], unsigned n);

/* Inside: v at s in [-1, 1] of the step, m/s. */
void general_step_velocity(arb_t v, const struct general_step *g, const struct arb_segment *segment,
                           const arb_t s);

#endif
