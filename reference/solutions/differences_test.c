/* Uncertainties and differences of references are those that are planted: in any column, and at the
 * first sample, in the middle or at the last one. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/arb/law.h"
#include "reference/solutions/reference_solution.h"

enum { SAMPLES = 7, PEAK = 4, STATES = 3, COLUMNS = REFERENCE_LAW + STATES };

/* Returns the address of a column's sample. */
static double *at(struct trajectory *r, size_t column, size_t i)
{
    double *const own[] = { r->x, r->v, r->F, r->energy };
    return column < REFERENCE_LAW ? own[column] + i
                                  : r->law + i * r->n_states + column - REFERENCE_LAW;
}

/* Fills the columns with values of either sign, of which the largest is 8 + column. */
static void fill(struct trajectory *r)
{
    trajectory_init(r, SAMPLES, STATES, 1);
    for (size_t k = 0; k < COLUMNS; k++)
        for (size_t i = 0; i < SAMPLES; i++)
            *at(r, k, i) = i == PEAK ? -8 - (double)k : (double)i / 2;
}

static void expect_error(const struct trajectory *a, const struct trajectory *b, size_t column,
                         double expected)
{
    double error[COLUMNS];
    reference_solution_differences(a, b, error);
    for (size_t k = 0; k < COLUMNS; k++)
        cr_expect(error[k] == (k == column ? expected : 0),
                  "column %zu: %g, where column %zu "
                  "differs by %g",
                  k, error[k], column, expected);
}

Test(differences, are_found_in_every_column_and_place)
{
    static const size_t places[] = { 0, SAMPLES / 2, PEAK, SAMPLES - 1 };
    struct trajectory a, b;
    fill(&a);
    fill(&b);
    expect_error(&a, &b, COLUMNS, 0);
    for (size_t k = 0; k < COLUMNS; k++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            double *const mine = at(&a, k, places[p]), *const yours = at(&b, k, places[p]);
            const double value = *mine, largest = 8 + (double)k;
            for (int sign = -1; sign <= 1; sign += 2) {
                *yours = value + sign * 0.25;
                *at(&b, k, 1) += 0.125; /* a smaller one beside */
                expect_error(&a, &b, k, 0.25 / largest);
                *at(&b, k, 1) -= 0.125;
            }
            *yours = NAN;
            expect_error(&a, &b, k, HUGE_VAL);
            *mine = NAN; /* both say that there is none */
            expect_error(&a, &b, COLUMNS, 0);
            *yours = value;
            expect_error(&a, &b, k, HUGE_VAL);
            *mine = value;
        }
    for (size_t i = 0; i < SAMPLES; i++)
        *at(&a, 1, i) = *at(&b, 1, i) = 0;
    expect_error(&a, &b, COLUMNS, 0);
    *at(&b, 1, SAMPLES - 1) = 1e-300;
    expect_error(&a, &b, 1, HUGE_VAL);
    trajectory_free(&a);
    trajectory_free(&b);
}

Test(differences, of_uncertainties_are_the_largest)
{
    struct uncertainty u = { .floor_events = 99 };
    for (size_t k = 0; k < COLUMNS; k++)
        u.floor[k] = 1 + (double)((5 * k) % COLUMNS);
    u.floor[COLUMNS] = 50; /* of no column */
    for (size_t k = 0; k < COLUMNS; k++) {
        const double before = u.floor[k];
        u.floor[k] = 10 + (double)k;
        cr_expect_eq(largest_uncertainty(&u, STATES), 10 + (double)k);
        u.floor[k] = before;
    }
}

static void with_events(struct trajectory *r, const enum plant_event kind[], const double t[],
                        size_t n)
{
    r->n_events = 0;
    for (size_t i = 0; i < n; i++)
        trajectory_event(r, kind[i], t[i]);
}

Test(differences, of_events_are_the_largest_of_those_that_count)
{
    static const enum plant_event kinds[] = { PLANT_RELEASE, PLANT_CAPTURE, PLANT_RELEASE };
    static const enum plant_event others[] = { PLANT_RELEASE, PLANT_RELEASE, PLANT_RELEASE };
    static const enum plant_event more[] = { PLANT_REVERSAL, PLANT_RELEASE,  PLANT_SWITCH,
                                             PLANT_CAPTURE,  PLANT_REVERSAL, PLANT_RELEASE,
                                             PLANT_SWITCH };
    static const double times[] = { 1, 2, 3 };
    static const double with_more[] = { 0.5, 1, 1.5, 2, 2.5, 3, 3.5 };
    struct trajectory a, b;
    fill(&a);
    fill(&b);
    with_events(&a, kinds, times, 3);
    for (int i = 0; i < 3; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double moved[] = { 1, 2 + 0x1p-5, 3 };
            moved[i] += sign * 0.25;
            with_events(&b, kinds, moved, 3);
            const double expected = 0.25 + (i == 1 ? sign * 0x1p-5 : 0);
            cr_expect_eq(reference_solution_event_difference(&a, &b), expected);
            cr_expect_eq(reference_solution_event_difference(&b, &a), expected);
        }
    with_events(&b, more, with_more, 7);
    cr_expect_eq(reference_solution_event_difference(&a, &b), 0);
    cr_expect_eq(reference_solution_event_difference(&b, &a), 0);
    with_events(&b, others, times, 3);
    cr_expect_eq(reference_solution_event_difference(&a, &b), HUGE_VAL);
    with_events(&b, kinds, times, 2);
    cr_expect_eq(reference_solution_event_difference(&a, &b), HUGE_VAL);
    cr_expect_eq(reference_solution_event_difference(&b, &a), HUGE_VAL);
    with_events(&b, kinds, times, 0);
    cr_expect_eq(reference_solution_event_difference(&a, &b), HUGE_VAL);
    with_events(&a, kinds, times, 0);
    cr_expect_eq(reference_solution_event_difference(&a, &b), 0);
    trajectory_free(&a);
    trajectory_free(&b);
}

/* dahl, of which the force, the work or the state is known less accurately at one velocity. */
static struct {
    double v;
    double force, work, state; /* radii */
} widened;

static void widen(arb_t x, const arb_t v, double radius)
{
    arb_t at, r;
    arb_init(at);
    arb_init(r);
    arb_set_d(at, widened.v);
    arb_set_d(r, radius);
    if (arb_equal(v, at))
        arb_add_error(x, r);
    arb_clear(r);
    arb_clear(at);
}

static void wide_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                       slong prec)
{
    arb_law_find("dahl")->force(F, p, v, s, x, prec);
    widen(F, v, widened.force);
}

static void wide_work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                      arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_law_find("dahl")->work(part, p, v, s, h, x0, x1, prec);
    widen(part, v, widened.work);
}

static void wide_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                      slong prec)
{
    arb_law_find("dahl")->flow(x, p, v, s, h, prec);
    widen(x, v, widened.state);
}

/* Expects the uncertainty of the column, relative to its largest value, to be the radius that was
 * planted, and the larger of that and `others` elsewhere. */
static void expect_floor(const struct uncertainty *u, size_t column, double radius, double largest)
{
    const double expected = radius / largest;
    cr_expect(u->floor[column] >= expected && u->floor[column] <= expected * (1 + 1e-6),
              "column %zu at %g m/s: uncertainty %.9g, planted %.9g", column, widened.v,
              u->floor[column], expected);
}

/* A radius that one sample has, the first, in the middle or last, is the uncertainty of its column,
 * no more and no less; a radius of the work stays to the end. */
Test(uncertainties, are_the_radii)
{
    static const double speeds[] = { 1, 0.5, 0.25 };
    const struct model *model = PREC(model_find)("dahl");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p); /* sigma0 = 1e5 N/m, Fc = 1 N: all holds slide */
    for (size_t i = 0; i < 3; i++) {
        struct arb_law law = *arb_law_find("dahl");
        struct setup setup;
        struct trajectory r;
        struct uncertainty u;
        char error[SIGNAL_TEXT];
        law.force = wide_force;
        law.work = wide_work;
        law.flow = wide_flow;
        widened.v = speeds[i];
        widened.force = 1e-9;
        widened.work = 1e-8;
        widened.state = 0;
        cr_assert(setup_velocity("hold 1 1; hold 0.5 1; hold 0.25 1", &setup, error), "%s", error);
        trajectory_init(&r, SAMPLES, 1, 3);
        cr_assert_null(reference_solution_run_by(&law, model, p, &setup, &r, &u));
        cr_expect(u.enclosed);
        expect_floor(&u, REFERENCE_F, 1e-9, 1);
        /* Two pieces of each second are worked through, each with its radius. */
        expect_floor(&u, REFERENCE_ENERGY, 2 * 1e-8 * speeds[i], r.energy[SAMPLES - 1]);
        cr_expect_eq(u.floor[REFERENCE_X], DBL_EPSILON / 2);
        cr_expect_eq(u.floor[REFERENCE_V], DBL_EPSILON / 2);
        cr_expect_leq(u.floor[REFERENCE_LAW], 1e-15);
        widened.force = widened.work = 0;
        widened.state = 1e-16; /* the flow forgets it again */
        cr_assert_null(reference_solution_run_by(&law, model, p, &setup, &r, &u));
        expect_floor(&u, REFERENCE_LAW, 1e-16, 1e-5);
        trajectory_free(&r);
        setup_free(&setup);
    }
}

/* A model may have its parameters and states in another order than its balls: numbers and
 * uncertainties stand in the model's columns. */
Test(uncertainties, stand_in_the_columns_of_the_model)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    struct model turned = *model;
    struct quantity params[MODEL_MAX_PARAMS], states[MODEL_MAX_STATES];
    double p[2][MODEL_MAX_PARAMS], error[REFERENCE_LAW + 2];
    struct setup setup;
    struct trajectory r[2];
    struct uncertainty u[2];
    char text[SIGNAL_TEXT];
    PREC(model_defaults)(model, p[0]);
    cr_assert_eq(model->n_states, 2);
    for (unsigned i = 0; i < model->n_params; i++) {
        params[i] = model->params[model->n_params - 1 - i];
        p[1][i] = p[0][model->n_params - 1 - i];
    }
    for (unsigned i = 0; i < 2; i++)
        states[i] = model->states[1 - i];
    turned.params = params;
    turned.states = states;
    cr_assert(setup_velocity("hold 1e-4 1; ramp 1e-4 2e-3 1", &setup, text), "%s", text);
    for (int k = 0; k < 2; k++) {
        trajectory_init(&r[k], SAMPLES, 2, 2);
        cr_assert_null(
            reference_solution_run(k == 0 ? model : &turned, p[k], &setup, &r[k], &u[k]));
    }
    for (size_t k = 0; k < 2; k++) {
        cr_expect_eq(u[1].floor[REFERENCE_LAW + k], u[0].floor[REFERENCE_LAW + 1 - k]);
        for (size_t i = 0; i < SAMPLES; i++)
            cr_expect_eq(r[1].law[2 * i + k], r[0].law[2 * i + 1 - k], "state %zu, sample %zu", k,
                         i);
    }
    memcpy(r[1].law, r[0].law, (size_t)2 * SAMPLES * sizeof *r[0].law);
    reference_solution_differences(&r[0], &r[1], error);
    for (size_t k = 0; k < REFERENCE_LAW; k++)
        cr_expect_eq(error[k], 0, "column %zu", k);
    trajectory_free(&r[1]);
    trajectory_free(&r[0]);
    setup_free(&setup);
}
