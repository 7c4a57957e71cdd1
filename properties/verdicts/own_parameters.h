/* Claims at one's own parameters: which of them are made there, and where the others begin. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_OWN_PARAMETERS_H
#define BRISTLE_PROPERTIES_VERDICTS_OWN_PARAMETERS_H

#include "models/model.h"
#include "properties/judgement/judge.h"
#include "properties/plugin/law_choice.h"

/* What was found on one side of an edge, by a search as short as is needed beside others. */
struct edge_side {
    bool judged; /* false: the parameters are not valid there, or the claim is at one value only */
    double at;   /* the parameter's value, the others being one's own */
    enum verdict verdict;
    enum method method;
    unsigned trials, enclosed; /* as of struct judgement */
};

/* Where a claim begins or ends as one parameter moves and the others are one's own. */
struct claim_edge {
    unsigned param;
    bool is_from;  /* it is claimed from the value on, otherwise up to it */
    bool is_point; /* it is claimed at the value only */
    bool is_open;  /* the value is 0 and does not belong to the domain */
    double value, yours;
    struct edge_side inside, outside;
};

enum { CLAIM_EDGES = 16 };

struct claim_edges {
    struct claim_edge edge[CLAIM_EDGES];
    unsigned n;
};

/* Returns the law with these parameters as its defaults. own_law_free releases it; a program's own
 * law lives as long as the program. */
struct law_choice own_law(const struct law_choice *law, const double p[]);
void own_law_free(struct law_choice *own);

/* Returns true when the claim of the model, as it is stated, is made for the parameters. */
bool claim_contains(const struct model *stated, const struct claim *claim, const double p[]);

/* Returns the claim at the defaults alone. A claim that is declared refuted says that it fails
 * somewhere in its domain, and so nothing about one place: it becomes one declared unknown. */
struct claim claim_at_defaults(const struct claim *claim);

/* Finds the nearest edges of the claim's domain, in both directions of each parameter, to a
 * rounding. It looks at sixteen values a decade, at the other parameters' values, defaults and
 * ends, and may miss what is narrower. An edge of the valid parameters is none, nor is
 * a value that the claim alone is made for. */
void claim_find_edges(const struct model *stated, const struct claim *claim, const double p[],
                      struct claim_edges *edges);

/* A law at one's own parameters, which are the model's defaults. */
struct own_judge {
    const struct model *model;
    const struct arb_law *law; /* its ball model, or NULL */
    const struct search_budget *budget;
    const struct model *proved; /* as it is stated, where the claim is proved wherever it is made */
};

/* Judges a claim declared to hold a hundredth inside and outside each edge: by a short search, a
 * proof, or, of passivity, the signal that takes the most energy out. */
void claim_judge_edges(const struct own_judge *own, const struct claim *claim,
                       struct claim_edges *edges);

/* Returns true when the property is proved at the model's defaults, by a stored proof or one that
 * is found in this call; `box` says for which parameters. law: its ball model, or NULL. */
bool own_proved(const struct model *model, const struct arb_law *law, enum property property,
                char box[JUDGE_BOX]);

#endif
