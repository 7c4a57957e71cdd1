/* In which phases of a unit each function of a standard may be called, for tests: from the tables
 * of its state machines (2.0.4: 3.2.3 and 4.2.4; 3.0.1: 2.3.1, 3.1.2 and 4.1.2). */
#ifndef BRISTLE_BENCHMARKS_FMU_ORDERS_H
#define BRISTLE_BENCHMARKS_FMU_ORDERS_H

/* Phases, as bits. */
enum {
    AT_FIRST = 1, /* instantiated */
    AT_INIT = 2,  /* initialization mode */
    AT_EVENT = 4,
    AT_TIME = 8, /* continuous-time mode */
    AT_STEP = 16,
    AT_END = 32, /* terminated */
    AT_FAULT = 64,
    AT_ALL = 127,
};

/* Kinds of units, as bits. */
enum { EXCHANGE = 1, STEPS = 2 };

struct order {
    const char *name;
    unsigned kinds;          /* of units that have the function */
    unsigned legal;          /* phases in which it is to be well */
    unsigned open;           /* phases of which the standard does not say it, or not clearly */
    int (*call)(void *unit); /* calls it with values that are right: 0 well, 3 an error */
};

/* Return the functions of a shared object, ended by a NULL name, with the numbers of its states and
 * event indicators; NULL: one is missing. One object of each standard at a time. */
const struct order *orders_2(void *object, unsigned n_states, unsigned n_indicators);
const struct order *orders_3(void *object, unsigned n_states, unsigned n_indicators);

#endif
