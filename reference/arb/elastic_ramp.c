/* Follows w through its elastic, ramped and plastic ranges. */
#include "reference/arb/elastic_ramp.h"
#include "tools/base/decide.h"

#include <acb.h>
#include <acb_calc.h>

/* The integrand 1/g, or w/g, as a context for acb_calc. */
struct integrand {
    arb_srcptr levels;
    bool times_w;
};

static int integrand(acb_ptr out, const acb_t w, void *context, slong order, slong prec)
{
    const struct integrand *f = context;
    (void)order; /* meromorphic: a pole nearby gives no finite value */
    acb_t g, y;
    arb_t width;
    acb_init(g);
    acb_init(y);
    arb_init(width);
    arb_sub(width, f->levels + RAMP_MAX, f->levels + RAMP_BA, prec);
    acb_sub_arb(y, w, f->levels + RAMP_BA, prec);
    acb_div_arb(y, y, width, prec);
    acb_mul_2exp_si(y, y, -1);
    acb_sin_pi(y, y, prec);
    acb_sqr(y, y, prec);
    acb_mul(y, y, w, prec);
    acb_div_arb(y, y, f->levels + RAMP_SS, prec);
    acb_sub_ui(g, y, 1, prec);
    acb_neg(g, g);
    acb_inv(g, g, prec);
    if (f->times_w)
        acb_mul(g, g, w, prec);
    acb_swap(out, g);
    arb_clear(width);
    acb_clear(y);
    acb_clear(g);
    return 0;
}

/* Bits of a quadrature: enough for whatever is asked of it, and the time that it takes grows with
 * their cube. LOOK is for a first guess, and to see where a path ends. */
enum { LOOK = 64, MOST_BITS = 352 };

/* sum += the integral from w0 to w1, exact numbers. */
static void integrate(arb_t sum, arb_srcptr levels, bool times_w, const arb_t w0, const arb_t w1,
                      slong bits, slong prec)
{
    struct integrand f = { levels, times_w };
    acb_t from, to, value;
    mag_t tolerance;
    acb_init(from);
    acb_init(to);
    acb_init(value);
    mag_init(tolerance); /* 0: relative accuracy counts */
    acb_set_arb(from, w0);
    acb_set_arb(to, w1);
    if (!ball_same(w0, w1))
        acb_calc_integrate(value, integrand, &f, from, to, bits, tolerance, NULL, bits);
    arb_add(sum, sum, acb_realref(value), prec);
    mag_clear(tolerance);
    acb_clear(value);
    acb_clear(to);
    acb_clear(from);
}

/* dw/dxi */
static void slope(arb_t g, arb_srcptr levels, const arb_t w, slong bits)
{
    struct integrand f = { levels, false };
    acb_t at, value;
    acb_init(at);
    acb_init(value);
    acb_set_arb(at, w);
    integrand(value, at, &f, 0, bits);
    arb_inv(g, acb_realref(value), bits);
    acb_clear(value);
    acb_clear(at);
}

/* Newton's iteration on the ramp: moves w, an exact number, by what is lacking of a path, until
 * arithmetic of that many bits no longer reduces it. */
static void approach(arb_t w, arb_t lacking, arb_srcptr levels, slong bits, slong prec)
{
    enum { MOST = 40 };
    arb_t next, travelled;
    mag_t before, now;
    arb_init(next);
    arb_init(travelled);
    mag_init(before);
    mag_init(now);
    arb_get_mag(before, lacking);
    for (int i = 0; i < MOST; i++) {
        slope(next, levels, w, bits);
        arb_mul(next, next, lacking, bits);
        arb_add(next, next, w, prec);
        arb_get_mid_arb(next, next);
        arb_max(next, next, levels + RAMP_BA, ARF_PREC_EXACT);
        arb_min(next, next, levels + RAMP_MAX, ARF_PREC_EXACT);
        arb_zero(travelled);
        integrate(travelled, levels, false, w, next, bits, prec);
        arb_set(w, next);
        arb_sub(lacking, lacking, travelled, prec);
        arb_get_mag(now, lacking);
        if (i > 2 && mag_cmp(now, before) >= 0)
            break;
        mag_set(before, now);
    }
    mag_clear(now);
    mag_clear(before);
    arb_clear(travelled);
    arb_clear(next);
}

/* Moves w by the path xi, to an exact number; `lacking` receives what is left of the path. Starts
 * from a guess, so that only one long integral takes all bits. */
static void climb(arb_t w, arb_t lacking, arb_srcptr levels, const arb_t xi, slong bits, slong prec)
{
    arb_t guess;
    arb_init(guess);
    arb_set(guess, w);
    arb_set(lacking, xi);
    approach(guess, lacking, levels, LOOK, prec);
    arb_zero(lacking);
    integrate(lacking, levels, false, w, guess, bits, prec);
    arb_sub(lacking, xi, lacking, prec);
    arb_set(w, guess);
    approach(w, lacking, levels, bits, prec);
    arb_clear(guess);
}

/* whole receives the path from w to the end of the ramp, to all bits only where they matter.
 * Returns true when xi ends before, or may. */
static bool ends_on_ramp(arb_t whole, arb_srcptr levels, const arb_t w, const arb_t xi, slong bits,
                         slong prec)
{
    arb_zero(whole);
    integrate(whole, levels, false, w, levels + RAMP_MAX, LOOK, prec);
    if (certainly(ball_less(xi, whole)))
        return true;
    arb_zero(whole);
    integrate(whole, levels, false, w, levels + RAMP_MAX, bits, prec);
    return !certainly(ball_less(whole, xi));
}

/* Moves through the elastic range, below z_ba. Returns true when the path ends there. */
static bool elastic(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    arb_t part, mean;
    arb_init(part);
    arb_init(mean);
    arb_sub(part, levels + RAMP_BA, m->w, ARF_PREC_EXACT);
    const bool ends = certainly(ball_at_most(m->left, part));
    if (ends)
        arb_set(part, m->left);
    arb_mul_2exp_si(mean, part, -1);
    arb_add(mean, mean, m->w, prec);
    arb_addmul(m->integral, mean, part, prec);
    if (ends)
        arb_add(m->w, m->w, part, prec);
    else
        arb_set(m->w, levels + RAMP_BA);
    arb_sub(m->left, m->left, part, ARF_PREC_EXACT);
    arb_clear(mean);
    arb_clear(part);
    return ends;
}

/* Moves up the ramp. Returns true when the path ends there, or so close to the ramp's end that
 * arithmetic cannot tell. Then, too, w changes by between 0 and the path that is lacking. */
static bool up_the_ramp(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    const slong bits = prec < MOST_BITS ? prec : MOST_BITS;
    arb_t path, from, part;
    arb_init(path);
    arb_init(from);
    arb_init(part);
    arb_set(from, m->w);
    const bool ends = ends_on_ramp(path, levels, from, m->left, bits, prec);
    if (ends)
        climb(m->w, path, levels, m->left, bits, prec);
    else {
        arb_sub(m->left, m->left, path, prec);
        arb_set(m->w, levels + RAMP_MAX);
    }
    if (m->sums)
        integrate(m->integral, levels, true, from, m->w, bits, prec);
    if (ends) {
        arb_set_d(part, 0.5);
        mag_set_d(arb_radref(part), 0.5);
        arb_addmul(m->w, path, part, prec);
        arb_mul(part, path, levels + RAMP_SS, prec); /* w < z_ss */
        arb_add_error(m->integral, part);
    }
    arb_clear(part);
    arb_clear(from);
    arb_clear(path);
    return ends;
}

/* From z_max on: relaxation to z_ss. */
static void plastic(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    arb_t decay, end;
    arb_init(decay);
    arb_init(end);
    arb_div(decay, m->left, levels + RAMP_SS, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    arb_sub(end, m->w, levels + RAMP_SS, prec);
    arb_mul(end, end, decay, prec);
    arb_add(end, end, levels + RAMP_SS, prec);
    arb_sub(decay, end, m->w, prec);
    arb_sub(decay, m->left, decay, prec);
    arb_addmul(m->integral, decay, levels + RAMP_SS, prec);
    arb_swap(m->w, end);
    arb_clear(end);
    arb_clear(decay);
}

/* Follows the path from exact numbers to its end. */
static void go(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    if (certainly(ball_less(m->w, levels + RAMP_BA)) && elastic(m, levels, prec))
        return;
    if (certainly(ball_less(m->w, levels + RAMP_MAX)) && up_the_ramp(m, levels, prec))
        return;
    plastic(m, levels, prec);
}

/* Bounds on how far the end of a path is from that of the middles of the balls, for the equation
 * dw/dxi = g, 0 <= g <= 1, which brings solutions together: errors of w0 and xi remain as they are,
 * those of the levels, in g at most 2 (dz_ba + dz_max)/(z_max - z_ba) and dz_ss/z_ss, count over
 * the ramp, whose path is at most (z_max - z_ba)/(1 - z_max/z_ss), and beyond it over z_ss. */
static void error_of(mag_t error, const struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    arb_t width, span, t, sum;
    arb_init(width);
    arb_init(span);
    arb_init(t);
    arb_init(sum);
    arb_sub(width, levels + RAMP_MAX, levels + RAMP_BA, prec);
    arb_div(t, levels + RAMP_MAX, levels + RAMP_SS, prec);
    arb_sub_ui(t, t, 1, prec);
    arb_neg(t, t);
    arb_div(span, width, t, prec);
    arb_min(span, span, m->left, prec);
    arb_get_rad_arb(sum, levels + RAMP_BA);
    arb_get_rad_arb(t, levels + RAMP_MAX);
    arb_add(sum, sum, t, prec);
    arb_mul(sum, sum, span, prec);
    arb_div(sum, sum, width, prec);
    arb_mul_2exp_si(sum, sum, 1);
    arb_add(span, span, levels + RAMP_SS, prec);
    arb_get_rad_arb(t, levels + RAMP_SS);
    arb_mul(t, t, span, prec);
    arb_div(t, t, levels + RAMP_SS, prec);
    arb_add(sum, sum, t, prec);
    arb_get_mag(error, sum);
    mag_add(error, error, arb_radref(m->w));
    mag_add(error, error, arb_radref(m->left));
    arb_clear(sum);
    arb_clear(t);
    arb_clear(span);
    arb_clear(width);
}

/* Follows the path from balls that may lie below z_max: from their midpoints, with the error as a
 * radius. */
static void go_from_middles(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    arb_ptr exact = _arb_vec_init(RAMP_LEVELS);
    mag_t error, sum_error, path, most;
    mag_init(error);
    mag_init(sum_error);
    mag_init(path);
    mag_init(most);
    error_of(error, m, levels, prec);
    arb_get_mag(path, m->left);
    arb_abs(exact, m->w); /* |w| <= |w0| + z_ss on the way */
    arb_add(exact, exact, levels + RAMP_SS, prec);
    arb_get_mag(most, exact);
    mag_mul(sum_error, path, error);
    mag_addmul(sum_error, most, arb_radref(m->left));
    for (int i = 0; i < RAMP_LEVELS; i++)
        arb_get_mid_arb(exact + i, levels + i);
    arb_get_mid_arb(m->w, m->w);
    arb_get_mid_arb(m->left, m->left);
    go(m, exact, prec);
    mag_add(arb_radref(m->w), arb_radref(m->w), error);
    mag_add(arb_radref(m->integral), arb_radref(m->integral), sum_error);
    mag_clear(most);
    mag_clear(path);
    mag_clear(sum_error);
    mag_clear(error);
    _arb_vec_clear(exact, RAMP_LEVELS);
}

void elastic_ramp_travel(struct elastic_ramp *m, arb_srcptr levels, slong prec)
{
    if (certainly(ball_at_most(levels + RAMP_MAX, m->w)))
        plastic(m, levels, prec);
    else if (certainly(ball_less(m->w, levels + RAMP_SS)))
        go_from_middles(m, levels, prec);
    else { /* too wide a ball for 0 <= g <= 1 */
        arb_indeterminate(m->w);
        arb_indeterminate(m->integral);
    }
}
