/* A ramp from 0 to 1 along half a period of the sine, and how a deflection travels up it.
 *
 *     alpha(y) = [1 - cos(pi y)]/2,   0 <= y <= 1                      (1)
 *     dy/dtau  = 1 - alpha(y) (a + b y),   a, b >= 0, a + b < 1        (2)
 *
 * The sine is a polynomial, so that float gives the same bits on every machine: Taylor's up to
 * |t| = 1/2, whose next term is below 3e-18 of it, in float 2e-9.
 *
 * (2) has no elementary solution but separates, tau = int dy/g(y) with g its right side: by Gauss
 * and Legendre's formula on panels of 1/4, with 16 nodes, in float 8. For a + b <= 0.95 the zeros
 * of g stay 0.14 away from the ramp, next to which a panel's error is below 3.1^-32 = 2e-16, in
 * float 1e-8. The whole ramp then takes tau <= 4.5.
 */
#ifndef BRISTLE_MODELS_SINE_RAMP_H
#define BRISTLE_MODELS_SINE_RAMP_H

#include "models/real.h"

#ifdef REAL_F32
enum { RAMP_SINE_TERMS = 7, RAMP_NODES = 8 };
#else
enum { RAMP_SINE_TERMS = 11, RAMP_NODES = 16 };
#endif

enum { RAMP_ITERATIONS = 12 }; /* ends a loop that rounding leaves earlier */

#define RAMP_PI C(3.14159265358979323846)

/* sin(pi t), |t| <= 1/2. */
static inline real ramp_sine(real t)
{
    static const real term[] = {
        RAMP_PI,
        -C(5.16771278004997002925),
        C(2.55016403987734544386),
        -C(0.599264529320792076888),
        C(0.0821458866111282287988),
        -C(0.00737043094571435077726),
        C(0.000466302805767612564421),
        -C(2.19153534478302158274e-5),
        C(7.95205400147551278478e-7),
        -C(2.29484289972698731102e-8),
        C(5.39266466260812848935e-10),
    };
    const real square = t * t;
    real sum = term[RAMP_SINE_TERMS - 1];
    for (int k = RAMP_SINE_TERMS - 2; k >= 0; k--)
        sum = sum * square + term[k];
    return sum * t;
}

/* cos(pi y) and sin(pi y), 0 <= y <= 1. */
static inline real ramp_cos(real y) { return -ramp_sine(y - C(0.5)); }
static inline real ramp_sin(real y) { return ramp_sine(C(0.5) - r_abs(y - C(0.5))); }

/* (1). Near y = 0 by the half angle: there 1 - cos would lose its digits. */
static inline real ramp(real y)
{
    const real half = ramp_sine(y / 2);
    return half * half;
}

/* d alpha/dy. */
static inline real ramp_slope(real y) { return RAMP_PI / 2 * ramp_sin(y); }

/* The right side of (2). */
static inline real ramp_rate(real a, real b, real y) { return 1 - ramp(y) * (a + b * y); }

/* The path tau and int y dtau from y to y + d, at most a panel. */
struct ramp_part {
    real tau, integral;
};

static inline struct ramp_part ramp_part(real a, real b, real y, real d)
{
    /* Nodes in [-1, 1], each standing for its mirror image too, and their weights. */
#ifdef REAL_F32
    static const real node[RAMP_NODES / 2][2] = {
        { C(0.960289856497536231684), C(0.101228536290376259153) },
        { C(0.796666477413626739592), C(0.222381034453374470544) },
        { C(0.525532409916328985818), C(0.313706645877887287338) },
        { C(0.183434642495649804939), C(0.362683783378361982965) },
    };
#else
    static const real node[RAMP_NODES / 2][2] = {
        { C(0.989400934991649932596), C(0.0271524594117540948518) },
        { C(0.944575023073232576078), C(0.0622535239386478928628) },
        { C(0.86563120238783174388), C(0.0951585116824927848099) },
        { C(0.755404408355003033895), C(0.124628971255533872052) },
        { C(0.617876244402643748447), C(0.149595988816576732082) },
        { C(0.458016777657227386342), C(0.169156519395002538189) },
        { C(0.28160355077925891323), C(0.182603415044923588867) },
        { C(0.0950125098376374401853), C(0.189450610455068496285) },
    };
#endif
    const real half = d / 2, centre = y + half;
    struct ramp_part sum = { 0, 0 };
    for (int i = 0; i < RAMP_NODES / 2; i++) {
        const real low = centre - half * node[i][0], high = centre + half * node[i][0];
        const real at_low = 1 / ramp_rate(a, b, low), at_high = 1 / ramp_rate(a, b, high);
        sum.tau += node[i][1] * (at_low + at_high);
        sum.integral += node[i][1] * (low * at_low + high * at_high);
    }
    return (struct ramp_part){ half * sum.tau, half * sum.integral };
}

/* A point on the ramp: y, the tau left, and since the beginning the gain in y and int y dtau. */
struct ramp_travel {
    real y, left, gain, integral;
};

/* Returns the gain in y, at most d, that takes tau. Newton's iteration from a gain that is too
 * large never falls short: the path is convex in the gain. */
static inline real ramp_gain(real a, real b, real y, real d, real tau)
{
    d = r_min(d, tau * ramp_rate(a, b, y));
    for (int i = 0; i < RAMP_ITERATIONS; i++) {
        const real excess = (ramp_part(a, b, y, d).tau - tau) * ramp_rate(a, b, y + d);
        if (!(excess > 4 * R_EPSILON * d))
            break;
        d -= excess;
    }
    return d;
}

/* Climbs the ramp by (2) until no tau is left, or to its end at y = 1. */
static inline void ramp_climb(real a, real b, struct ramp_travel *at)
{
    while (at->left > 0 && at->y < 1) {
        real d = r_min(C(0.25), 1 - at->y);
        const bool to_end = d < C(0.25);
        struct ramp_part part = ramp_part(a, b, at->y, d);
        const bool ends = part.tau > at->left;
        if (ends) {
            d = ramp_gain(a, b, at->y, d, at->left);
            part = ramp_part(a, b, at->y, d);
        }
        at->y = !ends && to_end ? 1 : at->y + d;
        at->left = ends ? 0 : at->left - part.tau;
        at->gain += d;
        at->integral += part.integral;
    }
}

#endif
