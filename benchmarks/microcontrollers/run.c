#include "benchmarks/microcontrollers/run.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/microcontrollers/emulate.h"
#include "benchmarks/microcontrollers/read.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

enum {
    MAX_IMAGES = 256,
    PATH_SIZE = 4096,
    MESSAGE = 512,
    AVR_DATA = 0x800000,           /* address at which AVR's tools put data, */
    AVR_RAM = AVR_DATA + 0x000100, /* and the part's RAM in it */
};

/* Functions of libm whose entries are counted. */
static const char *const exponentials[] = { "exp", "expf", "expm1", "expm1f", NULL };

struct image {
    char name[2 * EMBEDDED_NAME]; /* a law, or LAW_METHOD */
    char path[PATH_SIZE];
    struct elf_file elf;
    char message[MESSAGE]; /* what went wrong, or "" */
};

struct image_run {
    const struct embedded_request *request;
    struct embedded_cost *rows;
    size_t n_rows;
    struct image *images;
    size_t n_images;
    char directory[PATH_SIZE]; /* for the runs' files */
};

const struct embedded_core *embedded_core_find(const char *name)
{
    const struct embedded_core *core = embedded_cores;
    while (core->name && strcmp(core->name, name) != 0)
        core++;
    return core->name ? core : NULL;
}

const char *embedded_status_text(enum embedded_status status)
{
    switch (status) {
    case EMBEDDED_OK:
        return "ok";
    case EMBEDDED_DOES_NOT_FIT:
        return "does not fit";
    case EMBEDDED_FAULT:
        return "fault";
    case EMBEDDED_LIMIT:
        return "does not end";
    }
    return "";
}

/* Returns true when the image contains the row's kernel. */
static bool holds(const struct image *image, const struct embedded_cost *row)
{
    const size_t n = strlen(row->law);
    if (strncmp(image->name, row->law, n) != 0)
        return false;
    return image->name[n] == '\0' ||
           (image->name[n] == '_' && strcmp(image->name + n + 1, row->method) == 0);
}

static void set_status(struct image_run *run, const struct image *image,
                       enum embedded_status status)
{
    for (size_t i = 0; i < run->n_rows; i++)
        if (holds(image, &run->rows[i]) && run->rows[i].steps == 0)
            run->rows[i].status = status;
}

/* Compares flash and static RAM of an AVR's image with the part's. */
static bool fits(const struct embedded_core *core, const struct elf_file *elf)
{
    struct elf_segment segment;
    uint64_t flash = 0, ram = 0;
    for (unsigned i = 0; elf_segment(elf, i, &segment); i++) {
        flash += segment.file_size;
        if (segment.address >= AVR_DATA)
            ram = segment.address + segment.memory_size - AVR_RAM;
    }
    return flash <= core->flash && ram < core->ram;
}

/* The files of a run. */
struct files {
    char console[PATH_SIZE + 80], errors[PATH_SIZE + 80], counts[PATH_SIZE + 80];
};

/* Takes the first line of the emulator's complaints. */
static void complain(const struct image_run *run, const struct files *files, struct image *image)
{
    char line[MESSAGE / 2] = "ended without a word\n";
    FILE *file = fopen(files->errors, "r");
    if (file) {
        (void)!fgets(line, sizeof line, file);
        fclose(file);
    }
    line[strcspn(line, "\n")] = '\0';
    snprintf(image->message, MESSAGE, "%.60s on %.60s: %s", run->request->core->emulator,
             image->name, line);
}

static void collect(struct image_run *run, struct image *image, const struct files *files,
                    int exited)
{
    struct embedded_counts *counts = memory_array(1, sizeof *counts);
    bool complete = false;
    if (!embedded_read_counts(files->counts, counts))
        complain(run, files, image);
    else if (!embedded_read_console(files->console, counts, run->rows, run->n_rows, &complete))
        snprintf(image->message, MESSAGE, "%.200s: its console is not as expected", image->path);
    else if (exited == EMULATED_STACK_MET_DATA && embedded_is_avr(run->request->core))
        set_status(run, image, EMBEDDED_DOES_NOT_FIT);
    else if (!complete)
        set_status(run, image, counts->limit ? EMBEDDED_LIMIT : EMBEDDED_FAULT);
    free(counts);
}

/* Writes the arguments PROGRAM H32 H64: the bits of the step in both precisions. */
static void write_program(double h, char text[64])
{
    const float single = (float)h;
    uint32_t bits32;
    uint64_t bits64;
    memcpy(&bits32, &single, sizeof bits32);
    memcpy(&bits64, &h, sizeof bits64);
    snprintf(text, 64, "profile %08" PRIx32 " %016" PRIx64, bits32, bits64);
}

static void emulate(struct image_run *run, struct image *image)
{
    const struct embedded_request *request = run->request;
    struct files files;
    char program[64];
    snprintf(files.console, sizeof files.console, "%s/%s.console", run->directory, image->name);
    snprintf(files.errors, sizeof files.errors, "%s/%s.errors", run->directory, image->name);
    snprintf(files.counts, sizeof files.counts, "%s/%s.counts", run->directory, image->name);
    write_program(request->h, program);
    const struct embedded_emulation emulation = {
        .core = request->core,
        .counter = request->counter,
        .runner = request->runner,
        .image = image->path,
        .elf = &image->elf,
        .program = program,
        .functions = exponentials,
        .limit = request->limit,
        .console = files.console,
        .errors = files.errors,
        .counts = files.counts,
    };
    const int exited = embedded_emulate(&emulation, image->message, MESSAGE);
    if (exited >= 0)
        collect(run, image, &files, exited);
}

static void run_image(void *context, size_t i)
{
    struct image_run *run = context;
    struct image *image = &run->images[i];
    const struct embedded_core *core = run->request->core;
    if (!elf_read(image->path, &image->elf, image->message, MESSAGE))
        ; /* the failure is in the image's message */
    else if (embedded_is_avr(core) && !fits(core, &image->elf))
        set_status(run, image, EMBEDDED_DOES_NOT_FIT);
    else
        emulate(run, image);
    elf_free(&image->elf);
}

static int compare_images(const void *a, const void *b)
{
    return strcmp(((const struct image *)a)->name, ((const struct image *)b)->name);
}

/* Lists the images of the directory, sorted by name. */
static bool list_images(struct image_run *run, char message[], size_t n)
{
    const char *firmware = run->request->firmware;
    DIR *directory = opendir(firmware);
    if (!directory) {
        snprintf(message, n, "%s: %s", firmware, strerror(errno));
        return false;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        struct image *image = &run->images[run->n_images];
        if (length < 5 || strcmp(entry->d_name + length - 4, ".elf") != 0 ||
            length - 4 >= sizeof image->name || run->n_images == MAX_IMAGES)
            continue;
        memcpy(image->name, entry->d_name, length - 4);
        snprintf(image->path, sizeof image->path, "%s/%s", firmware, entry->d_name);
        run->n_images++;
    }
    closedir(directory);
    qsort(run->images, run->n_images, sizeof *run->images, compare_images);
    if (run->n_images == 0)
        snprintf(message, n, "%s: no images of firmware", firmware);
    return run->n_images > 0;
}

static bool make_directory(struct image_run *run, char message[], size_t n)
{
    const char *parent = getenv("TMPDIR");
    snprintf(run->directory, sizeof run->directory, "%s/bristle_embedded_XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (mkdtemp(run->directory))
        return true;
    snprintf(message, n, "%s: %s", run->directory, strerror(errno));
    return false;
}

static void remove_directory(const struct image_run *run)
{
    static const char *const endings[] = { "console", "errors", "counts" };
    char path[PATH_SIZE + 80];
    for (size_t i = 0; i < run->n_images; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            snprintf(path, sizeof path, "%s/%s.%s", run->directory, run->images[i].name,
                     endings[k]);
            unlink(path);
        }
    rmdir(run->directory);
}

static bool run_images(struct image_run *run, char message[], size_t n)
{
    char kind[64];
    if (!list_images(run, message, n) || !make_directory(run, message, n))
        return false;
    /* Rows start as failed, so that a row that no console mentions does not count as measured. */
    for (size_t i = 0; i < run->n_rows; i++)
        run->rows[i].status = EMBEDDED_FAULT;
    snprintf(kind, sizeof kind, "images on the %s", run->request->core->title);
    parallel_for(run->n_images, run->request->jobs, kind, run_image, run);
    remove_directory(run);
    for (size_t i = 0; i < run->n_images; i++)
        if (run->images[i].message[0]) {
            snprintf(message, n, "%s", run->images[i].message);
            return false;
        }
    return true;
}

bool embedded_run(const struct embedded_request *request, struct embedded_cost **rows,
                  size_t *n_rows, char message[], size_t n)
{
    struct image_run *run = memory_array(1, sizeof *run);
    char sizes[PATH_SIZE];
    run->request = request;
    run->images = memory_array(MAX_IMAGES, sizeof *run->images);
    snprintf(sizes, sizeof sizes, "%s/sizes.csv", request->firmware);
    const bool right = embedded_read_sizes(sizes, &run->rows, &run->n_rows, message, n) &&
                       run_images(run, message, n);
    *rows = right ? run->rows : NULL;
    *n_rows = right ? run->n_rows : 0;
    if (!right)
        free(run->rows);
    free(run->images);
    free(run);
    return right;
}
