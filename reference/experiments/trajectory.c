/* Stores samples and events, and writes them to a file and back. */
#include "reference/experiments/trajectory.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"

void trajectory_init(struct trajectory *r, size_t n, size_t n_states, double t_end)
{
    *r = (struct trajectory){ .n = n, .n_states = n_states };
    r->t = memory_array(n, sizeof *r->t);
    r->x = memory_array(n, sizeof *r->x);
    r->v = memory_array(n, sizeof *r->v);
    r->F = memory_array(n, sizeof *r->F);
    r->energy = memory_array(n, sizeof *r->energy);
    r->law = memory_array(n * n_states, sizeof *r->law);
    for (size_t i = 0; i < n; i++)
        r->t[i] = i + 1 == n ? t_end : t_end * (double)i / (double)(n - 1);
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

void trajectory_event(struct trajectory *r, enum plant_event kind, double t)
{
    r->events = memory_grown(r->events, r->n_events, &r->room, sizeof *r->events);
    r->events[r->n_events++] = (struct event){ kind, t };
}

/* The columns and their lengths. */
enum { N_COLUMNS = 6 };

static void columns(const struct trajectory *r, double *column[N_COLUMNS], size_t n[N_COLUMNS])
{
    double *const all[N_COLUMNS] = { r->t, r->x, r->v, r->F, r->energy, r->law };
    for (int i = 0; i < N_COLUMNS; i++) {
        column[i] = all[i];
        n[i] = i + 1 < N_COLUMNS ? r->n : r->n * r->n_states;
    }
}

void trajectory_write(const struct trajectory *r, FILE *out)
{
    const size_t head[] = { r->n, r->n_states, r->n_events };
    double *column[N_COLUMNS];
    size_t n[N_COLUMNS];
    columns(r, column, n);
    fwrite(head, sizeof head, 1, out);
    for (int i = 0; i < N_COLUMNS; i++)
        fwrite(column[i], sizeof *column[i], n[i], out);
    for (size_t i = 0; i < r->n_events; i++)
        fwrite(&r->events[i], sizeof r->events[i], 1, out);
}

bool trajectory_read(struct trajectory *r, FILE *in)
{
    size_t head[3], n[N_COLUMNS];
    double *column[N_COLUMNS];
    columns(r, column, n);
    r->n_events = 0;
    if (fread(head, sizeof head, 1, in) != 1 || head[0] != r->n || head[1] != r->n_states)
        return false;
    for (int i = 0; i < N_COLUMNS; i++)
        if (fread(column[i], sizeof *column[i], n[i], in) != n[i])
            return false;
    for (size_t i = 0; i < head[2]; i++) {
        struct event event;
        if (fread(&event, sizeof event, 1, in) != 1)
            return false;
        trajectory_event(r, event.kind, event.t);
    }
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
