/* What the files of the miniature share (miniature.h). No other file includes this header. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_INSIDE_H

#include "properties/independent/miniature.h"

enum { STATES = MINI_STATES, STAGES = 28, PARTS = 512, SWITCHES = 20 };

/* A ramp from v[0] to v[1], or v[0] + v[1] sin(q[0] + q[1] tau + q[2] tau^2), for the time T. */
struct segment {
    bool wave;
    quad T, v[2], q[3];
};

/* A part of a segment in which v has one sign s and |v| rises or falls. */
struct part {
    quad begin, end;
    int s;
};

/* A witness, and an integration along its signal. */
struct run {
    const struct cJSON *witness;
    const struct arb_law *law;
    enum property property;
    struct segment *segment;
    int n, n_segments;          /* n: states */
    arb_ptr p, x, dx, v, s, F;  /* for the law; x: states and memory */
    quad state[STATES], v_end;  /* v_end: at the end of the last segment, m/s */
    quad energy, gross;         /* the integrals of the power and of its magnitude, J */
    quad forth, back;           /* the paths in both directions, m */
    quad worst, history;        /* the largest level, and Stribeck curve, so far */
    bool fine, watched;         /* watched: the largest level is wanted */
    int before, side[SWITCHES]; /* before: the last part's sign */
    long steps;                 /* left */
    quad error;                 /* of the steps so far, relative */
    const char *why;            /* why it has given up, or NULL */
    int stages;                 /* of the rule (motion.c) */
    quad node[STAGES], weight[STAGES][STAGES], integral[STAGES][STAGES];
};

/* The result of one integration: the functional, and `excess`, which is positive where the property
 * is violated. Both have an error of about the run's part of noise. */
struct outcome {
    quad functional, excess, noise;
    bool has, unsure; /* unsure: the answer depends on more than the sign of excess */
};

/* A part of the magnitudes, allowed by the definition of equalities. */
#define MINI_EQUALITY ((quad)0x1p-60)

static inline quad mini_abs(quad x) { return x < 0 ? -x : x; }
static inline quad mini_larger(quad x, quad y) { return x > y ? x : y; }
static inline int mini_sign(quad x) { return (x > 0) - (x < 0); }
static inline quad mini_dot(int n, const quad *a, const quad *b)
{
    quad sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Opens a run at so many times the velocities, in that part of the time; mini_close releases it.
 * The fine one has more stages, a smaller tolerance and the signal's own numbers. Returns false
 * when the law or property is unknown. */
bool mini_open(struct run *run, const struct cJSON *witness, bool fine, int speed, long steps);
void mini_close(struct run *run);

/* Returns f(x) for a function of arb.h. */
quad mini_apply(void (*f)(arb_t, const arb_t, slong), quad x);
quad mini_pi(void);
quad mini_velocity(const struct segment *segment, quad tau);
/* Returns the difference of two decimals. */
quad mini_difference(const char *plus, const char *minus);
/* Finds the parts of a segment, cut also where |v| passes a band. Returns their number, or 0 when
 * there are too many. */
int mini_parts(struct part part[PARTS], const struct segment *segment, quad band);

/* Returns the law's parameter of that name, or `otherwise` if it has none. */
quad mini_param(const struct run *run, const char *name, double otherwise);
/* Hands a point to run->x, v and s. */
void mini_place(struct run *run, const quad *x, quad v, int s);
/* Computes the rates and returns the force at a point, N. */
quad mini_respond(struct run *run, const quad *x, quad v, int s, quad *f);
/* Returns the force at v in the present state, N. */
quad mini_force(struct run *run, quad v);
/* Finds the sides of the switches on which the motion goes on from the present state. */
void mini_find_sides(struct run *run, quad v, int s);
/* Returns a switch that has left its side at a point, by more than rounding unless it is `near`, or
 * -1. */
int mini_left_switch(struct run *run, const quad *x, quad v, int s, int near);
/* Applies the law's change where a switch has come to zero, or its change at a turn. */
void mini_pass(struct run *run, int which, quad v, int s);
void mini_turn(struct run *run, quad v, int s);
/* Runs over a segment, unless it has given up or gives up. */
void mini_move(struct run *run, const struct segment *segment);

/* Return, at a point of a motion, the power whose integral is the functional, W, and the level
 * whose largest value is wanted; and the Stribeck curve, or 0 if the law has none. */
quad mini_power(struct run *run, const quad *x, const quad *f, quad F, quad v);
quad mini_level(struct run *run, const quad *x, quad v, int s);
quad mini_curve(struct run *run, quad v);
/* Returns the largest |x_j| that the state can have, or 0 if it has no bound. */
quad mini_bound(struct run *run, int j);

/* Compares the force at v in the present state with another; they may differ by a part of the sum
 * of the magnitudes of the force's terms. */
void mini_compare(struct run *run, quad v, quad other, quad allowed, struct outcome *o);

/* Judge F = U P at the ends of segments, and U along the excitation and with a given null vector.
 */
void mini_residuals(struct run *run, struct outcome *o);
void mini_independence(struct run *run, struct outcome *o);

#endif
