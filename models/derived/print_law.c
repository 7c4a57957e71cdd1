/* Prints a whole law (print_law.h). */
#include "models/derived/print_law.h"

#include <stdlib.h>
#include <string.h>

#include "models/derived/members.h"
#include "models/derived/print_c.h"

/* Members of the table end with a comma, within a macro with a backslash too. */
static const char *line_end(const struct law_printer *p)
{
    return p->form == LAW_PART ? " \\\n" : "\n";
}

static void print_text_member(const struct law_printer *p, const char *name, const char *text)
{
    fprintf(p->out, "    .%s = ", name);
    c_string(p->out, text);
    fprintf(p->out, ",%s", line_end(p));
}

static void print_counted(const struct law_printer *p, const char *name, size_t n)
{
    if (n > 0)
        fprintf(p->out, "    .%s = %s_%s, .n_%s = %zu,%s", name, p->id, name, name, n, line_end(p));
}

static void print_count(const struct law_printer *p, const char *name, size_t n)
{
    if (n > 0)
        fprintf(p->out, "    .%s = %zu,%s", name, n, line_end(p));
}

static bool is_whole(const struct quantity_text *q) { return q->type != TYPE_REAL; }

/* Returns the number of the parameters that are whole numbers. */
static size_t whole_parameters(const struct equations *law, unsigned long long *bits)
{
    size_t n = 0;
    *bits = 0;
    for (size_t i = 0; i < law->parameters.n; i++)
        if (is_whole(&law->parameters.of[i])) {
            *bits |= 1ull << i;
            n++;
        }
    return n;
}

static bool has_constraints(const struct law_printer *p)
{
    unsigned long long bits;
    return p->law->n_constraints > 0 || whole_parameters(p->law, &bits) > 0;
}

static void print_validate(const struct law_printer *p)
{
    const struct equations *law = p->law;
    if (!has_constraints(p))
        return;
    for (size_t i = 0; i < law->n_constraints; i++) {
        const struct c_statement body = { NULL, law->constraints[i].condition };
        law_print_static(p);
        fprintf(p->out, "bool %s_allows_%zu(const real p[])\n{\n", p->id, i);
        c_body(p->out, law, &body, 1);
        fputs("}\n", p->out);
    }
    law_print_static(p);
    fprintf(p->out, "const char *%s_validate(const real p[])\n{\n", p->id);
    for (size_t i = 0; i < law->parameters.n; i++)
        if (is_whole(&law->parameters.of[i]))
            fprintf(p->out,
                    "    if (p[%zu] != (real)(int64_t)p[%zu])\n"
                    "        return \"%s a whole number\";\n",
                    i, i, law->parameters.of[i].name);
    for (size_t i = 0; i < law->n_constraints; i++) {
        fprintf(p->out, "    if (!%s_allows_%zu(p))\n        return ", p->id, i);
        c_string(p->out, law->constraints[i].text);
        fputs(";\n", p->out);
    }
    fputs("    return NULL;\n}\n", p->out);
}

static void print_parts(const struct law_printer *p)
{
    const struct statement_values *parts = &p->statements->values[STATEMENT_PARTS];
    if (parts->n == 0)
        return;
    fprintf(p->out, "\nstatic const char *const %s_part_names[] = { ", p->id);
    for (size_t i = 0; i < parts->n; i++) {
        c_string(p->out, parts->names[i]);
        fputs(", ", p->out);
    }
    fputs("};\n", p->out);
}

/* The members that are no functions of the equations. */
static void print_tables(const struct law_printer *p)
{
    const struct equations *law = p->law;
    size_t n_reals = 0;
    unsigned long long whole;
    for (size_t i = 0; i < law->memory.n; i++)
        n_reals += law->memory.of[i].type == TYPE_REAL;
    print_text_member(p, "title", law->title);
    char *line = law_line(law), units[8];
    print_text_member(p, "law", line);
    free(line);
    print_text_member(p, "source", p->statements->source);
    print_counted(p, "params", law->parameters.n);
    if (whole_parameters(law, &whole) > 0)
        fprintf(p->out, "    .whole_params = 0x%llx,%s", whole, line_end(p));
    if (p->statements->speed_max > 0)
        fprintf(p->out, "    .speed_max = %.17g,%s", p->statements->speed_max, line_end(p));
    law_unit_constants(law, units);
    if (*units)
        print_text_member(p, "unit_constants", units);
    if (has_constraints(p))
        fprintf(p->out, "    .validate = %s_validate,%s", p->id, line_end(p));
    print_counted(p, "states", law->states.n);
    print_counted(p, "claims", p->statements->n_claims);
    print_count(p, "n_ints", law->memory.n - n_reals);
    print_count(p, "n_reals", n_reals);
    if (p->statements->values[STATEMENT_PARTS].n > 0)
        fprintf(p->out, "    .part_names = %s_part_names,%s", p->id, line_end(p));
    print_count(p, "n_parts", p->statements->values[STATEMENT_PARTS].n);
    print_count(p, "n_regressors", p->statements->values[STATEMENT_REGRESSOR].n);
    print_count(p, "n_identifiable", (size_t)p->statements->identifiable);
}

static void print_model(const struct law_printer *p)
{
    if (p->form == LAW_PART) {
        fputs("\n#define LAW_TABLES \\\n", p->out);
        print_tables(p);
        fprintf(p->out, "    .name = \"%s\"\n", p->law->name);
        return;
    }
    fprintf(p->out, "\nconst struct model PREC(%s_%s) = {\n",
            p->form == LAW_AGAIN ? "derived" : "model", p->law->name);
    print_text_member(p, "name", p->law->name);
    print_tables(p);
    print_count(p, "n_guards", p->law->n_events);
    law_print_equation_members(p);
    law_print_statement_members(p);
    fputs("};\n", p->out);
}

static void print_indices(const struct law_printer *p, char kind, const char *number,
                          const struct quantity_list *list)
{
    fputs("\nenum {", p->out);
    for (size_t i = 0; i < list->n; i++)
        fprintf(p->out, " %c_%s,", kind, list->of[i].name);
    fprintf(p->out, " %s };\n", number);
}

void law_print_static(const struct law_printer *p)
{
    fputs(p->form == LAW_PART ? "\nstatic inline " : "\nstatic ", p->out);
}

bool law_print(FILE *out, struct equations *law, const struct statements *statements,
               enum law_form form)
{
    struct law_printer p = { .out = out,
                             .law = law,
                             .statements = statements,
                             .id = arena_text(&law->arena, "law_%s", law->name),
                             .form = form };
    structure_find(law, &p.structure);
    const bool has_code = law_has_equations(law);
    law_by_reciprocals(law);
    law_by_common_factors(law);
    p.values = law_values_find(law, statements, &p.structure);
    if (form != LAW_PART && !has_code)
        return false;
    fprintf(out, "\n/* %s */\n", law->name);
    if (form != LAW_AGAIN) {
        print_indices(&p, 'P', "N_PARAMS", &law->parameters);
        print_indices(&p, 'X', "N_STATES", &law->states);
    }
    law_print_tables(&p);
    print_validate(&p);
    print_parts(&p);
    if (has_code)
        law_print_equations(&p);
    law_print_statements(&p);
    print_model(&p);
    return true;
}
