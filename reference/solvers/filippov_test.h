/* What the tests of reference/solvers/filippov.h share: problems by name, and a record of a run. */
#ifndef BRISTLE_REFERENCE_SOLVERS_FILIPPOV_TEST_H
#define BRISTLE_REFERENCE_SOLVERS_FILIPPOV_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reference/solvers/filippov.h"

enum { RECORD_SAMPLES = 201, RECORD_EVENTS = 1024 };

/* A run and all it has shown. Samples are equally spaced. */
struct record {
    const struct arb_law *law;
    arb_ptr p;
    struct filippov motion;
    struct plant plant;
    struct signal signal;
    size_t n; /* samples */
    int n_states;
    double t[RECORD_SAMPLES];
    arb_ptr x, v, energy, F, states; /* states: n rows */
    size_t n_events;
    enum plant_event kind[RECORD_EVENTS];
    arb_ptr at;
    enum filippov_status status;
    unsigned long steps;
};

/* Parameters of Table I, and values for those that it lacks. */
static inline double test_parameter(const char *name)
{
    static const struct {
        const char *name;
        double value;
    } values[] = {
        { "sigma0", 1e5 },
        { "sigma1", 316.22776601683796 },
        { "sigma2", 0.4 },
        { "Fc", 1 },
        { "Fs", 1.5 },
        { "vs", 1e-3 },
        { "m", 2 },
        { "alpha", 1e9 },
        { "k", 1e5 },
        { "c", 0.125 },
        { "A", 1 },
        { "beta", 6e4 },
        { "gamma", 4e4 },
        { "n", 1 },
        { "p0", 0x1p-17 },
        { "a0", 0.5 },
        { "b", 316.22776601683796 },
        { "N", 20 },
        { "delta_s", 1e-5 },
        { "f1", 3.75 },
        { "f2", 2.75 },
        { "eta", 0.5 },
        { "epsilon", 4.75e-5 },
        { "z_ba", 7e-6 },
        { "z_max", 9e-6 },
        { "v_brk", 1e-3 },
        { "v_t", 1e-3 },
        { "C", 100 },
        { "tau", 5e-3 },
        { "k1", 4e4 },
        { "k2", 3e4 },
        { "k3", 2e4 },
        { "k4", 1e4 },
        { "alpha1", 0.25 },
        { "alpha2", 0.125 },
        { "alpha3", 0.25 },
        { "alpha4", 0.375 },
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].value;
    cr_assert_fail("no value for %s", name);
    return 0;
}

/* A problem with the law's parameters set, 128 bits and the tolerance 1e-18; the rest of
 * motion, plant and signal is the test's to fill in. */
static inline void record_init(struct record *r, const char *law)
{
    memset(r, 0, sizeof *r);
    r->law = arb_law_find(law);
    cr_assert(r->law, "%s", law);
    r->p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; r->law->params[i]; i++)
        arb_set_d(r->p + i, test_parameter(r->law->params[i]));
    if (strcmp(law, "lugre_increment") == 0) { /* levels in m */
        arb_set_d(r->p + 3, 1e-5);
        arb_set_d(r->p + 4, 0.5e-5);
    }
    for (int i = 0; r->law->params[i]; i++) { /* names with another meaning in two laws */
        if (strcmp(law, "maxwell_slip") == 0 && strcmp(r->law->params[i], "N") == 0)
            arb_set_d(r->p + i, 4);
        if (strcmp(law, "armstrong") == 0 && strcmp(r->law->params[i], "gamma") == 0)
            arb_set_d(r->p + i, 0.25);
    }
    r->n_states = arb_law_count(r->law->states);
    r->x = _arb_vec_init(RECORD_SAMPLES);
    r->v = _arb_vec_init(RECORD_SAMPLES);
    r->energy = _arb_vec_init(RECORD_SAMPLES);
    r->F = _arb_vec_init(RECORD_SAMPLES);
    r->states = _arb_vec_init((slong)RECORD_SAMPLES * (r->n_states + 1));
    r->at = _arb_vec_init(RECORD_EVENTS);
    r->plant.mass = 1;
    r->motion = (struct filippov){
        .law = r->law, .p = r->p, .prec = 128, .tolerance = 1e-18, .max_steps = 1000000
    };
}

static inline void record_set(struct record *r, const char *parameter, double value)
{
    const int i = arb_law_index(r->law->params, parameter);
    cr_assert(i >= 0, "%s", parameter);
    arb_set_d(r->p + i, value);
}

static inline void record_signal(struct signal *signal, const char *text)
{
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse(text, signal, error), "%s", error);
}

static inline void record_clear(struct record *r)
{
    signal_free(&r->signal);
    signal_free(&r->plant.force);
    _arb_vec_clear(r->at, RECORD_EVENTS);
    _arb_vec_clear(r->states, (slong)RECORD_SAMPLES * (r->n_states + 1));
    _arb_vec_clear(r->F, RECORD_SAMPLES);
    _arb_vec_clear(r->energy, RECORD_SAMPLES);
    _arb_vec_clear(r->v, RECORD_SAMPLES);
    _arb_vec_clear(r->x, RECORD_SAMPLES);
    _arb_vec_clear(r->p, ARB_LAW_MAX);
}

static inline arb_ptr record_states(const struct record *r, size_t i)
{
    return r->states + i * (size_t)r->n_states;
}

static inline void record_sample(void *ctx, size_t i, const struct filippov_sample *sample)
{
    struct record *r = ctx;
    arb_set(r->x + i, sample->x);
    arb_set(r->v + i, sample->v);
    arb_set(r->energy + i, sample->energy);
    arb_set(r->F + i, sample->F);
    _arb_vec_set(record_states(r, i), sample->states, r->n_states);
}

static inline void record_event(void *ctx, enum plant_event event, const arb_t t)
{
    struct record *r = ctx;
    if (r->n_events == RECORD_EVENTS)
        return;
    r->kind[r->n_events] = event;
    arb_set(r->at + r->n_events++, t);
}

/* Runs to `end` with n samples: driven where a signal was set, otherwise with the plant. */
static inline void record_run(struct record *r, double end, size_t n)
{
    r->n = n;
    for (size_t i = 0; i < n; i++)
        r->t[i] = end * (double)i / (double)(n - 1);
    if (r->signal.n > 0)
        r->motion.signal = &r->signal;
    else
        r->motion.plant = &r->plant;
    r->status = filippov_run(&r->motion, r->t, n, record_sample, record_event, r, &r->steps);
}

static inline double middle(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* |a - b|, from above. */
static inline double distance(const arb_t a, const arb_t b)
{
    arb_t d;
    mag_t m;
    arb_init(d);
    mag_init(m);
    arb_sub(d, a, b, 256);
    arb_get_mag(m, d);
    const double result = mag_get_d(m);
    mag_clear(m);
    arb_clear(d);
    return result;
}

/* The largest |x_i|. */
static inline double largest(arb_srcptr x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(middle(x + i)));
    return most;
}

/* What errors of a step, within the tolerance of scale + |x| and so of twice the largest size
 * of a state, can add up to where they do not grow. */
static inline double allowed(const struct record *r, double size)
{
    return 2 * r->motion.tolerance * size * (double)(r->steps + 1);
}

/* The index of the event of that kind that is the count-th (from 0) of it, or the number of
 * events. */
static inline size_t nth_event(const struct record *r, enum plant_event kind, size_t count)
{
    size_t i = 0;
    for (; i < r->n_events; i++)
        if (r->kind[i] == kind && count-- == 0)
            break;
    return i;
}

/* The events are of these kinds, given by their initials (see the enum) in order. */
static inline void expect_events(const struct record *r, const char *initials)
{
    static const char letters[] = "RCVFSW"; /* release, capture, reVersal, ..., sWitch */
    char seen[RECORD_EVENTS + 1] = { 0 };
    for (size_t i = 0; i < r->n_events; i++)
        seen[i] = letters[r->kind[i]];
    cr_expect_str_eq(seen, initials, "%s: events %s, expected %s", r->law->name, seen, initials);
}

#endif
