/* Leads masses through tiles: events and new masses, one at a time. What happens in every
 * step is in the kernels (mass_body.h).
 *
 * Masses that move go through one tile, those that are stuck through another, for a stuck mass has
 * less to compute. More masses are on their way than a tile has lanes, so that both tiles are full
 * for as long as there are masses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/numerics/step_choice.h"
#include "reference/ensembles/mass_crowd.h"

enum { MOST_REJECTIONS = 60, ORDER = 5 };

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

const char *mass_ensemble_law(size_t i)
{
    size_t n = 0;
    while (mass_kernels[n] && mass_kernels[n]->level == mass_kernels[0]->level)
        n++;
    return i < n ? mass_kernels[i]->law : NULL;
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

static const struct integrator in_lanes = { .name = "rosenbrock", .interpolate = mass_interpolate };

static double end_of(const struct mass_ensemble *e) { return e->times[e->n_times - 1]; }

static void fail(struct crowd *c, struct mass *mass, enum status status)
{
    const double none = (double)NAN;
    c->status[mass->number] = status;
    while (mass->next < c->e->n_times)
        mass_write(c, mass, &none, 0);
    mass->state = MASS_IS_OVER;
}

static void put_back(struct crowd *c, struct mass *mass)
{
    mass->behind = c->unused;
    c->unused = mass;
}

/* Puts a mass on the list of those that wait for a lane of its kind. */
static void queue(struct crowd *c, struct mass *mass)
{
    struct train *train = &c->train[mass->moving.mode == MOVING_STUCK];
    mass->behind = train->waiting;
    train->waiting = mass;
    train->n++;
}

/* Puts the states of mass->x at mass->in.t into the tile, to start from there. */
static void restart(struct crowd *c, struct mass *mass)
{
    struct mass_tile *T = mass->tile;
    const unsigned l = mass->place, n = mass->ode.n;
    double largest[ODE_MAX_STATES] = { 0 };
    double x[MASS_MAX_STATES], f0[MASS_MAX_STATES], f[MASS_MAX_STATES];
    for (unsigned i = 0; i < n; i++) {
        T->x0[i][l] = mass->x[i];
        T->largest[i][l] = largest[i] = fabs(mass->x[i]);
    }
    T->t[l] = mass->in.t;
    T->h[l] = step_first(&mass->in, largest, ORDER, x, f0, f);
    T->h_last[l] = T->again[l] = 0;
    T->fit_last[l] = 1;
    T->side[l] = mass->moving.mode == MOVING_STUCK     ? 0
                 : mass->moving.mode == MOVING_FORWARD ? 1
                                                       : -1;
    T->next[l] = mass->next < c->e->n_times ? c->e->times[mass->next] : (double)INFINITY;
    mass->state = MASS_GOES_ON;
}

/* Seats a mass in a lane of a tile. */
static void seat(struct crowd *c, struct mass *mass, struct mass_tile *T, unsigned l)
{
    const struct mass_ensemble *e = c->e;
    const struct plant *plant = &e->plants[mass->number];
    const double *p = e->p + mass->number * e->model->n_params;
    mass->tile = T;
    mass->place = l;
    for (unsigned k = 0; k < e->model->n_params; k++) {
        T->p[k][l] = p[k];
        T->reciprocal[k][l] = 1 / p[k];
    }
    for (unsigned i = 0; i < mass->ode.n; i++)
        T->scale[i][l] = mass->ode.scale[i];
    T->per_mass[l] = mass->moving.per_mass;
    T->stiffness[l] = plant->stiffness;
    T->damping[l] = plant->damping;
    T->integral[l] = plant->integral;
    T->place[l] = plant->place;
    T->pull[l] = plant->pull;
    T->end[l] = end_of(e);
    restart(c, mass);
}

/* Lets mass m begin, which then waits for a lane. */
static void begin(struct crowd *c, size_t m)
{
    const struct mass_ensemble *e = c->e;
    const double *p = e->p + m * e->model->n_params;
    struct mass *mass = c->unused;
    bool changed;
    c->unused = mass->behind;
    mass->number = m;
    mass->next = 0;
    mass->state = MASS_GOES_ON;
    mass->ode = PREC(plant_ode)(&mass->moving, e->model, p, &e->plants[m], false);
    memset(mass->x, 0, sizeof mass->x);
    PREC(model_initial)(e->model, p, mass->x + mass->moving.n_plant);
    mass->in = (struct integration){ .ode = &mass->ode,
                                     .settings = &c->settings,
                                     .statistics = c->statistics,
                                     .t = e->times[0],
                                     .x = mass->x,
                                     .work = mass };
    (void)mass->ode.interval(mass->ode.ctx, mass->in.t, mass->x);
    PREC(event_locator_open)(&mass->events, &in_lanes, &mass->in);
    const enum status status = PREC(event_locator_settle)(&mass->events, &changed);
    if (status != STATUS_OK) {
        fail(c, mass, status);
        put_back(c, mass);
        return;
    }
    mass_write_at(c, mass, mass->in.t, mass->x, 1);
    queue(c, mass);
}

/* Lets masses of the present kind begin while there is room for them. */
static void begin_more(struct crowd *c)
{
    const struct mass_ensemble *e = c->e;
    for (; c->first < e->lanes && c->unused; c->first++)
        if ((e->plants[c->first].integral != 0) == c->integral)
            begin(c, c->first);
}

/* Takes a mass from its lane, which takes steps of no length then. It goes on as one of the other
 * kind, or is over. */
static void leave(struct crowd *c, struct train *train, struct mass *mass)
{
    const unsigned l = mass->place;
    train->tile.end[l] = train->tile.t[l];
    train->tile.next[l] = (double)INFINITY;
    train->at[l] = NULL;
    train->n--;
    train->seated--;
    if (mass->state == MASS_RESTARTS)
        queue(c, mass);
    else
        put_back(c, mass);
}

/* Returns about where v comes to zero in the last step of a mass that moves, at whose end it is
 * beyond: where its polynomial is as far beyond zero as counts, by Newton's method from the line
 * between both ends. NAN: not known. */
static double time_of_zero(const struct mass *mass)
{
    enum { V = 1, ITERATIONS = 5 };
    const struct mass_tile *T = mass->tile;
    const unsigned l = mass->place;
    const double v0 = T->x0[V][l], change = T->x1[V][l] - v0;
    const double beyond = -T->side[l] * mass->events.slack[0];
    double q = (beyond - v0) / change;
    if (T->side[l] == 0 || !(q > 0 && q < 1))
        return (double)NAN;
    for (int k = 0; k < ITERATIONS; k++) {
        const double k0 = T->path[0][V][l], k1 = T->path[1][V][l], k2 = T->path[2][V][l];
        const double bend = k0 + q * (k1 + q * k2);
        const double slope = change + (1 - 2 * q) * bend + q * (1 - q) * (k1 + 2 * q * k2);
        q -= (mass_between(T, V, l, q) - beyond) / slope;
    }
    return T->t[l] + q * T->taken[l];
}

/* Looks for an event within the last step of a mass. Returns true when there is one: mass->in.t and
 * mass->x are then behind it. */
static bool pass_event(struct crowd *c, struct mass *mass, enum status *status)
{
    const struct mass_tile *T = mass->tile;
    const unsigned l = mass->place, n = mass->ode.n;
    bool changed, fired = false;
    mass->in.t = T->t[l];
    for (unsigned i = 0; i < n; i++)
        mass->x[i] = T->x0[i][l];
    *status = PREC(event_locator_settle)(&mass->events, &changed);
    PREC(event_locator_begin)(&mass->events, true);
    mass->in.t = T->t[l] + T->taken[l];
    for (unsigned i = 0; i < n; i++)
        mass->x[i] = T->x1[i][l];
    mass->events.near = time_of_zero(mass);
    if (*status == STATUS_OK)
        *status = PREC(event_locator_look)(&mass->events, &fired);
    if (*status != STATUS_OK || !fired)
        return false;
    mass_write_before(c, mass, mass->in.t);
    *status = PREC(event_locator_settle)(&mass->events, &changed);
    return *status == STATUS_OK;
}

/* What a mass needs behind a step, before it goes on. */
static void attend(struct crowd *c, struct mass *mass)
{
    struct mass_tile *T = mass->tile;
    const unsigned l = mass->place, flag = (unsigned)T->flag[l];
    enum status status = STATUS_OK;
    if (flag & MASS_REJECTED) {
        c->statistics->rejected++;
        if (T->again[l] >= MOST_REJECTIONS || !(T->t[l] + T->taken[l] > T->t[l]))
            fail(c, mass, T->fit[l] > 0 ? STATUS_ERROR_TEST : STATUS_NONFINITE);
        return;
    }
    c->statistics->steps++;
    if (flag & MASS_EVENT && pass_event(c, mass, &status)) {
        T->taken[l] = mass->in.t - T->t[l];
        mass->state = mass->in.t < T->end[l] ? MASS_RESTARTS : MASS_IS_OVER;
        if (mass->state == MASS_IS_OVER)
            mass_write_at(c, mass, T->end[l], mass->x, 1);
        return;
    }
    if (status != STATUS_OK) {
        fail(c, mass, status);
        return;
    }
    if (flag & (MASS_OUTPUT | MASS_END)) {
        const double t1 = flag & MASS_END ? T->end[l] : T->t[l] + T->taken[l];
        mass_write_before(c, mass, t1);
        mass_write_at(c, mass, t1, &T->x1[0][l], MASS_TILE);
        T->next[l] = mass->next < c->e->n_times ? c->e->times[mass->next] : (double)INFINITY;
        if (flag & MASS_END)
            mass->state = MASS_IS_OVER;
    }
}

/* Seats masses that wait in lanes that are free. */
static void fill(struct crowd *c, struct train *train)
{
    for (unsigned l = 0; l < MASS_TILE && train->waiting && train->seated < MASS_TILE; l++) {
        struct mass *mass = train->waiting;
        if (train->at[l])
            continue;
        train->waiting = mass->behind;
        train->at[l] = mass;
        train->seated++;
        seat(c, mass, &train->tile, l);
    }
}

/* Takes a step in all lanes of a train. */
static void step(struct crowd *c, struct train *train)
{
    const bool stuck = train == &c->train[1];
    struct mass *asking[MASS_TILE];
    unsigned n = 0;
    c->kernel->try_step[c->integral][stuck](&train->tile);
    for (unsigned l = 0; l < MASS_TILE; l++) {
        asking[n] = train->at[l];
        n += train->at[l] && train->tile.flag[l] > 0;
    }
    c->statistics->steps += train->seated - n;
    for (unsigned k = 0; k < n; k++)
        attend(c, asking[k]);
    c->kernel->go_on[c->integral](&train->tile);
    for (unsigned k = 0; k < n; k++) {
        struct mass *mass = asking[k];
        if (mass->state == MASS_RESTARTS && (mass->moving.mode == MOVING_STUCK) == stuck)
            restart(c, mass);
        else if (mass->state != MASS_GOES_ON)
            leave(c, train, mass);
    }
}

/* All masses with an integral gain, or without. The train with more masses goes first: so both are
 * full for longest. */
static void run_kind(struct crowd *c, bool integral)
{
    c->integral = integral;
    c->first = 0;
    c->unused = NULL;
    for (unsigned k = 0; k < ON_THEIR_WAY; k++) {
        c->mass[k].behind = c->unused;
        c->unused = &c->mass[k];
    }
    for (unsigned k = 0; k < 2; k++) {
        memset(&c->train[k], 0, sizeof c->train[k]);
        c->train[k].tile.rtol = c->settings.rtol;
        c->train[k].tile.atol = c->settings.atol;
    }
    begin_more(c);
    while (c->train[0].n + c->train[1].n > 0) {
        struct train *train = &c->train[c->train[1].n > c->train[0].n];
        fill(c, train);
        step(c, train);
        begin_more(c);
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
