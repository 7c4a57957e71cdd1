/* Looks at logs whose contents are known; every number is read back from all formats. */
#include "properties/measurement/look.h"

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"
#include "tools/testing/test_output.h"

/* Strokes of so long at that speed, s and mm/s. Reversals are at 4.15, 0.6, 2.7 and 0.1 mm, and
 * none is where the motion goes on in the same direction after a rest. */
static const struct stroke {
    double time, speed;
} strokes[] = { { 0.5, 8.3 }, { 0.3, 0 },   { 1.5, -2.37 }, { 0.2, 0 }, { 0.2, 5.3 },
                { 0.1, 0 },   { 0.2, 5.3 }, { 0.9, -2.9 },  { 1, 1.17 } };

enum { STROKES = sizeof strokes / sizeof *strokes };

static const double duration = 4.9;

/* mm at time t, s. */
static double position_at(double t)
{
    double x = 0;
    for (int k = 0; k < STROKES; k++) {
        x += strokes[k].speed * fmin(t, strokes[k].time);
        t -= fmin(t, strokes[k].time);
    }
    return x;
}

/* Writes a log: intervals of 1 ms, each tenth 2 % longer, each two hundredth by one half; positions
 * in steps of 1 um; forces with a noise of 5 mN, in steps of 0.1 mN. */
static void write_log(FILE *file, bool is_angular)
{
    struct rng rng = rng_keyed(0, "log", 0);
    double t = 0;
    fputs(is_angular ? "t [ms],x [mrad],F [mNm]\n" : "t [ms],x [mm],F [mN]\n", file);
    for (int i = 0; t < 1e3 * duration; i++) {
        double pair[2];
        rng_normal_pair(&rng, pair);
        fprintf(file, "%.2f,%.3f,%.1f\n", t, position_at(t / 1e3), 100 + 5 * pair[0]);
        t += i % 200 == 150 ? 1.5 : i % 10 == 5 ? 1.02 : 1;
    }
}

struct subject {
    struct log log;
    struct motion motion;
    double *speed_error;
};

static const struct look_limits limits = { .length = 2e-4, .speed = 1.5e-3 };

static struct look begin(struct subject *s, bool is_angular)
{
    char error[LOG_ERROR];
    FILE *file = tmpfile();
    cr_assert(file);
    write_log(file, is_angular);
    rewind(file);
    *s = (struct subject){ .log = { .runs = NULL } };
    cr_assert(log_read_stream(&s->log, file, "a.csv", NULL, error), "%s", error);
    fclose(file);
    const struct log_run *run = s->log.runs;
    motion_through(&s->motion, run->n, run->t, run->x);
    s->speed_error = memory_array(run->n, sizeof *s->speed_error);
    for (size_t i = 0; i < run->n; i++)
        s->speed_error[i] = 1e-4;
    return look_at(run, s->log.is_angular, &s->motion, s->speed_error, limits);
}

static void end(struct subject *s)
{
    motion_free(&s->motion);
    log_free(&s->log);
    free(s->speed_error);
}

/* A position that is known reverses at its farthest sample, and travel goes from one such to the
 * next: strokes of 50, 30, 80 and 20 steps. */
Test(look, travels_from_farthest_to_farthest)
{
    enum { ALL = 181 };
    static const int strokes_of[] = { 50, 30, 80, 20 };
    static double t[ALL], x[ALL], v[ALL], force[ALL];
    const double step = 0x1p-20;
    int at = 0, place = 0;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < strokes_of[k]; i++) {
            at++;
            place += k % 2 ? -1 : 1;
            t[at] = 0x1p-10 * at;
            x[at] = step * place;
            v[at] = k % 2 ? -1 : 1;
        }
    v[0] = 1;
    struct log_run run = { .file = "a", .n = ALL, .t = t, .x = x, .force = force };
    const struct motion motion = { .n = ALL, .t = t, .x = x, .v = v };
    const struct look l = look_at(&run, false, &motion, NULL, limits);
    cr_expect_eq(l.reversals, 3);
    cr_expect_eq(l.travel[0], 30 * step);
    cr_expect_eq(l.travel[1], 80 * step);
}

Test(look, sees_what_is_in_a_log)
{
    /* Corners of the motion are known to ten samples or so. */
    const double corner = 0.02, share = 4 * corner / duration;
    struct subject s;
    const struct look l = begin(&s, false);
    cr_expect_str_eq(l.file, "a.csv");
    cr_expect(!l.is_angular);
    cr_expect_eq(l.samples, s.log.runs->n);
    cr_expect_float_eq(l.duration, duration, 1.5e-3);
    cr_expect_float_eq(l.interval, 1e-3, 1e-12);
    cr_expect_float_eq(l.irregularity[0], 0.02, 1e-9);
    cr_expect_float_eq(l.irregularity[1], 0.5, 1e-9);
    cr_expect_float_eq(l.position_step, 1e-6, 1e-15);
    cr_expect_float_eq(l.position_noise, 1e-6 / sqrt(12), 0.03e-6);
    cr_expect_float_eq(l.force_step, 1e-4, 1e-12);
    cr_expect_float_eq(l.force_noise, 5e-3, 5 * 1.2 * 5e-3 / sqrt(4000));
    cr_expect_eq(l.reversals, 4);
    cr_expect_float_eq(l.travel[0], 0.4 * 5.3e-3, 1e-5);
    cr_expect_float_eq(l.travel[1], 1.5 * 2.37e-3, 1e-5);
    /* At rest for 0.6 s of 4.9: a hundredth is below a hundredth of a step each sample; the median
     * lies among 2.37 mm/s; a tenth is 8.3 mm/s. */
    cr_expect_lt(l.speed[0], 1e-5);
    cr_expect_float_eq(l.speed[1], 2.37e-3, 1e-5);
    cr_expect_float_eq(l.speed[2], 8.3e-3, 1e-4);
    cr_expect_float_eq(l.rest, 0.6 / duration, share);
    cr_expect_float_eq(l.longest_rest, 0.3, corner);
    /* 0.2 mm at each speed after a reversal; the last speed is below the limit. */
    const double near = 0.2 * (1 / 2.37 + 1 / 5.3 + 1 / 2.9 + 1 / 1.17) / duration;
    const double slow = (0.6 + 1 - 0.2 / 1.17) / duration;
    cr_expect_float_eq(l.pre_sliding, near, share, "%g, not %g", l.pre_sliding, near);
    cr_expect_float_eq(l.stribeck, slow, share, "%g", l.stribeck);
    cr_expect_float_eq(l.sliding, 1 - near - slow, share, "%g", l.sliding);
    cr_expect_float_eq(l.pre_sliding + l.stribeck + l.sliding, 1, 1e-12);
    end(&s);
}

static char *written(enum format format, size_t n, const struct look looks[])
{
    struct memory_stream stream;
    look_write(memory_open(&stream), format, n, looks);
    return memory_close(&stream);
}

/* A look in which all numbers differ. */
static struct look distinct(bool is_angular)
{
    return (struct look){ .file = is_angular ? "b, c.csv" : "a.csv",
                          .is_angular = is_angular,
                          .limits = { .length = 12.3e-6, .speed = 0.00456 },
                          .samples = 12345,
                          .duration = 67.8,
                          .interval = 0.00234,
                          .irregularity = { 0.0123, 0.345 },
                          .position_step = 1.25e-6,
                          .position_noise = 0.367e-6,
                          .velocity_step = 0.0543e-3,
                          .velocity_noise = 0.0187,
                          .force_step = 0.0432,
                          .force_noise = 1530,
                          .reversals = 17,
                          .travel = { 0.000321, 0.0543 },
                          .speed = { 7.65e-9, 0.0876, 12.9 },
                          .rest = 0.111,
                          .longest_rest = 3.21,
                          .pre_sliding = 0.222,
                          .stribeck = 0.333,
                          .sliding = 0.445 };
}

/* Reads the number, its prefix and its unit behind the words, and moves *at behind them. */
static void expect_said(const char **at, const char *words, double value, const char *unit)
{
    static const char prefixes[] = "num kM";
    const char *found = strstr(*at, words);
    cr_assert(found, "no '%s' in '%s'", words, *at);
    char *end;
    double number = strtod(found + strlen(words), &end);
    cr_assert_eq(*end++, ' ');
    if (strcmp(unit, "%") == 0)
        number /= 100;
    else if (strncmp(end, unit, strlen(unit)) != 0 || (*unit == 'm' && end[1] == 'm')) {
        const char *prefix = strchr(prefixes, *end++);
        cr_assert(prefix, "'%s'", found);
        number *= pow(1000, (double)(prefix - prefixes - 3));
    }
    cr_expect(strncmp(end, unit, strlen(unit)) == 0, "'%s', not in %s", found, unit);
    *at = end + strlen(unit);
    cr_expect(**at && strchr(",\n ", **at), "'%s', not in %s", found, unit);
    cr_expect_float_eq(number, value, 0.0051 * fabs(value), "%s %g, not %g", words, number, value);
}

static void expect_table(const char **at, const struct look *l)
{
    const char *const m = l->is_angular ? "rad" : "m", *const v = l->is_angular ? "rad/s" : "m/s";
    const char *const f = l->is_angular ? "N m" : "N";
    cr_expect(strncmp(*at, l->file, strlen(l->file)) == 0, "'%s'", *at);
    *at += strlen(l->file);
    expect_said(at, "samples in ", l->duration, "s");
    expect_said(at, "\n  interval       ", l->interval, "s");
    if (l->irregularity[1] < 1e-6)
        cr_expect(strncmp(*at, ", regular\n", 10) == 0, "'%s'", *at);
    else {
        expect_said(at, ", 99 % to ", l->irregularity[0], "%");
        expect_said(at, ", all to ", l->irregularity[1], "%");
    }
    expect_said(at, "\n  position       noise ", l->position_noise, m);
    expect_said(at, ", in steps of ", l->position_step, m);
    if (!isnan(l->velocity_noise)) {
        expect_said(at, "\n  velocity       noise ", l->velocity_noise, v);
        expect_said(at, ", in steps of ", l->velocity_step, v);
    }
    expect_said(at, "\n  force          noise ", l->force_noise, f);
    expect_said(at, ", in steps of ", l->force_step, f);
    cr_expect_eq(strtoul(strstr(*at, "\n  reversals ") + 13, NULL, 10), l->reversals);
    expect_said(at, ", between them ", l->travel[0], m);
    expect_said(at, " to ", l->travel[1], m);
    expect_said(at, "\n  speed          ", l->speed[1], v);
    expect_said(at, ", 1 % below ", l->speed[0], v);
    expect_said(at, ", 99 % below ", l->speed[2], v);
    expect_said(at, "\n  rest           ", l->rest, "%");
    expect_said(at, " of the time, at most for ", l->longest_rest, "s");
    expect_said(at, "\n  pre-sliding    ", l->pre_sliding, "%");
    expect_said(at, " of the time, within ", l->limits.length, m);
    expect_said(at, " after a reversal\n  Stribeck range ", l->stribeck, "%");
    expect_said(at, " of the time, else below ", l->limits.speed, v);
    expect_said(at, "\n  sliding        ", l->sliding, "%");
    cr_expect(strncmp(*at, " of the time\n", 13) == 0, "'%s'", *at);
    *at += 13;
}

static void expect_narrow(const char *text)
{
    for (; *text; text += strcspn(text, "\n") + 1)
        cr_expect_leq(strcspn(text, "\n"), 80, "'%.*s'", (int)strcspn(text, "\n"), text);
}

Test(look, tables_say_each_number_with_its_unit)
{
    struct subject s;
    const struct look looks[] = { distinct(false), distinct(true), begin(&s, false) };
    char *text = written(FORMAT_TABLE, 3, looks);
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        const char *samples = strstr(at, ".csv: ") + 6;
        cr_expect_eq(strtoul(samples, NULL, 10), looks[i].samples);
        expect_table(&at, &looks[i]);
    }
    cr_expect_str_empty(at);
    expect_narrow(text);
    free(text);
    end(&s);
}

/* What is not there is not said; numbers that round up have the next prefix. */
Test(look, tables_say_what_is_not_there)
{
    struct look l = distinct(false);
    l.position_step = l.position_noise = l.travel[0] = l.travel[1] = NAN;
    l.velocity_noise = NAN;
    l.force_step = 0;
    l.speed[0] = 0;
    l.speed[1] = 0.0009996;
    l.speed[2] = 1.5e-13;
    l.irregularity[0] = l.irregularity[1] = 0.9e-6;
    l.reversals = 0;
    char *text = written(FORMAT_TABLE, 1, &l);
    cr_expect(!strstr(text, "position ") && !strstr(text, "velocity "));
    cr_expect(strstr(text, "  interval       2.34 ms, regular\n"), "%s", text);
    cr_expect(strstr(text, "  reversals      0\n"), "%s", text);
    cr_expect(strstr(text, "  force          noise 1.53 kN, no steps\n"), "%s", text);
    cr_expect(strstr(text, "  speed          1 mm/s, 1 % below 0 m/s, 99 % below 1.5e-13 m/s\n"),
              "%s", text);
    free(text);
}

static void expect_row(const char *csv, const cJSON *json, size_t i, const struct look *l)
{
    if (!l->is_angular) /* a name with a comma is quoted in CSV */
        expect_text(csv, json, i, "file", l->file);
    else
        expect_text(NULL, json, i, "file", l->file);
    csv = l->is_angular ? NULL : csv;
    expect_text(csv, json, i, "unit", l->is_angular ? "rad" : "m");
    expect_number(csv, json, i, "samples", (double)l->samples);
    expect_number(csv, json, i, "duration", l->duration);
    expect_number(csv, json, i, "interval", l->interval);
    expect_number(csv, json, i, "irregularity_99", l->irregularity[0]);
    expect_number(csv, json, i, "irregularity", l->irregularity[1]);
    expect_number(csv, json, i, "position_step", l->position_step);
    expect_number(csv, json, i, "position_noise", l->position_noise);
    expect_number(csv, json, i, "force_step", l->force_step);
    expect_number(csv, json, i, "force_noise", l->force_noise);
    expect_number(csv, json, i, "reversals", (double)l->reversals);
    expect_number(csv, json, i, "least_travel", l->travel[0]);
    expect_number(csv, json, i, "largest_travel", l->travel[1]);
    expect_number(csv, json, i, "speed_1", l->speed[0]);
    expect_number(csv, json, i, "speed_50", l->speed[1]);
    expect_number(csv, json, i, "speed_99", l->speed[2]);
    expect_number(csv, json, i, "rest", l->rest);
    expect_number(csv, json, i, "longest_rest", l->longest_rest);
    expect_number(csv, json, i, "length", l->limits.length);
    expect_number(csv, json, i, "speed_limit", l->limits.speed);
    expect_number(csv, json, i, "pre_sliding", l->pre_sliding);
    expect_number(csv, json, i, "stribeck", l->stribeck);
    expect_number(csv, json, i, "sliding", l->sliding);
    expect_number(csv, json, i, "velocity_step", l->velocity_step);
    expect_number(csv, json, i, "velocity_noise", l->velocity_noise);
}

Test(look, rows_have_each_number)
{
    struct subject s;
    struct look looks[] = { distinct(false), distinct(true), begin(&s, false), distinct(false) };
    looks[3].position_step = looks[3].travel[0] = NAN;
    char *csv = written(FORMAT_CSV, 4, looks), *text = written(FORMAT_JSON, 4, looks);
    cJSON *json = cJSON_Parse(text);
    const cJSON *rows = cJSON_GetObjectItem(json, "results");
    cr_expect_str_eq(cJSON_GetObjectItem(json, "format")->valuestring, "look-1");
    cr_assert_eq(cJSON_GetArraySize(rows), 4);
    for (size_t i = 0; i < 4; i++) {
        expect_row(csv, rows, i, &looks[i]);
        expect_keys(
            cJSON_GetArrayItem(rows, (int)i),
            "file,unit,samples,duration,interval,irregularity_99,irregularity,position_step,"
            "position_noise,force_step,force_noise,reversals,least_travel,largest_travel,"
            "speed_1,speed_50,speed_99,rest,longest_rest,length,speed_limit,pre_sliding,"
            "stribeck,sliding,velocity_step,velocity_noise");
    }
    cr_expect(strstr(csv, "\n\"b, c.csv\",rad,12345,"), "%s", csv);
    cJSON_Delete(json);
    free(csv);
    free(text);
    end(&s);
}

/* Angles are as lengths, and a force that is applied as one of friction. */
Test(look, units_and_sensors_are_those_of_the_log)
{
    struct subject s;
    struct look l = begin(&s, true);
    cr_expect(l.is_angular);
    cr_expect(isnan(l.velocity_step) && isnan(l.velocity_noise));
    cr_expect_float_eq(l.travel[1], 1.5 * 2.37e-3, 1e-5);
    struct log_run run = *s.log.runs;
    run.applied = run.force;
    run.force = NULL;
    const struct look applied = look_at(&run, true, &s.motion, s.speed_error, limits);
    cr_expect(applied.force_noise == l.force_noise && applied.force_step == l.force_step);
    /* A velocity that was measured has no position's sensor, and rests where it is 0. */
    double *v = memory_array(run.n, sizeof *v);
    for (size_t i = 0; i < run.n; i++)
        v[i] = i % 1000 < 200 ? 0 : i % 2000 < 1000 ? 1 : -1;
    struct motion motion;
    run.x = NULL;
    run.v = v;
    motion_of_velocity(&motion, run.n, run.t, v);
    l = look_at(&run, false, &motion, NULL, limits);
    cr_expect(isnan(l.position_step) && isnan(l.position_noise));
    cr_expect(l.velocity_step == 0 && l.velocity_noise == 0);
    cr_expect_eq(l.reversals, (run.n - 201) / 1000);
    cr_expect_float_eq(l.rest, 0.2, 0.01);
    cr_expect_float_eq(l.longest_rest, 0.2, 0.005);
    motion_free(&motion);
    free(v);
    end(&s);
}

/* Where a speed is known to be other than 0 only long after a reversal, the motion has left its
 * farthest position before. */
Test(look, pre_sliding_begins_before_it_is_certain)
{
    enum { N = 4000 };
    double t[N], v[N], none[N], large[N];
    for (int i = 0; i < N; i++) {
        t[i] = 0.001 * i;
        v[i] = cos(6.283185307179586 * (t[i] + 0.0003));
        none[i] = 0;
        large[i] = 0.1;
    }
    const struct log_run run = { .file = "a.csv", .n = N, .t = t, .v = v };
    struct motion motion;
    motion_of_velocity(&motion, N, t, v);
    const struct look_limits wide = { .length = 0.05, .speed = 1e-3 };
    const struct look certain = look_at(&run, false, &motion, none, wide);
    const struct look late = look_at(&run, false, &motion, large, wide);
    cr_expect(certain.reversals == 8 && late.reversals == 8);
    cr_expect_float_eq(late.pre_sliding, certain.pre_sliding, 8 * 2.0 / N, "%g, not %g",
                       late.pre_sliding, certain.pre_sliding);
    /* 1 - cos(phase) is 2 pi 0.05 there. */
    cr_expect_float_eq(certain.pre_sliding,
                       2 * acos(1 - 6.283185307179586 * 0.05) / 6.283185307179586, 8 * 2.0 / N);
    /* The speed is below 0.3 for that share. */
    cr_expect_float_eq(late.rest, 4 * asin(0.3) / 6.283185307179586, 16.0 / N);
    cr_expect(isnan(late.force_noise) && isnan(late.force_step));
    motion_free(&motion);
}
