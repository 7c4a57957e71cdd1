/* Fuzzes baselines. An accepted baseline does not differ from itself, nor from itself written and
 * read again. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "benchmarks/comparison/baseline.h"
#include "properties/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[BASELINE_TEXT] = "", *text = fuzz_text(data, size), *said = NULL;
    cJSON *before = baseline_parse(text, error);
    if (before) {
        cJSON *again = baseline_parse(text, error);
        FILE *out = open_memstream(&said, &(size_t){ 0 });
        fuzz_demand(again && out, "is not read again");
        fuzz_demand(baseline_compare(out, before, before, 1.5) == 0, "differs from itself");
        fuzz_demand(baseline_compare(out, before, again, 1.5) == 0, "differs when read again");
        fclose(out);
        cJSON_Delete(again);
        free(said);
    } else
        fuzz_demand_line(error);
    cJSON_Delete(before);
    free(text);
    return 0;
}
