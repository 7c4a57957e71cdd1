/* Finds the motion of each run, and what of it counts (measured.h). */
#include "properties/fitting/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/measurement/sensor.h"
#include "tools/base/memory.h"

enum { BLOCKS = 24, COARSE_SAMPLES = 4000 };

/* speed_error[n]: how far velocities are apart that the same motion, measured again, would give. */
static void find_speed_errors(struct measured_run *run)
{
    enum { WINDOW = 20 };
    const size_t n = run->n;
    double *sum = memory_array(n + 1, sizeof *sum);
    struct rng rng = rng_keyed(0, "speed", n);
    run->speed_error = memory_array(n, sizeof *run->speed_error);
    for (int k = 0; k < MEASURED_AGAIN; k++) {
        double *x = memory_array(n, sizeof *x), *v = memory_array(n, sizeof *v);
        motion_measure_again(&run->motion, &rng, x, v);
        run->again[k] = (struct again){ x, v };
        for (size_t i = 0; i < n; i++)
            sum[i + 1] += (v[i] - run->motion.v[i]) * (v[i] - run->motion.v[i]) / MEASURED_AGAIN;
    }
    for (size_t i = 0; i < n; i++)
        sum[i + 1] += sum[i];
    for (size_t i = 0; i < n; i++) {
        const size_t a = i < WINDOW ? 0 : i - WINDOW, b = i + WINDOW < n ? i + WINDOW : n - 1;
        run->speed_error[i] = sqrt((sum[b + 1] - sum[a]) / (double)(b + 1 - a));
    }
    free(sum);
}

/* place[n], 0 to 1, how far along the run a sample is: most of the way goes with time, a quarter
 * with how much forces change, beyond what noise changes them. What happens in a short time at the
 * beginning, and never again, is a long way, too. Of spikes the median of a few knows nothing. */
static void find_places(const struct measured_run *run, double place[])
{
    enum { FEW = 5 };
    static const double BEYOND = 4, PART = 0.25;
    const double least = BEYOND * sensor_noise(run->n, run->t, run->force) / sqrt(FEW);
    const double last = (double)(run->n - 1);
    double from = 0, way = 0;
    for (size_t i = 0; i < run->n; i++) {
        double few[FEW];
        const size_t n = i + FEW <= run->n ? FEW : run->n - i;
        memcpy(few, run->force + i, n * sizeof *few);
        const double now = quantile(n, few, 0.5), change = fabs(now - from);
        if (i == 0 || change > least) {
            way += i > 0 ? change : 0;
            from = now;
        }
        place[i] = way;
    }
    for (size_t i = 0; i < run->n; i++)
        place[i] =
            way > 0 ? (1 - PART) * (double)i / last + PART * place[i] / way : (double)i / last;
}

/* Holds blocks out, and lets the rest count where the direction of motion is known. */
static void choose(struct measured_run *run, double hold_out)
{
    double *place = memory_array(run->n, sizeof *place);
    run->weight = memory_array(run->n, sizeof *run->weight);
    run->is_held_out = memory_array(run->n, sizeof *run->is_held_out);
    find_places(run, place);
    for (size_t i = 0; i < run->n; i++) {
        const double block = fmin(floor(place[i] * BLOCKS), BLOCKS - 1);
        run->is_held_out[i] = floor((block + 1) * hold_out) > floor(block * hold_out);
        run->weight[i] = measured_moves(run, i) && !run->is_held_out[i];
    }
    free(place);
}

static void make_coarse(struct measured_run *run)
{
    run->every = run->n < COARSE_SAMPLES ? 1 : run->n / COARSE_SAMPLES;
    run->n_coarse = (run->n - 1) / run->every + 1;
    run->coarse_force = memory_array(run->n_coarse, sizeof *run->coarse_force);
    run->coarse_weight = memory_array(run->n_coarse, sizeof *run->coarse_weight);
    for (size_t k = 0; k < run->n_coarse; k++) {
        run->coarse_force[k] = run->force[k * run->every];
        run->coarse_weight[k] = run->weight[k * run->every];
    }
    path_make(&run->path, run->n, run->t, run->motion.x, run->motion.v, 1, 0);
    path_make(&run->coarse_path, run->n, run->t, run->motion.x, run->motion.v, run->every, 0);
}

/* force[n] = what the applied force leaves when it has moved the mass. */
static void find_force(const struct log_run *from, double mass, struct measured_run *run)
{
    const size_t n = run->n;
    run->force = memory_array(n, sizeof *run->force);
    if (mass == 0) {
        memcpy(run->force, from->force, n * sizeof *run->force);
        return;
    }
    for (size_t i = 0; i < n; i++)
        run->force[i] = from->applied[i] - mass * motion_acceleration(&run->motion, i);
}

/* The motion of a measured velocity, which is the difference to the sample before where it is one.
 */
static void find_by_velocity(const struct log_run *from, struct measured_run *run)
{
    run->is_summed = sensor_is_difference(from->n, from->v);
    if (!run->is_summed) {
        motion_through_velocities(&run->motion, from->n, from->t, from->v);
        return;
    }
    double *sum = memory_array(from->n, sizeof *sum);
    for (size_t i = 1; i < from->n; i++)
        sum[i] = sum[i - 1] + from->v[i] * (from->t[i] - from->t[i - 1]);
    motion_through(&run->motion, from->n, from->t, sum);
    free(sum);
}

static void prepare(const struct log_run *from, double mass, double hold_out,
                    struct measured_run *run)
{
    *run = (struct measured_run){ .file = from->file, .n = from->n, .t = from->t };
    if (from->x)
        motion_through(&run->motion, from->n, from->t, from->x);
    else
        find_by_velocity(from, run);
    find_force(from, mass, run);
    find_speed_errors(run);
    choose(run, hold_out);
    make_coarse(run);
}

/* Speeds between the twentieth part of samples that are slowest and that of those that are fastest;
 * lengths from a hundredth of the least travel between two reversals, or ten times what a position
 * may be off, to the whole range. */
static void find_range(struct measured *m)
{
    double *speed = memory_array(m->n, sizeof *speed);
    double least = INFINITY, most = 0;
    size_t n = 0;
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        double from = run->motion.x[0], lo = from, hi = from;
        for (size_t i = 0; i < run->n; i++) {
            const double v = run->motion.v[i], x = run->motion.x[i];
            lo = fmin(lo, x), hi = fmax(hi, x);
            if (measured_moves(run, i))
                speed[n++] = fabs(v);
            if (i > 0 && v * run->motion.v[i - 1] < 0) {
                if (fabs(x - from) > 10 * motion_noise(&run->motion))
                    least = fmin(least, fabs(x - from));
                from = x;
            }
        }
        most = fmax(most, hi - lo);
    }
    m->speed[0] = n > 0 ? fmax(quantile(n, speed, 0.05), 1e-9) : 1e-6;
    m->speed[1] = n > 0 ? fmax(quantile(n, speed, 0.95), m->speed[0]) : 1;
    m->length[1] = fmax(most, 1e-9);
    double noise = 0;
    for (size_t j = 0; j < m->n_runs; j++)
        noise = fmax(noise, motion_noise(&m->run[j].motion));
    m->length[0] = fmin(fmax(0.01 * least, 10 * noise), 1e-2 * m->length[1]);
    free(speed);
}

void measured_from(const struct log *log, double mass, double hold_out, struct measured *m)
{
    *m = (struct measured){ .n_runs = log->n_runs, .mass = mass };
    m->run = memory_array(m->n_runs, sizeof *m->run);
    m->fine = memory_array(m->n_runs, sizeof *m->fine);
    m->coarse = memory_array(m->n_runs, sizeof *m->coarse);
    m->fine_data = (struct fit_data){ m->fine, m->n_runs, 0 };
    m->coarse_data = (struct fit_data){ m->coarse, m->n_runs, 0 };
    for (size_t j = 0; j < m->n_runs; j++) {
        struct measured_run *run = &m->run[j];
        prepare(&log->runs[j], mass, hold_out, run);
        m->n += run->n;
        for (size_t i = 0; i < run->n; i++)
            m->force += run->force[i] * run->force[i];
        m->fine[j] =
            (struct fit_run){ &run->motion, 1, &run->path, run->force, run->weight, NULL, j, mass };
        m->coarse[j] = (struct fit_run){ &run->motion,
                                         run->every,
                                         &run->coarse_path,
                                         run->coarse_force,
                                         run->coarse_weight,
                                         NULL,
                                         j,
                                         mass };
        m->fine_data.n += fit_counts(&m->fine[j]);
        m->coarse_data.n += fit_counts(&m->coarse[j]);
    }
    m->force = sqrt(m->force / (double)m->n);
    find_range(m);
}

/* Returns the force that belongs to neither direction of a run, N: 0 where a tenth of the way at
 * most is in one of them. */
static double middle_force(const struct measured_run *run)
{
    double way[2] = { 0, 0 }, work[2] = { 0, 0 };
    for (size_t i = 1; i + 1 < run->n; i++) {
        const double step = fabs(run->motion.x[i + 1] - run->motion.x[i - 1]);
        const int side = run->motion.x[i + 1] > run->motion.x[i - 1];
        way[side] += step;
        work[side] += run->force[i] * step;
    }
    const double less = fmin(way[0], way[1]);
    return less > 0.1 * (way[0] + way[1]) ? (work[0] / way[0] + work[1] / way[1]) / 2 : 0;
}

double measured_resistance(const struct measured *m)
{
    double work = 0, most = 0;
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        const double middle = middle_force(run);
        for (size_t i = 1; i + 1 < run->n; i++) {
            const double step = run->motion.x[i + 1] - run->motion.x[i - 1];
            work += (run->force[i] - middle) * step;
            most += fabs((run->force[i] - middle) * step);
        }
    }
    return most > 0 ? work / most : 0;
}

void measured_free(struct measured *m)
{
    for (size_t j = 0; j < m->n_runs; j++) {
        struct measured_run *run = &m->run[j];
        motion_free(&run->motion);
        path_free(&run->path);
        path_free(&run->coarse_path);
        free(run->speed_error);
        for (int k = 0; k < MEASURED_AGAIN; k++) {
            free(run->again[k].x);
            free(run->again[k].v);
        }
        free(run->force);
        free(run->is_held_out);
        free(run->weight);
        free(run->coarse_force);
        free(run->coarse_weight);
    }
    free(m->run);
    free(m->fine);
    free(m->coarse);
    *m = (struct measured){ .n_runs = 0 };
}
