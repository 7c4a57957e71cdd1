/* What the first page says at once, of made-up data. */
#include "benchmarks/reporting/pages.h"
#include "benchmarks/sections/sections_test.h"

/* Returns what the first page says of sections, to be freed. */
static char *answers(const struct report *report, const struct page_source sources[], size_t n)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    report_answers(sources, n, &page);
    return memory_close(&stream);
}

/* The first page answers by the law's rows, whatever stands before and behind them. */
Test(answers, say_whether_lugre_is_passive)
{
    struct report report = report_begin("answers", false);
    store_put(&report.store, "verdicts.csv",
              "model,property,claim,domain,verdict,method,as_declared,box\n"
              "dahl,passivity,,always,holds,proved,1,a\n"
              "lugre,passivity,,Fs >= Fc,refuted,witness,1,\n"
              "lugre,passivity,,s2 large,holds,proved,1,\"s1 in [1, 2]\"\n"
              "lugre,state_bound,,else,holds,proved,1,b\n");
    const struct page_source source = { &section_verdicts, &report };
    char *text = answers(&report, &source, 1);
    expect_contains(text, "Not always: for Fs &#62;= Fc there is "
                          "<a href=\"laws/lugre.html#lugre-passivity-witness\">a counterexample"
                          "</a>. It is where s2 large (proved for s1 in [1, 2]).");
    expect_contains(text, "<li>Is all as declared? Every verdict is as its law states it.</li>");
    expect_contains(text, "<code>report --history DIR</code> keeps the numbers");
    free(text);
    text = drawn_first(&report, &section_verdicts);
    expect_table(text, "Passivity from rest, by law",
                 "law|passive?|for|on what that rests|\n"
                 "dahl|yes|always|■ proved for a|\n"
                 "lugre|not always|Fs >= Fc|✗ a counterexample, certified|\n"
                 "lugre|yes|s2 large|■ proved for s1 in [1, 2]|\n");
    free(text);
}

/* A false claim of each origin, first, in the middle and last; one that is true has none. */
Test(answers, count_false_claims_by_origin)
{
    struct report report = report_begin("origins", false);
    store_put(&report.store, "verdicts.csv",
              "model,property,claim,domain,verdict,method,as_declared,origin\n"
              "a,p,,d,refuted,witness,1,misprint\n"
              "a,q,,d,refuted,witness,1,printed in a paper\n"
              "a,r,,d,refuted,witness,1,commonly assumed\n"
              "b,p,,d,holds,proved,1,misprint\n"
              "b,q,,d,refuted,witness,1,printed in a paper\n"
              "b,r,,d,refuted,witness,1,commonly assumed\n"
              "b,s,,d,refuted,witness,1,printed in a paper\n");
    const struct page_source source = { &section_verdicts, &report };
    char *text = answers(&report, &source, 1);
    expect_contains(text,
                    "What is false? 6 claims: 3 printed in papers, 2 commonly assumed, 1 that "
                    "are misprints.");
    free(text);
}

/* A banner says which parts are a first look; the note by what all was measured. */
Test(answers, say_what_is_a_first_look_and_what_it_was_measured_with)
{
    struct report full = report_begin("measured", false), quick = report_begin("rough", true);
    const struct page_source all[] = { { &section_precision, &quick },
                                       { &section_steps, &full },
                                       { &section_map, &quick } };
    static const char *const context = "what,value\nmore,1\ncommit,abc\ndate,today\ncpu,M1\n"
                                       "num_cpus,3\nbristle_version,7.8.9\n";
    store_put(&full.store, "context.csv", context);
    store_put(&quick.store, "context.csv", context);
    char *text = answers(&quick, all, 3), expected[256];
    snprintf(expected, sizeof expected,
             "2 of 3 parts are a first look, which the full ones replace as they are done: %s. "
             "%s.",
             section_precision.title, section_map.title);
    expect_contains(text, expected);
    expect_contains(text, "commit abc, today, M1, processors: 3, Bristle 7.8.9, effort: a first "
                          "look (<code>--quick</code>).");
    free(text);
    const struct page_source first = { &section_precision, &full },
                             rough = { &section_map, &quick };
    text = answers(&full, &first, 1);
    cr_expect(!strstr(text, "first look"), "%s", text);
    expect_contains(text, "effort: full.");
    free(text);
    text = answers(&quick, &rough, 1);
    expect_contains(text, "A first look: fewer signals, experiments and settings");
    cr_expect(!strstr(text, "effort"), "without that section there is no note: %s", text);
    free(text);
}
