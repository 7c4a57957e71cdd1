/* What is proved of Bristle's laws, claim by claim; and that nothing is that they declare false. */
#include <math.h>

#include "properties/checker/property.h"
#include "properties/structure/law_test.h"
#include "properties/structure/structure.h"
#include "reference/derived/graph_law.h"

/* Claims that no rule decides yet. */
static const struct {
    enum property property;
    const char *laws;
} open[] = {
    /* States that do not relax each by itself, or events. */
    { STEADY_STATE, "bouc_wen elastoplastic karnopp leuven maxwell_slip reset_integrator" },
    { STATE_BOUND, "bouc_wen elastoplastic leuven" },
    /* Energies with powers that are parameters, other than the stated one, or with events. */
    { PASSIVITY, "bliman_sorine bouc_wen elastoplastic leuven martinez_rosas maxwell_slip "
                 "reset_integrator" },
    { DISSIPATION, "bliman_sorine bouc_wen bristle elastoplastic leuven" },
};

static bool is_open(enum property property, const char *name)
{
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (open[i].property == property && strstr(open[i].laws, name))
            return true;
    return false;
}

static bool is_looked_at(enum property property)
{
    static const enum property of[] = {
        ODD_SYMMETRY, RATE_INDEPENDENCE,    REGRESSOR, REGRESSOR_AS_PRINTED,
        STEADY_STATE, STATE_BOUND,          PASSIVITY, STRIBECK_HISTORY_BOUND,
        FINITE_FORCE, STRIBECK_STATE_BOUND, CREEPING,  DISSIPATION,
    };
    bool is = false;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        is = is || property == of[i];
    return is;
}

Test(structure, proves_claims_of_laws)
{
    for (const struct law_graph *const *law = law_equations; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        cr_assert(model, "%s", (*law)->name);
        for (unsigned i = 0; i < model->n_claims; i++) {
            const struct claim *claim = &model->claims[i];
            char words[256];
            const bool is = is_looked_at(claim->property) && claim->declared == HOLDS &&
                            !is_open(claim->property, model->name);
            cr_expect_eq(structure_prove(*law, model, claim, words, sizeof words),
                         is ? ANSWER_YES : ANSWER_UNDECIDED, "%s %s: %s", model->name,
                         property_info[claim->property].name, claim->domain);
            cr_expect(strlen(words) <= 65, "%s", words); /* a line of the table */
        }
    }
}

static const struct law_graph *find(const char *name)
{
    for (const struct law_graph *const *law = law_equations; *law; law++)
        if (strcmp((*law)->name, name) == 0)
            return *law;
    cr_assert(false, "%s", name);
    return NULL;
}

static enum answer prove(const char *law, const struct model *model, const struct claim *claim)
{
    char words[256];
    return structure_prove(find(law), model, claim, words, sizeof words);
}

/* A claim is about its parameters: those that it fixes, and the ranges of the others. */
Test(structure, reads_the_parameters_of_a_claim)
{
    const struct model *model = PREC(model_find)("lugre");
    const unsigned sigma1 = quantity_index(model->params, model->n_params, "sigma1"),
                   sigma2 = quantity_index(model->params, model->n_params, "sigma2"),
                   Fs = quantity_index(model->params, model->n_params, "Fs");
    const struct claim without_damping = {
        .property = RATE_INDEPENDENCE,
        .base = AT_DEFAULTS,
        .box = { { sigma1, 0, 0 }, { sigma2, 0, 0 }, { Fs, 1, 1 } },
        .n_box = 3,
    };
    cr_expect_eq(prove("lugre", model, &without_damping), ANSWER_YES);
    for (unsigned k = 0; k < 3; k++) {
        struct claim other = without_damping;
        other.box[k].hi += 1e-9;
        cr_expect_eq(prove("lugre", model, &other), ANSWER_UNDECIDED, "%u", k);
        other = without_damping;
        other.box[k].lo = other.box[k].hi = 2;
        cr_expect_eq(prove("lugre", model, &other), ANSWER_UNDECIDED, "%u", k);
        other = without_damping;
        other.box[k] = other.box[2];
        other.n_box = 2;
        cr_expect_eq(prove("lugre", model, &other), ANSWER_UNDECIDED, "%u", k);
    }
    struct claim elsewhere = without_damping;
    elsewhere.base = ALL_VALID; /* Fc is then any level */
    cr_expect_eq(prove("lugre", model, &elsewhere), ANSWER_UNDECIDED);
}

/* Ranges of parameters, states and speeds are the model's, narrowed by the claim. */
Test(structure, reads_ranges)
{
    const struct model *lugre = PREC(model_find)("lugre");
    struct quantity params[MODEL_MAX_PARAMS], state = lugre->states[0];
    struct model model = *lugre;
    memcpy(params, lugre->params, lugre->n_params * sizeof *params);
    model.params = params;
    model.states = &state;
    struct claim finite = { .property = FINITE_FORCE, .base = ALL_VALID };
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_YES);
    state.hi = HUGE_VAL;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_UNDECIDED);
    state.hi = 1;
    model.speed_max = 1e300;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_UNDECIDED);
    model.speed_max = 1e3;
    const unsigned Fc = quantity_index(params, model.n_params, "Fc");
    params[Fc].lo = 0;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_UNDECIDED);
    finite.box[0] = (struct interval){ Fc, 1e-9, 1 };
    finite.n_box = 1;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_YES);
    finite.n_box = 0;
    finite.base = AT_DEFAULTS;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_YES);
    params[Fc].value = 0;
    cr_expect_eq(prove("lugre", &model, &finite), ANSWER_UNDECIDED);
}

/* Equations say nothing of a model with other parameters or states. */
Test(structure, refuses_another_model)
{
    const struct claim odd = { .property = ODD_SYMMETRY };
    const struct model *lugre = PREC(model_find)("lugre"), *dahl = PREC(model_find)("dahl");
    struct model model = *lugre;
    cr_expect_eq(prove("lugre", lugre, &odd), ANSWER_YES);
    cr_expect_eq(prove("lugre", dahl, &odd), ANSWER_UNDECIDED);
    cr_expect_eq(prove("dahl", lugre, &odd), ANSWER_UNDECIDED);
    model.n_params--;
    cr_expect_eq(prove("lugre", &model, &odd), ANSWER_UNDECIDED);
    model = *lugre;
    model.n_states = 0;
    cr_expect_eq(prove("lugre", &model, &odd), ANSWER_UNDECIDED);
}

/* The curve bounds a state along slowing signals, and its largest value so far does along any. */
Test(structure, tells_the_curve_from_its_history)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    for (enum signal_class signals = ANY_SIGNAL; signals <= CYCLE_SIGNAL; signals++) {
        const struct claim now = { .property = STRIBECK_STATE_BOUND, .signals = signals },
                           so_far = { .property = STRIBECK_HISTORY_BOUND, .signals = signals };
        cr_expect_eq(prove("martinez_rosas", model, &now),
                     signals == SLOWING_SIGNAL ? ANSWER_YES : ANSWER_UNDECIDED, "%d", (int)signals);
        cr_expect_eq(prove("martinez_rosas", model, &so_far), ANSWER_YES, "%d", (int)signals);
    }
}
