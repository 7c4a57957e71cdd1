/* What a sample shows where the velocity jumps, turns or stops: what comes after it, in every
 * column, by the reference and by integrators. */
#include "reference/experiments/exact.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_fixture.h"

enum { N_HOLDS = 7 };

/* A restart at another speed, a reversal, a stop, a start, and two changes next to which rounding
 * puts the samples: in double 0.1 + 0.2 is not 0.3. */
static const struct hold holds[N_HOLDS] = { { 1e-3, 0.1 }, { 3e-3, 0.2 }, { -2e-3, 0.1 },
                                            { 0, 0.4 },    { 1e-3, 0.4 }, { -1e-3, 0.2 },
                                            { 0, 0.2 } };

/* The first n holds as a text of the grammar. */
static void describe(char *text, size_t room, int n)
{
    size_t used = 0;
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, room - used, "%shold %.17g %.17g", i ? "; " : "",
                                 holds[i].v, holds[i].h);
}

/* Returns true where F is an interval, printed as nothing. */
static bool is_open(const struct reference_fixture *s, double v)
{
    const double band = s->model->stick_band ? s->model->stick_band(s->p) : 0;
    return s->model->stiction && (v == 0 || fabs(v) < band);
}

/* Sizes of errors: of states, and of the force. */
struct sizes {
    double state[MODEL_MAX_STATES], force;
};

static struct sizes sizes_of(const struct reference_fixture *s)
{
    struct sizes sizes = { .force = s->model->force_scale(s->p, 3e-3, 2e-3) };
    if (s->model->bound)
        s->model->bound(s->p, sizes.state);
    for (unsigned k = 0; k < s->model->n_states; k++)
        if (isinf(sizes.state[k])) /* the travel */
            sizes.state[k] = 2e-3;
    return sizes;
}

static void expect_sample(const struct reference_fixture *s, const char *whose,
                          const struct trajectory *r, size_t i, const struct exact_state *after,
                          double v, double tolerance)
{
    const struct sizes sizes = sizes_of(s);
    const char *name = s->model->name;
    cr_expect_eq(r->v[i], v, "%s by %s: v(%g) = %g", name, whose, r->t[i], r->v[i]);
    for (unsigned k = 0; k < s->model->n_states; k++) {
        const double x = r->law[i * s->model->n_states + k];
        cr_expect(fabs(x - after->x[k]) <= tolerance * sizes.state[k],
                  "%s by %s at %g s: %s = %.17g, after the change %.17g", name, whose, r->t[i],
                  s->model->states[k].name, x, after->x[k]);
    }
    if (is_open(s, v)) {
        cr_expect(isnan(r->F[i]), "%s by %s at %g s: F is an interval", name, whose, r->t[i]);
        return;
    }
    const double F = s->model->force(s->p, after->mem, v, r_sign(v), after->x);
    cr_expect(fabs(r->F[i] - F) <= tolerance * sizes.force,
              "%s by %s at %g s: F = %.17g, after the change %.17g", name, whose, r->t[i], r->F[i],
              F);
}

/* Compares the samples at which the hold `next` begins, and the last one, where the run ends before
 * that hold: it sees what begins there nonetheless. Every tenth of a second is a sample. */
static void expect_beginnings(const struct reference_fixture *s, const char *whose,
                              const struct trajectory *r, double tolerance)
{
    double tenths = 0;
    struct exact_state walk = { .model = NULL };
    exact_state_start(&walk, s->model, s->p);
    for (int next = 0; next < N_HOLDS; next++) {
        const size_t i = (size_t)lround(tenths);
        exact_state_settle(&walk, holds[next].v);
        if (i < r->n)
            expect_sample(s, whose, r, i, &walk, holds[next].v, tolerance);
        exact_state_flow(&walk, holds[next]);
        tenths += 10 * holds[next].h;
    }
}

static void run(const struct reference_fixture *s, const char *integrator, struct trajectory *r)
{
    struct statistics statistics;
    const struct settings settings = { .step = 1e-4, .rtol = 1e-9 };
    cr_assert_eq(run_experiment(PREC(integrator_find)(integrator), &settings, s->model, s->p,
                                &s->setup, r, &statistics),
                 STATUS_OK, "%s by %s", s->model->name, integrator);
}

/* Runs along all holds, or until the third, the fourth or the fifth begins. */
static void expect_right_limits(const struct model *model, const char *signal, double t_end)
{
    /* 32 roundings a step, of which the exact flow makes 1e4 a second; an adaptive method's
     * tolerance times its steps, some 1e3. Before and after a change are 0.1 or more of a column
     * apart. */
    static const struct {
        const char *name;
        double tolerance;
    } integrators[] = { { "exponential", 32 * DBL_EPSILON * 2e4 }, { "rosenbrock", 1e-5 } };
    struct reference_fixture s = { .model = model };
    char error[SIGNAL_TEXT];
    const size_t samples = 1 + (size_t)lround(10 * t_end);
    PREC(model_defaults)(model, s.p);
    cr_assert(setup_velocity(signal, &s.setup, error), "%s", error);
    trajectory_init(&s.reference, samples, model->n_states, t_end);
    cr_assert(!reference_solution_run(model, s.p, &s.setup, &s.reference, &s.uncertainty), "%s",
              model->name);
    cr_expect(s.uncertainty.enclosed);
    expect_beginnings(&s, "the reference", &s.reference, 32 * DBL_EPSILON * N_HOLDS);
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
        run(&s, integrators[k].name, &s.reference);
        expect_beginnings(&s, integrators[k].name, &s.reference, integrators[k].tolerance);
    }
    clean(&s);
}

Test(right_limit, is_what_samples_of_every_law_show)
{
    static const double ends[] = { 0.3, 0.4, 0.8, 1.2, 1.4, 1.6 };
    char signal[SIGNAL_TEXT];
    describe(signal, sizeof signal, N_HOLDS);
    for (const struct model *const *model = PREC(models); *model; model++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            expect_right_limits(*model, signal, ends[k]);
}

/* Velocities that cross zero, touch it, and end there, at samples. The reference and CVODE, with
 * which it is compared unless that is how it was found, do not share how they sample. */
Test(right_limit, is_the_same_of_two_computations_at_zeros)
{
    static const char *const signals[] = {
        "hold -0.0011 1; cosine 0.001 -0.001 6.283185307179586 0 3",
        "hold 0.0011 1; sine 0 0.001 9.42477796076938 0 3",
        "ramp 0.001 -0.001 1; ramp -0.001 0 1; hold 0 1; ramp 0 0.0011 1",
    };
    static const char *const names[] = { "armstrong", "elastoplastic", "maxwell_slip",
                                         "reset_integrator" };
    unsigned enclosed = 0;
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
            struct reference_fixture s;
            struct trajectory second;
            double error[REFERENCE_LAW + MODEL_MAX_STATES];
            drive_along(&s, names[m], signals[k]);
            const double floor = largest_uncertainty(&s.uncertainty, s.model->n_states);
            cr_expect(floor <= (s.uncertainty.enclosed ? 1e-12 : 1e-4),
                      "%s along '%s': they differ by %g", names[m], signals[k], floor);
            trajectory_init(&second, s.reference.n, s.model->n_states, s.setup.duration);
            run(&s, "cvode_bdf", &second);
            reference_solution_differences(&s.reference, &second, error);
            for (unsigned i = 0; i < REFERENCE_LAW + s.model->n_states; i++)
                cr_expect(error[i] <= 1e-4, "%s along '%s': column %u differs by %g", names[m],
                          signals[k], i, error[i]);
            enclosed += s.uncertainty.enclosed;
            trajectory_free(&second);
            clean(&s);
        }
    cr_expect_geq(enclosed, 8);
}
