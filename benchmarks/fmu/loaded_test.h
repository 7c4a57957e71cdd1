/* Units that have been unpacked and loaded, for tests. */
#ifndef BRISTLE_BENCHMARKS_FMU_LOADED_TEST_H
#define BRISTLE_BENCHMARKS_FMU_LOADED_TEST_H

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/unpacked.h"
#include "integrators/kernels/kernel.h"
#include "models/model.h"
#include "properties/fmu/calls.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* A call of the unit's object. */
#define ASK(function, ...) l->object.call->function(&l->object, __VA_ARGS__)

/* A unit that has been unpacked and loaded. */
struct loaded {
    const struct model *law;
    const struct kernel *kernel; /* the library's, or NULL */
    struct fmu_object object;
    char *description, token[64];
};

static inline void read_token(struct loaded *l, const char *attribute)
{
    const char *at = strstr(l->description, attribute);
    cr_assert(at && sscanf(at + strlen(attribute), "=\"%60[^\"]", l->token) == 1);
}

/* Loads the unit of that name, which is of that law. */
static inline void load(struct loaded *l, const char *name, const char *law, int version)
{
    char *archive = memory_text("models/%s%s.fmu", name, version == 2 ? "" : "_fmi3");
    char *folder = memory_text("%s/%s_%d", getenv("TEST_TMPDIR"), name, version);
    char *binary = memory_text("%s/binaries/%s/%s.so", folder,
                               version == 2 ? "linux64" : "x86_64-linux", name);
    char *description = memory_text("%s/modelDescription.xml", folder);
    unpack(archive, folder);
    l->law = PREC(model_find)(law);
    l->description = cli_read(description);
    read_token(l, version == 2 ? " guid" : " instantiationToken");
    void *object = dlopen(binary, RTLD_NOW | RTLD_LOCAL);
    cr_assert(object, "%s", dlerror());
    const char *missing = fmu_object_of(&l->object, object, version, true, true);
    cr_assert_null(missing, "there is no %s", missing);
    free(description);
    free(binary);
    free(folder);
    free(archive);
}

static inline void unload(struct loaded *l)
{
    free(l->description);
    fmu_object_free(&l->object);
}

/* Returns the value reference of a variable by its name. */
static inline unsigned reference(struct loaded *l, const char *name)
{
    unsigned found = 0;
    char *text = memory_text(" name=\"%s\" valueReference=\"", name);
    const char *at = strstr(l->description, text);
    cr_assert(at && sscanf(at + strlen(text), "%u", &found) == 1, "no variable %s", name);
    free(text);
    return found;
}

/* Handles an event, or that of the beginning, and lets time go on. */
static inline bool event(struct loaded *l, void *unit, bool goes_on, bool *moved)
{
    struct fmu_event what = { .moved = false };
    const bool is_handled = (!goes_on || ASK(stop, unit)) && ASK(settle, unit, &what);
    *moved = what.moved;
    return is_handled && !what.ends && !what.timed;
}

#endif
