/* Signals of one ramp between whole velocities. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_RAMPS_TEST_H
#define BRISTLE_PROPERTIES_RIGOROUS_RAMPS_TEST_H

#include "properties/rigorous/rigorous.h"

/* A ramp between two whole velocities, for 1 s. */
struct ramp {
    int from, to;
};

static inline void load_ramp(const void *numbers, slong prec, unsigned i,
                             struct arb_segment *segment)
{
    const struct ramp *ramp = numbers;
    arb_ptr value = _arb_vec_init(4);
    arb_t t;
    arb_init(t);
    (void)i;
    arb_set_si(value, ramp->from);
    arb_set_si(value + 1, ramp->to);
    arb_one(t);
    arb_segment_set(segment, SIGNAL_RAMP, value, t, prec);
    arb_clear(t);
    _arb_vec_clear(value, 4);
}

/* Nothing to load beside the ramp. */
static inline void load_nothing(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                                arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0, (void)v, (void)h;
}

static inline struct rigorous_case along_ramp(const struct arb_law *of, enum property property,
                                              const struct ramp *ramp)
{
    return (struct rigorous_case){ .law = of,
                                   .property = property,
                                   .n_segments = 1,
                                   .load = load_nothing,
                                   .load_segment = load_ramp,
                                   .numbers = ramp };
}

#endif
