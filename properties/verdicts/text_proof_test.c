/* The boxes for which claims are proved while they are judged. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/text_proof.h"
#include "reference/arb/law.h"

static const struct model *find(const char *name) { return PREC(model_find)(name); }

/* Proves the claim and reads the box back: lo and hi of each parameter, the default of one that is
 * not named. Returns false when nothing is proved. */
static bool prove_box(const struct model *model, const struct claim *claim, double lo[],
                      double hi[])
{
    char box[PROOF_BOX_TEXT] = "";
    const struct arb_law *law = arb_law_find(model->name);
    if (!law || !text_proof(model, law, claim, box))
        return false;
    for (unsigned i = 0; i < model->n_params; i++) {
        char name[80];
        lo[i] = hi[i] = model->params[i].value;
        snprintf(name, sizeof name, " %s in [", model->params[i].name);
        const char *at =
            strncmp(box, name + 1, strlen(name) - 1) == 0 ? box - 1 : strstr(box, name);
        if (at)
            cr_assert_eq(sscanf(at + strlen(name), "%lf, %lf]", &lo[i], &hi[i]), 2, "%s", box);
    }
    return true;
}

/* Printed with six digits, inwards. */
static bool is_near(double x, double exact) { return fabs(x - exact) <= 2e-5 * fabs(exact); }

/* A parameter has all of what the claim is about, ten times or half as much again of its value, or
 * its value, to either side. */
static bool is_step(double end, double value, double limit)
{
    return is_near(end, limit) || is_near(end, value) || is_near(end, 10 * value) ||
           is_near(end, value / 10) || is_near(end, 1.5 * value) || is_near(end, value / 1.5);
}

Test(boxes, hold_the_point_and_end_at_steps)
{
    unsigned proved = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            const struct claim *claim = &(*m)->claims[i];
            double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
            if (claim->declared != HOLDS || !prove_box(*m, claim, lo, hi))
                continue;
            proved++;
            for (unsigned k = 0; k < (*m)->n_params; k++) {
                const struct quantity *q = &(*m)->params[k];
                const bool is_moved = !(lo[k] <= q->value && q->value <= hi[k]);
                cr_expect(lo[k] >= q->lo * (1 - 1e-5) && hi[k] <= q->hi * (1 + 1e-5));
                cr_expect(is_moved ||
                              (is_step(lo[k], q->value, q->lo) && is_step(hi[k], q->value, q->hi)),
                          "%s, %s: %s in [%g, %g]", (*m)->name, claim->domain, q->name, lo[k],
                          hi[k]);
            }
        }
    cr_expect_geq(proved, 25u, "%u claims", proved);
}

/* Where a claim holds at all parameters it is proved for all that one parameter can be at a time.
 */
Test(boxes, are_as_wide_as_the_truth)
{
    static const struct {
        const char *law;
        enum property property;
        const char *all, *up, *down; /* parameters with their range, and with that to one side */
    } cases[] = {
        { "dahl", STATE_BOUND, " sigma0 Fc ", "", "" },
        { "dahl", PASSIVITY, " sigma0 Fc ", "", "" },
        { "viscous", PASSIVITY, " sigma2 ", "", "" },
        { "coulomb_viscous", PASSIVITY, " Fc sigma2 ", "", "" },
        { "lugre", STATE_BOUND, " sigma0 sigma1 sigma2 vs m ", " Fs ", " Fc " },
        { "stribeck", PASSIVITY, " vs ", " Fs ", "" },
        { "reset_integrator", STATE_BOUND, " k p0 a0 b ", "", "" },
        { "bouc_wen", STATE_BOUND, " k c A ", "", "" }, /* c is 0 */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct model *model = find(cases[c].law);
        const struct claim claim = { .property = cases[c].property, .base = ALL_VALID };
        double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
        cr_assert(prove_box(model, &claim, lo, hi), "%s", model->name);
        for (unsigned k = 0; k < model->n_params; k++) {
            const struct quantity *q = &model->params[k];
            char name[80];
            snprintf(name, sizeof name, " %s ", q->name);
            const bool all = strstr(cases[c].all, name), up = strstr(cases[c].up, name),
                       down = strstr(cases[c].down, name);
            if (all || down)
                cr_expect(is_near(lo[k], q->lo), "%s: %s from %g", model->name, q->name, lo[k]);
            if (all || up)
                cr_expect(is_near(hi[k], q->hi), "%s: %s to %g", model->name, q->name, hi[k]);
            if (up)
                cr_expect(is_near(lo[k], q->value), "%s: %s from %g", model->name, q->name, lo[k]);
            if (down)
                cr_expect(is_near(hi[k], q->value), "%s: %s to %g", model->name, q->name, hi[k]);
        }
    }
}

static bool viscous_from_300(const real p[]) { return p[2] >= 300; }

/* LuGre with Table I's other parameters is passive from sigma2 = sigma1 (Fs - Fc)/Fc, 158.11, on.
 */
Test(boxes, are_of_what_the_claim_is_about)
{
    const struct model *lugre = find("lugre");
    const unsigned sigma2 = quantity_index(lugre->params, lugre->n_params, "sigma2");
    struct claim claim = {
        .property = PASSIVITY, .base = AT_DEFAULTS, .box = { { sigma2, 300, 500 } }, .n_box = 1
    };
    double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
    cr_assert(prove_box(lugre, &claim, lo, hi));
    for (unsigned k = 0; k < lugre->n_params; k++)
        cr_expect(is_near(lo[k], k == sigma2 ? 300 : lugre->params[k].value) &&
                      is_near(hi[k], k == sigma2 ? 500 : lugre->params[k].value),
                  "%s in [%g, %g]", lugre->params[k].name, lo[k], hi[k]);
    claim.box[0].lo = 100;
    cr_expect(!prove_box(lugre, &claim, lo, hi), "at sigma2 = 100 the law is not passive");
    claim.box[0] = (struct interval){ sigma2, 150, 170 };
    cr_expect(!prove_box(lugre, &claim, lo, hi), "at sigma2 = 150 the law is not passive");
    /* elsewhere than at the defaults */
    claim =
        (struct claim){ .property = PASSIVITY, .base = ALL_VALID, .contains = viscous_from_300 };
    cr_assert(prove_box(lugre, &claim, lo, hi));
    const double sigma1 = hi[1], Fc = lo[3], Fs = hi[4];
    cr_expect(lo[sigma2] >= sigma1 * (Fs - Fc) / Fc && hi[sigma2] >= 300,
              "sigma1 to %g, sigma2 from %g to %g, Fc from %g, Fs to %g", sigma1, lo[sigma2],
              hi[sigma2], Fc, Fs);
}

static double from, to; /* of dahl's Fc, N */

static bool force_between(const real p[]) { return p[1] >= from && p[1] <= to; }

/* Whichever part of a parameter's range the claim is about, as far as it is wider than a step: the
 * box is there, beside the default too. */
Test(boxes, are_found_anywhere_in_the_range)
{
    const struct model *dahl = find("dahl");
    const struct claim claim = { .property = PASSIVITY,
                                 .base = ALL_VALID,
                                 .contains = force_between };
    const double wide = 3; /* a thirty-second of twelve decades is 2.4 */
    cr_assert(strcmp(dahl->params[1].name, "Fc") == 0 && dahl->params[1].hi >= 1e6);
    for (int decade = -6; decade <= 5; decade++) {
        double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
        from = 1.5 * pow(10, decade);
        to = wide * from;
        cr_assert(prove_box(dahl, &claim, lo, hi), "from %g N", from);
        cr_expect(lo[1] <= to && hi[1] >= from, "from %g N: [%g, %g]", from, lo[1], hi[1]);
    }
    for (int end = 0; end < 2; end++) { /* the ends themselves */
        double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
        from = end == 0 ? dahl->params[1].lo : dahl->params[1].hi;
        to = from;
        cr_expect(prove_box(dahl, &claim, lo, hi), "at %g N", from);
    }
}

/* What is false at the point is not proved, nor is a property without proofs. */
Test(boxes, are_of_what_is_true)
{
    static const struct {
        const char *law;
        enum property property;
    } cases[] = { { "lugre", PASSIVITY }, { "martinez_rosas", PASSIVITY }, { "lugre", NO_DRIFT } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct claim claim = { .property = cases[c].property, .base = AT_DEFAULTS };
        double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
        cr_expect(!prove_box(find(cases[c].law), &claim, lo, hi), "%s", cases[c].law);
    }
}

enum { SIGMA1, SIGMA2, FC, FS, N_OF };

/* LuGre is passive where sigma2 >= sigma1 (Fs - Fc)/Fc, and Fs >= Fc. */
static bool is_window(const double lo[N_OF], const double hi[N_OF])
{
    return lo[FS] >= hi[FC] && lo[SIGMA2] >= hi[SIGMA1] * (hi[FS] - lo[FC]) / lo[FC];
}

/* One parameter after the other is as wide as the truth allows: its range, else ten times, else
 * half as much again, to both sides, else upwards, else downwards. */
Test(boxes, are_the_first_of_the_steps_that_are_true)
{
    static const char *const names[N_OF] = { "sigma1", "sigma2", "Fc", "Fs" };
    static const double reach[] = { HUGE_VAL, 10, 1.5 };
    const struct model *lugre = find("lugre");
    double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS];
    /* one point after the other, in the middle and at the edge of the window */
    static const double points[][N_OF] = { { 100, 200, 1, 1.5 },
                                           { 10, 5, 1, 1.45 },
                                           { 1, 3000, 1, 1.5 },
                                           { 300, 160, 2, 3 },
                                           { 1, 1, 1, 1.9 } };
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        struct quantity params[MODEL_MAX_PARAMS];
        struct model model = *lugre;
        const struct claim claim = { .property = PASSIVITY, .base = ALL_VALID };
        double low[N_OF], high[N_OF];
        unsigned at[N_OF];
        memcpy(params, lugre->params, lugre->n_params * sizeof *params);
        model.params = params;
        for (int i = 0; i < N_OF; i++) {
            at[i] = quantity_index(params, model.n_params, names[i]);
            params[at[i]].value = low[i] = high[i] = points[k][i];
        }
        for (int i = 0; i < N_OF; i++) {
            const double value = points[k][i];
            bool done = false;
            for (int step = 0; step < 9 && !done; step++) {
                const double by = reach[step / 3];
                if (step % 3 != 1)
                    low[i] = fmax(params[at[i]].lo, value / by);
                if (step % 3 != 2)
                    high[i] = fmin(params[at[i]].hi, value * by);
                done = is_window(low, high);
                if (!done)
                    low[i] = high[i] = value;
            }
        }
        cr_assert(prove_box(&model, &claim, lo, hi), "point %zu", k);
        for (int i = 0; i < N_OF; i++)
            cr_expect(is_near(lo[at[i]], low[i]) && is_near(hi[at[i]], high[i]),
                      "point %zu: %s in [%g, %g], not [%g, %g]", k, names[i], lo[at[i]], hi[at[i]],
                      low[i], high[i]);
    }
}
