/* What the page says of claims, errors, costs and findings that are made up: every number at its
 * place. */
#include "benchmarks/sections/sections_test.h"

#include <math.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/sections/claims.h"
#include "benchmarks/sections/comparisons.h"
#include "benchmarks/sections/made_up_test.h"

Test(verdicts, are_counted_by_what_they_rest_on)
{
    static const size_t expected[PAGE_VERDICTS] = { 1, 1, 1, 1, 3, 1 };
    size_t counts[PAGE_VERDICTS];
    struct csv csv;
    cr_assert(csv_parse(memory_text("%s", verdicts), &csv));
    cr_expect_eq(report_claim_counts(&csv, counts), 3, "not as declared");
    cr_expect_arr_eq(counts, expected, sizeof counts);
    char id[REPORT_ID];
    cr_expect_str_eq(report_claim_id(id, &csv, 1), "m1-second-own");
    cr_expect_str_eq(report_claim_id(id, &csv, 3), "m1-second");
    csv_free(&csv);
    cr_assert(csv_parse(memory_text("model,property,claim\nm,p,\nn,p,\nm,p,\nm,q,\nm,p,\n"), &csv));
    cr_expect_str_eq(report_claim_id(id, &csv, 0), "m-p");
    cr_expect_str_eq(report_claim_id(id, &csv, 2), "m-p-2");
    cr_expect_str_eq(report_claim_id(id, &csv, 4), "m-p-3");
    csv_free(&csv);
}

Test(verdicts, are_answers_on_the_first_page)
{
    struct report report = report_begin("verdicts", false);
    store_put(&report.store, "verdicts.csv", verdicts);
    char *html = drawn_first(&report, &section_verdicts);
    expect_table(html, "Passivity from rest, by law",
                 "law|passive?|for|on what that rests|\n"
                 "m1|not always|v < 1|✗ a counterexample, certified|\n"
                 "m2|not decided|never|– undecided|\n");
    expect_table(html, "Claims that are false",
                 "law|claim|origin|who says so|instead|\n"
                 "m1|passivity for v < 1|misprint|s1|another|\n"
                 "m1|second for a, b|printed in a paper|s2|x > 1 (enclosed); x > 2 (tested)|\n"
                 "m2|sixth for else|commonly assumed|s6||\n");
    expect_contains(html, "<a href=\"laws/m1.html#m1-second-own-witness\">second</a>");
    expect_contains(html, "href=\"data/verdicts.csv\"");
    free(html);
    expect_planned(&section_verdicts, true, "verdicts.csv ");
}

Test(verdicts, are_listed_law_by_law)
{
    static const struct model m1 = { .name = "m1" }, m2 = { .name = "m2" };
    struct report report = report_begin("verdicts-law", false);
    store_put(&report.store, "verdicts.csv", verdicts);
    char *html = drawn_law(&report, &section_verdicts, &m1);
    expect_contains(html, "<p>5 claims, 2 of them false.");
    expect_contains(html, "<p class=\"note\">Not as declared: passivity: n1</p>\n<table");
    expect_table(html, "Every claim about m1",
                 "property|claimed for|verdict|evidence|margin|who says so, or why|\n"
                 "passivity|v < 1|✗ false|e1|-1.2e+03|s1|\n"
                 "second|a, b|✗ false|e2|-0.13|s2|\n"
                 "third|x > 0|■ proved|e3 for a in [1, 2]|0.26|s3|\n"
                 "second|x > 1|◆ enclosed|e7|0.5|s7|\n"
                 "second|x > 2|● tested|e8|0.5|s8|\n");
    expect_contains(html, "<tr id=\"m1-second-own\">");
    expect_contains(html,
                    "<h3 id=\"m1-passivity-witness\">False: passivity for v &#60; 1</h3>\n"
                    "<p>misprint: s1.</p>\n<p>It fails by a margin of -1.23e+03: e1.</p>\n"
                    "<p>True instead: another.</p>\n"
                    "<pre class=\"command\"><code>tools/bazel run //properties:verify "
                    "<span>--</span> <span>--model</span> m1 <span>--property</span> passivity");
    expect_contains(html, "along <code>hold 1 2</code>, drawn not to scale, the claim fails by a "
                          "margin of -0.126: e2. The parameters are in the witness.");
    expect_contains(html, "//properties:check <span>--</span> properties/witnesses/w2.json</code>");
    expect_contains(html, "href=\"data/w-2.json\">witness (JSON)</a>");
    free(html);
    html = drawn_law(&report, &section_verdicts, &m2);
    expect_table(html, "Every claim about m2",
                 "property|claimed for|verdict|evidence|margin|who says so, or why|\n"
                 "fourth|always|▲ agreed|e4|1e-09|s4|\n"
                 "passivity|never|– undecided|e5|–|s5|\n"
                 "sixth|else|✗ false|e6|-2|s6|\n");
    free(html);
}

/* The exponent of Euler's error over its two finest usable steps is log2(800), of RK4's log2(3125):
 * its last error is not ten times above the floor, and the one before is not either. */
Test(steps, are_drawn_beside_errors_with_their_exponents)
{
    struct report report = report_begin("steps", false);
    store_put(&report.store, "compare-stick_slip-lugre.csv", compared);
    store_put(&report.store, "compare-stick_slip-martinez_rosas.csv",
              "integrator,kind,setting,failure,floor,error_max,steps\n"
              "rk4,h,0.02,,1e-9,0.008,1\n"
              "rk4,h,0.01,,1e-9,2.3e-6,1000000000\n" /* just above ten times 2.2e-7, of rounding */
              "rk4,rtol,0.001,,1e-9,1e-4,1\n"
              "bdf2,h,0.4,,1e-9,0.1,1\n"    /* too large */
              "bdf2,h,0.2,,1e-9,0.04,1\n"   /* alone */
              "heun,h,0.04,,1e-9,0.009,1\n" /* superseded */
              "heun,h,0.02,,1e-9,0.008,1\n" /* 3 below */
              "heun,h,0.01,broken,1e-9,4e-3,1\n"
              "heun,h,0.005,,1e-9,1.25e-4,1\n"
              "heun,h,0.0025,,1e-9,2.2e-6,1000000000\n" /* just below */
              "euler,h,0.02,,1e-9,0.04,1\n"
              "euler,h,0.01,,1e-9,0.01,1\n");
    char *html = drawn_scenario(&report, &section_steps, "stick_slip");
    expect_points(html, "steps-stick_slip",
                  "panel,series,x,y\n"
                  "lugre,euler,0.004,0.08\n"
                  "lugre,euler,0.002,0.04\n"
                  "lugre,euler,0.001,5e-05\n"
                  "lugre,rk4,0.004,0.0001\n"
                  "lugre,rk4,0.002,6.2e-06\n"
                  "lugre,rk4,0.001,2e-09\n"
                  "lugre,rk4,0.0005,1.4e-09\n"
                  "\"martinez_rosas, alpha = 50000\",rk4,0.02,0.008\n"
                  "\"martinez_rosas, alpha = 50000\",rk4,0.01,2.3e-06\n"
                  "\"martinez_rosas, alpha = 50000\",bdf2,0.4,0.1\n"
                  "\"martinez_rosas, alpha = 50000\",bdf2,0.2,0.04\n"
                  "\"martinez_rosas, alpha = 50000\",heun,0.04,0.009\n"
                  "\"martinez_rosas, alpha = 50000\",heun,0.02,0.008\n"
                  "\"martinez_rosas, alpha = 50000\",heun,0.005,0.000125\n"
                  "\"martinez_rosas, alpha = 50000\",heun,0.0025,2.2e-06\n"
                  "\"martinez_rosas, alpha = 50000\",euler,0.02,0.04\n"
                  "\"martinez_rosas, alpha = 50000\",euler,0.01,0.01\n");
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("method|lugre|martinez_rosas, alpha = 50000|\n", out);
    for (const struct integrator *const *m = PREC(integrators); *m; m++)
        if (!((*m)->flags & INTEGRATOR_ADAPTIVE))
            fprintf(out, "%s|%s|%s|\n", (*m)->name,
                    strcmp((*m)->name, "euler") == 0 ? "9.6"
                    : strcmp((*m)->name, "rk4") == 0 ? "4.0"
                                                     : "–",
                    strcmp((*m)->name, "euler") == 0  ? "2.0"
                    : strcmp((*m)->name, "heun") == 0 ? "3.0"
                    : strcmp((*m)->name, "rk4") == 0  ? "11.8"
                                                      : "–");
    char *table = memory_close(&stream);
    expect_table(html, "Observed exponent of the step in the error", table);
    free(table);
    free(html);
    expect_planned(&section_steps, false,
                   "compare-hysteresis-lugre.csv compare-hysteresis-martinez_rosas.csv "
                   "compare-hysteresis-dahl.csv compare-driven_stiff-lugre.csv "
                   "compare-driven_stiff-martinez_rosas.csv compare-driven_stiff-dahl.csv "
                   "compare-stick_slip-lugre.csv compare-stick_slip-martinez_rosas.csv ");
    expect_planned(&section_steps, true,
                   "compare-hysteresis-lugre.csv compare-hysteresis-martinez_rosas.csv "
                   "compare-driven_stiff-lugre.csv compare-driven_stiff-martinez_rosas.csv "
                   "compare-stick_slip-lugre.csv compare-stick_slip-martinez_rosas.csv ");
}

Test(precision, shows_the_fastest_method_of_each_experiment)
{
    struct report report = report_begin("fastest", true);
    store_put(&report.store, "context.csv", "what,value\ncpu,quick one\nclock,17\n");
    store_put(&report.store, "ranking-stick_slip-martinez_rosas.csv",
              "scenario,model,error,rank,tied,integrator,cpu_time_s,low_s,high_s\n"
              "s,m,0.01,1,true,first,0.00123,1,2\n"
              "s,m,0.01,1,true,second,0.00125,1,2\n"
              "s,m,0.01,3,false,third,0.002,1,2\n"
              "s,m,1e-4,2,false,third,0.002,1,2\n"
              "s,m,1e-4,1,false,fourth,0.0345,1,2\n"
              "s,m,1e-6,,,fifth,,,\n"
              "s,m,1e-8,1,false,sixth,4.5678,1,2\n");
    char *html = drawn_first(&report, &section_precision);
    expect_table(html, "The fastest method for an error, and the CPU time that it takes",
                 "experiment|error 1e-02|error 1e-04|error 1e-06|error 1e-08|\n"
                 "stick_slip, martinez_rosas, alpha = 50000|first ~ second, 1.23 ms|"
                 "fourth, 34.5 ms|none|sixth, 4.57e+03 ms|\n");
    expect_table(html, "Machine, compiler, libraries", "||\ncpu|quick one|\nclock|17|\n");
    free(html);
    expect_planned(&section_precision, true,
                   "context.csv compare-driven_stiff-lugre.csv "
                   "compare-driven_stiff-martinez_rosas.csv compare-hysteresis-lugre.csv "
                   "compare-hysteresis-martinez_rosas.csv compare-stick_slip-lugre.csv "
                   "compare-stick_slip-martinez_rosas.csv ");
}

/* Curves of all rows that have not failed; of each method the fastest setting for an error that
 * keeps the bounds, the fastest of all marked, and the coarsest setting that fails or does not. */
Test(precision, shows_what_each_method_needs)
{
    struct report report = report_begin("precision", true);
    store_put(&report.store, "compare-stick_slip-lugre.csv", compared);
    char *html = drawn_scenario(&report, &section_precision, "stick_slip");
    expect_points(html, "precision-stick_slip",
                  "panel,series,x,y\n"
                  "lugre: steps of given size,euler,0.08,0.001\n"
                  "lugre: steps of given size,euler,0.04,0.002\n"
                  "lugre: steps of given size,euler,5e-05,0.021\n"
                  "lugre: steps of given size,rk4,0.0001,0.004\n"
                  "lugre: steps of given size,rk4,6.2e-06,0.008\n"
                  "lugre: steps of given size,rk4,2e-09,0.016\n"
                  "lugre: steps of given size,rk4,1.4e-09,0.032\n"
                  "lugre: steps by tolerance,cvode_bdf,0.000101,0.0015\n"
                  "lugre: steps by tolerance,cvode_bdf,2e-08,0.0123\n"
                  "lugre: steps by tolerance,rosenbrock,9e-05,0.00082\n");
    static const char *const lines[] = { "line hue1 dash1", "line hue2 dash2", "line hue3 dash3",
                                         "line hue4 dash4" };
    for (size_t i = 0; i < 4; i++)
        expect_paths(html, "precision-stick_slip", lines[i], 1);
    expect_table(html, "Steps of given size, lugre",
                 "method|error ≤ 1e-2|error ≤ 1e-4|error ≤ 1e-6|error ≤ 1e-8|unsafe|\n"
                 "euler|h 0.001 s, 21 ms|h 0.001 s, 21 ms|–|–|"
                 "✗ too long at h 0.008 s; ✗ leaves a bound at h 0.004 s|\n"
                 "rk4|h 0.004 s, 4 ms|h 0.004 s, 4 ms|h 0.001 s, 16 ms|★ h 0.001 s, 16 ms||\n");
    expect_table(html, "Steps by tolerance, lugre",
                 "method|error ≤ 1e-2|error ≤ 1e-4|error ≤ 1e-6|error ≤ 1e-8|unsafe|\n"
                 "cvode_bdf|rtol 0.0001, 1.5 ms|rtol 1e-08, 12.3 ms|★ rtol 1e-08, 12.3 ms|–|"
                 "✗ failed at rtol 1e-06|\n"
                 "rosenbrock|★ rtol 0.0001, 0.82 ms|★ rtol 0.0001, 0.82 ms|–|–||\n");
    free(html);
}

Test(findings, show_claims_and_tables)
{
    struct report report = report_begin("findings", false);
    store_put(&report.store, "ledger.csv",
              "id,verdict,stands,claim,where,truth\nc1,true,1,a,b,c\nc2,false,1,d,e,f\n"
              "c3,conditional,0,g,h,i\n");
    store_put(&report.store, "findings-pid.csv",
              "alpha,what,number,text,last\n25,x1,-1.5,n 2,—\n26,x2,2,m,3\n");
    char *html = drawn_paper(&report, &section_findings);
    expect_table(html, "The claims of Martinez-Rosas, Alvarez-Icaza and Noriega-Pineda",
                 "|verdict|claimed|what is true|where|\n"
                 "c1|■ true|a|c|b|\n"
                 "c2|✗ false|d|f|e|\n"
                 "c3|– conditional|g|(not as declared!) i|h|\n");
    expect_table(html, "PID, the last 50 s of 100 s",
                 "alpha|what|number|text|last|\n25|x1|-1.5|n 2|—|\n26|x2|2|m|3|\n");
    expect_contains(html, "<tr><th scope=\"row\">25</th><td class=\"number\" data-title=\"what\">x1"
                          "</td><td class=\"number\" data-title=\"number\">-1.5</td>"
                          "<td data-title=\"text\">n 2</td>");
    expect_contains(html, "href=\"data/findings-pid.csv\"");
    cr_expect(!strstr(html, "findings-pid_long"), "a table without data");
    free(html);
    expect_planned(&section_findings, true, "ledger.csv findings-table_i.csv ");
    expect_planned(&section_findings, false,
                   "ledger.csv findings-table_i.csv findings-pre_sliding.csv "
                   "findings-hysteresis.csv findings-stick_slip.csv findings-pid.csv "
                   "findings-pid_long.csv findings-changes.csv ");
}

Test(drawing, has_a_style_for_each_integrator)
{
    size_t n = 0;
    for (const struct integrator *const *m = PREC(integrators); *m; m++, n++)
        for (const struct integrator *const *other = PREC(integrators); other < m; other++)
            cr_expect_neq(drawing_style((*m)->name), drawing_style((*other)->name), "%s and %s",
                          (*m)->name, (*other)->name);
    for (const struct integrator *const *m = PREC(integrators); *m; m++)
        cr_expect_lt(drawing_style((*m)->name), n, "%s has none", (*m)->name);
}

Test(laws, are_named_and_set_with_their_parameter)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const unsigned alpha = quantity_index(model->params, model->n_params, "alpha");
    const struct report_law plain = { model, NULL, 7 }, other = { model, "alpha", 25000 };
    double p[MODEL_MAX_PARAMS], q[MODEL_MAX_PARAMS];
    char name[64];
    report_law_name(&plain, name, sizeof name);
    cr_expect_str_eq(name, "martinez_rosas");
    report_law_name(&other, name, sizeof name);
    cr_expect_str_eq(name, "martinez_rosas, alpha = 25000");
    report_law_params(&plain, p);
    report_law_params(&other, q);
    for (unsigned i = 0; i < model->n_params; i++) {
        cr_expect_float_eq(p[i], model->params[i].value, 0);
        cr_expect_float_eq(q[i], i == alpha ? 25000 : p[i], 0);
    }
}

/* What another program, or other options, computed is not shown, unless only the page is wanted. */
Test(report, shows_its_own_data)
{
    const struct report full = report_begin("own", false);
    struct report quick = { .quick = true };
    struct csv csv;
    char path[4096];
    snprintf(path, sizeof path, "%.4000s", full.store.directory);
    store_put(&full.store, "a.csv", "x\n1\n");
    store_open(&quick.store, path, "", true, false);
    cr_assert(report_read(&full, "a.csv", &csv));
    csv_free(&csv);
    cr_expect(!report_read(&quick, "a.csv", &csv) && !report_read(&full, "b.csv", &csv));
    quick.only_page = true;
    cr_assert(report_read(&quick, "a.csv", &csv));
    cr_expect(csv_is(&csv, 0, "x", "1"));
    csv_free(&csv);
    cr_expect(!report_read(&quick, "b.csv", &csv));
}

/* Each law has its tables, whichever else there are. */
Test(precision, shows_the_methods_of_each_law)
{
    for (unsigned m = 0; m < REPORT_COMPARED; m++) {
        struct report report = report_begin("rows", true);
        char part[PART_NAME], title[64];
        snprintf(part, sizeof part, "compare-stick_slip-%s.csv", report_compared[m]);
        store_put(&report.store, part, compared);
        char *html = drawn_scenario(&report, &section_precision, "stick_slip");
        snprintf(title, sizeof title, "<caption>Steps by tolerance, %s", report_compared[m]);
        expect_contains(html, title);
        free(html);
    }
}
