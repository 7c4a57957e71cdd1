/* Chooses the method for a law: by path, by periods or by steps. */
#include "reference/motion/motion.h"

#include "reference/motion/path.h"
#include "reference/motion/periodic.h"
#include "reference/motion/settled.h"
#include "reference/motion/stepper.h"
#include "reference/motion/steps.h"

static bool has_path(const struct arb_law *law)
{
    return law->by_path && (law->flow || arb_law_size(law) == 0);
}

bool arb_taylor_has(const struct arb_law *law) { return has_path(law) || stepper_has(law, 0); }

bool arb_taylor_has_energy(const struct arb_law *law)
{
    return (has_path(law) && law->work) || stepper_has(law, 0);
}

/* Returns a lower bound of the radians that a wave goes through, there and back: each takes at
 * least one step. A frequency that is linear in time is nowhere beyond its ends. */
static double radians_until(const struct arb_segment *segment, const arb_t end)
{
    enum { COARSE = 64 };
    if (!segment->is_wave)
        return 0;
    arb_t first, last;
    arb_init(first);
    arb_init(last);
    arb_abs(first, segment->q + 1);
    arb_mul(last, segment->q + 2, end, COARSE);
    arb_mul_2exp_si(last, last, 1);
    arb_add(last, last, segment->q + 1, COARSE);
    arb_abs(last, last);
    arb_add(first, first, last, COARSE);
    arb_mul(first, first, end, COARSE);
    arb_mul_2exp_si(first, first, -2);
    const double radians = arf_get_d(arb_midref(first), ARF_RND_DOWN);
    arb_clear(last);
    arb_clear(first);
    return radians;
}

/* Returns false when following the segment step by step certainly takes more work than is left. */
static bool is_short_enough(const struct arb_taylor *m, const struct arb_segment *segment,
                            const arb_t end)
{
    return work_limit_allows(m->limit, radians_until(segment, end), m->prec);
}

/* Returns true when the way by path succeeds, by going it with nothing to see. */
static bool goes_by_path(const struct arb_taylor *m, const struct arb_segment *segment,
                         const arb_t end)
{
    const slong size = arb_law_size(m->law);
    arb_ptr x = _arb_vec_init(size);
    struct arb_taylor alone = {
        .law = m->law, .p = m->p, .prec = m->prec, .x = x, .limit = m->limit
    };
    _arb_vec_set(x, m->x, size);
    const bool ok = arb_taylor_by_path(&alone, segment, end, NULL, 0);
    _arb_vec_clear(x, size);
    return ok;
}

/* Returns true for laws that are followed step by step. */
static bool may_settle(const struct arb_taylor *m)
{
    return !m->law->linear && !has_path(m->law) && !m->span && !m->loss &&
           stepper_has(m->law, m->prec);
}

bool arb_taylor_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                    arb_srcptr times, size_t n)
{
    const struct taylor_samples samples = { times, times, n };
    if (m->law->linear && !m->span && taylor_periodic_run(m, segment, end, times, n))
        return true;
    if (may_settle(m) && taylor_settled_run(m, segment, end, times, n))
        return true;
    if (!is_short_enough(m, segment, end))
        return false;
    if (has_path(m->law) && (m->law->work || !m->energy) && !m->law->linear &&
        goes_by_path(m, segment, end))
        return arb_taylor_by_path(m, segment, end, times, n);
    return !m->loss && stepper_has(m->law, m->prec) && taylor_steps_run(m, segment, end, &samples);
}
