/* Tells cases apart, and shows signs in them (cases.h). */
#include "properties/workbench/cases.h"

#include <stdlib.h>

#include "models/normal/forms.h"
#include "models/normal/regular.h"
#include "tools/base/memory.h"

enum { MOST_CASES = 1 << 12, MOST_SIGNS = 6 };

static struct graph *graph_of(struct cases *c) { return &c->m.w.equations.graph; }

static bool is_sign(struct cases *c, expression a, expression b, bool is_positive)
{
    struct normal *n = c->m.w.normal;
    const size_t form = normal_form(n, graph_two(graph_of(c), GRAPH_DIFFERENCE, a, b));
    return is_positive ? form_positive(n, form) : form_never_negative(n, form);
}

/* Decides a comparison, or a sign, that parameters and the speed decide. */
static expression decided(void *context, struct graph *g, expression e)
{
    struct cases *c = context;
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0],
                     b = node.operation == GRAPH_SIGN ? graph_integer(g, 0) : node.argument[1];
    switch (node.operation) {
    case GRAPH_LESS:
        return is_sign(c, b, a, true)    ? graph_integer(g, 1)
               : is_sign(c, a, b, false) ? graph_integer(g, 0)
                                         : e;
    case GRAPH_AT_MOST:
        return is_sign(c, b, a, false)  ? graph_integer(g, 1)
               : is_sign(c, a, b, true) ? graph_integer(g, 0)
                                        : e;
    case GRAPH_EQUAL:
        return normal_same(c->m.w.normal, a, b)                   ? graph_integer(g, 1)
               : is_sign(c, a, b, true) || is_sign(c, b, a, true) ? graph_integer(g, 0)
                                                                  : e;
    case GRAPH_SIGN:
        return is_sign(c, a, b, true)             ? graph_integer(g, 1)
               : is_sign(c, b, a, true)           ? graph_integer(g, -1)
               : normal_same(c->m.w.normal, a, b) ? b
                                                  : e;
    default:
        return e;
    }
}

expression cases_at_fixed(struct cases *c, expression e)
{
    return graph_swapped(graph_of(c), c->m.w.of[e], c->fixed, c->n_fixed);
}

expression cases_in_copy(struct cases *c, const struct a_case *is, expression e)
{
    struct graph_swap swaps[CASES_MEMORY];
    size_t n = 0;
    for (unsigned k = 0; k < c->law->start.n; k++)
        if (is->has[k])
            swaps[n++] =
                (struct graph_swap){ SYMBOL_MEMORY, k, graph_integer(graph_of(c), is->value[k]) };
    if (is->direction == 0)
        motion_rest(&c->m, workbench_selection(&c->m.w));
    else
        motion_go(&c->m, is->direction);
    const expression there =
        graph_swapped(graph_of(c), graph_swapped(graph_of(c), e, swaps, n), c->m.at, 2);
    return graph_replaced(graph_of(c), there, decided, c);
}

expression cases_in(struct cases *c, const struct a_case *is, expression e)
{
    return cases_in_copy(c, is, cases_at_fixed(c, e));
}

bool cases_divides(struct cases *c, const struct a_case *is, expression e)
{
    struct graph *g = graph_of(c);
    bool *seen = memory_array(e + 1, sizeof *seen), does = true;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e && does; i++)
        if (seen[i] && g->nodes[i].operation == GRAPH_QUOTIENT) {
            const expression by = cases_in_copy(c, is, g->nodes[i].argument[1]);
            does = workbench_is_positive(&c->m.w, by) ||
                   workbench_is_positive(&c->m.w, graph_one(g, GRAPH_NEGATED, by));
        }
    free(seen);
    return does;
}

expression cases_with_facts(struct cases *c, const struct a_case *is, expression e)
{
    for (unsigned i = 0; i < c->n_facts; i++) {
        const struct fact *fact = &c->facts[i];
        const struct graph_swap swap = { SYMBOL_STATE, fact->state, fact->is };
        if (is->has[fact->memory] && is->value[fact->memory] == fact->value)
            e = graph_swapped(graph_of(c), e, &swap, 1);
    }
    return e;
}

static bool has_memory(struct cases *c, expression e, unsigned k)
{
    return graph_depends(graph_of(c), e, SYMBOL_MEMORY, (int)k);
}

/* Marks what the expression depends on. */
static void mark(struct cases *c, expression e, struct a_case *is)
{
    for (unsigned k = 0; k < c->law->start.n; k++)
        is->has[k] = is->has[k] || (c->counted[k].n > 0 && has_memory(c, e, k));
}

static bool shares(struct cases *c, expression e, const struct a_case *is)
{
    for (unsigned k = 0; k < c->law->start.n; k++)
        if (is->has[k] && has_memory(c, e, k))
            return true;
    return false;
}

/* Goes to the next combination of values. Returns false when all have been. */
static bool go_on(struct cases *c, struct a_case *is, unsigned at[])
{
    for (unsigned k = 0; k < c->law->start.n; k++) {
        if (!is->has[k])
            continue;
        at[k] = (at[k] + 1) % c->counted[k].n;
        is->value[k] = c->counted[k].value[at[k]];
        if (at[k] > 0)
            return true;
    }
    return false;
}

bool cases_all(struct cases *c, const expression of[], unsigned n, int memory, case_test *test,
               void *context)
{
    struct a_case is = { .direction = 0 }, first;
    unsigned at[CASES_MEMORY] = { 0 };
    unsigned long count = 1;
    if (memory != ANY_INDEX)
        is.has[memory] = true;
    for (unsigned i = 0; i < n; i++)
        mark(c, of[i], &is);
    first = is;
    for (unsigned i = 0; i < c->law->n_events; i++) {
        const expression guard = cases_at_fixed(c, c->law->events[i].guard);
        if (shares(c, guard, &first))
            mark(c, guard, &is);
    }
    for (unsigned k = 0; k < c->law->start.n && count <= MOST_CASES; k++)
        if (is.has[k]) {
            is.value[k] = c->counted[k].value[0];
            count *= c->counted[k].n;
        }
    if (count > MOST_CASES)
        return false;
    do
        for (is.direction = -1; is.direction <= 1; is.direction++)
            if (!test(c, &is, context))
                return false;
    while (go_on(c, &is, at));
    return true;
}

/* Something that a sign is asked of: a state or a discrete variable with a limit. */
struct boxed {
    enum graph_symbol symbol;
    unsigned index;
    unsigned share; /* which of motion_share's */
    const struct limit *limit;
};

static unsigned list_boxed(struct cases *c, expression e, struct boxed boxed[])
{
    const struct graph *g = graph_of(c);
    unsigned n = 0;
    for (unsigned i = 0; i < c->law->rate.n; i++)
        if (graph_depends(g, e, SYMBOL_STATE, (int)i))
            boxed[n++] = (struct boxed){ SYMBOL_STATE, i, i, &c->state[i] };
    for (unsigned i = 0; i < c->n_reals; i++)
        if (graph_depends(g, e, SYMBOL_MEMORY, (int)c->real[i]))
            boxed[n++] = (struct boxed){ SYMBOL_MEMORY, c->real[i], MODEL_MAX_STATES + i,
                                         &c->memory[c->real[i]] };
    return n;
}

static bool is_of_values(const struct graph *g, expression e)
{
    return graph_depends(g, e, SYMBOL_STATE, ANY_INDEX) ||
           graph_depends(g, e, SYMBOL_MEMORY, ANY_INDEX);
}

/* Returns true when it has a value and no choice is left that states or discrete variables make:
 * then it is continuous in them. */
static bool is_continuous(struct cases *c, expression e)
{
    const struct graph *g = graph_of(c);
    bool *seen = memory_array(e + 1, sizeof *seen), is = workbench_is_defined(&c->m.w, e);
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e && is; i++) {
        const enum graph_operation operation = g->nodes[i].operation;
        is = !seen[i] ||
             (operation != GRAPH_SIGN && operation != GRAPH_LESS && operation != GRAPH_AT_MOST &&
              operation != GRAPH_EQUAL && operation != GRAPH_DRAW) ||
             !is_of_values(g, i);
    }
    free(seen);
    return is;
}

/* Shows that e is never negative for all values below the limits, in each orthant of what may have
 * either sign. What is at a limit, or 0, is where such values tend to. */
bool cases_never_negative(struct cases *c, expression e)
{
    struct boxed boxed[MODEL_MAX_STATES + CASES_REALS];
    struct graph_swap swaps[MODEL_MAX_STATES + CASES_REALS];
    const unsigned n = list_boxed(c, e, boxed);
    unsigned either = 0;
    for (unsigned i = 0; i < n; i++)
        either += !boxed[i].limit->is_never_negative;
    if (either > MOST_SIGNS || !is_continuous(c, e))
        return false;
    if (normal_never_negative(c->m.w.normal, e)) /* whatever they are */
        return true;
    for (unsigned signs = 0; signs < 1U << either; signs++) {
        unsigned bit = 0;
        for (unsigned i = 0; i < n; i++) {
            const struct limit *limit = boxed[i].limit;
            const bool is_negative = !limit->is_never_negative && (signs >> bit++ & 1);
            swaps[i] =
                (struct graph_swap){ boxed[i].symbol, boxed[i].index,
                                     motion_two(&c->m, GRAPH_PRODUCT,
                                                motion_share(&c->m, boxed[i].share, is_negative),
                                                limit->most) };
        }
        if (!normal_never_negative(c->m.w.normal, graph_swapped(graph_of(c), e, swaps, n)))
            return false;
    }
    return true;
}

/* Beside values that only come near to a limit, where it may be 0, it is more than some parameter.
 */
bool cases_positive(struct cases *c, expression e)
{
    if (!is_of_values(graph_of(c), e))
        return workbench_is_defined(&c->m.w, e) && workbench_is_positive(&c->m.w, e);
    for (unsigned i = 0; c->law->parameters[i]; i++) {
        const expression p = graph_symbol(graph_of(c), SYMBOL_PARAMETER, i),
                         less = motion_two(&c->m, GRAPH_DIFFERENCE, e,
                                           graph_swapped(graph_of(c), p, c->fixed, c->n_fixed));
        if (c->law->signs[i].is_positive && cases_never_negative(c, less))
            return true;
    }
    return false;
}

bool cases_whole(struct cases *c, expression e, long *value)
{
    const struct graph *g = graph_of(c);
    const fmpq *q = graph_is_number(g, e) ? graph_value(g, e) : NULL;
    if (!q || !fmpz_is_one(fmpq_denref(q)) || !fmpz_fits_si(fmpq_numref(q)))
        return false;
    *value = fmpz_get_si(fmpq_numref(q));
    return true;
}

bool cases_smooth(struct cases *c, expression e)
{
    const struct regular_place everywhere = { SYMBOL_STATE, true, NULL, 0 };
    return is_continuous(c, e) &&
           normal_is_regular(c->m.w.normal, &c->m.w.equations, e, &everywhere);
}

bool cases_may_fire(struct cases *c, const struct a_case *is, const struct law_event *event)
{
    return !cases_positive(c, cases_in(c, is, event->guard));
}

static bool changes_memory(struct cases *c, const struct a_case *is, const struct law_event *event)
{
    for (unsigned i = 0; i < event->n; i++) {
        const struct law_action *action = &event->actions[i];
        long value;
        if (action->what == SYMBOL_MEMORY && is->has[action->index] &&
            cases_whole(c, cases_in(c, is, action->value), &value) &&
            value != is->value[action->index])
            return true;
    }
    return false;
}

bool cases_is_left(struct cases *c, const struct a_case *is, int state, expression there)
{
    const struct graph_swap swap = { SYMBOL_STATE, (unsigned)state, there };
    for (unsigned i = 0; i < c->law->n_events; i++) {
        const struct law_event *event = &c->law->events[i];
        if (!changes_memory(c, is, event))
            continue;
        const expression guard = cases_with_facts(
            c, is, graph_swapped(graph_of(c), cases_in(c, is, event->guard), &swap, state >= 0));
        const expression below = graph_one(graph_of(c), GRAPH_NEGATED, guard);
        if (event->fires_at_zero ? cases_never_negative(c, below) : cases_positive(c, below))
            return true;
    }
    return false;
}

/* Adds a value that a discrete variable can have. Returns false when it is none that is counted. */
static bool add_value(struct cases *c, unsigned k, bool is_whole, long value, bool *adds)
{
    struct counted *counted = &c->counted[k];
    for (unsigned i = 0; is_whole && i < counted->n; i++)
        if (counted->value[i] == value)
            return true;
    if (!is_whole || counted->n == CASES_VALUES)
        return false;
    counted->value[counted->n++] = value;
    *adds = true;
    return true;
}

/* What a discrete variable is set to in a case. */
struct setting {
    const struct law_event *event;
    const struct law_action *action;
    bool adds;
};

static bool count_value(struct cases *c, const struct a_case *is, void *context)
{
    struct setting *setting = context;
    long value = 0;
    if (!cases_may_fire(c, is, setting->event))
        return true;
    const bool is_whole = cases_whole(c, cases_in(c, is, setting->action->value), &value);
    return add_value(c, setting->action->index, is_whole, value, &setting->adds);
}

/* Follows events from the values so far; what has too many values, or others, is not counted, and
 * then all begins anew. Returns true when there is nothing left to follow. */
static bool follow_events(struct cases *c, bool *adds)
{
    *adds = false;
    for (unsigned i = 0; i < c->law->n_events; i++)
        for (unsigned k = 0; k < c->law->events[i].n; k++) {
            struct setting setting = { &c->law->events[i], &c->law->events[i].actions[k], false };
            const unsigned index = setting.action->index;
            if (setting.action->what != SYMBOL_MEMORY || c->counted[index].n == 0)
                continue;
            const expression of[] = { cases_at_fixed(c, setting.event->guard),
                                      cases_at_fixed(c, setting.action->value) };
            if (!cases_all(c, of, 2, ANY_INDEX, count_value, &setting)) {
                c->counted[index].n = 0;
                return false;
            }
            *adds = *adds || setting.adds;
        }
    return true;
}

static void begin_counting(struct cases *c, bool is_counted[])
{
    for (unsigned k = 0; k < c->law->start.n; k++) {
        long value;
        c->counted[k].n = 0;
        is_counted[k] =
            is_counted[k] && cases_whole(c, cases_at_fixed(c, c->law->start.of[k]), &value);
        if (is_counted[k])
            c->counted[k] = (struct counted){ 1, { value } };
    }
}

static void count(struct cases *c)
{
    bool is_counted[CASES_MEMORY], adds = true;
    for (unsigned k = 0; k < c->law->start.n; k++)
        is_counted[k] = true;
    begin_counting(c, is_counted);
    while (adds)
        if (!follow_events(c, &adds)) {
            for (unsigned k = 0; k < c->law->start.n; k++)
                is_counted[k] = c->counted[k].n > 0;
            begin_counting(c, is_counted);
            adds = true;
        }
}

bool cases_is_kept(struct cases *c, expression e)
{
    const struct graph *g = graph_of(c);
    return !graph_depends(g, e, SYMBOL_VARIABLE, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_INPUT, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_TRAVEL, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_REFERENCE, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_PARAMETER, (int)g->nodes[workbench_speed(&c->m.w)].index) &&
           workbench_is_defined(&c->m.w, e);
}

bool cases_open(struct cases *c, const struct law_graph *law, const struct fixed *fixed,
                expression condition)
{
    if (law->rate.n == 0 || law->rate.n > MODEL_MAX_STATES || law->start.n > CASES_MEMORY ||
        !motion_states_bounds(law))
        return false;
    *c = (struct cases){ .law = law };
    motion_open(&c->m, law);
    if (condition != EXPRESSION_NONE)
        workbench_demand(&c->m.w, condition);
    c->n_fixed = fixed_swaps(graph_of(c), fixed, c->fixed);
    bool are_numbers = true;
    for (unsigned i = 0; i < law->rate.n; i++) {
        c->state[i].most = cases_at_fixed(c, law->stated[STATEMENT_BOUND].of[i]);
        are_numbers = are_numbers && cases_is_kept(c, c->state[i].most) &&
                      motion_is_of_parameters(&c->m, c->state[i].most);
    }
    if (are_numbers)
        count(c);
    else
        cases_close(c);
    return are_numbers;
}

void cases_close(struct cases *c) { motion_close(&c->m); }
