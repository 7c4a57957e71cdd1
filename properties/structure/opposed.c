/* Asks whether a law's force opposes the motion (opposed.h). */
#include "properties/structure/opposed.h"

#include <math.h>

#include "models/algebra/derive.h"
#include "models/normal/forms.h"
#include "properties/cover/cover.h"
#include "properties/structure/odd.h"
#include "properties/structure/within.h"
#include "properties/workbench/motion.h"

enum { MOST_PARTS = 4000, MOST_CONDITIONS = 16 };

/* A law, and the stiffness of the springs in it: S = sum of stiffness_i x_i^2/2. */
struct question {
    struct motion m;
    const struct finite_place *place;
    expression stiffness[MODEL_MAX_STATES]; /* by state; EXPRESSION_NONE: it is no spring */
    expression conditions[MOST_CONDITIONS];
    unsigned n_conditions;
    struct cover_symbol symbols[COVER_MOST_SYMBOLS];
    unsigned n_symbols;
};

static expression state(struct question *q, unsigned i)
{
    return graph_symbol(&q->m.w.equations.graph, SYMBOL_STATE, i);
}

static bool is_positive(struct question *q, expression e)
{
    return motion_is_of_parameters(&q->m, e) && workbench_is_positive(&q->m.w, e);
}

/* c/r where F = c x_i + ..., dx_i/dt = r v + ..., both positive. */
static expression stiffness_of(struct question *q, unsigned i)
{
    struct graph *g = &q->m.w.equations.graph;
    struct graph_swap origin[MODEL_MAX_STATES];
    const unsigned n = q->m.law->rate.n;
    motion_go(&q->m, 1);
    for (unsigned k = 0; k < n; k++)
        origin[k] = (struct graph_swap){ SYMBOL_STATE, k, graph_integer(g, 0) };
    const expression F = motion_there(&q->m, q->m.law->force),
                     rate = graph_swapped(g, motion_there(&q->m, q->m.law->rate.of[i]), origin, n);
    const size_t c = normal_form(q->m.w.normal, graph_derivative(g, F, state(q, i))),
                 r = normal_form(q->m.w.normal,
                                 motion_two(&q->m, GRAPH_QUOTIENT, rate, workbench_speed(&q->m.w)));
    if (c == NO_FORM || r == NO_FORM)
        return EXPRESSION_NONE;
    const expression is[] = { form_expression(q->m.w.normal, g, c),
                              form_expression(q->m.w.normal, g, r) },
                     speed = workbench_speed(&q->m.w);
    for (int k = 0; k < 2; k++)
        if (graph_depends(g, is[k], SYMBOL_PARAMETER, (int)g->nodes[speed].index) ||
            !is_positive(q, is[k]))
            return EXPRESSION_NONE;
    return motion_two(&q->m, GRAPH_QUOTIENT, is[0], is[1]);
}

/* Returns the rise of S along the rates, where the law is. */
static expression rise(struct question *q)
{
    struct graph *g = &q->m.w.equations.graph;
    expression sum = graph_integer(g, 0);
    for (unsigned i = 0; i < q->m.law->rate.n; i++)
        if (q->stiffness[i] != EXPRESSION_NONE) {
            const expression slope = motion_two(&q->m, GRAPH_PRODUCT, q->stiffness[i], state(q, i)),
                             rate = motion_there(&q->m, q->m.law->rate.of[i]);
            sum = motion_two(&q->m, GRAPH_SUM, sum, motion_two(&q->m, GRAPH_PRODUCT, slope, rate));
        }
    return sum;
}

/* Returns true when S stays as it is at rest. */
static bool rests(struct question *q)
{
    struct graph *g = &q->m.w.equations.graph;
    motion_rest(&q->m, workbench_selection(&q->m.w));
    return normal_same(q->m.w.normal, rise(q), graph_integer(g, 0));
}

/* F - (dS/dt)/|v| at a speed in that direction, states over their bounds. */
static expression left(struct question *q, long direction, bool has_springs)
{
    struct graph *g = &q->m.w.equations.graph;
    struct graph_swap share[MODEL_MAX_STATES];
    const unsigned n = q->m.law->rate.n;
    motion_go(&q->m, direction);
    const expression F = motion_there(&q->m, q->m.law->force);
    expression D = direction > 0 ? F : graph_one(g, GRAPH_NEGATED, F);
    if (has_springs)
        D = motion_two(&q->m, GRAPH_DIFFERENCE, D,
                       motion_two(&q->m, GRAPH_QUOTIENT, rise(q), workbench_speed(&q->m.w)));
    for (unsigned i = 0; i < n; i++)
        share[i] = (struct graph_swap){
            SYMBOL_STATE, i,
            motion_two(&q->m, GRAPH_PRODUCT, state(q, i),
                       motion_there(&q->m, q->m.law->stated[STATEMENT_BOUND].of[i]))
        };
    D = graph_swapped(g, D, share, n);
    const size_t form = has_springs ? normal_form(q->m.w.normal, D) : NO_FORM;
    return form == NO_FORM ? D : form_expression(q->m.w.normal, g, form);
}

/* Adds a symbol that an expression depends on. Returns false when there is no room. */
static bool add(struct question *q, struct cover_symbol symbol)
{
    if (q->n_symbols == COVER_MOST_SYMBOLS)
        return false;
    q->symbols[q->n_symbols++] = symbol;
    return true;
}

static bool depends(struct question *q, expression D, enum graph_symbol what, unsigned index)
{
    const struct graph *g = &q->m.w.equations.graph;
    bool does = graph_depends(g, D, what, (int)index);
    for (unsigned i = 0; i < q->n_conditions; i++)
        does = does || graph_depends(g, q->conditions[i], what, (int)index);
    return does;
}

/* Lists the speed, the states and the parameters. */
static bool list_symbols(struct question *q, expression D)
{
    const struct graph *g = &q->m.w.equations.graph;
    const struct law_graph *law = q->m.law;
    const unsigned speed = g->nodes[workbench_speed(&q->m.w)].index;
    q->n_symbols = 0;
    bool done = add(q, (struct cover_symbol){ SYMBOL_PARAMETER, speed, 0, q->place->speed, false });
    for (unsigned i = 0; i < law->rate.n; i++)
        if (depends(q, D, SYMBOL_STATE, i))
            done = done && add(q, (struct cover_symbol){ SYMBOL_STATE, i, -1, 1, false });
    for (unsigned i = 0; law->parameters[i]; i++) {
        const struct reach is = q->place->parameter[i];
        if (depends(q, D, SYMBOL_PARAMETER, i))
            done = done && add(q, (struct cover_symbol){ SYMBOL_PARAMETER, i, is.lo, is.hi,
                                                         q->place->whole >> i & 1 });
    }
    return done;
}

static struct cover_answer cover(struct question *q, long direction, bool has_springs)
{
    struct graph *g = &q->m.w.equations.graph;
    const expression D = left(q, direction, has_springs), speed = workbench_speed(&q->m.w);
    const struct graph_swap rest = { SYMBOL_PARAMETER, g->nodes[speed].index, graph_integer(g, 0) };
    const bool begins = motion_is_never_negative(&q->m, graph_swapped(g, D, &rest, 1));
    const expression slope = begins ? graph_derivative(g, D, speed) : EXPRESSION_NONE;
    if (!list_symbols(q, D))
        return (struct cover_answer){ .is = ANSWER_UNDECIDED };
    const struct law_graph here = { .nodes = g->nodes, .n = g->n, .numbers = g->numbers };
    const struct cover_question asked = {
        .law = &here,
        .value = D,
        .slope = slope,
        .conditions = q->conditions,
        .n_conditions = q->n_conditions,
        .symbols = q->symbols,
        .n_symbols = q->n_symbols,
        .is_for_yes = has_springs, /* where springs are, other places refute nothing */
    };
    return cover_prove(&asked, MOST_PARTS);
}

/* Keeps a place at which the force does not oppose the motion. */
static void keep(const struct question *q, long direction, const struct cover_answer *no,
                 struct opposed_answer *answer)
{
    answer->has_place = true;
    answer->v = (double)direction * no->at[0];
    for (unsigned i = 0; i < MODEL_MAX_STATES; i++)
        answer->state[i] = NAN;
    for (unsigned i = 0; i < MODEL_MAX_PARAMS; i++)
        answer->parameter[i] = NAN;
    for (unsigned k = 1; k < q->n_symbols; k++)
        *(q->symbols[k].what == SYMBOL_STATE ? &answer->state[q->symbols[k].index]
                                             : &answer->parameter[q->symbols[k].index]) = no->at[k];
}

/* Asks in one direction, or both. */
static bool is_covered(struct question *q, bool has_springs, bool is_odd,
                       struct opposed_answer *answer)
{
    bool is = true;
    for (long direction = 1; is && direction >= (is_odd ? 1 : -1); direction -= 2) {
        const struct cover_answer found = cover(q, direction, has_springs);
        is = found.is == ANSWER_YES;
        if (found.is == ANSWER_NO && !has_springs)
            keep(q, direction, &found, answer);
    }
    return is;
}

static void list_conditions(struct question *q, expression condition)
{
    const struct law_graph *law = q->m.law;
    for (unsigned i = 0; i < law->n_constraints && q->n_conditions < MOST_CONDITIONS; i++)
        q->conditions[q->n_conditions++] = q->m.w.of[law->constraints[i].condition];
    if (condition != EXPRESSION_NONE && q->n_conditions < MOST_CONDITIONS)
        q->conditions[q->n_conditions++] = q->m.w.of[condition];
}

/* Finds the springs. Returns false where there are none, or S may change at rest or is not 0 at
 * first. */
static bool find_springs(struct question *q)
{
    bool has = false;
    for (unsigned i = 0; i < q->m.law->rate.n; i++) {
        q->stiffness[i] = stiffness_of(q, i);
        has = has || q->stiffness[i] != EXPRESSION_NONE;
    }
    return has && q->m.law->initial.n == 0 && rests(q);
}

/* What a law remembers may have any value, so it must not matter; nor the path. */
static bool is_applicable(const struct law_graph *law, expression condition)
{
    return law->start.n == 0 && law->n_events == 0 && law->rate.n <= MODEL_MAX_STATES &&
           (law->rate.n == 0 || within_prove_bounds(law, condition) == ANSWER_YES);
}

struct opposed_answer opposed_prove(const struct law_graph *law, const struct finite_place *place,
                                    expression condition)
{
    struct opposed_answer answer = { .is = ANSWER_UNDECIDED };
    struct question q = { .place = place };
    if (!is_applicable(law, condition))
        return answer;
    const bool is_odd = odd_prove(law) == ANSWER_YES;
    motion_open(&q.m, law);
    list_conditions(&q, condition);
    const bool is = is_covered(&q, false, is_odd, &answer),
               is_refuted = answer.has_place && law->rate.n == 0;
    if (is || (!is_refuted && find_springs(&q) && is_covered(&q, true, is_odd, &answer)))
        answer.is = ANSWER_YES;
    else if (is_refuted)
        answer.is = ANSWER_NO;
    motion_close(&q.m);
    return answer;
}
