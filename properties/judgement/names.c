/* The names of verdicts, methods and declarations, and the text of a judgement. */
#include "properties/judgement/judge.h"
#include "properties/trials/signal_coverage.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

const char *const verdict_names[] = {
    [VERDICT_HOLDS] = "holds",
    [VERDICT_REFUTED] = "refuted",
    [VERDICT_INCONCLUSIVE] = "inconclusive",
    [VERDICT_NOT_APPLICABLE] = "not_applicable",
};

const char *const method_names[] = {
    [METHOD_NONE] = "none",     [METHOD_TESTED] = "tested",   [METHOD_ENCLOSED] = "enclosed",
    [METHOD_PROVED] = "proved", [METHOD_WITNESS] = "witness", [METHOD_AGREED] = "agreed",
};

const char *const declared_names[] = {
    [HOLDS] = "holds",
    [REFUTED] = "refuted",
    [UNKNOWN] = "unknown",
};

enum verdict verdict_declared(enum declared declared)
{
    if (declared == HOLDS)
        return VERDICT_HOLDS;
    return declared == REFUTED ? VERDICT_REFUTED : VERDICT_INCONCLUSIVE;
}

void judgement_clear(struct judgement *judgement)
{
    free(judgement->note);
    free(judgement->simplest);
    free(judgement->deepest);
    judgement->note = judgement->simplest = judgement->deepest = NULL;
}

void judgement_say(struct judgement *judgement, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int more = vsnprintf(NULL, 0, format, args);
    va_end(args);
    const size_t used = strlen(judgement_note(judgement)), size = used + (size_t)more + 1;
    judgement->note = memory_resized(judgement->note, size, 1);
    va_start(args, format);
    vsnprintf(judgement->note + used, size - used, format, args);
    va_end(args);
}

const char *judgement_note(const struct judgement *judgement)
{
    return judgement->note ? judgement->note : "";
}

const char *const share_names[N_COVERED] = {
    [STICK] = "stick",           [SLIP] = "slip",
    [REVERSAL] = "reversal",     [SATURATION] = "saturation",
    [HIGH_SPEED] = "high speed", [CREEP] = "creep",
    [INCREASE] = "increase",
};

const double share_floors[N_COVERED] = {
    [STICK] = 0.3,       [SLIP] = 0.1,   [REVERSAL] = 0.2, [SATURATION] = 0.05,
    [HIGH_SPEED] = 0.25, [CREEP] = 0.25, [INCREASE] = 0.4,
};
