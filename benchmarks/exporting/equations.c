/* Writes the functions of a header that let others integrate the law: its equations at one instant
 * (document.h). */
#include "benchmarks/exporting/document.h"

static unsigned at_least_one(unsigned n) { return n > 0 ? n : 1; }

/* What functions of the law take for its memory. */
static const char *memory(const struct header *h)
{
    return h->model->start ? "&now->memory" : "NULL";
}

static void write_instant(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fputs("/* The law at one instant. Parameters, memory, states, velocity and its sign are given; "
          "the\n * functions below fill in the rest. */\nstruct instant {\n"
          "    struct parameters p;\n",
          file);
    if (m->start)
        fputs("    struct memory memory;\n", file);
    fprintf(file, "    real x[%u];\n", at_least_one(m->n_states));
    fputs("    real v; /* m/s */\n"
          "    real s; /* the sign of v; where v is 0, any number in [-1, 1] */\n"
          "    real force; /* N */\n",
          file);
    fprintf(file, "    real rate[%u]; /* dx/dt */\n", at_least_one(m->n_states));
    if (m->n_guards > 0)
        fprintf(file, "    real guard[%u]; /* an event where one falls through 0 */\n",
                m->n_guards);
    if (m->jacobian)
        fputs("    struct jacobian slopes;\n", file);
    fputs("};\n\n", file);
}

/* Writes a function that returns where parameter i is. */
static void write_parameter(FILE *file, const struct header *h)
{
    fputs("/* Returns where the parameter of that number is, or NULL. */\n"
          "static real *export_parameter(struct instant *now, unsigned i)\n{\n"
          "    switch (i) {\n",
          file);
    for (unsigned i = 0; i < h->model->n_params; i++)
        fprintf(file, "    case %u: return &now->p.%s;\n", i, h->parameters[i].access);
    fputs("    default: return NULL;\n    }\n}\n\n", file);
}

/* Writes copies of the states between the struct of a step and the array. */
static void write_copies(FILE *file, const struct header *h, bool to_array)
{
    const struct model *m = h->model;
    for (unsigned i = 0; i < m->n_states; i++)
        if (to_array)
            fprintf(file, "    now->x[%u] = state.%s;\n", i, m->states[i].name);
        else
            fprintf(file, "    state.%s = now->x[%u];\n", m->states[i].name, i);
    if (m->start)
        fputs(to_array ? "    now->memory = state.memory;\n" : "    state.memory = now->memory;\n",
              file);
    else if (m->n_states == 0 && !to_array)
        fputs("    state.none = 0;\n", file);
    else if (m->n_states == 0)
        fputs("    now->x[0] = 0;\n", file);
}

static void write_motion(FILE *file, const struct header *h)
{
    fputs("/* Sets states and memory at the beginning. */\n"
          "static void export_begin(struct instant *now)\n{\n    struct state state;\n"
          "    export_init(&state, &now->p, 1);\n",
          file);
    write_copies(file, h, true);
    fputs("}\n\n/* Takes a step of h seconds from the present velocity to v1. */\n"
          "static void export_advance(struct instant *now, real h, real v1)\n{\n"
          "    struct state state;\n",
          file);
    write_copies(file, h, false);
    fputs("    now->force = export_step(&now->p, &state, h, now->v, v1);\n    now->v = v1;\n",
          file);
    write_copies(file, h, true);
    fputs("}\n\n", file);
}

static void write_response(FILE *file, const struct header *h)
{
    const char *mem = memory(h);
    fputs("/* Computes the force, and the rates of the states. */\n"
          "static void export_respond(struct instant *now)\n{\n",
          file);
    if (h->model->n_states > 0)
        fprintf(file, "    LAW_rate(&now->p, %s, now->v, now->s, now->x, now->rate);\n", mem);
    else
        fputs("    now->rate[0] = 0;\n", file);
    fprintf(file, "    now->force = LAW_force(&now->p, %s, now->v, now->s, now->x);\n}\n\n", mem);
    if (h->model->jacobian)
        fprintf(file,
                "/* Computes the derivatives of both by states and velocity. */\n"
                "static void export_differentiate(struct instant *now)\n{\n"
                "    LAW_jacobian(&now->p, %s, now->v, now->s, now->x, &now->slopes);\n}\n\n",
                mem);
}

/* Writes guards and their transitions: a guard at rest sees the sign as a direction. */
static void write_events(FILE *file, const struct header *h)
{
    if (h->model->n_guards == 0)
        return;
    fputs("/* Computes the guards. */\nstatic void export_watch(struct instant *now)\n{\n", file);
    fprintf(file,
            "    LAW_guard(&now->p, %s, now->v != 0 ? now->v : now->s * %s, now->x, "
            "now->guard);\n}\n\n",
            memory(h), *h->suffix ? "FLT_MIN" : "DBL_MIN");
    fprintf(file,
            "/* Makes the transitions of all guards below 0. Returns false where they have no end. "
            "*/\nstatic bool export_settle(struct instant *now)\n{\n"
            "    struct ode ode = { .n = %u, .p = &now->p, .h = 1, .v0 = now->v,\n"
            "        .v1 = now->v != 0 ? now->v : now->s };\n",
            h->model->n_states);
    if (h->model->start)
        fputs("    ode.mem = &now->memory;\n", file);
    fprintf(file,
            "    ode.n_guards = %u;\n"
            "    return kernel_settle(&ode, 0, now->x) == STATUS_OK;\n}\n\n",
            h->model->n_guards);
}

void public_equations(FILE *file, const struct header *h)
{
    write_instant(file, h);
    write_parameter(file, h);
    write_motion(file, h);
    write_response(file, h);
    write_events(file, h);
}
