/* Draws places over all that a law is stated for (deviation_places.h). */
#include "properties/self_check/deviation_places.h"

#include <string.h>

#include "properties/self_check/deviation.h"
#include "properties/trials/draw.h"
#include "properties/trials/model_sample.h"

/* Places at the defaults, which come first: what deviates there is simple to read. */
enum { AT_DEFAULT_PARAMETERS = 64 };

void PREC(place_copy)(const struct names *names, struct place *place)
{
    const struct law_at *from = &place->text;
    struct law_at *to = &place->code;
    for (unsigned i = 0; i < from->model->n_params; i++)
        to->p[names->param[i]] = from->p[i];
    for (unsigned i = 0; i < from->model->n_states; i++)
        to->x[names->state[i]] = from->x[i];
    to->v = from->v;
    to->s = from->s;
    to->h = from->h;
}

static void begin_memory(struct law_at *at)
{
    if (at->model->start)
        at->model->start(at->p, 0, &at->memory);
}

bool PREC(place_begin)(const struct model *text, const struct model *code,
                       const struct names *names, unsigned number, struct rng *rng,
                       struct place *place)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    *place = (struct place){ .text = { .model = text, .state = names->same },
                             .code = { .model = code, .state = names->state } };
    if (number < AT_DEFAULT_PARAMETERS)
        PREC(model_defaults)(text, place->text.p);
    else if (!PREC(draw_params)(text, &anywhere, rng, place->text.p))
        return false;
    PREC(place_copy)(names, place);
    begin_memory(&place->text);
    begin_memory(&place->code);
    return true;
}

/* Returns a speed: none, the largest, around the law's own, or any down to a nanometre per year. */
static real draw_speed(const struct law_at *at, struct rng *rng)
{
    const double slowest = 1e-15, fastest = at->model->speed_max, octaves = 8;
    const double own = at->model->stribeck_speed ? (double)at->model->stribeck_speed(at->p) : 1e-3;
    switch (rng_below(rng, 8)) {
    case 0:
        return 0;
    case 1:
        return (real)fastest;
    case 2:
    case 3:
    case 4:
        return (real)fmin(own * exp2(octaves * (rng_uniform(rng) - 0.5)), fastest);
    case 5:
        return (real)rng_log_uniform(rng, slowest, fastest);
    default:
        return (real)rng_log_uniform(rng, 1e-6 * fmin(fastest, 1), fastest);
    }
}

/* At rest the selection is anything, its ends and 0 included. */
static real draw_selection(real v, struct rng *rng)
{
    if (v != 0)
        return r_sign(v);
    if (rng_below(rng, 4) == 0)
        return (real)rng_below(rng, 3) - 1;
    return (real)(2 * rng_uniform(rng) - 1);
}

/* Returns a share of a bound: its ends, 0, or any in between. */
static real draw_share(struct rng *rng)
{
    if (rng_below(rng, 4) == 0)
        return (real)rng_below(rng, 3) - 1;
    return (real)(2 * rng_uniform(rng) - 1);
}

/* Returns a time in which states change, or in which they have settled. In less the closed forms
 * that papers print have no digits left. */
static real draw_time(real length, real speed, struct rng *rng)
{
    const double octaves = rng_below(rng, 4) == 0 ? 16 : 4;
    const double times = exp2(-4 + (4 + octaves) * rng_uniform(rng));
    return speed > 0 ? length / speed * (real)times : (real)rng_log_uniform(rng, 1e-9, 10);
}

static void draw_velocity(struct law_at *at, struct rng *rng)
{
    const real speed = draw_speed(at, rng);
    at->v = speed != 0 && rng_below(rng, 2) == 0 ? -speed : speed;
    at->s = draw_selection(at->v, rng);
    at->h = draw_time(PREC(model_sample_length)(at->model, at->p), speed, rng);
}

/* Writes the largest sizes of states: their bounds, or a length. */
static void find_sizes(const struct law_at *at, real size[])
{
    const struct model *model = at->model;
    real bound[MODEL_MAX_STATES] = { 0 };
    if (model->bound)
        model->bound(at->p, bound);
    for (unsigned i = 0; i < model->n_states; i++)
        size[i] =
            model->bound && isfinite(bound[i]) ? bound[i] : PREC(model_sample_length)(model, at->p);
}

/* How little beyond its largest size a state is found, or below it, relatively: roundings do not
 * decide there whether an event is due. */
static const double NEXT_TO = 2.0 * DEVIATION_ROUNDINGS * DEVIATION_ROUNDINGS * (double)R_EPSILON;

void PREC(place_draw)(struct rng *rng, const struct names *names, struct place *place)
{
    struct law_at *at = &place->text;
    real size[MODEL_MAX_STATES] = { 0 };
    draw_velocity(at, rng);
    find_sizes(at, size);
    const real most = at->model->transition ? 1 - (real)NEXT_TO : 1;
    for (unsigned i = 0; i < at->model->n_states; i++) {
        at->x[i] = r_max(-most, r_min(draw_share(rng), most)) * size[i];
        if (at->model->states[i].lo >= 0)
            at->x[i] = r_abs(at->x[i]);
    }
    PREC(place_copy)(names, place);
}

static bool has_fired(const struct law_at *at)
{
    real g[MODEL_MAX_GUARDS];
    bool any = false;
    at->model->guard(at->p, &at->memory, at->v, at->x, g);
    for (unsigned i = 0; i < at->model->n_guards; i++)
        any = any || g[i] < 0;
    return any;
}

/* Moves a state to `to`. It gets beyond its largest size only where that is an event. */
static void step_state(struct law_at *at, unsigned i, real to, real size, real beyond)
{
    if (isnan(to))
        return;
    at->x[i] = r_max(at->model->states[i].lo >= 0 ? 0 : -size, r_min(to, size));
    const real inside = at->x[i];
    if (r_abs(to) <= size || !at->model->transition)
        return;
    at->x[i] = inside * beyond;
    if (!has_fired(at))
        at->x[i] = inside;
}

void PREC(place_step)(struct rng *rng, const struct names *names, struct place *place)
{
    struct law_at *at = &place->text;
    real size[MODEL_MAX_STATES] = { 0 }, dx[MODEL_MAX_STATES] = { 0 };
    const real beyond = 1 + (real)rng_log_uniform(rng, NEXT_TO, 1);
    draw_velocity(at, rng);
    find_sizes(at, size);
    at->model->rate(at->p, &at->memory, at->v, at->s, at->x, dx);
    for (unsigned i = 0; i < at->model->n_states; i++)
        step_state(at, i, at->x[i] + at->h * dx[i], size[i], beyond);
    PREC(place_copy)(names, place);
}
