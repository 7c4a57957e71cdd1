/* A segment of a velocity signal in balls: one formula, smooth in time.
 *
 *     v(tau) = mean + amplitude sin(q(tau))   or, without a wave,   v(tau) = q(tau)
 *     q(tau) = q0 + q1 tau + q2 tau^2
 *
 * holds and ramps are of the second kind, sines, cosines and chirps of the first. tau is the time
 * since the segment began, s.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_SEGMENT_H
#define BRISTLE_REFERENCE_TAYLOR_SEGMENT_H

#include <acb.h>
#include <arb_poly.h>
#include <stdbool.h>

#include "reference/inputs/signal_kind.h"

/* A segment in balls; owns them. */
struct arb_segment {
    bool is_wave;
    arb_t mean, amplitude; /* m/s; of a wave */
    arb_t last;      /* v where it ends, m/s; of a line, whose formula has only a ball there */
    arb_struct q[3]; /* rad, or m/s */
    arb_t duration;  /* s, positive */
};

void arb_segment_init(struct arb_segment *segment);
void arb_segment_clear(struct arb_segment *segment);

/* The segment with the grammar's numbers (signal.h), value[] and T; kind is none but csv. */
void arb_segment_set(struct arb_segment *segment, enum signal_kind kind, arb_srcptr value,
                     const arb_t duration, slong prec);

/* The line from v0 to v1 that passes tau = t0 and t1. */
void arb_segment_set_line(struct arb_segment *segment, const arb_t t0, const arb_t v0,
                          const arb_t t1, const arb_t v1, slong prec);

/* The segment with its velocities multiplied by a number and its times divided by |speed|. */
void arb_segment_scale(struct arb_segment *segment, slong speed, slong prec);

/* arb_segment_is_held returns true when v is certainly constant; arb_segment_held_velocity gives
 * that velocity. */
bool arb_segment_is_held(const struct arb_segment *segment);
void arb_segment_held_velocity(arb_t v, const struct arb_segment *segment, slong prec);

/* The period of v, T = 2 pi/|q1| s. Returns false where v has none. */
bool arb_segment_period(arb_t period, const struct arb_segment *segment, slong prec);

/* v at tau, m/s. */
void arb_segment_velocity(arb_t v, const struct arb_segment *segment, const arb_t tau, slong prec);

/* The velocity at the segment's end, m/s. */
void arb_segment_last_velocity(arb_t v, const struct arb_segment *segment, slong prec);

/* dv/dtau, m/s^2. */
void arb_segment_slope(arb_t slope, const struct arb_segment *segment, const arb_t tau, slong prec);

/* d2v/dtau2, m/s^3. */
void arb_segment_curvature(arb_t curvature, const struct arb_segment *segment, const arb_t tau,
                           slong prec);

/* v(centre + reach u) as a power series in u, of length len. */
void arb_segment_series(arb_poly_t v, const struct arb_segment *segment, const arb_t centre,
                        const arb_t reach, slong len, slong prec);

/* A ball that holds v(centre + reach u) for all complex |u| <= 1. */
void arb_segment_disc(acb_t v, const struct arb_segment *segment, const arb_t centre,
                      const arb_t reach, slong prec);

/* The integral of v from tau0 to tau1, m. */
void arb_segment_distance(arb_t distance, const struct arb_segment *segment, const arb_t tau0,
                          const arb_t tau1, slong prec);

/* Returns the sign that v certainly has right after tau, 0 where none is certain. */
int arb_segment_direction(const struct arb_segment *segment, const arb_t tau, slong prec);

/* Finds a zero of v after tau, to about `prec` bits and without a radius: for finding one's way,
 * not for proofs, since zeros may be missed. Returns false when there is none before the end. */
bool arb_segment_near_zero(arb_t zero, const struct arb_segment *segment, const arb_t tau,
                           slong prec);

/* Returns true when v certainly never has the sign that is opposite to another that it has. */
bool arb_segment_is_one_sided(const struct arb_segment *segment);

/* Returns true when v certainly has that sign throughout the open interval between the exact
 * tau0 < tau1, as far as the segment goes. */
bool arb_segment_has_sign(const struct arb_segment *segment, int sign, const arb_t tau0,
                          const arb_t tau1, slong prec);

#endif
