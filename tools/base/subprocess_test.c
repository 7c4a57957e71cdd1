/* Work in processes of its own: answers arrive whole, and every end that is not one is told. */
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/subprocess.h"

enum { N = 12, LONG = 1 << 20 };

struct seen {
    bool ok[N];
    char failure[N][SUBPROCESS_TEXT];
    unsigned taken;
};

static void work(void *context, size_t i, FILE *answer)
{
    (void)context;
    switch (i) {
    case 1:
        raise(SIGSEGV);
        break;
    case 2:
        exit(0);
    case 3:
        _exit(7);
    case 4:
        for (;;)
            pause();
    case 5:
        fputs("half an answer", answer);
        fflush(answer);
        raise(SIGKILL);
        break;
    case 6:
        fputs("what is wrong\nand more\n", stderr);
        abort();
    case 7: /* no output of the program's */
        puts("printed");
        break;
    case 8: /* an answer longer than any pipe holds */
        for (int k = 0; k < LONG; k++)
            fputc('x', answer);
        break;
    default:
        break;
    }
    fprintf(answer, "%zu", i);
}

static void take(void *context, size_t i, FILE *answer, const char *failure)
{
    struct seen *seen = context;
    size_t number;
    seen->taken++;
    cr_expect_eq(!answer, failure != NULL);
    if (failure)
        snprintf(seen->failure[i], SUBPROCESS_TEXT, "%s", failure);
    for (int k = 0; answer && i == 8 && k < LONG; k++)
        cr_assert_eq(fgetc(answer), 'x');
    seen->ok[i] = answer && fscanf(answer, "%zu", &number) == 1 && number == i;
}

static void run(unsigned jobs, struct seen *seen)
{
    const struct subprocess_work isolated = {
        .n = N, .jobs = jobs, .timeout = 0.5, .work = work, .take = take, .context = seen
    };
    memset(seen, 0, sizeof *seen);
    subprocess_map(&isolated);
}

Test(subprocess, each_piece_is_told)
{
    static const unsigned jobs[] = { 1, 3, 100 };
    for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
        struct seen seen;
        run(jobs[k], &seen);
        cr_expect_eq(seen.taken, N);
        for (size_t i = 0; i < N; i++)
            cr_expect_eq(seen.ok[i], i == 0 || i > 6, "piece %zu: %s", i, seen.failure[i]);
        cr_expect_str_eq(seen.failure[1], "crashed (signal 11, Segmentation fault)");
        /* Leak detectors may have something to say at an exit. */
        static const char quiet[] = "ended the program with status 0";
        cr_expect(strncmp(seen.failure[2], quiet, strlen(quiet)) == 0, "%s", seen.failure[2]);
        cr_expect_str_eq(seen.failure[3], "ended the program with status 7");
        cr_expect_str_eq(seen.failure[4], "took longer than 0.5 s and was stopped");
        cr_expect_str_eq(seen.failure[5], "crashed (signal 9, Killed)");
        cr_expect_str_eq(seen.failure[6], "crashed (signal 6, Aborted), saying: what is wrong");
    }
}

/* A piece whose parent ends also ends. */
Test(subprocess, pieces_end_with_their_parent)
{
    int ends[2];
    char byte;
    cr_assert(pipe(ends) == 0);
    const pid_t parent = fork();
    if (parent == 0) {
        struct seen seen = { .taken = 0 };
        const struct subprocess_work isolated = {
            .n = 5, .jobs = 5, .timeout = 60, .work = work, .take = take, .context = &seen
        };
        alarm(1); /* piece 4 waits then */
        subprocess_map(&isolated);
        _exit(0);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &byte, 1), 0); /* all that had the other end are gone */
    close(ends[0]);
}
