/* The section on thresholds: where the passivity of the paper's law begins and ends in alpha, as
 * brackets between proofs and witnesses, over the static level and the viscous friction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/draw.h"
#include "benchmarks/sections/parts.h"
#include "models/real.h"
#include "properties/prover/threshold_table.h"
#include "tools/base/columns.h"

static const char model_of_thresholds[] = "martinez_rosas";

/* Values of sigma2 in N s/m: Table I's, and about sigma1. */
static const char *const sigma2[] = { "0.4", "300" };
enum { PANELS = sizeof sigma2 / sizeof *sigma2 };

/* Fs/Fc, Fc being 1 N; relative widths to aim at. */
static const struct threshold_axis full = { .from = 1.1, .to = 6, .n = 6, .logarithmic = true },
                                   first_look = { .from = 1.5, .to = 6, .n = 2 };
static const double WIDTH = 0.01, FIRST_WIDTH = 0.03;

static const struct threshold_axis *ratios(const struct report *report)
{
    return report->quick ? &first_look : &full;
}

static unsigned panels(const struct report *report) { return report->quick ? 1 : PANELS; }

/* Writes two lines, one for each side. */
static void write_point(const struct report *report, const struct part *part, FILE *out)
{
    const struct model *model = part->law.model;
    const struct threshold_budget budget = { .width = report->quick ? FIRST_WIDTH : WIDTH };
    struct threshold sides[THRESHOLD_SIDES];
    double p[MODEL_MAX_PARAMS];
    report_law_params(&part->law, p);
    quantity_set(model->params, model->n_params, "sigma2", strtod(part->subject, NULL), p);
    threshold_find(model, PASSIVITY, quantity_index(model->params, model->n_params, "alpha"), p,
                   &budget, sides);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        column_number(&c, "Fs", part->law.value, 12);
        column_text(&c, "sigma2", part->subject);
        column_text(&c, "side", i == 0 ? "lower" : "upper");
        column_text(&c, "proved", sides[i].proved);
        column_text(&c, "refuted", sides[i].refuted);
        column_number(&c, "width", sides[i].found ? sides[i].width : (double)NAN, 3);
        columns_end_row(&c);
    }
    columns_finish(&c);
    threshold_clear(sides);
}

static void part_name(char name[PART_NAME], const char *of_sigma2, double ratio)
{
    snprintf(name, PART_NAME, "threshold-%s-%.4g.csv", of_sigma2, ratio);
}

static void plan(const struct report *report, struct parts *parts)
{
    const struct model *model = PREC(model_find)(model_of_thresholds);
    for (unsigned k = 0; k < panels(report); k++)
        for (unsigned i = 0; i < ratios(report)->n; i++) {
            const double ratio = threshold_axis_value(ratios(report), i);
            struct part part = { .kind = "threshold",
                                 .write = write_point,
                                 .law = { model, "Fs", ratio },
                                 .subject = sigma2[k] };
            part_name(part.name, part.subject, ratio);
            parts_add(parts, &part);
        }
}

enum { LOWER, UPPER };

/* The ends at one ratio Fs/Fc; NAN: none. */
struct ends {
    double ratio, proved[THRESHOLD_SIDES], refuted[THRESHOLD_SIDES];
};

static bool read_ends(const struct report *report, const char *of_sigma2, double ratio,
                      struct ends *ends)
{
    char name[PART_NAME];
    struct csv csv;
    part_name(name, of_sigma2, ratio);
    if (!report_read(report, name, &csv))
        return false;
    *ends = (struct ends){ ratio, { NAN, NAN }, { NAN, NAN } };
    for (size_t i = 0; i < THRESHOLD_SIDES && i < csv.n_rows; i++) {
        ends->proved[i] = csv_number(&csv, i, "proved");
        ends->refuted[i] = csv_number(&csv, i, "refuted");
    }
    csv_free(&csv);
    return isfinite(ends->proved[LOWER]) && isfinite(ends->proved[UPPER]);
}

/* Shades the area between two proved intervals, by a line up and down that is close enough to fill
 * it and ends half its own width inside. */
static void shade(struct drawing *d, const struct ends *from, const struct ends *to,
                  double half_width)
{
    enum { STROKES = 60 };
    for (int i = 0; i <= STROKES; i++) {
        const double t = (double)i / STROKES;
        const double low = from->proved[LOWER] + t * (to->proved[LOWER] - from->proved[LOWER]);
        const double high = from->proved[UPPER] + t * (to->proved[UPPER] - from->proved[UPPER]);
        const double inset = fmin(half_width, (high - low) / 2);
        const double x = from->ratio + t * (to->ratio - from->ratio);
        drawing_point(d, x, i % 2 == 0 ? low + inset : high - inset);
        drawing_point(d, x, i % 2 == 0 ? high - inset : low + inset);
    }
}

static void draw_panel(struct drawing *d, const char *of_sigma2, const struct ends ends[],
                       unsigned n)
{
    static const struct drawing_axes axes = { "static level Fs/Fc", "alpha (N s/m)", false, false };
    char title[64];
    snprintf(title, sizeof title, "sigma2 = %s N s/m", of_sigma2);
    drawing_panel(d, title, &axes);
    drawing_series(d, "passive", 0, PLOT_REFERENCE);
    for (unsigned i = 0; i + 1 < n; i++)
        shade(d, &ends[i], &ends[i + 1], 0.015 * ends[n - 1].proved[UPPER]);
    for (int side = 0; side < THRESHOLD_SIDES; side++) {
        drawing_series(d, side == LOWER ? "proved" : NULL, 0, PLOT_LINE_POINTS);
        for (unsigned i = 0; i < n; i++)
            drawing_point(d, ends[i].ratio, ends[i].proved[side]);
    }
    drawing_series(d, "refuted", 1, PLOT_POINTS);
    for (unsigned i = 0; i < n; i++)
        for (int side = 0; side < THRESHOLD_SIDES; side++)
            drawing_point(d, ends[i].ratio, ends[i].refuted[side]);
}

static void draw_law(const struct report *report, struct page *page, const struct model *law)
{
    enum { MOST = 16 };
    struct drawing d = drawing_new();
    for (unsigned k = 0; k < panels(report); k++) {
        struct ends ends[MOST];
        unsigned n = 0;
        for (unsigned i = 0; i < ratios(report)->n && n < MOST; i++)
            n += read_ends(report, sigma2[k], threshold_axis_value(ratios(report), i), &ends[n]);
        if (n > 0)
            draw_panel(&d, sigma2[k], ends, n);
    }
    if (d.n > 0 && strcmp(law->name, model_of_thresholds) == 0) {
        page_section(page, "thresholds", section_thresholds.title);
        page_paragraph(
            page, "The source claims passivity whenever Fs >= Fc. It depends on `alpha`: within "
                  "the band the law is proved passive, and at the marks beyond it a certified "
                  "signal gets energy out. Both are found knowing no more than the law: "
                  "`tools/bazel run //properties:verify -- --model martinez_rosas --threshold "
                  "alpha`.");
        report_figure(
            report, page, &d, "thresholds-alpha", "Passivity of martinez_rosas",
            "m = 2, the other parameters as in the paper's Table I. What a law dissipates less "
            "the rise of a stored energy is affine in Fs, in alpha and in the coefficients of "
            "that energy, so that all between proved points is proved. The paper's alpha, "
            "10^9 N s/m, is far above.",
            &section_thresholds);
    }
    drawing_free(&d);
}

const struct section section_thresholds = { .id = "thresholds",
                                            .title = "Where passivity begins and ends",
                                            .plan = plan,
                                            .draw_law = draw_law };
