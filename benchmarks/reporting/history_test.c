/* What is kept of a report, and what is said of change: made-up reports of three commits. */
#include "benchmarks/reporting/history.h"

#include <unistd.h>

#include "benchmarks/reporting/pages.h"
#include "benchmarks/reporting/summary.h"
#include "benchmarks/sections/sections_test.h"
#include "tools/base/cli.h"

/* Makes an empty folder below the test's, and returns its path. */
static const char *folder(const char *name, char path[4096])
{
    const char *root = getenv("TEST_TMPDIR");
    const char *const files[] = {
        "a.csv", "b.csv", "c.csv", "c-quick.csv", "bad.csv", "notes.txt"
    };
    snprintf(path, 4096, "%s/%s", root ? root : "/tmp", name);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char file[4200];
        snprintf(file, sizeof file, "%s/%s", path, files[i]);
        unlink(file);
    }
    struct history none = history_read(path, false);
    cr_expect_eq(none.n, 0);
    history_free(&none);
    return path;
}

static void write_file(const char *directory, const char *name, const char *text)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(text, file);
    fclose(file);
}

/* The second commit comes first in time; that of another effort is left out. */
static void write_commits(const char *directory)
{
    write_file(directory, "a.csv",
               "kind,name,value\nabout,commit,a\nabout,committed,2026-02-01T00:00:00Z\n"
               "about,effort,full\nabout,cpu,M1\nverdict,x,proved\nverdict,y,tested\n"
               "verdict,z,false\nverdict,old,false\nastray,y,1\nastray,old,1\n"
               "speed,stick_slip lugre,10\nspeed,stick_slip dahl,3\n"
               "\"error\",\"rosenbrock rtol=1e-06, stick_slip lugre\",2e-6\n");
    write_file(directory, "b.csv",
               "kind,name,value\nabout,commit,b\nabout,committed,2026-01-31T23:59:59Z\n"
               "about,effort,full\nabout,cpu,M2\nverdict,x,enclosed\n");
    write_file(directory, "c-quick.csv",
               "kind,name,value\nabout,commit,c\nabout,committed,2026-03-01T00:00:00Z\n"
               "about,effort,quick\n");
    write_file(directory, "notes.txt", "no report");
}

static const char claims[] = "model,property,claim,verdict,method,as_declared\n"
                             "m,p,,holds,proved,1\n"
                             "m,q,own,refuted,witness,0\n"
                             "m,p,,undecided,none,0\n";

/* The fastest of all is 5 times as fast as CVODE at its faster setting below the limit. */
static const char compared[] =
    "integrator,kind,setting,failure,floor,error_max,bound_violations,cpu_time_s\n"
    "exponential,h,0.002,,1e-9,1e-5,0,0.009\n"
    "exponential,h,1.0000000000000000e-03,,1e-9,3e-5,0,0.002\n"
    "cvode_bdf,rtol,1e-04,,1e-9,2e-4,0,0.001\n"
    "cvode_bdf,rtol,1e-06,,1e-9,2e-6,0,0.010\n"
    "cvode_bdf,rtol,1e-08,,1e-9,2e-8,0,0.020\n"
    "rosenbrock,rtol,1e-04,,1e-9,2e-4,0,0.001\n"
    "rosenbrock,rtol,1e-06,failed,1e-9,1e-6,0,0.001\n";

Test(history, keeps_the_numbers_of_a_report)
{
    struct report report = report_begin("history-kept", false);
    char directory[4096], path[4200];
    folder("kept", directory);
    snprintf(report.commit, sizeof report.commit, "c");
    snprintf(report.committed, sizeof report.committed, "2026-03-01T00:00:00Z");
    store_put(&report.store, "verdicts.csv", claims);
    store_put(&report.store, "context.csv", "what,value\nfirst,1\ncpu,\"M, 3\"\nlast,2\n");
    store_put(&report.store, "compare-stick_slip-dahl.csv", compared);
    history_keep(&report, directory);
    snprintf(path, sizeof path, "%s/c.csv", directory);
    char *text = cli_read(path);
    cr_expect_str_eq(text,
                     "kind,name,value\n"
                     "about,commit,c\n"
                     "about,committed,2026-03-01T00:00:00Z\n"
                     "about,effort,full\n"
                     "about,cpu,\"M, 3\"\n"
                     "verdict,m-p,proved\n"
                     "verdict,m-q-own,false\n"
                     "astray,m-q-own,1\n"
                     "verdict,m-p-2,undecided\n"
                     "astray,m-p-2,1\n"
                     "fastest,stick_slip dahl,exponential h=0.001\n"
                     "speed,stick_slip dahl,5\n"
                     "error,\"exponential h=0.001, stick_slip dahl\",3e-05\n",
                     "%s", text);
    free(text);
    report.quick = true;
    snprintf(report.commit, sizeof report.commit, "d");
    history_keep(&report, directory);
    struct history quick = history_read(directory, true), full = history_read(directory, false);
    cr_assert(quick.n == 1 && full.n == 1);
    cr_expect_str_eq(history_text(&quick.entries[0], "about", "commit"), "d");
    cr_expect_str_eq(history_text(&full.entries[0], "about", "commit"), "c");
    cr_expect_str_eq(history_text(&full.entries[0], "verdict", "m-p-2"), "undecided");
    cr_expect_str_eq(history_text(&full.entries[0], "about", "m-p-2"), "");
    history_free(&quick);
    history_free(&full);
}

Test(history, is_in_the_order_of_commits)
{
    char directory[4096];
    write_commits(folder("order", directory));
    struct history history = history_read(directory, false);
    cr_assert_eq(history.n, 2);
    cr_expect_str_eq(history_text(&history.entries[0], "about", "commit"), "b");
    const struct history_change forth = history_compare(&history.entries[0], &history.entries[1]),
                                back = history_compare(&history.entries[1], &history.entries[0]),
                                none = history_compare(&history.entries[1], &history.entries[1]);
    cr_expect(forth.differ == 1 && forth.added == 3 && forth.gone == 0);
    cr_expect(back.differ == 1 && back.added == 0 && back.gone == 3);
    cr_expect(none.differ == 0 && none.added == 0 && none.gone == 0);
    char *said = history_sentence(&history, "a");
    cr_expect_str_eq(said, "Since b (2026-01-31) 1 verdict differs, 3 claims are new, 0 gone.");
    free(said);
    said = history_sentence(&history, "b");
    cr_expect_str_empty(said, "another commit is the last");
    free(said);
    history.n = 1;
    said = history_sentence(&history, "b");
    cr_expect_str_empty(said, "nothing is before");
    free(said);
    history_free(&history);
}

Test(history, says_when_nothing_has_changed)
{
    char directory[4096];
    write_commits(folder("same", directory));
    write_file(directory, "b.csv",
               "kind,name,value\nabout,commit,b\nabout,committed,2026-02-01T00:00:00Z\n"
               "about,effort,full\nverdict,x,proved\nverdict,y,tested\nverdict,z,false\n"
               "verdict,old,false\n");
    struct history history = history_read(directory, false);
    char *said = history_sentence(&history, "b");
    cr_expect_str_eq(said, "Since a (2026-02-01) no verdict has changed.");
    free(said);
    history_free(&history);
}

/* The history's page of a report at that commit, to be freed. */
static char *drawn_history(const char *name, const char *directory, const char *commit)
{
    struct memory_stream stream;
    struct report report = report_begin(name, false);
    struct history history = history_read(directory, false);
    report.history = &history;
    snprintf(report.commit, sizeof report.commit, "%s", commit);
    struct page page = drawing_begin(&report, &stream);
    report_draw_history(&report, &page);
    history_free(&history);
    return memory_close(&stream);
}

Test(history, is_drawn_by_commit)
{
    char directory[4096];
    write_commits(folder("drawn", directory));
    write_file(directory, "c.csv",
               "kind,name,value\nabout,commit,c\nabout,committed,2026-03-01T00:00:00Z\n"
               "about,effort,full\nabout,cpu,M3\nverdict,x,proved\nverdict,m-new-2,agreed\n"
               "verdict,y,undecided\nverdict,z,false\n"
               "speed,stick_slip lugre,15\nspeed,pid lugre,4\n"
               "\"error\",\"rosenbrock rtol=1e-06, stick_slip lugre\",1e-6\n"
               "\"error\",\"exponential h=0.001, stick_slip lugre\",1e-3\n");
    char *html = drawn_history("history-drawn", directory, "c");
    expect_contains(html, "Since a (2026-02-01) 1 verdict differs, 1 claim is new, 1 gone.");
    expect_table(html, "Verdicts that changed",
                 "claim|before|now|\nm-new-2|–|agreed|\ny|tested|undecided|\nold|false|–|\n");
    expect_contains(html, "<a href=\"laws/m.html#m-new-2\">m-new-2</a>");
    expect_table(html, "Times the speed of CVODE at an error of 1e-4",
                 "|before|now|ratio|\nstick_slip lugre|10|15|1.5|\n");
    expect_table(html, "Largest errors",
                 "|before|now|ratio|\nrosenbrock rtol=1e-06, stick_slip lugre|2e-06|1e-06|0.5|\n");
    expect_table(html, "Reports by commit",
                 "number|commit|date|machine|proved|enclosed|agreed|tested|false|not as declared|\n"
                 "1|b|2026-01-31|M2|0|1|0|0|0|0|\n"
                 "2|a|2026-02-01|M1|1|0|0|1|2|2|\n"
                 "3|c|2026-03-01|M3|1|0|1|0|1|0|\n");
    expect_points(html, "history-verdicts",
                  "panel,series,x,y\n"
                  "Claims by what their verdicts rest on,proved,1,0\n"
                  "Claims by what their verdicts rest on,proved,2,1\n"
                  "Claims by what their verdicts rest on,proved,3,1\n"
                  "Claims by what their verdicts rest on,enclosed,1,1\n"
                  "Claims by what their verdicts rest on,enclosed,2,0\n"
                  "Claims by what their verdicts rest on,enclosed,3,0\n"
                  "Claims by what their verdicts rest on,agreed,1,0\n"
                  "Claims by what their verdicts rest on,agreed,2,0\n"
                  "Claims by what their verdicts rest on,agreed,3,1\n"
                  "Claims by what their verdicts rest on,tested,1,0\n"
                  "Claims by what their verdicts rest on,tested,2,1\n"
                  "Claims by what their verdicts rest on,tested,3,0\n"
                  "Claims by what their verdicts rest on,false,1,0\n"
                  "Claims by what their verdicts rest on,false,2,2\n"
                  "Claims by what their verdicts rest on,false,3,1\n");
    expect_points(html, "history-speed",
                  "panel,series,x,y\n"
                  "lugre,pid,3,4\n"
                  "lugre,stick_slip,2,10\n"
                  "lugre,stick_slip,3,15\n"
                  "dahl,stick_slip,2,3\n");
    expect_contains(html, ">times the speed of CVODE<");
    expect_contains(html, ">largest error (relative)<");
    expect_points(html, "history-accuracy",
                  "panel,series,x,y\n"
                  "lugre: exponential h=0.001,stick_slip,3,0.001\n"
                  "lugre: rosenbrock rtol=1e-06,stick_slip,2,2e-06\n"
                  "lugre: rosenbrock rtol=1e-06,stick_slip,3,1e-06\n");
    free(html);
    html = drawn_history("history-before", directory, "another");
    cr_expect(!strstr(html, "Since"), "the last report is not of this commit");
    free(html);
}

Test(history, is_on_the_first_page_and_in_the_summary)
{
    char directory[4096];
    struct memory_stream stream;
    struct report report = report_begin("history-first", false);
    write_commits(folder("first", directory));
    snprintf(report.commit, sizeof report.commit, "a");
    store_put(&report.store, "verdicts.csv", claims);
    struct history history = history_read(directory, false);
    const struct page_source source = { &section_verdicts, &report };
    for (int has = 0; has < 2; has++) {
        report.history = has ? &history : NULL;
        struct page page = drawing_begin(&report, &stream);
        report_answers(&source, 1, &page);
        char *text = memory_close(&stream);
        cr_expect_eq(
            has,
            strstr(text,
                   "<li>What has changed? Since b (2026-01-31) 1 verdict differs, 3 claims are "
                   "new, 0 gone. <a href=\"history.html\">All</a>"
                   ".</li>") != NULL,
            "%s", text);
        free(text);
        report_summary(&report, memory_open(&stream));
        text = memory_close(&stream);
        cr_expect_eq(has, strstr(text, "Since b") != NULL, "%s", text);
        free(text);
    }
    history_free(&history);
}

Test(history, begins_without_reports)
{
    char directory[4096];
    char *html = drawn_history("history-none", folder("none", directory), "a");
    expect_contains(html, "No report has been kept yet");
    free(html);
}

/* What is no history is refused before anything is computed. */
Test(history, refuses_other_files, .exit_code = 2)
{
    char directory[4096];
    write_file(folder("refused", directory), "bad.csv", "kind,name,value\nabout,commit,a\n");
    history_read(directory, false);
}
