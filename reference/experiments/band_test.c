/* Masses under Karnopp's law, which sticks over a band of velocities. Forces are piecewise constant
 * and motions parabolas, which every method follows exactly, but for Euler's error h/2 v of the
 * place. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "integrators/work_test.h"
#include "reference/experiments/driven.h"
#include "reference/experiments/plant_ode.h"

enum { MOST_EVENTS = 20, SAMPLES = 65 };

static const real STEP = C(0x1p-6);

/* Roundings of a few hundred steps, in units of 1 m, 1 m/s and 1 s. */
static const real SLACK = 1000 * R_EPSILON;

struct band_run {
    struct moving moving;
    struct plant plant;
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES], at[MOST_EVENTS];
    real v[SAMPLES], place[SAMPLES], energy[SAMPLES];
    enum plant_event kind[MOST_EVENTS];
    size_t n_events;
    enum status status;
};

static void keep(void *ctx, size_t i, real t, const real x[])
{
    struct band_run *r = ctx;
    (void)t;
    r->place[i] = x[0];
    r->v[i] = x[1];
    r->energy[i] = x[2];
}

static void note(void *ctx, enum plant_event kind, real t)
{
    struct band_run *r = ctx;
    if (r->n_events < MOST_EVENTS) {
        r->kind[r->n_events] = kind;
        r->at[r->n_events] = t;
    }
    r->n_events++;
}

/* Pushes a mass of 1 kg under Dv = 1/4 m/s, Fc = 1 N, Fs = 3/2 N; SAMPLES from 0 to t_end. The
 * caller frees the force's signal. */
static void push_damped(struct band_run *r, const struct integrator *in, const char *force,
                        real t_end, real sigma2, bool naive)
{
    const real p[] = { C(0.25), 1, C(1.5), sigma2 };
    const struct model *model = PREC(model_find)("karnopp");
    const struct settings settings = { .step = STEP,
                                       .rtol = 100 * R_EPSILON,
                                       .ignore_events = naive };
    struct statistics statistics;
    real times[SAMPLES];
    char error[SIGNAL_TEXT];
    *r = (struct band_run){ .plant = { .mass = 1 } };
    cr_assert(signal_parse(force, &r->plant.force, error), "%s", error);
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        r->p[i] = p[i];
    const struct ode ode = PREC(plant_ode)(&r->moving, model, r->p, &r->plant, true);
    r->moving.on_event = note;
    r->moving.event_ctx = r;
    for (int i = 0; i < SAMPLES; i++)
        times[i] = t_end * (real)i / (SAMPLES - 1);
    r->status = PREC(drive)(in, &ode, &settings, times, SAMPLES, r->x, &work, keep, r, &statistics);
}

/* The same without viscous friction. */
static void push(struct band_run *r, const struct integrator *in, const char *force, real t_end,
                 bool naive)
{
    push_damped(r, in, force, t_end, 0, naive);
}

/* The error that a two-step method adds to a place by its starts: one step of implicit Euler, and
 * less and less in the steps after it. `accelerations` is the sum of those with which it starts. */
static real start_error(const struct integrator *in, real accelerations)
{
    return in->history ? C(0.75) * STEP * STEP * accelerations : 0;
}

static bool skipped(const struct integrator *in)
{
    return in->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED);
}

static void expect_events(const struct band_run *r, const char *name, const enum plant_event kind[],
                          const real at[], size_t n)
{
    cr_expect_eq(r->status, STATUS_OK, "%s: %s", name, status_text(r->status));
    cr_assert_eq(r->n_events, n, "%s: %zu events", name, r->n_events);
    for (size_t i = 0; i < n; i++) {
        cr_expect_eq(r->kind[i], kind[i], "%s: event %zu", name, i);
        cr_expect(r_abs(r->at[i] - at[i]) <= SLACK, "%s: event %zu at %.9g", name, i,
                  (double)r->at[i]);
    }
}

/* A force of 1.25 N does not move the mass. 2 N do: 1/2 m/s^2 in the band, 1 above. Without a push
 * the mass slows by 1 m/s^2 down to Dv, and there it rests; and at half of Dv when the push ends
 * while the mass is in the band. */
Test(band, holds_what_enters_it)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct band_run r;
        if (skipped(*in))
            continue;
        push(&r, *in, "hold 1.25 1; hold 2 1; hold 0 1; hold 2 0.25; hold 1.25 0.75", 4, false);
        expect_events(
            &r, (*in)->name,
            (enum plant_event[]){ PLANT_RELEASE, PLANT_CAPTURE, PLANT_RELEASE, PLANT_CAPTURE },
            (real[]){ 1, C(2.5), 3, C(3.25) }, 4);
        const real own = ((*in)->order == 1 ? STEP : 0) + start_error(*in, 3);
        cr_expect_eq(r.place[16], (real)0, "%s", (*in)->name);
        cr_expect(r_abs(r.v[32] - C(0.75)) <= SLACK, "%s: %.9g", (*in)->name, (double)r.v[32]);
        cr_expect(r_abs(r.place[40] - C(0.5625)) <= own + SLACK, "%s: %.9g", (*in)->name,
                  (double)r.place[40]);
        for (int i = 41; i <= 48; i++)
            cr_expect(r.v[i] == 0 && r.place[i] == r.place[48], "%s: sample %d", (*in)->name, i);
        cr_expect_eq(r.v[SAMPLES - 1], (real)0, "%s", (*in)->name);
        cr_expect(r_abs(r.place[SAMPLES - 1] - C(0.578125)) <= own + SLACK, "%s: %.9g", (*in)->name,
                  (double)r.place[SAMPLES - 1]);
        signal_free(&r.plant.force);
    }
}

/* Turned by -2 N at 0.75 m/s the mass slows by 3 m/s^2 to Dv, crosses the band with -1/2 m/s^2, for
 * 1 s, and goes on with -1. Until v = 0 friction, -3/2 N by (2), pushes along the motion, and gives
 * 3/2 N times v^2/(2 (1/2 m/s^2)) = 1/16 m: 0.09375 J. */
Test(band, is_crossed_when_pushed_harder_than_it_holds)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct band_run r;
        if (skipped(*in))
            continue;
        push(&r, *in, "hold 2 1; hold -2 3", 4, false);
        const real enters = C(7.0) / 6, own = (*in)->order == 1 ? C(0x1p-5) : 0;
        expect_events(&r, (*in)->name, (enum plant_event[]){ PLANT_RELEASE, PLANT_REVERSAL },
                      (real[]){ 0, enters }, 2);
        /* at 25/16 s, v = 1/4 - (25/16 - 7/6)/2 */
        cr_expect(r_abs(r.v[25] - (C(0.25) - (C(1.5625) - enters) / 2)) <= SLACK, "%s: %.9g",
                  (*in)->name, (double)r.v[25]);
        cr_expect(r.v[26] > 0 && r.energy[26] < r.energy[19] - C(0.07) + own,
                  "%s: friction should have given energy", (*in)->name);
        cr_expect(r_abs(r.v[SAMPLES - 1] + C(0.25) + 4 - 1 - enters) <= SLACK, "%s: %.9g",
                  (*in)->name, (double)r.v[SAMPLES - 1]);
        signal_free(&r.plant.force);
    }
}

/* A force of 3 N takes the mass through the band in 1/6 s, from where v = 2 - 7/4 e^-tau. Of v, a
 * method of order q loses less than h^q in one and a half seconds. */
Test(band, viscous_friction_begins_at_its_edge)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct band_run r;
        if (skipped(*in))
            continue;
        push_damped(&r, *in, "hold 3 1.6666666666666667", C(5.0) / 3, 1, false);
        const real own = r_pow(STEP, (real)(*in)->order);
        const real v = 2 - C(1.75) * r_exp(C(-1.5));
        cr_expect(r_abs(r.v[SAMPLES - 1] - v) <= own + SLACK, "%s: %.9g, exactly %.9g", (*in)->name,
                  (double)r.v[SAMPLES - 1], (double)v);
        signal_free(&r.plant.force);
    }
}

/* A run that locates no events comes to rest too, within the band: that is what the band is for.
 * Implicit steps do not converge where the force jumps. */
Test(band, lets_naive_runs_rest)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct band_run r;
        if (skipped(*in) || (*in)->flags & (INTEGRATOR_IMPLICIT | INTEGRATOR_HOST_ONLY))
            continue;
        push(&r, *in, "hold 2 1; hold 0.5 3", 4, true);
        cr_expect_eq(r.status, STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(r.n_events, (size_t)0, "%s", (*in)->name);
        cr_expect(r.place[SAMPLES - 1] > C(0.1) && r.place[SAMPLES - 1] == r.place[SAMPLES - 9],
                  "%s: moves from %.9g to %.9g", (*in)->name, (double)r.place[SAMPLES - 9],
                  (double)r.place[SAMPLES - 1]);
        cr_expect_eq(PREC(plant_force)(&r.moving, C(3.5), r.x), C(0.5), "%s", (*in)->name);
        signal_free(&r.plant.force);
    }
}

/* Driven, the law has an interval of forces in the band, and one force outside. */
Test(band, leaves_the_force_open_where_it_is_driven)
{
    struct signal signal;
    struct driven driven;
    char error[SIGNAL_TEXT];
    real p[MODEL_MAX_PARAMS];
    const struct model *model = PREC(model_find)("karnopp");
    PREC(model_defaults)(model, p);
    cr_assert(signal_parse("hold 0 1; hold 9e-5 1; hold -9e-5 1; hold 1.01e-4 1; hold -2 1",
                           &signal, error));
    const struct ode ode = PREC(driven_ode)(&driven, model, p, &signal, true);
    for (int i = 0; i < 5; i++) {
        real x[2] = { 0 }, g[2];
        const real t = C(0.5) + (real)i;
        ode.interval(ode.ctx, t, x);
        ode.guard(ode.ctx, t, x, g);
        if (g[0] < 0)
            cr_assert_eq(ode.transition(ode.ctx, 0, t, x), STATUS_OK);
        const real F = PREC(driven_force)(&driven, t, x);
        cr_expect(i < 3 ? isnan(F) : !isnan(F), "segment %d: F = %g", i, (double)F);
    }
    cr_expect(r_abs(PREC(driven_force)(&driven, C(4.5), NULL) + C(1.8)) <= 4 * R_EPSILON);
    signal_free(&signal);
}

/* Of what a flow does in one step, in the band and beside it. */
struct flow_case {
    real v, force, part; /* the step is held at the part */
    bool inside, naive;
    real law_v; /* where the law is evaluated */
};

/* A flow holds the law at the velocity in the middle of the step, on the side of the edge on which
 * the phase is: at 0 in the band, at its edge while the mass still slides, where it is in a run
 * without events. Friction is Fs in the band and Fc + sigma2 v beside it. */
Test(band, flows_stay_on_their_side_of_the_edge)
{
    static const struct flow_case cases[] = {
        { C(0.75), 2, 0, false, false, C(0.75) },
        { C(0.5), -8, C(0.5), false, false, C(0.25) },
        { -C(0.5), 8, C(0.5), false, false, -C(0.25) },
        { -C(0.75), 2, 0, false, false, -C(0.75) },
        { C(0.5), -40, C(0.5), false, false, C(0.25) },
        { C(0.125), 4, 0, true, false, 0 },
        { -C(0.125), -4, C(0.5), true, false, 0 },
        { C(0.125), 4, 0, false, true, C(0.125) },
        { C(0.5), 2, 0, false, true, C(0.5) },
        { -C(0.5), 2, 0, false, true, -C(0.5) },
    };
    const real p[] = { C(0.25), 1, C(1.5), 1 }, h = C(0.125);
    const struct model *model = PREC(model_find)("karnopp");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct flow_case *c = &cases[i];
        const real s = c->v > 0 ? 1 : -1;
        struct moving moving;
        struct plant plant = { .mass = 2 };
        char text[64], error[SIGNAL_TEXT];
        snprintf(text, sizeof text, "hold %g 1", (double)c->force);
        cr_assert(signal_parse(text, &plant.force, error), "%s", error);
        const struct ode ode = PREC(plant_ode)(&moving, model, p, &plant, false);
        real x[ODE_MAX_STATES] = { 1, c->v };
        moving.mode = c->naive ? MOVING_NAIVE : c->v > 0 ? MOVING_FORWARD : MOVING_BACKWARD;
        moving.inside = c->inside;
        moving.memory.ints[0] = r_abs(c->v) < p[0];
        ode.flow(ode.ctx, 0, h, c->part, x);
        const real F = r_abs(c->law_v) < p[0] ? s * p[2] : s * p[1] + p[3] * c->law_v;
        const real v_end = c->v + h * (c->force - F) / 2;
        cr_expect(r_abs(x[1] - v_end) <= 8 * R_EPSILON, "case %zu: v = %.9g, not %.9g", i,
                  (double)x[1], (double)v_end);
        cr_expect(r_abs(x[0] - 1 - h / 2 * (c->v + v_end)) <= 8 * R_EPSILON, "case %zu: x", i);
        signal_free(&plant.force);
    }
}
