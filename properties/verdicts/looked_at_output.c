/* Says where a search has looked (looked_at.h). */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "properties/verdicts/looked_at_output.h"
#include "tools/base/decimal.h"
#include "tools/base/wrap.h"

/* Returns the number with three digits, rounded into the range that it ends. */
static double inward(double x, bool is_low)
{
    char exact[DECIMAL_TEXT], rounded[DECIMAL_TEXT];
    decimal_of_double(exact, x);
    decimal_round(rounded, exact, 3, is_low);
    return strtod(rounded, NULL);
}

static unsigned bits(uint64_t of)
{
    unsigned n = 0;
    for (; of; of &= of - 1)
        n++;
    return n;
}

void looked_at_print(FILE *out, const struct looked_at *at)
{
    char modes[32] = "";
    if (at->trials == 0)
        return;
    if (at->modes > 0)
        snprintf(modes, sizeof modes, "; %u%s modes", at->modes,
                 at->modes == LOOKED_AT_MODES ? " or more" : "");
    fputs("    ", out);
    wrap_format(out, 4, 8,
                "looked at |v| from %.3g to %.3g m/s, holds from %.3g to %.3g s, up to %u holds "
                "and %u reversals in a signal; %u of %u ends of parameters%s",
                inward(at->slowest, true), inward(at->fastest, false), inward(at->shortest, true),
                inward(at->longest, false), at->holds, at->reversals,
                bits(at->low) + bits(at->high), at->ends, modes);
}

cJSON *looked_at_json(const struct looked_at *at)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "slowest", at->slowest);
    cJSON_AddNumberToObject(json, "fastest", at->fastest);
    cJSON_AddNumberToObject(json, "shortest", at->shortest);
    cJSON_AddNumberToObject(json, "longest", at->longest);
    cJSON_AddNumberToObject(json, "holds", at->holds);
    cJSON_AddNumberToObject(json, "reversals", at->reversals);
    cJSON_AddNumberToObject(json, "ends_met", bits(at->low) + bits(at->high));
    cJSON_AddNumberToObject(json, "ends", at->ends);
    cJSON_AddNumberToObject(json, "modes", at->modes);
    return json;
}
