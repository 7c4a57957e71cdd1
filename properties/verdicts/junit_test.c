/* JUnit's XML says of made-up rows what they are: as declared, not so, not applicable, by law. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/verdicts/verdicts.h"
#include "tools/base/memory.h"

static const struct model first = { .name = "one" }, second = { .name = "two & more" };
static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "x < 1" },
    { .property = NO_DRIFT, .declared = REFUTED, .domain = "always" },
    { .property = CREEPING, .declared = UNKNOWN, .domain = "never" },
    { .property = STATE_BOUND, .declared = HOLDS, .domain = "\"here\"" },
};

static char *written(bool timing)
{
    static char note[] = "at \"v\" > 1,\nthen";
    struct verdict_row rows[] = {
        { .model = &first,
          .claim = &claims[0],
          .judgement = { .verdict = VERDICT_HOLDS, .method = METHOD_PROVED, .as_declared = true },
          .seconds = 1.25 },
        { .model = &first,
          .claim = &claims[1],
          .judgement = { .verdict = VERDICT_HOLDS,
                         .method = METHOD_TESTED,
                         .trials = 7,
                         .note = note },
          .seconds = 0.5 },
        { .model = &first,
          .claim = &claims[2],
          .judgement = { .verdict = VERDICT_NOT_APPLICABLE, .as_declared = true } },
        { .model = &second, .claim = &claims[3], .judgement = { .verdict = VERDICT_INCONCLUSIVE } },
    };
    const struct verdicts v = { .rows = rows, .n = sizeof rows / sizeof *rows };
    struct memory_stream stream;
    verdicts_junit(memory_open(&stream), &v, timing);
    return memory_close(&stream);
}

Test(junit, has_a_case_for_each_row)
{
    char *text = written(false);
    cr_expect_str_eq(
        text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"verify\">\n"
              "  <testsuite name=\"one\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">\n"
              "    <testcase classname=\"one\" name=\"passivity: x &#60; 1\">\n"
              "      <system-out>holds, proved</system-out>\n    </testcase>\n"
              "    <testcase classname=\"one\" name=\"no_drift: always\">\n"
              "      <failure message=\"declared refuted, found holds: at &#34;v&#34; &#62; "
              "1,&#10;then\"/>\n"
              "    </testcase>\n"
              "    <testcase classname=\"one\" name=\"creep: never\">\n"
              "      <skipped/>\n    </testcase>\n"
              "  </testsuite>\n"
              "  <testsuite name=\"two &#38; more\" tests=\"1\" failures=\"1\" errors=\"0\" "
              "skipped=\"0\">\n"
              "    <testcase classname=\"two &#38; more\" name=\"state_bound: &#34;here&#34;\">\n"
              "      <failure message=\"declared holds, found inconclusive: \"/>\n"
              "    </testcase>\n"
              "  </testsuite>\n</testsuites>\n");
    free(text);
}

Test(junit, has_times_if_they_are_asked_for)
{
    char *text = written(true);
    cr_expect(strstr(text, "name=\"passivity: x &#60; 1\" time=\"1.250\">"));
    cr_expect(strstr(text, "name=\"no_drift: always\" time=\"0.500\">"));
    free(text);
}
