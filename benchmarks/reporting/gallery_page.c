/* Writes the sections of laws as Markdown (gallery.h). */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/gallery.h"
#include "models/reading/lines.h"
#include "models/reading/structure_words.h"
#include "tools/base/memory.h"

/* A bare bar would end a cell, and Markdown takes stars and underscores for its own. */
static void put_cell(FILE *out, const char *text)
{
    for (; text && *text; text++) {
        if (strchr("|*_<\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

void gallery_opening(FILE *out, const struct gallery_law laws[], size_t n)
{
    fputs(
        "# The laws, one by one\n\n"
        "This folder holds Bristle's laws, each as the text of its equations. What stands here is "
        "taken from\nthe texts, but for the pictures, which the laws' code draws at the "
        "defaults: the steady force against\nthe velocity, and the force while the law is moved "
        "forth and back slowly from rest.\n\n"
        "A claim *holds*, is *false*, or is *open*, as the text declares; `verify` tests it, and\n"
        "[properties/verification](../../properties/verification/README.md) has what it finds.\n"
        "The page is written by\n\n"
        "    tools/bazel run //benchmarks:gallery -- --pictures models/laws/pictures "
        "-o models/laws/README.md models/laws/*.mo\n\n",
        out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s[%s](#%s)", i > 0 ? " ·\n" : "", laws[i].model->name, laws[i].model->name);
    fputs("\n", out);
}

/* Pages on GitHub have no \operatorname, and mathematics within a page is one aligned block. */
static void put_equations(FILE *out, struct equations *law)
{
    static const char operator_name[] = "\\operatorname";
    struct reading_lines lines = reading_lines(law);
    fputs("```math\n\\begin{aligned}\n", out);
    for (size_t i = 0; i < lines.n; i++) {
        const char *text = lines.of[i].latex, *at;
        for (; (at = strstr(text, operator_name)) != NULL; text = at + strlen(operator_name))
            fprintf(out, "%.*s\\mathrm", (int)(at - text), text);
        fprintf(out, "%s%s\n", text, i + 1 < lines.n ? " \\\\" : "");
    }
    fputs("\\end{aligned}\n```\n\n", out);
    free(lines.of);
}

static void put_structure(FILE *out, struct gallery_law *law)
{
    struct structure structure;
    const char *words[READING_WORDS];
    structure_find(&law->law, &structure);
    const size_t n = reading_structure(&structure, law->law.states.n > 0, words);
    fputs("Structure: ", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i > 0 ? "; " : "", words[i]);
    fputs(n > 0 ? ".\n\n" : "nothing found.\n\n", out);
}

static void put_end(FILE *out, double value)
{
    if (isinf(value))
        fputs(value > 0 ? "∞" : "-∞", out);
    else
        fprintf(out, "%.6g", value);
}

static void put_parameters(FILE *out, const struct model *model)
{
    fputs("| parameter | unit | default | range | |\n|---|---|--:|---|---|\n", out);
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        fprintf(out, "| `%s` | %s | %.6g | ", q->name, q->unit, q->value);
        put_end(out, q->lo);
        fputs(" to ", out);
        put_end(out, q->hi);
        fputs(" | ", out);
        put_cell(out, q->note);
        fputs(" |\n", out);
    }
}

static const char *word_of(enum declared declared)
{
    static const char *const words[] = { "holds", "false", "open" };
    return words[declared];
}

static void put_claim(FILE *out, const char *property, const struct claim_text *claim)
{
    fprintf(out, "| %s | ", property);
    put_cell(out, claim->domain ? claim->domain : "always");
    fprintf(out, " | %s | ", word_of(claim->declared));
    put_cell(out, claim->source);
    fputs(" |\n", out);
}

static void put_claims(FILE *out, const struct statements *s)
{
    static const char *const names[] = {
#define X(id, name, functional, unit, meaning) name,
        PROPERTY_LIST(X)
#undef X
    };
    if (s->n_claims + s->n_experiments == 0)
        return;
    fputs("\n| claim | for | | who says so, or why |\n|---|---|---|---|\n", out);
    for (size_t i = 0; i < s->n_claims; i++)
        put_claim(out, names[s->claims[i].property], &s->claims[i]);
    for (size_t i = 0; i < s->n_experiments; i++)
        put_claim(out, names[EXPERIMENT], &s->experiments[i].claim);
}

void gallery_section(FILE *out, struct gallery_law *law)
{
    const struct model *m = law->model;
    fprintf(out, "\n## %s\n\n%c%s. %s. Text: [`%s.mo`](%s.mo)\n\n", m->name,
            toupper((unsigned char)*m->title), m->title + 1, m->source, m->name, m->name);
    put_equations(out, &law->law);
    fprintf(out, "![%s: force](pictures/%s.svg)\n\n", m->name, m->name);
    put_structure(out, law);
    put_parameters(out, m);
    put_claims(out, &law->statements);
}
