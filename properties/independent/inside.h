/* What the files of the miniature share (miniature.h). No other file includes this header. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H

#include "properties/independent/miniature.h"

static inline quad mini_abs(quad x) { return x < 0 ? -x : x; }
static inline quad mini_larger(quad x, quad y) { return x > y ? x : y; }

/* A step of length h from theta on within a part: the values at its stages. */
struct mini_step {
    const struct mini_segment *segment;
    const struct mini_part *part;
    quad theta, h;
    quad v[MINI_STAGES], x[MINI_STAGES][MINI_STATES], f[MINI_STAGES][MINI_STATES];
    quad power[MINI_STAGES];
};

/* Computes, for each stage, the integral from the beginning of the step to x in [-1, 1] of the
 * polynomial that is 1 at that stage and 0 at the others. */
void mini_integrals(quad *a, const struct mini_rule *rule, quad x);

/* mini_switches computes the functions whose zeros end a law's present equations, at run->v;
 * mini_switches_count returns their number. */
int mini_switches_count(const struct mini_run *run);
void mini_switches(struct mini_run *run, quad *g, const quad *x, int s);

/* Finds on which sides of the switches the motion continues. */
void mini_find_sides(struct mini_run *run, int *side, const quad *x, int s);

/* Computes the rates and the force, N, at run->v and x; f and F may be NULL. */
void mini_respond(struct mini_run *run, const quad *x, const int *side, int s, quad *f, quad *F);

/* Returns the power whose integral is the functional, W: of the force, of a part of it, or as
 * printed. */
quad mini_power(struct mini_run *run, const quad *x, const quad *f, quad F, quad v);

/* Applies the law's change where switch `which` has come to zero. */
void mini_pass_event(struct mini_run *run, int which, int s);

/* Returns v at theta in a step's part, m/s; sets run->v, too. */
quad mini_step_velocity(struct mini_run *run, const struct mini_step *step, quad theta);

/* Solves for the stages of a step from the present state. Returns false when Newton's iteration
 * fails. */
bool mini_solve_step(struct mini_run *run, struct mini_step *step);

/* Returns the error of a step over the allowed error: of states, and of the power. */
double mini_step_error(const struct mini_run *run, const struct mini_step *step);

/* The result of one integration: the functional, and `excess`, which is positive where the property
 * is violated. Both have an error of about noise times the rounding of so many stages. */
struct mini_outcome {
    quad functional, excess, noise;
    bool has, unsure; /* unsure: the answer depends on more than the sign of excess */
    const char *why;
};

static const double mini_tolerance = 0x1p-60; /* of equalities, by their definition */

/* Returns the largest |x_j| that the state can have, or 0 if it has no bound. */
quad mini_bound(struct mini_run *run, int j);
/* Returns the sum of the magnitudes of the terms of F at v, over the path so far, N. */
quad mini_scale(struct mini_run *run, const arb_t v);

/* The properties of F = U P. */
void mini_residuals(struct mini_run *run, struct mini_outcome *o);
void mini_independence(struct mini_run *run, struct mini_outcome *o);

#endif
