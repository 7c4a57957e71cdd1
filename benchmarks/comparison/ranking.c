/* Ranks integrators by the time at an error, and gives equal ranks where the spreads overlap
 * (ranking.h). */
#include "benchmarks/comparison/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/work_precision.h"

const double ranking_targets[RANKING_TARGETS] = { 1e-2, 1e-4, 1e-6, 1e-8 };

enum { MOST_POINTS = 64 };

static double median(const struct timing *t) { return t->cpu; }
static double lower(const struct timing *t) { return t->cpu_q1; }
static double upper(const struct timing *t) { return t->cpu_q3; }

/* Returns the time on the curve of the n rows from `first` on, which belong to one integrator. */
static double time_at(const struct comparison *c, size_t first, size_t n, double target,
                      double (*time)(const struct timing *))
{
    struct work_point points[MOST_POINTS];
    size_t k = 0;
    for (; k < n && k < MOST_POINTS; k++) {
        const struct compare_row *row = &c->rows[first + k];
        const bool works = row->status == STATUS_OK && row->timing.repetitions > 0;
        const double error = works ? fmax(row->error_max, c->floor) : (double)NAN;
        points[k] = (struct work_point){ error, time(&row->timing) };
    }
    return work_at_error(points, k, target);
}

/* Sorts by time, integrators that do not reach the error last; then by name. */
static int before(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (isnan(x->time) != isnan(y->time))
        return isnan(x->time) ? 1 : -1;
    if (x->time < y->time || x->time > y->time)
        return x->time < y->time ? -1 : 1;
    return strcmp(x->integrator->name, y->integrator->name);
}

static void assign_ranks(struct ranking *r)
{
    for (size_t i = 0; i < r->n && !isnan(r->entries[i].time); i++) {
        struct ranked *entry = &r->entries[i];
        entry->rank = (unsigned)i + 1;
        if (i == 0 || entry->low > r->entries[i - 1].high)
            continue;
        entry->rank = r->entries[i - 1].rank;
        entry->tied = r->entries[i - 1].tied = true;
    }
}

void ranking_of(const struct comparison *c, double target, struct ranking *r)
{
    *r = (struct ranking){ .target = target };
    for (size_t i = 0, n = 0; i < c->n_rows && r->n < RANKING_MOST; i += n) {
        const struct integrator *integrator = c->rows[i].integrator;
        for (n = 1; i + n < c->n_rows && c->rows[i + n].integrator == integrator; n++)
            ;
        if (c->rows[i].status == STATUS_UNSUPPORTED)
            continue;
        r->entries[r->n++] = (struct ranked){
            .integrator = integrator,
            .time = time_at(c, i, n, target, median),
            .low = time_at(c, i, n, target, lower),
            .high = time_at(c, i, n, target, upper),
        };
    }
    qsort(r->entries, r->n, sizeof *r->entries, before);
    assign_ranks(r);
}
