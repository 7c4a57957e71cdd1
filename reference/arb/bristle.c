/* Haessig and Friedland's bristles in ball arithmetic, random bonds included:
 *
 *     F = sum of k (x - b_i);   at |x - b_i| = delta_s:  b_i <- b_i + u delta_s sgn(x - b_i)
 *
 * with u = (1 + the top 24 bits of a SplitMix64 output)/2^24, keyed by bristle and snap. The
 * memory behind the travel x holds, for each bristle, its bond as a whole multiple of the unit
 * delta_s/2^24 and the number of its snaps, both exact, so that snaps are decided on whole
 * numbers. Where it cannot be decided whether a bond snaps, it becomes indeterminate.
 */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

enum { N, K, DELTA_S };
enum { MOST = 20, BOND = 1, SNAPS = 1 + MOST, UNITS = 24 };

static const char *const params[] = { "N", "k", "delta_s", NULL };
static const char *const states[] = { "x", NULL };

static int count(arb_srcptr p) { return (int)arf_get_si(arb_midref(p + N), ARF_RND_NEAR); }

static const char *validate(arb_srcptr p)
{
    if (!ball_is_whole(p + N, 1, MOST))
        return "N a whole number from 1 to 20";
    if (!certainly(ball_is_positive(p + K)))
        return "k > 0";
    return certainly(ball_is_positive(p + DELTA_S)) ? NULL : "delta_s > 0";
}

static void start(arb_ptr memory, arb_srcptr p)
{
    for (int i = 0; i < 2 * MOST; i++)
        arb_zero(memory + i);
}

/* Steele, Lea, Flood 2014; the counter counts snaps first, bristles within. */
static slong draw(int bristle, slong snap)
{
    const ulong counter = (ulong)snap * MOST + (ulong)bristle + 1;
    ulong z = counter * UWORD(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UWORD(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UWORD(0x94d049bb133111eb);
    z ^= z >> 31;
    return (slong)(z >> 40) + 1;
}

/* x - delta_s b/2^24 */
static void stretch(arb_t d, arb_srcptr p, const arb_t x, const arb_t b, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_mul_2exp_si(t, b, -UNITS);
    arb_mul(t, t, p + DELTA_S, prec);
    arb_sub(d, x, t, prec);
    arb_clear(t);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_set(dx, v);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t sum, d;
    arb_init(sum);
    arb_init(d);
    for (int i = 0; i < count(p); i++) {
        stretch(d, p, x, x + BOND + i, prec);
        arb_add(sum, sum, d, prec);
    }
    arb_mul(F, sum, p + K, prec);
    arb_clear(d);
    arb_clear(sum);
}

/* Where the travel ends along s, in units of delta_s/2^24, between the whole numbers lo and hi.
 * known is false where the direction or the travel is not certain, or the travel is beyond LONGEST,
 * whose snaps would take seconds. */
struct reach {
    bool known;
    slong direction, lo, hi;
};

static struct reach reach_of(arb_srcptr p, const arb_t s, const arb_t begin, const arb_t end,
                             slong prec)
{
    enum { LONGEST = 48, FARTHEST = 60 }; /* 2^24 lengths in a hold, 2^36 lengths from the origin */
    struct reach reach = { .direction = certainly(ball_is_positive(s)) ? 1 : -1 };
    arb_t t;
    arf_t bound;
    arb_init(t);
    arf_init(bound);
    arb_sub(t, end, begin, prec);
    arb_mul_2exp_si(t, t, UNITS);
    arb_div(t, t, p + DELTA_S, prec);
    arb_get_abs_ubound_arf(bound, t, prec);
    reach.known =
        arb_is_exact(s) && !possibly(ball_is_zero(s)) && arf_cmp_2exp_si(bound, LONGEST) < 0;
    arb_mul(t, end, s, prec);
    arb_mul_2exp_si(t, t, UNITS);
    arb_div(t, t, p + DELTA_S, prec);
    arb_get_abs_ubound_arf(bound, t, prec);
    reach.known &= arf_cmp_2exp_si(bound, FARTHEST) < 0;
    if (reach.known) {
        arb_get_lbound_arf(bound, t, prec);
        reach.lo = arf_get_si(bound, ARF_RND_FLOOR);
        arb_get_ubound_arf(bound, t, prec);
        reach.hi = arf_get_si(bound, ARF_RND_FLOOR);
    }
    arf_clear(bound);
    arb_clear(t);
    return reach;
}

/* Snaps bristle i until its stretch along s is below delta_s where the travel ends. Adds to *lost
 * the squares of the stretches that the snaps lose, in squares of the unit. */
static void pull(arb_t b, arb_t snaps, const struct reach *reach, int i, fmpz_t lost)
{
    const slong most = WORD(1) << UNITS;
    if (!reach->known || !arb_is_exact(b) || arf_cmpabs_2exp_si(arb_midref(b), 61) >= 0) {
        arb_indeterminate(b);
        return;
    }
    slong along = reach->direction * arf_get_si(arb_midref(b), ARF_RND_NEAR);
    slong snap = arf_get_si(arb_midref(snaps), ARF_RND_NEAR);
    for (; along <= reach->lo - most; snap++) {
        const slong u = draw(i, snap);
        along += u;
        fmpz_add_ui(lost, lost, (ulong)(u * (2 * most - u))); /* most^2 - (most - u)^2 */
    }
    if (along <= reach->hi - most)
        arb_indeterminate(b);
    else
        arb_set_si(b, reach->direction * along);
    arb_set_si(snaps, snap);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (certainly(ball_is_zero(v)))
        return;
    arb_t begin;
    fmpz_t lost;
    arb_init(begin);
    fmpz_init(lost);
    arb_set(begin, x);
    arb_addmul(x, v, h, prec);
    const struct reach reach = reach_of(p, s, begin, x, prec);
    for (int i = 0; i < count(p); i++)
        pull(x + BOND + i, x + SNAPS + i, &reach, i, lost);
    fmpz_clear(lost);
    arb_clear(begin);
}

/* int F dt by energy: the motion takes k/2 times the rise of the squared stretches, and what is
 * lost in snaps. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    const struct reach reach = reach_of(p, s, x0, x1, prec);
    arb_t b, snaps, t, rise;
    fmpz_t lost;
    arb_init(b);
    arb_init(snaps);
    arb_init(t);
    arb_init(rise);
    fmpz_init(lost);
    for (int i = 0; i < count(p); i++) {
        stretch(t, p, x0, x0 + BOND + i, prec);
        arb_submul(rise, t, t, prec);
        arb_set(b, x0 + BOND + i);
        arb_set(snaps, x0 + SNAPS + i);
        pull(b, snaps, &reach, i, lost);
        stretch(t, p, x1, b, prec);
        arb_addmul(rise, t, t, prec);
    }
    arb_mul_2exp_si(t, p + DELTA_S, -UNITS);
    arb_sqr(t, t, prec);
    arb_addmul_fmpz(rise, t, lost, prec);
    arb_mul(part, rise, p + K, prec);
    arb_mul_2exp_si(part, part, -1);
    arb_div(part, part, v, prec);
    fmpz_clear(lost);
    arb_clear(rise);
    arb_clear(t);
    arb_clear(snaps);
    arb_clear(b);
}

/* The energy lost in snaps, J. */
static void loss(arb_t loss_, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    const struct reach reach = reach_of(p, s, x0, x1, prec);
    bool known = true;
    arb_t b, snaps;
    fmpz_t lost;
    arb_init(b);
    arb_init(snaps);
    fmpz_init(lost);
    for (int i = 0; i < count(p); i++) {
        arb_set(b, x0 + BOND + i);
        arb_set(snaps, x0 + SNAPS + i);
        pull(b, snaps, &reach, i, lost);
        known &= arb_is_finite(b);
    }
    arb_mul_2exp_si(b, p + DELTA_S, -UNITS);
    arb_sqr(b, b, prec);
    arb_mul_fmpz(b, b, lost, prec);
    arb_mul(b, b, p + K, prec);
    arb_mul_2exp_si(loss_, b, -1);
    if (!known)
        arb_indeterminate(loss_);
    fmpz_clear(lost);
    arb_clear(snaps);
    arb_clear(b);
}

/* A snap moves a bond by half a length in the mean. */
static double events(arb_srcptr p, const arb_t v, const arb_t h)
{
    arb_t t;
    arb_init(t);
    arb_mul(t, v, h, 64);
    arb_div(t, t, p + DELTA_S, 64);
    const double lengths = fabs(arf_get_d(arb_midref(t), ARF_RND_NEAR));
    arb_clear(t);
    return count(p) * (2 * lengths + 1);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec) { arb_pos_inf(x_bound); }

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_mul(F, p + N, p + K, prec);
    arb_mul(F, F, p + DELTA_S, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_mul_2exp_si(scale, travel, 1);
    arb_add(scale, scale, p + DELTA_S, prec);
    arb_mul(scale, scale, p + N, prec);
    arb_mul(scale, scale, p + K, prec);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t sum, d;
    arb_init(sum);
    arb_init(d);
    for (int i = 0; i < count(p); i++) {
        stretch(d, p, x, x + BOND + i, prec);
        arb_sqr(d, d, prec);
        arb_add(sum, sum, d, prec);
    }
    arb_mul(sum, sum, p + K, prec);
    arb_mul_2exp_si(energy, sum, -1);
    arb_clear(d);
    arb_clear(sum);
}

const struct arb_law arb_law_bristle = {
    .name = "bristle",
    .params = params,
    .states = states,
    .n_memory = 2 * MOST,
    .start = start,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .work = work,
    .events = events,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .loss = loss,
    .break_away = break_away,
    .by_path = true,
};
