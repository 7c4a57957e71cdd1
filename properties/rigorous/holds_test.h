/* Signals of holds with whole numbers, for laws whose only state is the travel. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_HOLDS_TEST_H
#define BRISTLE_PROPERTIES_RIGOROUS_HOLDS_TEST_H

#include "properties/rigorous/rigorous.h"

enum { HOLDS = 3 };

/* Where it begins, m, and holds in m/s and s. */
static struct {
    int x0, v[HOLDS], h[HOLDS];
} given;

static inline void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                        arb_ptr h)
{
    (void)numbers, (void)prec, (void)p;
    arb_set_si(x0, given.x0);
    for (unsigned i = 0; i < HOLDS; i++) {
        arb_set_si(v + i, given.v[i]);
        arb_set_si(h + i, given.h[i]);
    }
}

static inline void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                        slong prec)
{
    (void)p, (void)s;
    arb_addmul(x, v, h, prec);
}

#endif
