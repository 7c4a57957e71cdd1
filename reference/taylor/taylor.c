/* Chooses the method for a law: by path, by periods or by steps. */
#include "reference/taylor/taylor.h"

#include "reference/taylor/path.h"
#include "reference/taylor/periodic.h"
#include "reference/taylor/steps.h"

bool arb_taylor_has(const struct arb_law *law) { return law->linear || law->by_path; }

bool arb_taylor_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                    arb_srcptr times, size_t n)
{
    const struct taylor_samples samples = { times, times, n };
    if (m->law->linear)
        return (!m->span && taylor_periodic_run(m, segment, end, times, n)) ||
               taylor_steps_run(m, segment, end, &samples);
    return m->law->by_path && arb_taylor_by_path(m, segment, end, times, n);
}
