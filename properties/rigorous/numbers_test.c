/* The law of given numbers (numbers_test.h). */
#include "properties/rigorous/numbers_test.h"

struct given given;

/* Hold i has the velocity 2^(5i), so that it is known by its velocity in other runs, too: those
 * that are mirrored, and those at four times the speed. */
static slong exponent(const arb_t v)
{
    arf_t size;
    arf_init(size);
    arf_abs(size, arb_midref(v));
    const slong e = arf_abs_bound_lt_2exp_si(size) - 1;
    arf_clear(size);
    return e;
}

slong numbers_hold_at(const arb_t v) { return exponent(v) / 5; }
static bool is_other_run(const arb_t v) { return arb_is_negative(v) || exponent(v) % 5 == 2; }

/* excess <- the excess at v, times 2^shift */
static void excess_at(arb_t excess, const arb_t v, slong shift)
{
    const struct excess *e = &given.excess[numbers_hold_at(v)];
    arb_set_si(excess, e->lo + e->hi);
    mag_set_ui(arb_radref(excess), (ulong)(e->hi - e->lo));
    arb_mul_2exp_si(excess, excess, NUMBERS_UNIT - 1 + shift);
}

/* The law: |y| <= 1/2. The Stribeck curve rises from hold to hold for the bound by its present
 * value, and falls for the bound by its history. */
static void level_at(arb_t g, const arb_t v)
{
    const slong i = numbers_hold_at(v);
    arb_set_si(g, given.property == STRIBECK_HISTORY_BOUND ? NUMBERS_HOLDS - i : i + 1);
}

static void stribeck(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    level_at(g, v);
}

static void bound(arb_ptr y, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_d(y, 0.5);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)s, (void)h;
    arb_t e;
    if (given.property == CREEPING) { /* how many holds there have been, one after the other */
        arb_set_si(x, arb_equal_si(x, numbers_hold_at(v)) ? numbers_hold_at(v) + 1 : -1);
        return;
    }
    arb_init(e);
    excess_at(e, v, 0);
    level_at(x, v);
    if (given.property == STRIBECK_HISTORY_BOUND)
        arb_set_si(x, NUMBERS_HOLDS);
    else if (given.property == STATE_BOUND)
        arb_one(x);
    if (given.property != DISSIPATION)
        arb_add(x, x, e, prec);
    if (numbers_hold_at(v) == 1 && given.property != DISSIPATION)
        arb_neg(x, x); /* bounds are those of magnitudes */
    arb_mul_2exp_si(x, x, -1);
    arb_clear(e);
}

static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_mul_2exp_si(S, x, 1); /* one more with every hold */
}

/* What is put in over a hold is -excess, beside what is stored: in one part, or in all, of which
 * the others cancel. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    static const slong others[] = { 5, 0, 2, -7 };
    (void)p, (void)s, (void)h, (void)x0, (void)x1;
    arb_t e;
    arb_init(e);
    excess_at(e, v, -5 * numbers_hold_at(v));
    for (int i = 0; i < 4; i++)
        arb_set_si(part + i, others[i]);
    const bool is_part = given.property >= I1_NONNEGATIVE && given.property <= I4_NONNEGATIVE;
    const int asked = is_part ? (int)(given.property - I1_NONNEGATIVE) : 1;
    arb_neg(part + asked, e);
    if (given.property == DISSIPATION) {
        arb_inv(e, v, prec);
        arb_add(part + asked, part + asked, e, prec);
    }
    arb_clear(e);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
    arb_mul_2exp_si(scale, scale, NUMBERS_SCALE);
}

/* F <- 2^-60 of the scale, and the excess */
static void beyond_tolerance(arb_t F, const arb_t v, slong prec)
{
    arb_t e;
    arb_init(e);
    excess_at(e, v, 0);
    arb_one(F);
    arb_mul_2exp_si(F, F, NUMBERS_SCALE - 60);
    arb_add(F, F, e, prec);
    arb_clear(e);
}

/* Of two runs that should have forces of one magnitude, the other run's is off. U P is 3, and
 * steady sliding takes 3 less than what 2 scale exp(0) allow. Creep counts after all holds. */
static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s;
    arb_zero(F);
    if (given.property == CREEPING) {
        excess_at(F, v, 0);
        arb_addmul_si(F, v, 2, prec);
        arb_add(F, F, x, prec);
        arb_sub_si(F, F, NUMBERS_HOLDS, prec);
    } else if (given.property != ODD_SYMMETRY && given.property != RATE_INDEPENDENCE)
        beyond_tolerance(F, v, prec);
    else if (is_other_run(v)) {
        beyond_tolerance(F, v, prec);
        arb_neg(F, F);
    }
    arb_add_si(F, F, given.property == ODD_SYMMETRY && is_other_run(v) ? -3 : 3, prec);
    if (given.property == CREEPING)
        arb_sub_si(F, F, 3, prec);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(F, 3 - (2L << NUMBERS_SCALE));
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_zero(rate);
}

static void creep_resistance(arb_t R, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(R, 2);
}

static void printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    excess_at(F, v, -5 * numbers_hold_at(v));
    arb_neg(F, F);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(u, 7);
    arb_set_si(u + 1, -2);
}

static void coefficients(arb_ptr c, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(c, 1);
    arb_set_si(c + 1, 2);
}

/* The form as printed is right at the velocity of the first hold, and is 3 beside it. */
static void printed_regressor(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(F, arb_is_one(v0) ? 3 : 100);
}

void numbers_load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    for (int i = 0; i < NUMBERS_HOLDS; i++) {
        arb_one(v + i);
        arb_mul_2exp_si(v + i, v + i, (slong)5 * i);
        arb_one(h + i);
    }
}

static const char *const none[] = { NULL }, *const states[] = { "y", NULL },
                         *const parts[] = { "I1", "I2", "I3", "I4", NULL };
const struct arb_law numbers_law = {
    .name = "numbers",
    .params = none,
    .states = states,
    .parts = parts,
    .force = force,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .creep_resistance = creep_resistance,
    .printed_force = printed_force,
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
    .printed_regressor = printed_regressor,
    .stribeck = stribeck,
};
