/* The section on microcontrollers: what to take on a core, and cost against error. Costs come from
 * the stored table. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/recommend.h"
#include "benchmarks/sections/draw.h"
#include "benchmarks/sections/embedded.h"
#include "models/real.h"
#include "tools/base/memory.h"

static const char *const precision_titles[EMBEDDED_PRECISIONS] = { "float", "double" };

const struct report_core report_cores[] = {
    { "m0p", "Cortex-M0+", 48e6, "many parts" },
    { "m3", "Cortex-M3", 72e6, "STM32F103" },
    { "m4f", "Cortex-M4F", 168e6, "STM32F407" },
    { "m7", "Cortex-M7", 216e6, "STM32F746" },
    { "rv32imac", "RV32IMAC", 108e6, "GD32VF103" },
    { "rv32imafc", "RV32IMAFC", 160e6, "parts with single precision" },
    { "atmega328p", "ATmega328P", 16e6, "Arduino Uno" },
    { NULL, NULL, 0, NULL },
};

/* What a recommended method may take of the period, and by how much of its maximum the force may be
 * wrong. */
#define MOST_LOAD  0.5
#define MOST_ERROR 0.01

/* Reads the quality from a row of a part's file, as far as this section needs it. */
static struct embedded_quality quality_of(const struct csv *csv, size_t i)
{
    return (struct embedded_quality){
        .status = *csv_text(csv, i, "failure") ? STATUS_NONFINITE : STATUS_OK,
        .error = csv_number(csv, i, "error"),
        .bound_excess = csv_number(csv, i, "bound_excess"),
        .energy_deficit = csv_number(csv, i, "energy_deficit"),
        .runs_away = csv_is(csv, i, "runs_away", "1"),
    };
}

/* The combinations of a law on a core: costs as stored, quality from the part's file. */
struct choices {
    struct embedded_row *rows;
    size_t n, room;
};

static void add_choices(const struct report_core *core, const struct csv *csv, struct choices *to)
{
    for (size_t i = 0; i < csv->n_rows; i++) {
        struct embedded_row row = {
            .core = core->core,
            .steps_per_period = (unsigned)csv_number(csv, i, "steps_per_period"),
            .quality = quality_of(csv, i),
        };
        if (!embedded_golden_cost(core->core, csv_text(csv, i, "model"),
                                  csv_text(csv, i, "integrator"), csv_text(csv, i, "precision"),
                                  &row.cost))
            continue;
        to->rows = memory_grown(to->rows, to->n, &to->room, sizeof *to->rows);
        to->rows[to->n++] = row;
    }
}

static struct embedded_limits limits_of(const struct report_core *core)
{
    return (struct embedded_limits){ .loop = { EMBEDDED_RATE, core->clock },
                                     .most_load = MOST_LOAD,
                                     .most_error = MOST_ERROR };
}

static const struct page_column choice_columns[] = {
    { "law", PAGE_HEAD },      { "method", PAGE_TEXT },  { "load", PAGE_NUMBER },
    { "cycles", PAGE_NUMBER }, { "flash", PAGE_NUMBER }, { "stack", PAGE_NUMBER },
    { "error", PAGE_NUMBER },  { "why not", PAGE_TEXT },
};
enum { CHOICE_COLUMNS = sizeof choice_columns / sizeof *choice_columns };

enum { METHOD_WORDS = 96 };

/* Writes "exponential, float, 1 step a period". */
static const char *method_words(char words[METHOD_WORDS], const struct embedded_row *row)
{
    snprintf(words, METHOD_WORDS, "%s, %s, %u %s a period", row->cost.method,
             strcmp(row->cost.precision, "f32") == 0 ? "float" : "double", row->steps_per_period,
             row->steps_per_period == 1 ? "step" : "steps");
    return words;
}

static void put_method(struct page *page, const struct embedded_row *row)
{
    char words[METHOD_WORDS];
    page_cell(page, "%s", method_words(words, row));
}

static void put_costs(struct page *page, const struct embedded_row *row,
                      const struct embedded_loop *loop)
{
    const struct embedded_cost *c = &row->cost;
    page_cell(page, "%.2g %%", 100 * embedded_load(row, loop));
    const uint64_t step = c->has_cycles ? c->cycles_hi.max : c->instructions.max;
    page_cell(page, "%" PRIu64, step * row->steps_per_period);
    page_cell(page, "%u B", (unsigned)c->flash);
    page_cell(page, "%u B", (unsigned)c->stack);
    page_cell(page, "%.2g %%", 100 * row->quality.error);
}

/* The rest of a row, behind its head: the law's cheapest combination that meets the limits. */
static void put_cheapest(const struct report_core *core, const struct choices *choices,
                         const char *law, struct page *page)
{
    const struct embedded_limits limits = limits_of(core);
    const size_t best = embedded_cheapest(choices->rows, choices->n, law, &limits);
    if (best < choices->n) {
        put_method(page, &choices->rows[best]);
        put_costs(page, &choices->rows[best], &limits.loop);
    } else
        page_cell(page, "none meets the limits");
    page_row_end(page);
}

static bool read_choices(const struct report *report, const struct report_core *core,
                         const char *law, struct choices *choices)
{
    struct csv csv;
    char name[PART_NAME];
    embedded_part_name(name, law);
    *choices = (struct choices){ NULL, 0, 0 };
    if (!report_read(report, name, &csv))
        return false;
    add_choices(core, &csv, choices);
    embedded_sort(choices->rows, choices->n);
    csv_free(&csv);
    return true;
}

/* The combinations that are cheaper than the recommended one, and why each is not taken; where none
 * is, those that take the least. */
static void draw_choices(const struct report_core *core, const struct choices *choices,
                         const char *law, struct page *page)
{
    enum { LEAST = 12 };
    const struct embedded_limits limits = limits_of(core);
    const size_t best = embedded_cheapest(choices->rows, choices->n, law, &limits);
    char caption[128];
    snprintf(caption, sizeof caption, "What is cheaper, and why not: %s", law);
    page_table_begin(page, caption, choice_columns, CHOICE_COLUMNS);
    for (size_t i = 0, n = 0; i < (best < choices->n ? best : choices->n) && n < LEAST; i++) {
        const struct embedded_row *row = &choices->rows[i];
        char why[160];
        if (embedded_fault(row, &limits) == FAULT_UNSUPPORTED)
            continue;
        n++;
        embedded_fault_text(row, &limits, why, sizeof why);
        page_cell(page, "%s", law);
        put_method(page, row);
        put_costs(page, row, &limits.loop);
        page_cell(page, "%s", why);
    }
    page_table_end(page);
}

/* Draws one curve for each method, over the number of steps in a period. Leaves out methods that
 * `embedded` would refuse at any cost. */
static void draw_curves(struct drawing *d, const struct choices *choices, const char *precision)
{
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        bool begun = false;
        for (size_t i = 0; i < choices->n; i++) {
            const struct embedded_row *row = &choices->rows[i];
            if (strcmp(row->cost.method, (*m)->name) != 0 ||
                strcmp(row->cost.precision, precision) != 0 ||
                embedded_quality_fault(&row->quality) != FAULT_NONE)
                continue;
            if (!begun)
                drawing_method(d, (*m)->name, PLOT_LINE_POINTS);
            begun = true;
            drawing_point(d, row->cost.instructions.mean * EMBEDDED_RATE * row->steps_per_period,
                          row->quality.error);
        }
    }
}

static void draw_figure(const struct report *report, const struct report_core *core,
                        struct page *page)
{
    static const struct drawing_axes axes = { "instructions for a second of motion",
                                              "largest error of F (relative)", true, true };
    struct drawing d = drawing_new();
    char title[128], id[64], caption[512];
    for (size_t l = 0; l < EMBEDDED_LAWS; l++) {
        struct choices choices;
        if (!read_choices(report, core, embedded_laws[l], &choices))
            continue;
        for (size_t k = 0; k < EMBEDDED_PRECISIONS; k++) {
            if (!embedded_golden_measured(core->core, embedded_precisions[k]))
                continue;
            snprintf(title, sizeof title, "%s, %s", embedded_laws[l], precision_titles[k]);
            drawing_panel(&d, title, &axes);
            draw_curves(&d, &choices, embedded_precisions[k]);
        }
        free(choices.rows);
    }
    drawing_same_axes(&d);
    snprintf(id, sizeof id, "embedded-%s", core->core);
    snprintf(caption, sizeof caption,
             "A control loop at 1 kHz sees v = 0.01 sin(2 pi t + 0.3) m/s; its period is cut into "
             "1, 2, 4, 8 and 16 steps. Down and to the left is better. What breaks the law's bound "
             "or its passivity along held velocities up to that speed is left out, and so is what "
             "runs away at speeds up to %g m/s.",
             EMBEDDED_PROFILE_SPEED);
    if (d.n > 0)
        report_figure(report, page, &d, id, "Cost of an error", caption, &section_embedded);
    drawing_free(&d);
}

static void draw_core(const struct report *report, struct page *page,
                      const struct report_core *core)
{
    char id[64], command[256];
    snprintf(id, sizeof id, "%s-recommended", core->core);
    page_section(page, id, "What to take");
    page_paragraph(page,
                   "For a control loop at 1 kHz on a core of %g MHz (%s): the cheapest method that "
                   "takes at most %g %% of the period, is wrong by at most %g %% of the largest "
                   "force, and breaks neither the law's bound nor, where it has it, its passivity.",
                   1e-6 * core->clock, core->part, 100 * MOST_LOAD, 100 * MOST_ERROR);
    page_table_begin(page, "Recommended", choice_columns, CHOICE_COLUMNS - 1);
    struct choices choices[EMBEDDED_LAWS];
    bool has[EMBEDDED_LAWS];
    for (size_t l = 0; l < EMBEDDED_LAWS; l++) {
        has[l] = read_choices(report, core, embedded_laws[l], &choices[l]);
        if (!has[l])
            continue;
        page_cell(page, "%s", embedded_laws[l]);
        put_cheapest(core, &choices[l], embedded_laws[l], page);
    }
    page_table_end(page);
    page_note(page, "Load, and cycles a period, are the most that any period takes, by the upper "
                    "limit of the core's model of cycles, or by one cycle an instruction where it "
                    "has none. Instructions are counted in emulators, libm included, the same "
                    "every time.");
    snprintf(command, sizeof command,
             "tools/bazel run //benchmarks:embedded -- --core %s --mhz %g --model lugre "
             "--steps 1,2,4,8,16 --max-load %g --max-error %g",
             core->core, 1e-6 * core->clock, MOST_LOAD, MOST_ERROR);
    char name[PART_NAME];
    embedded_part_name(name, embedded_laws[0]);
    report_source(report, page, command, name);
    draw_figure(report, core, page);
    for (size_t l = 0; l < EMBEDDED_LAWS; l++)
        if (has[l]) {
            draw_choices(core, &choices[l], embedded_laws[l], page);
            free(choices[l].rows);
        }
}

/* What a step of a law costs on each core, by method. */
static void draw_law(const struct report *report, struct page *page, const struct model *law)
{
    enum { N_CORES = sizeof report_cores / sizeof *report_cores - 1 };
    struct page_column columns[1 + N_CORES] = { { "method", PAGE_HEAD } };
    char id[64];
    (void)report;
    for (size_t c = 0; c < N_CORES; c++)
        columns[c + 1] = (struct page_column){ report_cores[c].title, PAGE_NUMBER };
    snprintf(id, sizeof id, "%s-cores", law->name);
    page_section(page, id, "What a step costs on microcontrollers");
    page_table_begin(page, "Instructions of a step in float, on average", columns, 1 + N_CORES);
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        struct embedded_cost cost;
        bool any = false;
        for (size_t c = 0; c < N_CORES && drawing_stands_out((*m)->name); c++)
            any |= embedded_golden_cost(report_cores[c].core, law->name, (*m)->name, "f32", &cost);
        if (!any)
            continue;
        page_cell(page, "%s", (*m)->name);
        for (size_t c = 0; c < N_CORES; c++)
            if (embedded_golden_cost(report_cores[c].core, law->name, (*m)->name, "f32", &cost))
                page_cell(page, "%.0f", cost.instructions.mean);
            else
                page_cell(page, "–");
    }
    page_table_end(page);
    char command[128];
    snprintf(command, sizeof command, "tools/bazel run //benchmarks:embedded -- --model %s --costs",
             law->name);
    page_paragraph(page, "Other methods, flash, stack and cycles:");
    page_command(page, command);
}

void report_embedded_answer(const struct report *report, struct page *page)
{
    const struct report_core *core = report_cores;
    while (strcmp(core->core, "m4f") != 0)
        core++;
    const struct embedded_limits limits = limits_of(core);
    struct choices choices;
    char path[REPORT_PATH], words[METHOD_WORDS];
    if (!read_choices(report, core, embedded_laws[0], &choices))
        return;
    const size_t best = embedded_cheapest(choices.rows, choices.n, embedded_laws[0], &limits);
    if (best < choices.n) {
        const struct embedded_row *row = &choices.rows[best];
        page_item(
            page,
            "Which integrator on a %s of %g MHz? For LuGre's law in a loop at 1 kHz: %s, with a "
            "load of %.2g %%, %u B of flash, %u B of stack and an error of %.2g %% of the largest "
            "force. [This core](%s), [all cores](index.html#cores).",
            core->title, 1e-6 * core->clock, method_words(words, row),
            100 * embedded_load(row, &limits.loop), (unsigned)row->cost.flash,
            (unsigned)row->cost.stack, 100 * row->quality.error,
            report_core_path(path, core->core));
    }
    free(choices.rows);
}

/* The recommendations for one law, core by core. */
static void draw_first(const struct report *report, struct page *page)
{
    char path[REPORT_PATH];
    page_section(page, "cores", "Which integrator on a microcontroller");
    page_table_begin(page, "Recommended for LuGre's law in a loop at 1 kHz", choice_columns,
                     CHOICE_COLUMNS - 1);
    for (const struct report_core *core = report_cores; core->core; core++) {
        struct choices choices;
        if (!read_choices(report, core, embedded_laws[0], &choices))
            continue;
        page_cell_running(page, "[%s](%s), %g MHz", core->title, report_core_path(path, core->core),
                          1e-6 * core->clock);
        put_cheapest(core, &choices, embedded_laws[0], page);
        free(choices.rows);
    }
    page_table_end(page);
}

const struct section section_embedded = { .id = "embedded",
                                          .title = "On a microcontroller",
                                          .plan = embedded_plan,
                                          .draw_first = draw_first,
                                          .draw_law = draw_law,
                                          .draw_core = draw_core };
