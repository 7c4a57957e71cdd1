/* Errors and intervals by their definitions: the true value of a combination, the size to which an
 * error is relative, and the width of an interval are recomputed from U and P. */
#include <criterion/criterion.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

#include "properties/identification/identify.h"

enum { REPETITIONS = 400 };

static const double NOISE = 0.01;

/* Returns the standard deviation of each estimate for noise 1: the square roots of the diagonal of
 * (U'U)^-1, of the columns of the combinations. Columns are divided by their lengths first. */
static void find_deviations(const struct regression *r, const struct identification *id,
                            const double length[], double deviation[])
{
    const unsigned n = id->rank;
    gsl_matrix *normal = gsl_matrix_alloc(n, n), *inverse = gsl_matrix_alloc(n, n);
    gsl_permutation *order = gsl_permutation_alloc(n);
    int sign;
    cr_assert(normal && inverse && order);
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++) {
            double sum = 0;
            for (unsigned i = 0; i < r->n; i++)
                sum += r->u[i][id->combination[a].column] / length[a] *
                       (r->u[i][id->combination[b].column] / length[b]);
            gsl_matrix_set(normal, a, b, sum);
        }
    gsl_linalg_LU_decomp(normal, order, &sign);
    gsl_linalg_LU_invert(normal, order, inverse);
    for (unsigned a = 0; a < n; a++)
        deviation[a] = sqrt(gsl_matrix_get(inverse, a, a)) / length[a];
    gsl_permutation_free(order);
    gsl_matrix_free(inverse);
    gsl_matrix_free(normal);
}

static void expect_combinations(const struct regression *r, const struct identification *id,
                                double widths, unsigned *zero)
{
    double length[MODEL_MAX_REGRESSORS], deviation[MODEL_MAX_REGRESSORS], force = 0;
    for (unsigned i = 0; i < r->n; i++)
        force += r->F[i] * r->F[i];
    for (unsigned k = 0; k < id->rank; k++) {
        length[k] = 0;
        for (unsigned i = 0; i < r->n; i++)
            length[k] += pow(r->u[i][id->combination[k].column], 2);
        length[k] = sqrt(length[k]);
    }
    find_deviations(r, id, length, deviation);
    for (unsigned k = 0; k < id->rank; k++) {
        const struct combination *c = &id->combination[k];
        double value = 0;
        for (unsigned j = 0; j < r->n_columns; j++)
            value += c->coefficient[j] * id->coefficient[j];
        cr_expect_eq(c->true_value, value);
        /* what is 0 has the size at which its column alone makes the force */
        const double size = value != 0 ? fabs(value) : sqrt(force) / length[k];
        *zero += value == 0;
        cr_expect(fabs(c->relative_error - fabs(c->estimate - value) / size) <=
                      1e-12 * c->relative_error,
                  "%s, %u: %g", id->model->name, k, c->relative_error);
        /* 0.975 of Student's t is 1.959964 (1 + (z^2 + 1)/(4 nu)) up to terms of 1/nu^2. The
         * estimate of sigma varies by 1/sqrt(2 nu), its mean by that over the root of the
         * repetitions: in all below 1 %. */
        const double nu = r->n - id->rank, z = 1.959963985;
        const double half = widths * z * (1 + (z * z + 1) / (4 * nu)) * NOISE * deviation[k] / size;
        cr_expect(fabs(c->half_width / half - 1) <= 0.01, "%s, %u: %g, not %g", id->model->name, k,
                  c->half_width, half);
    }
}

Test(intervals, are_those_of_the_definitions)
{
    static const struct {
        const char *model, *param;
        double value, widths;
    } cases[] = {
        { "lugre", NULL, 0, 0 },
        { "lugre", "sigma2", 0, 2 },
        { "martinez_rosas", NULL, 0, 0.5 },
        { "martinez_rosas", "alpha", 0, 0 },
        { "alvarez_icaza", NULL, 0, 1 },
    };
    unsigned zero = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct identify_settings settings = { .noise = NOISE,
                                                    .repetitions = REPETITIONS,
                                                    .interval = cases[i].widths };
        const struct model *model = PREC(model_find)(cases[i].model);
        double p[MODEL_MAX_PARAMS];
        struct identification id;
        struct regression r;
        PREC(model_defaults)(model, p);
        if (cases[i].param)
            cr_assert(
                quantity_set(model->params, model->n_params, cases[i].param, cases[i].value, p));
        cr_assert(!identify(model, p, &settings, &id));
        regression_simulate(model, p, &r);
        expect_combinations(&r, &id, cases[i].widths > 0 ? cases[i].widths : 1, &zero);
    }
    cr_expect_gt(zero, 0, "a combination that is 0");
}
