/* Steps of laws that are known by their equations (general.h). */
#include "reference/taylor/general.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/taylor/law_text.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* What a state, or a power, has always been as large as, in SI units: corrections in double reach
 * as far below that as counts, and no law has anything to say there. */
enum { LEAST_SIZE_BITS = -600 };

static double middle(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* Returns how many expressions `list` lists. */
static size_t count(const struct law_graph *law)
{
    size_t n = (size_t)law->rate.n + law->stated[STATEMENT_PARTS].n + 1 + law->n_events;
    for (unsigned i = 0; i < law->n_events; i++)
        n += law->events[i].n;
    return n;
}

static unsigned count_parts(const struct law_graph *law)
{
    return law->stated[STATEMENT_PARTS].n > 0 ? law->stated[STATEMENT_PARTS].n : 1;
}

bool general_step_has(const struct arb_law *law)
{
    const struct law_graph *text = arb_law_text(law);
    return text && text->rate.n <= GENERAL_STATES && count_parts(text) <= GENERAL_PARTS &&
           count(text) <= GRAPH_TAPE_MOST;
}

/* Returns how many rates of states that the law is stated without are watched. */
static unsigned count_tied(const struct ties *ties)
{
    return ties && ties->stand_for_states ? ties->n : 0;
}

/* Lists the rates, the parts of the force, the guards and what events change. */
static unsigned list(expression of[GRAPH_TAPE_MOST], const struct law_graph *law,
                     const struct ties *ties)
{
    const struct law_list *parts = &law->stated[STATEMENT_PARTS];
    unsigned n = 0;
    for (unsigned i = 0; i < law->rate.n; i++)
        of[n++] = law->rate.of[i];
    for (unsigned i = 0; i < parts->n; i++)
        of[n++] = parts->of[i];
    if (parts->n == 0)
        of[n++] = law->force;
    for (unsigned k = 0; k < count_tied(ties); k++)
        of[n++] = ties->of[k].rate[1];
    for (unsigned i = 0; i < law->n_events; i++)
        of[n++] = law->events[i].guard;
    for (unsigned i = 0; i < law->n_events; i++)
        for (unsigned k = 0; k < law->events[i].n; k++)
            of[n++] = law->events[i].actions[k].value;
    return n;
}

bool general_step_has_events(const struct general_step *g) { return g->law->n_events > 0; }

/* Tables are made when they are first needed: most motions along a segment need few of them. */
void general_step_set_level(struct general_step *g, int level)
{
    const slong degree = (g->degree + (1 << level) - 1) >> level;
    g->table = &g->tables[level];
    g->log_r = (slong)GENERAL_LOG_R << level;
    if (g->table->degree == 0)
        chebyshev_init(&g->tables[level], degree, 2 * degree, g->prec);
}

void general_step_init(struct general_step *g, const struct arb_law *law, struct ties *ties,
                       arb_srcptr p, slong prec)
{
    expression of[GRAPH_TAPE_MOST];
    *g = (struct general_step){ .ties = ties, .bits = prec };
    g->law = ties ? ties->law : arb_law_text(law);
    g->prec = prec + GENERAL_LOST_BITS;
    g->n_states = g->law->rate.n;
    g->n_parts = count_parts(g->law);
    g->n_memory = g->law->start.n;
    g->memory = _arb_vec_init(g->n_memory);
    g->degree = prec * 3 / 8 + 4;
    g->p = _arb_vec_init(ARB_LAW_MAX);
    for (unsigned i = 0; g->law->parameters[i]; i++)
        arb_set(g->p + i, p + arb_law_index(law->params, g->law->parameters[i]));
    graph_tape_init(&g->tape, g->law, of, list(of, g->law, ties),
                    g->n_states + g->n_parts + count_tied(ties), g->p, g->prec);
    arb_init(g->from);
    arb_init(g->to);
    arb_init(g->centre);
    arb_init(g->reach);
    arb_init(g->s);
    arb_init(g->least);
    arb_init(g->near);
    const slong n = g->n_states, row = g->degree + 1, samples = 2 * g->degree;
    g->c = _arb_vec_init(n * row);
    g->radius = _mag_vec_init(n);
    g->radius_end = _mag_vec_init(n);
    g->spent = _mag_vec_init(n);
    frame_init(&g->frame, n);
    g->frame_radius = _mag_vec_init(n);
    g->frame_end = _mag_vec_init(n);
    g->energy = _arb_vec_init((slong)g->n_parts * (samples + 1));
    g->energy_error = _mag_vec_init(g->n_parts);
    g->scale = _mag_vec_init(n);
    g->scale_power = _mag_vec_init(g->n_parts);
    for (unsigned i = 0; i < g->n_states; i++)
        mag_set_ui_2exp_si(g->scale + i, 1, LEAST_SIZE_BITS);
    for (unsigned q = 0; q < g->n_parts; q++)
        mag_set_ui_2exp_si(g->scale_power + q, 1, LEAST_SIZE_BITS);
    g->wary = memory_array(g->tape.n_kinks + 1, sizeof *g->wary);
    g->value = _arb_vec_init((n + GENERAL_PARTS) * samples);
    g->series = _arb_vec_init(4 * (samples + 1));
    const size_t unknowns = (size_t)(n * g->degree);
    g->matrix = memory_array(unknowns * unknowns + 1, sizeof *g->matrix);
    g->slopes = memory_array((size_t)(n * n * row) + 1, sizeof *g->slopes);
    g->residual = memory_array(unknowns + 1, sizeof *g->residual);
    g->pivot = memory_array(unknowns + 1, sizeof *g->pivot);
}

void general_step_clear(struct general_step *g)
{
    const slong n = g->n_states, row = g->degree + 1, samples = 2 * g->degree;
    free(g->pivot);
    free(g->residual);
    free(g->slopes);
    free(g->matrix);
    _arb_vec_clear(g->series, 4 * (samples + 1));
    _arb_vec_clear(g->value, (n + GENERAL_PARTS) * samples);
    free(g->wary);
    _mag_vec_clear(g->scale_power, g->n_parts);
    _mag_vec_clear(g->scale, n);
    _mag_vec_clear(g->energy_error, g->n_parts);
    _arb_vec_clear(g->energy, (slong)g->n_parts * (samples + 1));
    _mag_vec_clear(g->frame_end, n);
    _mag_vec_clear(g->frame_radius, n);
    frame_clear(&g->frame);
    _mag_vec_clear(g->spent, n);
    _mag_vec_clear(g->radius_end, n);
    _mag_vec_clear(g->radius, n);
    _arb_vec_clear(g->c, n * row);
    arb_clear(g->near);
    arb_clear(g->least);
    arb_clear(g->s);
    arb_clear(g->reach);
    arb_clear(g->centre);
    arb_clear(g->to);
    arb_clear(g->from);
    graph_tape_clear(&g->tape);
    _arb_vec_clear(g->p, ARB_LAW_MAX);
    _arb_vec_clear(g->memory, g->n_memory);
    for (int l = 0; l < GENERAL_LEVELS; l++)
        if (g->tables[l].degree > 0)
            chebyshev_clear(&g->tables[l]);
}

void general_step_remember(struct general_step *g, arb_srcptr x)
{
    _arb_vec_set(g->memory, x + g->n_states, g->n_memory);
    graph_tape_remember(&g->tape, g->memory, x, g->prec);
    if (g->ties)
        ties_look(g->ties, &g->tape);
}

/* tau = centre + (reach/4) s */
void general_step_velocity(arb_t v, const struct general_step *g, const struct arb_segment *segment,
                           const arb_t s)
{
    arb_t tau;
    arb_init(tau);
    arb_mul(tau, g->reach, s, g->prec);
    arb_mul_2exp_si(tau, tau, -2);
    arb_add(tau, tau, g->centre, g->prec);
    arb_segment_velocity(v, segment, tau, g->prec);
    arb_clear(tau);
}

bool general_guard_stays(const struct general_step *g, unsigned i)
{
    const struct law_event *event = &g->law->events[i];
    const int by_speed = graph_tape_sign_by_speed(&g->tape, event->guard), sign = ball_sign(g->s);
    if (g->tape.is_zero[event->guard] || (by_speed != 0 && sign == 0))
        return !event->fires_at_zero;
    return by_speed * sign > 0;
}

/* Returns true when it is certain, where the sides have been taken, that no event is due. */
static bool is_settled(const struct general_step *g)
{
    for (unsigned i = 0; i < g->law->n_events; i++) {
        const struct law_event *event = &g->law->events[i];
        const arb_struct *guard = g->tape.value + event->guard;
        if (!general_guard_stays(g, i) && ball_sign(guard) <= 0 &&
            !(certainly(ball_is_zero(guard)) && !event->fires_at_zero))
            return false;
    }
    return true;
}

static enum general_end take_sides(struct general_step *g, const struct arb_segment *segment,
                                   int sign, arb_srcptr x)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, segment, g->from, g->prec);
    graph_tape_take_sides(&g->tape, v, g->s, x, sign, g->prec);
    enum general_end end = general_step_loosen(g, segment, v, x);
    if (end == GENERAL_DONE) { /* guards when the motion has begun */
        graph_tape_at(&g->tape, v, g->s, x, g->prec);
        end = is_settled(g) ? end : GENERAL_AT_KINK;
    }
    if (end == GENERAL_DONE && general_step_is_at_hand(g))
        end = GENERAL_AT_KINK;
    arb_clear(v);
    return end;
}

static void place(struct general_step *g, const arb_t from, const arb_t to)
{
    arb_set(g->from, from);
    arb_set(g->to, to);
    arb_add(g->centre, from, to, ARF_PREC_EXACT);
    arb_mul_2exp_si(g->centre, g->centre, -1);
    arb_sub(g->reach, to, from, ARF_PREC_EXACT);
    arb_mul_2exp_si(g->reach, g->reach, 1);
}

/* Returns true when a state of a law at held velocity certainly decays by too much to be resolved:
 * it is off its equilibrium, about |f/mu|, and mu times the step is more than the polynomial has
 * degrees. What this misses, Newton's iteration finds at more cost. */
static bool is_hopeless(struct general_step *g, const struct arb_segment *segment, arb_srcptr x)
{
    if (!arb_segment_is_held(segment))
        return false;
    const double h = middle(g->reach) / 2;
    bool is = false;
    arb_ptr at = _arb_vec_init(g->n_states);
    arb_t v;
    arb_init(v);
    arb_segment_held_velocity(v, segment, g->prec);
    for (unsigned i = 0; i < g->n_states; i++)
        arb_get_mid_arb(at + i, x + i);
    graph_tape_at(&g->tape, v, g->s, at, g->prec);
    for (unsigned i = 0; !is && i < g->n_states; i++) {
        const expression state = graph_tape_state(&g->tape, i);
        if (state == EXPRESSION_NONE)
            continue;
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 53);
        const double mu = middle(g->tape.slope + state),
                     off = fabs(middle(g->tape.value + g->law->rate.of[i]) / mu),
                     size = fmax(fabs(middle(x + i)), mag_get_d(g->scale + i));
        is = h * mu < -(double)g->degree && off > ldexp(size, -(int)g->bits);
    }
    arb_clear(v);
    _arb_vec_clear(at, g->n_states);
    return is;
}

enum general_end general_step_go(struct general_step *g, const struct arb_segment *segment,
                                 int sign, const arb_t from, const arb_t to, arb_srcptr x)
{
    place(g, from, to);
    if (g->ties)
        g->ties->now = middle(from);
    arb_zero(g->near);
    arb_set_si(g->s, sign);
    const enum general_end begins = take_sides(g, segment, sign, x);
    if (begins != GENERAL_DONE)
        return begins;
    bool done = false;
    if (is_hopeless(g, segment, x))
        return GENERAL_TOO_LONG;
    for (int level = GENERAL_LEVELS; !done && level-- > 0;) {
        general_step_set_level(g, level);
        done = general_step_approximate(g, segment, x) && general_step_enclose(g, segment, x);
    }
    if (!done)
        return GENERAL_TOO_LONG;
    return general_step_end_before_kinks(g, segment) ? GENERAL_DONE : GENERAL_NEAR_KINK;
}

/* Values at a range of u: at its middle, and what the range adds. */
static void evaluate(arb_t y, arb_srcptr c, slong n, const arb_t u, slong prec)
{
    arb_t s;
    mag_t radius;
    arb_init(s);
    mag_init(radius);
    arb_mul_2exp_si(s, u, 2);
    mag_swap(radius, arb_radref(s));
    if (mag_is_zero(radius))
        chebyshev_evaluate(y, c, n, s, prec);
    else
        chebyshev_range(y, c, n, s, radius, prec);
    mag_clear(radius);
    arb_clear(s);
}

/* Returns true when u is where the step ends. */
static bool is_end(const arb_t u)
{
    arb_t end;
    arb_init(end);
    arb_one(end);
    arb_mul_2exp_si(end, end, -2);
    const bool is = ball_same(u, end);
    arb_clear(end);
    return is;
}

void general_step_at(const struct general_step *g, const arb_t u, arb_ptr x, arb_srcptr energy0,
                     arb_ptr energy)
{
    const slong row = g->table->degree + 1, samples = g->table->samples;
    arb_t y;
    arb_init(y);
    mag_srcptr radius = is_end(u) ? g->radius_end : g->radius;
    for (unsigned i = 0; i < g->n_states; i++) {
        evaluate(x + i, g->c + (slong)i * row, row, u, g->prec);
        arb_add_error_mag(x + i, radius + i);
    }
    for (unsigned q = 0; energy && q < g->n_parts; q++) {
        evaluate(y, g->energy + (slong)q * (samples + 1), samples + 1, u, g->prec);
        arb_add_error_mag(y, g->energy_error + q);
        arb_add(energy + q, energy0 + q, y, g->prec);
    }
    arb_clear(y);
}

void general_step_keep(struct general_step *g, const arb_t u, arb_srcptr x)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    mag_ptr rest = _mag_vec_init(n);
    arb_t y;
    arb_init(y);
    for (slong i = 0; i < n; i++) {
        evaluate(y, g->c + i * row, row, u, g->prec);
        mag_swap(rest + i, arb_radref(y));
    }
    frame_keep(&g->frame, x, rest, is_end(u) ? g->frame_end : g->frame_radius);
    arb_clear(y);
    _mag_vec_clear(rest, n);
}
