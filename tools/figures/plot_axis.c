/* Computes ranges, prefixes and ticks of an axis (plot_parts.h). */
#include "tools/figures/plot_parts.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns 10^e exactly rounded, unlike pow on some systems: the figure's bytes depend on it. */
static double power_of_ten(int e)
{
    char text[16];
    snprintf(text, sizeof text, "1e%d", e);
    return strtod(text, NULL);
}

static int decade(double value) { return (int)floor(log10(value)); }

/* Writes a power like "10⁻³". */
static void power_text(char text[64], int e)
{
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    char plain[16];
    size_t n = (size_t)snprintf(text, 64, "10%s", e < 0 ? "⁻" : "");
    snprintf(plain, sizeof plain, "%d", abs(e));
    for (const char *c = plain; *c; c++)
        n += (size_t)snprintf(text + n, 64 - n, "%s", digits[*c - '0']);
}

/* Returns true when the unit begins with a symbol that takes prefixes, to the first power. */
static bool takes_prefix(const char *unit)
{
    static const char *const symbols[] = { "m", "s", "N", "J", "W", "V", "A", "Hz", "Pa", "rad" };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        const size_t n = strlen(symbols[i]);
        if (strncmp(unit, symbols[i], n) == 0 && strchr("/ ", unit[n]))
            return true;
    }
    return false;
}

const char *plot_prefix(int e)
{
    static const char *const prefixes[] = { "f", "p", "n", "µ", "m", "", "k", "M", "G", "T" };
    return prefixes[(e - PLOT_LEAST_PREFIX) / 3];
}

/* Writes the unit times 10^e. */
static void unit_text(char text[128], const char *unit, int e)
{
    char power[64];
    power_text(power, e);
    if (e == 0)
        snprintf(text, 128, "%s", unit);
    else if (e >= PLOT_LEAST_PREFIX && e <= PLOT_LARGEST_PREFIX && takes_prefix(unit))
        snprintf(text, 128, "%s%s", plot_prefix(e), unit);
    else if (strncmp(unit, "1/", 2) == 0)
        snprintf(text, 128, "%s%s", power, unit + 1);
    else
        snprintf(text, 128, "%s%s%s", power, *unit ? " " : "", unit);
}

/* Makes the label "name (unit)" with 10^e in the unit and the offset after the name. */
static void make_label(struct plot_axis *axis, const char *label, int e)
{
    const char *open = strrchr(label, '(');
    const size_t length = strlen(label);
    char name[128], unit[64] = "", shown[128], offset[96] = "";
    if (open && label[length - 1] == ')')
        snprintf(unit, sizeof unit, "%.*s", (int)(label + length - 2 - open), open + 1);
    else
        open = label + length;
    snprintf(name, sizeof name, "%.*s", (int)(open - label), label);
    for (size_t n = strlen(name); n > 0 && name[n - 1] == ' '; n--)
        name[n - 1] = '\0';
    unit_text(shown, unit, e);
    if (axis->offset < 0 || axis->offset > 0)
        snprintf(offset, sizeof offset, " %s %.15g%s%s", axis->offset > 0 ? "−" : "+",
                 fabs(axis->offset), *unit ? " " : "", unit);
    snprintf(axis->label, sizeof axis->label, "%s%s%s%s%s", name, offset, *shown ? " (" : "", shown,
             *shown ? ")" : "");
}

static void fit_log(struct plot_axis *axis, double margin)
{
    /* Both ends to that power: their ratio may exceed the range of a double. */
    const double factor = fmax(pow(axis->hi, margin) / pow(axis->lo, margin), 1.1);
    axis->lo = fmax(axis->lo / factor, DBL_MIN);
    axis->hi = fmin(axis->hi * factor, DBL_MAX);
}

/* Fits a linear axis; returns the power of ten in which the axis is shown. */
static int fit_linear(struct plot_axis *axis, double margin)
{
    double magnitude = fmax(fabs(axis->lo), fabs(axis->hi));
    /* Constant, up to a few roundings. */
    if (axis->hi - axis->lo <= 1e-14 * magnitude) {
        const double around = magnitude > 0 ? 0.1 * magnitude : 1;
        axis->lo -= around;
        axis->hi += around;
        margin = 0;
    }
    const double length = axis->hi - axis->lo;
    if (length < 1e-3 * magnitude) {
        const double step = power_of_ten(decade(length) + 1);
        char text[32];
        snprintf(text, sizeof text, "%.15g", round((axis->lo + length / 2) / step) * step);
        axis->offset = strtod(text, NULL); /* the offset as the label states it */
        magnitude = fmax(fabs(axis->lo - axis->offset), fabs(axis->hi - axis->offset));
    }
    axis->lo -= margin * length;
    axis->hi += margin * length;
    /* values from 0.1 to 10000 need neither prefix nor power */
    if (!(magnitude > 0) || (magnitude >= 0.1 && magnitude < 1e4))
        return 0;
    return 3 * (int)floor(decade(magnitude) / 3.0);
}

void plot_axis_fit(struct plot_axis *axis, const char *label, bool log, double lo, double hi,
                   double margin)
{
    *axis = (struct plot_axis){ .lo = lo, .hi = hi, .scale = 1, .log = log, .empty = !(lo <= hi) };
    int e = 0;
    if (axis->empty) {
        axis->log = false;
        axis->lo = 0;
        axis->hi = 1;
    } else if (log)
        fit_log(axis, margin);
    else
        e = fit_linear(axis, margin);
    axis->scale = power_of_ten(e);
    make_label(axis, label, e);
}

bool plot_axis_shows(const struct plot_axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

double plot_axis_position(const struct plot_axis *axis, double value)
{
    return axis->log ? (log(value) - log(axis->lo)) / (log(axis->hi) - log(axis->lo))
                     : (value - axis->lo) / (axis->hi - axis->lo);
}

/* A tick of a logarithmic axis: digit times 10^e, labelled or small. */
static struct plot_tick log_tick(int digit, int e, bool labelled, bool plain)
{
    struct plot_tick tick = { .at = digit * power_of_ten(e), .is_small = !labelled };
    char power[64];
    power_text(power, e);
    snprintf(tick.number, sizeof tick.number, "%de%d", digit, e);
    if (labelled && plain)
        snprintf(tick.label, sizeof tick.label, "%g", tick.at);
    else if (labelled && digit == 1)
        snprintf(tick.label, sizeof tick.label, "%s", power);
    else if (labelled)
        snprintf(tick.label, sizeof tick.label, "%d·%s", digit, power);
    return tick;
}

/* The ticks at digits times powers of ten; *labels is how many have a label. */
static size_t decade_ticks(const struct plot_axis *axis, struct plot_tick ticks[PLOT_MOST_TICKS],
                           int *labels)
{
    const int first = decade(axis->lo), last = decade(axis->hi);
    const int stride = (last - first) / (axis->labels > 0 ? (int)axis->labels : 8) + 1;
    const bool plain = first >= -3 && last <= 4;
    size_t n = 0;
    *labels = 0;
    for (int e = first; e <= last; e++)
        for (int digit = 1; digit <= (stride > 1 ? 1 : 9); digit++) {
            const double value = digit * power_of_ten(e);
            if (value < axis->lo || value > axis->hi)
                continue;
            const bool few = last - first <= 1 && (digit == 2 || digit == 5);
            const bool labelled = (digit == 1 && e % stride == 0) || few;
            *labels += labelled;
            if ((labelled || stride <= 10) && n < PLOT_MOST_TICKS)
                ticks[n++] = log_tick(digit, e, labelled, plain);
        }
    return n;
}

static double first_tick(const struct plot_axis *axis, double step)
{
    return ceil((axis->lo - axis->offset) / axis->scale / step);
}

static double last_tick(const struct plot_axis *axis, double step)
{
    return floor((axis->hi - axis->offset) / axis->scale / step);
}

/* Returns the smallest of 1, 2, 5, 10, ... that makes at most so many ticks or, if that makes fewer
 * than two, the largest that makes two. */
static double tick_step(const struct plot_axis *axis, unsigned most)
{
    static const int digits[] = { 5, 10, 20, 50, 100 };
    const double least = (axis->hi - axis->lo) / axis->scale / most;
    const double power = power_of_ten(decade(least) - 1);
    unsigned k = 1;
    while (k < 4 && digits[k] * power < least)
        k++;
    while (k > 0 && last_tick(axis, digits[k] * power) <= first_tick(axis, digits[k] * power))
        k--;
    return digits[k] * power;
}

/* Within less than a decade: at equal distances, as on a linear axis. */
static size_t narrow_ticks(const struct plot_axis *axis, struct plot_tick ticks[PLOT_MOST_TICKS])
{
    const double step = tick_step(axis, 3);
    const int e = decade(axis->hi);
    const bool plain = e >= -3 && e <= 4;
    char power[64];
    power_text(power, e);
    const double first = first_tick(axis, step);
    const size_t n = (size_t)(last_tick(axis, step) - first) + 1;
    for (size_t k = 0; k < n; k++) {
        struct plot_tick *tick = &ticks[k];
        *tick = (struct plot_tick){ .at = (first + (double)k) * step };
        snprintf(tick->label, sizeof tick->label, "%.6g%s%s",
                 tick->at / (plain ? 1 : power_of_ten(e)), plain ? "" : "·", plain ? "" : power);
        snprintf(tick->number, sizeof tick->number, "%.12g", tick->at);
    }
    return n;
}

/* Labels are those of what the axis shows, with a minus sign rather than a hyphen. */
static size_t linear_ticks(const struct plot_axis *axis, struct plot_tick ticks[PLOT_MOST_TICKS])
{
    const double step = tick_step(axis, axis->labels > 0 ? axis->labels : 8);
    const double first = first_tick(axis, step), last = last_tick(axis, step);
    size_t n = 0;
    for (double k = first; k <= last && n < PLOT_MOST_TICKS; k++) {
        const double shown = k * step;
        struct plot_tick *tick = &ticks[n++];
        *tick = (struct plot_tick){ .at = axis->offset + shown * axis->scale };
        snprintf(tick->label, sizeof tick->label, "%s%g", shown < 0 ? "−" : "", fabs(shown));
    }
    return n;
}

size_t plot_axis_ticks(const struct plot_axis *axis, struct plot_tick ticks[PLOT_MOST_TICKS])
{
    int labels;
    if (!axis->log)
        return linear_ticks(axis, ticks);
    const size_t n = decade_ticks(axis, ticks, &labels);
    return labels < 2 ? narrow_ticks(axis, ticks) : n;
}

/* Lists the ticks, since gnuplot's own labels of powers need markup, which is switched off. */
static void log_ticks(FILE *out, const char *name, const struct plot_axis *axis)
{
    struct plot_tick ticks[PLOT_MOST_TICKS];
    const size_t n = plot_axis_ticks(axis, ticks);
    fprintf(out, "set %stics (", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s'%s' %s%s", i > 0 ? ", " : "", ticks[i].label, ticks[i].number,
                ticks[i].is_small ? " 1" : "");
    fputs(")\n", out);
}

void plot_axis_script(FILE *out, const char *name, const struct plot_axis *axis)
{
    fprintf(out, axis->log ? "set logscale %s 10\n" : "unset logscale %s\n", name);
    fprintf(out, "set %srange [%.12g:%.12g]\n", name, (axis->lo - axis->offset) / axis->scale,
            (axis->hi - axis->offset) / axis->scale);
    fprintf(out, "set format %s '%%g'\n", name);
    if (axis->log)
        log_ticks(out, name, axis);
    else
        fprintf(out, "set %stics autofreq\n", name);
}
