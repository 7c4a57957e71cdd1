/* A law's functions are asked at the sign of the velocity that they are asked at, and at the hold's
 * own velocity and duration: whatever the property, of holds forth, back and at rest, and of
 * velocities that may have either sign. */
#include <criterion/criterion.h>

#include "properties/checker/property.h"
#include "properties/rigorous/rigorous.h"

enum { HOLDS = 3, KINDS = 4, SIGNALS = KINDS * KINDS * KINDS, BITS = 128 };
enum kind { BACK, REST, FORTH, EITHER };

/* Every hold goes that far, m, at whatever rate. */
enum { WAY = 16 };

enum function {
    FLOW,
    WORK,
    FORCE,
    STEADY_FORCE,
    LOSS,
    REGRESSOR_ROW,
    PRINTED_ROW,
    EVENTS,
    SCALE,
    FUNCTIONS
};

static struct {
    enum kind kind[HOLDS];
    enum property property;
    unsigned asked[FUNCTIONS];
} given;

/* The sign holds that of each velocity, and is one sign where the velocity has one. Sliding, which
 * has no force at rest, is asked for in each direction by itself. */
static void expect_sign(enum function function, const arb_t v, const arb_t s)
{
    arb_t at, sign;
    arb_init(at);
    arb_init(sign);
    given.asked[function]++;
    for (int end = -1; end <= 1; end++) {
        if (function == STEADY_FORCE || end == 0)
            arb_get_mid_arb(at, v);
        else
            (end > 0 ? arb_get_ubound_arf : arb_get_lbound_arf)(arb_midref(at), v, BITS);
        arb_sgn(sign, at);
        cr_expect(arb_contains(s, sign), "%s: function %d", property_info[given.property].name,
                  (int)function);
    }
    cr_expect(arb_contains_zero(v) || arb_is_exact(s), "%s: function %d",
              property_info[given.property].name, (int)function);
    arb_clear(sign);
    arb_clear(at);
}

/* The duration is that of the velocity. The excitation of regressors has its own. */
static void expect_way(enum function function, const arb_t v, const arb_t h)
{
    arb_t way;
    if (given.property == IDENTIFIABILITY || given.property == IDENTIFIABLE_RANK ||
        arb_contains_zero(v))
        return;
    arb_init(way);
    arb_mul(way, v, h, BITS);
    arb_abs(way, way);
    cr_expect(arb_equal_si(way, WAY), "%s: function %d", property_info[given.property].name,
              (int)function);
    arb_clear(way);
}

static void expect_hold(enum function function, const arb_t v, const arb_t s, const arb_t h)
{
    expect_sign(function, v, s);
    expect_way(function, v, h);
}

static double events(arb_srcptr p, const arb_t v, const arb_t h)
{
    (void)p;
    given.asked[EVENTS]++;
    expect_way(EVENTS, v, h);
    return 0;
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)x, (void)p, (void)prec;
    expect_hold(FLOW, v, s, h);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)x0, (void)x1, (void)prec;
    expect_hold(WORK, v, s, h);
    _arb_vec_zero(part, 4);
}

static void loss(arb_t of, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, arb_srcptr x0,
                 arb_srcptr x1, slong prec)
{
    (void)p, (void)x0, (void)x1, (void)prec;
    expect_hold(LOSS, v, s, h);
    arb_zero(of);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)x, (void)prec;
    expect_sign(FORCE, v, s);
    arb_zero(F);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)prec;
    expect_sign(STEADY_FORCE, v, s);
    arb_zero(F);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)x, (void)prec;
    expect_sign(REGRESSOR_ROW, v, s);
    arb_zero(u);
}

static void printed_regressor(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec)
{
    (void)p, (void)v0, (void)x, (void)prec;
    expect_sign(PRINTED_ROW, v, s);
    arb_zero(F);
}

/* bound, break_away, creep_resistance, coefficients */
static void one(arb_t y, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(y);
}

/* settling_rate, printed_force, stribeck */
static void one_at(arb_t y, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_one(y);
}

/* The path of a signal is all that its holds may go: of regressors those up to the present one,
 * which its speed tells; otherwise of all. */
static void expect_path(const arb_t v, const arb_t path)
{
    const bool so_far = given.property == REGRESSOR || given.property == REGRESSOR_AS_PRINTED;
    arb_t end, speed;
    int least = 0, most = 0, last = HOLDS - 1;
    arb_init(end);
    arb_init(speed);
    if (so_far) {
        arb_get_abs_ubound_arf(arb_midref(speed), v, BITS);
        for (last = 0; last < HOLDS && !arb_equal_si(speed, 1L << last);)
            last++;
    }
    for (int i = 0; i <= last && last < HOLDS; i++) {
        least += given.kind[i] == BACK || given.kind[i] == FORTH ? WAY : 0;
        most += given.kind[i] != REST ? WAY : 0;
    }
    for (int k = 0; k < 2 && last < HOLDS; k++) { /* at rest no speed tells */
        arb_set_si(end, k ? most : least);
        cr_expect(arb_contains(path, end), "%s: the path is not %d",
                  property_info[given.property].name, k ? most : least);
    }
    arb_clear(speed);
    arb_clear(end);
}

static void scale(arb_t of, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)prec;
    given.asked[SCALE]++;
    expect_path(v, travel);
    arb_one(of);
}

/* So little is known of it that the loss is asked for. */
static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)x, (void)prec;
    arb_zero_pm_one(S);
}

/* Hold i goes at 2^i m/s. */
static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    for (int i = 0; i < HOLDS; i++) {
        if (given.kind[i] == EITHER)
            arb_zero_pm_one(v + i);
        else
            arb_set_si(v + i, (int)given.kind[i] - (int)REST);
        arb_mul_2exp_si(v + i, v + i, i);
        arb_set_si(h + i, WAY);
        arb_mul_2exp_si(h + i, h + i, -i);
    }
}

static const char *const params[] = { NULL }, *const states[] = { "y", NULL },
                         *const parts[] = { "I1", "I2", "I3", "I4", NULL };
static const struct arb_law law = {
    .name = "signs",
    .params = params,
    .states = states,
    .parts = parts,
    .force = force,
    .events = events,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = one_at,
    .bound = one,
    .force_scale = scale,
    .storage = storage,
    .loss = loss,
    .break_away = one,
    .creep_resistance = one,
    .printed_force = one_at,
    .n_regressors = 1,
    .regressor = regressor,
    .coefficients = one,
    .printed_regressor = printed_regressor,
    .stribeck = one_at,
};

Test(signs, are_those_of_the_velocities)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (given.property = 0; given.property < N_PROPERTIES; given.property++)
        for (unsigned signal = 0; signal < SIGNALS; signal++) {
            const struct rigorous_case c = {
                .law = &law, .property = given.property, .n_segments = HOLDS, .load = load
            };
            if (!rigorous_applicable(&law, given.property))
                continue;
            for (unsigned i = 0, code = signal; i < HOLDS; i++, code /= KINDS)
                given.kind[i] = (enum kind)(code % KINDS);
            (void)rigorous_evaluate(&c, BITS, functional, margin);
        }
    for (int i = 0; i < FUNCTIONS; i++)
        cr_expect_gt(given.asked[i], SIGNALS / 2, "function %d: %u", i, given.asked[i]);
    arb_clear(margin);
    arb_clear(functional);
}
