/* Prints what is other than in an earlier comparison: as lines, as a table, and as rows for scripts
 * (changes.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/timing/changes.h"
#include "tools/base/columns.h"

static const char *const presences[] = { [PRESENT] = "present",
                                         [MISSING] = "missing",
                                         [NEW] = "new",
                                         [FAILS] = "fails",
                                         [FAILS_NO_LONGER] = "no longer fails",
                                         [FAILS_AS_BEFORE] = "fails as before" };

static const char *const speeds[] = {
    [SPEED_SAME] = "same", [SPEED_SLOWER] = "slower", [SPEED_FASTER] = "faster"
};

/* Writes a number, text or null for people. */
static void describe(const cJSON *value, char text[64])
{
    if (!value)
        snprintf(text, 64, "nothing");
    else if (cJSON_IsNumber(value))
        snprintf(text, 64, "%.17g", value->valuedouble);
    else if (cJSON_IsString(value))
        snprintf(text, 64, "'%s'", value->valuestring);
    else
        snprintf(text, 64, "%s", cJSON_IsNull(value) ? "infinite" : "other");
}

/* Prints the first number that differs: most others follow from the same change. */
static void print_numbers(FILE *out, const struct change *c)
{
    char was[64], is[64];
    describe(c->was, was);
    describe(c->is, is);
    fprintf(out, "changed: %s: %s was %s, is %s", c->name, c->key, was, is);
    if (c->n_numbers > 1)
        fprintf(out, " (and %zu more)", c->n_numbers - 1);
    fputc('\n', out);
}

static void print_failure(FILE *out, const struct change *c)
{
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(c->now, "error_message");
    fprintf(out, "fails: %s: %s\n", c->name,
            cJSON_IsString(message) ? message->valuestring : "for no reason given");
}

void changes_lines(FILE *out, const struct changes *changes)
{
    for (size_t i = 0; i < changes->n; i++) {
        const struct change *c = &changes->rows[i];
        if (c->presence == FAILS)
            print_failure(out, c);
        else if (c->presence != PRESENT && c->presence != FAILS_AS_BEFORE)
            fprintf(out, "%s: %s\n", presences[c->presence], c->name);
        if (c->n_numbers > 0)
            print_numbers(out, c);
        if (c->speed == SPEED_SLOWER)
            fprintf(out, "slower: %s: %.3g times the CPU time, in units of the calibration loop\n",
                    c->name, c->ratio);
    }
}

/* Returns where "scenario/law/" ends: rows of a table have it in common. */
static size_t group_of(const char *name)
{
    const char *first = strchr(name, '/'), *second = first ? strchr(first + 1, '/') : NULL;
    return second ? (size_t)(second + 1 - name) : 0;
}

/* Prints the distance of the quartiles relative to the median, in seven columns. */
static void print_spread(FILE *out, const struct spread *s)
{
    const double part = (s->q3 - s->q1) / s->median;
    if (isfinite(part))
        fprintf(out, " %5.*f%%", part < 0.1 ? 1 : 0, 100 * part);
    else
        fprintf(out, " %6s", "-");
}

static void print_row(FILE *out, const struct change *c, const char *name)
{
    const char *slash = strchr(name, '/');
    const int method = slash ? (int)(slash - name) : (int)strlen(name);
    fprintf(out, "%-20.*s %-10s %6.3g", method, name, slash ? slash + 1 : "", c->ratio);
    print_spread(out, &c->time_before);
    print_spread(out, &c->time_now);
    if (c->test.able)
        fprintf(out, " %7.2g", c->test.adjusted);
    else
        fprintf(out, " %7s", c->time_before.n == 0 ? "none" : "few");
    if (c->error_now > c->error_before || c->error_now < c->error_before)
        fprintf(out, " %7.2g", c->error_now / c->error_before);
    else
        fprintf(out, " %7s", isnan(c->error_before - c->error_now) ? "-" : "=");
    fprintf(out, "%s%s\n", c->speed == SPEED_SAME ? "" : " ",
            c->speed == SPEED_SAME ? "" : speeds[c->speed]);
}

static void print_legend(FILE *out, const struct changes *changes)
{
    fprintf(out,
            "\n"
            "ratio: CPU time now by that before, in units of the calibration loop. spread:\n"
            "from quartile to quartile, of the median, before and now. p: rank-sum test of\n"
            "the repetitions, by Holm for %zu rows; below %g the two runs differ by more than\n"
            "their repetitions do. few: too few repetitions for that; none: the baseline has\n"
            "no repetitions; quartiles decide then. error: the largest, now by that before.\n",
            changes->tests, CHANGES_LEVEL);
}

void changes_table(FILE *out, const struct changes *changes)
{
    const char *group = NULL;
    for (size_t i = 0; i < changes->n; i++) {
        const struct change *c = &changes->rows[i];
        const size_t n = group_of(c->name);
        if (isnan(c->ratio))
            continue;
        if (!group || group_of(group) != n || strncmp(group, c->name, n) != 0) {
            fprintf(out, "%s%.*s\n", group ? "\n" : "", n > 0 ? (int)n - 1 : 0, c->name);
            fprintf(out, "%-20s %-10s %6s %6s %6s %7s %7s\n", "integrator", "setting", "ratio",
                    "spread", "now", "p", "error");
        }
        group = c->name;
        print_row(out, c, c->name + n);
    }
    if (group)
        print_legend(out, changes);
}

static void state_spread(struct columns *out, const struct spread *s, const char *const keys[4])
{
    column_count(out, keys[0], s->n);
    column_number(out, keys[1], s->median, 17);
    column_number(out, keys[2], s->q1, 17);
    column_number(out, keys[3], s->q3, 17);
}

static void state_row(struct columns *out, const struct change *c)
{
    static const char *const before[] = { "repetitions_before", "time_before", "time_q1_before",
                                          "time_q3_before" },
                             *const now[] = { "repetitions_now", "time_now", "time_q1_now",
                                              "time_q3_now" };
    column_text(out, "name", c->name);
    column_text(out, "row", presences[c->presence]);
    column_count(out, "numbers_changed", c->n_numbers);
    column_text(out, "first_changed", c->key);
    column_number(out, "error_before", c->error_before, 17);
    column_number(out, "error_now", c->error_now, 17);
    state_spread(out, &c->time_before, before);
    state_spread(out, &c->time_now, now);
    column_number(out, "ratio", c->ratio, 17);
    column_number(out, "p", c->test.p, 17);
    column_number(out, "p_adjusted", c->test.adjusted, 17);
    column_text(out, "speed", isnan(c->ratio) ? NULL : speeds[c->speed]);
    columns_end_row(out);
}

void changes_rows(FILE *out, enum format format, const struct changes *changes)
{
    struct columns columns = columns_begin(out, format, "changes-1");
    for (size_t i = 0; i < changes->n; i++)
        state_row(&columns, &changes->rows[i]);
    columns_finish(&columns);
}
