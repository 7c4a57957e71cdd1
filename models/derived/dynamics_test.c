/* Rates, forces, Jacobians, events and solutions of laws as printed from their texts are those of
 * the laws written by hand. */
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
 * states are 0, or the velocity is. */
static void compare_jacobians(const struct model *text, const struct model *code,
                              const struct place *at)
{
    const unsigned n = code->n_states;
    const real zero[MODEL_MAX_STATES] = { 0 };
    struct jacobian a, b, rest, slow;
    if (!code->jacobian || is_due(code, at))
        return;
    memset(&b, 0, sizeof b);
    memset(&rest, 0, sizeof rest);
    memset(&slow, 0, sizeof slow);
    text->jacobian(at->p, &at->memory, at->v, at->s, at->x, &a);
    code->jacobian(at->p, &at->memory, at->v, at->s, at->x, &b);
    code->jacobian(at->p, &at->memory, at->v, at->s, zero, &rest);
    code->jacobian(at->p, &at->memory, 0, at->s, zero, &slow);
    for (unsigned i = 0; i <= n; i++)
        for (unsigned j = 0; j <= n; j++)
            expect_near(code, "entry of the Jacobian", i * (n + 1) + j, at, entry(&a, n, i, j),
                        entry(&b, n, i, j),
                        r_abs(entry(&rest, n, i, j)) + r_abs(entry(&slow, n, i, j)));
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

static void compare_flows(const struct model *text, const struct model *code,
                          const struct place *at)
{
    struct place a = *at, b = *at;
    if (!text->flow)
        return;
    text->flow(a.p, &a.memory, a.v, a.s, a.h, a.x);
    code->flow(b.p, &b.memory, b.v, b.s, b.h, b.x);
    for (unsigned i = 0; i < code->n_states; i++)
        expect_near(code, "flow", i, at, a.x[i], b.x[i], at->x[i]);
}

static void compare_relaxations(const struct model *text, const struct model *code,
                                const struct place *at)
{
    real a[MODEL_MAX_STATES], b[MODEL_MAX_STATES], k[MODEL_MAX_STATES], l[MODEL_MAX_STATES];
    if (!text->relaxation || !code->relaxation || at->v == 0)
        return;
    text->relaxation(at->p, at->v, at->s, a, k);
    code->relaxation(at->p, at->v, at->s, b, l);
    for (unsigned i = 0; i < code->n_states; i++) {
        expect_near(code, "steady state", i, at, a[i], b[i], 0);
        expect_near(code, "rate of relaxation", i, at, k[i], l[i], 0);
    }
}

static void compare_work(const struct model *text, const struct model *code, const struct place *at)
{
    real a[MODEL_MAX_PARTS], b[MODEL_MAX_PARTS];
    if (!text->work || at->v == 0)
        return;
    const real scale =
        code->force_scale ? code->force_scale(at->p, at->v, r_abs(at->v * at->h)) : 0;
    const real one = text->work(at->p, &at->memory, at->v, at->s, at->h, at->x),
               other = code->work(at->p, &at->memory, at->v, at->s, at->h, at->x);
    expect_near(code, "work", 0, at, one, other, scale * at->h);
    if (!text->work_parts)
        return;
    text->work_parts(at->p, &at->memory, at->v, at->s, at->h, at->x, a);
    code->work_parts(at->p, &at->memory, at->v, at->s, at->h, at->x, b);
    for (unsigned i = 0; i < code->n_parts; i++)
        expect_near(code, "part of the work", i, at, a[i], b[i], scale * at->h);
}

static void compare_dynamics(const struct model *text, const struct model *code)
{
    static void (*const compare[])(const struct model *text, const struct model *code,
                                   const struct place *at) = {
        compare_rates,  compare_jacobians, compare_stiction,    compare_events,
        compare_guards, compare_flows,     compare_relaxations, compare_work,
    };
    for (size_t i = 0; i < sizeof compare / sizeof *compare; i++)
        each_place(text, code, compare[i]);
}

Test(printed_laws, move_as_those_by_hand) { each_law(compare_dynamics); }
