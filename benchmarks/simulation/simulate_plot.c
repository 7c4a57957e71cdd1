/* Chooses axes and curves for a trajectory and draws them. */
#include "benchmarks/simulation/simulate_plot.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/figures/plot.h"

enum { MAX_PANELS = 48, MAX_CURVES = 8, MAX_LABEL = 160 };

/* A panel under construction, with the texts and curves that it borrows. */
struct drawing {
    struct plot_panel panel;
    struct plot_series series[MAX_CURVES];
    char x_label[MAX_LABEL], y_label[MAX_LABEL];
};

/* Returns the column whose name is the first n characters of the text, or NULL. */
static const struct column *find(const struct table *table, const char *name, size_t n)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strncmp(table->columns[i].name, name, n) == 0 && !table->columns[i].name[n])
            return &table->columns[i];
    return NULL;
}

/* Writes a label like "position x (m)". */
static void label(char text[MAX_LABEL], const struct column *column)
{
    const bool unit = column->unit && *column->unit && strcmp(column->unit, "1") != 0;
    snprintf(text, MAX_LABEL, "%s%s%s%s%s%s", column->meaning ? column->meaning : "",
             column->meaning ? " " : "", column->name, unit ? " (" : "", unit ? column->unit : "",
             unit ? ")" : "");
}

static void draw(struct drawing *d, const struct table *table, const struct figure *figure)
{
    const struct column *x = find(table, figure->x, strlen(figure->x));
    if (!x)
        cli_fail("figure '%s': there is no column '%s'", figure->title, figure->x);
    label(d->x_label, x);
    d->panel = (struct plot_panel){
        .title = figure->title, .x_label = d->x_label, .y_label = d->y_label, .series = d->series
    };
    const bool several = strchr(figure->y, ',') != NULL;
    for (const char *name = figure->y; d->panel.n < MAX_CURVES; name++) {
        const size_t length = strcspn(name, ",");
        const struct column *y = find(table, name, length);
        if (!y)
            cli_fail("figure '%s': there is no column '%.*s'", figure->title, (int)length, name);
        if (d->panel.n == 0)
            label(d->y_label, y);
        d->series[d->panel.n] =
            (struct plot_series){ .title = several ? y->name : NULL,
                                  .x = x->values,
                                  .y = y->values,
                                  .n = table->n_rows,
                                  .style = (unsigned)d->panel.n,
                                  .draw = figure->points ? PLOT_POINTS : PLOT_LINE };
        d->panel.n++;
        name += length;
        if (!*name)
            break;
    }
}

/* Returns true when the column both rises and falls. */
static bool returns(const struct column *column, size_t n)
{
    bool rises = false, falls = false;
    for (size_t i = 1; i < n; i++) {
        rises |= column->values[i] > column->values[i - 1];
        falls |= column->values[i] < column->values[i - 1];
    }
    return rises && falls;
}

/* Returns true when the column changes between most rows, rather than in a few steps. */
static bool flows(const struct column *column, size_t n)
{
    size_t changes = 0;
    for (size_t i = 1; i < n; i++)
        changes +=
            column->values[i] > column->values[i - 1] || column->values[i] < column->values[i - 1];
    return 2 * changes > n;
}

/* Chooses the figures of a table for which none are given; the NULL title at the end is already
 * there. */
static void choose(const struct table *table, struct figure figures[MAX_PANELS + 1])
{
    const struct column *x = find(table, "x", 1), *v = find(table, "v", 1),
                        *F = find(table, "F", 1);
    size_t n = 0;
    if (x && F && returns(x, table->n_rows))
        figures[n++] = (struct figure){ "friction against position", "x", "F", false };
    if (v && F && returns(v, table->n_rows) && flows(v, table->n_rows))
        figures[n++] = (struct figure){ "friction against velocity", "v", "F", false };
    for (size_t i = 1; i < table->n_columns && n < MAX_PANELS; i++)
        figures[n++] = (struct figure){ "", table->columns[0].name, table->columns[i].name, false };
}

void simulate_plot(const char *path, const char *title, const char *footnote,
                   const struct table *table, const struct figure *figures)
{
    struct figure chosen[MAX_PANELS + 1] = { { .title = NULL } };
    struct plot_panel panels[MAX_PANELS];
    struct drawing *drawings = memory_array(MAX_PANELS, sizeof *drawings);
    if (!figures) {
        choose(table, chosen);
        figures = chosen;
    }
    size_t n = 0;
    for (; figures[n].title && n < MAX_PANELS; n++) {
        draw(&drawings[n], table, &figures[n]);
        panels[n] = drawings[n].panel;
        if (!*figures[n].title)
            panels[n].title = NULL;
    }
    plot_svg(path, title, footnote, panels, n, n > 1 ? 2 : 1);
    free(drawings);
}
