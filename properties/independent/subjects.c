/* Asks the program what it can judge; and small functions that the audit's parts share
 * (audit.h). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/independent/audit.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

const char *const audit_faults[] = {
#define X(id, text) [AUDIT_##id] = (text),
    AUDIT_FAULTS(X)
#undef X
};

void audit_subjects(struct audit *audit)
{
    char output[512], *line, *lines = NULL, *words = NULL;
    snprintf(output, sizeof output, "%s/list", audit->folder);
    char *list = program_says(&audit->program, "--list", output);
    if (!list)
        cli_fail("'%s' --list fails: is it the program check?", audit->program.path);
    audit->n_subjects = 0;
    for (line = strtok_r(list, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
        const struct arb_law *law = NULL;
        for (char *word = strtok_r(line, ": ", &words); word; word = strtok_r(NULL, ": ", &words)) {
            const enum property property = property_find(word);
            if (!law && !(law = arb_law_find(word)))
                break;
            if (property == N_PROPERTIES)
                continue;
            audit->subject =
                memory_resized(audit->subject, audit->n_subjects + 1, sizeof *audit->subject);
            audit->subject[audit->n_subjects++] = (struct sample_subject){ law, property };
        }
    }
    free(list);
    if (audit->n_subjects == 0)
        cli_fail("'%s' --list shows no law that is known here", audit->program.path);
}

/* Only the first fault of a file is reported. */
void audit_report_fault(struct audit_result *result, enum audit_fault fault, const char *text,
                        const char *format, ...)
{
    char detail[4096];
    va_list args;
    if (result->fault != AUDIT_FINE)
        return;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    result->fault = fault;
    result->text = memory_text("%s", text);
    result->detail = memory_text("%s", detail);
}

void audit_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        cli_fail("cannot write '%s'", path);
}

bool audit_outside(const char *lo, const char *hi, quad value, quad error)
{
    arb_t end, at;
    arb_init(end);
    arb_init(at);
    if (strstr(lo, "nan") || strstr(hi, "nan") || strcmp(lo, "null") == 0) {
        arb_clear(at);
        arb_clear(end);
        return false;
    }
    mini_set(at, value + error);
    mini_decimal(end, lo);
    bool outside = arb_gt(end, at);
    mini_set(at, value - error);
    mini_decimal(end, hi);
    outside |= arb_lt(end, at);
    arb_clear(at);
    arb_clear(end);
    return outside;
}
