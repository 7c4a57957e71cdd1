/* What is said of implementations: those that are right agree, whatever their form; of a flaw the
 * place and both values are told, and lie apart by what is told. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "models/derived/derived.h"
#include "properties/self_check/deviation.h"
#include "tools/testing/test_random.h"

/* Laws that have C by hand, as their texts say them; ended by NULL (generated). */
extern const struct model *const PREC(derived_laws)[];

/* The text of leuven gives each element's bound by itself, the C that of all together. */
static struct model without_own_bound(const struct model *code)
{
    struct model law = *code;
    if (strcmp(law.name, "leuven") == 0)
        law.bound = NULL;
    return law;
}

Test(deviation, of_laws_by_hand_there_is_none)
{
    for (const struct model *const *text = PREC(derived_laws); *text; text++) {
        const struct model code = without_own_bound(PREC(model_find)((*text)->name));
        struct deviation d;
        PREC(deviation_find)(*text, &code, test_seed(), &d);
        cr_expect(!d.any, "%s: %s", code.name, d.line);
        cr_expect(d.places > 1000, "%s: %u places", code.name, d.places);
    }
}

/* LuGre with m = 2 in other words: sums multiplied out, exponentials as papers print them. */
enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M };

#define LAW_AT const real p[], const struct memory *mem, real v, real s

static real level(const real p[], real v)
{
    const real e = r_exp(-r_pow(r_abs(v) / p[VS], p[M]));
    return p[FC] * (1 - e) + p[FS] * e;
}

static void other_rate(LAW_AT, const real x[], real dx[])
{
    (void)mem, (void)s;
    dx[0] = (v * level(p, v) - x[0] * r_abs(v) * p[SIGMA0]) / level(p, v);
}

static real other_force(LAW_AT, const real x[])
{
    (void)mem, (void)s;
    const real by_state = p[SIGMA0] - p[SIGMA1] * p[SIGMA0] * r_abs(v) / level(p, v);
    return by_state * x[0] + (p[SIGMA1] + p[SIGMA2]) * v;
}

static void other_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)mem, (void)s;
    const real steady = r_sign(v) * level(p, v) / p[SIGMA0];
    const real e = r_exp(-(h * (p[SIGMA0] / level(p, v)) * r_abs(v)));
    x[0] = steady * (1 - e) + e * x[0];
}

static real other_work(LAW_AT, real h, const real x[])
{
    const real G = level(p, v), steady = s * G / p[SIGMA0], k = p[SIGMA0] * r_abs(v) / G;
    real end = x[0];
    other_flow(p, NULL, v, s, h, &end);
    (void)mem;
    return p[SIGMA0] * (steady * h + (x[0] - steady) * -r_expm1(-k * h) / k) +
           p[SIGMA1] * (end - x[0]) + p[SIGMA2] * v * h;
}

static real other_steady(const real p[], real v)
{
    return r_sign(v) * (r_abs(v) * p[SIGMA2] + level(p, v));
}

static const struct model *lugre(void) { return PREC(model_find)("lugre"); }

static struct model rearranged(void)
{
    struct model law = *lugre();
    law.rate = other_rate;
    law.force = other_force;
    law.rate_and_force = NULL;
    law.flow = other_flow;
    law.work = other_work;
    law.steady_force = other_steady;
    return law;
}

Test(deviation, of_another_form_there_is_none)
{
    struct model law = rearranged();
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct deviation d;
        PREC(deviation_find)(lugre(), &law, seed, &d);
        cr_expect(!d.any, "%s", d.line);
        cr_expect_str_eq(d.left_out, "");
        cr_expect(strstr(d.compared, "rate, force, Jacobian, flow, work"));
    }
}

/* Parameters and states are found by their names. */
static struct quantity turned[7];

static const real *straight(const real p[], real own[])
{
    for (int i = 0; i < 7; i++)
        own[i] = p[6 - i];
    return own;
}

static void turned_rate(LAW_AT, const real x[], real dx[])
{
    real own[7];
    lugre()->rate(straight(p, own), mem, v, s, x, dx);
}

static real turned_force(LAW_AT, const real x[])
{
    real own[7];
    return lugre()->force(straight(p, own), mem, v, s, x);
}

Test(deviation, of_another_order_there_is_none)
{
    for (int i = 0; i < 7; i++)
        turned[i] = lugre()->params[6 - i];
    const struct model law = { .name = "turned",
                               .params = turned,
                               .n_params = 7,
                               .speed_max = lugre()->speed_max,
                               .states = lugre()->states,
                               .n_states = 1,
                               .rate = turned_rate,
                               .force = turned_force };
    struct deviation d;
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect(d.any);
    cr_expect(strstr(d.line, "parameters are refused by the text, valid by the implementation"));
    struct model lax = *lugre();
    lax.validate = NULL;
    PREC(deviation_find)(&lax, &law, 0, &d);
    cr_expect(!d.any, "%s", d.line);
    cr_expect_str_eq(d.compared, "rate, force, beginning");
    cr_expect(strstr(d.left_out, "Jacobian, flow, work, relaxation, steady force"), "%s",
              d.left_out);
}

static void begin_bent(const real p[], real x[]) { x[0] = p[FC] / p[SIGMA0] * C(1e-3); }

Test(deviation, of_where_a_law_begins_is_found)
{
    struct model law = *lugre();
    struct deviation d;
    law.initial = begin_bent;
    for (int order = 0; order < 2; order++) {
        PREC(deviation_find)(order ? &law : lugre(), order ? lugre() : &law, 0, &d);
        cr_expect(d.any);
        cr_expect(strstr(d.line, "beginning of z"), "%s", d.line);
    }
    PREC(deviation_find)(&law, &law, 0, &d);
    cr_expect(!d.any, "%s", d.line);
}

/* A flaw of LuGre's C in working precision: what must be said of it. */
static void steep_jacobian(LAW_AT, const real x[], struct jacobian *jac)
{
    lugre()->jacobian(p, mem, v, s, x, jac);
    jac->force_v -= p[SIGMA2];
}

static real weak_force(LAW_AT, const real x[])
{
    return lugre()->force(p, mem, v, s, x) - p[SIGMA2] * v * C(2e-3);
}

static void lame_rate(LAW_AT, const real x[], real dx[])
{
    lugre()->rate(p, mem, v, s, x, dx);
    if (r_abs(v) > C(900.0))
        dx[0] *= C(1.001);
}

static real short_work(LAW_AT, real h, const real x[])
{
    return lugre()->work(p, mem, v, s, h, x) * (1 + 1000 * R_EPSILON);
}

static void expect_flaw(const struct model *law, const char *what)
{
    struct deviation d;
    double text, code, hex_text, hex_code, off, allowed;
    unsigned deviating, places;
    PREC(deviation_find)(lugre(), law, test_seed(), &d);
    cr_assert(d.any, "%s is not found", what);
    cr_expect_str_eq(d.what, what);
    const char *by_text = strstr(d.line, " is "), *by_code = strstr(d.line, " by the text, ");
    const char *apart = strstr(d.line, ", off by ");
    cr_assert(by_text && by_code && apart, "%s", d.line);
    cr_assert_eq(sscanf(by_text, " is %lf (%la)", &text, &hex_text), 2, "%s", d.line);
    cr_assert_eq(sscanf(by_code, " by the text, %lf (%la)", &code, &hex_code), 2, "%s", d.line);
    cr_assert_eq(sscanf(apart, ", off by %lf where roundings allow %lf", &off, &allowed), 2, "%s",
                 d.line);
    const char *so = strstr(d.line, "; so at ");
    cr_assert(so && sscanf(so, "; so at %u of %u places", &deviating, &places) == 2, "%s", d.line);
    cr_expect(deviating == d.deviating && places == d.places, "%s", d.line);
    cr_expect_float_eq(allowed, d.allowed, 1e-2 * allowed);
    cr_expect(hex_text == d.text && hex_code == d.code, "%s", d.line);
    cr_expect_float_eq(text, d.text, 1e-8 * fabs(d.text));
    cr_expect_float_eq(code, d.code, 1e-8 * fabs(d.code));
    cr_expect_float_eq(off, fabs(d.code - d.text), 1e-2 * off);
    cr_expect(off > d.allowed && d.deviating > 0 && d.deviating <= d.places);
}

Test(deviation, of_a_flaw_is_told)
{
    struct model law = *lugre();
    law.jacobian = steep_jacobian;
    expect_flaw(&law, "Jacobian entry dF/dv");
    law = *lugre();
    law.force = weak_force;
    expect_flaw(&law, "force");
    law = *lugre();
    law.rate = lame_rate;
    expect_flaw(&law, "rate of z");
    law = *lugre();
    law.work = short_work;
    expect_flaw(&law, "work");
}

Test(deviation, of_tables_is_told)
{
    struct quantity params[7], state = lugre()->states[0];
    struct model law = *lugre();
    struct deviation d;
    memcpy(params, lugre()->params, sizeof params);
    law.params = params;
    law.states = &state;
    params[SIGMA2].value = 0.5;
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect_str_eq(d.line, "default of sigma2 is 0.40000000000000002 (0x1.999999999999ap-2) N "
                             "s/m by the text, 0.5 (0x1p-1) by the implementation, off by 0.1");
    params[SIGMA2] = lugre()->params[SIGMA2];
    params[SIGMA0].unit = "kg/s^2";
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect(!d.any, "%s", d.line);
    for (int i = 0; i < 3; i++) { /* products are written in three ways */
        params[SIGMA1].unit = (const char *[]){ "kg.s-1", "s-1*kg", "s^-1 kg" }[i];
        PREC(deviation_find)(lugre(), &law, 0, &d);
        cr_expect(!d.any, "%s", d.line);
    }
    params[SIGMA1] = lugre()->params[SIGMA1];
    params[SIGMA0].unit = "N/mm";
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect_str_eq(d.what, "unit of parameter sigma0");
    params[SIGMA0] = lugre()->params[SIGMA0];
    state.name = "zeta";
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect(strstr(d.line, "the implementation has no state z"), "%s", d.line);
    state.name = "z";
    law.speed_max /= 2;
    PREC(deviation_find)(lugre(), &law, 0, &d);
    cr_expect_str_eq(d.what, "largest speed");
}

/* Exponents of units are parameters of that name: two of one length are two. */
Test(deviation, of_units_is_told_by_the_exponent)
{
    static const char *const units[] = { "1/m^n", "1/m^k", "1/m^j", "1/m^nn", "1/m^2", "1/m" };
    enum { UNITS = sizeof units / sizeof *units };
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++) {
            struct quantity params[2][5];
            struct model law[2];
            struct deviation d;
            for (int side = 0; side < 2; side++) {
                const struct quantity own[] = { { "k", "1", 1, 1, 2, "" },
                                                { "n", "1", 1, 1, 2, "" },
                                                { "j", "1", 1, 1, 2, "" },
                                                { "nn", "1", 1, 1, 2, "" },
                                                { "beta", units[side ? k : i], 1, 0, 2, "" } };
                memcpy(params[side], own, sizeof own);
                law[side] = *PREC(model_find)("coulomb");
                law[side].params = params[side];
                law[side].n_params = 5;
                law[side].whole_params = 0xf;
            }
            PREC(deviation_find)(&law[0], &law[1], 0, &d);
            cr_expect_eq(strcmp(d.what, "unit of parameter beta") == 0, i != k, "%s and %s: %s",
                         units[i], units[k], d.line);
        }
}

static bool any_parameters(const real p[]) { return p[0] > 0; }

/* A claim of a text speaks of the implementation's parameters of the same names, wherever they
 * stand. One with a condition does where all stand in the same places. */
Test(claims, speak_of_parameters_by_name)
{
    const struct model *text = PREC(model_find)("martinez_rosas");
    const unsigned n = text->n_params;
    for (unsigned turn = 0; turn < n; turn++) {
        struct quantity params[MODEL_MAX_PARAMS];
        struct model code = *text;
        for (unsigned i = 0; i < n; i++)
            params[(i + turn) % n] = text->params[i];
        code.params = params;
        for (unsigned first = 0; first < n; first++)
            for (int condition = 0; condition < 2; condition++) {
                struct claim claim = { .property = PASSIVITY, .n_box = CLAIM_MAX_BOX }, own;
                claim.contains = condition ? any_parameters : NULL;
                for (unsigned k = 0; k < CLAIM_MAX_BOX; k++)
                    claim.box[k] = (struct interval){ (first + k) % n, k, k + 1 };
                const bool carried = PREC(deviation_claim)(text, &code, &claim, &own);
                cr_expect_eq(carried, turn == 0 || !condition, "turned by %u", turn);
                cr_assert_eq(own.n_box, claim.n_box);
                for (unsigned k = 0; k < own.n_box; k++) {
                    cr_expect_str_eq(code.params[own.box[k].param].name,
                                     text->params[claim.box[k].param].name);
                    cr_expect(own.box[k].lo == claim.box[k].lo && own.box[k].hi == claim.box[k].hi);
                }
            }
    }
}

/* A law makes a claim where all that a claim states is the same; its place does not matter. */
Test(claims, are_those_that_state_the_same)
{
    const struct claim stated[] = {
        { .property = PASSIVITY, .declared = HOLDS, .domain = "a" },
        { .property = PASSIVITY, .declared = REFUTED, .domain = "b", .id = "window" },
        { .property = NO_DRIFT, .declared = HOLDS, .domain = "c", .signals = ONE_WAY_SIGNAL },
    };
    const struct model law = { .claims = stated, .n_claims = 3 }, none = { .n_claims = 0 };
    for (size_t i = 0; i < 3; i++) {
        struct claim other[] = { stated[i], stated[i], stated[i], stated[i], stated[i] };
        other[0].property = DISSIPATION;
        other[1].declared = UNKNOWN;
        other[2].domain = "d";
        other[3].id = "margin";
        other[4].signals = SLOWING_SIGNAL;
        cr_expect(PREC(deviation_has_claim)(&law, &stated[i]), "claim %zu", i);
        cr_expect_not(PREC(deviation_has_claim)(&none, &stated[i]), "claim %zu", i);
        for (size_t k = 0; k < sizeof other / sizeof *other; k++)
            cr_expect_not(PREC(deviation_has_claim)(&law, &other[k]), "claim %zu, %zu", i, k);
    }
}
