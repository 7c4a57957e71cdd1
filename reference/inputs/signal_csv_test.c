/* Velocity from files: what is accepted, what is said of the rest, and linear between samples. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/inputs/signal.h"
#include "tools/testing/test_random.h"

enum { PATH = 512 };

/* Tests run at once, in processes of their own. */
static const char *path_of(const char *name, char path[PATH])
{
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, PATH, "%s/signal %ld %s", directory ? directory : "/tmp", (long)getpid(), name);
    return path;
}

/* Parses `csv` and a file of these bytes. */
static bool parse_bytes(const char *bytes, size_t n, struct signal *s, char error[SIGNAL_TEXT])
{
    char path[PATH], text[PATH + 8];
    FILE *file = fopen(path_of("a.csv", path), "wb");
    cr_assert(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
    snprintf(text, sizeof text, " csv\t%s ", path);
    const bool ok = signal_parse(text, s, error);
    remove(path);
    return ok;
}

static void parse_text(const char *text, struct signal *s)
{
    char error[SIGNAL_TEXT] = "";
    cr_assert(parse_bytes(text, strlen(text), s, error), "%s", error);
}

Test(csv, accepts_headers_comments_blanks_and_either_line_end)
{
    static const char *const texts[] = {
        "0,1\n0.5,-1\n2,3\n",
        "0,1\n0.5,-1\n2,3",
        "t,v\n0,1\n0.5,-1\n2,3\n",
        "# by hand\n\n t , v \n0,1 # from here\n\n  0.5 ,\t-1\n#2,0\n2,3\n\n",
        "t,v\r\n0,1\r\n0.5,-1\r\n2,3\r\n",
        "\xef\xbb\xbft,v\n0,1\n0.5,-1\n2,3\n",
        "0x0p0,1e0\n+.5,-1.0\n2,3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct signal s;
        parse_text(texts[i], &s);
        cr_expect_eq(s.duration, 2, "%zu", i);
        cr_expect(signal_velocity(&s, 0) == 1 && signal_velocity(&s, 0.5) == -1 &&
                      signal_velocity(&s, 2) == 3,
                  "%zu", i);
        signal_free(&s);
    }
}

Test(csv, refuses_with_file_line_what_was_found_and_expected)
{
    static const struct {
        const char *text, *line, *found, *expected;
    } bad[] = {
        { "", "line 1", "0 samples", "at least two" },
        { "\n# nothing\n", "line 3", "0 samples", "at least two" },
        { "t,v\n", "line 2", "0 samples", "at least two" },
        { "t,v\n0,1\n", "line 3", "1 sample,", "at least two" },
        { "0,1\n2,1\n1,1\n", "line 3", "1 s after 2 s", "later" },
        { "0,1\n2,1\n\n2,1\n", "line 4", "2 s after 2 s", "later" },
        { "0,1\n-1,1\n", "line 2", "-1 s after 0 s", "later" },
        { "0.5,1\n1,1\n", "line 1", "first time of 0.5 s", "0" },
        { "t,v\n-1,1\n1,1\n", "line 2", "first time of -1 s", "0" },
        { "0,1\n1\n", "line 2", "one column, '1'", "two: t,v" },
        { "0 1\n1 2\n", "line 1", "one column, '0 1'", "two: t,v" },
        { "0;1\n1;2\n", "line 1", "one column, '0;1'", "two: t,v" },
        { "0,1\n1,2,3\n", "line 2", "third column, '3'", "two: t,v" },
        { "0,1\n1,2,\n", "line 2", "third column, ''", "two: t,v" },
        { "0,1\n1,nan\n", "line 2", "column v: found 'nan'", "finite number" },
        { "0,1\ninf,1\n", "line 2", "column t: found 'inf'", "finite number" },
        { "0,1\n1,1e999\n", "line 2", "column v: found '1e999'", "finite number" },
        { "0,1\n1,\n", "line 2", "column v: found ''", "finite number" },
        { "0,1\n1,fast\n", "line 2", "column v: found 'fast'", "finite number" },
        { "0,1\n1,2 3\n", "line 2", "column v: found '2 3'", "finite number" },
        { "time,speed\n0,1\n1,2\n", "line 1", "column t: found 'time'", "finite number" },
        { "0,1\nt,v\n1,2\n", "line 2", "column t: found 't'", "finite number" },
        { "0,1\r1,2", "line 1", "third column, '2'", "two: t,v" },
        { "0,1\n1,\0332\n", "line 2", "found '?2'", "finite number" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct signal s;
        char error[SIGNAL_TEXT] = "";
        cr_expect(!parse_bytes(bad[i].text, strlen(bad[i].text), &s, error), "'%s' is accepted",
                  bad[i].text);
        cr_expect(strstr(error, "a.csv'") && strstr(error, bad[i].line) &&
                      strstr(error, bad[i].found) && strstr(error, bad[i].expected) &&
                      !strchr(error, '\n'),
                  "'%s': %s", bad[i].text, error);
        signal_free(&s);
    }
}

Test(csv, refuses_what_is_no_text)
{
    struct signal s;
    char error[SIGNAL_TEXT], longest[3000];
    cr_expect(!parse_bytes("0,1\n1,2\0\n", 9, &s, error));
    cr_expect(strstr(error, "line 2") && strstr(error, "zero byte"), "%s", error);
    memset(longest, '1', sizeof longest);
    cr_expect(!parse_bytes(longest, sizeof longest, &s, error));
    cr_expect(strstr(error, "line 1") && strstr(error, "longer line"), "%s", error);
}

Test(csv, refuses_files_that_cannot_be_read)
{
    static const struct {
        const char *text, *found;
    } bad[] = {
        { "csv", "no file name, expected 'csv FILE'" },
        { "csv ; hold 1 1", "no file name, expected 'csv FILE'" },
        { "hold 1 1; csv no such\nfile.csv", "'no such?file.csv': cannot be read" },
        { "csv /", "'/': cannot be read: Is a directory" },
    };
    struct signal s;
    char error[SIGNAL_TEXT], name[5000];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!signal_parse(bad[i].text, &s, error));
        cr_expect(strstr(error, bad[i].found) && !strchr(error, '\n'), "%s", error);
    }
    for (size_t length = 300; length < sizeof name; length += 4500) {
        memset(name, 'n', length);
        memcpy(name, "csv ", 4);
        name[length] = '\0';
        cr_expect(!signal_parse(name, &s, error));
        cr_expect(strstr(error, "'...nnn") && strstr(error, "too long") && strlen(error) < 400,
                  "%s", error);
    }
}

/* Blanks in names, and relative names beside other segments, one of which is refused. */
Test(csv, finds_files_in_the_callers_directory)
{
    char path[PATH], error[SIGNAL_TEXT] = "";
    struct signal s;
    cr_assert(mkdir(path_of("directory", path), 0777) == 0);
    cr_assert(setenv("BUILD_WORKING_DIRECTORY", path, 1) == 0 && chdir(path) == 0);
    FILE *file = fopen("two samples.csv", "w");
    cr_assert(file && fputs("0,1\n1,2\n", file) >= 0 && fclose(file) == 0 && chdir("/") == 0);
    cr_expect(signal_parse("hold 1 1;csv  two samples.csv ;csv two samples.csv", &s, error), "%s",
              error);
    cr_expect_eq(s.duration, 3);
    signal_free(&s);
    cr_expect(!signal_parse("csv two samples.csv; csv three samples.csv", &s, error));
    cr_expect(strstr(error, "'three samples.csv': cannot be read: No such file"), "%s", error);
    cr_assert(chdir(path) == 0 && remove("two samples.csv") == 0 && chdir("/") == 0);
    rmdir(path);
}

/* Every sample and every zero between two of them ends an interval. */
Test(csv, intervals_end_at_samples_and_zeros)
{
    char path[PATH], text[PATH + 32], error[SIGNAL_TEXT] = "";
    struct signal s;
    FILE *file = fopen(path_of("b.csv", path), "w");
    cr_assert(file && fputs("0,1\n1,0\n3,-0.5\n3.25,0.5\n3.5,0\n4.25,0\n5.25,3\n", file) >= 0 &&
              fclose(file) == 0);
    snprintf(text, sizeof text, "hold 0 1; csv %s", path);
    cr_assert(signal_parse(text, &s, error), "%s", error);
    static const struct {
        double end, sign;
    } intervals[] = { { 1, 0 },    { 2, 1 },   { 4, -1 },   { 4.125, -1 },
                      { 4.25, 1 }, { 4.5, 1 }, { 5.25, 0 }, { 6.25, 1 } };
    double t = 0;
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        const struct smooth_interval now = signal_interval(&s, t);
        cr_expect(now.start == t && now.end == intervals[i].end && now.sign == intervals[i].sign,
                  "from %g to %g: %g", t, now.end, now.sign);
        t = now.end;
    }
    cr_expect(isinf(signal_interval(&s, t).end));
    cr_expect_eq(signal_velocity(&s, 1), 1, "the right limit");
    cr_expect_eq(signal_velocity(&s, 4.125), 0);
    cr_expect_eq(signal_distance(&s, 6.25), 0.5 - 0.5 + 0 + 0.0625 + 1.5);
    remove(path);
    signal_free(&s);
}

/* Samples come back bit by bit, whatever way they are written; distances are the sums that
 * long double makes of them, to the rounding of the last one and of each interpolation. */
Test(csv, samples_round_trip_and_distances_add_up)
{
    enum { N = 500 };
    char path[PATH], text[PATH + 8], error[SIGNAL_TEXT] = "";
    double t[N] = { 0 }, v[N];
    struct signal s;
    unsigned long long state = test_seed();
    FILE *file = fopen(path_of("c.csv", path), "w");
    cr_assert(file);
    for (int i = 0; i < N; i++) {
        if (i > 0)
            t[i] = t[i - 1] + exp2(-20 * test_uniform(&state));
        v[i] = (2 * test_uniform(&state) - 1) * exp2(-40 * test_uniform(&state));
        fprintf(file, i % 2 == 0 ? "%.17g,%.17g\n" : "%a,%a\n", t[i], v[i]);
    }
    cr_assert(fclose(file) == 0);
    snprintf(text, sizeof text, "csv %s", path);
    cr_assert(signal_parse(text, &s, error), "%s", error);
    cr_expect_eq(s.duration, t[N - 1]);
    long double sum = 0, path_length = 0;
    for (int i = 0; i < N; i++) {
        if (i > 0) {
            const long double h = (long double)t[i] - t[i - 1];
            sum += h * ((long double)v[i] + v[i - 1]) / 2;
            path_length += h * (fabsl(v[i]) + fabsl(v[i - 1])) / 2;
        }
        cr_expect(signal_segment_velocity(s.segments, t[i]) == v[i],
                  "seed %llu: v(%a) = %a, not %a", test_seed(), t[i],
                  signal_segment_velocity(s.segments, t[i]), v[i]);
        cr_expect(fabs((double)(signal_distance(&s, t[i]) - sum)) <=
                      4 * DBL_EPSILON * (double)path_length,
                  "seed %llu: distance %.17g at %.17g, not %.17Lg", test_seed(),
                  signal_distance(&s, t[i]), t[i], sum);
        if (i + 1 < N) { /* in between: values and integral of the chord */
            const double u = test_uniform(&state), h = t[i + 1] - t[i], at = t[i] + u * h;
            const double part = (at - t[i]) / h, chord = v[i] + (v[i + 1] - v[i]) * part;
            const double size = fmax(fabs(v[i]), fabs(v[i + 1]));
            const double distance = (double)sum + (at - t[i]) * (v[i] + chord) / 2;
            cr_expect(fabs(signal_segment_velocity(s.segments, at) - chord) <=
                      8 * DBL_EPSILON * size);
            cr_expect(fabs(signal_distance(&s, at) - distance) <=
                      8 * DBL_EPSILON * ((double)path_length + h * size));
        }
    }
    remove(path);
    signal_free(&s);
}

/* Also where the rise from sample to sample is beyond the numbers. */
Test(csv, is_linear_between_the_largest_numbers)
{
    struct signal s;
    parse_text("t,v\n0,-1.5e308\n8,1.5e308\n", &s);
    for (int i = 0; i <= 8; i++)
        cr_expect_float_eq(signal_velocity(&s, i), 0.375e308 * (i - 4), 1e294, "at %d: %g", i,
                           signal_velocity(&s, i));
    signal_free(&s);
}

/* A triangle wave with a million rows: found quickly, to the last one, and their distances,
 * 0.1 m/s times each row's time, add up to within a few roundings. */
Test(csv, may_have_a_million_rows)
{
    enum { N = 1000001 };
    char path[PATH], text[PATH + 8], error[SIGNAL_TEXT] = "";
    struct signal s;
    FILE *file = fopen(path_of("d.csv", path), "w");
    cr_assert(file);
    for (int i = 0; i < N; i++)
        fprintf(file, "%d.%03d,%s\n", i / 1000, i % 1000, i % 2 ? "-0.1" : "0.3");
    cr_assert(fclose(file) == 0);
    snprintf(text, sizeof text, "csv %s", path);
    cr_assert(signal_parse(text, &s, error), "%s", error);
    double t = 0;
    unsigned n = 0;
    for (; t < s.duration && n < 2 * N; n++) {
        const struct smooth_interval now = signal_interval(&s, t);
        const double sign = (n + 1) / 2 % 2 ? -1 : 1;
        cr_assert(now.sign == sign && now.end > t, "interval %u", n);
        t = now.end;
    }
    cr_expect_eq(n, 2u * (N - 1));
    cr_expect_eq(t, 1000);
    cr_expect(fabs(signal_distance(&s, t) - 100) <= 4 * DBL_EPSILON * 125, "%.17g",
              signal_distance(&s, t));
    remove(path);
    signal_free(&s);
}
