/* RODAS: six stages, six linear solves with one matrix, no iteration.
 *
 * E. Hairer, G. Wanner, "Solving Ordinary Differential Equations II", section IV.7, with the
 * coefficients of its method RODAS of order 4(3). L-stable and stiffly accurate: the last two
 * stages look at t + h, and their arguments and sum are the results of order 3 and 4.
 */
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/rosenbrock_stages.h"

enum { STAGES = 6 };

static const struct rosenbrock_method method = {
    .stages = STAGES,
    .arguments = 5,
    .gamma = C(0.25),
    .alpha = { 0, C(0.386), C(0.21), C(0.63), 1, 1 },
    .d = { C(0.25), C(-0.1043), C(0.1035), C(-0.0362) },
    .a = { { 0 },
           { C(1.544) },
           { C(0.9466785280815826), C(0.2557011698983284) },
           { C(3.314825187068521), C(2.896124015972201), C(0.9986419139977817) },
           { C(1.221224509226641), C(6.019134481288629), C(12.53708332932087),
             C(-0.6878860361058950) } },
    .c = { { 0 },
           { C(-5.6688) },
           { C(-2.430093356833875), C(-0.2063599157091915) },
           { C(-0.1073529058151375), C(-9.594562251023355), C(-20.47028614809616) },
           { C(7.496443313967647), C(-10.24680431464352), C(-33.99990352819905),
             C(11.70890893206160) },
           { C(8.083246795921522), C(-7.981132988064893), C(-31.52159432874371),
             C(16.31930543123136), C(-6.058818238834054) } },
};

/* The stages, the derivative in t, a rate and a state, beside the linearized problem. */
static size_t workspace(unsigned n)
{
    return (linearized_reals(n) + (size_t)(STAGES + 3) * n) * sizeof(real);
}

FORCE_INLINE bool stages_n(unsigned n, struct integration *in, real h, const real ft[], real f[],
                           real u[], real x[], real matrix[])
{
    if (!dense_invert_n(n, matrix))
        return false;
    rosenbrock_stages_n(n, &method, in, matrix, in->t, in->x, h, ft, f, u, x);
    for (unsigned i = 0; i < n; i++)
        in->x[i] = x[i] + u[(STAGES - 1) * n + i];
    return true;
}

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    real *u = in->work, *ft = u + (size_t)STAGES * n, *f = ft + n, *x = f + n, *memory = x + n;
    struct linearized l;
    bool regular;
    linearized_place(&l, n, &memory);
    ode_rate(ode, in->t, in->x, f);
    in->statistics->rate_evals++;
    linearize(in, &l, in->t, in->x, f);
    rosenbrock_time_derivative(in, in->t, in->x, h, f, ft);
    linearized_matrix(in, &l, method.gamma * h);
    FOR_SIZE(n, regular = stages_n, in, h, ft, f, u, x, l.matrix)
    return regular ? STATUS_OK : STATUS_NONFINITE;
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
