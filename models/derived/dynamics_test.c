/* Laws as printed from their texts against what is written by hand: rates and forces of all laws;
 * and of laws that have C by hand also Jacobians, events and statements. */
#include <stdio.h>

#include "models/derived/by_hand_test.h"
#include "models/derived/compare_test.h"

/* Returns true where events are due: a law moves by its equations when they have been. */
static bool is_due(const struct model *code, const struct place *at)
{
    struct place now = *at;
    return fire(code, &now) > 0;
}

static void compare_rates(const struct model *text, const struct model *code,
                          const struct place *at)
{
    real a[MODEL_MAX_STATES], b[MODEL_MAX_STATES], rest[MODEL_MAX_STATES];
    const real zero[MODEL_MAX_STATES] = { 0 };
    if (is_due(code, at))
        return;
    text->rate(at->p, &at->memory, at->v, at->s, at->x, a);
    code->rate(at->p, &at->memory, at->v, at->s, at->x, b);
    code->rate(at->p, &at->memory, at->v, at->s, zero, rest);
    for (unsigned i = 0; i < code->n_states; i++)
        expect_near(code, "rate", i, at, a[i], b[i], rest[i]);
    const real F = text->force(at->p, &at->memory, at->v, at->s, at->x),
               by_code = code->force(at->p, &at->memory, at->v, at->s, at->x);
    const real scale = code->force_scale ? code->force_scale(at->p, at->v, C(1e-4)) : 0;
    expect_near(code, "force", 0, at, F, by_code, scale);
    const real both = text->rate_and_force(at->p, &at->memory, at->v, at->s, at->x, b);
    bool same = both == F || (isnan(both) && isnan(F));
    for (unsigned i = 0; i < code->n_states; i++)
        same = same && (a[i] == b[i] || isnan(a[i]));
    if (!same)
        cr_expect_fail("%s: both at once are not each by itself", code->name);
}

static real entry(const struct jacobian *jac, unsigned n, unsigned i, unsigned j)
{
    if (i < n)
        return j < n ? jac->rate_x[i * n + j] : jac->rate_v[i];
    return j < n ? jac->force_x[j] : jac->force_v;
}

/* An entry is a sum of terms, which may cancel: they are about as large as their sum is where the
 * states are 0, or the velocity is; and the velocity may be rounded. */
static void compare_jacobians(const struct model *text, const struct model *code,
                              const struct place *at)
{
    const unsigned n = code->n_states;
    const real zero[MODEL_MAX_STATES] = { 0 };
    const real nearby = at->v * (1 + 32 * R_EPSILON);
    struct jacobian a, b, rest, slow, next;
    if (!code->jacobian || is_due(code, at))
        return;
    memset(&b, 0, sizeof b);
    memset(&rest, 0, sizeof rest);
    memset(&slow, 0, sizeof slow);
    memset(&next, 0, sizeof next);
    text->jacobian(at->p, &at->memory, at->v, at->s, at->x, &a);
    code->jacobian(at->p, &at->memory, at->v, at->s, at->x, &b);
    code->jacobian(at->p, &at->memory, at->v, at->s, zero, &rest);
    code->jacobian(at->p, &at->memory, 0, at->s, zero, &slow);
    code->jacobian(at->p, &at->memory, nearby, at->s, at->x, &next);
    for (unsigned i = 0; i <= n; i++)
        for (unsigned j = 0; j <= n; j++)
            expect_near(code, "entry of the Jacobian", i * (n + 1) + j, at, entry(&a, n, i, j),
                        entry(&b, n, i, j),
                        r_abs(entry(&rest, n, i, j)) + r_abs(entry(&slow, n, i, j)) +
                            r_abs(entry(&next, n, i, j) - entry(&b, n, i, j)) / (32 * R_EPSILON));
}

static void compare_stiction(const struct model *text, const struct model *code,
                             const struct place *at)
{
    real a[2], b[2];
    struct place rest = *at;
    rest.v = 0;
    if (!text->stiction || is_due(code, &rest))
        return;
    text->stiction(at->p, &at->memory, at->x, a);
    code->stiction(at->p, &at->memory, at->x, b);
    for (unsigned i = 0; i < 2; i++)
        expect_near(code, "stiction", i, at, a[i], b[i], 0);
}

static void expect_same_memory(const struct model *code, const struct place *at,
                               const struct place *text, const struct place *by_code)
{
    if (memcmp(text->memory.ints, by_code->memory.ints, sizeof text->memory.ints) != 0)
        cr_expect_fail("%s: whole numbers that it remembers, at %g m/s", code->name, (double)at->v);
    for (unsigned k = 0; k < code->n_reals; k++)
        expect_near(code, "remembered", k, at, text->memory.reals[k], by_code->memory.reals[k], 0);
    for (unsigned k = 0; k < code->n_states; k++)
        expect_near(code, "state after an event", k, at, text->x[k], by_code->x[k], 0);
}

/* Memory at first, and what all events that are due do. */
static void compare_events(const struct model *text, const struct model *code,
                           const struct place *at)
{
    struct place a = *at, b = *at;
    if (!text->transition)
        return;
    text->start(at->p, 0, &a.memory);
    code->start(at->p, 0, &b.memory);
    expect_same_memory(code, at, &a, &b);
    a = b = *at;
    const unsigned by_text = fire(text, &a), by_code = fire(code, &b);
    if ((by_text > 0) != (by_code > 0))
        cr_expect_fail("%s: events at %g m/s", code->name, (double)at->v);
    expect_same_memory(code, at, &a, &b);
}

static void compare_guards(const struct model *text, const struct model *code,
                           const struct place *at)
{
    real g[MODEL_MAX_GUARDS], h[MODEL_MAX_GUARDS];
    if (code->n_guards == 0 || text->n_guards != code->n_guards)
        return;
    text->guard(at->p, &at->memory, at->v, at->x, g);
    code->guard(at->p, &at->memory, at->v, at->x, h);
    for (unsigned i = 0; i < code->n_guards; i++)
        if ((g[i] > 0) != (h[i] > 0))
            cr_expect_fail("%s: guard %u is %g by the text, %g", code->name, i, (double)g[i],
                           (double)h[i]);
}

/* The elements' stretch at break-away is the solution of an equation, which the text of leuven does
 * not state: its bound is that of each element by itself. */
static bool is_wider(const struct model *code) { return strcmp(code->name, "leuven") == 0; }

static void compare_bounds(const struct model *text, const struct model *code,
                           const struct place *at)
{
    real a[MODEL_MAX_STATES], b[MODEL_MAX_STATES];
    if (!text->bound || !code->bound)
        return;
    text->bound(at->p, a);
    code->bound(at->p, b);
    for (unsigned i = 0; i < code->n_states; i++)
        expect_near(code, "bound", i, at, is_wider(code) ? r_min(a[i], b[i]) : a[i], b[i], 0);
}

static void compare_dynamics(const struct model *text, const struct model *code)
{
    static void (*const compare[])(const struct model *text, const struct model *code,
                                   const struct place *at) = {
        compare_rates,  compare_jacobians, compare_stiction,
        compare_events, compare_guards,    compare_bounds,
    };
    for (size_t i = 0; i < sizeof compare / sizeof *compare; i++)
        each_place(text, code, compare[i]);
}

/* In these laws C by hand is what programs run. */
Test(printed_laws, move_as_those_by_hand) { each_law(compare_dynamics); }

/* In the others the printed C is. */
Test(laws, move_as_papers_say)
{
    for (const struct model *hand = by_hand; hand->name; hand++) {
        const struct model *law = PREC(model_find)(hand->name);
        cr_assert(law, "%s", hand->name);
        struct model code = *law;
        code.rate = hand->rate;
        code.force = hand->force;
        each_place(law, &code, compare_rates);
    }
}

static bool is_printed(const char *name)
{
    for (const struct model *const *text = PREC(derived_laws); *text; text++)
        if (strcmp((*text)->name, name) == 0)
            return true;
    return false;
}

static bool is_by_hand(const char *name)
{
    for (const struct model *hand = by_hand; hand->name; hand++)
        if (strcmp(hand->name, name) == 0)
            return true;
    return false;
}

Test(laws, have_two_statements)
{
    for (const struct model *const *law = PREC(models); *law; law++)
        cr_expect(is_printed((*law)->name) != is_by_hand((*law)->name), "%s", (*law)->name);
}

/* What a law by hand has beyond what its text gives: solutions that are no exponentials, a storage
 * that is an integral. */
static const char *beyond_text(const char *law)
{
    static const char *const known[][2] = {
        { "bouc_wen", " kink flow work storage" },
        { "bristle", " transition flow work bound" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(law, known[i][0]) == 0)
            return known[i][1];
    return " flow work";
}

#define MEMBERS(X)                                                                                 \
    X(kink)                                                                                        \
    X(validate)                                                                                    \
    X(jacobian)                                                                                    \
    X(start)                                                                                       \
    X(guard)                                                                                       \
    X(transition)                                                                                  \
    X(stiction)                                                                                    \
    X(stick_band)                                                                                  \
    X(flow)                                                                                        \
    X(relaxation)                                                                                  \
    X(work)                                                                                        \
    X(magnification)                                                                               \
    X(storage)                                                                                     \
    X(work_parts)                                                                                  \
    X(steady_force)                                                                                \
    X(settling_rate)                                                                               \
    X(bound)                                                                                       \
    X(force_scale)                                                                                 \
    X(stribeck)                                                                                    \
    X(break_away)                                                                                  \
    X(creep_resistance)                                                                            \
    X(length)                                                                                      \
    X(stribeck_speed)                                                                              \
    X(regressor)                                                                                   \
    X(coefficients)                                                                                \
    X(printed_force)                                                                               \
    X(printed_regressor)

/* A member that only the text gives has a plus. */
Test(printed_laws, have_what_those_by_hand_have)
{
    for (const struct model *const *text = PREC(derived_laws); *text; text++) {
        const struct model *code = PREC(model_find)((*text)->name);
        char found[400] = "";
#define X(member)                                                                                  \
    if (!(*text)->member != !code->member)                                                         \
        snprintf(found + strlen(found), sizeof found - strlen(found), " %s" #member,               \
                 code->member ? "" : "+");
        MEMBERS(X)
#undef X
        cr_expect_str_eq(found, beyond_text(code->name), "%s:%s", code->name, found);
    }
}
