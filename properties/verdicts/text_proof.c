/* Proves a claim at a point, and widens the parameters one by one (text_proof.h): the boxes of the
 * point's proof, in speed and states, are decided anew over wider parameters. */
#include "properties/verdicts/text_proof.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/prove.h"

enum { MOST_BOXES = 200, STEPS = 33 };

/* What is known so far. */
struct known {
    const struct model *model;
    const struct claim *claim;
    struct proof_claim proof;
    double p[MODEL_MAX_PARAMS];                        /* the point */
    double lo[MODEL_MAX_PARAMS], hi[MODEL_MAX_PARAMS]; /* the most that the claim is about */
    char low[ARB_LAW_MAX][DECIMAL_TEXT], high[ARB_LAW_MAX][DECIMAL_TEXT];
    struct storage storage;
    struct proof found; /* at the point */
};

/* Returns true when the claim is about the point, whose parameters are within lo and hi. */
static bool in_domain(const struct known *k)
{
    return PREC(model_is_valid)(k->model, k->p) &&
           (!k->claim->contains || k->claim->contains(k->p));
}

/* The claim's intervals; without one a parameter has its range, or in a claim about the defaults
 * its default. */
static void set_limits(struct known *k)
{
    for (unsigned i = 0; i < k->model->n_params; i++) {
        const struct quantity *q = &k->model->params[i];
        const bool is_free = k->claim->base != AT_DEFAULTS;
        k->p[i] = q->value;
        k->lo[i] = is_free ? q->lo : q->value;
        k->hi[i] = is_free ? q->hi : q->value;
    }
    for (unsigned i = 0; i < k->claim->n_box; i++) {
        const struct interval *b = &k->claim->box[i];
        k->lo[b->param] = b->lo;
        k->hi[b->param] = b->hi;
        k->p[b->param] = fmin(fmax(k->p[b->param], b->lo), b->hi);
    }
}

/* Moves one parameter over its range, from the default on to both sides, until the point is in the
 * claim's domain. */
static bool find_point(struct known *k)
{
    if (in_domain(k))
        return true;
    for (unsigned i = 0; i < k->model->n_params; i++) {
        const double start = k->p[i];
        const double least = k->lo[i] > 0 ? k->lo[i] : 1e-9 * k->hi[i];
        for (int step = 0; step < STEPS && k->hi[i] > least; step++) {
            k->p[i] = least * pow(k->hi[i] / least, (double)step / (STEPS - 1));
            k->p[i] = fmin(k->p[i], k->hi[i]);
            if (in_domain(k))
                return true;
        }
        k->p[i] = start;
    }
    return false;
}

static void set_interval(struct known *k, int i, double low, double high)
{
    decimal_of_double(k->low[i], low);
    decimal_of_double(k->high[i], high);
    k->proof.low[i] = k->low[i];
    k->proof.high[i] = k->high[i];
}

static bool find_boxes(struct known *k)
{
    unsigned long boxes;
    struct file_error error;
    char *text = prove(&k->proof, MOST_BOXES, &boxes);
    const bool done = text && proof_parse_by(k->proof.law, text, strlen(text), &k->found, &error);
    free(text);
    return done;
}

/* Proves the claim at the point with the storage of the law, or another. */
static bool prove_point(struct known *k)
{
    const int n = k->proof.balance.n_storage;
    for (int i = 0; i < n; i++)
        k->proof.storage[i] = i == 0 ? "1" : "0";
    if (find_boxes(k))
        return true;
    if (k->proof.property != PASSIVITY || n == 0 || !storage_find(&k->proof, &k->storage))
        return false;
    for (int i = 0; i < n; i++)
        k->proof.storage[i] = k->storage.c[i];
    return find_boxes(k);
}

static bool is_proved(struct known *k)
{
    k->found.claim = k->proof;
    return proof_check(&k->found, NULL).proved == ANSWER_YES;
}

/* Tries ever narrower intervals about the point. */
static void widen(struct known *k, int i, unsigned param)
{
    static const double reach[] = { HUGE_VAL, 10, 1.5 };
    const double value = k->p[param], lo = k->lo[param], hi = k->hi[param];
    if (!(hi > lo) || model_param_is_whole(k->model, param))
        return;
    for (size_t r = 0; r < sizeof reach / sizeof *reach; r++)
        for (int side = 0; side < 3; side++) { /* both, above, below */
            const double below = r == 0 ? lo : fmin(value / reach[r], value * reach[r]),
                         above = r == 0 ? hi : fmax(value / reach[r], value * reach[r]),
                         low = side == 1 ? value : fmax(lo, below),
                         high = side == 2 ? value : fmin(hi, above);
            if (!(high > low))
                continue;
            set_interval(k, i, low, high);
            if (is_proved(k))
                return;
            set_interval(k, i, value, value);
        }
}

bool text_proof(const struct model *model, const struct arb_law *law, const struct claim *claim,
                char box[PROOF_BOX_TEXT])
{
    struct known k = { .model = model, .claim = claim };
    char speed[DECIMAL_TEXT];
    k.proof = (struct proof_claim){ .law = law,
                                    .balance = dissipation_find(law->name),
                                    .property = claim->property,
                                    .mu = claim->property == PASSIVITY ? "1e-6" : "0" };
    if (!k.proof.balance.law || !proof_applicable(&k.proof.balance, claim->property))
        return false;
    set_limits(&k);
    if (!find_point(&k))
        return false;
    for (int i = 0; law->params[i]; i++) {
        const double value = k.p[quantity_index(model->params, model->n_params, law->params[i])];
        set_interval(&k, i, value, value);
    }
    decimal_of_double(speed, model->speed_max);
    if (!prove_point(&k)) {
        k.proof.speed = speed; /* a claim is about these speeds */
        if (!prove_point(&k))
            return false;
    }
    for (int i = 0; law->params[i]; i++)
        widen(&k, i, quantity_index(model->params, model->n_params, law->params[i]));
    proof_box_text(box, &k.proof);
    if (k.proof.speed) {
        const size_t n = strlen(box);
        snprintf(box + n, PROOF_BOX_TEXT - n, "%s|v| <= %.6g m/s", n > 0 ? ", " : "",
                 model->speed_max);
    }
    proof_free(&k.found);
    return true;
}
