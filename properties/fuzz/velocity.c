/* Fuzzes the grammar of velocities. An accepted signal can be run through: one interval follows the
 * other to the end, and each takes time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fuzz/fuzz.h"
#include "reference/inputs/signal.h"

enum { MOST_INTERVALS = 1000 };

static void walk(const struct signal *signal)
{
    double t = 0;
    for (int i = 0; i < MOST_INTERVALS && t < signal->duration; i++) {
        const struct smooth_interval s = signal_interval(signal, t);
        fuzz_demand(s.segment >= signal->segments && s.segment < signal->segments + signal->n,
                    "an interval of no segment");
        fuzz_demand(s.end > t, "an interval that ends before it begins");
        fuzz_demand(fabs(s.sign) <= 1, "a sign beyond 1");
        signal_velocity(signal, t);
        signal_slope(signal, t);
        signal_distance(signal, t);
        t = s.end;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct signal signal;
    char error[SIGNAL_TEXT] = "", *text = fuzz_text(data, size);
    /* no input reads a file of this machine */
    if (!strstr(text, "csv")) {
        if (signal_parse(text, &signal, error)) {
            fuzz_demand(signal.n >= 1 && signal.n <= SIGNAL_MAX_SEGMENTS,
                        "no segments, or too many");
            fuzz_demand(signal.duration > 0, "takes no time");
            if (isfinite(signal.duration))
                walk(&signal);
        } else
            fuzz_demand_line(error);
        signal_free(&signal);
    }
    free(text);
    return 0;
}
