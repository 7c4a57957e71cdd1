/* Builds graphs of expressions (graph.h). */
#include "models/algebra/graph.h"

#include <arf.h>
#include <stdlib.h>
#include <string.h>

#include "models/algebra/simplify.h"
#include "tools/base/memory.h"

static const unsigned arguments_of[] = {
#define X(name, word, arguments) arguments,
    GRAPH_OPERATIONS(X)
#undef X
};

static const char *const words[] = {
#define X(name, word, arguments) word,
    GRAPH_OPERATIONS(X)
#undef X
};

const char *graph_word(enum graph_operation operation) { return words[operation]; }

unsigned graph_arguments(enum graph_operation operation) { return arguments_of[operation]; }

void graph_free(struct graph *g)
{
    for (size_t i = 0; i < g->n_numbers; i++)
        fmpq_clear(g->numbers + i);
    free(g->numbers);
    free(g->nodes);
    free(g->table);
    *g = (struct graph){ .nodes = NULL };
}

/* Numbers are compared by value: their indices differ while one is being looked for. */
static bool same_node(const struct graph *g, const struct graph_node *a, const struct graph_node *b)
{
    if (a->operation != b->operation)
        return false;
    if (a->operation == GRAPH_NUMBER)
        return fmpq_equal(g->numbers + a->index, g->numbers + b->index);
    return a->symbol == b->symbol && a->index == b->index &&
           memcmp(a->argument, b->argument, sizeof a->argument) == 0;
}

/* FNV-1a of what same_node compares. */
static size_t hash_of(const struct graph *g, const struct graph_node *node)
{
    const ulong prime = 4294967291;
    const fmpq *q = node->operation == GRAPH_NUMBER ? g->numbers + node->index : NULL;
    const uint32_t parts[] = { (uint32_t)node->operation,
                               (uint32_t)node->symbol,
                               q ? (uint32_t)fmpz_fdiv_ui(fmpq_numref(q), prime) : node->index,
                               q ? (uint32_t)fmpz_fdiv_ui(fmpq_denref(q), prime)
                                 : node->argument[0],
                               node->argument[1],
                               node->argument[2],
                               node->argument[3] };
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash = (hash ^ parts[i]) * 0x100000001b3u;
    return (size_t)(hash ^ hash >> 32);
}

/* Returns the slot where the node is, or belongs. An entry is a node's number plus 1. */
static size_t slot_of(const struct graph *g, const struct graph_node *node)
{
    size_t slot = hash_of(g, node) & (g->slots - 1);
    while (g->table[slot] != 0 && !same_node(g, &g->nodes[g->table[slot] - 1], node))
        slot = (slot + 1) & (g->slots - 1);
    return slot;
}

static void widen(struct graph *g)
{
    enum { FEWEST = 256 };
    if (2 * g->n < g->slots)
        return;
    free(g->table);
    g->slots = g->slots > 0 ? 2 * g->slots : FEWEST;
    g->table = memory_array(g->slots, sizeof *g->table);
    for (size_t i = 0; i < g->n; i++)
        g->table[slot_of(g, &g->nodes[i])] = (uint32_t)i + 1;
}

static expression add(struct graph *g, const struct graph_node *node)
{
    widen(g);
    const size_t slot = slot_of(g, node);
    if (g->table[slot] == 0) {
        g->nodes = memory_grown(g->nodes, g->n, &g->room, sizeof *g->nodes);
        g->nodes[g->n++] = *node;
        g->table[slot] = (uint32_t)g->n;
    }
    return g->table[slot] - 1;
}

expression graph_number(struct graph *g, const fmpq_t value)
{
    const struct graph_node node = { .operation = GRAPH_NUMBER, .index = (uint32_t)g->n_numbers };
    const size_t n = g->n;
    g->numbers = memory_grown(g->numbers, g->n_numbers, &g->room_numbers, sizeof *g->numbers);
    fmpq_init(g->numbers + g->n_numbers);
    fmpq_set(g->numbers + g->n_numbers, value);
    const expression e = add(g, &node);
    if (g->n > n)
        g->n_numbers++;
    else
        fmpq_clear(g->numbers + g->n_numbers);
    return e;
}

expression graph_integer(struct graph *g, long value)
{
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_si(q, value, 1);
    const expression e = graph_number(g, q);
    fmpq_clear(q);
    return e;
}

expression graph_real(struct graph *g, double value)
{
    fmpq_t q;
    arf_t exact;
    fmpq_init(q);
    arf_init(exact);
    arf_set_d(exact, value);
    arf_get_fmpq(q, exact);
    const expression number = graph_number(g, q);
    arf_clear(exact);
    fmpq_clear(q);
    return number;
}

expression graph_symbol(struct graph *g, enum graph_symbol symbol, unsigned index)
{
    const struct graph_node node = { .operation = GRAPH_SYMBOL, .symbol = symbol, .index = index };
    return add(g, &node);
}

bool graph_is_number(const struct graph *g, expression e)
{
    return g->nodes[e].operation == GRAPH_NUMBER;
}

uint32_t graph_depth(const struct graph *g, expression e) { return g->nodes[e].depth; }

double graph_double(const fmpq_t value)
{
    arf_t rounded;
    arf_init(rounded);
    arf_fmpz_div_fmpz(rounded, fmpq_numref(value), fmpq_denref(value), 53, ARF_RND_NEAR);
    const double nearest = arf_get_d(rounded, ARF_RND_NEAR);
    arf_clear(rounded);
    return nearest;
}

const fmpq *graph_value(const struct graph *g, expression e)
{
    return g->numbers + g->nodes[e].index;
}

bool graph_is_integer(const struct graph *g, expression e, long value)
{
    return graph_is_number(g, e) && fmpq_cmp_si(graph_value(g, e), value) == 0;
}

bool graph_is_symbol(const struct graph *g, expression e, enum graph_symbol symbol, unsigned index)
{
    const struct graph_node *node = &g->nodes[e];
    return node->operation == GRAPH_SYMBOL && node->symbol == symbol && node->index == index;
}

expression graph_node(struct graph *g, enum graph_operation operation, const expression arguments[])
{
    struct graph_node node = { .operation = operation };
    for (unsigned i = 0; i < graph_arguments(operation); i++) {
        const uint32_t depth = g->nodes[arguments[i]].depth + 1;
        node.argument[i] = arguments[i];
        node.depth = depth > node.depth ? depth : node.depth;
    }
    const expression e = graph_simplified(g, &node);
    return e != EXPRESSION_NONE ? e : add(g, &node);
}

expression graph_one(struct graph *g, enum graph_operation operation, expression a)
{
    return graph_node(g, operation, &a);
}

expression graph_two(struct graph *g, enum graph_operation operation, expression a, expression b)
{
    return graph_node(g, operation, (expression[]){ a, b });
}

expression graph_select(struct graph *g, expression condition, expression a, expression b)
{
    return graph_node(g, GRAPH_SELECT, (expression[]){ condition, a, b });
}

void graph_mark(const struct graph *g, expression e, bool seen[])
{
    seen[e] = true;
    for (expression i = e + 1; i-- > 0;)
        for (unsigned k = 0; seen[i] && k < graph_arguments(g->nodes[i].operation); k++)
            seen[g->nodes[i].argument[k]] = true;
}

expression graph_replaced(struct graph *g, expression e, graph_replacement *replace, void *context)
{
    bool *seen = memory_array(e + 1, sizeof *seen);
    expression *now = memory_array(e + 1, sizeof *now);
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++) {
        if (!seen[i])
            continue;
        const struct graph_node node = g->nodes[i];
        expression argument[GRAPH_MOST_ARGUMENTS] = { 0 };
        const unsigned n = graph_arguments(node.operation);
        for (unsigned k = 0; k < n; k++)
            argument[k] = now[node.argument[k]];
        now[i] = replace(context, g, n > 0 ? graph_node(g, node.operation, argument) : i);
    }
    const expression replaced = now[e];
    free(now);
    free(seen);
    return replaced;
}

struct swaps {
    const struct graph_swap *of;
    size_t n;
};

static expression swap(void *context, struct graph *g, expression e)
{
    const struct swaps *swaps = context;
    for (size_t i = 0; i < swaps->n; i++)
        if (graph_is_symbol(g, e, swaps->of[i].symbol, swaps->of[i].index))
            return swaps->of[i].by;
    return e;
}

expression graph_swapped(struct graph *g, expression e, const struct graph_swap swaps[], size_t n)
{
    return graph_replaced(g, e, swap, &(struct swaps){ swaps, n });
}

bool graph_depends(const struct graph *g, expression e, enum graph_symbol symbol, int index)
{
    bool *seen = memory_array(e + 1, sizeof *seen), depends = false;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e && !depends; i++)
        depends = seen[i] && g->nodes[i].operation == GRAPH_SYMBOL &&
                  g->nodes[i].symbol == symbol &&
                  (index == ANY_INDEX || g->nodes[i].index == (uint32_t)index);
    free(seen);
    return depends;
}

bool graph_is_constant(const struct graph *g, expression e)
{
    for (int kind = 0; kind <= SYMBOL_VARIABLE; kind++)
        if (graph_depends(g, e, (enum graph_symbol)kind, ANY_INDEX))
            return false;
    return true;
}
