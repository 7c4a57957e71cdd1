/* Lays out the sources of a shared object and compiles them (shared.h). */
#include "benchmarks/library/shared.h"

#include <stdlib.h>

#include "benchmarks/fmu/fmu.h"
#include "benchmarks/fmu/glue.h"
#include "benchmarks/fmu/object.h"
#include "benchmarks/library/identity.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* library.c and what it includes, except what is written for each law (generated). */
extern const struct program_file library_sources[];

struct files {
    struct object_file at[OBJECT_MOST_SOURCES];
    size_t n;
};

/* Takes both texts over. */
static void add(struct files *files, char *path, char *text)
{
    files->at[files->n++] = (struct object_file){ path, text };
}

void shared_write(FILE *file, const struct model *model, const struct integrator *method,
                  const char *header)
{
    struct files files = { .n = 0 };
    struct variables variables;
    struct memory_stream stream;
    size_t size;
    char *name = memory_text("%s_%s_f64", model->name, method->name);
    variables_of(&variables, model, false, fmu_max_step(method));
    for (const struct program_file *source = library_sources; source->path; source++)
        add(&files, memory_text("%s", source->path), memory_text("%s", (const char *)source->text));
    glue_write(memory_open(&stream), &(struct glue){ .variables = &variables,
                                                     .header = name,
                                                     .token = "",
                                                     .max_step = fmu_max_step(method) });
    add(&files, memory_text("benchmarks/fmu/law.h"), memory_close(&stream));
    add(&files, memory_text("benchmarks/fmu/%s.h", name), memory_text("%s", header));
    identity_write(memory_open(&stream), &variables, method->name);
    add(&files, memory_text("benchmarks/library/table.h"), memory_close(&stream));
    void *bytes = object_of(files.at, files.n, &size);
    fwrite(bytes, 1, size, file);
    free(bytes);
    for (size_t i = 0; i < files.n; i++) {
        free(files.at[i].path);
        free(files.at[i].text);
    }
    free(name);
}
