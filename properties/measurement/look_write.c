/* Writes what runs say (look.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/measurement/look.h"
#include "tools/base/columns.h"
#include "tools/base/wrap.h"

/* A number with its unit, and three digits: "12.3 um". */
struct said {
    char text[40];
};

/* Returns the value with the prefix that suits it. */
static struct said with_unit(double value, const char *unit)
{
    static const char *const prefixes[] = { "n", "u", "m", "", "k", "M" };
    struct said said;
    int exponent = 0;
    char digits[24];
    if (value != 0 && isfinite(value)) {
        /* 999.7 um are 1 mm: the exponent is that of the rounded number. */
        snprintf(digits, sizeof digits, "%.2e", value);
        exponent = (int)floor(strtod(strchr(digits, 'e') + 1, NULL) / 3);
    }
    if (exponent < -3 || exponent > 2)
        snprintf(said.text, sizeof said.text, "%.3g %s", value, unit);
    else
        snprintf(said.text, sizeof said.text, "%.3g %s%s", value / pow(1000, exponent),
                 prefixes[exponent + 3], unit);
    return said;
}

static struct said share(double value)
{
    struct said said;
    snprintf(said.text, sizeof said.text, "%.3g %%", 100 * value);
    return said;
}

/* Times of six digits are as regular as they are told. */
static void put_interval(FILE *out, const struct look *l)
{
    static const double REGULAR = 1e-6;
    fprintf(out, "  %-15s%s, ", "interval", with_unit(l->interval, "s").text);
    if (l->irregularity[1] < REGULAR)
        fputs("regular\n", out);
    else
        fprintf(out, "99 %% to %s, all to %s\n", share(l->irregularity[0]).text,
                share(l->irregularity[1]).text);
}

static void put_sensor(FILE *out, const char *name, double step, double noise, const char *unit)
{
    if (isnan(noise))
        return;
    fprintf(out, "  %-15snoise %s, ", name, with_unit(noise, unit).text);
    if (step > 0)
        fprintf(out, "in steps of %s\n", with_unit(step, unit).text);
    else
        fputs("no steps\n", out);
}

static void put_travel(FILE *out, const struct look *l, const char *length)
{
    fprintf(out, "  %-15s%zu", "reversals", l->reversals);
    if (!isnan(l->travel[0]))
        fprintf(out, ", between them %s to %s", with_unit(l->travel[0], length).text,
                with_unit(l->travel[1], length).text);
    fputc('\n', out);
}

static void put(FILE *out, const struct look *l)
{
    const char *const length = l->is_angular ? "rad" : "m";
    const char *const speed = l->is_angular ? "rad/s" : "m/s";
    const char *const force = l->is_angular ? "N m" : "N";
    wrap_format(out, 0, 2, "%s: %zu samples in %s", l->file, l->samples,
                with_unit(l->duration, "s").text);
    put_interval(out, l);
    put_sensor(out, "position", l->position_step, l->position_noise, length);
    put_sensor(out, "velocity", l->velocity_step, l->velocity_noise, speed);
    put_sensor(out, "force", l->force_step, l->force_noise, force);
    put_travel(out, l, length);
    fprintf(out, "  %-15s%s, 1 %% below %s, 99 %% below %s\n", "speed",
            with_unit(l->speed[1], speed).text, with_unit(l->speed[0], speed).text,
            with_unit(l->speed[2], speed).text);
    fprintf(out, "  %-15s%s of the time, at most for %s\n", "rest", share(l->rest).text,
            with_unit(l->longest_rest, "s").text);
    fprintf(out, "  %-15s%s of the time, within %s after a reversal\n", "pre-sliding",
            share(l->pre_sliding).text, with_unit(l->limits.length, length).text);
    fprintf(out, "  %-15s%s of the time, else below %s\n", "Stribeck range",
            share(l->stribeck).text, with_unit(l->limits.speed, speed).text);
    fprintf(out, "  %-15s%s of the time\n", "sliding", share(l->sliding).text);
}

void look_columns(struct columns *c, const struct look *l)
{
    column_text(c, "file", l->file);
    column_text(c, "unit", l->is_angular ? "rad" : "m");
    column_count(c, "samples", l->samples);
    column_number(c, "duration", l->duration, 17);
    column_number(c, "interval", l->interval, 17);
    column_number(c, "irregularity_99", l->irregularity[0], 17);
    column_number(c, "irregularity", l->irregularity[1], 17);
    column_number(c, "position_step", l->position_step, 17);
    column_number(c, "position_noise", l->position_noise, 17);
    column_number(c, "force_step", l->force_step, 17);
    column_number(c, "force_noise", l->force_noise, 17);
    column_count(c, "reversals", l->reversals);
    column_number(c, "least_travel", l->travel[0], 17);
    column_number(c, "largest_travel", l->travel[1], 17);
    column_number(c, "speed_1", l->speed[0], 17);
    column_number(c, "speed_50", l->speed[1], 17);
    column_number(c, "speed_99", l->speed[2], 17);
    column_number(c, "rest", l->rest, 17);
    column_number(c, "longest_rest", l->longest_rest, 17);
    column_number(c, "length", l->limits.length, 17);
    column_number(c, "speed_limit", l->limits.speed, 17);
    column_number(c, "pre_sliding", l->pre_sliding, 17);
    column_number(c, "stribeck", l->stribeck, 17);
    column_number(c, "sliding", l->sliding, 17);
    column_number(c, "velocity_step", l->velocity_step, 17);
    column_number(c, "velocity_noise", l->velocity_noise, 17);
}

void look_write(FILE *out, enum format format, size_t n, const struct look looks[])
{
    struct columns c = columns_begin(out, format, "look-1");
    for (size_t i = 0; i < n; i++) {
        if (format == FORMAT_TABLE) {
            put(out, &looks[i]);
            continue;
        }
        look_columns(&c, &looks[i]);
        columns_end_row(&c);
    }
    columns_finish(&c);
}
