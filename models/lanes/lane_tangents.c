/* Differentiates a law's expressions, and carries slopes from hold to hold (lane_tangents.h). */
#include "models/lanes/lane_tangents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/algebra/derive.h"
#include "tools/base/memory.h"

/* The law's graph is for reading: derivatives grow one of their own. A power is exp(b log a) there,
 * whose derivatives need no other power. */
static expression copied(const struct law_graph *from, expression e, const expression to[],
                         struct graph *g)
{
    const struct graph_node *node = &from->nodes[e];
    expression argument[GRAPH_MOST_ARGUMENTS] = { 0 };
    if (node->operation == GRAPH_NUMBER)
        return graph_number(g, from->numbers + node->index);
    if (node->operation == GRAPH_SYMBOL)
        return graph_symbol(g, node->symbol, node->index);
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        argument[k] = to[node->argument[k]];
    if (node->operation == GRAPH_POWER && !graph_is_number(g, argument[1]))
        return graph_one(
            g, GRAPH_EXP,
            graph_two(g, GRAPH_PRODUCT, argument[1], graph_one(g, GRAPH_LOG, argument[0])));
    return graph_node(g, node->operation, argument);
}

/* What a law's states and force are made of, in a graph that can grow. */
struct copy {
    struct graph g;
    expression b[MODEL_MAX_STATES], k[MODEL_MAX_STATES], force;
};

static void copy(const struct law_graph *from, struct copy *c)
{
    const struct graph nodes = { .nodes = (struct graph_node *)from->nodes, .n = from->n };
    bool *seen = memory_array(from->n, sizeof *seen);
    expression *to = memory_array(from->n, sizeof *to);
    *c = (struct copy){ .force = EXPRESSION_NONE };
    for (unsigned i = 0; i < from->b.n; i++) {
        graph_mark(&nodes, from->b.of[i], seen);
        graph_mark(&nodes, from->k.of[i], seen);
    }
    graph_mark(&nodes, from->by_rates.of[0], seen);
    for (expression e = 0; e < from->n; e++)
        if (seen[e])
            to[e] = copied(from, e, to, &c->g);
    for (unsigned i = 0; i < from->b.n; i++) {
        c->b[i] = to[from->b.of[i]];
        c->k[i] = to[from->k.of[i]];
    }
    c->force = to[from->by_rates.of[0]];
    free(to);
    free(seen);
}

/* Derivatives that are wanted, and where their rows are to be written. */
struct wanted {
    struct lane_wanted *of;
    uint16_t **row;
    size_t n;
};

static void want(struct wanted *w, struct graph *g, expression e, enum graph_symbol kind,
                 unsigned index, enum lane_group group, uint16_t *row)
{
    const expression d = graph_derivative(g, e, graph_symbol(g, kind, index));
    w->row[w->n] = row;
    w->of[w->n++] =
        (struct lane_wanted){ graph_is_integer(g, d, 0) ? EXPRESSION_NONE : d, group, 0 };
}

static void want_all(struct wanted *w, struct copy *c, unsigned n_states, unsigned n_params,
                     struct lane_tangents *t)
{
    for (unsigned j = 0; j < n_params; j++) {
        for (unsigned i = 0; i < n_states; i++) {
            want(w, &c->g, c->b[i], SYMBOL_PARAMETER, j, LANE_HELD, &t->b[i][j]);
            want(w, &c->g, c->k[i], SYMBOL_PARAMETER, j, LANE_HELD, &t->k[i][j]);
        }
        want(w, &c->g, c->force, SYMBOL_PARAMETER, j, LANE_MEAN, &t->f[j]);
    }
    for (unsigned i = 0; i < n_states; i++) {
        want(w, &c->g, c->force, SYMBOL_STATE, i, LANE_MEAN, &t->by_x[i]);
        want(w, &c->g, c->force, SYMBOL_RATE, i, LANE_MEAN, &t->by_rate[i]);
    }
}

struct lane_tangents *lane_tangents_new(const struct law_graph *from)
{
    unsigned n_params = 0;
    const unsigned n_states = from->b.n;
    if (from->initial.n > 0 || from->by_rates.n == 0 || n_states > MODEL_MAX_STATES)
        return NULL;
    while (from->parameters[n_params])
        n_params++;
    const size_t most = (n_params + 1) * (2 * (size_t)n_states + 1);
    struct wanted w = { memory_array(most, sizeof *w.of), memory_array(most, sizeof *w.row), 0 };
    struct lane_tangents *t = memory_array(1, sizeof *t);
    struct copy c;
    copy(from, &c);
    want_all(&w, &c, n_states, n_params, t);
    struct law_graph own = *from;
    own.nodes = c.g.nodes;
    own.n = c.g.n;
    own.numbers = c.g.numbers;
    own.b = (struct law_list){ c.b, n_states };
    own.k = (struct law_list){ c.k, n_states };
    own.by_rates = (struct law_list){ &c.force, 1 };
    own.values.force_scale = EXPRESSION_NONE;
    own.stated[STATEMENT_BOUND].n = own.stated[STATEMENT_STORAGE].n = 0;
    t->law = lane_law_with(&own, w.of, w.n);
    for (size_t i = 0; i < w.n; i++)
        *w.row[i] = w.of[i].row;
    graph_free(&c.g);
    free(w.of);
    free(w.row);
    if (t->law)
        return t;
    lane_tangents_free(t);
    return NULL;
}

void lane_tangents_free(struct lane_tangents *t)
{
    if (!t)
        return;
    lane_law_free(t->law);
    free(t);
}

static unsigned columns(const struct lane_tangents *t) { return t->law->n_params + 1; }

size_t lane_tangents_rows(const struct lane_tangents *t)
{
    return (size_t)t->law->n_states * columns(t);
}

void lane_tangents_open(const struct lane_tangents *t, struct lane_motion *m, lane_runner *run)
{
    lane_motion_open(m, t->law, run);
    m->least = 0x1p-900;
}

/* How a state's slopes change in a hold, for b and k that change by db and dk: its end by
 * rest slope + by_b db - by_k dk. */
struct carry {
    lane_row rest, by_b, by_k;
};

/* With x = x0 + (b - k x0) t phi(k t) of the time t, the integral of exp(-k(h - t)) x over a hold
 * is x0 h phi + (b - k x0) h^2 (phi - exp(-u))/u. */
static void find_carry(const struct lane_motion *m, unsigned i, unsigned n, double x0,
                       struct carry *c)
{
    const struct lane_rows *rows = &m->law->rows;
    const lane_row *w = m->rows + rows->weights[i];
    const double *x = m->rows[rows->x[i]], *h = m->rows[rows->h];
    const double *b = m->rows[rows->b[i]], *k = m->rows[rows->k[i]];
    for (unsigned l = 0; l < n; l++) {
        const double u = w[LANE_U][l], phi = w[LANE_PHI][l], rest = w[LANE_REST][l];
        /* (phi - exp(-u))/u is phi - psi, psi = tilt/h. */
        const double lag =
            fabs(u) <= 0.125 ? h[l] * phi - w[LANE_TILT][l] : h[l] * (phi - rest) / u;
        c->rest[l] = rest;
        c->by_b[l] = h[l] * phi;
        c->by_k[l] = x0 * h[l] * phi + (b[l] - k[l] * x0) * h[l] * lag;
        x0 = x[l];
    }
}

/* One column of slopes of a state along n holds; b and k are rows. */
static double carried(const struct lane_motion *m, const struct carry *c, uint16_t b, uint16_t k,
                      unsigned n, double slope, double *restrict ends)
{
    for (unsigned l = 0; l < LANES; l++)
        ends[l] = (b == LANE_NO_ROW ? 0 : c->by_b[l] * m->rows[b][l]) -
                  (k == LANE_NO_ROW ? 0 : c->by_k[l] * m->rows[k][l]);
    for (unsigned l = 0; l < n; l++)
        ends[l] = slope = c->rest[l] * slope + ends[l];
    return slope;
}

void lane_tangents_flow(const struct lane_tangents *t, struct lane_motion *m, unsigned n,
                        double at[], lane_row ends[])
{
    const unsigned n_params = t->law->n_params;
    double x0[MODEL_MAX_STATES];
    struct carry c = { .rest = { 0 } };
    memcpy(x0, m->x, sizeof x0);
    lane_motion_flow(m, NULL, n);
    for (unsigned i = 0; i < t->law->n_states; i++) {
        const size_t first = (size_t)i * columns(t);
        find_carry(m, i, n, x0[i], &c);
        for (unsigned j = 0; j <= n_params; j++) {
            const uint16_t b = j < n_params ? t->b[i][j] : (uint16_t)LANE_NO_ROW;
            const uint16_t k = j < n_params ? t->k[i][j] : (uint16_t)LANE_NO_ROW;
            at[first + j] = carried(m, &c, b, k, n, at[first + j], ends[first + j]);
        }
    }
}

static void read_row(const struct lane_motion *m, uint16_t row, double *restrict to)
{
    if (row == LANE_NO_ROW)
        memset(to, 0, sizeof(lane_row));
    else
        memcpy(to, m->rows[row], sizeof(lane_row));
}

/* to += a b, where the row is not 0. */
static void add_product(const struct lane_motion *m, uint16_t row, const double *restrict b,
                        double *restrict to)
{
    if (row == LANE_NO_ROW)
        return;
    const double *restrict a = m->rows[row];
    for (unsigned l = 0; l < LANES; l++)
        to[l] += a[l] * b[l];
}

void lane_tangents_force(const struct lane_tangents *t, struct lane_motion *m, lane_row states[],
                         lane_row force[])
{
    const struct lane_rows *rows = &m->law->rows;
    const unsigned n_params = t->law->n_params, n_states = t->law->n_states;
    lane_motion_force(m);
    for (unsigned j = 0; j < n_params + n_states; j++)
        read_row(m, j < n_params ? t->f[j] : (uint16_t)LANE_NO_ROW, force[j]);
    for (unsigned i = 0; i < n_states; i++) {
        lane_row by_state, by_b, by_k;
        const double *x = m->rows[rows->x[i]], *k = m->rows[rows->k[i]];
        read_row(m, t->by_x[i], by_state);
        read_row(m, t->by_rate[i], by_b);
        for (unsigned l = 0; l < LANES; l++) {
            by_state[l] -= by_b[l] * k[l];
            by_k[l] = -by_b[l] * x[l];
        }
        for (unsigned j = 0; j <= n_params; j++) {
            double *restrict to = force[j < n_params ? j : n_params + i];
            const double *restrict slope = states[(size_t)i * columns(t) + j];
            for (unsigned l = 0; l < LANES; l++)
                to[l] += by_state[l] * slope[l];
            if (j == n_params)
                continue;
            add_product(m, t->b[i][j], by_b, to);
            add_product(m, t->k[i][j], by_k, to);
        }
    }
}
