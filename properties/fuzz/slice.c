/* Fuzzes slices of campaigns. An accepted slice stays the same when written and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/campaigns/campaign.h"
#include "properties/fuzz/fuzz.h"

static char *written(const struct slice *slice)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fuzz_demand(file, "cannot be written");
    slice_write(file, slice);
    fclose(file);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice slice, again;
    char error[CAMPAIGN_ERROR] = "", *text = fuzz_text(data, size);
    if (slice_read(&slice, text, error)) {
        char *first = written(&slice);
        fuzz_demand(slice_read(&again, first, error), "is not read again");
        char *second = written(&again);
        fuzz_demand(strcmp(first, second) == 0, "is another when written again");
        free(second);
        free(first);
        slice_free(&again);
        slice_free(&slice);
    } else
        fuzz_demand_line(error);
    free(text);
    return 0;
}
