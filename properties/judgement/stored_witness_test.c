/* A claim that is declared refuted stands on its stored witness: whatever does not fit, the law,
 * the property, the domain, the signals or the law's code, leaves it undecided. */
#include <criterion/criterion.h>
#include <string.h>

#include "properties/judgement/judge.h"

static const struct model *lugre(void) { return PREC(model_find)("lugre"); }

static struct judgement judged(const struct model *model, const struct claim *claim)
{
    const struct search_budget budget = { .trials = 10 };
    struct judgement j;
    PREC(judge)(model, arb_law_find(model->name), claim, &budget, &j);
    return j;
}

/* LuGre's code with twice its work, which hides what the mass gives back. */
static real hidden(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return lugre()->work(p, mem, v, s, h, x) + r_sign(v);
}

static const struct claim refuted = {
    .property = PASSIVITY, .declared = REFUTED, .domain = "test", .witness = "lugre_passivity.json"
};

Test(stored_witness, refutes_its_claim)
{
    struct judgement j = judged(lugre(), &refuted);
    cr_expect(j.verdict == VERDICT_REFUTED && j.as_declared && j.method == METHOD_WITNESS);
    cr_expect(j.trials == 1 && j.margin < 0 && j.margin >= -1, "%g", j.margin);
    cr_expect_str_empty(judgement_note(&j));
    judgement_clear(&j);
}

Test(stored_witness, of_something_else_decides_nothing)
{
    struct model hiding = *lugre();
    hiding.work = hidden;
    struct claim other_property = refuted, beside = refuted, without = refuted, unnamed = refuted,
                 slowing = refuted;
    other_property.property = DISSIPATION;
    beside.box[0] = (struct interval){ 0, 2e5, 1e6 }; /* sigma0 is 1e5 in the witness */
    beside.n_box = 1;
    without.witness = "none.json";
    unnamed.witness = NULL;
    slowing.signals = SLOWING_SIGNAL; /* the witness becomes faster */
    const struct situation {
        const struct model *model;
        const struct claim *claim;
        const char *says;
    } situations[] = {
        { lugre(), &other_property, "outside the claim's domain" },
        { lugre(), &beside, "outside the claim's domain" },
        { lugre(), &slowing, "outside the claim's domain" },
        { lugre(), &without, "there is no stored witness" },
        { lugre(), &unnamed, "there is no stored witness" },
        { PREC(model_find)("dahl"), &refuted, "the witness is for model lugre" },
        { &hiding, &refuted, "does not show the violation" },
    };
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        struct judgement j = judged(situations[i].model, situations[i].claim);
        cr_expect(j.verdict == VERDICT_INCONCLUSIVE && !j.as_declared, "%s: verdict %d",
                  situations[i].says, (int)j.verdict);
        cr_expect(strstr(judgement_note(&j), situations[i].says), "not '%s' but '%s'",
                  situations[i].says, judgement_note(&j));
        judgement_clear(&j);
    }
}
