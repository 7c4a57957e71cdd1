/* States of masses at the times of outputs (mass_crowd.h). */
#include "reference/ensembles/mass_crowd.h"

enum status mass_interpolate(struct integration *in, real t, real x[])
{
    const struct mass *mass = in->work;
    const struct mass_tile *T = mass->tile;
    const unsigned l = mass->place;
    const double q = (t - T->t[l]) / T->taken[l];
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] = mass_between(T, i, l, q);
    return STATUS_OK;
}

void mass_write(const struct crowd *c, struct mass *mass, const double x[], size_t stride)
{
    const size_t lanes = c->e->lanes;
    const bool lacks_integral = c->states > mass->ode.n; /* where others have one */
    double *out = c->out + mass->next * c->states * lanes + mass->number;
    for (unsigned k = 0; k < c->states; k++, out += lanes) {
        *out = lacks_integral && k == 2 ? 0 : *x;
        x += lacks_integral && k == 2 ? 0 : stride;
    }
    mass->next++;
}

void mass_write_before(const struct crowd *c, struct mass *mass, double t)
{
    const double *times = c->e->times;
    const struct mass_tile *T = mass->tile;
    const unsigned l = mass->place;
    if (mass->next < c->e->n_times && times[mass->next] < t)
        mass_write(c, mass, &T->shown[0][l], MASS_TILE);
    while (mass->next < c->e->n_times && times[mass->next] < t) {
        double x[MASS_MAX_STATES] = { 0 };
        (void)mass_interpolate(&mass->in, times[mass->next], x);
        mass_write(c, mass, x, 1);
    }
}

void mass_write_at(const struct crowd *c, struct mass *mass, double t, const double x[],
                   size_t stride)
{
    while (mass->next < c->e->n_times && c->e->times[mass->next] <= t)
        mass_write(c, mass, x, stride);
}
