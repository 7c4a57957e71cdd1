/* Assignments reach their parameter, up to both ends of its range and no further. */
#include "benchmarks/options/options.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* Sets up `hysteresis`, whose input is mean + amplitude cos(omega t), with one value. */
static double changed(const char *name, double value, double t)
{
    const struct scenario *scenario = scenario_find("hysteresis");
    struct assignments a = { .option = "--plant" };
    struct setup setup;
    char text[99];
    snprintf(text, sizeof text, "%s=%.17g", name, value);
    option_assign(&a, text);
    option_setup(scenario, &a, &setup);
    const double v = signal_velocity(&setup.velocity, t);
    setup_free(&setup);
    return v;
}

Test(assignments, reach_their_parameter_at_both_ends_of_its_range)
{
    static const double ends[] = { -1e3, 0, 0.25, 1e3 };
    for (size_t i = 0; i < 4; i++) {
        cr_expect_float_eq(changed("mean", ends[i], 0), ends[i] + 1e-3, 1e-12);
        if (ends[i] >= 0)
            cr_expect_float_eq(changed("amplitude", ends[i], 0), 1.5e-3 + ends[i], 1e-12);
    }
    cr_expect_float_eq(changed("omega", 2, 0.3), 1.5e-3 + 1e-3 * cos(0.6), 1e-15);
}
Test(assignments, below_the_range, .exit_code = 2) { changed("mean", nextafter(-1e3, -1e4), 0); }
Test(assignments, beyond_the_range, .exit_code = 2) { changed("mean", nextafter(1e3, 1e4), 0); }
Test(assignments, of_no_number, .exit_code = 2) { changed("mean", (double)NAN, 0); }
Test(assignments, of_a_part_of_a_name, .exit_code = 2) { changed("mea", 1, 0); }
Test(assignments, of_more_than_a_name, .exit_code = 2) { changed("means", 1, 0); }

/* A law's parameters: the first, one in the middle and the last; the last assignment counts. */
Test(assignments, change_the_parameters_that_they_name)
{
    const struct model *law = option_model("lugre");
    double defaults[MODEL_MAX_PARAMS], p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, defaults);
    for (unsigned k = 0; k < law->n_params; k++) {
        struct assignments a = { .option = "--set" };
        char wrong[99], right[99];
        const double value = 0.75 * defaults[k];
        snprintf(wrong, sizeof wrong, "%s=%.17g", law->params[k].name, 0.875 * defaults[k]);
        snprintf(right, sizeof right, "%s=%.17g", law->params[k].name, value);
        option_assign(&a, wrong);
        option_assign(&a, right);
        option_params(law, &a, p);
        for (unsigned i = 0; i < law->n_params; i++)
            cr_expect_eq(p[i], i == k ? value : defaults[i], "%s", law->params[i].name);
    }
}

static void set(const char *text, unsigned times)
{
    struct assignments a = { .option = "--set" };
    double p[MODEL_MAX_PARAMS];
    for (unsigned i = 0; i < times; i++)
        option_assign(&a, text);
    option_params(option_model("lugre"), &a, p);
}
/* Stiction below the level of sliding is in its range, and refused by the law. */
Test(assignments, of_what_a_law_refuses, .exit_code = 2) { set("Fs=1e-6", 1); }
Test(assignments, as_many_as_there_may_be) { set("Fs=100", MODEL_MAX_PARAMS); }
Test(assignments, one_too_many, .exit_code = 2) { set("Fs=100", MODEL_MAX_PARAMS + 1); }
Test(assignments, of_nothing, .exit_code = 2) { set("Fs", 1); }
