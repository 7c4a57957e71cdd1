/* What is proved of Bristle's laws, claim by claim; and that nothing is that they declare false. */
#include "properties/checker/property.h"
#include "properties/structure/law_test.h"
#include "properties/structure/structure.h"
#include "reference/derived/graph_law.h"

/* Claims that no rule decides yet. */
static const struct {
    enum property property;
    const char *laws;
} open[] = {
    { RATE_INDEPENDENCE, "maxwell_slip" }, /* a slip follows the path at its end only */
    /* States that do not relax each by itself, or events. */
    { STEADY_STATE, "bouc_wen elastoplastic karnopp leuven maxwell_slip reset_integrator" },
    { STATE_BOUND, "armstrong bouc_wen elastoplastic leuven maxwell_slip reset_integrator" },
    { PASSIVITY, "bliman_sorine bouc_wen dahl elastoplastic leuven lugre lugre_increment "
                 "martinez_rosas maxwell_slip reset_integrator" }, /* they have states */
    { FINITE_FORCE, "armstrong bristle" }, /* discrete variables without stated bounds */
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
        FINITE_FORCE, STRIBECK_STATE_BOUND, CREEPING,
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
