/* Cases that ball arithmetic alone cannot decide and that the checker decides nevertheless,
 * along segments that are not at rest. Each expected answer follows from the law without a
 * computation. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness.h"
#include "properties/rigorous/rigorous_run.h"

enum { MAX_PREC = 1024 };

#define BOUC_WEN(beta)                                                                             \
    "\"model\":\"bouc_wen\",\"params\":{\"k\":\"10000\",\"c\":\"0.1\",\"A\":\"1\",\"beta\":"       \
    "\"" beta "\",\"gamma\":\"50000\",\"n\":\"1\"},\"x0\":[\"0\",\"0\"]"
#define BRISTLE                                                                                    \
    "\"model\":\"bristle\",\"params\":{\"N\":\"4\",\"k\":\"5000\",\"delta_s\":\"0.0001\"},"        \
    "\"x0\":[\"0\"]"
#define DAHL "\"model\":\"dahl\",\"params\":{\"sigma0\":\"100000\",\"Fc\":\"1\"},\"x0\":[\"0\"]"
#define MARTINEZ_ROSAS                                                                             \
    "\"model\":\"martinez_rosas\",\"params\":{\"sigma0\":\"100000\",\"sigma1\":\"316\","           \
    "\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1.5\",\"vs\":\"0.001\",\"m\":\"2\","                 \
    "\"alpha\":\"100\"},\"x0\":[\"0\",\"0\"]"
#define BROWN_MCPHEE                                                                               \
    "\"model\":\"brown_mcphee\",\"params\":{\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1.5\","       \
    "\"v_t\":\"0.001\"},\"x0\":[]"

#define MAXWELL_SLIP                                                                               \
    "\"model\":\"maxwell_slip\",\"params\":{\"N\":\"2\",\"k1\":\"40000\",\"k2\":\"30000\","        \
    "\"k3\":\"20000\",\"k4\":\"10000\",\"alpha1\":\"0.25\",\"alpha2\":\"0.3\","                    \
    "\"alpha3\":\"0.25\",\"alpha4\":\"0.25\",\"C\":\"100\",\"sigma2\":\"0.4\",\"Fc\":\"1\","       \
    "\"Fs\":\"1.5\",\"vs\":\"0.001\",\"m\":\"2\"},\"x0\":[\"0\",\"0\",\"0\",\"0\"]"

/* A velocity that touches v = 0 every 2 pi/omega without changing sign. */
#define TOUCHING(omega, phase, t)                                                                  \
    "{\"kind\":\"cosine\",\"mean\":\"0.0003\",\"amp\":\"0.0003\",\"omega\":\"" omega               \
    "\",\"phase\":\"" phase "\",\"t\":\"" t "\"}"
#define WAVE(amp, omega, t)                                                                        \
    "{\"kind\":\"sine\",\"mean\":\"0\",\"amp\":\"" amp "\",\"omega\":\"" omega                     \
    "\",\"phase\":\"0\",\"t\":\"" t "\"}"
#define CHIRP                                                                                      \
    "{\"kind\":\"chirp\",\"mean\":\"0.01\",\"amp\":\"0.03\",\"w0\":\"10\",\"w1\":\"31\",\"t\":"    \
    "\"1.7\"}"
#define STOPPING                                                                                   \
    "{\"kind\":\"csv\",\"samples\":[[\"0\",\"0.0001\"],[\"0.7\",\"-0.0003\"],[\"1.3\",\"0\"]]}"

static void read_witness(struct witness *w, char text[2048], const char *law, const char *property,
                         const char *signal)
{
    struct file_error error;
    snprintf(text, 2048, "{\"format\":\"witness-1\",%s,\"property\":\"%s\",\"signal\":[%s]}", law,
             property, signal);
    cr_assert(witness_parse(text, strlen(text), w, &error), "%s: %s", text, error.text);
}

static struct verdict_on_witness decide_within(const char *law, const char *property,
                                               const char *signal, struct work_limit *limit)
{
    char text[2048];
    struct witness w;
    read_witness(&w, text, law, property, signal);
    const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, limit);
    witness_free(&w);
    return verdict;
}

static struct verdict_on_witness decide(const char *law, const char *property, const char *signal)
{
    return decide_within(law, property, signal, NULL);
}

static void expect_kept(const char *law, const char *property, const char *signal)
{
    const struct verdict_on_witness verdict = decide(law, property, signal);
    cr_expect_eq(verdict.confirmed, ANSWER_NO, "%s, %s, %s: %d, [%s, %s]", law, property, signal,
                 verdict.confirmed, verdict.lo, verdict.hi);
}

/* States come as near to their bounds as balls can tell, and never reach them. */
Test(bounds, that_states_come_ever_nearer_to_are_kept)
{
    expect_kept(DAHL, "state_bound", STOPPING "," WAVE("0.2", "3", "4"));
    expect_kept(MARTINEZ_ROSAS, "state_bound", WAVE("0.2", "3", "1.5"));
    expect_kept(BOUC_WEN("50000"), "state_bound", WAVE("0.2", "3", "4"));
    expect_kept(BRISTLE, "state_bound", CHIRP);
}

/* Velocities between a largest and a least one, which are not opposite, lead to drift. The force is
 * largest between, where they change sign: of swings over E Fc/sigma0 it is about tanh(E/2) Fc,
 * 0.24 and 0.96 N, where 0.9 N is the limit. At the ends, half-way, it is 1 - (1 + tanh 2) exp(-2)
 * = 0.73 N at most. */
Test(drift, needs_forces_that_are_small_all_the_way)
{
    static const struct {
        double most, least; /* m/s */
        enum answer violated;
    } cases[] = {
        { 1.1e-5, -0.9e-5, ANSWER_YES }, /* E about 1/2 */
        { 8.8e-5, -7.2e-5, ANSWER_NO },  /* E about 4 */
    };
    for (size_t i = 0; i < 2; i++) {
        enum { ROOM = 1600, TURNS = 24 };
        char signal[ROOM];
        size_t n = (size_t)snprintf(signal, ROOM, "{\"kind\":\"csv\",\"samples\":[[\"0\",\"0\"]");
        for (int k = 1; k <= TURNS; k++)
            n += (size_t)snprintf(signal + n, ROOM - n, ",[\"%d\",\"%g\"]", k,
                                  k % 2 ? cases[i].most : cases[i].least);
        snprintf(signal + n, ROOM - n, "]}");
        cr_expect_eq(decide(DAHL, "no_drift", signal).confirmed, cases[i].violated, "case %zu", i);
    }
}

/* The functional ends at 0, at the bound, up to the radius of its ball, which has 30 bits and is
 * rounded up twice. It begins where what is known begins: the way to the first turn, of 5 mm,
 * is more than 100 Fc/sigma0, so that the state lacks less than exp(-100) of its bound, beside such
 * radii. */
Test(bounds, that_are_kept_are_printed_as_kept)
{
    const struct verdict_on_witness verdict = decide(DAHL, "state_bound", CHIRP);
    const double lo = strtod(verdict.lo, NULL), hi = strtod(verdict.hi, NULL);
    cr_expect_eq(verdict.confirmed, ANSWER_NO);
    cr_expect(lo < 0 && lo >= -0x1p-28, "%s", verdict.lo);
    cr_expect_leq(hi, -lo * 0x1p-28, "%s", verdict.hi);
}

/* The motion takes more work than the limit allows; every state moves towards a value within its
 * bound. */
Test(bounds, are_kept_also_where_the_motion_is_too_long)
{
    const char *signal = WAVE("0.2", "1e9", "1e9");
    const struct verdict_on_witness verdict = decide(DAHL, "state_bound", signal);
    expect_kept(DAHL, "state_bound", signal);
    cr_expect_str_eq(verdict.lo, "-1");
    cr_expect_str_eq(verdict.hi, "0");
    cr_expect_eq(decide(DAHL, "odd_symmetry", signal).confirmed, ANSWER_UNDECIDED);
}

/* With beta < 0 z moves away from its resting value once it is beyond A/(gamma - beta). */
Test(bounds, that_states_move_beyond_are_not_kept)
{
    cr_expect_eq(decide(BOUC_WEN("-10000"), "state_bound", WAVE("0.2", "3", "4")).confirmed,
                 ANSWER_YES);
}

Test(paths, are_followed_where_v_only_touches_zero)
{
    expect_kept(BOUC_WEN("50000"), "odd_symmetry", TOUCHING("7", "0", "3.1"));
    expect_kept(BOUC_WEN("50000"), "rate_independence", TOUCHING("-7", "-2.7", "3.1"));
    expect_kept(BRISTLE, "rate_independence", TOUCHING("7.3", "1.25", "3.1"));
    expect_kept(BRISTLE, "odd_symmetry", TOUCHING("7.3", "1.25", "3.1"));
}

/* Bonds that do not break return the energy that they stored. */
Test(paths, that_lose_nothing_are_dissipative)
{
    expect_kept(BRISTLE, "dissipation", WAVE("0.00003", "1", "9"));
    expect_kept(BRISTLE, "dissipation", WAVE("0.0003", "1", "9"));
}

/* A law with memory that rests keeps all that it stores, wherever it came to rest. */
Test(losses, of_laws_that_rest_are_none)
{
#define STOP                                                                                       \
    "{\"kind\":\"hold\",\"v\":\"0.0003\",\"t\":\"0.7\"},"                                          \
    "{\"kind\":\"hold\",\"v\":\"-0.0001\",\"t\":\"0.1\"},"                                         \
    "{\"kind\":\"hold\",\"v\":\"0\",\"t\":\"0.3\"}"
    expect_kept(BRISTLE, "dissipation", STOP);
    expect_kept(MAXWELL_SLIP, "dissipation", STOP);
}

/* At v = 0 the force of a static law is 0. */
Test(ends, of_lines_are_exact)
{
    expect_kept(BROWN_MCPHEE, "creep", STOPPING);
    expect_kept(BROWN_MCPHEE, "rate_independence", STOPPING);
}

/* Largest values of |x|/bound - level over the parts of a motion, and at their ends. */
struct reached {
    struct rigorous_run *r;
    bool by_curve;   /* the level is the Stribeck curve, else 1 */
    bool by_history; /* the curve's largest value so far counts */
    arb_t over, at_ends, sup;
};

static void reach(void *ctx, const struct arb_span *span)
{
    struct reached *m = ctx;
    const slong prec = m->r->prec;
    const int state = m->by_curve ? arb_law_index(m->r->law->states, "y") : 0;
    const int last = m->by_curve ? state : arb_law_count(m->r->law->states) - 1;
    arb_t level, x;
    arb_init(level);
    arb_init(x);
    arb_one(level);
    if (m->by_curve)
        m->r->law->stribeck(level, m->r->p, span->v, prec);
    if (m->by_history) {
        arb_max(m->sup, m->sup, level, prec);
        arb_set(level, m->sup);
    }
    for (int i = state; i <= last; i++)
        for (int end = 0; end < 2; end++) {
            arb_div(x, end ? span->x_end + i : span->x + i, m->r->bound + i, prec);
            arb_abs(x, x);
            arb_sub(x, x, level, prec);
            arb_max(end ? m->at_ends : m->over, end ? m->at_ends : m->over, x, prec);
        }
    arb_clear(x);
    arb_clear(level);
}

/* A functional lies between the largest value at instants that are known, and the largest over all
 * parts of the motion. */
static void expect_as_reached(const struct witness *w)
{
    enum { BITS = 128 };
    const struct rigorous_case c = witness_case(w);
    struct rigorous_run r;
    struct reached m = { .r = &r,
                         .by_curve = w->property != STATE_BOUND,
                         .by_history = w->property == STRIBECK_HISTORY_BOUND };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    arb_init(m.over);
    arb_init(m.sup);
    arb_init(m.at_ends);
    arb_set_si(m.over, -1);
    arb_set_si(m.at_ends, -1);
    (void)rigorous_evaluate(&c, BITS, functional, margin);
    rigorous_run_init(&r, &c, BITS);
    rigorous_watch(&r, 0, reach, &m);
    rigorous_run_clear(&r);
    arb_max(m.over, m.over, m.at_ends, BITS);
    arb_union(m.over, m.over, m.at_ends, BITS);
    const double radius = mag_get_d(arb_radref(m.over));
    cr_expect(arb_overlaps(functional, m.over) &&
                  fabs(mag_get_d(arb_radref(functional)) - radius) <= 0x1p-24 * radius,
              "%s: %s, by its parts %s", w->law->name, arb_get_str(functional, 20, 0),
              arb_get_str(m.over, 20, 0));
    arb_clear(m.at_ends);
    arb_clear(m.sup);
    arb_clear(m.over);
    arb_clear(margin);
    arb_clear(functional);
}

/* What a state or its level reaches at the end of a signal's beginning, an instant that is known,
 * it reaches along the whole: the enclosure of the whole covers it, wherever its own instants lie,
 * and reaches no farther than its parts do. */
Test(bounds, cover_what_is_reached_on_the_way)
{
    static const struct {
        const char *law, *property, *format;
    } cases[] = {
        { MARTINEZ_ROSAS, "stribeck_state_bound",
          "{\"kind\":\"sine\",\"mean\":\"0.0005\",\"amp\":\"0.001\",\"omega\":\"2\",\"phase\":"
          "\"0\","
          "\"t\":\"%.6f\"}" },
        { MARTINEZ_ROSAS, "stribeck_history_bound",
          "{\"kind\":\"sine\",\"mean\":\"0.0005\",\"amp\":\"0.001\",\"omega\":\"2\",\"phase\":"
          "\"1\",\"t\":\"%.6f\"}" },
        { DAHL, "state_bound",
          "{\"kind\":\"cosine\",\"mean\":\"0\",\"amp\":\"0.00001\",\"omega\":\"3\",\"phase\":\"0\","
          "\"t\":\"%.6f\"}" },
    };
    static const double T = 2.5;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum { BEGINNINGS = 5 };
        double hi = 0;
        for (int k = 0; k <= BEGINNINGS; k++) { /* the whole first */
            char signal[256], text[2048];
            struct witness w;
            const double end = k == 0 ? T : T * (k - 0.5) / BEGINNINGS;
            snprintf(signal, sizeof signal, cases[i].format, end);
            read_witness(&w, text, cases[i].law, cases[i].property, signal);
            const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, NULL);
            if (k == 0) {
                expect_as_reached(&w);
                hi = strtod(verdict.hi, NULL);
            }
            witness_free(&w);
            cr_expect(strtod(verdict.lo, NULL) <= hi, "%s: at least %s after %.6f s, %.17g in all",
                      cases[i].property, verdict.lo, end, hi);
        }
    }
}

/* The work that an answer took is enough for it: no motion is refused for an estimate of its work
 * that is too large. Ramps are steep, waves fast or long. */
Test(work, that_has_been_enough_is_enough)
{
    static const char *const signals[] = {
        "{\"kind\":\"ramp\",\"v0\":\"0\",\"v1\":\"1000\",\"t\":\"0.001\"}",
        "{\"kind\":\"ramp\",\"v0\":\"-1000\",\"v1\":\"1000\",\"t\":\"1\"}",
        WAVE("0.001", "1000", "0.2"),
        WAVE("0.001", "6.28", "40"),
        "{\"kind\":\"chirp\",\"mean\":\"0\",\"amp\":\"0.01\",\"w0\":\"30\",\"w1\":\"0\",\"t\":"
        "\"1\"}",
        "{\"kind\":\"chirp\",\"mean\":\"0\",\"amp\":\"0.01\",\"w0\":\"0\",\"w1\":\"30\",\"t\":"
        "\"1\"}",
        "{\"kind\":\"chirp\",\"mean\":\"0\",\"amp\":\"0.01\",\"w0\":\"20\",\"w1\":\"-20\",\"t\":"
        "\"1\"}",
    };
    const double ample = 1e5;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct work_limit limit = work_limit_from_now(ample, 0);
        const enum answer answer = decide_within(DAHL, "passivity", signals[i], &limit).confirmed;
        struct work_limit used = work_limit_from_now((ample - limit.units) * (1 + 1e-9), 0);
        cr_expect_eq(answer, ANSWER_NO, "%s: %d", signals[i], (int)answer);
        cr_expect_eq(decide_within(DAHL, "passivity", signals[i], &used).confirmed, ANSWER_NO,
                     "%s: not within the %g units that it took", signals[i], ample - limit.units);
    }
}
