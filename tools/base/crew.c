/* Gives the next row to whichever thread is free. */
#include "tools/base/crew.h"

#include <flint/flint.h>
#include <pthread.h>
#include <stdatomic.h>

#include "tools/base/cli.h"

struct crew {
    size_t n;
    const char *kind;
    void (*work)(void *context, size_t i);
    void *context;
    atomic_size_t next, done;
};

static void *take_rows(void *argument)
{
    struct crew *crew = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&crew->next, 1);
        if (i >= crew->n)
            break;
        crew->work(crew->context, i);
        cli_progress("%zu of %zu %s", atomic_fetch_add(&crew->done, 1) + 1, crew->n, crew->kind);
    }
    flint_cleanup(); /* of this thread's own */
    return NULL;
}

void crew_run(size_t n, unsigned jobs, const char *kind, void (*work)(void *context, size_t i),
              void *context)
{
    enum { MAX_JOBS = 256 };
    struct crew crew = { .n = n, .kind = kind, .work = work, .context = context };
    pthread_t threads[MAX_JOBS];
    unsigned started = 0;
    while (started + 1 < jobs && started < MAX_JOBS &&
           pthread_create(&threads[started], NULL, take_rows, &crew) == 0)
        started++;
    take_rows(&crew);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    cli_progress_done();
}
