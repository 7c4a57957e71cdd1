/* Enclosures along whole signals are narrow. */
#include <math.h>

#include "reference/motion/followed_test.h"
#include "reference/solvers/driven.h"

/* Largest radii over largest magnitudes. */
struct radii {
    int n_states;
    double x[STATES], x_size[STATES], F, F_size, energy, energy_size;
};

static void widest(double *radius, double *size, const arb_t ball)
{
    *radius = fmax(*radius, mag_get_d(arb_radref(ball)));
    *size = fmax(*size, fabs(arf_get_d(arb_midref(ball), ARF_RND_NEAR)));
}

static void observe(void *ctx, size_t i, arb_srcptr x, const arb_t F, const arb_t energy)
{
    struct radii *r = ctx;
    (void)i;
    for (int k = 0; k < r->n_states; k++)
        widest(&r->x[k], &r->x_size[k], x + k);
    if (arb_is_finite(F))
        widest(&r->F, &r->F_size, F);
    widest(&r->energy, &r->energy_size, energy);
}

static void expect_narrow(const char *name, double m, const char *signal)
{
    enum { N = 401 };
    struct followed_law law;
    struct signal s;
    char error[SIGNAL_TEXT];
    double t[N];
    open_law(&law, name);
    if (arb_law_index(law.law.params, "m") >= 0)
        set(&law, "m", m);
    cr_assert(signal_parse(signal, &s, error), "%s", error);
    for (int i = 0; i < N; i++)
        t[i] = s.duration * i / (N - 1);
    struct radii r = { .n_states = arb_law_count(law.law.states) };
    cr_assert(arb_driven(&law.law, law.p, &s, t, N, 128, observe, &r), "%s", name);
    for (int k = 0; k < r.n_states; k++)
        cr_expect(r.x[k] <= 1e-12 * r.x_size[k], "%s, m = %g: %s %g", name, m, law.law.states[k],
                  r.x[k] / r.x_size[k]);
    cr_expect(r.F <= 1e-12 * r.F_size, "%s, m = %g: F %g", name, m, r.F / r.F_size);
    cr_expect(r.energy <= 1e-12 * r.energy_size, "%s, m = %g: energy %g", name, m,
              r.energy / r.energy_size);
    signal_free(&s);
    close_law(&law);
}

static const char hysteresis[] = "cosine 0.0015 0.001 1 0 20",
                  driven_stiff[] = "sine 0 1 6.283185307179586 0 5";

Test(radii, are_below_1e_12_of_the_maximum)
{
    static const char *const names[] = { "dahl", "bliman_sorine", "bouc_wen", "exponential",
                                         "brown_mcphee" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        expect_narrow(names[k], 2, hysteresis);
    expect_narrow("lugre", 2, driven_stiff);
    expect_narrow("martinez_rosas", 2, driven_stiff);
}

Test(radii, are_so_with_a_branch_point_at_standstill)
{
    expect_narrow("lugre", 0.5, hysteresis);
    expect_narrow("exponential", 0.5, driven_stiff);
    expect_narrow("martinez_rosas", 0.5, driven_stiff);
}

Test(radii, stay_so_over_1000_s)
{
    static const char *const signals[] = { "cosine 0.0015 0.001 1 0 1000",
                                           "sine 0 1 6.283185307179586 0 1000" };
    static const double powers[] = { 0.5, 2 };
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            expect_narrow(k == i ? "lugre" : "martinez_rosas", powers[k], signals[i]);
}
