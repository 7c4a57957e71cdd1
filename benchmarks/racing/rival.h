/* What solvers from elsewhere are asked for, and Bristle's own beside them: a problem over a leg of
 * time, with outputs on the way. */
#ifndef BRISTLE_BENCHMARKS_RACING_RIVAL_H
#define BRISTLE_BENCHMARKS_RACING_RIVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "integrators/ode.h"

/* What a solver is told of events. */
enum handling {
    HANDLING_NONE,   /* nothing: it steps across them */
    HANDLING_STOPS,  /* instants that are known beforehand: it restarts there */
    HANDLING_EVENTS, /* those, and guards, whose zeros it locates */
    HANDLING_LATE,   /* the same, but guards are not looked at for RUN_BLIND behind an event */
    HANDLINGS,
};
extern const char *const handling_names[HANDLINGS];

/* A mass that lets go has no velocity yet, and root finders refuse a guard that is zero where they
 * begin; s. */
#define RUN_BLIND 1e-6

/* A run in progress. times[n] rise; outputs are rows of `out`, ode.n states each. */
struct run {
    const struct ode *ode;
    double rtol;
    const double *atol; /* [ode.n], in the units of the states */
    enum handling handling;
    const double *times;
    size_t n, next; /* next: the first output that is missing */
    double *out;
    unsigned long rates_left; /* more calls of rates are refused */
};

/* Calls of rates that a run may take: far more than those of any that comes near the error. */
enum { RUN_MOST_RATES = 3000000 };

/* Writes the rates to dx[]. Returns false, and writes NAN, where none are left. */
static inline bool run_rate(struct run *run, double t, const double x[], double dx[])
{
    const bool left = run->rates_left > 0;
    if (left) {
        run->rates_left--;
        run->ode->rate(run->ode->ctx, t, x, dx);
    }
    for (unsigned i = 0; !left && i < run->ode->n; i++)
        dx[i] = (double)NAN;
    return left;
}

/* From `t` to `end`: a solver starts afresh at t in the states x[ode.n], writes the outputs that
 * lie before the leg's end, and leaves t and x there: at `end`, or at a zero of a guard, which it
 * then names. */
struct leg {
    double t, end, *x;
    bool is_event;
    unsigned guard;
};

/* A solver. leg returns false where it gives up. version returns that of its library; the text is
 * constant. */
struct rival {
    const char *name, *library;
    const char *(*version)(void);
    bool locates; /* takes HANDLING_EVENTS and HANDLING_LATE */
    bool (*leg)(struct run *run, struct leg *leg);
};

/* In the order of tables; ended by a NULL name. */
extern const struct rival rivals[];

/* Copies the states at the next output, and goes on to the one behind it. */
static inline void run_output(struct run *run, const double x[])
{
    double *row = run->out + run->next++ * run->ode->n;
    for (unsigned i = 0; i < run->ode->n; i++)
        row[i] = x[i];
}

/* Returns the time of the next output if it lies before t, otherwise t. */
static inline double run_target(const struct run *run, double t)
{
    return run->next < run->n && run->times[run->next] < t ? run->times[run->next] : t;
}

#endif
