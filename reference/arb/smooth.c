/* See the header. */
#include "reference/arb/smooth.h"

#include "reference/arb/smooth_path.h"
#include "reference/arb/smooth_periodic.h"
#include "reference/arb/smooth_walk.h"

bool arb_smooth_has(const struct arb_law *law) { return law->linear || law->by_path; }

static bool walk(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                 arb_srcptr times, size_t n)
{
    arb_t width;
    arb_init(width);
    const struct smooth_samples samples = { times, n, width };
    const bool ok = smooth_walk_run(m, piece, end, &samples);
    arb_clear(width);
    return ok;
}

bool arb_smooth_run(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                    arb_srcptr times, size_t n)
{
    if (m->law->linear)
        return (!m->span && smooth_periodic_run(m, piece, end, times, n)) ||
               walk(m, piece, end, times, n);
    return m->law->by_path && arb_smooth_by_path(m, piece, end, times, n);
}
