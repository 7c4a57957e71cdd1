/* Whatever the bytes of a file are: they are read into runs as log.h describes them, or refused
 * with one line. */
#include <math.h>

#include "reference/logs/log_test.h"
#include "tools/testing/test_random.h"

static void expect_column(const double *column, size_t n)
{
    for (size_t i = 0; column && i < n; i++)
        cr_assert(isfinite(column[i]));
}

static void expect_log(const struct log *log)
{
    cr_assert_gt(log->n_runs, 0);
    for (size_t k = 0; k < log->n_runs; k++) {
        const struct log_run *run = &log->runs[k];
        cr_assert(run->n >= LOG_LEAST_ROWS && (run->x || run->v) && (run->force || run->applied));
        expect_column(run->t, run->n);
        expect_column(run->x, run->n);
        expect_column(run->v, run->n);
        expect_column(run->force, run->n);
        expect_column(run->applied, run->n);
        for (size_t i = 1; i < run->n; i++)
            cr_assert_gt(run->t[i], run->t[i - 1]);
    }
    for (size_t i = 0; i < log->n_notes; i++)
        cr_assert(*log->notes[i] && !strchr(log->notes[i], '\n'));
}

/* Returns true when the bytes are taken. */
static bool take(const char *bytes, size_t size, const char *columns)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    const bool good = read_bytes(&log, bytes, size, columns, error);
    if (good)
        expect_log(&log);
    else
        cr_assert(log.n_runs == 0 && log.n_notes == 0 && *error && strlen(error) < LOG_ERROR &&
                  !strpbrk(error, "\n\r\t"));
    log_free(&log);
    return good;
}

static size_t below(unsigned long long *state, size_t n)
{
    return (size_t)((double)n * test_uniform(state));
}

Test(random, bytes_are_refused)
{
    unsigned long long state = test_seed();
    char bytes[2000];
    for (int i = 0; i < 2000; i++) {
        const size_t size = below(&state, sizeof bytes);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (char)below(&state, 256);
        cr_expect(!take(bytes, size, NULL), "seed %llu, input %d", test_seed(), i);
    }
}

/* Lines with bytes changed, put in, left out: many of them are logs still. */
Test(random, changes_leave_a_log_or_an_error)
{
    static const char *const headings[] = { "t [s],x [mm],F [N]\n", "t,x,F\ns,mm,N\n",
                                            "%t [s] x [mm]  F [N]\n",
                                            "zeit_ms;\"pos, deg\";torque/mN.m\n",
                                            "# a\nT\tq\tu\n[s]\t(\xc2\xb5m)\tkg m/s^2\n" };
    static const char signs[] = "0123456789.,;\t\n\r\"#-+eE[]()/_ tsxmFNuv=nai\xc2\xb5\xb0";
    static const char *const columns[] = { NULL, NULL, "t=t,x=,v=x[m/s]", "F=F [kN],x=x" };
    unsigned long long state = test_seed() + 1;
    unsigned taken = 0;
    for (unsigned i = 0; i < 6000; i++) {
        char bytes[8192];
        const char separators[] = { ',', ',', ' ', ';', '\t' };
        size_t size = (size_t)snprintf(bytes, sizeof bytes, "%s%s", headings[i % 5],
                                       rows_with(separators[i % 5], '.', "\n"));
        for (size_t n = below(&state, 6); n > 0; n--) {
            const size_t at = below(&state, test_uniform(&state) < 0.5 ? 30 : size);
            const char sign = signs[below(&state, sizeof signs)];
            const size_t kind = below(&state, 3), move = size - at;
            if (kind == 0)
                bytes[at] = sign;
            else if (kind == 1) {
                memmove(bytes + at, bytes + at + 1, move - 1);
                size--;
            } else {
                memmove(bytes + at + 1, bytes + at, move);
                bytes[at] = sign;
                size++;
            }
        }
        taken += take(bytes, size, columns[below(&state, 4)]);
    }
    cr_expect(taken > 1000 && taken < 5000, "%u are taken", taken);
}

/* Which columns are asked for, with any signs. */
Test(random, columns_leave_a_log_or_an_error)
{
    static const char signs[] = "txvFu=,[] sm/N\"";
    unsigned long long state = test_seed() + 2;
    for (int i = 0; i < 3000; i++) {
        char bytes[4096], columns[40];
        const size_t n = below(&state, sizeof columns);
        for (size_t k = 0; k < n; k++)
            columns[k] = signs[below(&state, sizeof signs - 1)];
        columns[n] = '\0';
        const int size = snprintf(bytes, sizeof bytes, "t [s],x [m],F [N]\n%s", plain_rows());
        take(bytes, (size_t)size, columns);
    }
}
