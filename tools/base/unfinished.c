/* A list of files, and a lock that a signal's handler can take (unfinished.h). */
#include "tools/base/unfinished.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct unfinished *first;
static bool is_ending;
static atomic_flag taken = ATOMIC_FLAG_INIT;

/* The thread that has the lock sees no signal: a handler in it would wait for itself. The lock is
 * held for a moment. */
static sigset_t lock(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        ;
    return before;
}

static void unlock(sigset_t before)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The same, but waits for the end of a program that is ending. */
static sigset_t lock_to_go_on(void)
{
    const sigset_t before = lock();
    if (!is_ending)
        return before;
    unlock(before);
    for (;;)
        pause();
}

int unfinished_make(struct unfinished *file)
{
    const sigset_t before = lock_to_go_on();
    const int fd = mkstemp(file->path);
    if (fd >= 0) {
        file->next = first;
        first = file;
    }
    unlock(before);
    return fd;
}

bool unfinished_name(struct unfinished *file, const char *name)
{
    const sigset_t before = lock_to_go_on();
    const bool named = rename(file->path, name) == 0;
    for (struct unfinished **at = &first; named && *at; at = &(*at)->next)
        if (*at == file) {
            *at = file->next;
            break;
        }
    unlock(before);
    return named;
}

void unfinished_remove(void)
{
    const sigset_t before = lock();
    is_ending = true;
    for (const struct unfinished *file = first; file; file = file->next)
        unlink(file->path);
    unlock(before);
}
