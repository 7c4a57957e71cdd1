/* Random points of the space that proofs are about, for tests of dissipation inequalities. */
#ifndef BRISTLE_REFERENCE_ARB_DISSIPATION_POINT_TEST_H
#define BRISTLE_REFERENCE_ARB_DISSIPATION_POINT_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reference/arb/dissipation/dissipation.h"
#include "reference/arb/law.h"

enum { PREC = 128, POINTS = 400 };

/* Parameters of Table I, and values for those that it lacks. */
static inline double value_of(const char *name)
{
    static const struct {
        const char *name;
        double value;
    } values[] = {
        { "sigma0", 1e5 },   { "sigma1", 316.25 }, { "sigma2", 0.4 }, { "Fc", 1 },
        { "Fs", 1.5 },       { "vs", 1e-3 },       { "m", 2 },        { "alpha", 5e4 },
        { "k", 1e5 },        { "p0", 1e-5 },       { "a0", 0.5 },     { "b", 300 },
        { "z_ba", 7e-6 },    { "z_max", 9e-6 },    { "c", 0.25 },     { "A", 0.75 },
        { "beta", 3e4 },     { "gamma", 7e4 },     { "n", 1 },        { "v_brk", 1e-3 },
        { "v_t", 1e-3 },     { "f1", 3.75 },       { "f2", 2.75 },    { "eta", 0.5 },
        { "epsilon", 5e-5 },
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].value;
    cr_assert_fail("no value for %s", name);
    return 0;
}

struct point {
    struct dissipation_inequality balance;
    const struct arb_law *law;
    arb_ptr p, c, theta, w, bound, x;
    arb_t V, v, s;
};

/* Sets up a law's test point; bound is sup |x_i| by the law. Returns false for a law without a
 * dissipation inequality, and nothing to clear. */
static inline bool point_init(struct point *pt, const struct arb_law *law)
{
    *pt = (struct point){ .balance = dissipation_find(law->name), .law = law };
    if (!pt->balance.law)
        return false;
    pt->p = _arb_vec_init(ARB_LAW_MAX);
    pt->c = _arb_vec_init(DISSIPATION_MAX_STORAGE);
    pt->theta = _arb_vec_init(1);
    pt->w = _arb_vec_init(DISSIPATION_MAX_STATES);
    pt->bound = _arb_vec_init(ARB_LAW_MAX);
    pt->x = _arb_vec_init(ARB_LAW_MAX);
    arb_init(pt->V);
    arb_init(pt->v);
    arb_init(pt->s);
    for (int i = 0; pt->law->params[i]; i++)
        arb_set_d(pt->p + i, value_of(pt->law->params[i]));
    if (strcmp(law->name, "lugre_increment") == 0) { /* levels in m */
        arb_set_d(pt->p + arb_law_index(pt->law->params, "Fc"), 1e-5);
        arb_set_d(pt->p + arb_law_index(pt->law->params, "Fs"), 0.5e-5);
    }
    if (pt->law->bound)
        pt->law->bound(pt->bound, pt->p, PREC);
    return true;
}

static inline void point_clear(struct point *pt)
{
    arb_clear(pt->s);
    arb_clear(pt->v);
    arb_clear(pt->V);
    _arb_vec_clear(pt->x, ARB_LAW_MAX);
    _arb_vec_clear(pt->bound, ARB_LAW_MAX);
    _arb_vec_clear(pt->w, DISSIPATION_MAX_STATES);
    _arb_vec_clear(pt->theta, 1);
    _arb_vec_clear(pt->c, DISSIPATION_MAX_STORAGE);
    _arb_vec_clear(pt->p, ARB_LAW_MAX);
}

/* Bouc and Wen's exponents and classes. */
static inline void point_vary(struct point *pt, unsigned seed)
{
    const int n = arb_law_index(pt->law->params, "n");
    const int gamma = arb_law_index(pt->law->params, "gamma");
    if (n < 0 || gamma < 0)
        return;
    arb_set_ui(pt->p + n, 1 + seed / 4 % 2);
    arb_set_d(pt->p + gamma, seed / 8 % 2 == 0 ? 7e4 : -1e4);
    pt->law->bound(pt->bound, pt->p, PREC);
}

/* theta and w on a grid of 64ths that leaves out 0 and 1 (where v is), c in quarters. */
static inline void point_draw(struct point *pt, unsigned seed)
{
    srand(seed);
    point_vary(pt, seed);
    arb_set_si(pt->theta, 1 + rand() % 63);
    arb_mul_2exp_si(pt->theta, pt->theta, -6);
    for (int i = 0; i < pt->balance.n_states; i++) {
        arb_set_si(pt->w + i, rand() % 127 - 63);
        arb_mul_2exp_si(pt->w + i, pt->w + i, -6);
    }
    for (int k = 0; k < pt->balance.n_storage; k++) {
        arb_set_si(pt->c + k, rand() % 9 - 4);
        arb_mul_2exp_si(pt->c + k, pt->c + k, -2);
    }
    arb_set_si(pt->s, rand() % 2 == 0 ? 1 : -1);
    dissipation_speed(&pt->balance, pt->V, pt->p, PREC);
    arb_t rest;
    arb_init(rest);
    arb_sub_ui(rest, pt->theta, 1, PREC);
    arb_div(pt->v, pt->theta, rest, PREC);
    arb_mul(pt->v, pt->v, pt->V, PREC);
    arb_neg(pt->v, pt->v);
    arb_mul(pt->v, pt->v, pt->s, PREC);
    for (int i = 0; i < pt->balance.n_states; i++) {
        arb_mul(pt->x + i, pt->w + i, pt->bound + i, PREC);
        arb_mul(pt->x + i, pt->x + i, pt->s, PREC);
    }
    arb_clear(rest);
}

static inline struct dissipation_box box_of(const struct point *pt)
{
    return (struct dissipation_box){ pt->p, pt->c, pt->theta, pt->w };
}

#endif
