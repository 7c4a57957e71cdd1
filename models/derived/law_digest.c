/* Writes a law's graph as a text, whose digest names the law (law_digest.h). */
#include "models/derived/law_digest.h"

#include <stdlib.h>

#include "tools/base/memory.h"

/* A text that grows, and the numbers that nodes have in it. */
struct writing {
    const struct law_graph *law;
    FILE *out;
    unsigned long *number; /* 0: not written */
    unsigned long n;
};

/* Writes what a node is made of, and then the node. */
static void write_node(struct writing *w, expression e)
{
    const struct graph_node *node = &w->law->nodes[e];
    const unsigned arguments = graph_arguments(node->operation);
    if (w->number[e] > 0)
        return;
    for (unsigned k = 0; k < arguments; k++)
        write_node(w, node->argument[k]);
    w->number[e] = ++w->n;
    fprintf(w->out, "%d", (int)node->operation);
    for (unsigned k = 0; k < arguments; k++)
        fprintf(w->out, " %lu", w->number[node->argument[k]]);
    if (node->operation == GRAPH_NUMBER) {
        char *value = fmpq_get_str(NULL, 10, w->law->numbers + node->index);
        fprintf(w->out, " %s", value);
        flint_free(value);
    } else if (node->operation == GRAPH_SYMBOL)
        fprintf(w->out, " %d %u", (int)node->symbol, (unsigned)node->index);
    fputc('\n', w->out);
}

static void write_list(struct writing *w, const char *what, const expression of[], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (of[i] != EXPRESSION_NONE)
            write_node(w, of[i]);
    fputs(what, w->out);
    for (unsigned i = 0; i < n; i++)
        fprintf(w->out, " %lu", of[i] == EXPRESSION_NONE ? 0 : w->number[of[i]]);
    fputc('\n', w->out);
}

/* Of laws with discrete variables, or states that do not begin at 0. */
static void write_events(struct writing *w)
{
    const struct law_graph *law = w->law;
    if (law->start.n > 0)
        write_list(w, "start", law->start.of, law->start.n);
    if (law->initial.n > 0)
        write_list(w, "initial", law->initial.of, law->initial.n);
    for (unsigned k = 0; k < law->n_events; k++) {
        const struct law_event *event = &law->events[k];
        write_list(w, event->fires_at_zero ? "at most" : "less", &event->guard, 1);
        for (unsigned i = 0; i < event->n; i++) {
            fprintf(w->out, "%d %u ", (int)event->actions[i].what, event->actions[i].index);
            write_list(w, "becomes", &event->actions[i].value, 1);
        }
    }
}

void law_digest(char digest[DIGEST_TEXT], const struct law_graph *law)
{
    struct memory_stream stream;
    struct writing w = { law, memory_open(&stream), memory_array(law->n, sizeof *w.number), 0 };
    fprintf(w.out, "%s\n", law->name);
    for (unsigned i = 0; law->parameters[i]; i++)
        fprintf(w.out, "parameter %s\n",
                law->signs[i].text ? law->signs[i].text : law->parameters[i]);
    for (unsigned i = 0; law->states && law->states[i]; i++)
        fprintf(w.out, "state %s\n", law->states[i]);
    for (unsigned i = 0; i < law->n_constraints; i++)
        write_list(&w, "assert", &law->constraints[i].condition, 1);
    write_list(&w, "rate", law->rate.of, law->rate.n);
    write_list(&w, "force", &law->force, 1);
    write_events(&w);
    for (int i = 0; i < N_STATEMENTS; i++)
        write_list(&w, "statement", law->stated[i].of, law->stated[i].n);
    char *text = memory_close(&stream);
    const char *const texts[] = { text };
    digest_texts(digest, texts, 1);
    free(text);
    free(w.number);
}
