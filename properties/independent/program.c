/* Runs the checker on files and reads its rows in each format. */
#include "properties/independent/program.h"

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

const char *const program_answers[] = {
    [PROGRAM_CONFIRMED] = "confirmed", [PROGRAM_REJECTED] = "rejected",
    [PROGRAM_UNDECIDED] = "undecided", [PROGRAM_REFUSED] = "refused",
    [PROGRAM_TIMEOUT] = "timeout",     [PROGRAM_CRASHED] = "crashed",
};
const char *const program_formats[] = { "table", "csv", "json" };

/* Returns the exit status as waitpid gives it; the alarm ends a program that takes too long. */
static int spawn(char *const argv[], const char *output, unsigned seconds)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int silence = open("/dev/null", O_WRONLY);
        if (out < 0 || silence < 0 || dup2(out, STDOUT_FILENO) < 0 ||
            dup2(silence, STDERR_FILENO) < 0)
            _exit(126);
        alarm(seconds);
        execv(argv[0], argv);
        _exit(127);
    }
    if (child > 0)
        waitpid(child, &status, 0);
    return status;
}

/* Reads a token up to one of the ends, without quotes and spaces. */
static const char *token(char *to, size_t size, const char *from, const char *ends)
{
    size_t n = 0;
    while (*from == ' ' || *from == '\t' || *from == '"')
        from++;
    const char *end = from + strcspn(from, ends);
    for (const char *c = from; c < end && n + 1 < size; c++)
        if (!isspace((unsigned char)*c) && *c != '"')
            to[n++] = *c;
    to[n] = '\0';
    return *end ? end + 1 : end;
}

static enum program_answer answer_of(const char *word)
{
    for (int i = 0; i < PROGRAM_ANSWERS; i++)
        if (strncmp(word, program_answers[i], strlen(program_answers[i])) == 0)
            return (enum program_answer)i;
    return PROGRAM_CRASHED;
}

/* Reads a row: it begins at the file's name and ends before the next file's. */
static void read_row(struct program_row *row, enum program_format format, const char *at,
                     const char *file)
{
    char word[80];
    const char *rest = at + strlen(file), *in;
    const char *slash = strrchr(file, '/'); /* each run has another folder */
    const char *from = at + (slash ? slash + 1 - file : 0);
    snprintf(row->text, sizeof row->text, "%.*s", (int)strcspn(from, "\n"), from);
    switch (format) {
    case PROGRAM_CSV:
        rest = token(word, sizeof word, rest + 1, ",");
        row->answer = answer_of(word);
        rest = token(word, sizeof word, rest, ",");
        rest = token(word, sizeof word, rest, ",");
        rest = token(row->lo, sizeof row->lo, rest, ",");
        token(row->hi, sizeof row->hi, rest, ",");
        break;
    case PROGRAM_TABLE:
        token(word, sizeof word, rest + 1, ":");
        row->answer = answer_of(word);
        in = strstr(row->text, " in [");
        if (in && row->answer <= PROGRAM_UNDECIDED)
            token(row->hi, sizeof row->hi, token(row->lo, sizeof row->lo, in + 5, ","), "]");
        break;
    default:
        in = strstr(rest, "\"answer\":");
        token(word, sizeof word, in ? in + 9 : "", ",");
        row->answer = answer_of(word);
        snprintf(row->text, sizeof row->text, "%.*s", (int)strcspn(from, "}"), from);
        if ((in = strstr(row->text, "\"lo\":")))
            token(row->lo, sizeof row->lo, in + 5, ",}\n");
        if ((in = strstr(row->text, "\"hi\":")))
            token(row->hi, sizeof row->hi, in + 5, ",}\n");
    }
}

/* An answer that depends on the machine's speed counts as none. */
static void pass_over_timeout(struct program_row *row)
{
    if (row->answer == PROGRAM_UNDECIDED && strstr(row->text, "within the time allowed"))
        row->answer = PROGRAM_TIMEOUT;
}

void program_run(const struct program *program, enum program_format format,
                 const char *const file[], size_t n, const char *output, struct program_row row[])
{
    enum { OPTIONS = 8 };
    char **argv = memory_array(n + OPTIONS + 1, sizeof *argv);
    char option[] = "--format", name[16], timeout[] = "--timeout", seconds[24], work[] = "--work";
    size_t k = 0;
    snprintf(name, sizeof name, "%s", program_formats[format]);
    snprintf(seconds, sizeof seconds, "%u", 2 * program->seconds);
    argv[k++] = (char *)program->path;
    argv[k++] = option;
    argv[k++] = name;
    if (program->has_limits) {
        argv[k++] = timeout;
        argv[k++] = seconds;
    }
    if (program->has_limits && *program->work) {
        argv[k++] = work;
        argv[k++] = (char *)program->work;
    }
    for (size_t i = 0; i < n; i++)
        argv[k + i] = (char *)file[i];
    const int status = spawn(argv, output, program->seconds * (unsigned)n);
    free(argv);
    const bool answers = WIFEXITED(status) && WEXITSTATUS(status) != EXIT_USAGE;
    if (!answers && n > 1) { /* one of the n files is at fault: run them singly */
        for (size_t i = 0; i < n; i++)
            program_run(program, format, &file[i], 1, output, &row[i]);
        return;
    }
    char *text = answers ? cli_read(output) : NULL;
    /* JSON names the files also in the context of the run, before its results. */
    const char *at = text && format == PROGRAM_JSON ? strstr(text, "\"results\":") : text;
    for (size_t i = 0; i < n; i++) {
        memset(&row[i], 0, sizeof row[i]);
        row[i].answer = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM       ? PROGRAM_TIMEOUT
                        : WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE ? PROGRAM_REFUSED
                                                                                 : PROGRAM_CRASHED;
        if (at && (at = strstr(at, file[i])))
            read_row(&row[i], format, at, file[i]);
        pass_over_timeout(&row[i]);
    }
    free(text);
    unlink(output);
}

void program_look(struct program *program, const char *output)
{
    char *text = program_says(program, "--help", output);
    program->has_limits = text && strstr(text, "--work") && strstr(text, "--timeout");
    free(text);
}

char *program_says(const struct program *program, const char *argument, const char *output)
{
    char *const argv[] = { (char *)program->path, (char *)argument, NULL };
    const int status = spawn(argv, output, program->seconds);
    char *text = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? cli_read(output) : NULL;
    unlink(output);
    return text;
}
