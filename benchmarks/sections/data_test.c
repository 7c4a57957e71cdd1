/* The report's data: CSV reads back as it was written, and an interrupted report finds its parts
 * again. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/csv.h"
#include "benchmarks/sections/store.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

Test(csv, any_text_reads_back_as_it_was_written)
{
    static const char *const fields[] = { "plain",      "",   "a,b", "\"quoted\"",
                                          "two\nlines", "\"", ",",   "x \"y\", z" };
    enum { N = sizeof fields / sizeof *fields };
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("first,second,third\n", out);
    for (int i = 0; i < N * N; i++) {
        cli_csv_field(out, fields[i / N]);
        fputs(",1.5,", out);
        cli_csv_field(out, fields[i % N]);
        fputc('\n', out);
    }
    struct csv csv;
    cr_assert(csv_parse(memory_close(&stream), &csv));
    cr_expect_eq(csv.n_columns, 3);
    cr_assert_eq(csv.n_rows, (size_t)(N * N));
    for (size_t i = 0; i < csv.n_rows; i++) {
        cr_expect_str_eq(csv_text(&csv, i, "first"), fields[i / N]);
        cr_expect_str_eq(csv_text(&csv, i, "third"), fields[i % N]);
        cr_expect(csv_number(&csv, i, "second") >= 1.5 && csv_number(&csv, i, "second") <= 1.5);
        cr_expect(isnan(csv_number(&csv, i, "first")));
    }
    cr_expect_str_eq(csv_text(&csv, 0, "fourth"), "");
    csv_set(&csv, 1, "second", "3");
    cr_expect(csv_is(&csv, 1, "second", "3") && csv_is(&csv, 0, "second", "1.5"));
    csv_free(&csv);
}

Test(csv, refuses_what_is_no_table)
{
    static const char *const wrong[] = { "", "a,b\n1\n", "a\n1,2\n", "a,b\n1,2\n3", "a\n\"x\"y\n" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct csv csv;
        cr_expect(!csv_parse(strdup(wrong[i]), &csv), "%s", wrong[i]);
    }
    struct csv csv;
    cr_assert(csv_parse(strdup("a,b\n"), &csv));
    cr_expect_eq(csv.n_rows, 0);
    csv_free(&csv);
    cr_assert(csv_parse(strdup("a,b\n1,"), &csv)); /* the last line end may be missing */
    cr_expect_eq(csv.n_rows, 1);
    csv_free(&csv);
}

static void directory_for(const char *name, char path[4096])
{
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, 4096, "%s/%s", directory ? directory : "/tmp", name);
}

Test(store, an_unfinished_report_goes_on_and_a_finished_one_does_not)
{
    char path[4096];
    struct store store, again, other;
    directory_for("unfinished", path);
    store_open(&store, path, "", false, true);
    cr_expect(!store_has(&store, "part.csv"));
    store_put(&store, "part.csv", "a\n1\n");
    cr_expect(store_has(&store, "part.csv") && !store_has(&store, "part"));
    store_open(&again, path, "", false, false);
    cr_expect(store_has(&again, "part.csv"), "what was done is not found again");
    store_open(&other, path, "", true, false);
    cr_expect(!store_has(&other, "part.csv"), "parts of other options are taken");
    char *text = store_get(&again, "part.csv");
    cr_assert(text);
    cr_expect_str_eq(text, "a\n1\n");
    free(text);
    store_finish(&again);
    store_open(&again, path, "", false, false);
    cr_expect(!store_has(&again, "part.csv"), "a finished report is not begun anew");
    text = store_get(&again, "part.csv");
    cr_expect(text, "finishing has taken data away");
    free(text);
    store_put(&again, "part.csv", "a\n2\n");
    store_open(&again, path, "", false, true);
    cr_expect(!store_has(&again, "part.csv"), "--fresh goes on");
}
