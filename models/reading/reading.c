/* Reads a law back (reading.h). */
#include "models/reading/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

static size_t operations(const struct equations *law)
{
    const struct graph *g = &law->graph;
    bool *seen = memory_array(g->n, sizeof *seen);
    size_t n = 0;
    graph_mark(g, law->force, seen);
    for (size_t i = 0; i < law->states.n; i++)
        graph_mark(g, law->rate[i], seen);
    for (size_t i = 0; i < g->n; i++)
        n += seen[i] && graph_arguments(g->nodes[i].operation) > 0;
    free(seen);
    return n;
}

/* The identities of checks have numbers on both sides. */
static void make_checks(struct reading *r)
{
    const struct statements *s = &r->statements;
    size_t n = 0;
    r->checks = memory_array(s->n_checks + 1, sizeof *r->checks);
    for (size_t i = 0; i < s->n_checks; i++)
        r->checks[i] = (struct checked){ &s->checks[i], NAN, false };
    for (size_t i = 0; i < r->examination.identities.n && n < s->n_checks; i++) {
        const struct identity *identity = &r->examination.identities.of[i];
        if (strcmp(identity->word, "check") != 0)
            continue;
        const struct graph_point nowhere = { .parameters = NULL };
        struct checked *c = &r->checks[n++];
        graph_evaluate(&r->law.graph, &nowhere, &identity->left, &c->force, 1);
        c->holds = fabs(c->force - c->check->force) <= c->check->tolerance;
    }
}

bool reading_open(struct reading *r, struct text *text, uint64_t seed)
{
    *r = (struct reading){ .text = text, .statements = { .source = "" } };
    if (!equations_read(text, &r->law) || !statements_read(text, &r->law, &r->statements))
        return false;
    r->operations = operations(&r->law);
    structure_find(&r->law, &r->structure);
    r->lines = reading_lines(&r->law);
    needs_find(&r->law, &r->statements, &r->structure, r->needs);
    examine(&r->examination, text, &r->law, &r->statements, seed);
    make_checks(r);
    r->spots = weak_spots_find(&r->examination);
    return true;
}

void reading_close(struct reading *r)
{
    free(r->checks);
    free(r->spots.of);
    examination_free(&r->examination);
    free(r->lines.of);
    statements_free(&r->statements);
    equations_free(&r->law);
}

int reading_status(const struct reading *r)
{
    int status = r->examination.n_contradictions > 0 ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
    for (size_t i = 0; i < r->statements.n_checks; i++)
        if (isnan(r->checks[i].force))
            status = status == EXIT_AS_DECLARED ? EXIT_UNDECIDED : status;
        else if (!r->checks[i].holds)
            status = EXIT_NOT_AS_DECLARED;
    return status;
}

void reading_place(const struct text *text, size_t at, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && i < text->n; i++) {
        *column = text->at[i] == '\n' ? 1 : *column + 1;
        *line += text->at[i] == '\n';
    }
}

char *reading_changed_line(const struct text *text, const struct typo *typo, size_t *column)
{
    size_t first = typo->at, end = typo->at + typo->n;
    while (first > 0 && text->at[first - 1] != '\n')
        first--;
    while (end < text->n && text->at[end] != '\n')
        end++;
    first += strspn(text->at + first, " \t");
    *column = typo->at - first;
    char *line = memory_text("%.*s%s%.*s", (int)(typo->at - first), text->at + first, typo->to,
                             (int)(end - typo->at - typo->n), text->at + typo->at + typo->n);
    for (char *c = line; *c; c++) /* a factor of two lines, a tab */
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    return line;
}
