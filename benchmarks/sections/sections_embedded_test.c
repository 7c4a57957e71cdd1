/* What the report says of microcontrollers, of errors that are made up and of stored costs. */
#include "benchmarks/sections/sections_test.h"

#include "benchmarks/microcontrollers/golden.h"

/* The cost of a second is that of a thousand periods of so many steps; what has a fault is left
 * out. */
Test(embedded, draws_costs_beside_errors)
{
    struct report report = report_begin("embedded", true);
    store_put(&report.store, "embedded-lugre.csv",
              "model,integrator,precision,steps_per_period,error,bound_excess,energy_deficit,"
              "failure,runs_away\n"
              "lugre,exponential,f32,1,0.5,0,0,,0\n"
              "lugre,exponential,f32,2,0.25,,,,0\n"
              "lugre,exponential,f32,4,0.125,1e-9,0,,0\n"
              "lugre,exponential,f32,8,0.0625,0,1e-9,,0\n"
              "lugre,exponential,f32,16,0.03125,0,0,,1\n"
              "lugre,exponential,f64,4,0.75,0,0,,0\n"
              "lugre,rk4,f32,1,,,,not finite,\n"
              "lugre,rk4,f32,2,0.3,0,0,not finite,0\n"
              "lugre,rk4,f32,8,0.1,0,0,,0\n"
              "lugre,rk4,f64,16,0.2,0,0,,0\n");
    for (const struct report_core *core = report_cores; core->core; core++) {
        struct embedded_cost single, rk4, full, rk4_full;
        struct memory_stream stream;
        FILE *out = memory_open(&stream);
        char id[64];
        cr_assert(embedded_golden_cost(core->core, "lugre", "exponential", "f32", &single));
        cr_assert(embedded_golden_cost(core->core, "lugre", "rk4", "f32", &rk4));
        const bool has_double =
            embedded_golden_cost(core->core, "lugre", "exponential", "f64", &full) &&
            embedded_golden_cost(core->core, "lugre", "rk4", "f64", &rk4_full);
        fputs("panel,series,x,y\n", out);
        fprintf(out,
                "\"lugre, float\",exponential,%.9g,0.5\n\"lugre, "
                "float\",exponential,%.9g,0.25\n\"lugre, float\",rk4,%.9g,0.1\n",
                1000 * single.instructions.mean, 2000 * single.instructions.mean,
                8000 * rk4.instructions.mean);
        if (has_double)
            fprintf(out,
                    "\"lugre, double\",exponential,%.9g,0.75\n\"lugre, double\",rk4,%.9g,0.2\n",
                    4000 * full.instructions.mean, 16000 * rk4_full.instructions.mean);
        char *expected = memory_close(&stream);
        char *html = drawn_core(&report, &section_embedded, core);
        snprintf(id, sizeof id, "embedded-%s", core->core);
        expect_points(html, id, expected);
        expect_legend(html, id,
                      "line hue0 dash0, disc hue0, | exponential\n"
                      "line hue2 dash2, solid hue2, | rk4\n");
        expect_paths(html, id, "line hue0 dash0", has_double ? 2 : 1);
        cr_expect_eq(has_double, strcmp(core->core, "atmega328p") != 0);
        free(expected);
        free(html);
    }
    expect_planned(&section_embedded, false, "embedded-lugre.csv embedded-martinez_rosas.csv ");
}

/* The first of the sorted combinations without a fault is recommended, with its own figures: a
 * period of 1 ms on 168 MHz has 168,000 cycles. */
Test(embedded, recommends_the_cheapest_without_a_fault)
{
    struct report report = report_begin("recommended", true);
    struct embedded_cost cost;
    const struct report_core *core = report_cores;
    char expected[512], words[256];
    while (strcmp(core->core, "m4f") != 0)
        core++;
    cr_assert(embedded_golden_cost("m4f", "lugre", "exponential", "f32", &cost));
    store_put(&report.store, "embedded-lugre.csv",
              "model,integrator,precision,steps_per_period,error,bound_excess,energy_deficit,"
              "failure,runs_away\n"
              "lugre,rk4,f64,1,0.001,0,0,,0\n"
              "lugre,exponential,f32,1,0.02,0,0,,0\n" /* cheaper, but wrong by 2 % */
              "lugre,exponential,f32,2,0.005,0,0,,0\n");
    char *html = drawn_core(&report, &section_embedded, core);
    const double cycles = 2.0 * (double)cost.cycles_hi.max;
    snprintf(words, sizeof words,
             "exponential, float, 2 steps a period|%.2g %%|%.0f|%u B|%u B|0.5 %%|",
             100 * cycles / 168000, cycles, (unsigned)cost.flash, (unsigned)cost.stack);
    snprintf(expected, sizeof expected, "law|method|load|cycles|flash|stack|error|\nlugre|%s\n",
             words);
    expect_table(html, "Recommended", expected);
    expect_contains(html, "<td data-title=\"why not\">error of 2 %, the limit is 1 %</td>");
    cr_expect(!strstr(html, "rk4, double"), "what is not cheaper is not asked why");
    free(html);
    html = drawn_first(&report, &section_embedded);
    expect_contains(html, "exponential, float, 2 steps a period");
    free(html);
}

/* Each method's instructions of a step, core by core. */
Test(embedded, states_the_cost_of_each_law)
{
    struct report report = report_begin("law-cost", true);
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("method|", out);
    for (const struct report_core *core = report_cores; core->core; core++)
        fprintf(out, "%s|", core->title);
    fputc('\n', out);
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        struct embedded_cost cost;
        if (!embedded_golden_cost("m4f", "dahl", (*m)->name, "f32", &cost) ||
            !drawing_stands_out((*m)->name))
            continue;
        fprintf(out, "%s|", (*m)->name);
        for (const struct report_core *core = report_cores; core->core; core++)
            if (embedded_golden_cost(core->core, "dahl", (*m)->name, "f32", &cost))
                fprintf(out, "%.0f|", cost.instructions.mean);
            else
                fputs("–|", out);
        fputc('\n', out);
    }
    char *expected = memory_close(&stream);
    char *html = drawn_law(&report, &section_embedded, PREC(model_find)("dahl"));
    expect_table(html, "Instructions of a step in float, on average", expected);
    cr_expect(strstr(expected, "\nexponential|") && strstr(expected, "\nrk4|"), "%s", expected);
    free(html);
    free(expected);
}
