/* Thresholds agree with theory, which the search does not use. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/proof.h"
#include "properties/checker/witness.h"
#include "properties/prover/threshold.h"

static void expect_certified(const struct threshold *side)
{
    struct proof proof;
    struct file_error proof_error;
    struct witness witness;
    struct file_error witness_error;
    cr_assert(proof_parse(side->proof, strlen(side->proof), &proof, &proof_error));
    cr_expect_eq(proof_check(&proof, NULL).proved, ANSWER_YES);
    proof_free(&proof);
    cr_assert(witness_parse(side->witness, strlen(side->witness), &witness, &witness_error));
    cr_expect_eq(witness_check(&witness, 4096, NULL).confirmed, ANSWER_YES);
    witness_free(&witness);
}

/* The side contains the true threshold, is at most 0.1 % of the unit wide, and both its ends are
 * certified. */
static void expect_bracket_in(const struct threshold *side, double exact, double unit)
{
    const double proved = strtod(side->proved, NULL), refuted = strtod(side->refuted, NULL);
    cr_assert(side->found);
    cr_expect(fmin(proved, refuted) <= exact && exact <= fmax(proved, refuted),
              "%s proved, %s refuted, %.9g in theory", side->proved, side->refuted, exact);
    cr_expect_leq(fabs(proved - refuted), 1e-3 * unit, "%s proved, %s refuted", side->proved,
                  side->refuted);
    cr_expect_leq(side->width, 1e-3);
    expect_certified(side);
}

static void expect_bracket(const struct threshold *side, double exact)
{
    expect_bracket_in(side, exact, exact);
}

static void find(const char *name, const char *parameter, double m,
                 struct threshold sides[THRESHOLD_SIDES])
{
    const struct model *model = PREC(model_find)(name);
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    const unsigned param = quantity_index(model->params, model->n_params, parameter);
    if (m > 0)
        p[quantity_index(model->params, model->n_params, "m")] = m;
    const struct threshold_budget budget = { .seed = 0 };
    cr_assert(threshold_find(model, PASSIVITY, param, p, &budget, sides));
}

/* sigma0 inf over V of [(Fs-Fc) + (sigma1+sigma2) V]/(1-g), for side 1, and sigma0 sup over V of
 * [(Fs-Fc) - (sigma1+sigma2) V]/(1+g), for side 0: necessary, since a burst at speed V with Z = 0
 * and |Y| = 1 must not bring energy. By a scan at Table I. */
static double necessary(int side, double m)
{
    double best = side == 0 ? 0 : HUGE_VAL;
    for (int i = 0; i <= 4000000; i++) {
        const double V = pow(10, -12 + 14.0 * i / 4000000), g = exp(-pow(V / 1e-3, m));
        const double damping = (316.22776601683796 + 0.4) * V;
        if (side == 0)
            best = fmax(best, 1e5 * (0.5 - damping) / (1 + g));
        else
            best = fmin(best, 1e5 * (0.5 + damping) / -expm1(-pow(V / 1e-3, m)));
    }
    return best;
}

Test(threshold, of_the_source)
{
    struct threshold sides[THRESHOLD_SIDES];
    find("martinez_rosas", "alpha", 2, sides);
    expect_bracket(&sides[0], 25000);
    expect_bracket(&sides[1], 108926.079078661);
    cr_expect_float_eq(necessary(1, 2), 108926.079078661, 1e-3);
    threshold_clear(sides);
}

Test(threshold, of_the_source_with_its_other_exponent)
{
    struct threshold sides[THRESHOLD_SIDES];
    find("martinez_rosas", "alpha", 0.5, sides);
    expect_bracket(&sides[0], necessary(0, 0.5));
    expect_bracket(&sides[1], necessary(1, 0.5));
    threshold_clear(sides);
}

/* sigma2 >= sigma1 (Fs-Fc)/Fc: Barabanov & Ortega 2000; it carries over to the elastic range. */
Test(threshold, of_lugre_and_elastoplastic)
{
    static const char *const names[] = { "lugre", "elastoplastic" };
    for (int i = 0; i < 2; i++) {
        struct threshold sides[THRESHOLD_SIDES];
        find(names[i], "sigma2", 0, sides);
        expect_bracket(&sides[0], 316.22776601683796 / 2);
        cr_expect(!sides[1].found && !*sides[1].refuted, "%s: no upper end", names[i]);
        threshold_clear(sides);
    }
}

/* Cycles bring energy as soon as beta < 0, whatever gamma > 0: the rate of dissipation along
 * loading has the sign of beta. Class I would end at beta = gamma = 50000. */
Test(threshold, of_bouc_wen_is_at_zero)
{
    struct threshold sides[THRESHOLD_SIDES];
    find("bouc_wen", "beta", 0, sides);
    expect_bracket_in(&sides[0], 0, 5e4);
    cr_expect(!sides[1].found && !*sides[1].refuted, "no upper end");
    threshold_clear(sides);
}
