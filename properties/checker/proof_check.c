/* Reads proofs from files and decides each by a walk along its tree of boxes (proof.h). */
#include <cjson/cJSON.h>
#include <string.h>

#include "properties/checker/proof.h"
#include "properties/checker/property.h"
#include "properties/rigorous/rigorous.h"
#include "tools/base/decide.h"
#include "tools/base/decimal.h"

enum { MAX_DEPTH = 200 };

/* Units of work for one box (work_limit.h: a step along a smooth motion is 1). */
static const double BOX = 0.005;

static const char *text_of(const struct cJSON *json, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

static bool has_format(const struct cJSON *json, const char *name)
{
    const char *format = text_of(json, "format");
    return format && strcmp(format, name) == 0;
}

bool proof_is(const struct cJSON *json)
{
    return has_format(json, "proof-1") || has_format(json, "proof-2") ||
           has_format(json, "proof-3");
}

/* Reads what proof-1 does not have. */
static bool read_coordinates(struct proof *proof, struct file_error *error)
{
    const char *names[PROOF_MAX_DIMS];
    const int n = proof_coordinates(&proof->claim, names);
    const struct cJSON *given = cJSON_GetObjectItemCaseSensitive(proof->json, "coordinates"),
                       *digest = cJSON_GetObjectItemCaseSensitive(proof->json, "law");
    if (!cJSON_IsArray(given) || cJSON_GetArraySize(given) != n)
        return file_fail(error, "expected \"coordinates\" with %d names", n);
    for (int i = 0; i < n; i++) {
        const char *name = cJSON_GetStringValue(cJSON_GetArrayItem(given, i));
        if (!name || strcmp(name, names[i]) != 0)
            return file_fail(error, "coordinates[%d]: expected \"%s\"", i, names[i]);
    }
    proof->claim.digest = cJSON_GetStringValue(digest);
    return !digest || proof->claim.digest ||
           file_fail(error, "expected \"law\" with the digest of a text");
}

static bool read_speed(struct proof *proof, struct file_error *error)
{
    const char *speed = strict_json_decimal(proof->json, "speed", "proof", error);
    proof->claim.speed = speed;
    return speed && (decimal_compare(speed, "0") > 0 ||
                     file_fail(error, "speed: expected a positive number, got %.40s", speed));
}

static bool read_params(struct proof *proof, struct file_error *error)
{
    struct proof_claim *claim = &proof->claim;
    const struct cJSON *params = cJSON_GetObjectItemCaseSensitive(proof->json, "params");
    if (!cJSON_IsObject(params))
        return file_fail(error, "expected \"params\" with two decimals for each parameter");
    if (!strict_json_keys(params, claim->law->params, "params", error))
        return false;
    for (int i = 0; claim->law->params[i]; i++) {
        const char *name = claim->law->params[i];
        const struct cJSON *ends = cJSON_GetObjectItemCaseSensitive(params, name);
        if (!cJSON_IsArray(ends) || cJSON_GetArraySize(ends) != 2)
            return file_fail(error, "params: expected two decimals for \"%s\"", name);
        if (!(claim->low[i] = strict_json_decimal_item(ends->child, name, error)) ||
            !(claim->high[i] = strict_json_decimal_item(ends->child->next, name, error)))
            return false;
        if (decimal_compare(claim->low[i], claim->high[i]) > 0)
            return file_fail(error, "params: \"%s\" is from %.40s to %.40s, expected rising ends",
                             name, claim->low[i], claim->high[i]);
    }
    return true;
}

static bool read_storage(struct proof *proof, struct file_error *error)
{
    struct proof_claim *claim = &proof->claim;
    const int n = claim->balance.n_storage;
    const struct cJSON *storage = cJSON_GetObjectItemCaseSensitive(proof->json, "storage");
    const int given = cJSON_IsArray(storage) ? cJSON_GetArraySize(storage) : -1;
    if (given < 0 || given > n)
        return file_fail(error, "expected \"storage\" with %d decimals%s", n,
                         n > 1 ? " or fewer" : "");
    for (int k = 0; k < n; k++) {
        claim->storage[k] = "0";
        if (k < given && !(claim->storage[k] = strict_json_decimal_item(
                               cJSON_GetArrayItem(storage, k), "storage", error)))
            return false;
    }
    return (claim->mu = strict_json_decimal(proof->json, "mu", "proof", error));
}

/* A list of lines. */
static bool is_tree(const struct cJSON *tree)
{
    const struct cJSON *line;
    bool is_list = cJSON_IsArray(tree);
    cJSON_ArrayForEach(line, tree) is_list = is_list && cJSON_IsString(line);
    return is_list;
}

static bool read_trees(struct proof *proof, struct file_error *error)
{
    const int n = proof_trees(&proof->claim.balance, proof->claim.property);
    const struct cJSON *trees = cJSON_GetObjectItemCaseSensitive(proof->json, "trees");
    if (!cJSON_IsArray(trees) || cJSON_GetArraySize(trees) != n)
        return file_fail(error, "expected \"trees\" with %d lists of lines", n);
    for (int i = 0; i < n; i++) {
        proof->tree[i] = cJSON_GetArrayItem(trees, i);
        if (!is_tree(proof->tree[i]))
            return file_fail(error, "trees[%d]: expected a list of lines", i);
    }
    return true;
}

static const struct arb_law *find_law(const struct arb_law *own, const char *name)
{
    return name && own && strcmp(own->name, name) == 0 ? own : name ? arb_law_find(name) : NULL;
}

static bool read_all(const struct arb_law *own, struct proof *proof, struct file_error *error)
{
    static const char *const keys[] = { "format",  "model", "property", "params",
                                        "storage", "mu",    "trees",    NULL };
    static const char *const more[] = { "format", "model", "property",    "params", "storage",
                                        "mu",     "trees", "coordinates", "law",    NULL };
    struct proof_claim *claim = &proof->claim;
    static const char *const all[] = { "format", "model", "property",    "params", "storage", "mu",
                                       "trees",  "speed", "coordinates", "law",    NULL };
    const bool is_limited = has_format(proof->json, "proof-3"),
               is_named = is_limited || has_format(proof->json, "proof-2");
    if (!strict_json_keys(proof->json, is_limited ? all : is_named ? more : keys, "proof", error))
        return false;
    const char *model = text_of(proof->json, "model"), *name = text_of(proof->json, "property");
    if (!proof_is(proof->json))
        return file_fail(error, "expected \"format\": \"proof-1\", \"proof-2\" or \"proof-3\"");
    if (!(claim->law = find_law(own, model)))
        return file_fail(error, "model: expected a law with a ball model");
    claim->balance = dissipation_find(model);
    claim->property = name ? property_find(name) : N_PROPERTIES;
    if (!claim->balance.law || !proof_applicable(&claim->balance, claim->property))
        return file_fail(error, "property: expected one that can be proved of '%s'", model);
    return read_params(proof, error) && read_storage(proof, error) && read_trees(proof, error) &&
           (!is_limited || read_speed(proof, error)) &&
           (!is_named || read_coordinates(proof, error));
}

bool proof_parse(const char *text, size_t size, struct proof *proof, struct file_error *error)
{
    return proof_parse_by(NULL, text, size, proof, error);
}

bool proof_parse_by(const struct arb_law *own, const char *text, size_t size, struct proof *proof,
                    struct file_error *error)
{
    *proof = (struct proof){ .json = strict_json_parse(text, size, error) };
    if (!proof->json)
        return false;
    if (read_all(own, proof, error))
        return true;
    proof_free(proof);
    return false;
}

void proof_free(struct proof *proof)
{
    cJSON_Delete(proof->json);
    proof->json = NULL;
}

/* The position of a walk along a tree. */
struct tree_walk {
    struct proof_space space;
    const struct cJSON *line;
    const char *next;
    struct work_limit *limit;
    unsigned long boxes;
    const char *problem;
};

/* Returns the next character, 0 at the end. */
static char take(struct tree_walk *walk)
{
    while (walk->line && !*walk->next) {
        walk->line = walk->line->next;
        walk->next = walk->line ? walk->line->valuestring : "";
    }
    return walk->line ? *walk->next++ : 0;
}

static void decide(struct tree_walk *walk)
{
    walk->boxes++;
    if (!work_limit_take(walk->limit, BOX, PROOF_PREC)) {
        walk->problem = work_limit_reason(walk->limit);
        return;
    }
    proof_evaluate(&walk->space);
    if (!certainly(ball_is_nonnegative(walk->space.value)))
        walk->problem = "a box is not decided";
}

static void visit(struct tree_walk *walk, int depth)
{
    const char c = take(walk);
    if (c == '.') {
        decide(walk);
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

struct verdict_on_proof proof_check(const struct proof *proof, struct work_limit *given)
{
    struct work_limit own = work_limit_from_now(RIGOROUS_UNITS, 0);
    struct tree_walk walk = { .problem = proof_premises(&proof->claim),
                              .limit = given ? given : &own };
    const int n = proof_trees(&proof->claim.balance, proof->claim.property);
    for (int i = 0; !walk.problem && i < n; i++) {
        proof_space_init(&walk.space, &proof->claim, i);
        walk.line = proof->tree[i]->child;
        walk.next = walk.line ? walk.line->valuestring : "";
        visit(&walk, 0);
        if (!walk.problem && take(&walk))
            walk.problem = "a tree has more boxes than the space";
        proof_space_clear(&walk.space);
    }
    const enum answer proved = !walk.problem                     ? ANSWER_YES
                               : walk.limit->end == WORK_GOES_ON ? ANSWER_NO
                                                                 : ANSWER_UNDECIDED;
    return (struct verdict_on_proof){ proved, walk.problem, walk.boxes };
}
