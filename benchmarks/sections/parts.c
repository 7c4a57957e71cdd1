/* Registers the parts of the report and reads their data (parts.h). */
#include "benchmarks/sections/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/real.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

void parts_add(struct parts *parts, const struct part *part)
{
    for (size_t i = 0; i < parts->n; i++)
        if (strcmp(parts->list[i].name, part->name) == 0)
            return;
    parts->list = memory_grown(parts->list, parts->n, &parts->room, sizeof *parts->list);
    parts->list[parts->n++] = *part;
}

static const char *path_of(char path[REPORT_PATH], const char *folder, const char *name)
{
    snprintf(path, REPORT_PATH, "%s/%s.html", folder, name);
    return path;
}

const char *report_law_path(char path[REPORT_PATH], const char *law)
{
    return path_of(path, "laws", law);
}

const char *report_scenario_path(char path[REPORT_PATH], const char *scenario)
{
    return path_of(path, "experiments", scenario);
}

const char *report_core_path(char path[REPORT_PATH], const char *core)
{
    return path_of(path, "cores", core);
}

void report_law_name(const struct report_law *law, char *buffer, size_t size)
{
    if (law->param)
        snprintf(buffer, size, "%s, %s = %g", law->model->name, law->param, law->value);
    else
        snprintf(buffer, size, "%s", law->model->name);
}

void report_law_params(const struct report_law *law, double p[])
{
    PREC(model_defaults)(law->model, p);
    if (law->param)
        quantity_set(law->model->params, law->model->n_params, law->param, law->value, p);
}

bool report_read(const struct report *report, const char *name, struct csv *csv)
{
    const bool ours = report->only_page || store_has(&report->store, name);
    char *text = ours ? store_get(&report->store, name) : NULL;
    return text && csv_parse(text, csv);
}

void report_figure(const struct report *report, struct page *page, const struct drawing *drawing,
                   const char *id, const char *title, const char *caption,
                   const struct section *section)
{
    char command[128];
    snprintf(command, sizeof command, "tools/bazel run //:report -- --section %s%s", section->id,
             report->quick ? " --quick" : "");
    page_figure(page, &(struct page_figure){ .id = id,
                                             .title = title,
                                             .caption = caption,
                                             .command = command,
                                             .panels = drawing->panels,
                                             .n_panels = drawing->n });
}

void report_source(const struct report *report, struct page *page, const char *command,
                   const char *name)
{
    page_command(page, command);
    if (!store_has_file(&report->store, name))
        return;
    char file[2 * PART_NAME];
    snprintf(file, sizeof file, "%s%s", report->store.place, name);
    page_data(page, file, "data (CSV)");
}
