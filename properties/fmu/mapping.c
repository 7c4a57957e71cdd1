/* Chooses variables (mapping.h). */
#include "properties/fmu/mapping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/units.h"
#include "tools/base/memory.h"

/* What a law needs of a unit, as --map names it. */
enum role { ROLE_VELOCITY, ROLE_FORCE, ROLE_LOAD, N_ROLES };

static const struct {
    const char *key, *what, *unit, *kind;
    enum fmu_causality causality;
} roles[N_ROLES] = {
    [ROLE_VELOCITY] = { "v", "velocity", "m/s", "input", FMU_INPUT },
    [ROLE_FORCE] = { "F", "friction force", "N", "output", FMU_OUTPUT },
    [ROLE_LOAD] = { "N", "load", "N", "input", FMU_INPUT },
};

/* Variables that are about a unit's steps, and no part of its law, have names that begin so. */
static const char ASIDE[] = "cosimulation.";

/* Returns what a map says of that role, to be freed, or NULL. Names may have commas in them. */
static char *named(const char *map, enum role role)
{
    const char *from = NULL, *end;
    for (const char *at = map; at && *at && !from; at = strchr(at, ',')) {
        at += *at == ',';
        if (*at == *roles[role].key && at[1] == '=')
            from = at + 2;
    }
    if (!from)
        return NULL;
    for (end = from; *end; end++)
        if (*end == ',' && strchr("vFN", end[1]) && end[1] && end[2] == '=')
            break;
    return memory_text("%.*s", (int)(end - from), from);
}

static bool check_map(const char *map, char *problem)
{
    return !map || (*map && strchr("vFN", *map) && map[1] == '=') ||
           fmu_wrong(problem, "cannot be read by --map '%.100s', expected v=NAME,F=NAME,N=NAME",
                     map);
}

/* Returns true when the variable has that unit, or may: it states none. */
static bool may_be_in(const struct fmu_variable *v, const char *unit)
{
    struct unit a, b;
    if (*v->unit == '\0' || strcmp(v->unit, unit) == 0)
        return true;
    return unit_read(v->unit, NULL, NULL, &a) == NULL && unit_read(unit, NULL, NULL, &b) == NULL &&
           unit_equal(&a, &b);
}

static bool may_be(const struct fmu_variable *v, enum role role)
{
    return v->causality == roles[role].causality && v->type == FMU_REAL;
}

/* Returns how many variables may have the role, and the first of them: at level 0 those of its
 * name, at level 1 those with its unit, at level 2 all. */
static size_t candidates(const struct fmu_description *d, enum role role, int level, size_t *first)
{
    size_t n = 0;
    for (size_t i = d->n; i-- > 0;) {
        const struct fmu_variable *v = &d->variables[i];
        const bool fits = level == 0   ? strcmp(v->name, roles[role].key) == 0
                          : level == 1 ? *v->unit && may_be_in(v, roles[role].unit)
                                       : true;
        if (!may_be(v, role) || !fits)
            continue;
        *first = i;
        n++;
    }
    return n;
}

static bool find_named(const struct fmu_description *d, enum role role, const char *name,
                       size_t *found, char *problem)
{
    for (size_t i = 0; i < d->n; i++)
        if (strcmp(d->variables[i].name, name) == 0 && may_be(&d->variables[i], role)) {
            *found = i;
            return true;
        }
    return fmu_wrong(problem, "has no %s '%.100s' of real numbers, which --map names as %s",
                     roles[role].kind, name, roles[role].key);
}

/* Names the variables between which --map is to decide. */
static bool say_open(const struct fmu_description *d, enum role role, char *problem)
{
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++)
        if (may_be(&d->variables[i], role) && n++ < 8)
            fprintf(file, "%s%.60s", n > 1 ? ", " : "", d->variables[i].name);
    char *names = memory_close(&stream);
    if (n == 0)
        fmu_wrong(problem, "has no %s of real numbers that could be the %s", roles[role].kind,
                  roles[role].what);
    else
        fmu_wrong(problem, "has several %ss: say by --map %s=NAME which of them is the %s: %s",
                  roles[role].kind, roles[role].key, roles[role].what, names);
    free(names);
    return false;
}

static bool find(const struct fmu_description *d, const char *map, enum role role, size_t *found,
                 char *problem)
{
    char *name = named(map, role);
    bool is_found = false;
    if (name)
        is_found = find_named(d, role, name, found, problem);
    else {
        for (int level = 0; level < 3 && !is_found; level++)
            is_found = candidates(d, role, level, found) == 1;
        is_found = is_found || say_open(d, role, problem);
    }
    free(name);
    const struct fmu_variable *v = is_found ? &d->variables[*found] : NULL;
    return is_found && (may_be_in(v, roles[role].unit) ||
                        fmu_wrong(problem, "has its %s '%.60s' in %.40s, expected %s",
                                  roles[role].what, v->name, v->unit, roles[role].unit));
}

/* Writes a variable's name as programs type it. */
static bool write_name(const struct fmu_variable *v, char name[FMU_NAME], char *problem)
{
    const size_t n = strlen(v->name);
    if (n >= FMU_NAME)
        return fmu_wrong(problem, "has the variable '%.100s', whose name is too long", v->name);
    memcpy(name, v->name, n + 1);
    fmu_make_identifier(name);
    return true;
}

static bool is_parameter(const struct fmu_description *d, const struct fmu_mapping *m, size_t i)
{
    const struct fmu_variable *v = &d->variables[i];
    return v->type != FMU_OTHER && i != m->velocity &&
           (v->causality == FMU_PARAMETER || (v->causality == FMU_INPUT && v->type == FMU_REAL)) &&
           strncmp(v->name, ASIDE, strlen(ASIDE)) != 0;
}

static bool add_parameter(const struct fmu_description *d, struct fmu_mapping *m, size_t i,
                          bool is_load, char *problem)
{
    const struct fmu_variable *v = &d->variables[i];
    char *name = m->parameter_names[m->n_parameters];
    if (m->n_parameters == MODEL_MAX_PARAMS)
        return fmu_wrong(problem, "has more than %d parameters", MODEL_MAX_PARAMS);
    if (!isfinite(v->start))
        return fmu_wrong(problem, "has the %s '%.60s' without a start value",
                         v->causality == FMU_INPUT ? "further input" : "parameter", v->name);
    m->parameters[m->n_parameters++] = i;
    if (is_load)
        memcpy(name, "N", 2);
    return is_load || write_name(v, name, problem);
}

static bool add_parameters(const struct fmu_description *d, const char *map, struct fmu_mapping *m,
                           char *problem)
{
    char *load = named(map, ROLE_LOAD);
    size_t load_at = d->n;
    bool is_right = !load || find(d, map, ROLE_LOAD, &load_at, problem);
    free(load);
    for (size_t i = 0; is_right && i < d->n; i++)
        if (is_parameter(d, m, i))
            is_right = add_parameter(d, m, i, i == load_at, problem);
    return is_right;
}

bool fmu_map(const struct fmu_description *d, const char *map, struct fmu_mapping *m,
             char problem[FMU_PROBLEM])
{
    *m = (struct fmu_mapping){ .n_parameters = 0 };
    if (d->n_states > MODEL_MAX_STATES)
        return fmu_wrong(problem, "has %zu states, expected at most %d", d->n_states,
                         MODEL_MAX_STATES);
    if (!check_map(map, problem) || !find(d, map, ROLE_VELOCITY, &m->velocity, problem) ||
        !find(d, map, ROLE_FORCE, &m->force, problem) || !add_parameters(d, map, m, problem))
        return false;
    for (size_t i = 0; i < d->n_states; i++)
        if (!write_name(&d->variables[d->states[i]], m->state_names[i], problem))
            return false;
    return true;
}
