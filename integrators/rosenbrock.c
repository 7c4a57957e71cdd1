/* prototype */
#include "integrators/rosenbrock_stages.h"

static const struct rosenbrock_method method = {
    .stages = 8,
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

enum { DENSE = 3 };
static const real dense[DENSE][8] = {
    { C(25.948786856663858), C(-2.5579724845846235), C(10.433815404888879), C(-2.3679251022685204),
      C(0.524948541321073), C(1.1241088310450404), C(0.4272876194431874), C(-0.17202221070155493) },
    { C(-9.91568850695171), C(-0.9689944594115154), C(3.0438037242978453), C(-24.495224566215796),
      C(20.176138334709044), C(15.98066361424651), C(-6.789040303419874), C(-6.710236069923372) },
    { C(11.419903575922262), C(2.8879645146136994), C(72.92137995996029), C(80.12511834622643),
      C(-52.072871366152654), C(-59.78993625266729), C(-0.15582684282751913),
      C(4.883087185713722) },
};

struct rosenbrock {
    struct linearized l;
    real h;       /* of the next step */
    real t, last; /* where the last step began, and its size */
    bool interpolated;
    real *x0, *x1, *f0, *f, *ft, *u, *dense, *largest;
};

static size_t workspace(unsigned n)
{
    return sizeof(struct rosenbrock) +
           (linearized_reals(n) + (size_t)(8 + 6 + 3) * n) * sizeof(real);
}

static struct rosenbrock *place(struct integration *in) { return in->work; }

static enum status open_(struct integration *in)
{
    struct rosenbrock *r = in->work;
    const unsigned n = in->ode->n;
    real *memory = (real *)(r + 1);
    linearized_place(&r->l, n, &memory);
    r->x0 = memory;
    r->x1 = r->x0 + n;
    r->f0 = r->x1 + n;
    r->f = r->f0 + n;
    r->ft = r->f + n;
    r->largest = r->ft + n;
    r->u = r->largest + n;
    r->dense = r->u + 8 * n;
    r->h = 0;
    return STATUS_OK;
}

static real weight(const struct integration *in, const struct rosenbrock *r, unsigned i, real size)
{
    const real tolerance = in->settings->rtol * size + in->settings->atol * in->ode->scale[i];
    return 1 / (tolerance + 4 * R_EPSILON * r_max(size, r->largest[i]));
}

static enum status start(struct integration *in)
{
    struct rosenbrock *r = place(in);
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    real d0 = 0, d1 = 0, d2 = 0;
    for (unsigned i = 0; i < n; i++)
        r->largest[i] = r_abs(in->x[i]);
    ode->rate(ode->ctx, in->t, in->x, r->f);
    for (unsigned i = 0; i < n; i++) {
        const real w = weight(in, r, i, r_abs(in->x[i]));
        d0 = r_max(d0, r_abs(in->x[i]) * w);
        d1 = r_max(d1, r_abs(r->f[i]) * w);
    }
    real h0 = d0 < C(1e-5) || d1 < C(1e-5) ? C(1e-6) : C(0.01) * d0 / d1;
    for (unsigned i = 0; i < n; i++)
        r->x1[i] = in->x[i] + h0 * r->f[i];
    ode->rate(ode->ctx, in->t + h0, r->x1, r->f0);
    for (unsigned i = 0; i < n; i++)
        d2 = r_max(d2, r_abs(r->f0[i] - r->f[i]) * weight(in, r, i, r_abs(in->x[i])) / h0);
    const real d = r_max(d1, d2);
    real h1 = d <= C(1e-15) ? r_max(C(1e-6), h0 * C(1e-3)) : r_pow(C(0.01) / d, C(0.2));
    r->h = r_min(100 * h0, h1);
    in->statistics->rate_evals += 2;
    return STATUS_OK;
}

static real try_step_n(unsigned n, struct integration *in, struct rosenbrock *r, real h)
{
    in->statistics->factorizations++;
    for (unsigned i = 0; i < n * n; i++)
        r->l.matrix[i] = -(method.gamma * h) * r->l.jacobian[i];
    for (unsigned i = 0; i < n; i++)
        r->l.matrix[i * n + i] += 1;
    if (!dense_factorize_n(n, r->l.matrix, r->l.row))
        return (real)NAN;
    for (unsigned i = 0; i < n; i++)
        r->f[i] = r->f0[i];
    rosenbrock_stages_n(n, &method, in, &r->l, r->t, r->x0, h, r->ft, r->f, r->u, r->x1);
    real error = 0;
    for (unsigned i = 0; i < n; i++) {
        const real e = r->u[7 * n + i];
        r->x1[i] += e;
        const real size = r_max(r_abs(r->x0[i]), r_abs(r->x1[i]));
        const real q = e * weight(in, r, i, size);
        error += q * q;
    }
    return r_sqrt(error / (real)n);
}

static real try_step(struct integration *in, struct rosenbrock *r, real h)
{
    switch (in->ode->n) {
    case 1:
        return try_step_n(1, in, r, h);
    case 2:
        return try_step_n(2, in, r, h);
    case 3:
        return try_step_n(3, in, r, h);
    case 4:
        return try_step_n(4, in, r, h);
    case 5:
        return try_step_n(5, in, r, h);
    default:
        return try_step_n(in->ode->n, in, r, h);
    }
}

static enum status step(struct integration *in, real stop)
{
    struct rosenbrock *r = place(in);
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    real h = r->h;
    if (in->settings->step > 0)
        h = r_min(h, in->settings->step);
    r->t = in->t;
    r->interpolated = false;
    for (unsigned i = 0; i < n; i++)
        r->x0[i] = in->x[i];
    ode->rate(ode->ctx, in->t, in->x, r->f0);
    in->statistics->rate_evals++;
    linearize(in, &r->l, in->t, in->x, r->f0);
    rosenbrock_time_derivative(in, in->t, in->x, h, r->f0, r->ft);
    bool rejected = false;
    for (unsigned attempt = 0; attempt < 60; attempt++) {
        bool last = false;
        if (in->t + C(1.0001) * h >= stop) {
            h = stop - in->t;
            last = true;
        }
        if (in->t + h == in->t)
            return STATUS_STEP_TOO_SMALL;
        const real error = try_step(in, r, h);
        real factor = isfinite(error) ? C(0.9) * r_pow(r_max(error, C(1e-8)), C(-0.2)) : C(0.1);
        factor = r_max(C(0.1), r_min(factor, rejected ? 1 : 8));
        if (error <= 1) {
            in->statistics->steps++;
            r->last = h;
            in->t = last ? stop : in->t + h;
            for (unsigned i = 0; i < n; i++) {
                in->x[i] = r->x1[i];
                r->largest[i] = r_max(r->largest[i], r_abs(in->x[i]));
            }
            r->h = last ? r_max(r->h, h * factor) : h * factor;
            return STATUS_OK;
        }
        h *= factor;
        r->h = h;
        rejected = true;
        in->statistics->rejected++;
    }
    return STATUS_ERROR_TEST;
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    struct rosenbrock *r = place(in);
    const unsigned n = in->ode->n;
    if (!r->interpolated) {
        for (unsigned k = 0; k < DENSE; k++)
            for (unsigned i = 0; i < n; i++) {
                real sum = 0;
                for (unsigned s = 0; s < 8; s++)
                    sum += dense[k][s] * r->u[s * n + i];
                r->dense[k * n + i] = sum;
            }
        r->interpolated = true;
    }
    const real q = (t - r->t) / r->last;
    for (unsigned i = 0; i < n; i++)
        x[i] = r->x0[i] * (1 - q) +
               q * (r->x1[i] +
                    (1 - q) * (r->dense[i] + q * (r->dense[n + i] + q * r->dense[2 * n + i])));
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
