/* Finds slices in folders, archives and Bazel's build events. */
#include "properties/campaigns/gather.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* The name of a slice among a test's outputs. */
static const char SLICE[] = "slice.json";

void slices_free(struct slices *slices)
{
    for (size_t i = 0; i < slices->n; i++)
        slice_free(&slices->slices[i]);
    free(slices->slices);
    *slices = (struct slices){ NULL, 0 };
}

static void add(struct slices *slices, const char *text, const char *path)
{
    char error[CAMPAIGN_ERROR];
    struct slice *grown = memory_resized(slices->slices, slices->n + 1, sizeof *grown);
    slices->slices = grown;
    if (!slice_read(&grown[slices->n], text, error))
        cli_fail("%s: %s", path, error);
    slices->n++;
}

/* Returns the slice in the archive, to be freed; NULL if it contains none. */
static char *from_archive(const char *path)
{
    int code;
    zip_stat_t entry;
    zip_t *archive = zip_open(path, ZIP_RDONLY, &code);
    if (!archive)
        cli_fail("%s: cannot be read as a zip archive", path);
    char *text = NULL;
    if (zip_stat(archive, SLICE, 0, &entry) == 0 && (entry.valid & ZIP_STAT_SIZE)) {
        zip_file_t *file = zip_fopen(archive, SLICE, 0);
        text = file ? malloc(entry.size + 1) : NULL;
        if (!text || zip_fread(file, text, entry.size) != (zip_int64_t)entry.size)
            cli_fail("%s: its %s cannot be read", path, SLICE);
        text[entry.size] = 0;
        zip_fclose(file);
    }
    zip_discard(archive);
    return text;
}

/* Turns a file: address, in place, into a path. Returns false for other addresses. */
static bool to_path(char *uri)
{
    static const char scheme[] = "file://";
    char *to = uri;
    if (strncmp(uri, scheme, strlen(scheme)) != 0)
        return false;
    for (const char *from = uri + strlen(scheme); *from; from++) {
        unsigned byte;
        if (*from == '%' && sscanf(from + 1, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            from += 2;
        } else
            *to++ = *from;
    }
    *to = 0;
    return true;
}

/* The outputs of one test in the events of a build. */
struct outputs {
    char *test; /* label, run and shard */
    char *path;
};

struct build {
    struct outputs *outputs;
    size_t n;
};

/* Returns the address of the archive among the result's outputs, or NULL. */
static const char *archive_of(const cJSON *result)
{
    const cJSON *output;
    cJSON_ArrayForEach(output, cJSON_GetObjectItem(result, "testActionOutput"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(output, "name"));
        if (name && strcmp(name, "test.outputs__outputs.zip") == 0)
            return cJSON_GetStringValue(cJSON_GetObjectItem(output, "uri"));
    }
    return NULL;
}

static double number(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(json, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* Notes a result. Attempts are in order: a later attempt replaces an earlier one. */
static void note_result(struct build *build, const cJSON *id, const cJSON *result, const char *path)
{
    char test[1024];
    const char *label = cJSON_GetStringValue(cJSON_GetObjectItem(id, "label"));
    const char *uri = archive_of(result);
    if (!label || !uri)
        return;
    snprintf(test, sizeof test, "%.900s run %.0f shard %.0f", label, number(id, "run"),
             number(id, "shard"));
    size_t i = 0;
    while (i < build->n && strcmp(build->outputs[i].test, test) != 0)
        i++;
    if (i == build->n) {
        struct outputs *grown = memory_resized(build->outputs, i + 1, sizeof *grown);
        build->outputs = grown;
        grown[i] = (struct outputs){ memory_text("%s", test), NULL };
        build->n++;
    }
    free(build->outputs[i].path);
    build->outputs[i].path = memory_text("%s", uri);
    if (!to_path(build->outputs[i].path))
        cli_fail("%s: the outputs of %s are not on this machine: let Bazel fetch them, with "
                 "--remote_download_outputs=all and "
                 "--experimental_build_event_upload_strategy=local",
                 path, test);
}

static void from_build(struct slices *slices, char *events, const char *path)
{
    struct build build = { NULL, 0 };
    char *rest = NULL;
    size_t line = 0;
    for (char *event = strtok_r(events, "\n", &rest); event; event = strtok_r(NULL, "\n", &rest)) {
        cJSON *json = cJSON_Parse(event);
        line++;
        if (!json)
            cli_fail("%s: line %zu is not JSON: expected the events of a build", path, line);
        const cJSON *id = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "id"), "testResult");
        const cJSON *result = cJSON_GetObjectItem(json, "testResult");
        if (id && result)
            note_result(&build, id, result, path);
        cJSON_Delete(json);
    }
    const size_t before = slices->n;
    for (size_t i = 0; i < build.n; i++) {
        char *text = from_archive(build.outputs[i].path);
        if (text)
            add(slices, text, build.outputs[i].path);
        free(text);
        free(build.outputs[i].path);
        free(build.outputs[i].test);
    }
    free(build.outputs);
    if (slices->n == before)
        cli_fail("%s: no test of that build left a slice of a campaign", path);
}

/* Returns true for a slice, which is one JSON object over many lines; in a build's events each line
 * is an object. */
static bool is_slice(const char *text)
{
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    const bool is = cJSON_HasObjectItem(json, "format");
    cJSON_Delete(json);
    return is;
}

void slices_gather(struct slices *slices, const char *path)
{
    char buffer[4096];
    path = cli_path(path, buffer, sizeof buffer);
    const bool archive = cli_ends_in(path, ".zip");
    char *text = archive ? from_archive(path) : cli_read(path);
    if (!text && archive)
        cli_fail("%s: has no %s", path, SLICE);
    if (!text)
        cli_fail("cannot read '%s': %s", path, strerror(errno));
    if (archive || is_slice(text))
        add(slices, text, path);
    else
        from_build(slices, text, path);
    free(text);
}
