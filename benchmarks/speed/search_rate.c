/* Draws samples, and evaluates the same ones one by one and in lanes (search_rate.h). */
#include "benchmarks/speed/search_rate.h"

#include <stdlib.h>

#include "properties/checker/property.h"
#include "properties/trials/draw.h"
#include "properties/trials/lane_trials.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"

enum { BATCHES = 5, SAMPLES = 1024, ROUNDS = 100, ROUNDS_BY_NUMBERS = 10 };

static const struct claim anywhere = { .base = ALL_VALID };

static double draw(const struct model *model, unsigned batch, struct sample of[])
{
    struct rng rng = rng_keyed(1, "rate", batch);
    double holds = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (!PREC(draw_params)(model, &anywhere, &rng, of[i].p))
            cli_fail("no valid parameters of model '%s' found", model->name);
        of[i].n = PREC(sample_signal)(model, of[i].p, ANY_SIGNAL, &rng, of[i].holds);
        holds += of[i].n;
    }
    return holds / SAMPLES;
}

static void evaluate_alone(const struct model *model, enum property property,
                           const struct sample of[], struct margin m[])
{
    for (unsigned i = 0; i < SAMPLES; i++)
        m[i] = PREC(evaluate_property)(model, of[i].p, property, of[i].holds, of[i].n);
}

/* Lanes shorten signals: each time they are as they were drawn. */
static void evaluate_in_lanes(struct lane_trials *lanes, struct sample of[],
                              const unsigned lengths[], struct margin m[])
{
    for (unsigned i = 0; i < SAMPLES; i++)
        of[i].n = lengths[i];
    lane_trials_evaluate(lanes, of, SAMPLES, m);
}

struct search_rate search_rate_measure(const struct law_choice *law, enum property property)
{
    const struct model *model = law->model;
    const unsigned rounds = model->flow ? ROUNDS : ROUNDS_BY_NUMBERS;
    struct lane_trials *lanes = lane_trials_open(law->equations, model, property, lane_run_best());
    struct sample *of = memory_array(SAMPLES, sizeof *of);
    struct margin *m = memory_array(SAMPLES, sizeof *m);
    double drawing[BATCHES], alone[BATCHES], in_lanes[BATCHES], holds = 0;
    unsigned lengths[SAMPLES];
    for (unsigned b = 0; b < BATCHES; b++) {
        const double start = clock_thread();
        for (unsigned i = 0; i < rounds; i++)
            holds += draw(model, b, of) / rounds / BATCHES;
        drawing[b] = (clock_thread() - start) / rounds;
        const double drawn = clock_thread();
        for (unsigned i = 0; i < rounds; i++)
            evaluate_alone(model, property, of, m);
        alone[b] = (clock_thread() - drawn) / rounds;
        for (unsigned i = 0; i < SAMPLES; i++)
            lengths[i] = of[i].n;
        const double evaluated = clock_thread();
        for (unsigned i = 0; lanes && i < rounds; i++)
            evaluate_in_lanes(lanes, of, lengths, m);
        in_lanes[b] = (clock_thread() - evaluated) / rounds;
    }
    const double draws = clock_median(drawing, BATCHES), ones = clock_median(alone, BATCHES),
                 many = clock_median(in_lanes, BATCHES);
    const bool has_lanes = lanes != NULL;
    lane_trials_close(lanes);
    free(of);
    free(m);
    return (struct search_rate){ .drawn = SAMPLES / (draws + ones),
                                 .alone = SAMPLES / ones,
                                 .in_lanes = has_lanes ? SAMPLES / many : 0,
                                 .holds = holds };
}

void search_rate_print(FILE *out, const struct model *model, enum property property,
                       const struct search_rate *rate)
{
    fprintf(out,
            "%s, %s: %.0f simulations a second, of %.1f holds on average\n"
            "without drawing them: %.0f a second one by one",
            model->name, property_info[property].name, rate->drawn, rate->holds, rate->alone);
    if (rate->in_lanes > 0)
        fprintf(out, ", %.0f in lanes (%.1f times as many)", rate->in_lanes,
                rate->in_lanes / rate->alone);
    fputc('\n', out);
}
