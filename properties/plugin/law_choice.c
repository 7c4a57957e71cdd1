/* Finds a law by its name, or loads it from the file named (law_choice.h). */
#include "properties/plugin/law_choice.h"

#include <string.h>

#include "properties/plugin/plugin_load.h"
#include "tools/base/cli.h"

static bool is_file(const char *text)
{
    const size_t n = strlen(text);
    return strchr(text, '/') || (n > 3 && strcmp(text + n - 3, ".so") == 0);
}

struct law_choice law_choice_of(const struct model *model)
{
    return (struct law_choice){ .model = model, .rigorous = arb_law_find(model->name) };
}

struct law_choice law_choose(const char *text)
{
    char path[4096], problem[PLUGIN_TEXT];
    const struct plugin *plugin;
    const struct model *model = is_file(text) ? NULL : PREC(model_find)(text);
    if (model)
        return law_choice_of(model);
    if (!is_file(text))
        cli_fail("--model: unknown model '%s', see --list", text);
    if (!plugin_try(cli_path(text, path, sizeof path), problem) ||
        !(plugin = plugin_load(path, problem)))
        cli_fail("--model: '%s' %s", text, problem);
    return (struct law_choice){ plugin->model, plugin->rigorous, text };
}
