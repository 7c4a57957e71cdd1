/* Computes the least costs of moving a single state (one_state.h). */
#include "properties/search/one_state.h"

#include <math.h>

#include "properties/trials/candidate.h"
#include "properties/trials/model_sample.h"

enum {
    SPEEDS = 40, /* of either sign, over the whole range */
    COARSE = 24, /* to find out how far z can be brought */
    GOLDEN = 8,  /* steps that refine a speed */
    MOST_SPEEDS = 2 * SPEEDS + 1,
};

/* A slower motion is taken only where that saves this share of the cost: it takes longer. */
static const double WORTHWHILE = 1e-4;
/* The slowest motion takes about that long for the whole reach, s. */
static const double PATIENCE = 1e6;

struct response PREC(one_state_response)(const struct one_state *law, double v, double z)
{
    real x[MODEL_MAX_STATES] = { 0 }, dx[MODEL_MAX_STATES] = { 0 };
    if (law->state < law->model->n_states)
        x[law->state] = (real)(law->side * z);
    const real force =
        PREC(model_response)(law->model, law->p, NULL, (real)v, r_sign((real)v), x, dx);
    return (struct response){
        law->state < law->model->n_states ? law->side * (double)dx[law->state] : 0,
        v == 0 ? 0 : (double)force * v,
    };
}

/* Returns true when a state moves at the velocity, in either direction, wherever it is tried. */
static bool is_travel(const struct model *model, const real p[], unsigned state)
{
    const real fastest = (real)model->speed_max;
    const real speeds[] = { fastest, -fastest / 3, fastest / 4096 }, places[] = { 0, C(1e-6), -1 };
    for (unsigned i = 0; i < 3 * 3; i++) {
        const real v = speeds[i % 3];
        real x[MODEL_MAX_STATES], dx[MODEL_MAX_STATES];
        for (unsigned k = 0; k < model->n_states; k++)
            x[k] = places[i / 3];
        model->rate(p, NULL, v, r_sign(v), x, dx);
        if (dx[state] != v)
            return false;
    }
    return true;
}

bool PREC(one_state_applies)(const struct model *model, const real p[], unsigned *state)
{
    if (model->start || model->initial || model->n_ints + model->n_reals > 0)
        return false;
    *state = model->n_states;
    for (unsigned i = 0; i < model->n_states; i++) {
        if (model->n_states > 1 && is_travel(model, p, i))
            continue;
        if (*state < model->n_states)
            return false;
        *state = i;
    }
    return true;
}

/* Velocities of either sign, from fast to slow, in a constant ratio, and last rest. */
struct speeds {
    double v[MOST_SPEEDS], ratio;
    unsigned n;
};

static void list_speeds(const struct one_state *law, double slowest, double shift, unsigned n,
                        struct speeds *to)
{
    to->n = 0;
    to->ratio = pow(law->fastest / slowest, 1.0 / (n - 1));
    for (unsigned i = 0; i < n; i++) {
        const double speed = i == 0 ? law->fastest : law->fastest * pow(to->ratio, shift - i);
        to->v[to->n++] = speed;
        if (!law->one_way)
            to->v[to->n++] = -speed;
    }
    to->v[to->n++] = 0;
}

/* Speeds that may raise z, the one that last did so first. */
struct raisers {
    struct speeds speeds;
    unsigned calls;
};

static bool can_rise(const struct one_state *law, struct raisers *by, double z)
{
    double *v = by->speeds.v;
    for (unsigned i = 0; i < by->speeds.n; i++) {
        by->calls++;
        if (!(PREC(one_state_response)(law, v[i], z).rate > 0))
            continue;
        const double first = v[0];
        v[0] = v[i];
        v[i] = first;
        return true;
    }
    return false;
}

/* Moves lo up to where |z| is stopped, between lo and hi. */
static double stop_between(const struct one_state *law, struct raisers *by, double lo, double hi)
{
    const double accuracy = 1e-9;
    while (hi - lo > accuracy * hi) {
        const double middle = lo > 0 ? sqrt(lo) * sqrt(hi) : hi / 2;
        if (!(middle > lo && middle < hi))
            break;
        *(can_rise(law, by, middle) ? &lo : &hi) = middle;
    }
    return lo;
}

/* Returns the bound that the law states, or INFINITY. */
static double stated_bound(const struct one_state *law)
{
    real bound[MODEL_MAX_STATES] = { 0 };
    if (!law->model->bound)
        return (double)INFINITY;
    law->model->bound(law->p, bound);
    return bound[law->state] > 0 ? (double)bound[law->state] : (double)INFINITY;
}

/* Returns how far |z| can be brought from 0: up to where no velocity raises it, or for a state
 * without end some of the law's lengths. Where z is stopped just beyond its stated bound that is
 * the end: the stop may be narrow. 0: z does not leave 0. */
static double reach(const struct one_state *law, double far, unsigned *calls)
{
    const struct quantity *z = &law->model->states[law->state];
    const double most = fmin(law->side > 0 ? z->hi : -z->lo, 1e12), start = 1e-18, step = 8,
                 beyond = stated_bound(law) * (1 + 16 * (double)R_EPSILON);
    struct raisers by = { .calls = 0 };
    list_speeds(law, CANDIDATE_SLOWEST, 0, COARSE, &by.speeds);
    double lo = 0, hi = start;
    if (isfinite(beyond) && can_rise(law, &by, start) && !can_rise(law, &by, beyond)) {
        lo = stop_between(law, &by, start, beyond);
        *calls += by.calls;
        return lo;
    }
    while (hi < most && can_rise(law, &by, hi)) {
        lo = hi;
        hi *= step;
    }
    if (lo > 0 && !can_rise(law, &by, hi))
        lo = stop_between(law, &by, lo, hi);
    else if (lo > 0) {
        const double length = (double)PREC(model_sample_length)(law->model, law->p);
        lo = fmin(most, length * exp2(20 * far - 6));
    }
    *calls += by.calls;
    return lo;
}

/* Cuts the reach into cells: even in -log(1 - z/reach), about, so that what diverges at the end is
 * integrated well. */
static void cut(double reach, double shift, struct state_costs *costs)
{
    const double rounding = -0.45 * log((double)R_EPSILON), growth = 3.5;
    double from = 0;
    costs->end[0] = 0;
    for (unsigned i = 0; i < ONE_STATE_CELLS; i++) {
        const double to =
            rounding * expm1(growth * (i + 1 - shift) / ONE_STATE_CELLS) / expm1(growth);
        const double middle = (from + to) / 2;
        costs->end[i + 1] = -expm1(-to) * reach;
        costs->middle[i] = -expm1(-middle) * reach;
        costs->width[i] = exp(-middle) * (to - from) * reach;
        from = to;
    }
}

/* Cuts the reach into cells that are finest around the focus: a cell there, and others on either
 * side whose distances from it grow by a factor. */
static void cut_around(double reach, double focus, struct state_costs *costs)
{
    enum { BELOW = ONE_STATE_CELLS / 2 };
    const double finest = 1e-5;
    for (unsigned i = 0; i <= ONE_STATE_CELLS; i++) {
        const double side = i < BELOW ? focus : reach - focus, sign = i < BELOW ? -1 : 1;
        const double steps = i < BELOW ? BELOW - 1 : ONE_STATE_CELLS - BELOW;
        const double from = i < BELOW ? BELOW - 1 - i : i - BELOW;
        costs->end[i] = focus + sign * side * pow(finest, 1 - from / steps);
    }
    costs->end[0] = 0;
    for (unsigned i = 0; i < ONE_STATE_CELLS; i++) {
        costs->width[i] = costs->end[i + 1] - costs->end[i];
        costs->middle[i] = costs->end[i] + costs->width[i] / 2;
    }
}

/* The cost of moving z by one velocity; direction 1: to raise |z|. */
static double cost_of(struct response r, double direction)
{
    const double cost = r.power / (direction * r.rate);
    return direction * r.rate > 0 && isfinite(cost) ? cost : (double)INFINITY;
}

/* Refines the velocity between its neighbours, by golden sections of its logarithm. */
static void refine(const struct one_state *law, double z, double direction, double ratio,
                   struct least_cost *least, unsigned *calls)
{
    const double golden = 0.3819660112501051;
    double lo = 1 / ratio, hi = fmin(ratio, law->fastest / fabs(least->v)), at = 1;
    for (int i = 0; i < GOLDEN; i++) {
        const bool above = hi / at > at / lo;
        const double next = above ? at * pow(hi / at, golden) : at * pow(lo / at, golden);
        const double v = least->v * next / at;
        const double cost = cost_of(PREC(one_state_response)(law, v, z), direction);
        (*calls)++;
        if (cost < least->cost) {
            *(above ? &lo : &hi) = at;
            at = next;
            *least = (struct least_cost){ cost, v };
        } else
            *(above ? &hi : &lo) = next;
    }
}

static void take(struct least_cost *least, double cost, double v)
{
    if (cost < least->cost - WORTHWHILE * fmin(fabs(cost), fabs(least->cost)))
        *least = (struct least_cost){ cost, v };
}

/* Keeps the velocity at which z comes to rest while F v < 0, where that is least. */
static void look_at_rest(const struct response *before, const struct response *here, double v,
                         struct least_cost *rest)
{
    const double power = fmax(before->power, here->power);
    if (before->rate >= 0 && here->rate <= 0 && power < rest->cost)
        *rest = (struct least_cost){ power, v };
}

/* The least of the costs of n velocities v[], and of those between neighbours around each that is
 * lower than its own: `stride` velocities on is the next one of the same sign. */
static void find_least(const struct one_state *law, double z, double direction,
                       const struct speeds *by, const double cost[], struct least_cost *least,
                       unsigned *calls)
{
    const unsigned stride = law->one_way ? 1 : 2, moving = by->n - 1;
    *least = (struct least_cost){ (double)INFINITY, 0 };
    for (unsigned k = 0; k < by->n; k++)
        take(least, cost[k], by->v[k]);
    for (unsigned k = 0; k < moving; k++) {
        const bool below = k < stride || cost[k] < cost[k - stride];
        const bool above = k + stride >= moving || cost[k] <= cost[k + stride];
        struct least_cost near = { cost[k], by->v[k] };
        if (!below || !above || !isfinite(cost[k]))
            continue;
        refine(law, z, direction, by->ratio, &near, calls);
        take(least, near.cost, near.v);
    }
}

/* The costs in one cell; before[] are the responses in the cell before. */
static void look_at_cell(const struct one_state *law, unsigned cell, const struct speeds *by,
                         struct response before[], struct state_costs *costs)
{
    const double z = costs->middle[cell];
    double raise[MOST_SPEEDS] = { 0 }, lower[MOST_SPEEDS] = { 0 };
    for (unsigned k = 0; k < by->n; k++) {
        const struct response here = PREC(one_state_response)(law, by->v[k], z);
        raise[k] = cost_of(here, 1);
        lower[k] = cost_of(here, -1);
        look_at_rest(&before[k], &here, by->v[k], &costs->rest);
        before[k] = here;
    }
    costs->calls += by->n;
    find_least(law, z, 1, by, raise, &costs->raise[cell], &costs->calls);
    find_least(law, z, -1, by, lower, &costs->lower[cell], &costs->calls);
}

void PREC(one_state_costs)(const struct one_state *law, struct one_state_grid grid,
                           struct state_costs *costs)
{
    struct response before[MOST_SPEEDS];
    struct speeds by;
    costs->calls = 0;
    costs->rest = (struct least_cost){ 0, 0 };
    costs->raise[0].cost = (double)INFINITY; /* until it is known to move */
    const double far = law->state < law->model->n_states ? reach(law, grid.far, &costs->calls) : 0;
    const double slowest = fmin(fmax(far / PATIENCE, CANDIDATE_SLOWEST), law->fastest / 4);
    list_speeds(law, slowest, grid.speeds, SPEEDS, &by);
    for (unsigned k = 0; k < by.n; k++) {
        before[k] = PREC(one_state_response)(law, by.v[k], 0);
        if (far == 0)
            look_at_rest(&before[k], &before[k], by.v[k], &costs->rest);
    }
    costs->calls += by.n;
    if (far == 0)
        return;
    if (grid.focus > 0 && grid.focus < far)
        cut_around(far, grid.focus, costs);
    else
        cut(far, grid.cells, costs);
    for (unsigned i = 0; i < ONE_STATE_CELLS; i++)
        look_at_cell(law, i, &by, before, costs);
}

double PREC(one_state_stored)(const struct one_state *law, const struct state_costs *costs,
                              unsigned cell)
{
    const double z = costs->middle[cell], step = cbrt((double)R_EPSILON) * z;
    real x[MODEL_MAX_STATES] = { 0 };
    const struct model *model = law->model;
    x[law->state] = (real)(law->side * (z + step));
    const real after = model->storage(law->p, NULL, x);
    x[law->state] = (real)(law->side * (z - step));
    return (double)(after - model->storage(law->p, NULL, x)) / (2 * step);
}

/* Returns true when a sum of two costs is negative beyond rounding. */
static bool is_profit(double a, double b)
{
    return a + b < -sqrt((double)R_EPSILON) * (fabs(a) + fabs(b));
}

double PREC(one_state_worst)(const struct state_costs *costs)
{
    double at = 0, least = 0;
    for (unsigned i = 0; i < ONE_STATE_CELLS && isfinite(costs->raise[i].cost); i++) {
        const double a = costs->raise[i].cost, b = costs->lower[i].cost;
        const double share = isfinite(b) ? (a + b) / (fabs(a) + fabs(b)) : 0;
        if (share < least) {
            least = share;
            at = costs->middle[i];
        }
    }
    return at;
}

bool PREC(one_state_may_violate)(const struct one_state *law, const struct state_costs *costs,
                                 enum property property)
{
    double way = 0, through = 0;
    if (property == PASSIVITY && costs->rest.cost < 0)
        return true;
    for (unsigned i = 0; i < ONE_STATE_CELLS; i++) {
        const double a = costs->raise[i].cost, b = costs->lower[i].cost;
        if (!isfinite(a))
            return false; /* z does not come here */
        if (property == DISSIPATION) {
            const double stored = PREC(one_state_stored)(law, costs, i);
            if (is_profit(a, -stored) || (isfinite(b) && is_profit(b, stored)))
                return true;
            continue;
        }
        way += a * costs->width[i];
        through += fabs(a) * costs->width[i];
        if (is_profit(a, b) || way < -sqrt((double)R_EPSILON) * through)
            return true;
    }
    return false;
}
