/* What is special to the generalized Maxwell-slip law: its limit, its memory, the end of a slip. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"
#include "reference/experiments/exact.h"

enum { SIGNALS = 2000, ELEMENTS = 4 };

static void set(const struct model *model, double p[], const char *name, double value)
{
    cr_assert(quantity_set(model->params, model->n_params, name, value, p), "%s", name);
}

/* One element and a level that does not depend on speed: the strain is the travel, clamped. Every
 * hold rounds the strain thrice, including the share and the limit: 8 eps of the limit and of the
 * strain added. */
Test(maxwell_slip, one_element_is_elastic_perfectly_plastic)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *model = PREC(model_find)("maxwell_slip");
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "maxwell_slip/plastic", i);
        double p[MODEL_MAX_PARAMS], strain = 0, travel = 0;
        struct hold holds[DRAW_MAX_HOLDS];
        struct exact_state w;
        cr_assert(PREC(draw_params)(model, &anywhere, &rng, p));
        const double k = p[quantity_index(model->params, model->n_params, "k1")];
        const double Fc = p[quantity_index(model->params, model->n_params, "Fc")];
        set(model, p, "N", 1);
        set(model, p, "Fs", Fc);
        set(model, p, "sigma2", 0);
        const unsigned n = PREC(sample_signal)(model, p, ANY_SIGNAL, &rng, holds);
        exact_state_start(&w, model, p);
        for (unsigned j = 0; j < n; j++) {
            exact_state_flow(&w, holds[j]);
            travel += fabs(holds[j].v) * holds[j].h;
            strain = fmax(-Fc / k, fmin(Fc / k, strain + holds[j].v * holds[j].h));
            cr_expect(fabs(exact_state_force(&w, holds[j].v) - k * strain) <=
                      8 * DBL_EPSILON * (j + 1) * (Fc + k * fmin(travel, 2 * Fc / k)));
        }
    }
}

/* Elements whose limits are 1, 2, 4 and 8 units of 2^-20 m. All sums are then exact. */
static const double UNIT = 0x1p-20;

static void dyadic(const struct model *model, double p[])
{
    static const char *const k[ELEMENTS] = { "k1", "k2", "k3", "k4" };
    PREC(model_defaults)(model, p);
    for (int i = 0; i < ELEMENTS; i++)
        set(model, p, k[i], 0.25 / ldexp(UNIT, i));
    set(model, p, "Fs", 1);
    set(model, p, "sigma2", 0);
}

/* Returns true when all deflections are exactly those in x. */
static bool at(const struct exact_state *w, const double x[])
{
    for (int i = 0; i < ELEMENTS; i++)
        if (w->x[i] - x[i] != 0)
            return false;
    return true;
}

/* Turning points, each nearer than the one before, are passed again in reverse order: every loop
 * closes where it began, and the motion after it is as if the loop had not been. */
Test(maxwell_slip, closes_nested_loops_exactly)
{
    enum { DEPTH = 6 };
    const struct model *model = PREC(model_find)("maxwell_slip");
    double p[MODEL_MAX_PARAMS];
    unsigned slipped = 0;
    dyadic(model, p);
    for (uint64_t trial = 0; trial < SIGNALS; trial++) {
        struct rng rng = rng_keyed(0, "maxwell_slip/loops", trial);
        double x[DEPTH][MODEL_MAX_STATES], way[DEPTH];
        struct exact_state w, plain;
        exact_state_start(&w, model, p);
        const double first = 1 + rng_below(&rng, 4096);
        exact_state_flow(&w, (struct hold){ 1, first * UNIT / 256 });
        plain = w;
        plain.mem = &plain.memory;
        double most = fmin(2 * first, 4096);
        unsigned depth = 0;
        for (; depth < DEPTH && most > 1; depth++) {
            memcpy(x[depth], w.x, sizeof x[depth]);
            way[depth] = 1 + rng_below(&rng, (unsigned)most);
            exact_state_flow(&w, (struct hold){ depth % 2 ? 1 : -1, way[depth] * UNIT / 256 });
            most = way[depth] - 1;
            slipped += w.mem->ints[0] != 0;
        }
        while (depth-- > 0) {
            exact_state_flow(&w, (struct hold){ depth % 2 ? -1 : 1, way[depth] * UNIT / 256 });
            cr_expect(at(&w, x[depth]), "loop %u of trial %llu stays open", depth,
                      (unsigned long long)trial);
        }
        const struct hold on = { 1, rng_below(&rng, 4096) * UNIT / 256 };
        exact_state_flow(&w, on);
        exact_state_flow(&plain, on);
        cr_expect(at(&w, plain.x), "trial %llu remembers a closed loop", (unsigned long long)trial);
    }
    cr_expect(slipped > SIGNALS, "loops without slip show nothing");
}

/* From the same place with the same force the law continues in two ways that depend on the motion
 * before. */
Test(maxwell_slip, remembers_more_than_its_force)
{
    const struct model *model = PREC(model_find)("maxwell_slip");
    double p[MODEL_MAX_PARAMS];
    struct exact_state loading, unloading;
    dyadic(model, p);
    exact_state_start(&loading, model, p);
    exact_state_start(&unloading, model, p);
    exact_state_flow(&loading, (struct hold){ 1, UNIT });              /* all stuck: F = 15/32 */
    exact_state_flow(&unloading, (struct hold){ 1, 4 * UNIT });        /* F = 7/8 */
    exact_state_flow(&unloading, (struct hold){ -1, UNIT * 13 / 15 }); /* by 15/32 (13/15) */
    const double F = exact_state_force(&unloading, 1);
    cr_assert(fabs(F - exact_state_force(&loading, 1)) <= 8 * DBL_EPSILON);
    exact_state_flow(&loading, (struct hold){ 1, UNIT / 2 });
    exact_state_flow(&unloading, (struct hold){ 1, UNIT / 2 });
    cr_expect(exact_state_force(&unloading, 1) > exact_state_force(&loading, 1) + 0.1);
}

/* A rest ends all slips: the following motion is elastic up to the static level. */
Test(maxwell_slip, sticks_again_after_a_rest)
{
    const struct model *model = PREC(model_find)("maxwell_slip");
    double p[MODEL_MAX_PARAMS], dx[ELEMENTS];
    struct exact_state w;
    PREC(model_defaults)(model, p);
    exact_state_start(&w, model, p);
    exact_state_flow(&w, (struct hold){ 1, 1 });
    for (int i = 0; i < ELEMENTS; i++)
        cr_expect_eq(w.mem->ints[i], 1);
    model->rate(p, w.mem, 1, 1, w.x, dx);
    for (int i = 0; i < ELEMENTS; i++)
        cr_expect(dx[i] < 0.5, "element %d sticks", i);
    exact_state_flow(&w, (struct hold){ 0, 1 });
    model->rate(p, w.mem, 1e-6, 1, w.x, dx);
    for (int i = 0; i < ELEMENTS; i++)
        cr_expect_eq(dx[i], 1e-6, "element %d slips", i);
}
