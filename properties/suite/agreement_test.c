/* Steady states agree across models and with eq. (7) of Martinez-Rosas et al.,
 *
 *     F = [Fc + (Fs-Fc) exp(-|v/vs|^m)] sgn(v) + sigma2 v
 *
 * which this test evaluates in ball arithmetic from the equation itself. */
#include <arb.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"

enum { FC, FS, VS, M, SIGMA2, N_SHARED, POINTS = 2000, PREC_BITS = 128 };

static const char *const shared[N_SHARED] = { "Fc", "Fs", "vs", "m", "sigma2" };

/* Returns the place of the model's parameter of that name. */
static real *param(const struct model *model, real p[], const char *name)
{
    for (unsigned i = 0; i < model->n_params; i++)
        if (strcmp(model->params[i].name, name) == 0)
            return &p[i];
    return NULL;
}

static void equation_7(arb_t F, const real q[N_SHARED], real v)
{
    arb_t g, t;
    arb_init(g);
    arb_init(t);
    arb_set_d(g, fabs((double)v));
    arb_set_d(t, (double)q[VS]);
    arb_div(g, g, t, PREC_BITS);
    arb_set_d(t, (double)q[M]);
    arb_pow(g, g, t, PREC_BITS);
    arb_neg(g, g);
    arb_exp(g, g, PREC_BITS);
    arb_set_d(t, (double)q[FS]);
    arb_set_d(F, (double)q[FC]);
    arb_sub(t, t, F, PREC_BITS);
    arb_addmul(F, t, g, PREC_BITS);
    if (v < 0)
        arb_neg(F, F);
    arb_set_d(t, (double)q[SIGMA2]);
    arb_set_d(g, (double)v);
    arb_addmul(F, t, g, PREC_BITS);
    arb_clear(t);
    arb_clear(g);
}

/* 16 roundings of terms whose magnitudes sum to at most Fs + sigma2 |v|. */
static void expect_agreement(const struct model *model, const real q[N_SHARED], real v, real force)
{
    arb_t F, difference;
    arb_init(F);
    arb_init(difference);
    equation_7(F, q, v);
    arb_set_d(difference, (double)force);
    arb_sub(difference, difference, F, PREC_BITS);
    const double error = fabs(arf_get_d(arb_midref(difference), ARF_RND_UP));
    const double tolerance =
        16 * (double)R_EPSILON * ((double)q[FS] + (double)q[SIGMA2] * fabs((double)v));
    cr_expect(error <= tolerance, "%s: %a, off by %g, at v=%a Fc=%a Fs=%a vs=%a m=%a sigma2=%a",
              model->name, (double)force, error, (double)v, (double)q[FC], (double)q[FS],
              (double)q[VS], (double)q[M], (double)q[SIGMA2]);
    arb_clear(difference);
    arb_clear(F);
}

Test(agreement, of_steady_states_with_equation_7)
{
    static const char *const names[] = { "lugre", "martinez_rosas", "exponential" };
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *const first = PREC(model_find)(names[0]);
    for (uint64_t i = 0; i < POINTS; i++) {
        struct rng rng = rng_keyed(0, "agreement", i);
        real p[MODEL_MAX_PARAMS], q[N_SHARED];
        struct hold holds[DRAW_MAX_HOLDS];
        cr_assert(PREC(draw_params)(first, &anywhere, &rng, p));
        for (unsigned k = 0; k < N_SHARED; k++)
            q[k] = *param(first, p, shared[k]);
        do
            PREC(sample_signal)(first, p, ANY_SIGNAL, &rng, holds);
        while (holds[0].v == 0);
        const real v = holds[0].v;
        for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
            const struct model *model = PREC(model_find)(names[m]);
            real own[MODEL_MAX_PARAMS];
            PREC(model_defaults)(model, own);
            for (unsigned k = 0; k < N_SHARED; k++)
                *param(model, own, shared[k]) = q[k];
            expect_agreement(model, q, v, model->steady_force(own, v));
        }
    }
}
