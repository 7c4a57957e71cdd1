/* Prints ball models of texts (print_balls.h). Nodes that no list leads to are left out. */
#include "reference/derived/print_balls.h"

#include <stdlib.h>

#include "models/derived/print_c.h"
#include "reference/derived/graph_members.h"
#include "reference/derived/print_parts.h"
#include "reference/graph/graph_mark.h"

/* The lists of a law, by the names of their members. */
#define LISTS(X)                                                                                   \
    X(rate) X(start) X(initial) X(b) X(k) X(steady) X(flow) X(slack) X(work) X(by_rates) X(f) X(c)
#define VALUES(X) X(steady_force) X(settling_rate) X(force_scale) X(stribeck) X(printed_regressor)

static void each_factor(const struct balance_product *product, void *context,
                        void (*act)(void *context, const struct balance_polynomial *))
{
    for (unsigned i = 0; i < product->n; i++) {
        act(context, &product->of[i]);
        act(context, &product->slow[i]);
    }
}

/* Calls `act` for each polynomial of the dissipation inequality. */
static void each_polynomial(const struct law_balance *balance, void *context,
                            void (*act)(void *context, const struct balance_polynomial *))
{
    if (balance->has_excess)
        each_factor(&balance->excess, context, act);
    for (unsigned face = 0; balance->has_inflow && face < 2 * balance->n_states; face++)
        each_factor(&balance->inflow[face], context, act);
}

struct marking {
    const struct law_graph *law;
    bool *needed;
};

static void mark_polynomial(void *context, const struct balance_polynomial *p)
{
    const struct marking *m = context;
    graph_mark_all(m->law, p->coefficients, p->n_terms, m->needed);
    for (unsigned i = 0; i < p->n_variables; i++)
        graph_mark_all(m->law, &p->variables[i].e, 1, m->needed);
}

static void mark(const struct law_graph *law, bool needed[])
{
    struct marking m = { law, needed };
    each_polynomial(&law->balance, &m, mark_polynomial);
    graph_mark_all(law, &law->balance.speed, 1, needed);
    graph_mark_all(law, &law->balance.value, 1, needed);
#define X(list) graph_mark_all(law, law->list.of, law->list.n, needed);
    LISTS(X)
#undef X
#define X(value) graph_mark_all(law, &law->values.value, 1, needed);
    VALUES(X)
#undef X
    graph_mark_all(law, &law->force, 1, needed);
    for (unsigned k = 0; k < law->n_events; k++) {
        graph_mark_all(law, &law->events[k].guard, 1, needed);
        for (unsigned i = 0; i < law->events[k].n; i++)
            graph_mark_all(law, &law->events[k].actions[i].value, 1, needed);
    }
    for (unsigned i = 0; i < law->n_constraints; i++)
        graph_mark_all(law, &law->constraints[i].condition, 1, needed);
    for (unsigned i = 0; i < law->n_domains; i++)
        graph_mark_all(law, &law->domains[i].where, 1, needed);
    for (int i = 0; i < N_STATEMENTS; i++)
        graph_mark_all(law, law->stated[i].of, law->stated[i].n, needed);
}

/* Returns the number that the next node gets. */
static expression print_node(struct printing *p, enum graph_operation operation,
                             enum graph_symbol symbol, unsigned index, const expression argument[],
                             unsigned n)
{
    fprintf(p->out, "    { %d, %d, %u, 0, {", (int)operation, (int)symbol, index);
    for (unsigned k = 0; k < n; k++)
        fprintf(p->out, " %u,", (unsigned)argument[k]);
    fputs(n > 0 ? " } },\n" : " 0 } },\n", p->out);
    return p->n++;
}

static expression print_small(struct printing *p, const fmpz_t value)
{
    fprintf(p->numbers.file, "    { ");
    fmpz_fprint(p->numbers.file, value);
    fputs(", 1 },\n", p->numbers.file);
    return print_node(p, GRAPH_NUMBER, SYMBOL_PARAMETER, p->n_numbers++, NULL, 0);
}

/* A whole number as static data has at most 62 bits: a larger one is high times 2^60 plus low. */
static expression print_whole(struct printing *p, const fmpz_t value)
{
    enum { PART = 60 };
    if (fmpz_bits(value) <= PART)
        return print_small(p, value);
    fmpz_t high, low, unit;
    fmpz_init(high);
    fmpz_init(low);
    fmpz_init(unit);
    fmpz_fdiv_q_2exp(high, value, PART);
    fmpz_fdiv_r_2exp(low, value, PART);
    fmpz_one_2exp(unit, PART);
    const expression factors[] = { print_whole(p, high), print_small(p, unit) };
    const expression terms[] = { print_node(p, GRAPH_PRODUCT, SYMBOL_PARAMETER, 0, factors, 2),
                                 print_small(p, low) };
    fmpz_clear(unit);
    fmpz_clear(low);
    fmpz_clear(high);
    return print_node(p, GRAPH_SUM, SYMBOL_PARAMETER, 0, terms, 2);
}

static expression print_number(struct printing *p, const fmpq_t value)
{
    if (fmpz_is_one(fmpq_denref(value)))
        return print_whole(p, fmpq_numref(value));
    const expression of[] = { print_whole(p, fmpq_numref(value)),
                              print_whole(p, fmpq_denref(value)) };
    return print_node(p, GRAPH_QUOTIENT, SYMBOL_PARAMETER, 0, of, 2);
}

static void print_nodes(struct printing *p)
{
    const struct law_graph *law = p->law;
    bool *needed = memory_array(law->n, sizeof *needed);
    mark(law, needed);
    fprintf(p->out, "\nstatic const struct graph_node nodes_%s[] = {\n", law->name);
    for (size_t i = 0; i < law->n; i++) {
        const struct graph_node *node = &law->nodes[i];
        const unsigned n = graph_arguments(node->operation);
        expression argument[GRAPH_MOST_ARGUMENTS];
        if (!needed[i])
            continue;
        for (unsigned k = 0; k < n; k++)
            argument[k] = p->number[node->argument[k]];
        p->number[i] = node->operation == GRAPH_NUMBER
                           ? print_number(p, law->numbers + node->index)
                           : print_node(p, node->operation, node->symbol, node->index, argument, n);
    }
    fputs("};\n", p->out);
    free(needed);
}

static void print_numbers(struct printing *p)
{
    char *numbers = memory_close(&p->numbers);
    fprintf(p->out, "\nstatic const fmpq numbers_%s[] = {\n%s    { 0, 1 },\n};\n", p->law->name,
            numbers);
    free(numbers);
}

static void print_list(const struct printing *p, const char *name, const struct law_list *list)
{
    if (list->n == 0)
        return;
    fprintf(p->out, "    .%s = { (const expression[]){ ", name);
    for (unsigned i = 0; i < list->n; i++) {
        print_expression(p, list->of[i]);
        fputs(", ", p->out);
    }
    fprintf(p->out, "}, %u },\n", list->n);
}

static void print_names(const struct printing *p, const char *name, const char *const *names)
{
    if (!names)
        return;
    fprintf(p->out, "    .%s = (const char *const[]){ ", name);
    for (; *names; names++) {
        c_string(p->out, *names);
        fputs(", ", p->out);
    }
    fputs("NULL },\n", p->out);
}

static void print_signs(const struct printing *p)
{
    fputs("    .signs = (const struct law_sign[]){\n", p->out);
    for (unsigned i = 0; p->law->parameters[i]; i++) {
        const struct law_sign *sign = &p->law->signs[i];
        fprintf(p->out, "        { %d, ", sign->is_positive);
        print_text(p, sign->text);
        fputs(" },\n", p->out);
    }
    fputs("        { 0, NULL },\n    },\n", p->out);
}

static void print_constraints(const struct printing *p)
{
    if (p->law->n_constraints == 0)
        return;
    fputs("    .constraints = (const struct law_constraint[]){\n", p->out);
    for (unsigned i = 0; i < p->law->n_constraints; i++) {
        fprintf(p->out, "        { %u, ", (unsigned)p->number[p->law->constraints[i].condition]);
        c_string(p->out, p->law->constraints[i].text);
        fputs(" },\n", p->out);
    }
    fprintf(p->out, "    },\n    .n_constraints = %u,\n", p->law->n_constraints);
}

static void print_domains(const struct printing *p)
{
    if (p->law->n_domains == 0)
        return;
    fputs("    .domains = (const struct law_domain[]){\n", p->out);
    for (unsigned i = 0; i < p->law->n_domains; i++) {
        const struct law_domain *domain = &p->law->domains[i];
        fprintf(p->out, "        { %d, ", (int)domain->property);
        print_text(p, domain->id);
        fputs(", ", p->out);
        print_text(p, domain->text);
        fprintf(p->out, ", %u },\n", (unsigned)p->number[domain->where]);
    }
    fprintf(p->out, "    },\n    .n_domains = %u,\n", p->law->n_domains);
}

static void print_event(const struct printing *p, const struct law_event *event)
{
    fprintf(p->out, "        { %u, %d, (const struct law_action[]){ ",
            (unsigned)p->number[event->guard], event->fires_at_zero);
    for (unsigned i = 0; i < event->n; i++)
        fprintf(p->out, "{ %d, %u, %u }, ", (int)event->actions[i].what, event->actions[i].index,
                (unsigned)p->number[event->actions[i].value]);
    fprintf(p->out, "{ 0 } }, %u },\n", event->n);
}

static void print_memory(const struct printing *p)
{
    const struct law_graph *law = p->law;
    fputs("    .declaration = (const unsigned[]){ ", p->out);
    for (unsigned i = 0; i < law->rate.n + law->start.n; i++)
        fprintf(p->out, "%u, ", law->declaration[i]);
    fputs("0 },\n    .is_whole = (const bool[]){ ", p->out);
    for (unsigned i = 0; i < law->start.n; i++)
        fprintf(p->out, "%d, ", law->is_whole[i]);
    fputs("0 },\n    .events = (const struct law_event[]){\n", p->out);
    for (unsigned i = 0; i < law->n_events; i++)
        print_event(p, &law->events[i]);
    fprintf(p->out, "        { 0 },\n    },\n    .n_events = %u,\n", law->n_events);
}

static const char *const statements[] = {
#define X(id, word, shape, unit, symbols) #id,
    STATEMENTS(X)
#undef X
};

static void print_graph(const struct printing *p)
{
    const struct law_graph *law = p->law;
    fprintf(p->out, "\nstatic const struct law_graph graph_%s = {\n", law->name);
    fprintf(p->out, "    .name = \"%s\",\n    .nodes = nodes_%s,\n    .n = %u,\n", law->name,
            law->name, p->n);
    fprintf(p->out, "    .numbers = numbers_%s,\n    .force = ", law->name);
    print_expression(p, law->force);
    fprintf(p->out, ",\n    .is_by_path = %d,\n    .settles = %d,\n    .identifiable = %ld,\n",
            law->is_by_path, law->settles, law->identifiable);
    print_names(p, "parameters", law->parameters);
    print_names(p, "states", law->states);
    print_names(p, "parts", law->parts);
    print_signs(p);
    print_constraints(p);
    print_domains(p);
    print_memory(p);
#define X(list) print_list(p, #list, &law->list);
    LISTS(X)
#undef X
    for (int i = 0; i < N_STATEMENTS; i++) {
        char *name = memory_text("stated[STATEMENT_%s]", statements[i]);
        print_list(p, name, &law->stated[i]);
        free(name);
    }
    fputs("    .values = { ", p->out);
#define X(value)                                                                                   \
    print_expression(p, law->values.value);                                                        \
    fputs(", ", p->out);
    VALUES(X)
#undef X
    fputs("},\n", p->out);
    print_balance(p);
    fputs("};\n", p->out);
}

/* Functions that are there only to be left out. */
static const struct law_graph none;
GRAPH_MEMBERS(any, &none)

static void print_table(const struct printing *p, const char *prefix)
{
    const struct law_graph *law = p->law;
    struct arb_law balls = GRAPH_MEMBER_TABLE(any);
    graph_law_members(&balls, law);
    fprintf(p->out, "\nGRAPH_MEMBERS(ball_%s, &graph_%s)\n", law->name, law->name);
    fprintf(p->out, "\n%s%s = {\n    .name = \"%s\",\n", prefix, law->name, law->name);
    print_names(p, "params", balls.params);
    print_names(p, "states", balls.states);
    print_names(p, "parts", balls.parts);
    fprintf(p->out, "    .n_memory = %d,\n", balls.n_memory);
    fprintf(p->out, "    .n_regressors = %d,\n    .n_identifiable = %d,\n    .by_path = %d,\n",
            balls.n_regressors, balls.n_identifiable, balls.by_path);
#define X(id, member)                                                                              \
    if (balls.member)                                                                              \
        fprintf(p->out, "    ." #member " = ball_%s_" #member ",\n", law->name);
    GRAPH_FUNCTIONS(X, any)
#undef X
    fputs("};\n", p->out);
}

/* table: how the name of the ball model begins; NULL: none. */
static void print(FILE *out, const struct law_graph *law, const char *table)
{
    struct printing p = { .out = out,
                          .law = law,
                          .number = memory_array(law->n, sizeof *p.number) };
    memory_open(&p.numbers);
    print_nodes(&p);
    print_numbers(&p);
    print_graph(&p);
    if (table)
        print_table(&p, table);
    free(p.number);
}

void balls_print(FILE *out, const struct law_graph *law)
{
    print(out, law, "const struct arb_law arb_law_");
}

void balls_print_graph(FILE *out, const struct law_graph *law) { print(out, law, NULL); }

void balls_print_along(FILE *out, const struct law_graph *law)
{
    print(out, law, "static const struct arb_law arb_law_along_");
}
