/* The delay of a rig where forces jump: the sum of squares has a step wherever a delay moves a jump
 * over a sample, and slopes say nothing of it (fit.h). */
#include <math.h>

#include "properties/fitting/fit.h"

void fit_find_delay(struct fit *fit, const struct fit_data *data)
{
    enum { REACH = 12 };
    static const double STEP = 0.5;
    const double size = fit->nuisances.size[DELAY], centre[2] = { fit->nuisances.value[DELAY], 0 };
    struct fit best = *fit;
    if (!fit->nuisances.is_free[DELAY])
        return;
    fit_measure(&best, data);
    for (int k = 0; k < (fabs(centre[0]) < STEP * size ? 1 : 2); k++)
        for (int i = -REACH; i <= REACH; i++) {
            struct fit at = *fit;
            at.nuisances.value[DELAY] = centre[k] + STEP * i * size;
            fit_measure(&at, data);
            if (at.loss < best.loss)
                best = at;
        }
    *fit = best;
}
