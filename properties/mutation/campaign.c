/* Lists the mutants of many files and samples them by a hash. */
#include "properties/mutation/campaign.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the sources that some test is built from, without those that nothing but tests is built
 * from; sorted. */
static char **files_of(const struct plan *plan, size_t *n)
{
    char **files = NULL;
    size_t room = 0;
    *n = 0;
    for (size_t i = 0; i < plan->n_actions; i++) {
        if (plan->actions[i].testonly)
            continue;
        for (char **header = plan->actions[i].headers; header && *header; header++) {
            files = memory_grown((void *)files, *n, &room, sizeof *files);
            files[(*n)++] = *header;
        }
    }
    size_t kept = 0;
    if (*n > 0)
        qsort((void *)files, *n, sizeof *files, by_text);
    for (size_t i = 0; i < *n; i++)
        if (kept == 0 || strcmp(files[kept - 1], files[i]) != 0)
            files[kept++] = files[i];
    *n = kept;
    return files;
}

void campaign_open(struct campaign *c, const struct plan *plan, const char *files,
                   const char *operators_named)
{
    size_t n, room = 0;
    char **paths = files_of(plan, &n);
    *c = (struct campaign){ .plan = plan, .subjects = memory_array(n, sizeof *c->subjects) };
    for (size_t i = 0; i < n; i++) {
        if (!patterns_match(files, paths[i]))
            continue;
        struct subject *subject = &c->subjects[c->n_subjects++];
        subject->file = memory_text("%s", paths[i]);
        if (!source_open(&subject->source, plan->root, paths[i]))
            cli_fail("cannot read '%s': %s", paths[i], strerror(errno));
        mutants_list(&subject->mutants, &subject->source);
        for (size_t k = 0; k < subject->mutants.n; k++) {
            if (!patterns_match(operators_named, subject->mutants.at[k].operator))
                continue;
            c->chosen = memory_grown(c->chosen, c->n, &room, sizeof *c->chosen);
            c->chosen[c->n++] = (struct chosen){ .subject = subject,
                                                 .mutant = &subject->mutants.at[k],
                                                 .index = k };
        }
    }
    free((void *)paths);
}

void campaign_close(struct campaign *c)
{
    for (size_t i = 0; i < c->n_subjects; i++) {
        mutants_free(&c->subjects[i].mutants);
        source_close(&c->subjects[i].source);
        free(c->subjects[i].file);
    }
    free(c->subjects);
    free(c->chosen);
}

/* SplitMix64's output function. */
static uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int by_place(const void *a, const void *b)
{
    const struct chosen *x = a, *y = b;
    if (x->subject != y->subject)
        return x->subject < y->subject ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int by_key(const void *a, const void *b)
{
    const struct chosen *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : by_place(a, b);
}

/* Returns how many mutants of the same file and operator come before mutant i. */
static size_t rank(const struct campaign *c, size_t i)
{
    size_t before = 0;
    for (size_t k = 0; k < i; k++)
        before += c->chosen[k].subject == c->chosen[i].subject &&
                  c->chosen[k].mutant->operator== c->chosen[i].mutant->operator;
    return before;
}

void campaign_sample(struct campaign *c, size_t most, uint64_t seed)
{
    c->seed = seed;
    if (most == 0 || most >= c->n)
        return;
    for (size_t i = 0; i < c->n; i++)
        c->chosen[i].key = mixed(c->chosen[i].mutant->hash ^ mixed(seed + 0x9e3779b97f4a7c15u));
    qsort(c->chosen, c->n, sizeof *c->chosen, by_key);
    uint64_t *ranks = memory_array(c->n, sizeof *ranks);
    for (size_t i = 0; i < c->n; i++)
        ranks[i] = rank(c, i);
    /* the first of each file and operator, then the second of each, ... */
    for (size_t i = 0; i < c->n; i++)
        c->chosen[i].key = ranks[i] << 32 | i;
    free(ranks);
    qsort(c->chosen, c->n, sizeof *c->chosen, by_key);
    c->n = most;
    qsort(c->chosen, c->n, sizeof *c->chosen, by_place);
}

void campaign_keep_changed(struct campaign *c, const struct changes *changes)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i++)
        if (changes_touch(changes, c->chosen[i].subject->file, c->chosen[i].mutant->line))
            c->chosen[kept++] = c->chosen[i];
    c->n = kept;
}

void campaign_pure(struct campaign *c)
{
    static char nothing[] = "";
    static const struct mutant none = { .operator= "nothing", .line = 1, .text = nothing };
    c->n = 0;
    for (size_t i = 0; i < c->n_subjects; i++)
        if (c->subjects[i].mutants.n > 0)
            c->chosen[c->n++] = (struct chosen){ .subject = &c->subjects[i], .mutant = &none };
}

double campaign_share(const struct campaign *c)
{
    size_t detected = 0, survived = 0;
    for (size_t i = 0; i < c->n; i++) {
        detected += c->chosen[i].fate == FATE_DETECTED;
        survived += c->chosen[i].fate == FATE_SURVIVED;
    }
    return detected + survived > 0 ? (double)detected / (double)(detected + survived) : 1;
}
