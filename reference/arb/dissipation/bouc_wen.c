/* Bouc-Wen: w = z s/Z, Z = (A/a)^(1/n), a = beta + gamma. With y = |w|^n and g = gamma/beta
 *
 *     dw/dtravel Z/A = 1 - y for w >= 0,   q/(1+g) for w < 0,   q = 1 + y + g (1-y)     (1)
 *
 * The storage has the derivative dS/dw = (1-c) k (Z^2/A) (c0 w + c1 w^3) (1+g)/q: unloading gives
 * back what c0 = 1 stores, whatever the parameters. The spring c k x^2/2 takes what it gets.
 * That (1+g)/q > 0 is what inflow shows at w = -1.
 */
#include "reference/arb/dissipation/parts.h"
#include "tools/base/decide.h"

enum { K, C, A, BETA, GAMMA, N };

/* Returns true when the ball of the exponent n contains that value, 1 or 2. */
static bool has_n(arb_srcptr p, int n)
{
    arb_t exactly;
    arb_init(exactly);
    arb_set_si(exactly, n);
    const bool has = possibly(ball_equal(p + N, exactly));
    arb_clear(exactly);
    return has;
}

static void power(arb_t y, const arb_t w, int n, slong prec)
{
    if (n == 2)
        dissipation_sqr(y, w, prec);
    else
        arb_set(y, w);
}

/* q, bilinear in y and g: enough to know it at their ends. */
static void slope(arb_t q, const arb_t y, const arb_t g, slong prec)
{
    arf_struct ends[4]; /* of y, of g */
    arb_t a, b, t;
    arb_init(a);
    arb_init(b);
    arb_init(t);
    for (int i = 0; i < 4; i++)
        arf_init(&ends[i]);
    arb_get_interval_arf(&ends[0], &ends[1], y, prec);
    arb_get_interval_arf(&ends[2], &ends[3], g, prec);
    for (int i = 0; i < 4; i++) {
        arb_set_arf(a, &ends[i / 2]);
        arb_set_arf(b, &ends[2 + i % 2]);
        arb_mul(t, a, b, prec);
        arb_sub(t, b, t, prec);
        arb_add(t, t, a, prec);
        arb_add_ui(t, t, 1, prec);
        if (i == 0)
            arb_set(q, t);
        else
            arb_union(q, q, t, prec);
    }
    for (int i = 0; i < 4; i++)
        arf_clear(&ends[i]);
    arb_clear(t);
    arb_clear(b);
    arb_clear(a);
}

/* 1 - c0 - c1 w^2 */
static void unstored(arb_t t, const struct dissipation_box *box, const arb_t w, slong prec)
{
    dissipation_sqr(t, w, prec);
    arb_mul(t, t, box->c + 1, prec);
    arb_add(t, t, box->c, prec);
    dissipation_rest(t, t, prec);
}

/* For w >= 0, by (1-theta) (1-c) k Z: w {y [2/q - mu theta] + (1 - c0 - c1 w^2) (1+g) (1-y)/q} */
static void loading(arb_t D, const struct dissipation_box *box, const arb_t w, int n,
                    const arb_t mu, slong prec)
{
    arb_srcptr p = box->p;
    arb_t y, g, q, t, left;
    arb_init(y);
    arb_init(g);
    arb_init(q);
    arb_init(t);
    arb_init(left);
    power(y, w, n, prec);
    dissipation_left(left, y, prec);
    arb_div(g, p + GAMMA, p + BETA, prec);
    slope(q, y, g, prec);
    arb_set_si(t, 2);
    arb_div(D, t, q, prec);
    dissipation_submul(D, mu, box->theta, prec);
    dissipation_mul(D, D, y, prec);
    arb_add_ui(g, g, 1, prec);
    dissipation_mul(left, left, g, prec);
    arb_div(left, left, q, prec);
    unstored(t, box, w, prec);
    dissipation_addmul(D, t, left, prec);
    dissipation_mul(D, D, w, prec);
    arb_clear(left);
    arb_clear(t);
    arb_clear(q);
    arb_clear(g);
    arb_clear(y);
}

/* For w = -w' <= 0, by (1-theta) (1-c) k Z: w' (c0 - 1 + c1 w'^2) */
static void unloading(arb_t D, const struct dissipation_box *box, const arb_t w, slong prec)
{
    unstored(D, box, w, prec);
    arb_neg(D, D);
    dissipation_mul(D, D, w, prec);
}

/* (1-theta) (1-c) k Z */
static void scale(arb_t F, const struct dissipation_box *box, int n, slong prec)
{
    arb_srcptr p = box->p;
    arb_t t;
    arb_init(t);
    arb_add(t, p + BETA, p + GAMMA, prec);
    arb_div(F, p + A, t, prec);
    dissipation_clip(F); /* valid parameters have A > 0, beta + gamma > 0 */
    if (n == 2)
        arb_sqrt(F, F, prec);
    dissipation_mul(F, F, p + K, prec);
    dissipation_left(t, p + C, prec);
    dissipation_mul(F, F, t, prec);
    dissipation_left(t, box->theta, prec);
    dissipation_mul(F, F, t, prec);
    arb_clear(t);
}

/* Extends the hull by a value; the first value is the hull. */
static void join(arb_t hull, bool *any, const arb_t value, slong prec)
{
    const bool positive =
        certainly(ball_is_nonnegative(value)) && (!*any || certainly(ball_is_nonnegative(hull)));
    if (*any)
        arb_union(hull, hull, value, prec);
    else
        arb_set(hull, value);
    if (positive)
        dissipation_clip(hull);
    *any = true;
}

/* part receives the magnitudes of w on one side of zero. Returns false where there are certainly
 * none. */
static bool side_of(arb_t part, const arb_t w, int side)
{
    arb_mul_si(part, w, side, ARF_PREC_EXACT);
    const bool some = !certainly(ball_is_negative(part));
    dissipation_clip(part);
    return some;
}

static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_t hull, part, F, w;
    bool any = false;
    arb_init(hull);
    arb_init(part);
    arb_init(F);
    arb_init(w);
    for (int n = 1; n <= 2; n++) {
        if (!has_n(box->p, n))
            continue;
        scale(F, box, n, prec);
        if (side_of(w, box->w, 1)) {
            loading(part, box, w, n, mu, prec);
            dissipation_mul(part, part, F, prec);
            join(hull, &any, part, prec);
        }
        if (side_of(w, box->w, -1)) {
            unloading(part, box, w, prec);
            dissipation_mul(part, part, F, prec);
            join(hull, &any, part, prec);
        }
    }
    arb_swap(D, hull);
    arb_clear(w);
    arb_clear(F);
    arb_clear(part);
    arb_clear(hull);
}

/* a (1-y) for w >= 0, a (1-y) + 2 beta y for w < 0. */
static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    arb_srcptr p = box->p;
    arb_t hull, y, a, part;
    bool any = false;
    arb_init(hull);
    arb_init(y);
    arb_init(a);
    arb_init(part);
    arb_add(a, p + BETA, p + GAMMA, prec);
    dissipation_clip(a); /* valid parameters have beta + gamma > 0 */
    for (int n = 1; n <= 2; n++)
        for (int side = -1; side <= 1 && has_n(p, n); side += 2) {
            if (!side_of(y, box->w, side))
                continue;
            power(y, y, n, prec);
            dissipation_left(part, y, prec);
            dissipation_mul(part, part, a, prec);
            arb_mul_2exp_si(y, y, 1);
            if (side < 0)
                dissipation_addmul(part, y, p + BETA, prec);
            join(hull, &any, part, prec);
        }
    arb_swap(r, hull);
    arb_clear(part);
    arb_clear(a);
    arb_clear(y);
    arb_clear(hull);
}

static void speed(arb_t V, arb_srcptr p) { arb_one(V); }

const struct dissipation_inequality dissipation_bouc_wen = {
    .law = "bouc_wen",
    .has_excess = true,
    .has_inflow = true,
    .n_states = 1,
    .storage = "S = c k x^2/2 + (1-c) k int_0^|z| (c0 u + c1 u^3/Z^2)/(A + (beta-gamma) u^n) du, "
               "Z = (A/(beta+gamma))^(1/n)",
    .n_storage = 2,
    .weighted = true,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
