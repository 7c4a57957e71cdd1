/* Writes a campaign as table, list and JSON (campaign.h). */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/campaign.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"

struct tally {
    size_t of[FATE_SURVIVED + 1], n;
};

static void count(struct tally *tally, const struct chosen *chosen)
{
    tally->of[chosen->fate]++;
    tally->n++;
}

static void print_tally(FILE *out, const char *name, const struct tally *tally)
{
    const size_t *of = tally->of, possible = of[FATE_DETECTED] + of[FATE_SURVIVED];
    if (tally->n == 0)
        return;
    fprintf(out, "%-36s %8zu %8zu %10zu %9zu %9zu ", name, tally->n, of[FATE_UNBUILT],
            of[FATE_EQUIVALENT], of[FATE_DETECTED], of[FATE_SURVIVED]);
    if (possible > 0)
        fprintf(out, "%6.1f %%\n", 100 * (double)of[FATE_DETECTED] / (double)possible);
    else
        fputs("     --\n", out);
}

static void print_head(FILE *out, const char *name)
{
    fprintf(out, "%-36s %8s %8s %10s %9s %9s %8s\n", name, "planted", "unbuilt", "equivalent",
            "detected", "survived", "share");
}

/* Prints source text with white space as single blanks. *blank tells whether one is still to be
 * printed. */
static void print_code(FILE *out, const char *text, size_t n, bool *blank)
{
    for (size_t i = 0; i < n; i++) {
        const bool space = isspace((unsigned char)text[i]);
        if (*blank && !space)
            fputc(' ', out);
        *blank = space;
        if (!space)
            fputc(text[i], out);
    }
}

/* Finds the lines around [begin, end). */
static void lines_around(const struct source *source, const struct mutant *mutant, size_t *from,
                         size_t *to)
{
    *from = mutant->begin;
    *to = mutant->end;
    while (*from > 0 && source->text[*from - 1] != '\n')
        --*from;
    while (source->text[*to] && source->text[*to] != '\n')
        ++*to;
    while (source->text[*from] == ' ')
        ++*from;
}

static void print_mutant(FILE *out, const struct chosen *chosen)
{
    const struct source *source = &chosen->subject->source;
    const struct mutant *mutant = chosen->mutant;
    size_t from, to;
    lines_around(source, mutant, &from, &to);
    fprintf(out, "%s:%u: %s, --site %zu\n    - ", chosen->subject->file, mutant->line,
            mutant->operator, chosen->index);
    bool blank = false;
    print_code(out, source->text + from, to - from, &blank);
    fputs("\n    + ", out);
    blank = false;
    print_code(out, source->text + from, mutant->begin - from, &blank);
    print_code(out, mutant->text, strlen(mutant->text), &blank);
    print_code(out, source->text + mutant->end, to - mutant->end, &blank);
    fputc('\n', out);
}

void campaign_table(FILE *out, const struct campaign *c)
{
    struct tally all = { 0 };
    print_head(out, "file");
    for (size_t s = 0; s < c->n_subjects; s++) {
        struct tally tally = { 0 };
        for (size_t i = 0; i < c->n; i++)
            if (c->chosen[i].subject == &c->subjects[s])
                count(&tally, &c->chosen[i]);
        print_tally(out, c->subjects[s].file, &tally);
    }
    fputc('\n', out);
    print_head(out, "operator");
    for (const struct operator* o = operators; o->name; o++) {
        struct tally tally = { 0 };
        for (size_t i = 0; i < c->n; i++)
            if (strcmp(c->chosen[i].mutant->operator, o->name) == 0)
                count(&tally, &c->chosen[i]);
        print_tally(out, o->name, &tally);
    }
    for (size_t i = 0; i < c->n; i++)
        count(&all, &c->chosen[i]);
    fputc('\n', out);
    print_tally(out, "all", &all);
    if (all.of[FATE_OPEN] > 0)
        fprintf(out, "\n%zu were not begun in the time given.\n", all.of[FATE_OPEN]);
    if (all.of[FATE_SURVIVED] > 0)
        fputs("\nsurvivors:\n", out);
    for (size_t i = 0; i < c->n; i++)
        if (c->chosen[i].fate == FATE_SURVIVED)
            print_mutant(out, &c->chosen[i]);
}

void campaign_list(FILE *out, const struct campaign *c)
{
    for (size_t i = 0; i < c->n; i++)
        print_mutant(out, &c->chosen[i]);
    fprintf(out, "%zu mutants of %zu files\n", c->n, c->n_subjects);
}

void campaign_json(FILE *out, const struct campaign *c)
{
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "results");
    cJSON_AddStringToObject(root, "format", "mutation-1");
    context_add(root);
    cJSON_AddNumberToObject(root, "seed", (double)c->seed);
    cJSON_AddNumberToObject(root, "share", campaign_share(c));
    for (size_t i = 0; i < c->n; i++) {
        const struct chosen *chosen = &c->chosen[i];
        const struct source *source = &chosen->subject->source;
        cJSON *row = cJSON_CreateObject();
        struct memory_stream before;
        bool blank = false;
        print_code(memory_open(&before), source->text + chosen->mutant->begin,
                   chosen->mutant->end - chosen->mutant->begin, &blank);
        char *text = memory_close(&before);
        cJSON_AddStringToObject(row, "file", chosen->subject->file);
        cJSON_AddNumberToObject(row, "line", chosen->mutant->line);
        cJSON_AddNumberToObject(row, "site", (double)chosen->index);
        cJSON_AddStringToObject(row, "operator", chosen->mutant->operator);
        cJSON_AddStringToObject(row, "before", text);
        cJSON_AddStringToObject(row, "after", chosen->mutant->text);
        cJSON_AddStringToObject(row, "fate", fate_names[chosen->fate]);
        cJSON_AddItemToArray(rows, row);
        free(text);
    }
    json_write(out, root);
}
