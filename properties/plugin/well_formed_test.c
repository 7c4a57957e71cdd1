/* Each way in which a law's table can be wrong, one at a time, is named; every law's table is
 * right. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/plugin/well_formed.h"

/* A table that may be spoilt: that of martinez_rosas, with its own quantities and claims. */
static struct model law;
static struct quantity params[MODEL_MAX_PARAMS], states[MODEL_MAX_STATES];
static struct claim claims[32];

#define SPOILER(name, statement)                                                                   \
    static void name(void) { statement; }
SPOILER(nothing, (void)0)
SPOILER(no_name, law.name = "")
SPOILER(bad_name, law.name = "a b")
SPOILER(no_title, law.title = NULL)
SPOILER(no_law, law.law = NULL)
SPOILER(no_source, law.source = NULL)
SPOILER(many_params, law.n_params = MODEL_MAX_PARAMS + 1)
SPOILER(many_states, law.n_states = MODEL_MAX_STATES + 1)
SPOILER(many_identifiable, law.n_identifiable = law.n_regressors + 1)
SPOILER(no_claims, law.n_claims = 0)
SPOILER(claims_missing, law.claims = NULL)
SPOILER(no_force, law.force = NULL)
SPOILER(no_rate, law.rate = NULL)
SPOILER(no_flow, law.flow = NULL)
SPOILER(no_work_parts, law.work_parts = NULL)
SPOILER(no_coefficients, law.coefficients = NULL)
SPOILER(inputs, law.n_inputs = 1)
SPOILER(guards, law.n_guards = 1)
SPOILER(memory, law.n_reals = 1)
SPOILER(counts, law.n_ints = 1)
SPOILER(many_inputs, law.n_inputs = MODEL_MAX_PARAMS + 1 - law.n_params)
SPOILER(many_ints, law.n_ints = MODEL_MAX_INTS + 1)
SPOILER(many_reals, law.n_reals = MODEL_MAX_REALS + 1)
SPOILER(many_guards, law.n_guards = MODEL_MAX_GUARDS + 1)
SPOILER(many_parts, law.n_parts = MODEL_MAX_PARTS + 1)
SPOILER(many_regressors, law.n_regressors = MODEL_MAX_REGRESSORS + 1)
SPOILER(no_speed, law.speed_max = 0)
SPOILER(nan_speed, law.speed_max = NAN)
SPOILER(param_name, params[1].name = "a-b")
SPOILER(param_null, params[1].name = NULL)
SPOILER(param_twice, params[1].name = params[0].name)
SPOILER(param_unit, params[2].unit = NULL)
SPOILER(param_note, params[2].note = NULL)
SPOILER(param_range, params[3].lo = NAN)
SPOILER(param_infinite, params[3].value = INFINITY)
SPOILER(param_outside, params[0].value = 2 * params[0].hi)
SPOILER(defaults_violate, params[3].value = 2 * params[4].value)
SPOILER(state_name, states[0].name = "")
SPOILER(state_begins, states[1].value = 1)
SPOILER(first_begins, states[0].value = -0.5)
SPOILER(claim_property, claims[1].property = N_PROPERTIES)
SPOILER(claim_domain, claims[1].domain = NULL)
SPOILER(claim_source, claims[0].source = NULL)
SPOILER(claim_boxes, claims[0].n_box = CLAIM_MAX_BOX + 1)
SPOILER(claim_param, (claims[0].n_box = 1, claims[0].box[0].param = law.n_params))
SPOILER(claim_interval, (claims[0].n_box = 1, claims[0].box[0] = (struct interval){ 0, 2, 1 }))

static const struct {
    void (*spoil)(void);
    const char *said; /* NULL: nothing is wrong */
} cases[] = {
    { nothing, NULL },
    { no_name, "its name" },
    { bad_name, "its name" },
    { no_title, "title, law or source" },
    { no_law, "title, law or source" },
    { no_source, "title, law or source" },
    { many_params, "n_params" },
    { many_states, "n_states" },
    { many_identifiable, "n_identifiable" },
    { no_claims, "n_claims is 0" },
    { claims_missing, "claims is missing" },
    { no_force, "force is missing" },
    { no_rate, "rate is missing" },
    { no_flow, "work needs the flow" },
    { no_work_parts, "parts need" },
    { no_coefficients, "regressors need" },
    { inputs, "n_inputs" },
    { guards, "guards need" },
    { memory, "a memory needs start" },
    { counts, "a memory needs start" },
    { many_inputs, "n_params + n_inputs is" },
    { many_ints, "n_ints is" },
    { many_reals, "n_reals is" },
    { many_guards, "n_guards is" },
    { many_parts, "n_parts is" },
    { many_regressors, "n_regressors is" },
    { no_speed, "speed_max is 0" },
    { nan_speed, "speed_max is nan" },
    { param_name, "parameter 1 has no name" },
    { param_null, "parameter 1 has no name" },
    { param_twice, "stands twice" },
    { param_unit, "parameter 'sigma2' has no unit or no note" },
    { param_note, "parameter 'sigma2' has no unit or no note" },
    { param_range, "parameter 'Fc' has no range" },
    { param_infinite, "parameter 'Fc' has no finite value" },
    { param_outside, "parameter 'sigma0', 2e+09, is outside 1 to 1e+09" },
    { defaults_violate, "the defaults violate Fs >= Fc" },
    { state_name, "state 0 has no name" },
    { state_begins, "state 'y' begins at 1" },
    { first_begins, "state 'z' begins at -0.5" },
    { claim_property, "claim 1 is about nothing" },
    { claim_domain, "claim 1 has no domain" },
    { claim_source, "claim 0 has no domain or no source" },
    { claim_boxes, "intervals, at most" },
    { claim_param, "interval 0 of claim 0" },
    { claim_interval, "interval 0 of claim 0" },
};

Test(well_formed, names_what_is_wrong)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char problem[WELL_FORMED_TEXT] = "";
        law = *PREC(model_find)("martinez_rosas");
        memcpy(params, law.params, law.n_params * sizeof *params);
        memcpy(states, law.states, law.n_states * sizeof *states);
        cr_assert_leq(law.n_claims, sizeof claims / sizeof *claims);
        memcpy(claims, law.claims, law.n_claims * sizeof *claims);
        law.params = params;
        law.states = states;
        law.claims = claims;
        cases[i].spoil();
        const bool is_right = PREC(well_formed)(&law, problem);
        cr_expect_eq(is_right, cases[i].said == NULL, "case %zu", i);
        cr_expect(is_right || strstr(problem, cases[i].said), "case %zu: '%s' should have '%s'", i,
                  problem, cases[i].said);
    }
}

Test(well_formed, are_all_laws)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        char problem[WELL_FORMED_TEXT] = "";
        cr_expect(PREC(well_formed)(*m, problem), "%s: %s", (*m)->name, problem);
    }
}
