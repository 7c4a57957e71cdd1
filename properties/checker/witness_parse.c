/* Reads witness files (witness.h). */
#include "properties/checker/witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"

enum { MAX_HOLDS = 100000 };

static const struct witness_kind kinds[] = {
    { SIGNAL_HOLD, "hold", 1, { "kind", "t", "v", NULL } },
    { SIGNAL_RAMP, "ramp", 2, { "kind", "t", "v0", "v1", NULL } },
    { SIGNAL_SINE, "sine", 4, { "kind", "t", "mean", "amp", "omega", "phase", NULL } },
    { SIGNAL_COSINE, "cosine", 4, { "kind", "t", "mean", "amp", "omega", "phase", NULL } },
    { SIGNAL_CHIRP, "chirp", 4, { "kind", "t", "mean", "amp", "w0", "w1", NULL } },
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

const struct witness_kind *witness_kind_of(const char *name)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(name, kinds[i].name) == 0)
            return &kinds[i];
    return NULL;
}

const struct witness_kind *witness_kind_by(enum signal_kind kind)
{
    size_t i = 0;
    while (kinds[i].kind != kind)
        i++;
    return &kinds[i];
}

static bool parse_head(const cJSON *json, const struct arb_law *own, struct witness *w,
                       struct file_error *error)
{
    static const char *const keys[] = { "format", "model",  "params", "property", "x0",
                                        "signal", "claims", "null",   "law",      NULL };
    if (!strict_json_keys(json, keys, "witness", error))
        return false;
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(json, "format");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, "witness-1") != 0)
        return file_fail(error, "expected \"format\": \"witness-1\"");
    const cJSON *model = cJSON_GetObjectItemCaseSensitive(json, "model");
    if (!cJSON_IsString(model))
        return file_fail(error, "expected \"model\" with a model's name");
    const bool is_own = own && strcmp(own->name, model->valuestring) == 0;
    w->law = is_own ? own : arb_law_find(model->valuestring);
    if (!w->law)
        return file_fail(error, "unknown model \"%.40s\" (or one without a ball model)",
                         model->valuestring);
    const cJSON *law = cJSON_GetObjectItemCaseSensitive(json, "law");
    if (law && !cJSON_IsString(law))
        return file_fail(error, "expected \"law\" with the digest of a text");
    const cJSON *property = cJSON_GetObjectItemCaseSensitive(json, "property");
    if (!cJSON_IsString(property))
        return file_fail(error, "expected \"property\" with a property's name");
    w->property = property_find(property->valuestring);
    if (w->property == N_PROPERTIES || !rigorous_applicable(w->law, w->property))
        return file_fail(error, "property \"%.40s\" is not one of model \"%s\"",
                         property->valuestring, w->law->name);
    return true;
}

static bool parse_params(const cJSON *json, struct witness *w, struct file_error *error)
{
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(json, "params");
    if (!cJSON_IsObject(params))
        return file_fail(error, "expected \"params\" with an object of decimal strings");
    if (!strict_json_keys(params, w->law->params, "params", error))
        return false;
    for (int i = 0; w->law->params[i]; i++)
        if (!(w->param[i] = strict_json_decimal(params, w->law->params[i], "params", error)))
            return false;
    return true;
}

static bool parse_x0(const cJSON *json, struct witness *w, struct file_error *error)
{
    const cJSON *x0 = cJSON_GetObjectItemCaseSensitive(json, "x0");
    const int n = arb_law_count(w->law->states);
    if (!cJSON_IsArray(x0) || cJSON_GetArraySize(x0) != n)
        return file_fail(error, "expected \"x0\" with %d decimal strings, one for each state", n);
    for (int i = 0; i < n; i++) {
        char where[32];
        snprintf(where, sizeof where, "x0[%d]", i);
        if (!(w->x0[i] = strict_json_decimal_item(cJSON_GetArrayItem(x0, i), where, error)))
            return false;
    }
    return true;
}

/* A sample of a table: [t, v]. */
static bool parse_sample(const cJSON *sample, const char *where, const char **t, const char **v,
                         struct file_error *error)
{
    const char **const numbers[] = { t, v };
    if (!cJSON_IsArray(sample) || cJSON_GetArraySize(sample) != 2)
        return file_fail(error, "%s: expected \"samples\" with pairs [t, v] of decimal strings",
                         where);
    for (int k = 0; k < 2; k++) {
        const cJSON *item = cJSON_GetArrayItem(sample, k);
        if (!cJSON_IsString(item) || !decimal_valid(item->valuestring))
            return file_fail(error, "%s: expected \"samples\" with pairs [t, v] of decimal strings",
                             where);
        *numbers[k] = item->valuestring;
    }
    return true;
}

/* Turns a segment whose numbers make its velocity constant into a hold, and a chirp of one
 * frequency into a sine. */
static void simplify(struct witness *w, unsigned i)
{
    struct witness_segment *segment = &w->segments[i];
    const bool is_wave = segment->kind != SIGNAL_HOLD && segment->kind != SIGNAL_RAMP;
    if (is_wave ? decimal_sign(segment->value[1]) == 0
                : segment->kind == SIGNAL_RAMP &&
                      decimal_compare(segment->value[0], segment->value[1]) == 0)
        segment->kind = SIGNAL_HOLD;
    if (segment->kind == SIGNAL_CHIRP &&
        decimal_compare(segment->value[2], segment->value[3]) == 0) {
        segment->kind = SIGNAL_SINE;
        segment->value[3] = "0";
    }
    w->v[i] = segment->kind == SIGNAL_HOLD ? segment->value[0] : NULL;
}

/* Reads the samples of a csv as ramps, from segment i on. */
static bool parse_table(const cJSON *segment, unsigned i, const char *where, struct witness *w,
                        struct file_error *error)
{
    static const char *const keys[] = { "kind", "samples", NULL };
    if (!strict_json_keys(segment, keys, where, error))
        return false;
    const cJSON *sample = cJSON_GetObjectItemCaseSensitive(segment, "samples")->child;
    const char *since = NULL, *before = NULL;
    if (!parse_sample(sample, where, &since, &before, error))
        return false;
    if (decimal_sign(since) != 0)
        return file_fail(error, "%s: the first time is \"%.40s\", expected \"0\"", where, since);
    for (sample = sample->next; sample; sample = sample->next, i++) {
        struct witness_segment *ramp = &w->segments[i];
        ramp->kind = SIGNAL_RAMP;
        ramp->since = since;
        ramp->value[0] = before;
        if (!parse_sample(sample, where, &w->h[i], &ramp->value[1], error))
            return false;
        if (decimal_compare(w->h[i], since) <= 0)
            return file_fail(error, "%s: time \"%.40s\" after \"%.40s\", expected a later one",
                             where, w->h[i], since);
        since = w->h[i];
        before = ramp->value[1];
        simplify(w, i);
    }
    return true;
}

static bool parse_formula(const cJSON *segment, const struct witness_kind *as, unsigned i,
                          const char *where, struct witness *w, struct file_error *error)
{
    if (!strict_json_keys(segment, as->keys, where, error))
        return false;
    w->segments[i].kind = as->kind;
    for (unsigned k = 0; k < as->n; k++)
        if (!(w->segments[i].value[k] =
                  strict_json_decimal(segment, as->keys[k + 2], where, error)))
            return false;
    simplify(w, i);
    if (!(w->h[i] = strict_json_decimal(segment, "t", where, error)))
        return false;
    if (decimal_sign(w->h[i]) <= 0)
        return file_fail(error, "%s: \"t\" is \"%.40s\", expected a positive duration in s", where,
                         w->h[i]);
    return true;
}

/* Returns how many segments of the checker one segment of the file is: the number of ramps of a csv
 * (0 if the csv is bad), otherwise 1. */
static size_t ramps_of(const cJSON *segment)
{
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(segment, "kind");
    if (!cJSON_IsString(kind) || strcmp(kind->valuestring, "csv") != 0)
        return 1;
    const cJSON *samples = cJSON_GetObjectItemCaseSensitive(segment, "samples");
    const int n = cJSON_IsArray(samples) ? cJSON_GetArraySize(samples) : 0;
    return n > 1 ? (size_t)n - 1 : 0;
}

/* Reads segment `number` of the file, which becomes segment i (and the next ones, for a csv). */
static bool parse_segment(const cJSON *segment, unsigned number, unsigned i, struct witness *w,
                          struct file_error *error)
{
    static const char expected[] = "\"hold\", \"ramp\", \"sine\", \"cosine\", \"chirp\" or \"csv\"";
    char where[32];
    snprintf(where, sizeof where, "signal[%u]", number);
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(segment, "kind");
    if (!cJSON_IsString(kind))
        return file_fail(error, "%s: expected \"kind\" with %s", where, expected);
    if (strcmp(kind->valuestring, "csv") == 0)
        return ramps_of(segment) > 0
                   ? parse_table(segment, i, where, w, error)
                   : file_fail(error, "%s: expected \"samples\" with at least two pairs [t, v]",
                               where);
    const struct witness_kind *as = witness_kind_of(kind->valuestring);
    if (!as)
        return file_fail(error, "%s: kind \"%.40s\" cannot be checked, expected %s", where,
                         kind->valuestring, expected);
    return parse_formula(segment, as, i, where, w, error);
}

static bool parse_signal(const cJSON *json, struct witness *w, struct file_error *error)
{
    const cJSON *signal = cJSON_GetObjectItemCaseSensitive(json, "signal"), *segment;
    size_t n = 0;
    if (cJSON_IsArray(signal))
        cJSON_ArrayForEach(segment, signal) n += ramps_of(segment);
    if (!cJSON_IsArray(signal) || !signal->child || n > MAX_HOLDS)
        return file_fail(error, "expected \"signal\" with 1 to %d segments", MAX_HOLDS);
    w->n_segments = (unsigned)n;
    w->v = memory_array(n, sizeof *w->v);
    w->h = memory_array(n, sizeof *w->h);
    w->segments = memory_array(n, sizeof *w->segments);
    unsigned i = 0, number = 0;
    cJSON_ArrayForEach(segment, signal)
    {
        if (!parse_segment(segment, number++, i, w, error))
            return false;
        i += (unsigned)ramps_of(segment);
    }
    bool all_held = true;
    for (unsigned k = 0; k < i; k++)
        all_held = all_held && w->v[k] && !w->segments[k].since;
    if (all_held) {
        free(w->segments);
        w->segments = NULL;
    }
    return true;
}

static bool parse_claims(const cJSON *json, struct witness *w, struct file_error *error)
{
    static const char *const keys[] = { "lo", "hi", NULL };
    const cJSON *claims = cJSON_GetObjectItemCaseSensitive(json, "claims");
    if (!claims)
        return true;
    if (!cJSON_IsObject(claims))
        return file_fail(error, "expected \"claims\" with \"lo\" and \"hi\"");
    return strict_json_keys(claims, keys, "claims", error) &&
           (w->lo = strict_json_decimal(claims, "lo", "claims", error)) &&
           (w->hi = strict_json_decimal(claims, "hi", "claims", error));
}

/* Returns true for integers of at most nine digits. */
static bool is_integer(const char *s)
{
    const char *digits = s + (*s == '-');
    const size_t n = strspn(digits, "0123456789");
    return n >= 1 && n <= 9 && digits[n] == '\0';
}

static bool parse_null(const cJSON *json, struct witness *w, struct file_error *error)
{
    const cJSON *null = cJSON_GetObjectItemCaseSensitive(json, "null");
    const int n = w->law->n_regressors;
    if (w->property != IDENTIFIABILITY)
        return !null || file_fail(error, "\"null\" belongs to property \"identifiability\" only");
    if (!cJSON_IsArray(null) || cJSON_GetArraySize(null) != n)
        return file_fail(error,
                         "expected \"null\" with %d integers as strings, one for each column", n);
    for (int i = 0; i < n; i++) {
        const cJSON *item = cJSON_GetArrayItem(null, i);
        if (!cJSON_IsString(item) || !is_integer(item->valuestring))
            return file_fail(error, "null[%d]: expected an integer as a string, such as \"-1\"", i);
        w->null[i] = strtol(item->valuestring, NULL, 10);
    }
    return true;
}

/* Equal decimals overlap as balls. So parameters are invalid only if they certainly violate a
 * constraint, at high precision. */
static bool valid_params(const struct witness *w, struct file_error *error)
{
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; w->law->params[i]; i++)
        decimal_ball(p + i, w->param[i], DECIMAL_EXACT_PREC);
    const char *violated = w->law->validate(p);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return !violated || file_fail(error, "params: model \"%s\" needs %s", w->law->name, violated);
}

bool witness_parse(const char *text, size_t size, struct witness *w, struct file_error *error)
{
    return witness_parse_by(NULL, text, size, w, error);
}

bool witness_parse_by(const struct arb_law *own, const char *text, size_t size, struct witness *w,
                      struct file_error *error)
{
    *w = (struct witness){ 0 };
    w->json = strict_json_parse(text, size, error);
    if (!w->json)
        return false;
    if (parse_head(w->json, own, w, error) && parse_params(w->json, w, error) &&
        parse_x0(w->json, w, error) && parse_signal(w->json, w, error) &&
        parse_claims(w->json, w, error) && parse_null(w->json, w, error) && valid_params(w, error))
        return true;
    witness_free(w);
    return false;
}

void witness_free(struct witness *w)
{
    free(w->v);
    free(w->h);
    free(w->segments);
    cJSON_Delete(w->json);
    *w = (struct witness){ 0 };
}
