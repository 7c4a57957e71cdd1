/* Reads a witness and computes its velocity (inside.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define _Float128 __float128 /* as mpfr.h calls it */
#endif
#define MPFR_WANT_FLOAT128
#include <mpfr.h>

#include "properties/checker/property.h"
#include "properties/independent/inside.h"
#include "tools/base/memory.h"

enum { BITS = 113, SIZE = 3 * ARB_LAW_MAX + 3 }; /* bits of binary128; balls of a run */

static const struct {
    const char *name, *keys[4];
} kinds[] = { { "hold", { "v", "v" } },
              { "ramp", { "v0", "v1" } },
              { "sine", { "mean", "amp", "phase", "omega" } },
              { "cosine", { "mean", "amp", "phase", "omega" } },
              { "chirp", { "mean", "amp", "w0", "w1" } } };

enum { SINE = 2, COSINE, CHIRP, KINDS };

quad mini_get(const arb_t x)
{
    mpfr_t y;
    mpfr_init2(y, BITS);
    arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
    const quad value = mpfr_get_float128(y, MPFR_RNDN);
    mpfr_clear(y);
    return value;
}

void mini_set(arb_t x, quad value)
{
    mpfr_t y;
    mpfr_init2(y, BITS);
    mpfr_set_float128(y, value, MPFR_RNDN);
    arf_set_mpfr(arb_midref(x), y);
    mag_zero(arb_radref(x));
    mpfr_clear(y);
}

void mini_decimal(arb_t x, const char *text)
{
    arb_set_str(x, text, MINI_BITS);
    mag_zero(arb_radref(x));
}

quad mini_apply(void (*f)(arb_t, const arb_t, slong), quad x)
{
    arb_t y;
    arb_init(y);
    mini_set(y, x);
    f(y, y, MINI_PREC);
    const quad value = mini_get(y);
    arb_clear(y);
    return value;
}

quad mini_pi(void) { return 4 * mini_apply(arb_atan, 1); }

static const char *text(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

quad mini_difference(const char *plus, const char *minus)
{
    arb_ptr x = _arb_vec_init(2);
    mini_decimal(x, plus);
    mini_decimal(x + 1, minus);
    arf_sub(arb_midref(x), arb_midref(x), arb_midref(x + 1), BITS, ARF_RND_NEAR);
    const quad value = mini_get(x);
    _arb_vec_clear(x, 2);
    return value;
}

/* Reads a segment, or a ramp between each two rows. A cosine is a sine a quarter of a turn on. The
 * coarse run changes speeds and times by more than the roundings of the formulas below, four of
 * 2^-113 each, so that the difference of the runs shows what these do. */
static void read_segments(struct run *run, const cJSON *item, int speed)
{
    const quad by = speed * (run->fine ? 1 : 1 - (quad)0x1p-110),
               last = (run->fine ? 1 : 1 + (quad)0x1p-109) / abs(speed);
    const cJSON *samples = cJSON_GetObjectItem(item, "samples");
    struct segment *segment = &run->segment[run->n_segments];
    for (const cJSON *row = samples ? samples->child : NULL; row && row->next; row = row->next) {
        const cJSON *from = row->child, *to = row->next->child;
        segment->v[0] = by * mini_difference(from->next->valuestring, "0");
        segment->v[1] = by * mini_difference(to->next->valuestring, "0");
        segment->T = last * mini_difference(to->valuestring, from->valuestring);
        segment++;
    }
    for (int k = 0; k < KINDS; k++) {
        if (strcmp(kinds[k].name, text(item, "kind")) != 0)
            continue;
        quad number[4] = { 0 };
        for (int i = 0; i < 4 && kinds[k].keys[i]; i++)
            number[i] = mini_difference(text(item, kinds[k].keys[i]), "0");
        const quad w0 = number[k == CHIRP ? 2 : 3] * abs(speed), w1 = number[3] * abs(speed),
                   T = last * mini_difference(text(item, "t"), "0"),
                   start = number[2] + (k == COSINE ? mini_pi() / 2 : 0);
        *segment++ = (struct segment){ k >= SINE,
                                       T,
                                       { by * number[0], by * number[1] },
                                       { k == CHIRP ? 0 : start, w0, (w1 - w0) / (2 * T) } };
    }
    run->n_segments = (int)(segment - run->segment);
}

/* Events that only a text has are not among what equations.c knows. */
static bool is_known(const struct arb_law *law)
{
    return law->n_memory == 0 || law->transition || strcmp(law->name, "bristle") == 0 ||
           strcmp(law->name, "leuven") == 0;
}

bool mini_open(struct run *run, const cJSON *witness, bool fine, int speed, long steps)
{
    const cJSON *item, *signal = cJSON_GetObjectItem(witness, "signal");
    const cJSON *params = cJSON_GetObjectItem(witness, "params");
    size_t n = 0;
    *run = (struct run){ .witness = witness, .fine = fine, .steps = steps };
    run->law = arb_law_find(text(witness, "model"));
    run->property = property_find(text(witness, "property"));
    if (!run->law || !is_known(run->law) || run->property == N_PROPERTIES)
        return false;
    run->n = arb_law_count(run->law->states);
    run->p = _arb_vec_init(SIZE);
    run->x = run->p + ARB_LAW_MAX;
    run->dx = run->x + ARB_LAW_MAX;
    run->v = run->dx + ARB_LAW_MAX;
    run->s = run->v + 1;
    run->F = run->s + 1;
    for (int i = 0; run->law->params[i]; i++)
        mini_decimal(run->p + i, text(params, run->law->params[i]));
    arb_law_begin(run->law, run->x, run->p);
    cJSON_ArrayForEach(item, signal) n +=
        1 + (size_t)cJSON_GetArraySize(cJSON_GetObjectItem(item, "samples"));
    run->segment = memory_array(n, sizeof *run->segment);
    cJSON_ArrayForEach(item, signal) read_segments(run, item, speed);
    return true;
}

void mini_close(struct run *run)
{
    free(run->segment);
    _arb_vec_clear(run->p, SIZE);
}

static quad phase(const struct segment *segment, quad tau)
{
    return segment->q[0] + (segment->q[1] + segment->q[2] * tau) * tau;
}

/* A hold is exact, and so is the end of a ramp that is zero. */
quad mini_velocity(const struct segment *segment, quad tau)
{
    const quad *v = segment->v;
    if (segment->wave)
        return v[0] + v[1] * mini_apply(arb_sin, phase(segment, tau));
    return v[0] == v[1] ? v[0] : (v[0] * (segment->T - tau) + v[1] * tau) / segment->T;
}

/* Inserts, between sorted times between which f is monotonic, those at which f passes a level. */
static int cut(quad at[PARTS], int n, const struct segment *segment,
               quad (*f)(const struct segment *, quad), quad level)
{
    for (int i = 0; i + 1 < n && n < PARTS; i++) {
        quad lo = at[i], hi = at[i + 1];
        const int below = mini_sign(f(segment, lo) - level);
        if (below * mini_sign(f(segment, hi) - level) >= 0)
            continue;
        for (int k = 0; k < BITS; k++) {
            const quad middle = (lo + hi) / 2;
            *(mini_sign(f(segment, middle) - level) == below ? &lo : &hi) = middle;
        }
        memmove(&at[i + 2], &at[i + 1], (size_t)(n++ - i - 1) * sizeof *at);
        at[++i] = hi;
    }
    return n;
}

/* The times are cut where the phase turns, at extrema of v, and where v passes 0 or comes to either
 * side of the band. */
int mini_parts(struct part part[PARTS], const struct segment *segment, quad band)
{
    const quad *q = segment->q, T = segment->T, near = 0x1p-104,
               level[] = { 0, band - band * near, band + band * near },
               turns = (mini_abs(q[0]) + (mini_abs(q[1]) + mini_abs(q[2] * T)) * T) / mini_pi();
    quad at[PARTS] = { 0, T };
    int n = 2, parts = 0;
    if (!(turns < PARTS))
        return 0;
    if (q[1] * (q[1] + 2 * q[2] * T) < 0) {
        at[1] = -q[1] / (2 * q[2]);
        at[n++] = T;
    }
    for (int k = -(int)turns - 1; segment->wave && k <= turns; k++)
        n = cut(at, n, segment, phase, k * mini_pi() + mini_pi() / 2);
    for (int i = 0; i < (band > 0 ? 3 : 1); i++)
        for (int s = -1; s <= 1; s += 2)
            n = cut(at, n, segment, mini_velocity, s * level[i]);
    for (int i = 0; i + 1 < n && n < PARTS; i++) {
        const quad v = mini_velocity(segment, (at[i] + at[i + 1]) / 2);
        const bool rests =
            mini_abs(v) <= near * (mini_abs(segment->v[0]) + mini_abs(segment->v[1]));
        if (at[i] < at[i + 1])
            part[parts++] = (struct part){ at[i], at[i + 1], rests ? 0 : mini_sign(v) };
    }
    return parts;
}
