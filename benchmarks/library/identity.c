/* Writes table.h for a law (identity.h). */
#include "benchmarks/library/identity.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"

/* Writes a string of C; octal digits keep what a compiler reads otherwise, trigraphs among it. */
static void put_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\' || *c == '?')
            fprintf(file, "\\%03o", *c);
        else
            fputc(*c, file);
    fputc('"', file);
}

static void put_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, "#define TABLE_%s ", name);
    put_string(file, text);
    fputc('\n', file);
}

static void put_number(FILE *file, double value)
{
    char text[DECIMAL_TEXT];
    if (isfinite(value)) {
        decimal_of_double(text, value);
        fputs(text, file);
    } else
        fputs(value > 0 ? "HUGE_VAL" : "-HUGE_VAL", file);
}

static void put_quantity(FILE *file, const struct quantity *q, const struct variable *variable,
                         double scale)
{
    const double numbers[] = { variable->start, variable->lo, variable->hi, scale };
    fputs("    { ", file);
    put_string(file, q->name);
    fputs(", ", file);
    put_string(file, q->unit);
    fputs(", ", file);
    put_string(file, q->note ? q->note : "");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        fputs(", ", file);
        put_number(file, numbers[i]);
    }
    fputs(" },\n", file);
}

static void put_range(FILE *file, const struct quantity *q, bool is_whole)
{
    const bool is_number = strcmp(q->unit, "1") == 0;
    char *text = memory_text("%s%s from %.9g to %.9g%s%s", q->name, is_whole ? " whole," : "",
                             q->lo, q->hi, is_number ? "" : " ", is_number ? "" : q->unit);
    fputs("    ", file);
    put_string(file, text);
    fputs(",\n", file);
    free(text);
}

static void open_list(FILE *file, const char *name)
{
    fprintf(file, "static const struct bristle_quantity table_%s[] = {\n", name);
}

/* C has no empty arrays. */
static void close_list(FILE *file) { fputs("    { NULL, NULL, NULL, 0, 0, 0, 0 },\n};\n", file); }

void identity_write(FILE *file, const struct variables *variables, const char *method)
{
    const struct model *m = variables->model;
    const struct variable *states = variables->at + variables->states;
    const struct variable *parameters = variables->at + variables->rates + m->n_states;
    fprintf(file,
            "/* The law of this library, for library.c; generated. */\n"
            "#include <math.h>\n\n#include \"benchmarks/library/bristle_law.h\"\n\n"
            "#define TABLE_SYMBOL bristle_law_%s\n#define TABLE_SPEED_MAX ",
            m->name);
    put_number(file, m->speed_max);
    fputc('\n', file);
    put_text(file, "NAME", m->name);
    put_text(file, "TITLE", m->title);
    put_text(file, "EQUATIONS", m->law);
    put_text(file, "METHOD", method);
    put_text(file, "VERSION", BRISTLE_VERSION);
    open_list(file, "parameters");
    for (unsigned i = 0; i < m->n_params; i++)
        put_quantity(file, &m->params[i], &parameters[i], 0);
    close_list(file);
    fputs("static const char *const table_ranges[] = {\n", file);
    for (unsigned i = 0; i < m->n_params; i++)
        put_range(file, &m->params[i], model_param_is_whole(m, i));
    fputs("    NULL,\n};\n", file);
    open_list(file, "states");
    for (unsigned i = 0; i < m->n_states; i++)
        put_quantity(file, &m->states[i], &states[i], states[i].nominal);
    close_list(file);
}
