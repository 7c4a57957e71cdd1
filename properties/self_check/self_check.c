/* The checks of a law against itself, one after the other. */
#include "properties/self_check/self_check.h"

#include <stdarg.h>
#include <stdio.h>

#include "properties/self_check/flow_consistency.h"

void PREC(self_check_expect)(struct self_check *t, bool ok, const char *format, ...)
{
    if (ok || t->failures++ > 0)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(t->first, sizeof t->first, format, args);
    va_end(args);
}

void PREC(self_check_flow_consistency)(struct self_check *t)
{
    char text[FLOW_CONSISTENCY_TEXT];
    const bool solves = PREC(solves)(t->model, t->seed, text);
    PREC(self_check_expect)(t, solves, "%s", text);
}

bool PREC(self_check)(const struct model *model, uint64_t seed, char text[SELF_CHECK_TEXT])
{
    static const struct {
        const char *what;
        void (*check)(struct self_check *);
    } checks[] = {
        { "flow and work do not solve rate and force", PREC(self_check_flow_consistency) },
        { "flow or work over long holds are not those over their parts",
          PREC(self_check_long_holds) },
        { "an identity fails", PREC(self_check_identities) },
        { "another unit changes more than numbers", PREC(self_check_units) },
        { "an odd function is not zero at zero", PREC(self_check_rest) },
        { "an answer is not a number", PREC(self_check_numbers) },
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct self_check t = { .model = model, .seed = seed, .speed_max = model->speed_max };
        checks[i].check(&t);
        if (t.failures == 0)
            continue;
        snprintf(text, SELF_CHECK_TEXT, "%s: %.*s", checks[i].what, SELF_CHECK_TEXT - 80, t.first);
        return false;
    }
    text[0] = '\0';
    return true;
}
