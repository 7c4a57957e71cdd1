/* What the page draws of data that are made up, and the data that it computes: maps, thresholds,
 * experiments, rivals. */
#include "benchmarks/sections/sections_test.h"

#include <math.h>

#include "benchmarks/microcontrollers/quality.h"

/* Every combination of what is kept. An excess of NAN: there is no bound to break. */
Test(map, says_what_is_kept_where)
{
    struct report report = report_begin("map", true);
    store_put(&report.store, "map-lugre-heun.csv",
              "model,integrator,speed,step,bound_excess,energy_deficit,failure\n"
              "lugre,heun,1e-5,1e-6,0,0,\n"
              "lugre,heun,1e-4,1e-6,0.5,0,\n"
              "lugre,heun,1e-3,1e-6,0,0.5,\n"
              "lugre,heun,1e-2,1e-6,0.5,0.5,\n"
              "lugre,heun,1e-5,1e-3,,,not finite\n"
              "lugre,heun,1e-4,1e-3,,0.25,\n"
              "lugre,heun,1e-3,1e-3,,,\n");
    store_put(&report.store, "map-lugre-rk4.csv",
              "model,integrator,speed,step,bound_excess,energy_deficit,failure\n");
    char *html = drawn_law(&report, &section_map, PREC(model_find)("lugre"));
    expect_points(html, "map-lugre",
                  "panel,series,x,y\n"
                  "heun,bound and passivity kept,1e-05,1e-06\n"
                  "heun,bound and passivity kept,0.001,0.001\n"
                  "heun,bound only,0.001,1e-06\n"
                  "heun,bound only,0.0001,0.001\n"
                  "heun,passivity only,0.0001,1e-06\n"
                  "heun,neither,0.01,1e-06\n"
                  "heun,neither,1e-05,0.001\n");
    expect_contains(html, "Step and speed: lugre, sigma2 = 160<");
    free(html);
}

/* Ten times as fast and ten times as long from row to row; every other number is what the library
 * says there. */
Test(map, computes_what_it_draws)
{
    struct report report = report_begin("map-computed", true);
    const struct report_law law = { PREC(model_find)("dahl"), NULL, 0 };
    struct csv csv;
    double p[MODEL_MAX_PARAMS];
    report_law_params(&law, p);
    cr_assert(csv_parse(section_part(&report, &section_map, "map-dahl-rk4.csv"), &csv));
    cr_assert_eq(csv.n_rows, 49);
    for (size_t i = 0; i < csv.n_rows; i++) {
        const size_t decade = i / 7;
        const double speed = pow(10, (double)decade - 5), h = pow(10, (double)(i % 7) - 6);
        cr_expect_float_eq(csv_number(&csv, i, "speed"), speed, 1e-8 * speed);
        cr_expect_float_eq(csv_number(&csv, i, "step"), h, 1e-8 * h);
        if (i % 8 != 0) /* one of each speed and step suffices */
            continue;
        const struct embedded_quality q = quality_along_holds_f64("dahl", "rk4", p, speed, h);
        const bool ok = q.status == STATUS_OK;
        cr_expect_eq(!*csv_text(&csv, i, "failure"), ok);
        cr_expect(!ok || fabs(csv_number(&csv, i, "bound_excess") - q.bound_excess) <=
                             1e-8 * q.bound_excess);
        cr_expect(!ok || fabs(csv_number(&csv, i, "energy_deficit") - q.energy_deficit) <=
                             1e-8 * q.energy_deficit);
    }
    csv_free(&csv);
}

/* The shaded area lies within what is proved, and reaches its corners up to its own width. */
static void expect_shade(const char *data)
{
    static const char begin[] = "sigma2 = 0.4 N s/m,passive,";
    double first = HUGE_VAL, last = 0, lowest = HUGE_VAL, highest = 0;
    size_t n = 0;
    for (const char *at = data; (at = strstr(at, begin)); n++) {
        char *end;
        const double x = strtod(at + strlen(begin), &end), y = strtod(end + 1, &end);
        const double part = (x - 1.5) / (6 - 1.5), low = 100 + part * 50, high = 1000 + part * 800;
        /* nine digits */
        cr_expect(y >= low && y <= high, "%g %g is not proved", x, y);
        cr_expect(y - low <= 27 + 1e-5 || high - y <= 27 + 1e-5, "%g %g is within", x, y);
        first = fmin(first, x);
        last = fmax(last, x);
        lowest = fmin(lowest, y);
        highest = fmax(highest, y);
        at = end;
    }
    cr_expect_gt(n, 60);
    /* 0.015 of the last upper end, 1800 */
    cr_expect_float_eq(first, 1.5, 1e-12);
    cr_expect_float_eq(last, 6, 1e-12);
    cr_expect_float_eq(lowest, 127, 1e-6);
    cr_expect_float_eq(highest, 1773, 1e-6);
}

Test(thresholds, are_drawn_with_what_is_proved_and_what_is_refuted)
{
    struct report report = report_begin("thresholds", true);
    store_put(&report.store, "threshold-0.4-1.5.csv",
              "Fs,sigma2,side,proved,refuted,width\n1.5,0.4,lower,100,90,0.1\n"
              "1.5,0.4,upper,1000,1100,0.1\n");
    store_put(&report.store, "threshold-0.4-6.csv",
              "Fs,sigma2,side,proved,refuted,width\n6,0.4,lower,150,140,0.1\n"
              "6,0.4,upper,1800,,\n");
    char *html = drawn_law(&report, &section_thresholds, PREC(model_find)("martinez_rosas"));
    expect_legend(html, "thresholds-alpha",
                  "reference, | passive\nline hue0 dash0, disc hue0, | proved\n"
                  "box hue1, | refuted\n");
    char *data = data_of_figure(html, "thresholds-alpha");
    expect_shade(data);
    const char *lines = strstr(data, "sigma2 = 0.4 N s/m,proved");
    cr_assert(lines);
    cr_expect_str_eq(lines, "sigma2 = 0.4 N s/m,proved,1.5,100\n"
                            "sigma2 = 0.4 N s/m,proved,6,150\n"
                            "sigma2 = 0.4 N s/m,3,1.5,1000\n"
                            "sigma2 = 0.4 N s/m,3,6,1800\n"
                            "sigma2 = 0.4 N s/m,refuted,1.5,90\n"
                            "sigma2 = 0.4 N s/m,refuted,1.5,1100\n"
                            "sigma2 = 0.4 N s/m,refuted,6,140\n");
    free(data);
    free(html);
    expect_planned(&section_thresholds, true, "threshold-0.4-1.5.csv threshold-0.4-6.csv ");
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 6; i++)
            fprintf(out, "threshold-%s-%.4g.csv ", k == 0 ? "0.4" : "300",
                    1.1 * pow(6 / 1.1, i / 5.0));
    char *names = memory_close(&stream);
    expect_planned(&section_thresholds, false, names);
    free(names);
}

Test(experiments, draw_samples_with_their_references)
{
    struct report report = report_begin("experiments", false);
    store_put(&report.store, "experiment-hysteresis-dahl.csv",
              "solution,t,x,v,F\n"
              "reference,0,9,9,9\nreference,19.5,1,0.5,10\nreference,20,2,2.5,30\n"
              "rosenbrock,0,9,9,9\nrosenbrock,19.5,3,0.25,11\nrosenbrock,20,4,2.25,31\n");
    store_put(&report.store, "experiment-stick_slip-martinez_rosas-alpha.csv",
              "solution,t,x,v,F\nrosenbrock,0,1,5,6\nrosenbrock,1,3,7,8\n");
    store_put(&report.store, "rates-break_away-lugre.csv",
              "rate,solution,F\n1,reference,1.5\n1,rosenbrock,1.25\n2,reference,1.75\n"
              "2,rosenbrock,2\n");
    char *html = drawn_scenario(&report, &section_experiments, "hysteresis");
    expect_points(html, "experiment-hysteresis",
                  "panel,series,x,y\n"
                  "dahl,reference,0.5,10\ndahl,reference,2.5,30\n"
                  "dahl,rosenbrock,0.25,11\ndahl,rosenbrock,2.25,31\n");
    expect_legend(html, "experiment-hysteresis",
                  "reference, | reference\nline hue4 dash4, | rosenbrock\n");
    cr_expect(!strstr(html, "panel-note"), "a note below a panel with its reference");
    free(html);
    html = drawn_scenario(&report, &section_experiments, "stick_slip");
    expect_points(html, "experiment-stick_slip",
                  "panel,series,x,y\n"
                  "\"martinez_rosas, alpha = 50000\",rosenbrock,0,1\n"
                  "\"martinez_rosas, alpha = 50000\",rosenbrock,1,3\n");
    expect_legend(html, "experiment-stick_slip", "line hue4 dash4, | rosenbrock\n");
    expect_contains(html, "<p class=\"panel-note\">No reference.</p>");
    free(html);
    html = drawn_scenario(&report, &section_experiments, "break_away");
    expect_points(html, "break_away-rates",
                  "panel,series,x,y\n"
                  "lugre,reference,1,1.5\nlugre,reference,2,1.75\n"
                  "lugre,rosenbrock,1,1.25\nlugre,rosenbrock,2,2\n");
    expect_legend(html, "break_away-rates",
                  "reference, | reference\nline hue4 dash4, disc hue4, | rosenbrock\n");
    free(html);
    html = drawn_law(&report, &section_experiments, PREC(model_find)("martinez_rosas"));
    expect_points(html, "experiments-martinez_rosas",
                  "panel,series,x,y\n"
                  "\"Stick-slip, alpha = 50000\",rosenbrock,0,1\n"
                  "\"Stick-slip, alpha = 50000\",rosenbrock,1,3\n");
    free(html);
    html = drawn_law(&report, &section_experiments, PREC(model_find)("dahl"));
    expect_points(html, "experiments-dahl",
                  "panel,series,x,y\n"
                  "Friction lag,reference,0.5,10\nFriction lag,reference,2.5,30\n"
                  "Friction lag,rosenbrock,0.25,11\nFriction lag,rosenbrock,2.25,31\n");
    free(html);
    html = drawn_law(&report, &section_experiments, PREC(model_find)("lugre"));
    cr_expect_str_empty(html, "without data nothing is shown");
    free(html);
}

/* At the velocity (1.5 + cos 25 t) mm/s the viscous law has the force 0.4 N s/m v. */
Test(experiments, compute_what_they_draw)
{
    struct report report = report_begin("computed", false);
    struct csv csv;
    cr_assert(csv_parse(
        section_part(&report, &section_experiments, "experiment-hysteresis-viscous.csv"), &csv));
    cr_assert_eq(csv.n_rows, 1202);
    for (size_t i = 0; i < csv.n_rows; i++) {
        const size_t k = i % 601;
        /* 9 digits; the position is that of the signal, in closed form */
        const double t = k == 0 ? 0 : 19.5 + 0.5 * (double)(k - 1) / 599;
        const double v = 0.0015 + 0.001 * cos(25 * t), x = 0.0015 * t + 0.001 * sin(25 * t) / 25;
        cr_expect(csv_is(&csv, i, "solution", i < 601 ? "reference" : "rosenbrock"));
        cr_expect_float_eq(csv_number(&csv, i, "t"), t, 1e-7);
        cr_expect_float_eq(csv_number(&csv, i, "v"), v, 1e-11);
        cr_expect_float_eq(csv_number(&csv, i, "x"), x, 1e-9);
        cr_expect_float_eq(csv_number(&csv, i, "F"), 0.4 * v, 1e-11);
    }
    csv_free(&csv);
}

/* Under a force of 10 N/s Coulomb's friction is that force up to 1 N, at 0.1 s; the view ends at
 * 0.4 s. */
Test(experiments, end_where_their_view_ends)
{
    struct report report = report_begin("view", false);
    struct csv csv;
    cr_assert(csv_parse(
        section_part(&report, &section_experiments, "experiment-break_away-coulomb.csv"), &csv));
    cr_assert_eq(csv.n_rows, 1602);
    for (size_t i = 0; i < csv.n_rows; i++) {
        const size_t k = i % 801;
        const double t = 0.0005 * (double)k;
        cr_expect_float_eq(csv_number(&csv, i, "t"), t, 1e-9);
        if (k != 200) /* at 0.1 s it is either */
            cr_expect_float_eq(csv_number(&csv, i, "F"), fmin(10 * t, 1), 1e-8, "%zu: %g", i,
                               csv_number(&csv, i, "F"));
    }
    csv_free(&csv);
}

/* A kilogram under the force r t leaves Coulomb's 1 N at 1/r and has the speed r (t - 1/r)^2/2: 1
 * mm/s at the force 1 + sqrt(0.002 r) N. */
Test(experiments, measure_break_away_at_the_watched_speed)
{
    static const double rates[] = { 1, 2, 3, 4, 5, 10, 20, 30, 40, 50 };
    struct report report = report_begin("rates", false);
    struct csv csv;
    cr_assert(csv_parse(section_part(&report, &section_experiments, "rates-break_away-coulomb.csv"),
                        &csv));
    cr_assert_eq(csv.n_rows, 20);
    for (size_t i = 0; i < csv.n_rows; i++) {
        const double rate = rates[i / 2];
        cr_expect(csv_is(&csv, i, "solution", i % 2 == 0 ? "reference" : "rosenbrock"));
        cr_expect_float_eq(csv_number(&csv, i, "rate"), rate, 0);
        /* nine digits */
        cr_expect_float_eq(csv_number(&csv, i, "F"), 1 + sqrt(0.002 * rate), 5e-9, "%g: %.9g", rate,
                           csv_number(&csv, i, "F"));
    }
    csv_free(&csv);
}

/* Each number stands in the column of its outputs and error, on the page of its scenario only; what
 * is stored is what the part writes. */
Test(rivals, are_shown_by_outputs_and_error)
{
    struct report report = report_begin("rivals", false);
    store_put(&report.store, "rivals.csv",
              "problem,law,outputs,target,solver,library,cpu_us,ratio,machine\n"
              "pid,lugre,201,1e-06,ours,bristle,50,1,a machine\n"
              "pid,lugre,201,1e-06,theirs,GSL,125,2.5,a machine\n"
              "pid,lugre,201,1e-08,ours,bristle,70,1,a machine\n"
              "pid,lugre,201,1e-08,theirs,GSL,,,a machine\n"
              "pid,lugre,2001,1e-08,theirs,GSL,1250,3,a machine\n"
              "pid,dahl,2001,1e-06,ours,bristle,80,1,a machine\n"
              "vdpol,,2,1e-06,ours,bristle,81,1,a machine\n");
    char *html = drawn_scenario(&report, &section_rivals, "pid");
    expect_table(
        html, "Other libraries on pid, lugre",
        "solver|201 outputs, 1e-6|201 outputs, 1e-8|2001 outputs, 1e-6|2001 outputs, 1e-8|\n"
        "ours, bristle|1 × (50 µs)|1 × (70 µs)|–|–|\n"
        "theirs, GSL|2.5 × (125 µs)|–|–|3 × (1.25 ms)|\n");
    expect_table(
        html, "Other libraries on pid, dahl",
        "solver|201 outputs, 1e-6|201 outputs, 1e-8|2001 outputs, 1e-6|2001 outputs, 1e-8|\n"
        "ours, bristle|–|–|1 × (80 µs)|–|\n");
    expect_contains(html, "(a machine)");
    free(html);
    html = drawn_scenario(&report, &section_rivals, "hysteresis");
    cr_expect_str_eq(html, "");
    free(html);
}

Test(rivals, are_those_that_are_stored)
{
    struct report report = report_begin("rivals-stored", true);
    struct csv csv;
    size_t ours = 0;
    cr_assert(csv_parse(section_part(&report, &section_rivals, "rivals.csv"), &csv));
    for (size_t i = 0; i < csv.n_rows; i++)
        ours += csv_is(&csv, i, "library", "bristle") && csv_number(&csv, i, "ratio") == 1;
    cr_expect(csv.n_rows > 100 && ours > 10, "%zu rows, %zu of ours", csv.n_rows, ours);
    csv_free(&csv);
}
