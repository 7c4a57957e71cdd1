/* Jacobians of any law agree with differences of its ball model. */
#include <criterion/criterion.h>

#include "properties/suite/widened_sample.h"

enum { DIFFERENCE_BITS = 512 };

/* Central differences of the ball model over a relative 2^-60, whose own error is far below any
 * rounding, at points where the Stribeck curve does not underflow. */
static void evaluate(struct widened_sample *pt, int output, arb_t out)
{
    if (output < 0)
        pt->law->force(out, pt->bp, pt->bv, pt->bs, pt->bx, DIFFERENCE_BITS);
    else {
        pt->law->rate(pt->out, pt->bp, pt->bv, pt->bs, pt->bx, DIFFERENCE_BITS);
        arb_set(out, pt->out + output);
    }
}

/* Computes the derivative of output number `output` (-1: the force, otherwise a rate) by the given
 * input ball, for every parameter value in the widened balls. */
static void differentiate(struct widened_sample *pt, int output, arb_ptr input, arb_t slope)
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

/* Widens a derivative without closed form by its conditioning: the spread of its values over
 * corners of the neighbourhood of the inputs, summed over the inputs. */
static void widen_by_sensitivity(struct widened_sample *pt, int output, arb_ptr input, arb_t slope)
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

/* Returns true when the value is the derivative up to its own rounding, as most are: the
 * conditioning is then not needed. */
static bool plain(real value, const arb_t slope)
{
    arb_t ball;
    arb_init(ball);
    widened_ball(ball, value);
    const bool in = arb_contains(ball, slope);
    arb_clear(ball);
    return in;
}

/* Returns what of a derivative by v may underflow, in smallest normal numbers. An exponential is 0
 * from R_DECAY_RANGE on. That of a power of v, at most the square, then has a derivative of twice
 * that exponent over v, times what it is a factor of. */
static real faintest(const struct widened_sample *pt, int output, const arb_struct *input)
{
    if (output >= 0 || input != pt->bv || !LAW.force_scale)
        return 1;
    const real force = LAW.force_scale(pt->p, pt->v, widened_sample_travel(pt));
    return 1 + 2 * R_DECAY_RANGE * force / r_abs(pt->v);
}

static void check_derivative(struct widened_sample *pt, const char *what, int output, arb_ptr input,
                             real value)
{
    arb_t slope;
    arb_init(slope);
    differentiate(pt, output, input, slope);
    if (!plain(value, slope)) {
        widen_by_sensitivity(pt, output, input, slope);
        widened_sample_expect_in(what, pt, value, slope, faintest(pt, output, input));
    }
    arb_clear(slope);
}

static void check_jacobian(struct widened_sample *pt)
{
    struct jacobian jac;
    const unsigned n = LAW.n_states;
    if (LAW.stribeck && LAW.stribeck(pt->p, pt->v) < C(1e-25))
        return;
    widened_sample_fill(pt, exact_ball);
    LAW.jacobian(pt->p, pt->mem, pt->v, pt->s, pt->x, &jac);
    check_derivative(pt, "dF/dv", -1, pt->bv, jac.force_v);
    for (int j = 0; j < (int)n; j++) {
        const unsigned col = (unsigned)widened_sample_state(pt->law, j);
        check_derivative(pt, "dF/dx", -1, pt->bx + j, jac.force_x[col]);
        check_derivative(pt, "drate/dv", j, pt->bv, jac.rate_v[col]);
        for (int i = 0; i < (int)n; i++)
            check_derivative(pt, "drate/dx", i, pt->bx + j,
                             jac.rate_x[(unsigned)widened_sample_state(pt->law, i) * n + col]);
    }
}

Test(structure, jacobian)
{
    if (!LAW.jacobian)
        cr_skip_test("no Jacobian");
    at_samples(check_jacobian);
}
