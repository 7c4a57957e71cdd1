/* Float against double: every law, from the same source, along the same signals, at numbers that
 * are floats. Results may differ by the rounding bounds of properties/trials/evaluate_parts.h in
 * float: 32 eps per hold, in units of the states' bounds, the force's scale, and the energy's,
 * times the flow's magnification. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "models/model.h"
#include "properties/suite/precisions.h"
#include "properties/trials/draw.h"

enum { SIGNALS = 500 };

static void round_to_float(double values[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (double)(float)values[i];
}

/* Returns true when rounding of floats may decide whether a guard has fired at the end of the
 * last hold or, for laws that remember it, of any hold. A guard at exactly zero holds the state
 * there. */
static bool near_guard(const struct model *model, const double p[], const double v[],
                       const double h[], unsigned n, double travel)
{
    struct exact_state w;
    if (!model->guard)
        return false;
    exact_state_start(&w, model, p);
    for (unsigned i = 0; i < n; i++) {
        exact_state_flow(&w, (struct hold){ v[i], h[i] });
        const double slack =
            64 * (double)FLT_EPSILON * (i + 2) * ((model->length ? model->length(p) : 0) + travel);
        if ((model->start || i + 1 == n) && exact_state_near_guard(&w, v[i], slack))
            return true;
    }
    return false;
}

static void compare(size_t index, uint64_t number, unsigned *compared)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *model = PREC(models)[index];
    struct rng rng = rng_keyed(0, model->name, number);
    double p[MODEL_MAX_PARAMS], v[DRAW_MAX_HOLDS] = { 0 }, h[DRAW_MAX_HOLDS] = { 0 };
    double travel = 0, energy = 0;
    struct hold holds[DRAW_MAX_HOLDS];
    cr_assert(PREC(draw_params)(model, &anywhere, &rng, p));
    round_to_float(p, model->n_params);
    if (!PREC(model_is_valid)(model, p))
        return; /* rounded beyond an end of its range */
    const unsigned n = PREC(sample_signal)(model, p, ANY_SIGNAL, &rng, holds);
    for (unsigned i = 0; i < n; i++) {
        v[i] = (double)(float)holds[i].v;
        h[i] = (double)(float)holds[i].h;
        travel += fabs(v[i]) * h[i];
    }
    for (unsigned i = 0; i < n; i++)
        energy += fabs(v[i]) * h[i] * model->force_scale(p, v[i], travel);
    const bool jump = near_guard(model, p, v, h, n, travel);
    if (jump && model->start)
        return;
    const struct evaluation f = evaluate_f32(index, p, v, h, n),
                            d = evaluate_f64(index, p, v, h, n);
    const double rounding =
        32 * (double)FLT_EPSILON * (n + 1) * PREC(model_magnification)(model, p, travel);
    if (!(rounding < 1))
        return; /* a float cannot tell where this flow leads */
    double bound[MODEL_MAX_STATES] = { 0 };
    if (model->bound)
        model->bound(p, bound);
    for (unsigned i = 0; i < model->n_states; i++)
        cr_expect(fabs(f.x[i] - d.x[i]) <= rounding * (isfinite(bound[i]) ? bound[i] : travel),
                  "%s, %s: %a in float, %a", model->name, model->states[i].name, f.x[i], d.x[i]);
    cr_expect(jump || fabs(f.force - d.force) <= rounding * model->force_scale(p, v[n - 1], travel),
              "%s: force %a in float, %a", model->name, f.force, d.force);
    cr_expect(fabs(f.energy - d.energy) <= rounding * energy, "%s: energy %a in float, %a",
              model->name, f.energy, d.energy);
    ++*compared;
}

Test(precisions, float_is_double_up_to_rounding)
{
    for (size_t i = 0; PREC(models)[i]; i++) {
        unsigned compared = 0;
        for (uint64_t k = 0; k < SIGNALS; k++)
            compare(i, k, &compared);
        cr_expect(compared > SIGNALS / 4, "%s: only %u comparisons", PREC(models)[i]->name,
                  compared);
    }
}

/* The bonds of the bristle model are the same integers in both precisions, snap for snap. */
Test(precisions, bonds_do_not_depend_on_them)
{
    size_t index = 0;
    while (PREC(models)[index] != PREC(model_find)("bristle"))
        index++;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(PREC(models)[index], p);
    round_to_float(p, PREC(models)[index]->n_params);
    double v[] = { 1e-3, -2e-3, 5e-4 }, h[] = { 0.25, 0.2, 0.125 };
    round_to_float(v, 3);
    round_to_float(h, 3);
    for (unsigned n = 1; n <= 3; n++) {
        const struct evaluation f = evaluate_f32(index, p, v, h, n),
                                d = evaluate_f64(index, p, v, h, n);
        /* one bond elsewhere would change the force by about k delta_s, 0.075 N */
        const double travel = 1e-3, rounding = 32 * (double)FLT_EPSILON * (n + 1);
        cr_expect(fabs(f.force - d.force) <=
                  rounding * PREC(models)[index]->force_scale(p, v[n - 1], travel));
    }
}
