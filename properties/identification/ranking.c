/* Fits in two rounds: all laws coarsely, then those that are not far from the data (ranking.h). */
#include "properties/identification/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/compare.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

enum { KEPT = 3 };

/* A law is given up when what its coarse fit usually leaves is this many times that of the best. */
static const double FAR = 2;

/* An error of more than this many deviations of the noise is one of a jump, and counts as that. */
static const double JUMP = 5;

struct work {
    struct ranking *ranking;
    const struct measured *measured;
};

static void fit_coarse(void *context, size_t i)
{
    const struct work *work = context;
    struct ranked *law = &work->ranking->law[i];
    law_fit_coarse(&law->settings, work->measured, &law->fit);
}

/* What is left that is less than this part of what a law leaves is less for a reason. */
static const double BETTER = 0.95;

/* Laws in the order of what they leave, and fits as they were. */
struct lending {
    const struct work *work;
    const struct law_fit *fit;
};

/* Begins a law once more where a better one is that has the same parameters, and as many of them as
 * can be: a law that contains another one explains as much. */
static void borrow(void *context, size_t i)
{
    enum { LEAST = 2 };
    const struct lending *l = context;
    struct ranked *law = &l->work->ranking->law[i];
    size_t from = i;
    unsigned most = LEAST - 1;
    for (size_t j = 0; j < i; j++) {
        const struct law_fit *other = &l->fit[j];
        const unsigned n = law_fit_shared(&law->fit, other->model);
        if (n > most && (!law->fit.is_finite || other->usual < BETTER * law->fit.usual)) {
            most = n;
            from = j;
        }
    }
    if (from < i && l->fit[from].is_finite)
        law_fit_borrow(&l->fit[from], l->work->measured, &law->fit);
}

static void finish(void *context, size_t i)
{
    const struct work *work = context;
    struct ranked *law = &work->ranking->law[i];
    law_fit_finish(work->measured, &law->fit);
}

static void look_at_rig(void *context, size_t i)
{
    const struct work *work = context;
    law_fit_look_at_rig(work->measured, &work->ranking->law[i].fit);
}

static int by_error(double a, double b) { return (a > b) - (a < b); }

static int coarse_first(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    const double ex = x->fit.is_finite ? x->fit.usual : (double)INFINITY;
    const double ey = y->fit.is_finite ? y->fit.usual : (double)INFINITY;
    const int order = by_error(ex, ey);
    return order != 0 ? order : strcmp(x->law->model->name, y->law->model->name);
}

static int held_out_first(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->fit.is_finished != y->fit.is_finished)
        return x->fit.is_finished ? -1 : 1;
    if (!x->fit.is_finished)
        return coarse_first(a, b);
    return by_error(x->held_out, y->held_out);
}

/* error[n]: of the constant that is the mean of the forces that are fitted. */
static void constant_error(const struct measured *m, double error[])
{
    double sum = 0;
    size_t n = 0, k = 0;
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++)
            if (m->run[j].weight[i] > 0) {
                sum += m->run[j].force[i];
                n++;
            }
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++)
            error[k++] = m->run[j].force[i] - sum / (double)n;
}

/* Akaike's criterion, corrected for few data, and Schwarz's, by the likelihood of n forces and the
 * positions with them. */
static void criteria(double n, struct ranked *law)
{
    /* All parameters that were fitted, and the noise; those that the data do not tell, too. */
    const double k = law->fit.n_free + 1.0;
    law->aicc = law->fit.deviance + 2 * k + 2 * k * (k + 1) / fmax(1, n - k - 1);
    law->bic = law->fit.deviance + k * log(n);
}

void ranking_count_known(struct ranked *law)
{
    law->known = 0;
    for (unsigned i = 0; i < law->law->model->n_params; i++)
        law->known += law->fit.estimate.fit.is_free[i] && law_fit_knowledge(&law->fit, i) == KNOWN;
}

/* Moves the law of the first group to the front that has the fewest parameters, the better one of
 * equally many: what others add, the data do not ask for. Criteria of information would say so of
 * laws whose forces jump at the same samples only: those that may be on the other side of a jump do
 * not count. */
static void prefer_simple(struct ranking *r)
{
    size_t simple = 0;
    for (size_t i = 1; i < r->n && r->law[i].group == 1; i++)
        if (r->law[i].fit.n_free < r->law[simple].fit.n_free)
            simple = i;
    const struct ranked first = r->law[simple];
    memmove(r->law + 1, r->law, simple * sizeof *r->law);
    r->law[0] = first;
}

/* What the noise is at most: what one of the laws leaves. */
static double least_noise(const struct ranking *r, size_t n)
{
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        if (r->law[i].fit.is_finished)
            least = fmin(least, r->law[i].fit.noise);
    return isfinite(least) ? least : 0;
}

/* Returns the difference of mean squares, N^2, below which laws are not told apart: where one takes
 * errors of the motion, which last, for its own, the right one is worse by as much as they make of
 * its force. */
static double least_difference(double noise, const struct ranked *a, const struct ranked *b)
{
    const double by_motion = fmax(a->by_motion, b->by_motion);
    return fmin(fmax(by_motion * by_motion, 0.01 * noise * noise), 0.1 * noise * noise);
}

/* Returns true where forces are far from constant for some of the time only, and the first law
 * leaves less than half of that nearly whenever they are: in blocks in which the constant leaves
 * twice what the law leaves usually. */
static bool explains_events(const struct measured *m, const double nothing[],
                            const struct ranking *r)
{
    enum { LEAST = 3 };
    static const double NEARLY_ALWAYS = 0.8;
    const struct blocks all = compare(m, nothing, NULL, INFINITY);
    const struct blocks left = compare(m, r->law[0].left, NULL, INFINITY);
    unsigned events = 0, explained = 0;
    for (int i = 0; i < BLOCKS; i++) {
        if (!(all.sum[i] > 4 * left.mean * (double)all.n[i]))
            continue;
        events++;
        explained += left.sum[i] < all.sum[i] / 4;
    }
    return all.mean > 4 * left.mean && events >= LEAST && explained >= NEARLY_ALWAYS * events;
}

/* Returns true where the first law is better than a constant, all along the runs by three standard
 * errors, or whenever something happens. */
static bool is_explained(const struct measured *m, const double nothing[], const struct ranking *r)
{
    const struct blocks over = compare(m, nothing, r->law[0].left, INFINITY);
    return over.mean > 3 * over.error || explains_events(m, nothing, r);
}

static void group(const struct measured *m, const double nothing[], struct ranking *r)
{
    const double most = JUMP * JUMP * r->noise * r->noise;
    size_t first = 0;
    unsigned n = 1;
    for (size_t i = 0; i < r->n && r->law[i].fit.is_finished; i++) {
        struct ranked *law = &r->law[i];
        const struct blocks from_first = compare(m, law->left, r->law[first].left, most);
        if (i > 0 && from_first.mean > 2 * from_first.error &&
            from_first.mean > least_difference(r->noise, &r->law[first], law)) {
            first = i;
            n++;
        }
        law->group = n;
    }
    prefer_simple(r);
    for (size_t i = 0; i < r->n && r->law[i].fit.is_finished; i++) {
        struct ranked *law = &r->law[i];
        law->apart = compare_apart(m, law, &r->law[0], JUMP * r->noise);
        if (i > 0) {
            law->aicc -= r->law[0].aicc;
            law->bic -= r->law[0].bic;
        }
    }
    r->law[0].aicc = r->law[0].bic = 0;
    r->is_explained = is_explained(m, nothing, r);
}

static void borrow_all(const struct work *work, unsigned jobs)
{
    const size_t n = work->ranking->n;
    struct law_fit *fit = memory_array(n, sizeof *fit);
    for (size_t i = 0; i < n; i++)
        fit[i] = work->ranking->law[i].fit;
    struct lending lending = { work, fit };
    parallel_for(n, jobs, "laws fitted from others", borrow, &lending);
    free(fit);
}

void ranking_make(const struct law_choice laws[], const struct law_fit_settings settings[],
                  size_t n, const struct measured *m, unsigned jobs, struct ranking *r)
{
    struct work work = { r, m };
    *r = (struct ranking){ .law = memory_array(n, sizeof *r->law), .n = n };
    for (size_t i = 0; i < n; i++)
        r->law[i] = (struct ranked){ .law = &laws[i], .settings = settings[i] };
    parallel_for(n, jobs, "laws fitted coarsely", fit_coarse, &work);
    qsort(r->law, n, sizeof *r->law, coarse_first);
    borrow_all(&work, jobs);
    qsort(r->law, n, sizeof *r->law, coarse_first);
    size_t near = 0;
    while (near < n && r->law[near].fit.is_finite &&
           (near < KEPT || r->law[near].fit.usual < FAR * r->law[0].fit.usual))
        near++;
    parallel_for(near, jobs, "laws fitted", finish, &work);
    r->noise = least_noise(r, near);
    for (size_t i = 0; i < near; i++) {
        struct ranked *law = &r->law[i];
        if (!law->fit.is_finished)
            continue;
        compare_leave(m, JUMP * r->noise, law);
        law->held_out = sqrt(compare(m, law->left, NULL, JUMP * JUMP * r->noise * r->noise).mean);
        ranking_count_known(law);
        criteria((double)m->fine_data.n, law);
    }
    qsort(r->law, n, sizeof *r->law, held_out_first);
    double *nothing = memory_array(m->n, sizeof *nothing);
    constant_error(m, nothing);
    r->nothing = sqrt(compare(m, nothing, NULL, INFINITY).mean);
    if (n > 0 && r->law[0].fit.is_finished)
        group(m, nothing, r);
    free(nothing);
    size_t first = 0;
    while (first < n && r->law[first].group == 1)
        first++;
    parallel_for(first, jobs, "rigs looked at", look_at_rig, &work);
}

void ranking_free(struct ranking *r)
{
    for (size_t i = 0; i < r->n; i++) {
        law_fit_free(&r->law[i].fit);
        free(r->law[i].left);
    }
    free(r->law);
    *r = (struct ranking){ .n = 0 };
}
