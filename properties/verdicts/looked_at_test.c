/* Where trials look is told by definition, and printed as it is. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/looked_at_output.h"
#include "tools/base/memory.h"

enum { A, B, C_FREE, FIXED, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    { .name = "a", .value = 1, .lo = 0, .hi = 2 },
    { .name = "b", .value = 1, .lo = 0.5, .hi = 8 },
    { .name = "c", .value = 1, .lo = -3, .hi = 4 },
    { .name = "d", .value = 1, .lo = 1, .hi = 1 },
};
static const struct model model = { .name = "made_up", .params = params, .n_params = N_PARAMS };
static const struct claim claim = { .property = PASSIVITY, .base = ALL_VALID };

static struct sample sample_of(const struct hold holds[], unsigned n)
{
    struct sample s = { .p = { 1, 1, 1, 1 }, .n = n };
    memcpy(s.holds, holds, n * sizeof *holds);
    return s;
}

/* The extremes stand first, in the middle and last, rests among them. */
Test(looked_at, extremes_wherever_they_stand)
{
    static const struct hold holds[] = { { -5, 2 }, { 0, 1e-6 }, { 5, 30 }, { 0.25, 4 } };
    enum { N = 4 };
    for (unsigned first = 0; first < N; first++) {
        struct hold turned[N];
        for (unsigned i = 0; i < N; i++)
            turned[i] = holds[(first + i) % N];
        const struct sample s = sample_of(turned, N);
        struct looked_at at = { .trials = 0 };
        looked_at_add_f64(&at, &model, &claim, &s);
        cr_expect(at.trials == 1 && at.slowest == 0.25 && at.fastest == 5 && at.shortest == 1e-6 &&
                      at.longest == 30 && at.holds == N,
                  "%u: %g to %g m/s, %g to %g s, %u holds", first, at.slowest, at.fastest,
                  at.shortest, at.longest, at.holds);
        cr_expect_eq(at.reversals, first == 3 ? 2 : 1, "%u: %u", first, at.reversals);
    }
}

/* Later trials widen what earlier ones looked at, in any order. */
Test(looked_at, all_trials_count)
{
    static const struct hold one[] = { { 1, 1 } }, other[] = { { 1e-9, 5 }, { -3, 1e3 }, { 2, 2 } };
    const struct sample samples[] = { sample_of(one, 1), sample_of(other, 3) };
    for (unsigned first = 0; first < 2; first++) {
        struct looked_at at = { .trials = 0 };
        for (unsigned i = 0; i < 2; i++)
            looked_at_add_f64(&at, &model, &claim, &samples[(first + i) % 2]);
        cr_expect(at.trials == 2 && at.slowest == 1e-9 && at.fastest == 3 && at.shortest == 1 &&
                  at.longest == 1e3 && at.holds == 3 && at.reversals == 2);
    }
}

/* Ends of what the claim leaves free count, each once; d has no range, and c none in a claim. */
Test(looked_at, ends_of_parameters)
{
    static const struct hold holds[] = { { 1, 1 } };
    const struct claim narrower = { .property = PASSIVITY,
                                    .box = { { C_FREE, 2, 2 } },
                                    .n_box = 1 };
    struct sample s = sample_of(holds, 1);
    struct looked_at at = { .trials = 0 };
    looked_at_add_f64(&at, &model, &claim, &s);
    cr_expect(at.ends == 6 && at.low == 0 && at.high == 0);
    s.p[A] = 0;
    s.p[B] = 8 * (1 - 1e-9);
    s.p[C_FREE] = -3;
    looked_at_add_f64(&at, &model, &claim, &s);
    cr_expect(at.low == (1 << A | 1 << C_FREE) && at.high == 1 << B);
    s.p[A] = 1e-3;
    s.p[B] = 0.5;
    s.p[C_FREE] = 4;
    looked_at_add_f64(&at, &model, &claim, &s);
    cr_expect(at.low == (1 << A | 1 << B | 1 << C_FREE) && at.high == (1 << B | 1 << C_FREE));
    looked_at_add_f64(&at, &model, &narrower, &s);
    cr_expect_eq(at.ends, 4);
}

static void count_turns(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)s, (void)h, (void)x;
    mem->ints[0] = v > 0 ? 1 : -1;
}

static real nothing(const real p[], const struct memory *mem, real v, real s, real h,
                    const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
    return 0;
}

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed;
    mem->ints[0] = 0;
}

/* Modes are told apart, and met again they are the same. */
Test(looked_at, modes)
{
    static const struct hold forth[] = { { 1, 1 }, { 2, 1 } }, back[] = { { -1, 1 }, { 1, 1 } };
    struct model with = model;
    with.n_ints = 1;
    with.start = start;
    with.flow = count_turns;
    with.work = nothing;
    struct sample s = sample_of(forth, 2);
    struct looked_at at = { .trials = 0 };
    looked_at_add_f64(&at, &with, &claim, &s);
    cr_expect_eq(at.modes, 1);
    s = sample_of(back, 2);
    for (unsigned i = 1; i <= 16; i++) { /* every 16th trial */
        cr_expect_eq(at.modes, 1, "%u", i);
        looked_at_add_f64(&at, &with, &claim, &s);
    }
    cr_expect_eq(at.modes, 2);
}

static double number(const cJSON *json, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

/* What is printed reads back as what was looked at: rounded into the range, three digits. */
Test(looked_at, is_printed)
{
    const struct looked_at at = { .trials = 9,
                                  .slowest = 1.2345e-9,
                                  .fastest = 987.65,
                                  .shortest = 2.3456e-6,
                                  .longest = 4567.8,
                                  .holds = 17,
                                  .reversals = 5,
                                  .low = 5,
                                  .high = 2,
                                  .ends = 8,
                                  .modes = 3 };
    struct memory_stream stream;
    double v[2], h[2];
    unsigned n[5];
    looked_at_print(memory_open(&stream), &at);
    char *text = memory_close(&stream);
    cr_assert_eq(
        sscanf(text,
               " looked at |v| from %lf to %lf m/s, holds from %lf to %lf s, up to %u holds "
               "and %u reversals in a signal; %u of %u ends of parameters; %u modes",
               &v[0], &v[1], &h[0], &h[1], &n[0], &n[1], &n[2], &n[3], &n[4]),
        9, "%s", text);
    cr_expect(v[0] == 1.24e-9 && v[1] == 987 && h[0] == 2.35e-6 && h[1] == 4560, "%s", text);
    cr_expect(n[0] == 17 && n[1] == 5 && n[2] == 3 && n[3] == 8 && n[4] == 3, "%s", text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_expect(strcspn(line, "\n") <= 80);
    free(text);
    cJSON *json = looked_at_json(&at);
    cr_expect(number(json, "slowest") == at.slowest && number(json, "fastest") == at.fastest &&
              number(json, "shortest") == at.shortest && number(json, "longest") == at.longest &&
              number(json, "holds") == 17 && number(json, "reversals") == 5 &&
              number(json, "ends_met") == 3 && number(json, "ends") == 8 &&
              number(json, "modes") == 3);
    cJSON_Delete(json);
    const struct looked_at none = { .trials = 0 };
    looked_at_print(memory_open(&stream), &none);
    text = memory_close(&stream);
    cr_expect_str_eq(text, "");
    free(text);
}
