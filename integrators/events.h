/* Where guards fire: the search within one step, and the transitions. */
#ifndef BRISTLE_INTEGRATORS_EVENTS_H
#define BRISTLE_INTEGRATORS_EVENTS_H

#include "integrators/integrator.h"

/* A run's guards as the driver goes along. */
struct event_locator {
    const struct integrator *integrator;
    struct integration *in;
    unsigned n;                                       /* guards; 0: none */
    bool naive;                                       /* transitions where a step has ended */
    bool saves;                                       /* the method's steps change the memory */
    real slack[ODE_MAX_GUARDS];                       /* how far below zero a guard fires */
    real t, x[ODE_MAX_STATES];                        /* where the present step began */
    size_t history_size;                              /* bytes of the method's history, */
    real history[ODE_MAX_STATES + 1];                 /* as it was there */
    real g[ODE_MAX_GUARDS], g_before[ODE_MAX_GUARDS]; /* there, and one step earlier */
    real g_now[ODE_MAX_GUARDS];                       /* where they were last looked at */
    real h_before;                                    /* that step's length; 0: there was none */
    real t_event;                                     /* the last event, and how many */
    unsigned at_once;                                 /* have followed it at the same instant */
};

/* The guards of in->ode. */
void PREC(event_locator_open)(struct event_locator *watch, const struct integrator *integrator,
                              struct integration *in);

/* Transitions of all guards that have fired here, lowest index first. *changed is set when
 * there was one. */
enum status PREC(event_locator_settle)(struct event_locator *watch, bool *changed) MUST_CHECK;

/* A step begins here, where the guards were last looked at: with a fresh start (no history),
 * or after the last one. */
void PREC(event_locator_begin)(struct event_locator *watch, bool fresh);

/* A step from there has ended at in->t. Whether a guard has fired in it; in->t and in->x are
 * then those of the first instant at which one has, otherwise unchanged. A naive watch looks
 * at the step's end only, and stays there. */
enum status PREC(event_locator_look)(struct event_locator *watch, bool *fired) MUST_CHECK;

#endif
