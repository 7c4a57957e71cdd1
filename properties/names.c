/* Words for verdicts, as contracts and tables spell them. */
#include "properties/judge.h"

const char *const verdict_names[] = {
    [VERDICT_HOLDS] = "holds",
    [VERDICT_REFUTED] = "refuted",
    [VERDICT_INCONCLUSIVE] = "inconclusive",
    [VERDICT_NOT_APPLICABLE] = "not_applicable",
};

const char *const method_names[] = {
    [METHOD_NONE] = "none",
    [METHOD_TESTED] = "tested",
    [METHOD_WITNESS] = "witness",
    [METHOD_AGREED] = "agreed",
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
