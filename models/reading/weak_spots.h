/* Weak spots of a text: typos of one symbol that nothing else in the file would notice. */
#ifndef BRISTLE_MODELS_READING_WEAK_SPOTS_H
#define BRISTLE_MODELS_READING_WEAK_SPOTS_H

#include "models/reading/identities.h"
#include "models/reading/points.h"
#include "models/reading/typos.h"

/* What becomes of a typo. */
enum fate {
    FATE_REFUSED,  /* the text is refused: form, names, units */
    FATE_NOTICED,  /* it contradicts a statement */
    FATE_NOTHING,  /* it changes nothing: the law and all statements are as before */
    FATE_SURVIVES, /* it changes the law, and nothing notices */
};

struct judgement {
    struct typo typo;
    enum fate fate;
    const char *word; /* of the statement that notices it, or "" */
};

/* An identity that does not hold at each place, by its worst place. */
struct contradiction {
    struct identity identity;
    struct place place;
    double left, right;
};

/* A law under examination: its identities, which of them are borne out at all places, and its
 * values there. */
struct examination {
    const struct text *text;
    struct equations *law;
    const struct statements *statements;
    struct mirroring mirroring;
    struct places places;
    struct identities identities;
    bool *in_force;  /* [identities.n]: holds at all its places, at least one */
    double *outputs; /* of the law at the places */
    size_t n_outputs;
    struct contradiction *contradictions; /* of facts */
    size_t n_contradictions, room_contradictions;
};

void examine(struct examination *x, const struct text *text, struct equations *law,
             const struct statements *statements, uint64_t seed);
void examination_free(struct examination *x);

/* Judges a typo by reading the text with it. */
struct judgement examine_typo(const struct examination *x, const struct typo *typo);

/* Judges all typos of the text. */
struct weak_spots {
    struct judgement *of; /* to be freed */
    size_t n;
    size_t fates[FATE_SURVIVES + 1];
};
struct weak_spots weak_spots_find(const struct examination *x);

#endif
