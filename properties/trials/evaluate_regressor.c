/* Evaluates the properties of the regressor. Residuals are taken at each hold's two ends, with the
 * new velocity. */
#include "properties/trials/evaluate_regressor.h"

#include "properties/trials/evaluate_parts.h"

/* Relative to the sum of the magnitudes of the terms. */
static const real ROUNDING = TRIAL_ROUNDING;

bool PREC(evaluate_regressor_is)(enum property property)
{
    return property == REGRESSOR || property == REGRESSOR_AS_PRINTED ||
           property == IDENTIFIABILITY || property == IDENTIFIABLE_RANK;
}

bool PREC(evaluate_regressor_applicable)(const struct model *model, enum property property)
{
    if (!model->force_scale)
        return false;
    if (property == REGRESSOR_AS_PRINTED)
        return model->printed_regressor;
    return model->regressor && (property != REGRESSOR || model->coefficients);
}

/* Returns U P at velocity v; *terms is the sum of the magnitudes of its terms. */
static real explained(const struct exact_state *w, real v, real *terms)
{
    const struct model *model = w->model;
    real u[MODEL_MAX_REGRESSORS], coefficient[MODEL_MAX_REGRESSORS], sum = 0;
    model->regressor(w->p, w->mem, v, r_sign(v), w->x, u);
    model->coefficients(w->p, coefficient);
    *terms = 0;
    for (unsigned i = 0; i < model->n_regressors; i++) {
        sum += u[i] * coefficient[i];
        *terms += r_abs(u[i] * coefficient[i]);
    }
    return sum;
}

/* Returns the printed form of F: its terms are those of the force, except one, which v0 scales. */
static real printed(const struct exact_state *w, real v0, real v, real scale, real *terms)
{
    const real sum = w->model->printed_regressor(w->p, v0, v, r_sign(v), w->x);
    *terms = 2 * scale + r_abs(sum);
    return sum;
}

static void residual(const struct exact_state *w, enum property property, real v0, real v,
                     real travel, struct margin *worst)
{
    const real scale = w->model->force_scale(w->p, v, travel);
    if (scale == 0)
        return; /* nothing acts, so that nothing is to be explained */
    real terms;
    const real sum =
        property == REGRESSOR ? explained(w, v, &terms) : printed(w, v0, v, scale, &terms);
    const real F = w->model->force(w->p, w->mem, v, r_sign(v), w->x);
    worst->value = trial_least(worst->value, -r_abs(F - sum) / scale);
    worst->rounding = trial_most(worst->rounding, ROUNDING * (1 + terms / scale));
}

static struct margin residuals(const struct model *model, const real p[], enum property property,
                               const struct hold holds[], unsigned n)
{
    struct margin worst = { .value = 0 };
    struct exact_state w;
    real v0 = 0, travel = 0;
    exact_state_start(&w, model, p);
    w.accuracy = HELD_QUICK; /* columns are compared in the states that are reached */
    for (unsigned i = 0; i < n; i++) {
        const real v = holds[i].v;
        if (v0 == 0)
            v0 = v; /* the first motion, which fixes the printed form's constant */
        travel += r_abs(v) * holds[i].h;
        const bool counts = v != 0 || property == REGRESSOR;
        if (counts)
            residual(&w, property, v0, v, travel, &worst);
        exact_state_flow(&w, holds[i]);
        if (counts)
            residual(&w, property, v0, v, travel, &worst);
    }
    return worst;
}

/* U along the excitation, column by column, with a bound on the rounding of each entry. */
struct samples {
    unsigned n;
    real u[MODEL_MAX_REGRESSORS][EXCITATION_HOLDS], error[MODEL_MAX_REGRESSORS][EXCITATION_HOLDS];
    bool kept[MODEL_MAX_REGRESSORS]; /* not a combination of earlier columns */
};

static real parameter(const struct model *model, const real p[], const char *name)
{
    const unsigned i = quantity_index(model->params, model->n_params, name);
    return i < model->n_params ? p[i] : 1;
}

void PREC(excitation_signal)(const struct model *model, const real p[],
                             struct hold holds[/*EXCITATION_HOLDS*/])
{
    const real speed = parameter(model, p, "vs");
    real bound[MODEL_MAX_STATES] = { 0 }, length = 1;
    if (model->bound && model->n_states > 0)
        model->bound(p, bound);
    if (bound[0] > 0 && isfinite(bound[0]))
        length = bound[0];
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        const struct excitation *e = &excitation[i];
        const real v = speed * r_exp2((real)e->speed), size = r_exp2((real)e->size);
        holds[i] = (struct hold){ (real)e->sign * v, e->timed ? size : size * length / v };
    }
}

/* Adds to the error of one sample how much u changes when one of its inputs moves. */
static void add_error(struct samples *U, unsigned i, const real moved[])
{
    for (unsigned j = 0; j < U->n; j++)
        U->error[j][i] += r_abs(moved[j] - U->u[j][i]);
}

/* Computes one row of U. Rounding of the states is below `relative` of their bounds, and rounding
 * in the terms of u is equivalent to a perturbation of its inputs. */
static void sample(const struct exact_state *w, real v, unsigned i, const real bound[],
                   real relative, struct samples *U)
{
    const struct model *model = w->model;
    real u[MODEL_MAX_REGRESSORS], x[MODEL_MAX_STATES];
    model->regressor(w->p, w->mem, v, r_sign(v), w->x, u);
    for (unsigned j = 0; j < U->n; j++) {
        U->u[j][i] = u[j];
        U->error[j][i] = ROUNDING * r_abs(u[j]);
    }
    model->regressor(w->p, w->mem, v * (1 + ROUNDING), r_sign(v), w->x, u);
    add_error(U, i, u);
    for (unsigned k = 0; k < model->n_states; k++)
        x[k] = w->x[k];
    for (unsigned k = 0; k < model->n_states; k++) {
        x[k] += relative * (isfinite(bound[k]) ? bound[k] : r_abs(x[k]));
        model->regressor(w->p, w->mem, v, r_sign(v), x, u);
        add_error(U, i, u);
        x[k] = w->x[k];
    }
}

static void excite(const struct model *model, const real p[], const struct hold holds[], unsigned n,
                   struct samples *U)
{
    struct hold excitations[EXCITATION_HOLDS];
    struct exact_state w;
    real bound[MODEL_MAX_STATES] = { 0 };
    PREC(excitation_signal)(model, p, excitations);
    for (unsigned k = 0; k < model->n_states; k++)
        bound[k] = (real)INFINITY;
    if (model->bound)
        model->bound(p, bound);
    U->n = model->n_regressors;
    exact_state_start(&w, model, p);
    w.accuracy = HELD_QUICK; /* columns are compared in the states that are reached */
    for (unsigned i = 0; i < n; i++)
        exact_state_flow(&w, holds[i]);
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        exact_state_flow(&w, excitations[i]);
        sample(&w, excitations[i].v, i, bound, ROUNDING * (real)(n + i + 2), U);
    }
}

/* Returns true when the combination with these coefficients, each -1, 0 or 1, is zero in every
 * sample. */
static bool vanishes(const struct samples *U, const int coefficient[])
{
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        real sum = 0;
        for (unsigned j = 0; j < U->n; j++)
            sum += (real)coefficient[j] * U->u[j][i];
        if (sum != 0)
            return false;
    }
    return true;
}

/* Finds combinations of columns with coefficients -1, 0 and 1 that vanish exactly, and drops the
 * last column of each. Returns the number of columns left. A single column that is zero is none: it
 * may have underflowed. */
static unsigned independent_columns(struct samples *U)
{
    unsigned left = U->n, codes = 1;
    for (unsigned j = 0; j < U->n; j++) {
        U->kept[j] = true;
        codes *= 3;
    }
    for (unsigned code = 1; code < codes; code++) {
        int coefficient[MODEL_MAX_REGRESSORS] = { 0 };
        unsigned last = 0, rest = code, columns = 0;
        bool allowed = true;
        for (unsigned j = 0; j < U->n; j++, rest /= 3) {
            coefficient[j] = rest % 3 == 2 ? -1 : (int)(rest % 3);
            if (coefficient[j] != 0) {
                last = j;
                columns++;
                allowed &= U->kept[j];
            }
        }
        if (allowed && columns > 1 && vanishes(U, coefficient)) {
            U->kept[last] = false;
            left--;
        }
    }
    return left;
}

static real norm(const real column[])
{
    real largest = 0, sum = 0;
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
        largest = r_max(largest, r_abs(column[i]));
    if (largest == 0)
        return 0;
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
        sum += column[i] / largest * (column[i] / largest);
    return largest * r_sqrt(sum);
}

/* Returns the volume spanned by the kept columns, each scaled to length 1, by modified
 * Gram-Schmidt; in [0, 1]. The volume is linear in each column, so that relative errors e_j of the
 * columns change it by at most prod (1+e_j)/(1-e_j) - 1. */
static struct margin volume(struct samples *U)
{
    struct margin m = { .value = 1, .rounding = ROUNDING * (real)(U->n * EXCITATION_HOLDS) };
    for (unsigned j = 0; j < U->n; j++) {
        const real length = norm(U->u[j]);
        if (!U->kept[j])
            continue;
        if (!(length > 0))
            return (struct margin){ .value = 0, .rounding = 1 };
        m.rounding += 4 * norm(U->error[j]) / length;
        for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
            U->u[j][i] /= length;
    }
    for (unsigned j = 0; j < U->n; j++) {
        if (!U->kept[j])
            continue;
        const real length = norm(U->u[j]);
        m.value *= length;
        for (unsigned k = j + 1; length > 0 && k < U->n; k++) {
            real dot = 0;
            for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
                dot += U->u[j][i] / length * U->u[k][i];
            for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
                U->u[k][i] -= dot * (U->u[j][i] / length);
        }
    }
    if (m.rounding > C(0.25)) /* beyond that 4 sum e_j is no bound, but the range is */
        m.rounding = 1;
    return m;
}

static struct margin independence(const struct model *model, const real p[], enum property property,
                                  const struct hold holds[], unsigned n)
{
    struct samples U;
    excite(model, p, holds, n, &U);
    unsigned expected = model->n_regressors;
    if (property == IDENTIFIABLE_RANK && model->n_identifiable > 0)
        expected = model->n_identifiable;
    if (independent_columns(&U) != expected)
        return (struct margin){ .value = -1 };
    return volume(&U);
}

struct margin PREC(evaluate_regressor)(const struct model *model, const real p[],
                                       enum property property, const struct hold holds[],
                                       unsigned n)
{
    if (property == REGRESSOR || property == REGRESSOR_AS_PRINTED)
        return residuals(model, p, property, holds, n);
    return independence(model, p, property, holds, n);
}
