/* Ball models of texts that a program reads while it runs. Members of a ball model have no context,
 * so that each law has functions of its own, like one from a shared object. */
#include <string.h>

#include "reference/derived/graph_members.h"

static const struct law_graph *opened[GRAPH_LAWS];

GRAPH_MEMBERS(slot0, opened[0])
GRAPH_MEMBERS(slot1, opened[1])
GRAPH_MEMBERS(slot2, opened[2])
GRAPH_MEMBERS(slot3, opened[3])
GRAPH_MEMBERS(slot4, opened[4])
GRAPH_MEMBERS(slot5, opened[5])
GRAPH_MEMBERS(slot6, opened[6])
GRAPH_MEMBERS(slot7, opened[7])

static struct arb_law balls[GRAPH_LAWS] = {
    GRAPH_MEMBER_TABLE(slot0), GRAPH_MEMBER_TABLE(slot1), GRAPH_MEMBER_TABLE(slot2),
    GRAPH_MEMBER_TABLE(slot3), GRAPH_MEMBER_TABLE(slot4), GRAPH_MEMBER_TABLE(slot5),
    GRAPH_MEMBER_TABLE(slot6), GRAPH_MEMBER_TABLE(slot7),
};

const struct arb_law *graph_law_open(const struct law_graph *law)
{
    int i = 0;
    while (i < GRAPH_LAWS && opened[i])
        i++;
    if (i == GRAPH_LAWS || !graph_law_has_balls(law))
        return NULL;
    opened[i] = law;
    graph_law_members(&balls[i], law);
    return &balls[i];
}

const struct law_graph *graph_law_of_balls(const struct arb_law *law)
{
    for (int i = 0; i < GRAPH_LAWS; i++)
        if (law == &balls[i])
            return opened[i];
    return NULL;
}

const struct law_graph *graph_law_opened(const char *name)
{
    for (int i = 0; i < GRAPH_LAWS && opened[i]; i++)
        if (strcmp(opened[i]->name, name) == 0)
            return opened[i];
    return NULL;
}
