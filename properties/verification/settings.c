/* Reads and checks parameters (settings.h). */
#include "properties/verification/settings.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "properties/trials/readable.h"
#include "properties/verdicts/own_parameters.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static void add(struct threshold_request *settings, const char *from, const char *text)
{
    if (settings->n_set == MODEL_MAX_PARAMS)
        cli_fail("%s: at most %d parameters", from, MODEL_MAX_PARAMS);
    settings->from[settings->n_set] = from;
    settings->set[settings->n_set++] = text;
}

void settings_add(struct threshold_request *settings, const char *text)
{
    add(settings, "--set", text);
}

/* Texts live as long as the program. */
static const char *read_member(const char *from, const cJSON *member)
{
    char digits[40];
    if (!cJSON_IsNumber(member) && !cJSON_IsString(member))
        cli_fail("%s: expected a number, or a decimal as a text, for '%s'", from, member->string);
    snprintf(digits, sizeof digits, "%.17g", member->valuedouble);
    return memory_text("%s=%s", member->string,
                       cJSON_IsNumber(member) ? digits : member->valuestring);
}

void settings_read(struct threshold_request *settings, const char *file)
{
    char path[4096];
    char *source = cli_read(cli_path(file, path, sizeof path));
    if (!source)
        cli_fail("--params: '%s' cannot be read: %s", file, strerror(errno));
    cJSON *json = cJSON_ParseWithOpts(source, NULL, true);
    const char *from = memory_text("--params: '%s'", file);
    if (!cJSON_IsObject(json))
        cli_fail("%s: expected a JSON object of numbers by parameter, like {\"Fc\": 1, \"vs\": "
                 "\"0.001\"}",
                 from);
    for (const cJSON *member = json->child; member; member = member->next)
        add(settings, from, read_member(from, member));
    cJSON_Delete(json);
    free(source);
}

struct law_choice settings_law(const struct threshold_request *settings,
                               const struct law_choice *law)
{
    double p[MODEL_MAX_PARAMS];
    unsigned param;
    const char *constraint;
    threshold_settings(settings, law->model, p);
    if (!PREC(model_valid)(law->model, p, &param, &constraint))
        cli_fail("%s: the parameters of '%s' are not valid together, expected %s",
                 settings->from[settings->n_set - 1], law->model->name, constraint);
    return own_law(law, p);
}
