/* Writes, reads and recomputes stored references: exact decimals, error bounds rounded up, a
 * digest. */
#include "reference/solutions/stored.h"

#include <arb.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_config.h>

#include <cjson/cJSON.h>

#include "reference/solutions/reference_solution.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"

enum { SAMPLES = 41 };

static const char DIGEST[] = "\"digest\":";

static void add_number(cJSON *object, const char *name, const char *format, double value)
{
    char text[40];
    snprintf(text, sizeof text, format, value);
    cJSON_AddStringToObject(object, name, text);
}

/* Writes the shortest decimal that reads back as the same double. */
static void shortest(char text[40], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 40, "%.*g", digits, value);
        if (digits == 17 || strtod(text, NULL) == value)
            return;
    }
}

static void add_exactly(cJSON *object, const char *name, double value)
{
    char text[40];
    shortest(text, value);
    cJSON_AddStringToObject(object, name, text);
}

static cJSON *column_json(const double *values, size_t n, size_t stride)
{
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < n * stride; i += stride) {
        char text[40];
        shortest(text, values[i]);
        cJSON_AddItemToArray(array,
                             isnan(values[i]) ? cJSON_CreateNull() : cJSON_CreateString(text));
    }
    return array;
}

/* Rounds up to one significant digit. */
static double rounded_up(double x)
{
    if (!(x > 0) || isinf(x))
        return x;
    const double unit = pow(10, floor(log10(x)));
    return ceil(x / unit) * unit;
}

static void add_header(cJSON *json, const struct stored_case *c, const double p[], const double q[])
{
    char command[512];
    cJSON_AddStringToObject(json, "format", "reference-1");
    cJSON_AddStringToObject(json, "case", c->name);
    cJSON_AddStringToObject(json, "scenario", c->scenario->name);
    cJSON_AddStringToObject(json, "model", c->model->name);
    cJSON *params = cJSON_AddObjectToObject(json, "params");
    for (unsigned i = 0; i < c->model->n_params; i++)
        add_exactly(params, c->model->params[i].name, p[i]);
    cJSON *plant = cJSON_AddObjectToObject(json, "plant");
    for (unsigned i = 0; i < c->scenario->n_params; i++)
        add_exactly(plant, c->scenario->params[i].name, q[i]);
    snprintf(command, sizeof command, "tools/bazel run //reference:regenerate -- --case %s",
             c->name);
    cJSON_AddStringToObject(json, "command", command);
}

static void add_reference(cJSON *json, const struct stored_case *c,
                          const struct uncertainty *uncertainty)
{
    static const char *const names[] = { "x", "v", "F", "energy" };
    cJSON_AddStringToObject(json, "method", uncertainty->enclosed ? "enclosed" : "agreed");
    cJSON *tools = cJSON_AddObjectToObject(json, "tools");
    cJSON_AddStringToObject(tools, "arb", arb_version);
    cJSON_AddStringToObject(tools, "flint", FLINT_VERSION);
    cJSON_AddStringToObject(tools, "sundials", SUNDIALS_VERSION);
    cJSON_AddStringToObject(tools, "compiler", __VERSION__);
    cJSON_AddNumberToObject(json, "precision_bits", REFERENCE_BITS);
    add_number(json, "tolerance", "%g", reference_solution_tolerance);
    cJSON *floor = cJSON_AddObjectToObject(json, "floor");
    for (unsigned k = 0; k < REFERENCE_LAW + c->model->n_states; k++) {
        char name[64];
        if (k < REFERENCE_LAW)
            snprintf(name, sizeof name, "%s", names[k]);
        else
            snprintf(name, sizeof name, "law.%s", c->model->states[k - REFERENCE_LAW].name);
        /* Doubled: another compiler's CVODE rounds otherwise. */
        add_number(floor, name, "%.0e", rounded_up(2 * uncertainty->floor[k]));
    }
    add_number(floor, "events_s", "%.0e", rounded_up(2 * uncertainty->floor_events));
}

static void add_values(cJSON *json, const struct stored_case *c, const struct trajectory *r)
{
    cJSON *columns = cJSON_AddObjectToObject(json, "columns");
    cJSON_AddItemToObject(columns, "t", column_json(r->t, r->n, 1));
    cJSON_AddItemToObject(columns, "x", column_json(r->x, r->n, 1));
    cJSON_AddItemToObject(columns, "v", column_json(r->v, r->n, 1));
    cJSON_AddItemToObject(columns, "F", column_json(r->F, r->n, 1));
    cJSON_AddItemToObject(columns, "energy", column_json(r->energy, r->n, 1));
    for (unsigned k = 0; k < c->model->n_states; k++) {
        char name[64];
        snprintf(name, sizeof name, "law.%s", c->model->states[k].name);
        cJSON_AddItemToObject(columns, name, column_json(r->law + k, r->n, r->n_states));
    }
    cJSON *events = cJSON_AddArrayToObject(json, "events");
    for (size_t i = 0; i < r->n_events; i++) {
        if (r->events[i].kind == PLANT_REVERSAL || r->events[i].kind == PLANT_SWITCH)
            continue; /* may be too slight to be sure of */
        cJSON *event = cJSON_CreateObject();
        cJSON_AddStringToObject(event, "kind", event_name(r->events[i].kind));
        add_exactly(event, "t", r->events[i].t);
        cJSON_AddItemToArray(events, event);
    }
}

/* FNV-1a of the first n bytes. */
static uint64_t digest(const char *text, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* Returns the text with its digest in place of the closing brace. */
static char *sealed(const cJSON *json)
{
    char *text = json_text(json);
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == '}' || text[n - 1] == '\n'))
        n--;
    char *open = memory_text("%.*s,\n\t", (int)n, text);
    char *result =
        memory_text("%s%s\t\"%016" PRIx64 "\"\n}\n", open, DIGEST, digest(open, strlen(open)));
    free(open);
    free(text);
    return result;
}

bool stored_intact(const char *text)
{
    const char *at = strstr(text, DIGEST);
    char expected[64];
    if (!at)
        return false;
    snprintf(expected, sizeof expected, "%s\t\"%016" PRIx64 "\"\n}\n", DIGEST,
             digest(text, (size_t)(at - text)));
    return strcmp(at, expected) == 0;
}

/* Computes the case in an open setup and trajectory. */
static const char *compute_in(const struct stored_case *c, const double p[], const double q[],
                              const struct setup *setup, struct trajectory *r, char **text)
{
    struct uncertainty uncertainty;
    const char *why = reference_solution_run(c->model, p, setup, r, &uncertainty);
    if (why)
        return why;
    cJSON *json = cJSON_CreateObject();
    add_header(json, c, p, q);
    add_reference(json, c, &uncertainty);
    add_values(json, c, r);
    *text = sealed(json);
    cJSON_Delete(json);
    return NULL;
}

char *stored_compute(const struct stored_case *c, char error[STORED_TEXT])
{
    struct setup setup;
    struct trajectory r;
    double p[MODEL_MAX_PARAMS], q[SCENARIO_MAX_PARAMS];
    char problem[SIGNAL_TEXT], *text = NULL;
    PREC(model_defaults)(c->model, p);
    scenario_defaults(c->scenario, q);
    const bool known = (!c->param || quantity_set(c->model->params, c->model->n_params, c->param,
                                                  c->param_value, p)) &&
                       (!c->quantity || quantity_set(c->scenario->params, c->scenario->n_params,
                                                     c->quantity, c->quantity_value, q));
    const char *why = known ? "the scenario cannot be set up" : "there is no such parameter";
    if (known && scenario_set_up(c->scenario, q, &setup, problem)) {
        const double t_end = c->t_end > 0 ? c->t_end : setup.duration;
        trajectory_init(&r, SAMPLES, c->model->n_states, t_end);
        why = compute_in(c, p, q, &setup, &r, &text);
        trajectory_free(&r);
        setup_free(&setup);
    }
    if (!text)
        snprintf(error, STORED_TEXT, "%s: %s", c->name, why);
    return text;
}

/* Returns true when the member is the same in both; otherwise fills in error. */
static bool same(const cJSON *a, const cJSON *b, const char *member, char error[STORED_TEXT])
{
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(a, member);
    const cJSON *y = cJSON_GetObjectItemCaseSensitive(b, member);
    if (x && y && cJSON_Compare(x, y, true))
        return true;
    snprintf(error, STORED_TEXT, "\"%s\" differs", member);
    return false;
}

/* Returns true when both have uncertainties of the same, and none that is stored is below half of
 * the one computed, which is doubled. */
static bool floors_hold(const cJSON *stored, const cJSON *computed, char error[STORED_TEXT])
{
    const cJSON *floor = cJSON_GetObjectItemCaseSensitive(stored, "floor");
    const cJSON *anew = cJSON_GetObjectItemCaseSensitive(computed, "floor"), *item;
    if (cJSON_GetArraySize(floor) != cJSON_GetArraySize(anew)) {
        snprintf(error, STORED_TEXT, "%d floors, stored %d", cJSON_GetArraySize(anew),
                 cJSON_GetArraySize(floor));
        return false;
    }
    cJSON_ArrayForEach(item, anew)
    {
        const cJSON *kept = cJSON_GetObjectItemCaseSensitive(floor, item->string);
        if (!cJSON_IsString(kept) ||
            !(strtod(kept->valuestring, NULL) >= strtod(item->valuestring, NULL) / 2)) {
            snprintf(error, STORED_TEXT, "the floor of %s is exceeded: %s, stored %s", item->string,
                     item->valuestring, cJSON_IsString(kept) ? kept->valuestring : "nothing");
            return false;
        }
    }
    return true;
}

bool stored_matches(const char *text, const char *computed, char error[STORED_TEXT])
{
    static const char *const exact[] = { "format",         "case",      "scenario", "model",
                                         "params",         "plant",     "command",  "method",
                                         "precision_bits", "tolerance", "columns",  "events" };
    cJSON *a = cJSON_Parse(text), *b = cJSON_Parse(computed);
    bool ok = a && b;
    if (!ok)
        snprintf(error, STORED_TEXT, "not JSON");
    for (size_t i = 0; ok && i < sizeof exact / sizeof *exact; i++)
        ok = same(a, b, exact[i], error);
    ok = ok && floors_hold(a, b, error);
    cJSON_Delete(a);
    cJSON_Delete(b);
    return ok;
}
