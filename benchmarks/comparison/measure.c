/* Measures events, break-away, cycles and steady states of a run against the reference
 * (measure.h). */
#include "benchmarks/comparison/measure.h"

#include <math.h>

#include "benchmarks/comparison/findings_measure.h"
#include "reference/solutions/reference_solution.h"

static bool has_events(const struct trajectory *r)
{
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].kind != PLANT_REVERSAL && r->events[i].kind != PLANT_SWITCH)
            return true;
    return false;
}

double compare_event_error(const struct setup *setup, const struct trajectory *reference,
                           const struct trajectory *run)
{
    if (!setup->has_mass || (!has_events(reference) && !has_events(run)))
        return (double)NAN;
    return reference_solution_event_difference(reference, run);
}

/* Returns the time of the first watched crossing; NAN: none. */
static double first_faster(const struct trajectory *r)
{
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].kind == PLANT_FASTER)
            return r->events[i].t;
    return (double)NAN;
}

double compare_break_away_error(const struct setup *setup, const struct trajectory *reference,
                                const struct trajectory *run)
{
    if (!setup->has_mass || setup->plant.force.n == 0 || setup->plant.stiffness > 0)
        return (double)NAN;
    const double expected = first_faster(reference), found = first_faster(run);
    if (isnan(expected))
        return (double)NAN;
    if (isnan(found))
        return (double)INFINITY;
    const double force = signal_velocity(&setup->plant.force, expected);
    return fabs((signal_velocity(&setup->plant.force, found) - force) / force);
}

/* The slips up to number `most`: their count, and the times of the first, the last but one and the
 * last. */
struct slip_times {
    size_t n;
    double first, before_last, last; /* s */
};

static struct slip_times slip_times(const struct trajectory *r, size_t most)
{
    struct slip_times s = { 0, (double)NAN, (double)NAN, (double)NAN };
    for (size_t i = 0; i < r->n_events; i++) {
        const double t = r->events[i].t;
        if (r->events[i].kind != PLANT_FASTER || measure_at(r, r->v, 1, t) < 0)
            continue;
        if (s.n++ >= most)
            continue;
        s.before_last = s.last;
        s.last = t;
        if (s.n == 1)
            s.first = t;
    }
    return s;
}

/* Returns the swing of the distance between the mass and its place, over the samples from one time
 * to another. */
static double swing(const struct plant *plant, const struct trajectory *r, double from, double to)
{
    double lo = (double)INFINITY, hi = -(double)INFINITY;
    for (size_t i = 0; i < r->n; i++) {
        if (r->t[i] < from || r->t[i] > to)
            continue;
        const double distance = plant->place + plant->pull * r->t[i] - r->x[i];
        lo = fmin(lo, distance);
        hi = fmax(hi, distance);
    }
    return hi - lo;
}

struct compare_cycle compare_cycle(const struct setup *setup, const struct trajectory *reference,
                                   const struct trajectory *run)
{
    const struct slip_times all = slip_times(reference, reference->n_events);
    if (!setup->has_mass || setup->plant.stiffness == 0 || all.n < 2)
        return (struct compare_cycle){ (double)NAN, (double)NAN };
    const struct slip_times found = slip_times(run, all.n);
    if (found.n < 2 || found.n + 1 < all.n || found.n > all.n + 1)
        return (struct compare_cycle){ (double)INFINITY, (double)INFINITY };
    const size_t n = found.n < all.n ? found.n : all.n;
    const struct slip_times expected = slip_times(reference, n);
    const double period = expected.last - expected.first;
    const double amplitude = swing(&setup->plant, reference, all.before_last, all.last);
    return (struct compare_cycle){
        fabs(found.last - found.first - period) / period,
        fabs(swing(&setup->plant, run, all.before_last, all.last) - amplitude) / amplitude,
    };
}

double compare_steady_state_error(const struct model *model, const double p[],
                                  const struct setup *setup, const struct trajectory *reference,
                                  const struct trajectory *run)
{
    static const double settled = 1e-9;
    if (setup->has_mass || !model->steady_force)
        return (double)NAN;
    const struct signal_segment *segment = &setup->velocity.segments[setup->velocity.n - 1];
    if (segment->kind != SIGNAL_HOLD || segment->value[0] == 0)
        return (double)NAN;
    const double steady = model->steady_force(p, segment->value[0]);
    if (!(fabs(reference->F[reference->n - 1] - steady) <= settled * fabs(steady)))
        return (double)NAN;
    return fabs(run->F[run->n - 1] - steady) / fabs(steady);
}
