#include "benchmarks/firmware/driver.h"

/* Contains only the loads of the next velocities and the call. */
__attribute__((noinline, section("driver"))) real PREC(driver)(kernel_step *step, struct driven *d,
                                                               const real v[], unsigned n)
{
    real force = 0;
    for (unsigned i = 0; i < n; i++)
        force = step(d->params, d->memory, d->h, v[i], v[i + 1], d->states);
    return force;
}
