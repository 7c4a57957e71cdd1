/* Takes work from a limit, and says which limit was reached. */
#include "reference/taylor/work_limit.h"
#include "tools/base/clock.h"

/* Units of work that a step takes at that precision. */
static double units(slong prec)
{
    const double words = (double)prec / 128;
    return words * words;
}

struct work_limit work_limit_from_now(double units_, double seconds)
{
    return (struct work_limit){ .units = units_,
                                .deadline = seconds > 0 ? clock_now() + seconds : 0 };
}

bool work_limit_take(struct work_limit *limit, double steps, slong prec)
{
    if (limit->end != WORK_GOES_ON)
        return false;
    limit->units -= steps * units(prec);
    if (!(limit->units >= 0))
        limit->end = WORK_USED_UP;
    else if (limit->deadline > 0 && clock_now() > limit->deadline)
        limit->end = WORK_TIMED_OUT;
    return limit->end == WORK_GOES_ON;
}

const char *work_limit_reason(const struct work_limit *limit)
{
    static const char *const reasons[] = {
        [WORK_GOES_ON] = "not decided within the limit of precision",
        [WORK_USED_UP] = "not decided within the limit of work",
        [WORK_TIMED_OUT] = "not decided within the time allowed",
    };
    return reasons[limit->end];
}

bool work_limit_allows(struct work_limit *limit, double steps, slong prec)
{
    if (limit->end == WORK_GOES_ON && !(steps * units(prec) <= limit->units))
        limit->end = WORK_USED_UP;
    return limit->end == WORK_GOES_ON;
}
