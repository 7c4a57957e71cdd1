/* A friction law behind a C ABI: one table of numbers and functions, which a shared object has for
 * its law and method.
 *
 * In C and C++, link with the shared object, or open it with dlopen:
 *
 *     const struct bristle_law *law = bristle_library_law();
 *     void *at = malloc(law->size);
 *     const char *problem = law->init(at, NULL);
 *     force = law->step(at, 0.001, v_before, v);
 *
 * Conventions. SI units. The force opposes motion: a mass obeys m dv/dt = u - force. The sign of
 * velocity s is that of v; at v = 0 a force that jumps there may be anything between those of
 * s = -1 and s = 1, and s selects it: 0 where nothing else is known. A law without a jump ignores
 * s.
 *
 * An instance is what stands at `at`: law->size bytes of the caller, aligned as for malloc. It
 * holds no pointers, so that memcpy saves and restores it. No function allocates, or keeps anything
 * elsewhere: instances are independent, and one instance is for one thread at a time. Functions
 * expect an instance that init has accepted. */
#ifndef BRISTLE_LAW_H
#define BRISTLE_LAW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout of struct bristle_law. Members are added at its end only, and `bytes` tells which are
 * there; the number changes when something else does. */
#define BRISTLE_LAW_ABI 1

/* A parameter or a state. Texts last as long as the shared object is open. */
struct bristle_quantity {
    const char *name, *unit; /* "N s/m"; "1" for a number */
    const char *note;        /* of a parameter: where its numbers come from; of a state: meaning */
    double value;            /* default of a parameter; of a state: at the beginning, by defaults */
    double lo, hi;           /* range of a parameter, both ends included; of a state: infinite */
    double scale;            /* of a state: a typical magnitude, above 0; of a parameter: 0 */
};

struct bristle_law {
    unsigned abi; /* BRISTLE_LAW_ABI of the shared object: where it is another, read no further */
    size_t bytes; /* of this struct there */

    const char *name, *title, *equations; /* of the law */
    const char *method;                   /* by which steps are taken */
    const char *version;                  /* of Bristle */
    unsigned n_parameters, n_states, n_guards;
    const struct bristle_quantity *parameters, *states;
    double speed_max; /* m/s: the law is stated for |v| up to this */
    double max_step;  /* s: longer steps are taken in equal parts of at most this; 0: never */
    size_t size;      /* bytes of an instance */

    /* Makes an instance with these parameters (NULL: the defaults), at rest and without load.
     * Returns NULL, or what the parameters should be; there is then no instance. */
    const char *(*init)(void *at, const double parameters[]);
    void (*get_parameters)(const void *at, double parameters[]);

    /* The states. set_state returns NULL, or what is wrong, and then changes nothing. Memory of
     * events, which some laws have beside their states, stays as it is. */
    void (*get_state)(const void *at, double x[]);
    const char *(*set_state)(void *at, const double x[]);

    /* Takes a step of h seconds, over which the velocity goes linearly from v0 to v1 (m/s).
     * Returns the force at its end, N, or NAN where the step has no solution, is not above 0 or
     * has more than 10 million parts; the instance is then to be made anew. */
    double (*step)(void *at, double h, double v0, double v1);
    /* Takes n - 1 steps between n samples of time and velocity. force[n] receives the forces, the
     * first of them at once; states[n * n_states], if it is not NULL, the states, sample by
     * sample. */
    void (*run)(void *at, size_t n, const double t[], const double v[], double force[],
                double states[]);

    /* The equations at the present states, for integrators of others: the force in N, and the
     * rates dx/dt. Neither changes what a step will do. */
    double (*force)(void *at, double v, double s);
    void (*rate)(void *at, double v, double s, double rate[]);
    /* Their derivatives by states and velocity, rate_x[n_states * n_states] row by row. NULL: the
     * law has none. */
    void (*slopes)(void *at, double v, double s, double force_x[], double *force_v, double rate_x[],
                   double rate_v[]);
    /* Events of the law, for integrators of others: guard fills in values of which one that falls
     * through 0 is an event, and settle makes what then happens to states and memory. settle
     * returns NULL, or what is wrong. NULL where n_guards is 0. */
    void (*guard)(void *at, double v, double s, double guard[]);
    const char *(*settle)(void *at, double v, double s);
};

/* Returns the law of the shared object, which also has it as bristle_law_NAME, for programs that
 * link with several. */
const struct bristle_law *bristle_library_law(void);

#ifdef __cplusplus
}
#endif

#endif
