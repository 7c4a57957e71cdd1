/* Draws the velocity of a witness as a small plot, and writes its signal as text (witness.h). */
#include "benchmarks/sections/witness.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/inputs/signal.h"
#include "tools/base/memory.h"
#include "tools/figures/page.h"
#include "tools/figures/plot.h"

/* Fields of a segment, in the grammar's order. */
struct segment_fields {
    const char *kind, *field[5];
};
static const struct segment_fields kinds[] = {
    { "hold", { "v", "t" } },
    { "ramp", { "v0", "v1", "t" } },
    { "sine", { "mean", "amp", "omega", "phase", "t" } },
    { "cosine", { "mean", "amp", "omega", "phase", "t" } },
    { "chirp", { "mean", "amp", "w0", "w1", "t" } },
};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static const struct segment_fields *fields_of(const cJSON *segment)
{
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(segment, "kind"));
    for (size_t i = 0; kind && i < N_KINDS; i++)
        if (strcmp(kind, kinds[i].kind) == 0)
            return &kinds[i];
    return NULL;
}

static bool put_segment(FILE *out, const cJSON *segment)
{
    const struct segment_fields *fields = fields_of(segment);
    if (!fields)
        return false;
    fputs(fields->kind, out);
    for (size_t k = 0; k < 5 && fields->field[k]; k++) {
        const char *number =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(segment, fields->field[k]));
        if (!number)
            return false;
        fprintf(out, " %s", number);
    }
    return true;
}

bool witness_signal_text(const char *json, char text[WITNESS_TEXT])
{
    cJSON *witness = cJSON_Parse(json);
    const cJSON *signal = cJSON_GetObjectItemCaseSensitive(witness, "signal"), *segment;
    FILE *out = fmemopen(text, WITNESS_TEXT, "w");
    bool good = out && cJSON_GetArraySize(signal) > 0, first = true;
    cJSON_ArrayForEach(segment, signal)
    {
        if (good && !first)
            fputs("; ", out);
        good = good && put_segment(out, segment);
        first = false;
    }
    cJSON_Delete(witness);
    return out && fclose(out) == 0 && good;
}

/* Pixels: words above and below the line, and the room on either side of the middle. */
enum { WIDTH = 560, MIDDLE = 48, HALF = 29, HEIGHT = 110, EDGE = 3, ABOVE = 5, BELOW = 13 };
enum { SAMPLES = 24, MOST_WORDS = 8 /* segments with words */ };

static double sample(const struct signal_segment *segment, int k)
{
    return signal_segment_velocity(segment, segment->start + segment->duration * k / SAMPLES);
}

/* Finds the smallest nonzero speed, and the largest, of all samples. */
static void speeds(const struct signal *signal, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < signal->n; i++)
        for (int k = 0; k <= SAMPLES; k++) {
            const double v = fabs(sample(&signal->segments[i], k));
            *most = fmax(*most, v);
            if (v > 0)
                *least = fmin(*least, v);
        }
}

/* Returns the width of a segment relative to the others: its words need some, however short it
 * is. */
static double weight(const struct signal *signal, size_t i)
{
    double shortest = INFINITY;
    for (size_t k = 0; k < signal->n; k++)
        shortest = fmin(shortest, signal->segments[k].duration);
    return 3 + log10(signal->segments[i].duration / shortest);
}

static double height_of(double v, double least, double most)
{
    if (!(fabs(v) > 0))
        return MIDDLE;
    const double part = log10(10 * fabs(v) / least) / log10(10 * most / least);
    return MIDDLE - copysign(fmax(part, 0), v) * HALF;
}

/* Writes "0.25 mm/s": three digits, and the prefix that leaves 1 to 999 of them. */
static void put_quantity(FILE *out, double value, const char *unit)
{
    const double size = fabs(value);
    const double decades = size > 0 ? 3 * floor(log10(size * (1 + 1e-9)) / 3) : 0;
    const int e = (int)fmin(fmax(decades, PLOT_LEAST_PREFIX), PLOT_LARGEST_PREFIX);
    fprintf(out, "%s%.3g %s%s", value < 0 ? "−" : "", size / pow(10, e), plot_prefix(e), unit);
}

static void put_words(FILE *out, double x, double y)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x, y);
}

/* What a segment is: a speed or two beside its line, or the kind of a wave; and how long it lasts,
 * at the bottom. */
static void put_segment_words(FILE *out, const struct signal_segment *segment, double x,
                              const double ends[2])
{
    const double top = fmin(ends[0], ends[1]), bottom = fmax(ends[0], ends[1]);
    put_words(out, x, bottom > MIDDLE ? bottom + BELOW : top - ABOVE);
    if (segment->kind == SIGNAL_HOLD && !(fabs(segment->value[0]) > 0))
        fputs("at rest", out);
    else if (segment->kind == SIGNAL_HOLD || segment->kind == SIGNAL_RAMP)
        put_quantity(out, segment->value[0], "m/s");
    else
        fputs(segment->kind == SIGNAL_CHIRP ? "chirp"
              : segment->kind == SIGNAL_CSV ? "table"
                                            : "wave",
              out);
    if (segment->kind == SIGNAL_RAMP) {
        fputs(" → ", out);
        put_quantity(out, segment->value[1], "m/s");
    }
    fputs("</text>", out);
    put_words(out, x, HEIGHT - 3);
    put_quantity(out, segment->duration, "s");
    fputs("</text>", out);
}

/* The line, segment by segment; words are written apart, behind it. */
static void put_line(FILE *out, FILE *words, const struct signal *signal)
{
    double least, most, sum = 0, x = EDGE;
    speeds(signal, &least, &most);
    for (size_t i = 0; i < signal->n; i++)
        sum += weight(signal, i);
    for (size_t i = 0; i < signal->n; i++) {
        const struct signal_segment *segment = &signal->segments[i];
        const double width = (WIDTH - 2 * EDGE) * weight(signal, i) / sum;
        const int step = segment->kind == SIGNAL_HOLD ? SAMPLES : 1;
        for (int k = 0; k <= SAMPLES; k += step)
            fprintf(out, "%c%.1f %.1f", i + (size_t)k == 0 ? 'M' : 'L', x + width * k / SAMPLES,
                    height_of(sample(segment, k), least, most));
        const double ends[2] = { height_of(sample(segment, 0), least, most),
                                 height_of(sample(segment, SAMPLES), least, most) };
        if (signal->n <= MOST_WORDS)
            put_segment_words(words, segment, x + width / 2, ends);
        x += width;
    }
}

void witness_draw(FILE *out, const char *text)
{
    struct signal signal;
    struct memory_stream words;
    char error[SIGNAL_TEXT];
    if (!signal_parse(text, &signal, error))
        return;
    fprintf(out,
            "<svg class=\"witness\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "aria-label=\"velocity: ",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    page_escape(out, text);
    fprintf(out,
            "\"><path d=\"M0 %dH%d\" stroke=\"currentColor\" stroke-opacity=\"0.3\"/>"
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" d=\"",
            MIDDLE, WIDTH);
    put_line(out, memory_open(&words), &signal);
    char *said = memory_close(&words);
    fprintf(out, "\"/>%s</svg>", said);
    free(said);
    signal_free(&signal);
}
