/* What a law's page shows of the law itself: equations, structure, parameters, curves (pages.h). */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/law_curves.h"
#include "benchmarks/reporting/pages.h"
#include "benchmarks/sections/draw.h"
#include "models/language/statements.h"
#include "models/reading/law_source.h"
#include "models/reading/lines.h"
#include "models/reading/structure_words.h"
#include "models/real.h"
#include "tools/base/memory.h"

static void put_equations(struct page *page, struct equations *law)
{
    struct reading_lines lines = reading_lines(law);
    const char **latex = memory_array(lines.n, sizeof *latex);
    for (size_t i = 0; i < lines.n; i++)
        latex[i] = lines.of[i].latex;
    page_math(page, latex, lines.n);
    free(latex);
    free(lines.of);
}

static void put_structure(struct page *page, struct equations *law)
{
    struct structure structure;
    struct memory_stream made;
    const char *words[READING_WORDS];
    structure_find(law, &structure);
    const size_t n = reading_structure(&structure, law->states.n > 0, words);
    FILE *out = memory_open(&made);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i > 0 ? "; " : "", words[i]);
    char *text = memory_close(&made);
    page_paragraph(page, "Structure, as found from the equations: %s.", n > 0 ? text : "nothing");
    free(text);
}

static void put_text(struct page *page, const struct model *model)
{
    const char *source = law_source(model->name);
    struct text text = { .name = model->name, .at = source, .n = source ? strlen(source) : 0 };
    struct equations law;
    if (!source || !equations_read(&text, &law))
        return;
    put_equations(page, &law);
    put_structure(page, &law);
    equations_free(&law);
}

static void put_end(FILE *out, double value)
{
    if (isinf(value))
        fputs(value > 0 ? "∞" : "−∞", out);
    else
        fprintf(out, "%g", value);
}

static void put_parameters(struct page *page, const struct model *model)
{
    static const struct page_column columns[] = {
        { "parameter", PAGE_HEAD }, { "unit", PAGE_TEXT }, { "default", PAGE_NUMBER },
        { "range", PAGE_TEXT },     { "note", PAGE_TEXT },
    };
    page_table_begin(page, "Parameters", columns, sizeof columns / sizeof *columns);
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        page_cell(page, "%s", q->name);
        page_cell(page, "%s", q->unit);
        page_cell(page, "%.6g", q->value);
        page_cell_begin(page);
        put_end(page->out, q->lo);
        fputs(" to ", page->out);
        put_end(page->out, q->hi);
        page_cell_end(page);
        page_cell(page, "%s", q->note ? q->note : "");
    }
    page_table_end(page);
}

static void add_curve(struct drawing *d, const char *title, const struct drawing_axes *axes,
                      const struct law_curve *c)
{
    drawing_panel(d, title, axes);
    drawing_series(d, NULL, 0, PLOT_LINE);
    for (size_t i = 0; i < c->n; i++)
        drawing_point(d, c->x[i], c->y[i]);
}

static void put_curves(struct page *page, const struct model *model)
{
    static const struct drawing_axes steady = { "held velocity v (m/s)", "steady friction F (N)",
                                                false, false },
                                     slow = { "position x (m)", "friction F (N)", false, false };
    struct drawing d = drawing_new();
    double p[MODEL_MAX_PARAMS];
    struct law_curve *c = memory_array(1, sizeof *c);
    char id[64], command[320], velocity[LAW_LOOP_TEXT];
    PREC(model_defaults)(model, p);
    snprintf(command, sizeof command,
             "tools/bazel run //benchmarks:simulate -- --model %s --scenario steady_state",
             model->name);
    if (law_has_steady_curve(model)) {
        law_steady_curve(model, p, c);
        add_curve(&d, "Steady sliding", &steady, c);
    }
    if (law_has_loop(model)) {
        law_loop(model, p, c);
        add_curve(&d, "Moved slowly forth, back and forth", &slow, c);
        law_loop_velocity(model, p, velocity);
        snprintf(command, sizeof command,
                 "tools/bazel run //benchmarks:simulate -- --model %s --velocity '%s'", model->name,
                 velocity);
    }
    snprintf(id, sizeof id, "curves-%s", model->name);
    if (d.n > 0)
        page_figure(page, &(struct page_figure){ .id = id,
                                                 .title = "At the defaults",
                                                 .command = command,
                                                 .panels = d.panels,
                                                 .n_panels = d.n });
    drawing_free(&d);
    free(c);
}

void report_law_head(struct page *page, const struct model *model)
{
    char id[64];
    snprintf(id, sizeof id, "%s-law", model->name);
    page_section(page, id, "The law");
    put_text(page, model);
    put_curves(page, model);
    put_parameters(page, model);
    char command[96];
    snprintf(command, sizeof command, "tools/bazel run //models:law -- models/laws/%s.mo",
             model->name);
    page_command(page, command);
}
