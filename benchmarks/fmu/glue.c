/* Writes law.h for an exported header (glue.h). */
#include "benchmarks/fmu/glue.h"

#include <inttypes.h>

#include "tools/base/decimal.h"

/* The names that the unit's C has for what the header defines behind its prefix. */
static const struct {
    const char *law, *header;
    bool needs_guards, needs_jacobian;
} names[] = {
    { "law_parameters", "parameters", false, false },
    { "law_instant", "instant", false, false },
    { "LAW_DEFAULTS", "DEFAULTS", false, false },
    { "law_parameter", "parameter", false, false },
    { "law_check", "check", false, false },
    { "law_begin", "begin", false, false },
    { "law_advance", "advance", false, false },
    { "law_respond", "respond", false, false },
    { "law_differentiate", "differentiate", false, true },
    { "law_watch", "watch", true, false },
    { "law_settle", "settle", true, false },
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

void glue_write(FILE *file, const struct glue *g)
{
    const struct model *m = g->variables->model;
    char text[DECIMAL_TEXT];
    fprintf(file,
            "/* The law of this unit, for unit.c; generated. */\n#ifndef LAW_H\n#define LAW_H\n\n"
            "#include \"%s.h\"\n\n",
            g->header);
    fprintf(file, "#define LAW_TOKEN \"%s\"\n", g->token);
    fprintf(file, "#define LAW_PARAMETERS %u\n#define LAW_STATES %u\n#define LAW_GUARDS %u\n",
            m->n_params, m->n_states, m->n_guards);
    fprintf(file, "#define LAW_WHOLE UINT64_C(%" PRIu64 ")\n", m->whole_params);
    fprintf(file, "#define LAW_JUMPS %d\n#define LAW_COMPUTES %d\n#define LAW_SLOPES %d\n",
            variables_jump(m), m->initial != NULL, m->jacobian != NULL);
    fprintf(file, "#define LAW_MAX_STEP %s\n", number(text, g->max_step));
    put_nominals(file, g->variables);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((m->n_guards > 0 || !names[i].needs_guards) &&
            (m->jacobian || !names[i].needs_jacobian))
            fprintf(file, "#define %s %s_%s\n", names[i].law, g->header, names[i].header);
    fputs("\n#endif\n", file);
}
