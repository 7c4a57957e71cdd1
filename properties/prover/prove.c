/* Branch and bound (prove.h). */
#include "properties/prover/prove.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "tools/base/decide.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"

enum { MAX_DEPTH = 120, LINE = 96 };

/* A tree under construction. */
struct growth {
    struct proof_space space;
    char *text;
    size_t n, room;
    unsigned long boxes, most;
    bool failed;
};

static void emit(struct growth *g, char c)
{
    g->text = memory_grown(g->text, g->n + 1, &g->room, 1);
    g->text[g->n++] = c;
    g->text[g->n] = 0;
}

/* Returns the lower end of the expression over the present box. */
static double lower_end(struct growth *g)
{
    arf_t low;
    arf_init(low);
    proof_evaluate(&g->space);
    arb_get_lbound_arf(low, g->space.value, 53);
    const double result = arf_is_nan(low) ? -HUGE_VAL : arf_get_d(low, ARF_RND_DOWN);
    arf_clear(low);
    return result;
}

/* Returns the coordinate in which halving raises the sum of the lower ends of both halves most.
 * (Raising the worse of the two most would be shortsighted: the halves along several coordinates
 * may stay as bad, each because of another coordinate.) */
static int best_cut(struct growth *g)
{
    int best = 0;
    double most = -HUGE_VAL;
    for (int i = 0; i < g->space.n_dims; i++) {
        arf_struct ends[2];
        if (i == 1 + g->space.state && g->space.state >= 0)
            continue;
        proof_lower_half(&g->space, i, ends);
        const double a = lower_end(g);
        proof_upper_half(&g->space, i, ends);
        const double b = lower_end(g);
        proof_whole(&g->space, i, ends);
        if (a + b > most) {
            best = i;
            most = a + b;
        }
    }
    return best;
}

static void grow(struct growth *g, int depth)
{
    if (g->boxes == g->most) {
        g->failed = true;
        return;
    }
    proof_evaluate(&g->space);
    if (certainly(ball_is_nonnegative(g->space.value))) {
        g->boxes++;
        emit(g, '.');
        return;
    }
    proof_evaluate_middle(&g->space);
    if (certainly(ball_is_negative(g->space.value)) || depth >= MAX_DEPTH) {
        g->failed = true;
        return;
    }
    const int i = best_cut(g);
    arf_struct ends[2];
    emit(g, (char)('0' + i));
    proof_lower_half(&g->space, i, ends);
    grow(g, depth + 1);
    proof_upper_half(&g->space, i, ends);
    if (!g->failed)
        grow(g, depth + 1);
    proof_whole(&g->space, i, ends);
}

static struct cJSON *lines_of(const char *text)
{
    struct cJSON *lines = cJSON_CreateArray();
    char line[LINE + 1];
    for (size_t n = strlen(text), i = 0; i < n; i += LINE) {
        snprintf(line, sizeof line, "%s", text + i);
        cJSON_AddItemToArray(lines, cJSON_CreateString(line));
    }
    return lines;
}

static struct cJSON *header_of(const struct proof_claim *claim)
{
    struct cJSON *json = cJSON_CreateObject();
    const char *names[PROOF_MAX_DIMS];
    cJSON_AddStringToObject(json, "format", claim->speed ? "proof-3" : "proof-2");
    cJSON_AddStringToObject(json, "model", claim->law->name);
    if (claim->digest)
        cJSON_AddStringToObject(json, "law", claim->digest);
    cJSON_AddStringToObject(json, "property", property_info[claim->property].name);
    struct cJSON *params = cJSON_AddObjectToObject(json, "params");
    for (int i = 0; claim->law->params[i]; i++) {
        const char *ends[] = { claim->low[i], claim->high[i] };
        cJSON_AddItemToObject(params, claim->law->params[i], cJSON_CreateStringArray(ends, 2));
    }
    cJSON_AddItemToObject(json, "storage",
                          cJSON_CreateStringArray(claim->storage, claim->balance.n_storage));
    cJSON_AddStringToObject(json, "mu", claim->mu);
    if (claim->speed)
        cJSON_AddStringToObject(json, "speed", claim->speed);
    const int n = proof_coordinates(claim, names);
    cJSON_AddItemToObject(json, "coordinates", cJSON_CreateStringArray(names, n));
    return json;
}

char *prove(const struct proof_claim *claim, unsigned long most, unsigned long *boxes)
{
    struct cJSON *json = header_of(claim), *trees = cJSON_AddArrayToObject(json, "trees");
    bool failed = proof_premises(claim) != NULL;
    *boxes = 0;
    for (int i = 0; !failed && i < proof_trees(&claim->balance, claim->property); i++) {
        struct growth g = { .most = most - *boxes };
        proof_space_init(&g.space, claim, i);
        grow(&g, 0);
        proof_space_clear(&g.space);
        failed = g.failed;
        if (!failed)
            cJSON_AddItemToArray(trees, lines_of(g.text));
        *boxes += g.boxes;
        free(g.text);
    }
    char *text = failed ? NULL : json_text(json);
    cJSON_Delete(json);
    return text;
}

/* The storage that the law declares is tried before others are looked for. */
enum { FEW_BOXES = 200 };

static char *find_proof(const char *speed, const struct arb_law *law, const char *digest,
                        enum property property, const char *const low[], const char *const high[],
                        double share, unsigned long most, unsigned long *boxes)
{
    struct proof_claim claim = { .law = law,
                                 .balance = dissipation_find(law->name),
                                 .property = property,
                                 .digest = digest,
                                 .speed = speed,
                                 .mu = property == PASSIVITY ? "1e-6" : "0" };
    struct storage storage = { .slack = 0 };
    *boxes = 0;
    if (!claim.balance.law || !proof_applicable(&claim.balance, property))
        return NULL;
    for (int i = 0; law->params[i]; i++) {
        claim.low[i] = low[i];
        claim.high[i] = high[i];
    }
    for (int k = 0; k < claim.balance.n_storage; k++)
        claim.storage[k] = k == 0 ? "1" : "0";
    if (property == PASSIVITY && claim.balance.n_storage > 0) {
        char *text = prove(&claim, FEW_BOXES < most ? FEW_BOXES : most, boxes);
        if (text)
            return text;
        if (!storage_find_keeping(&claim, share, &storage))
            return NULL;
        for (int k = 0; k < claim.balance.n_storage; k++)
            claim.storage[k] = storage.c[k];
    }
    return prove(&claim, most, boxes);
}

char *prove_claim_keeping(const struct arb_law *law, const char *digest, enum property property,
                          const char *const low[], const char *const high[], double share,
                          unsigned long most, unsigned long *boxes)
{
    return find_proof(NULL, law, digest, property, low, high, share, most, boxes);
}

char *prove_claim(const struct arb_law *law, const char *digest, enum property property,
                  const char *const low[], const char *const high[], unsigned long most,
                  unsigned long *boxes)
{
    return find_proof(NULL, law, digest, property, low, high, 0.5, most, boxes);
}

char *prove_claim_up_to(const char *speed, const struct arb_law *law, const char *digest,
                        enum property property, const char *const low[], const char *const high[],
                        unsigned long most, unsigned long *boxes)
{
    return find_proof(speed, law, digest, property, low, high, 0.5, most, boxes);
}
