/* Prints a graph as C (print_c.h). */
#include "models/derived/print_c.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/algebra/interpret.h"
#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

struct printing {
    FILE *out;
    const struct equations *law;
    bool *is_named; /* has a constant of its own */
    bool *is_nonnegative;
    const char *decay; /* the function for exp(-k), k >= 0 */
};

/* How tightly an operation binds, as in C. */
enum binding {
    BIND_SELECT,
    BIND_OR,
    BIND_AND,
    BIND_RELATION,
    BIND_SUM,
    BIND_PRODUCT,
    BIND_UNARY,
    BIND_PRIMARY
};

void c_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '?')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
            fprintf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

void c_double(char text[C_DOUBLE], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, C_DOUBLE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

/* Writes the constant C(...) that rounds to the number. */
static void c_real(FILE *out, const fmpq *value)
{
    char text[C_DOUBLE];
    c_double(text, graph_double(value));
    fprintf(out, "C(%s%s)", text, strpbrk(text, ".e") ? "" : ".0");
}

/* Whole numbers are plain, so that they need no precision. */
static void c_number(FILE *out, const fmpq *value)
{
    enum { PLAIN = 100000 };
    if (fmpz_is_one(fmpq_denref(value)) && fmpz_cmp_si(fmpq_numref(value), PLAIN) < 0 &&
        fmpz_cmp_si(fmpq_numref(value), -PLAIN) > 0) {
        fprintf(out, "%ld", fmpz_get_si(fmpq_numref(value)));
        return;
    }
    c_real(out, value);
}

/* Returns true for one over a parameter: the caller of a law may have that (derived.h). */
static bool is_reciprocal(const struct graph *g, const struct graph_node *node)
{
    const struct graph_node *below = &g->nodes[node->argument[1]];
    return node->operation == GRAPH_QUOTIENT && graph_is_integer(g, node->argument[0], 1) &&
           below->operation == GRAPH_SYMBOL && below->symbol == SYMBOL_PARAMETER;
}

static enum binding binding_of(const struct graph *g, expression e)
{
    switch (g->nodes[e].operation) {
    case GRAPH_NUMBER:
        return fmpq_sgn(graph_value(g, e)) < 0 ? BIND_UNARY : BIND_PRIMARY;
    case GRAPH_SELECT:
        return BIND_SELECT;
    case GRAPH_OR:
        return BIND_OR;
    case GRAPH_AND:
        return BIND_AND;
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
        return BIND_RELATION;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return BIND_SUM;
    case GRAPH_PRODUCT:
        return BIND_PRODUCT;
    case GRAPH_QUOTIENT:
        return is_reciprocal(g, &g->nodes[e]) ? BIND_PRIMARY : BIND_PRODUCT;
    case GRAPH_NEGATED:
    case GRAPH_NOT:
        return BIND_UNARY;
    default:
        return BIND_PRIMARY;
    }
}

static void put(struct printing *c, expression e, enum binding least);

static void put_infix(struct printing *c, const struct graph_node *node, const char *operator,
                      enum binding binding)
{
    put(c, node->argument[0], binding);
    fprintf(c->out, " %s ", operator);
    put(c, node->argument[1], (enum binding)(binding + 1));
}

static bool is_truth(const struct graph *g, expression e)
{
    const enum graph_operation is = g->nodes[e].operation;
    return is == GRAPH_LESS || is == GRAPH_AT_MOST || is == GRAPH_EQUAL || is == GRAPH_AND ||
           is == GRAPH_OR || is == GRAPH_NOT;
}

/* A number as a condition is said to be not 0: compilers warn of conversions. */
static void put_condition(struct printing *c, expression e, enum binding least)
{
    if (!is_truth(&c->law->graph, e) || c->is_named[e]) {
        fputs(least > BIND_RELATION ? "(" : "", c->out);
        put(c, e, BIND_SUM);
        fputs(least > BIND_RELATION ? " != 0)" : " != 0", c->out);
    } else
        put(c, e, least);
}

static void put_conditions(struct printing *c, const struct graph_node *node, const char *operator,
                           enum binding binding)
{
    put_condition(c, node->argument[0], binding);
    fprintf(c->out, " %s ", operator);
    put_condition(c, node->argument[1], (enum binding)(binding + 1));
}

static void put_call(struct printing *c, const char *function, const struct graph_node *node)
{
    fprintf(c->out, "%s(", function);
    for (unsigned i = 0; i < graph_arguments(node->operation); i++) {
        fputs(i > 0 ? ", " : "", c->out);
        put(c, node->argument[i], BIND_SELECT);
    }
    fputc(')', c->out);
}

static void put_symbol(struct printing *c, const struct graph_node *node)
{
    switch (node->symbol) {
    case SYMBOL_PARAMETER:
        fprintf(c->out, "p[%u]", (unsigned)node->index);
        break;
    case SYMBOL_INPUT: /* those beside the velocity stand behind the parameters */
        if (node->index == 0)
            fputc('v', c->out);
        else
            fprintf(c->out, "p[%zu]", c->law->parameters.n + node->index - 1);
        break;
    case SYMBOL_STATE:
        fprintf(c->out, "x[%u]", (unsigned)node->index);
        break;
    case SYMBOL_SELECTION:
        fputc('s', c->out);
        break;
    case SYMBOL_MEMORY: /* whole numbers must not be divided as such */
        fprintf(c->out, "%s%s", c->law->memory.of[node->index].type == TYPE_REAL ? "" : "(real)",
                c->law->memory_names[node->index]);
        break;
    case SYMBOL_VARIABLE:
        fprintf(c->out, "y[%u]", (unsigned)node->index);
        break;
    default:
        fputs(node->symbol == SYMBOL_TRAVEL ? "travel" : "v0", c->out);
        break;
    }
}

/* What is chosen is never a whole number of C, which might be divided as such. */
static void put_choice(struct printing *c, expression e, enum binding least)
{
    if (graph_is_number(&c->law->graph, e))
        c_real(c->out, graph_value(&c->law->graph, e));
    else
        put(c, e, least);
}

/* Powers: a whole one as products; any other by a function that knows the usual exponent 2. */
static void put_power(struct printing *c, const struct graph_node *node)
{
    const struct graph *g = &c->law->graph;
    if (graph_is_integer(g, node->argument[1], 2))
        fputs("r_square(", c->out);
    else {
        fputs("r_power(", c->out);
        put(c, node->argument[0], BIND_SELECT);
        fputs(", ", c->out);
        put(c, node->argument[1], BIND_SELECT);
        fputc(')', c->out);
        return;
    }
    put(c, node->argument[0], BIND_SELECT);
    fputc(')', c->out);
}

/* Compilers fold some functions of numbers, and others not. */
static bool put_constant(struct printing *c, expression e)
{
    const struct graph_point nowhere = { NULL };
    char text[C_DOUBLE];
    double value;
    if (!graph_is_constant(&c->law->graph, e))
        return false;
    graph_evaluate(&c->law->graph, &nowhere, &e, &value, 1);
    if (!isfinite(value))
        return false;
    c_double(text, value);
    fprintf(c->out, "C(%s%s)", text, strpbrk(text, ".e") ? "" : ".0");
    return true;
}

static void put_operation(struct printing *c, expression e)
{
    const struct graph *g = &c->law->graph;
    const struct graph_node *node = &g->nodes[e], *inner = &g->nodes[node->argument[0]];
    if (node->operation != GRAPH_NUMBER && put_constant(c, e))
        return;
    switch (node->operation) {
    case GRAPH_NUMBER:
        c_number(c->out, graph_value(g, e));
        break;
    case GRAPH_SYMBOL:
        put_symbol(c, node);
        break;
    case GRAPH_NEGATED:
    case GRAPH_NOT:
        fputc(node->operation == GRAPH_NOT ? '!' : '-', c->out);
        (node->operation == GRAPH_NOT ? put_condition : put)(c, node->argument[0], BIND_PRIMARY);
        break;
    case GRAPH_SUM:
        put_infix(c, node, "+", BIND_SUM);
        break;
    case GRAPH_DIFFERENCE:
        put_infix(c, node, "-", BIND_SUM);
        break;
    case GRAPH_PRODUCT:
        put_infix(c, node, "*", BIND_PRODUCT);
        break;
    case GRAPH_QUOTIENT:
        if (is_reciprocal(g, node))
            fprintf(c->out, "r_reciprocal(p[%u])", (unsigned)g->nodes[node->argument[1]].index);
        else
            put_infix(c, node, "/", BIND_PRODUCT);
        break;
    case GRAPH_LESS:
        put_infix(c, node, "<", BIND_RELATION);
        break;
    case GRAPH_AT_MOST:
        put_infix(c, node, "<=", BIND_RELATION);
        break;
    case GRAPH_EQUAL:
        put_infix(c, node, "==", BIND_RELATION);
        break;
    case GRAPH_AND:
        put_conditions(c, node, "&&", BIND_AND);
        break;
    case GRAPH_OR:
        put_conditions(c, node, "||", BIND_OR);
        break;
    case GRAPH_SELECT:
        put_condition(c, node->argument[0], BIND_OR);
        fputs(" ? ", c->out);
        put_choice(c, node->argument[1], BIND_OR);
        fputs(" : ", c->out);
        put_choice(c, node->argument[2], BIND_SELECT);
        break;
    case GRAPH_POWER:
        put_power(c, node);
        break;
    case GRAPH_EXP:
        if (inner->operation == GRAPH_NEGATED && !c->is_named[node->argument[0]] &&
            c->is_nonnegative[inner->argument[0]])
            put_call(c, c->decay, inner);
        else
            put_call(c, "r_exp", node);
        break;
    case GRAPH_TANH:
        put_call(c, "smooth_sign", node);
        break;
    default: {
        char function[24];
        snprintf(function, sizeof function, "r_%s", graph_word(node->operation));
        put_call(c, function, node);
    }
    }
}

/* Puts a node, in parentheses unless it binds at least so tightly. */
static void put(struct printing *c, expression e, enum binding least)
{
    if (c->is_named[e]) {
        fprintf(c->out, "t%u", (unsigned)e);
        return;
    }
    const bool open = binding_of(&c->law->graph, e) < least;
    fputs(open ? "(" : "", c->out);
    put_operation(c, e);
    fputs(open ? ")" : "", c->out);
}

static void put_body(FILE *out, const struct equations *law, const struct c_statement statements[],
                     size_t n, const char *decay)
{
    const struct graph *g = &law->graph;
    struct printing c = { out, law, memory_array(g->n, sizeof *c.is_named),
                          memory_array(g->n, sizeof *c.is_nonnegative), decay };
    law_mark_nonnegative(law, c.is_nonnegative);
    c_names(law, statements, n, c.is_named);
    for (expression i = 0; i < g->n; i++)
        if (c.is_named[i]) {
            fprintf(out, "    const real t%u = ", (unsigned)i);
            put_operation(&c, i);
            fputs(";\n", out);
        }
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "    %s%s", statements[i].target ? statements[i].target : "return",
                statements[i].target ? " = " : " ");
        if (statements[i].e == EXPRESSION_NONE)
            fputs("(real)INFINITY", out);
        else
            put(&c, statements[i].e, BIND_SELECT);
        fputs(";\n", out);
    }
    free(c.is_nonnegative);
    free(c.is_named);
}

void c_body(FILE *out, const struct equations *law, const struct c_statement statements[], size_t n)
{
    put_body(out, law, statements, n, "r_decay");
}

void c_body_branching(FILE *out, const struct equations *law, const struct c_statement statements[],
                      size_t n)
{
    put_body(out, law, statements, n, "r_decay_branching");
}
