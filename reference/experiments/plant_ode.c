/* The rates, guards and transitions of a mass on a friction law: where it sticks, breaks away and
 * turns. */
#include "reference/experiments/plant_parts.h"

/* Guards behind the law's own. While moving, LOW is the speed; while stuck, LOW and HIGH are the
 * distances of the applied force from the forces at s = -1 and s = +1. A naive run knows no sides:
 * LOW and HIGH are 1 there. */
enum { LOW, HIGH, WATCH, N_GUARDS };

/* Writes the law's rates beyond v = 0 and returns its force there. Apart from rate, which is called
 * often and goes beyond seldom. */
APART static real response_beyond(const struct moving *m, real v, real s, const real law_x[],
                                  real dx[])
{
    const struct model *model = m->model;
    real at_zero[MODEL_MAX_STATES];
    const real F0 = PREC(model_response)(model, m->p, memory_of(m), 0, s, law_x, at_zero);
    const real F = PREC(model_response)(model, m->p, memory_of(m), -v, s, law_x, dx);
    for (unsigned i = 0; i < model->n_states; i++)
        dx[i] = 2 * at_zero[i] - dx[i];
    return 2 * F0 - F;
}

/* Writes the law's rates and returns its force. */
FORCE_INLINE real response(const struct moving *m, const struct situation *now, const real law_x[],
                           real dx[])
{
    if (beyond(now))
        return response_beyond(m, now->v, now->s, law_x, dx);
    return PREC(model_response)(m->model, m->p, memory_of(m), now->v, now->s, law_x, dx);
}

static void rate(void *ctx, real t, const real x[], real dx[])
{
    const struct moving *m = ctx;
    const struct situation now = situation(m, t, x);
    dx[X] = now.v;
    if (m->n_plant > Q)
        dx[Q] = error(m->plant, t, x[X]);
    const real law_F = response(m, &now, x + m->n_plant, dx + m->n_plant);
    const real F = now.held ? now.u : law_F;
    dx[V] = now.held ? 0 : (now.u - F) * m->per_mass;
    if (m->with_energy)
        dx[m->n_plant + m->model->n_states] = F * now.v;
}

/* The velocity as the law's guards see it has the sign of the side until the mass has left it, so
 * that what turns does so with the mass. */
static real directed(const struct moving *m, real v)
{
    return side(m) * v < 0 || v == 0 ? side(m) * R_MIN : v;
}

static void save(void *ctx)
{
    struct moving *m = ctx;
    m->saved = m->memory;
}

static void restore(void *ctx)
{
    struct moving *m = ctx;
    m->memory = m->saved;
}

/* In the band: how far the applied force exceeds the end of the interval of forces on its side. */
static real excess(const struct moving *m, real t, const real x[])
{
    real f[2];
    const real u = applied_force(m, t, x);
    m->model->stiction(m->p, memory_of(m), x + m->n_plant, f);
    return m->mode == MOVING_FORWARD ? u - f[1] : f[0] - u;
}

static void guard(void *ctx, real t, const real x[], real g[])
{
    const struct moving *m = ctx;
    real *own = g + m->n_law_guards;
    own[LOW] = own[HIGH] = own[WATCH] = 1;
    if (m->n_law_guards > 0)
        law_guard(m->model, m->p, memory_of(m), directed(m, x[V]), x + m->n_plant, g);
    if (m->mode == MOVING_NAIVE)
        return;
    if (m->watched_speed > 0)
        own[WATCH] = (r_abs(x[V]) - m->watched_speed) * (m->fast ? 1 : -1);
    if (m->mode == MOVING_STUCK) {
        real f[2];
        const real u = applied_force(m, t, x);
        m->model->stiction(m->p, memory_of(m), x + m->n_plant, f);
        own[LOW] = u - f[0];
        own[HIGH] = f[1] - u;
    } else if (m->inside)
        own[LOW] = excess(m, t, x);
    else
        own[LOW] = side(m) * x[V] - m->band;
}

static void tell(const struct moving *m, enum plant_event event, real t)
{
    if (m->on_event)
        m->on_event(m->event_ctx, event, t);
}

/* At v = 0, or in the band: the mass sticks if it can, or takes the side to which it
 * accelerates. */
static void settle(struct moving *m, real t, real x[])
{
    const real before = side(m);
    m->inside = m->band > 0;
    if (!m->model->stiction)
        m->mode = before > 0 ? MOVING_BACKWARD : MOVING_FORWARD;
    else {
        real f[2];
        const real u = applied_force(m, t, x);
        m->model->stiction(m->p, memory_of(m), x + m->n_plant, f);
        m->mode = u > f[1] ? MOVING_FORWARD : u < f[0] ? MOVING_BACKWARD : MOVING_STUCK;
    }
    if (m->band == 0 || m->mode == MOVING_STUCK)
        x[V] = 0;
    if (m->mode == MOVING_STUCK)
        tell(m, PLANT_CAPTURE, t);
    else if (side(m) != before)
        tell(m, PLANT_REVERSAL, t);
}

/* After a transition of the law: takes the other side of the band's edge where the mass has crossed
 * it. */
static void cross_edge(struct moving *m, real t, real x[])
{
    const bool inside = r_abs(x[V]) < m->band;
    if (m->mode == MOVING_NAIVE || m->mode == MOVING_STUCK || inside == m->inside)
        return;
    if (inside)
        settle(m, t, x);
    else {
        m->inside = false;
        m->mode = x[V] > 0 ? MOVING_FORWARD : MOVING_BACKWARD;
    }
}

static enum status transition(void *ctx, unsigned index, real t, real x[])
{
    struct moving *m = ctx;
    if (index < m->n_law_guards) {
        const enum status status =
            law_transition(m->model, m->p, index, directed(m, x[V]), x + m->n_plant, &m->memory);
        cross_edge(m, t, x);
        return status;
    }
    index -= m->n_law_guards;
    if (index == WATCH) {
        m->fast = !m->fast;
        tell(m, m->fast ? PLANT_FASTER : PLANT_SLOWER, t);
    } else if (m->mode == MOVING_STUCK) {
        m->mode = index == LOW ? MOVING_BACKWARD : MOVING_FORWARD;
        tell(m, PLANT_RELEASE, t);
    } else
        settle(m, t, x);
    return STATUS_OK;
}

/* The longest step: what slows down meets the rise of friction near standstill, of which the states
 * say nothing beforehand. So |v|, with the Stribeck speed added, may only fall to a third in a
 * step, as far as the present deceleration tells. */
static real longest(void *ctx, real t, const real x[], const real dx[])
{
    const struct moving *m = ctx;
    real own[ODE_MAX_STATES];
    if (m->mode == MOVING_STUCK)
        return (real)INFINITY;
    if (!dx) {
        rate(ctx, t, x, own);
        dx = own;
    }
    if (!(dx[V] * x[V] < 0))
        return (real)INFINITY;
    return C(2.0) / 3 * (r_abs(x[V]) + m->model->stribeck_speed(m->p)) / r_abs(dx[V]);
}

/* Enters the interval that begins at t. The first one also finds out whether the mass sticks, or
 * where it goes. Times are rounded upwards, so that the next interval is entered when this one is
 * over. */
static real interval(void *ctx, real t, const real x[])
{
    struct moving *m = ctx;
    if (m->plant->force.n > 0)
        m->force = signal_interval(&m->plant->force, (double)t).segment;
    if (m->mode == MOVING_NAIVE) {
        if (x[V] != 0)
            m->mode = x[V] > 0 ? MOVING_FORWARD : MOVING_BACKWARD;
        else if (m->model->stiction)
            m->mode = MOVING_STUCK;
        else
            m->mode = applied_force(m, t, x) < 0 ? MOVING_BACKWARD : MOVING_FORWARD;
    }
    if (!m->force)
        return (real)INFINITY;
    const double end = m->force->start + m->force->duration;
    if (end <= (double)t)
        return (real)INFINITY;
    return (double)(real)end < end ? r_next_up((real)end) : (real)end;
}

/* Typical sizes: for absolute tolerances only. */
static void set_scales(struct moving *m)
{
    const struct model *model = m->model;
    const real length = model->length ? model->length(m->p) : C(1e-5);
    const real rest = model->force_scale ? model->force_scale(m->p, 0, 0) : 0;
    const real force = rest > 0 ? rest : 1; /* viscous friction has none at rest */
    real *law = m->scale + m->n_plant;
    m->scale[X] = length;
    m->scale[V] = C(1e-3);
    m->scale[Q] = length;
    PREC(model_scales)(model, m->p, length, law);
    law[model->n_states] = force * length;
    for (unsigned i = 0; i < ODE_MAX_GUARDS; i++)
        m->guard_scale[i] = 0;
    /* A crossing that the force does not notice need not be found beyond the tolerance. */
    if (has_kink(model))
        m->guard_scale[0] = length;
    if (!model->stiction)
        m->guard_scale[m->n_law_guards + LOW] = 4 * m->scale[V];
}

struct ode PREC(plant_ode)(struct moving *moving, const struct model *model, const real p[],
                           const struct plant *plant, bool with_energy)
{
    *moving = (struct moving){
        .model = model,
        .p = p,
        .plant = plant,
        .with_energy = with_energy,
        .n_plant = plant->integral != 0 ? 3 : 2,
        .per_mass = (real)(1 / plant->mass),
        .remembers = has_memory(model),
        .n_law_guards = law_guards(model),
    };
    if (model->stick_band)
        moving->band = model->stick_band(p);
    moving->inside = moving->band > 0;
    set_scales(moving);
    if (model->start)
        model->start(p, 0, &moving->memory);
    return (struct ode){
        .n = moving->n_plant + model->n_states + with_energy,
        .velocities = 1u << V,
        .integrals = moving->n_plant > Q ? 2 : 1,
        .ctx = moving,
        .rate = rate,
        .jacobian = model->jacobian ? PREC(plant_jacobian) : NULL,
        .rate_t = PREC(plant_rate_t),
        .stiff = ((1u << model->n_states) - 1) << moving->n_plant,
        .flow = model->flow && model->work ? PREC(plant_flow) : NULL,
        .inclusion =
            model->flow && model->stiction && !model->stick_band ? PREC(plant_implicit_step) : NULL,
        .longest = model->stribeck_speed ? longest : NULL,
        .save = moving->remembers ? save : NULL,
        .restore = moving->remembers ? restore : NULL,
        .interval = interval,
        .n_guards = moving->n_law_guards + N_GUARDS,
        .guard = guard,
        .transition = transition,
        .guard_scale = moving->guard_scale,
        .scale = moving->scale,
    };
}

real PREC(plant_force)(const struct moving *m, real t, const real x[])
{
    const struct situation now = situation(m, t, x);
    if (now.held)
        return now.u;
    return m->model->force(m->p, memory_of(m), now.v, now.s, x + m->n_plant);
}

const char *PREC(plant_refuses)(const struct model *model, const real p[])
{
    real f[2], low[MODEL_MAX_STATES], high[MODEL_MAX_STATES];
    real x[MODEL_MAX_STATES];
    if (!model->stiction || model->n_states == 0)
        return NULL;
    PREC(model_initial)(model, p, x);
    model->stiction(p, NULL, x, f);
    if (f[1] > f[0])
        return NULL;
    model->rate(p, NULL, 0, -1, x, low);
    model->rate(p, NULL, 0, 1, x, high);
    for (unsigned i = 0; i < model->n_states; i++)
        if (low[i] != high[i])
            return "the force must jump at v = 0 (alpha > 0): otherwise only its rate does, and a "
                   "mass crosses v = 0 ever faster instead of sticking";
    return NULL;
}
