/* The report in a paragraph, of claims and errors that are made up. */
#include "benchmarks/reporting/summary.h"

#include "benchmarks/sections/made_up_test.h"
#include "benchmarks/sections/sections_test.h"
#include "tools/base/cli.h"

/* Words are wrapped; only blanks become line ends. */
Test(summary, counts_verdicts_and_names_the_fastest)
{
    static const char expected[] =
        "Of 8 claims, 4 withstood the search and 3 are false, each with a witness certified in "
        "ball "
        "arithmetic or, for an experiment, two computations that agree: passivity of m1 (s1), "
        "second "
        "of m1 (s2), sixth of m2 (s6). NOT AS DECLARED: passivity of m1, \"v < 1\". NOT AS "
        "DECLARED: "
        "fourth of m2, \"always\". NOT AS DECLARED: sixth of m2, \"else\". On stick_slip with "
        "lugre the fastest method with every error below 0.0001 is rosenbrock (rtol=0.0001), 25.6 "
        "times the speed of euler, 4.88 times the speed of rk4, 15 times the speed of cvode_bdf. ";
    struct report report = report_begin("summary", false);
    struct memory_stream stream;
    cr_expect_eq(report_summary(&report, memory_open(&stream)), EXIT_AS_DECLARED);
    char *text = memory_close(&stream);
    cr_expect_str_empty(text, "nothing is known");
    free(text);
    store_put(&report.store, "verdicts.csv", verdicts);
    store_put(&report.store, "compare-stick_slip-lugre.csv", compared);
    store_put(&report.store, "compare-stick_slip-dahl.csv", compared);
    cr_expect_eq(report_summary(&report, memory_open(&stream)), EXIT_NOT_AS_DECLARED);
    text = memory_close(&stream);
    for (char *line = text; *line; line++) {
        const size_t width = strcspn(line, "\n"), next = strcspn(line + width + 1, " \n");
        cr_expect_leq(width, 80);
        line += width;
        cr_expect(line[1] == '\0' || width + 1 + next > 80, "a line ends early");
        *line = ' ';
    }
    cr_expect_str_eq(text, expected, "%s", text);
    free(text);
    store_put(&report.store, "verdicts.csv",
              "model,property,verdict,as_declared\nm,p,undecided,1\n");
    cr_expect_eq(report_summary(&report, memory_open(&stream)), EXIT_AS_DECLARED);
    free(memory_close(&stream));
}
