/* Events that are due exactly at a segment's end: back and forth by the same travel, elements are
 * at the limits that they have left. They may have begun to slip or not, and what comes next tells.
 */
#include "reference/motion/moved_test.h"
#include "tools/testing/test_random.h"

enum { BITS = 160, SEGMENTS = 4 };

static const char *const texts[] = { "models/laws/maxwell_slip.mo",
                                     "models/laws/reset_integrator.mo" };

/* The same as a truth value. */
static const char truth[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-5;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\n  Boolean slips(start=false, fixed=true);\n"
    "equation\n  der(z) = if slips then 0 else v;\n"
    "  when not pre(slips) and L - sign(v)*z <= 0 then\n    slips = true;\n"
    "  elsewhen pre(slips) and v*z < 0 then\n    slips = false;\n  end when;\n"
    "  F = k*z;\nend test;\n";

static const double SPEED = 0x1p-10, BACK = 0x1p-18;

/* States, discrete variables and, behind them, energies. */
struct result {
    arb_ptr x, energy;
};

/* Moves far enough forth to slip, back, forth by as much times 1 + off, and on; so many segments.
 */
static struct result run(struct moved *m, double off, double on, int n)
{
    const struct stretch of[SEGMENTS] = {
        { SIGNAL_HOLD, { SPEED }, 0x1p-5 / SPEED },
        { SIGNAL_HOLD, { -SPEED }, BACK / SPEED },
        { SIGNAL_HOLD, { SPEED }, BACK * (1 + off) / SPEED },
        { SIGNAL_HOLD, { on }, 0x1p-3 },
    };
    struct arb_segment segment;
    struct result r = { _arb_vec_init(MOST), _arb_vec_init(MOST) };
    arb_segment_init(&segment);
    m->law->start(r.x + arb_law_count(m->law->states), m->p);
    for (int i = 0; i < n; i++)
        cr_assert(go(m->law, m->p, r.x, r.energy, of + i, BITS, &segment), "%s, segment %d",
                  m->law->name, i);
    arb_segment_clear(&segment);
    return r;
}

static void release(struct result r)
{
    _arb_vec_clear(r.energy, MOST);
    _arb_vec_clear(r.x, MOST);
}

/* Returns the number of discrete variables that are not known. */
static int n_open(const struct moved *m, struct result r)
{
    int open = 0;
    for (int i = arb_law_count(m->law->states); i < arb_law_size(m->law); i++)
        open += !arb_is_exact(r.x + i);
    return open;
}

/* Expects a and b to overlap where b may be off by so much. */
static void expect_near(const arb_t a, const arb_t b, double off, const char *what)
{
    arb_t wide;
    arb_init(wide);
    arb_set_d(wide, off);
    arb_get_mag(arb_radref(wide), wide);
    arf_zero(arb_midref(wide));
    arb_add(wide, wide, b, BITS);
    cr_expect(arb_overlaps(a, wide), "%s: %.17g, %.17g", what,
              arf_get_d(arb_midref(a), ARF_RND_NEAR), arf_get_d(arb_midref(b), ARF_RND_NEAR));
    cr_expect_lt(mag_get_d(arb_radref(a)), 0x1p-90, "%s: known to %g", what,
                 mag_get_d(arb_radref(a)));
    arb_clear(wide);
}

/* Had the segment ended a little earlier or later, nothing would be open: states and energies are
 * continuous in when that is. They change by as much as the travel, or by that times a force of a
 * few newtons. */
static void expect_continuous(struct moved *m, double on)
{
    const double part = 0x1p-40, off = 2 * part * BACK, newtons = 4;
    const int n = arb_law_count(m->law->states), n_parts = arb_law_count(m->law->parts);
    const struct result at = run(m, 0, on, SEGMENTS);
    cr_expect_eq(n_open(m, at), 0, "%s at %g", m->law->name, on);
    for (int side = -1; side <= 1; side += 2) {
        const struct result other = run(m, side * part, on, SEGMENTS);
        for (int i = 0; i < n; i++)
            expect_near(at.x + i, other.x + i, off, m->law->name);
        for (int q = 0; q < n_parts; q++)
            expect_near(at.energy + q, other.energy + q, newtons * off, m->law->name);
        for (int i = n; i < arb_law_size(m->law); i++)
            cr_expect(arb_equal(at.x + i, other.x + i), "%s at %g", m->law->name, on);
        release(other);
    }
    release(at);
}

Test(events_at_an_end, are_told_by_what_comes_next)
{
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct moved m;
        open_text(&m, texts[k]);
        expect_continuous(&m, 2 * SPEED);
        expect_continuous(&m, -2 * SPEED);
        close_moved(&m);
    }
    struct moved m = { .source = NULL };
    open_source(&m, truth);
    expect_continuous(&m, 2 * SPEED);
    expect_continuous(&m, -2 * SPEED);
    close_moved(&m);
}

/* Until then the discrete variables may be what they are before and after. */
Test(events_at_an_end, leave_discrete_variables_open)
{
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct moved m;
        open_text(&m, texts[k]);
        const int n = arb_law_count(m.law->states);
        const struct result at = run(&m, 0, 0, SEGMENTS - 1);
        cr_expect_gt(n_open(&m, at), 0, "%s", m.law->name);
        for (int side = -1; side <= 1; side += 2) {
            const struct result other = run(&m, side * 0x1p-10, 0, SEGMENTS - 1);
            for (int i = n; i < arb_law_size(m.law); i++)
                cr_expect(arb_contains(at.x + i, other.x + i), "%s: %d", m.law->name, i);
            release(other);
        }
        release(at);
        close_moved(&m);
    }
}

/* Draws a hold with few different speeds and travels, so that travels often cancel. */
static struct stretch draw_hold(unsigned long long *random)
{
    static const double travels[] = { 0x1p-19, 0x1p-18, 0x1p-17, 0x1p-12 };
    const double side = test_uniform(random);
    const double v = side < 0.45 ? SPEED : side < 0.9 ? -SPEED : 0;
    const double travel = travels[(int)(4 * test_uniform(random))];
    return (struct stretch){ SIGNAL_HOLD, { v }, travel / SPEED };
}

/* Laws by hand take both ways where an event is due just at an end, too. */
Test(events_at_an_end, are_those_of_laws_by_hand)
{
    enum { RUNS = 25, HOLDS_IN_RUN = 12 };
    unsigned long long random = test_seed();
    unsigned open = 0;
    arb_t v, h;
    arb_init(v);
    arb_init(h);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct moved m;
        struct arb_segment segment;
        arb_segment_init(&segment);
        open_text(&m, texts[k]);
        const struct arb_law *hand = arb_law_find(m.law->name);
        const int n = arb_law_count(hand->states);
        for (int run = 0; run < RUNS; run++) {
            struct result text = { _arb_vec_init(MOST), _arb_vec_init(MOST) };
            struct result by_hand = { _arb_vec_init(MOST), _arb_vec_init(MOST) };
            m.law->start(text.x + n, m.p);
            if (hand->start)
                hand->start(by_hand.x + n, m.p);
            for (int i = 0; i < HOLDS_IN_RUN; i++) {
                const struct stretch hold = draw_hold(&random);
                arb_set_d(v, hold.value[0]);
                arb_set_d(h, hold.duration);
                cr_assert(go(m.law, m.p, text.x, text.energy, &hold, BITS, &segment), "%s, %d",
                          m.law->name, run);
                arb_law_hold(hand, m.p, v, h, by_hand.x, by_hand.energy, 400);
                for (int j = 0; j < n; j++)
                    expect_near(text.x + j, by_hand.x + j, 0, hand->states[j]);
                expect_near(text.energy, by_hand.energy, 0, hand->name);
                open += n_open(&m, text) > 0;
            }
            release(by_hand);
            release(text);
        }
        close_moved(&m);
        arb_segment_clear(&segment);
    }
    cr_expect_gt(open, 0);
    arb_clear(h);
    arb_clear(v);
}
