/* References of laws with a mass, against closed forms and the numbers that others' solvers
 * gave. */
#include "reference/solutions/reference_fixture.h"

/* While the mass sticks s* = 2 (k pull t)/a as long as Fs - Fc = a, so that the mass leaves
 * at a/(k pull). */
Test(plants, released_exactly_where_the_closed_form_says)
{
    struct reference_fixture s;
    open_law(&s, "martinez_rosas");
    set(&s, "alpha", 5e4);
    experiment(&s, "stick_slip");
    solve(&s, 4);
    cr_expect(fabs(event(&s, PLANT_RELEASE, 0) - 2.5) <= 1e-12, "released at %.17g",
              event(&s, PLANT_RELEASE, 0));
    expect_floors(&s);
    clean(&s);
}

/* While the mass sticks dY/dt = -((Fs-Fc)/a) Y + u/a from Y = 0, u = 0.2 t: with c = (Fs-Fc)/a,
 * Y = 0.2/(a c) (t - (1 - exp(-c t))/c). */
Test(plants, table_i_holds_for_twenty_seconds)
{
    struct reference_fixture s;
    open_law(&s, "martinez_rosas");
    experiment(&s, "stick_slip");
    solve(&s, 20);
    const double a = 1e9 / 1e5, c = 0.5 / a, t = 20;
    const double Y = 0.2 / (a * c) * (t + expm1(-c * t) / c);
    for (int i = 0; i < N; i++)
        cr_assert(s.reference.x[i] == 0 && s.reference.v[i] == 0);
    cr_expect(fabs(1e5 * s.reference.law[2 * N - 1] - Y) <= 1e-12 * Y, "%.15g, %.15g",
              1e5 * s.reference.law[2 * N - 1], Y);
    cr_expect(fabs(Y - 0.00399866700) <= 5e-12);
    clean(&s);
}

Test(plants, table_i_lets_go_when_it_is_known_to)
{
    struct reference_fixture s;
    open_law(&s, "martinez_rosas");
    experiment(&s, "stick_slip");
    solve(&s, 317);
    cr_expect(fabs(event(&s, PLANT_RELEASE, 0) - 316.065) <= 5e-4);
    expect_floors(&s);
    clean(&s);
    open_law(&s, "martinez_rosas");
    experiment(&s, "pid");
    solve(&s, 70);
    cr_expect(fabs(event(&s, PLANT_RELEASE, 0) - 69.013) <= 5e-4);
    cr_expect(fabs(trajectory_largest(s.reference.v, N, 1) - 1049) <= 10, "thrown to %g m/s",
              trajectory_largest(s.reference.v, N, 1));
    expect_floors(&s);
    clean(&s);
}

/* Against two independent solvers elsewhere, to the digits they gave. */
Test(plants, lugre_stick_slip_is_as_known)
{
    struct reference_fixture s;
    open_law(&s, "lugre");
    experiment(&s, "stick_slip");
    solve(&s, 20);
    cr_expect(fabs(s.reference.x[N - 1] - 1.272596412) <= 6e-10, "x(20) = %.10f",
              s.reference.x[N - 1]);
    cr_expect(fabs(event(&s, PLANT_FASTER, 0) - 7.45801) <= 6e-6);
    cr_expect(fabs(event(&s, PLANT_FASTER, 1) - event(&s, PLANT_FASTER, 0) - 6.36272) <= 6e-6);
    expect_floors(&s);
    /* Around the top of v(t) in the second slip, sampled every 0.1 ms: within 1e-9 of it. */
    for (int i = 1; i < N; i++)
        s.reference.t[i] = 15.01 + 1e-4 * i;
    cr_assert(!reference_solution_run(s.model, s.p, &s.setup, &s.reference, NULL));
    const double top = trajectory_largest(s.reference.v, N, 1);
    cr_expect(fabs(top - 0.369816) <= 6e-7, "v_max = %.8f", top);
    clean(&s);
}

/* Returns the sample at the first local maximum of F(t). */
static size_t first_hump(const struct trajectory *r)
{
    for (size_t i = 1; i + 1 < r->n; i++)
        if (r->F[i] > r->F[i - 1] && r->F[i] >= r->F[i + 1])
            return i;
    return 0;
}

/* Returns the force at the first hump, from samples four hundred times closer around it. */
static double break_away_force(struct reference_fixture *s)
{
    struct trajectory *r = &s->reference;
    const size_t i = first_hump(r);
    cr_assert(i > 1);
    const double from = r->t[i - 1], to = r->t[i + 1];
    for (size_t k = 1; k < r->n; k++)
        r->t[k] = from + (to - from) * (double)(k - 1) / (double)(r->n - 2);
    cr_assert(!reference_solution_run(s->model, s->p, &s->setup, r, NULL));
    return r->F[first_hump(r)];
}

Test(plants, lugre_breaks_away_at_the_known_forces)
{
    static const struct {
        double rate, force;
    } known[] = {
        { 1, 1.43242 }, { 5, 1.31321 }, { 10, 1.21995 }, { 20, 1.09861 }, { 30, 1.02448 }
    };
    const struct scenario *scenario = scenario_find("break_away");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct reference_fixture s;
        double q[SCENARIO_MAX_PARAMS];
        char error[SIGNAL_TEXT];
        open_law(&s, "lugre");
        scenario_defaults(scenario, q);
        q[1] = known[i].rate;
        cr_assert(scenario_set_up(scenario, q, &s.setup, error), "%s", error);
        solve(&s, 2 / known[i].rate);
        const double force = break_away_force(&s);
        cr_expect(fabs(force - known[i].force) <= 6e-6, "%g N/s: %.6f N", known[i].rate, force);
        clean(&s);
    }
}
