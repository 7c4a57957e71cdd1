/* Finds the equations of a ball model (law_text.h). */
#include "reference/arb/law_text.h"

#include <string.h>

#include "reference/derived/graph_law.h"

const struct law_graph *arb_law_text(const struct arb_law *law)
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
