/* Finds a law by its name, or loads it from the file named (law_choice.h). */
#include "properties/plugin/law_choice.h"

#include <string.h>

#include "properties/checker/property.h"
#include "properties/fmu/fmu_law.h"
#include "properties/plugin/c_law.h"
#include "properties/plugin/plugin_load.h"
#include "properties/plugin/text_law.h"
#include "properties/plugin/well_formed.h"
#include "reference/derived/graph_law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"

static bool is_file(const char *text)
{
    return strchr(text, '/') || cli_ends_in(text, ".so") || cli_ends_in(text, ".mo") ||
           cli_ends_in(text, ".fmu") || c_law_is(text);
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

void law_check_map(const char *map, const struct law_choice laws[], size_t n)
{
    for (size_t i = 0; map && i < n; i++)
        if (laws[i].is_unit)
            return;
    if (map)
        cli_fail("--map: '%s' is of a unit: expected a --model FILE.fmu", map);
}

enum property law_property(const char *text)
{
    const enum property property = property_find(text);
    if (property == N_PROPERTIES)
        near_refuse("--property: unknown property", text, property_name, "--list");
    return property;
}

/* A unit of a law of Bristle is another law than that, unless it is held against its text. */
static const struct model *renamed(const struct model *unit)
{
    struct model *model = memory_array(1, sizeof *model);
    *model = *unit;
    model->name = memory_text("%s_fmu", unit->name);
    return model;
}

static struct law_choice choose_unit(const char *text, const char *map, bool is_own)
{
    char path[4096], problem[FMU_PROBLEM], flaw[WELL_FORMED_TEXT];
    struct fmu_law unit;
    if (!fmu_law_load(cli_path(text, path, sizeof path), map, &unit, problem))
        cli_fail("--model: '%s' %s", text, problem);
    if (!unit.steps && !PREC(well_formed)(unit.model, flaw))
        cli_fail("--model: '%s' has a law that is not well formed: %s", text, flaw);
    const bool is_namesake = is_own && PREC(model_find)(unit.model->name);
    return (struct law_choice){ .model = is_namesake ? renamed(unit.model) : unit.model,
                                .file = text,
                                .is_unit = true,
                                .has_speed = unit.has_speed,
                                .text = unit.text,
                                .text_path = unit.text_path,
                                .steps = unit.steps };
}

static struct law_choice choose_file(const char *text, bool is_own)
{
    char path[4096], problem[PLUGIN_TEXT];
    const struct plugin *plugin;
    if (!plugin_try(cli_path(text, path, sizeof path), problem) ||
        !(plugin = plugin_load(path, problem)) || (is_own && !plugin_is_own(plugin, problem)))
        cli_fail("--model: '%s' %s", text, problem);
    return (
        struct law_choice){ .model = plugin->model, .rigorous = plugin->rigorous, .file = text };
}

static struct law_choice choose(const char *text, const char *map, bool is_own)
{
    law_check_name(text);
    if (!is_file(text))
        return law_choice_of(PREC(model_find)(text));
    if (cli_ends_in(text, ".fmu"))
        return choose_unit(text, map, is_own);
    if (c_law_is(text))
        return (struct law_choice){ .model = c_law_load("--model", text, is_own), .file = text };
    if (!cli_ends_in(text, ".mo"))
        return choose_file(text, is_own);
    const struct text_law law = text_law_load(text);
    return (struct law_choice){ .model = law.model,
                                .rigorous = law.balls.rigorous,
                                .file = text,
                                .digest = law.balls.digest,
                                .equations = law.balls.equations };
}

struct law_choice law_choose_steps(const char *text, const char *map)
{
    return choose(text, map, true);
}

static struct law_choice with_rates(struct law_choice law)
{
    if (law.steps)
        cli_fail(
            "--model: '%s' is for co-simulation only, which gives no rates: expected a unit for "
            "model exchange, or simulate --velocity",
            law.file);
    return law;
}

struct law_choice law_choose(const char *text, const char *map)
{
    return with_rates(choose(text, map, true));
}

struct law_choice law_choose_code(const char *text, const char *map)
{
    return with_rates(choose(text, map, false));
}
