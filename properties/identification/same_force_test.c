/* Forces of combinations, and of other parameters that have the same force, sample by sample. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/identification/identify.h"

/* Columns four and five are the first three once more, as far as numbers go: of lugre's. */
static void dependent(const real p[], const struct memory *memory, real v, real s, const real x[],
                      real u[])
{
    PREC(model_find)("lugre")->regressor(p, memory, v, s, x, u);
    u[3] = C(3.141592653589793) * u[0] + u[1] / 7;
    u[4] = u[2] / 3;
}

static void five_coefficients(const real p[], real P[])
{
    PREC(model_find)("lugre")->coefficients(p, P);
    P[3] = P[0] / 11;
    P[4] = -P[2] / 13;
}

/* Returns the largest difference of the forces of both parameters, relative to all terms. */
static double difference_by_terms(const struct identification *id, unsigned k)
{
    struct regression r;
    double most = 0;
    regression_simulate(id->model, id->p, &r);
    for (unsigned n = 0; n < r.n; n++) {
        double change = 0, all = 0;
        for (unsigned j = 0; j < r.n_columns; j++) {
            change += r.u[n][j] * (id->other[k][j] - id->coefficient[j]);
            all += fabs(r.u[n][j] * id->coefficient[j]);
        }
        most = fmax(most, all > 0 ? fabs(change) / all : 0);
    }
    return most;
}

/* The force is what the combinations make of their columns alone: those of the dropped ones are in
 * them. */
static void expect_force(const struct identification *id)
{
    struct regression r;
    regression_simulate(id->model, id->p, &r);
    for (unsigned n = 0; n < r.n; n++) {
        double force = 0, terms = 0, by_combinations = 0;
        for (unsigned j = 0; j < r.n_columns; j++) {
            force += r.u[n][j] * id->coefficient[j];
            terms += fabs(r.u[n][j] * id->coefficient[j]);
        }
        for (unsigned k = 0; k < id->rank; k++) {
            const struct combination *c = &id->combination[k];
            by_combinations += r.u[n][c->column] * c->true_value;
            terms += fabs(r.u[n][c->column] * c->true_value);
        }
        cr_assert(fabs(force - by_combinations) <= 1e-9 * terms, "%s: %g, not %g", id->model->name,
                  by_combinations, force);
    }
}

/* The largest change is as large as the largest coefficient that changes, whichever these are. */
static void expect_size_of_change(const struct identification *id, unsigned k)
{
    double change = 0, coefficient = 0;
    for (unsigned j = 0; j < id->model->n_regressors; j++) {
        change = fmax(change, fabs(id->other[k][j] - id->coefficient[j]));
        if (id->null[k].entry[j] != 0)
            coefficient = fmax(coefficient, fabs(id->coefficient[j]));
    }
    cr_expect_float_eq(change, coefficient, 1e-9 * coefficient, "%s: %g, %g", id->model->name,
                       change, coefficient);
}

/* The forces are those of the parameters, along the same trajectory: the difference relative to all
 * terms is recomputed, of every law and null vector. Null vectors that are no numbers leave one. */
Test(identification, compares_forces_by_their_terms)
{
    static const struct identify_settings once = { .noise = 1, .repetitions = 1 };
    struct model made_up = *PREC(model_find)("lugre");
    made_up.regressor = dependent;
    made_up.coefficients = five_coefficients;
    made_up.n_regressors = 5;
    const struct model *const laws[] = { PREC(model_find)("martinez_rosas"),
                                         PREC(model_find)("alvarez_icaza"), &made_up, NULL };
    unsigned differ = 0;
    for (const struct model *const *law = laws; *law; law++) {
        struct identification id;
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(*law, p);
        cr_assert(!identify(*law, p, &once, &id));
        expect_force(&id);
        for (unsigned k = 0; k < id.n_null; k++) {
            const double most = difference_by_terms(&id, k);
            differ += most > 0;
            cr_expect(fabs(id.force_difference[k] - most) <= 1e-3 * most, "%s: %g, by its terms %g",
                      (*law)->name, id.force_difference[k], most);
            expect_size_of_change(&id, k);
        }
    }
    cr_expect_geq(differ, 2u);
}
