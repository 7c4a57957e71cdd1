#include "benchmarks/microcontrollers/on_target_host.h"

#include <math.h>
#include <string.h>

#include "benchmarks/behaviour/sampled_step.h"
#include "benchmarks/firmware/on_target.h"
#include "benchmarks/firmware/velocity.h"

/* Work memory of any method, for as many states as there may be. */
enum { WORK = 1 << 14 };

struct subject {
    const struct model *law;
    const struct integrator *method;
    real p[MODEL_MAX_PARAMS], scale[MODEL_MAX_STATES], x[MODEL_MAX_STATES];
    struct memory memory;
    union {
        max_align_t alignment;
        char bytes[WORK];
    } work;
};

/* Starts as firmware/law_run.h does. */
static void start(struct subject *s)
{
    for (unsigned i = 0; i < MODEL_MAX_STATES; i++)
        s->x[i] = i < s->law->n_states ? (real)s->law->states[i].value : 0;
    if (s->law->start)
        s->law->start(s->p, 1, &s->memory);
}

static void open_subject(struct subject *s, const char *law, const char *method)
{
    *s = (struct subject){ .law = PREC(model_find)(law), .method = PREC(integrator_find)(method) };
    PREC(model_defaults)(s->law, s->p);
    sampled_scale(&(struct sampled){ .law = s->law, .p = s->p }, s->scale);
    start(s);
}

static real step_of(struct subject *s, real h, real v0, real v1)
{
    struct sampled d = { .law = s->law, .p = s->p, .mem = &s->memory, .h = h, .v0 = v0, .v1 = v1 };
    if (sampled_step(s->method, &d, s->work.bytes, s->x) != STATUS_OK)
        return (real)NAN;
    return sampled_force(&d, s->x);
}

bool PREC(host_fits)(const char *law, const char *method)
{
    struct subject s;
    open_subject(&s, law, method);
    return sampled_fits(s.method, s.law, s.p);
}

static struct host_step recorded_step(struct subject *s, real h, real v0, real v1)
{
    struct host_step step = { .v0 = (double)v0, .v1 = (double)v1, .h = (double)h };
    for (unsigned i = 0; i < s->law->n_states; i++)
        step.start[i] = (double)s->x[i];
    step.force = (double)step_of(s, h, v0, v1);
    for (unsigned i = 0; i < s->law->n_states; i++)
        step.x[i] = (double)s->x[i];
    return step;
}

struct host_step PREC(host_trial)(const char *law, const char *method, unsigned number)
{
    struct subject s;
    open_subject(&s, law, method);
    const struct trial trial = trial_number(number, s.scale, s.law->n_states, s.law->start);
    memcpy(s.x, trial.x, sizeof trial.x);
    return recorded_step(&s, TRIAL_STEP, trial.v0, trial.v1);
}

void PREC(host_holds)(const char *law, const char *method, struct host_step step[])
{
    struct subject s;
    open_subject(&s, law, method);
    for (unsigned i = 0; i < TRIAL_HOLDS; i++) {
        const real v = trial_hold(i);
        step[i] = recorded_step(&s, TRIAL_HOLD, v, v);
    }
}

static uint64_t bits_of(real value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

static bool finite_states(const struct subject *s)
{
    for (unsigned i = 0; i < s->law->n_states; i++)
        if (!isfinite(s->x[i]))
            return false;
    return true;
}

static real next_sample(struct velocity *velocity)
{
    return (real)velocity_next(velocity) / (real)((int32_t)1 << 20);
}

struct host_run PREC(host_run)(const char *law, const char *method)
{
    struct subject s;
    struct host_run run = { 0 };
    struct velocity velocity = { 0 };
    open_subject(&s, law, method);
    real v0, v1 = next_sample(&velocity) / TRIAL_SLOWER, force = 0;
    while (!velocity_over(&velocity)) {
        v0 = v1;
        v1 = next_sample(&velocity) / TRIAL_SLOWER;
        force = step_of(&s, TRIAL_STEP, v0, v1);
        if (!isfinite(force) || !finite_states(&s))
            break;
        run.digest = trial_digest(run.digest, bits_of(force));
        for (unsigned i = 0; i < s.law->n_states; i++)
            run.bound = fmax(run.bound, (double)(r_abs(s.x[i]) / s.scale[i]));
        run.steps++;
    }
    start(&s);
    for (unsigned i = 0; s.law->steady_force && i < TRIAL_SETTLING; i++)
        force = step_of(&s, 1, TRIAL_SPEED, TRIAL_SPEED);
    run.settled = (double)force;
    return run;
}

#ifndef REAL_F32

/* Repeats the step with one of its inputs changed by a share of itself: parameter i, then state i,
 * then v0 and v1 together (a held velocity stays one), then h. */
static struct host_step varied(const struct subject *of, const struct host_step *step,
                               unsigned input, double part)
{
    struct subject s = *of;
    double v = 1, h = step->h;
    for (unsigned i = 0; i < s.law->n_states; i++)
        s.x[i] = step->start[i];
    if (s.law->start)
        s.law->start(s.p, 1, &s.memory);
    if (input < s.law->n_params)
        s.p[input] *= 1 + part;
    else if (input < s.law->n_params + s.law->n_states)
        s.x[input - s.law->n_params] *= 1 + part;
    else if (input == s.law->n_params + s.law->n_states)
        v += part;
    else
        h *= 1 + part;
    return recorded_step(&s, h, v * step->v0, v * step->v1);
}

struct spread host_spread(const char *law, const char *method, const struct host_step *step)
{
    const double part = 0x1p-20; /* large beside the rounding of a double, small beside 1 */
    const double speed = fmax(fabs(step->v0), fabs(step->v1));
    struct subject s;
    open_subject(&s, law, method);
    struct spread spread = { .force = s.law->force_scale(s.p, speed, 0) };
    for (unsigned i = 0; i < s.law->n_states; i++)
        spread.x[i] = s.scale[i] + fabs(step->x[i]);
    for (unsigned input = 0; input < s.law->n_params + s.law->n_states + 2; input++) {
        const struct host_step up = varied(&s, step, input, part);
        const struct host_step down = varied(&s, step, input, -part);
        spread.force += fabs(up.force - down.force) / (2 * part);
        for (unsigned i = 0; i < s.law->n_states; i++)
            spread.x[i] += fabs(up.x[i] - down.x[i]) / (2 * part);
    }
    return spread;
}

#endif
