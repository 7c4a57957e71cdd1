/* Writes verdicts for continuous integration, as JUnit's XML (verdicts.h). */
#include <string.h>

#include "properties/checker/property.h"
#include "properties/verdicts/verdicts.h"

/* Writes text for an attribute in double quotes. What XML cannot hold becomes a question mark. */
static void put(FILE *out, const char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\n' || c == '\t')
            fprintf(out, "&#%u;", c);
        else
            fputc(c < ' ' ? '?' : c, out);
    }
}

static bool is_new_law(const struct verdicts *v, size_t i)
{
    return i == 0 || v->rows[i].model != v->rows[i - 1].model;
}

/* A case passes when it is as declared, and is skipped where the claim does not apply. */
static void put_case(FILE *out, const struct verdict_row *row, bool timing)
{
    const struct judgement *j = &row->judgement;
    char evidence[VERDICTS_EVIDENCE];
    fputs("    <testcase classname=\"", out);
    put(out, row->model->name);
    fputs("\" name=\"", out);
    put(out, property_info[row->claim->property].name);
    fputs(": ", out);
    put(out, row->claim->domain);
    fputc('"', out);
    if (timing)
        fprintf(out, " time=\"%.3f\"", row->seconds);
    if (!j->as_declared) {
        fprintf(out, ">\n      <failure message=\"declared %s, found %s: ",
                declared_names[row->claim->declared], verdict_names[j->verdict]);
        put(out, judgement_note(j));
        fputs("\"/>\n    </testcase>\n", out);
    } else if (j->verdict == VERDICT_NOT_APPLICABLE)
        fputs(">\n      <skipped/>\n    </testcase>\n", out);
    else {
        verdicts_evidence(evidence, j);
        fprintf(out, ">\n      <system-out>%s, %s</system-out>\n    </testcase>\n",
                verdict_names[j->verdict], evidence);
    }
}

/* The law's suite, from row i on; returns the row behind it. */
static size_t put_suite(FILE *out, const struct verdicts *v, size_t i, bool timing)
{
    size_t end = i, failures = 0, skipped = 0;
    do {
        const struct judgement *j = &v->rows[end].judgement;
        failures += !j->as_declared;
        skipped += j->as_declared && j->verdict == VERDICT_NOT_APPLICABLE;
        end++;
    } while (end < v->n && !is_new_law(v, end));
    fputs("  <testsuite name=\"", out);
    put(out, v->rows[i].model->name);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", end - i,
            failures, skipped);
    for (; i < end; i++)
        put_case(out, &v->rows[i], timing);
    fputs("  </testsuite>\n", out);
    return end;
}

void verdicts_junit(FILE *out, const struct verdicts *verdicts, bool timing)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"verify\">\n", out);
    for (size_t i = 0; i < verdicts->n;)
        i = put_suite(out, verdicts, i, timing);
    fputs("</testsuites>\n", out);
}
