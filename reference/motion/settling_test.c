/* Gaps that only tend to zero: the Leuven law along long slips, in which dz/dt sinks below any
 * precision, against its statement by hand along holds, which shares no code. */
#include "reference/motion/moved_test.h"

enum { FINE = 400 };

/* The law's text, and the law by hand with the same parameters. */
static const struct arb_law *open_both(struct moved *m)
{
    const struct arb_law *hand = arb_law_find("leuven");
    open_text(m, "models/laws/leuven.mo");
    for (int i = 0; hand->params[i]; i++)
        cr_assert_str_eq(hand->params[i], m->graph.parameters[i]);
    return hand;
}

static void set(struct moved *m, const struct arb_law *law, const char *name, double value)
{
    arb_set_d(m->p + arb_law_index(law->params, name), value);
}

/* Advances the law by hand at velocity v for h. */
static void hold(arb_ptr x, const struct arb_law *hand, arb_srcptr p, const arb_t v, const arb_t h)
{
    arb_ptr work = _arb_vec_init(MOST);
    arb_law_hold(hand, p, v, h, x, work, FINE);
    _arb_vec_clear(work, MOST);
}

/* Advances the law by hand along a segment, from zero to zero of v at 1 m/s or -1 m/s over the same
 * path. */
static void go_path(arb_ptr x, const struct arb_law *hand, arb_srcptr p,
                    const struct arb_segment *segment)
{
    arb_t now, zero, travel, v;
    arb_init(now);
    arb_init(zero);
    arb_init(travel);
    arb_init(v);
    for (bool more = true; more; arb_set(now, zero)) {
        more = arb_segment_near_zero(zero, segment, now, FINE) && arb_lt(now, zero);
        if (!more)
            arb_set(zero, segment->duration);
        arb_segment_distance(travel, segment, now, zero, FINE);
        arb_set_si(v, arb_is_negative(travel) ? -1 : 1);
        arb_abs(travel, travel);
        hold(x, hand, p, v, travel);
    }
    arb_clear(v);
    arb_clear(travel);
    arb_clear(zero);
    arb_clear(now);
}

/* Where Fs = Fc the states are functions of the path alone. A centimetre at 1e5 N/m and 1.25 N is
 * 500 decays of 1 - w and more. */
Test(settling, of_an_element_that_slips_for_long_is_that_of_its_path)
{
    static const struct stretch motion[] = {
        { SIGNAL_RAMP, { 0, 0.5 }, 0.25 }, { SIGNAL_SINE, { 0, 0.01, 60, 0 }, 0.08 },
        { SIGNAL_HOLD, { 0.125 }, 0.1 },   { SIGNAL_COSINE, { 0, 1, 25, 0 }, 0.2 },
        { SIGNAL_HOLD, { -0.125 }, 0.1 },  { SIGNAL_SINE, { 0, 1e-4, 200, 0 }, 0.1 },
    };
    static const struct {
        int n;
        slong bits;
    } cases[] = { { 1, 100 }, { 2, 64 } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const int bits = (int)cases[c].bits;
        struct moved m = { .source = NULL };
        struct arb_segment segment;
        arb_ptr x = _arb_vec_init(MOST);
        const struct arb_law *hand = open_both(&m);
        arb_segment_init(&segment);
        set(&m, hand, "n", cases[c].n);
        set(&m, hand, "Fs", 1.25);
        set(&m, hand, "Fc", 1.25);
        hand->start(x + 4, m.p);
        for (size_t i = 0; i < sizeof motion / sizeof *motion; i++) {
            cr_assert(go(m.law, m.p, m.x, m.energy, &motion[i], bits, &segment), "%zu, %zu", c, i);
            go_path(x, hand, m.p, &segment);
            for (int k = 0; k < 4; k++) /* boxes lose some bits at each event and reversal */
                expect_same(m.x + k, x + k, 2e-5, bits - 40, hand->states[k]);
        }
        arb_segment_clear(&segment);
        _arb_vec_clear(x, MOST);
        close_moved(&m);
    }
}

/* Elements that stick beside one another keep their differences, which no period forgets. */
Test(settling, many_periods_are_those_of_their_path)
{
    static const struct stretch motion[] = {
        { SIGNAL_SINE, { 0, 1, 6.25, 0 }, 100 },     /* slips for long */
        { SIGNAL_SINE, { 0, 1e-5, 3, 0.3 }, 150 },   /* never slips */
        { SIGNAL_COSINE, { 0.5, 1, 4, 0.5 }, 60.5 }, /* further one way */
    };
    enum { BITS = 64 };
    for (size_t i = 0; i < sizeof motion / sizeof *motion; i++) {
        struct moved m = { .source = NULL };
        struct arb_segment segment;
        arb_ptr x = _arb_vec_init(MOST);
        const struct arb_law *hand = open_both(&m);
        arb_segment_init(&segment);
        set(&m, hand, "Fs", 1.25);
        set(&m, hand, "Fc", 1.25);
        hand->start(x + 4, m.p);
        cr_assert(go(m.law, m.p, m.x, m.energy, &motion[i], BITS, &segment), "%zu", i);
        go_path(x, hand, m.p, &segment);
        for (int k = 0; k < 4; k++)
            expect_same(m.x + k, x + k, 2e-5, BITS - 20, hand->states[k]);
        arb_segment_clear(&segment);
        _arb_vec_clear(x, MOST);
        close_moved(&m);
    }
}

static double distance(const arb_t a, const arb_t b)
{
    return fabs(arf_get_d(arb_midref(a), ARF_RND_NEAR) - arf_get_d(arb_midref(b), ARF_RND_NEAR));
}

/* x <- where n holds along a segment lead, each at the velocity in its middle. */
static void go_staircase(arb_ptr x, const struct arb_law *hand, arb_srcptr p,
                         const struct arb_segment *segment, ulong n)
{
    arb_t v, h;
    arb_init(v);
    arb_init(h);
    _arb_vec_zero(x, MOST);
    hand->start(x + 4, p);
    for (ulong k = 0; k < n; k++) {
        arb_mul_ui(v, segment->duration, 2 * k + 1, FINE);
        arb_div_ui(v, v, 2 * n, FINE);
        arb_segment_velocity(v, segment, v, FINE);
        arb_div_ui(h, segment->duration, n, FINE);
        hold(x, hand, p, v, h);
    }
    arb_clear(h);
    arb_clear(v);
}

/* With a Stribeck curve the force lags behind it, and elements that slipped go back together, to
 * slip at one instant again. Holds at the middles of parts come to the motion with the square of
 * their length: the finer are off by a third of what is between them and those twice as long. */
Test(settling, of_elements_that_give_way_together_is_that_of_short_holds)
{
    static const struct stretch motion[] = { { SIGNAL_SINE, { 0, 1e-3, 6.25, 0 }, 0.45 },
                                             { SIGNAL_SINE, { 0, 1e-2, 6.25, 0 }, 0.2 } };
    static const ulong PARTS = 1000;
    for (size_t i = 0; i < sizeof motion / sizeof *motion; i++) {
        struct moved m = { .source = NULL };
        struct arb_segment segment;
        arb_ptr coarse = _arb_vec_init(MOST), fine = _arb_vec_init(MOST);
        const struct arb_law *hand = open_both(&m);
        arb_segment_init(&segment);
        cr_assert(go(m.law, m.p, m.x, m.energy, &motion[i], 64, &segment), "%zu", i);
        go_staircase(coarse, hand, m.p, &segment, PARTS);
        go_staircase(fine, hand, m.p, &segment, 2 * PARTS);
        for (int k = 0; k < 4; k++) {
            const double off = distance(m.x + k, fine + k),
                         between = distance(coarse + k, fine + k);
            cr_expect_leq(off, between / 2, "%zu: z%d is off by %g, %g", i, k + 1, off, between);
            cr_expect_leq(between, 1e-9, "%zu: z%d", i, k + 1); /* 1e-4 of the deflections */
        }
        arb_segment_clear(&segment);
        _arb_vec_clear(fine, MOST);
        _arb_vec_clear(coarse, MOST);
        close_moved(&m);
    }
}
