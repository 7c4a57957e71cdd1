/* Fuzzes baselines. An accepted baseline does not differ from itself, nor from itself written and
 * read again. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "benchmarks/timing/baseline.h"
#include "benchmarks/timing/changes.h"
#include "properties/fuzz/fuzz.h"

/* Returns the number of differences, all of them printed. */
static size_t differences(const cJSON *before, const cJSON *now)
{
    char *said = NULL;
    FILE *out = open_memstream(&said, &(size_t){ 0 });
    fuzz_demand(out, "no memory");
    struct changes changes = changes_between(before, now, 1.5);
    const size_t n = changes.differences;
    changes_table(out, &changes);
    changes_lines(out, &changes);
    changes_rows(out, FORMAT_CSV, &changes);
    changes_rows(out, FORMAT_JSON, &changes);
    changes_free(&changes);
    fclose(out);
    free(said);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[BASELINE_TEXT] = "", *text = fuzz_text(data, size);
    cJSON *before = baseline_parse(text, error);
    if (before) {
        cJSON *again = baseline_parse(text, error);
        fuzz_demand(again, "is not read again");
        fuzz_demand(differences(before, before) == 0, "differs from itself");
        fuzz_demand(differences(before, again) == 0, "differs when read again");
        cJSON_Delete(again);
    } else
        fuzz_demand_line(error);
    cJSON_Delete(before);
    free(text);
    return 0;
}
