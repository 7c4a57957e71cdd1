/* See the header. */
#include "reference/trajectory.h"

#include <math.h>
#include <stdlib.h>

bool trajectory_init(struct trajectory *r, size_t n, size_t n_states, double t_end)
{
    *r = (struct trajectory){ .n = n, .n_states = n_states };
    r->t = calloc(n, sizeof *r->t);
    r->x = calloc(n, sizeof *r->x);
    r->v = calloc(n, sizeof *r->v);
    r->F = calloc(n, sizeof *r->F);
    r->energy = calloc(n, sizeof *r->energy);
    r->law = calloc(n * n_states + 1, sizeof *r->law);
    if (!r->t || !r->x || !r->v || !r->F || !r->energy || !r->law) {
        trajectory_free(r);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        r->t[i] = i + 1 == n ? t_end : t_end * (double)i / (double)(n - 1);
    return true;
}

void trajectory_free(struct trajectory *r)
{
    free(r->t);
    free(r->x);
    free(r->v);
    free(r->F);
    free(r->energy);
    free(r->law);
    free(r->events);
    *r = (struct trajectory){ .n = 0 };
}

bool trajectory_event(struct trajectory *r, enum plant_event kind, double t)
{
    if (r->n_events == r->room) {
        const size_t room = 2 * r->room + 16;
        struct event *events = realloc(r->events, room * sizeof *events);
        if (!events)
            return false;
        r->events = events;
        r->room = room;
    }
    r->events[r->n_events++] = (struct event){ kind, t };
    return true;
}

const char *event_name(enum plant_event kind)
{
    static const char *const names[] = {
        [PLANT_RELEASE] = "release", [PLANT_CAPTURE] = "capture", [PLANT_REVERSAL] = "reversal",
        [PLANT_FASTER] = "faster",   [PLANT_SLOWER] = "slower",   [PLANT_SWITCH] = "switch",
    };
    return names[kind];
}

double trajectory_largest(const double *column, size_t n, size_t stride)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(column[i * stride])); /* fmax passes NANs over */
    return largest;
}
