/* The filter, first its gains, then what it makes of residuals (whitening.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/tracing/whitening_step.h"
#include "tools/base/memory.h"

/* with[m]: the covariance of the state with row . state. */
static void find_covariance(unsigned m, double P[WHITENING_MOST][WHITENING_MOST],
                            const double row[], double with[])
{
    for (unsigned a = 0; a < m; a++) {
        with[a] = 0;
        for (unsigned b = 0; b < m; b++)
            with[a] += P[a][b] * row[b];
    }
}

/* Takes a measurement of row . state into the covariance P; gain and deviation as they come. */
static void measure(unsigned m, double P[WHITENING_MOST][WHITENING_MOST], const double row[],
                    double variance, double gain[], double *deviation)
{
    double with[WHITENING_MOST], sum = variance;
    find_covariance(m, P, row, with);
    for (unsigned a = 0; a < m; a++)
        sum += row[a] * with[a];
    for (unsigned a = 0; a < m; a++)
        gain[a] = with[a] / sum;
    for (unsigned a = 0; a < m; a++)
        for (unsigned b = 0; b < m; b++)
            P[a][b] -= gain[a] * with[b];
    *deviation = sqrt(sum);
}

static void advance_covariance(const struct whitening *w, size_t i, double variance,
                               double P[WHITENING_MOST][WHITENING_MOST])
{
    const unsigned m = w->size;
    for (int side = 0; side < 2; side++) {
        /* Columns, then, transposed, rows. */
        for (unsigned b = 0; b < m; b++) {
            double column[WHITENING_MOST];
            for (unsigned a = 0; a < m; a++)
                column[a] = P[a][b];
            whitening_advance(w, i, column);
            for (unsigned a = 0; a < m; a++)
                P[a][b] = column[a];
        }
        for (unsigned a = 0; a < m; a++)
            for (unsigned b = 0; b < a; b++) {
                const double t = P[a][b];
                P[a][b] = P[b][a];
                P[b][a] = t;
            }
    }
    P[0][0] += variance;
    for (unsigned a = 0; a < m; a++)
        for (unsigned b = 0; b < a; b++)
            P[a][b] = P[b][a] = (P[a][b] + P[b][a]) / 2;
}

/* Sets what the sensor says at the step that has sample j, beside the smooth motion, and its
 * variance: of the position behind it, or of the velocity there. Returns false when it says
 * nothing. */
static bool sense(const struct motion *motion, ptrdiff_t j, double h, double *seen,
                  double *variance)
{
    const double *curve = motion->is_of_velocity ? motion->v : motion->x;
    const ptrdiff_t last = (ptrdiff_t)motion->n - 1, least = motion->is_of_velocity ? 1 : -1;
    const size_t at = (size_t)(motion->is_of_velocity ? j : j + 1);
    if (j < least || j >= last)
        return false;
    const double off = motion->seen ? motion->seen[at] - curve[at] : 0;
    *seen = motion->is_of_velocity ? h * off : off;
    *variance = motion_variance(motion, at);
    return true;
}

/* Finds where the force is a linear function of what the motion is off: elsewhere samples that
 * follow each other have one error, together[n] of them. */
static void find_linear(struct whitening *w, double noise, double together[])
{
    for (size_t i = 0, end; i < w->n; i = end) {
        const bool is_linear = w->variance[i] <= noise * noise;
        for (end = i; end < w->n && (w->variance[end] <= noise * noise) == is_linear;)
            end++;
        for (size_t k = i; k < end; k++) {
            w->is_linear[k] = is_linear;
            together[k] = is_linear ? 1 : (double)(end - i);
        }
    }
}

/* What a force makes of the likelihood, beside the square of its innovation: of as many `together`
 * one has their common error, and the others their noise, the squares of which, one in the mean,
 * are left out as well. 0: it has no weight. */
static double log_density(double deviation, double noise, double together)
{
    if (!(deviation > 0))
        return 0;
    return (2 * log(deviation) + (together - 1) * (2 * log(noise) + 1)) / together;
}

void whitening_begin(struct whitening *w, const struct motion *motion, const double weight[],
                     double noise, double mass)
{
    static const double second[WHITENING_MOST] = { 0, 1 };
    const double sensor[WHITENING_MOST] = { motion->is_of_velocity ? 0.5 : 1, 0,
                                            motion->is_of_velocity ? -0.5 : 0 };
    const size_t n = w->n;
    const double one = whitening_noise(motion), h = w->h, least = one * one,
                 load = (mass - w->mass) / (h * h);
    double P[WHITENING_MOST][WHITENING_MOST] = { { 0 } };
    /* At first the motion is as far off as the smooth one is there. Were nothing known of it,
     * forces would tell velocities by slopes that hold for small ones only. */
    const double way = h * w->speed_error;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            P[a][b] = least + (1 - a) * (1 - b) * way * way;
    memcpy(w->sensor, sensor, sizeof w->sensor);
    for (unsigned k = 3; k < w->size; k++)
        P[k][k] = w->spread[k - 3] * w->spread[k - 3];
    double *together = memory_array(n, sizeof *together);
    find_linear(w, noise, together);
    for (size_t i = 0; i < n; i++) {
        const struct whitening_step s = whitening_step_of(w, i);
        const ptrdiff_t j = (ptrdiff_t)i - w->lag, last = (ptrdiff_t)n - 1;
        s.by_force[0] += load;
        s.by_force[1] -= 2 * load;
        s.by_force[2] += load;
        double of_sensor;
        if (i == 0 && j >= 0 && j <= last && !motion->is_of_velocity) {
            double gain[WHITENING_MOST], deviation;
            measure(w->size, P, second,
                    fmax(motion_variance(motion, (size_t)j), WHITENING_EXACT * WHITENING_EXACT),
                    gain, &deviation);
        }
        if (sense(motion, j, h, &w->seen[i], &of_sensor))
            measure(w->size, P, sensor, fmax(of_sensor, WHITENING_EXACT * WHITENING_EXACT),
                    s.sensor_gain, s.deviation + 1);
        const double variance = noise * noise + together[i] * w->variance[i];
        w->counts[i] = weight[i] > 0 && w->is_linear[i];
        if (w->counts[i] && !w->is_far[i])
            measure(w->size, P, s.by_force, variance, s.force_gain, s.deviation);
        else {
            *s.deviation = weight[i] > 0 ? sqrt(variance) : 0;
            find_covariance(w->size, P, s.by_force, s.force_gain);
        }
        w->log_density[i] = log_density(*s.deviation, noise, together[i]);
        const bool has_third = j > 0 && j + 2 <= last;
        w->drift[i] = has_third ? -motion_third(motion, (size_t)(j - 1)) : 0;
        /* Before its first samples the motion is as far off as it was taken to be. With the first
         * one, of the motion or beside a force, nothing is known of its acceleration. */
        const double third = has_third && i > 0 ? motion_third_variance(motion, (size_t)(j - 1))
                             : j < 0            ? 0
                                                : 1e6 * least;
        w->rests[i] = has_third && i > 0 && motion_rests(motion, (size_t)(j - 1));
        advance_covariance(w, i, third, P);
    }
    free(together);
    w->position_noise = one;
    w->mass = mass;
}

/* Sets innovations and, unless NULL, by_motion[n], N: what the filter expects of each residual, by
 * what was before it. */
static void filter(const struct whitening *w, const double residual[], bool has_motion,
                   double innovation[], double by_motion[])
{
    double state[WHITENING_MOST] = { 0 };
    for (size_t i = 0; i < w->n; i++) {
        const struct whitening_step s = whitening_step_of(w, i);
        innovation[2 * i] = innovation[2 * i + 1] = 0;
        if (s.deviation[1] > 0) {
            const double off = (has_motion ? w->seen[i] : 0) - whitening_inner(3, w->sensor, state);
            for (unsigned a = 0; a < w->size; a++)
                state[a] += s.sensor_gain[a] * off;
            innovation[2 * i + 1] = off / s.deviation[1];
        }
        const double expected = whitening_inner(w->size, s.by_force, state);
        if (by_motion)
            by_motion[i] = expected;
        if (w->is_far[i])
            innovation[2 * i] = has_motion && w->counts[i] ? WHITENING_FAR : 0;
        else if (w->counts[i]) {
            const double off = residual[i] - (has_motion ? w->bias[i] : 0) - expected;
            for (unsigned a = 0; a < w->size; a++)
                state[a] += s.force_gain[a] * off;
            innovation[2 * i] = off / s.deviation[0];
        } else if (s.deviation[0] > 0)
            innovation[2 * i] = (residual[i] - (has_motion ? w->bias[i] : 0)) / s.deviation[0];
        whitening_advance(w, i, state);
        if (has_motion)
            state[0] += w->drift[i];
    }
}

void whitening_apply(const struct whitening *w, const double residual[], bool has_motion,
                     double innovation[])
{
    filter(w, residual, has_motion, innovation, NULL);
}

/* What later measurements say of a state, back from behind a measurement to before it. */
static void go_before(unsigned m, const double row[], const double gain[], double deviation,
                      double innovation, double later[])
{
    const double sum = whitening_inner(m, gain, later) + innovation / deviation;
    for (unsigned a = 0; a < m; a++)
        later[a] -= sum * row[a];
}

/* Likewise, from one sample back to the sample before it. */
static void go_back(const struct whitening *w, size_t i, double later[])
{
    const struct whitening_step s = whitening_step_of(w, i);
    const unsigned n = w->size - 3;
    const double third[3] = { 3, -3, 1 }, first[3] = { 1, 0, 0 };
    const double *by = w->rests[i] ? first : third;
    double before[WHITENING_MOST] = { by[0] * later[0] + later[1], by[1] * later[0] + later[2],
                                      by[2] * later[0] };
    for (unsigned j = 0; j < n; j++)
        for (unsigned a = 0; a < w->size; a++)
            before[a] += s.next[(size_t)j * w->size + a] * later[3 + j];
    memcpy(later, before, w->size * sizeof *later);
}

void whitening_explain(const struct whitening *w, const double residual[], double by_motion[])
{
    double later[WHITENING_MOST] = { 0 }, sensor[WHITENING_MOST] = { 0 };
    double *innovation = memory_array(2 * w->n, sizeof *innovation);
    filter(w, residual, true, innovation, by_motion);
    memcpy(sensor, w->sensor, sizeof w->sensor);
    for (size_t i = w->n; i-- > 0;) {
        const struct whitening_step s = whitening_step_of(w, i);
        const bool is_measured = w->counts[i] && !w->is_far[i];
        if (i + 1 < w->n)
            go_back(w, i, later);
        if (is_measured)
            go_before(w->size, s.by_force, s.force_gain, s.deviation[0], innovation[2 * i], later);
        const double scale = is_measured ? s.deviation[0] * s.deviation[0] : 1;
        by_motion[i] -= scale * whitening_inner(w->size, s.force_gain, later);
        by_motion[i] = w->bias[i] + (w->is_linear[i] ? by_motion[i] : 0);
        if (s.deviation[1] > 0)
            go_before(w->size, sensor, s.sensor_gain, s.deviation[1], innovation[2 * i + 1], later);
    }
    free(innovation);
}

double whitening_log_deviations(const struct whitening *w)
{
    double sum = 0;
    for (size_t i = 0; i < w->n; i++) {
        const struct whitening_step s = whitening_step_of(w, i);
        sum += w->log_density[i] +
               (s.deviation[1] > 0 ? 2 * log(s.deviation[1] / w->position_noise) : 0);
    }
    return sum;
}

void whitening_free(struct whitening *w)
{
    free(w->step);
    free(w->drift);
    free(w->seen);
    free(w->bias);
    free(w->variance);
    free(w->log_density);
    free(w->counts);
    free(w->is_linear);
    free(w->rests);
    free(w->is_far);
    *w = (struct whitening){ .n = 0 };
}
