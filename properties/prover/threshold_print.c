/* Prints thresholds for people (threshold_table.h). */
#include <string.h>

#include "properties/checker/property.h"
#include "properties/prover/threshold_table.h"
#include "tools/base/wrap.h"

static const char *shown(const char *text) { return *text ? text : "-"; }

/* Prints why there is no bracket, from that column on, where the output stands. */
static void print_note(FILE *out, size_t column, const struct threshold_row *row, int side)
{
    wrap_format(out, column, column, "%s%s", row->invalid ? "not valid: " : "",
                threshold_note(row, side));
}

static void print_one(FILE *out, const struct threshold_row *row)
{
    enum { WIDTH_AT = 46 }; /* the column of the width, or of why there is none */
    static const char *const side_names[THRESHOLD_SIDES] = { "lower", "upper" };
    fprintf(out, "  %-6s  %-16s  %-16s  %-8s  %s\n", "side", "proved at", "refuted at", "width",
            "boxes of the proof");
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        const struct threshold *side = &row->sides[i];
        fprintf(out, "  %-6s  %-16s  %-16s  ", side_names[i], shown(side->proved),
                shown(side->refuted));
        if (side->found)
            fprintf(out, "%.3f %%   %lu\n", 100 * side->width, side->boxes);
        else
            print_note(out, WIDTH_AT, row, i);
    }
}

/* The ends of a side, the outer one first on the lower side and last on the upper. */
static void print_ends(FILE *out, const struct threshold_row *row, int i)
{
    const struct threshold *side = &row->sides[i];
    char text[2 * DECIMAL_TEXT];
    if (!side->edge)
        snprintf(text, sizeof text, "none in the range");
    else if (i == 0)
        snprintf(text, sizeof text, "%-12s %s", shown(side->refuted), shown(side->proved));
    else
        snprintf(text, sizeof text, "%-12s %s", shown(side->proved), shown(side->refuted));
    fprintf(out, i == 0 ? "  %-25s" : "  %s\n", text);
}

static void print_point(FILE *out, const struct threshold_table *table,
                        const struct threshold_row *row)
{
    int column = 0;
    for (unsigned k = 0; k < table->n_axes; k++)
        column += fprintf(out, "  %-9.6g", row->p[table->axis[k].param]);
    for (int i = 0; i < THRESHOLD_SIDES && row->any; i++)
        print_ends(out, row, i);
    if (row->any)
        return;
    column += fprintf(out, "  ");
    print_note(out, (size_t)column, row, 0);
}

static void print_map(FILE *out, const struct threshold_table *table)
{
    for (unsigned k = 0; k < table->n_axes; k++)
        fprintf(out, "  %-9s", "");
    fprintf(out, "  %-25s  %s\n", "lower", "upper");
    for (unsigned k = 0; k < table->n_axes; k++)
        fprintf(out, "  %-9s", table->model->params[table->axis[k].param].name);
    fprintf(out, "  %-12s %-12s  %-12s %s\n", "refuted at", "proved at", "proved at", "refuted at");
    for (size_t i = 0; i < table->n; i++)
        print_point(out, table, &table->rows[i]);
}

void threshold_print(FILE *out, const struct threshold_table *table)
{
    const struct quantity *q = &table->model->params[table->param];
    wrap_format(out, 0, 2, "%s %s over %s in %s, within [%g, %g]", table->model->name,
                property_info[table->property].name, q->name, q->unit, q->lo, q->hi);
    if (table->n_axes == 0)
        print_one(out, &table->rows[0]);
    else
        print_map(out, table);
}
