/* Laws with events in balls: against laws by hand along holds, against what they are as functions
 * of the travel along any motion, and where what happens cannot be known. */
#include "reference/motion/moved_test.h"
#include "tools/testing/test_random.h"

static double uniform(unsigned long long *random, double lo, double hi)
{
    return lo + test_uniform(random) * (hi - lo);
}

/* Draws a hold: fast or slow, forth or back, seldom none. */
static struct stretch draw_hold(unsigned long long *random)
{
    const double speed = pow(10, uniform(random, -4, -1)), side = test_uniform(random);
    return (struct stretch){ SIGNAL_HOLD,
                             { side < 0.45  ? speed
                               : side < 0.9 ? -speed
                                            : 0 },
                             pow(10, uniform(random, -4, -1)) };
}

/* Returns true when an element of leuven slips by its text and is below its limit: the text lets it
 * go on slipping while it moves back by less than 1e-13 of the travel, by hand it sticks at once.
 */
static bool slips_below_its_limit(const struct arb_law *text, arb_srcptr p, arb_srcptr x)
{
    const int k1 = arb_law_index(text->params, "k1"), W1 = arb_law_index(text->params, "W1");
    bool does = false;
    arb_t room;
    arb_init(room);
    for (int i = 0; k1 >= 0 && W1 >= 0 && i < text->n_memory; i++) {
        arb_div(room, p + W1 + i, p + k1 + i, 400);
        arb_submul(room, x + text->n_memory + i, x + i, 400);
        does = does || (!arb_is_zero(x + text->n_memory + i) && arb_is_positive(room));
    }
    arb_clear(room);
    return does;
}

/* Compares the law's text with its statement by hand along holds. Returns true when both are
 * decided. */
static bool compare_by_hand(const struct arb_law *text, const struct arb_law *hand, arb_srcptr p,
                            unsigned long long *random)
{
    enum { N_HOLDS = 5 };
    const int n = arb_law_count(hand->states);
    struct arb_segment segment;
    arb_ptr x = _arb_vec_init(4L * ARB_LAW_MAX), y = x + ARB_LAW_MAX, energy = y + ARB_LAW_MAX,
            work = energy + ARB_LAW_MAX;
    arb_t v, h;
    arb_init(v);
    arb_init(h);
    arb_segment_init(&segment);
    text->start(x + n, p);
    if (hand->start)
        hand->start(y + n, p);
    bool ok = true;
    for (int k = 0; ok && k < N_HOLDS && !slips_below_its_limit(text, p, x); k++) {
        const struct stretch hold = draw_hold(random);
        arb_set_d(v, hold.value[0]);
        arb_set_d(h, hold.duration);
        ok = go(text, p, x, energy, &hold, 112, &segment);
        arb_law_hold(hand, p, v, h, y, work, 400);
        for (int i = 0; ok && i < n; i++)
            if (arb_is_finite(y + i))
                expect_same(x + i, y + i, 1e-4, 60, hand->states[i]);
        if (ok && arb_is_finite(work))
            expect_same(energy, work, 1e-2, 60, hand->name);
    }
    arb_segment_clear(&segment);
    arb_clear(h);
    arb_clear(v);
    _arb_vec_clear(x, 4L * ARB_LAW_MAX);
    return ok;
}

/* The defaults, and others about them. */
Test(events, are_those_of_laws_by_hand_along_holds)
{
    enum { DRAWS = 6 };
    unsigned long long random = test_seed();
    for (const struct arb_law *const *along = arb_laws_along; *along; along++) {
        const struct arb_law *hand = arb_law_find((*along)->name);
        struct moved m = { .source = NULL };
        char path[64];
        unsigned compared = 0;
        cr_assert_neq(hand, *along);
        cr_assert_eq(arb_law_along(hand), *along, "%s", hand->name);
        cr_assert_eq(arb_law_along(*along), *along);
        snprintf(path, sizeof path, "models/laws/%s.mo", hand->name);
        open_text(&m, path);
        for (int k = 0; k < DRAWS; k++)
            compared += compare_by_hand(*along, hand, m.p, &random);
        cr_expect_geq(2 * compared, DRAWS, "%s: %u compared", hand->name, compared);
        close_moved(&m);
    }
}

#define LAW(declarations, equations)                                                               \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"                                             \
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-5;\n"                                           \
    "  Real z(unit=\"m\", start=0, fixed=true);\n" declarations "equation\n" equations             \
    "end test;\n"

static const char play[] = LAW("  Integer slip(start=0, fixed=true);\n",
                               "  der(z) = if slip == 0 then v else 0;\n"
                               "  when pre(slip) == 0 and L - sign(v)*z <= 0 then\n"
                               "    slip = sign(v);\n    reinit(z, sign(v)*L);\n"
                               "  elsewhen pre(slip) <> 0 and pre(slip)*v < 0 then\n"
                               "    slip = 0;\n  end when;\n  F = k*z;\n");

static const struct stretch stretches[] = {
    { SIGNAL_RAMP, { 0, 2e-3 }, 0.02 },
    { SIGNAL_RAMP, { 2e-3, -1e-3 }, 0.1 },
    { SIGNAL_HOLD, { 0 }, 1.5 },
    { SIGNAL_SINE, { 0, 3e-3, 70, 0 }, 0.2 },
    { SIGNAL_SINE, { 2e-3, 2e-3, 300, 1 }, 0.1 }, /* touches zero */
    { SIGNAL_CHIRP, { 1e-4, 2e-3, 20, 90 }, 0.15 },
    { SIGNAL_COSINE, { -1e-3, 1e-3, 50, 0 }, 0.1 }, /* begins with a touch */
    { SIGNAL_HOLD, { 1e-3 }, 0.008 },               /* ends in the elastic range */
};
enum { STRETCHES = sizeof stretches / sizeof *stretches };

/* Advances a play operator, z = min(max(z + travel, -L), L), and its work k z dz + k L |slip|. */
static void play_on(arb_t z, arb_t work, arb_srcptr p, const arb_t travel, slong prec)
{
    arb_t to, t;
    arb_init(to);
    arb_init(t);
    arb_add(to, z, travel, prec);
    arb_neg(t, p + 1);
    arb_max(t, t, to, prec);
    arb_min(t, t, p + 1, prec);
    arb_sub(to, to, t, prec); /* slip */
    arb_abs(to, to);
    arb_mul(to, to, p + 1, prec);
    arb_mul(to, to, p, prec);
    arb_add(work, work, to, prec);
    arb_sqr(to, t, prec);
    arb_submul(to, z, z, prec);
    arb_mul(to, to, p, prec);
    arb_mul_2exp_si(to, to, -1);
    arb_add(work, work, to, prec);
    arb_swap(z, t);
    arb_clear(t);
    arb_clear(to);
}

/* Advances the play along a stretch, from zero to zero of v. */
static void play_along(arb_t z, arb_t work, arb_srcptr p, const struct arb_segment *segment,
                       slong prec)
{
    arb_t now, zero, travel;
    arb_init(now);
    arb_init(zero);
    arb_init(travel);
    while (arb_segment_near_zero(zero, segment, now, prec) && arb_lt(now, zero)) {
        arb_segment_distance(travel, segment, now, zero, prec);
        play_on(z, work, p, travel, prec);
        arb_set(now, zero);
    }
    arb_segment_distance(travel, segment, now, segment->duration, prec);
    play_on(z, work, p, travel, prec);
    arb_clear(travel);
    arb_clear(zero);
    arb_clear(now);
}

Test(events, of_a_play_are_those_of_its_travel)
{
    static const slong bits[] = { 53, 64, 100, 160 };
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    arb_t z, work;
    arb_init(z);
    arb_init(work);
    arb_segment_init(&segment);
    open_source(&m, play);
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++) {
        arb_zero(z);
        arb_zero(work);
        _arb_vec_zero(m.x, 2);
        _arb_vec_zero(m.energy, 1);
        for (int i = 0; i < STRETCHES; i++) {
            cr_assert(go(m.law, m.p, m.x, m.energy, &stretches[i], bits[b], &segment), "%d", i);
            play_along(z, work, m.p, &segment, 400);
            cr_expect_leq(mag_get_d(arb_radref(m.x)), ldexp(1e-5, 16 - (int)bits[b]), "%d", i);
            /* zeros of v are found to fewer bits where v only touches zero */
            arb_sub(z, z, m.x, 400);
            cr_expect_lt(fabs(arf_get_d(arb_midref(z), ARF_RND_NEAR)), ldexp(1e-5, -44), "%d", i);
            arb_add(z, z, m.x, 400);
            arb_sub(work, work, m.energy, 400);
            cr_expect_lt(fabs(arf_get_d(arb_midref(work), ARF_RND_NEAR)), ldexp(1e-4, -40), "%d",
                         i);
            arb_add(work, work, m.energy, 400);
        }
    }
    close_moved(&m);
    arb_segment_clear(&segment);
    arb_clear(work);
    arb_clear(z);
}

/* n counts how often z has come to L: the peak of z along a wave is 2 A/omega = 1e-5. */
static const char counter[] = LAW("  Integer n(start=0, fixed=true);\n",
                                  "  der(z) = v;\n"
                                  "  when pre(n) == 0 and L - z <= 0 then\n    n = 1;\n"
                                  "  end when;\n  F = k*z;\n");

static bool goes(struct moved *m, const struct stretch *of)
{
    struct arb_segment segment;
    arb_segment_init(&segment);
    const bool ok = go(m->law, m->p, m->x, m->energy, of, 100, &segment);
    arb_segment_clear(&segment);
    return ok;
}

Test(events, that_may_or_may_not_happen_are_not_decided)
{
    static const struct stretch wave = { SIGNAL_SINE, { 0, 1e-3, 200, 0 }, 0.02 };
    static const struct {
        double above; /* of the threshold over the peak, relative to it */
        int n;        /* -1: not decided */
    } cases[] = { { -1e-3, 1 }, { -1e-12, 1 }, { -1e-18, 1 }, { 0, -1 },
                  { 1e-18, 0 }, { 1e-12, 0 },  { 1e-3, 0 } };
    struct moved m = { .source = NULL };
    open_source(&m, counter);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        _arb_vec_zero(m.x, 2);
        arb_set_d(m.p + 1, cases[i].above);
        arb_add_ui(m.p + 1, m.p + 1, 1, 400);
        arb_t peak;
        arb_init(peak);
        arb_set_d(peak, 2e-3);
        arb_div_ui(peak, peak, 200, 400);
        arb_mul(m.p + 1, m.p + 1, peak, 400);
        arb_clear(peak);
        const bool ok = goes(&m, &wave);
        cr_expect_eq(ok, cases[i].n >= 0, "%g", cases[i].above);
        if (ok)
            cr_expect_eq(arf_get_d(arb_midref(m.x + 1), ARF_RND_NEAR), cases[i].n, "%g",
                         cases[i].above);
    }
    close_moved(&m);
}

/* n counts whether v has been negative: a wave that touches zero to within the radius of its
 * amplitude may have been or not, all the same which of its motions comes last. */
static const char reversed[] =
    LAW("  Integer n(start=0, fixed=true);\n", "  der(z) = v;\n"
                                               "  when pre(n) == 0 and v < 0 then\n    n = 1;\n"
                                               "  end when;\n  F = k*z;\n");

Test(events, of_a_touch_that_may_be_a_reversal_are_not_decided)
{
    static const struct {
        double above, radius; /* of the amplitude over the mean, and its own, relative to that */
        int n;                /* -1: not decided */
    } cases[] = { { -1e-3, 0, 0 }, { -1e-3, 1e-4, 0 }, { 1e-3, 0, 1 },    { 1e-3, 1e-4, 1 },
                  { 0, 1e-4, -1 }, { 0, 1e-9, -1 },    { 1e-6, 1e-4, -1 } };
    arb_ptr v = _arb_vec_init(4);
    struct arb_segment segment;
    struct moved m = { .source = NULL };
    arb_t end, radius;
    arb_init(end);
    arb_init(radius);
    arb_segment_init(&segment);
    open_source(&m, reversed);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct work_limit limit = work_limit_from_now(1e5, 0);
        struct arb_taylor run = { .limit = &limit, .law = m.law, .p = m.p, .prec = 100, .x = m.x };
        _arb_vec_zero(m.x, 2);
        arb_set_d(v, 1);
        arb_set_d(v + 1, 1 + cases[i].above);
        arb_set_d(radius, cases[i].radius);
        arb_add_error(v + 1, radius);
        arb_set_d(v + 2, 50);
        arb_set_d(end, 0.125); /* about one period, and zero is touched in its middle */
        arb_segment_set(&segment, SIGNAL_COSINE, v, end, 400);
        const bool ok = arb_taylor_run(&run, &segment, end, NULL, 0);
        cr_expect_eq(ok, cases[i].n >= 0, "%zu", i);
        if (ok)
            cr_expect_eq(arf_get_d(arb_midref(m.x + 1), ARF_RND_NEAR), cases[i].n, "%zu", i);
    }
    close_moved(&m);
    arb_segment_clear(&segment);
    arb_clear(radius);
    arb_clear(end);
    _arb_vec_clear(v, 4);
}

/* What happens at one instant: two events with the same guard change different things, and both
 * happen; with guards that meet by chance their order is not known, and all is decided where it
 * does not matter. Two that undo each other at once never end. */
static const struct {
    const char *text;
    bool is_decided;
    int a, b;
} instants[] = {
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 2;\n  end when;\n"
          "  when pre(b) == 0 and L - z <= 0 then\n    b = 3;\n  end when;\n  F = k*z;\n"),
      true, 2, 3 },
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 2;\n  end when;\n"
          "  when pre(a) == 2 and L - z <= 0 then\n    a = 5;\n    b = 7;\n  end when;\n"
          "  F = k*z;\n"),
      true, 5, 7 },
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 2;\n  end when;\n"
          "  when pre(b) == 0 and 2*L - 2*z <= 0 then\n    b = 3;\n  end when;\n  F = k*z;\n"),
      true, 2, 3 },
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 2;\n  end when;\n"
          "  when pre(b) == 0 and 2*L - 2*z <= 0 and pre(a) == 0 then\n    b = 3;\n  end when;\n"
          "  F = k*z;\n"),
      false, 0, 0 },
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 1;\n"
          "  elsewhen pre(a) == 1 and z - L <= 0 then\n    a = 0;\n  end when;\n  F = k*z;\n"),
      false, 0, 0 },
    { LAW("  Integer a(start=0, fixed=true);\n  Integer b(start=0, fixed=true);\n",
          "  der(z) = v;\n"
          "  when pre(a) == 0 and L - z <= 0 then\n    a = 1;\n"
          "  elsewhen pre(a) == 1 and z - L < 0 then\n    a = 0;\n  end when;\n  F = k*z;\n"),
      true, 1, 0 },
};

Test(events, at_one_instant_are_decided_where_their_order_is_known)
{
    static const struct stretch hold = { SIGNAL_HOLD, { 1e-3 }, 0.05 };
    for (size_t i = 0; i < sizeof instants / sizeof *instants; i++) {
        struct moved m = { .source = NULL };
        open_source(&m, instants[i].text);
        const bool ok = goes(&m, &hold);
        cr_expect_eq(ok, instants[i].is_decided, "law %zu", i);
        if (ok && instants[i].is_decided) {
            cr_expect_eq(arf_get_d(arb_midref(m.x + 1), ARF_RND_NEAR), instants[i].a, "%zu", i);
            cr_expect_eq(arf_get_d(arb_midref(m.x + 2), ARF_RND_NEAR), instants[i].b, "%zu", i);
            cr_expect(arb_is_exact(m.x + 1) && arb_is_exact(m.x + 2));
        }
        close_moved(&m);
    }
}
