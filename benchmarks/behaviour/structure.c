/* Combines the measurements of one integrator into a row (structure.h). */
#include "benchmarks/behaviour/structure.h"

struct structure_row structure_row(const struct integrator *integrator)
{
    const struct measured none = { STATUS_UNSUPPORTED, 0 };
    uint64_t steps;
    struct structure_row row = {
        .integrator = integrator,
        .bound = none,
        .passivity = none,
        .excess = { none, none },
        .deficit = { none, none },
        .drift = structure_drift(integrator, &steps),
        .float_driven = structure_float(integrator, false, &steps),
        .float_mass = structure_float(integrator, true, &steps),
    };
    for (unsigned i = 0; i < N_ORDERS; i++)
        row.order[i] = structure_order(integrator, (enum order_problem)i);
    if (!(integrator->flags & INTEGRATOR_ADAPTIVE)) {
        row.bound = structure_bound(integrator);
        row.passivity = structure_passivity(integrator);
        return row;
    }
    for (unsigned i = 0; i < 2; i++) {
        row.excess[i] = structure_bound_excess(integrator, structure_tolerances[i]);
        row.deficit[i] = structure_passivity_deficit(integrator, structure_tolerances[i]);
    }
    return row;
}
