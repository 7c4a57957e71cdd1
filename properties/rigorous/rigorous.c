/* Chooses the rigorous evaluation of each property, and says which members of a law it needs. */
#include "properties/rigorous/rigorous_regressor.h"
#include "properties/rigorous/rigorous_run.h"
#include "reference/taylor/law_text.h"

/* Events that an evaluation may go through: some tenths of a second. */
static const double MAX_EVENTS = 1 << 25;

static int part_of(const struct arb_law *law, enum property property)
{
    static const char *const names[] = { "I1", "I2", "I3", "I4" };
    return arb_law_index(law->parts, names[property - I1_NONNEGATIVE]);
}

/* A member that a property needs, and whether the law has it. */
struct member {
    const char *name;
    bool there;
};

bool rigorous_has_closed_holds(const struct arb_law *law)
{
    return (arb_law_size(law) == 0 || law->flow) && (law->work || !arb_taylor_has_energy(law));
}

/* What every motion along a signal needs: a closed form, or steps. Its work needs the same. */
static struct member motion_of(const struct arb_law *law)
{
    return (struct member){ "flow", arb_law_size(law) == 0 || law->flow || arb_taylor_has(law) };
}

static struct member work_of(const struct arb_law *law)
{
    return (struct member){ "work", law->work || arb_taylor_has_energy(law) };
}

static struct member part_member(const struct arb_law *law, enum property property)
{
    return (struct member){ "parts", part_of(law, property) >= 0 };
}

/* The members that a property needs beside rate and force; unused entries have no name. */
enum { MOST_MEMBERS = 4 };

static void members_of(const struct arb_law *law, enum property property,
                       struct member of[MOST_MEMBERS])
{
    const bool is_moved = !rigorous_has_closed_holds(law) && arb_law_text(law);
    const struct member moves = motion_of(law), work = work_of(law),
                        scale = { "force_scale", law->force_scale },
                        states = { "states", law->states };
    unsigned n = 0;
    switch (property) {
    case PASSIVITY:
        of[n++] = moves;
        of[n++] = work;
        break;
    case DISSIPATION:
        of[n++] = (struct member){ "storage", law->storage };
        of[n++] = moves;
        of[n++] = work;
        break;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        of[n++] = part_member(law, property);
        of[n++] = moves;
        of[n++] = work;
        break;
    case STATE_BOUND:
        of[n++] = states;
        of[n++] = (struct member){ "bound", law->bound };
        of[n++] = moves;
        break;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        of[n++] = (struct member){ "a state y", arb_law_index(law->states, "y") >= 0 };
        of[n++] = (struct member){ "stribeck", law->stribeck };
        of[n++] = (struct member){ "bound", law->bound };
        of[n++] = moves;
        break;
    case STEADY_STATE:
        of[n++] = (struct member){ "steady_force", law->steady_force || is_moved };
        of[n++] = (struct member){ "settling_rate",
                                   law->settling_rate || !arb_law_size(law) || is_moved };
        of[n++] = scale;
        of[n++] = moves;
        break;
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        of[n++] = scale;
        of[n++] = moves;
        break;
    case PASSIVITY_AS_PRINTED:
        of[n++] = (struct member){ "printed_force", law->printed_force };
        break;
    case CREEPING:
        of[n++] = (struct member){ "creep_resistance", law->creep_resistance };
        of[n++] = moves;
        break;
    case NO_DRIFT:
        of[n++] = states;
        of[n++] = (struct member){ "break_away", law->break_away };
        of[n++] = moves;
        break;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
        of[n++] = scale;
        /* fall through */
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        of[n++] = (struct member){ "regressor", rigorous_regressor_applicable(law, property) };
        of[n++] = moves;
        break;
    case FINITE_FORCE:
        of[n++] = (struct member){ "floating point", false };
        break;
    case EXPERIMENT:
    case N_PROPERTIES:
        of[n++] = (struct member){ "a signal", false };
    }
}

const char *rigorous_missing(const struct arb_law *law, enum property property)
{
    struct member of[MOST_MEMBERS] = { { .name = NULL } };
    members_of(law, property, of);
    for (unsigned i = 0; i < MOST_MEMBERS && of[i].name; i++)
        if (!of[i].there)
            return of[i].name;
    return NULL;
}

bool rigorous_applicable(const struct arb_law *law, enum property property)
{
    return !rigorous_missing(law, property);
}

/* Returns the approximate number of events along the signal. */
static double events(const struct rigorous_run *r)
{
    double sum = 0;
    for (unsigned i = 0; r->law->events && i < r->n_segments; i++)
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
    const bool is_closed = rigorous_has_closed_holds(c->law);
    const slong most = is_closed ? max_prec : FLINT_MIN(max_prec, RIGOROUS_STEPPED_BITS);
    slong prec = is_closed ? 128 : 80; /* steps cost more */
    do
        answer = rigorous_evaluate(c, prec, functional, margin);
    while ((answer == ANSWER_UNDECIDED || !arb_is_finite(margin)) && (prec *= 2) <= most);
    return answer;
}
