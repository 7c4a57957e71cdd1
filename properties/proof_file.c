/* Proofs as files, and their check: a walk along each tree. See proof.h. */
#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "properties/decimal.h"
#include "properties/proof.h"
#include "properties/property.h"

enum { MAX_DEPTH = 200 };

static bool fail(struct proof_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct proof_error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return false;
}

static const char *text_of(const struct cJSON *json, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

bool proof_is(const struct cJSON *json)
{
    const char *format = text_of(json, "format");
    return format && strcmp(format, "proof-1") == 0;
}

static bool read_decimal(const struct cJSON *item, const char **to, const char *what,
                         struct proof_error *error)
{
    *to = cJSON_GetStringValue(item);
    if (!*to || !decimal_valid(*to))
        return fail(error, "%s: expected a decimal number as a string", what);
    return true;
}

static bool read_params(struct proof *proof, struct proof_error *error)
{
    struct proof_claim *claim = &proof->claim;
    const struct cJSON *params = cJSON_GetObjectItemCaseSensitive(proof->json, "params");
    for (int i = 0; claim->law->params[i]; i++) {
        const char *name = claim->law->params[i];
        const struct cJSON *ends = cJSON_GetObjectItemCaseSensitive(params, name);
        if (cJSON_GetArraySize(ends) != 2)
            return fail(error, "params: expected two numbers for '%s'", name);
        if (!read_decimal(cJSON_GetArrayItem(ends, 0), &claim->low[i], name, error) ||
            !read_decimal(cJSON_GetArrayItem(ends, 1), &claim->high[i], name, error))
            return false;
    }
    return true;
}

static bool read_storage(struct proof *proof, struct proof_error *error)
{
    struct proof_claim *claim = &proof->claim;
    const struct cJSON *storage = cJSON_GetObjectItemCaseSensitive(proof->json, "storage");
    if (cJSON_GetArraySize(storage) != claim->balance->n_storage)
        return fail(error, "storage: expected %d numbers", claim->balance->n_storage);
    for (int k = 0; k < claim->balance->n_storage; k++)
        if (!read_decimal(cJSON_GetArrayItem(storage, k), &claim->storage[k], "storage", error))
            return false;
    return read_decimal(cJSON_GetObjectItemCaseSensitive(proof->json, "mu"), &claim->mu, "mu",
                        error);
}

static bool read_trees(struct proof *proof, struct proof_error *error)
{
    const int n = proof_trees(proof->claim.balance, proof->claim.property);
    const struct cJSON *trees = cJSON_GetObjectItemCaseSensitive(proof->json, "trees");
    if (cJSON_GetArraySize(trees) != n)
        return fail(error, "trees: expected %d", n);
    for (int i = 0; i < n; i++) {
        proof->tree[i] = cJSON_GetArrayItem(trees, i);
        const struct cJSON *line;
        if (!cJSON_IsArray(proof->tree[i]))
            return fail(error, "trees: expected lists of lines");
        cJSON_ArrayForEach(line, proof->tree[i]) if (!cJSON_IsString(line)) return fail(
            error, "trees: expected lists of lines");
    }
    return true;
}

static bool read_all(struct proof *proof, struct proof_error *error)
{
    struct proof_claim *claim = &proof->claim;
    const char *model = text_of(proof->json, "model"), *name = text_of(proof->json, "property");
    if (!proof_is(proof->json))
        return fail(error, "format: expected \"proof-1\"");
    if (!model || !(claim->law = arb_law_find(model)))
        return fail(error, "model: expected a law with a rigorous statement");
    claim->balance = balance_find(model);
    claim->property = N_PROPERTIES;
    for (unsigned i = 0; name && i < N_PROPERTIES; i++)
        if (strcmp(name, property_info[i].name) == 0)
            claim->property = (enum property)i;
    if (!claim->balance || !proof_applicable(claim->balance, claim->property))
        return fail(error, "property: expected one that can be proved of '%s'", model);
    return read_params(proof, error) && read_storage(proof, error) && read_trees(proof, error);
}

bool proof_parse(const char *text, size_t size, struct proof *proof, struct proof_error *error)
{
    *proof = (struct proof){ .json = cJSON_ParseWithLength(text, size) };
    if (!proof->json)
        return fail(error, "not JSON");
    if (read_all(proof, error))
        return true;
    proof_free(proof);
    return false;
}

void proof_free(struct proof *proof)
{
    cJSON_Delete(proof->json);
    proof->json = NULL;
}

/* Where a walk is. */
struct walk {
    struct proof_space space;
    const struct cJSON *line;
    const char *next;
    unsigned long boxes;
    const char *problem;
};

/* The next character, 0 at the end. */
static char take(struct walk *walk)
{
    while (walk->line && !*walk->next) {
        walk->line = walk->line->next;
        walk->next = walk->line ? walk->line->valuestring : "";
    }
    return walk->line ? *walk->next++ : 0;
}

static void visit(struct walk *walk, int depth)
{
    const char c = take(walk);
    if (c == '.') {
        walk->boxes++;
        proof_evaluate(&walk->space);
        if (!arb_is_nonnegative(walk->space.value))
            walk->problem = "a box is not decided";
        return;
    }
    const int i = c - '0';
    if (i < 0 || i >= walk->space.n_dims || depth >= MAX_DEPTH) {
        walk->problem = "a tree is not complete";
        return;
    }
    arf_struct ends[2];
    proof_lower_half(&walk->space, i, ends);
    visit(walk, depth + 1);
    proof_upper_half(&walk->space, i, ends);
    if (!walk->problem)
        visit(walk, depth + 1);
    proof_whole(&walk->space, i, ends);
}

const char *proof_check(const struct proof *proof, unsigned long *boxes)
{
    struct walk walk = { .problem = proof_premises(&proof->claim) };
    for (int i = 0; !walk.problem && i < proof_trees(proof->claim.balance, proof->claim.property);
         i++) {
        proof_space_init(&walk.space, &proof->claim, i);
        walk.line = proof->tree[i]->child;
        walk.next = walk.line ? walk.line->valuestring : "";
        visit(&walk, 0);
        if (!walk.problem && take(&walk))
            walk.problem = "a tree has more boxes than the space";
        proof_space_clear(&walk.space);
    }
    *boxes = walk.boxes;
    return walk.problem;
}
