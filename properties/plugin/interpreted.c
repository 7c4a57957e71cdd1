/* Evaluates what members of struct model return (interpreted_parts.h). */
#include <math.h>
#include <stdlib.h>

#include "models/derived/derived.h"
#include "properties/plugin/interpreted_parts.h"
#include "tools/base/memory.h"

/* What most programs need has its memory on the stack. */
enum { FEW_STEPS = 512, MOST = EQUATIONS_QUANTITIES };

static void read_memory(const struct interpreted *is, const struct memory *mem, double value[])
{
    for (size_t i = 0; mem && i < is->law->memory.n; i++) {
        const struct interpreted_place *place = &is->memory[i];
        value[i] = place->is_real ? mem->reals[place->index] : (double)mem->ints[place->index];
    }
}

void interpreted_run(const struct interpreted *is, const struct graph_program *program,
                     const struct interpreted_point *at, const real rates[], real value[])
{
    double memory[2 * MODEL_MAX_INTS] = { 0 }, few[FEW_STEPS];
    double *many = program->n > FEW_STEPS ? memory_array(program->n, sizeof *many) : NULL;
    const struct graph_point point = {
        .parameters = at->p,
        .inputs = &at->v,
        .states = at->x,
        .rates = rates,
        .memory = memory,
        .selection = at->s,
        .travel = at->travel,
        .reference = at->reference,
    };
    read_memory(is, at->mem, memory);
    graph_run_in(program, &point, many ? many : few, value);
    free(many);
}

static bool is_true(const struct interpreted *is, const struct graph_program *program,
                    const real p[])
{
    real value;
    interpreted_run(is, program, &(struct interpreted_point){ .p = p }, NULL, &value);
    return value != 0;
}

static bool is_broken(const struct interpreted *is, const real p[], size_t *constraint)
{
    real *value = memory_array(is->law->n_constraints + 1, sizeof *value);
    interpreted_run(is, &is->constraints, &(struct interpreted_point){ .p = p }, NULL, value);
    *constraint = 0;
    while (*constraint < is->law->n_constraints && value[*constraint] != 0)
        ++*constraint;
    free(value);
    return *constraint < is->law->n_constraints;
}

const char *interpreted_validate(const struct interpreted *is, const real p[])
{
    const struct quantity_list *parameters = &is->law->parameters;
    size_t broken;
    for (size_t i = 0; i < parameters->n; i++)
        if (parameters->of[i].type != TYPE_REAL && p[i] != trunc(p[i]))
            return is->whole[i];
    return is_broken(is, p, &broken) ? is->law->constraints[broken].text : NULL;
}

bool interpreted_contains(const struct interpreted *is, unsigned claim, const real p[])
{
    return is_true(is, &is->domains[claim], p);
}

void interpreted_jacobian(const struct interpreted *is, const struct interpreted_point *at,
                          struct jacobian *jac)
{
    const size_t n = is->law->states.n;
    real value[(MODEL_MAX_STATES + 1) * (MODEL_MAX_STATES + 1)];
    interpreted_run(is, &is->jacobian, at, NULL, value);
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= n; j++) {
            real *to = i < n   ? (j < n ? &jac->rate_x[i * n + j] : &jac->rate_v[i])
                       : j < n ? &jac->force_x[j]
                               : &jac->force_v;
            *to = value[i * (n + 1) + j];
        }
}

static void set_memory(const struct interpreted *is, size_t variable, real value,
                       struct memory *mem)
{
    const struct interpreted_place *place = &is->memory[variable];
    if (place->is_real)
        mem->reals[place->index] = value;
    else
        mem->ints[place->index] = (int64_t)value;
}

void interpreted_initial(const struct interpreted *is, const real p[], real x[])
{
    interpreted_run(is, &is->initial, &(struct interpreted_point){ .p = p }, NULL, x);
}

void interpreted_start(const struct interpreted *is, const real p[], struct memory *mem)
{
    real value[2 * MODEL_MAX_INTS];
    interpreted_run(is, &is->start, &(struct interpreted_point){ .p = p, .mem = mem }, NULL, value);
    for (size_t i = 0; i < is->law->memory.n; i++)
        set_memory(is, i, value[i], mem);
}

/* A guard fires below zero; where the text has it fire at zero, too, zero counts as below. */
void interpreted_guard(const struct interpreted *is, const struct interpreted_point *at, real g[])
{
    interpreted_run(is, &is->guard, at, NULL, g);
    for (size_t i = 0; i < is->law->n_events; i++)
        if (is->law->events[i].fires_at_zero && g[i] == 0)
            g[i] = -R_MIN;
}

/* New values are all computed from the old ones first. */
enum status interpreted_transition(const struct interpreted *is, const real p[], unsigned guard,
                                   real v, real x[], struct memory *mem)
{
    if (guard >= is->law->n_events)
        return STATUS_UNSUPPORTED;
    const struct event_text *event = &is->law->events[guard];
    real *value = memory_array(event->n + 1, sizeof *value);
    const struct interpreted_point at = { .p = p, .mem = mem, .v = v, .x = x };
    interpreted_run(is, &is->transition[guard], &at, NULL, value);
    for (size_t k = 0; k < event->n; k++)
        if (event->actions[k].what == SYMBOL_STATE)
            x[event->actions[k].index] = value[k];
        else
            set_memory(is, event->actions[k].index, value[k], mem);
    free(value);
    return STATUS_OK;
}

/* As print_equations.c prints it: a tame state relaxes to where it is drawn, which has the sign of
 * v where it has a level; others move along a form that also holds where that is far away. */
void interpreted_flow(const struct interpreted *is, const struct interpreted_point *at, real h,
                      real x[])
{
    const size_t n = is->law->states.n;
    real value[2 * MOST];
    if (is->structure.is_static)
        return;
    interpreted_run(is, &is->drawn, at, NULL, value);
    for (size_t i = 0; i < n; i++) {
        const real to = is->has_level[i] && at->v < 0 ? -value[i] : value[i], k = value[n + i];
        x[i] = is->relaxing[i].is_tame ? relaxed(x[i], to, k * h) : affine_flow(x[i], to, k, h);
    }
}

void interpreted_relaxation(const struct interpreted *is, const struct interpreted_point *at,
                            real steady[], real rate[])
{
    const size_t n = is->law->states.n;
    real value[2 * MOST];
    interpreted_run(is, &is->steady, at, NULL, value);
    for (size_t i = 0; i < n; i++) {
        steady[i] = value[i];
        rate[i] = value[n + i];
    }
}

void interpreted_work(const struct interpreted *is, const struct graph_program *program,
                      const struct interpreted_point *at, real h, real value[])
{
    const size_t n = is->law->states.n;
    real affine[2 * MOST], x[MOST], rates[MOST];
    struct interpreted_point mean = *at;
    if (n > 0)
        interpreted_run(is, &is->affine, at, NULL, affine);
    for (size_t i = 0; i < n; i++) {
        const struct affine_means of = affine_means(at->x[i], affine[i], affine[n + i], h);
        x[i] = of.x;
        rates[i] = of.rate;
    }
    mean.x = x;
    interpreted_run(is, program, &mean, rates, value);
    for (size_t i = 0; i < program->n_results; i++)
        value[i] *= h;
}

void interpreted_values(const struct interpreted *is, unsigned k,
                        const struct interpreted_point *at, real value[])
{
    const struct interpreted_values *member = &is->members[k];
    interpreted_run(is, &member->program, at, NULL, value);
    for (size_t i = 0; i < member->n; i++)
        if (member->infinite[i])
            value[i] = (real)INFINITY;
}

real interpreted_value(const struct interpreted *is, unsigned k, const struct interpreted_point *at)
{
    real value;
    interpreted_values(is, k, at, &value);
    return value;
}
