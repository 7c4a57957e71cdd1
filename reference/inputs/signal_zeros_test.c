/* The closed forms of zeros against a search that cannot miss any. Every kind of segment has a
 * closed form, so that the search is needed here only.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "reference/inputs/signal.h"
#include "tools/testing/test_random.h"

enum { MAX_ZEROS = 4096 };

/* A zero in [lo, hi], where |v'| is at least slope: with v known to `rounding`, the true one
 * is within rounding/slope of there. */
struct bracket {
    double lo, hi, slope;
};

/* A segment under search: bounds that are known, and the zeros found. */
struct search {
    const struct signal_segment *segment;
    double curvature; /* >= |v''| */
    double rounding;  /* >= the error of a computed v */
    struct bracket zeros[MAX_ZEROS], doubtful[MAX_ZEROS];
    size_t n_zeros, n_doubtful;
};

static double velocity(const struct search *s, double tau)
{
    return signal_segment_velocity(s->segment, s->segment->start + tau);
}

static struct bracket bisect(const struct search *s, double lo, double hi, double slope)
{
    const bool rises = velocity(s, lo) < 0;
    for (;;) {
        const double middle = lo + (hi - lo) / 2;
        if (middle <= lo || middle >= hi)
            return (struct bracket){ lo, hi, slope };
        if ((velocity(s, middle) < 0) == rises)
            lo = middle;
        else
            hi = middle;
    }
}

/* All zeros in [a, b], in order. With |v''| <= M and h = b - a, v stays within M h^2/8 of its
 * chord and v' within M h of the chord's slope. So there is no zero where both ends are on one
 * side by more than the former; at most one, crossing, where the slope is beyond the latter
 * (twice, to know how steeply). Otherwise the interval is halved, until M h^2 sinks into
 * the rounding: what is left may touch zero, cross it twice, or not. A computed 0 counts as
 * positive for both its neighbours. */
static void isolate(struct search *s, double a, double va, double b, double vb)
{
    const double h = b - a, bend = s->curvature * h * h, e = s->rounding;
    if ((va < 0) == (vb < 0) && fmin(fabs(va), fabs(vb)) > bend / 8 + e)
        return;
    if (fabs(vb - va) > 2 * bend + 4 * e) {
        const double slope = (fabs(vb - va) - 2 * e - bend) / h;
        if ((va < 0) != (vb < 0)) {
            cr_assert(s->n_zeros < MAX_ZEROS);
            s->zeros[s->n_zeros++] = bisect(s, a, b, slope);
        }
        return;
    }
    const double middle = a + h / 2, v = velocity(s, middle);
    if (bend <= e || middle <= a || middle >= b) {
        cr_assert(s->n_doubtful < MAX_ZEROS);
        s->doubtful[s->n_doubtful++] = (struct bracket){ a, b, 0 };
        return;
    }
    isolate(s, a, va, middle, v);
    isolate(s, middle, v, b, vb);
}

static double between(unsigned long long *state, double lo, double hi)
{
    return lo + (hi - lo) * test_uniform(state);
}

/* A frequency of either sign that makes at most `phase` rad in T, log-uniform, or 0. */
static double draw_frequency(unsigned long long *state, double phase, double T)
{
    const double w = phase * exp2(-12 * test_uniform(state)) / T, u = test_uniform(state);
    return u < 0.05 ? 0 : (u < 0.5 ? w : -w);
}

/* A segment of a random kind: crossing, touching or missing zero, some of it often. */
static void draw_segment(unsigned long long *state, char *text, size_t size)
{
    static const char *const kinds[] = { "sine", "cosine", "chirp" };
    const int kind = (int)between(state, 0, 4);
    const double T = exp2(between(state, -10, 10)), amp = between(state, -2, 2);
    if (kind == 3) {
        snprintf(text, size, "ramp %.17g %.17g %.17g", amp, between(state, -2, 2), T);
        return;
    }
    const double u = test_uniform(state), w0 = draw_frequency(state, 300, T);
    const double mean = u < 0.3 ? 0 : (u < 0.4 ? amp : (u < 0.5 ? -amp : between(state, -2, 2)));
    const double last = kind == 2 ? (test_uniform(state) < 0.1 ? w0 : draw_frequency(state, 300, T))
                                  : between(state, -7, 7);
    snprintf(text, size, "%s %.17g %.17g %.17g %.17g %.17g", kinds[kind], mean, amp, w0, last, T);
}

/* Fills in the bounds: v' = amp cos(theta) theta', v'' = amp (cos(theta) theta'' - sin(theta)
 * theta'^2); theta is a sum of products, each wrong by 3 roundings of its size at most, and sin and
 * the sum of the two terms of v add one each. */
static void know(struct search *s, const struct signal_segment *segment)
{
    const double *a = segment->value, T = segment->duration;
    const bool chirp = segment->kind == SIGNAL_CHIRP;
    s->segment = segment;
    s->n_zeros = s->n_doubtful = 0;
    if (segment->kind == SIGNAL_RAMP) {
        s->curvature = 0;
        s->rounding = 3 * DBL_EPSILON * (fabs(a[0]) + fabs(a[1]));
        return;
    }
    const double fastest = chirp ? fmax(fabs(a[2]), fabs(a[3])) : fabs(a[2]);
    const double theta = fabs(a[2]) * T + (chirp ? fabs(a[3] - a[2]) * T / 2 : fabs(a[3]));
    s->curvature = fabs(a[1]) * ((chirp ? fabs(a[3] - a[2]) / T : 0) + fastest * fastest);
    s->rounding = DBL_EPSILON * (fabs(a[0]) + fabs(a[1]) * (2 + 3 * theta));
}

/* What rounding does to an instant of a signal of that duration, s (signal_resolution). */
static double slack(const struct search *s) { return 32 * DBL_EPSILON * s->segment->duration; }

static double tolerance(const struct search *s, const struct bracket *zero)
{
    return slack(s) + 2 * s->rounding / zero->slope;
}

/* Returns true when the search, too, has something near tau that may be a zero: one of its zeros,
 * what it could not decide, or an end of the segment. */
static bool confirmed(const struct search *s, double tau)
{
    for (size_t i = 0; i < s->n_zeros; i++) {
        const double off = tolerance(s, &s->zeros[i]);
        if (tau >= s->zeros[i].lo - off && tau <= s->zeros[i].hi + off)
            return true;
    }
    for (size_t i = 0; i < s->n_doubtful; i++)
        if (tau >= s->doubtful[i].lo - slack(s) && tau <= s->doubtful[i].hi + slack(s))
            return true;
    return false;
}

/* Follows the intervals of the segment, which must tile it and keep their sign up to the rounding
 * of v; writes their ends and returns how many there are, the segment's end left out. */
static size_t walk(const struct search *s, const struct signal *signal, double ends[MAX_ZEROS],
                   const char *text)
{
    size_t n = 0;
    double t = 0;
    while (t < signal->duration) {
        const struct smooth_interval now = signal_interval(signal, t);
        cr_assert(now.start == t && now.end > t && now.end <= signal->duration && n < MAX_ZEROS,
                  "seed %llu, '%s' at %a", test_seed(), text, t);
        for (int k = 1; k < 8; k++) {
            const double v = signal_segment_velocity(now.segment, t + (now.end - t) * k / 8);
            cr_expect((v > 0) - (v < 0) == (int)now.sign || fabs(v) <= 2 * s->rounding,
                      "seed %llu, '%s' after %a: v = %a, sign %g", test_seed(), text, t, v,
                      now.sign);
        }
        ends[n++] = t = now.end;
    }
    return n - 1; /* the last one is the end of the segment */
}

Test(zeros, closed_forms_and_safe_search_agree)
{
    static struct search s;
    static double ends[MAX_ZEROS];
    unsigned long long state = test_seed();
    size_t matched = 0;
    for (int trial = 0; trial < 3000; trial++) {
        char text[256], error[SIGNAL_TEXT];
        struct signal signal;
        draw_segment(&state, text, sizeof text);
        cr_assert(signal_parse(text, &signal, error), "'%s': %s", text, error);
        know(&s, &signal.segments[0]);
        isolate(&s, 0, velocity(&s, 0), signal.duration, velocity(&s, signal.duration));
        const size_t n = walk(&s, &signal, ends, text);
        for (size_t i = 0; i < n; i++)
            cr_expect(confirmed(&s, ends[i]), "seed %llu, '%s': no zero at %a", test_seed(), text,
                      ends[i]);
        for (size_t i = 0, k = 0; i < s.n_zeros; i++) {
            const struct bracket *zero = &s.zeros[i];
            const double off = tolerance(&s, zero);
            if (zero->lo <= off || zero->hi >= signal.duration - off)
                continue; /* at an end of the segment a zero need not end an interval */
            while (k < n && ends[k] < zero->lo - off)
                k++;
            cr_expect(k < n && ends[k] <= zero->hi + off,
                      "seed %llu, '%s': the zero at %a is not found", test_seed(), text, zero->lo);
            cr_expect(signal_velocity(&signal, ends[k]) == 0);
            matched++;
        }
        signal_free(&signal);
    }
    cr_expect(matched > 10000, "only %zu zeros compared", matched);
}

/* The search itself, where the answer is known. */
Test(zeros, safe_search_finds_what_is_there)
{
    static const struct {
        const char *text;
        size_t zeros;
        bool doubtful;
    } cases[] = {
        { "ramp -1 2 3", 1, false },
        { "ramp 1 2 3", 0, false },
        { "sine 0 1 1 0.5 20", 6, false },
        { "sine 1.0000001 1 1 0.5 20", 0, false },
        { "sine 0.9999999 1 1 0.5 8", 2, false },
        { "sine 1 1 1 0.5 8", 0, true },
        { "sine 0 0 1 0.5 8", 0, true },
    };
    static struct search s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char error[SIGNAL_TEXT];
        struct signal signal;
        cr_assert(signal_parse(cases[i].text, &signal, error));
        know(&s, &signal.segments[0]);
        isolate(&s, 0, velocity(&s, 0), signal.duration, velocity(&s, signal.duration));
        cr_expect(s.n_zeros == cases[i].zeros && (s.n_doubtful > 0) == cases[i].doubtful,
                  "'%s': %zu zeros, %zu doubtful", cases[i].text, s.n_zeros, s.n_doubtful);
        signal_free(&signal);
    }
}
