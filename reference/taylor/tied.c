/* Watches which states change alike, and states a law with one of them (tied.h). */
#include "reference/taylor/tied.h"

#include <stdlib.h>

#include "tools/base/memory.h"

void ties_init(struct ties *t, const struct law_graph *law)
{
    const unsigned n = law->rate.n;
    *t = (struct ties){ .law = law };
    t->of = memory_array((size_t)n * n + 1, sizeof *t->of);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            t->of[t->n++] =
                (struct tie){ i, j, { law->rate.of[i], law->rate.of[j] }, true, false, -1 };
}

void ties_clear(struct ties *t) { free(t->of); }

static void part(const struct ties *t, struct tie *tie)
{
    tie->holds = false;
    tie->last = t->now;
}

void ties_look(struct ties *t, const struct graph_tape *tape)
{
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++) {
        tie->is_now = graph_tape_is_same(tape, tie->rate[0], tie->rate[1]);
        if (!tie->is_now)
            part(t, tie);
    }
}

void ties_break(struct ties *t, unsigned state)
{
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++)
        if (tie->i == state || tie->j == state)
            part(t, tie);
}

void ties_begin(struct ties *t)
{
    t->now = 0;
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++)
        tie->last = -1;
}

void ties_since(struct ties *t, double time)
{
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++)
        tie->is_now = tie->is_now && tie->last < time;
}

void ties_lessen(struct ties *t)
{
    bool all_hold = true;
    for (const struct tie *tie = t->of; tie < t->of + t->n; tie++)
        all_hold = all_hold && (tie->holds || !tie->is_now);
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++)
        tie->is_now = tie->is_now && tie->holds && !all_hold;
}

bool ties_hold(const struct ties *t)
{
    bool hold = true;
    for (unsigned k = 0; t->stand_for_states && k < t->n; k++)
        hold = hold && t->of[k].holds;
    return hold;
}

bool ties_are_now(const struct ties *t)
{
    bool are = false;
    for (unsigned k = 0; k < t->n; k++)
        are = are || t->of[k].is_now;
    return are;
}

/* Chooses which states are left. Returns false where all are. */
static bool choose(struct tied_law *t, const struct ties *ties)
{
    for (unsigned i = 0; i < t->n_full; i++)
        t->first[i] = i;
    for (unsigned k = 0; k < ties->n; k++) {
        const struct tie *tie = ties->of + k;
        if (tie->is_now && t->first[tie->i] == tie->i && t->first[tie->j] == tie->j)
            t->first[tie->j] = tie->i;
    }
    unsigned n_differences = 0;
    for (unsigned i = 0; i < t->n_full; i++)
        t->place[i] = t->first[i] == i ? t->n++ : t->n_memory + n_differences++;
    return n_differences > 0;
}

static void number(struct graph_node *node, const struct graph_node *nodes)
{
    node->depth = 0;
    for (unsigned k = 0; k < graph_arguments(node->operation); k++) {
        const unsigned below = nodes[node->argument[k]].depth;
        node->depth = node->depth > below ? node->depth : below + 1;
    }
}

static expression add(struct tied_law *t, struct graph_node node)
{
    number(&node, t->nodes);
    t->nodes[t->graph.n] = node;
    return (expression)t->graph.n++;
}

static expression add_symbol(struct tied_law *t, enum graph_symbol symbol, unsigned index)
{
    return add(t, (struct graph_node){ GRAPH_SYMBOL, symbol, index, 0, { 0 } });
}

/* Writes the nodes of the states, those that have been left out as sums. */
static void state_states(struct tied_law *t, expression state[])
{
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] == i)
            state[i] = add_symbol(t, SYMBOL_STATE, t->place[i]);
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] != i) {
            const expression difference = add_symbol(t, SYMBOL_MEMORY, t->place[i]);
            state[i] =
                add(t, (struct graph_node){
                           GRAPH_SUM, SYMBOL_PARAMETER, 0, 0, { state[t->first[i]], difference } });
        }
}

/* Writes all nodes; in[e] is where node e has gone. */
static void write_nodes(struct tied_law *t, const struct law_graph *law, expression in[])
{
    expression state[TIED_STATES];
    state_states(t, state);
    for (size_t e = 0; e < law->n; e++) {
        struct graph_node node = law->nodes[e];
        if (node.operation == GRAPH_SYMBOL && node.symbol == SYMBOL_STATE) {
            in[e] = state[node.index];
            continue;
        }
        for (unsigned k = 0; k < graph_arguments(node.operation); k++)
            node.argument[k] = in[node.argument[k]];
        in[e] = add(t, node);
    }
}

static void write_action(const struct tied_law *t, struct law_action *action, const expression in[])
{
    action->value = in[action->value];
    if (action->what != SYMBOL_STATE)
        return;
    const unsigned state = action->index;
    const bool is_left = t->first[state] == state;
    action->what = is_left ? SYMBOL_STATE : SYMBOL_RATE;
    action->index = is_left ? t->place[state] : TIED_STATES + state;
}

static void write_events(struct tied_law *t, const struct law_graph *law, const expression in[])
{
    size_t n = 0;
    for (unsigned i = 0; i < law->n_events; i++)
        n += law->events[i].n;
    t->events = memory_array(law->n_events + 1, sizeof *t->events);
    t->actions = memory_array(n + 1, sizeof *t->actions);
    struct law_action *action = t->actions;
    for (unsigned i = 0; i < law->n_events; i++) {
        t->events[i] = law->events[i];
        t->events[i].guard = in[law->events[i].guard];
        t->events[i].actions = action;
        for (unsigned k = 0; k < law->events[i].n; k++, action++) {
            *action = law->events[i].actions[k];
            write_action(t, action, in);
        }
    }
    t->graph.events = t->events;
    t->graph.n_events = law->n_events;
}

/* Lists rates, parts of the force, and values at t = 0, of which differences have none. */
static void write_lists(struct tied_law *t, const struct law_graph *law, const expression in[])
{
    const struct law_list *parts = &law->stated[STATEMENT_PARTS];
    const unsigned n_memory = t->n_memory + t->n_full - t->n;
    t->list = memory_array((size_t)t->n + parts->n + n_memory + 1, sizeof *t->list);
    expression *rate = t->list, *part = rate + t->n, *start = part + parts->n;
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] == i)
            rate[t->place[i]] = in[law->rate.of[i]];
    for (unsigned q = 0; q < parts->n; q++)
        part[q] = in[parts->of[q]];
    t->is_whole = memory_array(n_memory + 1, sizeof *t->is_whole);
    for (unsigned k = 0; k < n_memory; k++) {
        start[k] = k < t->n_memory ? in[law->start.of[k]] : EXPRESSION_NONE;
        t->is_whole[k] = k < t->n_memory && law->is_whole[k];
    }
    t->graph.rate = (struct law_list){ rate, t->n };
    t->graph.stated[STATEMENT_PARTS] = (struct law_list){ part, parts->n };
    t->graph.start = (struct law_list){ start, n_memory };
    t->graph.is_whole = t->is_whole;
    t->graph.force = in[law->force];
}

static void write_ties(struct tied_law *t, const struct law_graph *law, const expression in[])
{
    t->ties = (struct ties){ .law = &t->graph, .stand_for_states = true };
    t->ties.of = memory_array(t->n_full + 1, sizeof *t->ties.of);
    for (unsigned j = 0; j < t->n_full; j++) {
        const unsigned i = t->first[j];
        if (i != j)
            t->ties.of[t->ties.n++] = (struct tie){ t->place[i],
                                                    TIED_STATES + j,
                                                    { in[law->rate.of[i]], in[law->rate.of[j]] },
                                                    true,
                                                    true,
                                                    -1 };
    }
}

static void write_law(struct tied_law *t, const struct arb_law *law)
{
    t->names = memory_array(t->n + 1, sizeof *t->names);
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] == i)
            t->names[t->place[i]] = law->states[i];
    t->law = (struct arb_law){ .name = law->name,
                               .params = law->params,
                               .states = t->names,
                               .parts = law->parts,
                               .n_memory = (int)(t->n_memory + t->n_full - t->n) };
}

bool tied_law_init(struct tied_law *t, const struct arb_law *law, const struct ties *ties)
{
    const struct law_graph *of = ties->law;
    *t = (struct tied_law){ .n_full = of->rate.n, .n_memory = of->start.n };
    if (!choose(t, ties))
        return false;
    t->nodes = memory_array(of->n + 3UL * TIED_STATES, sizeof *t->nodes);
    t->graph = (struct law_graph){
        .name = of->name, .nodes = t->nodes, .numbers = of->numbers, .parameters = of->parameters
    };
    expression *in = memory_array(of->n + 1, sizeof *in);
    write_nodes(t, of, in);
    write_events(t, of, in);
    write_lists(t, of, in);
    write_ties(t, of, in);
    write_law(t, law);
    free(in);
    return true;
}

void tied_law_clear(struct tied_law *t)
{
    ties_clear(&t->ties);
    free(t->names);
    free(t->is_whole);
    free(t->list);
    free(t->actions);
    free(t->events);
    free(t->nodes);
}

static struct tie *find(const struct ties *t, unsigned i, unsigned j)
{
    for (struct tie *tie = t->of; tie < t->of + t->n; tie++)
        if (tie->i == i && tie->j == j)
            return tie;
    return NULL;
}

bool tied_law_forget(const struct tied_law *t, struct ties *ties)
{
    bool any = false;
    for (unsigned k = 0; k < t->ties.n; k++) {
        const unsigned j = t->ties.of[k].j - TIED_STATES;
        if (t->ties.of[k].holds)
            continue;
        find(ties, t->first[j], j)->is_now = false;
        any = true;
    }
    return any;
}

static bool holds(const struct ties *t, unsigned i, unsigned j) { return find(t, i, j)->holds; }

void tied_law_join(const struct tied_law *t, arb_ptr x, arb_srcptr full, const struct ties *ties,
                   arb_srcptr began)
{
    for (unsigned k = 0; k < t->n_memory; k++)
        arb_set(x + t->n + k, full + t->n_full + k);
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] == i)
            arb_set(x + t->place[i], full + i);
        else {
            arb_srcptr of = holds(ties, t->first[i], i) ? began : full;
            arb_sub(x + t->n + t->place[i], of + i, of + t->first[i], ARF_PREC_EXACT);
        }
}

void tied_law_part(const struct tied_law *t, arb_ptr full, arb_srcptr x, slong prec)
{
    for (unsigned k = 0; k < t->n_memory; k++)
        arb_set(full + t->n_full + k, x + t->n + k);
    for (unsigned i = 0; i < t->n_full; i++)
        if (t->first[i] == i)
            arb_set(full + i, x + t->place[i]);
        else
            arb_add(full + i, x + t->place[t->first[i]], x + t->n + t->place[i], prec);
}
