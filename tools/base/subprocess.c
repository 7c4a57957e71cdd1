/* Starts a child process for each piece, reads its answer, and explains how it ended. */
#include "tools/base/subprocess.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/clock.h"

enum { MOST_JOBS = 256, SAID = 120 };

/* The end of an answer: a process that ended early, with whatever status, has not written it. */
static const char complete[8] = "\nwhole\n";

/* A process at work. */
struct worker {
    pid_t pid;
    int fd; /* where its answer comes from */
    size_t piece;
    double deadline;
    FILE *said; /* what it printed, for its last words */
    char *answer;
    size_t size, room;
    bool no_memory;
};

static double time_for(const struct subprocess_work *work)
{
    return work->timeout > 0 ? work->timeout : SUBPROCESS_TIMEOUT;
}

static void limit(int resource, rlim_t most)
{
    struct rlimit l;
    if (getrlimit(resource, &l) != 0 || (l.rlim_cur != RLIM_INFINITY && l.rlim_cur <= most))
        return;
    l.rlim_cur = most;
    setrlimit(resource, &l);
}

/* Limits memory to 4 GiB, or half of what the machine has, before it begins to swap. */
static void limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__ /* its addresses are far more than there is memory */
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const rlim_t most = (rlim_t)4 << 30;
    const rlim_t half = pages > 0 && size > 0 ? (rlim_t)pages / 2 * (rlim_t)size : most;
    limit(RLIMIT_AS, half < most ? half : most);
#endif
}

/* Makes the new process end with its parent, and by signals as they come: no handler is to turn a
 * crash into something else. */
static void settle(pid_t parent)
{
    static const int numbers[] = { SIGHUP,  SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                   SIGABRT, SIGTRAP, SIGINT, SIGTERM };
    const struct sigaction by_default = { .sa_handler = SIG_DFL };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* the parent has ended already */
        _exit(EXIT_USAGE);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &by_default, NULL);
    limit(RLIMIT_CORE, 0);
    limit_memory();
}

_Noreturn static void do_piece(const struct subprocess_work *work, size_t i, int fd, int said)
{
    FILE *answer = fdopen(fd, "wb");
    if (!answer || dup2(said, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
        _exit(EXIT_USAGE);
    work->work(work->context, i, answer);
    fwrite(complete, sizeof complete, 1, answer);
    fclose(answer);
    _exit(EXIT_SUCCESS);
}

/* Starts a process for piece i. Returns false, with errno, when there is none to be had. */
static bool start(const struct subprocess_work *work, size_t i, struct worker *w)
{
    int ends[2];
    const pid_t parent = getpid();
    *w = (struct worker){ .piece = i, .said = tmpfile() };
    if (!w->said)
        return false;
    if (pipe(ends) != 0) {
        fclose(w->said);
        return false;
    }
    fflush(NULL); /* not to be written twice */
    w->pid = fork();
    if (w->pid == 0) {
        close(ends[0]);
        settle(parent);
        do_piece(work, i, ends[1], fileno(w->said));
    }
    const int reason = errno;
    close(ends[1]);
    w->fd = ends[0];
    w->deadline = clock_now() + time_for(work);
    if (w->pid > 0)
        return true;
    close(ends[0]);
    fclose(w->said);
    errno = reason;
    return false;
}

/* Writes the first line of what the process printed, if any, e.g. of a failed assertion. */
static void last_words(FILE *said, char text[SAID])
{
    text[0] = '\0';
    rewind(said);
    if (!fgets(text, SAID, said))
        text[0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    for (char *c = text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
}

/* Explains in a few words how a process ended. */
static void explain(int status, const char *words, char text[SUBPROCESS_TEXT])
{
    const char *said = *words ? ", saying: " : "";
    if (WIFSIGNALED(status))
        snprintf(text, SUBPROCESS_TEXT, "crashed (signal %d, %s)%s%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)), said, words);
    else
        snprintf(text, SUBPROCESS_TEXT, "ended the program with status %d%s%s", WEXITSTATUS(status),
                 said, words);
}

static bool is_complete(const struct worker *w)
{
    return w->size >= sizeof complete && !w->no_memory &&
           memcmp(w->answer + w->size - sizeof complete, complete, sizeof complete) == 0;
}

/* Takes the answer of a process that has closed its end of the pipe, or is late. */
static void finish(const struct subprocess_work *work, struct worker *w, bool late)
{
    char failure[SUBPROCESS_TEXT], words[SAID];
    int status = 0;
    kill(w->pid, SIGKILL); /* without effect where it is ending by itself */
    close(w->fd);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    last_words(w->said, words);
    fclose(w->said);
    FILE *answer =
        late || !is_complete(w) ? NULL : fmemopen(w->answer, w->size - sizeof complete + 1, "rb");
    if (late)
        snprintf(failure, sizeof failure, "took longer than %g s and was stopped", time_for(work));
    else if (w->no_memory || (is_complete(w) && !answer))
        snprintf(failure, sizeof failure, "gave an answer too long for the memory");
    else
        explain(status, words, failure);
    work->take(work->context, w->piece, answer, answer ? NULL : failure);
    if (answer)
        fclose(answer);
    free(w->answer);
    w->pid = 0;
}

/* Reads more of the answer. Returns false at its end. */
static bool receive(struct worker *w)
{
    if (w->room - w->size < 1 << 12) {
        char *more = realloc(w->answer, w->room = 2 * w->room + (1 << 16));
        if (!more) {
            w->no_memory = true;
            return false;
        }
        w->answer = more;
    }
    const ssize_t n = read(w->fd, w->answer + w->size, w->room - w->size);
    if (n > 0)
        w->size += (size_t)n;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Waits for one of the n workers, and serves those that have written something. Returns how many
 * are left. */
static size_t attend(const struct subprocess_work *work, struct worker workers[], size_t n)
{
    struct pollfd fds[MOST_JOBS];
    double next = INFINITY;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        fds[i] = (struct pollfd){ .fd = workers[i].fd, .events = POLLIN };
        next = fmin(next, workers[i].deadline);
    }
    const double wait = fmin(fmax(next - clock_now(), 0), 1e5);
    if (poll(fds, (nfds_t)n, (int)(1e3 * wait) + 1) < 0)
        return n; /* a signal: once more */
    for (size_t i = 0; i < n; i++) {
        const bool ended = fds[i].revents && !receive(&workers[i]);
        const bool late = !ended && clock_now() > workers[i].deadline;
        if (ended || late)
            finish(work, &workers[i], late);
        else
            workers[kept++] = workers[i];
    }
    return kept;
}

void subprocess_map(const struct subprocess_work *work)
{
    struct worker workers[MOST_JOBS];
    const size_t most = work->jobs < 1 ? 1 : work->jobs > MOST_JOBS ? MOST_JOBS : work->jobs;
    size_t busy = 0, next = 0;
    while (busy > 0 || next < work->n) {
        while (busy < most && next < work->n) {
            if (start(work, next, &workers[busy]))
                busy++;
            else if (busy > 0) /* when there are fewer there may be one more */
                break;
            else
                cli_fail("cannot start a process: %s", strerror(errno));
            next++;
        }
        busy = attend(work, workers, busy);
        if (work->kind)
            cli_progress("%zu of %zu %s", next - busy, work->n, work->kind);
    }
    if (work->kind)
        cli_progress_done();
}
