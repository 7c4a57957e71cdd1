/* Inside events.h: several ways that a motion may take from one place. All have to leave the same
 * discrete variables, unless these stay open; states and energies are what any of them leaves. */
#ifndef BRISTLE_REFERENCE_MOTION_WAYS_H
#define BRISTLE_REFERENCE_MOTION_WAYS_H

#include "reference/motion/events.h"

struct ways {
    arb_ptr x, energy, rate, power; /* where they all begin, and what has been before */
    expression relation;
    bool was_at_zero, was_set[GENERAL_STATES], had_moved;
    /* Where those that have been taken lead, and what has been until then. */
    arb_ptr end, energy_end, rate_end, power_end;
    bool is_set[GENERAL_STATES], has_moved;
    int n;
    bool stays_open; /* discrete variables that differ become balls of all */
};

/* Ways begin where a motion is now. */
void ways_begin(struct ways *w, const struct events *e);

/* Goes back to where they begin, to take one. */
void ways_take(const struct ways *w, struct events *e);

/* Takes in where a way has led. Returns false when it was not certain, as `ok` says, or when it has
 * left other discrete variables than one before. */
bool ways_taken(struct ways *w, const struct events *e, bool ok);

/* Leaves what all have led to, and releases them; at least one has been taken. */
void ways_end(struct ways *w, struct events *e);
void ways_release(struct ways *w);

#endif
