/* Haessig and Friedland's bristles in ball arithmetic, random bonds included:
 *
 *     F = sum of k (x - b_i);   at |x - b_i| = delta_s:  b_i <- b_i + u delta_s sgn(x - b_i)
 *
 * with u = (1 + the top 24 bits of a SplitMix64 output)/2^24, keyed by bristle and snap. The
 * memory behind the travel x holds, for each bristle, its bond as a whole multiple of
 * delta_s/2^24 and the number of its snaps, both exact. Where it cannot be decided whether a
 * bond snaps, it becomes indeterminate.
 */
#include "reference/arb/law.h"

enum { N, K, DELTA_S };
enum { MOST = 20, BOND = 1, SNAPS = 1 + MOST };

static const char *const params[] = { "N", "k", "delta_s", NULL };
static const char *const states[] = { "x", NULL };

static int count(arb_srcptr p) { return (int)arf_get_si(arb_midref(p + N), ARF_RND_NEAR); }

static const char *validate(arb_srcptr p)
{
    if (!arb_is_int(p + N) || count(p) < 1 || count(p) > MOST)
        return "N a whole number from 1 to 20";
    if (!arb_is_positive(p + K))
        return "k > 0";
    return arb_is_positive(p + DELTA_S) ? NULL : "delta_s > 0";
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
    arb_mul_2exp_si(t, b, -24);
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

/* Snaps bristle i until its stretch in the direction s is below delta_s at the travel end.
 * The squares of the stretches gained between snaps are added to *squares. */
static void pull(arb_t b, arb_t snaps, arb_srcptr p, const arb_t s, const arb_t begin,
                 const arb_t end, int i, arb_t squares, slong prec)
{
    arb_t d, limit, t;
    arb_init(d);
    arb_init(limit);
    arb_init(t);
    arb_sqr(limit, p + DELTA_S, prec);
    stretch(d, p, begin, b, prec);
    for (;;) {
        /* the stretch from which the next rise starts */
        arb_sqr(t, d, prec);
        arb_sub(squares, squares, t, prec);
        stretch(d, p, end, b, prec);
        arb_mul(t, d, s, prec);
        if (arb_lt(t, p + DELTA_S))
            break;
        if (!arb_ge(t, p + DELTA_S)) {
            arb_indeterminate(b);
            stretch(d, p, end, b, prec);
            break;
        }
        arb_add(squares, squares, limit, prec);
        const slong u = draw(i, arf_get_si(arb_midref(snaps), ARF_RND_NEAR));
        arb_add_ui(snaps, snaps, 1, ARF_PREC_EXACT);
        /* delta_s s less the way of the bond */
        arb_set_si(t, u);
        arb_mul_2exp_si(t, t, -24);
        arb_sub_ui(d, t, 1, prec);
        arb_neg(d, d);
        arb_mul(d, d, p + DELTA_S, prec);
        arb_mul(d, d, s, prec);
        if (arb_is_positive(s))
            arb_add_si(b, b, u, ARF_PREC_EXACT);
        else
            arb_sub_si(b, b, u, ARF_PREC_EXACT);
    }
    arb_sqr(t, d, prec);
    arb_add(squares, squares, t, prec);
    arb_clear(t);
    arb_clear(limit);
    arb_clear(d);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (arb_is_zero(v))
        return;
    arb_t begin, squares;
    arb_init(begin);
    arb_init(squares);
    arb_set(begin, x);
    arb_addmul(x, v, h, prec);
    for (int i = 0; i < count(p); i++)
        pull(x + BOND + i, x + SNAPS + i, p, s, begin, x, i, squares, prec);
    arb_clear(squares);
    arb_clear(begin);
}

/* By energy: between snaps a bristle takes up k/2 times the rise of its squared stretch. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t squares, b, snaps;
    arb_init(squares);
    arb_init(b);
    arb_init(snaps);
    for (int i = 0; i < count(p); i++) {
        arb_set(b, x0 + BOND + i);
        arb_set(snaps, x0 + SNAPS + i);
        pull(b, snaps, p, s, x0, x1, i, squares, prec);
    }
    arb_mul(part, squares, p + K, prec);
    arb_mul_2exp_si(part, part, -1);
    arb_div(part, part, v, prec);
    arb_clear(snaps);
    arb_clear(b);
    arb_clear(squares);
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
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
};
