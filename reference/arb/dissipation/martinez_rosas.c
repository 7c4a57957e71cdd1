/* The dissipation inequality of martinez_rosas, scaled: w = sigma0 z s, q = sigma0 y s,
 * a = alpha/sigma0,
 *
 *     F s = Fc w + sigma1 v (1-w) + sigma2 v + (Fs-Fc-a) q + a g(v)
 *     dw/dtravel = sigma0 (1-w),   dq/dt = g(v) - q
 *
 * q changes in time, also at rest, where nothing pays for it: S is a function of w alone.
 */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, ALPHA };
enum { W, Q };

/* (Fs-Fc) q + a (g-q) at one end of q. */
static void from_y_at(arb_t part, const arf_t end, const struct dissipation_box *box, const arb_t a,
                      const arb_t g, slong prec)
{
    arb_t q, t;
    arb_init(q);
    arb_init(t);
    arb_set_arf(q, end);
    arb_sub(t, g, q, prec);
    arb_mul(part, t, a, prec);
    arb_sub(t, box->p + FS, box->p + FC, prec);
    arb_addmul(part, t, q, prec);
    arb_clear(t);
    arb_clear(q);
}

/* The part is affine in q, and lies between its values at the ends of q. */
static void from_y(arb_t part, const struct dissipation_box *box, const arb_t a, const arb_t g,
                   slong prec)
{
    arb_t other;
    arf_t low, high;
    arb_init(other);
    arf_init(low);
    arf_init(high);
    arb_get_interval_arf(low, high, box->w + Q, prec);
    from_y_at(part, low, box, a, g, prec);
    from_y_at(other, high, box, a, g, prec);
    arb_union(part, part, other, prec);
    arf_clear(high);
    arf_clear(low);
    arb_clear(other);
}

/* (1-theta) {Fc [(1-c0) w + (c0 - mu theta) w^2 - (1-w) sum of c_k w^(2k+1)] + (Fs-Fc-a) q + a g}
 * + vs theta [sigma1 (1-w) + sigma2] */
static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_srcptr p = box->p;
    arb_t g, h, t, a, sum;
    arb_init(g);
    arb_init(h);
    arb_init(t);
    arb_init(a);
    arb_init(sum);
    dissipation_curve(g, h, box->theta, p + M, prec);
    arb_div(a, p + ALPHA, p + SIGMA0, prec);
    dissipation_mul(h, mu, box->theta, prec);
    arb_sub(h, box->c, h, prec);
    dissipation_sqr(t, box->w + W, prec);
    dissipation_mul(sum, h, t, prec);
    arb_sub_ui(t, box->c, 1, prec);
    dissipation_submul(sum, t, box->w + W, prec);
    dissipation_higher(h, box, 4, prec);
    dissipation_left(t, box->w + W, prec);
    dissipation_submul(sum, h, t, prec);
    dissipation_mul(sum, sum, p + FC, prec);
    from_y(h, box, a, g, prec);
    dissipation_add(sum, sum, h, prec);
    dissipation_left(h, box->theta, prec);
    dissipation_mul(sum, sum, h, prec);
    dissipation_mul(t, t, p + SIGMA1, prec);
    dissipation_add(t, t, p + SIGMA2, prec);
    dissipation_mul(t, t, box->theta, prec);
    dissipation_mul(t, t, p + VS, prec);
    dissipation_add(D, sum, t, prec);
    arb_clear(sum);
    arb_clear(a);
    arb_clear(t);
    arb_clear(h);
    arb_clear(g);
}

/* 1 - w; -h + (1 - q), which has a sign at q = 1. */
static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    arb_t g, h;
    arb_init(g);
    arb_init(h);
    dissipation_left(r + W, box->w + W, prec);
    dissipation_curve(g, h, box->theta, box->p + M, prec);
    dissipation_left(r + Q, box->w + Q, prec);
    arb_sub(r + Q, r + Q, h, prec);
    arb_clear(h);
    arb_clear(g);
}

static void speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_martinez_rosas = {
    .law = "martinez_rosas",
    .n_states = 2,
    .storage = "S = (Fc/sigma0) (c0 w^2/2 + c1 w^4/4 + c2 w^6/6 + c3 w^8/8), w = sigma0 z",
    .n_storage = 4,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
