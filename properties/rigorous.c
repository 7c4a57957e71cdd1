/* See the header: which property is evaluated where. */
#include "properties/rigorous_regressor.h"
#include "properties/rigorous_run.h"

/* Some tenths of a second. */
static const double MAX_EVENTS = 1 << 25;

static int part_of(const struct arb_law *law, enum property property)
{
    static const char *const names[] = { "I1", "I2", "I3", "I4" };
    return arb_law_index(law->parts, names[property - I1_NONNEGATIVE]);
}

bool rigorous_applicable(const struct arb_law *law, enum property property)
{
    switch (property) {
    case STATE_BOUND:
        return law->bound && law->states;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return law->stribeck && arb_law_index(law->states, "y") >= 0;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return part_of(law, property) >= 0;
    case STEADY_STATE:
        return law->steady_force;
    case PASSIVITY:
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        return true;
    case DISSIPATION:
        return law->storage;
    case PASSIVITY_AS_PRINTED:
        return law->printed_force;
    case CREEPING:
        return law->creep_resistance;
    case NO_DRIFT:
        return law->break_away && law->states;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        return rigorous_regressor_applicable(law, property);
    case FINITE_FORCE: /* a property of floating point */
    case EXPERIMENT:   /* not about a signal */
    case N_PROPERTIES:
        break;
    }
    return false;
}

/* About how many events the law has to find its way through. */
static double events(const struct rigorous_run *r)
{
    double sum = 0;
    for (unsigned i = 0; r->law->events && i < r->n_holds; i++)
        if (!rigorous_is_smooth(r, i))
            sum += r->law->events(r->p, r->v + i, r->h + i);
    return sum;
}

enum answer rigorous_evaluate(const struct rigorous_case *c, slong prec, arb_t functional,
                              arb_t margin)
{
    struct rigorous_run r;
    enum answer answer = ANSWER_UNDECIDED;
    rigorous_run_init(&r, c, prec);
    arb_indeterminate(functional);
    arb_indeterminate(margin);
    if (events(&r) > MAX_EVENTS) {
        rigorous_run_clear(&r);
        return ANSWER_UNDECIDED;
    }
    switch (c->property) {
    case PASSIVITY:
        answer = rigorous_energy(&r, -1, true, functional, margin);
        break;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
        answer = rigorous_energy(&r, part_of(c->law, c->property), true, functional, margin);
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        answer = rigorous_energy(&r, part_of(c->law, c->property), false, functional, margin);
        break;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
        answer = rigorous_residuals(&r, c->property, functional, margin);
        break;
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        answer = rigorous_independence(&r, c, functional, margin);
        break;
    case STATE_BOUND:
        answer = rigorous_state_bound(&r, functional, margin);
        break;
    case STRIBECK_STATE_BOUND:
        answer = rigorous_stribeck_bound(&r, false, functional, margin);
        break;
    case STRIBECK_HISTORY_BOUND:
        answer = rigorous_stribeck_bound(&r, true, functional, margin);
        break;
    case STEADY_STATE:
        answer = rigorous_steady_state(&r, functional, margin);
        break;
    case ODD_SYMMETRY:
        answer = rigorous_other_run(&r, -1, functional, margin);
        break;
    case RATE_INDEPENDENCE:
        answer = rigorous_other_run(&r, 4, functional, margin);
        break;
    case CREEPING:
        answer = rigorous_creep(&r, functional, margin);
        break;
    case PASSIVITY_AS_PRINTED:
        answer = rigorous_printed(&r, functional, margin);
        break;
    case DISSIPATION:
        answer = rigorous_dissipation(&r, functional, margin);
        break;
    case NO_DRIFT:
        answer = rigorous_no_drift(&r, functional, margin);
        break;
    case FINITE_FORCE:
    case EXPERIMENT:
    case N_PROPERTIES:
        break;
    }
    rigorous_run_clear(&r);
    return answer;
}

enum answer rigorous_violated(const struct rigorous_case *c, slong max_prec, arb_t functional,
                              arb_t margin)
{
    enum answer answer = ANSWER_UNDECIDED;
    slong prec = 128;
    do
        answer = rigorous_evaluate(c, prec, functional, margin);
    while ((answer == ANSWER_UNDECIDED || !arb_is_finite(margin)) && (prec *= 2) <= max_prec);
    return answer;
}
