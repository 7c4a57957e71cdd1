/* Reads a witness and evaluates its velocity (miniature.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/independent/inside.h"

static const struct {
    const char *name, *keys[4];
} kinds[] = {
    [SIGNAL_HOLD] = { "hold", { "v" } },
    [SIGNAL_RAMP] = { "ramp", { "v0", "v1" } },
    [SIGNAL_SINE] = { "sine", { "mean", "amp", "omega", "phase" } },
    [SIGNAL_COSINE] = { "cosine", { "mean", "amp", "omega", "phase" } },
    [SIGNAL_CHIRP] = { "chirp", { "mean", "amp", "w0", "w1" } },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* of finite numbers of binary128 */
enum { MAX_EXPONENT = 16384 };

/* Returns value 2^e, in steps that do not leave the range of binary128. */
static quad scaled(quad value, slong e)
{
    enum { STEP = 256, MOST = 20000 };
    const double up = 0x1p256, down = 0x1p-256;
    e = FLINT_MAX(FLINT_MIN(e, MOST), -MOST);
    for (; e >= STEP; e -= STEP)
        value *= up;
    for (; e <= -STEP; e += STEP)
        value *= down;
    return value * (quad)ldexp(1, (int)e);
}

quad mini_get(const arb_t x)
{
    quad sum = 0;
    fmpz_t e;
    arf_t rest, part;
    fmpz_init(e);
    arf_init(rest);
    arf_init(part);
    arf_frexp(rest, e, arb_midref(x));
    for (int i = 0; i < 3; i++) {
        const double d = arf_get_d(rest, ARF_RND_NEAR);
        sum += d;
        arf_set_d(part, d);
        arf_sub(rest, rest, part, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    sum = scaled(sum, fmpz_fits_si(e) ? fmpz_get_si(e) : fmpz_sgn(e) * WORD_MAX);
    arf_clear(part);
    arf_clear(rest);
    fmpz_clear(e);
    return sum;
}

void mini_set(arb_t x, quad value)
{
    slong e = 0;
    arf_t part;
    arf_init(part);
    arb_zero(x);
    for (; value != 0 && mini_abs(value) < 1; e--)
        value *= 2;
    for (; mini_abs(value) >= 2 && e < MAX_EXPONENT; e++)
        value /= 2;
    for (int i = 0; i < 3; i++) {
        const double d = (double)value;
        arf_set_d(part, d);
        arf_add(arb_midref(x), arb_midref(x), part, ARF_PREC_EXACT, ARF_RND_DOWN);
        value -= d;
    }
    arb_mul_2exp_si(x, x, e);
    arf_clear(part);
}

void mini_decimal(arb_t x, const char *text)
{
    arb_set_str(x, text, MINI_BITS);
    mag_zero(arb_radref(x));
}

static void decimal_at(arb_t x, const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    mini_decimal(x, text ? text : "nan");
}

static struct mini_segment *add(struct mini *mini, enum signal_kind kind)
{
    struct mini_segment *segment = &mini->segment[mini->n++];
    segment->kind = kind;
    arb_init(&segment->T);
    for (int k = 0; k < 4; k++)
        arb_init(&segment->value[k]);
    return segment;
}

static void read_rows(struct mini *mini, const cJSON *samples)
{
    for (const cJSON *row = samples->child; row->next; row = row->next) {
        struct mini_segment *segment = add(mini, SIGNAL_RAMP);
        const cJSON *const ends[] = { row, row->next };
        arb_struct t[2];
        for (int k = 0; k < 2; k++) {
            arb_init(&t[k]);
            mini_decimal(&t[k], cJSON_GetStringValue(ends[k]->child));
            mini_decimal(&segment->value[k], cJSON_GetStringValue(ends[k]->child->next));
        }
        arb_sub(&segment->T, &t[1], &t[0], MINI_BITS);
        mag_zero(arb_radref(&segment->T));
        for (int k = 0; k < 2; k++)
            arb_clear(&t[k]);
    }
}

static void read_signal(struct mini *mini, const cJSON *signal)
{
    size_t n = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, signal) n +=
        (size_t)cJSON_GetArraySize(cJSON_GetObjectItem(item, "samples")) + 1;
    mini->segment = calloc(n + 1, sizeof *mini->segment);
    cJSON_ArrayForEach(item, signal)
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(item, "kind"));
        if (strcmp(name, "csv") == 0)
            read_rows(mini, cJSON_GetObjectItem(item, "samples"));
        for (unsigned k = 0; k < KINDS; k++) {
            if (strcmp(name, kinds[k].name) != 0)
                continue;
            struct mini_segment *segment = add(mini, (enum signal_kind)k);
            for (int i = 0; i < 4 && kinds[k].keys[i]; i++)
                decimal_at(&segment->value[i], item, kinds[k].keys[i]);
            decimal_at(&segment->T, item, "t");
        }
    }
}

bool mini_read(struct mini *mini, const cJSON *json)
{
    const cJSON *claims = cJSON_GetObjectItem(json, "claims");
    const cJSON *null = cJSON_GetObjectItem(json, "null");
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
    const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
    *mini = (struct mini){ .law = arb_law_find(model), .property = property_find(property) };
    if (!mini->law || mini->property == N_PROPERTIES)
        return false;
    arb_init(mini->lo);
    arb_init(mini->hi);
    mini->p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; mini->law->params[i]; i++)
        decimal_at(mini->p + i, cJSON_GetObjectItem(json, "params"), mini->law->params[i]);
    read_signal(mini, cJSON_GetObjectItem(json, "signal"));
    mini->has_claims = claims != NULL;
    if (claims) {
        decimal_at(mini->lo, claims, "lo");
        decimal_at(mini->hi, claims, "hi");
    }
    mini->has_null = null != NULL;
    for (int i = 0; i < cJSON_GetArraySize(null) && i < 8; i++)
        mini->null[i] = strtod(cJSON_GetStringValue(cJSON_GetArrayItem(null, i)), NULL);
    return true;
}

void mini_clear(struct mini *mini)
{
    for (unsigned i = 0; i < mini->n; i++) {
        for (int k = 0; k < 4; k++)
            arb_clear(&mini->segment[i].value[k]);
        arb_clear(&mini->segment[i].T);
    }
    free(mini->segment);
    _arb_vec_clear(mini->p, ARB_LAW_MAX);
    arb_clear(mini->hi);
    arb_clear(mini->lo);
}

typedef void formula(arb_t y, const struct mini_segment *segment, const arb_t tau);

/* omega tau + phase, or w0 tau + (w1 - w0) tau^2/(2 T). */
static void phase(arb_t q, const struct mini_segment *segment, const arb_t tau)
{
    const arb_struct *a = &segment->value[2], *b = &segment->value[3];
    arb_t t;
    arb_init(t);
    arb_mul(t, a, tau, MINI_BITS);
    arb_add(q, t, b, MINI_BITS);
    if (segment->kind == SIGNAL_CHIRP) {
        arb_sub(q, b, a, MINI_BITS);
        arb_mul(q, q, tau, MINI_BITS);
        arb_mul(q, q, tau, MINI_BITS);
        arb_div(q, q, &segment->T, MINI_BITS);
        arb_mul_2exp_si(q, q, -1);
        arb_add(q, q, t, MINI_BITS);
    }
    mag_zero(arb_radref(q));
    arb_clear(t);
}

static bool is_wave(const struct mini_segment *segment)
{
    return segment->kind != SIGNAL_HOLD && segment->kind != SIGNAL_RAMP;
}

/* (a (T - tau) + b tau)/T, which is exactly zero at an end that is zero. */
static void line(arb_t v, const struct mini_segment *segment, const arb_t tau)
{
    arb_t left;
    arb_init(left);
    arb_sub(left, &segment->T, tau, MINI_BITS);
    arb_mul(left, left, &segment->value[0], MINI_BITS);
    arb_mul(v, &segment->value[1], tau, MINI_BITS);
    arb_add(v, v, left, MINI_BITS);
    arb_div(v, v, &segment->T, MINI_BITS);
    arb_clear(left);
}

void mini_velocity(arb_t v, const struct mini_segment *segment, const arb_t tau)
{
    if (is_wave(segment)) {
        phase(v, segment, tau);
        (segment->kind == SIGNAL_COSINE ? arb_cos : arb_sin)(v, v, MINI_BITS);
        arb_mul(v, v, &segment->value[1], MINI_BITS);
        arb_add(v, v, &segment->value[0], MINI_BITS);
    } else if (segment->kind == SIGNAL_RAMP)
        line(v, segment, tau);
    else
        arb_set(v, &segment->value[0]);
    mag_zero(arb_radref(v));
}

/* Finds where f passes the level between a and b, where f - level has opposite signs. */
static void bisect(arb_t at, formula *f, const struct mini_segment *segment, const arb_t a,
                   const arb_t b, const arb_t level)
{
    arb_t lo, hi, y;
    arb_init(lo);
    arb_init(hi);
    arb_init(y);
    arb_set(lo, a);
    arb_set(hi, b);
    f(y, segment, a);
    const bool falls = arf_cmp(arb_midref(y), arb_midref(level)) > 0;
    for (int i = 0; i < MINI_BITS; i++) {
        arb_add(at, lo, hi, (slong)2 * MINI_BITS);
        arb_mul_2exp_si(at, at, -1);
        mag_zero(arb_radref(at));
        f(y, segment, at);
        arb_set((arf_cmp(arb_midref(y), arb_midref(level)) > 0) == falls ? lo : hi, at);
    }
    arb_clear(y);
    arb_clear(hi);
    arb_clear(lo);
}

static int by_time(const void *a, const void *b)
{
    return arf_cmp(arb_midref((const arb_struct *)a), arb_midref((const arb_struct *)b));
}

/* Writes to at[n..] the times at which the phase is at an extremum of the wave, or turns. */
static unsigned extrema(arb_ptr at, unsigned n, unsigned most, const struct mini_segment *segment)
{
    arb_ptr section = _arb_vec_init(3), q = _arb_vec_init(3);
    arb_t level;
    arb_init(level);
    arb_set(section + 1, &segment->T);
    arb_set(section + 2, &segment->T);
    if (segment->kind == SIGNAL_CHIRP && !arb_equal(&segment->value[2], &segment->value[3])) {
        arb_sub(level, &segment->value[2], &segment->value[3], MINI_BITS);
        arb_div(level, &segment->value[2], level, MINI_BITS);
        arb_mul(level, level, &segment->T, MINI_BITS);
        mag_zero(arb_radref(level));
        if (arb_is_positive(level) && arb_lt(level, &segment->T))
            arb_set(section + 1, level);
    }
    for (int i = 0; i < 3; i++)
        phase(q + i, segment, section + i);
    if (n < most)
        arb_set(at + n++, section + 1);
    for (int i = 0; i < 2; i++) {
        const double pi = 3.14159265358979323846, a = (double)mini_get(q + i),
                     b = (double)mini_get(q + i + 1), from = a < b ? a : b, to = a < b ? b : a;
        if (!((to - from) / pi < most))
            n = most; /* too many */
        for (double k = floor(from / pi) - 1; n < most && k <= to / pi + 1; k++) {
            arb_const_pi(level, MINI_BITS);
            arb_mul_si(level, level, (slong)(2 * k) + (segment->kind != SIGNAL_COSINE), MINI_BITS);
            arb_mul_2exp_si(level, level, -1);
            mag_zero(arb_radref(level));
            if ((arb_lt(q + i, level) && arb_lt(level, q + i + 1)) ||
                (arb_gt(q + i, level) && arb_gt(level, q + i + 1)))
                bisect(at + n++, phase, segment, section + i, section + i + 1, level);
        }
    }
    arb_clear(level);
    _arb_vec_clear(q, 3);
    _arb_vec_clear(section, 3);
    return n;
}

/* Adds to n sorted times the passages of v through a level between them. */
static unsigned passages(arb_ptr at, unsigned n, unsigned most, const struct mini_segment *segment,
                         const arb_t level)
{
    const unsigned known = n;
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    for (unsigned i = 0; i + 1 < known && n < most; i++) {
        mini_velocity(a, segment, at + i);
        mini_velocity(b, segment, at + i + 1);
        if ((arb_lt(a, level) && arb_gt(b, level)) || (arb_gt(a, level) && arb_lt(b, level)))
            bisect(at + n++, mini_velocity, segment, at + i, at + i + 1, level);
    }
    qsort(at, n, sizeof *at, by_time);
    arb_clear(b);
    arb_clear(a);
    return n;
}

/* Returns the sign of v in the middle of the part, 0 if v is only rounding there. */
static int sign_at(const struct mini_segment *segment, const struct mini_part *part)
{
    const slong noise = 40 - MINI_BITS;
    arb_t v, tau, size;
    arb_init(v);
    arb_init(tau);
    arb_init(size);
    arb_mul_2exp_si(tau, &part->length, -1);
    arb_add(tau, tau, &part->t0, MINI_BITS);
    mini_velocity(v, segment, tau);
    arb_abs(size, &segment->value[0]);
    arb_abs(tau, &segment->value[1]);
    arb_add(size, size, tau, MINI_BITS);
    arb_mul_2exp_si(size, size, noise);
    arb_abs(tau, v);
    const int sign = arb_le(tau, size) ? 0 : arf_sgn(arb_midref(v));
    arb_clear(size);
    arb_clear(tau);
    arb_clear(v);
    return sign;
}

unsigned mini_parts(struct mini_part part[], unsigned most, const struct mini_segment *segment,
                    const arb_struct *band)
{
    arb_ptr at = _arb_vec_init((slong)most);
    arb_t level;
    arb_init(level);
    arb_set(at + 1, &segment->T);
    unsigned n = is_wave(segment) ? extrema(at, 2, most, segment) : 2, parts = 0;
    qsort(at, n, sizeof *at, by_time);
    n = passages(at, n, most, segment, level);
    for (int side = -1; band && side <= 1; side += 2) {
        arb_mul_si(level, band, side, MINI_BITS);
        n = passages(at, n, most, segment, level);
    }
    for (unsigned i = 0; i + 1 < n && n < most; i++) {
        struct mini_part *next = &part[parts];
        arb_sub(level, at + i + 1, at + i, MINI_BITS);
        mag_zero(arb_radref(level));
        if (!arb_is_positive(level))
            continue;
        arb_init(&next->t0);
        arb_init(&next->length);
        arb_set(&next->t0, at + i);
        arb_set(&next->length, level);
        next->s = sign_at(segment, next);
        parts++;
    }
    arb_clear(level);
    _arb_vec_clear(at, (slong)most);
    return parts;
}

void mini_parts_clear(struct mini_part part[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        arb_clear(&part[i].length);
        arb_clear(&part[i].t0);
    }
}
