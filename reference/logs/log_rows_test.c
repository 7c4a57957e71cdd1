/* Rows: how they are written, what is repaired, and what is refused. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "reference/logs/log_test.h"

#define HEADING "t [s],x [m],F [N]\n"

static void expect_plain(const char *heading, const char *rows)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    cr_assert(read_text(&log, heading, rows, NULL, error), "%s", error);
    cr_expect(log.n_runs == 1 && log.n_notes == 0 && log.runs->n == 24);
    for (int i = 0; i < 24; i++)
        cr_expect(log.runs->t[i] == i && log.runs->x[i] == i / 2.0 && log.runs->force[i] == i / 4.0,
                  "'%s'", heading);
    log_free(&log);
}

Test(rows, are_separated_in_many_ways)
{
    expect_plain(HEADING, rows_with(',', '.', "\n"));
    expect_plain(HEADING, rows_with(',', '.', "\r\n"));
    expect_plain("t [s]\tx [m]\tF [N]\r\n", rows_with('\t', ',', "\r\n"));
    expect_plain("t [s]\tx [m]\tF [N]\n", rows_with('\t', '.', "\n"));
    expect_plain("t [s];x [m];F [N]\n", rows_with(';', ',', "\n\n"));
    expect_plain("t [s];\"x, m\";F [N]\n", rows_with(';', '.', "\n#a;b\n"));
    expect_plain("t [s];x, m;F [N];\n", rows_with(';', ',', ";\n"));
    char quoted[4096], *c = quoted;
    for (const char *from = rows_with(',', '.', "\n"); *from; from++)
        c += sprintf(c, from[0] == ',' ? "\" , \"" : from[0] == '\n' ? "\"\n\"" : "%c", *from);
    c[-1] = '\0';
    expect_plain(HEADING "\"", quoted);
}

static char rows[1 << 15], said[LOG_ERROR];

/* Writes n rows, one of them in another way. */
static const char *rows_but(int n, int place, const char *other)
{
    char *c = rows;
    for (int i = 0; i < n; i++)
        c += i == place ? sprintf(c, "%s\n", other) : sprintf(c, "%d,%d,%d\n", i, 2 * i, 3 * i);
    return rows;
}

static void expect_refused_for(const char *heading, const char *text, const char *words)
{
    struct log log = { .runs = NULL };
    cr_expect(!read_text(&log, heading, text, NULL, said), "'%s' is taken", words);
    cr_expect(log.n_runs == 0 && log.n_notes == 0);
    cr_expect(strncmp(said, "'a.csv'", 7) == 0 && strstr(said, words) && !strchr(said, '\n'),
              "'%s', not '%s'", said, words);
    log_free(&log);
}

Test(rows, with_faults_are_refused)
{
    expect_refused_for(HEADING, rows_but(30, 7, "6.5,abc,1"),
                       "line 9: column 'x [m]': found 'abc', expected a number");
    expect_refused_for(HEADING, rows_but(30, 7, "5.5,1,1"),
                       "line 9: the time goes back from 6 s to 5.5 s, expected rows in order");
    expect_refused_for(
        HEADING, rows_but(30, 7, "7,1,1,1"),
        "line 9: found 4 cells, expected 3 as in the heading; beside decimal commas");
    expect_refused_for(HEADING, rows_but(30, 7, "7,1"), "line 9: found 2 cells, expected 3");
    expect_refused_for("t [s],x [m]\x01,F [N]\n", "", "line 1: found a control character");
    expect_refused_for("t [s],\xb0\xc2\xb0\xe2\x82 [m],F [N]\n", "",
                       "the columns are 't [s]', '?\xc2\xb0?? [m]', 'F [N]'");
    expect_refused_for(HEADING, rows_but(30, 0, "0,abc,1"), "line 2: column 'x [m]': found 'abc'");
    expect_refused_for(HEADING, rows_but(30, 0, "a,b,c"), "line 2: column 't [s]': found 'a'");
    expect_refused_for(HEADING, rows_but(30, 7, "7,\"1,5\",1"),
                       "line 9: column 'x [m]': found '1,5', expected a number with a decimal '.'");
    expect_refused_for(HEADING, rows_but(30, 7, "7,\"1,1"), "line 9: a quote has no end");
    expect_refused_for(HEADING, rows_but(30, 7, "7,\"1\"2,1"),
                       "found '2,1' behind a cell in quotes, expected ','");
    expect_refused_for("t [s];x [m];F [N]\n0;0,5;0\n1;0.5;0\n", "",
                       "line 3: column 'x [m]': found '0.5', expected a number with a decimal ','");
    expect_refused_for(HEADING, rows_but(19, -1, ""),
                       "'a.csv': has 19 rows of different times, expected at least 20");
    expect_refused_for(HEADING, "", "has 0 rows");
    expect_refused_for("", "", "'a.csv': is empty, expected CSV with a heading");
    expect_refused_for("# nothing\n", "\n\r\n  \n", "is empty, expected CSV with a heading");
}

/* Twenty rows with these texts behind the time and a square. */
static const char *rows_behind(const char *more)
{
    char *c = rows;
    for (int i = 0; i < 20; i++)
        c += sprintf(c, "%d,%d%s,%d\n", i, i * i, more, 3 * i);
    return rows;
}

/* An applied force may be constant, and a velocity other than 0 beside a position that is not. */
Test(rows, that_never_change_are_refused)
{
    struct log log = { .runs = NULL };
    expect_refused_for("t [s],x [mm],F [kN],u [N]\n", rows_behind(",1.5"),
                       "'a.csv': column 'F [kN]' is 1.5 in every row, expected one that changes");
    expect_refused_for("t [s],F [N],x [mm],u [N]\n", rows_behind(",1.5"),
                       "column 'x [mm]' is 1.5 in every row");
    expect_refused_for("t [s],F [N],v [m/s],u [N]\n", rows_behind(",-2"),
                       "column 'v [m/s]' is -2 in every row");
    expect_refused_for("t [s],x [mm],v [m/s],F [N]\n", rows_behind(",0"),
                       "column 'v [m/s]' is 0 in every row");
    cr_expect(read_text(&log, "t [s],x [mm],v [m/s],F [N]\n", rows_behind(",1.5"), NULL, said),
              "%s", said);
    cr_expect(read_text(&log, "t [s],x [mm],u [N],n\n", rows_behind(",1.5"), NULL, said), "%s",
              said);
    log_free(&log);
}

/* One other number is a change, first, in the middle or last, above the others or below them. */
Test(rows, that_change_once_are_read)
{
    for (int at = 0; at < 30; at++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct log log = { .runs = NULL };
            char *c = rows;
            for (int i = 0; i < 30; i++)
                c += sprintf(c, "%d,%d,%d\n", i, -i, i == at ? sign : 0);
            cr_assert(read_text(&log, HEADING, rows, NULL, said), "row %d: %s", at, said);
            log_free(&log);
        }
}

/* Returns the note of that number. */
static const char *note_of(const struct log *log, size_t i)
{
    return i < log->n_notes ? log->notes[i] : "none";
}

Test(rows, without_a_number_or_a_new_time_are_left_out)
{
    static const char *const cells[] = { "7,,1", "7,nan,1", "7,1,-inf", ",1,1", "7,1e999,1" };
    struct log log = { .runs = NULL };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        cr_assert(read_text(&log, HEADING, rows_but(30, 7, cells[i]), NULL, said), "%s", said);
        cr_expect(log.n_runs == 1 && log.runs->n == 29 && log.runs->t[7] == 8);
        cr_expect_eq(log.n_notes, 1);
        cr_expect_str_eq(note_of(&log, 0),
                         "a.csv: 1 of 30 rows left out: an empty cell, or one that is not finite");
        log_free(&log);
    }
    cr_assert(read_text(&log, HEADING, rows_but(30, 7, "6,1,1\n6.0,2,2"), NULL, said), "%s", said);
    cr_expect(log.n_runs == 1 && log.runs->n == 29 && log.runs->t[6] == 6 && log.runs->x[6] == 12);
    cr_expect_str_eq(note_of(&log, 0), "a.csv: 2 of 31 rows left out: the time of the row before");
    log_free(&log);
    cr_assert(read_text(&log, HEADING, rows_but(30, 7, "6,1,1"), NULL, said), "%s", said);
    cr_expect_str_eq(note_of(&log, 0), "a.csv: 1 of 30 rows left out: the time of the row before");
    log_free(&log);
    /* half of the rows may be missing, one more may not */
    char text[4096];
    for (int extra = 0; extra < 2; extra++) {
        char *c = text;
        for (int i = 0; i < 24; i++)
            c += sprintf(c, "%d,%d,%d\n%d.5,,\n", i, i, i, i);
        sprintf(c, extra ? "24,,\n" : "");
        if (extra)
            expect_refused_for(HEADING, text, "'a.csv': 25 of 49 rows have an empty cell");
        else
            cr_expect(read_text(&log, HEADING, text, NULL, said), "%s", said);
    }
    log_free(&log);
}

/* Writes n rows from a time on, `step` apart. */
static char *rows_from(char *c, double t, int n, double step)
{
    for (int i = 0; i < n; i++)
        c += sprintf(c, "%.9g,%d,%d\n", t + i * step, i, i * i);
    return c;
}

/* A gap of ten intervals is none; a longer one ends the run. */
Test(rows, are_cut_at_gaps)
{
    struct log log = { .runs = NULL };
    char *c = rows_from(rows, 0, 40, 0.125);
    rows_from(c, 39 * 0.125 + 10 * 0.125, 40, 0.125);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_expect(log.n_runs == 1 && log.n_notes == 0 && log.runs->n == 80);
    log_free(&log);
    c = rows_from(rows, 0, 40, 0.125);
    c = rows_from(c, 10, 19, 0.125);
    rows_from(c, 20, 30, 0.125);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_assert_eq(log.n_runs, 2);
    cr_expect(log.runs[0].n == 40 && log.runs[0].t[39] == 39 * 0.125);
    cr_expect(log.runs[1].n == 30 && log.runs[1].t[0] == 20 && log.runs[1].x[1] == 1);
    cr_expect_str_eq(note_of(&log, 0),
                     "a.csv: cut into 3 runs at 2 gaps of more than 10 usual intervals of 0.125 s, "
                     "the longest 7.75 s before t = 20 s");
    cr_expect_str_eq(note_of(&log, 1), "a.csv: 1 run of fewer than 20 rows left out, 19 rows");
    log_free(&log);
    c = rows_from(rows, 0, 5, 0.125);
    c = rows_from(c, 10, 40, 0.125);
    rows_from(c, 20, 7, 0.125);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_expect_eq(log.n_runs, 1);
    cr_expect_str_eq(note_of(&log, 1), "a.csv: 2 runs of fewer than 20 rows left out, 12 rows");
    log_free(&log);
    c = rows_from(rows, 0, 19, 0.125);
    rows_from(c, 10, 19, 0.125);
    expect_refused_for(HEADING, rows, "no run is as long as 20 rows between gaps");
}

/* A gap of eleven intervals ends a run. Runs of just enough rows stay, and the longest gap is told
 * wherever it is, with the time behind it. */
Test(rows, have_a_longest_gap)
{
    static const double gaps[3][3] = { { 4, 1.375, 2 }, { 2, 4, 1.375 }, { 1.375, 2, 4 } };
    for (int order = 0; order < 3; order++) {
        struct log log = { .runs = NULL };
        char *c = rows, expected[256];
        double t = 0, at = 0;
        for (int run = 0; run < 4; run++) {
            c = rows_from(c, t, 20, 0.125);
            t += 19 * 0.125 + (run < 3 ? gaps[order][run] : 0);
            at = run < 3 && gaps[order][run] == 4 ? t : at;
        }
        cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
        cr_assert(log.n_runs == 4 && log.n_notes == 1);
        for (int run = 0; run < 4; run++)
            cr_expect(log.runs[run].n == 20 && log.runs[run].x[19] == 19);
        snprintf(expected, sizeof expected,
                 "a.csv: cut into 4 runs at 3 gaps of more than 10 usual intervals of 0.125 s, the "
                 "longest 4 s before t = %.9g s",
                 at);
        cr_expect_str_eq(note_of(&log, 0), expected);
        log_free(&log);
    }
}

/* Writes 60 rows with intervals of 1 s, but every third one of 9 s, to t = 219 s; then 20 rows
 * behind a gap. */
static void intervals(double gap)
{
    char *c = rows;
    double t = 0;
    for (int i = 0; i < 60; i++, t += i % 3 == 1 ? 9 : 1)
        c = rows_from(c, t, 1, 1);
    rows_from(c, 219 + gap, 20, 1);
}

/* What is usual is the median, not the mean, which is above 3 s, nor the shortest. */
Test(rows, have_a_usual_interval)
{
    struct log log = { .runs = NULL };
    intervals(10);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_expect(log.n_runs == 1 && log.n_notes == 0);
    log_free(&log);
    intervals(10.5);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_expect(log.n_runs == 2 && log.runs[0].n == 60);
    cr_expect_str_eq(note_of(&log, 0),
                     "a.csv: cut into 2 runs at 1 gap of more than 10 usual intervals of 1 s, the "
                     "longest 10.5 s before t = 229.5 s");
    log_free(&log);
    /* one short interval among long ones */
    char *c = rows_from(rows, 0, 30, 1);
    c = rows_from(c, 29.125, 1, 1);
    rows_from(c, 30.125 + 8, 30, 1);
    cr_assert(read_text(&log, HEADING, rows, NULL, said), "%s", said);
    cr_expect_eq(log.n_runs, 1);
    log_free(&log);
}

enum { N_THINNED = 2 * LOG_MOST_ROWS + 5 };

/* Returns the time of row i, ms: there are gaps before rows that are dropped at the first thinning
 * and at its end, and before one of every second row. */
static int thinned_time(int i)
{
    return i + 11 * ((i >= 101) + (i >= LOG_MOST_ROWS - 1) + (i >= LOG_MOST_ROWS + 23454));
}

/* Of more than LOG_MOST_ROWS every second one is kept, then every fourth; gaps are those of all
 * rows, also of those that are dropped. */
Test(rows, beyond_the_most_are_thinned)
{
    static const size_t begins[] = { 0, 104, LOG_MOST_ROWS, LOG_MOST_ROWS + 23456, N_THINNED };
    struct log log = { .runs = NULL };
    FILE *file = tmpfile();
    cr_assert(file);
    fputs("t [ms],x [m],F [N]\n", file);
    for (int i = 0; i < N_THINNED; i++)
        fprintf(file, "%d,%d,%d\n", thinned_time(i), i, i % 7);
    rewind(file);
    cr_assert(log_read_stream(&log, file, "a.csv", NULL, said), "%s", said);
    fclose(file);
    cr_assert_eq(log.n_runs, 4);
    for (size_t run = 0; run < 4; run++) {
        size_t k = begins[run];
        for (size_t i = 0; i < log.runs[run].n; i++, k += 4) {
            cr_assert(log.runs[run].t[i] == thinned_time((int)k) * 1e-3, "row %zu", k);
            cr_assert(log.runs[run].x[i] == (double)k && log.runs[run].force[i] == (double)(k % 7));
        }
        cr_expect(k >= begins[run + 1] && k < begins[run + 1] + 4, "%zu", k);
    }
    cr_expect_str_eq(note_of(&log, 0), "a.csv: one of 4 rows kept: 30002 of 120005");
    log_free(&log);
}

Test(rows, are_those_of_a_file)
{
    char path[256], error[LOG_ERROR];
    const char *folder = getenv("TEST_TMPDIR");
    struct log log = { .runs = NULL };
    folder = folder ? folder : "/tmp";
    snprintf(path, sizeof path, "%s/log_rows_test-%d.csv", folder, (int)getpid());
    cr_expect(!log_read(&log, path, NULL, error));
    cr_expect(strstr(error, "cannot be read: No such file"), "%s", error);
    cr_expect(!log_read(&log, folder, NULL, error));
    cr_expect(strstr(error, "is a directory, expected a CSV file"), "%s", error);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fprintf(file, "%s%s", HEADING, plain_rows());
    fclose(file);
    cr_expect(log_read(&log, path, NULL, error), "%s", error);
    cr_expect(log.n_runs == 1 && log.runs->file == path);
    remove(path);
    static char endless[1 << 14];
    memset(endless, 'a', sizeof endless - 1);
    cr_expect(!log_read(&log, endless, NULL, error));
    cr_expect(strstr(error, "the path is too long"), "%s", error);
    cr_expect_eq(log.n_runs, 1);
    log_free(&log);
}

/* A line of 65535 bytes is read, with a last line that has no end; a longer one is not. */
Test(rows, have_lines_of_bounded_length)
{
    enum { LONGEST = (1 << 16) - 1 };
    static char text[2 * LONGEST + 8192];
    struct log log = { .runs = NULL };
    for (int extra = 0; extra < 2; extra++) {
        char *c = text + sprintf(text, "t [s],x [m],F [N],n\n");
        for (int i = 0; i < 20; i++)
            c += sprintf(c, "%d,%d,%d,\n", i, i, i);
        char *const line = c;
        c += sprintf(c, "20,1,1,");
        for (; c < line + LONGEST + extra; c++)
            *c = 'a';
        const bool good = read_bytes(&log, text, (size_t)(c - text), NULL, said);
        cr_expect_eq(good, extra == 0, "%s", said);
        cr_expect(extra == 0 || strstr(said, "line 22: found a longer line"), "%s", said);
    }
    cr_expect_eq(log.runs->n, 21);
    log_free(&log);
}
