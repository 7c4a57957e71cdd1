/* Draws the velocity of a witness as a small plot, and writes its signal as text (witness.h). */
#include "benchmarks/reporting/witness.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/figures/page.h"
#include "reference/inputs/signal.h"

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

enum { WIDTH = 132, HEIGHT = 44, EDGE = 3, SAMPLES = 24 };

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

/* Returns the width of a segment relative to the others. */
static double weight(const struct signal *signal, size_t i)
{
    double shortest = INFINITY;
    for (size_t k = 0; k < signal->n; k++)
        shortest = fmin(shortest, signal->segments[k].duration);
    return 1 + log10(signal->segments[i].duration / shortest);
}

static double height_of(double v, double least, double most)
{
    const double middle = HEIGHT / 2.0;
    if (!(fabs(v) > 0))
        return middle;
    const double part = log10(10 * fabs(v) / least) / log10(10 * most / least);
    return middle - copysign(fmax(part, 0), v) * (middle - EDGE);
}

void witness_draw(FILE *out, const char *text)
{
    struct signal signal;
    char error[SIGNAL_TEXT];
    double least, most, sum = 0, x = EDGE;
    if (!signal_parse(text, &signal, error))
        return;
    speeds(&signal, &least, &most);
    for (size_t i = 0; i < signal.n; i++)
        sum += weight(&signal, i);
    fprintf(out,
            "<svg class=\"witness\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "aria-label=\"velocity: ",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    page_escape(out, text);
    fprintf(out,
            "\"><path d=\"M0 %.1fH%d\" stroke=\"currentColor\" stroke-opacity=\"0.3\"/>"
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" d=\"",
            HEIGHT / 2.0, WIDTH);
    for (size_t i = 0; i < signal.n; i++) {
        const struct signal_segment *segment = &signal.segments[i];
        const double width = (WIDTH - 2 * EDGE) * weight(&signal, i) / sum;
        const int step = segment->kind == SIGNAL_HOLD ? SAMPLES : 1;
        for (int k = 0; k <= SAMPLES; k += step)
            fprintf(out, "%c%.1f %.1f", i + (size_t)k == 0 ? 'M' : 'L', x + width * k / SAMPLES,
                    height_of(sample(segment, k), least, most));
        x += width;
    }
    fputs("\"/></svg>", out);
    signal_free(&signal);
}
