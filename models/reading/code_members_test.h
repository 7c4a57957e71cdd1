/* What the text and the code of a law state beside its equations. */
#ifndef BRISTLE_MODELS_READING_CODE_MEMBERS_TEST_H
#define BRISTLE_MODELS_READING_CODE_MEMBERS_TEST_H

#include "models/reading/code_places_test.h"

/* What both state: the text's expression, and the code's value at the place. */
typedef double two_member(const struct two *t, unsigned index);

#define TWO_OF(member, call)                                                                       \
    static inline double two_##member(const struct two *t, unsigned i)                             \
    {                                                                                              \
        (void)i;                                                                                   \
        return t->model->member ? (double)t->model->call : (double)NAN;                            \
    }
TWO_OF(storage, storage(t->p, &t->mem, t->x))
TWO_OF(steady_force, steady_force(t->p, t->v))
TWO_OF(settling_rate, settling_rate(t->p, t->v))
TWO_OF(force_scale, force_scale(t->p, t->v, 1e-4))
TWO_OF(break_away, break_away(t->p))
TWO_OF(creep_resistance, creep_resistance(t->p))
TWO_OF(length, length(t->p))
TWO_OF(stribeck_speed, stribeck_speed(t->p))
TWO_OF(stick_band, stick_band(t->p))
TWO_OF(printed_force, printed_force(t->p, t->v))
#undef TWO_OF

static inline double two_bound(const struct two *t, unsigned i)
{
    double bound[MODEL_MAX_STATES];
    t->model->bound(t->p, bound);
    return bound[i];
}

static inline double two_stribeck(const struct two *t, unsigned i)
{
    return two_bound(t, i) * t->model->stribeck(t->p, t->v);
}

static inline double two_regressor(const struct two *t, unsigned i)
{
    double u[MODEL_MAX_REGRESSORS];
    t->model->regressor(t->p, &t->mem, t->v, t->s, t->x, u);
    return u[i];
}

static inline double two_coefficient(const struct two *t, unsigned i)
{
    double c[MODEL_MAX_REGRESSORS];
    t->model->coefficients(t->p, c);
    return c[i];
}

static const struct two_statement {
    enum statement which;
    two_member *code;
} two_statements[] = {
    { STATEMENT_STORAGE, two_storage },
    { STATEMENT_BOUND, two_bound },
    { STATEMENT_STRIBECK, two_stribeck },
    { STATEMENT_SETTLING_RATE, two_settling_rate },
    { STATEMENT_FORCE_SCALE, two_force_scale },
    { STATEMENT_BREAK_AWAY, two_break_away },
    { STATEMENT_CREEP_RESISTANCE, two_creep_resistance },
    { STATEMENT_LENGTH, two_length },
    { STATEMENT_STRIBECK_SPEED, two_stribeck_speed },
    { STATEMENT_STICK_BAND, two_stick_band },
    { STATEMENT_PRINTED_FORCE, two_printed_force },
    { STATEMENT_REGRESSOR, two_regressor },
    { STATEMENT_COEFFICIENTS, two_coefficient },
};
enum { TWO_STATEMENTS = sizeof two_statements / sizeof *two_statements };

static inline bool two_has_integral(const struct graph *g, expression e)
{
    for (expression i = 0; i <= e; i++)
        if (g->nodes[i].operation == GRAPH_INTEGRAL)
            return true;
    return false;
}

/* Returns the first statement of which the two differ at the place, where v is not 0, or "". */
static inline const char *two_compare_members(struct two *t)
{
    double *values = calloc(t->n_members + 1, sizeof *values);
    const char *differs = "";
    size_t n = 0;
    if (t->v == 0) {
        free(values);
        return "";
    }
    two_evaluate(t, &t->stated, values);
    for (size_t k = 0; k < TWO_STATEMENTS; k++) {
        const struct statement_values *stated = &t->statements->values[two_statements[k].which];
        for (unsigned i = 0; i < stated->n; i++) {
            if (stated->e[i] == EXPRESSION_NONE)
                continue;
            const double text = values[n++];
            if (k == 0 && two_has_integral(&t->law->graph, stated->e[i]))
                continue;
            const double code = two_statements[k].code(t, i);
            /* The code's bound and length are tighter: elements move together. */
            const bool is_weaker =
                strcmp(t->model->name, "leuven") == 0 &&
                (two_statements[k].code == two_bound || two_statements[k].code == two_stribeck ||
                 two_statements[k].code == two_length);
            if (!two_near(is_weaker ? fmin(text, code) : text, code, 0))
                differs = "member";
        }
    }
    if (t->model->steady_force && n < t->n_members &&
        !two_near(values[n], two_steady_force(t, 0), 0))
        differs = "steady_force";
    free(values);
    return differs;
}

#endif
