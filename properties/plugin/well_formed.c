/* Checks names, counts, functions, quantities, defaults and claims of a law's table. */
#include "properties/plugin/well_formed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool wrong(char problem[WELL_FORMED_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(char problem[WELL_FORMED_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(problem, WELL_FORMED_TEXT, format, args);
    va_end(args);
    return false;
}

/* Returns true for a name that can be typed, and used in names of files, CSV and witnesses. */
static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return text && *text && text[strspn(text, letters)] == '\0';
}

static bool texts(const struct model *m, char *problem)
{
    if (!is_name(m->name))
        return wrong(problem, "its name is not of letters, digits and '_'");
    if (!m->title || !m->law || !m->source)
        return wrong(problem, "title, law or source is missing");
    return true;
}

static bool counts(const struct model *m, char *problem)
{
    const struct {
        const char *what;
        unsigned n, most;
    } limits[] = {
        { "n_params + n_inputs", m->n_params + m->n_inputs, MODEL_MAX_PARAMS },
        { "n_states", m->n_states, MODEL_MAX_STATES },
        { "n_ints", m->n_ints, MODEL_MAX_INTS },
        { "n_reals", m->n_reals, MODEL_MAX_REALS },
        { "n_guards", m->n_guards, MODEL_MAX_GUARDS },
        { "n_parts", m->n_parts, MODEL_MAX_PARTS },
        { "n_regressors", m->n_regressors, MODEL_MAX_REGRESSORS },
        { "n_identifiable", m->n_identifiable, m->n_regressors },
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].n > limits[i].most)
            return wrong(problem, "%s is %u, at most %u are possible", limits[i].what, limits[i].n,
                         limits[i].most);
    return true;
}

/* Checks that the functions that each member needs are there. */
static bool functions(const struct model *m, char *problem)
{
    const bool remembers = m->n_ints > 0 || m->n_reals > 0;
    const struct {
        bool missing;
        const char *what;
    } needs[] = {
        { !m->force, "force is missing" },
        { !m->rate, "rate is missing" },
        { m->n_params > 0 && !m->params, "n_params is not 0, but params is missing" },
        { m->n_states > 0 && !m->states, "n_states is not 0, but states is missing" },
        { m->n_claims > 0 && !m->claims, "n_claims is not 0, but claims is missing" },
        { m->n_inputs > 0, "n_inputs is not 0: the velocity is the only input as yet" },
        { m->kink && m->n_guards > 0, "a kink and guards exclude each other" },
        { m->work && !m->flow, "work needs the flow that it is taken along" },
        { m->n_guards > 0 && !(m->guard && m->transition), "guards need guard and transition" },
        { remembers && !m->start, "a memory needs start" },
        { m->n_parts > 0 && !(m->part_names && m->work_parts),
          "parts need part_names and work_parts" },
        { m->n_regressors > 0 && !(m->regressor && m->coefficients),
          "regressors need regressor and coefficients" },
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].missing)
            return wrong(problem, "%s", needs[i].what);
    for (unsigned i = 0; i < m->n_parts; i++)
        if (!m->part_names[i])
            return wrong(problem, "part %u has no name", i);
    if (!(m->speed_max > 0))
        return wrong(problem, "speed_max is %g, expected a positive speed in m/s", m->speed_max);
    return true;
}

static bool quantities(const char *kind, const struct quantity q[], unsigned n, char *problem)
{
    for (unsigned i = 0; i < n; i++) {
        if (!is_name(q[i].name))
            return wrong(problem, "%s %u has no name of letters, digits and '_'", kind, i);
        if (quantity_index(q, i, q[i].name) < i)
            return wrong(problem, "%s '%s' stands twice", kind, q[i].name);
        if (!q[i].unit || !q[i].note)
            return wrong(problem, "%s '%s' has no unit or no note", kind, q[i].name);
        if (!(q[i].lo <= q[i].hi))
            return wrong(problem, "%s '%s' has no range", kind, q[i].name);
        if (!isfinite(q[i].value))
            return wrong(problem, "%s '%s' has no finite value", kind, q[i].name);
    }
    return true;
}

/* Checks the values in the table of states; where a law begins elsewhere it says so by `initial`.
 */
static bool initial_states(const struct model *m, char *problem)
{
    for (unsigned i = 0; i < m->n_states; i++)
        if (m->states[i].value < 0 || m->states[i].value > 0)
            return wrong(problem,
                         "state '%s' begins at %g, expected 0: where a law begins elsewhere "
                         "`initial` says so",
                         m->states[i].name, m->states[i].value);
    return true;
}

static bool is_one_of_claims(const struct claim *c)
{
    return (unsigned)c->property < N_PROPERTIES && (unsigned)c->declared <= UNKNOWN &&
           (unsigned)c->signals <= CYCLE_SIGNAL && (unsigned)c->base <= AT_DEFAULTS;
}

static bool claims(const struct model *m, char *problem)
{
    for (unsigned i = 0; i < m->n_claims; i++) {
        const struct claim *c = &m->claims[i];
        if (!is_one_of_claims(c))
            return wrong(problem, "claim %u is about nothing that is known", i);
        if (!c->domain || !c->source)
            return wrong(problem, "claim %u has no domain or no source", i);
        if (c->n_box > CLAIM_MAX_BOX)
            return wrong(problem, "claim %u has %u intervals, at most %d are possible", i, c->n_box,
                         CLAIM_MAX_BOX);
        for (unsigned k = 0; k < c->n_box; k++)
            if (c->box[k].param >= m->n_params || !(c->box[k].lo <= c->box[k].hi))
                return wrong(problem, "interval %u of claim %u is none of a parameter", k, i);
    }
    return true;
}

static bool begins(const struct model *m, const real p[], char *problem)
{
    real x[MODEL_MAX_STATES];
    PREC(model_initial)(m, p, x);
    for (unsigned i = 0; i < m->n_states; i++)
        if (!isfinite(x[i]) || x[i] < (real)m->states[i].lo || x[i] > (real)m->states[i].hi)
            return wrong(problem, "state '%s' begins at %g, outside %g to %g", m->states[i].name,
                         (double)x[i], m->states[i].lo, m->states[i].hi);
    return true;
}

static bool defaults(const struct model *m, char *problem)
{
    real p[MODEL_MAX_PARAMS];
    unsigned param = 0;
    const char *constraint = NULL;
    for (unsigned i = 0; i < m->n_params; i++)
        p[i] = (real)m->params[i].value;
    if (PREC(model_valid)(m, p, &param, &constraint))
        return begins(m, p, problem);
    if (constraint)
        return wrong(problem, "the defaults violate %s", constraint);
    return wrong(problem, "the default of parameter '%s', %g, is outside %g to %g",
                 m->params[param].name, m->params[param].value, m->params[param].lo,
                 m->params[param].hi);
}

bool PREC(well_formed)(const struct model *m, char problem[WELL_FORMED_TEXT])
{
    return PREC(well_formed_code)(m, problem) &&
           (m->n_claims > 0 ||
            wrong(problem, "n_claims is 0: it claims nothing that could be judged"));
}

bool PREC(well_formed_code)(const struct model *m, char problem[WELL_FORMED_TEXT])
{
    return texts(m, problem) && counts(m, problem) && functions(m, problem) &&
           quantities("parameter", m->params, m->n_params, problem) &&
           quantities("state", m->states, m->n_states, problem) && initial_states(m, problem) &&
           claims(m, problem) && defaults(m, problem);
}
