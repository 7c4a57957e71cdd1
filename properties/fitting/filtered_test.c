/* Filters around a fit: which forces they leave aside. */
#include "properties/fitting/filtered.h"

#include "properties/fitting/law_fit.h"
#include "properties/measurement/rig_test.h"

static const double NOISE = 0.01;

/* Filters the forces of LuGre's law at its defaults, of which every `every`-th one from `first` on
 * is 20 deviations more than it was. Returns how many of them are far, and of the others. */
static void filter_spikes(size_t first, size_t every, size_t far[2])
{
    double p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64("lugre");
    struct law_fit_settings settings;
    struct measured measured;
    struct filtered filtered;
    struct fit fit;
    struct log log = { .n_runs = 0 };
    model_defaults_f64(model, p);
    rig_measure(&(struct rig){ model, p, "sine 0 3e-4 6.283185307179586 0 4", 1000, 1e-6, NOISE, 0,
                               0, 1, 0 },
                &log);
    for (size_t i = first; i < log.runs->n; i += every)
        log.runs->force[i] += 20 * NOISE;
    measured_from(&log, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    fit_begin(&fit, &settings.setup);
    filter_around(&measured, &fit, NOISE, 0, &filtered);
    far[0] = far[1] = 0;
    for (size_t i = 0; i < measured.n; i++)
        far[i >= first && (i - first) % every == 0 ? 0 : 1] += filtered.filter->is_far[i];
    filter_end(&filtered);
    measured_free(&measured);
    log_free(&log);
}

/* Single spikes are far, and nothing else: of 4,000 normal numbers 0.002 are beyond five
 * deviations. */
Test(filtered, leaves_spikes_aside)
{
    size_t far[2];
    filter_spikes(150, 500, far);
    cr_expect_eq(far[0], 8, "%zu", far[0]);
    cr_expect_eq(far[1], 0, "%zu", far[1]);
    filter_spikes(4001, 1, far);
    cr_expect_eq(far[0] + far[1], 0);
}

/* Where more than one force of a hundred would be far, none is. */
Test(filtered, leaves_nothing_aside_where_much_is_far)
{
    size_t far[2];
    filter_spikes(7, 20, far);
    cr_expect_eq(far[0] + far[1], 0, "%zu, %zu", far[0], far[1]);
}

/* The usual size is the middle one of sizes that are not zero, wherever it stands, over that of
 * normal numbers, 0.67449; of none it is zero. */
Test(filtered, usual_size_is_the_middle_one)
{
    static const double sizes[] = { 1, 5, 2, 9, 4 };
    for (size_t turn = 0; turn < 5; turn++)
        for (size_t zeros = 0; zeros <= 3; zeros++) {
            double a[8] = { 0 };
            for (size_t i = 0; i < 5; i++)
                a[zeros + i] = (i % 2 ? -1 : 1) * sizes[(i + turn) % 5];
            const double usual = filtered_usual(a, 8);
            cr_expect_float_eq(usual, 4 / 0.6744897501960817, 1e-12, "%g", usual);
        }
    double none[3] = { 0, 0, 0 };
    const double usual = filtered_usual(none, 3);
    cr_expect_eq(usual, 0, "%g", usual);
}
