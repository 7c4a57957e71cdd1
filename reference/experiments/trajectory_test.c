/* A trajectory that is written is read with all its numbers, or not at all. */
#include "reference/experiments/trajectory.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 5, STATES = 3, EVENTS = 4, COLUMNS = 6 };

static void columns_of(const struct trajectory *r, double *column[COLUMNS])
{
    double *const all[COLUMNS] = { r->t, r->x, r->v, r->F, r->energy, r->law };
    memcpy((void *)column, (const void *)all, sizeof all);
}

static size_t length(size_t column) { return column + 1 < COLUMNS ? SAMPLES : SAMPLES * STATES; }

/* All numbers differ; one force is an interval. */
static void fill(struct trajectory *r)
{
    double *column[COLUMNS];
    trajectory_init(r, SAMPLES, STATES, 2);
    columns_of(r, column);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t k = 0; k < length(i); k++)
            column[i][k] = 100 * (double)i + (double)k;
    r->F[2] = (double)NAN;
    for (unsigned i = 0; i < EVENTS; i++)
        trajectory_event(r, i % 2 ? PLANT_SWITCH : PLANT_CAPTURE, 0.125 * i);
}

static bool is_read(const char *bytes, size_t n, struct trajectory *r)
{
    FILE *in = fmemopen((void *)bytes, n > 0 ? n : 1, "r");
    cr_assert(in);
    if (n == 0)
        fgetc(in);
    const bool read = trajectory_read(r, in);
    fclose(in);
    return read;
}

Test(trajectory, comes_back_whole)
{
    struct trajectory written, r;
    double *before[COLUMNS], *after[COLUMNS];
    char *bytes = NULL;
    size_t n = 0;
    fill(&written);
    columns_of(&written, before);
    FILE *out = open_memstream(&bytes, &n);
    cr_assert(out);
    trajectory_write(&written, out);
    fclose(out);
    trajectory_init(&r, SAMPLES, STATES, 1);
    columns_of(&r, after);
    for (int time = 0; time < 2; time++) { /* also over what another one left */
        cr_assert(is_read(bytes, n, &r));
        for (size_t i = 0; i < COLUMNS; i++)
            cr_expect_arr_eq(after[i], before[i], length(i) * sizeof(double), "column %zu", i);
        cr_assert_eq(r.n_events, EVENTS);
        for (size_t i = 0; i < EVENTS; i++)
            cr_expect(r.events[i].kind == written.events[i].kind &&
                          r.events[i].t == written.events[i].t,
                      "event %zu", i);
    }
    for (size_t less = 0; less < n; less++)
        cr_expect_not(is_read(bytes, less, &r), "%zu of %zu bytes", less, n);
    trajectory_free(&r);
    for (size_t other = 0; other < 2; other++) {
        trajectory_init(&r, SAMPLES + !other, STATES + other, 1);
        cr_expect_not(is_read(bytes, n, &r), "other samples or states");
        trajectory_free(&r);
    }
    free(bytes);
    trajectory_free(&written);
}

/* Times are equally spaced, both ends included, and everything else is zero. */
Test(trajectory, begins_at_zero)
{
    static const double ends[] = { 1, 0.3, 1e-9, 7e5 };
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 2; n < 9; n++) {
            struct trajectory r;
            double *column[COLUMNS];
            trajectory_init(&r, n, STATES, ends[i]);
            columns_of(&r, column);
            cr_expect(r.t[0] == 0 && r.t[n - 1] == ends[i] && r.n == n && r.n_states == STATES);
            for (size_t k = 0; k < n; k++) {
                cr_expect_float_eq(r.t[k] * (double)(n - 1), ends[i] * (double)k,
                                   2 * 0x1p-52 * ends[i] * (double)n);
                for (size_t c = 1; c < COLUMNS; c++)
                    cr_expect_eq(column[c][k], 0);
            }
            cr_expect_eq(r.n_events, 0);
            trajectory_free(&r);
        }
}

/* The largest magnitude stands first, in the middle or last, of either sign, in its own column. */
Test(trajectory, has_a_largest_number)
{
    for (size_t place = 0; place < SAMPLES; place++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double numbers[SAMPLES * STATES];
            for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
                numbers[k] = k % STATES ? 1e9 : 1;
            numbers[place * STATES] = sign * 7;
            numbers[(place + 1) % SAMPLES * STATES] = (double)NAN;
            cr_expect_eq(trajectory_largest(numbers, SAMPLES, STATES), 7, "at %zu", place);
        }
    cr_expect_eq(trajectory_largest(NULL, 0, 1), 0);
}
