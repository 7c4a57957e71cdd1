#include "benchmarks/embedded_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/embedded_read.h"
#include "benchmarks/firmware/elf_file.h"
#include "properties/crew.h"

extern char **environ;

enum {
    MAX_IMAGES = 256,
    PATH_SIZE = 4096,
    MESSAGE = 512,
    WORDS = 32,                    /* of a command */
    STACK_MET_DATA = 3,            /* the AVR's runner exits so */
    AVR_DATA = 0x800000,           /* where AVR's tools put its data, */
    AVR_RAM = AVR_DATA + 0x000100, /* and the part its RAM */
};

/* Counted are the entries of these, of libm. */
static const char *const exponentials[] = { "exp", "expf", "expm1", "expm1f" };

struct image {
    char name[2 * EMBEDDED_NAME]; /* a law, or LAW_METHOD */
    char path[PATH_SIZE];
    struct elf_file elf;
    char message[MESSAGE]; /* what went wrong, or empty */
};

struct run {
    const struct embedded_request *request;
    struct embedded_cost *rows;
    size_t n_rows;
    struct image *images;
    size_t n_images;
    char directory[PATH_SIZE]; /* for what the runs leave */
};

/* What runs in a process of its own. */
struct command {
    const char *words[WORDS];
    size_t n;
    char console[PATH_SIZE + 80], errors[PATH_SIZE + 80], counts[PATH_SIZE + 80];
    char program[128], commas[2 * PATH_SIZE], plugin[5 * PATH_SIZE], calls[256], limit[24];
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

static bool is_avr(const struct embedded_core *core) { return strcmp(core->family, "avr") == 0; }

static bool is_cortex_m(const struct embedded_core *core)
{
    return strcmp(core->family, "cortex_m") == 0;
}

/* Whether that is an image about the row. */
static bool holds(const struct image *image, const struct embedded_cost *row)
{
    const size_t n = strlen(row->law);
    if (strncmp(image->name, row->law, n) != 0)
        return false;
    return image->name[n] == '\0' ||
           (image->name[n] == '_' && strcmp(image->name + n + 1, row->method) == 0);
}

static void set_status(struct run *run, const struct image *image, enum embedded_status status)
{
    for (size_t i = 0; i < run->n_rows; i++)
        if (holds(image, &run->rows[i]) && run->rows[i].steps == 0)
            run->rows[i].status = status;
}

/* Flash and static RAM of an AVR's image against what the part has. */
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

/* The addresses of the exponentials, each once, with that text before each. As the emulator counts:
 * without the bit that says Thumb; in words on the AVR. */
static void list_calls(const struct embedded_core *core, const struct elf_file *elf,
                       const char *before, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof exponentials / sizeof *exponentials; i++) {
        uint32_t address;
        if (!elf_symbol(elf, exponentials[i], &address))
            continue;
        if (is_cortex_m(core))
            address &= ~(uint32_t)1;
        else if (is_avr(core))
            address /= 2;
        n += (size_t)snprintf(text + n, size - n, "%s%" PRIx32, before, address);
    }
}

/* QEMU's options are separated by commas; one of a path is written twice. */
static const char *without_commas(const char *path, char *buffer, size_t size)
{
    size_t n = 0;
    for (; *path && n + 3 < size; path++) {
        buffer[n++] = *path;
        if (*path == ',')
            buffer[n++] = ',';
    }
    buffer[n] = '\0';
    return buffer;
}

static void add_word(struct command *c, const char *word)
{
    if (c->n + 1 < WORDS)
        c->words[c->n++] = word;
}

/* The bits of h in both precisions, each after that text. */
static void write_step(double h, const char *before, char *text, size_t size)
{
    const float single = (float)h;
    uint32_t bits32;
    uint64_t bits64;
    memcpy(&bits32, &single, sizeof bits32);
    memcpy(&bits64, &h, sizeof bits64);
    snprintf(text, size, "%s%08" PRIx32 "%s%016" PRIx64, before, bits32, before, bits64);
}

static bool qemu_command(const struct embedded_request *request, const struct image *image,
                         struct command *c)
{
    static const char *const quiet[] = {
        "-display", "none", "-serial", "none", "-monitor",           "none",
        "-net",     "none", "-kernel", NULL,   "-semihosting-config"
    };
    char step[64];
    uint32_t lo, size;
    char out[2 * PATH_SIZE + 160];
    if (!elf_section(&image->elf, "driver", &lo, &size))
        return false;
    add_word(c, request->core->emulator);
    for (const char *const *word = request->core->machine; *word; word++)
        add_word(c, *word);
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        add_word(c, quiet[i] ? quiet[i] : image->path);
    write_step(request->h, ",arg=", step, sizeof step);
    snprintf(c->program, sizeof c->program, "enable=on,target=native,arg=profile%s", step);
    add_word(c, c->program);
    snprintf(c->plugin, sizeof c->plugin,
             "%s,driver=%" PRIx32 ":%" PRIx32 ",model=%s,limit=%s,out=%s%s",
             without_commas(request->counter, c->commas, sizeof c->commas), lo, lo + size,
             request->core->cycles, c->limit, without_commas(c->counts, out, sizeof out), c->calls);
    add_word(c, "-plugin");
    add_word(c, c->plugin);
    return true;
}

static bool avr_command(const struct embedded_request *request, const struct image *image,
                        struct command *c)
{
    char step[64];
    write_step(request->h, " ", step, sizeof step);
    snprintf(c->program, sizeof c->program, "profile%s", step);
    add_word(c, request->runner);
    add_word(c, image->path);
    add_word(c, c->program);
    add_word(c, c->counts);
    add_word(c, c->calls[0] ? c->calls + 1 : "-"); /* without the first separator */
    add_word(c, c->limit);
    return true;
}

static bool make_command(const struct run *run, const struct image *image, struct command *c)
{
    const struct embedded_request *request = run->request;
    const bool avr = is_avr(request->core);
    *c = (struct command){ 0 };
    snprintf(c->console, sizeof c->console, "%s/%s.console", run->directory, image->name);
    snprintf(c->errors, sizeof c->errors, "%s/%s.errors", run->directory, image->name);
    snprintf(c->counts, sizeof c->counts, "%s/%s.counts", run->directory, image->name);
    snprintf(c->limit, sizeof c->limit, "%" PRIu64, request->limit ? request->limit : 4000000000u);
    list_calls(request->core, &image->elf, avr ? "," : ",calls=", c->calls, sizeof c->calls);
    return avr ? avr_command(request, image, c) : qemu_command(request, image, c);
}

/* Runs the command with its output in files. Its exit status, or -1 where it did not run. */
static int execute(const struct embedded_request *request, struct command *c, char *message)
{
    enum { FLAGS = O_WRONLY | O_CREAT | O_TRUNC, MODE = 0600 };
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, c->console, FLAGS, MODE);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, c->errors, FLAGS, MODE);
    /* posix_spawn takes its arguments for strings that it might change, and leaves them. */
    char *words[WORDS];
    memcpy(words, c->words, sizeof words);
    const int error = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT)
        snprintf(message, MESSAGE, "%s is missing: apt-get install %s", words[0],
                 request->core->emulator_package);
    else if (error)
        snprintf(message, MESSAGE, "%s: %s", words[0], strerror(error));
    if (error)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* The first line that the emulator has complained with. */
static void complain(const struct command *c, struct image *image)
{
    char line[MESSAGE / 2] = "ended without a word\n";
    FILE *file = fopen(c->errors, "r");
    if (file) {
        (void)!fgets(line, sizeof line, file);
        fclose(file);
    }
    line[strcspn(line, "\n")] = '\0';
    snprintf(image->message, MESSAGE, "%.60s on %.60s: %s", c->words[0], image->name, line);
}

static void collect(struct run *run, struct image *image, const struct command *c, int exited)
{
    struct embedded_counts *counts = malloc(sizeof *counts);
    bool complete = false;
    if (!counts || !embedded_read_counts(c->counts, counts))
        complain(c, image);
    else if (!embedded_read_console(c->console, counts, run->rows, run->n_rows, &complete))
        snprintf(image->message, MESSAGE, "%.200s: its console is not as expected", image->path);
    else if (exited == STACK_MET_DATA && is_avr(run->request->core))
        set_status(run, image, EMBEDDED_DOES_NOT_FIT);
    else if (!complete)
        set_status(run, image, counts->limit ? EMBEDDED_LIMIT : EMBEDDED_FAULT);
    free(counts);
}

static void run_image(void *context, size_t i)
{
    struct run *run = context;
    struct image *image = &run->images[i];
    const struct embedded_core *core = run->request->core;
    struct command *c = malloc(sizeof *c);
    if (!c) {
        snprintf(image->message, MESSAGE, "out of memory");
    } else if (!elf_read(image->path, &image->elf, image->message, MESSAGE)) {
        ; /* which has said why */
    } else if (is_avr(core) && !fits(core, &image->elf)) {
        set_status(run, image, EMBEDDED_DOES_NOT_FIT);
    } else if (!make_command(run, image, c)) {
        snprintf(image->message, MESSAGE, "%.400s: has no driver", image->path);
    } else {
        const int exited = execute(run->request, c, image->message);
        if (exited >= 0)
            collect(run, image, c, exited);
    }
    elf_free(&image->elf);
    free(c);
}

static int compare_images(const void *a, const void *b)
{
    return strcmp(((const struct image *)a)->name, ((const struct image *)b)->name);
}

/* The images of the directory, in the order of their names. */
static bool list_images(struct run *run, char message[], size_t n)
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

static bool make_directory(struct run *run, char message[], size_t n)
{
    const char *parent = getenv("TMPDIR");
    snprintf(run->directory, sizeof run->directory, "%s/bristle_embedded_XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (mkdtemp(run->directory))
        return true;
    snprintf(message, n, "%s: %s", run->directory, strerror(errno));
    return false;
}

static void remove_directory(const struct run *run)
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

static bool run_images(struct run *run, char message[], size_t n)
{
    char kind[64];
    if (!list_images(run, message, n) || !make_directory(run, message, n))
        return false;
    /* Until a row is filled: so that none of which nothing is heard passes for measured. */
    for (size_t i = 0; i < run->n_rows; i++)
        run->rows[i].status = EMBEDDED_FAULT;
    snprintf(kind, sizeof kind, "images on the %s", run->request->core->title);
    crew_run(run->n_images, run->request->jobs, kind, run_image, run);
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
    struct run *run = calloc(1, sizeof *run);
    char sizes[PATH_SIZE];
    bool right = false;
    snprintf(sizes, sizeof sizes, "%s/sizes.csv", request->firmware);
    if (run && (run->images = calloc(MAX_IMAGES, sizeof *run->images)) != NULL) {
        run->request = request;
        right = embedded_read_sizes(sizes, &run->rows, &run->n_rows, message, n) &&
                run_images(run, message, n);
        *rows = right ? run->rows : NULL;
        *n_rows = right ? run->n_rows : 0;
        if (!right)
            free(run->rows);
        free(run->images);
    } else {
        snprintf(message, n, "out of memory");
    }
    free(run);
    return right;
}
