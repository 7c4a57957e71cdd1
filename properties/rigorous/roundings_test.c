/* What few bits say of a segment holds what many bits say of it: its velocities at both ends, its
 * travel and its path, for formulas of numbers that are no binary ones, the segment itself or one
 * at another rate. Each rounding that is forgotten shows in some of them. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/rigorous/rigorous_run.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

enum { MANY = 400, SEGMENTS = 400, VALUES = 4 };

/* The numbers of a segment, over 1000, and its duration. */
struct formula {
    enum signal_kind kind;
    int value[VALUES], duration;
};

static void set_thousandths(arb_t x, int number, slong prec)
{
    arb_set_si(x, number);
    arb_div_ui(x, x, 1000, prec);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct formula *of = numbers;
    (void)x0;
    for (int i = 0; i < ARB_LAW_MAX; i++)
        arb_one(p + i);
    set_thousandths(v, of->value[0], prec);
    set_thousandths(h, of->duration, prec);
}

static void load_segment(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    const struct formula *of = numbers;
    arb_ptr value = _arb_vec_init(VALUES);
    arb_t h;
    (void)i;
    arb_init(h);
    for (int k = 0; k < VALUES; k++)
        set_thousandths(value + k, of->value[k], prec);
    set_thousandths(h, of->duration, prec);
    arb_segment_set(segment, of->kind, value, h, prec);
    arb_clear(h);
    _arb_vec_clear(value, VALUES);
}

/* One in four is level by its frequency. */
static struct formula draw(struct rng *rng)
{
    static const enum signal_kind kinds[] = { SIGNAL_HOLD, SIGNAL_RAMP, SIGNAL_SINE, SIGNAL_COSINE,
                                              SIGNAL_CHIRP };
    struct formula of = { .kind = kinds[rng_below(rng, 5)],
                          .duration = 1 + (int)rng_below(rng, 3000) };
    for (int k = 0; k < VALUES; k++)
        of.value[k] = (int)rng_below(rng, 5000) - 2500;
    if (rng_below(rng, 4) == 0)
        of.value[2] = 0;
    return of;
}

enum { START, END, TRAVEL, PATH, HELD, N_SAID };

/* speed: of a run at another rate; 1: the segment itself. */
static void say(const struct formula *of, slong prec, slong speed, arb_ptr said)
{
    const struct rigorous_case c = { .law = arb_law_find("coulomb"),
                                     .n_segments = 1,
                                     .load = load,
                                     .load_segment = load_segment,
                                     .numbers = of };
    struct rigorous_run r;
    struct work_limit limit = work_limit_from_now(20, 0);
    stack_is_dirty();
    rigorous_run_init(&r, &c, prec);
    r.limit = &limit;
    if (speed != 1)
        rigorous_rescale(&r, speed);
    arb_set(said + START, rigorous_velocity(&r, 0, false));
    arb_set(said + END, rigorous_velocity(&r, 0, true));
    stack_is_dirty();
    rigorous_travel(&r, 0, said + TRAVEL);
    stack_is_dirty();
    rigorous_path(&r, 0, 1, said + PATH);
    arb_set(said + HELD, r.v);
    rigorous_run_clear(&r);
}

Test(roundings, are_in_what_few_bits_say)
{
    static const slong few[] = { 24, 40, 53 }, speeds[] = { 1, -1, 4 };
    unsigned finite[N_SAID] = { 0 };
    for (unsigned k = 0; k < SEGMENTS; k++) {
        struct rng rng = rng_keyed(1, "roundings", k);
        const struct formula of = draw(&rng);
        const slong speed = speeds[k % 3];
        arb_ptr by_few = _arb_vec_init(N_SAID), by_many = _arb_vec_init(N_SAID);
        say(&of, few[k / 3 % 3], speed, by_few);
        say(&of, MANY, speed, by_many);
        for (int what = 0; what < N_SAID; what++) {
            const bool known = arb_is_finite(by_few + what) && arb_is_finite(by_many + what);
            finite[what] += known;
            cr_expect(!known || arb_overlaps(by_few + what, by_many + what),
                      "segment %u, %d: %s by few bits, %s by many", k, what,
                      arb_get_str(by_few + what, 20, 0), arb_get_str(by_many + what, 20, 0));
        }
        _arb_vec_clear(by_many, N_SAID);
        _arb_vec_clear(by_few, N_SAID);
    }
    for (int what = 0; what < N_SAID; what++)
        cr_expect_gt(finite[what], SEGMENTS / 4, "%d: %u", what, finite[what]);
}

/* A ramp moves where one of its ends does, however little, and nowhere else. */
Test(roundings, do_not_hide_where_a_ramp_goes)
{
    static const int ends[] = { -2500, -1, 0, 1, 2500 };
    enum { ENDS = sizeof ends / sizeof *ends };
    for (int k = 0; k < ENDS * ENDS; k++) {
        const int from = ends[k / ENDS], to = ends[k % ENDS];
        const struct formula of = { SIGNAL_RAMP, { from, to }, 700 };
        const struct rigorous_case c = { .law = arb_law_find("coulomb"),
                                         .n_segments = 1,
                                         .load = load,
                                         .load_segment = load_segment,
                                         .numbers = &of };
        struct rigorous_run r;
        rigorous_run_init(&r, &c, 128);
        for (int sign = -1; sign <= 1; sign += 2) {
            const bool moves = sign * from > 0 || sign * to > 0;
            stack_is_dirty();
            cr_expect_eq(rigorous_moves(&r, 0, sign), moves, "from %d to %d, %d", from, to, sign);
            stack_is_dirty();
            cr_expect_eq(rigorous_may_move(&r, 0, sign), moves, "from %d to %d, %d", from, to,
                         sign);
        }
        cr_expect_eq(rigorous_rests(&r, 0), from == 0 && to == 0, "from %d to %d", from, to);
        rigorous_run_clear(&r);
    }
}
