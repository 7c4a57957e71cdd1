/* Parts of a heading by themselves: what is cut from a label, which names are the same, what is
 * asked for, how lines become cells and errors lines. */
#include "reference/logs/log_label.h"

#include "reference/logs/log_columns.h"
#include "reference/logs/log_source.h"
#include "reference/logs/log_test.h"

static void expect_same(const char *found, const char *expected, const char *of)
{
    cr_assert_eq(found != NULL, expected != NULL, "'%s': %s", of, found ? found : "none");
    if (found && expected)
        cr_expect_str_eq(found, expected, "'%s': '%s', not '%s'", of, found, expected);
}

/* Cells of headings, and what they are cut into. */
static const struct {
    const char *cell;
    enum log_quantity q;
    const char *name, *unit;
} labels[] = {
    { "v", LOG_V, "v", NULL },
    { "", LOG_V, "", NULL },
    { "  v  [ mm/s ]  ", LOG_V, "v", "mm/s" },
    { "v[mm/s]", LOG_V, "v", "mm/s" },
    { "v (mm/s)", LOG_V, "v", "mm/s" },
    { "v/(mm/s)", LOG_V, "v", "mm/s" },
    { "v / [mm/s]", LOG_V, "v", "mm/s" },
    { "v [V]", LOG_V, "v", "V" },
    { "v []", LOG_V, "v", "" },
    { "[m/s]", LOG_V, "", "m/s" },
    { "/[m/s]", LOG_V, "", "m/s" },
    { "F (1) (N)", LOG_F, "F (1)", "N" },
    { "F (left) [N]", LOG_F, "F (left)", "N" },
    { "F [left] (N)", LOG_F, "F [left]", "N" },
    { "F [1] [N]", LOG_F, "F [1]", "N" },
    { "F N]", LOG_F, "F N]", NULL },
    { "F N)", LOG_F, "F N)", NULL },
    { "F (N]", LOG_F, "F (N]", NULL },
    { "F, kN", LOG_F, "F", "kN" },
    { "F, s", LOG_F, "F", "s" },
    { "F, left, N", LOG_F, "F, left", "N" },
    { "F, left", LOG_F, "F, left", NULL },
    { "force_N", LOG_F, "force", "N" },
    { "friction_force", LOG_F, "friction_force", NULL },
    { "friction_force_kN", LOG_F, "friction_force", "kN" },
    { "F_m", LOG_F, "F_m", NULL },
    { "F N m", LOG_F, "F", "N m" },
    { "pos_x_mm", LOG_X, "pos_x", "mm" },
    { "x mm", LOG_X, "x", "mm" },
    { "x_s", LOG_X, "x_s", NULL },
    { "x_s", LOG_T, "x", "s" },
    { "v/mm/s", LOG_V, "v", "mm/s" },
    { "v/a/m", LOG_V, "v/a", "m" },
    { "F/s", LOG_F, "F", "s" },
    { "v/a", LOG_V, "v/a", NULL },
};

/* A unit stands in brackets, or behind a comma, _, a blank or /, where it is one; behind _ and a
 * blank only one of the quantity. */
Test(label, is_cut_into_name_and_unit)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        struct log_label label = log_label_read(labels[i].cell, labels[i].q);
        expect_same(label.name, labels[i].name, labels[i].cell);
        expect_same(label.unit, labels[i].unit, labels[i].cell);
        log_label_free(&label);
        cr_expect(!label.name && !label.unit);
    }
}

Test(label, has_a_name_in_any_case)
{
    static const char *const same[][2] = {
        { "friction_force", "Friction-Force" }, { "a b", "A_B" }, { "", "" }, { "x1", "X1" }
    };
    static const char *const others[][2] = { { "force", "forc" },  { "forc", "force" },
                                             { "force", "farce" }, { "", "x" },
                                             { "x", "" },          { "a b", "ab" } };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        cr_expect(log_same_name(same[i][0], same[i][1]), "%s", same[i][0]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_not(log_same_name(others[i][0], others[i][1]), "%s", others[i][0]);
}

/* Units of lengths and of angles fit, and tell which of them it is; those of time do not tell. */
Test(label, has_a_unit_that_fits)
{
    static const struct {
        const char *unit;
        enum log_quantity q;
        int is_angular; /* -1: it says nothing; -2: it does not fit */
    } cases[] = { { "min", LOG_T, -1 }, { "m", LOG_T, -2 },      { "mm", LOG_X, 0 },
                  { "deg", LOG_X, 1 },  { "m/s", LOG_X, -2 },    { "1", LOG_X, -2 },
                  { "in/s", LOG_V, 0 }, { "rpm", LOG_V, 1 },     { "m", LOG_V, -2 },
                  { "1/s", LOG_V, -2 }, { "kN", LOG_F, 0 },      { "N mm", LOG_F, 1 },
                  { "kg", LOG_F, -2 },  { "g m/s^2", LOG_U, 0 }, { "Nm", LOG_U, 1 },
                  { "N/m", LOG_U, -2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int before = 0; before < 2; before++) {
            struct log_unit unit;
            bool is_angular = before;
            cr_assert(log_unit_read(cases[i].unit, &unit));
            cr_expect_eq(log_unit_fits(cases[i].q, &unit, &is_angular), cases[i].is_angular > -2,
                         "%s", cases[i].unit);
            cr_expect_eq(is_angular, cases[i].is_angular >= 0 ? cases[i].is_angular : before, "%s",
                         cases[i].unit);
        }
}

static char error[LOG_ERROR];

static void expect_columns(const char *text, const char *const asked[LOG_QUANTITIES])
{
    const struct log_source s = { .path = "a.csv", .error = error };
    struct log_columns columns;
    cr_assert(log_columns_read(&s, text, &columns), "%s", error);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        expect_same(columns.text[q], asked[q], text);
    log_columns_end(&columns);
}

/* Names of quantities are those of headings, too; an entry ends where the next name begins. */
Test(columns, are_asked_for_by_any_name)
{
    expect_columns(NULL, (const char *[LOG_QUANTITIES]){ NULL });
    expect_columns("", (const char *[LOG_QUANTITIES]){ NULL });
    expect_columns("v=", (const char *[LOG_QUANTITIES]){ [LOG_V] = "" });
    expect_columns("v=,x= ", (const char *[LOG_QUANTITIES]){ [LOG_V] = "", [LOG_X] = "" });
    expect_columns(
        "time=a, b [s] , Torque = c=d,u=e",
        (const char *[LOG_QUANTITIES]){ [LOG_T] = "a, b [s] ", [LOG_F] = "c=d", [LOG_U] = "e" });
    expect_columns("u=a,f=b,v=c,x=d,t=e",
                   (const char *[LOG_QUANTITIES]){ "e", "d", "c", "b", "a" });
}

/* Reads the lines of a text, as cells between bars and lines between ends of lines. */
static const char *cells_of(const char *text, enum log_line *last)
{
    static char all[4096];
    char *c = all;
    FILE *file = tmpfile();
    struct log_source s = { .path = "a.csv", .file = file, .error = error };
    *all = *error = '\0';
    cr_assert(file && fwrite(text, 1, strlen(text), file) == strlen(text));
    rewind(file);
    while ((*last = log_next(&s)) == LOG_LINE_READ) {
        for (size_t i = 0; i < s.n_cells; i++)
            c += sprintf(c, "|%s", s.cells[i]);
        c += sprintf(c, "\n");
    }
    log_source_end(&s);
    fclose(file);
    return all;
}

/* The first line has the separator: a tab, else a semicolon, else a comma, which are none in
 * quotes, else blanks, which are none in brackets nor before them. A comment directly above a first
 * line of numbers is the heading. */
Test(source, has_lines_of_cells)
{
    static const char *const cases[][2] = {
        { "", "" },
        { "a,b", "|a|b\n" },
        { "\xef\xbb\xbf"
          "a,b\r\n1,2\r\n",
          "|a|b\n|1|2\n" },
        { "a;b,c\n1,5;2", "|a|b,c\n|1,5|2\n" },
        { "a;b\tc,d\n1\t2\n", "|a;b|c,d\n|1|2\n" },
        { "\"a;b\",c\n1;2,3", "|a;b|c\n|1;2|3\n" },
        { "\"a\tb\";c\n", "|a\tb|c\n" },
        { "\"a\"\t\"b\" \t\tc", "|a|b||c\n" },
        { "a\nb", "|a\n|b\n" },
        { " a , \"b \" ,c ", "|a|b|c\n" },
        { "a,\"b\"\"c\"\"\",\"\"", "|a|b\"c\"|\n" },
        { ",a,", "||a|\n" },
        { "a\t\tb\n\t1\t", "|a||b\n||1|\n" },
        { "# a,b\n\n  \t\n #\na,b\n#c,d\n1,2", "|a|b\n|1|2\n" },
        { "a,b\"c,d\n", "|a|b\"c|d\n" },
        { "a b", "|a|b\n" },
        { " a [m / s]   b (kg m)  c/s \r\n 1   -2e3 3,5  \n\n4 5 6",
          "|a [m / s]|b (kg m)|c/s\n|1|-2e3|3,5\n|4|5|6\n" },
        { "\"a b\"  c\n1  2\n", "|a b|c\n|1|2\n" },
        { "# rig\n# a,b\n1,2\n# c,d\n3,4", "|a|b\n|1|2\n|3|4\n" },
        { "%% a\tb\r\n -.5\t2\n", "|a|b\n|-.5|2\n" },
        { "#a b\n\n1,2", "|1|2\n" },
        { "# a,b\n+3,4", "|a|b\n|+3|4\n" },
        { "# a,b\n.,4", "|.|4\n" },
        { "% a,b\nx,y\n1,2", "|x|y\n|1|2\n" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum log_line last;
        const char *found = cells_of(cases[i][0], &last);
        cr_expect_str_eq(found, cases[i][1], "'%s': %s", cases[i][0], found);
        cr_expect_eq(last, LOG_LINE_NONE, "%s", error);
    }
}

/* Errors have the line, counted with comments and blank lines. */
Test(source, tells_which_line_is_bad)
{
    static const char *const cases[][2] = {
        { "# b\n\n\"a", "'a.csv' line 3: a quote has no end, expected another \" in the line" },
        { "a,b\n\"a\" b,c", "'a.csv' line 2: found 'b,c' behind a cell in quotes, expected ','" },
        { "a;b\n\"a\"x", "'a.csv' line 2: found 'x' behind a cell in quotes, expected ';'" },
        { "# a,b\n1,2\n\"a",
          "'a.csv' line 3: a quote has no end, expected another \" in the line" },
        { "# \"a,b\n1,2\n", "'a.csv' line 1: a quote has no end, expected another \" in the line" },
        { "a\x7f,b", "'a.csv' line 1: found a control character, expected CSV as a text in UTF-8" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum log_line last;
        cells_of(cases[i][0], &last);
        cr_expect_eq(last, LOG_LINE_BAD);
        cr_expect_str_eq(error, cases[i][1], "%s", error);
    }
}

/* What is another format is named, with what makes a text of it; a text that is like its beginning
 * is a text. */
Test(source, names_what_is_no_text)
{
    static const char *const cases[][2] = {
        { "MATLAB 5.0 MAT-file, Platform: GLNXA64", "'a.csv': is a MAT-file, " },
        { "\x89HDF\r\n\x1a\n", "'a.csv': is an HDF5 file, " },
        { "TDSm\x0e", "'a.csv': is a TDMS file, " },
        { "PK\x03\x04\x14", "'a.csv': is a spreadsheet or an archive, " },
        { "\x1f\x8b\x08", "'a.csv': is compressed, " },
        { "\xff\xfet", "'a.csv': is a text in UTF-16, expected UTF-8" },
        { "\xfe\xff", "'a.csv': is a text in UTF-16, expected UTF-8" },
    };
    enum log_line last;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cells_of(cases[i][0], &last);
        cr_expect_eq(last, LOG_LINE_BAD);
        cr_expect_eq(strncmp(error, cases[i][1], strlen(cases[i][1])), 0, "%s", error);
    }
    cr_expect_str_eq(cells_of("MATLAB 5,TDS\nPK,1\nTDSm,2", &last),
                     "|MATLAB 5|TDS\n|PK|1\n|TDSm|2\n");
    cr_expect_eq(last, LOG_LINE_NONE);
}

/* An error is one line of UTF-8: what is none is a question mark, byte by byte. Of a long path the
 * last 160 bytes are shown. */
Test(source, refuses_in_one_line)
{
    static const char *const texts[][2] = {
        { "\xc2\xb0 \xe2\x8b\x85 \xf0\x9f\x98\x80 ~", "\xc2\xb0 \xe2\x8b\x85 \xf0\x9f\x98\x80 ~" },
        { "a\nb\tc\x7f", "a?b?c?" },
        { "\xc2 \xb0", "? ?" },
        { "\xe2\x8b.", "??." },
        { "\xc1\xbf", "??" },
        { "\xf5\x80\x80\x80", "????" },
        { "\xf0\x9f\x98", "???" },
    };
    char path[200], expected[LOG_ERROR];
    struct log_source s = { .path = path, .error = error };
    snprintf(path, sizeof path, "a.csv");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect_not(log_refuse(&s, "%s", texts[i][0]));
        snprintf(expected, sizeof expected, "'a.csv': %s", texts[i][1]);
        cr_expect_str_eq(error, expected, "%s", error);
    }
    for (size_t n = 160; n <= 161; n++) {
        memset(path, 'a', n);
        path[0] = 'b';
        path[n] = '\0';
        log_refuse(&s, "%s", "no");
        snprintf(expected, sizeof expected, "'%s%s': no", n > 160 ? "..." : "",
                 path + (n > 160 ? 1 : 0));
        cr_expect_str_eq(error, expected, "%s", error);
    }
}
