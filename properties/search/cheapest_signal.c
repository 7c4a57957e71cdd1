/* Finds the cheapest signals over cells of the state by dynamic programming (cheapest_signal.h):
 * the least energy after one hold more, for every end of a cell at which the hold may end. */
#include "properties/search/cheapest_signal.h"

#include <math.h>
#include <string.h>

enum {
    ENDS = ONE_STATE_CELLS + 1,
    MOST_SPEEDS = 2 * ONE_STATE_CELLS + 1,
    MOST_HOLDS = CANDIDATE_MAX_SEGMENTS,
    MOST_OUT = 2, /* holds on the way to a cycle or to rest */
    FEW_HOLDS = 3,
    CYCLES_PER_SEGMENT = CANDIDATE_MAX_STEPS / 2,
};

/* Share of the energy that goes through: less may be an error of the cells. */
static const double FAIR = -0.01;

/* Moving through a cell by one velocity. */
struct move {
    double energy, time; /* J, s */
    int direction;       /* of |z|; 0: it does not move through */
};

/* The end of a signal of some holds. */
struct path {
    double energy, through; /* J, and the sum of its magnitudes; INFINITY: not reached */
    unsigned speed, from;   /* the last hold, and the end at which it began */
    double time;            /* of the last hold, s */
};

struct plan {
    unsigned cells, n_speeds;
    double v[MOST_SPEEDS];
    struct move move[MOST_SPEEDS][ONE_STATE_CELLS];
    struct path path[MOST_HOLDS + 1][ENDS];
    unsigned n_goals, goal[MOST_HOLDS]; /* at which ends the first holds of the signal end */
};

/* Adds a speed, unless there is one within a per cent. */
static void add_speed(struct plan *plan, double v)
{
    for (unsigned i = 0; i < plan->n_speeds; i++)
        if (fabs(plan->v[i] - v) <= 0.01 * fabs(v))
            return;
    plan->v[plan->n_speeds++] = v;
}

static void list_moves(const struct one_state *law, const struct state_costs *costs,
                       struct plan *plan)
{
    plan->n_speeds = 0;
    for (plan->cells = 0; plan->cells < ONE_STATE_CELLS; plan->cells++) {
        const struct least_cost *raise = &costs->raise[plan->cells],
                                *lower = &costs->lower[plan->cells];
        if (!isfinite(raise->cost))
            break;
        add_speed(plan, raise->v);
        if (isfinite(lower->cost))
            add_speed(plan, lower->v);
    }
    if (costs->rest.cost < 0 && plan->n_speeds < MOST_SPEEDS)
        add_speed(plan, costs->rest.v);
    for (unsigned k = 0; k < plan->n_speeds; k++)
        for (unsigned i = 0; i < plan->cells; i++) {
            const struct response r = PREC(one_state_response)(law, plan->v[k], costs->middle[i]);
            const double time = costs->width[i] / fabs(r.rate);
            const bool moves = r.rate != 0 && isfinite(time) && isfinite(r.power * time);
            plan->move[k][i] = (struct move){ moves ? r.power * time : 0, moves ? time : 0,
                                              moves ? (r.rate > 0 ? 1 : -1) : 0 };
        }
}

static void arrive(struct path *to, const struct path *before, unsigned from, unsigned speed,
                   double energy, double time)
{
    if (before->energy + energy < to->energy)
        *to = (struct path){ before->energy + energy, before->through + fabs(energy), speed, from,
                             time };
}

/* Adds one hold to the signals of h - 1 holds. */
static void extend(struct plan *plan, unsigned h)
{
    for (unsigned j = 0; j <= plan->cells; j++)
        plan->path[h][j] = (struct path){ .energy = (double)INFINITY };
    for (unsigned from = 0; from <= plan->cells; from++) {
        const struct path *before = &plan->path[h - 1][from];
        if (!isfinite(before->energy))
            continue;
        for (unsigned k = 0; k < plan->n_speeds; k++) {
            double energy = 0, time = 0;
            for (unsigned i = from; i < plan->cells && plan->move[k][i].direction > 0; i++) {
                energy += plan->move[k][i].energy;
                time += plan->move[k][i].time;
                arrive(&plan->path[h][i + 1], before, from, k, energy, time);
            }
            energy = time = 0;
            for (unsigned i = from; i > 0 && plan->move[k][i - 1].direction < 0; i--) {
                energy += plan->move[k][i - 1].energy;
                time += plan->move[k][i - 1].time;
                arrive(&plan->path[h][i - 1], before, from, k, energy, time);
            }
        }
    }
}

static struct segment hold(double v, double time)
{
    return (struct segment){ .kind = SEGMENT_HOLD, .level = { v }, .time = time, .steps = 1 };
}

/* Writes the signal of h holds to an end. */
static void write_path(struct plan *plan, unsigned h, unsigned to, struct candidate *c)
{
    c->n = plan->n_goals = h;
    for (; h > 0; h--) {
        const struct path *path = &plan->path[h][to];
        c->segments[h - 1] = hold(plan->v[path->speed], path->time);
        plan->goal[h - 1] = to;
        to = path->from;
    }
}

/* Writes the way to an end by the fewest holds. Returns false when it takes too many. */
static bool write_way(struct plan *plan, unsigned to, struct candidate *c)
{
    for (unsigned h = 0; h <= MOST_OUT; h++)
        if (isfinite(plan->path[h][to].energy)) {
            write_path(plan, h, to, c);
            return true;
        }
    return false;
}

/* The signal of the fewest holds that gives back a fair share of what goes through, or else the one
 * of at most so many that gives back the largest share. */
static bool by_holds(struct plan *plan, unsigned most, double fair, struct candidate *c)
{
    double best = -sqrt((double)R_EPSILON);
    bool found = false;
    for (unsigned h = 1; h <= most && !(best <= fair); h++) {
        extend(plan, h);
        for (unsigned j = 0; j <= plan->cells; j++) {
            const struct path *path = &plan->path[h][j];
            if (!isfinite(path->energy) || !(path->energy < best * path->through))
                continue;
            best = path->energy / path->through;
            write_path(plan, h, j, c);
            found = true;
        }
    }
    return found;
}

/* A cycle between two ends: down by one velocity, up by another. */
struct cycle {
    unsigned down, up, bottom, top;
    double energy; /* J, below 0: what a cycle gives back */
    double times;  /* it has to be gone through to pay for the way */
};

/* Finds for each pair of velocities the cells over which they give most back. */
static void find_cycle(const struct plan *plan, struct cycle *best)
{
    for (unsigned down = 0; down < plan->n_speeds; down++)
        for (unsigned up = 0; up < plan->n_speeds; up++) {
            struct cycle c = { .down = down, .up = up };
            for (unsigned i = 0; i < plan->cells; i++) {
                const struct move *d = &plan->move[down][i], *u = &plan->move[up][i];
                if (d->direction >= 0 || u->direction <= 0 || c.energy >= 0) {
                    c.energy = 0;
                    c.bottom = i;
                }
                if (d->direction >= 0 || u->direction <= 0) {
                    c.bottom = i + 1;
                    continue;
                }
                c.energy += d->energy + u->energy;
                c.top = i + 1;
                const double way = fmin(plan->path[1][c.top].energy, plan->path[2][c.top].energy);
                c.times = way / -c.energy;
                if (c.energy < 0 && c.times < best->times)
                    *best = c;
            }
        }
}

/* Returns the time that a velocity takes through cells, s. */
static double time_through(const struct plan *plan, unsigned k, unsigned bottom, unsigned top)
{
    double time = 0;
    for (unsigned i = bottom; i < top; i++)
        time += plan->move[k][i].time;
    return time;
}

/* The way to a cycle, and the cycle 2, 4, 8 ... times. */
static bool by_cycles(struct plan *plan, struct candidate *c)
{
    struct cycle cycle = { .times = (CANDIDATE_MAX_SEGMENTS - MOST_OUT) * CYCLES_PER_SEGMENT };
    find_cycle(plan, &cycle);
    if (cycle.energy >= 0)
        return false;
    const unsigned out = plan->path[2][cycle.top].energy < plan->path[1][cycle.top].energy ? 2 : 1;
    unsigned left = 2;
    while (left <= 1.5 * cycle.times) /* more than pays, by these costs */
        left *= 2;
    write_path(plan, out, cycle.top, c);
    const double down = time_through(plan, cycle.down, cycle.bottom, cycle.top),
                 up = time_through(plan, cycle.up, cycle.bottom, cycle.top);
    while (left > 0 && c->n < CANDIDATE_MAX_SEGMENTS) {
        const unsigned cycles = left < CYCLES_PER_SEGMENT ? left : CYCLES_PER_SEGMENT;
        c->segments[c->n++] = (struct segment){ .kind = SEGMENT_PULSES,
                                                .level = { plan->v[cycle.down], plan->v[cycle.up] },
                                                .time = (down + up) * cycles,
                                                .steps = 2 * cycles,
                                                .share = down / (down + up) };
        left -= cycles;
    }
    return true;
}

/* To where z comes to rest with F v < 0, and on until that has paid for the way. */
static bool by_rest(const struct plan *plan, const struct state_costs *costs, struct candidate *c)
{
    const double v = costs->rest.v, most = CANDIDATE_LONGEST;
    double energy = 0, time = 0;
    unsigned k = 0, i = 0;
    while (k < plan->n_speeds && plan->v[k] != v)
        k++;
    for (; k < plan->n_speeds && i < plan->cells && plan->move[k][i].direction > 0; i++) {
        energy += plan->move[k][i].energy;
        time += plan->move[k][i].time;
    }
    c->n = 1;
    c->segments[0] =
        hold(v, fmin(4 * fmax(time + fmax(energy, 0) / -costs->rest.cost, 1e-3), most));
    return true;
}

/* To a cell, and through it by the velocity that dissipates least. */
static bool by_dissipation(const struct one_state *law, const struct state_costs *costs,
                           struct plan *plan, struct candidate *c)
{
    double least = 0;
    for (unsigned i = 0; i < plan->cells; i++) {
        const double stored = PREC(one_state_stored)(law, costs, i);
        const struct least_cost *raise = &costs->raise[i], *lower = &costs->lower[i];
        for (int down = 0; down < 2; down++) {
            const struct least_cost *by = down ? lower : raise;
            const double change = down ? -stored : stored;
            const double share = (by->cost - change) / (fabs(by->cost) + fabs(change));
            struct candidate way = *c;
            if (!isfinite(by->cost) || !(share < least) ||
                !write_way(plan, i + (unsigned)down, &way))
                continue;
            const struct response r = PREC(one_state_response)(law, by->v, costs->middle[i]);
            way.segments[way.n++] = hold(by->v, costs->width[i] / fabs(r.rate));
            least = share;
            *c = way;
        }
    }
    return least < 0;
}

/* Returns true when the hold brings |z| to the goal, or beyond. */
static bool arrives(const struct one_state *law, const struct exact_state *from, struct hold hold,
                    double goal)
{
    struct exact_state w = *from;
    exact_state_flow(&w, hold);
    const double before = law->side * (double)from->x[law->state],
                 after = law->side * (double)w.x[law->state];
    return before < goal ? after >= goal : after <= goal;
}

/* Returns the time after which the velocity brings |z| to the goal, s; `about` where it does
 * not. */
static double time_to(const struct one_state *law, const struct exact_state *from, real v,
                      double goal, double about)
{
    enum { DOUBLINGS = 4, HALVINGS = 44 };
    double lo = 0, hi = about;
    for (int i = 0; !arrives(law, from, (struct hold){ v, (real)hi }, goal); i++) {
        if (i == DOUBLINGS)
            return about;
        lo = hi;
        hi *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = lo + (hi - lo) / 2;
        *(arrives(law, from, (struct hold){ v, (real)middle }, goal) ? &hi : &lo) = middle;
    }
    return hi;
}

/* Makes the holds end where the plan has their ends: times over cells are not that accurate. */
static void time_holds(const struct one_state *law, const struct state_costs *costs,
                       const struct plan *plan, struct candidate *c)
{
    struct exact_state w;
    exact_state_start(&w, law->model, law->p);
    w.accuracy = HELD_QUICK;
    for (unsigned i = 0; i < plan->n_goals; i++) {
        struct segment *segment = &c->segments[i];
        const real v = (real)segment->level[0];
        segment->time = time_to(law, &w, v, costs->end[plan->goal[i]], segment->time);
        exact_state_flow(&w, (struct hold){ v, (real)segment->time });
    }
}

/* The signal for passivity. */
static bool by_energy(struct plan *plan, const struct state_costs *costs, enum signal_length length,
                      struct candidate *c)
{
    if (length == SIGNAL_LONG)
        return by_holds(plan, MOST_HOLDS, -1, c);
    for (unsigned h = 1; length == SIGNAL_REPEATED && h <= MOST_OUT; h++)
        extend(plan, h);
    if (length == SIGNAL_REPEATED)
        return by_cycles(plan, c);
    return by_holds(plan, FEW_HOLDS, FAIR, c) || (costs->rest.cost < 0 && by_rest(plan, costs, c));
}

bool PREC(cheapest_signal)(const struct one_state *law, const struct state_costs *costs,
                           enum property property, enum signal_length length, struct candidate *c)
{
    struct plan plan = { .n_speeds = 0 };
    c->one_way = false;
    list_moves(law, costs, &plan);
    if (plan.cells == 0) {
        c->n = 1;
        c->segments[0] = hold(costs->rest.v, 1);
        return costs->rest.cost < 0;
    }
    for (unsigned j = 0; j <= plan.cells; j++)
        plan.path[0][j] = (struct path){ .energy = j == 0 ? 0 : (double)INFINITY };
    for (unsigned h = 1; property == DISSIPATION && h <= MOST_OUT; h++)
        extend(&plan, h);
    if (!(property == DISSIPATION ? by_dissipation(law, costs, &plan, c)
                                  : by_energy(&plan, costs, length, c)))
        return false;
    time_holds(law, costs, &plan, c);
    return true;
}
