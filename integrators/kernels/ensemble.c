/* Chooses the widest instruction set that the processor has, and looks kernels up. */
#include "integrators/kernels/ensemble.h"

#include <stdint.h>
#include <string.h>

#include "integrators/kernels/ensemble_kernel.h"

static const struct ensemble_kernel *find(const struct ensemble *e)
{
    const struct ensemble_kernel *best = NULL;
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        if (strcmp(k->law, e->law) != 0 || strcmp(k->method, e->method) != 0)
            continue;
        if (e->level != ENSEMBLE_BEST && e->level != k->level)
            continue;
        if (ensemble_level_available(k->level) && (!best || k->level > best->level))
            best = k;
    }
    return best;
}

bool PREC(ensemble_supports)(const struct ensemble *e) { return find(e) != NULL; }

/* Returns true when the exponent of every trajectory is 2: the kernel then squares in place of pow,
 * with the same results. */
static bool squares(const struct ensemble_kernel *k, const struct ensemble *e)
{
    const size_t stride = ensemble_stride(e->lanes);
    if (k->square == k->n_params)
        return false;
    for (size_t l = 0; l < (e->params_per_lane ? e->lanes : 1); l++)
        if (e->p[e->params_per_lane ? k->square * stride + l : k->square] != 2)
            return false;
    return true;
}

enum status PREC(ensemble_advance)(const struct ensemble *e, real h, size_t n, const real v[],
                                   real x[])
{
    const struct ensemble_kernel *k = find(e);
    const size_t stride = ensemble_stride(e->lanes);
    if (!k)
        return STATUS_UNSUPPORTED;
    ensemble_run *run = k->run[e->params_per_lane][squares(k, e)];
    for (size_t first = 0; first < stride; first += ENSEMBLE_TILE) {
        const size_t left = stride - first;
        const unsigned lanes = left < ENSEMBLE_TILE ? (unsigned)left : ENSEMBLE_TILE;
        run(e->params_per_lane ? e->p + first : e->p, h, n, stride, lanes, v + first, x + first);
    }
    for (unsigned i = 0; i < k->n_states; i++)
        for (size_t l = 0; l < e->lanes; l++)
            if (!isfinite(x[i * stride + l]))
                return STATUS_NONFINITE;
    return STATUS_OK;
}
