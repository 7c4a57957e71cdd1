/* Thresholds that are asked for within a tenth or a hundredth, for speed: each bracket contains
 * what theory says, is as narrow as asked for, and its ends are certified by the checker. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/proof.h"
#include "properties/checker/witness.h"
#include "properties/prover/threshold.h"

/* Widths, and how well a threshold is known to lie in one, as a share. */
static const double WIDE = 0.1, FINE = 0.1;

/* The other parameters are the defaults but for one; `side` has the threshold, which is asked for
 * within `width`, 0 stands for WIDE. */
struct situation {
    const char *law, *param, *other;
    double other_value;
    int side;
    double exact, unit; /* unit: of the width, 0 stands for the value itself */
    double width;
};

/* LuGre is passive for sigma2 >= sigma1 (Fs-Fc)/Fc (Barabanov & Ortega 2000). Cycles of Bouc-Wen
 * bring energy as soon as beta < 0. Dahl is passive throughout. */
static const struct situation situations[] = {
    { "lugre", "Fs", "sigma2", 200, 1, 1 + 200 / 316.22776601683796, 0, 0 },
    { "lugre", "sigma2", NULL, 0, 0, 316.22776601683796 / 2, 0, 0.01 },
    { "bouc_wen", "beta", NULL, 0, 0, 0, 5e4, 0 },
    { "dahl", "Fc", NULL, 0, -1, 0, 0, 0 },
};

static unsigned index_of(const struct model *model, const char *param)
{
    return quantity_index(model->params, model->n_params, param);
}

static void expect_certified(const struct threshold *side)
{
    struct proof proof;
    struct witness witness;
    struct file_error error;
    cr_assert(side->proof && proof_parse(side->proof, strlen(side->proof), &proof, &error));
    const struct verdict_on_proof verdict = proof_check(&proof, NULL);
    cr_expect_eq(verdict.proved, ANSWER_YES);
    cr_expect_eq(verdict.boxes, side->boxes);
    proof_free(&proof);
    cr_assert(side->witness &&
              witness_parse(side->witness, strlen(side->witness), &witness, &error));
    cr_expect_eq(witness_check(&witness, 4096, NULL).confirmed, ANSWER_YES);
    witness_free(&witness);
}

static double width_of(const struct situation *s) { return s->width > 0 ? s->width : WIDE; }

static void expect_bracket(const struct situation *s, const struct threshold *side)
{
    const double proved = strtod(side->proved, NULL), refuted = strtod(side->refuted, NULL);
    const double unit = s->unit > 0 ? s->unit : proved;
    cr_assert(side->edge && side->found, "%s %s", s->law, s->param);
    cr_expect(s->side == 0 ? refuted <= s->exact && s->exact <= proved
                           : proved <= s->exact && s->exact <= refuted,
              "%s %s: %s proved, %s refuted, %.9g in theory", s->law, s->param, side->proved,
              side->refuted, s->exact);
    const double width = width_of(s);
    cr_expect(side->width <= width * (1 + FINE) && side->width > width / 4, "%s %s: width %g",
              s->law, s->param, side->width);
    cr_expect(fabs(fabs(proved - refuted) - side->width * unit) <= 1e-6 * unit,
              "%s %s: width %g, of %g", s->law, s->param, side->width, unit);
    expect_certified(side);
}

Test(thresholds, are_as_wide_as_asked_for)
{
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        const struct situation *s = &situations[i];
        const struct model *model = PREC(model_find)(s->law);
        const struct threshold_budget budget = { .width = width_of(s) };
        struct threshold sides[THRESHOLD_SIDES];
        double p[MODEL_MAX_PARAMS];
        for (unsigned k = 0; k < model->n_params; k++)
            p[k] = model->params[k].value;
        if (s->other)
            p[index_of(model, s->other)] = s->other_value;
        cr_assert(threshold_find(model, PASSIVITY, index_of(model, s->param), p, &budget, sides));
        for (int side = 0; side < THRESHOLD_SIDES; side++)
            if (side == s->side)
                expect_bracket(s, &sides[side]);
            else
                cr_expect(!sides[side].edge && !sides[side].found && !*sides[side].proved &&
                              !*sides[side].refuted,
                          "%s %s: %s to %s on side %d", s->law, s->param, sides[side].proved,
                          sides[side].refuted, side);
        threshold_clear(sides);
    }
}

/* Where a range has both signs, the default is what widths are relative to, whatever the defaults
 * of others are. */
Test(thresholds, at_zero_are_as_wide_as_the_default)
{
    struct model law = *PREC(model_find)("bouc_wen");
    struct quantity params[MODEL_MAX_PARAMS];
    double p[MODEL_MAX_PARAMS];
    const unsigned beta = index_of(&law, "beta");
    memcpy(params, law.params, law.n_params * sizeof *params);
    law.params = params;
    const double unit = 2e4; /* that of gamma is 5e4 */
    const struct threshold_budget budget = { .width = WIDE };
    const struct situation at_zero = { "bouc_wen", "beta", NULL, 0, 0, 0, unit, 0 };
    struct threshold sides[THRESHOLD_SIDES];
    params[beta].value = unit;
    PREC(model_defaults)(&law, p);
    cr_assert(threshold_find(&law, PASSIVITY, beta, p, &budget, sides));
    expect_bracket(&at_zero, &sides[0]);
    threshold_clear(sides);
}

/* Values are found where they are few: at one end of the range, the only one with Fs >= Fc, and
 * between values of the grid, below and above that where most is left: LuGre is passive where Fs is
 * at most Fc (1 + sigma2/sigma1). The range has no value with another answer beyond. */
Test(thresholds, are_looked_for_everywhere)
{
    static const struct {
        const char *law, *param;
        double lo, hi, at;
    } ranges[] = { { "stribeck", "Fs", 1e-4, 1.05, 0.5 },
                   { "stribeck", "Fc", 1.45, 1e3, 100 },
                   { "lugre", "Fs", 1e-4, 1.95, 1.9 },
                   { "lugre", "Fc", 0.83, 1e3, 0.9 } };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        struct model law = *PREC(model_find)(ranges[i].law);
        struct quantity params[MODEL_MAX_PARAMS];
        double p[MODEL_MAX_PARAMS];
        const struct threshold_budget budget = { .width = WIDE };
        struct threshold sides[THRESHOLD_SIDES];
        const unsigned param = index_of(&law, ranges[i].param);
        PREC(model_defaults)(&law, p);
        memcpy(params, law.params, law.n_params * sizeof *params);
        law.params = params;
        params[param].lo = ranges[i].lo;
        params[param].hi = ranges[i].hi;
        p[param] = ranges[i].at;
        if (i > 1)
            p[index_of(&law, "sigma2")] = 20;
        cr_expect(threshold_find(&law, PASSIVITY, param, p, &budget, sides), "%s from %g to %g",
                  ranges[i].param, ranges[i].lo, ranges[i].hi);
        for (int side = 0; side < THRESHOLD_SIDES; side++)
            cr_expect_not(sides[side].edge, "%s, side %d", ranges[i].param, side);
        threshold_clear(sides);
    }
}
