/* Structure against the second statement: what a law offers beside its equations (rates,
 * forces, flows, work, Jacobians, steady states) must be what ball arithmetic says, over
 * the whole valid range of parameters, for any law (-DMODEL=name).
 *
 * The tolerance is derived, not chosen: the rigorous law is evaluated with every input
 * widened by a relative NEIGHBOURHOOD of 32 units of rounding. Rounding in the terms of an
 * expression is equivalent to such perturbations of its inputs, and rounding of the result
 * to one of the result, so a correctly coded law lands in the resulting ball however badly
 * conditioned it is; a wrong term does not.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "models/model.h"
#include "properties/draw.h"
#include "properties/trial.h"
#include "reference/arb/law.h"

#define TEXT_(x)    #x
#define TEXT(x)     TEXT_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define LAW         PREC_OF(JOIN(model_, MODEL))
extern const struct model LAW;

enum { POINTS = 400, PREC_BITS = 256, DIFFERENCE_BITS = 512, WORK_BITS = 1024 };

static const double NEIGHBOURHOOD = 32 * (double)R_EPSILON;

/* One point of the law: exact numbers, and the same as widened balls. */
struct point {
    const struct arb_law *law;
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory, *mem; /* mem: NULL for laws without */
    arb_ptr bp, bx, bx1, out;
    arb_t bv, bs, bh;
};

static void widened(arb_t ball, real value)
{
    arb_set_d(ball, (double)value);
    mag_t radius;
    mag_init(radius);
    mag_set_d(radius, fabs((double)value) * NEIGHBOURHOOD);
    mag_add(arb_radref(ball), arb_radref(ball), radius);
    mag_clear(radius);
}

static int state_of(const struct arb_law *law, int i)
{
    return PREC(trial_state_index)(&LAW, law->states[i]);
}

static void fill_balls(struct point *pt, void (*set)(arb_t, real))
{
    for (int i = 0; pt->law->params[i]; i++)
        for (unsigned k = 0; k < LAW.n_params; k++)
            if (strcmp(LAW.params[k].name, pt->law->params[i]) == 0)
                set(pt->bp + i, pt->p[k]);
    for (int i = 0; i < arb_law_count(pt->law->states); i++)
        set(pt->bx + i, pt->x[state_of(pt->law, i)]);
    if (pt->law->start)
        pt->law->start(pt->bx + arb_law_count(pt->law->states), pt->bp);
    set(pt->bv, pt->v);
    set(pt->bh, pt->h);
    arb_set_d(pt->bs, (double)pt->s);
}

static void set_exact(arb_t ball, real value) { arb_set_d(ball, (double)value); }

/* A random point: velocity as in the signals but moving, states anywhere within bound. */
static void draw_point(struct point *pt, uint64_t index)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct rng rng = PREC(rng_keyed)(0, LAW.name, index);
    struct hold holds[DRAW_MAX_HOLDS];
    real bound[MODEL_MAX_STATES] = { 0 };
    cr_assert(PREC(draw_params)(&LAW, &anywhere, &rng, pt->p));
    do
        PREC(draw_signal)(&LAW, pt->p, ANY_SIGNAL, &rng, holds);
    while (holds[0].v == 0);
    pt->v = holds[0].v;
    pt->h = holds[0].h;
    pt->s = r_sign(pt->v);
    if (LAW.bound)
        LAW.bound(pt->p, bound);
    for (unsigned i = 0; i < LAW.n_states; i++) {
        /* travel is unbounded; with bonds to come, it starts where they do */
        const real range = isfinite(bound[i]) ? bound[i] : LAW.start ? 0 : LAW.length(pt->p);
        pt->x[i] = range * (real)(2 * rng_uniform(&rng) - 1);
    }
    pt->mem = NULL;
    if (LAW.start) {
        pt->mem = &pt->memory;
        LAW.start(pt->p, 0, pt->mem);
    }
    fill_balls(pt, widened);
}

static void point_init(struct point *pt)
{
    pt->law = arb_law_find(TEXT(MODEL));
    if (!pt->law)
        cr_skip_test("no rigorous statement in reference/arb/");
    pt->bp = _arb_vec_init(ARB_LAW_MAX);
    pt->bx = _arb_vec_init(ARB_LAW_MAX);
    pt->bx1 = _arb_vec_init(ARB_LAW_MAX);
    pt->out = _arb_vec_init(ARB_LAW_MAX);
    arb_init(pt->bv);
    arb_init(pt->bs);
    arb_init(pt->bh);
}

static void point_clear(struct point *pt)
{
    arb_clear(pt->bh);
    arb_clear(pt->bs);
    arb_clear(pt->bv);
    _arb_vec_clear(pt->out, ARB_LAW_MAX);
    _arb_vec_clear(pt->bx1, ARB_LAW_MAX);
    _arb_vec_clear(pt->bx, ARB_LAW_MAX);
    _arb_vec_clear(pt->bp, ARB_LAW_MAX);
}

/* An upper bound on the travel from the origin at the end of the point's hold. */
static real travel(const struct point *pt)
{
    return r_abs(pt->v) * pt->h + (LAW.length ? LAW.length(pt->p) : 0);
}

/* The value lies in the ball, widened by its own rounding and by underflow: `scale` times
 * the smallest normal number. */
static void expect_in(const char *what, const struct point *pt, real value, const arb_t ball,
                      real scale)
{
    arb_t wide;
    arb_init(wide);
    arb_set(wide, ball);
    mag_t underflow;
    mag_init(underflow);
    mag_set_d(underflow, (double)r_abs(scale));
    mag_mul_2exp_si(underflow, underflow, sizeof(real) == sizeof(float) ? -126 : -1022);
    mag_add(arb_radref(wide), arb_radref(wide), underflow);
    arb_t exact;
    arb_init(exact);
    widened(exact, value);
    mag_add(arb_radref(wide), arb_radref(wide), arb_radref(exact));
    arb_set_d(exact, (double)value);
    if (!arb_contains(wide, exact)) {
        char *shown = arb_get_str(ball, 20, 0);
        char values[1024] = "";
        for (unsigned i = 0; i < LAW.n_params; i++)
            snprintf(values + strlen(values), sizeof values - strlen(values), " %s=%a",
                     LAW.params[i].name, (double)pt->p[i]);
        for (unsigned i = 0; i < LAW.n_states; i++)
            snprintf(values + strlen(values), sizeof values - strlen(values), " %s=%a",
                     LAW.states[i].name, (double)pt->x[i]);
        cr_expect(false, "%s is %.17g, rigorously %s at v=%a h=%a%s", what, (double)value, shown,
                  (double)pt->v, (double)pt->h, values);
        flint_free(shown);
    }
    arb_clear(exact);
    mag_clear(underflow);
    arb_clear(wide);
}

/* Runs a check at every point. */
static void at_points(void (*check)(struct point *))
{
    struct point pt;
    point_init(&pt);
    for (uint64_t i = 0; i < POINTS; i++) {
        draw_point(&pt, i);
        check(&pt);
    }
    point_clear(&pt);
}

static void check_rate(struct point *pt)
{
    real dx[MODEL_MAX_STATES];
    LAW.rate(pt->p, pt->mem, pt->v, pt->s, pt->x, dx);
    pt->law->rate(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        expect_in(pt->law->states[i], pt, dx[state_of(pt->law, i)], pt->out + i, 1);
}

Test(structure, rate)
{
    if (LAW.n_states == 0)
        cr_skip_test("no states");
    at_points(check_rate);
}

static void check_force(struct point *pt)
{
    const real scale = LAW.force_scale ? LAW.force_scale(pt->p, pt->v, travel(pt)) : 1;
    pt->law->force(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, PREC_BITS);
    expect_in("force", pt, LAW.force(pt->p, pt->mem, pt->v, pt->s, pt->x), pt->out, scale);
}

Test(structure, force) { at_points(check_force); }

static void check_flow(struct point *pt)
{
    _arb_vec_set(pt->bx1, pt->bx, ARB_LAW_MAX);
    LAW.flow(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x);
    pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        expect_in(pt->law->states[i], pt, pt->x[state_of(pt->law, i)], pt->bx1 + i, 1);
}

Test(structure, flow)
{
    if (!LAW.flow || LAW.n_states == 0)
        cr_skip_test("no flow");
    at_points(check_flow);
}

/* At exact inputs, since differences of states would widen without measure; the bound is
 * that of properties/trial.c for one hold. */
static void check_work(struct point *pt)
{
    const int n = arb_law_size(pt->law);
    const int n_parts = pt->law->parts ? arb_law_count(pt->law->parts) : 1;
    const real work = LAW.work(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x);
    const real scale = pt->h * LAW.force_scale(pt->p, pt->v, travel(pt));
    fill_balls(pt, set_exact);
    _arb_vec_set(pt->bx1, pt->bx, n);
    if (n > 0)
        pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, WORK_BITS);
    pt->law->work(pt->out, pt->bp, pt->bv, pt->bs, pt->bh, pt->bx, pt->bx1, WORK_BITS);
    arb_t sum;
    mag_t rounding;
    arb_init(sum);
    mag_init(rounding);
    mag_set_d(rounding, 2 * NEIGHBOURHOOD * (double)scale);
    real part[MODEL_MAX_PARTS];
    if (LAW.work_parts)
        LAW.work_parts(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x, part);
    for (int i = 0; i < n_parts; i++) {
        arb_add(sum, sum, pt->out + i, WORK_BITS);
        mag_add(arb_radref(pt->out + i), arb_radref(pt->out + i), rounding);
        if (LAW.work_parts)
            expect_in(pt->law->parts[i], pt, part[PREC(trial_part_index)(&LAW, pt->law->parts[i])],
                      pt->out + i, scale);
    }
    mag_add(arb_radref(sum), arb_radref(sum), rounding);
    expect_in("work", pt, work, sum, scale);
    mag_clear(rounding);
    arb_clear(sum);
}

Test(structure, work)
{
    if (!LAW.work || !LAW.force_scale)
        cr_skip_test("no work");
    at_points(check_work);
}

static void check_steady_state(struct point *pt)
{
    const real scale = LAW.force_scale ? LAW.force_scale(pt->p, pt->v, travel(pt)) : 1;
    pt->law->steady_force(pt->out, pt->bp, pt->bv, pt->bs, PREC_BITS);
    expect_in("steady force", pt, LAW.steady_force(pt->p, pt->v), pt->out, scale);
    if (pt->law->settling_rate) {
        pt->law->settling_rate(pt->out, pt->bp, pt->bv, PREC_BITS);
        expect_in("settling rate", pt, LAW.settling_rate(pt->p, pt->v), pt->out, 1);
    }
}

Test(structure, steady_state)
{
    if (!LAW.steady_force)
        cr_skip_test("no steady force");
    at_points(check_steady_state);
}

static void check_force_scale(struct point *pt)
{
    arb_t path;
    arb_init(path);
    widened(path, travel(pt));
    const real scale = LAW.force_scale(pt->p, pt->v, travel(pt));
    pt->law->force_scale(pt->out, pt->bp, pt->bv, path, PREC_BITS);
    expect_in("force scale", pt, scale, pt->out, scale);
    arb_clear(path);
}

Test(structure, force_scale)
{
    if (!LAW.force_scale)
        cr_skip_test("no force scale");
    at_points(check_force_scale);
}

static void check_energies_and_levels(struct point *pt)
{
    if (LAW.storage) {
        pt->law->storage(pt->out, pt->bp, pt->bx, PREC_BITS);
        expect_in("storage", pt, LAW.storage(pt->p, pt->mem, pt->x), pt->out, 1);
    }
    if (LAW.break_away) {
        pt->law->break_away(pt->out, pt->bp, PREC_BITS);
        expect_in("break-away", pt, LAW.break_away(pt->p), pt->out, 1);
    }
    if (LAW.printed_force) {
        pt->law->printed_force(pt->out, pt->bp, pt->bv, PREC_BITS);
        expect_in("printed force", pt, LAW.printed_force(pt->p, pt->v), pt->out, 1);
    }
}

Test(structure, storage_break_away_and_printed_force)
{
    if (!LAW.storage && !LAW.break_away && !LAW.printed_force)
        cr_skip_test("none of them");
    const struct arb_law *law = arb_law_find(TEXT(MODEL));
    cr_assert(!law || ((!LAW.storage || law->storage) && (!LAW.break_away || law->break_away) &&
                       (!LAW.printed_force || law->printed_force)),
              "the second statement lacks one");
    at_points(check_energies_and_levels);
}

/* F = U P: both sides round in sums of terms bounded by the force's scale (twice, where the
 * regressor splits a difference). */
static void check_regressor(struct point *pt)
{
    real u[MODEL_MAX_REGRESSORS], coefficient[MODEL_MAX_REGRESSORS], sum = 0, terms = 0;
    LAW.regressor(pt->p, pt->mem, pt->v, pt->s, pt->x, u);
    LAW.coefficients(pt->p, coefficient);
    for (unsigned i = 0; i < LAW.n_regressors; i++) {
        sum += u[i] * coefficient[i];
        terms += r_abs(u[i] * coefficient[i]);
    }
    const real F = LAW.force(pt->p, pt->mem, pt->v, pt->s, pt->x);
    const real scale = LAW.force_scale(pt->p, pt->v, travel(pt)) + terms;
    cr_expect(fabs((double)(F - sum)) <= NEIGHBOURHOOD * (double)scale, "F = %a, U P = %a",
              (double)F, (double)sum);
}

Test(structure, regressor)
{
    if (!LAW.regressor)
        cr_skip_test("no regressor");
    cr_assert_leq(LAW.n_regressors, (unsigned)MODEL_MAX_REGRESSORS);
    at_points(check_regressor);
}

static void check_bound(struct point *pt)
{
    real bound[MODEL_MAX_STATES];
    LAW.bound(pt->p, bound);
    pt->law->bound(pt->out, pt->bp, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        if (isfinite(bound[state_of(pt->law, i)]))
            expect_in(pt->law->states[i], pt, bound[state_of(pt->law, i)], pt->out + i, 1);
    if (!pt->law->stribeck)
        return;
    pt->law->stribeck(pt->out, pt->bp, pt->bv, PREC_BITS);
    expect_in("stribeck", pt, LAW.stribeck(pt->p, pt->v), pt->out, 1);
}

Test(structure, bound)
{
    if (!LAW.bound)
        cr_skip_test("no bound");
    at_points(check_bound);
}

/* Central differences of the rigorous law over a relative 2^-60, whose own error is far
 * below any rounding, at points where the Stribeck curve does not underflow. */
static void evaluate(struct point *pt, int output, arb_t out)
{
    if (output < 0)
        pt->law->force(out, pt->bp, pt->bv, pt->bs, pt->bx, DIFFERENCE_BITS);
    else {
        pt->law->rate(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, DIFFERENCE_BITS);
        arb_set(out, pt->out + output);
    }
}

/* The derivative of output (-1: force, otherwise a rate) by the given input ball, for every
 * parameter value in the widened balls. */
static void differentiate(struct point *pt, int output, arb_ptr input, arb_t slope)
{
    arb_t centre, lo, hi, step;
    arb_init(centre);
    arb_init(lo);
    arb_init(hi);
    arb_init(step);
    arb_set(centre, input);
    arb_get_mid_arb(step, centre);
    arb_abs(step, step);
    arb_mul_2exp_si(step, step, -60);
    if (arb_is_zero(step))
        arb_set_d(step, 0x1p-120);
    arb_sub(input, centre, step, DIFFERENCE_BITS);
    evaluate(pt, output, lo);
    arb_add(input, centre, step, DIFFERENCE_BITS);
    evaluate(pt, output, hi);
    arb_set(input, centre);
    arb_sub(slope, hi, lo, DIFFERENCE_BITS);
    arb_div(slope, slope, step, DIFFERENCE_BITS);
    arb_mul_2exp_si(slope, slope, -1);
    arb_clear(step);
    arb_clear(hi);
    arb_clear(lo);
    arb_clear(centre);
}

/* Conditioning of a derivative without closed form: the spread of its values over corners
 * of the neighbourhood of the inputs, summed over the inputs. */
static void widen_by_sensitivity(struct point *pt, int output, arb_ptr input, arb_t slope)
{
    arb_t moved, spread;
    arb_init(moved);
    arb_init(spread);
    arb_ptr inputs[2 * ARB_LAW_MAX + 1];
    int n = 0;
    for (int i = 0; pt->law->params[i]; i++)
        inputs[n++] = pt->bp + i;
    for (int i = 0; i < arb_law_count(pt->law->states); i++)
        inputs[n++] = pt->bx + i;
    inputs[n++] = pt->bv;
    for (int i = 0; i < n; i++) {
        arb_t centre, shift;
        arb_init(centre);
        arb_init(shift);
        arb_set(centre, inputs[i]);
        arb_set_d(shift, 1 + NEIGHBOURHOOD);
        arb_mul(inputs[i], centre, shift, DIFFERENCE_BITS);
        differentiate(pt, output, input, moved);
        arb_set(inputs[i], centre);
        arb_sub(moved, moved, slope, DIFFERENCE_BITS);
        arb_abs(moved, moved);
        arb_add(spread, spread, moved, DIFFERENCE_BITS);
        arb_clear(shift);
        arb_clear(centre);
    }
    arb_abs(moved, slope);
    arb_set_d(pt->out, NEIGHBOURHOOD);
    arb_addmul(spread, moved, pt->out, DIFFERENCE_BITS);
    arb_add_error(slope, spread);
    arb_clear(spread);
    arb_clear(moved);
}

static void check_derivative(struct point *pt, const char *what, int output, arb_ptr input,
                             real value)
{
    arb_t slope;
    arb_init(slope);
    differentiate(pt, output, input, slope);
    widen_by_sensitivity(pt, output, input, slope);
    expect_in(what, pt, value, slope, 1);
    arb_clear(slope);
}

static void check_jacobian(struct point *pt)
{
    struct jacobian jac;
    const unsigned n = LAW.n_states;
    if (LAW.stribeck && LAW.stribeck(pt->p, pt->v) < C(1e-25))
        return;
    fill_balls(pt, set_exact);
    LAW.jacobian(pt->p, pt->mem, pt->v, pt->s, pt->x, &jac);
    check_derivative(pt, "dF/dv", -1, pt->bv, jac.force_v);
    for (int j = 0; j < (int)n; j++) {
        const unsigned col = (unsigned)state_of(pt->law, j);
        check_derivative(pt, "dF/dx", -1, pt->bx + j, jac.force_x[col]);
        check_derivative(pt, "drate/dv", j, pt->bv, jac.rate_v[col]);
        for (int i = 0; i < (int)n; i++)
            check_derivative(pt, "drate/dx", i, pt->bx + j,
                             jac.rate_x[(unsigned)state_of(pt->law, i) * n + col]);
    }
}

Test(structure, jacobian)
{
    if (!LAW.jacobian)
        cr_skip_test("no Jacobian");
    at_points(check_jacobian);
}

/* The second statement must itself solve its equations: over a hold so short that its
 * square is below any rounding, flow moves along rate and work gathers force. */
static void check_rigorous_consistency(struct point *pt)
{
    const slong prec = 2048;
    const int n = arb_law_count(pt->law->states), size = arb_law_size(pt->law);
    const int n_parts = pt->law->parts ? arb_law_count(pt->law->parts) : 1;
    arb_t t, tolerance;
    arb_init(t);
    arb_init(tolerance);
    fill_balls(pt, set_exact);
    arb_one(pt->bh);
    arb_mul_2exp_si(pt->bh, pt->bh, -600);
    _arb_vec_set(pt->bx1, pt->bx, size);
    if (n > 0) {
        pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, prec);
        pt->law->rate(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, prec);
    }
    /* Second derivatives are below 2^300 for all valid parameters, so one h leaves 2^-300. */
    arb_one(tolerance);
    arb_mul_2exp_si(tolerance, tolerance, -300);
    for (int i = 0; i < n; i++) {
        arb_sub(t, pt->bx1 + i, pt->bx + i, prec);
        arb_div(t, t, pt->bh, prec);
        arb_sub(t, t, pt->out + i, prec);
        arb_abs(t, t);
        cr_expect(arb_lt(t, tolerance), "flow leaves the equation of %s", pt->law->states[i]);
    }
    pt->law->work(pt->out, pt->bp, pt->bv, pt->bs, pt->bh, pt->bx, pt->bx1, prec);
    arb_zero(t);
    for (int i = 0; i < n_parts; i++)
        arb_add(t, t, pt->out + i, prec);
    arb_div(t, t, pt->bh, prec);
    pt->law->force(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, prec);
    arb_sub(t, t, pt->out, prec);
    arb_abs(t, t);
    cr_expect(arb_lt(t, tolerance), "work is not the integral of the force");
    arb_clear(tolerance);
    arb_clear(t);
}

Test(structure, rigorous_statement_solves_its_equations) { at_points(check_rigorous_consistency); }

/* An applied force within the interval is balanced by the law's own force at the selection
 * found; beyond it the law gives its largest. */
static void check_sticking(struct point *pt, const real f[2])
{
    for (int i = -2; i <= 6; i++) {
        real s;
        if (i == 0 || i == 4)
            continue; /* the ends themselves: either case, by rounding */
        const real applied = f[0] + (f[1] - f[0]) * (real)i / 4;
        const real held = PREC(model_stick)(&LAW, pt->p, pt->mem, pt->x, applied, &s);
        const real scale = LAW.force_scale(pt->p, 0, travel(pt)) + r_abs(applied);
        cr_expect(s >= -1 && s <= 1);
        cr_expect(held == (i < 0 ? f[0] : i > 4 ? f[1] : applied));
        cr_expect(fabs((double)(LAW.force(pt->p, pt->mem, 0, s, pt->x) - held)) <=
                  NEIGHBOURHOOD * (double)scale);
    }
}

/* At v = 0 a set-valued law spans an interval, whose ends are its forces at s = -1, 1. */
Test(structure, stiction)
{
    if (!LAW.stiction)
        cr_skip_test("no jump at v = 0");
    struct point pt;
    point_init(&pt);
    for (uint64_t i = 0; i < POINTS; i++) {
        real f[2];
        draw_point(&pt, i);
        LAW.stiction(pt.p, pt.mem, pt.x, f);
        cr_expect(f[0] <= f[1]);
        check_sticking(&pt, f);
        pt.v = 0;
        for (int end = 0; end < 2; end++) {
            pt.s = end == 0 ? -1 : 1;
            fill_balls(&pt, widened);
            pt.law->force(pt.out, pt.bp, pt.bv, pt.bs, pt.bx, PREC_BITS);
            expect_in("stiction", &pt, f[end], pt.out, 1);
        }
    }
    point_clear(&pt);
}
