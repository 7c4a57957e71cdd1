/* Searches for the signal that extracts the most energy from a law (available_storage.h). Speeds
 * and lengths of holds vary by their logarithms over many decades: energy that creep stores slowly
 * a burst returns at once. */
#include "properties/prover/available_storage.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

#include "tools/base/rng.h"

/* Ranges: speeds in m/s, times in s. */
static const double SLOWEST = 1e-18, FASTEST = 1e9, SHORTEST = 1e-20, LONGEST = 1e3;

struct problem {
    const struct model *model;
    const double *p;
    unsigned n;
    int sign[EXTRACTION_HOLDS];
};

static double share(const struct problem *problem, const double x[])
{
    const struct model *model = problem->model;
    struct memory memory = { 0 };
    double state[MODEL_MAX_STATES], sum = 0, through = 0;
    model_begin_f64(model, problem->p, 0, &memory, state);
    for (size_t i = 0; i < problem->n; i++) {
        const double s = problem->sign[i], v = s * exp(x[2 * i]), h = exp(x[2 * i + 1]);
        const double energy = v * model->work(problem->p, &memory, v, s, h, state);
        model->flow(problem->p, &memory, v, s, h, state);
        sum += energy;
        through += fabs(energy);
    }
    return through > 0 && isfinite(sum) ? sum / through : 1;
}

static double objective(unsigned n, const double x[], double gradient[], void *data)
{
    (void)n, (void)gradient;
    return share(data, x);
}

static void take(const struct problem *problem, const double x[], double value,
                 struct available_storage *best)
{
    if (best->n > 0 && value >= best->share)
        return;
    best->n = problem->n;
    best->share = value;
    for (size_t i = 0; i < problem->n; i++) {
        best->v[i] = problem->sign[i] * exp(x[2 * i]);
        best->h[i] = exp(x[2 * i + 1]);
    }
}

/* Minimises by NLopt's Sbplx from x, which becomes the best point; returns its value. */
static double descend(struct problem *problem, double x[], int evaluations)
{
    const unsigned n = 2 * problem->n;
    double value = share(problem, x), step[2 * EXTRACTION_HOLDS];
    nlopt_opt opt = nlopt_create(NLOPT_LN_SBPLX, n);
    for (unsigned i = 0; i < n; i++) {
        nlopt_set_lower_bound(opt, (int)i, log(i % 2 == 0 ? SLOWEST : SHORTEST));
        nlopt_set_upper_bound(opt, (int)i, log(i % 2 == 0 ? FASTEST : LONGEST));
        step[i] = 1;
    }
    nlopt_set_initial_step(opt, step);
    nlopt_set_min_objective(opt, objective, problem);
    nlopt_set_maxeval(opt, evaluations);
    nlopt_set_xtol_rel(opt, 1e-12);
    nlopt_optimize(opt, x, &value);
    nlopt_destroy(opt);
    return value;
}

/* Draws speeds over the whole range, and lengths of holds by their distance or their time. */
static void draw(struct problem *problem, struct rng *rng, double length, double x[])
{
    problem->n = 2 + rng_below(rng, EXTRACTION_HOLDS - 1);
    for (size_t i = 0; i < problem->n; i++) {
        const double v = rng_log_uniform(rng, SLOWEST, FASTEST);
        const double time = rng_below(rng, 2) == 0 ? rng_log_uniform(rng, 1e-3, LONGEST)
                                                   : length * rng_log_uniform(rng, 1e-4, 1e2) / v;
        problem->sign[i] = i == 0 || rng_below(rng, 2) == 0 ? 1 : -1;
        x[2 * i] = log(v);
        x[2 * i + 1] = log(fmin(fmax(time, SHORTEST), LONGEST));
    }
}

void find_available_storage(const struct model *model, const double p[], unsigned starts,
                            uint64_t seed, struct available_storage *best)
{
    enum { SKETCH = 400, POLISH = 6000, DRAWS = 40 };
    const double length = model->length ? model->length(p) : 1e-5;
    struct problem problem = { .model = model, .p = p };
    double x[2 * EXTRACTION_HOLDS];
    if (best->n > 0) {
        problem.n = best->n;
        for (size_t i = 0; i < best->n; i++) {
            problem.sign[i] = best->v[i] > 0 ? 1 : -1;
            x[2 * i] = log(fabs(best->v[i]));
            x[2 * i + 1] = log(best->h[i]);
        }
        best->share = share(&problem, x);
        take(&problem, x, descend(&problem, x, POLISH), best);
    }
    for (unsigned start = 0; start < starts; start++) {
        struct rng rng = rng_keyed(seed, "extract", start);
        struct problem trial = problem;
        double least = HUGE_VAL, y[2 * EXTRACTION_HOLDS];
        for (int i = 0; i < DRAWS; i++) {
            draw(&trial, &rng, length, y);
            const double value = share(&trial, y);
            if (value < least) {
                least = value;
                problem = trial;
                memcpy(x, y, sizeof x);
            }
        }
        take(&problem, x, descend(&problem, x, SKETCH), best);
    }
    if (best->n > 0 && starts > 0)
        find_available_storage(model, p, 0, seed, best);
}
