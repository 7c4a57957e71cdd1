/* Proves bounds and dissipation of laws with events (hybrid.h). */
#include "properties/structure/hybrid.h"

#include "models/algebra/derive.h"
#include "properties/workbench/invariants.h"

enum { TERMS = 64, MOST_LAWS = 64 };

static struct graph *graph_of(struct cases *c) { return &c->m.w.equations.graph; }

/* A sum, whose terms are gathered by the states and discrete variables that they share: terms of
 * different groups vary apart from one another. */
struct terms {
    expression of[TERMS];
    unsigned group[TERMS], n;
    bool is_full;
};

/* Adds e times the factor, a sum term by term. */
static void add_terms(struct cases *c, struct terms *terms, expression e, expression factor)
{
    struct graph *g = graph_of(c);
    const struct graph_node node = g->nodes[e];
    if (node.operation == GRAPH_SUM || node.operation == GRAPH_DIFFERENCE) {
        add_terms(c, terms, node.argument[0], factor);
        add_terms(c, terms, node.argument[1],
                  node.operation == GRAPH_SUM ? factor : graph_one(g, GRAPH_NEGATED, factor));
    } else if (terms->n < TERMS) {
        terms->of[terms->n++] = graph_two(g, GRAPH_PRODUCT, e, factor);
    } else {
        terms->is_full = true;
    }
}

static bool do_share(struct cases *c, expression a, expression b)
{
    const struct graph *g = graph_of(c);
    bool share = false;
    for (unsigned i = 0; i < c->law->rate.n && !share; i++)
        share =
            graph_depends(g, a, SYMBOL_STATE, (int)i) && graph_depends(g, b, SYMBOL_STATE, (int)i);
    for (unsigned k = 0; k < c->law->start.n && !share; k++)
        share = graph_depends(g, a, SYMBOL_MEMORY, (int)k) &&
                graph_depends(g, b, SYMBOL_MEMORY, (int)k);
    return share;
}

static void gather(struct cases *c, struct terms *terms)
{
    for (unsigned i = 0; i < terms->n; i++) {
        terms->group[i] = i;
        for (unsigned k = 0; k < i; k++)
            if (terms->group[k] != i && do_share(c, terms->of[i], terms->of[k])) {
                const unsigned old = terms->group[k];
                for (unsigned j = 0; j < i; j++)
                    if (terms->group[j] == old)
                        terms->group[j] = i;
            }
    }
}

/* F v - dS/dt, of a storage that changes by states only. */
static void terms_of(struct cases *c, expression storage, struct terms *terms)
{
    struct graph *g = graph_of(c);
    *terms = (struct terms){ .n = 0 };
    add_terms(c, terms, cases_at_fixed(c, c->law->force), workbench_velocity(&c->m.w));
    for (unsigned i = 0; i < c->law->rate.n; i++) {
        const expression slope = graph_derivative(g, storage, graph_symbol(g, SYMBOL_STATE, i));
        if (!graph_is_integer(g, slope, 0))
            add_terms(c, terms, slope,
                      graph_one(g, GRAPH_NEGATED, cases_at_fixed(c, c->law->rate.of[i])));
    }
    gather(c, terms);
}

/* A part of F v - dS/dt, or what the storage loses in an event. */
struct part {
    expression e;
    const struct law_event *event;
};

static bool gains_nothing(struct cases *c, const struct a_case *is, void *context)
{
    struct graph *g = graph_of(c);
    const struct part *part = context;
    if (cases_is_left(c, is, -1, EXPRESSION_NONE))
        return true;
    const expression e = cases_with_facts(c, is, cases_in_copy(c, is, part->e));
    return !graph_depends(g, e, SYMBOL_VARIABLE, ANY_INDEX) && cases_divides(c, is, part->e) &&
           cases_never_negative(c, e);
}

/* Returns true when it is never negative where the guard is not above 0: for the states that are
 * there a state stands beyond its value at the zero of the guard. */
static bool is_shown_by_guard(struct cases *c, expression e, expression guard)
{
    struct graph *g = graph_of(c);
    const expression t = workbench_positive(&c->m.w, WORKBENCH_POSITIVES - 1);
    for (unsigned i = 0; i < c->law->rate.n; i++) {
        bool rises;
        const expression root = invariants_root(c, guard, i, &rises);
        if (root == EXPRESSION_NONE)
            continue;
        const struct graph_swap beyond = {
            SYMBOL_STATE, i, motion_two(&c->m, rises ? GRAPH_DIFFERENCE : GRAPH_SUM, root, t)
        };
        if (cases_never_negative(c, graph_swapped(g, e, &beyond, 1)))
            return true;
    }
    return false;
}

static bool loses(struct cases *c, const struct a_case *is, void *context)
{
    const struct part *part = context;
    if (!cases_may_fire(c, is, part->event))
        return true;
    const expression after = invariants_after(c, is, part->event, part->e),
                     e = cases_with_facts(
                         c, is,
                         cases_in_copy(c, is, motion_two(&c->m, GRAPH_DIFFERENCE, part->e, after))),
                     guard = cases_with_facts(c, is, cases_in(c, is, part->event->guard));
    return cases_never_negative(c, e) || is_shown_by_guard(c, e, guard);
}

static bool do_events_lose(struct cases *c, expression storage)
{
    bool do_so = true;
    for (unsigned i = 0; do_so && i < c->law->n_events; i++) {
        const struct law_event *event = &c->law->events[i];
        struct part part = { storage, event };
        expression of[2 + MODEL_MAX_STATES + CASES_MEMORY];
        unsigned n = 0;
        of[n++] = cases_at_fixed(c, event->guard);
        of[n++] = storage;
        for (unsigned k = 0; k < event->n; k++)
            of[n++] = cases_at_fixed(c, event->actions[k].value);
        do_so = cases_all(c, of, n, ANY_INDEX, loses, &part);
    }
    return do_so;
}

static bool dissipates(struct cases *c)
{
    if (c->law->stated[STATEMENT_STORAGE].n == 0)
        return false;
    const expression storage = cases_at_fixed(c, c->law->stated[STATEMENT_STORAGE].of[0]);
    struct terms terms;
    invariants_find_facts(c);
    terms_of(c, storage, &terms);
    bool does = !terms.is_full && cases_is_kept(c, storage) && cases_smooth(c, storage);
    for (unsigned i = 0; does && i < terms.n; i++) {
        struct part part = { graph_integer(graph_of(c), 0), NULL };
        bool is_first = true;
        for (unsigned k = 0; k < terms.n; k++)
            if (terms.group[k] == terms.group[i]) {
                is_first = is_first && k >= i;
                part.e = motion_two(&c->m, GRAPH_SUM, part.e, terms.of[k]);
            }
        does = !is_first || cases_all(c, &part.e, 1, ANY_INDEX, gains_nothing, &part);
    }
    return does && do_events_lose(c, storage);
}

/* Returns what stands for an expression, in a case, at a times the speed; a: any positive number.
 */
static expression at_pace(struct cases *c, expression e, expression a)
{
    struct graph *g = graph_of(c);
    const expression speed = workbench_speed(&c->m.w);
    const struct graph_swap faster = { SYMBOL_PARAMETER, g->nodes[speed].index,
                                       graph_two(g, GRAPH_PRODUCT, a, speed) };
    return graph_swapped(g, e, &faster, 1);
}

/* A value of the law, and the power of the speed that it is to be proportional to. A guard may be
 * proportional to any. */
struct paced {
    expression of;
    bool is_rate, is_guard;
};

static bool keeps_pace(struct cases *c, const struct a_case *is, void *context)
{
    struct graph *g = graph_of(c);
    const struct paced *paced = context;
    if (!paced->is_guard && cases_is_left(c, is, -1, EXPRESSION_NONE))
        return true;
    const expression a = workbench_positive(&c->m.w, WORKBENCH_POSITIVES - 1),
                     e = cases_with_facts(c, is, cases_in(c, is, paced->of)),
                     there = at_pace(c, e, a), times = graph_two(g, GRAPH_PRODUCT, a, e);
    struct normal *n = c->m.w.normal;
    if (!workbench_is_defined(&c->m.w, e) || !cases_divides(c, is, cases_at_fixed(c, paced->of)))
        return false;
    if (is->direction == 0 && paced->is_rate)
        return normal_same(n, e, graph_integer(g, 0));
    return (!paced->is_rate && normal_same(n, there, e)) ||
           ((paced->is_rate || paced->is_guard) && normal_same(n, there, times));
}

static bool is_paced(struct cases *c, expression of, bool is_rate, bool is_guard)
{
    struct paced paced = { of, is_rate, is_guard };
    const expression e = cases_at_fixed(c, of);
    return cases_all(c, &e, 1, ANY_INDEX, keeps_pace, &paced);
}

typedef bool hybrid_rule(struct cases *c, void *context);

static bool is_bounded(struct cases *c, void *context)
{
    (void)context;
    return invariants_find(c);
}

static bool is_dissipative(struct cases *c, void *context)
{
    (void)context;
    return invariants_find(c) && dissipates(c);
}

static bool is_by_path(struct cases *c, void *context)
{
    const struct law_graph *law = c->law;
    (void)context;
    bool is = invariants_find(c);
    if (is)
        invariants_find_facts(c);
    is = is && is_paced(c, law->force, false, false);
    for (unsigned i = 0; is && i < law->rate.n; i++)
        is = is_paced(c, law->rate.of[i], true, false);
    for (unsigned i = 0; is && i < law->n_events; i++) {
        is = is_paced(c, law->events[i].guard, false, true);
        for (unsigned k = 0; is && k < law->events[i].n; k++)
            is = is_paced(c, law->events[i].actions[k].value, false, false);
    }
    return is;
}

/* Limits of discrete variables that all whole numbers so far have in common. */
struct common_limits {
    bool has_begun;
    struct finite_limit of[MODEL_MAX_INTS + MODEL_MAX_REALS];
};

static struct finite_limit limit_of(struct cases *c, unsigned k)
{
    const expression most = c->memory[k].most;
    if (most == EXPRESSION_NONE || graph_of(c)->nodes[most].operation != GRAPH_SYMBOL)
        return (struct finite_limit){ .is_known = false };
    return (struct finite_limit){ true, graph_of(c)->nodes[most].index };
}

static bool keep_limits(struct cases *c, void *context)
{
    struct common_limits *common = context;
    if (!invariants_find(c))
        return false;
    for (unsigned k = 0; k < c->law->start.n; k++) {
        const struct finite_limit is = limit_of(c, k);
        if (!common->has_begun)
            common->of[k] = is;
        else
            common->of[k].is_known =
                common->of[k].is_known && is.is_known && common->of[k].parameter == is.parameter;
    }
    common->has_begun = true;
    return true;
}

static bool holds(const struct law_graph *law, const struct fixed *fixed, expression condition,
                  hybrid_rule *rule, void *context)
{
    struct cases c;
    if (!cases_open(&c, law, fixed, condition))
        return false;
    const bool is = rule(&c, context);
    cases_close(&c);
    return is;
}

/* What is gone through at all whole numbers that parameters can be. */
struct range {
    const struct law_graph *law;
    const struct finite_place *place;
    expression condition;
    hybrid_rule *rule;
    void *context;
    struct fixed fixed;
    unsigned laws;
};

static bool is_whole_range(const struct finite_place *place, unsigned i)
{
    return (place->whole >> i & 1) && place->parameter[i].lo < place->parameter[i].hi;
}

/* Goes through the values of parameter i, and of those after it. */
static bool holds_from(struct range *range, unsigned i)
{
    const struct law_graph *law = range->law;
    while (law->parameters[i] && !is_whole_range(range->place, i))
        i++;
    if (!law->parameters[i])
        return ++range->laws <= MOST_LAWS &&
               holds(law, &range->fixed, range->condition, range->rule, range->context);
    const struct reach is = range->place->parameter[i];
    const unsigned n = range->fixed.n;
    bool does = n < FIXED_MOST && is.hi - is.lo < MOST_LAWS;
    for (long value = (long)is.lo; does && value <= (long)is.hi; value++) {
        range->fixed.n = n + 1;
        range->fixed.of[n].parameter = i;
        range->fixed.of[n].value = value;
        does = holds_from(range, i + 1);
    }
    range->fixed.n = n;
    return does;
}

static enum answer prove(const struct hybrid_claim *claim, hybrid_rule *rule, void *context)
{
    struct range range = {
        claim->law, claim->place, claim->condition, rule, context, { .n = 0 }, 0
    };
    if (claim->fixed)
        range.fixed = *claim->fixed;
    return claim->law->n_events > 0 && holds_from(&range, 0) ? ANSWER_YES : ANSWER_UNDECIDED;
}

enum answer hybrid_prove_bounds(const struct hybrid_claim *claim)
{
    return prove(claim, is_bounded, NULL);
}

enum answer hybrid_prove_dissipation(const struct hybrid_claim *claim)
{
    return prove(claim, is_dissipative, NULL);
}

enum answer hybrid_prove_path(const struct hybrid_claim *claim)
{
    return prove(claim, is_by_path, NULL);
}

void hybrid_find_limits(const struct law_graph *law, struct finite_place *place)
{
    const struct hybrid_claim all = { law, place, NULL, EXPRESSION_NONE };
    struct common_limits common = { .has_begun = false };
    if (prove(&all, keep_limits, &common) == ANSWER_YES)
        for (unsigned k = 0; k < law->start.n; k++)
            place->memory[k] = common.of[k];
}
