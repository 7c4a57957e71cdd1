/* Looks at runs (look.h). */
#include "properties/measurement/look.h"

#include <math.h>
#include <stdlib.h>

#include "properties/measurement/sensor.h"
#include "tools/base/memory.h"

/* s: the time for which sample i stands. */
static double time_of(const struct motion *m, size_t i)
{
    const size_t before = i > 0 ? i - 1 : i, behind = i + 1 < m->n ? i + 1 : i;
    return (m->t[behind] - m->t[before]) / 2;
}

static int direction_of(const struct motion *m, const double *speed_error, size_t i)
{
    const double v = m->v[i], rest = speed_error ? 3 * speed_error[i] : 0;
    return fabs(v) <= rest ? 0 : v > 0 ? 1 : -1;
}

static void look_at_times(struct look *look, const struct motion *m)
{
    const size_t n = m->n - 1;
    double *a = memory_array(n, sizeof *a);
    for (size_t i = 0; i < n; i++)
        a[i] = m->t[i + 1] - m->t[i];
    look->samples = m->n;
    look->duration = m->t[n] - m->t[0];
    look->interval = quantile(n, a, 0.5);
    for (size_t i = 0; i < n; i++)
        a[i] = fabs(a[i] / look->interval - 1);
    look->irregularity[0] = quantile(n, a, 0.99);
    look->irregularity[1] = quantile(n, a, 1);
    free(a);
}

static void look_at_sensors(struct look *look, const struct log_run *run, const struct motion *m)
{
    const double *force = run->force ? run->force : run->applied;
    look->position_step = look->position_noise = look->force_step = look->force_noise = (double)NAN;
    look->velocity_step = look->velocity_noise = (double)NAN;
    *(m->is_of_velocity ? &look->velocity_step : &look->position_step) = m->step;
    *(m->is_of_velocity ? &look->velocity_noise : &look->position_noise) = m->noise;
    if (force) {
        look->force_step = sensor_step(run->n, run->t, force);
        look->force_noise = fmax(look->force_step / sqrt(12), sensor_noise(run->n, run->t, force));
    }
}

static void look_at_speeds(struct look *look, const struct motion *m)
{
    static const double shares[] = { 0.01, 0.5, 0.99 };
    double *a = memory_array(m->n, sizeof *a);
    for (size_t i = 0; i < m->n; i++)
        a[i] = fabs(m->v[i]);
    for (int k = 0; k < 3; k++)
        look->speed[k] = quantile(m->n, a, shares[k]);
    free(a);
}

static void look_at_rest(struct look *look, const struct motion *m, const double *speed_error)
{
    double whole = 0, stretch = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double time = time_of(m, i);
        const bool rests = direction_of(m, speed_error, i) == 0;
        whole += rests ? time : 0;
        stretch = rests ? stretch + time : 0;
        look->longest_rest = fmax(look->longest_rest, stretch);
    }
    look->rest = whole / look->duration;
}

struct reversal {
    double x;     /* m, the farthest position */
    size_t begin; /* the sample from which on the motion leaves it */
};

struct reversals {
    size_t n, room;
    struct reversal *at;
};

/* Adds the reversal that is seen at sample i. At rest the position is one that it has not left. */
static void add(struct reversals *r, const struct motion *m, size_t farthest, size_t i)
{
    const double x = m->x[farthest];
    while (i > farthest + 1 && fabs(m->x[i - 1] - x) > 3 * motion_noise(m))
        i--;
    r->at = memory_grown(r->at, r->n, &r->room, sizeof *r->at);
    r->at[r->n++] = (struct reversal){ x, i };
}

/* The farthest sample is sought until the motion goes the other way. */
static struct reversals find_reversals(const struct motion *m, const double *speed_error)
{
    struct reversals r = { .n = 0 };
    int direction = 0;
    size_t farthest = 0;
    for (size_t i = 0; i < m->n; i++) {
        const int now = direction_of(m, speed_error, i);
        if (now * direction < 0)
            add(&r, m, farthest, i);
        if (now != 0 && now != direction) {
            direction = now;
            farthest = i;
        }
        if (direction * (m->x[i] - m->x[farthest]) > 0)
            farthest = i;
    }
    return r;
}

static void look_at_travel(struct look *look, const struct reversals *r)
{
    look->reversals = r->n;
    look->travel[0] = look->travel[1] = NAN;
    for (size_t k = 1; k < r->n; k++) {
        const double travel = fabs(r->at[k].x - r->at[k - 1].x);
        look->travel[0] = fmin(look->travel[0], travel);
        look->travel[1] = fmax(look->travel[1], travel);
    }
}

static void look_at_ranges(struct look *look, const struct motion *m, const struct reversals *r)
{
    size_t next = 0;
    bool is_near = false;
    for (size_t i = 0; i < m->n; i++) {
        for (; next < r->n && r->at[next].begin <= i; next++)
            is_near = true;
        if (is_near && fabs(m->x[i] - r->at[next - 1].x) > look->limits.length)
            is_near = false;
        const double part = time_of(m, i) / look->duration;
        if (is_near)
            look->pre_sliding += part;
        else if (fabs(m->v[i]) < look->limits.speed)
            look->stribeck += part;
        else
            look->sliding += part;
    }
}

struct look look_at(const struct log_run *run, bool is_angular, const struct motion *motion,
                    const double *speed_error, struct look_limits limits)
{
    struct look look = { .file = run->file, .is_angular = is_angular, .limits = limits };
    struct reversals reversals = find_reversals(motion, speed_error);
    look_at_times(&look, motion);
    look_at_sensors(&look, run, motion);
    look_at_speeds(&look, motion);
    look_at_rest(&look, motion, speed_error);
    look_at_travel(&look, &reversals);
    look_at_ranges(&look, motion, &reversals);
    free(reversals.at);
    return look;
}
