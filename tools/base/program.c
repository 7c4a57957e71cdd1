/* Starts the program in a process of its own, with a pipe for what it says (program.h). */
#define _GNU_SOURCE /* pipe2, environ, nftw */
#include "tools/base/program.h"

#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/subprocess.h"

enum { PATH_SIZE = 4096, PIECE = 1024 };

/* A run of a program: its arguments, and what it prints. */
struct run {
    const char *const *arguments;
    char *said;
    size_t size;
    bool succeeded;
};

/* Starts a program whose output goes to `out`. Returns its process, or -1. */
static pid_t spawn(const char *const arguments[], int out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
    const bool started =
        posix_spawnp(&pid, arguments[0], &actions, NULL, (char *const *)arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started ? pid : -1;
}

/* Answers what the program prints, and a character for its status. */
static void start(void *context, size_t i, FILE *answer)
{
    const struct run *run = context;
    int ends[2], status = -1;
    char said[PIECE];
    ssize_t n;
    (void)i;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    const pid_t pid = spawn(run->arguments, ends[1]);
    close(ends[1]);
    while ((n = read(ends[0], said, sizeof said)) > 0)
        fwrite(said, 1, (size_t)n, answer);
    if (pid > 0)
        waitpid(pid, &status, 0);
    fputc(status == 0 ? '0' : '1', answer);
}

/* Behind what the program prints stand its status and the end of a line. */
static void hear(void *context, size_t i, FILE *answer, const char *failure)
{
    struct run *run = context;
    long n = -1;
    (void)i;
    if (answer && fseek(answer, -2, SEEK_END) == 0) {
        n = ftell(answer);
        run->succeeded = fgetc(answer) == '0';
        rewind(answer);
    }
    const size_t most = n < 0 ? 0 : (size_t)n < run->size - 1 ? (size_t)n : run->size - 1;
    run->said[answer ? fread(run->said, 1, most, answer) : 0] = '\0';
    if (!answer || n < 0)
        snprintf(run->said, run->size, "%s %s", run->arguments[0],
                 answer ? "did not start" : failure);
}

bool program_succeeds(const char *const arguments[], double timeout, char said[], size_t size)
{
    struct run run = { arguments, said, size, false };
    const struct subprocess_work work = {
        .n = 1, .jobs = 1, .timeout = timeout, .work = start, .take = hear, .context = &run
    };
    subprocess_map(&work);
    return run.succeeded;
}

const char *program_first_error(const char *said, int *length)
{
    const char *at = strstr(said, "error:");
    if (!at || strncmp(at, "error: ld returned", 18) == 0)
        at = said;
    *length = (int)strcspn(at, "\n");
    return at;
}

bool program_folder(char folder[], size_t size)
{
    const char *tmp = getenv("TMPDIR");
    return snprintf(folder, size, "%s/bristle-XXXXXX", tmp && *tmp ? tmp : "/tmp") < (int)size &&
           mkdtemp(folder);
}

static int remove_one(const char *path, const struct stat *is, int kind, struct FTW *place)
{
    (void)is, (void)kind, (void)place;
    return remove(path);
}

void program_remove(const char *folder)
{
    enum { OPEN_FOLDERS = 8 };
    nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

bool program_write(const char *path, const char *text)
{
    char folder[PATH_SIZE];
    for (const char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(folder, S_IRWXU);
    }
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    const bool is_written = fputs(text, file) >= 0;
    return fclose(file) == 0 && is_written;
}

bool program_lay_out(const char *folder, const struct program_file files[])
{
    char path[PATH_SIZE];
    for (const struct program_file *file = files; file->path; file++)
        if (snprintf(path, sizeof path, "%s/%s", folder, file->path) >= (int)sizeof path ||
            !program_write(path, (const char *)file->text))
            return false;
    return true;
}
