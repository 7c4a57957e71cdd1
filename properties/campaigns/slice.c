/* Writes and reads slices as text (campaign.h). */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "properties/campaigns/campaign.h"
#include "properties/checker/property.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"

/* Writes the value as a string of 17 digits: JSON has no infinity, and cJSON writes fewer
 * digits. */
static void add_exact(cJSON *json, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    cJSON_AddStringToObject(json, key, text);
}

static void add_text(cJSON *json, const char *key, const char *text)
{
    if (text)
        cJSON_AddStringToObject(json, key, text);
    else
        cJSON_AddNullToObject(json, key);
}

static cJSON *row_json(const struct verdict_row *row)
{
    const struct judgement *j = &row->judgement;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "model", row->model->name);
    cJSON_AddStringToObject(json, "property", property_info[row->claim->property].name);
    cJSON_AddStringToObject(json, "domain", row->claim->domain);
    cJSON_AddStringToObject(json, "verdict", verdict_names[j->verdict]);
    cJSON_AddStringToObject(json, "method", method_names[j->method]);
    cJSON_AddBoolToObject(json, "as_declared", j->as_declared);
    add_exact(json, "margin", j->margin);
    cJSON_AddNumberToObject(json, "trials", j->trials);
    cJSON_AddStringToObject(json, "note", judgement_note(j));
    add_text(json, "simplest", j->simplest);
    add_text(json, "deepest", j->deepest);
    return json;
}

void slice_write(FILE *out, const struct slice *slice)
{
    char seed[32];
    cJSON *json = cJSON_CreateObject();
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)slice->seed);
    cJSON_AddStringToObject(json, "format", "slice-1");
    cJSON_AddStringToObject(json, "software", slice->software);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddNumberToObject(json, "trials", slice->trials);
    cJSON_AddNumberToObject(json, "run", slice->run);
    cJSON_AddNumberToObject(json, "shard", slice->shard);
    cJSON_AddNumberToObject(json, "shards", slice->shards);
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (size_t i = 0; i < slice->verdicts.n; i++)
        cJSON_AddItemToArray(results, row_json(&slice->verdicts.rows[i]));
    json_write(out, json);
}

/* A reader that stops at the first mistake. */
struct reader {
    char *error;
    bool failed;
};

static void fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fail(struct reader *r, const char *format, ...)
{
    va_list args;
    if (r->failed)
        return;
    va_start(args, format);
    vsnprintf(r->error, CAMPAIGN_ERROR, format, args);
    va_end(args);
    for (char *c = r->error; *c; c++)
        if (iscntrl((unsigned char)*c)) /* the text will be quoted in one line */
            *c = '?';
    r->failed = true;
}

static const char *text_at(struct reader *r, const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    if (!text)
        fail(r, "\"%s\" should be a text", key);
    return text ? text : "";
}

static unsigned count_at(struct reader *r, const cJSON *json, const char *key, unsigned lo)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    const double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (value >= lo && value <= 1e9 && value == floor(value))
        return (unsigned)value;
    fail(r, "\"%s\" should be a whole number, at least %u", key, lo);
    return lo;
}

/* Returns the index of the text among n names. */
static int choice_at(struct reader *r, const cJSON *json, const char *key,
                     const char *const names[], int n)
{
    const char *text = text_at(r, json, key);
    for (int i = 0; i < n; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    fail(r, "\"%s\": there is no '%.40s'", key, text);
    return 0;
}

/* Returns a copy of the text, or NULL for null. */
static char *copy_at(struct reader *r, const cJSON *json, const char *key)
{
    if (cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, key)))
        return NULL;
    return memory_text("%s", text_at(r, json, key));
}

static double exact_at(struct reader *r, const cJSON *json, const char *key)
{
    const char *text = text_at(r, json, key);
    char *end;
    const double value = strtod(text, &end);
    if (!*text || *end)
        fail(r, "\"%s\" should be a number in a text", key);
    return value;
}

static void read_row(struct reader *r, const cJSON *json, struct verdict_row *row)
{
    struct judgement *j = &row->judgement;
    if (strcmp(text_at(r, json, "model"), row->model->name) != 0 ||
        strcmp(text_at(r, json, "property"), property_info[row->claim->property].name) != 0 ||
        strcmp(text_at(r, json, "domain"), row->claim->domain) != 0)
        fail(r, "%s %s, \"%s\" is not where it should be: a slice of other claims",
             row->model->name, property_info[row->claim->property].name, row->claim->domain);
    j->verdict =
        (enum verdict)choice_at(r, json, "verdict", verdict_names, VERDICT_NOT_APPLICABLE + 1);
    j->method = (enum method)choice_at(r, json, "method", method_names, METHOD_AGREED + 1);
    j->as_declared = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "as_declared"));
    j->margin = exact_at(r, json, "margin");
    j->trials = count_at(r, json, "trials", 0);
    judgement_say(j, "%s", text_at(r, json, "note"));
    j->simplest = copy_at(r, json, "simplest");
    j->deepest = copy_at(r, json, "deepest");
}

static void read_slice(struct reader *r, const cJSON *json, struct slice *slice)
{
    char *end;
    if (strcmp(text_at(r, json, "format"), "slice-1") != 0)
        fail(r, "\"format\" should be \"slice-1\"");
    snprintf(slice->software, sizeof slice->software, "%s", text_at(r, json, "software"));
    const char *seed = text_at(r, json, "seed");
    errno = 0;
    slice->seed = strtoull(seed, &end, 10);
    if (*seed < '0' || *seed > '9' || *end || errno)
        fail(r, "\"seed\" should be a whole number in a text");
    slice->trials = count_at(r, json, "trials", 1);
    slice->run = count_at(r, json, "run", 1);
    slice->shards = count_at(r, json, "shards", 1);
    slice->shard = count_at(r, json, "shard", 0);
    if (slice->shard >= slice->shards)
        fail(r, "\"shard\" should be below \"shards\"");
    if (r->failed)
        return;
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results"), *row;
    size_t i = 0;
    slice_set_rows(slice);
    if ((size_t)cJSON_GetArraySize(results) != slice->verdicts.n)
        fail(r, "\"results\" should be %zu claims: a slice of other claims", slice->verdicts.n);
    if (!r->failed)
        cJSON_ArrayForEach(row, results) read_row(r, row, &slice->verdicts.rows[i++]);
}

bool slice_read(struct slice *slice, const char *text, char error[CAMPAIGN_ERROR])
{
    struct reader r = { error, false };
    *slice = (struct slice){ .seed = 0 };
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true); /* the text must end with the object */
    if (!json)
        fail(&r, "not JSON");
    else
        read_slice(&r, json, slice);
    cJSON_Delete(json);
    if (r.failed)
        slice_free(slice);
    return !r.failed;
}
