/* Prints tables with a row for LuGre and one for each alpha. */
#include "benchmarks/replication/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "benchmarks/replication/parts.h"
#include "tools/base/cli.h"

static const double alphas[] = { 1e3, 2e3, 5e3, 1e4, 2e4, 2.5e4, 5e4, 1e5, 2e5, 5e5, 1e6,  2e6,
                                 5e6, 1e7, 2e7, 5e7, 1e8, 2e8,   5e8, 1e9, 2e9, 5e9, 1e10, 0 };

/* For linear dependence, and for long runs. */
static const double few_alphas[] = { 1e4, 2.5e4, 5e4, 1e5, 1e6, 1e9, 0 };

/* One row as one method computes it: numbers, then words. */
struct row {
    double value[FINDINGS_MAX_COLUMNS];
    unsigned n;
    char words[FINDINGS_CELL];
    bool failed;
    bool lengths; /* values from the third on are µm: show those of more than 1 mm in m */
};
/* Computes a row; first: LuGre's row, NULL for LuGre itself. */
typedef struct row row_function(double alpha, enum method method, const struct row *first);

static bool agree(const struct row *a, const struct row *b)
{
    if (a->failed || b->failed || strcmp(a->words, b->words) != 0)
        return false;
    for (unsigned i = 0; i < a->n; i++)
        if (!findings_agree(a->value[i], b->value[i], 4))
            return false;
    return true;
}

/* Writes the digits that both computations of the row have in common. */
static void put_value(char text[FINDINGS_CELL], const struct row *row, const struct row *again,
                      unsigned i)
{
    const double a = row->value[i], b = again->value[i];
    const bool metres = row->lengths && i >= 2 && fabs(a) > 1e3;
    if (row->failed || again->failed)
        findings_number(text, NAN, 4);
    else
        findings_common(text, metres ? 1e-6 * a : a, metres ? 1e-6 * b : b);
    if (metres)
        strncat(text, " m", FINDINGS_CELL - strlen(text) - 1);
}

static const char *words(const struct row *row, const struct row *again)
{
    if (row->failed || again->failed)
        return "cannot be computed";
    return strcmp(row->words, again->words) == 0 ? row->words : "unstable";
}

/* If two tolerances do not give the same four digits, computes the row by the reference, and marks
 * it. */
static void put_row(struct findings_table *t, double alpha, row_function *compute,
                    struct row first[2])
{
    char(*cell)[FINDINGS_CELL] = t->cell[t->n_rows++];
    const struct row *lugre = alpha > 0 ? first : NULL;
    struct row row = compute(alpha, FINE, lugre);
    struct row again = compute(alpha, COARSE, lugre ? &lugre[COARSE] : NULL);
    const bool unsettled = !agree(&row, &again);
    if (unsettled) {
        row = compute(alpha, EXACT, lugre);
        again = compute(alpha, EXACT_AGAIN, lugre);
    }
    findings_alpha(cell[0], alpha);
    if (unsettled)
        strncat(cell[0], " †", FINDINGS_CELL - strlen(cell[0]) - 1);
    for (unsigned i = 0; i < row.n; i++)
        put_value(cell[1 + i], &row, &again, i);
    if (row.n + 1 < t->n_columns)
        snprintf(cell[row.n + 1], FINDINGS_CELL, "%s", words(&row, &again));
    if (lugre)
        return;
    first[FINE] = row;
    first[COARSE] = again;
}

static void fill(struct findings_table *t, const char *const headings[], unsigned n,
                 const double list[], row_function *compute)
{
    struct row first[2];
    t->n_columns = n;
    memcpy(t->heading, headings, n * sizeof *headings);
    put_row(t, LUGRE, compute, first);
    for (unsigned i = 0; list[i] > 0; i++) {
        cli_progress("findings: %s, alpha %g", t->name, list[i]);
        put_row(t, list[i], compute, first);
    }
    cli_progress_done();
}

static struct row pre_sliding_row(double alpha, enum method method, const struct row *first)
{
    const struct findings_pre_sliding m = findings_pre_sliding(alpha, method);
    struct row row = { .n = 6, .failed = isnan(m.largest), .lengths = true };
    (void)first;
    const double values[] = { m.release,    m.force,      1e6 * m.x[0],
                              1e6 * m.x[1], 1e6 * m.x[2], 1e6 * m.largest };
    memcpy(row.value, values, sizeof values);
    const char *what = alpha > 0 && isnan(m.release)      ? "never moves"
                       : m.largest > FINDINGS_BREAKS_AWAY ? "breaks away"
                       : isnan(m.release)                 ? "bends from the start"
                                                          : "holds still, then bends";
    snprintf(row.words, sizeof row.words, "%s", what);
    return row;
}

static void pre_sliding(struct findings_table *t)
{
    static const char *const headings[] = { "alpha (N s/m)",      "first release (s)",
                                            "under (N)",          "x(10 s) (µm)",
                                            "x(35 s) (µm)",       "x(60 s) (µm)",
                                            "largest abs x (µm)", "the mass" };
    fill(t, headings, 8, alphas, pre_sliding_row);
}

static struct row hysteresis_row(double alpha, enum method method, const struct row *first)
{
    struct row row = { .n = 6 };
    (void)first;
    for (unsigned i = 0; i < 6; i++) {
        const double lag = findings_hysteresis(alpha, findings_omegas[i % 3], i >= 3, method).lag;
        /* At alpha = sigma0 (Fs-Fc) the loop is a line, up to rounding. */
        row.value[i] = fabs(lag) < 1e-7 ? 0 : lag;
        row.failed |= isnan(lag);
    }
    return row;
}

static void hysteresis(struct findings_table *t)
{
    static const char *const headings[] = { "alpha (N s/m)", "lag (N), 1 rad/s",   "10 rad/s",
                                            "25 rad/s",      "reversing: 1 rad/s", "10 rad/s",
                                            "25 rad/s" };
    fill(t, headings, 7, few_alphas, hysteresis_row);
}

static struct row stick_slip_row(double alpha, enum method method, const struct row *first)
{
    const struct findings_stick_slip m = findings_stick_slip(alpha, method);
    struct row row = { .n = 5, .failed = m.failed };
    (void)first;
    const double values[] = { m.release, m.slips.first, m.slips.period, m.slips.length,
                              m.slips.forward > 0 ? m.slips.peak : (double)NAN };
    memcpy(row.value, values, sizeof values);
    if (m.forward == 0)
        snprintf(row.words, sizeof row.words, "none");
    else if (m.backward > 0)
        snprintf(row.words, sizeof row.words, "%u, and %u backward", m.forward, m.backward);
    else
        snprintf(row.words, sizeof row.words, "%u", m.forward);
    return row;
}

static void stick_slip(struct findings_table *t)
{
    static const char *const headings[] = { "alpha (N s/m)",   "first release (s)",
                                            "first slip (s)",  "period (s)",
                                            "slip length (m)", "peak speed (m/s)",
                                            "slips in 30 s" };
    fill(t, headings, 7, alphas, stick_slip_row);
}

static struct row pid_row(double alpha, enum method method, const struct row *first)
{
    struct row row = { .n = 5 };
    struct deviation d;
    double release;
    row.failed = !findings_pid(alpha, method, &release, &d);
    if (row.failed)
        return row;
    const double values[] = { release, d.largest, d.rms,
                              d.largest / (first ? first->value[1] : d.largest),
                              d.rms / (first ? first->value[2] : d.rms) };
    memcpy(row.value, values, sizeof values);
    snprintf(row.words, sizeof row.words, "%s",
             alpha > 0 && isnan(release) ? "never moves" : "hunts");
    return row;
}

static void pid(struct findings_table *t)
{
    static const char *const headings[] = { "alpha (N s/m)",    "first release (s)",
                                            "max error (m)",    "rms error (m)",
                                            "max over LuGre's", "rms over LuGre's",
                                            "the mass" };
    fill(t, headings, 7, alphas, pid_row);
}

static struct row pid_long_row(double alpha, enum method method, const struct row *first)
{
    struct row row = { .n = 5 };
    struct deviation early, late;
    (void)first;
    row.failed = !findings_pid_long(alpha, method, &early, &late);
    if (row.failed)
        return row;
    const double values[] = { early.largest, late.largest, early.rms, late.rms,
                              late.largest / early.largest };
    memcpy(row.value, values, sizeof values);
    return row;
}

static void pid_long(struct findings_table *t)
{
    static const char *const headings[] = { "alpha (N s/m)", "max error (m), 50-100 s",
                                            "450-500 s",     "rms error (m), 50-100 s",
                                            "450-500 s",     "max, late over early" };
    fill(t, headings, 6, few_alphas, pid_long_row);
}

const struct findings_entry findings_tables[] = {
    { "table_i", "The experiments at Table I", findings_table_i },
    { "pre_sliding", "Pre-sliding", pre_sliding },
    { "hysteresis", "Friction lag", hysteresis },
    { "stick_slip", "Stick-slip", stick_slip },
    { "pid", "PID, the last 50 s of 100 s", pid },
    { "pid_long", "PID, 500 s", pid_long },
    { "changes", "Where things change", findings_changes },
    { .name = NULL },
};
