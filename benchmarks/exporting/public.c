/* Writes the public types and functions of a header (document.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/document.h"

/* Prints the shortest decimal that reads back as the value in the header's precision. */
static void print_number(FILE *file, const struct header *h, double value)
{
    const bool is_float = *h->suffix != '\0';
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    if (value == floor(value) && fabs(value) < 1e7)
        snprintf(text, sizeof text, "%.1f", value);
    fprintf(file, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", h->suffix);
}

static void write_parameters(FILE *file, const struct header *h)
{
    fputs("struct parameters {\n", file);
    for (unsigned i = 0; i < h->model->n_params; i++)
        if (h->parameters[i].member)
            fprintf(file, "    real %s; /* %s */\n", h->parameters[i].member,
                    h->model->params[i].unit);
    fputs("};\n\n", file);
}

void public_defaults(FILE *file, const struct header *h)
{
    fprintf(file, "/* An initializer of the parameters. */\n#define %s_DEFAULTS \\\n    { \\\n",
            h->prefix);
    for (unsigned i = 0; i < h->model->n_params; i++) {
        fprintf(file, "        .%s = ", h->parameters[i].access);
        print_number(file, h, h->model->params[i].value);
        fputs(", \\\n", file);
    }
    fputs("    }\n\n", file);
}

static void write_state(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fputs("struct state {\n", file);
    for (unsigned i = 0; i < m->n_states; i++)
        fprintf(file, "    real %s; /* %s: %s */\n", m->states[i].name, m->states[i].unit,
                m->states[i].note ? m->states[i].note : "");
    if (m->start)
        fputs("    struct memory memory;\n", file);
    if (m->n_states == 0 && !m->start)
        fputs("    unsigned char none; /* C has no empty structs */\n", file);
    fputs("};\n\n", file);
}

static void write_init(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fprintf(file,
            "/* Sets the state at the beginning, at rest and without load. A law with random\n"
            " * numbers takes the seed that chooses them. */\n"
            "static void export_init(struct state *state, const struct parameters *p, "
            "uint64_t seed)\n{\n");
    if (m->initial)
        fprintf(file, "    real x[%u];\n    LAW_initial(p, x);\n", m->n_states);
    for (unsigned i = 0; i < m->n_states; i++)
        if (m->initial)
            fprintf(file, "    state->%s = x[%u];\n", m->states[i].name, i);
        else
            fprintf(file, "    state->%s = 0;\n", m->states[i].name);
    if (m->start)
        fputs("    LAW_start(p, seed, &state->memory);\n", file);
    else if (m->n_states == 0)
        fputs("    state->none = 0;\n", file);
    fputs("}\n\n", file);
}

static void write_check(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fputs("/* Returns NULL where the parameters are valid, else what they should be. */\n"
          "static const char *export_check(const struct parameters *p)\n{\n",
          file);
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        const char *name = h->parameters[i].access;
        fprintf(file, "    if (!(p->%s >= ", name);
        print_number(file, h, q->lo);
        fprintf(file, " && p->%s <= ", name);
        print_number(file, h, q->hi);
        fprintf(file, "))\n        return \"%s from %.9g to %.9g%s%s\";\n", name, q->lo, q->hi,
                strcmp(q->unit, "1") == 0 ? "" : " ", strcmp(q->unit, "1") == 0 ? "" : q->unit);
    }
    fprintf(file, "    return %s;\n}\n\n", m->validate ? "LAW_validate(p)" : "NULL");
}

/* Writes a function like step: on copies, which can stay in registers, or, if it is apart for
 * small size, on the parameters themselves. */
static void write_stepping(FILE *file, const struct header *h, const char *name, bool apart)
{
    const struct model *m = h->model;
    fprintf(file,
            "%s real %s(const struct parameters *p, struct state *state, real h, real v0, "
            "real v1)\n{\n",
            apart ? "APART" : "FLATTEN static inline", name);
    if (h->square && !apart)
        fprintf(file,
                "    if (!r_is_two(p->%s))\n        return export_step_any(p, state, h, v0, v1);\n"
                "    struct parameters q = *p; /* copies can stay in registers */\n"
                "    q.%s = 2; /* a constant from here on */\n",
                h->square, h->square);
    else if (!apart)
        fputs("    const struct parameters q = *p; /* copies can stay in registers */\n", file);
    if (m->n_states > 0) {
        fputs("    real x[] = { ", file);
        for (unsigned i = 0; i < m->n_states; i++)
            fprintf(file, "%sstate->%s", i > 0 ? ", " : "", m->states[i].name);
        fputs(" };\n", file);
    }
    fprintf(file, "    const real force = kernel_respond(%s, %s, h, v0, v1, %s);\n",
            apart ? "p" : "&q", m->start ? "&state->memory" : "NULL",
            m->n_states > 0 ? "x" : "NULL");
    for (unsigned i = 0; i < m->n_states; i++)
        fprintf(file, "    state->%s = x[%u];\n", m->states[i].name, i);
    fputs("    return force;\n}\n\n", file);
}

void public_declarations(FILE *file, const struct header *h)
{
    write_parameters(file, h);
    write_state(file, h);
    write_init(file, h);
    write_check(file, h);
    if (h->square) {
        fprintf(file, "/* Where %s is not 2: out of the way of the usual case. */\n", h->square);
        write_stepping(file, h, "export_step_any", true);
    }
    fputs("/* Takes a step of h seconds from velocity v0 to v1: returns the force in N at its end, "
          "or NAN. */\n",
          file);
    write_stepping(file, h, "export_step", false);
}
