/* Computes a trajectory by an integrator or the reference, in a child process for a law from a
 * file. */
#include "benchmarks/simulation/simulate_run.h"

#include "benchmarks/simulation/unit_steps.h"
#include "reference/experiments/run.h"

static void run(const struct simulation *s, struct trajectory *r, struct outcome *o)
{
    const struct model *model = s->law.model;
    if (s->law.steps)
        unit_steps_run(s, r, o);
    else if (s->integrator)
        o->status = run_with_energy_apart(s->integrator, s->settings, model, s->p, s->setup, r,
                                          &o->statistics);
    else
        o->no_reference =
            reference_solution_run_by(s->law.rigorous, model, s->p, s->setup, r, &o->uncertainty);
}

/* Shared between the two processes. */
struct shared {
    const struct simulation *simulation;
    struct trajectory *trajectory;
    struct outcome *outcome;
};

static void run_apart(void *context, size_t i, FILE *out)
{
    const struct shared *s = context;
    (void)i;
    run(s->simulation, s->trajectory, s->outcome);
    fwrite(s->outcome, sizeof *s->outcome, 1, out);
    trajectory_write(s->trajectory, out);
}

static void take(void *context, size_t i, FILE *in, const char *failure)
{
    const struct shared *s = context;
    (void)i;
    if (!failure && fread(s->outcome, sizeof *s->outcome, 1, in) == 1 &&
        trajectory_read(s->trajectory, in))
        return;
    *s->outcome = (struct outcome){ .status = STATUS_CRASHED };
    snprintf(s->outcome->failure, sizeof s->outcome->failure, "%s",
             failure ? failure : "gave no answer");
}

void simulate_run(const struct simulation *simulation, struct trajectory *trajectory,
                  struct outcome *outcome)
{
    struct shared shared = { simulation, trajectory, outcome };
    const struct subprocess_work isolated = {
        .n = 1,
        .jobs = 1,
        .timeout = simulation->timeout,
        .work = run_apart,
        .take = take,
        .context = &shared,
    };
    *outcome = (struct outcome){ .status = STATUS_OK };
    if (simulation->law.file)
        subprocess_map(&isolated);
    else
        run(simulation, trajectory, outcome);
}
