/* Initial-value problems to any precision, stiff or not, by extrapolation.
 *
 * P. Deuflhard, "Recent progress in extrapolation methods for ordinary differential
 * equations", SIAM Review 27(4), 505-535, 1985; E. Hairer, G. Wanner, "Solving Ordinary
 * Differential Equations II", section IV.9 (SEULEX); R. Bulirsch, J. Stoer, Numerische
 * Mathematik 8, 1-13, 1966. A step H is done by 1, 2, 3, ... substeps of a basic method, whose
 * results have an asymptotic expansion in h, and are extrapolated to h = 0; the first row that
 * agrees with its neighbour within the tolerance is accepted. There are two basic methods:
 *
 *     x+ = x + (I - h J)^-1 h f(x), with an expansion in h for any J, where f is stiff;
 *     Gragg's explicit midpoint rule, with one in h^2, where it is not.
 *
 * No substep of the first looks at the end of the step, where something short could hide: there
 * f at the end must also be what the slopes of the last substeps, extrapolated too, say.
 *
 * Everything but the step control is in `prec` bits, and the step control uses only operations
 * that round alike everywhere, so that the same problem gives the same digits on every machine.
 */
#ifndef BRISTLE_REFERENCE_SOLVERS_EXTRAPOLATION_H
#define BRISTLE_REFERENCE_SOLVERS_EXTRAPOLATION_H

#include <arb.h>
#include <stdbool.h>

enum { EXTRAPOLATION_MAX_STATES = 24, EXTRAPOLATION_ROWS = 13 };

/* dx = f(x) of an autonomous problem (let time be a state). Radii are ignored. */
typedef void extrapolation_rate(void *ctx, arb_ptr dx, arb_srcptr x);

/* A problem, and the state of its integration. */
struct extrapolation {
    int n; /* states, at most EXTRAPOLATION_MAX_STATES */
    slong prec;
    double tolerance;    /* of a step, relative to scale + |x|, by state */
    const double *scale; /* typical size of each state; may grow from step to step */
    extrapolation_rate *rate;
    void *ctx;
    unsigned long steps, rejected, rate_evals; /* so far */
    /* internal */
    arb_ptr row[2], slope[2], f, x, work; /* slope: as row, of the last substeps */
    arf_ptr jacobian, matrix;
    slong pivot[EXTRAPOLATION_MAX_STATES];
    bool is_explicit, has_jacobian;
    unsigned long explicit_steps; /* explicit steps that were as long as they could be */
};

/* Allocates the work space of a problem whose members before steps are set. */
void extrapolation_init(struct extrapolation *e);
void extrapolation_clear(struct extrapolation *e);

/* Begins a step at x; to be called before any attempt from there. */
void extrapolation_begin(struct extrapolation *e, arb_srcptr x);

/* Attempts a step of length H from x0, where the last extrapolation_begin was. Returns true when
 * the tolerance is met; x1 is then the state at the step's end. *factor receives by how much to
 * change H for the next attempt or step, in either case. x1 may not be x0. */
bool extrapolation_step(struct extrapolation *e, arb_srcptr x0, const arf_t H, arb_ptr x1,
                        double *factor);

#endif
