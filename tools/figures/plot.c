/* Runs gnuplot, reports its first error, and cleans the SVG that it wrote (plot.h,
 * plot_parts.h). */
#include "tools/figures/plot.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/figures/plot_parts.h"

extern char **environ;

FILE *plot_scratch(void)
{
    const char *directory = getenv("TMPDIR");
    char path[4096];
    const int n =
        snprintf(path, sizeof path, "%s/plot.XXXXXX", directory && *directory ? directory : "/tmp");
    const int fd = n > 0 && (size_t)n < sizeof path ? mkstemp(path) : -1;
    if (fd < 0)
        cli_fail("cannot make a temporary file in '%s': %s", directory ? directory : "/tmp",
                 strerror(errno));
    unlink(path);
    FILE *file = fdopen(fd, "w+");
    if (!file)
        cli_fail("cannot make a temporary file: %s", strerror(errno));
    return file;
}

static void rewind_for_reading(FILE *file)
{
    if (ferror(file) || fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)
        cli_fail("cannot write a temporary file: %s", strerror(errno));
}

/* Finds the line in which gnuplot says what is wrong, among lines that only point at the place. */
static void first_error(FILE *messages, char *text, size_t size)
{
    char line[512];
    snprintf(text, size, "no message");
    while (fgets(line, sizeof line, messages)) {
        const char *start = line + strspn(line, " \t\n^");
        if (!*start || strstr(line, "warning:"))
            continue;
        snprintf(text, size, "%.*s", (int)strcspn(start, "\n"), start);
        if (strstr(line, "line "))
            return;
    }
}

void plot_run(FILE *script, FILE *svg)
{
    /* The script is a file, because gnuplot reads its standard input byte by byte. */
    char name[] = "gnuplot", defaults[] = "--default-settings", input[] = "/dev/stdin",
         message[256];
    char *const argv[] = { name, defaults, input, NULL };
    FILE *messages = plot_scratch();
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    rewind_for_reading(script);
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(svg), STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
    if (error == 0)
        error = posix_spawnp(&child, name, &actions, NULL, argv, environ);
    if (error == ENOENT)
        cli_fail("gnuplot is missing: apt-get install gnuplot-nox");
    if (error != 0)
        cli_fail("cannot run gnuplot: %s", strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            cli_fail("cannot wait for gnuplot: %s", strerror(errno));
    rewind_for_reading(messages);
    first_error(messages, message, sizeof message);
    if (WIFSIGNALED(status))
        cli_fail("gnuplot was killed by signal %d", WTERMSIG(status));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        cli_fail("gnuplot failed: %s", message);
    fclose(messages);
    rewind_for_reading(svg);
}

void plot_check(void)
{
    FILE *script = plot_scratch(), *out = plot_scratch();
    plot_run(script, out);
    fclose(script);
    fclose(out);
}

static void put_xml(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            fprintf(out, "&#%d;", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
}

/* Copies a line with every occurrence of one text replaced. */
static void put_replaced(FILE *out, const char *line, const char *old, const char *new)
{
    for (const char *found; (found = strstr(line, old)); line = found + strlen(old))
        fprintf(out, "%.*s%s", (int)(found - line), line, new);
    fputs(line, out);
}

bool plot_clean(FILE *svg, FILE *out, const char *title)
{
    char *line = NULL;
    size_t size = 0;
    bool whole = false;
    while (getline(&line, &size, svg) > 0) {
        whole = strcmp(line, "</svg>\n") == 0;
        if (strstr(line, "<title>Gnuplot</title>")) {
            fputs("<title>", out);
            put_xml(out, title);
            fputs("</title>\n", out);
        } else if (strstr(line, "<title>gnuplot_")) /* a browser would show it */
            fputs("\t<g>\n", out);
        else if (!strstr(line, "<desc>Produced by GNUPLOT")) /* gnuplot's version */
            put_replaced(out, line, "sans-serif:Bold\"", "sans-serif\" font-weight=\"bold\"");
        if (whole)
            break;
    }
    free(line);
    return whole;
}

void plot_svg(const char *path, const char *title, const char *footnote,
              const struct plot_panel *panels, size_t n_panels, unsigned columns)
{
    FILE *script = plot_scratch(), *svg = plot_scratch();
    struct cli_output output;
    if (n_panels == 0)
        cli_fail("there is nothing to plot");
    plot_script(script, title, footnote, panels, n_panels, columns > 0 ? columns : 1);
    plot_run(script, svg);
    cli_open(&output, path);
    if (!plot_clean(svg, output.file, title ? title : "plot"))
        cli_fail("gnuplot failed: its picture ends early");
    cli_close(&output);
    fclose(script);
    fclose(svg);
}

char *plot_command(const char *target, int argc, char *const argv[])
{
    struct memory_stream command;
    FILE *out = memory_open(&command);
    fprintf(out, "bazel run %s --", target);
    for (int i = 1; i < argc; i++) {
        const char *safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                           "_@%+=:,./-";
        if (argv[i][0] && strspn(argv[i], safe) == strlen(argv[i])) {
            fprintf(out, " %s", argv[i]);
            continue;
        }
        fputs(" '", out);
        put_replaced(out, argv[i], "'", "'\\''");
        fputc('\'', out);
    }
    return memory_close(&command);
}
