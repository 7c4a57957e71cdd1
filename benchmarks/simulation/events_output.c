/* Lists events, or summarises them where they are many (events_output.h). */
#include "benchmarks/simulation/events_output.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tools/base/wrap.h"

/* An event stays in one line. */
static void list(FILE *out, const char *heading, const struct trajectory *r, size_t n)
{
    size_t column = strlen(heading);
    fputs(heading, out);
    for (size_t i = 0; i < n; i++) {
        char event[64];
        const size_t length =
            (size_t)snprintf(event, sizeof event, " %s %.15g s%s", event_name(r->events[i].kind),
                             r->events[i].t, i + 1 < n ? "," : "");
        if (column + length > WRAP_WIDTH) {
            fputs("\n   ", out);
            column = 3;
        }
        fputs(event, out);
        column += length;
    }
    fputc('\n', out);
}

/* Prints the line of a kind, or of all kinds, if there are such events. */
static void summarise(FILE *out, const char *name, const struct trajectory *r, bool all,
                      enum plant_event kind)
{
    size_t n = 0;
    double first = 0, last = 0, shortest = INFINITY;
    for (size_t i = 0; i < r->n_events; i++) {
        const double t = r->events[i].t;
        if (!all && r->events[i].kind != kind)
            continue;
        if (n == 0)
            first = t;
        else
            shortest = fmin(shortest, t - last);
        last = t;
        n++;
    }
    if (n == 0)
        return;
    fprintf(out, "  %-8s %10zu %14.9g %14.9g ", name, n, first, last);
    if (n > 1)
        fprintf(out, "%18.6g\n", shortest);
    else
        fprintf(out, "%18s\n", "-");
}

void output_events(FILE *out, const struct trajectory *r)
{
    if (r->n_events == 0)
        return;
    if (r->n_events <= EVENTS_LISTED) {
        list(out, "events:", r, r->n_events);
        return;
    }
    list(out, "first events:", r, EVENTS_FIRST);
    fprintf(out, "  %-8s %10s %14s %14s %18s\n", "events", "number", "first, s", "last, s",
            "shortest time, s");
    for (int kind = PLANT_RELEASE; kind <= PLANT_SWITCH; kind++)
        summarise(out, event_name((enum plant_event)kind), r, false, (enum plant_event)kind);
    summarise(out, "all", r, true, PLANT_RELEASE);
}
