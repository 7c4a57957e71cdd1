/* Finds the equations of a ball model (law_text.h). */
#include "reference/taylor/law_text.h"

#include <string.h>

#include "reference/derived/graph_law.h"

static const struct law_graph *find_in(const struct law_graph *const list[], const char *name)
{
    for (; *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static bool is_in(const struct arb_law *const list[], const struct arb_law *law)
{
    while (*list && *list != law)
        list++;
    return *list != NULL;
}

/* A law by hand keeps in its memory what it likes: events of the text do not go with it. */
static const struct law_graph *find(const struct arb_law *law)
{
    const struct law_graph *opened = graph_law_of_balls(law);
    if (opened)
        return opened;
    if (is_in(arb_laws_along, law))
        return find_in(law_texts, law->name);
    if (!is_in(arb_laws, law))
        return NULL;
    const struct law_graph *own = find_in(law_graphs, law->name),
                           *other = own ? own : find_in(law_texts, law->name);
    return other && (own || other->start.n == 0) ? other : NULL;
}

static bool matches(const struct law_graph *text, const struct arb_law *law)
{
    bool all = (unsigned)arb_law_count(law->states) == text->rate.n &&
               (unsigned)law->n_memory == text->start.n &&
               arb_law_count(law->parts) == arb_law_count(text->parts);
    for (unsigned i = 0; all && i < text->rate.n; i++)
        all = strcmp(text->states[i], law->states[i]) == 0;
    for (unsigned i = 0; all && text->parameters[i]; i++)
        all = arb_law_index(law->params, text->parameters[i]) >= 0;
    return all;
}

const struct law_graph *arb_law_text(const struct arb_law *law)
{
    const struct law_graph *text = find(law);
    return text && matches(text, law) ? text : NULL;
}

void arb_law_text_parameters(arb_ptr text_p, const struct arb_law *law, arb_srcptr p)
{
    const struct law_graph *text = arb_law_text(law);
    for (unsigned i = 0; text->parameters[i]; i++)
        arb_set(text_p + i, p + arb_law_index(law->params, text->parameters[i]));
}
