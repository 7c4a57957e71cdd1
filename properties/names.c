/* Words for verdicts, as contracts and tables spell them. */
#include "properties/judge.h"
#include "properties/shares.h"

#include <stdlib.h>

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
    free(judgement->simplest);
    free(judgement->deepest);
    judgement->simplest = judgement->deepest = NULL;
}

const char *const share_names[N_SHARES] = {
    [STICK] = "stick",           [SLIP] = "slip",
    [REVERSAL] = "reversal",     [SATURATION] = "saturation",
    [HIGH_SPEED] = "high speed", [CREEP] = "creep",
    [INCREASE] = "increase",
};

const double share_floors[N_SHARES] = {
    [STICK] = 0.3,       [SLIP] = 0.1,   [REVERSAL] = 0.2, [SATURATION] = 0.05,
    [HIGH_SPEED] = 0.25, [CREEP] = 0.25, [INCREASE] = 0.4,
};
