/* Exponential collocation for states that relax, each by itself, towards values that depend on
 * time only, dx/dt = a(t) (z(t) - x): friction laws of LuGre type driven by a velocity.
 *
 * With the travel theta = int a dt in place of time this is dx/dtheta = z - x. Over a step, theta
 * is known at Lobatto's nodes from a there; z becomes the polynomial in theta through its values
 * there; and the equation is solved exactly. With Q + 1 nodes the order is 2 Q for steps within
 * which the state moves little, and where it has long relaxed it follows z with all its
 * derivatives, however stiff. Exact at held velocity. Compare the exponential quadrature of
 * M. Hochbruck, A. Ostermann, "Exponential integrators", Acta Numerica 19, 209-286, 2010,
 * section 2.2, where a is constant.
 *
 * In u = theta/Theta, Theta the travel of the step, z = sum c_k u^k, the solution is
 *     P(u) + (x0 - P(0)) exp(-Theta u),  P = z - z'/Theta + z''/Theta^2 - ...     (1)
 * where Theta >= 1, and otherwise, without the cancellation of that, the power series
 *     sum x_k u^k,  x_{k+1} = Theta (c_k - x_k)/(k+1)                             (2)
 */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_COLLOCATION_H
#define BRISTLE_INTEGRATORS_NUMERICS_COLLOCATION_H

#include <stdbool.h>

#include "integrators/force_inline.h"
#include "integrators/ode.h"

/* Powers of u: those of P, or of the series, which ends below rounding for Theta < 1: 1/18! is
 * 2e-16. */
enum { COLLOCATION_MOST = 6, COLLOCATION_TERMS = 18 };

/* Lobatto's rule with Q + 1 nodes. */
struct lobatto {
    real node[COLLOCATION_MOST + 1];
    /* Integrals of a function from 0 to each node, from its values at the nodes; the last row is
     * the rule itself. */
    real integral[COLLOCATION_MOST + 1][COLLOCATION_MOST + 1];
    /* The order in which nodes enter the divided differences: what the last one adds, which
     * vanishes at both ends, estimates the error. */
    unsigned order[COLLOCATION_MOST + 1];
};

/* The solution for one state over a step. */
struct relaxing {
    real theta;     /* Theta */
    bool series;    /* (2), or (1) */
    unsigned terms; /* of (2) */
    real amplitude; /* x0 - P(0) of (1) */
    real settled;   /* the travel after which its exponential is negligible */
    real coefficient[COLLOCATION_TERMS];
    real last; /* the last divided difference of z, in u */
};

/* z = sum c_k u^k through the nodes u_j, by divided differences in the rule's order. Returns the
 * last of these. */
FORCE_INLINE real collocation_polynomial(unsigned Q, const struct lobatto *rule, const real u[],
                                         const real z[], real c[])
{
    real d[COLLOCATION_MOST + 1];
    UNROLL
    for (unsigned j = 0; j <= Q; j++)
        d[j] = z[rule->order[j]];
    UNROLL
    for (unsigned k = 1; k <= Q; k++) {
        UNROLL
        for (unsigned j = Q; j >= k; j--)
            d[j] = (d[j] - d[j - 1]) / (u[rule->order[j]] - u[rule->order[j - k]]);
    }
    c[0] = d[Q];
    UNROLL
    for (unsigned j = Q; j-- > 0;) {
        const real at = u[rule->order[j]];
        const unsigned degree = Q - 1 - j;
        c[degree + 1] = c[degree];
        UNROLL
        for (unsigned k = degree; k > 0; k--)
            c[k] = c[k - 1] - at * c[k];
        c[0] = d[j] - at * c[0];
    }
    return d[Q];
}

/* Fills in (2) for z = sum c_k u^k, up to terms of the size `negligible` relative to the state. */
FORCE_INLINE void collocation_series(unsigned Q, struct relaxing *r, const real c[], real x0,
                                     real negligible)
{
    static const real inverse[COLLOCATION_TERMS] = {
        1,          1 / C(2.),  1 / C(3.),  1 / C(4.),  1 / C(5.),  1 / C(6.),
        1 / C(7.),  1 / C(8.),  1 / C(9.),  1 / C(10.), 1 / C(11.), 1 / C(12.),
        1 / C(13.), 1 / C(14.), 1 / C(15.), 1 / C(16.), 1 / C(17.), 1 / C(18.),
    };
    real *x = r->coefficient, size = 1;
    unsigned k = 0;
    x[0] = x0;
    for (; k + 1 < COLLOCATION_TERMS && (k <= Q || size > negligible); k++) {
        const real drive = k <= Q ? c[k] - x[k] : -x[k];
        x[k + 1] = r->theta * drive * inverse[k];
        size *= r->theta * inverse[k];
    }
    r->terms = k + 1;
}

/* Fills in (1), from the highest power down: each coefficient takes the next one's share of the
 * derivative. */
FORCE_INLINE void collocation_stiff(unsigned Q, struct relaxing *r, const real c[], real x0)
{
    const real inverse = 1 / r->theta;
    r->coefficient[Q] = c[Q];
    UNROLL
    for (unsigned k = Q; k-- > 0;)
        r->coefficient[k] = c[k] - (real)(k + 1) * inverse * r->coefficient[k + 1];
    r->amplitude = x0 - r->coefficient[0];
    r->settled = isfinite(r->amplitude) ? C(40.0) : (real)INFINITY; /* what is infinite stays so */
}

/* To be called before many evaluations of (1): finds from which travel on the exponential is
 * negligible relative to the state, x0 at first. */
static inline void collocation_settle(struct relaxing *r, real x0, real negligible)
{
    const real size = negligible * (r_abs(x0) + r_abs(r->coefficient[0]));
    const real ratio = r_abs(r->amplitude) / size;
    if (!r->series && ratio < C(1e17))
        r->settled = ratio > 1 ? r_log(ratio) : 0;
}

/* Returns x at the travel u Theta, 0 <= u <= 1. */
FORCE_INLINE real collocation_at(unsigned Q, const struct relaxing *r, real u)
{
    if (r->series) {
        real x = r->coefficient[r->terms - 1];
        for (unsigned k = r->terms - 1; k-- > 0;)
            x = r->coefficient[k] + u * x;
        return x;
    }
    real x = r->coefficient[Q];
    UNROLL
    for (unsigned k = Q; k-- > 0;)
        x = r->coefficient[k] + u * x;
    const real travel = r->theta * u;
    return travel >= r->settled ? x : x + r->amplitude * r_exp(-travel);
}

/* Solves for x over a step h from x0, with a and z given at the nodes of the rule. Where the travel
 * does not rise from node to node (a jumps, or is zero), z is taken as held at its mean. What is
 * smaller than `negligible`, at least a quarter of R_EPSILON, relative to the state may be left
 * out. */
FORCE_INLINE void collocate(unsigned Q, const struct lobatto *rule, real h, const real a[],
                            const real z[], real x0, real negligible, struct relaxing *r)
{
    real theta[COLLOCATION_MOST + 1], c[COLLOCATION_MOST + 1] = { 0 };
    theta[0] = 0;
    bool rises = true;
    UNROLL
    for (unsigned j = 1; j <= Q; j++) {
        theta[j] = 0;
        UNROLL
        for (unsigned k = 0; k <= Q; k++)
            theta[j] += rule->integral[j][k] * a[k];
        theta[j] *= h;
    }
    r->theta = theta[Q];
    UNROLL
    for (unsigned j = 1; j <= Q; j++)
        rises &= theta[j] - theta[j - 1] > C(1e-3) * r->theta;
    const real inverse = 1 / r->theta;
    UNROLL
    for (unsigned j = 1; j <= Q; j++)
        theta[j] *= inverse;
    if (rises && r->theta > 0)
        r->last = collocation_polynomial(Q, rule, theta, z, c);
    else {
        for (unsigned k = 0; k <= Q; k++)
            c[0] += rule->integral[Q][k] * z[k];
        r->last = z[Q] - z[0];
        r->theta = r_max(r->theta, 0);
    }
    r->series = r->theta < 1;
    if (r->series)
        collocation_series(Q, r, c, x0, negligible);
    else
        collocation_stiff(Q, r, c, x0);
}

#endif
