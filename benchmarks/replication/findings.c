/* findings: the experiments of Martinez-Rosas, Alvarez-Icaza and Noriega-Pineda, Figs. 2-10, with
 * their model and LuGre at Table I, alpha varied: the tables and plots of reference/findings.md. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/replication/plot.h"
#include "benchmarks/replication/table.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

struct request {
    const struct findings_entry *only; /* NULL: all */
    const char *path, *plots;
    bool csv;
};

static void print_markdown(FILE *out, const struct findings_table *t)
{
    for (unsigned c = 0; c < t->n_columns; c++)
        fprintf(out, "| %s ", t->heading[c]);
    fputs("|\n", out);
    for (unsigned c = 0; c < t->n_columns; c++)
        fputs("|---", out);
    fputs("|\n", out);
    for (unsigned r = 0; r < t->n_rows; r++) {
        for (unsigned c = 0; c < t->n_columns; c++)
            fprintf(out, "| %s ", t->cell[r][c]);
        fputs("|\n", out);
    }
}

static void state_cells(struct columns *out, const struct findings_table *t)
{
    for (unsigned r = 0; r < t->n_rows; r++)
        for (unsigned c = 0; c < t->n_columns; c++) {
            column_text(out, "table", t->name);
            column_count(out, "row", r + 1);
            column_text(out, "column", t->heading[c]);
            column_text(out, "cell", t->cell[r][c]);
            columns_end_row(out);
        }
}

static void choose(void *request, char *name)
{
    const struct findings_entry *e = findings_tables;
    while (e->name && strcmp(e->name, name) != 0)
        e++;
    if (!e->name)
        cli_fail("--table: there is no table '%s', see --help", name);
    ((struct request *)request)->only = e;
}

static void print(const struct request *r)
{
    struct cli_output output;
    struct findings_table *t = memory_array(1, sizeof *t);
    cli_open(&output, r->path);
    struct columns cells = columns_begin(output.file, FORMAT_CSV, NULL);
    for (const struct findings_entry *e = findings_tables; e->name; e++) {
        if (r->only && e != r->only)
            continue;
        memset(t, 0, sizeof *t);
        t->name = e->name;
        e->fill(t);
        if (r->csv) {
            state_cells(&cells, t);
            continue;
        }
        if (!r->only)
            fprintf(output.file, "%s## %s\n\n", e > findings_tables ? "\n" : "", e->title);
        print_markdown(output.file, t);
    }
    cli_close(&output);
    free(t);
}

static const struct option_entry options[] = {
    { "table", "NAME",
      "only this one: table_i, pre_sliding, hysteresis, stick_slip, pid, pid_long or changes",
      OPTION_CALL, .read = choose },
    { "csv", NULL, "lines of: table, row, column, cell", OPTION_FLAG,
      .into = offsetof(struct request, csv) },
    OPTION_OUTPUT(struct request),
    { "plots", "DIR", "draw the plots into this directory instead (needs gnuplot)", OPTION_TEXT,
      .into = offsetof(struct request, plots) },
    { NULL },
};

static const struct command command_line = {
    .name = "findings",
    .usage = "[--table NAME] [--csv] [-o FILE] [--plots DIR]",
    .about = "Repeats the experiments of Martinez-Rosas et al. with their model and LuGre, for "
             "alpha between 1e3 and 1e10, and prints what was measured as Markdown tables.",
    .options = options,
    .examples = { "findings --table pre_sliding", "findings --csv -o findings.csv",
                  "findings --plots ." },
    .exits = "0, 2 wrong usage.",
};

int main(int argc, char **argv)
{
    struct request r = { .only = NULL };
    command_read(&command_line, argc, argv, &r);
    if (r.plots && (r.only || r.csv || r.path))
        cli_fail("--plots: draws instead of printing: no --table, --csv or -o beside it");
    if (r.plots)
        findings_plot(r.plots);
    else
        print(&r);
    return 0;
}
