#include "benchmarks/microcontrollers/quality.h"

#include <math.h>
#include <stdlib.h>

#include "benchmarks/behaviour/hold_sequences.h"
#include "benchmarks/behaviour/run.h"
#include "benchmarks/behaviour/sampled_step.h"
#include "benchmarks/firmware/velocity.h"
#include "properties/trials/candidate.h"
#include "tools/base/memory.h"

/* The few operations of a step round its result by no more than this, relatively. Later steps do
 * not add to it beyond a bound: each ends between the state before and a state within the bound. */
static const double step_rounding = 64 * (double)R_EPSILON;

/* A state is lost beyond this many bounds. */
static const double LOST = 0x1p23;

struct subject {
    const struct model *law;
    const struct integrator *method;
    real p[MODEL_MAX_PARAMS];
    real bound[MODEL_MAX_STATES];
    bool bounded, passive;
};

static bool claims_passivity(const struct model *law, const real p[])
{
    for (unsigned i = 0; i < law->n_claims; i++) {
        const struct claim *claim = &law->claims[i];
        if (claim->property == PASSIVITY && claim->declared == HOLDS &&
            claim->signals == ANY_SIGNAL && PREC(in_domain)(law, claim, p, NULL, 0))
            return true;
    }
    return false;
}

static struct subject subject_of(const struct model *law, const char *method, const double p[])
{
    struct subject s = { .law = law, .method = PREC(integrator_find)(method) };
    for (unsigned i = 0; i < s.law->n_params; i++)
        s.p[i] = (real)p[i];
    if (s.law->bound)
        s.law->bound(s.p, s.bound);
    for (unsigned i = 0; s.law->bound && i < s.law->n_states; i++)
        s.bounded |= isfinite(s.bound[i]);
    s.passive = claims_passivity(s.law, s.p);
    return s;
}

static double excess(const struct subject *s, const real x[])
{
    double most = 0;
    for (unsigned i = 0; s->bounded && i < s->law->n_states; i++)
        if (isfinite(s->bound[i]))
            most = fmax(most, (double)(r_abs(x[i]) / s->bound[i]) - 1);
    return most > step_rounding ? most : 0;
}

/* Runs one period, from sample i to the next. */
static enum status take_period(const struct subject *s, struct sampled *d, unsigned steps,
                               const struct embedded_motion *motion, size_t i, void *work, real x[])
{
    const real from = (real)motion->v[i], to = (real)motion->v[i + 1];
    enum status status = STATUS_OK;
    d->v1 = from;
    for (unsigned k = 1; k <= steps && status == STATUS_OK; k++) {
        d->v0 = d->v1;
        d->v1 = k < steps ? from + (to - from) * ((real)k / (real)steps) : to;
        status = sampled_step(s->method, d, work, x);
    }
    return status;
}

static bool is_lost(const struct subject *s, const real x[])
{
    bool lost = false;
    for (unsigned i = 0; i < s->law->n_states; i++)
        lost |= !isfinite(x[i]) || (s->bounded && (double)r_abs(x[i]) > LOST * (double)s->bound[i]);
    return lost;
}

/* Returns true when a state is lost along the profile of the cores, with steps of h seconds. */
static bool runs_away(const struct subject *s, real h, void *work)
{
    struct memory memory = { 0 };
    struct velocity velocity = { 0 };
    real x[MODEL_MAX_STATES] = { 0 };
    bool lost = false;
    struct sampled d = { .law = s->law, .p = s->p, .mem = &memory, .h = h };
    PREC(model_begin)(s->law, s->p, 0, &memory, x);
    d.v1 = (real)velocity_next(&velocity) * C(0x1p-20);
    while (!velocity_over(&velocity) && !lost) {
        d.v0 = d.v1;
        d.v1 = (real)velocity_next(&velocity) * C(0x1p-20);
        lost = sampled_step(s->method, &d, work, x) != STATUS_OK || is_lost(s, x);
    }
    return lost;
}

static void run_along(const struct subject *s, const struct embedded_motion *motion, unsigned steps,
                      struct embedded_quality *q)
{
    struct memory memory = { 0 };
    real x[MODEL_MAX_STATES] = { 0 };
    double size = 0, error = 0;
    struct sampled d = {
        .law = s->law,
        .p = s->p,
        .mem = &memory,
        .h = (real)(motion->period / steps),
    };
    void *work = memory_array(s->method->workspace(s->law->n_states), 1);
    q->status = STATUS_OK;
    PREC(model_begin)(s->law, s->p, 0, &memory, x);
    for (size_t i = 0; i < motion->n && q->status == STATUS_OK; i++) {
        q->status = take_period(s, &d, steps, motion, i, work, x);
        if (q->status != STATUS_OK)
            break;
        q->bound_excess = fmax(q->bound_excess, excess(s, x));
        const real F = sampled_force(&d, x);
        const double exact = motion->reference ? motion->reference[i + 1] : (double)NAN;
        if (isfinite(exact)) {
            size = fmax(size, fabs(exact));
            error = fmax(error, fabs((double)F - exact));
        }
    }
    q->error = size > 0 ? error / size : (double)NAN;
    q->runs_away = q->status == STATUS_OK && runs_away(s, d.h, work);
    free(work);
}

/* Runs along holds of whole steps. */
static void run_holds(const struct subject *s, const struct holds *holds, double speed, double h,
                      struct embedded_quality *q)
{
    char input[HOLDS_MOST * 64];
    struct run run = { .samples = holds_steps(holds) + 1 };
    const struct run_settings settings = { .step = h };
    struct run_problem problem = {
        .law = s->law->name,
        .table = s->law,
        .input = input,
        .with_energy = s->passive,
        .duration = (double)(run.samples - 1) * h,
    };
    for (unsigned i = 0; i < s->law->n_params; i++) {
        problem.params[i].name = s->law->params[i].name;
        problem.params[i].value = (double)s->p[i];
    }
    holds_text(holds, speed, h, input, sizeof input);
    PREC(run_problem)(s->method->name, &problem, &settings, &run);
    q->status = run.status;
    double least = 0, exchanged = 0;
    for (size_t j = 0; j < run.samples && run.status == STATUS_OK; j++) {
        real x[RUN_MOST_STATES];
        for (unsigned k = 0; k < run.n; k++)
            x[k] = (real)run.x[j][k];
        q->bound_excess = fmax(q->bound_excess, excess(s, x));
        if (s->passive) {
            least = fmin(least, run.x[j][s->law->n_states]);
            exchanged = fmax(exchanged, fabs(run.x[j][s->law->n_states]));
        }
    }
    const double rounding = step_rounding * (double)run.samples;
    if (-least > rounding * exchanged)
        q->energy_deficit = fmax(q->energy_deficit, -least / exchanged);
}

/* Computes bound and passivity along all listed holds; NAN if the law has none. */
static void run_listed_holds(const struct subject *s, double speed, double h,
                             struct embedded_quality *q)
{
    for (size_t i = 0; i < HOLDS_LISTED && q->status == STATUS_OK; i++) {
        const struct holds holds = holds_listed(i);
        if (s->bounded || s->passive)
            run_holds(s, &holds, speed, h, q);
    }
    if (!s->bounded)
        q->bound_excess = (double)NAN;
    if (!s->passive)
        q->energy_deficit = (double)NAN;
}

struct embedded_quality PREC(embedded_quality_of)(const void *table, const char *method,
                                                  const double p[], unsigned steps_per_period,
                                                  const struct embedded_motion *motion)
{
    const struct subject s = subject_of(table, method, p);
    struct embedded_quality q = { .status = STATUS_UNSUPPORTED };
    if (!sampled_fits(s.method, s.law, s.p))
        return q;
    run_along(&s, motion, steps_per_period, &q);
    run_listed_holds(&s, motion->speed, motion->period / steps_per_period, &q);
    return q;
}

struct embedded_quality PREC(embedded_quality)(const char *law, const char *method,
                                               const double p[], unsigned steps_per_period,
                                               const struct embedded_motion *motion)
{
    return PREC(embedded_quality_of)(PREC(model_find)(law), method, p, steps_per_period, motion);
}

struct embedded_quality PREC(quality_along_holds)(const char *law, const char *method,
                                                  const double p[], double speed, double h)
{
    const struct subject s = subject_of(PREC(model_find)(law), method, p);
    struct embedded_quality q = { .status = STATUS_UNSUPPORTED, .error = (double)NAN };
    if (!sampled_fits(s.method, s.law, s.p))
        return q;
    q.status = STATUS_OK;
    run_listed_holds(&s, speed, h, &q);
    return q;
}
