/* Makes laws and witnesses from the grid and the families' templates (flawed.h). */
#include "properties/search/flawed/flawed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/equations.h"
#include "properties/checker/property.h"
#include "properties/search/flawed/witness.h"
#include "tools/base/digest.h"
#include "tools/base/memory.h"

enum { PARTS = 5 }; /* one of them is held back */

size_t flawed_families(void)
{
    size_t n = 0;
    while (flawed_table[n].name)
        n++;
    return n;
}

const struct flawed_family *flawed_family_at(size_t i) { return &flawed_table[i]; }

static const struct flawed_family *family_of(const char *name)
{
    const struct flawed_family *family = flawed_table;
    while (strcmp(family->name, name) != 0)
        family++;
    return family;
}

size_t flawed_count(void)
{
    size_t n = 0;
    while (flawed_grid[n].family)
        n++;
    return n;
}

/* Returns true when the first eight digits of the name's SHA-256 are a multiple of PARTS. */
static bool is_drawn(const char *name)
{
    char hex[DIGEST_TEXT];
    digest_bytes(hex, name, strlen(name));
    hex[8] = '\0';
    return strtoul(hex, NULL, 16) % PARTS == 0;
}

struct flawed_law flawed_at(size_t i)
{
    const struct flawed_row *row = &flawed_grid[i];
    struct flawed_law law = { .family = family_of(row->family),
                              .is_right = row->is_right,
                              .number = 1,
                              .difficulty = row->difficulty,
                              .strength = row->strength };
    while (law.number <= i && strcmp(flawed_grid[i - law.number].family, row->family) == 0 &&
           flawed_grid[i - law.number].is_right == row->is_right)
        law.number++;
    snprintf(law.name, sizeof law.name, "%s%s_%u", row->family, row->is_right ? "_right" : "",
             law.number);
    law.is_held_back = is_drawn(law.name);
    return law;
}

/* Writes the template with its places {name}, {d} and {k} filled in. */
static void fill(FILE *out, const char *text, const struct flawed_law *law)
{
    for (; *text; text++)
        if (strncmp(text, "{name}", 6) == 0) {
            fputs(law->name, out);
            text += 5;
        } else if (strncmp(text, "{d}", 3) == 0 || strncmp(text, "{k}", 3) == 0) {
            fprintf(out, "%.17g", text[1] == 'd' ? law->difficulty : law->strength);
            text += 2;
        } else
            fputc(*text, out);
}

char *flawed_text(const struct flawed_law *law)
{
    struct memory_stream stream;
    char *end = memory_text("/%s.mo.in", law->family->name);
    const struct program_file *template = flawed_templates;
    while (!strstr(template->path, end))
        template ++;
    fill(memory_open(&stream), (const char *)template->text, law);
    free(end);
    return memory_close(&stream);
}

void flawed_param(struct flawed_witness *w, const char *name, double value)
{
    fprintf(w->params, "%s\"%s\": \"%.17g\"", w->n_params++ ? ", " : "", name, value);
}

void flawed_hold(struct flawed_witness *w, double v, double t)
{
    fprintf(w->signal, "%s    {\"kind\": \"hold\", \"v\": \"%.17g\", \"t\": \"%.17g\"}",
            w->n_segments++ ? ",\n" : "", v, t);
}

void flawed_sine(struct flawed_witness *w, double amp, double omega, unsigned periods)
{
    const double two_pi = 6.283185307179586;
    fprintf(w->signal,
            "%s    {\"kind\": \"sine\", \"mean\": \"0\", \"amp\": \"%.17g\", \"omega\": \"%.17g\", "
            "\"phase\": \"0\", \"t\": \"%.17g\"}",
            w->n_segments++ ? ",\n" : "", amp, omega, two_pi * periods / omega);
}

/* Returns the number of states of the law's text. */
static size_t states_of(const struct flawed_law *law)
{
    char *source = flawed_text(law);
    struct text text = { .name = law->name, .at = source, .n = strlen(source) };
    struct equations equations;
    const size_t n = equations_read(&text, &equations) ? equations.states.n : 0;
    equations_free(&equations);
    free(source);
    return n;
}

char *flawed_witness_text(const struct flawed_law *law)
{
    struct memory_stream whole, params, signal;
    struct flawed_witness w = { .params = memory_open(&params), .signal = memory_open(&signal) };
    law->family->witness(&w, law->difficulty);
    char *stated = memory_close(&params), *moved = memory_close(&signal);
    FILE *out = memory_open(&whole);
    fprintf(out,
            "{\n  \"format\": \"witness-1\",\n  \"model\": \"%s\",\n  \"params\": {%s},\n"
            "  \"property\": \"%s\",\n  \"x0\": [",
            law->name, stated, property_info[law->family->property].name);
    for (size_t n = states_of(law), i = 0; i < n; i++)
        fprintf(out, "%s\"0\"", i > 0 ? ", " : "");
    fprintf(out, "],\n  \"signal\": [\n%s\n  ]\n}\n", moved);
    free(stated);
    free(moved);
    return memory_close(&whole);
}
