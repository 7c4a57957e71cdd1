/* Finds a law by its name, or loads it from the file named (law_choice.h). */
#include "properties/plugin/law_choice.h"

#include <string.h>

#include "properties/checker/property.h"
#include "properties/plugin/c_law.h"
#include "properties/plugin/plugin_load.h"
#include "properties/plugin/text_law.h"
#include "reference/derived/graph_law.h"
#include "tools/base/cli.h"
#include "tools/base/near.h"

static bool ends_in(const char *text, const char *suffix)
{
    const size_t n = strlen(text), k = strlen(suffix);
    return n > k && strcmp(text + n - k, suffix) == 0;
}

static bool is_file(const char *text)
{
    return strchr(text, '/') || ends_in(text, ".so") || ends_in(text, ".mo") || c_law_is(text);
}

static const struct law_graph *equations_of(const char *name)
{
    const struct law_graph *const *law = law_equations;
    while (*law && strcmp((*law)->name, name) != 0)
        law++;
    return *law;
}

struct law_choice law_choice_of(const struct model *model)
{
    return (struct law_choice){ .model = model,
                                .rigorous = arb_law_find(model->name),
                                .equations = equations_of(model->name) };
}

static const char *model_name(size_t i) { return PREC(models)[i] ? PREC(models)[i]->name : NULL; }

static const char *property_name(size_t i)
{
    return i < N_PROPERTIES ? property_info[i].name : NULL;
}

void law_check_name(const char *text)
{
    if (!is_file(text) && !PREC(model_find)(text))
        near_refuse("--model: unknown model", text, model_name, "--list");
}

enum property law_property(const char *text)
{
    const enum property property = property_find(text);
    if (property == N_PROPERTIES)
        near_refuse("--property: unknown property", text, property_name, "--list");
    return property;
}

static struct law_choice choose(const char *text, bool is_own)
{
    char path[4096], problem[PLUGIN_TEXT];
    const struct plugin *plugin;
    law_check_name(text);
    if (!is_file(text))
        return law_choice_of(PREC(model_find)(text));
    if (ends_in(text, ".mo")) {
        const struct text_law law = text_law_load(text);
        return (struct law_choice){ law.model, law.balls.rigorous, text, law.balls.digest,
                                    NULL,      law.balls.equations };
    }
    if (c_law_is(text))
        return (struct law_choice){ .model = c_law_load("--model", text, is_own), .file = text };
    if (!plugin_try(cli_path(text, path, sizeof path), problem) ||
        !(plugin = plugin_load(path, problem)) || (is_own && !plugin_is_own(plugin, problem)))
        cli_fail("--model: '%s' %s", text, problem);
    return (struct law_choice){ plugin->model, plugin->rigorous, text, NULL, NULL, NULL };
}

struct law_choice law_choose(const char *text) { return choose(text, true); }

struct law_choice law_choose_code(const char *text) { return choose(text, false); }
