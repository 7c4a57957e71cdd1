/* Armstrong's seven-parameter model in ball arithmetic: stuck F = sigma0 z with dz/dt = v up to
 * Fc + Fs(t2), sliding F = [Fc + Fs(t2) (1-l)] s + sigma2 v until v = 0, tau dl/dt = r(v) - l,
 * r = 1 - 1/(1 + (v/vs)^2), Fs(t2) = Fs - D psi, dpsi/dt = -psi |psi|/gamma while stuck.
 *
 * The memory behind the states holds the direction of a slide, 0 while stuck, and the lack D after
 * the last slide. Where it cannot be decided whether a slide begins, all becomes indeterminate.
 */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

enum { SIGMA0, FC, FS, VS, SIGMA2, TAU, GAMMA };
enum { Z, LOSS, PSI, SLIDES, LACKING, N_BALLS };

static const char *const params[] = { "sigma0", "Fc", "Fs", "vs", "sigma2", "tau", "gamma", NULL };
static const char *const states[] = { "z", "loss", "psi", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + SIGMA0)))
        return "sigma0 > 0";
    if (!certainly(ball_is_positive(p + FC)) || !certainly(ball_is_positive(p + FS)))
        return "Fc > 0, Fs > 0";
    if (!certainly(ball_is_nonnegative(p + SIGMA2)))
        return "sigma2 >= 0";
    for (int i = VS; i <= GAMMA; i++)
        if (i != SIGMA2 && !certainly(ball_is_positive(p + i)))
            return "vs, tau and gamma > 0";
    return NULL;
}

static void start(arb_ptr memory, arb_srcptr p)
{
    arb_zero(memory);
    arb_zero(memory + 1);
}

static bool stuck(arb_srcptr x) { return certainly(ball_is_zero(x + SLIDES)); }

/* 1 - 1/(1 + (v/vs)^2) */
static void settled_loss(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t u;
    arb_init(u);
    arb_div(u, v, p + VS, prec);
    arb_sqr(u, u, prec);
    arb_add_ui(r, u, 1, prec);
    arb_div(r, u, r, prec);
    arb_clear(u);
}

/* Fc + (Fs - D |psi|) part */
static void level(arb_t F, arb_srcptr p, arb_srcptr x, const arb_t part, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_abs(t, x + PSI);
    arb_mul(t, t, x + LACKING, prec);
    arb_sub(t, p + FS, t, prec);
    arb_mul(t, t, part, prec);
    arb_add(F, t, p + FC, prec);
    arb_clear(t);
}

static void static_level(arb_t F, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t one;
    arb_init(one);
    arb_one(one);
    level(F, p, x, one, prec);
    arb_clear(one);
}

static void sliding_level(arb_t F, arb_srcptr p, arb_srcptr x, const arb_t loss, slong prec)
{
    arb_t part;
    arb_init(part);
    arb_sub_ui(part, loss, 1, prec);
    arb_neg(part, part);
    level(F, p, x, part, prec);
    arb_clear(part);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t t;
    arb_init(t);
    settled_loss(t, p, v, prec);
    arb_sub(t, t, x + LOSS, prec);
    arb_div(dx + LOSS, t, p + TAU, prec);
    arb_zero(dx + Z);
    arb_zero(dx + PSI);
    if (stuck(x)) {
        arb_set(dx + Z, v);
        arb_abs(t, x + PSI);
        arb_mul(t, t, x + PSI, prec);
        arb_div(t, t, p + GAMMA, prec);
        arb_neg(dx + PSI, t);
    }
    arb_clear(t);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    if (stuck(x)) {
        arb_mul(F, p + SIGMA0, x + Z, prec);
        return;
    }
    arb_t t;
    arb_init(t);
    arb_mul(t, x + SLIDES, s, prec);
    const struct decision slides = ball_is_positive(t);
    sliding_level(t, p, x, x + LOSS, prec);
    if (certainly(slides)) {
        arb_mul(t, t, s, prec);
        arb_addmul(t, p + SIGMA2, v, prec);
        arb_swap(F, t);
    } else if (!possibly(slides)) /* it has stopped: the spring keeps the last force */
        arb_mul(F, t, x + SLIDES, prec);
    else
        arb_indeterminate(F);
    arb_clear(t);
}

/* Ends a slide: the spring takes its last force. */
static void stop(arb_ptr x, arb_srcptr p, slong prec)
{
    arb_t t;
    arb_init(t);
    sliding_level(t, p, x, x + LOSS, prec);
    arb_div(x + Z, t, p + SIGMA0, prec);
    arb_mul(x + Z, x + Z, x + SLIDES, prec);
    arb_sub(t, t, p + FC, prec);
    arb_sub(x + LACKING, p + FS, t, prec);
    arb_one(x + PSI);
    arb_zero(x + SLIDES);
    arb_clear(t);
}

static void turn(arb_ptr x, arb_srcptr p, slong prec)
{
    if (!stuck(x))
        stop(x, p, prec);
}

/* Ends a slide that does not go on in direction s. */
static void end_slide(arb_ptr x, arb_srcptr p, const arb_t s, slong prec)
{
    arb_t along;
    arb_init(along);
    arb_mul(along, x + SLIDES, s, prec);
    const struct decision goes_on = ball_is_positive(along);
    if (!stuck(x) && !possibly(goes_on))
        stop(x, p, prec);
    else if (!stuck(x) && !certainly(goes_on))
        _arb_vec_indeterminate(x, N_BALLS);
    arb_clear(along);
}

/* The switch is the distance to the static level. */
static void switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    arb_t along;
    if (!stuck(x)) {
        arb_one(g);
        return;
    }
    arb_init(along);
    arb_mul(along, s, x + Z, prec);
    static_level(g, p, x, prec);
    arb_div(g, g, p + SIGMA0, prec);
    arb_sub(g, g, along, prec);
    arb_clear(along);
}

static void transition(arb_ptr x, arb_srcptr p, int i, const arb_t v, const arb_t s, slong prec)
{
    static_level(x + Z, p, x, prec);
    arb_div(x + Z, x + Z, p + SIGMA0, prec);
    arb_mul(x + Z, x + Z, s, prec);
    arb_set(x + SLIDES, s);
}

static void relax(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t h, slong prec)
{
    arb_t r, decay;
    arb_init(r);
    arb_init(decay);
    settled_loss(r, p, v, prec);
    arb_div(decay, h, p + TAU, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    arb_sub(x + LOSS, x + LOSS, r, prec);
    arb_mul(x + LOSS, x + LOSS, decay, prec);
    arb_add(x + LOSS, x + LOSS, r, prec);
    arb_clear(decay);
    arb_clear(r);
}

/* A rest of the time t: 1/psi grows by t/gamma. */
static void rest(arb_ptr x, arb_srcptr p, const arb_t t, slong prec)
{
    arb_t d;
    arb_init(d);
    arb_abs(d, x + PSI);
    arb_mul(d, d, t, prec);
    arb_div(d, d, p + GAMMA, prec);
    arb_add_ui(d, d, 1, prec);
    arb_div(x + PSI, x + PSI, d, prec);
    arb_clear(d);
}

/* The time at which sigma0 (s z + |v| t) is the level: with q = psi/gamma, k = sigma0 |v| and
 * c = Fc + Fs - s sigma0 z (the room with an infinite rest behind), (c - k t)(1 + q t) = D psi. */
static void break_time(arb_t t, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                       slong prec)
{
    arb_t k, q, c, b, psi;
    arb_init(k);
    arb_init(q);
    arb_init(c);
    arb_init(b);
    arb_init(psi);
    arb_abs(k, v);
    arb_mul(k, k, p + SIGMA0, prec);
    arb_abs(psi, x + PSI);
    arb_div(q, psi, p + GAMMA, prec);
    arb_mul(c, p + SIGMA0, x + Z, prec);
    arb_mul(c, c, s, prec);
    arb_sub(c, p + FS, c, prec);
    arb_add(c, c, p + FC, prec);
    if (certainly(ball_is_zero(x + LACKING)) || certainly(ball_is_zero(q)))
        arb_div(t, c, k, prec); /* the level stands still */
    else {                      /* k q t^2 + (k - c q) t - (c - D psi) = 0 */
        arb_mul(b, c, q, prec);
        arb_sub(b, k, b, prec);
        arb_submul(c, x + LACKING, psi, prec);
        arb_mul(q, q, k, prec);
        arb_mul(c, c, q, prec);
        arb_mul_2exp_si(c, c, 2);
        arb_addmul(c, b, b, prec);
        arb_sqrtpos(c, c, prec);
        arb_sub(c, c, b, prec);
        arb_mul_2exp_si(q, q, 1);
        arb_div(t, c, q, prec);
    }
    arb_clear(psi);
    arb_clear(b);
    arb_clear(c);
    arb_clear(q);
    arb_clear(k);
}

/* Brings x to where a slide begins; `stretched` receives the time before it. A law that is stuck
 * for all of h leaves x where it is, or has just stopped. */
static void phases(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                   arb_t stretched, slong prec)
{
    end_slide(x, p, s, prec);
    arb_zero(stretched);
    if (stuck(x)) {
        arb_set(stretched, h);
        if (!certainly(ball_is_zero(v)))
            break_time(stretched, p, v, s, x, prec);
        if (certainly(ball_is_zero(v)) || certainly(ball_at_most(h, stretched)))
            arb_set(stretched, h);
        else if (!certainly(ball_less(stretched, h)) || !arb_is_exact(s))
            _arb_vec_indeterminate(x, N_BALLS);
        else {
            rest(x, p, stretched, prec);
            relax(x, p, v, stretched, prec);
            transition(x, p, 0, v, s, prec);
        }
    }
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t stretched, left;
    arb_init(stretched);
    arb_init(left);
    phases(x, p, v, s, h, stretched, prec);
    if (stuck(x)) {
        arb_addmul(x + Z, v, h, prec);
        rest(x, p, h, prec);
        relax(x, p, v, h, prec);
    } else {
        arb_sub(left, h, stretched, prec);
        relax(x, p, v, left, prec);
    }
    arb_clear(left);
    arb_clear(stretched);
}

/* int F dt of the spring by energy, sigma0 (z1^2 - z0^2)/(2 v); of a slide by (4), whose integral
 * gives that of the loss: r t - tau (l1 - l0). */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t stretched, t, lost;
    arb_ptr x = _arb_vec_init(N_BALLS);
    arb_init(stretched);
    arb_init(t);
    arb_init(lost);
    _arb_vec_set(x, x0, N_BALLS);
    end_slide(x, p, s, prec);
    arb_zero(part);
    if (stuck(x)) {
        arb_sub(t, x1 + Z, x + Z, prec);
        arb_add(lost, x1 + Z, x + Z, prec);
        arb_mul(t, t, lost, prec);
        arb_mul(t, t, p + SIGMA0, prec);
        arb_div(t, t, v, prec);
        arb_mul_2exp_si(part, t, -1);
    }
    phases(x, p, v, s, h, stretched, prec);
    if (!stuck(x)) {
        arb_sub(t, h, stretched, prec);
        settled_loss(lost, p, v, prec);
        arb_mul(lost, lost, t, prec);
        arb_sub(stretched, x1 + LOSS, x + LOSS, prec);
        arb_submul(lost, stretched, p + TAU, prec);
        arb_div(lost, lost, t, prec);
        sliding_level(stretched, p, x, lost, prec);
        arb_mul(stretched, stretched, s, prec);
        arb_addmul(stretched, p + SIGMA2, v, prec);
        arb_addmul(part, stretched, t, prec);
    }
    arb_clear(lost);
    arb_clear(t);
    arb_clear(stretched);
    _arb_vec_clear(x, N_BALLS);
}

static void break_away(arb_t F, arb_srcptr p, slong prec) { arb_add(F, p + FC, p + FS, prec); }

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    break_away(x_bound + Z, p, prec);
    arb_div(x_bound + Z, x_bound + Z, p + SIGMA0, prec);
    arb_one(x_bound + LOSS);
    arb_one(x_bound + PSI);
}

/* z moves to where it slides, within its bound, and stays there; the loss to r(v), psi to 0. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_zero(slack_ + Z);
    arb_div(slack_ + LOSS, v, p + VS, prec);
    arb_sqr(slack_ + LOSS, slack_ + LOSS, prec);
    arb_add_ui(slack_ + LOSS, slack_ + LOSS, 1, prec);
    arb_inv(slack_ + LOSS, slack_ + LOSS, prec);
    arb_one(slack_ + PSI);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_abs(t, v);
    arb_mul(t, t, p + SIGMA2, prec);
    break_away(scale, p, prec);
    arb_add(scale, scale, t, prec);
    arb_clear(t);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_sqr(energy, x + Z, prec);
    arb_mul(energy, energy, p + SIGMA0, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

const struct arb_law arb_law_armstrong = {
    .name = "armstrong",
    .params = params,
    .states = states,
    .n_memory = 2,
    .start = start,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .work = work,
    .bound = bound,
    .slack = slack,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .n_switches = 1,
    .switches = switches,
    .transition = transition,
    .turn = turn,
};
