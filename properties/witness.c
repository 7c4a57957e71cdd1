/* Reading and judging; see the header. */
#include "properties/witness.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/decimal.h"
#include "properties/property.h"

enum {
    MAX_HOLDS = 100000,
    MAX_WORK = 1 << 25, /* holds times bits: a few seconds */
    MAX_SMOOTH_PREC =
        384, /* along pieces that are no holds; twice the bits are ten times the work */
};

static bool fail(struct witness_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct witness_error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    for (char *c = error->text; *c; c++) /* quoted input must not break the line */
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return false;
}

/* The decimal at object[key], or NULL with *error filled in; where says which object. */
static const char *decimal_at(const cJSON *object, const char *key, const char *where,
                              struct witness_error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsString(item)) {
        fail(error, "%s: expected \"%s\" with a decimal string", where, key);
        return NULL;
    }
    if (!decimal_valid(item->valuestring)) {
        fail(error, "%s: \"%s\" is \"%.40s\", expected a decimal number such as \"0.001\"", where,
             key, item->valuestring);
        return NULL;
    }
    return item->valuestring;
}

/* Every key of the object must be one of the allowed names, once. */
static bool only_keys(const cJSON *object, const char *const *allowed, const char *where,
                      struct witness_error *error)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        if (arb_law_index(allowed, item->string) < 0)
            return fail(error, "%s: unknown key \"%.40s\"", where, item->string);
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                return fail(error, "%s: key \"%.40s\" stands twice", where, item->string);
    }
    return true;
}

static bool parse_head(const cJSON *json, const struct arb_law *own, struct witness *w,
                       struct witness_error *error)
{
    static const char *const keys[] = { "format", "model",  "params", "property", "x0",
                                        "signal", "claims", "null",   NULL };
    if (!cJSON_IsObject(json))
        return fail(error, "expected a JSON object");
    if (!only_keys(json, keys, "witness", error))
        return false;
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(json, "format");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, "witness-1") != 0)
        return fail(error, "expected \"format\": \"witness-1\"");
    const cJSON *model = cJSON_GetObjectItemCaseSensitive(json, "model");
    if (!cJSON_IsString(model))
        return fail(error, "expected \"model\" with a model's name");
    const bool is_own = own && strcmp(own->name, model->valuestring) == 0;
    w->law = is_own ? own : arb_law_find(model->valuestring);
    if (!w->law)
        return fail(error, "unknown model \"%.40s\" (or one without a rigorous statement)",
                    model->valuestring);
    const cJSON *property = cJSON_GetObjectItemCaseSensitive(json, "property");
    if (!cJSON_IsString(property))
        return fail(error, "expected \"property\" with a property's name");
    w->property = property_find(property->valuestring);
    if (w->property == N_PROPERTIES || !rigorous_applicable(w->law, w->property))
        return fail(error, "property \"%.40s\" is not one of model \"%s\"", property->valuestring,
                    w->law->name);
    return true;
}

static bool parse_params(const cJSON *json, struct witness *w, struct witness_error *error)
{
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(json, "params");
    if (!cJSON_IsObject(params))
        return fail(error, "expected \"params\" with an object of decimal strings");
    if (!only_keys(params, w->law->params, "params", error))
        return false;
    for (int i = 0; w->law->params[i]; i++)
        if (!(w->param[i] = decimal_at(params, w->law->params[i], "params", error)))
            return false;
    return true;
}

static bool parse_x0(const cJSON *json, struct witness *w, struct witness_error *error)
{
    const cJSON *x0 = cJSON_GetObjectItemCaseSensitive(json, "x0");
    const int n = arb_law_count(w->law->states);
    if (!cJSON_IsArray(x0) || cJSON_GetArraySize(x0) != n)
        return fail(error, "expected \"x0\" with %d decimal strings, one for each state", n);
    for (int i = 0; i < n; i++) {
        const cJSON *item = cJSON_GetArrayItem(x0, i);
        if (!cJSON_IsString(item) || !decimal_valid(item->valuestring))
            return fail(error, "x0[%d]: expected a decimal string", i);
        w->x0[i] = item->valuestring;
    }
    return true;
}

/* A sample of a table: [t, v]. */
static bool parse_sample(const cJSON *sample, const char *where, const char **t, const char **v,
                         struct witness_error *error)
{
    const char **const numbers[] = { t, v };
    if (!cJSON_IsArray(sample) || cJSON_GetArraySize(sample) != 2)
        return fail(error, "%s: expected \"samples\" with pairs [t, v] of decimal strings", where);
    for (int k = 0; k < 2; k++) {
        const cJSON *item = cJSON_GetArrayItem(sample, k);
        if (!cJSON_IsString(item) || !decimal_valid(item->valuestring))
            return fail(error, "%s: expected \"samples\" with pairs [t, v] of decimal strings",
                        where);
        *numbers[k] = item->valuestring;
    }
    return true;
}

/* Exact, as decimals are of few digits beside this. */
static bool is_later(const char *t, const char *since)
{
    const slong prec = 8192;
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    decimal_ball(a, since, prec);
    decimal_ball(b, t, prec);
    const bool later = arb_lt(a, b);
    arb_clear(b);
    arb_clear(a);
    return later;
}

/* The ramps of a csv from piece i on, whose samples stand in the file. */
static bool parse_table(const cJSON *piece, unsigned i, const char *where, struct witness *w,
                        struct witness_error *error)
{
    static const char *const keys[] = { "kind", "samples", NULL };
    if (!only_keys(piece, keys, where, error))
        return false;
    const cJSON *sample = cJSON_GetObjectItemCaseSensitive(piece, "samples")->child;
    const char *since = NULL, *before = NULL;
    if (!parse_sample(sample, where, &since, &before, error))
        return false;
    if (decimal_sign(since) != 0)
        return fail(error, "%s: the first time is \"%.40s\", expected \"0\"", where, since);
    for (sample = sample->next; sample; sample = sample->next, i++) {
        struct witness_piece *ramp = &w->pieces[i];
        ramp->kind = SIGNAL_RAMP;
        ramp->since = since;
        ramp->value[0] = before;
        if (!parse_sample(sample, where, &w->h[i], &ramp->value[1], error))
            return false;
        if (!is_later(w->h[i], since))
            return fail(error, "%s: time \"%.40s\" after \"%.40s\", expected a later one", where,
                        w->h[i], since);
        since = w->h[i];
        before = ramp->value[1];
    }
    return true;
}

static bool parse_formula(const cJSON *piece, const struct witness_kind *as, unsigned i,
                          const char *where, struct witness *w, struct witness_error *error)
{
    if (!only_keys(piece, as->keys, where, error))
        return false;
    w->pieces[i].kind = as->kind;
    for (unsigned k = 0; k < as->n; k++)
        if (!(w->pieces[i].value[k] = decimal_at(piece, as->keys[k + 2], where, error)))
            return false;
    if (as->kind == SIGNAL_HOLD)
        w->v[i] = w->pieces[i].value[0];
    if (!(w->h[i] = decimal_at(piece, "t", where, error)))
        return false;
    if (decimal_sign(w->h[i]) <= 0)
        return fail(error, "%s: \"t\" is \"%.40s\", expected a positive duration in s", where,
                    w->h[i]);
    return true;
}

/* How many pieces the checker sees in one of the file: of a csv its ramps, none in a bad one. */
static size_t ramps_of(const cJSON *piece)
{
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(piece, "kind");
    if (!cJSON_IsString(kind) || strcmp(kind->valuestring, "csv") != 0)
        return 1;
    const cJSON *samples = cJSON_GetObjectItemCaseSensitive(piece, "samples");
    const int n = cJSON_IsArray(samples) ? cJSON_GetArraySize(samples) : 0;
    return n > 1 ? (size_t)n - 1 : 0;
}

/* Number `number` of the file, from piece i on. */
static bool parse_piece(const cJSON *piece, unsigned number, unsigned i, struct witness *w,
                        struct witness_error *error)
{
    static const char expected[] = "\"hold\", \"ramp\", \"sine\", \"cosine\", \"chirp\" or \"csv\"";
    char where[32];
    snprintf(where, sizeof where, "signal[%u]", number);
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(piece, "kind");
    if (!cJSON_IsString(kind))
        return fail(error, "%s: expected \"kind\" with %s", where, expected);
    if (strcmp(kind->valuestring, "csv") == 0)
        return ramps_of(piece) > 0
                   ? parse_table(piece, i, where, w, error)
                   : fail(error, "%s: expected \"samples\" with at least two pairs [t, v]", where);
    const struct witness_kind *as = witness_kind_of(kind->valuestring);
    if (!as)
        return fail(error, "%s: kind \"%.40s\" cannot be checked, expected %s", where,
                    kind->valuestring, expected);
    return parse_formula(piece, as, i, where, w, error);
}

static bool parse_signal(const cJSON *json, struct witness *w, struct witness_error *error)
{
    const cJSON *signal = cJSON_GetObjectItemCaseSensitive(json, "signal"), *piece;
    size_t n = 0;
    if (cJSON_IsArray(signal))
        cJSON_ArrayForEach(piece, signal) n += ramps_of(piece);
    if (!cJSON_IsArray(signal) || !signal->child || n > MAX_HOLDS)
        return fail(error, "expected \"signal\" with 1 to %d pieces", MAX_HOLDS);
    w->n_holds = (unsigned)n;
    w->v = calloc(n + 1, sizeof *w->v);
    w->h = calloc(n + 1, sizeof *w->h);
    w->pieces = calloc(n + 1, sizeof *w->pieces);
    if (!w->v || !w->h || !w->pieces)
        return fail(error, "out of memory");
    unsigned i = 0, number = 0;
    bool all_held = true;
    cJSON_ArrayForEach(piece, signal)
    {
        if (!parse_piece(piece, number++, i, w, error))
            return false;
        all_held = all_held && w->pieces[i].kind == SIGNAL_HOLD;
        i += (unsigned)ramps_of(piece);
    }
    if (all_held) {
        free(w->pieces);
        w->pieces = NULL;
    }
    return true;
}

static bool parse_claims(const cJSON *json, struct witness *w, struct witness_error *error)
{
    static const char *const keys[] = { "lo", "hi", NULL };
    const cJSON *claims = cJSON_GetObjectItemCaseSensitive(json, "claims");
    if (!claims)
        return true;
    if (!cJSON_IsObject(claims))
        return fail(error, "expected \"claims\" with \"lo\" and \"hi\"");
    return only_keys(claims, keys, "claims", error) &&
           (w->lo = decimal_at(claims, "lo", "claims", error)) &&
           (w->hi = decimal_at(claims, "hi", "claims", error));
}

/* Integers of at most nine digits. */
static bool is_integer(const char *s)
{
    const char *digits = s + (*s == '-');
    const size_t n = strspn(digits, "0123456789");
    return n >= 1 && n <= 9 && digits[n] == '\0';
}

static bool parse_null(const cJSON *json, struct witness *w, struct witness_error *error)
{
    const cJSON *null = cJSON_GetObjectItemCaseSensitive(json, "null");
    const int n = w->law->n_regressors;
    if (w->property != IDENTIFIABILITY)
        return !null || fail(error, "\"null\" belongs to property \"identifiability\" only");
    if (!cJSON_IsArray(null) || cJSON_GetArraySize(null) != n)
        return fail(error, "expected \"null\" with %d integers as strings, one for each column", n);
    for (int i = 0; i < n; i++) {
        const cJSON *item = cJSON_GetArrayItem(null, i);
        if (!cJSON_IsString(item) || !is_integer(item->valuestring))
            return fail(error, "null[%d]: expected an integer as a string, such as \"-1\"", i);
        w->null[i] = strtol(item->valuestring, NULL, 10);
    }
    return true;
}

/* Equal decimals overlap as balls: only a certain violation counts, at high precision. */
static bool valid_params(const struct witness *w, struct witness_error *error)
{
    const slong prec = 4096;
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; w->law->params[i]; i++)
        decimal_ball(p + i, w->param[i], prec);
    const char *violated = w->law->validate(p);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return !violated || fail(error, "params: model \"%s\" needs %s", w->law->name, violated);
}

/* What cJSON would take at its word or at any cost: strings that a zero byte cuts short, and
 * texts of more values than the longest witness has (each after the first follows one of [{,:). */
static bool is_tame(const char *text, size_t size, struct witness_error *error)
{
    enum { MAX_VALUES = 8 * MAX_HOLDS };
    size_t values = 1;
    if (memchr(text, '\0', size))
        return fail(error, "not a text file: it has a zero byte");
    for (size_t i = 0; i < size; i++) {
        values += text[i] == '[' || text[i] == '{' || text[i] == ',' || text[i] == ':';
        if (text[i] == '\\' && size - i >= 6 && memcmp(text + i, "\\u0000", 6) == 0)
            return fail(error, "a string with \\u0000 at byte %zu", i);
    }
    return values <= MAX_VALUES ||
           fail(error, "more values than a signal of %d pieces has", MAX_HOLDS);
}

bool witness_parse(const char *text, size_t size, struct witness *w, struct witness_error *error)
{
    return witness_parse_by(NULL, text, size, w, error);
}

bool witness_parse_by(const struct arb_law *own, const char *text, size_t size, struct witness *w,
                      struct witness_error *error)
{
    const char *end = NULL;
    *w = (struct witness){ 0 };
    if (!is_tame(text, size, error))
        return false;
    w->json = cJSON_ParseWithLengthOpts(text, size, &end, false);
    if (!w->json) {
        const size_t at = end >= text && end <= text + size ? (size_t)(end - text) : 0;
        return fail(error, "not valid JSON at byte %zu", at);
    }
    while (end < text + size && isspace((unsigned char)*end))
        end++;
    const bool trailing = end < text + size;
    if (trailing)
        fail(error, "unexpected text after the JSON object");
    if (!trailing && parse_head(w->json, own, w, error) && parse_params(w->json, w, error) &&
        parse_x0(w->json, w, error) && parse_signal(w->json, w, error) &&
        parse_claims(w->json, w, error) && parse_null(w->json, w, error) && valid_params(w, error))
        return true;
    witness_free(w);
    return false;
}

void witness_free(struct witness *w)
{
    free(w->v);
    free(w->h);
    free(w->pieces);
    cJSON_Delete(w->json);
    *w = (struct witness){ 0 };
}

/* How long piece i lasts. */
static void lasting(arb_t h, const struct witness *w, unsigned i, slong prec)
{
    arb_t since;
    arb_init(since);
    decimal_ball(h, w->h[i], prec);
    if (w->pieces && w->pieces[i].since) {
        decimal_ball(since, w->pieces[i].since, prec);
        arb_sub(h, h, since, prec);
    }
    arb_clear(since);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct witness *w = numbers;
    for (int i = 0; w->law->params[i]; i++)
        decimal_ball(p + i, w->param[i], prec);
    for (int i = 0; i < arb_law_count(w->law->states); i++)
        decimal_ball(x0 + i, w->x0[i], prec);
    for (unsigned i = 0; i < w->n_holds; i++) {
        if (w->v[i])
            decimal_ball(v + i, w->v[i], prec);
        lasting(h + i, w, i, prec);
    }
}

/* With bits to spare: a wave of many periods multiplies them by omega. */
static void load_piece(const void *numbers, slong prec, unsigned i, struct arb_piece *piece)
{
    enum { SPARE = 128 };
    const struct witness *w = numbers;
    arb_ptr value = _arb_vec_init(4);
    arb_t duration;
    arb_init(duration);
    for (int k = 0; k < 4; k++)
        if (w->pieces[i].value[k])
            decimal_ball(value + k, w->pieces[i].value[k], prec + SPARE);
    lasting(duration, w, i, prec + SPARE);
    arb_piece_set(piece, w->pieces[i].kind, value, duration, prec + SPARE);
    arb_clear(duration);
    _arb_vec_clear(value, 4);
}

struct rigorous_case witness_case(const struct witness *w)
{
    return (struct rigorous_case){
        .law = w->law,
        .property = w->property,
        .n_holds = w->n_holds,
        .load = load,
        .load_piece = w->pieces ? load_piece : NULL,
        .numbers = w,
        .null = w->property == IDENTIFIABILITY ? w->null : NULL,
    };
}

/* Is f certainly within [lo, hi], certainly not, or neither? */
static enum answer within(const char *lo, const char *hi, const arb_t f, slong prec)
{
    arb_t bound;
    arb_init(bound);
    decimal_ball(bound, lo, prec);
    const bool above = arb_ge(f, bound), below_lo = arb_lt(f, bound);
    decimal_ball(bound, hi, prec);
    const bool below = arb_le(f, bound), above_hi = arb_gt(f, bound);
    arb_clear(bound);
    if (below_lo || above_hi)
        return ANSWER_NO;
    return above && below ? ANSWER_YES : ANSWER_UNDECIDED;
}

static bool from_rest(const struct witness *w)
{
    for (int i = 0; i < arb_law_count(w->law->states); i++)
        if (decimal_sign(w->x0[i]) != 0)
            return false;
    return true;
}

static void outward(const arb_t f, double *lo, double *hi)
{
    arf_t end;
    arf_init(end);
    arb_get_lbound_arf(end, f, 64);
    *lo = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, f, 64);
    *hi = arf_get_d(end, ARF_RND_CEIL);
    arf_clear(end);
}

/* Bits to decide with, one after the other. The third tells apart what a hold of 1000 s, at a
 * rate of 1/s, leaves of a difference: exp(-1000) = 2^-1443. */
static const slong precisions[] = { 128, 384, 1536, 8192 };

struct verdict_on_witness witness_check(const struct witness *w, slong max_prec)
{
    struct verdict_on_witness verdict = { .confirmed = ANSWER_UNDECIDED };
    if (!from_rest(w)) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = "does not start from zero state, as the property demands";
        return verdict;
    }
    const struct rigorous_case c = witness_case(w);
    enum answer violated = ANSWER_UNDECIDED, enclosed = ANSWER_UNDECIDED;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    const slong limit = w->pieces ? FLINT_MIN(max_prec, MAX_SMOOTH_PREC) : max_prec;
    slong prec = 0;
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions && prec < limit; i++) {
        const slong next = FLINT_MIN(precisions[i], limit);
        if (i > 0 && (double)next * w->n_holds > MAX_WORK)
            break;
        prec = next;
        violated = rigorous_evaluate(&c, prec, functional, margin);
        enclosed = w->lo ? within(w->lo, w->hi, functional, prec) : ANSWER_YES;
        if (violated == ANSWER_NO || enclosed == ANSWER_NO ||
            (violated == ANSWER_YES && enclosed == ANSWER_YES))
            break;
    }
    outward(functional, &verdict.functional_lo, &verdict.functional_hi);
    arb_clear(margin);
    arb_clear(functional);
    if (violated == ANSWER_NO) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = w->property == IDENTIFIABILITY
                             ? "the regressor does not map the vector to 0"
                             : "the property is not violated";
    } else if (enclosed == ANSWER_NO) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = "the claimed enclosure is wrong";
    } else if (violated == ANSWER_YES && enclosed == ANSWER_YES) {
        verdict.confirmed = ANSWER_YES;
        verdict.reason = "the property is violated";
    } else
        verdict.reason = "not decided within the limits of precision and work";
    return verdict;
}
