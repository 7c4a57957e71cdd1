/* Changes proofs, has the program judge them, and tries to contradict the ones that it accepts. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "properties/checker/property.h"
#include "properties/independent/audit.h"
#include "properties/independent/proof_change.h"
#include "properties/independent/proof_search.h"
#include "tools/base/json.h"

/* Judges the program's answer about one proof; the program may refuse wrong input. */
static void judge(struct audit_result *result, struct rng *rng, const char *text,
                  const struct program_row *row)
{
    char found[4000];
    result->answer = row->answer;
    if (row->answer == PROGRAM_CRASHED)
        audit_report_fault(result, AUDIT_CRASH, text, "no row");
    if (row->answer != PROGRAM_CONFIRMED)
        return;
    cJSON *proof = cJSON_Parse(text);
    const enum audit_fault fault = proof_search(rng, proof, found, sizeof found);
    if (fault != AUDIT_FINE)
        audit_report_fault(result, fault, text, "%s", found);
    if (proof_box_is_wide(proof, row->text, found, sizeof found))
        audit_report_fault(result, AUDIT_WIDE_BOX, text, "%s", found);
    cJSON_Delete(proof);
}

void audit_proof_text(const struct audit *audit, struct audit_result *result, struct rng *rng,
                      const char *text, const char *kind, size_t number)
{
    struct program_row row;
    char file[512], output[512];
    const char *const names[] = { file };
    cJSON *json = cJSON_Parse(text);
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
    const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
    *result = (struct audit_result){ .law = arb_law_find(model)->name,
                                     .kind = kind,
                                     .is_held = true,
                                     .property = property_info[property_find(property)].name };
    cJSON_Delete(json);
    snprintf(file, sizeof file, "%s/p%zu.json", audit->folder, number);
    snprintf(output, sizeof output, "%s/p%zu.out", audit->folder, number);
    audit_write(file, text);
    program_run(&audit->program, PROGRAM_TABLE, names, 1, output, &row);
    judge(result, rng, text, &row);
    unlink(file);
}

void audit_proofs(struct audit *audit, size_t base, size_t first, size_t n)
{
    for (size_t i = first; i < first + n; i++) {
        struct rng rng = rng_keyed(audit->seed, "proof", i);
        struct sample sample = proof_change(&rng);
        char *text = json_text(sample.json);
        cJSON_Delete(sample.json);
        audit_proof_text(audit, &audit->result[base + i], &rng, text, sample.kind, i);
        free(text);
    }
}
