/* Fits P to a trajectory: least squares by GSL's gsl_multifit_linear (SVD), intervals from its
 * covariance with the variance estimated from the residuals. */
#include "properties/identification/identify.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>

#include "properties/trials/draw.h"
#include "properties/trials/evaluate_regressor.h"

void regression_simulate(const struct model *model, const double p[], struct regression *r)
{
    struct hold holds[EXCITATION_HOLDS];
    struct exact_state w;
    *r = (struct regression){ .n = IDENTIFY_SAMPLES, .n_columns = model->n_regressors };
    PREC(excitation_signal)(model, p, holds);
    exact_state_start(&w, model, p);
    for (unsigned i = 0; i < IDENTIFY_SAMPLES; i++) {
        const struct hold hold = holds[i / IDENTIFY_STEPS];
        exact_state_flow(&w, (struct hold){ hold.v, hold.h / IDENTIFY_STEPS });
        model->regressor(p, w.mem, hold.v, r_sign(hold.v), w.x, r->u[i]);
        r->F[i] = model->force(p, w.mem, hold.v, r_sign(hold.v), w.x);
    }
}

/* GSL's objects for one regression on the columns of the combinations, each column divided by its
 * length. */
struct fit {
    unsigned n, rank;
    double length[MODEL_MAX_REGRESSORS];
    gsl_matrix *X, *covariance;
    gsl_vector *y, *theta;
    gsl_multifit_linear_workspace *work;
};

static void fit_free(struct fit *f)
{
    gsl_multifit_linear_free(f->work);
    gsl_vector_free(f->theta);
    gsl_vector_free(f->y);
    gsl_matrix_free(f->covariance);
    gsl_matrix_free(f->X);
}

static void fit_init(struct fit *f, const struct regression *r, const struct identification *id)
{
    *f = (struct fit){ .n = r->n, .rank = id->rank };
    f->X = gsl_matrix_alloc(f->n, f->rank);
    f->covariance = gsl_matrix_alloc(f->rank, f->rank);
    f->y = gsl_vector_alloc(f->n);
    f->theta = gsl_vector_alloc(f->rank);
    f->work = gsl_multifit_linear_alloc(f->n, f->rank);
    for (unsigned k = 0; k < f->rank; k++) {
        const unsigned column = id->combination[k].column;
        double sum = 0;
        for (unsigned i = 0; i < f->n; i++)
            sum += r->u[i][column] * r->u[i][column];
        f->length[k] = sqrt(sum);
        for (unsigned i = 0; i < f->n; i++)
            gsl_matrix_set(f->X, i, k, r->u[i][column] / f->length[k]);
    }
}

/* Solves the least squares for y; the estimate of combination k is theta_k/length_k. */
static bool fit_run(struct fit *f)
{
    double chi2;
    return gsl_multifit_linear(f->X, f->y, f->theta, f->covariance, &chi2, f->work) == GSL_SUCCESS;
}

/* Computes the coefficients and the true value of theta_k: for each null vector, scaled to remove
 * the dropped entry of P, adds its share in P_k. */
static void combine(struct identification *id)
{
    bool dropped[MODEL_MAX_REGRESSORS] = { false };
    unsigned k = 0;
    for (unsigned i = 0; i < id->n_null; i++)
        dropped[id->null[i].dropped] = true;
    for (unsigned j = 0; j < id->model->n_regressors; j++) {
        if (dropped[j])
            continue;
        struct combination *c = &id->combination[k++];
        *c = (struct combination){ .column = j };
        c->coefficient[j] = 1;
        for (unsigned i = 0; i < id->n_null; i++) {
            const struct null_vector *null = &id->null[i];
            c->coefficient[null->dropped] = 0 - null->entry[j] / null->entry[null->dropped];
        }
        for (unsigned i = 0; i < id->model->n_regressors; i++)
            c->true_value += c->coefficient[i] * id->coefficient[i];
    }
}

/* Computes P + t n, with t such that the largest entry of t n equals the largest of P at the same
 * places. */
static void other_parameters(const struct regression *r, struct identification *id, unsigned k)
{
    const struct null_vector *null = &id->null[k];
    double largest = 0, entry = 0, difference = 0;
    for (unsigned j = 0; j < r->n_columns; j++) {
        entry = fmax(entry, fabs(null->entry[j]));
        if (null->entry[j] != 0)
            largest = fmax(largest, fabs(id->coefficient[j]));
    }
    for (unsigned j = 0; j < r->n_columns; j++)
        id->other[k][j] = id->coefficient[j] + largest / entry * null->entry[j];
    for (unsigned i = 0; i < r->n; i++) {
        double sum = 0, terms = 0;
        for (unsigned j = 0; j < r->n_columns; j++) {
            sum += r->u[i][j] * (id->other[k][j] - id->coefficient[j]);
            terms += fabs(r->u[i][j] * id->coefficient[j]);
        }
        if (terms > 0)
            difference = fmax(difference, fabs(sum) / terms);
    }
    id->force_difference[k] = difference;
}

/* Returns the size of an estimate whose column alone makes the force. */
static double typical(const struct regression *r, const struct fit *f, unsigned k)
{
    double sum = 0;
    for (unsigned i = 0; i < r->n; i++)
        sum += r->F[i] * r->F[i];
    return sqrt(sum) / f->length[k];
}

static bool without_noise(const struct regression *r, struct fit *f, struct identification *id)
{
    for (unsigned i = 0; i < r->n; i++)
        gsl_vector_set(f->y, i, r->F[i]);
    if (!fit_run(f))
        return false;
    for (unsigned k = 0; k < id->rank; k++) {
        struct combination *c = &id->combination[k];
        c->estimate = gsl_vector_get(f->theta, k) / f->length[k];
        const double scale = c->true_value != 0 ? fabs(c->true_value) : typical(r, f, k);
        c->relative_error = fabs(c->estimate - c->true_value) / scale;
    }
    return true;
}

static void add_noise(const struct regression *r, struct fit *f, const struct identification *id,
                      unsigned repetition)
{
    struct rng rng = rng_keyed(id->settings.seed, id->model->name, repetition);
    double pair[2] = { 0, 0 };
    for (unsigned i = 0; i < r->n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        gsl_vector_set(f->y, i, r->F[i] + id->settings.noise * pair[i % 2]);
    }
}

static bool with_noise(const struct regression *r, struct fit *f, struct identification *id)
{
    const double widths = id->settings.interval > 0 ? id->settings.interval : 1;
    const double t = widths * gsl_cdf_tdist_Pinv(0.975, r->n - id->rank);
    for (unsigned n = 0; n < id->settings.repetitions; n++) {
        add_noise(r, f, id, n);
        if (!fit_run(f))
            return false;
        for (unsigned k = 0; k < id->rank; k++) {
            struct combination *c = &id->combination[k];
            const double estimate = gsl_vector_get(f->theta, k) / f->length[k];
            const double half = t * sqrt(gsl_matrix_get(f->covariance, k, k)) / f->length[k];
            c->coverage += fabs(estimate - c->true_value) <= half;
            c->half_width += half;
        }
    }
    for (unsigned k = 0; k < id->rank; k++) {
        struct combination *c = &id->combination[k];
        const double scale = c->true_value != 0 ? fabs(c->true_value) : typical(r, f, k);
        c->coverage /= id->settings.repetitions;
        c->half_width /= id->settings.repetitions * scale;
    }
    return true;
}

/* Ends the program when memory runs out. Other errors of GSL come back as results. */
static void handle(const char *reason, const char *file, int line, int error)
{
    (void)reason, (void)file, (void)line;
    if (error == GSL_ENOMEM)
        cli_fail("out of memory");
}

const char *identify(const struct model *model, const double p[],
                     const struct identify_settings *settings, struct identification *id)
{
    if (!model->regressor || !model->coefficients || !model->flow)
        return "the law has no linear parametrisation F = U P";
    *id = (struct identification){ .model = model, .settings = *settings };
    for (unsigned i = 0; i < model->n_params; i++)
        id->p[i] = p[i];
    model->coefficients(p, id->coefficient);
    struct regression r;
    struct fit f;
    regression_simulate(model, p, &r);
    for (unsigned i = 0; i < r.n; i++) {
        if (!isfinite(r.F[i]))
            return "the force along the excitation is not finite";
        for (unsigned j = 0; j < r.n_columns; j++)
            if (!isfinite(r.u[i][j]))
                return "the regressor along the excitation is not finite";
    }
    gsl_set_error_handler(handle);
    if (!regression_null_space(&r, id))
        return "the singular values do not converge";
    if (id->rank == 0)
        return "the regressor is zero along the excitation";
    combine(id);
    for (unsigned k = 0; k < id->n_null; k++)
        other_parameters(&r, id, k);
    fit_init(&f, &r, id);
    const bool ok = without_noise(&r, &f, id) && with_noise(&r, &f, id);
    fit_free(&f);
    return ok ? NULL : "least squares failed";
}

bool identification_succeeds(const struct identification *id)
{
    const double few = fmax(1, sqrt(1000.0 / id->settings.repetitions));
    bool ok = true;
    for (unsigned k = 0; k < id->rank; k++) {
        const struct combination *c = &id->combination[k];
        ok &= c->relative_error <= IDENTIFY_ERROR;
        ok &= fabs(c->coverage - 0.95) <= IDENTIFY_COVERAGE * few;
    }
    return ok;
}
