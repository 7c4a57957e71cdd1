/* The grammar of velocities. What is accepted can be walked through: stretch follows stretch to the
 * end, each of a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fuzz/fuzz.h"
#include "reference/inputs/signal.h"

enum { MOST_STRETCHES = 1000 };

static void walk(const struct signal *signal)
{
    double t = 0;
    for (int i = 0; i < MOST_STRETCHES && t < signal->duration; i++) {
        const struct stretch s = signal_stretch(signal, t);
        fuzz_demand(s.piece >= signal->pieces && s.piece < signal->pieces + signal->n,
                    "a stretch of no piece");
        fuzz_demand(s.end > t, "a stretch that ends before it begins");
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
    /* no file of this machine is an input */
    if (!strstr(text, "csv")) {
        if (signal_parse(text, &signal, error)) {
            fuzz_demand(signal.n >= 1 && signal.n <= SIGNAL_MAX_PIECES, "no pieces, or too many");
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
