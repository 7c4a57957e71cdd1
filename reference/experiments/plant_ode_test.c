/* Masses with friction whose motion is known in closed form: every integrator, through the one
 * event driver, in both precisions.
 *
 * Under Coulomb friction all motions here are parabolas or arcs of sines between events, so
 * that a method's own error is known: none for v where the acceleration is constant, h/2 v(T)
 * in x for Euler's method, 0 for the others.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/work_test.h"
#include "reference/experiments/plant_test.h"

enum { MOST_EVENTS = 200, SAMPLES = 65 };

struct plant_run {
    struct moving moving;
    real t[SAMPLES], x[SAMPLES], v[SAMPLES];
    size_t n_events;
    enum plant_event kind[MOST_EVENTS];
    real at[MOST_EVENTS];
    struct statistics statistics;
    enum status status;
};

static void keep(void *ctx, size_t i, real t, const real x[])
{
    struct plant_run *r = ctx;
    r->t[i] = t;
    r->x[i] = x[0];
    r->v[i] = x[1];
}

static void note(void *ctx, enum plant_event kind, real t)
{
    struct plant_run *r = ctx;
    if (r->n_events < MOST_EVENTS) {
        r->kind[r->n_events] = kind;
        r->at[r->n_events] = t;
    }
    r->n_events++;
}

static void run(struct plant_run *r, const struct integrator *in, const char *law,
                const struct plant *plant, real step, real t_end)
{
    const struct model *model = PREC(model_find)(law);
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 }, times[SAMPLES];
    const struct settings settings = { .step = step, .rtol = 100 * R_EPSILON };
    PREC(model_defaults)(model, p);
    *r = (struct plant_run){ .n_events = 0 };
    const struct ode ode = PREC(plant_ode)(&r->moving, model, p, plant, true);
    r->moving.on_event = note;
    r->moving.event_ctx = r;
    for (int i = 0; i < SAMPLES; i++)
        times[i] = t_end * (real)i / (SAMPLES - 1);
    r->status = PREC(drive)(in, &ode, &settings, times, SAMPLES, x, &work, keep, r, &r->statistics);
}

static void expect_events(const struct plant_run *r, const char *name,
                          const enum plant_event kind[], const real at[], size_t n, real tolerance)
{
    cr_expect_eq(r->status, STATUS_OK, "%s: %s", name, status_text(r->status));
    cr_expect_eq(r->n_events, n, "%s: %zu events, expected %zu", name, r->n_events, n);
    for (size_t i = 0; i < n && i < r->n_events; i++) {
        cr_expect_eq(r->kind[i], kind[i], "%s: event %zu is of kind %d", name, i, r->kind[i]);
        cr_expect(r_abs(r->at[i] - at[i]) <= tolerance, "%s: event %zu at %.9g, exactly %.9g", name,
                  i, (double)r->at[i], (double)at[i]);
    }
}

static const enum plant_event release_capture[] = { PLANT_RELEASE, PLANT_CAPTURE };

/* The error that methods add to rounding, of the size 1 here: tolerances of 100 eps a step, of
 * which an adaptive method takes some hundred. */
static const real SLACK = 20000 * R_EPSILON;

/* The error that a two-step method adds to a place by its first step, which is one of implicit
 * Euler: h^2/2 times the acceleration, and a third of that in the second step, a ninth in the
 * third, ... */
static real start_error(const struct integrator *in, real h, real acceleration)
{
    return in->history ? C(0.75) * h * h * acceleration : 0;
}

/* u = 0.75 t leaves at t = 4/3; then v = 0.375 tau^2, x = 0.125 tau^3. */
Test(plant, leaves_when_the_force_exceeds_friction)
{
    struct plant plant = plant_under("ramp 0 3 4");
    static const real at[] = { (real)(4.0 / 3) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        struct plant_run r;
        const real h = C(0x1p-8), tau = 2 - at[0];
        run(&r, *in, "coulomb", &plant, h, 2);
        expect_events(&r, (*in)->name, release_capture, at, 1, 8 * R_EPSILON);
        for (int i = 0; i < SAMPLES && r.t[i] < at[0]; i++)
            cr_expect(r.x[i] == 0 && r.v[i] == 0);
        /* Euler adds h/2 a(T) to v, and h/2 v(T) and more to x; the others are exact, or for
         * the exponential method within h^2. */
        const real own = (*in)->order == 1 ? h : (*in)->order == 2 ? h * h : 0;
        cr_expect(r_abs(r.v[SAMPLES - 1] - C(0.375) * tau * tau) <= own + SLACK, "%s: v %.9g",
                  (*in)->name, (double)r.v[SAMPLES - 1]);
        cr_expect(r_abs(r.x[SAMPLES - 1] - C(0.125) * tau * tau * tau) <= own + SLACK, "%s: x %.9g",
                  (*in)->name, (double)r.x[SAMPLES - 1]);
    }
    signal_free(&plant.force);
}

/* A force of 2 N for 1 s brings the mass to 1 m/s; without force it stops 1 s later and stays,
 * v = 0 exactly. */
Test(plant, is_captured_once_and_stays)
{
    struct plant plant = plant_under("hold 2 1; hold 0 7");
    static const real at[] = { 0, 2 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        struct plant_run r;
        const real h = (real)0.01; /* no divisor of the times in question */
        run(&r, *in, "coulomb", &plant, h, 8);
        expect_events(&r, (*in)->name, release_capture, at, 2, SLACK);
        /* Interpolation between equal values rounds, in a library's hands. */
        const real rounding = (*in)->flags & INTEGRATOR_HOST_ONLY ? 4 * R_EPSILON : 0;
        for (int i = 0; i < SAMPLES; i++)
            if (r.t[i] > C(2.01))
                cr_expect(r.v[i] == 0 && r_abs(r.x[i] - r.x[SAMPLES - 1]) <= rounding,
                          "%s: v = %g at %g", (*in)->name, (double)r.v[i], (double)r.t[i]);
        cr_expect(r_abs(r.x[SAMPLES - 1] - 1) <= ((*in)->order == 1 ? h : 0) + SLACK, "%s: %.9g",
                  (*in)->name, (double)r.x[SAMPLES - 1]);
    }
    signal_free(&plant.force);
}

/* The mass comes to rest at the very instant at which the force returns: however the two events are
 * taken, it moves on as if it had not stopped. */
Test(plant, capture_and_a_new_push_may_coincide)
{
    struct plant plant = plant_under("hold 2 1; hold 0 1; hold 2 1");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        struct plant_run r;
        const real h = C(0x1p-7);
        run(&r, *in, "coulomb", &plant, h, 3);
        cr_expect_eq(r.status, STATUS_OK, "%s: %s", (*in)->name, status_text(r.status));
        cr_expect(r.n_events <= 3, "%s: %zu events", (*in)->name, r.n_events);
        cr_expect(r_abs(r.v[SAMPLES - 1] - 1) <= SLACK, "%s: v %.9g", (*in)->name,
                  (double)r.v[SAMPLES - 1]);
        /* starts with 1, -1 and again 1 m/s^2 */
        const real own = (*in)->order == 1 ? h : start_error(*in, h, 1);
        cr_expect(r_abs(r.x[SAMPLES - 1] - C(1.5)) <= own + SLACK, "%s: x %.9g", (*in)->name,
                  (double)r.x[SAMPLES - 1]);
    }
    signal_free(&plant.force);
}

/* A force that just reaches the level of friction and falls again moves nothing, and neither
 * does one that jumps to it. */
Test(plant, a_force_that_touches_the_limit_moves_nothing)
{
    struct plant plant = plant_under("ramp 0 1 1; ramp 1 -1 2; hold 0 1; hold 1 1; hold -1 1");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        struct plant_run r;
        run(&r, *in, "coulomb", &plant, C(0x1p-5), 6);
        expect_events(&r, (*in)->name, NULL, NULL, 0, 0);
        cr_expect_eq(r.x[SAMPLES - 1], (real)0, "%s", (*in)->name);
    }
    signal_free(&plant.force);
}

/* A spring of 100 N/m at 1.005 m: half swings of pi/10 s, each 20 mm shorter; at 5 mm, after
 * the fiftieth, the spring no longer moves the mass. The times do not depend on amplitude, so
 * that they are as exact as the method's phase: per radian, at w = 10 rad/s and h = 1 ms,
 * (w h)^2/6 at order 2, (w h)^2/3 in two steps and (w h)^4/120 at order 4; 50 pi radians take
 * 50 pi/w. What the adaptive method adds is four times SLACK, in its two thousand steps. Each half
 * swing starts anew, with w^2 times its amplitude, of 25.25 m in all. */
Test(plant, swings_forty_nine_times_and_sticks)
{
    struct plant plant = { .mass = 1, .stiffness = 100, .place = 1.005 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        if ((*in)->order == 1)
            continue; /* an oscillator gains amplitude by Euler's method */
        struct plant_run r;
        const real h = C(0.001), w = 10, radians = C(157.08);
        const real own =
            (*in)->order == 4 ? C(1.4e-9) : w * h * h * radians / ((*in)->history ? 3 : 6);
        enum plant_event kind[51] = { PLANT_RELEASE };
        real at[51] = { 0 };
        for (int i = 1; i <= 50; i++) {
            kind[i] = i < 50 ? PLANT_REVERSAL : PLANT_CAPTURE;
            at[i] = (real)(3.14159265358979323846 / 10 * i);
        }
        run(&r, *in, "coulomb", &plant, h, 20);
        expect_events(&r, (*in)->name, kind, at, 51, own + 4 * SLACK);
        const real starts = start_error(*in, h, w * w * C(25.25));
        cr_expect(r_abs(r.x[SAMPLES - 1] - C(1.01) + C(0.01)) <= own + starts + 4 * SLACK,
                  "%s: x %.9g", (*in)->name, (double)r.x[SAMPLES - 1]);
    }
}

/* martinez_rosas holds a mass against u = r t while its state y moves on: alpha dy/dt + K y = u
 * with K = sigma0 (Fs - Fc), so that y = r/K (t - a (1 - exp(-t/a))), a = alpha/K = 1/2 s. Of y, in
 * units of r/K, a method of order 1 or 2 loses less than h or h^2 over this second. */
Test(plant, the_law_moves_on_while_the_mass_is_held)
{
    const real r = C(0.2), K = C(5e4), a = C(0.5), h = C(0x1p-7);
    const real y = r / K * (1 - a * (1 - r_exp(-1 / a)));
    struct plant plant = plant_under("ramp 0 0.2 1");
    const struct model *model = PREC(model_find)("martinez_rosas");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_RELAXING)
            continue;
        struct plant_run run = { .n_events = 0 };
        real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 };
        const real times[] = { 0, 1 };
        const struct settings settings = { .step = h, .rtol = 100 * R_EPSILON };
        PREC(model_defaults)(model, p);
        cr_assert(quantity_set(model->params, model->n_params, "alpha", 25000, p));
        const struct ode ode = PREC(plant_ode)(&run.moving, model, p, &plant, false);
        run.moving.on_event = note;
        run.moving.event_ctx = &run;
        run.status =
            PREC(drive)(*in, &ode, &settings, times, 2, x, &work, keep, &run, &run.statistics);
        expect_events(&run, (*in)->name, NULL, NULL, 0, 0);
        const real own = r_pow(h, (real)(*in)->order);
        cr_expect(x[0] == 0 && x[1] == 0, "%s: v %g", (*in)->name, (double)x[1]);
        cr_expect_eq(x[2], (real)0, "%s: z %g", (*in)->name, (double)x[2]);
        cr_expect(r_abs(x[3] - y) <= (own + SLACK) * r / K, "%s: y %.9g, exactly %.9g", (*in)->name,
                  (double)x[3], (double)y);
    }
    signal_free(&plant.force);
}

/* A run that is told to step across events does not stop, and does not stick. */
Test(plant, naive_runs_step_across)
{
    struct plant plant = plant_under("hold 2 1; hold 0 7");
    const struct model *model = PREC(model_find)("coulomb");
    struct plant_run r = { .n_events = 0 };
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 };
    const real times[] = { 0, 8 };
    const struct settings settings = { .step = C(0.01), .ignore_events = true };
    PREC(model_defaults)(model, p);
    const struct ode ode = PREC(plant_ode)(&r.moving, model, p, &plant, false);
    r.moving.on_event = note;
    r.moving.event_ctx = &r;
    cr_assert_eq(PREC(drive)(PREC(integrator_find)("rk4"), &ode, &settings, times, 2, x, &work,
                             keep, &r, &r.statistics),
                 STATUS_OK);
    cr_expect_eq(r.n_events, (size_t)0);
    cr_expect_eq(r.statistics.events, (uint64_t)0);
    cr_expect(x[1] != 0 && r_abs(x[1]) <= C(0.01), "v = %g: it should hover", (double)x[1]);
    signal_free(&plant.force);
}

/* A naive run makes the transitions of the law itself, a little late: bonds snap at the ends of
 * steps, and none is left beyond its limit. */
Test(plant, naive_runs_make_the_transitions_of_the_law)
{
    struct plant plant = plant_under("hold 3 0.05; hold -3 0.05");
    const struct model *model = PREC(model_find)("bristle");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct plant_run r = { .n_events = 0 };
        real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 }, g[ODE_MAX_GUARDS];
        const real times[] = { 0, C(0.1) };
        const struct settings settings = { .step = C(1e-4), .ignore_events = true };
        PREC(model_defaults)(model, p);
        const struct ode ode = PREC(plant_ode)(&r.moving, model, p, &plant, true);
        r.moving.on_event = note;
        r.moving.event_ctx = &r;
        cr_assert_eq(PREC(drive)(*in, &ode, &settings, times, 2, x, &work, keep, &r, &r.statistics),
                     STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(r.n_events, (size_t)0, "%s", (*in)->name);
        cr_expect((*in)->flags & INTEGRATOR_USES_FLOW || r.statistics.events > 20,
                  "%s: %llu transitions", (*in)->name, (unsigned long long)r.statistics.events);
        model->guard(p, &r.moving.memory, x[1], x + 2, g);
        for (unsigned i = 0; i < model->n_guards; i++)
            cr_expect(g[i] >= 0, "%s: bristle %u", (*in)->name, i);
        cr_expect(r_abs(PREC(plant_force)(&r.moving, times[1], x)) <= model->break_away(p), "%s",
                  (*in)->name);
    }
    signal_free(&plant.force);
}

/* Laws whose force does not jump cross v = 0 and never stick; where the ringing has died out,
 * no more events come. */
Test(plant, lugre_comes_to_rest_without_endless_events)
{
    struct plant plant = plant_under("ramp 0 1 1; hold 1 4");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        if ((*in)->order == 1 && !((*in)->flags & INTEGRATOR_IMPLICIT))
            continue; /* unstable here: the ringing is too fast for this step */
        struct plant_run r;
        run(&r, *in, "lugre", &plant, C(0x1p-11), 5);
        cr_expect_eq(r.status, STATUS_OK, "%s: %s", (*in)->name, status_text(r.status));
        /* In float what remains are roundings of the 1 N, sixteen of them, over sigma1. */
        const real rest = r_max(C(1e-9), 16 * R_EPSILON / 316);
        cr_expect(r_abs(r.v[SAMPLES - 1]) <= rest, "%s: v = %g", (*in)->name,
                  (double)r.v[SAMPLES - 1]);
        if ((*in)->flags & INTEGRATOR_ADAPTIVE)
            cr_expect(r.n_events < 100, "%s: %zu events", (*in)->name, r.n_events);
    }
    signal_free(&plant.force);
}

/* The reset integrator without damping, k p0 = 1 N, pushed by 2 N and then by -2 N. It swings, at
 * W^2 = 1.5 k, to its limit at cos = 1/4, with v^2 = 2 p0 (2 - 0.75), slides with 1 m/s^2, then
 * with -3 until it turns, swings by 7/3 p0 about -4/3 p0 to the other limit at cos = 1/7, and
 * slides with -1 m/s^2. A radian of the swing is wrong by W h/2 at order 1, of v of some mm/s, and
 * of the time that makes 3 m/s^2. */
Test(plant, reset_integrator_slides_turns_and_slides)
{
    struct plant plant = plant_under("hold 2 0.05; hold -2 0.05");
    const struct model *model = PREC(model_find)("reset_integrator");
    const real W = r_sqrt(C(1.5e5)), to_limit = C(1.3181160716528180) / W;
    const real v_push = C(0.005) + C(0.05) - to_limit, turn = C(0.05) + v_push / 3;
    const real back = turn + C(1.4274487578895312) / W;
    const real v_back = -W * C(7e-5) / 3 * r_sqrt(48) / 7, v_end = v_back - (C(0.1) - back);
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct plant_run r = { .n_events = 0 };
        real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 };
        const real times[] = { 0, C(0.1) }, h = C(1e-5);
        const struct settings settings = { .step = h, .rtol = 100 * R_EPSILON };
        PREC(model_defaults)(model, p);
        p[3] = 0; /* b */
        const struct ode ode = PREC(plant_ode)(&r.moving, model, p, &plant, true);
        r.moving.on_event = note;
        r.moving.event_ctx = &r;
        r.status = PREC(drive)(*in, &ode, &settings, times, 2, x, &work, keep, &r, &r.statistics);
        const real own = (*in)->order == 1 ? W * h * C(0.02) : (*in)->order == 2 ? C(1e-6) : 0;
        expect_events(&r, (*in)->name, (enum plant_event[]){ PLANT_REVERSAL }, &turn, 1,
                      own + SLACK);
        cr_expect(r_abs(x[1] - v_end) <= own + SLACK, "%s: v %.9g, exactly %.9g", (*in)->name,
                  (double)x[1], (double)v_end);
        cr_expect_eq(x[2], -p[1], "%s: p %a", (*in)->name, (double)x[2]);
        cr_expect_eq(r.moving.memory.ints[0], -1, "%s", (*in)->name);
    }
    signal_free(&plant.force);
}

/* Pushed the other way from rest a mass goes the other way, through the same events. */
Test(plant, is_mirrored_with_the_force)
{
    static const char *const laws[] = { "coulomb", "dahl", "lugre", "tanh_stribeck", "viscous" };
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        struct plant forth = plant_under("hold 0.8125 1"), back = plant_under("hold -0.8125 1");
        static struct plant_run a, b;
        const struct integrator *in = PREC(integrator_find)("rosenbrock");
        run(&a, in, laws[k], &forth, C(0x1p-10), C(0x1p-6));
        run(&b, in, laws[k], &back, C(0x1p-10), C(0x1p-6));
        cr_expect(a.status == STATUS_OK && b.status == STATUS_OK, "%s", laws[k]);
        cr_expect_eq(a.n_events, b.n_events, "%s: %zu and %zu events", laws[k], a.n_events,
                     b.n_events);
        for (size_t i = 0; i < SAMPLES; i++)
            cr_expect(r_abs(a.x[i] + b.x[i]) <= SLACK && r_abs(a.v[i] + b.v[i]) <= SLACK,
                      "%s at %g s", laws[k], (double)a.t[i]);
        signal_free(&back.force);
        signal_free(&forth.force);
    }
}

/* alpha = 0: the force no longer jumps, its rate does. */
Test(plant, refuses_what_it_cannot_do_with_a_reason)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    cr_expect(!PREC(plant_refuses)(model, p));
    for (unsigned i = 0; i < model->n_params; i++)
        if (strcmp(model->params[i].name, "alpha") == 0)
            p[i] = 0;
    const char *why = PREC(plant_refuses)(model, p);
    cr_expect(why && strstr(why, "alpha > 0"));
}
