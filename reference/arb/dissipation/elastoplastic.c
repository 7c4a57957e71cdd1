/* The elastoplastic dissipation inequality: LuGre's with the ramp alpha(w). */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, Z_BA, Z_MAX };

/* y <- y cut to [0, 1], where all that is not known lies. */
static void cut_to_one(arb_t y, slong prec)
{
    arb_t end;
    arb_init(end);
    arb_max(y, y, end, prec);
    arb_one(end);
    arb_min(y, y, end, prec);
    if (!arb_is_finite(y))
        arb_unit_interval(y);
    arb_clear(end);
}

/* The ramp at one end of w: sin^2 of half its place, which is cut to [0, 1]. */
static void ramp_at(arb_t alpha, const arf_t w, arb_srcptr p, slong prec)
{
    arb_t y, t;
    arb_init(y);
    arb_init(t);
    arb_set_arf(y, w);
    dissipation_mul(y, y, p + FS, prec);
    arb_div(y, y, p + SIGMA0, prec);
    arb_sub(y, y, p + Z_BA, prec);
    arb_sub(t, p + Z_MAX, p + Z_BA, prec);
    arb_div(y, y, t, prec);
    cut_to_one(y, prec);
    arb_mul_2exp_si(y, y, -1);
    arb_sin_pi(t, y, prec);
    dissipation_sqr(alpha, t, prec);
    arb_clear(t);
    arb_clear(y);
}

static void ramp(arb_t alpha, const struct dissipation_box *box, slong prec)
{
    arb_t other;
    arf_t low, high;
    arb_init(other);
    arf_init(low);
    arf_init(high);
    arb_get_interval_arf(low, high, box->w, prec);
    ramp_at(alpha, low, box->p, prec);
    ramp_at(other, high, box->p, prec);
    arb_union(alpha, alpha, other, prec);
    dissipation_clip(alpha);
    arf_clear(high);
    arf_clear(low);
    arb_clear(other);
}

static struct dissipation_lugre family(arb_srcptr p, arb_srcptr alpha)
{
    return (
        struct dissipation_lugre){ p + SIGMA1, p + SIGMA2, p + FC, p + FS, p + VS, p + M, alpha };
}

static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_t alpha;
    arb_init(alpha);
    ramp(alpha, box, prec);
    const struct dissipation_lugre q = family(box->p, alpha);
    dissipation_lugre_excess(D, &q, box, 3, mu, prec);
    arb_clear(alpha);
}

static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    const struct dissipation_lugre q = family(box->p, NULL);
    dissipation_lugre_inflow(r, &q, box, prec);
}

static void speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_elastoplastic = {
    .law = "elastoplastic",
    .has_excess = true,
    .has_inflow = true,
    .n_states = 1,
    .storage = "S = (Fs^2/sigma0) (c0 w^2/2 + c1 w^4/4 + c2 w^6/6), w = sigma0 z/Fs",
    .n_storage = 3,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
