/* Reads a witness and computes its velocity (inside.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MPFR_WANT_FLOAT128
#include <mpfr.h>

#include "properties/checker/property.h"
#include "properties/independent/inside.h"
#include "tools/base/memory.h"

enum { BITS = 113, SIZE = 3 * ARB_LAW_MAX + 3 }; /* bits of binary128; balls of a run */

static const struct {
    const char *name, *keys[4];
} kinds[] = { { "hold", { "v" } },
              { "ramp", { "v0", "v1" } },
              { "sine", { "mean", "amp", "omega", "phase" } },
              { "cosine", { "mean", "amp", "omega", "phase" } },
              { "chirp", { "mean", "amp", "w0", "w1" } } };

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

static const char *text(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

/* Returns the difference of two decimals, rounded as the run rounds. */
static quad difference(const struct run *run, const char *plus, const char *minus)
{
    arb_ptr x = _arb_vec_init(2);
    mini_decimal(x, plus);
    mini_decimal(x + 1, minus);
    arf_sub(arb_midref(x), arb_midref(x), arb_midref(x + 1), BITS,
            run->fine ? ARF_RND_UP : ARF_RND_DOWN);
    const quad value = mini_get(x);
    _arb_vec_clear(x, 2);
    return value;
}

static void read_rows(struct run *run, const cJSON *row)
{
    for (; row->next; row = row->next) {
        const cJSON *a = row->child, *b = row->next->child;
        run->segment[run->n_segments++] = (struct segment){
            SIGNAL_RAMP,
            { difference(run, a->next->valuestring, "0"),
              difference(run, b->next->valuestring, "0") },
            difference(run, b->valuestring, a->valuestring),
        };
    }
}

static void read_segment(struct run *run, const cJSON *item)
{
    struct segment *segment = &run->segment[run->n_segments++];
    while (strcmp(kinds[segment->kind].name, text(item, "kind")) != 0)
        segment->kind++;
    for (int i = 0; i < 4 && kinds[segment->kind].keys[i]; i++)
        segment->value[i] = difference(run, text(item, kinds[segment->kind].keys[i]), "0");
    segment->T = difference(run, text(item, "t"), "0");
}

bool mini_open(struct run *run, const cJSON *witness, bool fine, int speed, long steps)
{
    const cJSON *item, *signal = cJSON_GetObjectItem(witness, "signal");
    const cJSON *params = cJSON_GetObjectItem(witness, "params");
    size_t n = 0;
    *run = (struct run){ .witness = witness, .fine = fine, .speed = speed, .steps = steps };
    run->law = arb_law_find(text(witness, "model"));
    run->property = property_find(text(witness, "property"));
    if (!run->law || run->property == N_PROPERTIES)
        return false;
    run->n = arb_law_count(run->law->states);
    run->before = 2;
    run->worst = -1;
    run->p = _arb_vec_init(SIZE);
    run->x = run->p + ARB_LAW_MAX;
    run->dx = run->x + ARB_LAW_MAX;
    run->v = run->dx + ARB_LAW_MAX;
    run->s = run->v + 1;
    run->F = run->s + 1;
    for (int i = 0; run->law->params[i]; i++)
        mini_decimal(run->p + i, text(params, run->law->params[i]));
    if (run->law->start)
        run->law->start(run->x + run->n, run->p);
    cJSON_ArrayForEach(item, signal) n +=
        1 + (size_t)cJSON_GetArraySize(cJSON_GetObjectItem(item, "samples"));
    run->segment = memory_array(n, sizeof *run->segment);
    cJSON_ArrayForEach(item, signal) if (cJSON_GetObjectItem(item, "samples"))
        read_rows(run, cJSON_GetObjectItem(item, "samples")->child);
    else read_segment(run, item);
    return true;
}

void mini_close(struct run *run)
{
    free(run->segment);
    _arb_vec_clear(run->p, SIZE);
}

/* omega tau + phase, or w0 tau + (w1 - w0) tau^2/(2 T). */
static quad phase(const struct run *run, const struct segment *segment, quad tau)
{
    const quad *w = &segment->value[2];
    (void)run; /* of no matter here */
    if (segment->kind == SIGNAL_CHIRP)
        return (w[0] + (w[1] - w[0]) * tau / (2 * segment->T)) * tau;
    return w[0] * tau + w[1];
}

/* A ramp is exactly zero at an end that is zero. */
quad mini_velocity(const struct run *run, const struct segment *segment, quad tau)
{
    const quad *x = segment->value;
    if (segment->kind == SIGNAL_HOLD)
        return run->speed * x[0];
    if (segment->kind == SIGNAL_RAMP)
        return run->speed * (x[0] * (segment->T - tau) + x[1] * tau) / segment->T;
    const bool cosine = segment->kind == SIGNAL_COSINE;
    const quad wave = mini_apply(cosine ? arb_cos : arb_sin, phase(run, segment, tau));
    return run->speed * (x[0] + x[1] * wave);
}

/* Inserts, between sorted times between which f is monotonic, those at which f passes a level. */
static int cut(quad at[PARTS], int n, const struct run *run, const struct segment *segment,
               quad (*f)(const struct run *, const struct segment *, quad), quad level)
{
    for (int i = 0; i + 1 < n && n < PARTS; i++) {
        quad lo = at[i], hi = at[i + 1];
        const quad a = f(run, segment, lo) - level, b = f(run, segment, hi) - level;
        if (mini_sign(a) * mini_sign(b) >= 0)
            continue;
        for (int k = 0; k < BITS; k++) {
            const quad middle = (lo + hi) / 2;
            *((f(run, segment, middle) < level) == (a < 0) ? &lo : &hi) = middle;
        }
        memmove(&at[i + 2], &at[i + 1], (size_t)(n++ - i - 1) * sizeof *at);
        at[++i] = hi;
    }
    return n;
}

/* The times are cut where the phase turns, at extrema of v, and where v passes 0 or comes to either
 * side of the band. */
int mini_parts(const struct run *run, const struct segment *segment, struct part part[PARTS])
{
    const quad *x = segment->value, pi = 4 * mini_apply(arb_atan, 1), near = 0x1p-104;
    const quad band = mini_param(run, "Dv", 0),
               level[] = { 0, band - band * near, band + band * near };
    const quad first = segment->kind == SIGNAL_COSINE ? 0 : (quad)0.5; /* extremum, in half turns */
    quad at[PARTS] = { 0, segment->T };
    int n = 2, parts = 0;
    if (segment->kind == SIGNAL_CHIRP && x[2] * x[3] < 0) {
        at[1] = segment->T * x[2] / (x[2] - x[3]);
        at[n++] = segment->T;
    }
    double least = HUGE_VAL, most = -HUGE_VAL; /* phases in half turns from it */
    for (int i = 0; segment->kind >= SIGNAL_SINE && i < n; i++) {
        const quad turns = phase(run, segment, at[i]) / pi - first;
        least = fmin(least, (double)turns);
        most = fmax(most, (double)turns);
    }
    if (most - least > PARTS)
        return 0;
    for (double k = floor(least); k <= ceil(most); k++)
        n = cut(at, n, run, segment, phase, ((quad)k + first) * pi);
    for (int i = 0; i < (band > 0 ? 3 : 1); i++)
        for (int s = -1; s <= 1; s += 2)
            n = cut(at, n, run, segment, mini_velocity, s * level[i]);
    for (int i = 0; i + 1 < n && n < PARTS; i++)
        if (at[i] < at[i + 1]) {
            const quad v = mini_velocity(run, segment, (at[i] + at[i + 1]) / 2);
            const bool rests = mini_abs(v) <= near * (mini_abs(x[0]) + mini_abs(x[1]));
            part[parts++] = (struct part){ at[i], at[i + 1], rests ? 0 : mini_sign(v) };
        }
    return parts;
}
