/* Prints what follows from a law's equations: rates, force, Jacobian, events, and, where each state
 * relaxes by itself, the solution along held velocity (print_law.h). */
#include <stdlib.h>

#include "models/algebra/derive.h"
#include "models/derived/members.h"
#include "models/derived/print_c.h"
#include "models/derived/print_law.h"
#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

/* What the harness gives to a function, in the order of models/model.h. */
#define PLACE "const real p[], const struct memory *mem, real v, real s, const real x[]"

#define FLOW "const real p[], struct memory *mem, real v, real s, real h, real x[]"

static void begin(const struct law_printer *p, const char *type, const char *name,
                  const char *arguments)
{
    law_print_static(p);
    fprintf(p->out, "%s %s_%s(%s)\n{\n", type, p->id, name, arguments);
}

static void end(const struct law_printer *p) { fputs("}\n", p->out); }

static char *target(const struct law_printer *p, const char *format, size_t i)
{
    return arena_text(&p->law->arena, format, i);
}

static expression symbol(const struct law_printer *p, enum graph_symbol which, size_t i)
{
    return graph_symbol(&p->law->graph, which, (unsigned)i);
}

static size_t rates(const struct law_printer *p, struct c_statement body[])
{
    for (size_t i = 0; i < p->law->states.n; i++)
        body[i] = (struct c_statement){ target(p, "dx[%zu]", i), p->law->rate[i] };
    return p->law->states.n;
}

static void print_dynamics(const struct law_printer *p)
{
    struct c_statement body[EQUATIONS_QUANTITIES + 1];
    size_t n = rates(p, body);
    begin(p, "void", "rate", PLACE ", real dx[]");
    c_body(p->out, p->law, body, n);
    end(p);
    body[n++] = (struct c_statement){ NULL, p->law->force };
    begin(p, "real", "force", PLACE);
    c_body(p->out, p->law, &body[n - 1], 1);
    end(p);
    begin(p, "real", "rate_and_force", PLACE ", real dx[]");
    c_body_branching(p->out, p->law, body, n);
    end(p);
}

static void print_jacobian(const struct law_printer *p)
{
    struct equations *law = p->law;
    const size_t n = law->states.n;
    struct c_statement *body = memory_array((n + 1) * (n + 1), sizeof *body);
    size_t count = 0;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= n; j++) {
            const expression y = i < n ? law->rate[i] : law->force,
                             by = symbol(p, j < n ? SYMBOL_STATE : SYMBOL_INPUT, j < n ? j : 0);
            const char *format = i < n ? (j < n ? "jac->rate_x[%zu]" : "jac->rate_v[%zu]")
                                       : (j < n ? "jac->force_x[%zu]" : "jac->force_v");
            const size_t at = i < n && j < n ? i * n + j : i < n ? i : j;
            body[count++] =
                (struct c_statement){ target(p, format, at), graph_derivative(&law->graph, y, by) };
        }
    begin(p, "void", "jacobian", PLACE ", struct jacobian *jac");
    c_body(p->out, law, body, count);
    end(p);
    free(body);
}

static expression at(const struct law_printer *p, expression e, enum graph_symbol which,
                     unsigned index, expression value)
{
    const struct graph_swap swap = { which, index, value };
    return graph_swapped(&p->law->graph, e, &swap, 1);
}

static void print_stiction(const struct law_printer *p)
{
    struct graph *g = &p->law->graph;
    const expression rest = at(p, p->law->force, SYMBOL_INPUT, 0, graph_integer(g, 0));
    const struct c_statement body[] = {
        { "f[0]", at(p, rest, SYMBOL_SELECTION, 0, graph_integer(g, -1)) },
        { "f[1]", at(p, rest, SYMBOL_SELECTION, 0, graph_integer(g, 1)) },
    };
    begin(p, "void", "stiction",
          "const real p[], const struct memory *mem, const real x[], real f[2]");
    c_body(p->out, p->law, body, 2);
    end(p);
}

/* Sets memory and states: new values are all computed from the old ones first. */
static void print_changes(const struct law_printer *p, const struct action changes[], size_t n)
{
    struct equations *law = p->law;
    struct c_statement *body = memory_array(n + 1, sizeof *body);
    for (size_t i = 0; i < n; i++)
        body[i] = (struct c_statement){ target(p, "const real y%zu", i), changes[i].value };
    c_body(p->out, law, body, n);
    for (size_t i = 0; i < n; i++) {
        const unsigned index = changes[i].index;
        if (changes[i].what == SYMBOL_STATE)
            fprintf(p->out, "    x[%u] = y%zu;\n", index, i);
        else
            fprintf(p->out, "    %s = %sy%zu;\n", law->memory_names[index],
                    law->memory.of[index].type == TYPE_REAL ? "" : "(int64_t)", i);
    }
    free(body);
}

static void print_start(const struct law_printer *p)
{
    const struct quantity_list *memory = &p->law->memory;
    struct action *changes = memory_array(memory->n + 1, sizeof *changes);
    for (size_t i = 0; i < memory->n; i++)
        changes[i] = (struct action){ SYMBOL_MEMORY, (unsigned)i, memory->of[i].start };
    begin(p, "void", "start", "const real p[], uint64_t seed, struct memory *mem");
    print_changes(p, changes, memory->n);
    end(p);
    free(changes);
}

static void print_initial(const struct law_printer *p)
{
    const struct quantity_list *states = &p->law->states;
    struct c_statement body[EQUATIONS_QUANTITIES];
    for (size_t i = 0; i < states->n; i++)
        body[i] = (struct c_statement){ target(p, "x[%zu]", i), states->of[i].start };
    begin(p, "void", "initial", "const real p[], real x[]");
    c_body(p->out, p->law, body, states->n);
    end(p);
}

/* A guard fires below zero; where the text has it fire at zero, too, zero counts as below. */
static void print_zero(const struct law_printer *p, size_t event)
{
    if (p->law->events[event].fires_at_zero)
        fprintf(p->out, "    g[%zu] = g[%zu] == 0 ? -R_MIN : g[%zu];\n", event, event, event);
}

static void print_guards(const struct law_printer *p)
{
    const size_t n = p->law->n_events;
    struct c_statement *body = memory_array(n + 1, sizeof *body);
    for (size_t i = 0; i < n; i++)
        body[i] = (struct c_statement){ target(p, "g[%zu]", i), p->law->events[i].guard };
    begin(p, "void", "guard",
          "const real p[], const struct memory *mem, real v, const real x[], real g[]");
    c_body(p->out, p->law, body, n);
    for (size_t i = 0; i < n; i++)
        print_zero(p, i);
    end(p);
    free(body);
}

static void print_transition(const struct law_printer *p)
{
    begin(p, "enum status", "transition",
          "const real p[], unsigned guard, real v, real x[], struct memory *mem");
    fputs("    switch (guard) {\n", p->out);
    for (size_t i = 0; i < p->law->n_events; i++) {
        fprintf(p->out, "    case %zu: {\n", i);
        print_changes(p, p->law->events[i].actions, p->law->events[i].n);
        fputs("    break;\n    }\n", p->out);
    }
    fputs("    default:\n        return STATUS_UNSUPPORTED;\n    }\n    return STATUS_OK;\n",
          p->out);
    end(p);
}

/* Of a force that is affine in the states and rates the integral is h times that of their means:
 * of a rate the change over h. */
static void print_mean(const struct law_printer *p, expression e, const char *to)
{
    struct graph *g = &p->law->graph;
    const unsigned n = (unsigned)p->law->states.n;
    struct graph_swap means[2 * EQUATIONS_QUANTITIES];
    for (unsigned i = 0; i < n; i++) {
        means[i] = (struct graph_swap){ SYMBOL_STATE, i, graph_symbol(g, SYMBOL_VARIABLE, i) };
        means[n + i] =
            (struct graph_swap){ SYMBOL_RATE, i, graph_symbol(g, SYMBOL_VARIABLE, n + i) };
    }
    const struct c_statement body = { to, graph_swapped(g, e, means, 2 * (size_t)n) };
    c_body(p->out, p->law, &body, 1);
}

/* Prints how a state moves: a tame one relaxes from where it is to where it is drawn, which has the
 * sign of v where it has a level; others move along a form that also holds where they are drawn far
 * away. */
static void print_moved(const struct law_printer *p, size_t i, const struct law_relaxing *is)
{
    const bool has_level = is->is_tame && is->level != EXPRESSION_NONE;
    if (!is->is_tame)
        fprintf(p->out, "    x[%zu] = affine_flow(x[%zu], to%zu, k%zu, h);\n", i, i, i, i);
    else if (has_level && law_is_nonnegative(p->law, is->level))
        fprintf(p->out, "    x[%zu] = relaxed(x[%zu], r_copysign(to%zu, v), k%zu * h);\n", i, i, i,
                i);
    else if (has_level)
        fprintf(p->out, "    x[%zu] = relaxed(x[%zu], v < 0 ? -to%zu : to%zu, k%zu * h);\n", i, i,
                i, i, i);
    else
        fprintf(p->out, "    x[%zu] = relaxed(x[%zu], to%zu, k%zu * h);\n", i, i, i, i);
}

static void print_flow(const struct law_printer *p)
{
    const size_t n = p->law->states.n;
    struct law_relaxing states[EQUATIONS_QUANTITIES];
    struct c_statement body[2 * EQUATIONS_QUANTITIES];
    for (size_t i = 0; i < n; i++) {
        states[i] = law_relaxing(p->law, i);
        const struct law_relaxing *is = &states[i];
        const expression to = !is->is_tame                   ? is->b
                              : is->level != EXPRESSION_NONE ? is->level
                                                             : is->steady;
        body[i] = (struct c_statement){ target(p, "const real to%zu", i), to };
        body[n + i] = (struct c_statement){ target(p, "const real k%zu", i), is->k };
    }
    begin(p, "void", "flow", FLOW);
    c_body(p->out, p->law, body, 2 * n);
    for (size_t i = 0; i < n; i++)
        print_moved(p, i, &states[i]);
    end(p);
}

static void print_relaxation(const struct law_printer *p)
{
    const size_t n = p->law->states.n;
    struct c_statement body[2 * EQUATIONS_QUANTITIES];
    for (size_t i = 0; i < n; i++) {
        const struct law_relaxing relaxing = law_relaxing(p->law, i);
        body[i] = (struct c_statement){ target(p, "b[%zu]", i), relaxing.b };
        body[n + i] = (struct c_statement){ target(p, "k[%zu]", i), relaxing.k };
    }
    begin(p, "void", "affine",
          "const real p[], const struct memory *mem, real v, real s, real b[], real k[]");
    c_body(p->out, p->law, body, 2 * n);
    end(p);
    print_flow(p);
    for (size_t i = 0; i < n; i++) {
        body[i] =
            (struct c_statement){ target(p, "steady[%zu]", i), law_relaxing(p->law, i).steady };
        body[n + i].target = target(p, "rate[%zu]", i);
    }
    begin(p, "void", "relaxation", "const real p[], real v, real s, real steady[], real rate[]");
    c_body_branching(p->out, p->law, body, 2 * n);
    end(p);
    begin(p, "void", "means", PLACE ", real h, real y[]");
    fprintf(p->out,
            "    real b[%zu], k[%zu];\n    %s_affine(p, mem, v, s, b, k);\n"
            "    for (unsigned i = 0; i < %zu; i++) {\n"
            "        const struct affine_means mean = affine_means(x[i], b[i], k[i], h);\n"
            "        y[i] = mean.x;\n        y[%zu + i] = mean.rate;\n    }\n",
            n, n, p->id, n, n);
    end(p);
}

static void print_work(const struct law_printer *p)
{
    const size_t n = p->law->states.n;
    const struct statement_values *parts = &p->statements->values[STATEMENT_PARTS];
    static const char arguments[] =
        "const real p[], const struct memory *mem, real v, real s, real h, const real x[]";
    char means[160] = "";
    if (n > 0)
        snprintf(means, sizeof means, "    real y[%zu];\n    %s_means(p, mem, v, s, x, h, y);\n",
                 2 * n, p->id);
    begin(p, "real", "work", arguments);
    fprintf(p->out, "%s", means);
    print_mean(p, p->law->force_by_rates, "const real mean");
    fputs("    return h * mean;\n", p->out);
    end(p);
    if (parts->n == 0)
        return;
    law_print_static(p);
    fprintf(p->out, "void %s_work_parts(%s, real part[])\n{\n%s", p->id, arguments, means);
    for (size_t i = 0; i < parts->n; i++) {
        print_mean(p, parts->e[i], target(p, "const real mean%zu", i));
        fprintf(p->out, "    part[%zu] = h * mean%zu;\n", i, i);
    }
    end(p);
}

void law_print_equations(const struct law_printer *p)
{
    print_dynamics(p);
    print_jacobian(p);
    if (law_sticks(p->statements, &p->structure))
        print_stiction(p);
    if (!law_begins_at_zero(p->law))
        print_initial(p);
    if (p->structure.is_hybrid) {
        print_start(p);
        print_guards(p);
        if (law_has_transition(p->law))
            print_transition(p);
    }
    if (structure_relaxes(&p->structure))
        print_relaxation(p);
    else if (p->structure.is_static) {
        begin(p, "void", "flow", FLOW);
        end(p);
    }
    if (structure_has_work(p->law, &p->structure))
        print_work(p);
}

static void member(const struct law_printer *p, const char *name)
{
    fprintf(p->out, "    .%s = %s_%s,\n", name, p->id, name);
}

void law_print_equation_members(const struct law_printer *p)
{
    static const char *const dynamics[] = { "rate", "force", "rate_and_force", "jacobian" };
    static const char *const events[] = { "start", "guard", "transition" };
    const size_t n_events = !p->structure.is_hybrid ? 0 : law_has_transition(p->law) ? 3 : 2;
    for (size_t i = 0; i < sizeof dynamics / sizeof *dynamics; i++)
        member(p, dynamics[i]);
    if (law_sticks(p->statements, &p->structure))
        member(p, "stiction");
    if (!law_begins_at_zero(p->law))
        member(p, "initial");
    for (size_t i = 0; i < n_events; i++)
        member(p, events[i]);
    if (structure_relaxes(&p->structure) || p->structure.is_static)
        member(p, "flow");
    if (structure_relaxes(&p->structure))
        member(p, "relaxation");
    if (!structure_has_work(p->law, &p->structure))
        return;
    member(p, "work");
    if (p->statements->values[STATEMENT_PARTS].n > 0)
        member(p, "work_parts");
}
