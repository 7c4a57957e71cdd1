/* Gives the next row to whichever thread is free. */
#include "tools/base/parallel.h"

#include <flint/flint.h>
#include <pthread.h>
#include <stdatomic.h>

#include "tools/base/cli.h"

struct loop {
    size_t n;
    const char *kind;
    void (*work)(void *context, size_t i);
    void *context;
    atomic_size_t next, done;
};

static void *take_rows(void *argument)
{
    struct loop *loop = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&loop->next, 1);
        if (i >= loop->n)
            break;
        loop->work(loop->context, i);
        cli_progress("%zu of %zu %s", atomic_fetch_add(&loop->done, 1) + 1, loop->n, loop->kind);
    }
    flint_cleanup(); /* frees FLINT's memory of this thread */
    return NULL;
}

void parallel_for(size_t n, unsigned jobs, const char *kind, void (*work)(void *context, size_t i),
                  void *context)
{
    enum { MAX_JOBS = 256 };
    struct loop loop = { .n = n, .kind = kind, .work = work, .context = context };
    pthread_t threads[MAX_JOBS];
    unsigned started = 0;
    while (started + 1 < jobs && started < MAX_JOBS &&
           pthread_create(&threads[started], NULL, take_rows, &loop) == 0)
        started++;
    take_rows(&loop);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    cli_progress_done();
}
