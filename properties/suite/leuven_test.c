/* What is special to the Leuven law: LuGre and Maxwell-slip as its limits, its memory of the path
 * of z, the return from beyond the level, and where passivity ends. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"
#include "reference/experiments/exact.h"

enum { SIGNALS = 2000, LOOPS = 300, ELEMENTS = 4 };

static void set(const struct model *model, double p[], const char *name, double value)
{
    cr_assert(quantity_set(model->params, model->n_params, name, value, p), "%s", name);
}

static double get(const struct model *model, const double p[], const char *name)
{
    const unsigned i = quantity_index(model->params, model->n_params, name);
    cr_assert(i < model->n_params, "%s", name);
    return p[i];
}

/* One element that never slips, and n = 1. At a level G a hold rounds its k = sigma0 |v| h/G, which
 * moves z by at most 1/e of the way left, and the way: some 16 eps of 2 Fs/sigma0 in each law,
 * of which dz/dt and the work make as much of the force's scale. */
Test(leuven, one_element_is_lugre)
{
    static const char *const same[] = { "sigma1", "sigma2", "Fc", "Fs", "vs", "m" };
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *leuven = PREC(model_find)("leuven"), *lugre = PREC(model_find)("lugre");
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "leuven/lugre", i);
        double p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS];
        struct hold holds[DRAW_MAX_HOLDS];
        struct exact_state a, b;
        cr_assert(PREC(draw_params)(lugre, &anywhere, &rng, q));
        PREC(model_defaults)(leuven, p);
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            set(leuven, p, same[k], get(lugre, q, same[k]));
        const double sigma0 = get(lugre, q, "sigma0"), Fs = get(lugre, q, "Fs");
        set(leuven, p, "N", 1);
        set(leuven, p, "k1", sigma0);
        set(leuven, p, "W1", i % 2 ? Fs : fmin(2 * Fs, 1e6));
        const unsigned n = PREC(sample_signal)(lugre, q, ANY_SIGNAL, &rng, holds);
        exact_state_start(&a, leuven, p);
        exact_state_start(&b, lugre, q);
        for (unsigned j = 0; j < n; j++) {
            const double v = holds[j].v, rounding = 64 * DBL_EPSILON * (j + 1);
            const double scale = lugre->force_scale(q, v, 0);
            const double energy = exact_state_hold(&a, holds[j]) - exact_state_hold(&b, holds[j]);
            cr_expect(fabs(energy) <= rounding * scale * fabs(v) * holds[j].h);
            cr_expect(fabs(a.x[0] - b.x[0]) <= rounding * Fs / sigma0);
            cr_expect(fabs(exact_state_force(&a, v) - exact_state_force(&b, v)) <=
                      rounding * scale);
        }
    }
}

/* Far below the level z is the travel up to a part w of it: the forces are those of Maxwell-slip
 * elements, minus their stiffness times that part. */
Test(leuven, below_the_level_is_maxwell_slip)
{
    static const char *const k[ELEMENTS] = { "k1", "k2", "k3", "k4" };
    static const char *const W[ELEMENTS] = { "W1", "W2", "W3", "W4" };
    const struct model *leuven = PREC(model_find)("leuven");
    const struct model *slip = PREC(model_find)("maxwell_slip");
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "leuven/maxwell_slip", i);
        double p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS], path = 0;
        struct exact_state a, b;
        PREC(model_defaults)(leuven, p);
        PREC(model_defaults)(slip, q);
        set(leuven, p, "n", 1 + (double)(i % 2));
        for (int j = 0; j < ELEMENTS - 1; j++)
            set(leuven, p, W[j], 0.1 * (1 + rng_below(&rng, 9)));
        double sum = 0, stiffness = 1;
        for (int j = 0; j < ELEMENTS - 1; j++) {
            sum += get(leuven, p, W[j]);
            stiffness += get(leuven, p, k[j]);
        }
        for (int j = 0; j < ELEMENTS - 1; j++)
            set(slip, q,
                j == 0   ? "alpha1"
                : j == 1 ? "alpha2"
                         : "alpha3",
                get(leuven, p, W[j]) / sum);
        set(leuven, p, k[ELEMENTS - 1], 1);
        set(leuven, p, W[ELEMENTS - 1], 1e6);
        set(leuven, p, "Fc", 1e6);
        set(leuven, p, "Fs", 1e6);
        set(leuven, p, "sigma1", 0);
        set(slip, q, "N", ELEMENTS - 1);
        set(slip, q, "Fc", sum);
        set(slip, q, "Fs", sum);
        exact_state_start(&a, leuven, p);
        exact_state_start(&b, slip, q);
        for (int j = 0; j < 8; j++) {
            const double v = (rng_uniform(&rng) - 0.5) * 1e-4;
            exact_state_flow(&a, (struct hold){ v, 1 });
            exact_state_flow(&b, (struct hold){ v, 1 });
            path += fabs(v);
            /* w <= (sum + path N/m)/1e6 N, and a play forgets its error or keeps it */
            const double off = (sum + path) / 1e6 * path;
            cr_expect(fabs(exact_state_force(&a, v) - exact_state_force(&b, v)) <=
                      stiffness * off + 1.0 * path + 64 * DBL_EPSILON * sum);
        }
    }
}

/* Elements whose limits are 1, 2 and 4 units, and a weak one that never slips and shows z. */
static const double UNIT = 1e-6;
enum { METER = ELEMENTS - 1, LIMIT = 4, DEPTH = 6 };

static void with_meter(const struct model *model, double p[], double n)
{
    PREC(model_defaults)(model, p);
    set(model, p, "n", n);
    for (int i = 0; i < METER; i++) {
        static const char *const k[] = { "k1", "k2", "k3" }, *const W[] = { "W1", "W2", "W3" };
        set(model, p, k[i], 0.25 / UNIT / (1 << i));
        set(model, p, W[i], 0.25);
    }
    set(model, p, "k4", 1e4);
    set(model, p, "W4", 1);
    set(model, p, "Fc", 1.2);
    set(model, p, "Fs", 1.7);
}

/* Moves to where z is at the target, as accurately as a duration can tell; the weak element shows
 * the rest. */
static void go_to(struct exact_state *w, double target, double speed)
{
    const double v = w->x[METER] < target ? speed : -speed;
    double low = 0, high = 1e3 * LIMIT * UNIT / speed;
    for (int i = 0; i < 80; i++) {
        struct exact_state then = *w;
        then.mem = &then.memory;
        const double middle = low + (high - low) / 2;
        exact_state_flow(&then, (struct hold){ v, middle });
        if ((then.x[METER] - target) * v < 0)
            low = middle;
        else
            high = middle;
    }
    exact_state_flow(w, (struct hold){ v, high });
}

/* Expects all elements at their places. Holds add the same number to all elements that stick, which
 * reach a limit by a few roundings: 8 eps of the farthest for each hold. */
static void expect_at(const struct exact_state *w, const double x[], double residual, int holds,
                      const char *what, uint64_t trial)
{
    const double rounding = 8 * DBL_EPSILON * 2 * LIMIT * UNIT * holds;
    for (int i = 0; i < ELEMENTS; i++)
        cr_expect(fabs(w->x[i] - x[i]) <= residual + rounding, "%s, trial %llu: z%d %a, not %a",
                  what, (unsigned long long)trial, i + 1, w->x[i], x[i]);
}

/* Turning points of z, each nearer than the one before, are passed again in reverse order: every
 * loop closes where it began, and the motion after it is as if the loop had not been. Neither the
 * exponent nor the speed changes what z leaves in the elements. */
Test(leuven, closes_nested_loops_of_z)
{
    const struct model *model = PREC(model_find)("leuven");
    double p[2][MODEL_MAX_PARAMS];
    unsigned slipped = 0;
    with_meter(model, p[0], 1);
    with_meter(model, p[1], 2);
    for (uint64_t trial = 0; trial < LOOPS; trial++) {
        struct rng rng = rng_keyed(0, "leuven/loops", trial);
        const double first = LIMIT * UNIT * (0.5 + rng_uniform(&rng));
        const double last = first + LIMIT * UNIT * rng_uniform(&rng);
        double x[DEPTH][MODEL_MAX_STATES], low = -first, high = first, residual = 0;
        struct exact_state w, other, plain;
        exact_state_start(&w, model, p[trial % 2]);
        exact_state_start(&other, model, p[(trial + 1) % 2]);
        go_to(&w, first, 1e-3);
        go_to(&other, first, 1e-5);
        plain = w;
        plain.mem = &plain.memory;
        for (int depth = 0; depth < DEPTH; depth++) {
            memcpy(x[depth], w.x, sizeof x[depth]);
            const double to = low + (high - low) * rng_uniform(&rng);
            *(depth % 2 ? &high : &low) = to;
            go_to(&w, to, 1e-3);
            go_to(&other, to, 1e-5);
            slipped += w.mem->ints[0] != 0;
            residual += fabs(w.x[METER] - to) + fabs(other.x[METER] - to);
            expect_at(&other, w.x, residual, 2 * DEPTH, "another way", trial);
        }
        for (int depth = DEPTH - 1; depth >= 0; depth--) {
            go_to(&w, x[depth][METER], 1e-3);
            residual += fabs(w.x[METER] - x[depth][METER]);
            expect_at(&w, x[depth], residual, 2 * DEPTH, "open loop", trial);
        }
        go_to(&w, last, 1e-3);
        go_to(&plain, last, 1e-3);
        residual += fabs(w.x[METER] - plain.x[METER]);
        expect_at(&w, plain.x, residual, 2 * DEPTH + 2, "closed loop remembered", trial);
        cr_expect(residual <= 64 * DBL_EPSILON * LIMIT * UNIT, "z is not where it should be");
    }
    cr_expect(slipped > LOOPS, "%u loops with slip show little", slipped);
}

/* In one motion from rest at a level that does not depend on speed, 1 - w^2 >= 1 - w. */
Test(leuven, a_higher_exponent_is_stiffer)
{
    const struct model *model = PREC(model_find)("leuven");
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "leuven/exponent", i);
        double p[2][MODEL_MAX_PARAMS], gained = 0;
        struct exact_state w[2];
        for (int n = 0; n < 2; n++) {
            with_meter(model, p[n], n + 1);
            set(model, p[n], "Fs", 1.2);
            exact_state_start(&w[n], model, p[n]);
        }
        for (int j = 0; j < 20; j++) {
            const struct hold hold = { 1e-6, rng_uniform(&rng) };
            double F[2];
            for (int n = 0; n < 2; n++) {
                exact_state_flow(&w[n], hold);
                F[n] = model->force(p[n], w[n].mem, 0, 1, w[n].x);
            }
            cr_expect(F[1] >= F[0] - 64 * DBL_EPSILON * 1.2 * (j + 1));
            gained = fmax(gained, F[1] - F[0]);
        }
        cr_expect(gained > 0.01);
    }
}

/* Creep has stretched the elements beyond what a fast motion holds: z goes back, and elements that
 * slipped stick and go back with it. */
Test(leuven, gives_way_beyond_the_level)
{
    const struct model *model = PREC(model_find)("leuven");
    for (int n = 1; n <= 2; n++) {
        double p[MODEL_MAX_PARAMS], before[MODEL_MAX_STATES], dx[MODEL_MAX_STATES];
        double g[MODEL_MAX_GUARDS];
        struct exact_state w;
        PREC(model_defaults)(model, p);
        set(model, p, "n", n);
        exact_state_start(&w, model, p);
        exact_state_flow(&w, (struct hold){ 1e-6, 1e3 });
        cr_expect_eq(w.mem->ints[0], 1);
        memcpy(before, w.x, sizeof before);
        model->guard(p, w.mem, 1, w.x, g);
        cr_expect(g[0] < 0, "the slip does not end");
        exact_state_settle(&w, 1);
        model->rate(p, w.mem, 1, 1, w.x, dx);
        for (int i = 0; i < ELEMENTS; i++)
            cr_expect(dx[i] < 0 && w.mem->ints[i] == 0);
        exact_state_flow(&w, (struct hold){ 1, 1 });
        for (int i = 0; i < ELEMENTS; i++)
            cr_expect(w.x[i] < before[i]);
        /* G = Fc, to the rounding of four terms */
        cr_expect(fabs(exact_state_force(&w, 1) - model->steady_force(p, 1)) <=
                  16 * DBL_EPSILON * model->force_scale(p, 1, 0));
    }
}

/* Returns the claim that v -> F is passive. */
static const struct claim *passive(const struct model *model)
{
    for (unsigned i = 0; i < model->n_claims; i++)
        if (model->claims[i].property == PASSIVITY && model->claims[i].contains)
            return &model->claims[i];
    cr_assert_fail("not claimed");
    return NULL;
}

/* Creep by 10 Fs/k1 costs at most Fs times that, 0.23 mJ, and leaves e within 1e-4 of (Fs/Fc)^n. A
 * burst at 1 km/s by 2e-3 Fc/k1, on which e falls by 1e-2 at most, then meets v [sigma1 (1 - e) +
 * sigma2], and returns 0.8 mJ if sigma2 is a tenth below (6). */
Test(leuven, passivity_ends_at_its_condition)
{
    const struct model *model = PREC(model_find)("leuven");
    for (int n = 1; n <= 2; n++)
        for (int enough = 0; enough < 2; enough++) {
            const double k = 1e5, Fs = 1.5, sigma1 = 1e3;
            double p[MODEL_MAX_PARAMS];
            struct exact_state w;
            PREC(model_defaults)(model, p);
            set(model, p, "N", 1);
            set(model, p, "n", n);
            set(model, p, "k1", k);
            set(model, p, "W1", Fs);
            set(model, p, "sigma1", sigma1);
            set(model, p, "sigma2", (enough ? 1.0 : 0.9) * sigma1 * (pow(Fs, n) - 1));
            cr_expect_eq(passive(model)->contains(p), enough != 0);
            exact_state_start(&w, model, p);
            double energy = exact_state_hold(&w, (struct hold){ 1e-9, 10 * Fs / k / 1e-9 });
            energy += exact_state_hold(&w, (struct hold){ 1e3, 2e-3 / k / 1e3 });
            cr_expect(enough ? energy > 0 : energy < 0, "n = %d: %g J", n, energy);
        }
}

/* Guards of absent elements keep a value that no motion changes. */
Test(leuven, absent_elements_have_no_events)
{
    const struct model *model = PREC(model_find)("leuven");
    for (int n = 1; n < ELEMENTS; n++) {
        double p[MODEL_MAX_PARAMS], g[MODEL_MAX_GUARDS];
        struct exact_state w;
        PREC(model_defaults)(model, p);
        set(model, p, "N", n);
        exact_state_start(&w, model, p);
        exact_state_flow(&w, (struct hold){ 1e-3, 1e-3 });
        model->guard(p, w.mem, 1e-3, w.x, g);
        for (unsigned i = model->n_guards - ELEMENTS + (unsigned)n; i < model->n_guards; i++)
            cr_expect(g[i] - 1 == 0, "N = %d, guard %u: %g", n, i, g[i]);
    }
}
