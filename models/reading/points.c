/* Draws places (points.h). */
#include "models/reading/points.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"
#include "tools/base/rng.h"

/* What a place is drawn by, in this order: conditions on parameters, starts of discrete variables,
 * bounds of states, length and Stribeck speed, guards, rate and start of each state. */
struct drawing {
    const struct equations *law;
    const struct statements *statements;
    struct rng rng;
    double *values;
    size_t first_start, first_bound, length, speed, first_guard, first_rate, n;
    struct graph_program program;
    struct graph_program *where; /* of claims */
};

struct graph_point place_point(const struct place *place)
{
    return (struct graph_point){ .parameters = place->parameters,
                                 .inputs = place->inputs,
                                 .states = place->states,
                                 .memory = place->memory,
                                 .selection = place->selection,
                                 .travel = place->travel,
                                 .reference = place->reference };
}

static void evaluate(struct drawing *d, const struct place *place)
{
    const struct graph_point point = place_point(place);
    graph_run(&d->program, &point, d->values);
}

/* Within a decade of the default, or an end of the range; whole parameters over their range. */
static double parameter(struct rng *rng, const struct quantity_text *q)
{
    if (q->type == TYPE_BOOLEAN)
        return rng_below(rng, 2);
    if (q->type == TYPE_INTEGER) {
        const double lo = fmax(q->lo, q->value - 16), hi = fmin(q->hi, q->value + 16);
        return lo + floor(rng_uniform(rng) * (hi - lo + 1));
    }
    const unsigned kind = rng_below(rng, 8);
    if (kind == 0 && isfinite(q->lo) && q->lo > -1e12)
        return q->lo;
    if (q->value == 0)
        return rng_uniform(rng) * (isfinite(q->hi) ? fmin(q->hi, 1) : 1);
    return fmin(fmax(q->value * rng_log_uniform(rng, 0.2, 5), q->lo), q->hi);
}

static void draw_parameters(struct drawing *d, struct place *place, bool at_defaults)
{
    const struct quantity_list *list = &d->law->parameters;
    const struct claim_text *claim = place->set < 0 ? NULL : &d->statements->claims[place->set];
    for (size_t i = 0; i < list->n; i++)
        place->parameters[i] = at_defaults || (claim && claim->base == AT_DEFAULTS)
                                   ? list->of[i].value
                                   : parameter(&d->rng, &list->of[i]);
    for (size_t i = 0; claim && i < claim->n_box; i++) {
        const struct box_text *box = &claim->box[i];
        double *p = &place->parameters[box->parameter];
        if (*p >= box->lo && *p <= box->hi && rng_below(&d->rng, 2) == 0)
            continue;
        const double u = rng_uniform(&d->rng);
        *p = box->lo > 0 ? box->lo * pow(box->hi / box->lo, u) : box->lo + u * (box->hi - box->lo);
        if (d->law->parameters.of[box->parameter].type != TYPE_REAL)
            *p = floor(*p);
    }
}

static bool is_valid(struct drawing *d, const struct place *place)
{
    evaluate(d, place);
    for (size_t i = 0; i < d->first_start; i++)
        if (d->values[i] == 0 && place->set != SET_INVALID)
            return false;
    if (place->set < 0 || d->statements->claims[place->set].where == EXPRESSION_NONE)
        return true;
    double holds;
    const struct graph_point point = place_point(place);
    graph_run(&d->where[place->set], &point, &holds);
    return holds != 0;
}

/* Near the Stribeck speed, where a law changes most, or at any speed. */
static double speed(struct drawing *d)
{
    const double vs = d->values[d->speed];
    const bool near = isfinite(vs) && vs > 0 && rng_below(&d->rng, 4) > 0;
    const double v =
        near ? vs * rng_log_uniform(&d->rng, 0.05, 4) : rng_log_uniform(&d->rng, 1e-6, 10);
    return rng_below(&d->rng, 2) == 0 ? v : -v;
}

static double state(struct drawing *d, size_t i)
{
    const struct quantity_text *q = &d->law->states.of[i];
    const double bound = d->values[d->first_bound + i], length = d->values[d->length];
    const double size = isfinite(bound) ? bound : isfinite(length) ? 2 * length : 1e-4;
    return fmin(fmax((2 * rng_uniform(&d->rng) - 1) * size, q->lo), q->hi);
}

static double memory(struct drawing *d, size_t i, bool at_start)
{
    const double start = d->values[d->first_start + i];
    if (at_start)
        return start;
    switch (d->law->memory.of[i].type) {
    case TYPE_BOOLEAN:
        return rng_below(&d->rng, 2);
    case TYPE_INTEGER:
        return (double)rng_below(&d->rng, 3) - 1;
    default:
        return start + rng_uniform(&d->rng) * 0.2;
    }
}

/* No event is due. */
static bool is_quiet(const struct drawing *d)
{
    for (size_t i = d->first_guard; i < d->first_rate; i++)
        if (!(d->values[i] > 0))
            return false;
    return true;
}

/* A state that does not move from its start in the first mode, as that of an element that is not
 * there, stays at its start. */
static void rest(struct drawing *d, struct place *place)
{
    struct place first = *place;
    for (size_t k = 0; k < d->law->memory.n; k++)
        first.memory[k] = d->values[d->first_start + k];
    evaluate(d, &first);
    for (size_t k = 0; k < d->law->states.n; k++)
        if (d->values[d->first_rate + 2 * k] == 0)
            place->states[k] = d->values[d->first_rate + 2 * k + 1];
}

static void draw_motion(struct drawing *d, struct place *place)
{
    enum { TRIES = 40 };
    double largest = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        evaluate(d, place); /* bounds by the parameters */
        place->inputs[0] = speed(d);
        place->selection = copysign(1, place->inputs[0]);
        for (size_t k = 1; k < d->law->inputs.n; k++)
            place->inputs[k] = rng_log_uniform(&d->rng, 0.1, 10);
        for (size_t k = 0; k < d->law->states.n; k++)
            place->states[k] = state(d, k);
        const bool at_start = rng_below(&d->rng, 3) == 0;
        for (size_t k = 0; k < d->law->memory.n; k++)
            place->memory[k] = memory(d, k, at_start);
        evaluate(d, place);
        if (place->set == SET_DUE || is_quiet(d))
            break;
    }
    rest(d, place);
    for (size_t k = 0; k < d->law->states.n; k++)
        largest = fmax(largest, fabs(place->states[k]));
    place->travel = 2 * largest;
    place->reference = speed(d);
}

static void prepare(struct drawing *d, struct equations *law)
{
    const struct statements *s = d->statements;
    const struct statement_values *bound = &s->values[STATEMENT_BOUND],
                                  *length = &s->values[STATEMENT_LENGTH],
                                  *vs = &s->values[STATEMENT_STRIBECK_SPEED];
    expression e[6 * EQUATIONS_QUANTITIES + 2 * EQUATIONS_ELEMENTS];
    const expression unknown = graph_symbol(&law->graph, SYMBOL_FORCE, 0); /* has no value */
    for (size_t i = 0; i < law->n_constraints && i < EQUATIONS_ELEMENTS; i++)
        e[d->n++] = law->constraints[i].condition;
    d->first_start = d->n;
    for (size_t i = 0; i < law->memory.n; i++)
        e[d->n++] = law->memory.of[i].start;
    d->first_bound = d->n;
    for (size_t i = 0; i < law->states.n; i++)
        e[d->n++] = i < bound->n && bound->e[i] != EXPRESSION_NONE ? bound->e[i] : unknown;
    d->length = d->n;
    e[d->n++] = length->n > 0 ? length->e[0] : unknown;
    d->speed = d->n;
    e[d->n++] = vs->n > 0 ? vs->e[0] : unknown;
    d->first_guard = d->n;
    for (size_t i = 0; i < law->n_events && i < EQUATIONS_ELEMENTS; i++)
        e[d->n++] = law->events[i].guard;
    d->first_rate = d->n;
    for (size_t i = 0; i < law->states.n; i++) {
        e[d->n++] = law->rate[i];
        e[d->n++] = law->states.of[i].start;
    }
    graph_prepare(&law->graph, e, d->n, &d->program);
    d->values = memory_array(d->n, sizeof *d->values);
    d->where = memory_array(s->n_claims + 1, sizeof *d->where);
    for (size_t i = 0; i < s->n_claims; i++)
        if (s->claims[i].where != EXPRESSION_NONE)
            graph_prepare(&law->graph, &s->claims[i].where, 1, &d->where[i]);
}

static void draw_set(struct drawing *d, struct places *places, int set, unsigned n)
{
    enum { TRIES = 400 };
    for (unsigned i = 0, tries = 0; i < n && tries < TRIES; tries++) {
        struct place place = { .set = set };
        draw_parameters(d, &place, i == 0);
        if (i == 0 && !is_valid(d, &place)) /* the defaults are not in this domain */
            draw_parameters(d, &place, false);
        if (!is_valid(d, &place))
            continue;
        draw_motion(d, &place);
        places->of = memory_grown(places->of, places->n, &places->room, sizeof *places->of);
        places->of[places->n++] = place;
        i++;
    }
}

struct places places_draw(struct equations *law, const struct statements *statements, uint64_t seed)
{
    struct drawing d = { .law = law,
                         .statements = statements,
                         .rng = rng_keyed(seed, law->name, 0) };
    struct places places = { NULL, 0, 0 };
    prepare(&d, law);
    draw_set(&d, &places, SET_VALID, POINTS);
    if (law->n_events > 0)
        draw_set(&d, &places, SET_DUE, POINTS);
    if (law->n_constraints > 0)
        draw_set(&d, &places, SET_INVALID, POINTS);
    for (size_t i = 0; i < statements->n_claims; i++)
        draw_set(&d, &places, (int)i, POINTS_OF_CLAIM);
    for (size_t i = 0; i < statements->n_claims; i++)
        graph_program_free(&d.where[i]);
    free(d.where);
    graph_program_free(&d.program);
    free(d.values);
    return places;
}
