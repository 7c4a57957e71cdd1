/* Steps of laws by their equations against other computations of the same motions: closed forms,
 * the steps of linear laws, and laws by hand. */
#include "reference/motion/moved_test.h"

static const struct stretch stretches[] = {
    { SIGNAL_HOLD, { 2e-3 }, 0.02 },
    { SIGNAL_RAMP, { 2e-3, -1e-3 }, 0.1 },
    { SIGNAL_HOLD, { 0 }, 1.5 },
    { SIGNAL_SINE, { 0, 3e-3, 70, 0 }, 0.2 },
    { SIGNAL_RAMP, { 0, 4e-3 }, 0.05 },
    { SIGNAL_CHIRP, { 1e-3, 2e-3, 20, 90 }, 0.15 },
    { SIGNAL_COSINE, { -1e-3, 1e-3, 50, 0 }, 0.1 }, /* touches zero */
};
enum { STRETCHES = sizeof stretches / sizeof *stretches };

static const char closed_form[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 5e-5;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n"
    "  der(z) = v*(1 - (z/L)^2);\n  F = k*z;\nend test;\n";

/* dz/dt = v (1 - (z/L)^2) is z = L tanh(x/L) of the travel x, whatever the velocity, and k z does
 * the work k L^2 ln cosh(x/L). */
Test(general_step, follows_a_law_that_has_a_closed_form_in_the_travel)
{
    static const slong bits[] = { 53, 64, 100, 160 };
    enum { FINE = 400 };
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    arb_t travel, t, z, zero;
    arb_segment_init(&segment);
    arb_init(travel);
    arb_init(t);
    arb_init(z);
    arb_init(zero);
    open_source(&m, closed_form);
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++) {
        const int good = (int)bits[b] - 14;
        arb_zero(travel);
        _arb_vec_zero(m.x, 1);
        _arb_vec_zero(m.energy, 1);
        for (int i = 0; i < STRETCHES; i++) {
            cr_assert(go(m.law, m.p, m.x, m.energy, &stretches[i], bits[b], &segment), "%d", i);
            arb_segment_distance(t, &segment, zero, segment.duration, FINE);
            arb_add(travel, travel, t, FINE);
            arb_div(t, travel, m.p + 1, FINE);
            arb_tanh(z, t, FINE);
            arb_mul(z, z, m.p + 1, FINE);
            expect_same(m.x, z, 5e-5, good, "z");
            arb_cosh(t, t, FINE);
            arb_log(t, t, FINE);
            arb_mul(t, t, m.p, FINE);
            arb_mul(t, t, m.p + 1, FINE);
            arb_mul(t, t, m.p + 1, FINE);
            expect_same(m.energy, t, 2.5e-4, good, "energy");
        }
    }
    close_moved(&m);
    arb_clear(zero);
    arb_clear(z);
    arb_clear(t);
    arb_clear(travel);
    arb_segment_clear(&segment);
}

/* dz/dx is 1 below z1, 1/2 up to z2 and 2 beyond, by conditions or by signs: whatever the
 * velocity, z is a function of the travel with bends at x1 and x2. */
#define BENT(slope)                                                                                \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"                                             \
    "  parameter Real z1(unit=\"m\", min=1e-9) = 1e-5;\n"                                          \
    "  parameter Real z2(unit=\"m\", min=1e-9) = 3e-5;\n"                                          \
    "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n  der(z) = v*" slope                    \
    ";\n  F = k*z;\nend test;\n"

static void bent(arb_t z, const arb_t travel, arb_srcptr p)
{
    enum { FINE = 400 };
    arb_t x2, t;
    arb_init(x2);
    arb_init(t);
    arb_mul_2exp_si(x2, p + 2, 1); /* z1 + (x2 - z1)/2 = z2 */
    arb_sub(x2, x2, p + 1, FINE);
    arb_set(z, travel);
    if (arb_gt(travel, x2)) {
        arb_sub(t, travel, x2, FINE);
        arb_mul_2exp_si(t, t, 1);
        arb_add(z, p + 2, t, FINE);
    } else if (arb_gt(travel, p + 1)) {
        arb_sub(t, travel, p + 1, FINE);
        arb_mul_2exp_si(t, t, -1);
        arb_add(z, p + 1, t, FINE);
    }
    arb_clear(t);
    arb_clear(x2);
}

Test(general_step, finds_bends_and_jumps_of_the_equations)
{
    static const char *const sources[] = {
        BENT("(if z < z1 then 1 elseif z <= z2 then 0.5 else 2)"),
        BENT("(if not z >= z1 then 1 else if z > z2 or z < 0*z1 then 2 else 0.5)"),
        BENT("(1 - 0.25*(1 + sign(z - z1)) + 0.75*(1 + sign(z - z2)))"),
    };
    enum { BITS = 64, FINE = 300, LAWS = sizeof sources / sizeof *sources };
    for (size_t k = 0; k < LAWS; k++) {
        struct moved m = { .source = NULL };
        struct arb_segment segment;
        arb_t travel, t, zero;
        arb_segment_init(&segment);
        arb_init(travel);
        arb_init(t);
        arb_init(zero);
        open_source(&m, sources[k]);
        for (int i = 0; i < STRETCHES; i++) {
            cr_assert(go(m.law, m.p, m.x, m.energy, &stretches[i], BITS, &segment), "%zu, %d", k,
                      i);
            arb_segment_distance(t, &segment, zero, segment.duration, FINE);
            arb_add(travel, travel, t, FINE);
            bent(t, travel, m.p);
            expect_same(m.x, t, 3e-4, BITS - 14, sources[k]);
        }
        close_moved(&m);
        arb_clear(zero);
        arb_clear(t);
        arb_clear(travel);
        arb_segment_clear(&segment);
    }
}

static const char several[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-5;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n"
    "  der(z) = v*sqrt(abs(z)/L);\n  F = k*z;\nend test;\n";

/* dz/dx = sqrt(|z|/L) has many solutions from z = 0: it may stay there, or go to x^2/(4 L) at once.
 * What is enclosed holds them all, or nothing is. */
Test(general_step, holds_all_motions_where_there_are_several)
{
    enum { BITS = 64 };
    static const struct stretch move = { SIGNAL_HOLD, { 1e-3 }, 0.01 };
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    arb_t most;
    arb_segment_init(&segment);
    arb_init(most);
    open_source(&m, several);
    const bool done = go(m.law, m.p, m.x, m.energy, &move, BITS, &segment);
    arb_set_d(most, 2.4e-6);
    cr_expect(!done || (arb_contains_zero(m.x) && arb_contains(m.x, most)));
    close_moved(&m);
    arb_clear(most);
    arb_segment_clear(&segment);
}

/* The size of a state, and of an energy that the stretches put in: at 4 mm/s for half a second. */
static double bound_of(const struct arb_law *law, arb_srcptr p, unsigned state)
{
    arb_ptr bound = _arb_vec_init(MOST);
    law->bound(bound, p, 64);
    const double size = arf_get_d(arb_midref(bound + state), ARF_RND_NEAR);
    _arb_vec_clear(bound, MOST);
    return isfinite(size) ? size : 1e-3;
}

static double energy_of(const struct arb_law *law, arb_srcptr p)
{
    const double speed = 4e-3, time = 0.5;
    arb_t scale, v, travel;
    arb_init(scale);
    arb_init(v);
    arb_init(travel);
    arb_set_d(v, speed);
    arb_set_d(travel, speed * time);
    law->force_scale(scale, p, v, travel, 64);
    const double size = arf_get_d(arb_midref(scale), ARF_RND_NEAR) * speed * time;
    arb_clear(travel);
    arb_clear(v);
    arb_clear(scale);
    return size;
}

/* Moves a law of the catalogue by its text's equations, and otherwise: by hand in closed form along
 * holds, by the path, by linear steps. */
static void compare(const char *name, const int chosen[], int n)
{
    enum { BITS = 64 };
    char path[80];
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    const struct arb_law *other = arb_law_find(name);
    arb_ptr p = _arb_vec_init(MOST), x = _arb_vec_init(MOST), energy = _arb_vec_init(MOST);
    arb_segment_init(&segment);
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    open_text(&m, path);
    for (size_t i = 0; i < m.equations.parameters.n; i++)
        arb_set(p + arb_law_index(other->params, m.graph.parameters[i]), m.p + i);
    for (int k = 0; k < n; k++) {
        const struct stretch *of = &stretches[chosen[k]];
        cr_assert(go(m.law, m.p, m.x, m.energy, of, BITS, &segment), "%s, %d", name, chosen[k]);
        if (of->kind == SIGNAL_HOLD) {
            arb_t v;
            arb_init(v);
            arb_segment_held_velocity(v, &segment, BITS);
            arb_law_hold(other, p, v, segment.duration, x, energy, (slong)3 * BITS);
            arb_clear(v);
        } else
            cr_assert(go(other, p, x, energy, of, BITS, &segment), "%s, %d", name, chosen[k]);
        for (unsigned i = 0; i < m.graph.rate.n; i++)
            expect_same(m.x + i, x + i, bound_of(other, p, i), BITS - 12, m.graph.states[i]);
        for (int q = 0; q < (other->parts ? arb_law_count(other->parts) : 1); q++)
            expect_same(m.energy + q, energy + q, energy_of(other, p), BITS - 12, name);
    }
    arb_segment_clear(&segment);
    _arb_vec_clear(energy, MOST);
    _arb_vec_clear(x, MOST);
    _arb_vec_clear(p, MOST);
    close_moved(&m);
}

Test(general_step, agrees_with_closed_forms_at_held_velocity)
{
    static const int holds[] = { 0, 2, 0 };
    compare("elastoplastic", holds, 3);
    compare("bouc_wen", holds, 3);
    compare("lugre", holds, 3);
    compare("martinez_rosas", holds, 3);
}

/* Reversals by the path have closed forms. */
Test(general_step, agrees_with_the_closed_form_along_the_path)
{
    static const int all[] = { 0, 1, 2, 3, 4, 5 };
    compare("bouc_wen", all, 6);
}

Test(general_step, agrees_with_linear_steps)
{
    static const int some[] = { 0, 1, 2, 3, 6 };
    static const char *const names[] = { "lugre", "martinez_rosas", "bliman_sorine", "stribeck" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare(names[i], some, 5);
}

/* Elements that share a force: their sum forgets its errors, their differences keep them. Over the
 * travel x each is (L/2) (1 - exp(-2 x/L)), and the work of k (y + z) is k L (x - (y + z)/2); x is
 * hundreds of L. */
static const char coupled[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-6;\n"
    "  Real y(unit=\"m\", start=0, fixed=true);\n  Real z(unit=\"m\", start=0, fixed=true);\n"
    "equation\n  der(y) = v*(1 - (y + z)/L);\n  der(z) = v*(1 - (y + z)/L);\n"
    "  F = k*(y + z);\nend test;\n";

Test(general_step, keeps_what_coupled_states_share_apart_from_what_they_do_not)
{
    static const struct stretch motion[] = { { SIGNAL_RAMP, { 0, 3e-3 }, 0.1 },
                                             { SIGNAL_HOLD, { 3e-3 }, 0.1 },
                                             { SIGNAL_SINE, { 3e-3, 1e-3, 90, 0 }, 0.2 } };
    enum { FINE = 400, BITS = 100 };
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    arb_t travel, t, zero, work;
    arb_segment_init(&segment);
    arb_init(travel);
    arb_init(t);
    arb_init(zero);
    arb_init(work);
    open_source(&m, coupled);
    for (size_t i = 0; i < sizeof motion / sizeof *motion; i++) {
        cr_assert(go(m.law, m.p, m.x, m.energy, &motion[i], BITS, &segment), "%zu", i);
        arb_segment_distance(t, &segment, zero, segment.duration, FINE);
        arb_add(travel, travel, t, FINE);
        arb_div(t, travel, m.p + 1, FINE);
        arb_mul_2exp_si(t, t, 1);
        arb_neg(t, t);
        arb_expm1(t, t, FINE);
        arb_neg(t, t);
        arb_mul(t, t, m.p + 1, FINE);
        arb_mul_2exp_si(t, t, -1);
        expect_same(m.x, t, 1e-6, BITS - 30, "y");
        expect_same(m.x + 1, t, 1e-6, BITS - 30, "z");
        arb_sub(work, travel, t, FINE);
        arb_mul(work, work, m.p, FINE);
        arb_mul(work, work, m.p + 1, FINE);
        expect_same(m.energy, work, 1e-4, BITS - 30, "work");
    }
    close_moved(&m);
    arb_clear(work);
    arb_clear(zero);
    arb_clear(t);
    arb_clear(travel);
    arb_segment_clear(&segment);
}
