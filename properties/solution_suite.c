/* A law against itself: what it offers as its solution at held velocity must solve its own
 * equations, flow those of the states and work that of the energy, whether or not there is a second
 * statement.
 *
 *     x(h) - x(0) = int rate(x(t)) dt,   work = int force(x(t)) dt,   x(t) = flow over t
 *
 * by Lobatto's rule with six nodes, the ends among them, so that a kink next to an end shows, too.
 * It must agree with itself over two halves and three thirds; a hold for which it does not, in
 * which the memory changes, or a state would go many times its own way at its first rate, is
 * halved.
 */
#include <criterion/criterion.h>

#include "properties/point.h"

enum { NODES = 6, HALVINGS = 200 };

static const double node[NODES] = {
    0, 0.11747233803526763, 0.35738424175967745, 0.64261575824032255, 0.88252766196473237, 1
};
static const double weight[NODES] = {
    1.0 / 30, 0.18923747814892349, 0.27742918851774318, 0.27742918851774318, 0.18923747814892349,
    1.0 / 30
};

/* Integrals over the hold, and the integrals of the magnitudes of their terms. */
struct integrals {
    double x[MODEL_MAX_STATES], work;
    double x_terms[MODEL_MAX_STATES], work_terms;
};

/* Where the point is after t. */
static void move(const struct point *pt, real t, real x[], struct memory *mem)
{
    memcpy(x, pt->x, sizeof pt->x);
    if (pt->mem)
        *mem = *pt->mem;
    if (LAW.n_states > 0)
        LAW.flow(pt->p, pt->mem ? mem : NULL, pt->v, pt->s, t, x);
}

/* The terms of a rate show where the state is none, or the opposite. */
static void add_node(struct integrals *sum, const struct point *pt, double t, double w)
{
    real x[MODEL_MAX_STATES], turned[MODEL_MAX_STATES], none[MODEL_MAX_STATES] = { 0 };
    real dx[3][MODEL_MAX_STATES];
    struct memory memory = { .seed = 0 };
    const struct memory *mem = pt->mem ? &memory : NULL;
    move(pt, (real)t, x, &memory);
    for (unsigned i = 0; i < LAW.n_states; i++)
        turned[i] = -x[i];
    LAW.rate(pt->p, mem, pt->v, pt->s, x, dx[0]);
    LAW.rate(pt->p, mem, pt->v, pt->s, none, dx[1]);
    LAW.rate(pt->p, mem, pt->v, pt->s, turned, dx[2]);
    for (unsigned i = 0; i < LAW.n_states; i++) {
        sum->x[i] += w * (double)dx[0][i];
        for (int k = 0; k < 3; k++)
            sum->x_terms[i] += w * fabs((double)dx[k][i]);
    }
    const double F = (double)LAW.force(pt->p, mem, pt->v, pt->s, x);
    sum->work += w * F;
    sum->work_terms += w * fabs(F);
}

static struct integrals integrate(const struct point *pt, double h, int panels)
{
    struct integrals sum = { .work = 0 };
    for (int k = 0; k < panels; k++)
        for (int i = 0; i < NODES; i++)
            add_node(&sum, pt, h * (k + node[i]) / panels, h * weight[i] / panels);
    const double travel = fabs((double)pt->v) * h + (LAW.length ? (double)LAW.length(pt->p) : 0);
    if (LAW.force_scale)
        sum.work_terms += h * (double)LAW.force_scale(pt->p, pt->v, (real)travel);
    for (unsigned i = 0; i < LAW.n_states; i++)
        sum.x_terms[i] += fabs((double)pt->x[i]);
    return sum;
}

/* Rounding at the nodes is that of a point's neighbourhood, and so is that of the result. */
static bool near(double a, double b, double terms)
{
    return fabs(a - b) <= 2 * NEIGHBOURHOOD * terms + (double)R_MIN;
}

/* Half of that leaves room for what the rules miss alike. */
static bool agree(const struct integrals *a, const struct integrals *b)
{
    bool all = near(a->work, b->work, b->work_terms / 2);
    for (unsigned i = 0; i < LAW.n_states; i++)
        all = all && near(a->x[i], b->x[i], b->x_terms[i] / 2);
    return all;
}

/* With a change of memory states may jump. */
static bool is_remembered(const struct point *pt, const struct memory *mem)
{
    bool same = true;
    for (unsigned i = 0; pt->mem && i < LAW.n_ints; i++)
        same = same && mem->ints[i] == pt->mem->ints[i];
    for (unsigned i = 0; pt->mem && i < LAW.n_reals; i++)
        same = same && !(mem->reals[i] < pt->mem->reals[i] || mem->reals[i] > pt->mem->reals[i]);
    return same;
}

/* Nodes would all be where everything has settled. */
static bool is_long(const struct point *pt, double h, const real x[])
{
    struct integrals first = { .work = 0 };
    add_node(&first, pt, 0, h);
    bool any = false;
    for (unsigned i = 0; i < LAW.n_states; i++)
        any = any || first.x_terms[i] > 8 * (fabs((double)pt->x[i]) + fabs((double)x[i]));
    return any;
}

static void check_solution(struct point *pt)
{
    struct integrals best = { .work = 0 };
    struct memory memory = { .seed = 0 };
    real x[MODEL_MAX_STATES];
    double h = (double)pt->h;
    bool good = false;
    for (int halvings = 0; !good && halvings < HALVINGS; halvings++) {
        h /= 2;
        move(pt, (real)h, x, &memory);
        if (is_long(pt, h, x) || !is_remembered(pt, &memory))
            continue;
        const struct integrals once = integrate(pt, h, 1);
        const struct integrals twice = integrate(pt, h, 2);
        best = integrate(pt, h, 3);
        good = agree(&once, &twice) && agree(&twice, &best);
    }
    cr_assert(good, "no hold is smooth, v = %a", (double)pt->v);
    for (unsigned i = 0; i < LAW.n_states; i++)
        cr_expect(near((double)x[i], (double)pt->x[i] + best.x[i], best.x_terms[i]),
                  "flow takes %s from %a to %a, its rate to %a, in %a s at v = %a",
                  LAW.states[i].name, (double)pt->x[i], (double)x[i], (double)pt->x[i] + best.x[i],
                  h, (double)pt->v);
    if (LAW.work) {
        const double work = (double)LAW.work(pt->p, pt->mem, pt->v, pt->s, (real)h, pt->x);
        cr_expect(near(work, best.work, best.work_terms),
                  "work is %a, the integral of the force %a, over %a s at v = %a", work, best.work,
                  h, (double)pt->v);
    }
}

Test(structure, flow_and_work_solve_the_equations)
{
    if (!LAW.flow)
        cr_skip_test("no flow");
    at_all_points(check_solution);
}
