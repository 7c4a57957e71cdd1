/* What any law offers beside its equations (rates, forces, flows, work, steady states, energies,
 * regressors) agrees with its ball model, over the whole valid range of parameters.
 * widened_sample.h derives the tolerance. */
#include <criterion/criterion.h>

#include "properties/suite/widened_sample.h"
#include "properties/trials/evaluate_property.h"

enum { WORK_BITS = 1024 };

static void check_rate(struct widened_sample *pt)
{
    real dx[MODEL_MAX_STATES];
    LAW.rate(pt->p, pt->mem, pt->v, pt->s, pt->x, dx);
    pt->law->rate(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        widened_sample_expect_in(pt->law->states[i], pt, dx[widened_sample_state(pt->law, i)],
                                 pt->out + i, 1);
}

Test(structure, rate)
{
    if (LAW.n_states == 0)
        cr_skip_test("no states");
    at_samples(check_rate);
}

static void check_force(struct widened_sample *pt)
{
    const real scale =
        LAW.force_scale ? LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt)) : 1;
    pt->law->force(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, PREC_BITS);
    widened_sample_expect_in("force", pt, LAW.force(pt->p, pt->mem, pt->v, pt->s, pt->x), pt->out,
                             scale);
}

Test(structure, force) { at_samples(check_force); }

static void check_rate_and_force(struct widened_sample *pt)
{
    real dx[MODEL_MAX_STATES], both[MODEL_MAX_STATES];
    LAW.rate(pt->p, pt->mem, pt->v, pt->s, pt->x, dx);
    const real F = LAW.force(pt->p, pt->mem, pt->v, pt->s, pt->x);
    cr_expect(LAW.rate_and_force(pt->p, pt->mem, pt->v, pt->s, pt->x, both) == F);
    for (unsigned i = 0; i < LAW.n_states; i++)
        cr_expect(both[i] == dx[i], "%s: %a, by itself %a", LAW.states[i].name, (double)both[i],
                  (double)dx[i]);
}

/* Bit for bit: a trajectory must not depend on which function is called. */
Test(structure, rate_and_force_are_rate_and_force)
{
    if (!LAW.rate_and_force)
        cr_skip_test("not at once");
    at_all_samples(check_rate_and_force);
}

/* Compares the rate with the relaxation form: two forms of at most eight roundings each, with the
 * terms of the relaxation; below R_MIN both lose digits. */
static void check_relaxation(struct widened_sample *pt)
{
    real dx[MODEL_MAX_STATES], steady[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    LAW.rate(pt->p, pt->mem, pt->v, pt->s, pt->x, dx);
    LAW.relaxation(pt->p, pt->v, pt->s, steady, rate);
    for (unsigned i = 0; i < LAW.n_states; i++) {
        const real terms = rate[i] * (r_abs(steady[i]) + r_abs(pt->x[i]));
        const real tolerance = 16 * R_EPSILON * terms + R_MIN * (1 + rate[i]);
        cr_expect(rate[i] >= 0);
        cr_expect(r_abs(rate[i] * (steady[i] - pt->x[i]) - dx[i]) <= tolerance,
                  "%s: %a (%a - %a), but %a", LAW.states[i].name, (double)rate[i],
                  (double)steady[i], (double)pt->x[i], (double)dx[i]);
    }
}

Test(structure, relaxation)
{
    if (!LAW.relaxation)
        cr_skip_test("states do not relax each by itself");
    at_all_samples(check_relaxation);
}

static void check_flow(struct widened_sample *pt)
{
    _arb_vec_set(pt->bx1, pt->bx, ARB_LAW_MAX);
    LAW.flow(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x);
    pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        widened_sample_expect_in(pt->law->states[i], pt, pt->x[widened_sample_state(pt->law, i)],
                                 pt->bx1 + i, 1);
}

Test(structure, flow)
{
    if (!LAW.flow || LAW.n_states == 0)
        cr_skip_test("no flow");
    at_samples(check_flow);
}

/* Compares works at exact inputs, since differences of states would widen without bound; the
 * tolerance is that of properties/trials/evaluate_parts.h for one hold. */
static void check_work(struct widened_sample *pt)
{
    const int n = arb_law_size(pt->law);
    const int n_parts = pt->law->parts ? arb_law_count(pt->law->parts) : 1;
    const real work = LAW.work(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x);
    const real scale = pt->h * LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt));
    widened_sample_fill(pt, exact_ball);
    _arb_vec_set(pt->bx1, pt->bx, n);
    if (n > 0)
        pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, WORK_BITS);
    pt->law->work(pt->out, pt->bp, pt->bv, pt->bs, pt->bh, pt->bx, pt->bx1, WORK_BITS);
    arb_t sum;
    mag_t rounding;
    arb_init(sum);
    mag_init(rounding);
    mag_set_d(rounding, 2 * NEIGHBOURHOOD * (double)scale *
                            (double)PREC(model_magnification)(&LAW, pt->p, r_abs(pt->v) * pt->h));
    real part[MODEL_MAX_PARTS];
    if (LAW.work_parts)
        LAW.work_parts(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x, part);
    for (int i = 0; i < n_parts; i++) {
        arb_add(sum, sum, pt->out + i, WORK_BITS);
        mag_add(arb_radref(pt->out + i), arb_radref(pt->out + i), rounding);
        if (LAW.work_parts)
            widened_sample_expect_in(pt->law->parts[i], pt,
                                     part[PREC(trial_part_index)(&LAW, pt->law->parts[i])],
                                     pt->out + i, scale);
    }
    mag_add(arb_radref(sum), arb_radref(sum), rounding);
    widened_sample_expect_in("work", pt, work, sum, scale);
    mag_clear(rounding);
    arb_clear(sum);
}

Test(structure, work)
{
    if (!LAW.work || !LAW.force_scale)
        cr_skip_test("no work");
    at_samples(check_work);
}

static void check_steady_state(struct widened_sample *pt)
{
    const real scale =
        LAW.force_scale ? LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt)) : 1;
    pt->law->steady_force(pt->out, pt->bp, pt->bv, pt->bs, PREC_BITS);
    widened_sample_expect_in("steady force", pt, LAW.steady_force(pt->p, pt->v), pt->out, scale);
    if (pt->law->settling_rate) {
        pt->law->settling_rate(pt->out, pt->bp, pt->bv, PREC_BITS);
        widened_sample_expect_in("settling rate", pt, LAW.settling_rate(pt->p, pt->v), pt->out, 1);
    }
}

Test(structure, steady_state)
{
    if (!LAW.steady_force)
        cr_skip_test("no steady force");
    at_samples(check_steady_state);
}

static void check_force_scale(struct widened_sample *pt)
{
    arb_t path;
    arb_init(path);
    widened_ball(path, widened_sample_travel(pt));
    const real scale = LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt));
    pt->law->force_scale(pt->out, pt->bp, pt->bv, path, PREC_BITS);
    widened_sample_expect_in("force scale", pt, scale, pt->out, scale);
    arb_clear(path);
}

Test(structure, force_scale)
{
    if (!LAW.force_scale)
        cr_skip_test("no force scale");
    at_samples(check_force_scale);
}

static void check_energies_and_levels(struct widened_sample *pt)
{
    if (LAW.storage) {
        pt->law->storage(pt->out, pt->bp, pt->bx, PREC_BITS);
        widened_sample_expect_in("storage", pt, LAW.storage(pt->p, pt->mem, pt->x), pt->out, 1);
    }
    if (LAW.break_away) {
        pt->law->break_away(pt->out, pt->bp, PREC_BITS);
        widened_sample_expect_in("break-away", pt, LAW.break_away(pt->p), pt->out, 1);
    }
    if (LAW.creep_resistance) {
        pt->law->creep_resistance(pt->out, pt->bp, PREC_BITS);
        widened_sample_expect_in("resistance to creep", pt, LAW.creep_resistance(pt->p), pt->out,
                                 1);
    }
    if (LAW.printed_force) {
        pt->law->printed_force(pt->out, pt->bp, pt->bv, PREC_BITS);
        widened_sample_expect_in("printed force", pt, LAW.printed_force(pt->p, pt->v), pt->out, 1);
    }
}

Test(structure, storage_break_away_and_printed_force)
{
    if (!LAW.storage && !LAW.break_away && !LAW.printed_force && !LAW.creep_resistance)
        cr_skip_test("none of them");
    const struct arb_law *law = suite_rigorous();
    cr_assert(!law || ((!LAW.storage || law->storage) && (!LAW.break_away || law->break_away) &&
                       (!LAW.printed_force || law->printed_force) &&
                       (!LAW.creep_resistance || law->creep_resistance)),
              "the ball model lacks one");
    at_samples(check_energies_and_levels);
}

/* F = U P: both sides round in sums of terms bounded by the force's scale (twice, if the regressor
 * splits a difference). */
static void check_regressor(struct widened_sample *pt)
{
    real u[MODEL_MAX_REGRESSORS], coefficient[MODEL_MAX_REGRESSORS], sum = 0, terms = 0;
    LAW.regressor(pt->p, pt->mem, pt->v, pt->s, pt->x, u);
    LAW.coefficients(pt->p, coefficient);
    for (unsigned i = 0; i < LAW.n_regressors; i++) {
        sum += u[i] * coefficient[i];
        terms += r_abs(u[i] * coefficient[i]);
    }
    const real F = LAW.force(pt->p, pt->mem, pt->v, pt->s, pt->x);
    const real scale = LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt)) + terms;
    cr_expect(fabs((double)(F - sum)) <= NEIGHBOURHOOD * (double)scale, "F = %a, U P = %a",
              (double)F, (double)sum);
}

Test(structure, regressor)
{
    if (!LAW.regressor)
        cr_skip_test("no regressor");
    cr_assert_leq(LAW.n_regressors, (unsigned)MODEL_MAX_REGRESSORS);
    at_all_samples(check_regressor);
}

/* Compares the ball model's regressor column by column, its coefficients one by one, and the
 * printed form. */
static void check_second_regressor(struct widened_sample *pt)
{
    const real scale = LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt));
    real u[MODEL_MAX_REGRESSORS], coefficient[MODEL_MAX_REGRESSORS];
    LAW.regressor(pt->p, pt->mem, pt->v, pt->s, pt->x, u);
    LAW.coefficients(pt->p, coefficient);
    pt->law->regressor(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, PREC_BITS);
    for (unsigned i = 0; i < LAW.n_regressors; i++)
        widened_sample_expect_in("column of U", pt, u[i], pt->out + i, 1);
    pt->law->coefficients(pt->out, pt->bp, PREC_BITS);
    for (unsigned i = 0; i < LAW.n_regressors; i++)
        widened_sample_expect_in("coefficient", pt, coefficient[i], pt->out + i, 1);
    if (!LAW.printed_regressor)
        return;
    pt->law->printed_regressor(pt->out, pt->bp, pt->bv, pt->bv, pt->bs, pt->bx, PREC_BITS);
    widened_sample_expect_in("U P as printed", pt,
                             LAW.printed_regressor(pt->p, pt->v, pt->v, pt->s, pt->x), pt->out,
                             scale);
}

Test(structure, regressor_of_the_second_statement)
{
    const struct arb_law *law = suite_rigorous();
    if (!LAW.regressor || !law || !law->regressor)
        cr_skip_test("none");
    cr_assert(law->n_regressors == (int)LAW.n_regressors &&
              law->n_identifiable == (int)LAW.n_identifiable &&
              !law->printed_regressor == !LAW.printed_regressor);
    at_samples(check_second_regressor);
}

static void check_bound(struct widened_sample *pt)
{
    real bound[MODEL_MAX_STATES];
    LAW.bound(pt->p, bound);
    pt->law->bound(pt->out, pt->bp, PREC_BITS);
    for (int i = 0; pt->law->states[i]; i++)
        if (isfinite(bound[widened_sample_state(pt->law, i)]))
            widened_sample_expect_in(pt->law->states[i], pt,
                                     bound[widened_sample_state(pt->law, i)], pt->out + i, 1);
    if (!pt->law->stribeck)
        return;
    pt->law->stribeck(pt->out, pt->bp, pt->bv, PREC_BITS);
    widened_sample_expect_in("stribeck", pt, LAW.stribeck(pt->p, pt->v), pt->out, 1);
}

Test(structure, bound)
{
    if (!LAW.bound)
        cr_skip_test("no bound");
    at_samples(check_bound);
}
/* The ball model must itself solve its equations: over a hold so short that its
 * square is below any rounding, flow moves along rate and work gathers force. */
static void check_rigorous_consistency(struct widened_sample *pt)
{
    const slong prec = 2048;
    const int n = arb_law_count(pt->law->states), size = arb_law_size(pt->law);
    const int n_parts = pt->law->parts ? arb_law_count(pt->law->parts) : 1;
    arb_t t, tolerance;
    arb_init(t);
    arb_init(tolerance);
    widened_sample_fill(pt, exact_ball);
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

Test(structure, rigorous_statement_solves_its_equations) { at_samples(check_rigorous_consistency); }

/* Within the interval the law's own force at the selection found balances the applied force; beyond
 * the interval the law gives its largest force. */
static void check_sticking(struct widened_sample *pt, const real f[2])
{
    for (int i = -2; i <= 6; i++) {
        real s;
        if (i == 0 || i == 4)
            continue; /* at the ends rounding decides which case it is */
        const real applied = f[0] + (f[1] - f[0]) * (real)i / 4;
        const real held = PREC(model_stick)(&LAW, pt->p, pt->mem, pt->x, applied, &s);
        const real scale = LAW.force_scale(pt->p, 0, widened_sample_travel(pt)) + r_abs(applied);
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
    struct widened_sample pt;
    widened_sample_init(&pt);
    if (!pt.law)
        cr_skip_test("no ball model");
    for (uint64_t i = 0; i < POINTS; i++) {
        real f[2];
        widened_sample_draw(&pt, i);
        pt.v = 0;
        widened_sample_settle(&pt);
        LAW.stiction(pt.p, pt.mem, pt.x, f);
        cr_expect(f[0] <= f[1]);
        check_sticking(&pt, f);
        for (int end = 0; end < 2; end++) {
            pt.s = end == 0 ? -1 : 1;
            widened_sample_fill(&pt, widened_ball);
            pt.law->force(pt.out, pt.bp, pt.bv, pt.bs, pt.bx, PREC_BITS);
            widened_sample_expect_in("stiction", &pt, f[end], pt.out, 1);
        }
    }
    widened_sample_clear(&pt);
}
