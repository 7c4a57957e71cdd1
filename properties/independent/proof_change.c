/* Changes one thing of a stored proof: box, storage, mu, tree, law or property. */
#include "properties/independent/proof_change.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/stored.h"
#include "tools/base/memory.h"

extern const struct stored_witness stored_proofs[];

static double number_of(const cJSON *item) { return strtod(cJSON_GetStringValue(item), NULL); }

static cJSON *any(struct rng *rng, const cJSON *list)
{
    const int n = cJSON_GetArraySize(list);
    return n > 0 ? cJSON_GetArrayItem(list, (int)rng_below(rng, (unsigned)n)) : NULL;
}

static cJSON *params_of(const cJSON *proof) { return cJSON_GetObjectItem(proof, "params"); }

/* Moves one end of a parameter by a little or by much; an exponent stays a whole number. */
static void move_end(struct rng *rng, cJSON *proof)
{
    static const double spans[] = { 1e-12, 1e-3, 0.5, 3, 30 };
    cJSON *ends = any(rng, params_of(proof));
    const double span = spans[rng_below(rng, sizeof spans / sizeof *spans)];
    const unsigned which = rng_below(rng, 4); /* 2, 3: the parameter becomes an interval */
    for (int k = 0; ends && k < 2; k++) {
        cJSON *end = cJSON_GetArrayItem(ends, k);
        const double value = number_of(end);
        const double away = k == 0 ? -rng_uniform(rng) : rng_uniform(rng);
        if (which >= 2)
            sample_set_number(end, value * exp2(span * away), 17);
        else if ((int)which == k)
            sample_set_number(end, value * exp2(span * (2 * rng_uniform(rng) - 1)), 17);
    }
}

/* Gives several parameters intervals from very small to very large. */
static void widen(struct rng *rng, cJSON *proof)
{
    cJSON *ends;
    const double share = rng_uniform(rng);
    cJSON_ArrayForEach(ends, params_of(proof))
    {
        const double decades = 12 * rng_uniform(rng);
        if (rng_uniform(rng) > share || number_of(cJSON_GetArrayItem(ends, 0)) == 0)
            continue;
        for (int k = 0; k < 2; k++) {
            cJSON *end = cJSON_GetArrayItem(ends, k);
            sample_set_number(end, number_of(end) * pow(10, k == 0 ? -decades : decades), 3);
        }
    }
}

/* Brings ends within a rounding of each other or of a joint constraint: sets an end of a parameter
 * to one of another, or to a little below or above it; half the time so that the constraint just
 * holds. */
static void touch(struct rng *rng, cJSON *proof)
{
    static const char *const pairs[][2] = { { "Fs", "Fc" }, { "z_max", "z_ba" } };
    enum { FIRST_BIT = 10, BITS = 110, DIGITS = 45 };
    const cJSON *params = params_of(proof);
    const cJSON *to = NULL, *of = NULL;
    for (int tries = 0; tries < 4 && !of; tries++) {
        const unsigned k = rng_below(rng, 2), turned = rng_below(rng, 4) == 0;
        to = cJSON_GetObjectItem(params, pairs[k][turned ? 0 : 1]);
        of = to ? cJSON_GetObjectItem(params, pairs[k][turned ? 1 : 0]) : NULL;
    }
    if (!of)
        of = to = any(rng, params);
    const bool holds = rng_below(rng, 2);
    const int from = holds ? 1 : (int)rng_below(rng, 2),
              end = holds ? 0 : (int)rng_below(rng, 3) / 2;
    arb_t x, t;
    arb_init(x);
    arb_init(t);
    mini_decimal(x, cJSON_GetArrayItem(to, from)->valuestring);
    arb_mul_2exp_si(t, x, -(slong)(FIRST_BIT + rng_below(rng, BITS)));
    arb_mul_si(t, t, holds ? 1 : (slong)rng_below(rng, 3) - 1, MINI_BITS);
    arb_add(x, x, t, MINI_BITS);
    char *text = arb_get_str(x, DIGITS, ARB_STR_NO_RADIUS);
    cJSON_SetValuestring(cJSON_GetArrayItem(of, end), text);
    flint_free(text);
    arb_clear(t);
    arb_clear(x);
}

/* Narrows the interval of one parameter at one end. */
static void narrow(struct rng *rng, cJSON *proof)
{
    cJSON *ends = any(rng, params_of(proof));
    char text[80];
    if (!ends)
        return;
    const double low = number_of(cJSON_GetArrayItem(ends, 0)),
                 high = number_of(cJSON_GetArrayItem(ends, 1)),
                 at = low + (high - low) * rng_uniform(rng);
    snprintf(text, sizeof text, "%.17g", at);
    cJSON_SetValuestring(cJSON_GetArrayItem(ends, (int)rng_below(rng, 2)), text);
}

/* Sets one parameter, or all, to the model's defaults. */
static void take_default(struct rng *rng, cJSON *proof)
{
    const struct model *model =
        PREC(model_find)(cJSON_GetStringValue(cJSON_GetObjectItem(proof, "model")));
    const unsigned only = rng_below(rng, 2 * model->n_params), both = rng_below(rng, 2);
    for (unsigned i = 0; i < model->n_params; i++) {
        cJSON *ends = cJSON_GetObjectItem(params_of(proof), model->params[i].name);
        if (!ends || (only < model->n_params && only != i))
            continue;
        for (int k = 0; k < 1 + (int)both; k++)
            sample_set_number(cJSON_GetArrayItem(ends, k), model->params[i].value, 17);
    }
}

static void change_storage(struct rng *rng, cJSON *proof)
{
    cJSON *c = any(rng, cJSON_GetObjectItem(proof, "storage"));
    if (c)
        sample_set_number(c, rng_below(rng, 2) ? 2 * rng_uniform(rng) - 1 : exp2(number_of(c)), 3);
}

static void change_mu(struct rng *rng, cJSON *proof)
{
    static const double values[] = { 0, -1e-6, 1e-3, 0.5, 1e-30 };
    sample_set_number(cJSON_GetObjectItem(proof, "mu"), values[rng_below(rng, 5)], 3);
}

static void set_tree(cJSON *tree, const char *line)
{
    while (cJSON_GetArraySize(tree) > 0)
        cJSON_DeleteItemFromArray(tree, 0);
    cJSON_AddItemToArray(tree, cJSON_CreateString(line));
}

/* Changes, removes or adds a character of a line; or makes a whole branch one box. */
static void change_tree(struct rng *rng, cJSON *proof)
{
    static const char characters[] = ".01234567";
    cJSON *line = any(rng, any(rng, cJSON_GetObjectItem(proof, "trees")));
    if (!line)
        return;
    const size_t n = strlen(line->valuestring), at = n ? rng_below(rng, (unsigned)n) : 0;
    const char c = characters[rng_below(rng, 9)];
    char *text = memory_array(n + 2, 1);
    const unsigned how = rng_below(rng, 4);
    size_t to = at; /* end of the characters replaced */
    int open = 1;
    if (how == 3)
        for (; to < n && open > 0; to++)
            open += line->valuestring[to] == '.' ? -1 : 1;
    else
        to += how < 2 && n > 0;
    memcpy(text, line->valuestring, at);
    size_t length = at;
    if (how != 1)
        text[length++] = how == 3 ? '.' : c;
    memcpy(text + length, line->valuestring + to, n - to + 1);
    cJSON_SetValuestring(line, text);
    free(text);
}

static void one_box(struct rng *rng, cJSON *proof)
{
    cJSON *tree;
    cJSON_ArrayForEach(tree, cJSON_GetObjectItem(proof, "trees")) if (rng_below(rng, 3) != 0)
        set_tree(tree, ".");
}

/* Halves every coordinate in turn, to a depth. */
static void halve(char **to, int depth, int dims, int shift)
{
    if (depth == 0) {
        *(*to)++ = '.';
        return;
    }
    *(*to)++ = (char)('0' + (depth + shift) % dims);
    halve(to, depth - 1, dims, shift);
    halve(to, depth - 1, dims, shift);
}

/* Returns the names of what a proof's trees halve: theta, the states that count, and the parameters
 * with two ends. */
static cJSON *coordinates_of(const cJSON *proof)
{
    static const char *const two[] = { "martinez_rosas", "alvarez_icaza" };
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(proof, "model"));
    const struct arb_law *law = arb_law_find(model);
    const bool has_two = strcmp(model, two[0]) == 0 || strcmp(model, two[1]) == 0;
    const int n_states = law->states ? 1 + has_two : 0;
    cJSON *names = cJSON_CreateArray();
    cJSON_AddItemToArray(names, cJSON_CreateString("theta"));
    for (int j = 0; j < n_states; j++)
        cJSON_AddItemToArray(names, cJSON_CreateString(law->states[j]));
    for (int i = 0; law->params[i]; i++) {
        const cJSON *ends = cJSON_GetObjectItem(params_of(proof), law->params[i]);
        if (strcmp(cJSON_GetArrayItem(ends, 0)->valuestring,
                   cJSON_GetArrayItem(ends, 1)->valuestring) != 0)
            cJSON_AddItemToArray(names, cJSON_CreateString(law->params[i]));
    }
    return names;
}

/* Names the coordinates that the proof has after its changes, or makes it one of the format without
 * their names, or leaves the names that it had. */
static void name_coordinates(struct rng *rng, cJSON *proof)
{
    const unsigned how = rng_below(rng, 8);
    if (how == 0)
        return;
    cJSON_DeleteItemFromObject(proof, "coordinates");
    if (how < 3)
        cJSON_SetValuestring(cJSON_GetObjectItem(proof, "format"), "proof-1");
    else
        cJSON_AddItemToObject(proof, "coordinates", coordinates_of(proof));
}

static void new_trees(struct rng *rng, cJSON *proof)
{
    enum { DEEPEST = 11 };
    cJSON *names = coordinates_of(proof), *tree;
    const int dims = cJSON_GetArraySize(names);
    cJSON_Delete(names);
    if (dims > 9)
        return;
    cJSON_ArrayForEach(tree, cJSON_GetObjectItem(proof, "trees"))
    {
        char text[1 << (DEEPEST + 1)], *end = text;
        halve(&end, (int)rng_below(rng, DEEPEST + 1), dims, (int)rng_below(rng, 9));
        *end = '\0';
        set_tree(tree, text);
    }
}

/* Changes to another law with proofs and the same parameters, if there is one. */
static void change_law(struct rng *rng, cJSON *proof)
{
    static const char *const laws[] = { "lugre",        "elastoplastic", "martinez_rosas",
                                        "exponential",  "stribeck",      "lugre_increment",
                                        "coulomb",      "viscous",       "coulomb_viscous",
                                        "alvarez_icaza" };
    const char *name = laws[rng_below(rng, sizeof laws / sizeof *laws)];
    const struct arb_law *law = arb_law_find(name);
    for (int i = 0; law->params[i]; i++)
        if (!cJSON_GetObjectItem(params_of(proof), law->params[i])) {
            cJSON *ends = cJSON_AddArrayToObject(params_of(proof), law->params[i]);
            for (int k = 0; k < 2; k++)
                cJSON_AddItemToArray(ends, cJSON_CreateString("1"));
        }
    for (cJSON *ends = params_of(proof)->child, *next; ends; ends = next) {
        next = ends->next;
        if (arb_law_index(law->params, ends->string) < 0)
            cJSON_Delete(cJSON_DetachItemViaPointer(params_of(proof), ends));
    }
    cJSON_SetValuestring(cJSON_GetObjectItem(proof, "model"), name);
    one_box(rng, proof);
}

/* Changes to another property, with the members that it needs. */
static void change_property(struct rng *rng, cJSON *proof)
{
    static const char *const properties[] = { "passivity", "dissipation", "state_bound" };
    const unsigned k = rng_below(rng, 3);
    cJSON *trees = cJSON_GetObjectItem(proof, "trees"), *first;
    const bool was_bound =
        strcmp(cJSON_GetObjectItem(proof, "property")->valuestring, properties[2]) == 0;
    cJSON_SetValuestring(cJSON_GetObjectItem(proof, "property"), properties[k]);
    cJSON_SetValuestring(cJSON_GetObjectItem(proof, "mu"), k == 0 ? "1e-6" : "0");
    if (was_bound && k < 2) {
        first = cJSON_CreateArray();
        cJSON_AddItemToArray(first, cJSON_CreateString("."));
        cJSON_InsertItemInArray(trees, 0, first);
    } else if (!was_bound && k == 2)
        cJSON_DeleteItemFromArray(trees, 0);
}

/* Returns the text of a random stored file whose name, model, property and format fit; NULL: none
 * does. */
static const char *stored_text(struct rng *rng, const struct stored_witness *stored,
                               const char *model, const char *const properties[])
{
    const char *found = NULL;
    for (unsigned seen = 0; stored->name; stored++) {
        cJSON *json = cJSON_Parse(stored->text);
        const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
        const char *own = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
        bool fits = !model || strcmp(own, model) == 0;
        bool known = false;
        for (int i = 0; properties[i]; i++)
            known |= strcmp(property, properties[i]) == 0;
        if (fits && known && rng_below(rng, ++seen) == 0)
            found = stored->text;
        cJSON_Delete(json);
    }
    return found;
}

/* Returns a claim that is false whatever else changes, as long as its box contains one point: that
 * of a stored witness against the law's passivity. NULL: the law has none. */
static cJSON *false_claim(struct rng *rng)
{
    static const char *const energies[] = { "passivity", "dissipation", NULL },
                             *const passivity[] = { "passivity", NULL };
    cJSON *proof = cJSON_Parse(stored_text(rng, stored_proofs, NULL, energies));
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(proof, "model"));
    const char *text = stored_text(rng, stored_witnesses, model, passivity);
    cJSON *witness = text ? cJSON_Parse(text) : NULL, *ends;
    if (!witness) {
        cJSON_Delete(proof);
        return NULL;
    }
    cJSON_ArrayForEach(ends, params_of(proof)) for (int k = 0; k < 2; k++)
        cJSON_SetValuestring(cJSON_GetArrayItem(ends, k),
                             cJSON_GetObjectItem(params_of(witness), ends->string)->valuestring);
    cJSON_Delete(witness);
    return proof;
}

/* Makes a box so wide, or constraints so close, that arithmetic on it may overflow or cancel. */
static struct sample false_sample(struct rng *rng, cJSON *proof)
{
    const unsigned how = rng_below(rng, 3), changes = 1 + rng_below(rng, 3);
    for (unsigned i = 0; i < changes; i++)
        (how == 0 || (how == 1 && rng_below(rng, 2)) ? widen : touch)(rng, proof);
    if (rng_below(rng, 4) == 0)
        new_trees(rng, proof);
    else {
        cJSON *tree;
        cJSON_ArrayForEach(tree, cJSON_GetObjectItem(proof, "trees")) set_tree(tree, ".");
    }
    name_coordinates(rng, proof);
    return (struct sample){ proof, "false claim" };
}

struct sample proof_change(struct rng *rng)
{
    static const struct {
        const char *name;
        void (*change)(struct rng *, cJSON *);
    } changes[] = {
        { "box", move_end },     { "box", move_end },           { "wide box", widen },
        { "close box", touch },  { "storage", change_storage }, { "mu", change_mu },
        { "tree", change_tree }, { "law", change_law },         { "property", change_property },
        { "small box", narrow }, { "defaults", take_default }
    };
    unsigned n = 0;
    cJSON *lie = rng_below(rng, 2) ? false_claim(rng) : NULL;
    if (lie)
        return false_sample(rng, lie);
    do
        n++;
    while (stored_proofs[n].name);
    struct sample sample = { cJSON_Parse(stored_proofs[rng_below(rng, n)].text), NULL };
    const unsigned several = rng_below(rng, 2) ? 1 : 2 + rng_below(rng, 3);
    for (unsigned i = 0; i < several; i++) {
        const unsigned k = rng_below(rng, sizeof changes / sizeof *changes);
        changes[k].change(rng, sample.json);
        sample.kind = changes[k].name;
    }
    const unsigned trees = rng_below(rng, 3);
    if (trees < 2 && strcmp(sample.kind, "tree") != 0)
        (trees == 0 ? one_box : new_trees)(rng, sample.json);
    name_coordinates(rng, sample.json);
    return sample;
}
