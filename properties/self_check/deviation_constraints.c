/* Compares joint constraints of parameters (deviation_tables.h). */
#include <stdio.h>
#include <string.h>

#include "properties/self_check/deviation_tables.h"
#include "properties/trials/readable.h"

enum { DRAWS = 500 };

/* Draws any parameters within their ranges, whether or not they are valid together. */
static void draw(const struct model *text, struct rng *rng, real p[])
{
    for (unsigned i = 0; i < text->n_params; i++) {
        const struct quantity *q = &text->params[i];
        const double some[] = { q->value, q->value, q->lo, q->hi,
                                fmin(fmax(q->value * rng_log_uniform(rng, 0.1, 10), q->lo),
                                     q->hi) };
        const double value = some[rng_below(rng, 5)];
        const bool fits =
            isfinite(value) && (!model_param_is_whole(text, i) || value == floor(value));
        p[i] = (real)(fits ? value : q->value);
    }
}

static bool is_valid(const struct model *model, const real p[], const char **constraint)
{
    unsigned param;
    const bool is = PREC(model_valid)(model, p, &param, constraint);
    if (!is && !*constraint)
        *constraint = "a range";
    return is;
}

/* Returns true when the text's answer is another one within some roundings of a parameter. */
static bool is_at_edge(const struct model *text, const real p[], bool valid)
{
    real q[MODEL_MAX_PARAMS];
    const char *constraint;
    memcpy(q, p, sizeof q);
    for (unsigned i = 0; i < text->n_params; i++) {
        for (int side = -1; side <= 1; side += 2) {
            q[i] = p[i] * (1 + (real)side * DEVIATION_ROUNDINGS * R_EPSILON);
            if (is_valid(text, q, &constraint) != valid)
                return true;
        }
        q[i] = p[i];
    }
    return false;
}

static void describe(struct deviation *d, const struct model *text, const real p[],
                     const char *by_text, const char *by_code)
{
    d->any = true;
    snprintf(d->what, sizeof d->what, "constraint");
    snprintf(d->line, sizeof d->line,
             "parameters are %s by the text, %s by the implementation (" R_NAME "); %s; at",
             by_text ? "refused" : "valid", by_code ? "refused" : "valid",
             by_text ? by_text : by_code);
    for (unsigned i = 0; i < text->n_params; i++) {
        const size_t n = strlen(d->line);
        snprintf(d->line + n, sizeof d->line - n, "%s %s = %.*g", i > 0 ? "," : "",
                 text->params[i].name, (int)round_trip_digits((double)p[i]), (double)p[i]);
    }
}

bool PREC(deviation_constraints)(const struct model *text, const struct model *code, bool is_unit,
                                 const struct names *names, uint64_t seed, struct deviation *d)
{
    struct rng rng = rng_keyed(seed, "constraints", 0);
    for (unsigned k = 0; k < DRAWS; k++) {
        real p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS];
        const char *by_text, *by_code;
        draw(text, &rng, p);
        for (unsigned i = 0; i < text->n_params; i++)
            q[names->param[i]] = p[i];
        const bool valid = is_valid(text, p, &by_text);
        if ((is_unit && !valid) || is_valid(code, q, &by_code) == valid ||
            is_at_edge(text, p, valid))
            continue;
        describe(d, text, p, by_text, by_code);
        return false;
    }
    return true;
}
