/* Loads units: unpacks, reads, tries and keeps them (fmu_law.h). */
#include "properties/fmu/fmu_law.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "properties/fmu/slots.h"
#include "properties/fmu/steps.h"
#include "properties/fmu/tables.h"
#include "properties/fmu/unpack.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"
#include "tools/base/subprocess.h"

/* s; trying asks a unit some thousands of times */
static const double TRY_TIMEOUT = 30;

enum { FOLDER = 4096 };

/* A unit on its way. */
struct loading {
    char folder[FOLDER];
    struct fmu_description description;
    struct fmu_mapping mapping;
    struct unit *unit;
    struct model *model;
    char *problem;
    bool is_tried;
};

/* Opens the unit's binary. It is its author's, not the archive's, whether it needs others. */
static bool open_object(const struct loading *l, struct fmu_object *object)
{
    const struct fmu_description *d = &l->description;
    char *path =
        memory_text("%s/binaries/%s/%s.so", l->folder, d->version == 2 ? "linux64" : "x86_64-linux",
                    d->exchange ? d->exchange : d->steps);
    struct stat status;
    void *handle = stat(path, &status) == 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const char *why = handle ? NULL : errno == ENOENT ? "it is not there" : dlerror();
    const char *missing =
        handle ? fmu_object_of(object, handle, d->version, d->exchange, !d->exchange) : NULL;
    bool is_open = handle && !missing;
    if (!handle)
        fmu_wrong(l->problem, "has no binary for Linux on x86-64 that can be loaded, '%s': %s",
                  path + strlen(l->folder) + 1, why ? why : "dlopen failed");
    else if (missing)
        fmu_wrong(l->problem, "has a binary without the function %s", missing);
    free(path);
    return is_open;
}

static void start_values(const struct loading *l, double p[])
{
    for (unsigned i = 0; i < l->model->n_params; i++)
        p[i] = l->model->params[i].value;
}

static bool try_steps(struct loading *l, const double p[])
{
    double force = NAN, x[MODEL_MAX_STATES];
    return (steps_begin(l->unit, p, 0, &force, x) && steps_take(l->unit, 0, 1e-6, 0, &force, x) &&
            isfinite(force)) ||
           fmu_wrong(l->problem, "is a unit that cannot take a step at its start values%s%s",
                     *l->unit->object.said ? ": it says " : "", l->unit->object.said);
}

/* Answers what the unit is like, or what is wrong with it. */
static void try_unit(void *context, size_t i, FILE *answer)
{
    struct loading *l = context;
    struct fmu_object object;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { 0 };
    (void)i;
    start_values(l, p);
    if (open_object(l, &object)) {
        unit_of(l->unit, &object, &l->description, &l->mapping, l->folder);
        l->is_tried = l->description.exchange ? unit_try(l->unit, &l->description, p,
                                                         l->model->speed_max, x, l->problem)
                                              : try_steps(l, p);
    }
    fwrite(&l->is_tried, sizeof l->is_tried, 1, answer);
    fwrite(&l->unit->nature, sizeof l->unit->nature, 1, answer);
    fputs(l->problem, answer);
}

static void take_nature(void *context, size_t i, FILE *answer, const char *failure)
{
    struct loading *l = context;
    (void)i;
    if (failure) {
        fmu_wrong(l->problem, "%s while it was loaded", failure);
        return;
    }
    if (fread(&l->is_tried, sizeof l->is_tried, 1, answer) != 1 ||
        fread(&l->unit->nature, sizeof l->unit->nature, 1, answer) != 1)
        fmu_wrong(l->problem, "gave no answer while it was loaded");
    else if (!l->is_tried && !fgets(l->problem, FMU_PROBLEM, answer))
        fmu_wrong(l->problem, "cannot be used");
    l->problem[strcspn(l->problem, "\n")] = '\0';
}

/* Drops the members that the unit does not have. */
static void keep_members(const struct loading *l)
{
    struct model *m = l->model;
    const struct unit_nature *is = &l->unit->nature;
    m->jacobian = l->description.has_slopes ? m->jacobian : NULL;
    m->initial = is->begins_elsewhere ? m->initial : NULL;
    m->stiction = is->sticks ? m->stiction : NULL;
    m->n_ints = is->remembers ? 1 : 0;
    m->n_guards = is->remembers ? (unsigned)l->description.n_indicators : 0;
    m->start = is->remembers ? m->start : NULL;
    m->guard = is->remembers ? m->guard : NULL;
    m->transition = is->remembers ? m->transition : NULL;
}

static bool keep(struct loading *l)
{
    struct fmu_object object;
    const struct unit_nature nature = l->unit->nature;
    if (!open_object(l, &object))
        return false;
    unit_of(l->unit, &object, &l->description, &l->mapping, l->folder);
    l->unit->nature = nature;
    if (l->description.exchange)
        keep_members(l);
    return true;
}

static bool load(struct loading *l, const char *path, const char *map)
{
    static const struct model none = { .name = NULL };
    const struct fmu_description *d = &l->description;
    const struct subprocess_work work = { .n = 1,
                                          .jobs = 1,
                                          .timeout = TRY_TIMEOUT,
                                          .work = try_unit,
                                          .take = take_nature,
                                          .context = l };
    if (!unpack(path, l->folder, l->problem) ||
        !description_read(l->folder, &l->description, l->problem))
        return false;
    if (!fmu_map(d, map, &l->mapping, l->problem))
        return false;
    const struct model *members = d->exchange ? slot_open(l->unit) : &none;
    if (!members)
        return fmu_wrong(l->problem, "is one too many: at most %d units at a time", FMU_LAWS);
    *l->model = *members;
    tables_fill(d, &l->mapping, path, l->model);
    subprocess_map(&work);
    return l->is_tried && keep(l);
}

/* Folders of units that have resources, which they may read whenever they run. */
static char kept[FMU_LAWS][FOLDER];

static void remove_kept(void)
{
    for (int i = 0; i < FMU_LAWS && *kept[i]; i++)
        program_remove(kept[i]);
}

static void keep_folder(const char *folder)
{
    int i = 0;
    while (i < FMU_LAWS - 1 && *kept[i])
        i++;
    if (i == 0)
        atexit(remove_kept);
    snprintf(kept[i], FOLDER, "%s", folder);
}

/* Reads the only text that the unit has beside its description, if it has one. */
static void read_text(const struct loading *l, struct fmu_law *law)
{
    enum { MOST = 1 << 20 };
    char *pattern = memory_text("%s/documentation/*.mo", l->folder);
    glob_t found = { 0 };
    FILE *file = glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1
                     ? fopen(found.gl_pathv[0], "r")
                     : NULL;
    char *text = file ? memory_array(MOST + 1, 1) : NULL;
    const size_t n = file ? fread(text, 1, MOST + 1, file) : 0;
    if (n > 0 && n <= MOST && strlen(text) == n) {
        law->text = text;
        law->text_path = memory_text("%s", found.gl_pathv[0] + strlen(l->folder) + 1);
    } else {
        free(text);
    }
    if (file)
        fclose(file);
    globfree(&found);
    free(pattern);
}

bool fmu_law_load(const char *path, const char *map, struct fmu_law *law, char problem[FMU_PROBLEM])
{
    struct loading l = { .problem = problem };
    *problem = '\0';
    if (!program_folder(l.folder, sizeof l.folder))
        return fmu_wrong(problem, "cannot be unpacked: no folder can be made in TMPDIR, or /tmp");
    l.unit = memory_array(1, sizeof *l.unit);
    l.model = memory_array(1, sizeof *l.model);
    const bool is_loaded = load(&l, path, map);
    *law = (struct fmu_law){
        .model = l.model,
        .has_speed = is_loaded && tables_speed(&l.description, &l.mapping) > 0,
        .steps = is_loaded && !l.description.exchange ? l.unit : NULL,
    };
    if (is_loaded)
        read_text(&l, law);
    char *resources = memory_text("%s/resources", l.folder);
    struct stat status;
    if (is_loaded && stat(resources, &status) == 0)
        keep_folder(l.folder);
    else
        program_remove(l.folder);
    free(resources);
    description_free(&l.description);
    return is_loaded;
}
