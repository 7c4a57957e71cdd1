/* Inside filippov.h: the equations of motion in a phase, the events that end a phase, and one
 * step.
 *
 * A phase is a time in which one smooth set of equations holds. It ends where a guard, positive
 * within the phase, falls below -1: guards are measured in what the tolerance cannot tell from
 * zero, so that noise about zero ends no phase. The instant is then that of the zero itself.
 */
#ifndef BRISTLE_REFERENCE_SOLVERS_FILIPPOV_STATE_H
#define BRISTLE_REFERENCE_SOLVERS_FILIPPOV_STATE_H

#include "reference/derived/graph_law.h"
#include "reference/solvers/extrapolation.h"
#include "reference/solvers/filippov.h"
#include "reference/solvers/signal_ball.h"

/* The state vector: these, then the law's states. */
enum { X, V, Q, ENERGY, T, LAW };

/* Guards. LOW alone stands for v = 0 while moving; stuck, LOW and HIGH are the ends of the
 * interval of the friction. Behind them the law's switches, or the guards of its text. */
enum { LOW, HIGH, WATCH, SWITCHES, MAX_GUARDS = SWITCHES + ARB_LAW_MAX };

/* A run in progress. */
struct filippov_state {
    const struct filippov *motion;
    arb_ptr p; /* the law's parameters, without radii */
    struct extrapolation e;
    double scale[EXTRAPOLATION_MAX_STATES]; /* largest size of each state so far */
    arb_ptr x, next, trial;                 /* states */
    arb_ptr joined;  /* scratch: the law's states, and behind them its memory */
    int side;        /* sign of v, or of the motion about to begin; 0: stuck, or v = 0 */
    bool has_moved;  /* since the mass took that side */
    bool set_valued; /* the force jumps at v = 0 */
    int watching;    /* 1: |v| is above the watched speed */
    int switch_side[ARB_LAW_MAX_SWITCHES];
    const struct law_graph *text; /* of a law whose text has its events; else NULL */
    double *guard_size;           /* by guard of the text: the largest so far */
    struct signal_ball input;     /* of the force or of the velocity; segment NULL: there is none */
    int stalls;                   /* transitions at the present instant */
    arb_t mass, stiffness, damping, integral, place, pull;
    filippov_event_observer *on_event;
    void *ctx;
};

/* The midpoint of a ball, rounded to double. */
double filippov_midpoint(const arb_t x);

/* Returns the law's states with its memory behind them, valid until the next call. */
arb_srcptr filippov_join(const struct filippov_state *m, arb_srcptr law_x);

/* The forces at v = 0 for s = -1 and s = +1. */
void filippov_stiction(const struct filippov_state *m, arb_t low, arb_t high, arb_srcptr x);

/* F and the law's rates at v with the selection s. */
void filippov_friction(const struct filippov_state *m, arb_t F, arb_ptr dx, const arb_t v,
                       const arb_t s, arb_srcptr law_x);

/* Velocity, selection and (for a mass) applied force in state x. */
void filippov_situation(const struct filippov_state *m, arb_t v, arb_t s, arb_t u, arb_srcptr x);

/* The equations of the phase: an extrapolation_rate whose context is the struct filippov_state. */
void filippov_rate(void *ctx, arb_ptr dx, arb_srcptr x);

/* All guards in state x. */
void filippov_guards(const struct filippov_state *m, double g[MAX_GUARDS], arb_srcptr x);

/* Records the sides of the law's switches for the present direction. */
void filippov_take_sides(struct filippov_state *m);

/* Let the law make its transitions where a motion to m->side begins, or a rest; where its switch or
 * guard i has come to zero. */
void filippov_turn(struct filippov_state *m);
void filippov_switch(struct filippov_state *m, int i);

/* At v = 0 the mass sticks, or takes the side to which it accelerates. */
void filippov_settle(struct filippov_state *m);

/* Tries a step H from m->x, to m->trial. Returns false where the error is too large. */
bool filippov_try(struct filippov_state *m, const arf_t H);

/* Returns true when a guard has fired between m->x and m->next, H apart, at neither of which one
 * has; H and m->trial are then an instant at which it has. */
bool filippov_dips(struct filippov_state *m, arf_t H);

/* Makes transitions until none is due; to be called where the input has changed. */
enum filippov_status filippov_transitions(struct filippov_state *m);

/* Takes one step of at most H from m->x. m->x is then the step's end, or an earlier instant at
 * which a guard has fired, with its transition made. *reached tells whether `most` has passed. H
 * becomes the step to try next. */
enum filippov_status filippov_step(struct filippov_state *m, arf_t H, const arf_t most,
                                   bool *reached);

#endif
