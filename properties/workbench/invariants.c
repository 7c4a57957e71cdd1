/* Shows what motions and events keep (invariants.h). */
#include "properties/workbench/invariants.h"

#include "models/algebra/derive.h"
#include "models/normal/forms.h"
#include "models/normal/regular.h"

static struct graph *graph_of(struct cases *c) { return &c->m.w.equations.graph; }

static expression negated(struct cases *c, expression e)
{
    return graph_one(graph_of(c), GRAPH_NEGATED, e);
}

static expression less(struct cases *c, expression a, expression b)
{
    return motion_two(&c->m, GRAPH_DIFFERENCE, a, b);
}

/* Returns true when a value, in a case, is within what is known of the limit. */
static bool is_within(struct cases *c, expression value, const struct limit *limit)
{
    const bool has_most = limit->most != EXPRESSION_NONE;
    if (has_most && !cases_never_negative(c, less(c, limit->most, value)))
        return false;
    if (limit->is_never_negative)
        return cases_never_negative(c, value);
    return !has_most || cases_never_negative(c, motion_two(&c->m, GRAPH_SUM, limit->most, value));
}

/* A side of a state's limit. */
struct face {
    unsigned state;
    expression at;
    bool is_upper;
};

/* Returns true when the rate, of which `there` is what it is at the face, points inward or along
 * it; at rest with every selection, in which it is affine. */
static bool points_inward(struct cases *c, const struct face *face, expression there)
{
    struct graph *g = graph_of(c);
    const unsigned selection = g->nodes[workbench_selection(&c->m.w)].index;
    const expression inward = face->is_upper ? negated(c, there) : there;
    if (!graph_depends(g, inward, SYMBOL_VARIABLE, (int)selection))
        return cases_never_negative(c, inward);
    const expression slope = graph_derivative(g, inward, workbench_selection(&c->m.w));
    bool does = !graph_depends(g, slope, SYMBOL_VARIABLE, (int)selection);
    for (long s = -1; does && s <= 1; s += 2) {
        const struct graph_swap side = { SYMBOL_VARIABLE, selection, graph_integer(g, s) };
        does = cases_never_negative(c, graph_swapped(g, inward, &side, 1));
    }
    return does;
}

static bool stays_inside(struct cases *c, const struct a_case *is, void *context)
{
    const struct face *face = context;
    const struct graph_swap swap = { SYMBOL_STATE, face->state, face->at };
    const expression rate = cases_in(c, is, c->law->rate.of[face->state]);
    return (cases_smooth(c, rate) &&
            cases_divides(c, is, cases_at_fixed(c, c->law->rate.of[face->state])) &&
            points_inward(c, face, graph_swapped(graph_of(c), rate, &swap, 1))) ||
           cases_is_left(c, is, (int)face->state, face->at);
}

/* Guards that the state has to do with may end the case before the state is at the face. */
static bool holds_at_face(struct cases *c, const struct face *face)
{
    expression of[1 + MODEL_MAX_GUARDS];
    unsigned n = 0;
    of[n++] = cases_at_fixed(c, c->law->rate.of[face->state]);
    for (unsigned i = 0; i < c->law->n_events && n <= MODEL_MAX_GUARDS; i++) {
        const expression guard = cases_at_fixed(c, c->law->events[i].guard);
        if (graph_depends(graph_of(c), guard, SYMBOL_STATE, (int)face->state))
            of[n++] = guard;
    }
    return cases_all(c, of, n, ANY_INDEX, stays_inside, (void *)face);
}

/* A value that an event sets. */
struct setting {
    const struct law_event *event;
    const struct law_action *action;
    const struct limit *limit;
};

static bool is_set_within(struct cases *c, const struct a_case *is, void *context)
{
    const struct setting *setting = context;
    return !cases_may_fire(c, is, setting->event) ||
           is_within(c, cases_in(c, is, setting->action->value), setting->limit);
}

static bool do_events_keep(struct cases *c, enum graph_symbol what, unsigned index,
                           const struct limit *limit)
{
    for (unsigned i = 0; i < c->law->n_events; i++)
        for (unsigned k = 0; k < c->law->events[i].n; k++) {
            struct setting setting = { &c->law->events[i], &c->law->events[i].actions[k], limit };
            const expression of[] = { cases_at_fixed(c, setting.event->guard),
                                      cases_at_fixed(c, setting.action->value) };
            if (setting.action->what == what && setting.action->index == index &&
                !cases_all(c, of, 2, ANY_INDEX, is_set_within, &setting))
                return false;
        }
    return true;
}

static expression start_of(struct cases *c, unsigned state)
{
    return c->law->initial.n > 0 ? cases_at_fixed(c, c->law->initial.of[state])
                                 : graph_integer(graph_of(c), 0);
}

/* Returns true when the state never falls below 0, as is taken for granted of it. */
static bool stays_positive(struct cases *c, unsigned i)
{
    const struct face zero = { i, graph_integer(graph_of(c), 0), false };
    const struct limit positive = { EXPRESSION_NONE, true };
    return is_within(c, start_of(c, i), &positive) && holds_at_face(c, &zero) &&
           do_events_keep(c, SYMBOL_STATE, i, &positive);
}

static bool stays_bounded(struct cases *c, unsigned i)
{
    const struct face upper = { i, c->state[i].most, true },
                      lower = { i, negated(c, c->state[i].most), false };
    return is_within(c, start_of(c, i), &c->state[i]) && holds_at_face(c, &upper) &&
           (c->state[i].is_never_negative || holds_at_face(c, &lower)) &&
           do_events_keep(c, SYMBOL_STATE, i, &c->state[i]);
}

/* All states are taken to be never negative, then fewer, until the others show it together. */
static void find_signs(struct cases *c)
{
    bool changes = true;
    for (unsigned i = 0; i < c->law->rate.n; i++)
        c->state[i].is_never_negative = true;
    while (changes) {
        changes = false;
        for (unsigned i = 0; i < c->law->rate.n; i++)
            if (c->state[i].is_never_negative && !stays_positive(c, i)) {
                c->state[i].is_never_negative = false;
                changes = true;
            }
    }
}

static bool stays_limited(struct cases *c, unsigned k)
{
    return is_within(c, cases_at_fixed(c, c->law->start.of[k]), &c->memory[k]) &&
           do_events_keep(c, SYMBOL_MEMORY, k, &c->memory[k]);
}

/* A discrete variable that is no number of cases may stay below a parameter. */
static void find_limit(struct cases *c, unsigned k)
{
    struct graph *g = graph_of(c);
    if (c->n_reals == CASES_REALS)
        return;
    c->real[c->n_reals++] = k;
    for (int either = 0; either < 2; either++)
        for (unsigned i = 0; c->law->parameters[i]; i++) {
            const expression p = graph_symbol(g, SYMBOL_PARAMETER, i);
            if (!c->law->signs[i].is_positive)
                continue;
            c->memory[k] = (struct limit){ graph_swapped(g, p, c->fixed, c->n_fixed), either == 0 };
            if (stays_limited(c, k))
                return;
        }
    c->memory[k] = (struct limit){ EXPRESSION_NONE, false };
    c->n_reals--;
}

bool invariants_find(struct cases *c)
{
    bool are = true;
    find_signs(c);
    for (unsigned k = 0; k < c->law->start.n; k++) {
        c->memory[k].most = EXPRESSION_NONE;
        if (c->counted[k].n == 0)
            find_limit(c, k);
    }
    for (unsigned i = 0; are && i < c->law->rate.n; i++)
        are = stays_bounded(c, i);
    return are;
}

expression invariants_root(struct cases *c, expression e, unsigned state, bool *rises)
{
    struct graph *g = graph_of(c);
    const expression x = graph_symbol(g, SYMBOL_STATE, state), slope = graph_derivative(g, e, x);
    const struct graph_swap zero = { SYMBOL_STATE, state, graph_integer(g, 0) };
    const expression rest = graph_swapped(g, e, &zero, 1),
                     line = motion_two(&c->m, GRAPH_SUM, rest,
                                       motion_two(&c->m, GRAPH_PRODUCT, slope, x));
    *rises = workbench_is_positive(&c->m.w, slope);
    if (!motion_is_of_parameters(&c->m, slope) || !normal_same(c->m.w.normal, e, line) ||
        !(*rises || workbench_is_positive(&c->m.w, negated(c, slope))))
        return EXPRESSION_NONE;
    return negated(c, motion_two(&c->m, GRAPH_QUOTIENT, rest, slope));
}

/* Returns the value in its normal form where the motion does not change it. */
static expression fact_of(struct cases *c, expression value)
{
    if (value == EXPRESSION_NONE)
        return value;
    const size_t form = normal_form(c->m.w.normal, value);
    if (form == NO_FORM)
        return EXPRESSION_NONE;
    const expression e = form_expression(c->m.w.normal, graph_of(c), form);
    return cases_is_kept(c, e) ? e : EXPRESSION_NONE;
}

static void add_fact(struct cases *c, unsigned memory, long value, unsigned state, expression is)
{
    if (is == EXPRESSION_NONE || c->n_facts == CASES_FACTS ||
        graph_depends(graph_of(c), is, SYMBOL_STATE, (int)state))
        return;
    for (unsigned i = 0; i < c->n_facts; i++) {
        const struct fact *fact = &c->facts[i];
        if (fact->memory == memory && fact->value == value && fact->state == state)
            return;
    }
    c->facts[c->n_facts++] = (struct fact){ memory, state, value, is };
}

/* Looks for facts that begin where an event sets a counted discrete variable. */
static bool propose(struct cases *c, const struct a_case *is, void *context)
{
    const struct setting *setting = context;
    const struct law_event *event = setting->event;
    const unsigned memory = setting->action->index;
    long value, start;
    if (!cases_may_fire(c, is, event) ||
        !cases_whole(c, cases_in(c, is, setting->action->value), &value) ||
        !cases_whole(c, cases_at_fixed(c, c->law->start.of[memory]), &start) || value == start)
        return true;
    for (unsigned k = 0; k < event->n; k++)
        if (event->actions[k].what == SYMBOL_STATE)
            add_fact(c, memory, value, event->actions[k].index,
                     fact_of(c, cases_in(c, is, event->actions[k].value)));
    const expression guard = cases_in(c, is, event->guard);
    bool rises;
    for (unsigned i = 0; i < c->law->rate.n; i++)
        if (graph_depends(graph_of(c), guard, SYMBOL_STATE, (int)i))
            add_fact(c, memory, value, i, fact_of(c, invariants_root(c, guard, i, &rises)));
    return true;
}

expression invariants_after(struct cases *c, const struct a_case *is, const struct law_event *event,
                            expression e)
{
    struct graph_swap swaps[MODEL_MAX_STATES + CASES_MEMORY];
    size_t n = 0;
    for (unsigned k = 0; k < event->n && n < MODEL_MAX_STATES + CASES_MEMORY; k++)
        swaps[n++] = (struct graph_swap){ event->actions[k].what, event->actions[k].index,
                                          cases_in(c, is, event->actions[k].value) };
    return graph_swapped(graph_of(c), e, swaps, n);
}

/* Returns the value of a discrete variable after an event. Returns false when it is not whole. */
static bool value_after(struct cases *c, const struct a_case *is, const struct law_event *event,
                        unsigned memory, long *value)
{
    *value = is->value[memory];
    for (unsigned k = 0; k < event->n; k++)
        if (event->actions[k].what == SYMBOL_MEMORY && event->actions[k].index == memory)
            return cases_whole(c, cases_in(c, is, event->actions[k].value), value);
    return true;
}

/* An event, and the fact in question. */
struct question {
    const struct law_event *event;
    const struct fact *fact;
};

/* Returns true when the state has the value after the event: since it had it, or is set to it; or
 * since the guard, which is not above 0 there, is nowhere below, and is 0 for that value alone. */
static bool begins(struct cases *c, const struct a_case *is, const struct question *question)
{
    const struct fact *fact = question->fact;
    const expression x = graph_symbol(graph_of(c), SYMBOL_STATE, fact->state),
                     gap = invariants_after(c, is, question->event, less(c, x, fact->is)),
                     known = cases_with_facts(c, is, gap);
    if (normal_same(c->m.w.normal, known, graph_integer(graph_of(c), 0)))
        return true;
    bool rises;
    const expression guard = cases_in(c, is, question->event->guard),
                     root = invariants_root(c, guard, fact->state, &rises);
    const struct graph_swap swap = { SYMBOL_STATE, fact->state, root };
    return root != EXPRESSION_NONE && cases_never_negative(c, guard) &&
           normal_same(c->m.w.normal, graph_swapped(graph_of(c), gap, &swap, 1),
                       graph_integer(graph_of(c), 0));
}

static bool is_kept_by_event(struct cases *c, const struct a_case *is, void *context)
{
    const struct question *question = context;
    long value;
    if (!cases_may_fire(c, is, question->event))
        return true;
    return value_after(c, is, question->event, question->fact->memory, &value) &&
           (value != question->fact->value || begins(c, is, question));
}

/* Returns true when the state's rate is that of the value, while it has the value. */
static bool is_kept_by_rates(struct cases *c, const struct a_case *is, void *context)
{
    struct graph *g = graph_of(c);
    const struct fact *fact = ((const struct question *)context)->fact;
    if (is->value[fact->memory] != fact->value || cases_is_left(c, is, -1, EXPRESSION_NONE))
        return true;
    expression change = cases_in(c, is, c->law->rate.of[fact->state]);
    bool are = cases_smooth(c, change);
    for (unsigned i = 0; are && i < c->law->rate.n; i++) {
        const expression rate = cases_in(c, is, c->law->rate.of[i]),
                         x = graph_symbol(g, SYMBOL_STATE, i);
        if (!graph_depends(g, fact->is, SYMBOL_STATE, (int)i) || graph_is_integer(g, rate, 0))
            continue;
        const expression slope = graph_derivative(g, fact->is, x);
        are = cases_smooth(c, rate) && cases_smooth(c, slope);
        change = less(c, change, motion_two(&c->m, GRAPH_PRODUCT, slope, rate));
    }
    return are && normal_same(c->m.w.normal, cases_with_facts(c, is, change), graph_integer(g, 0));
}

static bool is_kept(struct cases *c, const struct fact *fact)
{
    struct question question = { NULL, fact };
    bool is = true;
    expression of[1 + MODEL_MAX_STATES];
    unsigned n = 0;
    of[n++] = cases_at_fixed(c, c->law->rate.of[fact->state]);
    for (unsigned i = 0; i < c->law->rate.n; i++)
        if (graph_depends(graph_of(c), fact->is, SYMBOL_STATE, (int)i))
            of[n++] = cases_at_fixed(c, c->law->rate.of[i]);
    is = cases_all(c, of, n, (int)fact->memory, is_kept_by_rates, &question);
    for (unsigned i = 0; is && i < c->law->n_events; i++) {
        question.event = &c->law->events[i];
        expression with[1 + MODEL_MAX_STATES + CASES_MEMORY];
        n = 0;
        with[n++] = cases_at_fixed(c, question.event->guard);
        for (unsigned k = 0; k < question.event->n; k++)
            with[n++] = cases_at_fixed(c, question.event->actions[k].value);
        is = cases_all(c, with, n, (int)fact->memory, is_kept_by_event, &question);
    }
    return is;
}

void invariants_find_facts(struct cases *c)
{
    for (unsigned i = 0; i < c->law->n_events; i++)
        for (unsigned k = 0; k < c->law->events[i].n; k++) {
            struct setting setting = { &c->law->events[i], &c->law->events[i].actions[k], NULL };
            const expression of[] = { cases_at_fixed(c, setting.event->guard),
                                      cases_at_fixed(c, setting.action->value) };
            if (setting.action->what == SYMBOL_MEMORY && c->counted[setting.action->index].n > 0)
                cases_all(c, of, 2, ANY_INDEX, propose, &setting);
        }
    for (unsigned i = 0; i < c->n_facts; i++)
        if (!is_kept(c, &c->facts[i])) {
            c->facts[i] = c->facts[--c->n_facts];
            i = UINT32_MAX; /* others may have stood on it */
        }
}
