/* Exponential collocation at seven nodes, with steps of its own choice: see collocation.h.
 *
 * For driven laws whose states relax. The last velocity of a step is the first of the next, so
 * that a step costs six velocities, and one exponential for each stiff state. Its error is
 * estimated by what the middle node adds, which is that of a method of lower order; the local
 * error of the method itself shrinks like h^7 where it is stiff and like h^13 where it is not.
 */
#include "integrators/integrator.h"
#include "integrators/numerics/collocation.h"
#include "integrators/numerics/lobatto.h"

enum { Q = 6, MOST_ATTEMPTS = 60 };

/* Step control: the fraction taken of the step that would just pass the error test, and the largest
 * and the smallest factor from one step to the next. */
static const real SAFE = C(0.8), MOST = 4, LEAST = C(0.1);

/* Steady values and relaxation rates of the states at one node. */
struct node {
    real steady[ODE_MAX_STATES], rate[ODE_MAX_STATES];
};

struct adaptive {
    real h;           /* next step to try, s */
    real t, h_last;   /* where the last step began, and its length, s */
    bool is_cut;      /* steps are short since longer ones met what is no number */
    bool fresh;       /* the next step begins at node[0]; otherwise at node[Q] */
    bool polynomials; /* path[] is computed */
    bool unseen;      /* path[] is too far off for how states relax at the step's beginning: */
    real settled;     /* travels are found one by one until they have, s */
    struct node node[Q + 1];
    struct relaxing state[ODE_MAX_STATES];
    /* Over the part q of the step: theta/Theta, or the change of an integral, is
     * q sum path_k (2q - 1)^k. */
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
    ode_relaxation(in->ode, t, node->steady, node->rate);
    in->statistics->flow_evals++;
}

static enum status start(struct integration *in)
{
    struct adaptive *w = in->work;
    look(in, in->t, &w->node[0]);
    w->fresh = true;
    w->is_cut = false;
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

/* Returns the relative size below which terms of a state may be left out. */
static inline real negligible(const struct integration *in)
{
    return r_max(R_EPSILON / 4, C(1e-3) * in->settings->rtol);
}

/* Returns the travel theta of state i at node j of a step h. */
static inline real travel(const struct adaptive *w, unsigned i, unsigned j, real h)
{
    real sum = 0;
    for (unsigned k = 0; k <= Q; k++)
        sum += lobatto_7.integral[j][k] * w->node[k].rate[i];
    return h * sum;
}

/* Solves relaxing state i over the step h; returns the estimated error. */
static inline real relax(const struct integration *in, struct adaptive *w, unsigned i, real h)
{
    struct relaxing *r = &w->state[i];
    real a[Q + 1], z[Q + 1];
    UNROLL
    for (unsigned j = 0; j <= Q; j++) {
        a[j] = w->node[j].rate[i];
        z[j] = w->node[j].steady[i];
    }
    w->x0[i] = in->x[i];
    collocate(Q, &lobatto_7, h, a, z, in->x[i], negligible(in), r);
    w->x1[i] = collocation_at(Q, r, 1);
    /* The response at the end to the last difference times the polynomial N of the other nodes:
     * Theta int N for small Theta, N'(1)/Theta and N"(1)/Theta^2 for large, where int N = 2/3465,
     * N'(1) = 1/66, N"(1) = 19/33 for nodes at which the travel is even. */
    const real inverse = 1 / r->theta;
    const real shape =
        r_abs(r->last) * r_min(C(0.00058) * r->theta, inverse * (C(0.0152) + C(0.58) * inverse));
    const real decay = r->series || r->theta < r->settled ? r_exp(-r->theta) : 0;
    const real distance = r_max(r_abs(z[Q] - w->x1[i]), decay * r_abs(z[0] - w->x0[i]));
    const real extent = r_abs(h * lobatto_7_coarser(a) - r->theta);
    return shape + r_min(extent, 1) * distance;
}

/* Integrates the states that do not relax, whose rates depend on the relaxing ones, into x1;
 * returns the largest error in units of the tolerances. */
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
        ode_rate(ode, w->t + lobatto_7.node[j] * h, x, dx);
        for (unsigned i = n; i < ode->n; i++) {
            w->slope[i][j] = dx[i];
            w->x1[i] += h * lobatto_7.integral[Q][j] * dx[i];
        }
    }
    in->statistics->rate_evals += Q + 1;
    for (unsigned i = n; i < ode->n; i++) {
        const real *s = w->slope[i];
        const real e = r_abs(w->x0[i] + h * lobatto_7_coarser(s) - w->x1[i]);
        worst = r_max(worst, e / tolerance(in, w, i, w->x1[i]));
    }
    return worst;
}

/* Tries the step h, with its end in x1; returns its error in units of the tolerances. */
static real try_step(struct integration *in, struct adaptive *w, real h)
{
    const struct ode *ode = in->ode;
    real worst = 0;
    for (unsigned j = 1; j <= Q; j++)
        look(in, w->t + lobatto_7.node[j] * h, &w->node[j]);
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
    const real longest = integration_longest(in, NULL);
    w->h = w->h > 0 ? r_min(w->h, longest) : longest;
    if (!w->fresh)
        for (unsigned i = 0; i < in->ode->n_relaxing; i++) {
            w->node[0].steady[i] = w->node[Q].steady[i];
            w->node[0].rate[i] = w->node[Q].rate[i];
        }
    w->fresh = false;
    w->t = in->t;
    w->polynomials = false;
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const bool last = !(in->t + C(1.0001) * w->h < stop);
        const real h = last ? stop - in->t : w->h;
        if (!(in->t + h > in->t))
            return w->is_cut ? STATUS_NONFINITE : STATUS_STEP_TOO_SMALL;
        const real error = try_step(in, w, h);
        const bool finite = isfinite(error);
        const real fit = finite ? SAFE * (real)powf((float)r_max(error, C(1e-8)), -1.0f / 6) : 0;
        if (!finite || error > 1) {
            w->h = h * r_max(LEAST, fit);
            w->is_cut = !finite;
            in->statistics->rejected++;
            continue;
        }
        const real next = h * r_max(LEAST, r_min(fit, attempt > 0 ? 1 : MOST));
        w->h = h < w->h ? r_max(w->h, next) : next;
        w->h_last = h;
        w->is_cut = w->is_cut && attempt > 0;
        in->t = last ? stop : in->t + h;
        for (unsigned i = 0; i < in->ode->n; i++) {
            in->x[i] = w->x1[i];
            w->largest[i] = r_max(w->largest[i], r_abs(in->x[i]));
        }
        in->statistics->steps++;
        return STATUS_OK;
    }
    return w->is_cut ? STATUS_NONFINITE : STATUS_ERROR_TEST;
}

/* path[]: scale times the mean of f over a part of the step, from f at the nodes. */
static inline void integrate_polynomial(const real f[], real scale, real path[])
{
    UNROLL
    for (unsigned k = 0; k <= Q; k++) {
        real sum = 0;
        UNROLL
        for (unsigned j = 0; j <= Q; j++)
            sum += lobatto_7_mean[k][j] * f[j];
        path[k] = scale * sum;
    }
}

/* Returns true where the polynomial of the travel may be too far off for how a state relaxes: by a
 * part of the travel, which is largest where the travel is 1. The part is taken to be ten times
 * that by which two rules differ over the step. */
static bool relaxes_unseen(const struct integration *in, const struct adaptive *w, unsigned i,
                           const real rate[])
{
    const struct relaxing *r = &w->state[i];
    const real part = 10 * r_abs(w->h_last * lobatto_7_coarser(rate) / r->theta - 1);
    return !r->series && r->settled > 0 &&
           !(C(0.37) * r_abs(r->amplitude) * part < C(0.1) * tolerance(in, w, i, w->x0[i]));
}

static void set_polynomials(const struct integration *in, struct adaptive *w)
{
    w->unseen = false;
    w->settled = w->t + w->h_last;
    for (unsigned i = 0; i < in->ode->n; i++) {
        if (i >= in->ode->n_relaxing) {
            integrate_polynomial(w->slope[i], w->h_last, w->path[i]);
            continue;
        }
        real a[Q + 1];
        for (unsigned j = 0; j <= Q; j++)
            a[j] = w->node[j].rate[i];
        const real theta = w->state[i].theta;
        collocation_settle(&w->state[i], w->x0[i], negligible(in));
        integrate_polynomial(a, theta > 0 ? w->h_last / theta : 0, w->path[i]);
        w->unseen |= relaxes_unseen(in, w, i, a);
    }
    w->polynomials = true;
}

/* theta[n_relaxing]: the travels from the step's beginning to t, by the rule on so many parts. */
static void travels_by_parts(struct integration *in, const struct adaptive *w, real t,
                             unsigned parts, real theta[])
{
    const real h = (t - w->t) / (real)parts;
    struct node node = w->node[0];
    for (unsigned i = 0; i < in->ode->n_relaxing; i++)
        theta[i] = 0;
    for (unsigned p = 0; p < parts; p++)
        for (unsigned j = 0; j <= Q; j++) {
            if (j > 0) /* a part begins where the one before has ended */
                look(in, w->t + ((real)p + lobatto_7.node[j]) * h, &node);
            for (unsigned i = 0; i < in->ode->n_relaxing; i++)
                theta[i] += h * lobatto_7.integral[Q][j] * node.rate[i];
        }
}

/* Returns the largest change of states, in units of the tolerances, that another travel makes while
 * they relax from where they were. */
static real change_of_travel(const struct integration *in, const struct adaptive *w,
                             const real theta[], const real other[])
{
    real most = 0;
    for (unsigned i = 0; i < in->ode->n_relaxing; i++) {
        const real travel = r_max(0, r_min(theta[i], other[i]));
        const real left = w->state[i].series ? 0 : r_abs(w->state[i].amplitude) * r_exp(-travel);
        most = r_max(most, left * r_abs(theta[i] - other[i]) / tolerance(in, w, i, w->x0[i]));
    }
    return most;
}

/* theta[n_relaxing]: likewise, to within a tenth of the tolerances; first it is the travel by the
 * step's polynomial. A step may be much longer than states take to relax, so that its nodes, and
 * its error, say nothing of how they do. */
static void find_travels(struct integration *in, struct adaptive *w, real t, real theta[])
{
    enum { MOST_PARTS = 64 };
    real before[ODE_MAX_STATES] = { 0 };
    bool settled = true;
    for (unsigned parts = 1; parts <= MOST_PARTS; parts *= 2) {
        for (unsigned i = 0; i < in->ode->n_relaxing; i++)
            before[i] = theta[i];
        travels_by_parts(in, w, t, parts, theta);
        if (change_of_travel(in, w, theta, before) < C(0.1))
            break;
    }
    for (unsigned i = 0; i < in->ode->n_relaxing; i++)
        settled &= w->state[i].series || theta[i] >= w->state[i].settled;
    if (settled)
        w->settled = t;
}

/* Returns a travel as a part of the step's, where at least `least` of it has been gone. */
static real part_of(const struct relaxing *r, real travel, real least)
{
    const real part = r_max(travel, r->series ? 0 : least) / r->theta;
    return r->theta > 0 ? r_max(0, r_min(part, 1)) : 0;
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    struct adaptive *w = in->work;
    const unsigned n = in->ode->n, n_relaxing = in->ode->n_relaxing;
    const real q = (t - w->t) / w->h_last, r = 2 * q - 1;
    real theta[ODE_MAX_STATES] = { 0 };
    if (!w->polynomials)
        set_polynomials(in, w);
    for (unsigned i = 0; i < n; i++) {
        const real *c = w->path[i];
        const real mean =
            c[0] + r * (c[1] + r * (c[2] + r * (c[3] + r * (c[4] + r * (c[5] + r * c[6])))));
        if (i < n_relaxing)
            theta[i] = w->state[i].theta * q * mean;
        else
            x[i] = w->x0[i] + q * mean;
    }
    const bool relaxes = w->unseen && t < w->settled;
    if (relaxes)
        find_travels(in, w, t, theta);
    for (unsigned i = 0; i < n_relaxing; i++) {
        const real least = w->unseen && !relaxes ? w->state[i].settled : 0;
        x[i] = collocation_at(Q, &w->state[i], part_of(&w->state[i], theta[i], least));
    }
    return STATUS_OK;
}

const struct integrator PREC(integrator_exponential_adaptive) = {
    .name = "exponential_adaptive",
    .title = "exponential collocation, seven nodes",
    .source = "collocation.h; after Hochbruck & Ostermann, Acta Numerica 19, 2010",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_RELAXING,
    .workspace = workspace,
    .open = open_,
    .start = start,
    .step = step,
    .interpolate = interpolate,
};
