/* Masses in lanes: each is what it would be alone, and what the library makes of it. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ensembles/mass_ensemble.h"
#include "reference/experiments/plant_ode.h"

enum { MASSES = 75, OUTPUTS = 101, MOST_STATES = 5 };

/* What a run needs, for masses numbered as in `which`. */
struct group {
    struct mass_ensemble e;
    double *p, *out;
    struct plant *plants;
    double times[OUTPUTS];
    enum status *status;
    struct statistics statistics;
    unsigned states;
};

/* The number `purpose` of that mass, in [0, 1). */
static double number(unsigned mass, unsigned purpose)
{
    return (double)((mass * 40503u + purpose * 10007u + 77u) * 2654435761u >> 8) / 16777216;
}

/* Masses pulled through springs, and, two of three where `mixed`, held by a PID controller. */
static struct plant plant_of(unsigned mass, bool mixed)
{
    if (mixed && mass % 3 != 0)
        return (struct plant){ .mass = 1 + number(mass, 0),
                               .stiffness = 2 + 2 * number(mass, 1),
                               .integral = 3 + 2 * number(mass, 2),
                               .damping = 6,
                               .place = 1 };
    return (struct plant){ .mass = 0.5 + number(mass, 0),
                           .stiffness = 1 + 3 * number(mass, 1),
                           .pull = 0.05 + 0.15 * number(mass, 2) };
}

/* The part of alpha that masses have: with the whole one releases are explosions, or none is. */
static void lower_alpha(const struct model *model, double p[])
{
    const unsigned alpha = quantity_index(model->params, model->n_params, "alpha");
    if (alpha < model->n_params)
        p[alpha] *= 5e-5;
}

static void open_group(struct group *g, const char *law, const unsigned which[], size_t lanes,
                       bool mixed)
{
    const struct model *model = PREC(model_find)(law);
    *g = (struct group){ .e = { .model = model, .lanes = lanes, .n_times = OUTPUTS } };
    g->p = calloc(lanes * model->n_params, sizeof *g->p);
    g->plants = calloc(lanes, sizeof *g->plants);
    g->status = calloc(lanes, sizeof *g->status);
    for (size_t l = 0; l < lanes; l++) {
        double *p = g->p + l * model->n_params;
        PREC(model_defaults)(model, p);
        lower_alpha(model, p);
        p[0] *= 0.8 + 0.4 * number(which[l], 3);
        g->plants[l] = plant_of(which[l], mixed);
    }
    for (int i = 0; i < OUTPUTS; i++)
        g->times[i] = 0.12 * i;
    g->e.p = g->p;
    g->e.plants = g->plants;
    g->e.times = g->times;
    g->states = mass_ensemble_states(&g->e);
    g->out = calloc(OUTPUTS * (size_t)g->states * lanes, sizeof *g->out);
}

static void close_group(struct group *g)
{
    free(g->p);
    free(g->out);
    free(g->plants);
    free(g->status);
}

static double output(const struct group *g, size_t i, unsigned k, size_t lane)
{
    return g->out[(i * g->states + k) * g->e.lanes + lane];
}

/* Fills in which[lanes] = first, first + step, ... modulo MASSES. */
static void choose(unsigned which[], size_t lanes, unsigned first, unsigned step)
{
    for (size_t l = 0; l < lanes; l++)
        which[l] = (unsigned)((first + step * l) % MASSES);
}

/* Bit for bit, whatever goes along, at every level of instructions. */
Test(mass_ensemble, a_mass_depends_on_nothing_but_itself)
{
    static const size_t sizes[] = { 1, 7, 33, MASSES };
    for (unsigned level = ENSEMBLE_BASELINE; level < ENSEMBLE_LEVELS; level++) {
        if (!ensemble_level_available((enum ensemble_level)level))
            continue;
        for (size_t k = 0; mass_ensemble_law(k); k++) {
            struct group all;
            unsigned which[MASSES];
            choose(which, MASSES, 0, 1);
            open_group(&all, mass_ensemble_law(k), which, MASSES, true);
            all.e.level = (enum ensemble_level)level;
            cr_assert_eq(mass_ensemble_run(&all.e, all.out, all.status, &all.statistics),
                         STATUS_OK);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                struct group some;
                choose(which, sizes[s], 8, 7);
                open_group(&some, mass_ensemble_law(k), which, sizes[s], true);
                some.e.level = (enum ensemble_level)level;
                cr_assert_eq(mass_ensemble_run(&some.e, some.out, some.status, &some.statistics),
                             STATUS_OK);
                cr_assert_eq(some.states, all.states);
                for (size_t l = 0; l < sizes[s]; l++)
                    for (size_t i = 0; i < OUTPUTS; i++)
                        for (unsigned x = 0; x < all.states; x++)
                            cr_assert_eq(output(&some, i, x, l), output(&all, i, x, which[l]),
                                         "%s, level %u, %zu masses: mass %u, output %zu, state %u",
                                         mass_ensemble_law(k), level, sizes[s], which[l], i, x);
                close_group(&some);
            }
            close_group(&all);
        }
    }
}

struct sink {
    const struct group *g;
    size_t lane;
    double worst, largest;
    unsigned skipped; /* the integral that others have: 2, or none */
};

static void compare(void *ctx, size_t i, double t, const double x[])
{
    struct sink *s = ctx;
    (void)t;
    s->worst = fmax(s->worst, fabs(x[0] - output(s->g, i, 0, s->lane)));
    s->largest = fmax(s->largest, fabs(x[0]));
}

/* The library runs the same mass by the same method: steps and events are as many, but for a few
 * that rounding decides, and positions differ by no more than the error that both are allowed. A
 * release amplifies that of a step some thousand times. */
Test(mass_ensemble, does_what_the_library_does)
{
    static max_align_t work[4096];
    for (size_t k = 0; mass_ensemble_law(k); k++) {
        struct group g;
        unsigned which[MASSES];
        struct statistics sum = { 0 };
        double farthest = 0;
        choose(which, MASSES, 0, 1);
        open_group(&g, mass_ensemble_law(k), which, MASSES, true);
        g.e.rtol = 1e-9;
        cr_assert_eq(mass_ensemble_run(&g.e, g.out, g.status, &g.statistics), STATUS_OK);
        for (size_t l = 0; l < MASSES; l++) {
            struct moving moving;
            struct statistics one;
            double x[ODE_MAX_STATES] = { 0 };
            struct sink sink = { .g = &g, .lane = l };
            const struct settings settings = { .rtol = 1e-9 };
            const struct ode ode = PREC(plant_ode)(
                &moving, g.e.model, g.p + l * g.e.model->n_params, &g.plants[l], false);
            cr_assert_eq(PREC(drive)(PREC(integrator_find)("rosenbrock"), &ode, &settings, g.times,
                                     OUTPUTS, x, work, compare, &sink, &one),
                         STATUS_OK);
            cr_expect(sink.worst <= 1e-6 * sink.largest, "%s, mass %zu: %.2e of %.2e",
                      mass_ensemble_law(k), l, sink.worst, sink.largest);
            farthest = fmax(farthest, sink.largest);
            sum.steps += one.steps;
            sum.rejected += one.rejected;
            sum.events += one.events;
        }
        cr_expect(farthest > 0.1, "%s: masses stay within %g m", mass_ensemble_law(k), farthest);
        cr_expect(fabs((double)g.statistics.steps / (double)sum.steps - 1) < 0.01,
                  "%s: %lu steps, %lu", mass_ensemble_law(k), g.statistics.steps, sum.steps);
        cr_expect(
            fabs((double)g.statistics.rejected - (double)sum.rejected) < 0.02 * (double)sum.steps,
            "%s: %lu rejected, %lu", mass_ensemble_law(k), g.statistics.rejected, sum.rejected);
        cr_expect_eq(g.statistics.events, sum.events, "%s: %lu events, %lu", mass_ensemble_law(k),
                     g.statistics.events, sum.events);
        close_group(&g);
    }
}

/* Where some have an integral gain, those without have a 0 in its place. */
Test(mass_ensemble, masses_without_an_integral_show_none)
{
    struct group g;
    unsigned which[9];
    choose(which, 9, 0, 1);
    open_group(&g, "lugre", which, 9, true);
    cr_assert_eq(g.states, 4);
    cr_assert_eq(mass_ensemble_run(&g.e, g.out, g.status, &g.statistics), STATUS_OK);
    for (size_t l = 0; l < 9; l++) {
        double integral = 0, law = 0;
        for (size_t i = 0; i < OUTPUTS; i++) {
            integral = fmax(integral, fabs(output(&g, i, 2, l)));
            law = fmax(law, fabs(output(&g, i, 3, l)));
        }
        cr_expect_eq(integral > 0, which[l] % 3 != 0, "mass %u: %g", which[l], integral);
        cr_expect(law > 1e-6 && law < 2e-5, "mass %u: a deflection of %g m", which[l], law);
    }
    close_group(&g);
}

/* Fails alone: its outputs end in NAN, and the others are what they were. */
Test(mass_ensemble, a_mass_that_fails_fails_alone)
{
    struct group right, wrong;
    unsigned which[40];
    choose(which, 40, 0, 1);
    open_group(&right, "lugre", which, 40, false);
    open_group(&wrong, "lugre", which, 40, false);
    wrong.plants[11].stiffness = NAN;
    cr_assert_eq(mass_ensemble_run(&right.e, right.out, right.status, &right.statistics),
                 STATUS_OK);
    cr_expect_neq(mass_ensemble_run(&wrong.e, wrong.out, wrong.status, &wrong.statistics),
                  STATUS_OK);
    for (size_t l = 0; l < 40; l++) {
        cr_expect_eq(wrong.status[l] == STATUS_OK, l != 11, "mass %zu: %s", l,
                     status_text(wrong.status[l]));
        for (size_t i = 0; i < OUTPUTS; i++)
            cr_assert(l == 11 || output(&wrong, i, 0, l) == output(&right, i, 0, l), "mass %zu", l);
    }
    cr_expect(isnan(output(&wrong, OUTPUTS - 1, 0, 11)));
    close_group(&right);
    close_group(&wrong);
}

/* The list of laws has each one once, in the order of letters, at whatever level. */
Test(mass_ensemble, lists_the_laws_that_it_has_kernels_for)
{
    size_t n = 0;
    while (mass_ensemble_law(n)) {
        const char *law = mass_ensemble_law(n++);
        cr_expect(n < 2 || strcmp(mass_ensemble_law(n - 2), law) < 0, "%s", law);
        cr_expect_not_null(PREC(model_find)(law), "%s", law);
    }
    cr_expect_geq(n, 3);
    cr_expect_null(mass_ensemble_law(n + 1));
}

/* Laws without kernels, an exponent that the kernels do not have, and force signals are refused. */
Test(mass_ensemble, refuses_what_it_has_no_kernel_for)
{
    struct group g;
    unsigned which[] = { 0, 1 };
    open_group(&g, "lugre", which, 2, false);
    cr_expect(mass_ensemble_supports(&g.e));
    (void)quantity_set(g.e.model->params, g.e.model->n_params, "m", 1.5, g.p + g.e.model->n_params);
    cr_expect_not(mass_ensemble_supports(&g.e));
    cr_expect_eq(mass_ensemble_run(&g.e, g.out, g.status, &g.statistics), STATUS_UNSUPPORTED);
    (void)quantity_set(g.e.model->params, g.e.model->n_params, "m", 2, g.p + g.e.model->n_params);
    cr_expect(mass_ensemble_supports(&g.e));
    g.plants[1].force.n = 1;
    cr_expect_not(mass_ensemble_supports(&g.e), "a force signal");
    g.plants[1].force.n = 0;
    const struct model other = *g.e.model;
    g.e.model = &other;
    cr_expect_not(mass_ensemble_supports(&g.e), "another law of that name");
    g.e.model = PREC(model_find)("karnopp");
    cr_expect_not(mass_ensemble_supports(&g.e));
    close_group(&g);
}
