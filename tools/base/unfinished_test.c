/* Files written whole by many threads: whenever and however the program ends, each has its name or
 * is not there. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/parallel.h"
#include "tools/base/program.h"

enum { THREADS = 6, ENDINGS = 30 };

struct writing {
    const char *folder;
    size_t fails_at;
    int written; /* a byte for each file that is whole */
};

static void write_one(void *context, size_t i)
{
    const struct writing *writing = context;
    struct cli_output output;
    char path[400];
    snprintf(path, sizeof path, "%s/f%zu", writing->folder, i % 40);
    cli_open(&output, path);
    fputs("all of it\n", output.file);
    if (i == writing->fails_at)
        cli_fail("as asked");
    cli_close(&output);
    if (write(writing->written, "x", 1) < 0)
        _exit(1);
}

/* Counts the files of the folder, all of which are whole. */
static int whole_files(const char *folder)
{
    int n = 0;
    char path[700];
    DIR *directory = opendir(folder);
    cr_assert(directory);
    for (const struct dirent *e; (e = readdir(directory)) != NULL;) {
        struct stat is;
        if (e->d_name[0] == '.')
            continue;
        cr_expect_not(strchr(e->d_name, '.'), "%s is left", e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        cr_expect(stat(path, &is) == 0 && is.st_size == 10, "%s", path);
        n++;
    }
    closedir(directory);
    return n;
}

/* Writes in a process of its own until it fails, at SIZE_MAX never, or is told to end by the
 * signals when at least that many files are whole. Returns its exit status. */
static int writes(const char *folder, size_t fails_at, const int signals[2], int files)
{
    int ends[2], status;
    char byte;
    cr_assert(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        cli_start("writer");
        struct writing writing = { folder, fails_at, ends[1] };
        parallel_for(1000000000, THREADS, "files", write_one, &writing);
        _exit(0);
    }
    close(ends[1]);
    for (int i = 0; i < files && read(ends[0], &byte, 1) == 1; i++)
        ;
    for (int k = 0; k < 2; k++)
        if (signals[k])
            kill(child, signals[k]);
    while (read(ends[0], &byte, 1) == 1)
        ;
    close(ends[0]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

Test(unfinished, interrupts_leave_whole_files, .timeout = 120)
{
    static const int signals[][2] = {
        { SIGINT, 0 }, { SIGTERM, 0 }, { SIGHUP, 0 }, { SIGINT, SIGTERM }, { SIGHUP, SIGINT }
    };
    for (int i = 0; i < ENDINGS; i++) {
        char folder[256];
        const int *sent = signals[i % 5];
        cr_assert(program_folder(folder, sizeof folder));
        const int status = writes(folder, SIZE_MAX, sent, 1 + i % 5);
        cr_expect(status == 128 + sent[0] || (sent[1] && status == 128 + sent[1]), "%d", status);
        cr_expect(whole_files(folder) > 0);
        program_remove(folder);
    }
}

Test(unfinished, failures_leave_whole_files, .timeout = 120)
{
    for (size_t i = 0; i < ENDINGS; i++) {
        char folder[256];
        cr_assert(program_folder(folder, sizeof folder));
        cr_expect_eq(writes(folder, i, (const int[2]){ 0, 0 }, 0), EXIT_USAGE);
        whole_files(folder);
        program_remove(folder);
    }
}
