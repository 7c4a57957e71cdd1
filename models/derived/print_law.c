/* Prints a whole law (print_law.h). */
#include "models/derived/print_law.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "models/derived/print_c.h"
#include "tools/base/memory.h"

/* Writes a part of the text up to a semicolon or a comment, blanks made one. */
static void put_source(struct memory_stream *to, const char *from)
{
    size_t n = strcspn(from, ";\"");
    while (n > 0 && isspace((unsigned char)from[n - 1]))
        n--;
    for (size_t i = 0; i < n; i++)
        if (!isspace((unsigned char)from[i]) || !isspace((unsigned char)from[i - 1]))
            fputc(isspace((unsigned char)from[i]) ? ' ' : from[i], to->file);
}

/* Returns where the equation at a byte of the text begins. */
static const char *line_of(const struct text *text, size_t at)
{
    while (at > 0 && text->at[at - 1] != ';' && text->at[at - 1] != '\n')
        at--;
    while (isspace((unsigned char)text->at[at]))
        at++;
    return text->at + at;
}

/* Writes NAME = value of a definition. */
static void put_definition(struct memory_stream *to, const struct text *text,
                           const struct syntax *declaration)
{
    const char *c = text->at + declaration->at;
    for (int depth = 0; *c && (depth > 0 || *c != '='); c++)
        depth += (*c == '(') - (*c == ')');
    fprintf(to->file, "%s ", declaration->text);
    put_source(to, c);
}

static void put_equations(const struct law_printer *p, struct memory_stream *line,
                          const struct syntax *e, const char **between)
{
    for (; e; e = e->next)
        if (e->kind == SYNTAX_FOR)
            put_equations(p, line, e->first->next->next, between);
        else if (e->kind == SYNTAX_EQUATION) {
            fputs(*between, line->file);
            put_source(line, line_of(p->law->text, e->at));
            *between = "; ";
        }
}

/* The equations of the states and the force, and what they use, on one line, as the text has them.
 */
static void print_line(const struct law_printer *p)
{
    struct memory_stream line;
    memory_open(&line);
    const char *between = "";
    put_equations(p, &line, p->law->syntax.equations, &between);
    for (const struct syntax *d = p->law->syntax.declarations; d; d = d->next)
        if (d->value && d->variability == VARIES) {
            fputs(between, line.file);
            put_definition(&line, p->law->text, d);
        }
    char *text = memory_close(&line);
    fputs("    .law = ", p->out);
    c_string(p->out, text);
    fputs(",\n", p->out);
    free(text);
}

static bool has_code_for_all(const struct law_printer *p)
{
    const struct equations *law = p->law;
    bool has = law_has_code(p, law->force);
    for (size_t i = 0; i < law->states.n; i++)
        has = has && law_has_code(p, law->rate[i]);
    for (size_t i = 0; i < law->n_events; i++)
        has = has && law_has_code(p, law->events[i].guard);
    return has;
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
        fprintf(p->out, "\nstatic bool %s_allows_%zu(const real p[])\n{\n", p->id, i);
        c_body(p->out, law, &body, 1);
        fputs("}\n", p->out);
    }
    fprintf(p->out, "\nstatic const char *%s_validate(const real p[])\n{\n", p->id);
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

static void print_text_member(const struct law_printer *p, const char *name, const char *text)
{
    fprintf(p->out, "    .%s = ", name);
    c_string(p->out, text);
    fputs(",\n", p->out);
}

static void print_counted(const struct law_printer *p, const char *name, size_t n)
{
    if (n > 0)
        fprintf(p->out, "    .%s = %s_%s,\n    .n_%s = %zu,\n", name, p->id, name, name, n);
}

static void print_count(const struct law_printer *p, const char *name, size_t n)
{
    if (n > 0)
        fprintf(p->out, "    .%s = %zu,\n", name, n);
}

static void print_model(const struct law_printer *p)
{
    const struct equations *law = p->law;
    size_t n_reals = 0;
    unsigned long long whole;
    for (size_t i = 0; i < law->memory.n; i++)
        n_reals += law->memory.of[i].type == TYPE_REAL;
    fprintf(p->out, "\nconst struct model PREC(derived_%s) = {\n", law->name);
    print_text_member(p, "name", law->name);
    print_text_member(p, "title", law->title);
    print_line(p);
    print_text_member(p, "source", p->statements->source);
    print_counted(p, "params", law->parameters.n);
    if (whole_parameters(law, &whole) > 0)
        fprintf(p->out, "    .whole_params = 0x%llx,\n", whole);
    if (p->statements->speed_max > 0)
        fprintf(p->out, "    .speed_max = %.17g,\n", p->statements->speed_max);
    if (has_constraints(p))
        fprintf(p->out, "    .validate = %s_validate,\n", p->id);
    print_counted(p, "states", law->states.n);
    print_counted(p, "claims", p->statements->n_claims);
    print_count(p, "n_ints", law->memory.n - n_reals);
    print_count(p, "n_reals", n_reals);
    print_count(p, "n_guards", law->n_events);
    print_count(p, "n_parts", p->statements->values[STATEMENT_PARTS].n);
    if (p->statements->values[STATEMENT_PARTS].n > 0)
        fprintf(p->out, "    .part_names = %s_part_names,\n", p->id);
    print_count(p, "n_regressors", p->statements->values[STATEMENT_REGRESSOR].n);
    print_count(p, "n_identifiable", (size_t)p->statements->identifiable);
    law_print_equation_members(p);
    law_print_statement_members(p);
    fputs("};\n", p->out);
}

bool law_print(FILE *out, struct equations *law, const struct statements *statements)
{
    struct law_printer p = { .out = out,
                             .law = law,
                             .statements = statements,
                             .id = arena_text(&law->arena, "law_%s", law->name) };
    structure_find(law, &p.structure);
    if (!has_code_for_all(&p))
        return false;
    fprintf(out, "\n/* %s */\n", law->name);
    law_print_tables(&p);
    print_validate(&p);
    print_parts(&p);
    law_print_equations(&p);
    law_print_statements(&p);
    print_model(&p);
    return true;
}
