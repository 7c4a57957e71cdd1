/* Judges corrupted witnesses by trials in double. A decimal is read as the nearest double: one more
 * rounding of each number. The trial's bound counts 16 such roundings in every hold, so that twice
 * that bound covers both. */
#include "properties/fuzz/corruption_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "properties/trials/evaluate_property.h"

enum { MAX_HOLDS = 64 };

/* With more rounding than this a margin, which is of order one, says nothing. */
static const double HIDDEN = 1e-3;

struct numbers {
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    struct hold holds[MAX_HOLDS];
    unsigned n;
};

static bool has_nonzero_digit(const char *decimal)
{
    for (; *decimal && *decimal != 'e' && *decimal != 'E'; decimal++)
        if (*decimal >= '1' && *decimal <= '9')
            return true;
    return false;
}

/* Returns false when the numbers do not fit into the arrays. */
static bool read_numbers(const struct witness *w, struct numbers *q)
{
    q->model = PREC(model_find)(w->law->name);
    q->n = w->n_segments;
    if (!q->model || w->n_segments > MAX_HOLDS || w->segments)
        return false;
    for (unsigned i = 0; i < q->model->n_params; i++) {
        const int index = arb_law_index(w->law->params, q->model->params[i].name);
        q->p[i] = strtod(w->param[index], NULL);
    }
    for (unsigned i = 0; i < q->n; i++)
        q->holds[i] = (struct hold){ strtod(w->v[i], NULL), strtod(w->h[i], NULL) };
    return true;
}

/* Returns why the witness is invalid: numbers out of range that the checker itself must refuse; or
 * NULL. */
static const char *forbidden(const struct numbers *q)
{
    for (unsigned i = 0; i < q->model->n_params; i++) {
        const struct quantity *range = &q->model->params[i];
        if ((range->lo >= 0 && q->p[i] < 0) || (range->hi <= 0 && q->p[i] > 0))
            return "a parameter of forbidden sign";
    }
    return q->model->validate ? q->model->validate(q->p) : NULL;
}

/* Returns true when the numbers are within the range of the model's code and its rounding
 * bounds. */
static bool in_range(const struct witness *w, const struct numbers *q)
{
    if (!PREC(model_is_valid)(q->model, q->p))
        return false;
    double travel = 0;
    for (unsigned i = 0; i < q->n; i++) {
        const double v = fabs(q->holds[i].v), h = q->holds[i].h;
        travel += v * h;
        if (v > q->model->speed_max || (v == 0 && has_nonzero_digit(w->v[i])) ||
            (v > 0 && v < 1e-100) || !(h > 1e-100 && h < 1e100))
            return false;
    }
    return travel < 1e6 && !(q->model->start && travel > 1);
}

/* Returns the energy of a part, or (part < 0) of all, along the signal; *exchanged is the sum of
 * its magnitudes by hold. */
static double energy(const struct numbers *q, int part, double *exchanged)
{
    struct exact_state w;
    double sum = 0;
    *exchanged = 0;
    exact_state_start(&w, q->model, q->p);
    for (unsigned i = 0; i < q->n; i++) {
        double impulse[MODEL_MAX_PARTS] = { 0 }, e = 0;
        if (part < 0)
            e = exact_state_hold(&w, q->holds[i]);
        else {
            if (q->holds[i].v != 0)
                q->model->work_parts(q->p, w.mem, q->holds[i].v, r_sign(q->holds[i].v),
                                     q->holds[i].h, w.x, impulse);
            e = q->holds[i].v * impulse[part];
            exact_state_flow(&w, q->holds[i]);
        }
        sum += e;
        *exchanged += fabs(e);
    }
    return sum;
}

static double printed_energy(const struct numbers *q, double *exchanged)
{
    double sum = 0;
    *exchanged = 0;
    for (unsigned i = 0; i < q->n; i++) {
        const double v = q->holds[i].v;
        const double e = v == 0 ? 0 : v * q->holds[i].h * q->model->printed_force(q->p, v);
        sum += e;
        *exchanged += fabs(e);
    }
    return sum;
}

/* Computes the functional from the margin m, and a bound of its error. Returns false for properties
 * whose margin does not give the functional. */
static bool functional_of(const struct numbers *q, enum property property, struct margin m,
                          double *functional, double *error)
{
    double scale = 1, travel = 0;
    const double v = q->holds[q->n - 1].v;
    for (unsigned i = 0; i < q->n; i++)
        travel += fabs(q->holds[i].v) * q->holds[i].h;
    *functional = -m.value;
    switch (property) {
    case PASSIVITY:
        *functional = energy(q, -1, &scale);
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        *functional = energy(
            q, PREC(trial_part_index)(q->model, property == I3_NONNEGATIVE ? "I3" : "I4"), &scale);
        break;
    case PASSIVITY_AS_PRINTED:
        *functional = printed_energy(q, &scale);
        break;
    case STATE_BOUND:
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        break;
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        scale = q->model->force_scale(q->p, property == ODD_SYMMETRY ? v : 4 * v, travel);
        *functional = -m.value * scale;
        break;
    default:
        return false;
    }
    *error = 2 * m.rounding * scale;
    return true;
}

enum opinion corruption_opinion(const struct witness *w, const char **why)
{
    struct numbers q;
    double functional, error;
    for (int i = 0; i < arb_law_count(w->law->states); i++)
        if (has_nonzero_digit(w->x0[i])) {
            *why = "does not start where the law does";
            return UNSOUND;
        }
    if (!read_numbers(w, &q))
        return BEYOND;
    if ((*why = forbidden(&q)))
        return UNSOUND;
    if (!PREC(property_applicable)(q.model, w->property)) {
        *why = "the model does not have that property";
        return UNSOUND;
    }
    if (!in_range(w, &q))
        return BEYOND;
    const struct margin m = PREC(evaluate_property)(q.model, q.p, w->property, q.holds, q.n);
    if (!isfinite(m.value) || !(m.rounding < HIDDEN))
        return BEYOND;
    if (m.value > 2 * m.rounding) {
        *why = "the model's code keeps the property";
        return UNSOUND;
    }
    if (w->lo && functional_of(&q, w->property, m, &functional, &error) &&
        (strtod(w->lo, NULL) > functional + error || strtod(w->hi, NULL) < functional - error)) {
        *why = "the claims are not about the model's functional";
        return UNSOUND;
    }
    return SOUND;
}
