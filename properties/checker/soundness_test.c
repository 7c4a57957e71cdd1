/* What the checker must never do with witnesses: judge by less than the whole signal, or print less
 * than it knows. An earlier checker failed each case here. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness.h"
#include "properties/stored.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"

enum { MAX_PREC = 4096 };

/* A witness of a law with the numbers of Table I. */
static void compose(char *text, size_t size, const char *model, const char *signal)
{
    static const char *const numbers[][3] = {
        { "coulomb", "\"Fc\":\"1\"", "" },
        { "lugre",
          "\"sigma0\":\"100000\",\"sigma1\":\"316.22776601683796\",\"sigma2\":\"0.4\","
          "\"Fc\":\"1\",\"Fs\":\"1.5\",\"vs\":\"0.001\",\"m\":\"2\"",
          "\"0\"" },
        { "martinez_rosas",
          "\"sigma0\":\"100000\",\"sigma1\":\"316.22776601683796\",\"sigma2\":\"0.4\","
          "\"Fc\":\"1\",\"Fs\":\"1.5\",\"vs\":\"0.001\",\"m\":\"2\",\"alpha\":\"1e9\"",
          "\"0\",\"0\"" },
        { "karnopp", "\"Dv\":\"0.001\",\"Fc\":\"1\",\"Fs\":\"1.5\",\"sigma2\":\"0.4\"", "" },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i][0], model) == 0)
            snprintf(text, size,
                     "{\"format\":\"witness-1\",\"model\":\"%s\",\"params\":{%s},"
                     "\"property\":\"passivity\",\"x0\":[%s],\"signal\":[%s]}",
                     model, numbers[i][1], numbers[i][2], signal);
}

static struct verdict_on_witness judge(const char *model, const char *signal,
                                       struct work_limit *limit)
{
    char text[4096] = "";
    struct witness w;
    struct file_error error;
    compose(text, sizeof text, model, signal);
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
    const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, limit);
    witness_free(&w);
    return verdict;
}

#define HOLD(v, t)      "{\"kind\":\"hold\",\"v\":\"" v "\",\"t\":\"" t "\"}"
#define RAMP(v0, v1, t) "{\"kind\":\"ramp\",\"v0\":\"" v0 "\",\"v1\":\"" v1 "\",\"t\":\"" t "\"}"
#define WAVE(kind, amp, omega, phase)                                                              \
    "{\"kind\":\"" kind "\",\"mean\":\"0.3\",\"amp\":\"" amp "\",\"omega\":\"" omega               \
    "\",\"phase\":\"" phase "\",\"t\":\"2\"}"
#define CHIRP(mean, amp, w0, w1, t)                                                                \
    "{\"kind\":\"chirp\",\"mean\":\"" mean "\",\"amp\":\"" amp "\",\"w0\":\"" w0 "\",\"w1\":\"" w1 \
    "\",\"t\":\"" t "\"}"
#define TABLE(rows) "{\"kind\":\"csv\",\"samples\":[" rows "]}"

/* Level segments are holds, to the last digit, also for laws of which only holds can be decided. */
Test(witnesses, of_level_segments_are_those_of_holds)
{
    static const char *const models[] = { "coulomb", "lugre", "martinez_rosas", "karnopp" };
    static const char *const level[] = {
        RAMP("0.3", "0.3", "2"),
        RAMP("0.3", "3e-1", "2"),
        WAVE("sine", "0", "3", "1"),
        WAVE("cosine", "0.0", "3", "1"),
        WAVE("sine", "0.7", "0", "0"),
        CHIRP("0.3", "0", "5", "-5", "2"),
        CHIRP("0.3", "0.1", "0", "0.0", "2"),
        TABLE("[\"0\",\"0.3\"],[\"2\",\"0.3\"]"),
    };
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        const struct verdict_on_witness held = judge(models[m], HOLD("0.3", "2"), NULL);
        cr_expect_neq(held.confirmed, ANSWER_UNDECIDED, "%s", models[m]);
        for (size_t i = 0; i < sizeof level / sizeof *level; i++) {
            const struct verdict_on_witness v = judge(models[m], level[i], NULL);
            cr_expect_eq(v.confirmed, held.confirmed, "%s: %s", models[m], level[i]);
            cr_expect(strcmp(v.lo, held.lo) == 0 && strcmp(v.hi, held.hi) == 0,
                      "%s: %s: [%s, %s], held [%s, %s]", models[m], level[i], v.lo, v.hi, held.lo,
                      held.hi);
        }
    }
}

/* 478.4011955399386 J by an independent integration; without the ramp's energy it is negative. */
Test(witnesses, count_the_energy_of_a_level_ramp)
{
    const char *signal = HOLD("0.001", "1") "," HOLD("1", "1") "," RAMP("1", "1", "2000");
    const struct verdict_on_witness v = judge("martinez_rosas", signal, NULL);
    cr_expect_eq(v.confirmed, ANSWER_NO);
    cr_expect(decimal_compare(v.lo, "478.4011955399387") <= 0 &&
                  decimal_compare("478.4011955399386", v.hi) <= 0,
              "[%s, %s]", v.lo, v.hi);
    const struct verdict_on_witness one = judge("coulomb", RAMP("1", "1", "1"), NULL);
    cr_expect(strcmp(one.lo, "1") == 0 && strcmp(one.hi, "1") == 0, "[%s, %s]", one.lo, one.hi);
}

/* A table's level rows between rows that are not level, and a sine of frequency zero, which is
 * level at a velocity that no decimal states: energies of 1 N, by hand. */
Test(witnesses, count_the_energy_of_level_parts)
{
    const struct verdict_on_witness rows =
        judge("coulomb",
              TABLE("[\"0\",\"0.1\"],[\"0.3\",\"0.1\"],[\"0.7\",\"0.2\"],[\"0.9\",\"0.2\"]"), NULL);
    cr_expect(decimal_compare(rows.lo, "0.13") <= 0 && decimal_compare("0.13", rows.hi) <= 0,
              "[%s, %s]", rows.lo, rows.hi);
    /* 2 (0.3 + 0.7 sin 1) */
    const struct verdict_on_witness sine = judge("coulomb", WAVE("sine", "0.7", "0", "1"), NULL);
    cr_expect(decimal_compare(sine.lo, "1.778059378731055") <= 0 &&
                  decimal_compare("1.778059378731055", sine.hi) <= 0,
              "[%s, %s]", sine.lo, sine.hi);
}

/* The checker does not begin a wave of a million radians a second, and gives up one that takes
 * longer than allowed; both answers say so. */
Test(witnesses, that_take_too_long_are_undecided, .timeout = 60)
{
    struct work_limit much = work_limit_from_now(RIGOROUS_UNITS, 0);
    const struct verdict_on_witness v =
        judge("lugre", CHIRP("0", "1", "1000000", "-1000000", "10"), &much);
    cr_expect_eq(v.confirmed, ANSWER_UNDECIDED);
    cr_expect_geq(much.units, RIGOROUS_UNITS - 10, "it was not begun");
    const char *slow = CHIRP("0", "1", "10000", "-10000", "1");
    struct work_limit work = work_limit_from_now(100, 0);
    cr_expect_str_eq(judge("lugre", slow, &work).reason, "not decided within the limit of work");
    struct work_limit seconds = work_limit_from_now(1e9, 0.2);
    const struct verdict_on_witness late = judge("lugre", slow, &seconds);
    cr_expect_eq(late.confirmed, ANSWER_UNDECIDED);
    cr_expect_str_eq(late.reason, "not decided within the time allowed");
}

/* The stored witness behind many rests, which are part of no window. */
Test(witnesses, of_drift_behind_many_segments_are_found)
{
    enum { RESTS = 100 };
    const char *stored = stored_witness_find("lugre_no_drift.json");
    cr_assert(stored);
    const char *signal = strstr(stored, "\"signal\":");
    cr_assert(signal);
    signal = strchr(signal, '[') + 1;
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fprintf(out, "%.*s", (int)(signal - stored), stored);
    for (int i = 0; i < RESTS; i++)
        fprintf(out, "%s,", HOLD("0", "0.001"));
    fputs(signal, out);
    char *text = memory_close(&stream);
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_expect_gt(w.n_segments, RESTS);
    cr_expect_eq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_YES);
    witness_free(&w);
    free(text);
}

/* What slides there and back in each period ends each as it began, and farther on. It slides by
 * force, which is no drift. */
Test(witnesses, of_sliding_in_periods_are_no_drift)
{
    static const char wave[] = "{\"kind\":\"sine\",\"mean\":\"0.001\",\"amp\":\"0.01\",\"omega\":"
                               "\"62.83\",\"phase\":\"0\",\"t\":\"0.1\"}",
                      ramps[] = RAMP("0.01", "-0.009", "0.01") "," RAMP("-0.009", "0.01", "0.01");
    static const char *const periods[] = { wave, ramps };
    for (int i = 0; i < 2; i++) {
        char signal[2048], text[4096], drift[4096];
        struct witness w;
        struct file_error error;
        snprintf(signal, sizeof signal, "%s,%s,%s", periods[i], periods[i], periods[i]);
        compose(text, sizeof text, "lugre", signal);
        char *name = strstr(text, "passivity");
        cr_assert(name);
        snprintf(drift, sizeof drift, "%.*sno_drift%s", (int)(name - text), text,
                 name + strlen("passivity"));
        cr_assert(witness_parse(drift, strlen(drift), &w, &error), "%s", error.text);
        cr_expect_eq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_NO, "%s", periods[i]);
        witness_free(&w);
    }
}

/* The printed ends enclose the enclosure in the file, which has ten more digits. */
Test(witnesses, print_enclosures_that_enclose)
{
    int n = 0;
    for (const struct stored_witness *s = stored_witnesses; s->name; s++) {
        struct witness w;
        struct file_error error;
        cr_assert(witness_parse(s->text, strlen(s->text), &w, &error), "%s", error.text);
        const struct verdict_on_witness v = witness_check(&w, MAX_PREC, NULL);
        if (w.lo) {
            cr_expect(decimal_compare(v.lo, w.hi) <= 0 && decimal_compare(w.lo, v.hi) <= 0,
                      "%s: [%s, %s] beside [%s, %s]", s->name, v.lo, v.hi, w.lo, w.hi);
            n++;
        }
        witness_free(&w);
    }
    cr_expect_geq(n, 20, "%d enclosures", n);
}

/* The path of a wave of many periods, of which the checker computes one, takes no states. */
Test(witnesses, of_long_waves_are_judged_at_the_scale_of_their_path)
{
    const char *text =
        "{\"format\":\"witness-1\",\"model\":\"coulomb\",\"params\":{\"Fc\":\"1\"},"
        "\"property\":\"odd_symmetry\",\"x0\":[],\"signal\":[{\"kind\":\"sine\",\"mean\":\"0.1\","
        "\"amp\":\"0.3\",\"omega\":\"10\",\"phase\":\"1\",\"t\":\"10\"}]}";
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_expect_eq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_NO);
    witness_free(&w);
}
