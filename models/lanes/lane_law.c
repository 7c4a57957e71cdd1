/* Makes steps of a law's expressions, and runs them (lane_law.h). */
#include "models/lanes/lane_law.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* A law whose steps are being made. */
struct making {
    const struct law_graph *from;
    struct lane_law *law;
    uint16_t *row_of[LANE_GROUPS]; /* by node; LANE_NO_ROW: not made */
    bool fails;
};

static uint16_t new_rows(struct making *m, size_t n)
{
    const size_t row = m->law->n_rows;
    m->fails |= row + n >= LANE_NO_ROW;
    m->law->n_rows += n;
    return m->fails ? 0 : (uint16_t)row;
}

static void add_step(struct making *m, enum lane_group group, struct lane_step step)
{
    struct lane_law *law = m->law;
    law->steps[group] =
        memory_resized(law->steps[group], law->n[group] + 1, sizeof *law->steps[group]);
    law->steps[group][law->n[group]++] = step;
}

static uint16_t constant(struct making *m, double value)
{
    struct lane_law *law = m->law;
    const uint16_t row = new_rows(m, 1);
    law->constants = memory_resized(law->constants, law->n_constants + 1, sizeof *law->constants);
    law->constants[law->n_constants++] = (struct lane_constant){ row, value };
    return row;
}

/* Returns the row of a symbol in the group; lanes have no others. */
static uint16_t symbol(struct making *m, const struct graph_node *node, enum lane_group group)
{
    const struct lane_rows *rows = &m->law->rows;
    const unsigned i = node->index;
    switch (node->symbol) {
    case SYMBOL_PARAMETER:
        return (uint16_t)(rows->p + i);
    case SYMBOL_INPUT:
        return rows->v;
    case SYMBOL_SELECTION:
        return rows->s;
    case SYMBOL_STATE:
        m->fails |= group < LANE_MEAN;
        return group == LANE_MEAN ? rows->mean[i] : rows->x[i];
    case SYMBOL_RATE:
        m->fails |= group != LANE_MEAN;
        return rows->rate[i];
    default:
        m->fails = true;
        return 0;
    }
}

/* Returns the group that a symbol is known in. */
static enum lane_group known_in(enum graph_symbol symbol, enum lane_group group)
{
    return symbol == SYMBOL_STATE || symbol == SYMBOL_RATE ? group : LANE_HELD;
}

static bool is_two(const struct law_graph *from, expression e)
{
    const struct graph_node *node = &from->nodes[e];
    return node->operation == GRAPH_NUMBER && graph_double(&from->numbers[node->index]) == 2;
}

/* Makes the steps of one node whose arguments are made. Returns the group it is known in. */
static enum lane_group make_node(struct making *m, expression e, enum lane_group group,
                                 const enum lane_group known[])
{
    const struct graph_node *node = &m->from->nodes[e];
    enum lane_group where = LANE_HELD;
    if (node->operation == GRAPH_SYMBOL) {
        where = known_in(node->symbol, group);
        m->row_of[where][e] = symbol(m, node, group);
        return where;
    }
    struct lane_step step = { .operation = (uint16_t)node->operation };
    m->fails |= node->operation == GRAPH_INTEGRAL || node->operation == GRAPH_DRAW;
    if (node->operation == GRAPH_POWER && is_two(m->from, node->argument[1]))
        step.operation = LANE_SQUARE;
    for (unsigned k = 0; k < graph_arguments(node->operation) && !m->fails; k++) {
        const expression argument = node->argument[k];
        step.from[k] = m->row_of[known[argument]][argument];
        where = known[argument] > where ? known[argument] : where;
    }
    if (m->row_of[where][e] != LANE_NO_ROW)
        return where;
    if (node->operation == GRAPH_NUMBER) {
        m->row_of[where][e] = constant(m, graph_double(&m->from->numbers[node->index]));
        return where;
    }
    step.to = m->row_of[where][e] = new_rows(m, 1);
    add_step(m, where, step);
    return where;
}

/* Makes the steps of an expression of the group; returns its row. */
static uint16_t make(struct making *m, expression e, enum lane_group group)
{
    const struct graph nodes = { .nodes = (struct graph_node *)m->from->nodes, .n = m->from->n };
    bool *seen = memory_array(m->from->n, sizeof *seen);
    enum lane_group *known = memory_array(m->from->n, sizeof *known);
    uint16_t row = 0;
    graph_mark(&nodes, e, seen);
    for (expression i = 0; i <= e && !m->fails; i++)
        if (seen[i])
            known[i] = make_node(m, i, group, known);
    if (!m->fails) {
        row = m->row_of[known[e]][e];
        m->fails |= known[e] > group; /* a bound that depends on v, say */
    }
    free(known);
    free(seen);
    return row;
}

static void make_states(struct making *m)
{
    const struct law_graph *from = m->from;
    struct lane_rows *rows = &m->law->rows;
    for (unsigned i = 0; i < m->law->n_states; i++) {
        rows->x[i] = new_rows(m, 1);
        rows->mean[i] = new_rows(m, 1);
        rows->rate[i] = new_rows(m, 1);
        rows->weights[i] = new_rows(m, LANE_N_WEIGHTS);
        rows->initial[i] =
            from->initial.n > 0 ? make(m, from->initial.of[i], LANE_HELD) : constant(m, 0);
        rows->b[i] = make(m, from->b.of[i], LANE_HELD);
        rows->k[i] = make(m, from->k.of[i], LANE_HELD);
        add_step(m, LANE_FLOW,
                 (struct lane_step){
                     LANE_WEIGHTS, rows->weights[i], { rows->b[i], rows->k[i], rows->h } });
    }
}

static void make_values(struct making *m)
{
    const struct law_graph *from = m->from;
    struct lane_law *law = m->law;
    const struct law_list *bound = &from->stated[STATEMENT_BOUND],
                          *storage = &from->stated[STATEMENT_STORAGE];
    law->rows.force = make(m, from->by_rates.of[0], LANE_MEAN);
    for (unsigned q = 0; q < law->n_parts; q++)
        law->rows.part[q] = make(m, from->by_rates.of[1 + q], LANE_MEAN);
    law->has_scale = from->values.force_scale != EXPRESSION_NONE;
    if (law->has_scale)
        law->rows.scale = make(m, from->values.force_scale, LANE_HELD);
    law->has_storage = storage->n == 1 && storage->of[0] != EXPRESSION_NONE;
    if (law->has_storage)
        law->rows.storage = make(m, storage->of[0], LANE_STATE);
    law->has_bound = bound->n == law->n_states;
    for (unsigned i = 0; i < law->n_states; i++)
        law->has_bound = law->has_bound && bound->of[i] != EXPRESSION_NONE;
    for (unsigned i = 0; i < law->n_states && law->has_bound; i++)
        law->rows.bound[i] = make(m, bound->of[i], LANE_HELD);
}

static unsigned count(const char *const names[])
{
    unsigned n = 0;
    while (names && names[n])
        n++;
    return n;
}

static bool has_lanes(const struct law_graph *from)
{
    return from->n_events == 0 && from->start.n == 0 && from->by_rates.n > 0 &&
           from->b.n == from->rate.n && from->rate.n <= MODEL_MAX_STATES &&
           from->by_rates.n <= 1 + MODEL_MAX_PARTS && from->stated[STATEMENT_MAGNIFICATION].n == 0;
}

struct lane_law *lane_law_new(const struct law_graph *from) { return lane_law_with(from, NULL, 0); }

struct lane_law *lane_law_with(const struct law_graph *from, struct lane_wanted wanted[], size_t n)
{
    if (!has_lanes(from))
        return NULL;
    struct lane_law *law = memory_array(1, sizeof *law);
    struct making m = { .from = from, .law = law };
    law->n_params = count(from->parameters);
    law->n_states = from->rate.n;
    law->n_parts = from->by_rates.n - 1;
    for (unsigned i = 0; i < LANE_GROUPS; i++) {
        m.row_of[i] = memory_array(from->n, sizeof *m.row_of[i]);
        memset(m.row_of[i], 0xff, from->n * sizeof *m.row_of[i]);
    }
    law->rows.p = new_rows(&m, law->n_params);
    law->rows.v = new_rows(&m, 1);
    law->rows.s = new_rows(&m, 1);
    law->rows.h = new_rows(&m, 1);
    make_states(&m);
    make_values(&m);
    for (size_t i = 0; i < n; i++)
        wanted[i].row = wanted[i].of == EXPRESSION_NONE ? (uint16_t)LANE_NO_ROW
                                                        : make(&m, wanted[i].of, wanted[i].group);
    for (unsigned i = 0; i < LANE_GROUPS; i++)
        free(m.row_of[i]);
    if (!m.fails)
        return law;
    lane_law_free(law);
    return NULL;
}

void lane_law_free(struct lane_law *law)
{
    if (!law)
        return;
    for (unsigned i = 0; i < LANE_GROUPS; i++)
        free(law->steps[i]);
    free(law->constants);
    free(law);
}

bool lane_law_params(const struct lane_law *law, const struct law_graph *from,
                     const struct model *model, uint16_t param[MODEL_MAX_PARAMS])
{
    bool same = law->n_states == model->n_states && law->n_params == model->n_params;
    for (unsigned i = 0; same && from->parameters[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, from->parameters[i]);
        same = k < model->n_params;
        if (same)
            param[k] = (uint16_t)(law->rows.p + i);
    }
    return same;
}

void lane_motion_open(struct lane_motion *m, const struct lane_law *law, lane_runner *run)
{
    *m = (struct lane_motion){ .law = law, .run = run };
    m->memory = memory_array(law->n_rows + 1, sizeof *m->rows);
    /* to a multiple of a vector's width, which a row's width is, too */
    m->rows = (lane_row *)((char *)m->memory +
                           (sizeof(lane_row) - (uintptr_t)m->memory % sizeof(lane_row)));
    for (size_t i = 0; i < law->n_constants; i++)
        for (unsigned l = 0; l < LANES; l++)
            m->rows[law->constants[i].row][l] = law->constants[i].value;
}

void lane_motion_close(struct lane_motion *m) { free(m->memory); }

static void run_group(struct lane_motion *m, enum lane_group group)
{
    m->run(m->law->steps[group], m->law->n[group], m->rows);
}

/* One state over one hold (lane_steps.h). From u = 1 on the rounding of its end is one of the way
 * that is left. Returns where it ends. */
static double moved(const struct lane_motion *m, unsigned i, unsigned l, double x)
{
    const struct lane_rows *rows = &m->law->rows;
    const lane_row *w = m->rows + rows->weights[i];
    const double u = w[LANE_U][l], phi = w[LANE_PHI][l], steady = w[LANE_STEADY][l];
    const double rate = m->rows[rows->b[i]][l] - m->rows[rows->k[i]][l] * x, mean_rate = rate * phi;
    m->rows[rows->rate[i]][l] = mean_rate;
    m->rows[rows->mean[i]][l] =
        fabs(u) <= 0.125 ? x + rate * w[LANE_TILT][l] : steady + (x - steady) * phi;
    return u < 1 ? x + mean_rate * m->rows[rows->h][l] : steady + (x - steady) * w[LANE_REST][l];
}

static void run_held(struct lane_motion *m)
{
    double *v = m->rows[m->law->rows.v];
    for (unsigned l = 0; l < LANES; l++) {
        m->rows[m->law->rows.s][l] = (double)((v[l] > 0) - (v[l] < 0));
        v[l] = v[l] == 0 ? m->least : v[l];
    }
    run_group(m, LANE_HELD);
}

void lane_motion_flow(struct lane_motion *m, const bool begins[LANES], unsigned n)
{
    const struct lane_rows *rows = &m->law->rows;
    run_held(m);
    run_group(m, LANE_FLOW);
    for (unsigned i = 0; i < m->law->n_states; i++) {
        double x = m->x[i];
        for (unsigned l = 0; l < n; l++) {
            x = moved(m, i, l, begins && begins[l] ? m->rows[rows->initial[i]][l] : x);
            m->rows[rows->x[i]][l] = x;
        }
        m->x[i] = x;
    }
}

void lane_motion_force(struct lane_motion *m)
{
    const struct lane_rows *rows = &m->law->rows;
    run_held(m);
    for (unsigned i = 0; i < m->law->n_states; i++)
        for (unsigned l = 0; l < LANES; l++) {
            const double x = m->rows[rows->x[i]][l];
            m->rows[rows->mean[i]][l] = x;
            m->rows[rows->rate[i]][l] = m->rows[rows->b[i]][l] - m->rows[rows->k[i]][l] * x;
        }
    run_group(m, LANE_MEAN);
}

void lane_motion_round(struct lane_motion *m, const bool begins[LANES], unsigned n)
{
    lane_motion_flow(m, begins, n);
    run_group(m, LANE_MEAN);
    run_group(m, LANE_STATE);
}
