/* What the files of the miniature share, and nobody else. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H

#include "properties/independent/miniature.h"

static inline quad mini_abs(quad x) { return x < 0 ? -x : x; }
static inline quad mini_larger(quad x, quad y) { return x > y ? x : y; }

/* A step of length h from theta on in a part: what there is at its stages. */
struct mini_step {
    const struct mini_segment *segment;
    const struct mini_part *part;
    quad theta, h;
    quad v[MINI_STAGES], x[MINI_STAGES][MINI_STATES], f[MINI_STAGES][MINI_STATES];
    quad power[MINI_STAGES];
};

/* What the polynomials that are 1 at one stage and 0 at the others have for an integral from the
 * beginning of the step to x, in [-1, 1]. */
void mini_integrals(quad *a, const struct mini_rule *rule, quad x);

/* How many functions there are that end a law's present equations at zero; and they, at run->v. */
int mini_switches_count(const struct mini_run *run);
void mini_switches(struct mini_run *run, quad *g, const quad *x, int s);

/* On which sides of the switches the motion goes on. */
void mini_find_sides(struct mini_run *run, int *side, const quad *x, int s);

/* The rates and the force at run->v and x; f and F may be NULL. */
void mini_respond(struct mini_run *run, const quad *x, const int *side, int s, quad *f, quad *F);

/* The power whose integral is wanted: that of the force, of a part of it, or as printed. */
quad mini_power(struct mini_run *run, const quad *x, const quad *f, quad F, quad v);

/* What a law does where a switch has come to zero. */
void mini_pass_event(struct mini_run *run, int which, int s);

/* v, also into run->v, at theta in a step's part. */
quad mini_step_velocity(struct mini_run *run, const struct mini_step *step, quad theta);

/* Solves for the stages of a step from the present state. */
bool mini_solve_step(struct mini_run *run, struct mini_step *step);

/* The error of a step over what is allowed: of states, and of the power. */
double mini_step_error(const struct mini_run *run, const struct mini_step *step);

/* What one integration tells: the functional, and a number that is positive where the property is
 * violated, both off by about noise times the rounding of so many stages. */
struct mini_outcome {
    quad functional, excess, noise;
    bool has, unsure; /* unsure: it depends on more than the sign of excess */
    const char *why;
};

static const double mini_tolerance = 0x1p-60; /* of equalities, by their definition */

/* The sup of |x_j|, or 0 where the state has none. */
quad mini_bound(struct mini_run *run, int j);
/* The sum of the magnitudes of the terms of F at v, over the path so far. */
quad mini_scale(struct mini_run *run, const arb_t v);

/* The properties of F = U P. */
void mini_residuals(struct mini_run *run, struct mini_outcome *o);
void mini_independence(struct mini_run *run, struct mini_outcome *o);

#endif
