/* no_drift of a law of given numbers, against its definition, window by window in whole numbers.
 * Where directions, forces or bounds are not known every choice of them is tried: the answer must
 * be true of all, and what follows must be decided. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "properties/rigorous/rigorous.h"
#include "tools/base/rng.h"

enum { MOST_HOLDS = 4, SIGNALS = 4000, BITS = 192, SPEED = 125 /* m/s, of the first hold */ };

/* A force beside 0.9 of the least of break-away, 10 N, and steady sliding: in halves of 1 N, and by
 * how little it is above. */
static const struct strength {
    int steady, force, least;
    enum answer gentle;
} strengths[] = {
    { 20, 16, 0, ANSWER_YES }, { 20, 18, 0, ANSWER_YES },  { 20, -18, 0, ANSWER_YES },
    { 20, 18, 1, ANSWER_NO },  { 20, -19, 0, ANSWER_NO },  { -5, 9, 0, ANSWER_YES },
    { -5, 8, 0, ANSWER_YES },  { -5, -9, -1, ANSWER_NO },  { 5, 9, 0, ANSWER_YES },
    { 5, 10, 0, ANSWER_NO },   { 10, -18, 0, ANSWER_YES }, { 10, 0, 0, ANSWER_YES },
};
/* Any force from 8 N to 10 N. */
static const struct strength any_strength = { 20, 18, 0, ANSWER_UNDECIDED };
enum { STRENGTHS = sizeof strengths / sizeof *strengths, FEW = 12 };

/* A hold of 1 s at SPEED 2^i m/s: forth, back or at rest, or any of these. After it the state is
 * a/8 + b 2^-60 m. */
struct hold {
    int sign;
    bool any_sign;
    const struct strength *at_start, *at_end;
    int a, b;
};

/* A signal. The state may be one without a bound, which does not count. */
static struct {
    int n;
    struct hold hold[MOST_HOLDS];
    bool any_bound;
} given;

/* The states: the number of holds so far, which has no bound, and what is given. */
enum { COUNT, X };

/* Returns the hold at a velocity other than 0. */
static int hold_at(const arb_t v)
{
    arf_t speed;
    arf_init(speed);
    arb_get_abs_ubound_arf(speed, v, BITS);
    const int i = (int)lround(log2(arf_get_d(speed, ARF_RND_NEAR) / SPEED));
    arf_clear(speed);
    return i;
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s;
    arb_set_si(F, 5);
    if (arb_is_zero(v))
        return;
    const int i = hold_at(v);
    const bool starts = arf_cmp_si(arb_midref(x + COUNT), i) == 0;
    const struct strength *strength = starts ? given.hold[i].at_start : given.hold[i].at_end;
    arb_set_si(F, strength->least);
    arb_mul_2exp_si(F, F, -100);
    arb_add_si(F, F, strength->force, prec);
    arb_mul_2exp_si(F, F, -1);
    if (strength->gentle == ANSWER_UNDECIDED)
        arb_add_error_2exp_si(F, 0);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)s, (void)prec;
    arb_set_si(F, given.hold[hold_at(v)].at_start->steady);
}

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(F, 10);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h;
    const struct hold *hold = &given.hold[arf_get_si(arb_midref(x + COUNT), ARF_RND_NEAR)];
    arb_set_si(x + X, hold->b);
    arb_mul_2exp_si(x + X, x + X, -57);
    arb_add_si(x + X, x + X, hold->a, prec);
    arb_mul_2exp_si(x + X, x + X, -3);
    arb_add_si(x + COUNT, x + COUNT, 1, prec);
}

static void bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(of + X);
    if (given.any_bound)
        arb_zero_pm_inf(of + X);
    arb_pos_inf(of + COUNT);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    for (int i = 0; i < given.n; i++) {
        arb_one(h + i);
        if (given.hold[i].any_sign)
            mag_set_ui(arb_radref(v + i), SPEED);
        else
            arb_set_si(v + i, (slong)given.hold[i].sign * SPEED);
        arb_mul_2exp_si(v + i, v + i, i);
    }
}

static const char *const no_params[] = { NULL }, *const states[] = { "count", "x", NULL };
static const struct arb_law law = {
    .name = "numbers",
    .params = no_params,
    .states = states,
    .force = force,
    .flow = flow,
    .steady_force = steady_force,
    .bound = bound,
    .break_away = break_away,
};

/* Draws a hold; of a few it is not known what they do. */
static void draw_hold(struct rng *rng, struct hold *hold)
{
    hold->sign = (int)rng_below(rng, 3) - 1;
    hold->any_sign = rng_below(rng, FEW) == 0;
    hold->at_start = hold->at_end = &strengths[rng_below(rng, STRENGTHS)];
    if (hold->at_start->steady == any_strength.steady) {
        if (rng_below(rng, FEW / 2) == 0)
            hold->at_start = &any_strength;
        if (rng_below(rng, FEW / 2) == 0)
            hold->at_end = &any_strength;
    }
    if (rng_below(rng, 2) == 0) {
        const struct strength *end = &strengths[rng_below(rng, STRENGTHS)];
        hold->at_end = end->steady == hold->at_start->steady ? end : hold->at_end;
    }
    hold->a = (int)rng_below(rng, 3);
    hold->b = (int)rng_below(rng, 3) - 1;
}

static void draw(uint64_t signal)
{
    struct rng rng = rng_keyed(1, "drift", signal);
    given.n = 1 + (int)rng_below(&rng, MOST_HOLDS);
    given.any_bound = rng_below(&rng, FEW) == 0;
    for (int i = 0; i < given.n; i++)
        draw_hold(&rng, &given.hold[i]);
}

/* One choice of what is not known. */
struct choice {
    int sign[MOST_HOLDS];
    bool gentle[MOST_HOLDS], bounded;
};

/* Returns what holds at both ends. The force of a hold at rest is gentle. */
static enum answer gentle(const struct hold *hold)
{
    const enum answer a = hold->at_start->gentle, b = hold->at_end->gentle;
    if (hold->sign == 0 && !hold->any_sign)
        return ANSWER_YES;
    if (a == ANSWER_NO || b == ANSWER_NO)
        return ANSWER_NO;
    return a == ANSWER_YES ? b : a;
}

/* Sets choice number `code` of the signal. Returns false when that is no other than one before. */
static bool choose(struct choice *c, unsigned code)
{
    c->bounded = code % 2 == 0;
    bool is_new = c->bounded || given.any_bound;
    code /= 2;
    for (int i = 0; i < given.n; i++, code /= 6) {
        const struct hold *hold = &given.hold[i];
        c->sign[i] = hold->any_sign ? (int)(code % 3) - 1 : hold->sign;
        is_new = is_new && (hold->any_sign || code % 3 == 0);
        const enum answer known = gentle(hold);
        c->gentle[i] = known == ANSWER_UNDECIDED ? code / 3 % 2 : known == ANSWER_YES;
        is_new = is_new && (known == ANSWER_UNDECIDED || code / 3 % 2 == 0);
    }
    return is_new;
}

/* A window of holds i..j-1: whether it is one of which the property speaks, its drift without and
 * with parts of 2^-60, and its path. */
struct window {
    bool counts;
    long drift, fine, path;
};

static struct window window_of(const struct choice *c, int i, int j)
{
    struct window w = { .counts = true };
    bool forth = false, back = false;
    long travel = 0;
    for (int k = i; k < j; k++) {
        const long step = (long)SPEED << k;
        travel += c->sign[k] * step;
        w.path += labs(c->sign[k] * step);
        w.counts = w.counts && c->gentle[k];
        forth |= c->sign[k] > 0;
        back |= c->sign[k] < 0;
    }
    w.counts = w.counts && forth && back;
    long a = given.hold[j - 1].a, b = given.hold[j - 1].b;
    if (i > 0) {
        a -= given.hold[i - 1].a;
        b -= given.hold[i - 1].b;
    }
    w.drift = labs(travel);
    if (c->bounded) {
        w.drift -= SPEED * labs(a); /* 1000 |a|/8 */
        w.fine = -1000 * (a > 0 ? b : a < 0 ? -b : labs(b));
    }
    return w;
}

/* More than 2^-60 of the path. */
static bool drifts(const struct window *w)
{
    return w->drift != 0 ? w->drift > 0 : w->fine > w->path;
}

/* What the definition says of all choices: in how many a window drifts, whether one and the same
 * does in all, and whether functional and margin are within what the checker says. */
struct truth {
    unsigned choices, violated;
    bool same, enclosed, exact;
};

static void add_choice(struct truth *truth, const struct choice *c,
                       bool in_all[MOST_HOLDS][MOST_HOLDS], const arb_t functional,
                       const arb_t margin)
{
    const double tiny = 0x1p-60;
    double most = -HUGE_VAL, least = 1;
    bool violated = false;
    for (int j = 1; j <= given.n; j++)
        for (int i = 0; i < j; i++) {
            const struct window w = window_of(c, i, j);
            const bool drifting = w.counts && drifts(&w);
            in_all[i][j - 1] = in_all[i][j - 1] && drifting;
            violated |= drifting;
            if (!w.counts)
                continue;
            const double drift = (double)w.drift + tiny * (double)w.fine;
            most = fmax(most, drift);
            least = fmin(least, -drift / (double)w.path);
        }
    truth->choices++;
    truth->violated += violated;
    arb_t value;
    arb_init(value);
    for (int k = 0; k < 2; k++) {
        const double number = k == 0 ? most : least;
        arb_set_d(value, number);
        if (isfinite(number)) /* roundings to double */
            mag_set_d(arb_radref(value), 4 * 0x1p-53 * fabs(number));
        arb_srcptr said = k == 0 ? functional : margin;
        truth->enclosed = truth->enclosed && arb_overlaps(said, value);
        truth->exact = truth->exact &&
                       (!isfinite(number) || mag_cmp_2exp_si(arb_radref(said), 10 - BITS + 20) < 0);
    }
    arb_clear(value);
}

static struct truth truth_of(const arb_t functional, const arb_t margin)
{
    struct truth truth = { .enclosed = true, .exact = true };
    bool in_all[MOST_HOLDS][MOST_HOLDS];
    unsigned codes = 2;
    for (int i = 0; i < MOST_HOLDS * MOST_HOLDS; i++)
        in_all[i / MOST_HOLDS][i % MOST_HOLDS] = true;
    for (int i = 0; i < given.n; i++)
        codes *= 6;
    for (unsigned code = 0; code < codes; code++) {
        struct choice c;
        if (choose(&c, code))
            add_choice(&truth, &c, in_all, functional, margin);
    }
    for (int j = 1; j <= given.n; j++)
        for (int i = 0; i < j; i++)
            truth.same |= in_all[i][j - 1];
    return truth;
}

/* Returns true where numbers are not known that enter the drift: then not all that follows of each
 * choice follows of all at once. */
static bool blurred(void)
{
    bool any = given.any_bound;
    for (int i = 0; i < given.n; i++)
        any |= given.hold[i].any_sign;
    return any;
}

Test(drift, is_what_the_definition_says)
{
    const struct rigorous_case c = { .law = &law, .property = NO_DRIFT, .load = load };
    unsigned counts[3] = { 0 };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        draw(signal);
        struct rigorous_case of = c;
        of.n_segments = (unsigned)given.n;
        const enum answer answer = rigorous_evaluate(&of, BITS, functional, margin);
        const struct truth truth = truth_of(functional, margin);
        const enum answer expected = truth.same            ? ANSWER_YES
                                     : truth.violated == 0 ? ANSWER_NO
                                                           : ANSWER_UNDECIDED;
        cr_expect(answer == expected || (answer == ANSWER_UNDECIDED && blurred()),
                  "signal %u: %d, violated in %u of %u choices%s", signal, (int)answer,
                  truth.violated, truth.choices, truth.same ? ", by one window" : "");
        cr_expect(truth.enclosed, "signal %u", signal);
        cr_expect(truth.exact || truth.choices > 1, "signal %u", signal);
        counts[expected]++;
    }
    for (int k = 0; k < 3; k++)
        cr_expect_gt(counts[k], SIGNALS / 50, "answer %d: %u", k, counts[k]);
    arb_clear(margin);
    arb_clear(functional);
}

/* Work that ends on the way leaves the answer open, unless what has been seen decides it, and its
 * numbers always; what it takes in all is enough. */
Test(drift, is_not_denied_when_work_ends)
{
    unsigned cut = 0;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned signal = 0; signal < SIGNALS / 20; signal++) {
        draw(signal);
        struct rigorous_case c = { .law = &law, .property = NO_DRIFT, .load = load };
        struct work_limit ample = work_limit_from_now(1e3, 0);
        c.n_segments = (unsigned)given.n;
        c.limit = &ample;
        const enum answer truth = rigorous_evaluate(&c, BITS, functional, margin);
        const double used = 1e3 - ample.units;
        for (int tenths = 0; tenths <= 10; tenths++) {
            struct work_limit limit = work_limit_from_now(used * (tenths / 10.0 + 1e-6), 0);
            c.limit = &limit;
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            const bool ended = limit.end != WORK_GOES_ON;
            cr_expect(answer == truth || (ended && answer == ANSWER_UNDECIDED),
                      "signal %u, %d tenths: %d, in truth %d", signal, tenths, (int)answer,
                      (int)truth);
            cr_expect(!ended || !(arb_is_finite(functional) || arb_is_finite(margin)),
                      "signal %u, %d tenths", signal, tenths);
            cr_expect(ended == (tenths < 10), "signal %u, %d tenths", signal, tenths);
            cut += ended;
        }
    }
    cr_expect_gt(cut, SIGNALS / 20);
    arb_clear(margin);
    arb_clear(functional);
}
