/* search_rate: how many random eight-piece trials per second and core the search makes. */
#include <stdio.h>
#include <string.h>

#include "benchmarks/clock.h"
#include "benchmarks/options.h"
#include "properties/cli.h"
#include "properties/draw.h"
#include "properties/property.h"
#include "properties/trial.h"

static const char help[] =
    "usage: search_rate [--model M] [--property P]\n"
    "Random trials per second on one core: parameters and eight holds drawn, the property\n"
    "evaluated along the exact solution, with its rounding bound. Of five batches the\n"
    "fastest and the median are shown.\n"
    "\n"
    "  --model M         (default martinez_rosas)\n"
    "  --property P      (default passivity)\n"
    "  --help, --version\n";

enum { BATCHES = 5, TRIALS = 200000, PER_POINT = 8 };

/* Seconds for one batch; the smallest margin is kept so that no trial is optimised away. */
static double batch(const struct model *model, enum property property, uint64_t index,
                    double *smallest)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct hold holds[DRAW_MAX_HOLDS];
    real p[MODEL_MAX_PARAMS];
    struct rng rng = PREC(rng_keyed)(1, "search_rate", index);
    const double start = clock_now();
    for (unsigned i = 0; i < TRIALS; i++) {
        if (i % PER_POINT == 0 && !PREC(draw_params)(model, &anywhere, &rng, p))
            cli_fail("no valid parameters of model '%s' found", model->name);
        PREC(draw_holds)(model, p, ANY_SIGNAL, &rng, holds, DRAW_MAX_HOLDS);
        const struct margin m = PREC(trial)(model, p, property, holds, DRAW_MAX_HOLDS);
        *smallest = fmin(*smallest, m.value);
    }
    return clock_now() - start;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "property", required_argument, NULL, 'p' },
        CLI_COMMON,
    };
    const struct model *model = PREC(model_find)("martinez_rosas");
    enum property property = PASSIVITY;
    cli_start("search_rate", help);
    for (int o; (o = cli_option(argc, argv, ":", options)) != -1;)
        if (o == 'm')
            model = option_model(optarg);
        else if ((property = property_find(optarg)) == N_PROPERTIES)
            cli_fail("--property: unknown property '%s'", optarg);
    cli_no_operands(argc, argv);
    if (!PREC(trial_applicable)(model, property))
        cli_fail("--property: '%s' does not apply to model '%s'", property_info[property].name,
                 model->name);
    double times[BATCHES], smallest = 1;
    batch(model, property, BATCHES, &smallest); /* warm-up */
    for (unsigned i = 0; i < BATCHES; i++)
        times[i] = batch(model, property, i, &smallest);
    const double median = clock_median(times, BATCHES);
    printf("%s %s: %.0f trials of %d holds per second and core (best), %.0f (median); smallest "
           "margin %.3g\n",
           model->name, property_info[property].name, TRIALS / times[0], DRAW_MAX_HOLDS,
           TRIALS / median, smallest);
    return 0;
}
