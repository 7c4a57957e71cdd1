/* Rodas5P with steps of its own choice: eight stages, order 5, an embedded result of order 4 and a
 * polynomial of order 4 between.
 *
 * G. Steinebach, "Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within
 * the Julia Differential Equations package", BIT Numer. Math. 63:27, 2023: coefficients and dense
 * output. L-stable and stiffly accurate. The step follows the predictive controller of
 * K. Gustafsson, "Control-theoretic techniques for stepsize selection in implicit Runge-Kutta
 * methods", ACM Trans. Math. Softw. 20(4), 496-517, 1994: before a mass lets go, its acceleration
 * grows like a power of the time left, and a controller that looks at the last error only would
 * have every second step rejected.
 *
 * Made for a few states: everything that depends on their number is unrolled for up to 5, and the
 * inverse of the matrix takes the place of its factors.
 */
#include <stddef.h>

#include "integrators/numerics/rosenbrock_stages.h"

enum { STAGES = 8, DENSE = 3, MOST_ATTEMPTS = 60 };

static const struct rosenbrock_method method = {
    .stages = STAGES,
    .arguments = 6,
    .gamma = C(0.21193756319429014),
    .alpha = { 0, C(0.6358126895828704), C(0.4095798393397535), C(0.9769306725060716),
               C(0.4288403609558664), 1, 1, 1 },
    .d = { C(0.21193756319429014), C(-0.42387512638858027), C(-0.3384627126235924),
           C(1.8046452872882734), C(2.325825639765069) },
    .a = { { 0 },
           { C(3.0) },
           { C(2.849394379747939), C(0.45842242204463923) },
           { C(-6.954028509809101), C(2.489845061869568), C(-10.358996098473584) },
           { C(2.8029986275628964), C(0.5072464736228206), C(-0.3988312541770524),
             C(-0.04721187230404641) },
           { C(-7.502846399306121), C(2.561846144803919), C(-11.627539656261098),
             C(-0.18268767659942256), C(0.030198172008377946) },
           { C(-7.502846399306121), C(2.561846144803919), C(-11.627539656261098),
             C(-0.18268767659942256), C(0.030198172008377946), 1 },
           { C(-7.502846399306121), C(2.561846144803919), C(-11.627539656261098),
             C(-0.18268767659942256), C(0.030198172008377946), 1, 1 } },
    .c = { { 0 },
           { C(-14.155112264123755) },
           { C(-17.97296035885952), C(-2.859693295451294) },
           { C(147.12150275711716), C(-1.41221402718213), C(71.68940251302358) },
           { C(165.43517024871676), C(-0.4592823456491126), C(42.90938336958603),
             C(-5.961986721573306) },
           { C(24.854864614690072), C(-3.0009227002832186), C(47.4931110020768),
             C(5.5814197821558125), C(-0.6610691825249471) },
           { C(30.91273214028599), C(-3.1208243349937974), C(77.79954646070892),
             C(34.28646028294783), C(-19.097331116725623), C(-28.087943162872662) },
           { C(37.80277123390563), C(-3.2571969029072276), C(112.26918849496327),
             C(66.9347231244047), C(-40.06618937091002), C(-54.66780262877968),
             C(-9.48861652309627) } },
};

/* y(q) = x0 + q (x1 - x0 + (1-q) (k0 + q (k1 + q k2))), k = dense u, at the part q of the step. */
static const real dense[DENSE][STAGES] = {
    { C(25.948786856663858), C(-2.5579724845846235), C(10.433815404888879), C(-2.3679251022685204),
      C(0.524948541321073), C(1.1241088310450404), C(0.4272876194431874), C(-0.17202221070155493) },
    { C(-9.91568850695171), C(-0.9689944594115154), C(3.0438037242978453), C(-24.495224566215796),
      C(20.176138334709044), C(15.98066361424651), C(-6.789040303419874), C(-6.710236069923372) },
    { C(11.419903575922262), C(2.8879645146136994), C(72.92137995996029), C(80.12511834622643),
      C(-52.072871366152654), C(-59.78993625266729), C(-0.15582684282751913),
      C(4.883087185713722) },
};

/* Step control: the fraction taken of the step that would just pass the error test, and the largest
 * and the smallest factor from one step to the next. */
static const real SAFE = C(0.94), MOST = 8, LEAST = C(0.1);

struct rosenbrock {
    struct linearized l;
    real h;            /* next step to try, s */
    real h_last;       /* last step, s; 0 after a start */
    real fit_last;     /* factor on the last step that would have made its error 1 */
    real t;            /* where the last step began */
    bool interpolated; /* the polynomial of the last step is computed */
    real *x0, *x1;     /* the states at its ends */
    real *f0, *ft, *f; /* f and df/dt at its beginning, and f at a stage */
    real *largest;     /* magnitude of each state since the start */
    real *u;           /* STAGES * n */
    real *polynomial;  /* (DENSE + 1) * n */
};

static size_t workspace(unsigned n)
{
    const size_t vectors = 6 + STAGES + DENSE + 1;
    return sizeof(struct rosenbrock) + (linearized_reals(n) + vectors * n) * sizeof(real);
}

static enum status open_(struct integration *in)
{
    struct rosenbrock *r = in->work;
    const unsigned n = in->ode->n;
    real *memory = (real *)(r + 1);
    *r = (struct rosenbrock){ 0 };
    linearized_place(&r->l, n, &memory);
    r->x0 = memory;
    r->x1 = r->x0 + n;
    r->f0 = r->x1 + n;
    r->ft = r->f0 + n;
    r->f = r->ft + n;
    r->largest = r->f + n;
    r->u = r->largest + n;
    r->polynomial = r->u + (size_t)STAGES * n;
    return STATUS_OK;
}

/* Returns the reciprocal of the error allowed in a step for state i of that size. A state that was
 * large and returns to zero keeps the rounding of its large values. */
static inline real weight(const struct integration *in, const struct rosenbrock *r, unsigned i,
                          real size)
{
    const real tolerance = in->settings->rtol * size + in->settings->atol * in->ode->scale[i];
    return 1 / (tolerance + 4 * R_EPSILON * r_max(size, r->largest[i]));
}

/* The largest of |x_i| in units of its tolerance. */
static real norm(const struct integration *in, const struct rosenbrock *r, const real x[])
{
    real most = 0;
    for (unsigned i = 0; i < in->ode->n; i++)
        most = r_max(most, r_abs(x[i]) * weight(in, r, i, r_abs(in->x[i])));
    return most;
}

/* Chooses a first step from the sizes of states, rates and second derivatives: E. Hairer, S. P.
 * Norsett, G. Wanner, "Solving Ordinary Differential Equations I", II.4. */
static enum status start(struct integration *in)
{
    struct rosenbrock *r = in->work;
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    for (unsigned i = 0; i < n; i++)
        r->largest[i] = r_abs(in->x[i]);
    ode_rate(ode, in->t, in->x, r->f0);
    const real d0 = norm(in, r, in->x), d1 = norm(in, r, r->f0);
    const real h0 = d0 < C(1e-5) || d1 < C(1e-5) ? C(1e-6) : C(0.01) * d0 / d1;
    for (unsigned i = 0; i < n; i++)
        r->x1[i] = in->x[i] + h0 * r->f0[i];
    ode_rate(ode, in->t + h0, r->x1, r->f);
    in->statistics->rate_evals += 2;
    for (unsigned i = 0; i < n; i++)
        r->f[i] = (r->f[i] - r->f0[i]) / h0;
    const real d = r_max(d1, norm(in, r, r->f));
    const real h1 = d <= C(1e-15) ? r_max(C(1e-6), h0 * C(1e-3)) : r_pow(C(0.01) / d, C(0.2));
    r->h = r_max(r_min(100 * h0, h1), 64 * R_EPSILON * r_abs(in->t));
    r->h_last = 0;
    return STATUS_OK;
}

/* Tries a step h, with its end in x1. Returns the mean square of its error in units of the
 * tolerances, NAN or infinity where the step cannot be done. */
FORCE_INLINE real try_step_n(unsigned n, struct integration *in, struct rosenbrock *r, real h)
{
    in->statistics->factorizations++;
    UNROLL
    for (unsigned i = 0; i < n * n; i++)
        r->l.matrix[i] = -(method.gamma * h) * r->l.jacobian[i];
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        r->l.matrix[i * n + i] += 1;
        r->f[i] = r->f0[i];
    }
    if (!dense_invert_n(n, r->l.matrix))
        return (real)NAN;
    rosenbrock_stages_n(n, &method, in, r->l.matrix, r->t, r->x0, h, r->ft, r->f, r->u, r->x1);
    real error = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real e = r->u[(STAGES - 1) * n + i];
        r->x1[i] += e;
        const real size = r_max(r_abs(r->x0[i]), r_abs(r->x1[i]));
        const real part = e * weight(in, r, i, size);
        error += part * part;
    }
    return error / (real)n;
}

static real try_step(struct integration *in, struct rosenbrock *r, real h)
{
    real error;
    FOR_SIZE(in->ode->n, error = try_step_n, in, r, h)
    return error;
}

/* Evaluates f, its Jacobian and df/dt where a step of about h begins. Returns false where f is not
 * finite. */
static bool linearize_here(struct integration *in, struct rosenbrock *r, real h)
{
    const struct ode *ode = in->ode;
    r->t = in->t;
    r->interpolated = false;
    for (unsigned i = 0; i < ode->n; i++)
        r->x0[i] = in->x[i];
    ode_rate(ode, in->t, in->x, r->f0);
    in->statistics->rate_evals++;
    linearize(in, &r->l, in->t, in->x, r->f0);
    rosenbrock_time_derivative(in, in->t, in->x, h, r->f0, r->ft);
    for (unsigned i = 0; i < ode->n; i++)
        if (!isfinite(r->f0[i]))
            return false;
    return true;
}

/* Goes on to the end t of a step h that has passed, and chooses the next step. fit is the factor on
 * h that would have made the error 1. */
static void accept(struct integration *in, struct rosenbrock *r, real t, real h, real fit,
                   bool rejected)
{
    real factor = SAFE * fit;
    if (r->h_last > 0) /* the error goes on changing as it did since the last step */
        factor = r_min(factor, factor * (h / r->h_last) * (fit / r->fit_last));
    factor = r_max(LEAST, r_min(factor, rejected ? 1 : MOST));
    /* A step cut short by the end of an interval says little about the next. */
    r->h = h < r->h ? r_max(r->h, h * factor) : h * factor;
    r->h_last = h;
    r->fit_last = r_min(fit, C(2.5));
    in->t = t;
    for (unsigned i = 0; i < in->ode->n; i++) {
        in->x[i] = r->x1[i];
        r->largest[i] = r_max(r->largest[i], r_abs(in->x[i]));
    }
    in->statistics->steps++;
}

static enum status step(struct integration *in, real stop)
{
    struct rosenbrock *r = in->work;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    r->h = r_min(r->h, in->longest);
    if (!linearize_here(in, r, r->h))
        return STATUS_NONFINITE;
    bool finite = true;
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const bool last = !(in->t + C(1.0001) * r->h < stop);
        const real h = last ? stop - in->t : r->h;
        if (!(in->t + h > in->t))
            return finite ? STATUS_STEP_TOO_SMALL : STATUS_NONFINITE;
        const real error = try_step(in, r, h);
        finite = isfinite(error);
        /* The fifth root of the error, of which this is the square, to the few digits that matter.
         */
        const real fit = finite ? (real)powf((float)r_max(error, C(1e-16)), -0.1f) : 0;
        if (finite && error <= 1) {
            accept(in, r, last ? stop : in->t + h, h, fit, attempt > 0);
            return STATUS_OK;
        }
        r->h = h * r_max(LEAST, SAFE * fit);
        in->statistics->rejected++;
    }
    return finite ? STATUS_ERROR_TEST : STATUS_NONFINITE;
}

FORCE_INLINE void polynomial_n(unsigned n, struct rosenbrock *r)
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        r->polynomial[i] = r->x1[i] - r->x0[i];
        UNROLL
        for (unsigned k = 0; k < DENSE; k++) {
            real sum = 0;
            UNROLL
            for (unsigned s = 0; s < STAGES; s++)
                sum += dense[k][s] * r->u[s * n + i];
            r->polynomial[(k + 1) * n + i] = sum;
        }
    }
}

FORCE_INLINE void evaluate_n(unsigned n, const struct rosenbrock *r, real q, real x[])
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real *k = r->polynomial + i;
        x[i] = r->x0[i] +
               q * (k[0] + (1 - q) * (k[n] + q * (k[(size_t)2 * n] + q * k[(size_t)3 * n])));
    }
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    struct rosenbrock *r = in->work;
    const unsigned n = in->ode->n;
    if (!r->interpolated)
        FOR_SIZE(n, polynomial_n, r)
    r->interpolated = true;
    const real q = (t - r->t) / r->h_last;
    FOR_SIZE(n, evaluate_n, r, q, x)
    return STATUS_OK;
}

const struct integrator PREC(integrator_rosenbrock) = {
    .name = "rosenbrock",
    .title = "Rodas5P, adaptive Rosenbrock of order 5",
    .source = "Steinebach, BIT 63, 2023",
    .order = 5,
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .open = open_,
    .start = start,
    .step = step,
    .interpolate = interpolate,
};
