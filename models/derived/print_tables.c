/* Prints the tables of a law: parameters, states, claims (print_law.h). */
#include <math.h>
#include <string.h>

#include "models/derived/print_c.h"
#include "models/derived/print_law.h"

/* Writes a double that is read back as it is. */
static void put_double(FILE *out, double value)
{
    char text[C_DOUBLE];
    if (isinf(value)) {
        fputs(value > 0 ? "INFINITY" : "-INFINITY", out);
        return;
    }
    c_double(text, value);
    fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void put_text(FILE *out, const char *text)
{
    if (text)
        c_string(out, text);
    else
        fputs("NULL", out);
}

/* Writes a unit as tables do, with blanks between factors. */
static void put_unit(FILE *out, const char *unit)
{
    fputc('"', out);
    for (; *unit; unit++)
        fputc(*unit == '.' ? ' ' : *unit, out);
    fputc('"', out);
}

static void put_quantities(const struct law_printer *p, const char *table,
                           const struct quantity_list *list)
{
    if (list->n == 0)
        return;
    fprintf(p->out, "\nstatic const struct quantity %s_%s[] = {\n", p->id, table);
    for (size_t i = 0; i < list->n; i++) {
        const struct quantity_text *q = &list->of[i];
        fprintf(p->out, "    { \"%s\", ", q->name);
        put_unit(p->out, q->unit);
        fputs(", ", p->out);
        put_double(p->out, q->value);
        fputs(", ", p->out);
        put_double(p->out, q->lo);
        fputs(", ", p->out);
        put_double(p->out, q->hi);
        fputs(", ", p->out);
        put_text(p->out, q->note);
        fputs(" },\n", p->out);
    }
    fputs("};\n", p->out);
}

static void put_domain(const struct law_printer *p, size_t number, expression where)
{
    const struct c_statement statement = { NULL, where };
    law_print_static(p);
    fprintf(p->out, "bool %s_contains_%zu(const real p[])\n{\n", p->id, number);
    c_body(p->out, p->law, &statement, 1);
    fputs("}\n", p->out);
}

/* Identifiers of C. */
static const char *const properties[] = {
#define X(id, name, functional, unit, meaning) #id,
    PROPERTY_LIST(X)
#undef X
};
static const char *const verdicts[] = { "HOLDS", "REFUTED", "UNKNOWN" };
static const char *const signals[] = { "ANY_SIGNAL", "SLOWING_SIGNAL", "ONE_WAY_SIGNAL",
                                       "CYCLE_SIGNAL" };

static const char *const origins[] = { "ORIGIN_NOT_STATED", "ORIGIN_PRINTED", "ORIGIN_ASSUMED",
                                       "ORIGIN_MISPRINT" };

/* What claims of all kinds say. */
static void put_saying(FILE *out, const struct claim_text *claim)
{
    fprintf(out,
            ".property = %s,\n      .declared = %s,\n      .id = ", properties[claim->property],
            verdicts[claim->declared]);
    put_text(out, claim->id);
    fputs(",\n      .domain = ", out);
    put_text(out, claim->domain);
    fputs(",\n      .source = ", out);
    put_text(out, claim->source);
    fprintf(out, ",\n      .origin = %s,\n      .instead = ", origins[claim->origin]);
    put_text(out, claim->instead);
}

static void put_claim(const struct law_printer *p, const struct claim_text *claim, size_t number)
{
    FILE *out = p->out;
    fputs("    { ", out);
    put_saying(out, claim);
    fputs(",\n      .witness = ", out);
    put_text(out, claim->witness);
    fprintf(out, ",\n      .base = %s,\n      .signals = %s,\n",
            claim->base == AT_DEFAULTS ? "AT_DEFAULTS" : "ALL_VALID", signals[claim->signals]);
    if (claim->where != EXPRESSION_NONE)
        fprintf(out, "      .contains = %s_contains_%zu,\n", p->id, number);
    if (claim->n_box > 0) {
        fputs("      .box = { ", out);
        for (size_t i = 0; i < claim->n_box; i++) {
            fprintf(out, "{ %u, ", claim->box[i].parameter);
            put_double(out, claim->box[i].lo);
            fputs(", ", out);
            put_double(out, claim->box[i].hi);
            fputs(" }, ", out);
        }
        fprintf(out, "},\n      .n_box = %zu,\n", claim->n_box);
    }
    fputs("    },\n", out);
}

void law_print_tables(const struct law_printer *p)
{
    put_quantities(p, "params", &p->law->parameters);
    put_quantities(p, "states", &p->law->states);
    for (size_t i = 0; i < p->statements->n_claims; i++)
        if (p->statements->claims[i].where != EXPRESSION_NONE)
            put_domain(p, i, p->statements->claims[i].where);
    if (p->statements->n_claims == 0)
        return;
    fprintf(p->out, "\nstatic const struct claim %s_claims[] = {\n", p->id);
    for (size_t i = 0; i < p->statements->n_claims; i++)
        put_claim(p, &p->statements->claims[i], i);
    fputs("};\n", p->out);
}

void law_print_experiments(FILE *out, const struct equations *law,
                           const struct statements *statements)
{
    static const char *const measures[] = {
#define X(id, word, unit, meaning) #id,
        EXPERIMENT_MEASURES(X)
#undef X
    };
    for (size_t i = 0; i < statements->n_experiments; i++) {
        const struct experiment_text *e = &statements->experiments[i];
        fprintf(out, "    { .model = \"%s\",\n      .claim = { ", law->name);
        put_saying(out, &e->claim);
        fputs(" },\n      .scenario = ", out);
        put_text(out, e->scenario);
        fputs(",\n      .t_end = ", out);
        put_double(out, e->t_end);
        fprintf(out, ",\n      .samples = %.0f,\n      .measure = %s,\n      .at_least = %d,\n",
                e->samples, measures[e->measure], e->at_least);
        fputs("      .limit = ", out);
        put_double(out, e->limit);
        fputs(" },\n", out);
    }
}
