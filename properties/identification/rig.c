/* Reads --rig (rig.h). */
#include "properties/identification/rig.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options.h"

/* What may be asked for: cogging stands for its sine and cosine. */
static const char *word_at(size_t i)
{
    return i < COGGING_SINE ? nuisance_words[i] : i == COGGING_SINE ? "cogging" : NULL;
}

static void take(char *part, struct nuisances *n)
{
    char *value = strchr(part, '=');
    size_t i = 0;
    if (value)
        *value++ = '\0';
    while (word_at(i) && strcmp(word_at(i), part) != 0)
        i++;
    if (!word_at(i))
        near_refuse("--rig: there is no", part, word_at, "--help");
    if (i < COGGING_SINE) {
        n->is_free[i] = !value;
        if (value)
            n->value[i] = cli_number("--rig", value);
        return;
    }
    if (!value)
        cli_fail("--rig: cogging needs its period in m, cogging=0.002");
    n->period = cli_positive("--rig", value);
    n->is_free[COGGING_SINE] = n->is_free[COGGING_COSINE] = true;
}

void rig_read(const char *list, struct nuisances *n)
{
    char *parts[N_NUISANCES + 1], *text = memory_text("%s", list);
    memset(n->is_free, 0, sizeof n->is_free);
    if (strcmp(list, "none") != 0) {
        const size_t count = option_split("--rig", "names", text, parts, N_NUISANCES + 1);
        for (size_t i = 0; i < count; i++)
            take(parts[i], n);
    }
    free(text);
}
