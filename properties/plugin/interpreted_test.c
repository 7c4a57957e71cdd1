/* Laws that are interpreted against the C that is printed of the same texts: the same tables, and
 * but for rounding the same numbers, at random places. Each test is a process of its own, and has
 * room for INTERPRETED_LAWS. */
#include "properties/plugin/interpreted_test.h"

#include "models/derived/compare_test.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* A law and its tables and functions both ways. */
struct pair {
    const struct model *text, *code;
};

static const struct model *printed(const char *name)
{
    for (const struct model *const *law = PREC(derived_laws); *law; law++)
        if (strcmp((*law)->name, name) == 0)
            return *law;
    return PREC(model_find)(name);
}

static struct pair open_law(const char *name)
{
    char *path = memory_text("models/laws/%s.mo", name);
    char *source = cli_read(path);
    cr_assert(source, "%s", path);
    struct pair pair = { interpreted(path, source), printed(name) };
    cr_assert(pair.text && pair.code, "%s", name);
    return pair;
}

static void compare_quantities(const char *law, const struct quantity a[],
                               const struct quantity b[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        expect_same_text(law, a[i].name, b[i].name);
        expect_same_text(law, a[i].unit, b[i].unit);
        expect_same_text(law, a[i].note, b[i].note);
        cr_expect(a[i].value == b[i].value && a[i].lo == b[i].lo && a[i].hi == b[i].hi, "%s: %s",
                  law, a[i].name);
    }
}

static void compare_claims(const char *law, const struct claim *a, const struct claim *b)
{
    expect_same_text(law, a->id, b->id);
    expect_same_text(law, a->domain, b->domain);
    expect_same_text(law, a->source, b->source);
    expect_same_text(law, a->witness, b->witness);
    cr_expect(a->property == b->property && a->declared == b->declared && a->base == b->base &&
                  a->signals == b->signals && a->n_box == b->n_box && !a->contains == !b->contains,
              "%s: %s", law, a->domain);
    for (unsigned i = 0; i < a->n_box; i++)
        cr_expect(a->box[i].param == b->box[i].param && a->box[i].lo == b->box[i].lo &&
                      a->box[i].hi == b->box[i].hi,
                  "%s: %s", law, a->domain);
}

/* Functions are there in both or in neither; rate_and_force saves a compiler work. */
static void compare_members(const struct model *a, const struct model *b)
{
#define SAME(member) cr_expect(!a->member == !b->member, "%s: " #member, b->name)
    SAME(validate);
    SAME(rate);
    SAME(force);
    SAME(jacobian);
    SAME(initial);
    SAME(start);
    SAME(guard);
    SAME(transition);
    SAME(stiction);
    SAME(stick_band);
    SAME(flow);
    SAME(relaxation);
    SAME(work);
    SAME(magnification);
    SAME(storage);
    SAME(work_parts);
    SAME(steady_force);
    SAME(settling_rate);
    SAME(bound);
    SAME(force_scale);
    SAME(stribeck);
    SAME(break_away);
    SAME(creep_resistance);
    SAME(length);
    SAME(stribeck_speed);
    SAME(regressor);
    SAME(coefficients);
    SAME(printed_force);
    SAME(printed_regressor);
#undef SAME
}

static void compare_tables(const struct model *a, const struct model *b)
{
    expect_same_text(b->name, a->name, b->name);
    expect_same_text(b->name, a->title, b->title);
    expect_same_text(b->name, a->law, b->law);
    expect_same_text(b->name, a->source, b->source);
    expect_same_text(b->name, a->unit_constants, b->unit_constants);
    cr_assert(a->n_params == b->n_params && a->n_states == b->n_states &&
                  a->n_claims == b->n_claims && a->n_ints == b->n_ints &&
                  a->n_reals == b->n_reals && a->n_guards == b->n_guards &&
                  a->n_parts == b->n_parts && a->n_regressors == b->n_regressors &&
                  a->n_identifiable == b->n_identifiable && a->whole_params == b->whole_params &&
                  a->speed_max == b->speed_max,
              "%s: counts", b->name);
    compare_quantities(b->name, a->params, b->params, a->n_params);
    compare_quantities(b->name, a->states, b->states, a->n_states);
    for (unsigned i = 0; i < a->n_claims; i++)
        compare_claims(b->name, &a->claims[i], &b->claims[i]);
    for (unsigned i = 0; i < a->n_parts; i++)
        expect_same_text(b->name, a->part_names[i], b->part_names[i]);
    compare_members(a, b);
}

static void compare_conditions(const struct model *a, const struct model *b, const struct place *at)
{
    for (unsigned i = 0; i < a->n_claims; i++)
        if (a->claims[i].contains && a->claims[i].contains(at->p) != b->claims[i].contains(at->p))
            cr_expect_fail("%s: %s", b->name, b->claims[i].domain);
    struct place other = *at; /* the order of two parameters turned round */
    for (unsigned i = 0; a->validate && i + 1 < a->n_params; i++) {
        other.p[i] = at->p[i + 1];
        other.p[i + 1] = at->p[i];
        expect_same_text(b->name, a->validate(other.p), b->validate(other.p));
        other = *at;
    }
}

/* The size of what the force is a sum of. */
static real force_of(const struct model *law, const struct place *at)
{
    return law->force_scale ? law->force_scale(at->p, at->v, C(1e-4)) : 0;
}

static real entry_of(const struct jacobian *jac, unsigned n, unsigned i, unsigned j)
{
    if (i < n)
        return j < n ? jac->rate_x[i * n + j] : jac->rate_v[i];
    return j < n ? jac->force_x[j] : jac->force_v;
}

/* Terms of rates and derivatives may cancel: they are about as large as their sum is where the
 * states are 0; and the velocity may be rounded, as in v/vs that is v (1/vs). */
static void compare_dynamics(const struct model *a, const struct model *b, const struct place *at)
{
    const unsigned n = b->n_states;
    real dx[MODEL_MAX_STATES] = { 0 }, dy[MODEL_MAX_STATES] = { 0 }, none[MODEL_MAX_STATES] = { 0 };
    const real zero[MODEL_MAX_STATES] = { 0 };
    const real nearby = at->v * (1 + 32 * R_EPSILON);
    struct jacobian j, k, rest, next;
    a->rate(at->p, &at->memory, at->v, at->s, at->x, dx);
    b->rate(at->p, &at->memory, at->v, at->s, at->x, dy);
    b->rate(at->p, &at->memory, at->v, at->s, zero, none);
    for (unsigned i = 0; i < n; i++)
        expect_near(b, "rate", i, at, dx[i], dy[i], none[i]);
    expect_near(b, "force", 0, at, a->force(at->p, &at->memory, at->v, at->s, at->x),
                b->force(at->p, &at->memory, at->v, at->s, at->x), force_of(b, at));
    a->jacobian(at->p, &at->memory, at->v, at->s, at->x, &j);
    b->jacobian(at->p, &at->memory, at->v, at->s, at->x, &k);
    b->jacobian(at->p, &at->memory, at->v, at->s, zero, &rest);
    b->jacobian(at->p, &at->memory, nearby, at->s, at->x, &next);
    for (unsigned i = 0; i <= n; i++)
        for (unsigned m = 0; m <= n; m++)
            expect_near(b, "entry of the Jacobian", i * (n + 1) + m, at, entry_of(&j, n, i, m),
                        entry_of(&k, n, i, m),
                        r_abs(entry_of(&rest, n, i, m)) +
                            r_abs(entry_of(&next, n, i, m) - entry_of(&k, n, i, m)) /
                                (32 * R_EPSILON));
}

static void compare_events(const struct model *a, const struct model *b, const struct place *at)
{
    real g[MODEL_MAX_GUARDS] = { 0 }, h[MODEL_MAX_GUARDS] = { 0 }, f[2], k[2];
    if (a->guard) {
        a->guard(at->p, &at->memory, at->v, at->x, g);
        b->guard(at->p, &at->memory, at->v, at->x, h);
    }
    for (unsigned i = 0; i < a->n_guards; i++)
        expect_near(b, "guard", i, at, g[i], h[i], force_of(b, at) + 1);
    for (unsigned i = 0; a->transition && i < a->n_guards; i++) {
        struct place x = *at, y = *at;
        cr_assert_eq(a->transition(x.p, i, x.v, x.x, &x.memory), STATUS_OK);
        cr_assert_eq(b->transition(y.p, i, y.v, y.x, &y.memory), STATUS_OK);
        if (memcmp(x.memory.ints, y.memory.ints, sizeof x.memory.ints) != 0)
            cr_expect_fail("%s: event %u", b->name, i);
        for (unsigned m = 0; m < b->n_reals; m++)
            expect_near(b, "remembered", m, at, x.memory.reals[m], y.memory.reals[m], 0);
        for (unsigned m = 0; m < b->n_states; m++)
            expect_near(b, "state after an event", m, at, x.x[m], y.x[m], 0);
    }
    if (a->transition) { /* there is no other event */
        struct place x = *at;
        cr_expect_neq(a->transition(x.p, a->n_guards, x.v, x.x, &x.memory), STATUS_OK);
    }
    if (a->stiction) {
        a->stiction(at->p, &at->memory, at->x, f);
        b->stiction(at->p, &at->memory, at->x, k);
        expect_near(b, "stiction", 0, at, f[0], k[0], force_of(b, at));
        expect_near(b, "stiction", 1, at, f[1], k[1], force_of(b, at));
    }
}

static void compare_motion(const struct model *a, const struct model *b, const struct place *at)
{
    struct place x = *at, y = *at;
    real part[MODEL_MAX_PARTS], other[MODEL_MAX_PARTS];
    if (a->flow) {
        a->flow(x.p, &x.memory, x.v, x.s, x.h, x.x);
        b->flow(y.p, &y.memory, y.v, y.s, y.h, y.x);
    }
    for (unsigned i = 0; i < b->n_states; i++)
        expect_near(b, "flow", i, at, x.x[i], y.x[i], at->x[i]);
    if (a->work)
        expect_near(b, "work", 0, at, a->work(at->p, &at->memory, at->v, at->s, at->h, at->x),
                    b->work(at->p, &at->memory, at->v, at->s, at->h, at->x),
                    at->h * force_of(b, at));
    if (!a->work_parts)
        return;
    a->work_parts(at->p, &at->memory, at->v, at->s, at->h, at->x, part);
    b->work_parts(at->p, &at->memory, at->v, at->s, at->h, at->x, other);
    for (unsigned i = 0; i < b->n_parts; i++)
        expect_near(b, "part", i, at, part[i], other[i], at->h * force_of(b, at));
}

static void compare_values(const struct model *a, const struct model *b, const struct place *at)
{
    real u[64], w[64], k[64], q[64];
#define VALUE(member, scale, ...)                                                                  \
    if (a->member)                                                                                 \
    expect_near(b, #member, 0, at, a->member(__VA_ARGS__), b->member(__VA_ARGS__), scale)
    VALUE(storage, 0, at->p, &at->memory, at->x);
    VALUE(steady_force, force_of(b, at), at->p, at->v);
    VALUE(settling_rate, 0, at->p, at->v);
    VALUE(force_scale, 0, at->p, at->v, C(1e-4));
    VALUE(stribeck, 0, at->p, at->v);
    VALUE(break_away, 0, at->p);
    VALUE(creep_resistance, 0, at->p);
    VALUE(length, 0, at->p);
    VALUE(stribeck_speed, 0, at->p);
    VALUE(magnification, 0, at->p, C(1e-4));
    VALUE(stick_band, 0, at->p);
    VALUE(printed_force, force_of(b, at), at->p, at->v);
    VALUE(printed_regressor, force_of(b, at), at->p, C(0.001), at->v, at->s, at->x);
#undef VALUE
#define LIST(member, n, ...)                                                                       \
    if (a->member) {                                                                               \
        a->member(__VA_ARGS__, u);                                                                 \
        b->member(__VA_ARGS__, w);                                                                 \
        for (unsigned i = 0; i < (n); i++)                                                         \
            expect_near(b, #member, i, at, u[i], w[i], 0);                                         \
    }
    LIST(bound, b->n_states, at->p)
    LIST(coefficients, b->n_regressors, at->p)
#undef LIST
    if (!a->relaxation)
        return;
    /* v may be rounded, as in compare_dynamics */
    real next[MODEL_MAX_STATES], unused[MODEL_MAX_STATES];
    a->relaxation(at->p, at->v, at->s, u, k);
    b->relaxation(at->p, at->v, at->s, w, q);
    b->relaxation(at->p, at->v * (1 + 32 * R_EPSILON), at->s, next, unused);
    for (unsigned i = 0; i < b->n_states; i++) {
        expect_near(b, "steady value", i, at, u[i], w[i], r_abs(next[i] - w[i]) / (32 * R_EPSILON));
        expect_near(b, "rate of relaxation", i, at, k[i], q[i], 0);
    }
}

static void compare_law(const char *name)
{
    const struct pair pair = open_law(name);
    compare_tables(pair.text, pair.code);
    each_place(pair.text, pair.code, compare_conditions);
    each_place(pair.text, pair.code, compare_dynamics);
    each_place(pair.text, pair.code, compare_events);
    each_place(pair.text, pair.code, compare_motion);
    each_place(pair.text, pair.code, compare_values);
}

Test(interpreted, laws_that_relax)
{
    static const char *const names[] = { "alvarez_icaza", "bliman_sorine",   "dahl",
                                         "lugre",         "lugre_increment", "martinez_rosas" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare_law(names[i]);
}

Test(interpreted, laws_without_states)
{
    static const char *const names[] = { "brown_mcphee", "coulomb",  "coulomb_viscous",
                                         "exponential",  "stribeck", "tanh_stribeck",
                                         "viscous" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare_law(names[i]);
}

Test(interpreted, laws_with_events)
{
    static const char *const names[] = { "armstrong", "bouc_wen",     "elastoplastic",   "karnopp",
                                         "leuven",    "maxwell_slip", "reset_integrator" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare_law(names[i]);
}

/* Karnopp's band ends with |v| >= Dv, and begins with |v| < Dv: at v = Dv the one event is due, and
 * the other is not. By the text's code and by its interpretation. */
Test(interpreted, events_at_zero_are_due_where_the_text_says_so)
{
    const struct pair pair = open_law("karnopp");
    const struct model *laws[] = { pair.text, pair.code };
    for (int i = 0; i < 2; i++) {
        real p[MODEL_MAX_PARAMS], g[MODEL_MAX_GUARDS];
        struct memory memory = { .ints = { 0 } };
        PREC(model_defaults)(laws[i], p);
        for (int inside = 0; inside <= 1; inside++) {
            memory.ints[0] = inside;
            laws[i]->guard(p, &memory, p[0], NULL, g);
            cr_expect((g[0] < 0) == (inside == 1) && !(g[1] < 0), "%d, %d: %g, %g", i, inside,
                      (double)g[0], (double)g[1]);
        }
    }
}
