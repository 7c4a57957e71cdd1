/* Fuzzes samples of a velocity in a file. An accepted signal passes through each sample, at rising
 * times. */
#include <math.h>
#include <stdlib.h>

#include "properties/fuzz/fuzz.h"
#include "reference/inputs/signal_table.h"

static void check(const struct signal_table *table)
{
    fuzz_demand(table->n >= 2, "fewer than two samples");
    fuzz_demand(table->samples[0].t == 0, "does not begin at 0");
    for (size_t i = 0; i < table->n; i++) {
        const struct signal_sample *s = &table->samples[i];
        fuzz_demand(isfinite(s->t) && isfinite(s->v), "a sample that is not finite");
        fuzz_demand(i == 0 || s->t > s[-1].t, "time goes back");
        fuzz_demand(signal_table_velocity(table, s->t) == s->v, "a sample is not met");
        if (i + 1 < table->n) {
            fuzz_demand(signal_table_next_sample(table, s->t) == s[1].t, "a sample is left out");
            const double zero = signal_table_next_zero(table, s->t, s[1].t);
            fuzz_demand(zero > s->t, "a zero in the past");
        }
        signal_table_slope(table, s->t);
        signal_table_distance(table, s->t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[SIGNAL_TEXT] = "", none[] = "", *text = fuzz_text(data, size);
    FILE *file = fmemopen(size > 0 ? text : none, size > 0 ? size : 1, "r");
    fuzz_demand(file, "out of memory");
    struct signal_table *table = signal_table_read_stream(file, "input", error);
    if (table)
        check(table);
    else
        fuzz_demand_line(error);
    signal_table_free(table);
    fclose(file);
    free(text);
    return 0;
}
