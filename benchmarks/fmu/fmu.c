/* Makes units (fmu.h): their files, compiled and packed. */
#include "benchmarks/fmu/fmu.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/archive.h"
#include "benchmarks/fmu/description.h"
#include "benchmarks/fmu/documentation.h"
#include "benchmarks/fmu/glue.h"
#include "benchmarks/fmu/object.h"
#include "tools/base/cli.h"
#include "tools/base/digest.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* s: the step by which a master may begin, the longest of a method without a law's flow, and that
 * of a mass */
static const double FIRST_STEP = 1e-3, LONGEST_STEP = 1e-4, LONGEST_MASS_STEP = 1e-5;

enum { PATH = 4096, MOST_FILES = OBJECT_MOST_SOURCES, TOKEN = 40 };

/* The C of units (generated). */
extern const struct program_file unit_sources[];

/* The files of the archive. */
struct parts {
    struct object_file at[MOST_FILES];
    size_t n;
    const char *compiled[MOST_FILES]; /* names of files of C, ended by NULL */
    size_t n_compiled;
};

double fmu_max_step(const struct integrator *method)
{
    return method->flags & INTEGRATOR_USES_FLOW ? 0 : LONGEST_STEP;
}

static double max_step(const struct fmu_request *r)
{
    return r->is_mass ? LONGEST_MASS_STEP : fmu_max_step(r->method);
}

/* Takes the text over. */
static void add(struct parts *parts, const char *folder, const char *name, char *text)
{
    parts->at[parts->n++] = (struct object_file){ memory_text("%s%s", folder, name), text };
}

/* Returns a source as it lies in an archive: all in one folder. */
static char *flattened(const char *text)
{
    static const char before[] = "#include \"";
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    for (const char *at; (at = strstr(text, before)) != NULL;) {
        at += strlen(before);
        const size_t n = strcspn(at, "\"");
        fwrite(text, 1, (size_t)(at - text), file);
        for (text = at; memchr(text, '/', (size_t)(at + n - text));)
            text = strchr(text, '/') + 1;
    }
    fputs(text, file);
    return memory_close(&stream);
}

/* Returns true for a source of such units: fmi2... and fmi3... are of one version only. */
static bool is_of(const char *name, const struct fmu_request *r)
{
    return (strncmp(name, "fmi", 3) != 0 || name[3] == (char)('0' + r->version)) &&
           (r->is_mass || strcmp(name, "mass.h") != 0);
}

static void add_sources(struct parts *parts, const struct fmu_request *r)
{
    for (const struct program_file *file = unit_sources; file->path; file++) {
        const char *name = strrchr(file->path, '/') + 1;
        if (!is_of(name, r))
            continue;
        add(parts, "sources/", name, flattened((const char *)file->text));
        if (strcmp(name + strlen(name) - 2, ".c") == 0)
            parts->compiled[parts->n_compiled++] = name;
    }
}

/* Writes a token that differs where what the unit is made from does. */
static void make_token(char token[TOKEN], const struct fmu_request *r)
{
    char digest[DIGEST_TEXT];
    digest_texts(
        digest,
        (const char *[]){ r->header, r->text, BRISTLE_VERSION, r->is_mass ? "mass" : "law" }, 4);
    snprintf(token, TOKEN, "{%.8s-%.4s-%.4s-%.4s-%.12s}", digest, digest + 8, digest + 12,
             digest + 16, digest + 20);
}

static void add_descriptions(struct parts *parts, const struct fmu_request *r,
                             const struct variables *variables, const char *token)
{
    const struct description description = { variables, token, parts->compiled, FIRST_STEP };
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    if (r->version == 2)
        description_2(file, &description);
    else
        description_3(file, &description);
    add(parts, "", "modelDescription.xml", memory_close(&stream));
    if (r->version == 3) {
        description_build(memory_open(&stream), &description);
        add(parts, "sources/", "buildDescription.xml", memory_close(&stream));
    }
}

static void add_law(struct parts *parts, const struct fmu_request *r,
                    const struct variables *variables, const char *token)
{
    struct memory_stream stream;
    char *header = memory_text("%s_%s_f64", r->model->name, r->method->name);
    char *name = memory_text("%s.h", header), *text = memory_text("%s.mo", r->model->name);
    glue_write(memory_open(&stream), &(struct glue){ variables, header, token, max_step(r) });
    add(parts, "sources/", "law.h", memory_close(&stream));
    add(parts, "sources/", name, memory_text("%s", r->header));
    documentation_write(memory_open(&stream), r->model, r->is_mass, r->method->title);
    add(parts, "documentation/", "index.html", memory_close(&stream));
    add(parts, "documentation/", text, memory_text("%s", r->text));
    free(text);
    free(name);
    free(header);
}

/* Adds the binary: 2.0.4, 2.3, and 3.0.1, 2.5.1, name the folders of platforms. */
static void add_binary(struct archive *archive, const struct parts *parts, const char *name,
                       int version)
{
    char path[PATH];
    size_t size = 0;
    void *bytes = object_of(parts->at, parts->n, &size);
    snprintf(path, sizeof path, "binaries/%s/%s.so", version == 2 ? "linux64" : "x86_64-linux",
             name);
    archive_add(archive, path, bytes, size);
    free(bytes);
}

void fmu_write(FILE *file, const struct fmu_request *r)
{
    struct variables variables;
    struct parts parts = { .n = 0 };
    struct archive archive;
    char token[TOKEN];
    make_token(token, r);
    variables_of(&variables, r->model, r->is_mass, max_step(r));
    add_sources(&parts, r);
    add_law(&parts, r, &variables, token);
    add_descriptions(&parts, r, &variables, token);
    archive_open(&archive);
    for (size_t i = 0; i < parts.n; i++)
        archive_add(&archive, parts.at[i].path, parts.at[i].text, strlen(parts.at[i].text));
    add_binary(&archive, &parts, variables.name, r->version);
    archive_write(&archive, file);
    for (size_t i = 0; i < parts.n; i++) {
        free(parts.at[i].path);
        free(parts.at[i].text);
    }
}
