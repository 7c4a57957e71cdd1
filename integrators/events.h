/* Event location: finds the first instant within a step at which a guard fires, and makes the
 * transitions. */
#ifndef BRISTLE_INTEGRATORS_EVENTS_H
#define BRISTLE_INTEGRATORS_EVENTS_H

#include "integrators/integrator.h"

/* The guards of one run: their values, the step under search, and the last event. */
struct event_locator {
    const struct integrator *integrator;
    struct integration *in;
    unsigned n;                       /* guards; 0: none */
    bool naive;                       /* transitions at the ends of steps only */
    bool saves;                       /* the ode's memory is saved at each step's beginning */
    real slack[ODE_MAX_GUARDS];       /* guard i fires below -slack[i] */
    real t, x[ODE_MAX_STATES];        /* beginning of the last step */
    size_t history_size;              /* bytes of the method's history */
    real history[ODE_MAX_STATES + 1]; /* that history at t */
    real g[ODE_MAX_GUARDS], g_before[ODE_MAX_GUARDS]; /* at t, and one step before t */
    real g_now[ODE_MAX_GUARDS];                       /* at the instant last checked */
    real h_before;                                    /* length of the step before t, s; 0: none */
    real t_event;                                     /* time of the last transition, s */
    unsigned at_once;                                 /* transitions at that time */
    real near; /* about where the next event is, as the caller knows, s; NAN: not known */
};

/* Sets up the locator for the guards of in->ode. Borrows `integrator` and `in` for the run. */
void PREC(event_locator_open)(struct event_locator *watch, const struct integrator *integrator,
                              struct integration *in);

/* Makes the transitions of all guards that have fired at in->t, lowest index first. Sets *changed
 * to whether there was one. Returns STATUS_CHATTER where transitions at one instant do not end, or
 * the failure of a transition. */
enum status PREC(event_locator_settle)(struct event_locator *watch, bool *changed) MUST_CHECK;

/* Tells the locator that a step begins at in->t, where the guards were last evaluated. fresh: the
 * method starts anew, without history. */
void PREC(event_locator_begin)(struct event_locator *watch, bool fresh);

/* Checks the step that has ended at in->t. Sets *fired to whether a guard has fired in it; in->t
 * and in->x are then those of the first such instant, otherwise unchanged. A naive run checks the
 * end of the step only, and stays there. Returns the method's failure to compute a state within the
 * step. */
enum status PREC(event_locator_look)(struct event_locator *watch, bool *fired) MUST_CHECK;

#endif
