/* Messages, numbers, files that appear whole or not at all, progress, interrupts. */
#include "tools/base/cli.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/memory.h"

/* What every message of a program begins with, set once by cli_start. */
static const char *program_name = "bristle";
/* What an interrupt says. */
static const char *last_words = "interrupted, nothing was written";

/* The message is one line, whatever the names in it hold. */
static void put_message(const char *format, va_list args)
{
    char text[8192];
    vsnprintf(text, sizeof text, format, args);
    for (char *c = text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    cli_progress_done();
    fprintf(stderr, "%s: %s\n", program_name, text);
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_message(format, args);
    va_end(args);
}

_Noreturn void cli_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_message(format, args);
    va_end(args);
    unfinished_remove();
    exit(EXIT_USAGE);
}

static void interrupted(int number)
{
    const char *const words[] = { program_name, ": ", last_words, "\n" };
    unfinished_remove();
    /* Nothing can be done about a failure to say so. */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (write(STDERR_FILENO, words[i], strlen(words[i])) < 0)
            break;
    _exit(128 + number);
}

void cli_start(const char *program)
{
    program_name = program;
    struct sigaction action = { .sa_handler = interrupted };
    sigfillset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
}

void cli_interruptible(const char *words) { last_words = words; }

double cli_number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        cli_fail("%s: '%s' is not a finite number", option, text);
    return value;
}

double cli_positive(const char *option, const char *text)
{
    const double value = cli_number(option, text);
    if (!(value > 0))
        cli_fail("%s: '%s' is not a positive number", option, text);
    return value;
}

uint64_t cli_count(const char *option, const char *text, uint64_t lo, uint64_t hi)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || value < lo || value > hi)
        cli_fail("%s: '%s' is not a whole number from %llu to %llu", option, text,
                 (unsigned long long)lo, (unsigned long long)hi);
    return value;
}

unsigned cli_processors(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

bool cli_ends_in(const char *name, const char *ending)
{
    const size_t n = strlen(name), k = strlen(ending);
    return n > k && strcmp(name + n - k, ending) == 0;
}

const char *cli_path(const char *path, char *buffer, size_t size)
{
    const char *base = getenv("BUILD_WORKING_DIRECTORY");
    const int n = path[0] == '/' || !base ? snprintf(buffer, size, "%s", path)
                                          : snprintf(buffer, size, "%s/%s", base, path);
    if (n < 0 || (size_t)n >= size)
        cli_fail("the path '%.60s...' is too long", path);
    return buffer;
}

char *cli_read(const char *path)
{
    size_t room = 1 << 16, size = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = memory_resized(NULL, room, 1);
    while ((size += fread(text + size, 1, room - size - 1, file)) == room - 1)
        text = memory_resized(text, room *= 2, 1);
    text[size] = '\0';
    if (ferror(file)) {
        const int reason = errno;
        free(text);
        text = NULL;
        errno = reason;
    }
    fclose(file);
    return text;
}

void cli_open(struct cli_output *output, const char *path)
{
    struct stat what;
    output->path[0] = '\0';
    output->file = stdout;
    if (!path)
        return;
    cli_path(path, output->path, sizeof output->path);
    if (stat(output->path, &what) == 0 && !S_ISREG(what.st_mode)) {
        /* A device or a pipe is written to, not replaced. */
        output->file = fopen(output->path, "w");
        if (!output->file)
            cli_fail("cannot write '%s': %s", output->path, strerror(errno));
        output->temporary.path[0] = '\0';
        return;
    }
    snprintf(output->temporary.path, sizeof output->temporary.path, "%s.XXXXXX", output->path);
    const int fd = unfinished_make(&output->temporary);
    if (fd < 0)
        cli_fail("cannot write '%s': %s", output->path, strerror(errno));
    output->file = fdopen(fd, "w");
    if (!output->file)
        cli_fail("cannot write '%s': %s", output->path, strerror(errno));
}

void cli_close(struct cli_output *output)
{
    const bool failed = ferror(output->file) || fflush(output->file) != 0;
    if (!output->path[0]) {
        if (failed)
            cli_fail("cannot write to standard output: %s", strerror(errno));
        return;
    }
    if (!output->temporary.path[0]) {
        if (failed | (fclose(output->file) != 0))
            cli_fail("cannot write '%s': %s", output->path, strerror(errno));
        return;
    }
    if (failed || fsync(fileno(output->file)) != 0 || fchmod(fileno(output->file), 0644) != 0 ||
        fclose(output->file) != 0 || !unfinished_name(&output->temporary, output->path))
        cli_fail("cannot write '%s': %s", output->path, strerror(errno));
}

/* Whether a terminal can do more than write one character after another. */
static bool is_capable(int file)
{
    const char *terminal = getenv("TERM");
    return isatty(file) && terminal && strcmp(terminal, "dumb") != 0;
}

void cli_progress(const char *format, ...)
{
    if (!is_capable(STDERR_FILENO))
        return;
    va_list args;
    va_start(args, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fflush(stderr);
}

void cli_progress_done(void)
{
    if (is_capable(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

bool cli_colour(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    return is_capable(fileno(file)) && !(no_color && *no_color);
}

void cli_csv_field(FILE *file, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}
