/* Opens a shared object, in a child process first, and compares its layouts with those of this
 * program. */
#include "properties/plugin/plugin_load.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "models/plugin_layout.h"
#include "properties/checker/property.h"
#include "properties/plugin/well_formed.h"
#include "reference/arb/linear.h"
#include "tools/base/subprocess.h"

/* s; loading only reads tables */
static const double TRY_TIMEOUT = 10;

static const struct plugin_layout layout[] = { PLUGIN_LAYOUT(PLUGIN_SIZE, PLUGIN_MEMBER,
                                                             PLUGIN_VALUE) };
static const struct plugin_layout rigorous_layout[] = { PLUGIN_RIGOROUS_LAYOUT(
    PLUGIN_SIZE, PLUGIN_MEMBER, PLUGIN_VALUE) };

enum {
    N_LAYOUT = sizeof layout / sizeof *layout,
    N_RIGOROUS_LAYOUT = sizeof rigorous_layout / sizeof *rigorous_layout,
};

static bool wrong(char problem[PLUGIN_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(char problem[PLUGIN_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(problem, PLUGIN_TEXT, format, args);
    va_end(args);
    return false;
}

static bool same_layout(const struct plugin_layout theirs[], size_t n_theirs,
                        const struct plugin_layout ours[], size_t n, char *problem)
{
    for (size_t i = 0; theirs && i < n && i < n_theirs; i++) {
        if (strcmp(theirs[i].name, ours[i].name) != 0)
            return wrong(problem,
                         "has another layout: '%s' where '%s' is expected; compile it anew",
                         theirs[i].name, ours[i].name);
        if (theirs[i].offset != ours[i].offset || theirs[i].size != ours[i].size)
            return wrong(problem,
                         "has another layout: '%s' is at %u of size %u, expected at %u of size %u; "
                         "compile it anew",
                         ours[i].name, theirs[i].offset, theirs[i].size, ours[i].offset,
                         ours[i].size);
    }
    return (theirs && n_theirs == n) ||
           wrong(problem, "has another layout: %zu entries, expected %zu; compile it anew",
                 theirs ? n_theirs : 0, n);
}

/* Claims name properties by number: the properties that the object knows must be the first of the
 * list. */
static bool same_properties(const char *theirs, char *problem)
{
    if (theirs && strncmp(PLUGIN_PROPERTIES, theirs, strlen(theirs)) == 0)
        return true;
    return wrong(problem, "knows other properties than this program; compile it anew");
}

static bool same_names(const char *const rigorous[], const struct quantity of_model[], unsigned n)
{
    if (arb_law_count(rigorous) != (int)n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (quantity_index(of_model, n, rigorous[i]) == n)
            return false;
    return true;
}

static bool rigorous_fits(const struct plugin *plugin, char *problem)
{
    const struct model *m = plugin->model;
    const struct arb_law *law = plugin->rigorous;
    if (!law)
        return true;
    if (!same_layout(plugin->rigorous_layout, plugin->n_rigorous_layout, rigorous_layout,
                     N_RIGOROUS_LAYOUT, problem))
        return false;
    if (!law->name || strcmp(law->name, m->name) != 0)
        return wrong(problem, "has a ball model of another law than '%s'", m->name);
    if (!law->params || !same_names(law->params, m->params, m->n_params) ||
        !same_names(law->states, m->states, m->n_states))
        return wrong(problem, "has a ball model with other parameters or states than '%s'",
                     m->name);
    if (!law->initial != !m->initial)
        return wrong(problem, "has a ball model and code of which one begins at 0");
    return (law->rate && law->force && law->validate) ||
           wrong(problem, "has a ball model without rate, force or validate");
}

bool plugin_fits(const struct plugin *plugin, char problem[PLUGIN_TEXT])
{
    char flaw[WELL_FORMED_TEXT];
    if (strncmp(plugin->magic, PLUGIN_MAGIC, sizeof plugin->magic) != 0)
        return wrong(problem, "has a symbol '%s' that is not made by models/plugin.c",
                     PLUGIN_SYMBOL);
    if (plugin->abi != PLUGIN_ABI)
        return wrong(problem, "has ABI version %u, this program %d; compile it anew", plugin->abi,
                     PLUGIN_ABI);
    if (plugin->real_size != sizeof(real))
        return wrong(problem,
                     "has numbers of %u bytes, expected double: compile it without "
                     "-DREAL_F32",
                     plugin->real_size);
    if (!same_layout(plugin->layout, plugin->n_layout, layout, N_LAYOUT, problem) ||
        !same_properties(plugin->properties, problem))
        return false;
    if (!plugin->model || !PREC(well_formed_code)(plugin->model, flaw))
        return wrong(problem, "has a law that is not well formed: %s",
                     plugin->model ? flaw : "there is none");
    return rigorous_fits(plugin, problem);
}

bool plugin_is_own(const struct plugin *plugin, char problem[PLUGIN_TEXT])
{
    char flaw[WELL_FORMED_TEXT];
    if (!PREC(well_formed)(plugin->model, flaw))
        return wrong(problem, "has a law that is not well formed: %s", flaw);
    return !PREC(model_find)(plugin->model->name) ||
           wrong(problem, "has a law with the name of one of Bristle's own, '%s'",
                 plugin->model->name);
}

/* Returns dlerror's text without the file's name before it. */
static const char *reason(const char *path)
{
    const char *text = dlerror();
    const size_t n = strlen(path);
    if (text && strncmp(text, path, n) == 0 && strncmp(text + n, ": ", 2) == 0)
        return text + n + 2;
    return text ? text : "dlopen failed";
}

/* Checks the file itself: dlopen would search other places for a name without a '/', and says
 * little about a path that is not a file. */
static bool is_file(const char *path, char *problem)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return wrong(problem, "cannot be read: %s", strerror(errno));
    return S_ISREG(status.st_mode) || wrong(problem, "is not a file");
}

static void *open_object(const char *path, char problem[PLUGIN_TEXT])
{
    char here[PLUGIN_TEXT];
    if (!is_file(path, problem))
        return NULL;
    const char *slash = strchr(path, '/') ? "" : "./";
    if (snprintf(here, sizeof here, "%s%s", slash, path) >= (int)sizeof here) {
        wrong(problem, "is too long a path");
        return NULL;
    }
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        wrong(problem, "cannot be loaded as a shared object: %s", reason(here));
    return object;
}

const void *plugin_load_single(const char *path, char problem[PLUGIN_TEXT])
{
    void *object = open_object(path, problem);
    const struct plugin *plugin = object ? dlsym(object, PLUGIN_SYMBOL) : NULL;
    if (plugin && plugin->abi == PLUGIN_ABI && plugin->real_size == sizeof(float))
        return plugin->model;
    if (object) {
        wrong(problem, "is not of this program's ABI, in float");
        dlclose(object);
    }
    return NULL;
}

const struct plugin *plugin_load(const char *path, char problem[PLUGIN_TEXT])
{
    void *object = open_object(path, problem);
    if (!object)
        return NULL;
    const struct plugin *plugin = dlsym(object, PLUGIN_SYMBOL);
    if (plugin
            ? plugin_fits(plugin, problem)
            : wrong(problem, "has no symbol '%s': compile it with models/plugin.c", PLUGIN_SYMBOL))
        return plugin;
    dlclose(object);
    return NULL;
}

/* A file, and what loading it found. */
struct attempt {
    const char *path;
    char *problem;
    bool fits;
};

static void try_to_load(void *context, size_t i, FILE *answer)
{
    const struct attempt *attempt = context;
    char problem[PLUGIN_TEXT] = "";
    (void)i;
    if (!plugin_load(attempt->path, problem))
        fputs(problem, answer);
}

static void take_result(void *context, size_t i, FILE *answer, const char *failure)
{
    struct attempt *attempt = context;
    (void)i;
    if (failure)
        wrong(attempt->problem, "%s while it was loaded", failure);
    else if (fgets(attempt->problem, PLUGIN_TEXT, answer)) {
        attempt->problem[strcspn(attempt->problem, "\n")] = '\0';
        attempt->fits = !*attempt->problem;
    }
}

bool plugin_try(const char *path, char problem[PLUGIN_TEXT])
{
    struct attempt attempt = { path, problem, false };
    if (!is_file(path, problem))
        return false;
    const struct subprocess_work work = {
        .n = 1,
        .jobs = 1,
        .timeout = TRY_TIMEOUT,
        .work = try_to_load,
        .take = take_result,
        .context = &attempt,
    };
    subprocess_map(&work);
    return attempt.fits;
}
