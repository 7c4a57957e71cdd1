/* Samples a run as sensors do: rounds, delays, adds noise (sensor.h). */
#include "benchmarks/simulation/sensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/experiments/applied_force.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options.h"
#include "tools/base/rng.h"

enum key { ENCODER, NOISE, DELAY, QUANTISE, RATE, SEED, KEYS };
static const char *const keys[] = { "encoder", "noise", "delay", "quantise", "rate", "seed", NULL };
static const char *const options[] = { "--sensor encoder",  "--sensor noise", "--sensor delay",
                                       "--sensor quantise", "--sensor rate",  "--sensor seed" };

static const double DEFAULT_RATE = 1000;

static const char *key_at(size_t i) { return keys[i]; }

static enum key find_key(const char *name)
{
    for (enum key key = 0; key < KEYS; key++)
        if (strcmp(name, keys[key]) == 0)
            return key;
    near_refuse("--sensor: unknown", name, key_at, "--help");
}

static double not_negative(enum key key, const char *text)
{
    const double value = cli_number(options[key], text);
    if (value < 0)
        cli_fail("%s: '%s' is negative, expected a number of 0 or more", options[key], text);
    return value;
}

static void read_noise(struct sensor *sensor, char *text)
{
    const size_t n = strlen(text);
    sensor->is_share = n > 0 && text[n - 1] == '%';
    if (sensor->is_share)
        text[n - 1] = '\0';
    sensor->noise = not_negative(NOISE, text);
    if (sensor->is_share)
        sensor->noise /= 100;
}

static void read_value(struct sensor *sensor, enum key key, char *text)
{
    if (key == NOISE)
        read_noise(sensor, text);
    else if (key == SEED)
        sensor->seed = cli_count(options[key], text, 0, UINT64_MAX);
    else if (key == RATE)
        sensor->rate = cli_positive(options[key], text);
    else if (key == ENCODER)
        sensor->encoder = not_negative(key, text);
    else if (key == QUANTISE)
        sensor->quantise = not_negative(key, text);
    else
        sensor->delay = not_negative(key, text);
}

void sensor_read(struct sensor *sensor, char *text)
{
    char *parts[KEYS];
    bool is_given[KEYS] = { false };
    const size_t n = option_split("--sensor", "settings", text, parts, KEYS);
    *sensor = (struct sensor){ .rate = DEFAULT_RATE };
    for (size_t i = 0; i < n; i++) {
        char *value = strchr(parts[i], '=');
        if (!value)
            cli_fail("--sensor: '%s' is not of the form KEY=VALUE, such as encoder=1e-6", parts[i]);
        *value++ = '\0';
        const enum key key = find_key(parts[i]);
        if (is_given[key])
            cli_fail("%s is given twice", options[key]);
        is_given[key] = true;
        read_value(sensor, key, value);
    }
}

size_t sensor_samples(const struct sensor *sensor, double t_end)
{
    static const double MOST = 1e8;
    const double n = floor(t_end * sensor->rate * (1 + 1e-12)) + 1; /* 0.3 * 10 is 3 */
    if (!(n >= 2 && n <= MOST))
        cli_fail("--sensor rate: %g samples per second are %.0f in %g s, expected 2 to %.0f",
                 sensor->rate, n, t_end, MOST);
    if (sensor->delay >= t_end)
        cli_fail("--sensor delay: %g s is the whole run of %g s, expected less", sensor->delay,
                 t_end);
    return (size_t)n;
}

/* Returns the nearest multiple of the step, for a step of 0 the value itself. */
static double rounded(double value, double step)
{
    return step > 0 ? nearbyint(value / step) * step : value;
}

/* Returns the force `delay` before sample i, of n at that rate. */
static double delayed(const double force[], size_t i, const struct sensor *sensor)
{
    const double lag = sensor->delay * sensor->rate, whole = floor(lag + 1e-9);
    const double part = fmax(lag - whole, 0);
    if ((double)i <= lag)
        return force[0];
    const size_t at = i - (size_t)whole;
    return part > 1e-9 ? force[at] + (force[at - 1] - force[at]) * part : force[at];
}

/* Fifteen digits: steps of 1e-6 read as such. No zero has a sign. */
static void write_cell(FILE *out, double value, char end)
{
    if (!isnan(value))
        fprintf(out, "%.15g", value + 0.0);
    fputc(end, out);
}

void sensor_write(FILE *out, const struct sensor *sensor, const struct setup *setup,
                  const struct trajectory *r)
{
    struct rng rng = rng_keyed(sensor->seed, "sensor", 0);
    double *applied = setup->has_mass ? memory_array(r->n, sizeof *applied) : NULL;
    double pair[2] = { 0, 0 };
    if (applied)
        applied_force_along(&setup->plant, r, applied);
    const double *force = applied ? applied : r->F;
    const double deviation =
        sensor->noise * (sensor->is_share ? trajectory_largest(force, r->n, 1) : 1);
    fprintf(out, "t [s],x [m],%s [N]\n", applied ? "u" : "F");
    for (size_t i = 0; i < r->n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        const double noisy = delayed(force, i, sensor) + deviation * pair[i % 2];
        write_cell(out, r->t[i], ',');
        write_cell(out, rounded(r->x[i], sensor->encoder), ',');
        write_cell(out, rounded(noisy, sensor->quantise), '\n');
    }
    free(applied);
}
