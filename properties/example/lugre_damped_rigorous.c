/* The law a second time, in ball arithmetic, sharing nothing with lugre_damped.c: what one file
 * gets wrong the other does not. Verdicts that rest on it are certified. reference/arb/law.h
 * explains every function.
 */
#include "reference/arb/law.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, VD };

static const char *const params[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", "vs", "vd", NULL };
static const char *const states[] = { "z", NULL };

static const char *validate(arb_srcptr p)
{
    if (!arb_is_positive(p + SIGMA0))
        return "sigma0 > 0";
    if (!arb_is_nonnegative(p + SIGMA1))
        return "sigma1 >= 0";
    if (!arb_is_nonnegative(p + SIGMA2))
        return "sigma2 >= 0";
    if (!arb_is_positive(p + FC))
        return "Fc > 0";
    if (arb_lt(p + FS, p + FC))
        return "Fs >= Fc";
    if (!arb_is_positive(p + VS))
        return "vs > 0";
    return arb_is_positive(p + VD) ? NULL : "vd > 0";
}

/* exp(-(v/scale)^2) */
static void bell(arb_t g, const arb_t v, const arb_t scale, slong prec)
{
    arb_div(g, v, scale, prec);
    arb_sqr(g, g, prec);
    arb_neg(g, g);
    arb_exp(g, g, prec);
}

static void level(arb_t G, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t span;
    arb_init(span);
    bell(G, v, p + VS, prec);
    arb_sub(span, p + FS, p + FC, prec);
    arb_mul(G, G, span, prec);
    arb_add(G, G, p + FC, prec);
    arb_clear(span);
}

static void damping(arb_t d, arb_srcptr p, const arb_t v, slong prec)
{
    bell(d, v, p + VD, prec);
    arb_mul(d, d, p + SIGMA1, prec);
}

/* The relaxation rate sigma0 |v|/G, 1/s. */
static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_abs(rate, v);
    arb_mul(rate, rate, p + SIGMA0, prec);
    arb_div(rate, rate, G, prec);
    arb_clear(G);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t k;
    arb_init(k);
    settling_rate(k, p, v, prec);
    arb_mul(k, k, x, prec);
    arb_sub(dx, v, k, prec);
    arb_clear(k);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t dz, d;
    arb_init(dz);
    arb_init(d);
    rate(dz, p, v, s, x, prec);
    damping(d, p, v, prec);
    arb_mul(F, p + SIGMA0, x, prec);
    arb_addmul(F, d, dz, prec);
    arb_addmul(F, p + SIGMA2, v, prec);
    arb_clear(d);
    arb_clear(dz);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t z_ss, decay;
    arb_init(z_ss);
    arb_init(decay);
    settling_rate(decay, p, v, prec);
    arb_mul(decay, decay, h, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    level(z_ss, p, v, prec);
    arb_mul(z_ss, z_ss, s, prec);
    arb_div(z_ss, z_ss, p + SIGMA0, prec);
    arb_sub(x, x, z_ss, prec);
    arb_mul(x, x, decay, prec);
    arb_add(x, x, z_ss, prec);
    arb_clear(decay);
    arb_clear(z_ss);
}

/* From (1): sigma0 int z dt = (travel - change of z) G/|v|. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t travel, dz, k, d;
    arb_init(travel);
    arb_init(dz);
    arb_init(k);
    arb_init(d);
    damping(d, p, v, prec);
    arb_mul(travel, v, h, prec);
    arb_sub(dz, x1, x0, prec);
    settling_rate(k, p, v, prec);
    arb_sub(part, travel, dz, prec);
    arb_div(part, part, k, prec);
    arb_mul(part, part, p + SIGMA0, prec);
    arb_addmul(part, d, dz, prec);
    arb_addmul(part, p + SIGMA2, travel, prec);
    arb_clear(d);
    arb_clear(k);
    arb_clear(dz);
    arb_clear(travel);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_mul(F, G, s, prec);
    arb_addmul(F, p + SIGMA2, v, prec);
    arb_clear(G);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_div(x_bound, p + FS, p + SIGMA0, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t G, slope, d;
    arb_init(G);
    arb_init(slope);
    arb_init(d);
    damping(d, p, v, prec);
    level(G, p, v, prec);
    arb_div(slope, p + FS, G, prec);
    arb_add_ui(slope, slope, 1, prec);
    arb_mul(slope, slope, d, prec);
    arb_add(slope, slope, p + SIGMA2, prec);
    arb_abs(scale, v);
    arb_mul(scale, scale, slope, prec);
    arb_add(scale, scale, p + FS, prec);
    arb_clear(d);
    arb_clear(slope);
    arb_clear(G);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_sqr(energy, x, prec);
    arb_mul(energy, energy, p + SIGMA0, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

const struct arb_law arb_law_lugre_damped = {
    .name = "lugre_damped",
    .params = params,
    .states = states,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
};
