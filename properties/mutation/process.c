/* Starts a program in its own process group, with limits, and waits for it. */
#include "properties/mutation/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/clock.h"

/* For the signal handler: the groups of running processes, and the directory to remove. */
enum { MOST = 256 };
static atomic_int running[MOST];
static char scratch_directory[4096];
static void (*interrupted_before)(int);

static void interrupted(int number)
{
    for (int i = 0; i < MOST; i++) {
        const int group = atomic_load(&running[i]);
        if (group > 0)
            kill(-group, SIGKILL);
    }
    if (fork() == 0) {
        execl("/bin/rm", "rm", "-rf", scratch_directory, (char *)NULL);
        _exit(1);
    }
    interrupted_before(number);
}

void process_start(const char *scratch)
{
    struct sigaction action = { .sa_handler = interrupted }, before;
    snprintf(scratch_directory, sizeof scratch_directory, "%s", scratch);
    sigaction(SIGINT, NULL, &before);
    interrupted_before = before.sa_handler;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

_Noreturn static void become(const struct process *process)
{
    /* A bug may request all memory, or fill the disk. What a sanitizer watches reserves more
     * addresses, and may raise the limit. */
    const struct rlimit memory = { (rlim_t)1 << 33, RLIM_INFINITY };
    const struct rlimit file = { 1 << 28, 1 << 28 }, core = { 0, 0 };
    setpgid(0, 0);
#ifdef __SANITIZE_ADDRESS__ /* the tests are sanitized, too, and reserve many more addresses */
    (void)memory;
#else
    setrlimit(RLIMIT_AS, &memory);
#endif
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CORE, &core);
    const int in = open("/dev/null", O_RDONLY);
    const int out =
        open(process->output ? process->output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 ||
        chdir(process->directory) != 0)
        _exit(127);
    execve(process->argv[0], process->argv, process->env);
    _exit(127);
}

static int take_place(int group)
{
    for (int i = 0;; i = (i + 1) % MOST) {
        int none = 0;
        if (atomic_compare_exchange_strong(&running[i], &none, group))
            return i;
    }
}

int process_run(const struct process *process, double *seconds)
{
    const double begin = clock_now();
    const pid_t child = fork();
    if (child < 0)
        cli_fail("cannot start a process: %s", strerror(errno));
    if (child == 0)
        become(process);
    setpgid(child, child); /* parent and child both set it, whichever runs first */
    const int place = take_place(child);
    int status = 0;
    bool late = false;
    struct timespec pause = { 0, 500000 };
    while (waitpid(child, &status, WNOHANG) == 0) {
        late = late || clock_now() - begin > process->seconds;
        if (late)
            kill(-child, SIGKILL);
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 10000000)
            pause.tv_nsec *= 2;
    }
    kill(-child, SIGKILL); /* processes that the child has left running */
    atomic_store(&running[place], 0);
    *seconds = clock_now() - begin;
    if (late)
        return PROCESS_TIMED_OUT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
