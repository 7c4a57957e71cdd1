/* RODAS: six stages, six linear solves with one matrix, no iteration.
 *
 *     (I - g h J) u_i = g h f(t + alpha_i h, x + sum a_ij u_j) + g sum c_ij u_j + g h^2 d_i df/dt
 *
 * E. Hairer, G. Wanner, "Solving Ordinary Differential Equations II", section IV.7, with the
 * coefficients of its method RODAS of order 4(3). L-stable and stiffly accurate: the last two
 * stages look at t + h, and their arguments and sum are the results of order 3 and 4.
 */
#include "integrators/fixed_step.h"
#include "integrators/linearized.h"

enum { STAGES = 6 };

#define G C(0.25)

static const real alpha[STAGES] = { 0, C(0.386), C(0.21), C(0.63), 1, 1 };
static const real d[STAGES] = { C(0.25), C(-0.1043), C(0.1035), C(-0.0362), 0, 0 };
static const real a[STAGES][STAGES] = {
    { 0 },
    { C(1.544) },
    { C(0.9466785280815826), C(0.2557011698983284) },
    { C(3.314825187068521), C(2.896124015972201), C(0.9986419139977817) },
    { C(1.221224509226641), C(6.019134481288629), C(12.53708332932087), C(-0.6878860361058950) },
    { C(1.221224509226641), C(6.019134481288629), C(12.53708332932087), C(-0.6878860361058950), 1 },
};
static const real c[STAGES][STAGES] = {
    { 0 },
    { C(-5.6688) },
    { C(-2.430093356833875), C(-0.2063599157091915) },
    { C(-0.1073529058151375), C(-9.594562251023355), C(-20.47028614809616) },
    { C(7.496443313967647), C(-10.24680431464352), C(-33.99990352819905), C(11.70890893206160) },
    { C(8.083246795921522), C(-7.981132988064893), C(-31.52159432874371), C(16.31930543123136),
      C(-6.058818238834054) },
};

/* The stages, the derivative in t, a rate and a state, beside the linearized problem. */
static size_t workspace(unsigned n)
{
    return (linearized_reals(n) + (size_t)(STAGES + 3) * n) * sizeof(real);
}

/* df/dt: the problem's own; or a forward difference over a part sqrt(eps) of the step, whose
 * error shows in the result at about 1e-9. f is f(t, x). */
static void time_derivative(struct integration *in, real h, const real f[], real ft[])
{
    const struct ode *ode = in->ode;
    if (ode->rate_t) {
        ode->rate_t(ode->ctx, in->t, in->x, ft);
        return;
    }
    const real later = in->t + r_max(r_sqrt(R_EPSILON) * h, 64 * R_EPSILON * r_abs(in->t));
    const real delta = later - in->t;
    ode->rate(ode->ctx, later, in->x, ft);
    in->statistics->rate_evals++;
    for (unsigned i = 0; i < ode->n; i++)
        ft[i] = (ft[i] - f[i]) / delta;
}

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    real *u = in->work, *ft = u + (size_t)STAGES * n, *f = ft + n, *x = f + n, *memory = x + n;
    struct linearized l;
    linearized_place(&l, n, &memory);
    ode->rate(ode->ctx, in->t, in->x, f);
    in->statistics->rate_evals++;
    linearize(in, &l, in->t, in->x, f);
    time_derivative(in, h, f, ft);
    if (!linearized_factorize(in, &l, G * h))
        return STATUS_NONFINITE;
    for (unsigned s = 0; s < STAGES; s++) {
        real *now = u + (size_t)s * n;
        if (s > 0) {
            for (unsigned i = 0; i < n; i++) {
                x[i] = in->x[i];
                for (unsigned k = 0; k < s; k++)
                    x[i] += a[s][k] * u[k * n + i];
            }
            ode->rate(ode->ctx, in->t + alpha[s] * h, x, f);
            in->statistics->rate_evals++;
        }
        for (unsigned i = 0; i < n; i++) {
            real sum = h * (f[i] + h * d[s] * ft[i]);
            for (unsigned k = 0; k < s; k++)
                sum += c[s][k] * u[k * n + i];
            now[i] = G * sum;
        }
        linearized_solve(in, &l, now);
    }
    for (unsigned i = 0; i < n; i++)
        in->x[i] = x[i] + u[(STAGES - 1) * n + i];
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_rosenbrock4) = {
    .name = "rosenbrock4",
    .title = "RODAS, Rosenbrock of order 4",
    .source = "Hairer & Wanner, Solving ODEs II, IV.7",
    .order = 4,
    .flags = INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .advance = advance,
};
