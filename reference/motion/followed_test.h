/* For tests: laws at usual numbers, moved along segments. */
#ifndef BRISTLE_REFERENCE_MOTION_FOLLOWED_TEST_H
#define BRISTLE_REFERENCE_MOTION_FOLLOWED_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reference/motion/motion.h"
#include "reference/taylor/segment.h"

enum { STATES = 2, PARTS = 4 };

/* A law at numbers of the size of Table I, moved along a segment from rest. */
struct followed_law {
    struct arb_law law;
    arb_ptr p, x, energy;
    struct arb_segment segment;
};

static inline double usual(const char *name)
{
    static const struct {
        const char *name;
        double value;
    } values[] = {
        { "sigma0", 1e5 },  { "sigma1", 316.22776601683796 },
        { "sigma2", 0.4 },  { "Fc", 1 },
        { "Fs", 1.5 },      { "vs", 1e-3 },
        { "m", 2 },         { "alpha", 1e9 },
        { "f1", 3.75 },     { "f2", 2.75 },
        { "eta", 0.5 },     { "epsilon", 5e-5 },
        { "v_brk", 1e-3 },  { "v_t", 1e-3 },
        { "k", 1e5 },       { "c", 0.25 },
        { "A", 1 },         { "beta", 5e4 },
        { "gamma", 2.5e4 }, { "n", 1 },
        { "N", 20 },        { "delta_s", 1.5e-5 },
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].value;
    cr_assert_fail("%s", name);
    return NAN;
}

static inline void set(struct followed_law *m, const char *name, double value)
{
    const int i = arb_law_index(m->law.params, name);
    cr_assert(i >= 0, "%s", name);
    arb_set_d(m->p + i, value);
}

static inline void open_law(struct followed_law *m, const char *name)
{
    m->law = *arb_law_find(name);
    m->p = _arb_vec_init(ARB_LAW_MAX);
    m->x = _arb_vec_init(ARB_LAW_MAX);
    m->energy = _arb_vec_init(ARB_LAW_MAX);
    arb_segment_init(&m->segment);
    for (int i = 0; m->law.params[i]; i++)
        set(m, m->law.params[i], usual(m->law.params[i]));
}

static inline void close_law(struct followed_law *m)
{
    arb_segment_clear(&m->segment);
    _arb_vec_clear(m->energy, ARB_LAW_MAX);
    _arb_vec_clear(m->x, ARB_LAW_MAX);
    _arb_vec_clear(m->p, ARB_LAW_MAX);
}

#endif
