/* Inside settled.h: a wave whose periods are followed, and boxes that they begin in. */
#ifndef BRISTLE_REFERENCE_MOTION_SETTLED_RUN_H
#define BRISTLE_REFERENCE_MOTION_SETTLED_RUN_H

#include "reference/motion/folding.h"
#include "reference/motion/settled.h"
#include "reference/motion/steps.h"
#include "reference/taylor/frame.h"
#include "reference/taylor/tied.h"

/* Bits to which a period begins as the one before when a box is looked for, fewer than those of the
 * motion. */
enum { SPARE_BITS = 16 };

struct settled {
    struct arb_taylor *m, run; /* what is asked for; the law that periods are followed by */
    struct ties ties;          /* watched since the beginning */
    struct tied_law tied;      /* of the run, where is_tied */
    struct frame frame;        /* of its states, from period to period */
    bool is_tied;
    arb_ptr first_x;            /* where the segment begins */
    struct arb_segment segment; /* from where the first period begins */
    int n_states, n_parts;      /* of the run */
    int n_x, n_values; /* n_x: states, and discrete variables behind them; n_values: these, and */
                       /* energies by part; either as many as of the law itself */
    struct folding times;   /* of the samples from there on */
    size_t n_before;        /* samples before */
    arb_ptr before;         /* values of each of those */
    unsigned long leading;  /* periods that have been followed by themselves */
    arb_ptr x, energy;      /* where the next period begins */
    arb_ptr values;         /* of each sample, and of the end: in leading periods as they are, */
                            /* then with the energy since the period's beginning */
    arb_ptr whole;          /* of a whole period */
    bool adds[ARB_LAW_MAX]; /* by state of the run: nothing of the motion depends on it; then values
                             */
                            /* of it are those since the period's beginning, too */
    arb_ptr gain;           /* of such states: what a period adds */
    size_t first, seen;     /* of the present pass: the first sample of a leading period; samples */
};

/* values <- states, discrete variables and energies of the law itself. */
void settled_keep(const struct settled *s, arb_ptr values, arb_srcptr x, arb_srcptr energy);

/* Returns true when sample i lies in a leading period, of which samples have been seen. */
bool settled_is_leading(const struct settled *s, size_t i);

/* Follows a period from x and energy, which become those at its end, through all those samples. */
bool settled_follow_period(struct settled *s, arb_ptr x, arb_ptr energy,
                           const struct taylor_samples *of,
                           void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy));

/* Finds the states on which no rate, no event and no other state's new value depends. */
void settled_find_adding(struct settled *s);

/* Returns true when a period begins as the one before did, but for what its states are known to,
 * and for states that add up. */
bool settled_is_near(const struct settled *s, arb_srcptr before);

/* Looks for a box that a period takes into itself, and keeps what happens in that period. */
bool settled_find_box(struct settled *s);

#endif
