/* Proves odd symmetry by canonical forms of the equations and their mirror images (odd.h). */
#include "properties/structure/odd.h"

#include <stdlib.h>

#include "properties/structure/canonical.h"
#include "tools/base/memory.h"

/* At most so many declarations of states and discrete variables: all parities are tried. */
enum { MOST_DECLARATIONS = 12 };

/* The equations as they are, and as they are after a reversal. */
struct mirror {
    const struct law_graph *law;
    struct graph graph;
    struct canonical *is, *image; /* by node of the law */
    unsigned long even;           /* declarations that the reversal leaves as they are */
};

static bool is_even(const struct mirror *m, bool is_state, unsigned index)
{
    const unsigned i = is_state ? index : m->law->rate.n + index;
    return m->even >> m->law->declaration[i] & 1;
}

/* Returns true when a symbol changes its sign. */
static bool is_reversed(const struct mirror *m, const struct graph_node *node)
{
    switch (node->symbol) {
    case SYMBOL_INPUT:
        return node->index == 0;
    case SYMBOL_SELECTION:
        return true;
    case SYMBOL_STATE:
        return !is_even(m, true, node->index);
    case SYMBOL_MEMORY:
        return !is_even(m, false, node->index);
    default:
        return false;
    }
}

static struct canonical value_of(struct mirror *m, const struct graph_node *node,
                                 const struct canonical of[])
{
    struct canonical argument[GRAPH_MOST_ARGUMENTS] = { { 0 } };
    if (node->operation == GRAPH_NUMBER)
        return canonical_number(&m->graph, m->law->numbers + node->index);
    if (node->operation == GRAPH_SYMBOL)
        return canonical_symbol(&m->graph, node->symbol, node->index);
    for (unsigned i = 0; i < graph_arguments(node->operation); i++)
        argument[i] = of[node->argument[i]];
    return canonical_node(&m->graph, m->law, node->operation, argument);
}

static void reverse(struct mirror *m)
{
    for (size_t i = 0; i < m->law->n; i++) {
        const struct graph_node *node = &m->law->nodes[i];
        m->image[i] = value_of(m, node, m->image);
        if (node->operation == GRAPH_SYMBOL)
            m->image[i].is_negative = is_reversed(m, node);
    }
}

static bool stays(const struct mirror *m, expression e)
{
    return canonical_same(&m->graph, m->is[e], m->image[e]);
}

static bool turns(const struct mirror *m, expression e)
{
    return canonical_opposite(&m->graph, m->is[e], m->image[e]);
}

static bool follows(const struct mirror *m, expression e, bool even)
{
    return even ? stays(m, e) : turns(m, e);
}

static bool are_events_mirrored(const struct mirror *m, const struct law_event *event)
{
    bool are = stays(m, event->guard);
    for (unsigned k = 0; k < event->n; k++) {
        const struct law_action *action = &event->actions[k];
        are = are &&
              follows(m, action->value, is_even(m, action->what == SYMBOL_STATE, action->index));
    }
    return are;
}

/* Returns true when the law is its own mirror image with these parities. */
static bool is_mirrored(const struct mirror *m)
{
    const struct law_graph *law = m->law;
    bool is = turns(m, law->force);
    for (unsigned i = 0; i < law->rate.n; i++)
        is = is && follows(m, law->rate.of[i], is_even(m, true, i));
    for (unsigned i = 0; i < law->start.n; i++)
        is = is && follows(m, law->start.of[i], is_even(m, false, i));
    for (unsigned i = 0; i < law->initial.n; i++)
        is = is && follows(m, law->initial.of[i], is_even(m, true, i));
    for (unsigned i = 0; i < law->n_events; i++)
        is = is && are_events_mirrored(m, &law->events[i]);
    return is;
}

static unsigned count_declarations(const struct law_graph *law)
{
    unsigned n = 0;
    for (unsigned i = 0; i < law->rate.n + law->start.n; i++)
        n = law->declaration[i] >= n ? law->declaration[i] + 1 : n;
    return n;
}

enum answer odd_prove(const struct law_graph *law)
{
    const unsigned n = count_declarations(law);
    bool is_odd = false;
    if (n > MOST_DECLARATIONS)
        return ANSWER_UNDECIDED;
    struct mirror m = { .law = law,
                        .is = memory_array(law->n, sizeof *m.is),
                        .image = memory_array(law->n, sizeof *m.image) };
    for (size_t i = 0; i < law->n; i++)
        m.is[i] = value_of(&m, &law->nodes[i], m.is);
    for (m.even = 0; !is_odd && m.even < 1UL << n; m.even++) {
        reverse(&m);
        is_odd = is_mirrored(&m);
    }
    graph_free(&m.graph);
    free(m.image);
    free(m.is);
    return is_odd ? ANSWER_YES : ANSWER_UNDECIDED;
}
