/* Work in processes of its own: answers arrive whole, and every end that is not one is told. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
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
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        run(jobs[k], &seen);
        clock_gettime(CLOCK_MONOTONIC, &to);
        /* Piece 4 never ends by itself, and has its time. */
        cr_expect_geq(
            (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec), 0.5);
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

/* Pieces at work, now and at most, in memory that all processes share. */
struct crowd {
    _Atomic int now, most;
};

static void join_crowd(void *context, size_t i, FILE *answer)
{
    struct crowd *crowd = context;
    const struct timespec while_ = { 0, 20000000 };
    const int now = atomic_fetch_add(&crowd->now, 1) + 1;
    int most = atomic_load(&crowd->most);
    while (now > most && !atomic_compare_exchange_weak(&crowd->most, &most, now))
        ;
    nanosleep(&while_, NULL);
    atomic_fetch_sub(&crowd->now, 1);
    fprintf(answer, "%zu", i);
}

static void pass_over(void *context, size_t i, FILE *answer, const char *failure)
{
    (void)context, (void)i, (void)answer, (void)failure;
}

/* As many processes are at work as are allowed, and no more. */
Test(subprocess, no_more_pieces_than_jobs_are_at_work)
{
    FILE *file = tmpfile();
    cr_assert(file && ftruncate(fileno(file), sizeof(struct crowd)) == 0);
    struct crowd *crowd =
        mmap(NULL, sizeof *crowd, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    cr_assert(crowd != MAP_FAILED);
    for (int jobs = 1; jobs <= 3; jobs++) {
        const struct subprocess_work isolated = {
            .n = N, .jobs = (unsigned)jobs, .work = join_crowd, .take = pass_over, .context = crowd
        };
        atomic_store(&crowd->most, 0);
        subprocess_map(&isolated);
        cr_expect_eq(atomic_load(&crowd->now), 0);
        cr_expect(atomic_load(&crowd->most) <= jobs, "%d at work, %d allowed",
                  atomic_load(&crowd->most), jobs);
    }
    munmap(crowd, sizeof *crowd);
    fclose(file);
}

static void handler(int number) { (void)number; }

/* Writes the limits of the process, and how many of its signals are handled. */
static void tell_limits(void *context, size_t i, FILE *answer)
{
    static const int numbers[] = { SIGHUP, SIGSEGV, SIGINT, SIGTERM, SIGABRT };
    struct rlimit memory, core;
    unsigned handled = 0;
    (void)context, (void)i;
    getrlimit(RLIMIT_AS, &memory);
    getrlimit(RLIMIT_CORE, &core);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        struct sigaction action;
        handled += sigaction(numbers[k], NULL, &action) != 0 || action.sa_handler != SIG_DFL;
    }
    fprintf(answer, "%llu %llu %u", (unsigned long long)memory.rlim_cur,
            (unsigned long long)core.rlim_cur, handled);
}

static void take_limits(void *context, size_t i, FILE *answer, const char *failure)
{
    unsigned long long memory = 0, core = 1;
    unsigned handled = 1;
    unsigned *taken = context;
    (void)i;
    cr_assert(answer && fscanf(answer, "%llu %llu %u", &memory, &core, &handled) == 3, "%s",
              failure);
    cr_expect(core == 0 && handled == 0, "core %llu, %u handlers", core, handled);
#ifndef __SANITIZE_ADDRESS__
    const unsigned long long half =
        (unsigned long long)sysconf(_SC_PHYS_PAGES) / 2 * (unsigned long long)sysconf(_SC_PAGESIZE);
    const unsigned long long most = 4ULL << 30;
    cr_expect_eq(memory, half < most ? half : most, "memory %llu", memory);
#endif
    ++*taken;
}

/* A piece may take 4 GiB, or half of the memory that there is; it leaves no core, and its signals
 * are not its parent's. */
Test(subprocess, pieces_have_limits_and_signals_of_their_own)
{
    struct rlimit before;
    unsigned taken = 0;
    const struct subprocess_work isolated = {
        .n = 2, .jobs = 1, .work = tell_limits, .take = take_limits, .context = &taken
    };
    cr_assert(getrlimit(RLIMIT_AS, &before) == 0 && before.rlim_cur == RLIM_INFINITY,
              "the test itself has less memory than it wants to give");
    signal(SIGHUP, handler);
    signal(SIGINT, handler);
    subprocess_map(&isolated);
    cr_expect_eq(taken, 2);
}
