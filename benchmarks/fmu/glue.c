/* Writes law.h for an exported header (glue.h). */
#include "benchmarks/fmu/glue.h"

#include <inttypes.h>

#include "tools/base/decimal.h"

/* What the header defines behind its prefix, and the unit's C behind law_ or friction_. */
static const struct {
    const char *name;
    bool needs_guards, needs_jacobian;
} names[] = {
    { "parameters", false, false }, { "instant", false, false },      { "parameter", false, false },
    { "check", false, false },      { "begin", false, false },        { "advance", false, false },
    { "respond", false, false },    { "differentiate", false, true }, { "watch", true, false },
    { "settle", true, false },
};

static const char *number(char text[DECIMAL_TEXT], double value)
{
    decimal_of_double(text, value);
    return text;
}

static void put_nominals(FILE *file, const struct variables *list)
{
    char text[DECIMAL_TEXT];
    fputs("#define LAW_NOMINALS { ", file);
    for (unsigned i = list->states; i < list->rates; i++)
        fprintf(file, "%s, ", number(text, list->at[i].nominal));
    fputs(list->states == list->rates ? "1 }\n" : "}\n", file);
}

/* Writes what unit.c, or mass.h, asks of a law. */
static void put_law(FILE *file, const struct glue *g, const char *small, const char *large)
{
    const struct model *m = g->variables->model;
    fprintf(file, "#define %s_PARAMETERS %u\n#define %s_STATES %u\n#define %s_GUARDS %u\n", large,
            m->n_params, large, m->n_states, large, m->n_guards);
    fprintf(file, "#define %s_DEFAULTS %s_DEFAULTS\n", large, g->header);
    fprintf(file, "#define %s_JUMPS %d\n#define %s_GIVEN %u\n", large, variables_jump(m), large,
            m->initial ? 0 : m->n_states);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((m->n_guards > 0 || !names[i].needs_guards) &&
            (m->jacobian || !names[i].needs_jacobian))
            fprintf(file, "#define %s_%s %s_%s\n", small, names[i].name, g->header, names[i].name);
}

void glue_write(FILE *file, const struct glue *g)
{
    const struct model *m = g->variables->model;
    const bool is_mass = g->variables->is_mass;
    char text[DECIMAL_TEXT];
    fprintf(file,
            "/* The law of this unit, for unit.c; generated. */\n#ifndef LAW_H\n#define LAW_H\n\n"
            "#include \"%s.h\"\n\n",
            g->header);
    fprintf(file, "#define LAW_TOKEN \"%s\"\n", g->token);
    fprintf(file, "#define LAW_WHOLE UINT64_C(%" PRIu64 ")\n", m->whole_params);
    fprintf(file, "#define LAW_SLOPES %d\n#define LAW_MAX_STEP %s\n", m->jacobian != NULL,
            number(text, g->max_step));
    put_nominals(file, g->variables);
    if (!is_mass)
        fputs("#define LAW_SHOWN 0\n", file);
    put_law(file, g, is_mass ? "friction" : "law", is_mass ? "FRICTION" : "LAW");
    fputs(is_mass ? "\n#include \"mass.h\"\n\n#endif\n" : "\n#endif\n", file);
}
