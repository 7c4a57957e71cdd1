/* How often the 95 % intervals of fits hold the value, law by law, on logs that each law has made.
 *
 *     coverage [LOGS [SEED [LAW...]]]
 *
 * Fits begin at the values that the log was made with: whether they are found from elsewhere is no
 * question of intervals. z is what a fit is off, in its deviations. Offset and delay are told, and
 * do not count; nor does a parameter that fewer than half of the logs tell: those that do are the
 * ones that are off. Exit 1: a fit found nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/made.h"
#include "tools/base/cli.h"

/* Parameters of which only a combination with others makes a force. */
static const struct {
    const char *law, *param;
} GIVEN[] = { { "bouc_wen", "A" },
              { "bouc_wen", "c" },
              { "alvarez_icaza", "sigma1" },
              { "martinez_rosas", "alpha" },
              { "maxwell_slip", "alpha1" } };

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
    const double z2 = ESTIMATE_95 * ESTIMATE_95, share = n > 0 ? (double)held / n : 0;
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

/* Returns false when the fit finds nothing. */
static bool fit(const struct made *made, uint64_t seed, struct tally tallies[], double *noise,
                double *lag)
{
    struct law_fit f;
    made_fit(made, seed, is_free, &f);
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
    *noise += f.is_finished ? f.noise / made->noise : 0;
    *lag += f.is_finished ? f.lag_one : 0;
    if (f.is_finished)
        law_fit_free(&f);
    return f.is_finished;
}

/* Returns false when a fit finds nothing. */
static bool cover(const struct model *model, unsigned logs, uint64_t seed, unsigned *n,
                  unsigned *held)
{
    struct tally tallies[FIT_MOST] = { { 0 } };
    struct made made;
    unsigned all = 0, in = 0, found = 0;
    double noise = 0, lag = 0;
    made_by(model, &made);
    for (unsigned i = 0; i < logs; i++) {
        fprintf(stderr, "%s, log %u of %u: z", model->name, i + 1, logs);
        found += fit(&made, seed + i, tallies, &noise, &lag);
        fputc('\n', stderr);
    }
    printf("%s: %u of %u logs fitted", model->name, found, logs);
    if (found > 0)
        printf(", noise %.3f of what it is, lag one %.3f", noise / found, lag / found);
    putchar('\n');
    for (unsigned k = 0; k < FIT_MOST; k++) {
        const char *name = name_of(model, k);
        tell(name, &tallies[k]);
        if (name == nuisance_words[OFFSET] || name == nuisance_words[DELAY] ||
            2 * tallies[k].n < found)
            continue;
        all += tallies[k].n;
        in += tallies[k].held;
    }
    tell_share(model->name, all, in);
    fflush(stdout);
    *n += all;
    *held += in;
    made_free(&made);
    return found == logs;
}

int main(int argc, char *argv[])
{
    unsigned n = 0, held = 0;
    bool are_fitted = true;
    cli_start("coverage");
    const unsigned logs = argc > 1 ? (unsigned)cli_count("LOGS", argv[1], 1, 1000000) : 20;
    const uint64_t seed = argc > 2 ? cli_count("SEED", argv[2], 0, UINT64_MAX) : 0;
    for (int i = 3; i < argc; i++) {
        const struct model *model = model_find_f64(argv[i]);
        if (!model)
            cli_fail("no law is called '%s'", argv[i]);
        are_fitted &= cover(model, logs, seed, &n, &held);
    }
    for (const struct model *const *m = models_f64; argc <= 3 && *m; m++)
        are_fitted &= cover(*m, logs, seed, &n, &held);
    tell_share("all", n, held);
    return are_fitted ? 0 : 1;
}
