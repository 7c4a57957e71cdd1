/* Exponential collocation at five nodes, of order 8, with steps of its own choice: see
 * collocation.h.
 *
 * For driven laws whose states relax. The last velocity of a step is the first of the next, so
 * that a step costs four velocities, and one exponential for each stiff state. Its error is
 * estimated by what the middle node adds: a cautious estimate, since it is that of order 4 to 5.
 */
#include "integrators/collocation.h"
#include "integrators/integrator.h"

enum { Q = 4, MOST_ATTEMPTS = 60 };

static const struct lobatto rule = {
    .node = { 0, C(0.17267316464601142810), C(0.5), C(0.82732683535398857190), 1 },
    .integral = { { 0 },
                  { C(0.067728432186156897969), C(0.119744769343411682516),
                    C(-0.021735721866558113665), C(0.010635824225415491884),
                    C(-0.003700139242414530602) },
                  { C(0.040625), C(0.303184183323042778017), C(0.177777777777777777778),
                    C(-0.030961961100820555795), C(0.009375) },
                  { C(0.053700139242414530602), C(0.261586397996806730340),
                    C(0.377291277422113669221), C(0.152477452878810539706),
                    C(-0.017728432186156897969) },
                  { C(0.05), C(0.272222222222222222222), C(0.355555555555555555556),
                    C(0.272222222222222222222), C(0.05) } },
    .power = { { 1 },
               { -10, C(13.513004977448480007680), C(-5.333333333333333333333),
                 C(2.820328355884853325653), -1 },
               { 30, C(-56.872348265678776737336), C(42.666666666666666666667),
                 C(-24.794318400987889929331), 9 },
               { -35, C(76.026009954896960015367), C(-74.666666666666666666667),
                 C(54.640656711769706651300), -21 },
               { 14, C(-32.666666666666666666667), C(37.333333333333333333333),
                 C(-32.666666666666666666667), 14 } },
    .order = { 0, 4, 1, 3, 2 },
};

/* The part of the step that would just pass the error test that is taken; the largest change
 * of the step from one to the next; and the smallest. */
static const real SAFE = C(0.85), MOST = 4, LEAST = C(0.1);

/* Values of all states, or none of these, at one node. */
struct node {
    real steady[ODE_MAX_STATES], rate[ODE_MAX_STATES];
};

struct adaptive {
    real h;           /* of the next step */
    real t, h_last;   /* where the last one began, and its size */
    bool fresh;       /* node[0] is where the next one begins; otherwise node[Q] is */
    bool polynomials; /* path[] is known */
    struct node node[Q + 1];
    struct relaxing state[ODE_MAX_STATES];
    /* Over the part q of the step: theta/Theta, or the change of an integral, is
     * q sum path_k q^k. */
    real path[ODE_MAX_STATES][Q + 1];
    real x0[ODE_MAX_STATES], x1[ODE_MAX_STATES];
    real slope[ODE_MAX_STATES][Q + 1]; /* of integrals, at the nodes */
    real largest[ODE_MAX_STATES];
};

static size_t workspace(unsigned n)
{
    (void)n;
    return sizeof(struct adaptive);
}

static enum status open_(struct integration *in)
{
    struct adaptive *w = in->work;
    w->h = 0;
    return STATUS_OK;
}

static void look(struct integration *in, real t, struct node *node)
{
    in->ode->relaxation(in->ode->ctx, t, node->steady, node->rate);
    in->statistics->flow_evals++;
}

static enum status start(struct integration *in)
{
    struct adaptive *w = in->work;
    look(in, in->t, &w->node[0]);
    w->fresh = true;
    for (unsigned i = 0; i < in->ode->n; i++)
        w->largest[i] = r_abs(in->x[i]);
    return STATUS_OK;
}

static real tolerance(const struct integration *in, const struct adaptive *w, unsigned i, real x)
{
    const real size = r_max(r_abs(w->x0[i]), r_abs(x));
    return in->settings->rtol * size + in->settings->atol * in->ode->scale[i] +
           4 * R_EPSILON * r_max(size, w->largest[i]);
}

/* theta at node j of a step h. */
static inline real travel(const struct adaptive *w, unsigned i, unsigned j, real h)
{
    real sum = 0;
    for (unsigned k = 0; k <= Q; k++)
        sum += rule.integral[j][k] * w->node[k].rate[i];
    return h * sum;
}

/* Simpson's rule in place of Lobatto's. */
static inline real simpson(real start, real middle, real end)
{
    return (start + 4 * middle + end) / 6;
}

/* The step h for one relaxing state; returns the estimated error. */
static inline real relax(const struct integration *in, struct adaptive *w, unsigned i, real h)
{
    struct relaxing *r = &w->state[i];
    real a[Q + 1], z[Q + 1];
#pragma GCC unroll 8
    for (unsigned j = 0; j <= Q; j++) {
        a[j] = w->node[j].rate[i];
        z[j] = w->node[j].steady[i];
    }
    w->x0[i] = in->x[i];
    collocate(Q, &rule, h, a, z, in->x[i], r);
    w->x1[i] = collocation_at(Q, r, 1);
    /* The response at the end to the last difference times its nodes' polynomial: 0.0095 Theta
     * for small Theta, and 1/(7 Theta) for large. */
    const real shape = r_abs(r->last) * C(0.0095) * r->theta / (1 + C(0.067) * r->theta * r->theta);
    const real decay = r->series ? 1 : collocation_decay(r->theta);
    const real distance = r_max(r_abs(z[Q] - w->x1[i]), decay * r_abs(z[0] - w->x0[i]));
    const real extent = r_abs(h * simpson(a[0], a[2], a[4]) - r->theta);
    return shape + r_min(extent, 1) * distance;
}

/* The integrals, whose rates depend on the others. */
static real integrate(struct integration *in, struct adaptive *w, real h)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n_relaxing;
    real x[ODE_MAX_STATES], dx[ODE_MAX_STATES], worst = 0;
    for (unsigned i = n; i < ode->n; i++)
        w->x0[i] = w->x1[i] = x[i] = in->x[i];
    for (unsigned j = 0; j <= Q; j++) {
        for (unsigned i = 0; i < n; i++) {
            const real theta = w->state[i].theta;
            x[i] = j == Q ? w->x1[i]
                          : collocation_at(Q, &w->state[i],
                                           theta > 0 ? travel(w, i, j, h) / theta : 0);
        }
        ode->rate(ode->ctx, w->t + rule.node[j] * h, x, dx);
        for (unsigned i = n; i < ode->n; i++) {
            w->slope[i][j] = dx[i];
            w->x1[i] += h * rule.integral[Q][j] * dx[i];
        }
    }
    in->statistics->rate_evals += Q + 1;
    for (unsigned i = n; i < ode->n; i++) {
        const real *s = w->slope[i];
        const real e = r_abs(w->x0[i] + h * simpson(s[0], s[2], s[4]) - w->x1[i]);
        worst = r_max(worst, e / tolerance(in, w, i, w->x1[i]));
    }
    return worst;
}

/* The step h into x1; returns its error in units of the tolerances. */
static real try_step(struct integration *in, struct adaptive *w, real h)
{
    const struct ode *ode = in->ode;
    real worst = 0;
    for (unsigned j = 1; j <= Q; j++)
        look(in, w->t + rule.node[j] * h, &w->node[j]);
    for (unsigned i = 0; i < ode->n_relaxing; i++) {
        const real e = relax(in, w, i, h) / tolerance(in, w, i, w->x1[i]);
        worst = e <= worst ? worst : e; /* a NaN is the worst */
    }
    if (ode->n > ode->n_relaxing) {
        const real e = integrate(in, w, h);
        worst = e <= worst ? worst : e;
    }
    return worst;
}

static enum status step(struct integration *in, real stop)
{
    struct adaptive *w = in->work;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    w->h = w->h > 0 ? r_min(w->h, in->longest) : in->longest;
    if (!w->fresh)
        w->node[0] = w->node[Q];
    w->fresh = false;
    w->t = in->t;
    w->polynomials = false;
    bool finite = true;
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const bool last = !(in->t + C(1.0001) * w->h < stop);
        const real h = last ? stop - in->t : w->h;
        if (!(in->t + h > in->t))
            return finite ? STATUS_STEP_TOO_SMALL : STATUS_NONFINITE;
        const real error = try_step(in, w, h);
        finite = isfinite(error);
        const real fit = finite ? SAFE / r_sqrt(r_sqrt(r_max(error, C(1e-8)))) : 0;
        if (!finite || error > 1) {
            w->h = h * r_max(LEAST, fit);
            in->statistics->rejected++;
            continue;
        }
        const real next = h * r_max(LEAST, r_min(fit, attempt > 0 ? 1 : MOST));
        w->h = h < w->h ? r_max(w->h, next) : next;
        w->h_last = h;
        in->t = last ? stop : in->t + h;
        for (unsigned i = 0; i < in->ode->n; i++) {
            in->x[i] = w->x1[i];
            w->largest[i] = r_max(w->largest[i], r_abs(in->x[i]));
        }
        in->statistics->steps++;
        return STATUS_OK;
    }
    return finite ? STATUS_ERROR_TEST : STATUS_NONFINITE;
}

/* path[] = scale int f, from f at the nodes. */
static inline void integrate_polynomial(const real f[], real scale, real path[])
{
#pragma GCC unroll 8
    for (unsigned k = 0; k <= Q; k++) {
        real sum = 0;
#pragma GCC unroll 8
        for (unsigned j = 0; j <= Q; j++)
            sum += rule.power[k][j] * f[j];
        path[k] = scale * sum / (real)(k + 1);
    }
}

static void set_polynomials(const struct integration *in, struct adaptive *w)
{
    for (unsigned i = 0; i < in->ode->n; i++) {
        if (i >= in->ode->n_relaxing) {
            integrate_polynomial(w->slope[i], w->h_last, w->path[i]);
            continue;
        }
        real a[Q + 1];
        for (unsigned j = 0; j <= Q; j++)
            a[j] = w->node[j].rate[i];
        const real theta = w->state[i].theta;
        integrate_polynomial(a, theta > 0 ? w->h_last / theta : 0, w->path[i]);
    }
    w->polynomials = true;
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    struct adaptive *w = in->work;
    const real q = (t - w->t) / w->h_last;
    if (!w->polynomials)
        set_polynomials(in, w);
    for (unsigned i = 0; i < in->ode->n; i++) {
        const real *c = w->path[i];
        const real path = q * (c[0] + q * (c[1] + q * (c[2] + q * (c[3] + q * c[4]))));
        x[i] = i < in->ode->n_relaxing ? collocation_at(Q, &w->state[i], path) : w->x0[i] + path;
    }
    return STATUS_OK;
}

const struct integrator PREC(integrator_exponential_adaptive) = {
    .name = "exponential_adaptive",
    .title = "exponential collocation, five nodes",
    .source = "collocation.h; after Hochbruck & Ostermann, Acta Numerica 19, 2010",
    .order = 8,
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_RELAXING,
    .workspace = workspace,
    .open = open_,
    .start = start,
    .step = step,
    .interpolate = interpolate,
};
