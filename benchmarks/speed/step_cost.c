/* step_cost: what one step of a fused kernel costs, compared with a loop written by hand and with
 * the library's general path. */
#include <cjson/cJSON.h>
#include <string.h>

#include "benchmarks/speed/step_cost_loops.h"
#include "benchmarks/speed/step_cost_phases.h"
#include "integrators/integrator.h"
#include "integrators/kernels/kernel.h"
#include "reference/experiments/driven.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/options.h"

enum { STEPS = 1000, MAX_REPETITIONS = 100000, WORK = 1 << 14 };

static const double h = 1e-4, v_first = 5e-4, v_last = 5e-3;

enum way { BY_HAND, FUSED, LIBRARY, WAYS };
static const char *const way_names[WAYS] = { "hand", "kernel", "library" };

struct row {
    const char *law, *method;
    hand_loop *hand;
    kernel_advance *kernel;
    double min[WAYS], median[WAYS]; /* ns per step */
    double ratio;                   /* kernel/hand */
};

#define X(name, way) kernel_advance KERNEL(name, way);
HAND_LIST(X)
#undef X

static struct row rows[] = {
#define X(name, way) { #name, #way, HAND(name, way), KERNEL(name, way), { 0 }, { 0 }, 0 },
    HAND_LIST(X)
#undef X
};

enum { ROWS = sizeof rows / sizeof *rows };

static void unobserved(void *ctx, size_t i, double t, const double x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* Runs the library's general path once. */
static enum status drive_steps(const struct row *row, const struct signal *signal, const double p[],
                               double x[])
{
    static union {
        max_align_t alignment;
        char bytes[WORK];
    } work;
    const struct integrator *method = PREC(integrator_find)(row->method);
    const struct settings settings = { .step = h };
    const double times[] = { 0, STEPS * h };
    struct statistics statistics;
    struct driven driven;
    const struct ode ode = PREC(driven_ode)(&driven, PREC(model_find)(row->law), p, signal, false);
    return PREC(drive)(method, &ode, &settings, times, 2, x, work.bytes, unobserved, NULL,
                       &statistics);
}

/* Returns the seconds of one run of one way, from x = 0. */
static double turn(const struct row *row, enum way way, const struct signal *signal,
                   const double p[], const double v[], double x[])
{
    enum status status = STATUS_OK;
    memset(x, 0, MODEL_MAX_STATES * sizeof *x);
    const double start = clock_now();
    if (way == BY_HAND)
        row->hand(p, h, v, STEPS, x);
    else if (way == FUSED)
        status = row->kernel(p, NULL, h, v, STEPS, x);
    else
        status = drive_steps(row, signal, p, x);
    const double seconds = clock_now() - start;
    if (status != STATUS_OK)
        cli_fail("%s, %s, %s: %s", row->law, row->method, way_names[way], status_text(status));
    return seconds;
}

/* Ends the program if the ways differ by more than rounding. */
static void check(const struct row *row, double x[WAYS][MODEL_MAX_STATES])
{
    const struct model *law = PREC(model_find)(row->law);
    for (unsigned way = FUSED; way < WAYS; way++)
        for (unsigned i = 0; i < law->n_states; i++)
            if (!(fabs(x[way][i] - x[BY_HAND][i]) <= 1e-10 * fabs(x[BY_HAND][i])))
                cli_fail("%s, %s: %s gives %.17g, hand %.17g", row->law, row->method,
                         way_names[way], x[way][i], x[BY_HAND][i]);
}

static void measure(struct row *row, unsigned repetitions, const struct signal *signal,
                    const double v[])
{
    static double times[WAYS][MAX_REPETITIONS], ratios[MAX_REPETITIONS];
    double p[MODEL_MAX_PARAMS], x[WAYS][MODEL_MAX_STATES];
    PREC(model_defaults)(PREC(model_find)(row->law), p);
    for (unsigned way = 0; way < WAYS; way++)
        turn(row, way, signal, p, v, x[way]); /* warm-up */
    check(row, x);
    for (unsigned i = 0; i < repetitions; i++) {
        for (unsigned way = 0; way < WAYS; way++)
            times[way][i] = turn(row, way, signal, p, v, x[way]);
        ratios[i] = times[FUSED][i] / times[BY_HAND][i];
    }
    for (unsigned way = 0; way < WAYS; way++) {
        row->median[way] = 1e9 / STEPS * clock_median(times[way], repetitions);
        row->min[way] = 1e9 / STEPS * times[way][0];
    }
    row->ratio = clock_median(ratios, repetitions);
}

static void print_table(FILE *out)
{
    fprintf(out, "%-15s%-11s%14s%14s%14s%12s\n", "ns per step", "", "by hand", "kernel", "library",
            "kernel/hand");
    fprintf(out, "%-15s%-11s", "law", "method");
    for (unsigned way = 0; way < WAYS; way++)
        fprintf(out, "%7s%7s", "min", "median");
    fputc('\n', out);
    for (size_t i = 0; i < ROWS; i++) {
        fprintf(out, "%-15s%-11s", rows[i].law, rows[i].method);
        for (unsigned way = 0; way < WAYS; way++)
            fprintf(out, "%7.1f%7.1f", rows[i].min[way], rows[i].median[way]);
        fprintf(out, "%12.2f\n", rows[i].ratio);
    }
}

static void state_row(struct columns *c, const struct row *row)
{
    char key[32];
    column_text(c, "law", row->law);
    column_text(c, "method", row->method);
    for (unsigned way = 0; way < WAYS; way++) {
        snprintf(key, sizeof key, "%s_min_ns", way_names[way]);
        column_number(c, key, row->min[way], 6);
        snprintf(key, sizeof key, "%s_median_ns", way_names[way]);
        column_number(c, key, row->median[way], 6);
    }
    column_number(c, "ratio", row->ratio, 6);
    columns_end_row(c);
}

static void print(FILE *out, enum format format)
{
    if (format == FORMAT_TABLE) {
        print_table(out);
        return;
    }
    struct columns c = columns_begin(out, format, "step_cost-1");
    if (c.is_json)
        cJSON_AddStringToObject(c.root, "compiler", __VERSION__);
    for (size_t i = 0; i < ROWS; i++)
        state_row(&c, &rows[i]);
    columns_finish(&c);
}

static void run(unsigned repetitions)
{
    double v[STEPS + 1];
    struct signal signal;
    char text[128], error[SIGNAL_TEXT];
    for (unsigned i = 0; i <= STEPS; i++)
        v[i] = v_first + (v_last - v_first) * i / STEPS;
    snprintf(text, sizeof text, "ramp %.17g %.17g %.17g", v_first, v_last, STEPS * h);
    if (!signal_parse(text, &signal, error))
        cli_fail("%s", error);
    for (size_t i = 0; i < ROWS; i++) {
        cli_progress("%s, %s", rows[i].law, rows[i].method);
        measure(&rows[i], repetitions, &signal, v);
    }
    cli_progress_done();
    signal_free(&signal);
}

static void print_phases(FILE *out, enum format format, const struct phases all[PHASES])
{
    if (format == FORMAT_TABLE) {
        fprintf(out, "%-13s%-15s%-20s%6s%6s%5s%4s%4s%4s\n", "ns per step", "law", "method", "whole",
                "rates", "row", "jac", "grd", "out");
        for (size_t i = 0; i < PHASES; i++)
            fprintf(out, "%-13s%-15s%-20s%6.0f%6.0f%5.0f%4.0f%4.0f%4.0f\n", all[i].scene,
                    all[i].law, all[i].method, all[i].whole, all[i].rates, all[i].in_a_row,
                    all[i].jacobians, all[i].guards, all[i].outputs);
        return;
    }
    struct columns c = columns_begin(out, format, "step_cost_phases-1");
    for (size_t i = 0; i < PHASES; i++) {
        column_text(&c, "scene", all[i].scene);
        column_text(&c, "law", all[i].law);
        column_text(&c, "method", all[i].method);
        column_count(&c, "steps", all[i].statistics.steps);
        column_count(&c, "rejected", all[i].statistics.rejected);
        column_number(&c, "whole_ns", all[i].whole, 6);
        column_number(&c, "rates_ns", all[i].rates, 6);
        column_number(&c, "jacobians_ns", all[i].jacobians, 6);
        column_number(&c, "guards_ns", all[i].guards, 6);
        column_number(&c, "outputs_ns", all[i].outputs, 6);
        column_number(&c, "rest_ns", all[i].rest, 6);
        column_number(&c, "in_a_row_ns", all[i].in_a_row, 6);
        column_number(&c, "limit_ns", phases_limit(&all[i]), 6);
        columns_end_row(&c);
    }
    columns_finish(&c);
}

struct request {
    bool phases;
    unsigned repetitions;
    double limit;
    enum format format;
    const char *path;
};

static const struct option_entry options[] = {
    { "phases", NULL,
      "instead, of methods that choose their steps: where the time of a step that was tried goes, "
      "at a relative tolerance of 1e-6 and 201 outputs",
      OPTION_FLAG, .into = offsetof(struct request, phases) },
    { "repetitions", "N", "turns of 1000 steps", OPTION_UNSIGNED,
      .into = offsetof(struct request, repetitions), .lo = 1, .hi = MAX_REPETITIONS,
      .initial = "1000" },
    { "limit", "R", "exit 1 when a ratio is larger (default: no limit)", OPTION_POSITIVE,
      .into = offsetof(struct request, limit) },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "step_cost",
    .usage = "[OPTION]...",
    .about = "Nanoseconds per step, in double, of a fused kernel (integrators/kernels/kernel.h), "
             "of a loop written by hand for that law and method "
             "(benchmarks/speed/step_cost_loops.c), and of the library's path through its "
             "interfaces. The law is driven by a ramp from 0.5 to 5 mm/s at its defaults (Table I) "
             "with steps of 0.1 ms. The three take turns; the smallest time and the median are "
             "shown, and the median of the ratios kernel/hand of each turn.",
    .options = options,
    .notes =
        "--phases: rates, jac (Jacobians), grd (guards) are calls at the states of the run, one "
        "after another without waiting for a result: their throughput. row: rates of which each "
        "waits for the one before, as stages do. out: 201 outputs instead of 2. row, jac, grd and "
        "out together are a limit to what the run may take; beside them are linear algebra, the "
        "choice of steps, and events.\n",
    .examples = { "step_cost --repetitions 200", "step_cost --phases --repetitions 50",
                  "step_cost --repetitions 200 --limit 1.1 --format json -o costs.json" },
    .exits = "0, 1 a ratio is beyond --limit, 2 wrong usage.",
};

int main(int argc, char **argv)
{
    struct request r = { .limit = HUGE_VAL };
    command_read(&command_line, argc, argv, &r);
    struct phases phases[PHASES];
    struct cli_output output;
    if (r.phases)
        phases_measure(phases, r.repetitions);
    else
        run(r.repetitions);
    cli_open(&output, r.path);
    if (r.phases)
        print_phases(output.file, r.format, phases);
    else
        print(output.file, r.format);
    cli_close(&output);
    if (r.phases)
        return EXIT_AS_DECLARED;
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].ratio > r.limit)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
