/* The tables of findings, from motions whose measures are known: every cell. */
#include "benchmarks/replication/world_test.h"
#include "tools/base/memory.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
bool __wrap_finding_run(const struct finding *f, double alpha, enum method method,
                        struct trajectory *r);
bool __wrap_finding_run(const struct finding *f, double alpha, enum method method,
                        struct trajectory *r)
{
    return run_in_closed_form(f, alpha, method, r);
}
/* NOLINTEND(bugprone-reserved-identifier) */

static struct findings_table *table_of(const char *name)
{
    struct findings_table *t = memory_array(1, sizeof *t);
    const struct findings_entry *e = findings_tables;
    while (strcmp(e->name, name) != 0)
        e++;
    t->name = name;
    e->fill(t);
    return t;
}

static void expect_headings(const struct findings_table *t, const char *headings)
{
    char text[1024] = "";
    for (unsigned c = 0; c < t->n_columns; c++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s|", t->heading[c]);
    cr_expect_str_eq(text, headings, "%s: %s", t->name, text);
}

static void expect_cell(const struct findings_table *t, unsigned row, unsigned column,
                        const char *expected)
{
    cr_expect_str_eq(t->cell[row][column], expected, "%s, %s, column %u: '%s', not '%s'", t->name,
                     t->cell[row][0], column, t->cell[row][column], expected);
}

/* Expects four digits of the value, as far as the methods agree; a unit may follow. */
static void expect_value(const struct findings_table *t, unsigned row, unsigned column,
                         double alpha, double value, const char *unit)
{
    char text[FINDINGS_CELL];
    if (alpha == HOPELESS)
        findings_number(text, NAN, 4);
    else
        findings_number(text, value, alpha == UNSTABLE && unit ? 2 : 4);
    if (alpha != HOPELESS && unit)
        strncat(text, unit, sizeof text - strlen(text) - 1);
    expect_cell(t, row, column, text);
}

static void expect_words(const struct findings_table *t, unsigned row, unsigned column,
                         double alpha, const char *words)
{
    expect_cell(t, row, column, alpha == HOPELESS ? "cannot be computed" : words);
}

static const double many[] = { 0,   1e3, 2e3, 5e3, 1e4, 2e4, 2.5e4, 5e4, 1e5, 2e5, 5e5, 1e6,
                               2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8,   5e8, 1e9, 2e9, 5e9, 1e10 };
static const double few[] = { 0, 1e4, 2.5e4, 5e4, 1e5, 1e6, 1e9 };
enum { MANY = sizeof many / sizeof *many, FEW = sizeof few / sizeof *few };

static void expect_laws(const struct findings_table *t, const double alphas[], unsigned n)
{
    char text[FINDINGS_CELL];
    cr_assert_eq(t->n_rows, n);
    for (unsigned i = 0; i < n; i++) {
        const bool apart = alphas[i] == UNSETTLED || alphas[i] == UNSTABLE || alphas[i] == HOPELESS;
        findings_alpha(text, alphas[i]);
        strncat(text, apart ? " †" : "", sizeof text - strlen(text) - 1);
        expect_cell(t, i, 0, text);
    }
}

/* "": four digits agree; displacements may differ from method to method. */
static void expect_length(const struct findings_table *t, unsigned row, unsigned column,
                          double alpha, double metres)
{
    const bool large = metres < -1e-3 || metres > 1e-3;
    expect_value(t, row, column, alpha, large ? metres : 1e6 * metres, large ? " m" : "");
}

Test(tables, pre_sliding)
{
    struct findings_table *t = table_of("pre_sliding");
    expect_headings(t, "alpha (N s/m)|first release (s)|under (N)|x(10 s) (µm)|x(35 s) (µm)|"
                       "x(60 s) (µm)|largest abs x (µm)|the mass|");
    expect_laws(t, many, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        const double alpha = many[i], release = first_release(alpha), c = creep(alpha);
        expect_value(t, i, 1, alpha, release, NULL);
        expect_value(t, i, 2, alpha, 0.01 * of_law(alpha) * release, NULL);
        expect_length(t, i, 3, alpha, -10 * c);
        expect_length(t, i, 4, alpha, -35 * c);
        expect_length(t, i, 5, alpha, -60 * c);
        expect_length(t, i, 6, alpha, 65 * c);
        expect_words(t, i, 7, alpha,
                     alpha >= 1.3e6  ? "never moves"
                     : 65 * c > 1e-3 ? "breaks away"
                                     : "holds still, then bends");
    }
    free(t);
}

Test(tables, hysteresis)
{
    unsigned lines = 0;
    struct findings_table *t = table_of("hysteresis");
    expect_headings(t, "alpha (N s/m)|lag (N), 1 rad/s|10 rad/s|25 rad/s|reversing: 1 rad/s|"
                       "10 rad/s|25 rad/s|");
    expect_laws(t, few, FEW);
    for (unsigned i = 0; i < FEW; i++)
        for (unsigned k = 0; k < 6; k++) {
            const double value = lag(few[i], (double[]){ 1, 10, 25 }[k % 3], k >= 3);
            lines += fabs(value) < 1e-7;
            expect_value(t, i, 1 + k, few[i], fabs(value) < 1e-7 ? 0 : value, "");
        }
    cr_expect_eq(lines, 1, "a loop that is a line up to rounding has no lag");
    free(t);
}

/* Counts the slips up to 30 s. */
static void slips(double alpha, char text[FINDINGS_CELL])
{
    unsigned forward = 0, backward = 0;
    for (unsigned k = 0; first_slip(alpha) + k * period(alpha) <= 30; k++)
        *(goes_back(alpha, first_slip(alpha) + k * period(alpha)) ? &backward : &forward) += 1;
    if (forward == 0)
        snprintf(text, FINDINGS_CELL, "none");
    else if (backward == 0)
        snprintf(text, FINDINGS_CELL, "%u", forward);
    else
        snprintf(text, FINDINGS_CELL, "%u, and %u backward", forward, backward);
}

/* Slips after 30 s have a period if there are two of them within 60 s. */
Test(tables, stick_slip)
{
    struct findings_table *t = table_of("stick_slip");
    char text[FINDINGS_CELL];
    unsigned backward = 0;
    expect_headings(t, "alpha (N s/m)|first release (s)|first slip (s)|period (s)|slip length (m)|"
                       "peak speed (m/s)|slips in 30 s|");
    expect_laws(t, many, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        const double alpha = many[i], first = first_slip(alpha), one = period(alpha);
        const double twice = first + one <= 60 ? one : (double)NAN;
        expect_value(t, i, 1, alpha, slip_release(alpha), NULL);
        expect_value(t, i, 2, alpha, first, NULL);
        expect_value(t, i, 3, alpha, twice, "");
        expect_value(t, i, 4, alpha, 0.3 * twice, "");
        expect_value(t, i, 5, alpha, slip_speed(alpha), NULL);
        slips(alpha, text);
        backward += strstr(text, "backward") != NULL;
        /* periods that differ by 0.4 % differ by some slip in 66 */
        expect_words(t, i, 6, alpha, alpha == UNSTABLE ? "unstable" : text);
    }
    cr_expect_eq(backward, 1);
    free(t);
}

/* The error rises evenly from half of its end to its end: its square has the mean 7/12. */
Test(tables, pid)
{
    struct findings_table *t = table_of("pid");
    const double lugre = pid_error(LUGRE);
    expect_headings(t, "alpha (N s/m)|first release (s)|max error (m)|rms error (m)|"
                       "max over LuGre's|rms over LuGre's|the mass|");
    expect_laws(t, many, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        const double alpha = many[i], e = pid_error(alpha);
        expect_value(t, i, 1, alpha, pid_release(alpha), NULL);
        expect_value(t, i, 2, alpha, e, "");
        expect_value(t, i, 3, alpha, e * sqrt(7 / 12.0), "");
        expect_value(t, i, 4, alpha, e / lugre, "");
        expect_value(t, i, 5, alpha, e / lugre, "");
        expect_words(t, i, 6, alpha, alpha > 3e9 ? "never moves" : "hunts");
    }
    free(t);
}

/* From 50 to 100 of 500 s the error is 0.1 to 0.2 of its end, from 450 on 0.9 to 1. */
Test(tables, pid_long)
{
    struct findings_table *t = table_of("pid_long");
    expect_headings(t, "alpha (N s/m)|max error (m), 50-100 s|450-500 s|rms error (m), 50-100 s|"
                       "450-500 s|max, late over early|");
    expect_laws(t, few, FEW);
    for (unsigned i = 0; i < FEW; i++) {
        const double alpha = few[i], e = pid_error(alpha);
        expect_value(t, i, 1, alpha, 0.2 * e, "");
        expect_value(t, i, 2, alpha, e, "");
        expect_value(t, i, 3, alpha, e * sqrt(0.07 / 3), "");
        expect_value(t, i, 4, alpha, e * sqrt(2.71 / 3), "");
        expect_value(t, i, 5, alpha, 5, NULL);
    }
    free(t);
}

/* Where the closed forms say that things change. */
Test(tables, changes)
{
    static const struct {
        const char *experiment, *what;
        double alpha;
    } rows[] = {
        { "pre_sliding", "above: never moves", 1.3e6 },
        { "stick_slip", "period as LuGre's", 3e4 },
        { "stick_slip", "above: not released in 30 s", 7e6 },
        { "pid", "above: max error below LuGre's", 4e4 },
        { "pid", "above: max error beyond LuGre's", 8e4 },
        { "pid", "above: max error beyond 0.1 m", 1.5e5 },
        { "pid", "above: never moves in 100 s", 3e9 },
    };
    enum { LAGS = 6, ROWS = sizeof rows / sizeof *rows };
    struct findings_table *t = table_of("changes");
    const double least = sqrt(3.2e9);
    char text[FINDINGS_CELL];
    expect_headings(t, "experiment|what|alpha (N s/m)|over LuGre's|");
    cr_assert_eq(t->n_rows, LAGS + ROWS + 2);
    for (unsigned k = 0; k < LAGS; k++) {
        const double omega = (double[]){ 1, 10, 25 }[k % 3];
        expect_cell(t, k, 0, k < 3 ? "hysteresis" : "hysteresis, reversing");
        snprintf(text, sizeof text, "above: lag %s, %g rad/s", k < 3 ? "negative" : "positive",
                 omega);
        expect_cell(t, k, 1, text);
        expect_value(t, k, 2, LUGRE, lag_zero(omega, k >= 3), NULL);
        expect_cell(t, k, 3, "—");
    }
    for (unsigned k = 0; k < ROWS; k++) {
        expect_cell(t, LAGS + k, 0, rows[k].experiment);
        expect_cell(t, LAGS + k, 1, rows[k].what);
        expect_value(t, LAGS + k, 2, LUGRE, rows[k].alpha, NULL);
        expect_cell(t, LAGS + k, 3, "—");
    }
    for (unsigned k = 0; k < 2; k++) {
        const unsigned row = LAGS + ROWS + k;
        expect_cell(t, row, 0, "pid");
        expect_cell(t, row, 1, k == 0 ? "smallest max error" : "smallest rms error");
        findings_number(text, least, 2);
        expect_cell(t, row, 2, text);
        expect_value(t, row, 3, LUGRE, pid_error(least) / pid_error(LUGRE), NULL);
    }
    free(t);
}

static void expect_row(const struct findings_table *t, unsigned *row, const char *experiment,
                       const char *measure, double lugre, double printed)
{
    expect_cell(t, *row, 0, experiment);
    expect_cell(t, *row, 1, measure);
    expect_value(t, *row, 2, LUGRE, lugre, NULL);
    expect_value(t, *row, 3, TABLE_I, printed, NULL);
    ++*row;
}

static void expect_thrown(const struct findings_table *t, unsigned *row, const char *name,
                          double t_end)
{
    const double none = (double)NAN, release = t_end / 4, flight = thrown_for(t_end);
    expect_row(t, row, name, "first release (s)", none, release);
    expect_row(t, row, name, "sigma0 y then", none, release);
    expect_row(t, row, name, "force on the mass then (N)", none, 0.5 + 0.01 * (release - 1e-3));
    expect_row(t, row, name, "peak speed until the first stop (m/s)", none, flight);
    expect_row(t, row, name, "place of that stop (m)", none, 1 - 3 * flight);
}

Test(tables, table_i)
{
    struct findings_table *t = table_of("table_i");
    const double a = LUGRE, b = TABLE_I, none = (double)NAN, sigma0 = 1e5;
    char text[FINDINGS_CELL];
    unsigned row = 0;
    expect_headings(t, "experiment|measure|LuGre|alpha = 1e9|");
    expect_row(t, &row, "pre_sliding, Fig. 2", "largest displacement in 65 s (µm)", 65e6 * creep(a),
               65e6 * creep(b));
    for (unsigned k = 0; k < 3; k++) {
        const double omega = (double[]){ 1, 10, 25 }[k], half = 4 / acos(-1);
        snprintf(text, sizeof text, "hysteresis, Figs. 3-4, %g rad/s", omega);
        expect_row(t, &row, text, "swing of sigma0 z", sigma0 * swing_z(a, omega), 0);
        expect_row(t, &row, text, "swing of sigma0 y", none, sigma0 * swing_y(b, omega));
        expect_row(t, &row, text, "swing of F (N)", half * fabs(lag(a, omega, false)),
                   half * fabs(lag(b, omega, false)));
        expect_row(t, &row, text, "lag (N)", lag(a, omega, false), lag(b, omega, false));
    }
    expect_cell(t, row, 0, "stick_slip, Figs. 6-8");
    expect_cell(t, row, 1, "slips in 30 s");
    slips(a, text);
    expect_cell(t, row, 2, text);
    slips(b, text);
    expect_cell(t, row++, 3, strcmp(text, "none") == 0 ? "0" : text);
    expect_thrown(t, &row, "stick_slip, 400 s", 400);
    expect_thrown(t, &row, "pid, Fig. 10", 100);
    const double e[] = { pid_error(a), pid_error(b) };
    expect_row(t, &row, "pid, Fig. 10", "max error, 50-100 s (m)", 0.2 * e[0], 0.2 * e[1]);
    expect_row(t, &row, "pid, Fig. 10", "rms error, 50-100 s (m)", sqrt(0.07 / 3) * e[0],
               sqrt(0.07 / 3) * e[1]);
    expect_row(t, &row, "pid, 500 s", "max error, 450-500 s (m)", e[0], e[1]);
    expect_row(t, &row, "pid, 500 s", "rms error, 450-500 s (m)", sqrt(2.71 / 3) * e[0],
               sqrt(2.71 / 3) * e[1]);
    cr_expect_eq(t->n_rows, row);
    free(t);
}

/* What cannot be computed has no measure, whichever it is. */
Test(experiments, that_fail_have_no_measures)
{
    struct deviation early, late;
    double release;
    const struct findings_pre_sliding creep_of = findings_pre_sliding(HOPELESS, FINE);
    cr_expect(isnan(creep_of.release) && isnan(creep_of.force) && isnan(creep_of.largest));
    for (size_t i = 0; i < 3; i++)
        cr_expect(isnan(creep_of.x[i]));
    for (int reversing = 0; reversing < 2; reversing++) {
        const struct findings_hysteresis loop = findings_hysteresis(HOPELESS, 10, reversing, FINE);
        cr_expect(isnan(loop.lag) && isnan(loop.force_swing) && isnan(loop.z) && isnan(loop.y));
    }
    const struct findings_stick_slip slip = findings_stick_slip(HOPELESS, FINE);
    cr_expect(slip.failed && isnan(slip.release) && slip.forward == 0 && slip.backward == 0);
    cr_expect(isnan(slip.slips.first) && isnan(slip.slips.period) && isnan(slip.slips.length) &&
              isnan(slip.slips.peak));
    cr_expect_not(findings_pid(HOPELESS, FINE, &release, &early));
    cr_expect_not(findings_pid_long(HOPELESS, FINE, &early, &late));
}
