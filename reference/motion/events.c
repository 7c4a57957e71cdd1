/* Follows a law with events over short times (events.h). */
#include "reference/motion/events.h"

#include <stdlib.h>
#include <string.h>

#include "reference/motion/ways.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* A part of a motion: all velocities in it, its length or, where that is not known, all lengths up
 * to it. */
struct part {
    arb_t v, h, v_end;
    int sign;
    bool is_whole;  /* it has exactly the length h, and ends at v_end */
    bool has_end;   /* it ends at v_end, after a time `length` since events_begin */
    int n_happened; /* events in it so far */
    int n_ways;     /* that it is at most one of */
    arb_t length;
    arb_srcptr from, to;
};

static void part_init(struct part *part)
{
    arb_init(part->v);
    arb_init(part->h);
    arb_init(part->v_end);
    arb_init(part->length);
    part->n_happened = 0;
    part->n_ways = 1;
}

static void part_clear(struct part *part)
{
    arb_clear(part->length);
    arb_clear(part->v_end);
    arb_clear(part->h);
    arb_clear(part->v);
}

void events_init(struct events *e, struct general_step *g)
{
    *e = (struct events){ .g = g };
    taylor_range_init(&e->range);
    e->hull = _arb_vec_init(6L * ARB_LAW_MAX);
    e->energy_hull = e->hull + ARB_LAW_MAX;
    e->first = e->energy_hull + ARB_LAW_MAX;
    e->first_energy = e->first + ARB_LAW_MAX;
    e->rate = e->first_energy + ARB_LAW_MAX;
    e->power = e->rate + ARB_LAW_MAX;
}

void events_clear(struct events *e)
{
    _arb_vec_clear(e->hull, 6L * ARB_LAW_MAX);
    taylor_range_clear(&e->range);
}

slong events_size(const struct events *e) { return (slong)e->g->n_states + e->g->n_memory; }

void events_begin(struct events *e)
{
    _arb_vec_set(e->hull, e->x, events_size(e));
    _arb_vec_set(e->first, e->x, events_size(e));
    memset(e->was_set, 0, sizeof e->was_set);
    e->has_moved = false;
    if (!e->energy)
        return;
    _arb_vec_set(e->energy_hull, e->energy, e->g->n_parts);
    _arb_vec_set(e->first_energy, e->energy, e->g->n_parts);
}

/* hull <- hull and y, or y alone. */
static void take_in(arb_t hull, const arb_t y, bool is_first, slong prec)
{
    if (is_first)
        arb_set(hull, y);
    else
        arb_union(hull, hull, y, prec);
}

/* Takes in the rates and powers over the box, where the law has been evaluated. */
static void take_rates(struct events *e)
{
    const struct general_step *g = e->g;
    arb_t power;
    arb_init(power);
    for (unsigned i = 0; i < g->n_states; i++)
        take_in(e->rate + i, e->range.rate + i, !e->has_moved, g->prec);
    for (unsigned q = 0; q < g->n_parts; q++) {
        arb_mul(power, g->tape.value + g->tape.of[g->n_states + q], e->range.v, g->prec);
        take_in(e->power + q, power, !e->has_moved, g->prec);
    }
    e->has_moved = true;
    arb_clear(power);
}

/* y <- first + rate h where that is narrower. */
static void narrow(arb_t y, const arb_t first, const arb_t rate, const arb_t h, slong prec)
{
    arb_t other;
    arb_init(other);
    arb_set(other, first);
    arb_addmul(other, rate, h, prec);
    if (arb_is_finite(other) && mag_cmp(arb_radref(other), arb_radref(y)) < 0)
        arb_swap(y, other);
    arb_clear(other);
}

void events_narrow(struct events *e, const arb_t h)
{
    const struct general_step *g = e->g;
    for (unsigned i = 0; e->has_moved && i < g->n_states; i++)
        if (!e->was_set[i])
            narrow(e->x + i, e->first + i, e->rate + i, h, g->prec);
    for (unsigned q = 0; e->has_moved && e->energy && q < g->n_parts; q++)
        narrow(e->energy + q, e->first_energy + q, e->power + q, h, g->prec);
}

static void add_energy(struct events *e)
{
    if (e->energy)
        general_range_add_energy(&e->range, e->g, e->energy);
}

static void show(const struct events *e, const struct part *part, arb_srcptr x_end)
{
    const struct general_step *g = e->g;
    if (!e->span)
        return;
    arb_ptr x = _arb_vec_init(events_size(e));
    _arb_vec_set(x, e->range.box, g->n_states);
    _arb_vec_set(x + g->n_states, e->x + g->n_states, g->n_memory);
    e->span(e->ctx, &(struct arb_span){ part->from, part->to, part->v, x, x_end });
    _arb_vec_clear(x, events_size(e));
}

/* x <- the states at the end of a whole part, after which the box holds none but these. */
static void go_to_end(const struct events *e, arb_ptr x)
{
    for (unsigned i = 0; i < e->g->n_states; i++) {
        arb_set(x + i, e->x + i);
        arb_addmul(x + i, e->range.rate + i, e->range.h, e->g->prec);
    }
}

/* x <- what the states are at the end of a part if no event happens until then: by all rates since
 * events_begin, but for states that events have set. */
static void find_end(const struct events *e, const struct part *part, arb_ptr x)
{
    if (part->is_whole) {
        go_to_end(e, x);
        return;
    }
    for (unsigned i = 0; i < e->g->n_states; i++) {
        arb_set(x + i, e->range.box + i);
        if (!e->was_set[i])
            narrow(x + i, e->first + i, e->rate + i, part->length, e->g->prec);
    }
}

/* Returns true when one of n events certainly happens before a part ends. */
static bool one_happens(struct events *e, const struct part *part, const unsigned of[], int n)
{
    if (!part->has_end)
        return false;
    arb_ptr x = _arb_vec_init(e->g->n_states);
    find_end(e, part, x);
    events_evaluate(e, part->v_end, part->sign, x);
    bool has = false;
    for (int k = 0; k < n; k++)
        has = has || events_due(e, of[k]) == DUE;
    _arb_vec_clear(x, e->g->n_states);
    return has;
}

/* Lets the part's length be anything up to what it has been. */
static void forget_length(struct part *part, slong prec)
{
    arb_t none;
    arb_init(none);
    arb_union(part->h, part->h, none, prec);
    part->is_whole = false;
    arb_clear(none);
}

/* Returns true when what has become negative with the last event certainly falls further, over the
 * box: it stays negative. */
static bool is_kept(struct events *e, const struct part *part)
{
    const struct general_step *g = e->g;
    const expression velocity = graph_tape_velocity(&g->tape);
    arb_t slope, tau;
    arb_init(slope);
    arb_init(tau);
    graph_tape_slopes(&e->g->tape, e->relation, g->prec);
    arb_union(tau, part->from, part->to, g->prec);
    arb_segment_slope(tau, e->segment, tau, g->prec);
    if (velocity != EXPRESSION_NONE && part->sign != 0 && velocity < g->tape.end)
        arb_mul(slope, tau, g->tape.slope + velocity, g->prec);
    for (unsigned i = 0; i < g->n_states; i++) {
        const expression state = graph_tape_state(&g->tape, i);
        if (state != EXPRESSION_NONE)
            arb_addmul(slope, g->tape.slope + state, e->range.rate + i, g->prec);
    }
    const bool falls = ball_sign(slope) < 0;
    arb_clear(tau);
    arb_clear(slope);
    return falls;
}

static bool find_box(struct events *e, const struct part *part)
{
    return events_settle_at(e, part->v, part->sign) != DUE &&
           general_range_find(&e->range, e->g, e->x, part->v, part->sign, part->h);
}

/* Returns true when all that is known at the beginning of a part follows over the box, too, from
 * what the last event was about. The law is then evaluated over the box, knowing it. */
static bool is_known_over_box(struct events *e, const struct part *part)
{
    struct graph_tape *tape = &e->g->tape;
    signed char *known = memory_array(tape->end + 1, sizeof *known);
    memcpy(known, tape->known, tape->end);
    graph_tape_forget(tape);
    events_evaluate(e, part->v, part->sign, e->range.box);
    graph_tape_know(tape, e->relation, -1);
    bool is = true;
    for (size_t i = 0; i < tape->end; i++)
        is = is && (known[i] == 0 || known[i] == tape->known[i]);
    memcpy(tape->known, known, tape->end);
    events_evaluate(e, part->v, part->sign, e->range.box);
    free(known);
    return is;
}

/* The same after an event, as long as what it was about stays true. */
static bool find_box_knowing(struct events *e, const struct part *part)
{
    const expression relation = e->relation;
    struct graph_tape *tape = &e->g->tape;
    if (relation == EXPRESSION_NONE)
        return find_box(e, part);
    events_evaluate(e, part->v, part->sign, e->x);
    graph_tape_know(tape, relation, -1);
    if (find_box(e, part) && e->relation == relation && is_known_over_box(e, part) &&
        is_kept(e, part))
        return true;
    graph_tape_forget(tape);
    e->relation = EXPRESSION_NONE;
    return find_box(e, part);
}

static bool go_on(struct events *e, struct part *part);

/* Makes the transition of event i, which may be the next, and goes on to the part's end. */
static bool go_on_after(struct events *e, struct part *part, unsigned i, arb_srcptr box)
{
    _arb_vec_set(e->range.box, box, e->g->n_states);
    events_evaluate(e, part->v, part->sign, e->range.box);
    events_happen(e, i);
    events_extend(e, e->x);
    part->n_happened++;
    const bool ok = go_on(e, part);
    part->n_happened--;
    return ok;
}

/* Goes on from any of n events that may be the next. */
static bool go_ways(struct events *e, struct part *part, const unsigned of[], int n)
{
    arb_ptr box = _arb_vec_init(e->g->n_states);
    struct ways w;
    bool ok = true;
    part->n_ways *= n;
    _arb_vec_set(box, e->range.box, e->g->n_states);
    ways_begin(&w, e);
    for (int k = 0; ok && k < n; k++) {
        ways_take(&w, e);
        ok = ways_taken(&w, e, go_on_after(e, part, of[k], box));
    }
    ways_end(&w, e);
    part->n_ways /= n;
    _arb_vec_clear(box, e->g->n_states);
    return ok;
}

/* Goes to the end of the part, through events. Returns false where something is not certain. */
static bool go_on(struct events *e, struct part *part)
{
    struct general_step *g = e->g;
    unsigned which[EVENTS_MOST_WAYS];
    if (part->n_happened == EVENTS_MOST || !find_box_knowing(e, part))
        return false;
    take_rates(e);
    const int n = events_may_happen(e, which);
    graph_tape_forget(&g->tape);
    e->relation = EXPRESSION_NONE;
    if (n > 0) {
        if (n > EVENTS_MOST_WAYS || part->n_ways * n > EVENTS_MOST ||
            !one_happens(e, part, which, n))
            return false;
        events_evaluate(e, part->v, part->sign, e->range.box);
        forget_length(part, g->prec); /* until the event, and from there on */
        arb_set(e->range.h, part->h);
    }
    add_energy(e);
    events_extend(e, e->range.box);
    show(e, part, e->range.box);
    if (n > 0)
        return go_ways(e, part, which, n);
    if (part->is_whole)
        go_to_end(e, e->x);
    else
        _arb_vec_set(e->x, e->range.box, g->n_states);
    events_extend(e, e->x);
    return true;
}

/* Returns true when a guard is below zero for certain: its event should have happened before. */
static bool one_is_late(struct events *e, const struct part *part)
{
    bool is = false;
    events_evaluate(e, part->v, part->sign, e->x);
    for (unsigned i = 0; i < e->g->law->n_events; i++)
        is = is || ball_sign(e->g->tape.value + e->g->law->events[i].guard) < 0;
    return is;
}

static bool pass(struct events *e, struct part *part)
{
    e->relation = EXPRESSION_NONE;
    general_step_remember(e->g, e->x);
    return !one_is_late(e, part) && go_on(e, part);
}

/* Sets the velocities of a part, which has a sign but for its ends, and its length. */
static void set_part(const struct events *e, struct part *part, const arb_t from, const arb_t to,
                     int sign)
{
    const slong prec = e->g->prec;
    part->from = from;
    part->to = to;
    part->sign = sign;
    part->is_whole = true;
    part->has_end = true;
    arb_sub(part->length, to, from, ARF_PREC_EXACT);
    arb_sub(part->h, to, from, ARF_PREC_EXACT);
    arb_union(part->v, from, to, prec);
    arb_segment_velocity(part->v, e->segment, part->v, prec);
    arb_segment_velocity(part->v_end, e->segment, to, prec);
}

bool events_pass(struct events *e, const arb_t from, const arb_t to, int sign)
{
    struct part part;
    part_init(&part);
    set_part(e, &part, from, to, sign);
    const bool ok = pass(e, &part);
    part_clear(&part);
    return ok;
}

/* Cuts the velocities of a part off at zero. */
static void cut(struct part *part, slong prec)
{
    arb_t v;
    arb_init(v);
    arb_mul_si(v, part->v, part->sign, prec);
    arb_nonnegative_part(v, v);
    arb_mul_si(part->v, v, part->sign, prec);
    arb_clear(v);
}

/* Sets a part of any length up to that. */
static void set_side(const struct events *e, struct part *part, const arb_t from, const arb_t to,
                     int sign)
{
    part_init(part);
    set_part(e, part, from, to, sign);
    forget_length(part, e->g->prec);
    part->has_end = false;
    cut(part, e->g->prec);
}

bool events_stay(struct events *e, const arb_t from, const arb_t to, int sign)
{
    struct part part;
    set_side(e, &part, from, to, sign);
    e->relation = EXPRESSION_NONE;
    general_step_remember(e->g, e->x);
    const bool ok = find_box(e, &part);
    if (ok) {
        take_rates(e);
        add_energy(e);
        events_extend(e, e->range.box);
        show(e, &part, e->range.box);
    }
    part_clear(&part);
    return ok;
}

bool events_side(struct events *e, const arb_t from, const arb_t to, int sign)
{
    struct part part;
    set_side(e, &part, from, to, sign);
    const bool ok = pass(e, &part);
    part_clear(&part);
    return ok;
}
