/* Ball models: the friction laws in ball arithmetic, independent of the code in models/.
 *
 * Every result is an enclosure: the true value of the law, for every value in the input balls, lies
 * in the output ball. Most come from the law's text (reference/derived/); a file here states a law
 * by hand, shares no code with the model of the same name, and states integrals differently (from
 * the differential equation itself, not from the closed form), so that a slip in one does not hide
 * in the other. References, the proofs and the witness checker stand on these.
 *
 * Conventions are those of models/model.h: F opposes motion, SI units, s the selection of Sgn(v).
 * Parameters and states come in the order of the name lists, which match the model's by name, not
 * by position.
 */
#ifndef BRISTLE_REFERENCE_ARB_LAW_H
#define BRISTLE_REFERENCE_ARB_LAW_H

#include <acb_poly.h>
#include <stdbool.h>

/* Most parameters, states with memory, or parts of a law; most switches. */
enum { ARB_LAW_MAX = 64, ARB_LAW_MAX_SWITCHES = 4 };

struct arb_linear; /* linear.h */

/* The ball model of a law; prec is the precision in bits. */
struct arb_law {
    const char *name;
    const char *const *params; /* NULL-terminated */
    const char *const *states; /* NULL-terminated; NULL: none */
    const char *const *parts;  /* NULL-terminated names of the parts of work; NULL: one, unnamed */

    /* Laws with memory keep it in n_memory balls behind the states, filled in by start. */
    int n_memory;
    void (*start)(arb_ptr x, arb_srcptr p);
    /* The states at t = 0; NULL: all are 0. */
    void (*initial)(arb_ptr x, arb_srcptr p);

    /* NULL, or a constraint that p violates for certain, e.g. "Fs >= Fc" (equal values
     * with no finite binary expansion overlap as balls: give p at high precision). */
    const char *(*validate)(arb_srcptr p);

    void (*rate)(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec);
    void (*force)(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec);
    /* x is advanced in place by the time h at held v and s. */
    void (*flow)(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec);
    /* The parts of the integral of F over that time, N s; x0 and x1 are the states at
     * its two ends. Only for v != 0. */
    void (*work)(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec);
    /* Half-width of the band around v = 0 in which the law sticks, m/s: F is an interval there, of
     * which force gives the end at s. NULL: at v = 0 only. */
    void (*stick_band)(arb_t band, arb_srcptr p);
    /* About how many events happen during a hold, for callers that limit their work; NULL: none. */
    double (*events)(arb_srcptr p, const arb_t v, const arb_t h);
    void (*steady_force)(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec);
    /* Slowest relaxation rate at held v != 0, 1/s; NULL: the law has no state. */
    void (*settling_rate)(arb_t rate, arb_srcptr p, const arb_t v, slong prec);
    void (*bound)(arb_ptr x_bound, arb_srcptr p, slong prec); /* sup |x_i| from x = 0 */
    /* At every v in the ball every state moves steadily towards a value within its bound, or stays:
     * slack[i] = 1 - |value|/bound >= 0, or 1 where it stays, in a form that shows its sign, and
     * indeterminate where that is not so; NULL: nothing is known. */
    void (*slack)(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec);
    /* Sum of the magnitudes of the terms of F, over states within bound and up to that
     * travel from the origin, N. */
    void (*force_scale)(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec);
    void (*storage)(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec); /* J */
    /* What a hold dissipates, its work less the rise of the storage, in a form that shows its sign,
     * J; NULL: by these two. */
    void (*loss)(arb_t loss, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec);
    void (*break_away)(arb_t F, arb_srcptr p, slong prec);                   /* N */
    void (*creep_resistance)(arb_t R, arb_srcptr p, slong prec);             /* N s/m */
    void (*printed_force)(arb_t F, arb_srcptr p, const arb_t v, slong prec); /* N */
    /* F = U P: n_regressors columns of U in the order of the model's, and P; NULL: none. */
    int n_regressors;
    void (*regressor)(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec);
    void (*coefficients)(arb_ptr coefficient, arb_srcptr p, slong prec);
    int n_identifiable; /* combinations of P that U determines; 0: all of them */
    /* U P in N as the source prints it, its unknown constant such that the force is right at
     * v0; NULL: the source prints no other. */
    void (*printed_regressor)(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec);
    /* g(v) of the claim |y| <= g(v)/sigma0; NULL: the law has no such state. */
    void (*stribeck)(arb_t g, arb_srcptr p, const arb_t v, slong prec);
    /* Functions of velocity and state at whose zeros the equations change, at selection s: positive
     * on one side, zero or negative on the other; a value that is 1 always means no such change. */
    int n_switches; /* at most ARB_LAW_MAX_SWITCHES */
    void (*switches)(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec);
    /* F and the rates at once, by the equations that hold while switch i has the sign side[i] (1 or
     * -1), also a little beyond it. In a law with memory the memory selects the equations, and
     * side[i] is always 1. NULL: force and rate are used, for laws without switches, or whose force
     * and rate follow the memory in the same way. */
    void (*phase)(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec);
    /* Laws with memory: transition updates memory and states where switch i has come down to zero
     * at selection s, after which the switch is positive, or 1; turn does so where the velocity has
     * come to zero. Both NULL: the law is stated along held velocities only. */
    void (*transition)(arb_ptr x, arb_srcptr p, int i, const arb_t v, const arb_t s, slong prec);
    void (*turn)(arb_ptr x, arb_srcptr p, slong prec);
    /* For smooth motion; a law may have neither. linear: the equations, where they are linear in
     * the states (reference/arb/linear.h). by_path: the states change along the path alike for
     * every v(t) of one sign and F depends on the states alone, so that flow and work at v = s
     * serve all such motions. */
    void (*linear)(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec);
    bool by_path;
    bool rests; /* at v = 0 the flow leaves states and memory as they are, whatever they are */
};

/* All ball models of this folder, ended by NULL (generated). */
extern const struct arb_law *const arb_laws[];

/* The ball models from the texts of laws that have events and, in arb_laws, a ball model by hand;
 * ended by NULL (generated). */
extern const struct arb_law *const arb_laws_along[];

/* Sets the states and the memory behind them at t = 0; x has arb_law_size(law) balls. */
void arb_law_begin(const struct arb_law *law, arb_ptr x, arb_srcptr p);

/* Returns the ball model of the same law for signals that are not held velocities alone: for a law
 * by hand that has events that of its text, which keeps other things in its memory; else the law
 * itself. Parameters and states are the same, in the same order. */
const struct arb_law *arb_law_along(const struct arb_law *law);

/* The ball models of the program that uses this library: none, unless it defines the list
 * itself. */
extern const struct arb_law *const arb_own_laws[];

/* Returns the law of that name in either list, or NULL. */
const struct arb_law *arb_law_find(const char *name);

/* arb_law_count: the number of names in a NULL-terminated list, 0 for NULL. arb_law_index: the
 * index of a name, or -1. */
int arb_law_count(const char *const *names);
int arb_law_index(const char *const *names, const char *name);

/* Returns how many balls the state vector has: states and memory. */
int arb_law_size(const struct arb_law *law);

/* Advances x over one segment of h seconds held at v. Adds the energy, J, by part to energy, which
 * has one ball per part; at v = 0 energy is left as it is. energy NULL: the state only, at less
 * cost. */
void arb_law_hold(const struct arb_law *law, arb_srcptr p, const arb_t v, const arb_t h, arb_ptr x,
                  arb_ptr energy, slong prec);

#endif
