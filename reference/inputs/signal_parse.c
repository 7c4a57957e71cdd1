/* Parses the grammar of signals (reference/inputs/signal.h). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/inputs/signal.h"
#include "reference/inputs/signal_table.h"
#include "tools/base/memory.h"

static const struct kind {
    const char *name, *usage;
    unsigned n_values;
} kinds[] = {
    [SIGNAL_HOLD] = { "hold", "hold V T", 1 },
    [SIGNAL_RAMP] = { "ramp", "ramp V0 V1 T", 2 },
    [SIGNAL_SINE] = { "sine", "sine MEAN AMP OMEGA PHASE T", 4 },
    [SIGNAL_COSINE] = { "cosine", "cosine MEAN AMP OMEGA PHASE T", 4 },
    [SIGNAL_CHIRP] = { "chirp", "chirp MEAN AMP W0 W1 T", 4 },
    [SIGNAL_CSV] = { "csv", "csv FILE", 0 },
};

enum { N_KINDS = sizeof kinds / sizeof *kinds, SHOWN = 60 /* bytes of a bad word */ };

/* The position of the parser, and the number of its segment, from 1. */
struct parser {
    const char *text;
    size_t segment;
    char *error;
};

struct word {
    const char *at;
    size_t length;
};

/* The next word, up to white space or `;`; of length 0 at an end. */
static struct word next_word(struct parser *p)
{
    p->text += strspn(p->text, " \t\r\n\f\v");
    const struct word word = { p->text, strcspn(p->text, " \t\r\n\f\v;") };
    p->text += word.length;
    return word;
}

static int shown(struct word word) { return word.length < SHOWN ? (int)word.length : SHOWN; }

/* Reads a number. strtod must reach the end of the word, or else the word is no number. */
static bool parse_number(struct parser *p, const struct kind *kind, double *value)
{
    char *end;
    const struct word word = next_word(p);
    if (word.length == 0) {
        snprintf(p->error, SIGNAL_TEXT, "segment %zu: too few numbers, expected '%s'", p->segment,
                 kind->usage);
        return false;
    }
    *value = strtod(word.at, &end);
    if (end != p->text || !isfinite(*value)) {
        snprintf(p->error, SIGNAL_TEXT, "segment %zu: '%.*s' is not a finite number, expected '%s'",
                 p->segment, shown(word), word.at, kind->usage);
        return false;
    }
    return true;
}

/* Reads the numbers of a kind and T, and nothing else. */
static bool parse_numbers(struct parser *p, const struct kind *kind, struct signal_segment *segment)
{
    for (unsigned i = 0; i < kind->n_values; i++)
        if (!parse_number(p, kind, &segment->value[i]))
            return false;
    if (!parse_number(p, kind, &segment->duration))
        return false;
    if (!(segment->duration > 0)) {
        snprintf(p->error, SIGNAL_TEXT,
                 "segment %zu: the duration T is %g, expected a positive one", p->segment,
                 segment->duration);
        return false;
    }
    const struct word surplus = next_word(p);
    if (surplus.length > 0) {
        snprintf(p->error, SIGNAL_TEXT, "segment %zu: unexpected '%.*s' after '%s'", p->segment,
                 shown(surplus), surplus.at, kind->usage);
        return false;
    }
    return true;
}

/* Reads a file's name: everything up to the `;` or the end, without the blanks around it. */
static bool parse_file(struct parser *p, const struct kind *kind, struct signal_segment *segment)
{
    p->text += strspn(p->text, " \t\r\n\f\v");
    struct word word = { p->text, strcspn(p->text, ";") };
    p->text += word.length;
    while (word.length > 0 && isspace((unsigned char)word.at[word.length - 1]))
        word.length--;
    if (word.length == 0) {
        snprintf(p->error, SIGNAL_TEXT, "segment %zu: no file name, expected '%s'", p->segment,
                 kind->usage);
        return false;
    }
    char *name = memory_text("%.*s", (int)word.length, word.at);
    segment->table = signal_table_read(name, p->error);
    free(name);
    if (!segment->table)
        return false;
    segment->duration = signal_table_duration(segment->table);
    return true;
}

static void say_unknown_kind(const struct parser *p, struct word word)
{
    int n = snprintf(p->error, SIGNAL_TEXT, "segment %zu: unknown kind '%.*s', expected ",
                     p->segment, shown(word), word.at);
    for (unsigned k = 0; k < N_KINDS; k++)
        n += snprintf(p->error + n, SIGNAL_TEXT - (size_t)n, "%s%s",
                      k == 0 ? "" : (k + 1 < N_KINDS ? ", " : " or "), kinds[k].name);
}

static bool parse_segment(struct parser *p, struct signal_segment *segment)
{
    const struct word word = next_word(p);
    unsigned k = 0;
    if (word.length == 0) {
        snprintf(p->error, SIGNAL_TEXT, "segment %zu is empty, expected e.g. 'hold 0.001 5'",
                 p->segment);
        return false;
    }
    while (k < N_KINDS && (strlen(kinds[k].name) != word.length ||
                           strncmp(word.at, kinds[k].name, word.length) != 0))
        k++;
    if (k == N_KINDS) {
        say_unknown_kind(p, word);
        return false;
    }
    *segment = (struct signal_segment){ .kind = (enum signal_kind)k };
    return k == SIGNAL_CSV ? parse_file(p, &kinds[k], segment)
                           : parse_numbers(p, &kinds[k], segment);
}

static bool parse_segments(struct parser *p, struct signal *signal)
{
    for (;;) {
        if (signal->n == SIGNAL_MAX_SEGMENTS) {
            snprintf(
                p->error, SIGNAL_TEXT,
                "found more than %d segments, expected at most that many (a csv segment has any "
                "number of samples)",
                SIGNAL_MAX_SEGMENTS);
            return false;
        }
        struct signal_segment *segment = &signal->segments[signal->n];
        p->segment = signal->n + 1;
        if (!parse_segment(p, segment))
            return false;
        segment->start = signal->duration;
        signal->n++;
        signal->duration += segment->duration;
        if (!isfinite(signal->duration)) {
            snprintf(p->error, SIGNAL_TEXT, "segment %zu: the signal would last longer than %g s",
                     p->segment, segment->start);
            return false;
        }
        if (*p->text == '\0')
            return true;
        p->text++; /* the `;` */
    }
}

bool signal_parse(const char *text, struct signal *signal, char error[SIGNAL_TEXT])
{
    struct parser p = { .text = text, .error = error };
    signal->n = 0;
    signal->duration = 0;
    if (!parse_segments(&p, signal)) {
        signal_free(signal);
        for (char *c = error; *c; c++) /* one line, whatever the words hold */
            if (iscntrl((unsigned char)*c))
                *c = '?';
        return false;
    }
    for (size_t i = 1; i < signal->n; i++) {
        const struct signal_segment *before = &signal->segments[i - 1];
        signal->segments[i].distance =
            before->distance + signal_segment_distance(before, before->duration);
    }
    return true;
}

void signal_free(struct signal *signal)
{
    for (size_t i = 0; i < signal->n; i++)
        signal_table_free(signal->segments[i].table);
    signal->n = 0;
    signal->duration = 0;
}
