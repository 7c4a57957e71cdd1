/* Finds the equations of a ball model (law_text.h). */
#include "reference/taylor/law_text.h"

#include <string.h>

#include "reference/derived/graph_law.h"

static const struct law_graph *find(const struct arb_law *law)
{
    const struct law_graph *opened = graph_law_of_balls(law);
    const struct arb_law *const *built_in = arb_laws;
    while (*built_in && *built_in != law)
        built_in++;
    if (opened || !*built_in)
        return opened;
    for (const struct law_graph *const *g = law_texts; *g; g++)
        if (strcmp((*g)->name, law->name) == 0)
            return *g;
    return NULL;
}

static bool matches(const struct law_graph *text, const struct arb_law *law)
{
    bool all = (unsigned)arb_law_count(law->states) == text->rate.n && law->n_memory == 0 &&
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
