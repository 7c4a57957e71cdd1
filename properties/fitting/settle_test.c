/* Last steps of a fit, of estimates that are set by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/fitting/settle.h"

enum { LEFT_OUT = 2 }; /* parameter that the other fit holds */

static struct fit begin(bool all)
{
    struct fit_setup setup = { .model = model_find_f64("lugre") };
    struct fit fit;
    model_defaults_f64(setup.model, setup.p);
    for (unsigned i = 0; i < setup.model->n_params; i++)
        setup.is_free[i] = all || i != LEFT_OUT;
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = 0.5;
    fit_begin(&fit, &setup);
    return fit;
}

/* Each variable is as far from where the other fit has it as its deviation tells at least, whatever
 * its place there; what the other fit does not have stays. */
Test(settle, variables_are_known_no_better_than_they_differ)
{
    static const double DEVIATION = 0.03;
    struct estimate e = { .fit = begin(true) };
    struct fit rest = begin(false);
    double off[FIT_MOST] = { 0 };
    cr_assert_eq(rest.n + 1, e.fit.n);
    for (unsigned k = 0; k < e.fit.n; k++)
        e.deviation[k] = DEVIATION;
    for (unsigned i = 0; i < rest.n; i++) {
        off[i] = -0.01 * (i + 1); /* no range begins there */
        fit_set_variable(&rest, i, fit_variable(&rest, i) + off[i]);
    }
    settle_widen(&rest, &e);
    for (unsigned k = 0; k < e.fit.n; k++) {
        const bool is_left_out = k == LEFT_OUT;
        const double expected = is_left_out ? DEVIATION : hypot(DEVIATION, off[k - (k > LEFT_OUT)]);
        cr_expect_float_eq(e.deviation[k], expected, 1e-12, "variable %u: %g, not %g", k,
                           e.deviation[k], expected);
    }
}

/* Forces b v + `weak` c v (|v| - `bend`): of the bend that make() finds the two have nothing in
 * common. */
static double weak, bend;

static real two_terms(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + (real)weak * p[1] * v * (r_abs(v) - (real)bend);
}

static const struct quantity B_AND_C[] = { { "b", "N s/m", 2, 1e-9, 1e9, "" },
                                           { "c", "N s2/m2", 1, 1e-9, 1e9, "" } };

static const struct model two_law = {
    .name = "two", .params = B_AND_C, .n_params = 2, .speed_max = 10, .force = two_terms
};

enum { ROWS = 400 };

/* Forces 2 v and residuals of size one that change their sign. */
struct made {
    double t[ROWS], v[ROWS], force[ROWS], weight[ROWS];
    struct motion motion;
    struct path path;
    struct fit_run run;
    struct fit_data data;
    struct estimate e;
    struct fit before;
};

/* Makes data, and the estimate of a fit with these parameters, which are known or not. */
static void make(double b, double c, double weak_part, bool is_c_known, struct made *m)
{
    struct fit_setup setup = { .model = &two_law, .p = { b, c }, .is_free = { true, true } };
    double squares = 0, cubes = 0;
    for (int i = 0; i < ROWS; i++) {
        m->t[i] = 1e-3 * i;
        m->v[i] = sin(0.05 * i) + 0.4 * cos(0.02 * i) + 0.2;
        squares += m->v[i] * m->v[i];
        cubes += m->v[i] * m->v[i] * fabs(m->v[i]);
        m->weight[i] = 1;
        m->force[i] = 2 * m->v[i] + (i % 2 ? 1 : -1);
    }
    weak = weak_part;
    bend = cubes / squares;
    motion_of_velocity(&m->motion, ROWS, m->t, m->v);
    path_make(&m->path, ROWS, m->t, m->motion.x, m->v, 1, 0);
    m->run = (struct fit_run){ &m->motion, 1, &m->path, m->force, m->weight, NULL, 0, 0 };
    m->data = (struct fit_data){ &m->run, 1, ROWS };
    fit_begin(&m->before, &setup);
    m->before.usual = 1;
    fit_measure(&m->before, &m->data);
    estimate_from(&m->before, &m->data, &m->e);
    m->e.knowledge[1] = is_c_known ? KNOWN : NOT_KNOWN;
}

static void forget(struct made *m)
{
    path_free(&m->path);
    motion_free(&m->motion);
}

/* The other term's force of c = 1. */
static double other_term(double v) { return weak * v * (fabs(v) - bend); }

/* b of least squares. */
static double best_b(const struct made *m)
{
    double both = 0, squares = 0;
    for (int i = 0; i < ROWS; i++) {
        both += m->force[i] * m->v[i];
        squares += m->v[i] * m->v[i];
    }
    return both / squares;
}

/* By how much the sum of squares is larger at one place than at another. */
static double excess(const struct made *m, const double at[2], const double than[2])
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
        const double v = m->v[i], w = other_term(v);
        sum += pow(m->force[i] - at[0] * v - at[1] * w, 2) -
               pow(m->force[i] - than[0] * v - than[1] * w, 2);
    }
    return sum;
}

/* What slopes would move by more than half a deviation is moved to where the sum of squares is
 * least; by less, it stays as it is, to the bit. A deviation of b is about 1/sqrt(sum of v^2), of
 * its logarithm half of that: 0.03. */
Test(settle, goes_where_slopes_ask)
{
    for (int k = 0; k < 2; k++) {
        static struct made m;
        make(k == 0 ? 2.2 : 2, 1e-6, 1e-9, true, &m);
        const struct estimate was = m.e;
        const double off = fabs(m.e.unsettled[0]);
        cr_assert(k == 0 ? off > 0.5 : off < 0.5, "%g", off);
        m.e.knowledge[1] = NO_EFFECT;
        settle_where_slopes_ask(&m.data, &m.e);
        if (k == 1)
            cr_expect_arr_eq(m.e.fit.p, was.fit.p, sizeof was.fit.p);
        else {
            cr_expect_float_eq(m.e.fit.p[0] / best_b(&m), 1, 1e-4, "%g", m.e.fit.p[0]);
            cr_expect_lt(fabs(m.e.unsettled[0]), 0.01);
            cr_expect_lt(m.e.fit.loss, was.fit.loss);
        }
        forget(&m);
    }
}

/* What is not known and has gone farther than a factor of a hundred comes back to where it was,
 * and what is known follows, where no more is lost than chance explains: 95 % of chi-square numbers
 * are below 3.84. Amounts are among those of half to twice as much. */
Test(settle, what_is_not_known_comes_back)
{
    unsigned near[2] = { 0, 0 };
    for (int step = 0; step < 24; step++) {
        static struct made m;
        const double far = step < 20 ? 1000 : step < 22 ? 99 : 101, c = 1;
        const double part = (step < 20 ? 2e-4 * pow(1.15, step) : 1e-6);
        make(2, c * far, part, false, &m);
        for (int i = 0; i < ROWS; i++)
            m.force[i] += c * far * other_term(m.v[i]);
        m.before.p[0] = best_b(&m);
        fit_measure(&m.before, &m.data);
        estimate_from(&m.before, &m.data, &m.e);
        m.e.knowledge[1] = NOT_KNOWN;
        const double at[] = { m.before.p[0], c * far };
        struct fit before = m.before;
        before.p[0] = 5;
        before.p[1] = c;
        const double back[] = { best_b(&m), c }, lost = excess(&m, back, at);
        const bool comes = lost < 3.84 && far > 100;
        near[lost >= 3.84] += lost > 3.84 / 2 && lost < 3.84 * 2;
        settle_back(&before, &m.data, &m.e);
        cr_expect_eq(m.e.fit.p[1], comes ? c : c * far, "%d: %g, %g lost", step, m.e.fit.p[1],
                     lost);
        cr_expect_float_eq(m.e.fit.p[0] / (comes ? back[0] : at[0]), 1, 1e-4, "%d: %g, not %g",
                           step, m.e.fit.p[0], comes ? back[0] : at[0]);
        cr_expect_eq(m.e.fit.n, 2);
        forget(&m);
    }
    cr_expect(near[0] >= 1 && near[1] >= 1, "%u, %u", near[0], near[1]);
}

/* A parameter hardly makes a force where a tenth of it, in all, changes residuals by less than
 * their usual size: the root of the sum of squares of what it makes is less than ten times that.
 * Sizes are among those that differ by a hundredth from it. */
Test(weak, is_what_a_tenth_does_not_change)
{
    static struct made m;
    bool is_weak[FIT_MOST];
    double squares[2] = { 0, 0 };
    make(2, 3, 0.125, true, &m);
    for (int i = 0; i < ROWS; i++) {
        const double v = m.v[i];
        squares[0] += pow(2 * v, 2);
        squares[1] += pow(3 * other_term(v), 2);
    }
    cr_assert_gt(squares[0], 4 * squares[1]);
    for (int k = 0; k < 2; k++)
        for (int side = -1; side <= 1; side += 2) {
            const double usual = 0.1 * sqrt(squares[k]) * (1 + 0.01 * side);
            m.before.usual = usual;
            const unsigned n = fit_find_weak(&m.before, &m.data, is_weak);
            for (int j = 0; j < 2; j++)
                cr_expect_eq(is_weak[j], 0.1 * sqrt(squares[j]) < usual, "%d, %d", k, j);
            cr_expect_eq(n, (unsigned)is_weak[0] + is_weak[1]);
        }
    forget(&m);
}

/* What hardly makes a force is improved by itself, after what does: both end at the least sum of
 * squares of the two columns. */
Test(weak, is_improved_apart)
{
    static struct made m;
    double vv = 0, ww = 0, vw = 0, fv = 0, fw = 0;
    make(2.5, 3, 0.125, true, &m);
    for (int i = 0; i < ROWS; i++) {
        const double v = m.v[i], w = other_term(v);
        m.force[i] += 5 * w;
        vv += v * v, ww += w * w, vw += v * w;
        fv += m.force[i] * v, fw += m.force[i] * w;
    }
    const double rest = vv * ww - vw * vw;
    const double best[] = { (fv * ww - fw * vw) / rest, (fw * vv - fv * vw) / rest };
    cr_assert(best[0] > 0 && best[1] > 0);
    fit_measure(&m.before, &m.data);
    const double loss = m.before.loss;
    /* Of usual residuals of one a tenth of neither is more; of 0.02 of both. */
    for (int k = 0; k < 2; k++) {
        struct fit fit = m.before;
        bool is_weak[FIT_MOST];
        fit.usual = k == 0 ? 100 : 0.02;
        fit_measure(&fit, &m.data);
        cr_assert_eq(fit_find_weak(&fit, &m.data, is_weak), k == 0 ? 2u : 0u);
        fit_improve_apart(&fit, &m.data);
        const double at[] = { fit.p[0], fit.p[1] };
        if (k == 1)
            cr_expect(at[0] == 2.5 && at[1] == 3);
        else {
            cr_expect_lt(fit.loss, loss);
            cr_expect_float_eq(at[0] / best[0], 1, 1e-3, "%g, %g", at[0], best[0]);
            cr_expect_float_eq(at[1] / best[1], 1, 1e-3, "%g, %g", at[1], best[1]);
        }
    }
    forget(&m);
}

/* What a rig adds is improved with what makes a force, and kept: errors of one that change their
 * sign hide less than 0.02 of a constant. */
Test(weak, leaves_what_the_rig_adds)
{
    static struct made m;
    struct fit_setup setup = { .model = &two_law, .p = { 2.5, 3 }, .is_free = { true, true } };
    struct fit fit;
    bool is_weak[FIT_MOST];
    make(2, 3, 1e-3, true, &m);
    for (int i = 0; i < ROWS; i++)
        m.force[i] += 0.7 + 3 * other_term(m.v[i]);
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = 0.5;
    fit_begin(&fit, &setup);
    fit.usual = 1;
    fit_measure(&fit, &m.data);
    cr_assert_eq(fit_find_weak(&fit, &m.data, is_weak), 1u);
    cr_assert(is_weak[1]);
    fit_improve_apart(&fit, &m.data);
    cr_expect_float_eq(fit.nuisances.value[OFFSET], 0.7, 0.02, "%g", fit.nuisances.value[OFFSET]);
    cr_expect_float_eq(fit.p[0], 2, 0.05, "%g", fit.p[0]);
    forget(&m);
}
