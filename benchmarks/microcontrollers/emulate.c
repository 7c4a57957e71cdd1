#include "benchmarks/microcontrollers/emulate.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/memory.h"

extern char **environ;

enum {
    PATH_SIZE = 4096,
    WORDS = 32,   /* words of a command */
    CALLS = 1024, /* characters of the list of functions */
};

/* The command of an emulator, which runs in a process of its own. */
struct command {
    const char *words[WORDS];
    size_t n;
    char commas[2][2 * PATH_SIZE], plugin[5 * PATH_SIZE], program[1024], calls[CALLS], limit[24];
};

bool embedded_is_avr(const struct embedded_core *core) { return strcmp(core->family, "avr") == 0; }

static bool is_cortex_m(const struct embedded_core *core)
{
    return strcmp(core->family, "cortex_m") == 0;
}

/* Lists the addresses of the functions, each once, with the text `before` before each, as the
 * emulator counts: without the bit that marks Thumb; in words on the AVR. */
static void list_calls(const struct embedded_emulation *e, const char *before, char *text,
                       size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (const char *const *name = e->functions; *name; name++) {
        uint32_t address;
        if (!elf_symbol(e->elf, *name, &address))
            continue;
        if (is_cortex_m(e->core))
            address &= ~(uint32_t)1;
        else if (embedded_is_avr(e->core))
            address /= 2;
        n += (size_t)snprintf(text + n, size - n, "%s%" PRIx32, before, address);
    }
}

/* Doubles commas of a path: commas separate QEMU's options. */
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

/* Turns words into arguments of semihosting. */
static void list_arguments(const char *words, char *text, size_t size)
{
    size_t n = 0;
    while (*words) {
        const size_t length = strcspn(words, " ");
        n += (size_t)snprintf(text + n, size - n, ",arg=%.*s", (int)length, words);
        words += length;
        words += strspn(words, " ");
    }
}

static bool qemu_command(const struct embedded_emulation *e, struct command *c)
{
    static const char *const quiet[] = {
        "-display", "none", "-serial", "none", "-monitor",           "none",
        "-net",     "none", "-kernel", NULL,   "-semihosting-config"
    };
    char arguments[512];
    uint32_t lo, size;
    if (!elf_section(e->elf, "driver", &lo, &size))
        return false;
    add_word(c, e->core->emulator);
    for (const char *const *word = e->core->machine; *word; word++)
        add_word(c, *word);
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        add_word(c, quiet[i] ? quiet[i] : e->image);
    list_arguments(e->program, arguments, sizeof arguments);
    snprintf(c->program, sizeof c->program, "enable=on,target=native%s", arguments);
    add_word(c, c->program);
    list_calls(e, ",calls=", c->calls, sizeof c->calls);
    snprintf(c->plugin, sizeof c->plugin,
             "%s,driver=%" PRIx32 ":%" PRIx32 ",model=%s,limit=%s,out=%s%s",
             without_commas(e->counter, c->commas[0], sizeof c->commas[0]), lo, lo + size,
             e->core->cycles, c->limit,
             without_commas(e->counts, c->commas[1], sizeof c->commas[1]), c->calls);
    add_word(c, "-plugin");
    add_word(c, c->plugin);
    return true;
}

static bool avr_command(const struct embedded_emulation *e, struct command *c)
{
    list_calls(e, ",", c->calls, sizeof c->calls);
    add_word(c, e->runner);
    add_word(c, e->image);
    add_word(c, e->program);
    add_word(c, e->counts);
    add_word(c, c->calls[0] ? c->calls + 1 : "-"); /* without the first separator */
    add_word(c, c->limit);
    return true;
}

static bool make_command(const struct embedded_emulation *e, struct command *c)
{
    snprintf(c->limit, sizeof c->limit, "%" PRIu64, e->limit ? e->limit : 4000000000u);
    return embedded_is_avr(e->core) ? avr_command(e, c) : qemu_command(e, c);
}

/* Runs the command with its output in files. Returns its exit status, or -1 if it did not start. */
static int execute(const struct embedded_emulation *e, const struct command *c, char message[],
                   size_t n)
{
    enum { FLAGS = O_WRONLY | O_CREAT | O_TRUNC, MODE = 0600 };
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, e->console, FLAGS, MODE);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, e->errors, FLAGS, MODE);
    /* posix_spawn takes its arguments for strings that it might change, and leaves them. */
    char *words[WORDS];
    memcpy(words, c->words, sizeof words);
    const int error = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT)
        snprintf(message, n, "%s is missing: apt-get install %s", words[0],
                 e->core->emulator_package);
    else if (error)
        snprintf(message, n, "%s: %s", words[0], strerror(error));
    if (error)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int embedded_emulate(const struct embedded_emulation *emulation, char message[], size_t n)
{
    struct command *c = memory_array(1, sizeof *c);
    int status = -1;
    if (!make_command(emulation, c))
        snprintf(message, n, "%.400s: has no driver", emulation->image);
    else
        status = execute(emulation, c, message, n);
    free(c);
    return status;
}
