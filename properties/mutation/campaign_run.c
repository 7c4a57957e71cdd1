/* Judges mutants in threads, with a journal (campaign.h). */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "properties/mutation/campaign.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"
#include "tools/base/rng.h"

struct campaign_run {
    struct campaign *campaign;
    struct clock clock;
    const struct campaign_limits *limits;
    double begin;  /* s */
    size_t *order; /* in which mutants are judged */
    FILE *journal;
    pthread_mutex_t writing;
    uint64_t *tests; /* a number that identifies each test */
    uint64_t suite;  /* a number that identifies all tests together */
    bool *timed;     /* the journal has the test's time */
};

static uint64_t mixed_in(uint64_t hash, const void *data, size_t size)
{
    for (const unsigned char *at = data; size-- > 0; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

/* Returns a hash of the test's name, and of size and time of the files that it runs. */
static uint64_t identity_of(const struct plan *plan, const struct test *test)
{
    uint64_t hash = mixed_in(0xcbf29ce484222325u, test->label, strlen(test->label));
    for (size_t k = 0; k < test->n_files; k++) {
        struct stat what = { 0 };
        char *path = memory_text("%s/%s", plan->root, test->files[k]);
        if (stat(path, &what) != 0)
            cli_fail("cannot read '%s': %s", path, strerror(errno));
        hash = mixed_in(hash, &what.st_size, sizeof what.st_size);
        hash = mixed_in(hash, &what.st_mtime, sizeof what.st_mtime);
        free(path);
    }
    return hash;
}

/* Makes a suite of which not all tests are asked another one: what survives it may not survive
 * all. */
static void mix_in_asked(struct campaign_run *run, const struct tests_asked *asked)
{
    if (isfinite(asked->most))
        run->suite = mixed_in(run->suite, &asked->most, sizeof asked->most);
    if (asked->names)
        run->suite = mixed_in(run->suite, asked->names, strlen(asked->names));
    for (size_t i = 0; asked->reach && i < asked->reach->n; i++) {
        const struct reached *r = &asked->reach->at[i];
        run->suite = mixed_in(run->suite, r->test, strlen(r->test));
        run->suite = mixed_in(run->suite, r->file, strlen(r->file));
        run->suite = mixed_in(run->suite, &r->first, sizeof r->first);
        run->suite = mixed_in(run->suite, &r->last, sizeof r->last);
    }
}

/* Writes the times that the journal does not have yet. */
static void write_times(struct campaign_run *run)
{
    for (size_t i = 0; i < run->campaign->plan->n_tests; i++) {
        const double seconds = clock_seconds(&run->clock, i);
        if (seconds > 0 && !run->timed[i])
            fprintf(run->journal, "test %s %016" PRIx64 " %.3f\n",
                    run->campaign->plan->tests[i].label, run->tests[i], seconds);
        run->timed[i] = seconds > 0;
    }
}

static void judge_chosen(void *context, size_t i)
{
    struct campaign_run *run = context;
    struct chosen *chosen = &run->campaign->chosen[run->order[i]];
    if (chosen->fate != FATE_OPEN || clock_now() - run->begin > run->limits->seconds)
        return;
    struct mutant_builder builder;
    mutant_builder_open(&builder, run->campaign->plan, run->limits->directory);
    chosen->fate = judge_mutant(&builder, &run->clock, chosen->subject->file,
                                &chosen->subject->source, chosen->mutant, &chosen->label);
    mutant_builder_close(&builder);
    if (!run->journal)
        return;
    pthread_mutex_lock(&run->writing);
    fprintf(run->journal, "mutant %s %016" PRIx64 " %016" PRIx64 " %s %s\n", chosen->subject->file,
            chosen->mutant->hash, run->suite, fate_names[chosen->fate],
            chosen->label ? chosen->label : "-");
    write_times(run);
    fflush(run->journal);
    pthread_mutex_unlock(&run->writing);
}

/* Takes a fate from a line of the journal. A detected mutant stays detected, and the test that
 * detected it is asked sooner; that a mutant survived counts only for the same tests. */
static void recall(struct campaign_run *run, const char *line)
{
    char file[256], fate[16], label[256];
    uint64_t hash, suite;
    if (sscanf(line, "mutant %255s %" SCNx64 " %" SCNx64 " %15s %255s", file, &hash, &suite, fate,
               label) != 5)
        return;
    for (size_t i = 0; i < run->campaign->plan->n_tests; i++)
        run->clock.noticed[i] += strcmp(run->campaign->plan->tests[i].label, label) == 0;
    if (suite != run->suite && strcmp(fate, fate_names[FATE_SURVIVED]) == 0)
        return;
    for (size_t i = 0; i < run->campaign->n; i++) {
        struct chosen *chosen = &run->campaign->chosen[i];
        if (chosen->mutant->hash != hash || strcmp(chosen->subject->file, file) != 0)
            continue;
        for (int k = FATE_DETECTED; k <= FATE_SURVIVED; k++)
            if (strcmp(fate, fate_names[k]) == 0)
                chosen->fate = (enum fate)k;
    }
}

/* Takes the time of a test that is unchanged. */
static void recall_time(struct campaign_run *run, const char *line)
{
    char label[256], seconds[32];
    uint64_t identity;
    if (sscanf(line, "test %255s %" SCNx64 " %31s", label, &identity, seconds) != 3)
        return;
    for (size_t i = 0; i < run->campaign->plan->n_tests; i++)
        if (run->tests[i] == identity) {
            run->clock.seconds[i] = strtod(seconds, NULL);
            run->timed[i] = true;
        }
}

static void open_journal(struct campaign_run *run, const char *path)
{
    char whole[4096];
    cli_path(path, whole, sizeof whole);
    char *text = cli_read(whole), *save = NULL;
    if (!text && errno != ENOENT)
        cli_fail("--journal: cannot read '%s': %s", whole, strerror(errno));
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        recall(run, line);
        recall_time(run, line);
    }
    free(text);
    run->journal = fopen(whole, "a");
    if (!run->journal)
        cli_fail("--journal: cannot write '%s': %s", whole, strerror(errno));
}

/* Returns the mutants' indices, shuffled, so that those judged within a limited time are a sample.
 */
static size_t *shuffled(size_t n, uint64_t seed)
{
    size_t *order = memory_array(n, sizeof *order);
    struct rng rng = rng_keyed(seed, "order", 0);
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)(rng_uniform(&rng) * (double)(i + 1));
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

void campaign_run(struct campaign *campaign, const struct campaign_limits *limits)
{
    const size_t n_tests = campaign->plan->n_tests;
    struct campaign_run run = { .campaign = campaign,
                                .limits = limits,
                                .begin = clock_now(),
                                .order = shuffled(campaign->n, campaign->seed),
                                .tests = memory_array(n_tests, sizeof *run.tests),
                                .timed = memory_array(n_tests, sizeof *run.timed) };
    for (size_t i = 0; i < n_tests; i++) {
        run.tests[i] = identity_of(campaign->plan, &campaign->plan->tests[i]);
        run.suite = mixed_in(run.suite, &run.tests[i], sizeof run.tests[i]);
    }
    mix_in_asked(&run, &limits->asked);
    pthread_mutex_init(&run.writing, NULL);
    clock_open(&run.clock, campaign->plan);
    run.clock.asked = limits->asked;
    if (limits->journal)
        open_journal(&run, limits->journal);
    if (limits->jobs > 0)
        parallel_for(campaign->n, limits->jobs, "mutants", judge_chosen, &run);
    if (run.journal && fclose(run.journal) != 0)
        cli_fail("--journal: cannot write '%s': %s", limits->journal, strerror(errno));
    clock_close(&run.clock, campaign->plan);
    pthread_mutex_destroy(&run.writing);
    free(run.order);
    free(run.tests);
    free(run.timed);
}
