/* findings: the experiments of Martinez-Rosas, Alvarez-Icaza and Noriega-Pineda, Figs. 2-10, with
 * their model and LuGre at Table I, alpha varied: the tables and plots of reference/findings.md. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/replication/plot.h"
#include "benchmarks/replication/table.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: findings [--table NAME] [--csv] [-o FILE] [--plots DIR]\n"
    "Repeats the experiments of Martinez-Rosas et al. with their model and LuGre, for alpha\n"
    "between 1e3 and 1e10, and prints what was measured as Markdown tables.\n"
    "\n"
    "  --table NAME      only this one: table_i, pre_sliding, hysteresis, stick_slip, pid,\n"
    "                    pid_long or changes\n"
    "  --csv             lines of: table, row, column, cell\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --plots DIR       draw the plots into this directory instead (needs gnuplot)\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0, 2 wrong usage.\n";

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

static void print_csv(FILE *out, const struct findings_table *t)
{
    for (unsigned r = 0; r < t->n_rows; r++)
        for (unsigned c = 0; c < t->n_columns; c++) {
            fprintf(out, "%s,%u,", t->name, r + 1);
            cli_csv_field(out, t->heading[c]);
            fputc(',', out);
            cli_csv_field(out, t->cell[r][c]);
            fputc('\n', out);
        }
}

static const struct findings_entry *find(const char *name)
{
    for (const struct findings_entry *e = findings_tables; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    cli_fail("--table: there is no table '%s', see --help", name);
}

static void print(const struct findings_entry *only, bool csv, const char *path)
{
    struct cli_output output;
    struct findings_table *t = malloc(sizeof *t);
    if (!t)
        cli_fail("out of memory");
    cli_open(&output, path);
    if (csv)
        fputs("table,row,column,cell\n", output.file);
    for (const struct findings_entry *e = findings_tables; e->name; e++) {
        if (only && e != only)
            continue;
        memset(t, 0, sizeof *t);
        t->name = e->name;
        e->fill(t);
        if (csv) {
            print_csv(output.file, t);
            continue;
        }
        if (!only)
            fprintf(output.file, "%s## %s\n\n", e > findings_tables ? "\n" : "", e->title);
        print_markdown(output.file, t);
    }
    cli_close(&output);
    free(t);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "table", required_argument, NULL, 't' }, { "csv", no_argument, NULL, 'c' },
        { "rtol", required_argument, NULL, 'r' },  { "output", required_argument, NULL, 'o' },
        { "plots", required_argument, NULL, 'p' }, CLI_COMMON,
    };
    const struct findings_entry *only = NULL;
    const char *path = NULL, *plots = NULL;
    bool csv = false;
    cli_start("findings", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        if (o == 't')
            only = find(optarg);
        else if (o == 'c')
            csv = true;
        else if (o == 'o')
            path = optarg;
        else
            plots = optarg;
    cli_no_operands(argc, argv);
    if (plots && (only || csv || path))
        cli_fail("--plots: draws instead of printing: no --table, --csv or -o beside it");
    if (plots)
        findings_plot(plots);
    else
        print(only, csv, path);
    return 0;
}
