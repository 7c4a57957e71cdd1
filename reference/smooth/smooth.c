/* Chooses the method for a law: by path, by periods or by steps. */
#include "reference/smooth/smooth.h"

#include "reference/smooth/path.h"
#include "reference/smooth/periodic.h"
#include "reference/smooth/walk.h"

bool arb_smooth_has(const struct arb_law *law) { return law->linear || law->by_path; }

bool arb_smooth_run(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                    arb_srcptr times, size_t n)
{
    const struct smooth_samples samples = { times, times, n };
    if (m->law->linear)
        return (!m->span && smooth_periodic_run(m, piece, end, times, n)) ||
               smooth_walk_run(m, piece, end, &samples);
    return m->law->by_path && arb_smooth_by_path(m, piece, end, times, n);
}
