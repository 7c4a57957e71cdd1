/* Leads masses through a tile: outputs, events and new masses, one lane at a time. What happens in
 * every step is in the kernels (mass_body.h). */
#include "reference/ensembles/mass_ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/events.h"
#include "integrators/numerics/step_choice.h"
#include "reference/ensembles/mass_tile.h"
#include "reference/experiments/plant_ode.h"

enum { MOST_REJECTIONS = 60, ORDER = 5 };

/* A mass on its way. */
struct lane {
    size_t mass; /* its place in the ensemble; lanes: none */
    size_t next; /* its next output */
    unsigned rejections;
    bool restarts; /* behind an event */
    struct moving moving;
    struct ode ode;
    struct integration in; /* x, t and the ode, for functions of a single mass */
    double x[ODE_MAX_STATES];
    struct event_locator events;
    const struct mass_tile *tile;
    unsigned place; /* in the tile */
};

struct crowd {
    const struct mass_ensemble *e;
    const struct mass_kernel *kernel;
    struct settings settings;
    struct statistics *statistics;
    double *out;
    enum status *status;
    unsigned states; /* of the output */
    bool integral;   /* of the masses on their way now */
    size_t waiting;  /* the first mass that has not begun */
    unsigned busy;   /* lanes */
    struct mass_tile tile;
    struct lane lane[MASS_TILE];
};

/* Returns true when the kernel is made of that law, not of another of its name, and for masses like
 * these. */
static bool serves(const struct mass_kernel *k, const struct mass_ensemble *e)
{
    bool serves = strcmp(k->law, e->model->name) == 0 && PREC(model_find)(k->law) == e->model;
    for (size_t l = 0; serves && l < e->lanes; l++)
        serves = e->plants[l].force.n == 0 &&
                 (k->square == k->n_params || e->p[l * k->n_params + k->square] == 2);
    return serves;
}

static const struct mass_kernel *find(const struct mass_ensemble *e)
{
    const struct mass_kernel *best = NULL;
    for (size_t i = 0; mass_kernels[i]; i++) {
        const struct mass_kernel *k = mass_kernels[i];
        if ((e->level == ENSEMBLE_BEST || e->level == k->level) &&
            ensemble_level_available(k->level) && (!best || k->level > best->level) && serves(k, e))
            best = k;
    }
    return best;
}

bool mass_ensemble_supports(const struct mass_ensemble *e) { return find(e) != NULL; }

static bool has_integral(const struct mass_ensemble *e)
{
    for (size_t l = 0; l < e->lanes; l++)
        if (e->plants[l].integral != 0)
            return true;
    return false;
}

unsigned mass_ensemble_states(const struct mass_ensemble *e)
{
    return 2 + has_integral(e) + e->model->n_states;
}

/* The polynomial of a lane's last step, for the functions that locate events. */
static enum status interpolate(struct integration *in, real t, real x[])
{
    const struct lane *lane = in->work;
    const struct mass_tile *T = lane->tile;
    const unsigned l = lane->place;
    const double q = (t - T->t[l]) / T->taken[l];
    for (unsigned i = 0; i < in->ode->n; i++) {
        const double x0 = T->x0[i][l], x1 = T->x1[i][l];
        const double bend = T->path[0][i][l] + q * (T->path[1][i][l] + q * T->path[2][i][l]);
        x[i] = x0 + q * (x1 - x0 + (1 - q) * bend);
    }
    return STATUS_OK;
}

static const struct integrator in_lanes = { .name = "rosenbrock", .interpolate = interpolate };

/* Writes the states x of a lane as its next output. */
static void write(struct crowd *c, struct lane *lane, const double x[])
{
    const unsigned n = lane->ode.n, gap = c->states - n; /* 1: no integral, where others have one */
    for (unsigned k = 0; k < c->states; k++) {
        const double value = k < 2 || gap == 0 ? x[k] : k == 2 ? 0 : x[k - 1];
        c->out[(lane->next * c->states + k) * c->e->lanes + lane->mass] = value;
    }
    lane->next++;
}

/* Writes the outputs before t, from the last step, and those at t, where x is. */
static void write_until(struct crowd *c, struct lane *lane, double t, const double at_t[])
{
    const struct mass_ensemble *e = c->e;
    double x[ODE_MAX_STATES] = { 0 };
    while (lane->next < e->n_times && e->times[lane->next] <= t) {
        if (e->times[lane->next] < t)
            (void)interpolate(&lane->in, e->times[lane->next], x);
        write(c, lane, e->times[lane->next] < t ? x : at_t);
    }
}

static double end_of(const struct mass_ensemble *e) { return e->times[e->n_times - 1]; }

/* A lane with no mass: it takes steps of no length. */
static void retire(struct crowd *c, struct lane *lane)
{
    struct mass_tile *T = &c->tile;
    lane->mass = c->e->lanes;
    T->end[lane->place] = T->t[lane->place];
    T->next[lane->place] = (double)INFINITY;
    c->busy--;
}

static void fail(struct crowd *c, struct lane *lane, enum status status)
{
    double none[ODE_MAX_STATES];
    for (unsigned k = 0; k < ODE_MAX_STATES; k++)
        none[k] = (double)NAN;
    c->status[lane->mass] = status;
    while (lane->next < c->e->n_times)
        write(c, lane, none);
    retire(c, lane);
}

/* Puts the states of lane->x at lane->in.t into the tile, to start from there. */
static void restart(struct crowd *c, struct lane *lane)
{
    struct mass_tile *T = &c->tile;
    const unsigned l = lane->place, n = lane->ode.n;
    double largest[ODE_MAX_STATES] = { 0 };
    double x[ODE_MAX_STATES], f0[ODE_MAX_STATES], f[ODE_MAX_STATES];
    for (unsigned i = 0; i < n; i++) {
        T->x0[i][l] = lane->x[i];
        T->largest[i][l] = largest[i] = fabs(lane->x[i]);
    }
    T->t[l] = lane->in.t;
    T->h[l] = step_first(&lane->in, largest, ORDER, x, f0, f);
    T->h_last[l] = T->again[l] = 0;
    T->fit_last[l] = 1;
    T->side[l] = lane->moving.mode == MOVING_STUCK     ? 0
                 : lane->moving.mode == MOVING_FORWARD ? 1
                                                       : -1;
    T->next[l] = lane->next < c->e->n_times ? c->e->times[lane->next] : (double)INFINITY;
    lane->restarts = false;
}

/* Lets mass m begin in a lane. */
static void enter(struct crowd *c, struct lane *lane, size_t m)
{
    const struct mass_ensemble *e = c->e;
    const struct plant *plant = &e->plants[m];
    const double *p = e->p + m * e->model->n_params;
    struct mass_tile *T = &c->tile;
    const unsigned l = lane->place;
    bool changed;
    lane->mass = m;
    lane->next = lane->rejections = 0;
    lane->ode = PREC(plant_ode)(&lane->moving, e->model, p, plant, false);
    memset(lane->x, 0, sizeof lane->x);
    PREC(model_initial)(e->model, p, lane->x + lane->moving.n_plant);
    lane->in = (struct integration){ .ode = &lane->ode,
                                     .settings = &c->settings,
                                     .statistics = c->statistics,
                                     .t = e->times[0],
                                     .x = lane->x,
                                     .work = lane };
    for (unsigned k = 0; k < e->model->n_params; k++)
        T->p[k][l] = p[k];
    for (unsigned i = 0; i < lane->ode.n; i++)
        T->scale[i][l] = lane->ode.scale[i];
    T->per_mass[l] = lane->moving.per_mass;
    T->stiffness[l] = plant->stiffness;
    T->damping[l] = plant->damping;
    T->integral[l] = plant->integral;
    T->place[l] = plant->place;
    T->pull[l] = plant->pull;
    T->end[l] = end_of(e);
    c->busy++;
    (void)lane->ode.interval(lane->ode.ctx, lane->in.t, lane->x);
    PREC(event_locator_open)(&lane->events, &in_lanes, &lane->in);
    const enum status status = PREC(event_locator_settle)(&lane->events, &changed);
    if (status != STATUS_OK) {
        fail(c, lane, status);
        return;
    }
    write_until(c, lane, lane->in.t, lane->x);
    restart(c, lane);
}

/* Gives the lane the next mass of the present kind, or none. */
static void refill(struct crowd *c, struct lane *lane)
{
    const struct mass_ensemble *e = c->e;
    while (c->waiting < e->lanes) {
        const size_t m = c->waiting++;
        if ((e->plants[m].integral != 0) != c->integral)
            continue;
        enter(c, lane, m);
        if (lane->mass < e->lanes)
            return;
    }
}

/* Looks for an event within the last step of a lane. Returns true when there is one: lane->in.t and
 * lane->x are then behind it. */
static bool pass_event(struct crowd *c, struct lane *lane, enum status *status)
{
    const struct mass_tile *T = &c->tile;
    const unsigned l = lane->place, n = lane->ode.n;
    bool changed, fired = false;
    lane->in.t = T->t[l];
    for (unsigned i = 0; i < n; i++)
        lane->x[i] = T->x0[i][l];
    *status = PREC(event_locator_settle)(&lane->events, &changed);
    PREC(event_locator_begin)(&lane->events, true);
    lane->in.t = T->t[l] + T->taken[l];
    for (unsigned i = 0; i < n; i++)
        lane->x[i] = T->x1[i][l];
    if (*status == STATUS_OK)
        *status = PREC(event_locator_look)(&lane->events, &fired);
    if (*status != STATUS_OK || !fired)
        return false;
    write_until(c, lane, nextafter(lane->in.t, -HUGE_VAL), lane->x);
    *status = PREC(event_locator_settle)(&lane->events, &changed);
    return *status == STATUS_OK;
}

/* What a lane needs behind a step, before it goes on. */
static void attend(struct crowd *c, struct lane *lane)
{
    struct mass_tile *T = &c->tile;
    const unsigned l = lane->place, flag = (unsigned)T->flag[l];
    enum status status = STATUS_OK;
    if (flag & MASS_REJECTED) {
        c->statistics->rejected++;
        if (++lane->rejections > MOST_REJECTIONS || !(T->t[l] + T->taken[l] > T->t[l]))
            fail(c, lane, T->fit[l] > 0 ? STATUS_ERROR_TEST : STATUS_NONFINITE);
        return;
    }
    c->statistics->steps++;
    lane->rejections = 0;
    if (flag & MASS_EVENT && pass_event(c, lane, &status)) {
        T->taken[l] = lane->in.t - T->t[l];
        lane->restarts = lane->in.t < T->end[l];
        if (!lane->restarts) { /* at the very end */
            write_until(c, lane, T->end[l], lane->x);
            retire(c, lane);
        }
        return;
    }
    if (status != STATUS_OK) {
        fail(c, lane, status);
        return;
    }
    if (flag & (MASS_OUTPUT | MASS_END)) {
        double x1[ODE_MAX_STATES] = { 0 };
        for (unsigned i = 0; i < lane->ode.n; i++)
            x1[i] = T->x1[i][l];
        write_until(c, lane, flag & MASS_END ? T->end[l] : T->t[l] + T->taken[l], x1);
        T->next[l] = lane->next < c->e->n_times ? c->e->times[lane->next] : (double)INFINITY;
        if (flag & MASS_END)
            retire(c, lane);
    }
}

/* All masses of one kind. */
static void run_kind(struct crowd *c, bool integral)
{
    const size_t nobody = c->e->lanes;
    c->integral = integral;
    c->waiting = c->busy = 0;
    memset(&c->tile, 0, sizeof c->tile);
    c->tile.rtol = c->settings.rtol;
    c->tile.atol = c->settings.atol;
    for (unsigned l = 0; l < MASS_TILE; l++) {
        c->lane[l] = (struct lane){ .mass = nobody, .place = l, .tile = &c->tile };
        refill(c, &c->lane[l]);
    }
    while (c->busy > 0) {
        c->kernel->try_step[integral](&c->tile);
        for (unsigned l = 0; l < MASS_TILE; l++)
            if (c->lane[l].mass < nobody)
                attend(c, &c->lane[l]);
        c->kernel->go_on[integral](&c->tile);
        for (unsigned l = 0; l < MASS_TILE; l++) {
            if (c->lane[l].restarts)
                restart(c, &c->lane[l]);
            if (c->lane[l].mass == nobody)
                refill(c, &c->lane[l]);
        }
    }
}

enum status mass_ensemble_run(const struct mass_ensemble *e, double out[], enum status status[],
                              struct statistics *statistics)
{
    const struct mass_kernel *kernel = find(e);
    *statistics = (struct statistics){ 0 };
    if (!kernel)
        return STATUS_UNSUPPORTED;
    struct crowd *c = aligned_alloc(ENSEMBLE_ALIGN, (sizeof *c + ENSEMBLE_ALIGN - 1) /
                                                        ENSEMBLE_ALIGN * ENSEMBLE_ALIGN);
    if (!c)
        return STATUS_NO_MEMORY;
    c->e = e;
    c->kernel = kernel;
    c->statistics = statistics;
    c->out = out;
    c->status = status;
    c->states = mass_ensemble_states(e);
    c->settings = (struct settings){ .rtol = e->rtol > 0 ? e->rtol : 1e-6 };
    c->settings.atol = e->atol > 0 ? e->atol : c->settings.rtol;
    for (size_t l = 0; l < e->lanes; l++)
        status[l] = STATUS_OK;
    run_kind(c, false);
    run_kind(c, true);
    free(c);
    for (size_t l = 0; l < e->lanes; l++)
        if (status[l] != STATUS_OK)
            return status[l];
    return STATUS_OK;
}
