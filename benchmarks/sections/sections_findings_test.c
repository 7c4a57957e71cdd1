/* The tables of findings that are written, of experiments that cannot be computed. Linked with
 * --wrap. */
#include "benchmarks/sections/sections_test.h"

#include "benchmarks/replication/run.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
bool __wrap_finding_run(const struct finding *finding, double alpha, enum method method,
                        struct trajectory *r);
/* NOLINTEND(bugprone-reserved-identifier) */

/* No experiment can be computed: its rows say so, below the headings of the table. */
bool __wrap_finding_run(const struct finding *finding, double alpha, enum method method,
                        struct trajectory *r)
{
    (void)finding, (void)alpha, (void)method, (void)r;
    return false;
}

Test(findings, tables_have_their_headings_and_rows)
{
    static const struct {
        const char *name, *last;
        size_t columns, rows;
    } cases[] = {
        { "table_i", "alpha = 1e9", 4, 0 }, { "pre_sliding", "the mass", 8, 24 },
        { "hysteresis", "25 rad/s", 7, 7 }, { "stick_slip", "slips in 30 s", 7, 24 },
        { "pid", "the mass", 7, 24 },       { "pid_long", "max, late over early", 6, 7 }
    };
    struct report report = report_begin("written-tables", false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csv csv;
        char name[64];
        snprintf(name, sizeof name, "findings-%s.csv", cases[i].name);
        char *text = section_part(&report, &section_findings, name);
        cr_assert(csv_parse(text, &csv), "%s", name);
        cr_expect_eq(csv.n_columns, cases[i].columns, "%s", name);
        cr_expect_str_eq(csv.cell[csv.n_columns - 1], cases[i].last);
        cr_expect(cases[i].rows == 0 || csv.n_rows == cases[i].rows, "%s: %zu", name, csv.n_rows);
        cr_expect(cases[i].rows == 0 || csv_is(&csv, 0, "alpha (N s/m)", "LuGre †"));
        csv_free(&csv);
    }
}
