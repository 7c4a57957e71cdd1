/* Draws witnesses: parameters, signals and claims, with short and long decimals (sample.h). */
#include "properties/independent/sample.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"

/* Draws the number of digits of a number in a file: few, as people write them, or all of a
 * double. */
static int draw_digits(struct rng *rng)
{
    static const int digits[] = { 1, 2, 3, 6, 17 };
    return digits[rng_below(rng, sizeof digits / sizeof *digits)];
}

/* Returns one of a list's items, or NULL if it has none. */
static cJSON *any(struct rng *rng, const cJSON *list)
{
    const int n = cJSON_GetArraySize(list);
    return n > 0 ? cJSON_GetArrayItem(list, (int)rng_below(rng, (unsigned)n)) : NULL;
}

static bool chance(struct rng *rng, double share) { return rng_uniform(rng) < share; }

static void number_text(char text[64], double value, int digits)
{
    snprintf(text, 64, "%.*g", digits, value);
    char *e = strchr(text, 'e');
    if (e && e[1] == '+') /* decimals may be written like 1e5 */
        memmove(e + 1, e + 2, strlen(e + 2) + 1);
}

void sample_set_number(cJSON *string, double value, int digits)
{
    char text[64];
    number_text(text, value, digits);
    cJSON_SetValuestring(string, text);
}

static void add_number(struct rng *rng, cJSON *object, const char *key, double value)
{
    char text[64];
    number_text(text, value, draw_digits(rng));
    cJSON_AddStringToObject(object, key, text);
}

bool sample_valid(const cJSON *witness)
{
    const struct arb_law *law =
        arb_law_find(cJSON_GetStringValue(cJSON_GetObjectItem(witness, "model")));
    const cJSON *params = cJSON_GetObjectItem(witness, "params");
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; law->params[i]; i++)
        mini_decimal(p + i, cJSON_GetStringValue(cJSON_GetObjectItem(params, law->params[i])));
    const bool valid = !law->validate || !law->validate(p);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return valid;
}

/* Draws a parameter near its default, or anywhere within some decades of it, or at an end of its
 * range; whole numbers stay whole. */
static double draw_param(struct rng *rng, const struct model *model, unsigned param)
{
    const struct quantity *q = &model->params[param];
    const bool exponent = strcmp(q->unit, "1") == 0 && q->value == 2 && q->hi <= 2;
    if (model_param_is_whole(model, param))
        return q->lo + rng_below(rng, (unsigned)(fmin(q->hi, 4) - q->lo) + 1);
    if (exponent)
        return (const double[]){ 2, 1, 0.5, 2, 1.5 }[rng_below(rng, 5)];
    if (q->value == 0)
        return chance(rng, 0.5) ? 0 : q->hi * rng_uniform(rng);
    if (q->lo == 0 && chance(rng, 0.1))
        return 0;
    return q->value * exp2((chance(rng, 0.7) ? 1 : 6) * (2 * rng_uniform(rng) - 1));
}

static void draw_params(struct rng *rng, cJSON *witness, const struct model *model)
{
    enum { TRIES = 60 };
    const bool defaults = chance(rng, 0.3);
    for (int i = 0; i < TRIES; i++) {
        cJSON *params = cJSON_CreateObject();
        for (unsigned k = 0; k < model->n_params; k++) {
            const struct quantity *q = &model->params[k];
            char text[64];
            const bool given = defaults || i + 1 == TRIES;
            const double drawn = given ? q->value : draw_param(rng, model, k);
            number_text(text, drawn, given ? 17 : draw_digits(rng));
            cJSON_AddStringToObject(params, q->name, text);
        }
        cJSON_DeleteItemFromObject(witness, "params");
        cJSON_AddItemToObject(witness, "params", params);
        if (sample_valid(witness))
            return;
    }
}

/* The scales of a signal: a travel over which states change, and a speed. */
struct scales {
    double length, speed;
};

static struct scales scales_of(const struct model *model, const cJSON *witness)
{
    double p[MODEL_MAX_PARAMS];
    const cJSON *params = cJSON_GetObjectItem(witness, "params");
    for (unsigned k = 0; k < model->n_params; k++)
        p[k] =
            strtod(cJSON_GetStringValue(cJSON_GetObjectItem(params, model->params[k].name)), NULL);
    struct scales s = { 1e-5, 1e-3 };
    if (model->length)
        s.length = model->length(p);
    if (model->stribeck_speed)
        s.speed = model->stribeck_speed(p);
    return s;
}

static double draw_speed(struct rng *rng, const struct scales *s)
{
    const double speed = s->speed * rng_log_uniform(rng, 1e-2, 1e2);
    return rng_below(rng, 2) ? -speed : speed;
}

/* Draws a time: from a travel at that speed, or of seconds, or very short or long. */
static double draw_time(struct rng *rng, const struct scales *s, double v)
{
    if (chance(rng, 0.6) && v != 0)
        return s->length / fabs(v) * rng_log_uniform(rng, 1e-2, 1e2);
    if (chance(rng, 0.15))
        return chance(rng, 0.5) ? 1e-9 : 1000;
    return rng_log_uniform(rng, 1e-3, 10);
}

static void hold(struct rng *rng, cJSON *segment, const struct scales *s)
{
    const double v = chance(rng, 0.15) ? 0 : draw_speed(rng, s);
    add_number(rng, segment, "v", v);
    add_number(rng, segment, "t", draw_time(rng, s, v));
}

/* Draws two numbers: equal, almost equal, or different. */
static void two_numbers(struct rng *rng, cJSON *segment, const char *first, const char *second,
                        double a, double b)
{
    char text[64];
    add_number(rng, segment, first, a);
    const char *written = cJSON_GetStringValue(cJSON_GetObjectItem(segment, first));
    if (chance(rng, 0.3)) {
        cJSON_AddStringToObject(segment, second, written);
        return;
    }
    if (chance(rng, 0.1)) {
        number_text(text, strtod(written, NULL) * (1 + 1e-12), 17);
        cJSON_AddStringToObject(segment, second, text);
        return;
    }
    add_number(rng, segment, second, b);
}

static void ramp(struct rng *rng, cJSON *segment, const struct scales *s)
{
    double a = draw_speed(rng, s), b = draw_speed(rng, s);
    const double fastest = fmax(fabs(a), fabs(b));
    if (chance(rng, 0.25))
        a = 0;
    if (chance(rng, 0.25))
        b = 0;
    if (chance(rng, 0.1))
        b = -a;
    two_numbers(rng, segment, "v0", "v1", a, b);
    add_number(rng, segment, "t", draw_time(rng, s, fastest));
}

/* Draws mean and amplitude: also 0, and such that v only touches zero. */
static double mean_and_amplitude(struct rng *rng, cJSON *segment, const struct scales *s)
{
    char text[64];
    double amplitude = chance(rng, 0.15) ? 0 : draw_speed(rng, s);
    number_text(text, amplitude, draw_digits(rng));
    amplitude = strtod(text, NULL);
    if (chance(rng, 0.2)) /* exactly opposite, or equal */
        cJSON_AddStringToObject(segment, "mean", text);
    else
        add_number(rng, segment, "mean", chance(rng, 0.4) ? 0 : draw_speed(rng, s));
    cJSON_AddStringToObject(segment, "amp", text);
    return fmax(fabs(amplitude), 1e-3 * s->speed);
}

static void wave(struct rng *rng, cJSON *segment, const struct scales *s)
{
    const double speed = mean_and_amplitude(rng, segment, s), T = draw_time(rng, s, speed),
                 angle = chance(rng, 0.1) ? 60 : 8;
    const double omega = chance(rng, 0.15) ? 0 : angle * (2 * rng_uniform(rng) - 1) / T;
    add_number(rng, segment, "omega", omega);
    add_number(rng, segment, "phase", chance(rng, 0.3) ? 0 : 6 * (2 * rng_uniform(rng) - 1));
    add_number(rng, segment, "t", T);
}

static void chirp(struct rng *rng, cJSON *segment, const struct scales *s)
{
    const double speed = mean_and_amplitude(rng, segment, s), T = draw_time(rng, s, speed),
                 angle = chance(rng, 0.1) ? 60 : 8;
    double w0 = angle * (2 * rng_uniform(rng) - 1) / T, w1 = angle * (2 * rng_uniform(rng) - 1) / T;
    if (chance(rng, 0.15))
        w0 = 0;
    if (chance(rng, 0.15))
        w1 = 0;
    if (chance(rng, 0.1))
        w1 = -w0;
    two_numbers(rng, segment, "w0", "w1", w0, w1);
    add_number(rng, segment, "t", T);
}

/* Draws rows at rising times; values may repeat. */
static void csv(struct rng *rng, cJSON *segment, const struct scales *s)
{
    cJSON *samples = cJSON_AddArrayToObject(segment, "samples");
    const unsigned n = 2 + rng_below(rng, 4);
    double t = 0, v = draw_speed(rng, s);
    char time[64], speed[64] = "0";
    for (unsigned i = 0; i < n; i++) {
        if (!chance(rng, 0.3))
            number_text(speed, chance(rng, 0.2) ? 0 : v, draw_digits(rng));
        cJSON *row = cJSON_CreateArray();
        number_text(time, t, 17);
        cJSON_AddItemToArray(row, cJSON_CreateString(time));
        cJSON_AddItemToArray(row, cJSON_CreateString(speed));
        cJSON_AddItemToArray(samples, row);
        t += draw_time(rng, s, v);
        v = draw_speed(rng, s);
    }
}

static void add_null(struct rng *rng, cJSON *witness, const struct arb_law *law)
{
    cJSON *null = cJSON_AddArrayToObject(witness, "null");
    const bool known = chance(rng, 0.5); /* the null vector of laws whose columns are y and -y */
    for (int i = 0; i < law->n_regressors; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", known ? (i == 3 || i == 4) : (int)rng_below(rng, 3) - 1);
        cJSON_AddItemToArray(null, cJSON_CreateString(text));
    }
}

struct sample sample_witness(struct rng *rng, const struct sample_subject *subject)
{
    static const struct {
        const char *name;
        void (*draw)(struct rng *, cJSON *, const struct scales *);
    } kinds[] = { { "hold", hold },   { "ramp", ramp },   { "sine", wave },
                  { "cosine", wave }, { "chirp", chirp }, { "csv", csv } };
    const unsigned main_kind = rng_below(rng, sizeof kinds / sizeof *kinds);
    const struct model *model = PREC(model_find)(subject->law->name);
    cJSON *witness = cJSON_CreateObject();
    cJSON_AddStringToObject(witness, "format", "witness-1");
    cJSON_AddStringToObject(witness, "model", subject->law->name);
    draw_params(rng, witness, model);
    cJSON_AddStringToObject(witness, "property", property_info[subject->property].name);
    cJSON *x0 = cJSON_AddArrayToObject(witness, "x0");
    for (int i = 0; i < arb_law_count(subject->law->states); i++)
        cJSON_AddItemToArray(x0, cJSON_CreateString("0"));
    const struct scales s = scales_of(model, witness);
    cJSON *signal = cJSON_AddArrayToObject(witness, "signal");
    const unsigned n = 1 + rng_below(rng, 4);
    for (unsigned i = 0; i < n; i++) {
        const unsigned k = i == 0 || chance(rng, 0.6) ? main_kind : 0;
        cJSON *segment = cJSON_CreateObject();
        cJSON_AddStringToObject(segment, "kind", kinds[k].name);
        kinds[k].draw(rng, segment, &s);
        cJSON_InsertItemInArray(signal, chance(rng, 0.5) ? 0 : (int)i, segment);
    }
    if (subject->property == IDENTIFIABILITY)
        add_null(rng, witness, subject->law);
    return (struct sample){ witness, kinds[main_kind].name };
}

static double value_of(const cJSON *segment, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(segment, key));
    return text ? strtod(text, NULL) : 0;
}

static bool is_held(const cJSON *segment)
{
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItem(segment, "kind"));
    const cJSON *row = cJSON_GetObjectItem(segment, "samples");
    if (strcmp(kind, "ramp") == 0)
        return value_of(segment, "v0") == value_of(segment, "v1");
    if (strcmp(kind, "csv") != 0)
        return strcmp(kind, "hold") == 0 || value_of(segment, "amp") == 0 ||
               (value_of(segment, "omega") == 0 && value_of(segment, "w0") == 0 &&
                value_of(segment, "w1") == 0);
    for (row = row->child; row && row->next; row = row->next)
        if (strtod(row->child->next->valuestring, NULL) !=
            strtod(row->next->child->next->valuestring, NULL))
            return false;
    return true;
}

bool sample_is_held(const cJSON *witness)
{
    const cJSON *segment;
    bool held = true;
    cJSON_ArrayForEach(segment, cJSON_GetObjectItem(witness, "signal")) held &= is_held(segment);
    return held;
}

cJSON *sample_scalable(struct rng *rng, const cJSON *witness)
{
    const cJSON *signal = cJSON_GetObjectItem(witness, "signal");
    const cJSON *params = cJSON_GetObjectItem(witness, "params");
    cJSON *item = any(rng, chance(rng, 0.6) ? any(rng, signal) : params);
    if (!item)
        return NULL;
    const bool whole = strcmp(item->string, "N") == 0 || strcmp(item->string, "n") == 0 ||
                       strcmp(item->string, "kind") == 0;
    return cJSON_IsString(item) && !whole && strtod(item->valuestring, NULL) != 0 ? item : NULL;
}

void sample_vary(struct rng *rng, cJSON *witness)
{
    cJSON *params = cJSON_GetObjectItem(witness, "params"), *kept = cJSON_Duplicate(params, true);
    cJSON *item;
    cJSON_ArrayForEach(item,
                       params) if (strcmp(item->string, "N") != 0 && strcmp(item->string, "n") != 0)
        sample_set_number(item, strtod(item->valuestring, NULL) * exp2(rng_uniform(rng) - 0.5),
                          draw_digits(rng));
    if (sample_valid(witness))
        cJSON_Delete(kept);
    else
        cJSON_ReplaceItemInObject(witness, "params", kept);
}

/* Writes an exact decimal of the number. */
static void quad_text(char text[64], quad value)
{
    arb_t x;
    arb_init(x);
    mini_set(x, value);
    char *digits = arb_get_str(x, 33, ARB_STR_NO_RADIUS);
    snprintf(text, 64, "%s", digits);
    flint_free(digits);
    arb_clear(x);
}

void sample_claim(struct rng *rng, cJSON *witness, quad value, quad off)
{
    const quad size = value < 0 ? -value : value,
               wide = 4 * off + size * (quad)rng_log_uniform(rng, 1e-26, 1e-6) + (quad)1e-300;
    const int shift = (const int[]){ 0, 0, 3, -3 }[rng_below(rng, 4)];
    char lo[64], hi[64];
    quad_text(lo, value + (shift - 1) * wide);
    quad_text(hi, value + (shift + 1) * wide);
    cJSON *claims = cJSON_AddObjectToObject(witness, "claims");
    cJSON_AddStringToObject(claims, "lo", lo);
    cJSON_AddStringToObject(claims, "hi", hi);
}
