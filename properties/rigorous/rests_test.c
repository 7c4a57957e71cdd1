/* A law rests where the velocity is zero and none of its states moves: only then is nothing lost
 * for certain, however little is known of what is stored. */
#include <criterion/criterion.h>

#include "properties/rigorous/rigorous.h"

enum { BITS = 128, STATES = 3 };

/* How one state moves at rest, and whether the last hold is at rest. */
enum motion { STAYS, MOVES, MAY_MOVE, MOTIONS };
enum velocity { REST, FORTH, MAY_REST, VELOCITIES };

static struct {
    int state;
    enum motion motion;
    enum velocity velocity;
} given;

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    for (int j = 0; j < STATES; j++) {
        cr_expect(arb_equal_si(x + j, j + 1), "the states that have been reached");
        arb_zero(dx + j);
    }
    if (given.motion == MOVES)
        arb_one(dx + given.state);
    else if (given.motion == MAY_MOVE)
        mag_one(arb_radref(dx + given.state));
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    for (int j = 0; j < STATES; j++)
        arb_set_si(x + j, j + 1);
}

/* Known to 1 J, of which 4 J are put in at first. */
static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_set(S, x + 2);
    mag_one(arb_radref(S));
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x1, (void)prec;
    arb_zero(part);
    if (arb_is_zero(x0))
        arb_set_si(part, 16);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(v);
    arb_one(h);
    arb_one(h + 1);
    if (given.velocity == FORTH)
        arb_one(v + 1);
    else if (given.velocity == MAY_REST)
        mag_one(arb_radref(v + 1));
}

Test(rests, are_those_of_every_state)
{
    static const char *const no_params[] = { NULL }, *const states[] = { "a", "b", "c", NULL };
    static const struct arb_law law = { .name = "rests",
                                        .params = no_params,
                                        .states = states,
                                        .rate = rate,
                                        .flow = flow,
                                        .work = work,
                                        .storage = storage };
    struct arb_law unmoved = law, resting = law;
    unmoved.rate = NULL;
    resting.rests = true;
    const struct rigorous_case c = {
        .law = &law, .property = DISSIPATION, .n_segments = 2, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int i = 0; i < STATES * MOTIONS * VELOCITIES; i++) {
        given.state = i % STATES;
        given.motion = (enum motion)(i / STATES % MOTIONS);
        given.velocity = (enum velocity)(i / STATES / MOTIONS);
        const bool rests = given.motion == STAYS && given.velocity == REST;
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                     rests ? ANSWER_NO : ANSWER_UNDECIDED, "state %d, motion %d, velocity %d",
                     given.state, (int)given.motion, (int)given.velocity);
        struct rigorous_case other = c;
        other.law = &unmoved;
        cr_expect_eq(rigorous_evaluate(&other, BITS, functional, margin), ANSWER_UNDECIDED);
        other.law = &resting; /* what it says of itself counts, at rest alone */
        cr_expect_eq(rigorous_evaluate(&other, BITS, functional, margin),
                     given.velocity == REST ? ANSWER_NO : ANSWER_UNDECIDED);
    }
    arb_clear(margin);
    arb_clear(functional);
}
