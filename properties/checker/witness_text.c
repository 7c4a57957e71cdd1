/* Writes witness files, one line for each segment, as people read them. Names and decimals need no
 * escapes, so printing them gives valid JSON in this layout. */
#include "properties/checker/witness_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/rigorous/rigorous_regressor.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"

enum {
    CLAIM_BITS = 90,   /* of relative accuracy, so that all 25 digits are correct */
    CLAIM_PREC = 1024, /* highest working precision, bits */
};

/* Returns true when segment i is a row of a csv, but not its first. */
static bool goes_on(const struct witness_numbers *w, unsigned i)
{
    return i < w->n_segments && w->segments[i].since && decimal_sign(w->segments[i].since) != 0;
}

/* Writes a row of a csv; the first row opens the csv, the last one closes it. */
static void put_row(FILE *out, const struct witness_numbers *w, unsigned i)
{
    const struct witness_segment *row = &w->segments[i];
    if (!goes_on(w, i))
        fprintf(out, "    {\"kind\": \"csv\", \"samples\": [[\"%s\", \"%s\"]", row->since,
                row->value[0]);
    fprintf(out, ", [\"%s\", \"%s\"]", w->h[i], row->value[1]);
    if (!goes_on(w, i + 1))
        fprintf(out, "]}%s\n", i + 1 < w->n_segments ? "," : "");
}

static void put_segment(FILE *out, const struct witness_numbers *w, unsigned i)
{
    if (w->segments && w->segments[i].since) {
        put_row(out, w, i);
        return;
    }
    const struct witness_kind *kind =
        witness_kind_by(w->segments ? w->segments[i].kind : SIGNAL_HOLD);
    fprintf(out, "    {\"kind\": \"%s\"", kind->name);
    for (unsigned j = 0; j < kind->n; j++)
        fprintf(out, ", \"%s\": \"%s\"", kind->keys[j + 2],
                w->segments ? w->segments[i].value[j] : w->v[i]);
    fprintf(out, ", \"t\": \"%s\"}%s\n", w->h[i], i + 1 < w->n_segments ? "," : "");
}

/* Returns the text with the claimed enclosure [lo, hi] and with the vector that the regressor maps
 * to 0; each is left out if it is NULL. */
static char *compose(const struct witness_numbers *w, const char *lo, const char *hi,
                     const long *null)
{
    const struct arb_law *law = w->law;
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fprintf(out, "{\n  \"format\": \"witness-1\",\n  \"model\": \"%s\",\n  \"params\": {",
            law->name);
    for (int i = 0; law->params[i]; i++)
        fprintf(out, "%s\"%s\": \"%s\"", i > 0 ? ", " : "", law->params[i], w->param[i]);
    fprintf(out, "},\n  \"property\": \"%s\",\n  \"x0\": [", property_info[w->property].name);
    for (int i = 0; i < arb_law_count(law->states); i++)
        fprintf(out, "%s\"0\"", i > 0 ? ", " : "");
    fputs("],\n  \"signal\": [\n", out);
    for (unsigned i = 0; i < w->n_segments; i++)
        put_segment(out, w, i);
    fputs("  ]", out);
    if (lo && hi)
        fprintf(out, ",\n  \"claims\": {\"lo\": \"%s\", \"hi\": \"%s\"}", lo, hi);
    for (int i = 0; null && i < law->n_regressors; i++)
        fprintf(out, "%s\"%ld\"%s", i > 0 ? ", " : ",\n  \"null\": [", null[i],
                i + 1 < law->n_regressors ? "" : "]");
    fputs("\n}\n", out);
    return memory_close(&stream);
}

/* Encloses the functional along the witness, as its text reads, between two decimals. */
static bool enclose(const struct witness *w, char lo[DECIMAL_TEXT], char hi[DECIMAL_TEXT])
{
    const struct rigorous_case c = witness_case(w);
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    const slong most = witness_is_stepped(w) ? CLAIM_PREC / 4 : CLAIM_PREC; /* steps take longer */
    slong prec = 128;
    do
        rigorous_evaluate(&c, prec, functional, margin);
    while (arb_rel_accuracy_bits(functional) < CLAIM_BITS && (prec *= 2) <= most);
    const bool known = decimal_bound(lo, functional, false) && decimal_bound(hi, functional, true);
    arb_clear(margin);
    arb_clear(functional);
    return known;
}

/* Finds the vector that the checker needs. Returns false when there is none. */
static bool find_null(const struct witness_numbers *numbers, long null[RIGOROUS_MAX_COLUMNS])
{
    enum { NULL_PREC = 128 };
    struct witness w = {
        .law = numbers->law,
        .property = numbers->property,
        .n_segments = numbers->n_segments,
        .v = (const char **)numbers->v,
        .h = (const char **)numbers->h,
        .segments = (struct witness_segment *)numbers->segments,
    };
    for (int i = 0; numbers->law->params[i]; i++)
        w.param[i] = numbers->param[i];
    for (int i = 0; i < arb_law_count(numbers->law->states); i++)
        w.x0[i] = "0";
    struct rigorous_case c = witness_case(&w);
    c.null = NULL;
    return rigorous_null_vector(&c, NULL_PREC, null);
}

struct witness_numbers witness_numbers_of(const struct witness *w)
{
    return (struct witness_numbers){
        .law = w->law,
        .property = w->property,
        .param = w->param,
        .v = w->v,
        .h = w->h,
        .n_segments = w->n_segments,
        .segments = w->segments,
    };
}

char *witness_write(const struct witness_numbers *numbers)
{
    struct witness w;
    struct file_error error;
    char lo[DECIMAL_TEXT], hi[DECIMAL_TEXT];
    long vector[RIGOROUS_MAX_COLUMNS] = { 0 };
    const long *null = numbers->null;
    if (!null && numbers->property == IDENTIFIABILITY && find_null(numbers, vector))
        null = vector;
    char *text = compose(numbers, NULL, NULL, null);
    if (!witness_parse_by(numbers->law, text, strlen(text), &w, &error)) {
        free(text);
        return NULL;
    }
    if (enclose(&w, lo, hi)) {
        free(text);
        text = compose(numbers, lo, hi, null);
    }
    witness_free(&w);
    return text;
}

/* Writes n values as decimals. Returns false when one is not finite. */
static bool put(char (*texts)[DECIMAL_TEXT], const char **numbers, const double values[],
                unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
        decimal_of_double(texts[i], values[i]);
        numbers[i] = texts[i];
    }
    return true;
}

char *witness_text(const struct arb_law *law, const double p[], enum property property,
                   const double v[], const double h[], unsigned n)
{
    const unsigned n_params = (unsigned)arb_law_count(law->params), all = n_params + 2 * n;
    char(*texts)[DECIMAL_TEXT] = memory_array(all, sizeof *texts);
    const char **param = memory_array(all, sizeof *param);
    const char **speed = param + n_params, **duration = speed + n;
    char *text = NULL;
    if (put(texts, param, p, n_params) && put(texts + n_params, speed, v, n) &&
        put(texts + n_params + n, duration, h, n))
        text = witness_write(&(struct witness_numbers){
            .law = law,
            .property = property,
            .param = param,
            .v = speed,
            .h = duration,
            .n_segments = n,
        });
    free(param);
    free(texts);
    return text;
}
