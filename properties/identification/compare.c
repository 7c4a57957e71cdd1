/* Compares what laws leave (compare.h). */
#include "properties/identification/compare.h"

#include <math.h>

#include "tools/base/memory.h"

/* Returns true for samples on which laws are compared. */
static bool is_compared(const struct measured_run *run, size_t i)
{
    return run->is_held_out[i] && measured_moves(run, i);
}

/* How near forces come to one of sample i. */
struct nearest {
    double left;    /* N: the force less the one which is nearest to it */
    double changes; /* N: by how much they change there, at most */
};

/* Returns by how much a number is beyond what lies between two others. */
static double beyond(double number, double a, double b)
{
    return number - fmax(fmin(a, b), fmin(number, fmax(a, b)));
}

/* Looks at forces that leave error[n] of those measured, N, along their curve within `open` seconds
 * of sample i, and at the next samples: where between two of them forces jump, nothing says. */
static struct nearest find_nearest(const struct measured_run *run, const double error[], size_t i,
                                   double open, double force)
{
    const double here = run->force[i] - error[i];
    struct nearest n = { .left = force - here };
    for (int side = -1; side <= 1; side += 2) {
        double before = here, since = 0;
        for (size_t j = i + (size_t)side; j < run->n && since <= open; j += (size_t)side) {
            const double there = run->force[j] - error[j], left = force - there;
            const double until = fabs(run->t[j] - run->t[i]);
            const double part = fmin(1, (open - since) / (until - since));
            const double off = beyond(force, before, before + part * (there - before));
            n.left = fabs(left) < fabs(n.left) ? left : n.left;
            n.left = fabs(off) < fabs(n.left) ? off : n.left;
            n.changes = fmax(n.changes, fabs(there - here));
            before = there;
            since = until;
        }
    }
    return n;
}

void compare_leave(const struct measured *m, double jump, struct ranked *law)
{
    double squares = 0;
    size_t n = 0;
    law->left = memory_array(m->n, sizeof *law->left);
    for (size_t j = 0, k = 0; j < m->n_runs; k += m->run[j++].n)
        for (size_t i = 0; i < m->run[j].n; i++) {
            const struct measured_run *run = &m->run[j];
            const double *error = law->fit.unexplained + k;
            const struct nearest near = find_nearest(run, error, i, law->fit.jitter, run->force[i]);
            const bool is_jump = near.changes > jump;
            const double by_motion = is_jump ? 0 : law->fit.error[k + i] - error[i];
            law->left[k + i] = is_jump ? near.left : error[i];
            if (!is_compared(run, i))
                continue;
            squares += by_motion * by_motion;
            n++;
        }
    law->by_motion = sqrt(squares / (double)n);
}

struct blocks compare(const struct measured *m, const double f[], const double g[], double most)
{
    struct blocks b = { .mean = 0 };
    size_t k = 0;
    double total = 0, squares = 0;
    double before = 0;
    unsigned used = 0;
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++, k++) {
            if (!is_compared(&m->run[j], i))
                continue;
            const size_t block = k * BLOCKS / m->n;
            b.sum[block] += fmin(f[k] * f[k], most) - (g ? fmin(g[k] * g[k], most) : 0);
            b.n[block]++;
            b.all++;
        }
    for (int i = 0; i < BLOCKS; i++)
        total += b.sum[i];
    b.mean = total / (double)b.all;
    for (int i = 0; i < BLOCKS; i++) {
        const double off = b.sum[i] - b.mean * (double)b.n[i];
        if (b.n[i] == 0)
            continue;
        squares += used > 0 ? (off - before) * (off - before) / 2 : 0;
        before = off;
        used++;
    }
    b.error = used > 1 ? sqrt(squares * used / (used - 1)) / (double)b.all : (double)INFINITY;
    return b;
}

/* How far two forces at sample i are from each other, N. Where one of them changes by more than
 * `jump` within the time that delays leave open, the other may have done so before or after. */
static double apart_at(const struct measured_run *run, const struct ranked *a,
                       const struct ranked *b, size_t k, size_t i, double jump)
{
    const double delays = fabs(a->fit.estimate.fit.nuisances.value[DELAY] -
                               b->fit.estimate.fit.nuisances.value[DELAY]);
    const double open = delays + fmax(a->fit.jitter, b->fit.jitter);
    const double *ea = a->fit.error + k, *eb = b->fit.error + k;
    const double fa = run->force[i] - ea[i], fb = run->force[i] - eb[i];
    const struct nearest to_a = find_nearest(run, ea, i, open, fb);
    const struct nearest to_b = find_nearest(run, eb, i, open, fa);
    return fmax(to_a.changes, to_b.changes) > jump ? fmin(fabs(to_a.left), fabs(to_b.left))
                                                   : fabs(fa - fb);
}

double compare_apart(const struct measured *m, const struct ranked *a, const struct ranked *b,
                     double jump)
{
    double squares = 0;
    size_t k = 0, n = 0;
    for (size_t j = 0; j < m->n_runs; k += m->run[j++].n)
        for (size_t i = 0; i < m->run[j].n; i++) {
            if (!measured_moves(&m->run[j], i))
                continue;
            const double difference = apart_at(&m->run[j], a, b, k, i, jump);
            squares += difference * difference;
            n++;
        }
    return sqrt(squares / (double)n);
}
