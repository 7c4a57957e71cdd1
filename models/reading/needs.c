/* Looks up what each property needs (needs.h). */
#include "models/reading/needs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/reading/identities.h"

const char *needs_property(enum property property)
{
    static const char *const names[] = {
#define X(id, name, functional, unit, meaning) name,
        PROPERTY_LIST(X)
#undef X
    };
    return names[property];
}

/* Appends what is lacking to a list. */
static void lacks(char list[NEEDS_TEXT], bool is_there, const char *what)
{
    const size_t used = strlen(list);
    if (!is_there)
        snprintf(list + used, NEEDS_TEXT - used, "%s%s", used > 0 ? ", " : "", what);
}

/* The statements that properties need as they are; others are looked at one by one. */
static const struct {
    enum property property;
    enum statement statement;
    const char *word;
} stated[] = {
    { PASSIVITY_AS_PRINTED, STATEMENT_PRINTED_FORCE, "printed_force" },
    { DISSIPATION, STATEMENT_STORAGE, "storage" },
    { DISSIPATION, STATEMENT_LENGTH, "length" },
    { STATE_BOUND, STATEMENT_BOUND, "bound" },
    { STRIBECK_STATE_BOUND, STATEMENT_BOUND, "bound" },
    { STRIBECK_STATE_BOUND, STATEMENT_STRIBECK, "stribeck" },
    { STRIBECK_HISTORY_BOUND, STATEMENT_BOUND, "bound" },
    { STRIBECK_HISTORY_BOUND, STATEMENT_STRIBECK, "stribeck" },
    { NO_DRIFT, STATEMENT_BREAK_AWAY, "break_away" },
    { NO_DRIFT, STATEMENT_LENGTH, "length" },
    { CREEPING, STATEMENT_CREEP_RESISTANCE, "creep_resistance" },
    { REGRESSOR, STATEMENT_REGRESSOR, "regressor" },
    { REGRESSOR, STATEMENT_COEFFICIENTS, "coefficients" },
    { REGRESSOR_AS_PRINTED, STATEMENT_PRINTED_REGRESSOR, "printed_regressor" },
    { REGRESSOR_AS_PRINTED, STATEMENT_COEFFICIENTS, "coefficients" },
    { IDENTIFIABILITY, STATEMENT_REGRESSOR, "regressor" },
    { IDENTIFIABLE_RANK, STATEMENT_REGRESSOR, "regressor" },
};

static bool has_state(const struct equations *law, const char *name)
{
    for (size_t i = 0; i < law->states.n; i++)
        if (strcmp(law->states.of[i].name, name) == 0)
            return true;
    return false;
}

static bool has_part(const struct statements *s, const char *name)
{
    const struct statement_values *parts = &s->values[STATEMENT_PARTS];
    for (size_t i = 0; i < parts->n; i++)
        if (strcmp(parts->names[i], name) == 0)
            return true;
    return false;
}

static bool has_ranges(const struct equations *law)
{
    for (size_t i = 0; i < law->states.n; i++)
        if (!isfinite(law->states.of[i].lo) || !isfinite(law->states.of[i].hi))
            return false;
    return true;
}

static void need_states(const struct equations *law, struct need needs[N_PROPERTIES])
{
    lacks(needs[FINITE_FORCE].judged, has_ranges(law), "min and max of states");
    lacks(needs[STATE_BOUND].judged, law->states.n > 0, "a state");
    lacks(needs[NO_DRIFT].judged, law->states.n > 0, "a state");
    lacks(needs[STRIBECK_STATE_BOUND].judged, has_state(law, "y"), "a state y");
    lacks(needs[STRIBECK_HISTORY_BOUND].judged, has_state(law, "y"), "a state y");
}

static void need_proofs(const struct equations *law, const struct statements *s,
                        const struct structure *structure, struct need needs[N_PROPERTIES])
{
    static const enum property energies[] = { PASSIVITY, DISSIPATION };
    for (size_t i = 0; i < 2; i++) {
        struct need *need = &needs[energies[i]];
        need->has_proof = true;
        lacks(need->proved, law->states.n == 0 || s->values[STATEMENT_STORAGE].n > 0, "storage");
        lacks(need->proved, law->states.n == 0 || s->values[STATEMENT_BALANCE].n > 0, "balance");
    }
    needs[STATE_BOUND].has_proof = true;
    lacks(needs[STATE_BOUND].proved, s->values[STATEMENT_BOUND].n > 0, "bound");
    needs[ODD_SYMMETRY].has_proof = needs[RATE_INDEPENDENCE].has_proof = true;
    lacks(needs[ODD_SYMMETRY].proved, structure->is_odd, "odd equations");
    lacks(needs[RATE_INDEPENDENCE].proved, structure->is_rate_independent, "a law of the path");
}

void needs_find(struct equations *law, const struct statements *s,
                const struct structure *structure, struct need needs[N_PROPERTIES])
{
    static const char *const parts[] = { "I1", "I2", "I3", "I4" };
    memset(needs, 0, N_PROPERTIES * sizeof *needs);
    need_states(law, needs);
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++)
        lacks(needs[stated[i].property].judged, s->values[stated[i].statement].n > 0,
              stated[i].word);
    for (unsigned i = 0; i < 4; i++) {
        char word[16];
        snprintf(word, sizeof word, "parts(%s=)", parts[i]);
        lacks(needs[I1_NONNEGATIVE + i].judged, has_part(s, parts[i]), word);
    }
    need_proofs(law, s, structure, needs);
    for (unsigned p = 0; p < N_PROPERTIES; p++)
        for (size_t c = 0; c < s->n_claims; c++)
            needs[p].claims += s->claims[c].property == (enum property)p;
}
