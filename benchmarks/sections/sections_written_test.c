/* The data that sections write of judgements and thresholds that are made up: every column.
 * Linked with --wrap, so that nothing is searched or proved. */
#include "benchmarks/sections/sections_test.h"

#include <math.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/quality.h"
#include "properties/checker/property.h"
#include "properties/ledger/ledger.h"
#include "properties/prover/threshold.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
struct verdicts __wrap_verdicts_run(const struct law_choice laws[], size_t n,
                                    enum property property, const struct search_budget *budget,
                                    unsigned jobs);
struct verdicts __wrap_ledger_run(const struct search_budget *budget, unsigned jobs);
bool __wrap_threshold_find(const struct model *model, enum property property, unsigned param,
                           const double others[], const struct threshold_budget *budget,
                           struct threshold sides[THRESHOLD_SIDES]);
struct embedded_quality __wrap_embedded_quality_f32(const char *law, const char *method,
                                                    const double p[], unsigned steps_per_period,
                                                    const struct embedded_motion *motion);
struct embedded_quality __wrap_embedded_quality_f64(const char *law, const char *method,
                                                    const double p[], unsigned steps_per_period,
                                                    const struct embedded_motion *motion);
/* NOLINTEND(bugprone-reserved-identifier) */

static bool is_quick;

enum { JUDGED = 4 };
static const enum method row_method[JUDGED] = { METHOD_PROVED, METHOD_WITNESS, METHOD_AGREED,
                                                METHOD_TESTED };
static const char *const origin_words[] = { "", "printed in a paper", "commonly assumed",
                                            "misprint" };

static const char witness[] = "{\"signal\": [{\"kind\": \"hold\", \"v\": \"1\", \"t\": \"2\"}, "
                              "{\"kind\": \"ramp\", \"v0\": \"3\", \"v1\": \"4\", \"t\": \"5\"}]}";

/* Four claims of LuGre: one that holds, one that is refuted by this search, one that is refuted by
 * nothing that could be drawn, and one that is not as declared. */
struct verdicts __wrap_verdicts_run(const struct law_choice laws[], size_t n,
                                    enum property property, const struct search_budget *budget,
                                    unsigned jobs)
{
    struct verdicts v = { memory_array(JUDGED, sizeof *v.rows), JUDGED };
    cr_expect(!laws && n == 0 && property == N_PROPERTIES && jobs == 1);
    cr_expect_eq(budget->trials, is_quick ? 5000 : 4 * BUDGET_DEFAULT);
    cr_expect_eq(budget->signals, is_quick ? 16 : BUDGET_SIGNALS);
    for (size_t i = 0; i < JUDGED; i++) {
        struct verdict_row *row = &v.rows[i];
        row->model = PREC(model_find)("lugre");
        row->claim = verdicts_claim(row->model, i);
        row->judgement = (struct judgement){ .verdict = i == 0 ? VERDICT_HOLDS : VERDICT_REFUTED,
                                             .method = row_method[i],
                                             .as_declared = i < 3,
                                             .margin = i == 0 ? (double)NAN : -0.25 * (double)i,
                                             .note = memory_text("note %zu", i),
                                             .simplest = i == 1   ? memory_text("%s", witness)
                                                         : i == 2 ? memory_text("{}")
                                                                  : NULL };
        snprintf(row->witness, sizeof row->witness, "path %zu", i);
    }
    return v;
}

Test(written, verdicts_have_all_columns)
{
    for (int quick = 0; quick < 2; quick++) {
        struct report report = report_begin("written", quick);
        struct csv csv;
        is_quick = quick;
        cr_assert(csv_parse(section_part(&report, &section_verdicts, "verdicts.csv"), &csv));
        cr_assert_eq(csv.n_rows, JUDGED);
        for (size_t i = 0; i < JUDGED; i++) {
            const struct claim *claim = verdicts_claim(PREC(model_find)("lugre"), i);
            char path[16], note[16];
            snprintf(path, sizeof path, "path %zu", i);
            snprintf(note, sizeof note, "note %zu", i);
            cr_expect(csv_is(&csv, i, "model", "lugre"));
            cr_expect(csv_is(&csv, i, "property", property_info[claim->property].name));
            cr_expect(csv_is(&csv, i, "domain", claim->domain));
            cr_expect(csv_is(&csv, i, "declared", declared_names[claim->declared]));
            cr_expect(csv_is(&csv, i, "verdict", i == 0 ? "holds" : "refuted"));
            cr_expect(csv_is(&csv, i, "as_declared", i < 3 ? "1" : "0"));
            cr_expect(i == 0 ? csv_is(&csv, i, "margin", "")
                             : csv_number(&csv, i, "margin") == -0.25 * (double)i);
            cr_expect(csv_is(&csv, i, "witness", path));
            cr_expect(csv_is(&csv, i, "source", claim->source));
            cr_expect(csv_is(&csv, i, "note", i < 3 ? "" : note));
            cr_expect(csv_is(&csv, i, "claim", claim->id ? claim->id : ""));
            cr_expect(csv_is(&csv, i, "method", method_names[row_method[i]]));
            cr_expect(csv_is(&csv, i, "instead", claim->instead ? claim->instead : ""));
            cr_expect(csv_is(&csv, i, "origin", origin_words[claim->origin]));
            const bool stored = i > 0 && claim->witness;
            cr_expect(csv_is(&csv, i, "stored_witness", stored ? claim->witness : ""));
            if (!stored) /* a stored witness is shown where there is one */
                cr_expect(csv_is(&csv, i, "signal", i == 1 ? "hold 1 2; ramp 3 4 5" : ""), "%s",
                          csv_text(&csv, i, "signal"));
            else
                cr_expect(*csv_text(&csv, i, "signal"));
            cr_expect(*csv_text(&csv, i, "evidence"));
            const char *file = csv_text(&csv, i, "witness_file");
            char *kept = *file ? store_get(&report.store, file) : NULL;
            cr_expect_eq(kept != NULL, stored || i == 1 || i == 2, "row %zu: '%s'", i, file);
            if (kept && !stored)
                cr_expect_str_eq(kept, i == 1 ? witness : "{}");
            free(kept);
        }
        csv_free(&csv);
    }
}

/* The rows that the first entry rests on, as declared. */
struct verdicts __wrap_ledger_run(const struct search_budget *budget, unsigned jobs)
{
    const struct ledger_entry *e = ledger_entries;
    struct verdicts v = { memory_array(LEDGER_MAX_EVIDENCE, sizeof *v.rows), 0 };
    cr_expect_eq(budget->trials, is_quick ? 2000 : BUDGET_DEFAULT);
    cr_expect_eq(budget->signals, is_quick ? 16 : BUDGET_SIGNALS);
    cr_expect_eq(jobs, 1);
    for (size_t i = 0; i < LEDGER_MAX_EVIDENCE && e->evidence[i].model; i++) {
        struct verdict_row *row = &v.rows[v.n++];
        row->model = PREC(model_find)(e->evidence[i].model);
        row->judgement.as_declared = true;
        for (size_t k = 0; (row->claim = verdicts_claim(row->model, k)); k++)
            if (ledger_find(&v, &e->evidence[i]) == row)
                break;
    }
    return v;
}

Test(written, claims_of_the_paper_have_all_columns)
{
    static const char *const words[] = { "true", "conditional", "false" };
    for (int quick = 0; quick < 2; quick++) {
        struct report report = report_begin("written-ledger", quick);
        struct csv csv;
        size_t i = 0, standing = 0;
        is_quick = quick;
        cr_assert(csv_parse(section_part(&report, &section_findings, "ledger.csv"), &csv));
        for (const struct ledger_entry *e = ledger_entries; e->id; e++, i++) {
            cr_expect(csv_is(&csv, i, "id", e->id) && csv_is(&csv, i, "claim", e->claim));
            cr_expect(csv_is(&csv, i, "verdict", words[e->verdict]));
            cr_expect(csv_is(&csv, i, "where", e->where) && csv_is(&csv, i, "truth", e->truth));
            cr_expect(i > 0 || csv_is(&csv, i, "stands", "1"));
            standing += csv_is(&csv, i, "stands", "1");
        }
        cr_expect_eq(csv.n_rows, i);
        cr_expect_lt(standing, i, "nothing was judged of the others");
        csv_free(&csv);
    }
}

/* Lower 10 to 11, upper open: of the ratio and of the viscous friction that are asked for. */
bool __wrap_threshold_find(const struct model *model, enum property property, unsigned param,
                           const double others[], const struct threshold_budget *budget,
                           struct threshold sides[THRESHOLD_SIDES])
{
    memset(sides, 0, THRESHOLD_SIDES * sizeof *sides);
    cr_expect_eq(property, PASSIVITY);
    cr_expect_str_eq(model->params[param].name, "alpha");
    cr_expect_float_eq(budget->width, is_quick ? 0.03 : 0.01, 0);
    const double ratio = others[quantity_index(model->params, model->n_params, "Fs")],
                 viscous = others[quantity_index(model->params, model->n_params, "sigma2")];
    snprintf(sides[0].proved, DECIMAL_TEXT, "%.4g", 100 * ratio + viscous);
    snprintf(sides[0].refuted, DECIMAL_TEXT, "%.4g", 90 * ratio);
    snprintf(sides[1].proved, DECIMAL_TEXT, "%.4g", 1000 * ratio);
    sides[0].found = true;
    sides[0].width = 0.0125;
    sides[1].width = 7;
    return true;
}

Test(written, thresholds_have_both_sides)
{
    static const struct {
        bool quick;
        const char *name, *text;
    } cases[] = {
        { true, "threshold-0.4-1.5.csv",
          "Fs,sigma2,side,proved,refuted,width\n1.5,0.4,lower,150.4,135,0.0125\n"
          "1.5,0.4,upper,1500,,\n" },
        { false, "threshold-300-6.csv",
          "Fs,sigma2,side,proved,refuted,width\n6,300,lower,900,540,0.0125\n"
          "6,300,upper,6000,,\n" },
    };
    for (size_t i = 0; i < 2; i++) {
        struct report report = report_begin("written-thresholds", cases[i].quick);
        is_quick = cases[i].quick;
        char *text = section_part(&report, &section_thresholds, cases[i].name);
        cr_expect_str_eq(text, cases[i].text, "%s", text);
        free(text);
    }
}

/* Every figure says the method, the precision and the steps; one method in three is not for the
 * law, and one fails. */
static struct embedded_quality quality_of(const char *method, bool single, unsigned steps)
{
    const size_t kind = strlen(method) % 3;
    return (struct embedded_quality){
        .status = kind == 0   ? STATUS_UNSUPPORTED
                  : kind == 1 ? STATUS_NONFINITE
                              : STATUS_OK,
        .error = steps + (single ? 0.25 : 0.125),
        .bound_excess = 100 + steps,
        .energy_deficit = 200 + (double)strlen(method),
        .runs_away = steps > 4,
    };
}

/* The motion of the caption, 0.01 sin(2 pi t + 0.3) m/s, for 2 s at 1 kHz. */
static void expect_motion(const struct embedded_motion *m)
{
    cr_expect(m->n == 2000 && m->reference);
    cr_expect_float_eq(m->period, 1e-3, 1e-18);
    cr_expect_float_eq(m->v[0], 0.01 * sin(0.3), 1e-15);
    cr_expect_float_eq(m->v[250], 0.01 * cos(0.3), 1e-15);
}

struct embedded_quality __wrap_embedded_quality_f32(const char *law, const char *method,
                                                    const double p[], unsigned steps_per_period,
                                                    const struct embedded_motion *motion)
{
    (void)law, (void)p;
    expect_motion(motion);
    return quality_of(method, true, steps_per_period);
}

struct embedded_quality __wrap_embedded_quality_f64(const char *law, const char *method,
                                                    const double p[], unsigned steps_per_period,
                                                    const struct embedded_motion *motion)
{
    (void)law, (void)p;
    expect_motion(motion);
    return quality_of(method, false, steps_per_period);
}

/* All methods that were measured on cores, float before double, 1 to 16 steps a period. */
Test(written, qualities_have_all_columns)
{
    struct report report = report_begin("written-embedded", true);
    struct csv csv;
    size_t row = 0;
    cr_assert(csv_parse(section_part(&report, &section_embedded, "embedded-lugre.csv"), &csv));
    for (const struct integrator *const *m = PREC(integrators); *m; m++)
        for (unsigned k = 0; k < 10 && embedded_golden_has((*m)->name); k++) {
            const unsigned steps = 1U << k % 5;
            const struct embedded_quality q = quality_of((*m)->name, k < 5, steps);
            const bool ok = q.status == STATUS_OK;
            if (q.status == STATUS_UNSUPPORTED)
                continue;
            cr_expect(csv_is(&csv, row, "model", "lugre") &&
                      csv_is(&csv, row, "integrator", (*m)->name) &&
                      csv_is(&csv, row, "precision", k < 5 ? "f32" : "f64"));
            cr_expect_float_eq(csv_number(&csv, row, "steps_per_period"), steps, 0);
            cr_expect(ok == !*csv_text(&csv, row, "failure") &&
                      ok == (csv_number(&csv, row, "error") == q.error) &&
                      ok == (csv_number(&csv, row, "bound_excess") == q.bound_excess) &&
                      ok == (csv_number(&csv, row, "energy_deficit") == q.energy_deficit) &&
                      csv_is(&csv, row, "runs_away",
                             !ok           ? ""
                             : q.runs_away ? "1"
                                           : "0"));
            row++;
        }
    cr_expect(row >= 50 && csv.n_rows == row, "%zu rows", row);
    csv_free(&csv);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_comparison_errors(struct comparison *c);
void __wrap_comparison_times(struct comparison *c);
/* NOLINTEND(bugprone-reserved-identifier) */

/* Each row has an error and a time of its own. */
void __wrap_comparison_errors(struct comparison *c)
{
    for (size_t i = 0; i < c->n_rows; i++)
        c->rows[i].error_max = 1e-3 / (double)(i + 1);
}

void __wrap_comparison_times(struct comparison *c)
{
    for (size_t i = 0; i < c->n_rows; i++)
        c->rows[i].timing = (struct timing){ .cpu = (double)(i + 1),
                                             .cpu_q1 = (double)(i + 1),
                                             .cpu_q3 = (double)(i + 1),
                                             .repetitions = 1,
                                             .iterations = 1 };
}

/* Expects the steps and tolerances of every integrator, and that both files are written. */
static void expect_comparison(bool quick, const char *scenario, const char *law, const char *steps,
                              const char *tolerances)
{
    struct report report = report_begin("comparison", quick);
    struct parts parts = { 0 };
    struct memory_stream stream;
    struct csv csv;
    char name[PART_NAME];
    snprintf(name, sizeof name, "compare-%s-%s.csv", scenario, law);
    section_precision.plan(&report, &parts);
    size_t i = 0;
    while (i < parts.n && strcmp(parts.list[i].name, name) != 0)
        i++;
    cr_assert_lt(i, parts.n, "%s is not planned", name);
    cr_expect(parts.list[i].alone, "times are measured beside others");
    parts.list[i].prepare(&report, &parts.list[i]);
    const struct comparison *c = parts.list[i].prepared;
    cr_expect_float_eq(c->effort.seconds, quick ? 0.01 : 0.03, 0);
    cr_expect_float_eq(c->effort.long_run, quick ? 0.01 : 0.03, 0);
    parts.list[i].write(&report, &parts.list[i], memory_open(&stream));
    cr_assert(csv_parse(memory_close(&stream), &csv));
    size_t row = 0;
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        char settings[200] = "";
        for (; csv_is(&csv, row, "integrator", (*m)->name); row++) {
            snprintf(settings + strlen(settings), sizeof settings - strlen(settings), "%g ",
                     csv_number(&csv, row, "setting"));
            cr_expect_float_eq(csv_number(&csv, row, "cpu_time_s"), (double)(row + 1), 0);
        }
        cr_expect_str_eq(settings, (*m)->flags & INTEGRATOR_ADAPTIVE ? tolerances : steps, "%s: %s",
                         (*m)->name, settings);
    }
    cr_expect_eq(row, csv.n_rows);
    csv_free(&csv);
    snprintf(name, sizeof name, "ranking-%s-%s.csv", scenario, law);
    cr_assert(report_read(&report, name, &csv));
    /* of those that reach 1 % at once the first one is the fastest */
    cr_expect(csv_is(&csv, 0, "rank", "1") && csv_is(&csv, 0, "scenario", scenario) &&
              csv_is(&csv, 0, "integrator", PREC(integrators)[0]->name));
    csv_free(&csv);
    free(parts.list);
}

/* At most 3e5 steps, but two settings: 5 s at 5e-5 s are 1e5, 20 s at 1e-4 s 2e5. */
Test(precision, compares_over_its_ladders)
{
    static const char tolerances[] = "0.0001 1e-06 1e-08 1e-10 ";
    expect_comparison(true, "driven_stiff", "lugre", "0.001 0.0002 ", "0.0001 1e-06 1e-08 ");
    expect_comparison(false, "driven_stiff", "lugre", "0.001 0.0005 0.0001 5e-05 ", tolerances);
    expect_comparison(false, "hysteresis", "dahl", "0.001 0.0005 0.0001 ", tolerances);
    expect_comparison(false, "pid", "martinez_rosas", "0.001 0.0005 ", tolerances);
}
