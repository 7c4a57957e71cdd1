/* Runs global optimisers of NLopt on the numbers of random candidates (rival_search.h). */
#include "benchmarks/speed/rival_search.h"

#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/trials/draw.h"
#include "tools/base/rng.h"

static const nlopt_algorithm algorithms[RIVALS] = {
    [RIVAL_CRS2] = NLOPT_GN_CRS2_LM,
    [RIVAL_ISRES] = NLOPT_GN_ISRES,
    [RIVAL_ESCH] = NLOPT_GN_ESCH,
    [RIVAL_DIRECT_L] = NLOPT_GN_DIRECT_L,
};

static const double INVALID = 1e3; /* the value of what is no number, or not in the domain */

struct rival_run {
    const struct search *search;
    struct rng rng;
    struct candidate c;
    struct search_variable numbers[CANDIDATE_MAX_VARIABLES];
    unsigned n; /* of these */
    nlopt_opt optimiser;
    unsigned made;
    bool found, ended;
};

static double attempt(struct rival_run *run)
{
    const struct search *s = run->search;
    struct sample sample;
    if (!PREC(candidate_sample)(s->model, s->claim, &run->c, &sample)) {
        run->made++; /* or an optimiser that never enters the domain would not end */
        run->ended |= run->made >= s->simulations;
        return INVALID;
    }
    const enum property property = s->claim->property;
    sample.n = PREC(evaluate_worst_prefix)(s->model, sample.p, property, sample.holds, sample.n);
    const struct margin m =
        PREC(evaluate_property)(s->model, sample.p, property, sample.holds, sample.n);
    run->made += sample.simulations;
    run->found = !s->examine(s->context, &run->c, &sample, m);
    run->ended |= run->found || run->made >= s->simulations;
    const double value =
        (double)m.value + (double)m.distance + s->weight * fmin((double)m.rounding, 1);
    return value < INVALID ? value : INVALID;
}

/* Begins with the numbers of another optimiser, each with draws of its own. */
static struct rival_run begin(const struct search *s, uint64_t optimiser)
{
    char label[160];
    snprintf(label, sizeof label, "%s/%s/%s", s->model->name,
             property_info[s->claim->property].name, s->claim->domain);
    return (struct rival_run){ .search = s, .rng = rng_keyed(s->seed, label, 2 + optimiser) };
}

/* Draws a structure, and tries it as it is. Returns false when no parameters were found. */
static bool draw(struct rival_run *run)
{
    const struct search *s = run->search;
    run->c = (struct candidate){ .n = 0 };
    if (!PREC(draw_parameters)(s->model, s->claim, &run->rng, &run->c))
        return false;
    PREC(draw_segments)(s->model, s->claim->signals, &run->rng, &run->c);
    run->n = PREC(candidate_variables)(s->model, s->claim, &run->c, run->numbers);
    attempt(run);
    return true;
}

static double value_at(struct rival_run *run, const double position[])
{
    for (unsigned i = 0; i < run->n; i++)
        search_variable_set(&run->numbers[i], position[i]);
    return run->ended ? INVALID : attempt(run);
}

static double objective(unsigned n, const double *position, double *gradient, void *context)
{
    struct rival_run *run = context;
    (void)n, (void)gradient;
    const double value = value_at(run, position);
    if (run->ended)
        nlopt_force_stop(run->optimiser);
    return value;
}

/* Varies the candidate's numbers from where they are. */
static void vary(struct rival_run *run, enum rival rival)
{
    double position[CANDIDATE_MAX_VARIABLES], least;
    run->optimiser = nlopt_create(algorithms[rival], run->n);
    if (!run->optimiser)
        return;
    for (unsigned i = 0; i < run->n; i++)
        position[i] = search_variable_get(&run->numbers[i]);
    nlopt_set_min_objective(run->optimiser, objective, run);
    nlopt_set_lower_bounds1(run->optimiser, 0);
    nlopt_set_upper_bounds1(run->optimiser, 1);
    nlopt_set_maxeval(run->optimiser, RIVAL_AT_A_TIME);
    nlopt_optimize(run->optimiser, position, &least);
    nlopt_destroy(run->optimiser);
}

enum search_end rival_search(const struct search *s, enum rival rival, unsigned *simulations)
{
    struct rival_run run = begin(s, rival);
    nlopt_srand((unsigned long)rng_below(&run.rng, 1u << 30));
    *simulations = 0;
    while (!run.ended) {
        if (!draw(&run))
            return SEARCH_NO_PARAMETERS;
        if (run.n > 0 && !run.ended)
            vary(&run, rival);
    }
    *simulations = run.made;
    return run.found ? SEARCH_ENDED : SEARCH_EXHAUSTED;
}

/* Reads as many numbers as are varied; false: the line has others. */
static bool read_position(const struct rival_run *run, const char *line, double position[])
{
    for (unsigned i = 0; i < run->n; i++) {
        char *end;
        position[i] = strtod(line, &end);
        if (end == line || !(position[i] >= 0 && position[i] <= 1))
            return false;
        line = end;
    }
    return *line == '\n' && run->n > 0;
}

/* Answers one line; false: it asks for nothing that there is. */
static bool answer(struct rival_run *run, const char *line, FILE *out)
{
    double position[CANDIDATE_MAX_VARIABLES], value = 0;
    const bool is_new = strcmp(line, "new\n") == 0;
    if (is_new)
        run->ended |= !draw(run);
    else if (read_position(run, line, position))
        value = value_at(run, position);
    else
        return false;
    if (run->ended)
        fprintf(out, "%s %u\n", run->found ? "found" : "none", run->made);
    else if (!is_new)
        fprintf(out, "value %.17g\n", value);
    else {
        fputs("start", out);
        for (unsigned i = 0; i < run->n; i++)
            fprintf(out, " %.17g", search_variable_get(&run->numbers[i]));
        fputc('\n', out);
    }
    fflush(out);
    return true;
}

bool rival_serve(const struct search *s, FILE *in, FILE *out)
{
    struct rival_run run = begin(s, RIVALS);
    char *line = NULL;
    size_t room = 0;
    bool is_clear = true;
    while (is_clear && getline(&line, &room, in) > 0)
        is_clear = answer(&run, line, out);
    free(line);
    return is_clear;
}
