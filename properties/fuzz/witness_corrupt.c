/* Corrupts one element of a witness. The witness is a JSON tree; only CORRUPT_BYTES works on its
 * text. */
#include "properties/fuzz/witness_corrupt.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

const char *const corruption_names[N_CORRUPTIONS] = {
#define X(id, what) what,
    CORRUPTION_LIST(X)
#undef X
};

enum { MAX_NUMBER = 512 };

/* Returns a whole number in [0, n). */
static int below(unsigned long long *state, int n) { return (int)(test_uniform(state) * n); }

static bool set(cJSON *item, const char *text)
{
    return cJSON_IsString(item) && cJSON_SetValuestring(item, text);
}

/* Returns one of the number strings of the witness, of the claims only or of everything else, or
 * NULL. */
static cJSON *pick_number(cJSON *json, bool claims, unsigned long long *state)
{
    cJSON *picked = NULL;
    int seen = 0;
    static const char *const objects[] = { "params", "x0", "signal", "claims" };
    for (int k = claims ? 3 : 0; k < (claims ? 4 : 3); k++) {
        cJSON *item = NULL;
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, objects[k]))
        {
            cJSON *number = NULL;
            if (cJSON_IsString(item) && below(state, ++seen) == 0)
                picked = item;
            cJSON_ArrayForEach(number, item)
            {
                const bool is_kind = number->string && strcmp(number->string, "kind") == 0;
                if (cJSON_IsString(number) && !is_kind && below(state, ++seen) == 0)
                    picked = number;
            }
        }
    }
    return picked && strlen(picked->valuestring) + 16 < MAX_NUMBER ? picked : NULL;
}

static bool change_digit(char *number, unsigned long long *state)
{
    char *picked = NULL;
    int seen = 0;
    for (char *c = number; *c; c++)
        if (isdigit((unsigned char)*c) && below(state, ++seen) == 0)
            picked = c;
    if (picked)
        *picked = (char)('0' + (*picked - '0' + 1 + below(state, 9)) % 10);
    return picked;
}

static void change_sign(char *number)
{
    if (*number == '-')
        memmove(number, number + 1, strlen(number));
    else {
        memmove(number + 1, number, strlen(number) + 1);
        *number = '-';
    }
}

/* Changes the exponent by a little, or by as much as the format allows. */
static void change_exponent(char *number, unsigned long long *state)
{
    static const int steps[] = { -9999, -400, -20, -3, -1, 1, 3, 20, 400, 9999 };
    char *e = number + strcspn(number, "eE");
    long old = *e ? strtol(e + 1, NULL, 10) : 0;
    if (old < -99999 || old > 99999) /* already longer than the format allows */
        old = 0;
    snprintf(e, MAX_NUMBER - (size_t)(e - number), "e%ld",
             old + steps[below(state, sizeof steps / sizeof *steps)]);
}

static void change_length(char *number, unsigned long long *state)
{
    static const char put[] = "0123456789.";
    const size_t length = strlen(number);
    char *at = number + below(state, (int)length + 1);
    if (*at && below(state, 2) == 0)
        memmove(at, at + 1, strlen(at));
    else {
        memmove(at + 1, at, strlen(at) + 1);
        *at = put[below(state, sizeof put - 1)];
    }
}

static bool corrupt_number(cJSON *json, enum corruption corruption, unsigned long long *state)
{
    char number[MAX_NUMBER];
    cJSON *item = pick_number(json, corruption == CORRUPT_CLAIMS, state);
    if (!item)
        return false;
    snprintf(number, sizeof number, "%s", item->valuestring);
    switch (corruption) {
    case CORRUPT_SIGN:
        change_sign(number);
        break;
    case CORRUPT_EXPONENT:
        change_exponent(number, state);
        break;
    case CORRUPT_LENGTH:
        change_length(number, state);
        break;
    default:
        if (!change_digit(number, state))
            return false;
    }
    return set(item, number);
}

static bool corrupt_segments(cJSON *json, enum corruption corruption, unsigned long long *state)
{
    cJSON *signal = cJSON_GetObjectItemCaseSensitive(json, "signal");
    const int n = cJSON_GetArraySize(signal);
    if (!cJSON_IsArray(signal) || n < 1 || (n < 2 && corruption != CORRUPT_DUPLICATE))
        return false;
    const int i = below(state, n);
    const int other = n > 1 ? (i + 1 + below(state, n - 1)) % n : i;
    cJSON *copy = cJSON_Duplicate(cJSON_GetArrayItem(signal, i), true);
    if (corruption == CORRUPT_DROP) {
        cJSON_Delete(copy);
        cJSON_DeleteItemFromArray(signal, i);
        return true;
    }
    /* at an end: some releases of cJSON refuse to insert in between */
    if (corruption == CORRUPT_DUPLICATE)
        return below(state, 2) == 0 ? cJSON_InsertItemInArray(signal, 0, copy)
                                    : cJSON_AddItemToArray(signal, copy);
    cJSON *there = cJSON_Duplicate(cJSON_GetArrayItem(signal, other), true);
    if (corruption == CORRUPT_SWAP)
        return cJSON_ReplaceItemInArray(signal, other, copy) &&
               cJSON_ReplaceItemInArray(signal, i, there);
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(there, "t");
    if (cJSON_IsString(time))
        set(cJSON_GetObjectItemCaseSensitive(copy, "t"), time->valuestring);
    cJSON_Delete(there);
    cJSON_ReplaceItemInArray(signal, i, copy);
    cJSON_DeleteItemFromArray(signal, other);
    return true;
}

static const struct arb_law *any_law(unsigned long long *state)
{
    int n = 0;
    while (arb_laws[n])
        n++;
    return arb_laws[below(state, n)];
}

static bool rename_model(cJSON *json, const struct arb_law *law)
{
    return set(cJSON_GetObjectItemCaseSensitive(json, "model"), law->name);
}

static bool retarget(cJSON *json, unsigned long long *state)
{
    const struct arb_law *law = any_law(state);
    const cJSON *had = cJSON_GetObjectItemCaseSensitive(json, "params");
    if (!cJSON_IsObject(had) || !cJSON_GetObjectItemCaseSensitive(json, "x0"))
        return false;
    cJSON *params = cJSON_CreateObject(), *x0 = cJSON_CreateArray();
    for (int i = 0; law->params[i]; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(had, law->params[i]);
        cJSON_AddStringToObject(params, law->params[i],
                                cJSON_IsString(value) ? value->valuestring : "1");
    }
    for (int i = 0; i < arb_law_count(law->states); i++)
        cJSON_AddItemToArray(x0, cJSON_CreateString("0"));
    return cJSON_ReplaceItemInObjectCaseSensitive(json, "params", params) &&
           cJSON_ReplaceItemInObjectCaseSensitive(json, "x0", x0) && rename_model(json, law);
}

static bool corrupt_params(cJSON *json, enum corruption corruption, unsigned long long *state)
{
    cJSON *params = cJSON_GetObjectItemCaseSensitive(json, "params");
    const int n = cJSON_GetArraySize(params);
    if (n < 2)
        return false;
    cJSON *one = cJSON_GetArrayItem(params, below(state, n));
    cJSON *other = cJSON_GetArrayItem(params, below(state, n));
    if (!cJSON_IsString(one) || !cJSON_IsString(other))
        return false;
    char **a = corruption == CORRUPT_NAME ? &one->string : &one->valuestring;
    char **b = corruption == CORRUPT_NAME ? &other->string : &other->valuestring;
    char *kept = *a;
    *a = *b;
    *b = kept;
    return true;
}

static bool change_x0(cJSON *json, unsigned long long *state)
{
    static const char *const states[] = { "1", "-1e-9999", "0.0", "1e-5", "0e5", "-0" };
    cJSON *x0 = cJSON_GetObjectItemCaseSensitive(json, "x0");
    const int n = cJSON_GetArraySize(x0);
    if (!cJSON_IsArray(x0))
        return false;
    cJSON *item = cJSON_CreateString(states[below(state, sizeof states / sizeof *states)]);
    if (n == 0 || below(state, 8) == 0)
        return cJSON_AddItemToArray(x0, item);
    return cJSON_ReplaceItemInArray(x0, below(state, n), item);
}

static bool corrupt_tree(cJSON *json, enum corruption corruption, unsigned long long *state)
{
    switch (corruption) {
    case CORRUPT_DIGIT:
    case CORRUPT_SIGN:
    case CORRUPT_EXPONENT:
    case CORRUPT_LENGTH:
    case CORRUPT_CLAIMS:
        return corrupt_number(json, corruption, state);
    case CORRUPT_DROP:
    case CORRUPT_DUPLICATE:
    case CORRUPT_SWAP:
    case CORRUPT_MERGE:
        return corrupt_segments(json, corruption, state);
    case CORRUPT_MODEL:
        return rename_model(json, any_law(state));
    case CORRUPT_RETARGET:
        return retarget(json, state);
    case CORRUPT_PROPERTY:
        return set(cJSON_GetObjectItemCaseSensitive(json, "property"),
                   property_info[below(state, N_PROPERTIES)].name);
    case CORRUPT_NAME:
    case CORRUPT_VALUES:
        return corrupt_params(json, corruption, state);
    case CORRUPT_X0:
        return change_x0(json, state);
    case CORRUPT_BYTES:
    case N_CORRUPTIONS:
        break;
    }
    return false;
}

static char *corrupt_bytes(const char *text, size_t size, unsigned long long *state,
                           size_t *new_size)
{
    char *bytes = malloc(size + 1);
    if (!bytes || size == 0) {
        free(bytes);
        return NULL;
    }
    memcpy(bytes, text, size);
    for (int k = 1 + below(state, 3); k > 0; k--)
        bytes[below(state, (int)size)] = (char)below(state, 256);
    bytes[size] = '\0';
    *new_size = size;
    return bytes;
}

char *witness_corrupt(const char *text, size_t size, enum corruption corruption,
                      unsigned long long *state, size_t *new_size)
{
    if (corruption == CORRUPT_BYTES)
        return corrupt_bytes(text, size, state, new_size);
    cJSON *json = cJSON_ParseWithLength(text, size);
    char *changed = NULL;
    if (cJSON_IsObject(json) && corrupt_tree(json, corruption, state))
        changed = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (changed)
        *new_size = strlen(changed);
    return changed;
}
