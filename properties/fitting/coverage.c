/* How often the 95 % intervals of fits hold the value, law by law, on logs that each law has made.
 *
 *     coverage [LOGS [SEED [LAW...]]]
 *
 * A log: 20 s at 1 kHz, slow and fast, an encoder of 1 um, which begins anywhere in a step, and a
 * noise of 1 % of the largest force. Fits begin at the values that the log was made with: whether
 * they are found from elsewhere is no question of intervals. z is what a fit is off, in its
 * deviations. Offset and delay are told, and do not count. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/law_fit.h"
#include "reference/experiments/exact.h"
#include "reference/inputs/signal.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"

static const char VELOCITY[] =
    "sine 0 5e-5 6.283185307179586 0 3;"
    "sine 0 0.0003 6.283185307179586 0 3;"
    "sine 0 0.003 3.141592653589793 0 4;"
    "sine 0 0.1 6.283185307179586 0 5; ramp 0 0.5 2.5; ramp 0.5 -0.01 2.5";
static const double INTERVAL = 1e-3, ENCODER = 1e-6, SHARE = 0.01;

/* Parameters other than the defaults: defaults may be ends of ranges, and values that say the same
 * as others. */
static const struct {
    const char *law, *param;
    double value;
} OTHER[] = {
    { "lugre", "m", 1.4 },         { "elastoplastic", "m", 1.4 },  { "exponential", "m", 1.4 },
    { "leuven", "m", 1.4 },        { "leuven", "W1", 0.5 },        { "maxwell_slip", "m", 1.4 },
    { "alvarez_icaza", "m", 1.4 }, { "martinez_rosas", "m", 1.4 }, { "bouc_wen", "c", 1e-5 },
    { "bouc_wen", "gamma", 3e4 },  { "armstrong", "Fs", 0.7 },     { "stribeck", "vs", 2e-3 },
    { "dahl", "Fc", 1.3 },         { "karnopp", "Dv", 2e-4 },
};

/* Parameters of which only a combination with others makes a force. */
static const struct {
    const char *law, *param;
} GIVEN[] = { { "bouc_wen", "A" },
              { "bouc_wen", "c" },
              { "alvarez_icaza", "sigma1" },
              { "martinez_rosas", "alpha" } };

struct made {
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    size_t n;
    double *t, *x, *force; /* exact */
    double largest;        /* N */
};

static void make(struct made *made, const struct model *model)
{
    enum { PARTS = 20 };
    char error[SIGNAL_TEXT];
    struct signal signal;
    struct exact_state w;
    *made = (struct made){ .model = model };
    model_defaults_f64(model, made->p);
    for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++)
        if (strcmp(OTHER[i].law, model->name) == 0)
            quantity_set(model->params, model->n_params, OTHER[i].param, OTHER[i].value, made->p);
    if (!signal_parse(VELOCITY, &signal, error))
        cli_fail("%s", error);
    made->n = (size_t)lround(signal.duration / INTERVAL) + 1;
    made->t = memory_array(made->n, sizeof *made->t);
    made->x = memory_array(made->n, sizeof *made->x);
    made->force = memory_array(made->n, sizeof *made->force);
    exact_state_start(&w, model, made->p);
    w.accuracy = HELD_QUICK;
    for (size_t i = 0; i < made->n; i++) {
        const double t = (double)i * INTERVAL, h = INTERVAL / PARTS;
        for (int k = PARTS; i > 0 && k > 0; k--)
            exact_state_flow(&w, (struct hold){ signal_velocity(&signal, t - (k - 0.5) * h), h });
        made->t[i] = t;
        made->x[i] = signal_distance(&signal, t);
        made->force[i] = exact_state_force(&w, signal_velocity(&signal, t));
        made->largest = fmax(made->largest, fabs(made->force[i]));
    }
    signal_free(&signal);
}

static void forget(struct made *made)
{
    free(made->t);
    free(made->x);
    free(made->force);
}

static struct log_run measure(const struct made *made, uint64_t seed)
{
    struct log_run run = { .file = "made", .n = made->n };
    struct rng rng = rng_keyed(seed, made->model->name, 0);
    double pair[2] = { 0, 0 };
    const double place = rng_uniform(&rng) * ENCODER;
    run.t = memory_array(run.n, sizeof *run.t);
    run.x = memory_array(run.n, sizeof *run.x);
    run.force = memory_array(run.n, sizeof *run.force);
    for (size_t i = 0; i < run.n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        run.t[i] = made->t[i];
        run.x[i] = rint((made->x[i] + place) / ENCODER) * ENCODER - place;
        run.force[i] = made->force[i] + SHARE * made->largest * pair[i % 2];
    }
    return run;
}

/* Of one variable, over logs where it is known. */
struct tally {
    unsigned n, held;
    double sum, squares, deviation; /* of z, and sum of deviations */
};

static void count(struct tally *tally, const char *name, double off, double deviation, bool held)
{
    const double z = off / deviation;
    fprintf(stderr, " %s %.2f", name, z);
    tally->n++;
    tally->held += held;
    tally->sum += z;
    tally->squares += z * z;
    tally->deviation += deviation;
}

static void tell(const char *name, const struct tally *tally)
{
    const double n = tally->n;
    if (tally->n > 0)
        printf("  %-10s %4u known  %5.1f %%  z mean %6.2f  rms %5.2f  deviation %.3g\n", name,
               tally->n, 100 * tally->held / n, tally->sum / n, sqrt(tally->squares / n),
               tally->deviation / n);
}

/* A share with the interval of Wilson, 95 %. */
static void tell_share(const char *name, unsigned n, unsigned held)
{
    const double z2 = 3.841458820694124, share = n > 0 ? (double)held / n : 0;
    const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    const double half = sqrt(z2 / n * (share * (1 - share) + z2 / (4.0 * n))) / (1 + z2 / n);
    if (n > 0)
        printf("%-16s %5u intervals, %5.1f %% hold the value (%.1f to %.1f)\n", name, n,
               100 * share, 100 * (middle - half), 100 * (middle + half));
}

static bool is_free(const struct model *model, unsigned param)
{
    bool is_given = model_param_is_whole(model, param);
    for (size_t i = 0; i < sizeof GIVEN / sizeof *GIVEN; i++)
        is_given |= strcmp(GIVEN[i].law, model->name) == 0 &&
                    strcmp(GIVEN[i].param, model->params[param].name) == 0;
    return !is_given;
}

/* The name of variable k: first come the free parameters. */
static const char *name_of(const struct model *model, unsigned k)
{
    unsigned at = 0;
    for (unsigned i = 0; i < model->n_params; i++)
        if (is_free(model, i) && at++ == k)
            return model->params[i].name;
    return k == at ? nuisance_words[OFFSET] : nuisance_words[DELAY];
}

static void fit(const struct made *made, uint64_t seed, struct tally tallies[], double *noise,
                double *lag)
{
    struct log_run run = measure(made, seed);
    const struct log measurements = { .runs = &run, .n_runs = 1 };
    struct law_fit_settings settings;
    struct measured measured;
    struct law_fit f;
    measured_from(&measurements, 0, 0.25, &measured);
    law_fit_defaults(made->model, &measured, &settings);
    settings.draws = 1;
    memcpy(settings.setup.p, made->p, sizeof made->p);
    for (unsigned i = 0; i < made->model->n_params; i++)
        settings.setup.is_free[i] = is_free(made->model, i);
    law_fit_coarse(&settings, &measured, &f);
    if (f.is_finite)
        law_fit_finish(&measured, &f);
    const struct fit *found = &f.estimate.fit;
    for (unsigned k = 0; f.is_finished && k < found->n; k++) {
        const unsigned i = found->of[k];
        const double deviation = f.estimate.deviation[k];
        const char *name = name_of(made->model, k);
        if (f.estimate.knowledge[k] != KNOWN)
            continue;
        if (found->kind[k] == FIT_NUISANCE) {
            const double off = found->nuisances.value[i] / found->size[k];
            count(&tallies[k], name, off, deviation, fabs(off) <= ESTIMATE_95 * deviation);
        } else if (fit_is_parameter(found, k)) {
            const double is = found->p[i], was = made->p[i];
            double lo, hi;
            law_fit_interval(&f, i, &lo, &hi);
            count(&tallies[k], name,
                  found->kind[k] == FIT_LOG ? log(is / was) : (is - was) / found->size[k],
                  deviation, was >= lo && was <= hi);
        }
    }
    *noise += f.is_finished ? f.noise / (SHARE * made->largest) : 0;
    *lag += f.is_finished ? f.lag_one : 0;
    if (f.is_finished)
        law_fit_free(&f);
    measured_free(&measured);
    free(run.t);
    free(run.x);
    free(run.force);
}

static void cover(const struct model *model, unsigned logs, uint64_t seed, unsigned *n,
                  unsigned *held)
{
    struct tally tallies[FIT_MOST] = { { 0 } };
    struct made made;
    unsigned all = 0, in = 0;
    double noise = 0, lag = 0;
    make(&made, model);
    for (unsigned i = 0; i < logs; i++) {
        fprintf(stderr, "%s, log %u of %u: z", model->name, i + 1, logs);
        fit(&made, seed + i, tallies, &noise, &lag);
        fputc('\n', stderr);
    }
    printf("%s: noise %.3f of what it is, lag one %.3f\n", model->name, noise / logs, lag / logs);
    for (unsigned k = 0; k < FIT_MOST; k++) {
        const char *name = name_of(model, k);
        tell(name, &tallies[k]);
        if (name == nuisance_words[OFFSET] || name == nuisance_words[DELAY])
            continue;
        all += tallies[k].n;
        in += tallies[k].held;
    }
    tell_share(model->name, all, in);
    fflush(stdout);
    *n += all;
    *held += in;
    forget(&made);
}

int main(int argc, char *argv[])
{
    unsigned n = 0, held = 0;
    cli_start("coverage");
    const unsigned logs = argc > 1 ? (unsigned)cli_count("LOGS", argv[1], 1, 1000000) : 20;
    const uint64_t seed = argc > 2 ? cli_count("SEED", argv[2], 0, UINT64_MAX) : 0;
    for (int i = 3; i < argc; i++) {
        const struct model *model = model_find_f64(argv[i]);
        if (!model)
            cli_fail("no law is called '%s'", argv[i]);
        cover(model, logs, seed, &n, &held);
    }
    for (const struct model *const *m = models_f64; argc <= 3 && *m; m++)
        cover(*m, logs, seed, &n, &held);
    tell_share("all", n, held);
    return 0;
}
