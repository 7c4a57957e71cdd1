/* Wraps states, matrices and callbacks for SUNDIALS on memory that the caller gave. */
#include "integrators/sundials/sundials.h"

size_t sundials_workspace(unsigned n)
{
    (void)n;
    return sizeof(struct sundials);
}

enum status sundials_open(struct integration *in)
{
    struct sundials *s = in->work;
    const sunindextype n = (sunindextype)in->ode->n;
    *s = (struct sundials){ 0 };
    if (n == 0)
        return STATUS_UNSUPPORTED;
    if (SUNContext_Create(NULL, &s->context) != 0)
        return STATUS_NO_MEMORY;
    s->x = N_VNew_Serial(n, s->context);
    s->interpolated = N_VNew_Serial(n, s->context);
    s->matrix = SUNDenseMatrix(n, n, s->context);
    if (!s->x || !s->interpolated || !s->matrix)
        return STATUS_NO_MEMORY;
    s->solver = SUNLinSol_Dense(s->x, s->matrix, s->context);
    if (!s->solver)
        return STATUS_NO_MEMORY;
    sundials_start(in);
    return STATUS_OK;
}

void sundials_close(struct integration *in)
{
    struct sundials *s = in->work;
    /* each accepts what was never made */
    SUNLinSolFree(s->solver);
    SUNMatDestroy(s->matrix);
    N_VDestroy(s->interpolated);
    N_VDestroy(s->x);
    SUNContext_Free(&s->context);
}

void sundials_start(struct integration *in)
{
    struct sundials *s = in->work;
    for (unsigned i = 0; i < in->ode->n; i++) {
        N_VGetArrayPointer(s->x)[i] = in->x[i];
        s->largest[i] = r_abs(in->x[i]);
    }
    s->origin = in->t;
}

void sundials_take(struct integration *in, real t)
{
    struct sundials *s = in->work;
    for (unsigned i = 0; i < in->ode->n; i++) {
        in->x[i] = N_VGetArrayPointer(s->x)[i];
        s->largest[i] = r_max(s->largest[i], r_abs(in->x[i]));
    }
    in->t = t;
    in->statistics->steps++;
}

real sundials_stop(const struct integration *in, real stop)
{
    const struct sundials *s = in->work;
    const real end = stop - s->origin, most = in->settings->step;
    const real longest = integration_longest(in, NULL);
    if (most > 0 && longest >= most)
        return end; /* then settings->step limits the libraries' steps */
    return r_min(end, in->t - s->origin + longest);
}

void sundials_interpolated(const struct integration *in, real x[])
{
    const struct sundials *s = in->work;
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] = N_VGetArrayPointer(s->interpolated)[i];
}

int sundials_rate(realtype t, N_Vector x, N_Vector dx, void *user_data)
{
    const struct integration *in = user_data;
    const struct sundials *s = in->work;
    const struct ode *ode = in->ode;
    ode_rate(ode, s->origin + t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
    return 0;
}

/* SUNDIALS stores columns, ode.h rows. */
int sundials_jacobian(realtype t, N_Vector x, N_Vector fx, SUNMatrix J, void *user_data,
                      N_Vector t1, N_Vector t2, N_Vector t3)
{
    const struct integration *in = user_data;
    const struct sundials *s = in->work;
    const struct ode *ode = in->ode;
    real jac[ODE_MAX_STATES * ODE_MAX_STATES];
    (void)fx, (void)t1, (void)t2, (void)t3;
    ode->jacobian(ode->ctx, s->origin + t, N_VGetArrayPointer(x), jac);
    for (unsigned i = 0; i < ode->n; i++)
        for (unsigned j = 0; j < ode->n; j++)
            SM_ELEMENT_D(J, i, j) = jac[i * ode->n + j];
    return 0;
}

int sundials_weights(N_Vector x, N_Vector weight, void *user_data)
{
    const struct integration *in = user_data;
    const struct sundials *s = in->work;
    for (unsigned i = 0; i < in->ode->n; i++) {
        const real size = r_abs(N_VGetArrayPointer(x)[i]);
        const real rounding = 4 * R_EPSILON * s->largest[i]; /* x is where the last step ended */
        const real tolerance = in->settings->rtol * size + in->settings->atol * in->ode->scale[i];
        N_VGetArrayPointer(weight)[i] = 1 / (tolerance + rounding);
    }
    return 0;
}

void sundials_quiet(int code, const char *module, const char *function, char *message, void *data)
{
    (void)code, (void)module, (void)function, (void)message, (void)data;
}
