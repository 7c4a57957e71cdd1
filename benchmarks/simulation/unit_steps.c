/* Lets units step (unit_steps.h). */
#include "benchmarks/simulation/unit_steps.h"

#include <math.h>

#include "properties/fmu/steps.h"
#include "reference/experiments/scenario.h"

/* Steps between two samples: more take longer than anybody waits. */
static const double MOST = 1e15;

/* Goes from sample i - 1 to the next. Returns false where the unit refuses. */
static bool step_to(const struct simulation *s, struct trajectory *r, size_t i,
                    unsigned long long *taken)
{
    const double t0 = r->t[i - 1], whole = r->t[i] - t0;
    const double parts = s->settings->step > 0 ? ceil(whole / s->settings->step) : 1;
    const unsigned long long n = (unsigned long long)fmin(fmax(1, parts), MOST);
    double at = t0, energy = r->energy[i - 1];
    for (unsigned long long k = 1; k <= n; k++) {
        const double to = k < n ? t0 + whole * ((double)k / (double)n) : r->t[i], h = to - at;
        r->v[i] = signal_velocity(&s->setup->velocity, to);
        if (!steps_take(s->law.steps, at, h, r->v[i], &r->F[i], r->law + i * r->n_states))
            return false;
        energy += r->F[i] * r->v[i] * h;
        at = to;
        ++*taken;
    }
    r->x[i] = signal_distance(&s->setup->velocity, r->t[i]);
    r->energy[i] = energy;
    return isfinite(r->F[i]);
}

void unit_steps_run(const struct simulation *s, struct trajectory *r, struct outcome *o)
{
    unsigned long long taken = 0;
    r->v[0] = signal_velocity(&s->setup->velocity, 0);
    bool goes_on = steps_begin(s->law.steps, s->p, r->v[0], &r->F[0], r->law);
    for (size_t i = 1; goes_on && i < r->n; i++)
        goes_on = step_to(s, r, i, &taken);
    o->statistics.steps = taken;
    o->status = goes_on ? STATUS_OK : STATUS_NONFINITE;
}
