/* A tree of boxes is decided box by box: of random trees each box is compared with the one that the
 * letters of the tree say, halved here once more, and one box that is not decided is one too many,
 * wherever it is. The law and its expression are the test's. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/proof.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

enum { TREES = 5, DIMS = 5, STATES = 2, MOST_DEPTH = 6, MOST_BOXES = TREES << MOST_DEPTH };
enum { PROOFS = 150 };

/* theta, the states, and the parameters whose ends differ. */
struct box {
    double low[DIMS], high[DIMS];
};

static const struct box whole = { { 0, -1, -1, 1, -8 }, { 1, 1, 1, 3, -4 } };

/* The boxes in the order of the trees, which of them is not decided, -1: none, and how many there
 * have been. */
static struct {
    struct box box[MOST_BOXES];
    int tree[MOST_BOXES];
    int n, bad, seen;
} plan;

/* The ball is the interval, up to the 30 bits of a radius. */
static void expect_interval(const arb_t ball, double low, double high, int dim)
{
    arb_t end;
    arb_init(end);
    arb_set_d(end, low);
    bool holds = arb_contains(ball, end);
    arb_set_d(end, high);
    holds = holds && arb_contains(ball, end);
    cr_expect(holds && mag_get_d(arb_radref(ball)) <= (high - low) / 2 * (1 + 0x1p-26),
              "box %d, coordinate %d: not from %g to %g", plan.seen, dim, low, high);
    arb_clear(end);
}

/* Compares a box with the plan. Returns what its expression is: positive, unless it is not decided.
 */
static int see(const struct dissipation_box *box, bool is_face)
{
    cr_assert_lt(plan.seen, plan.n, "more boxes than the trees say");
    const struct box *expected = &plan.box[plan.seen];
    cr_expect_eq(is_face, plan.tree[plan.seen] > 0, "box %d", plan.seen);
    for (int i = 0; i < DIMS; i++)
        expect_interval(i == 0        ? box->theta
                        : i <= STATES ? box->w + i - 1
                                      : box->p + (i == STATES + 1 ? 0 : 2),
                        expected->low[i], expected->high[i], i);
    cr_expect(arb_equal_si(box->p + 1, 5), "box %d: the parameter that does not vary", plan.seen);
    return plan.seen++ == plan.bad ? -1 : 1;
}

static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    (void)prec;
    cr_expect(arb_equal_si(mu, 7));
    arb_set_si(D, see(box, false));
    if (arb_is_negative(D)) /* perhaps a little less than 0 */
        arb_zero_pm_one(D);
}

/* Inwards is upwards at the lower face and downwards at the upper one. */
static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    (void)prec;
    const int face = plan.tree[plan.seen] - 1, sign = see(box, true);
    arb_indeterminate(r + 1 - face / 2);
    arb_set_si(r + face / 2, face % 2 == 0 ? sign : -sign);
}

static const char *const params[] = { "a", "b", "c", NULL }, *const states[] = { "x", "y", NULL };
static const struct arb_law law = { .name = "boxes", .params = params, .states = states };
static const struct proof_claim claim = {
    .law = &law,
    .balance = { .law = "boxes",
                 .n_states = STATES,
                 .has_excess = true,
                 .has_inflow = true,
                 .excess = excess,
                 .inflow = inflow },
    .property = PASSIVITY,
    .low = { "1", "5", "-8" },
    .high = { "3", "5", "-4" },
    .mu = "7",
};

/* Writes a random tree over a box, and adds its boxes to the plan. Lines may end anywhere. */
static void grow(FILE *out, struct rng *rng, const struct box *box, int tree, int depth)
{
    if (rng_below(rng, 8) == 0)
        fputs("\",\"", out);
    if (depth == MOST_DEPTH || rng_below(rng, 4) == 0) {
        struct box *kept = &plan.box[plan.n];
        *kept = *box;
        plan.tree[plan.n++] = tree;
        if (tree > 0) /* on the face, however it is divided */
            kept->low[1 + (tree - 1) / 2] = kept->high[1 + (tree - 1) / 2] = tree % 2 ? -1 : 1;
        fputc('.', out);
        return;
    }
    const int i = (int)rng_below(rng, DIMS);
    struct box half = *box;
    half.high[i] = (box->low[i] + box->high[i]) / 2;
    fputc('0' + i, out);
    grow(out, rng, &half, tree, depth + 1);
    half.low[i] = half.high[i];
    half.high[i] = box->high[i];
    grow(out, rng, &half, tree, depth + 1);
}

/* Draws a proof, to be freed by proof_free. */
static struct proof draw(unsigned number)
{
    struct rng rng = rng_keyed(1, "boxes", number);
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    plan.n = 0;
    for (int tree = 0; tree < TREES; tree++) {
        fputs(tree ? ",[\"" : "[[\"", out);
        grow(out, &rng, &whole, tree, (int)rng_below(&rng, MOST_DEPTH + 1));
        fputs("\"]", out);
    }
    fputc(']', out);
    char *text = memory_close(&stream);
    struct proof proof = { .json = cJSON_Parse(text), .claim = claim };
    cr_assert(proof.json, "%s", text);
    free(text);
    for (int tree = 0; tree < TREES; tree++)
        proof.tree[tree] = cJSON_GetArrayItem(proof.json, tree);
    return proof;
}

Test(boxes, are_those_that_the_trees_say)
{
    for (unsigned number = 0; number < PROOFS; number++) {
        struct proof proof = draw(number);
        plan.bad = number % 2 ? -1 : (int)(number / 2 % (unsigned)plan.n);
        plan.seen = 0;
        stack_is_dirty();
        const struct verdict_on_proof verdict = proof_check(&proof, NULL);
        const int decided = plan.bad < 0 ? plan.n : plan.bad + 1;
        cr_expect_eq(verdict.proved, plan.bad < 0 ? ANSWER_YES : ANSWER_NO, "proof %u", number);
        cr_expect(plan.seen == decided && verdict.boxes == (unsigned long)decided,
                  "proof %u: %d boxes of %d, said to be %lu", number, plan.seen, decided,
                  verdict.boxes);
        proof_free(&proof);
    }
}

/* Wherever halvings lead, the middle is that of the box, and the whole is the whole again. */
Test(boxes, have_their_middles)
{
    for (unsigned number = 0; number < PROOFS; number++) {
        struct rng rng = rng_keyed(1, "middles", number);
        struct proof_space space;
        arf_struct ends[MOST_DEPTH][2];
        struct box box = whole;
        int dim[MOST_DEPTH];
        proof_space_init(&space, &claim, 0);
        cr_assert_eq(space.n_dims, DIMS);
        for (int k = 0; k < MOST_DEPTH; k++) {
            const int i = dim[k] = (int)rng_below(&rng, DIMS);
            const double middle = (box.low[i] + box.high[i]) / 2;
            const bool upper = rng_below(&rng, 2);
            proof_lower_half(&space, i, ends[k]);
            if (upper)
                proof_upper_half(&space, i, ends[k]);
            *(upper ? &box.low[i] : &box.high[i]) = middle;
        }
        plan.n = 2;
        plan.tree[0] = plan.tree[1] = plan.seen = 0;
        plan.bad = -1;
        for (int i = 0; i < DIMS; i++)
            plan.box[0].low[i] = plan.box[0].high[i] = (box.low[i] + box.high[i]) / 2;
        proof_evaluate_middle(&space);
        for (int k = MOST_DEPTH - 1; k >= 0; k--)
            proof_whole(&space, dim[k], ends[k]);
        plan.box[1] = whole;
        proof_evaluate(&space);
        proof_space_clear(&space);
    }
}

/* Coordinates are theta, the states, and the parameters that vary, which know their places. */
Test(boxes, know_which_parameters_they_divide)
{
    static const int expected[DIMS] = { -1, -1, -1, 0, 2 };
    static const char *const wanted[DIMS] = { "theta", "x", "y", "a", "c" };
    const char *names[PROOF_MAX_DIMS];
    for (int tree = 0; tree < TREES; tree++) {
        struct proof_space space;
        stack_is_dirty();
        proof_space_init(&space, &claim, tree);
        cr_assert_eq(space.n_dims, DIMS);
        for (int i = 0; i < DIMS; i++)
            cr_expect_eq(space.param[i], expected[i], "coordinate %d", i);
        proof_space_clear(&space);
    }
    cr_assert_eq(proof_coordinates(&claim, names), DIMS);
    for (int i = 0; i < DIMS; i++)
        cr_expect_str_eq(names[i], wanted[i]);
}

/* Ends that are no binary numbers lie within what is proved, and next to its ends. */
Test(boxes, hold_their_decimals)
{
    static const struct proof_claim decimals = {
        .law = &law,
        .property = PASSIVITY,
        .low = { "0.1", "0.3", "-0.7" },
        .high = { "0.7", "0.3", "-0.1" },
        .mu = "0.9",
    };
    struct proof_space space;
    arb_t end, held;
    arb_init(end);
    arb_init(held);
    proof_space_init(&space, &decimals, 0);
    cr_assert_eq(space.n_dims, 3);
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < 2; side++) {
            decimal_ball(end, side ? decimals.high[i] : decimals.low[i], 4L * PROOF_PREC);
            cr_expect(arb_contains(space.p + i, end), "parameter %d, side %d", i, side);
            if (i == 1)
                continue;
            const int d = i == 0 ? 1 : 2;
            arb_set_arf(held, side ? &space.high[d] : &space.low[d]);
            arb_sub(held, held, end, PROOF_PREC);
            cr_expect(side ? arb_is_nonnegative(held) : arb_is_nonpositive(held), "side %d", side);
            arb_abs(held, held);
            arb_mul_2exp_si(held, held, PROOF_PREC - 8);
            arb_sub_ui(held, held, 1, PROOF_PREC);
            cr_expect(arb_is_negative(held), "parameter %d, side %d", i, side);
        }
    decimal_ball(end, decimals.mu, 4L * PROOF_PREC);
    cr_expect(arb_contains(space.mu, end));
    proof_space_clear(&space);
    arb_clear(held);
    arb_clear(end);
}

/* The corner that is not valid, by its bits, -1: none; and the corners that have been asked for. */
static int invalid;
static unsigned asked;

static const char *refuse(arb_srcptr p)
{
    const int corner = arb_equal_si(p, 3) + 2 * arb_equal_si(p + 2, -4);
    cr_expect((arb_equal_si(p, 1) || corner % 2) && (arb_equal_si(p + 2, -8) || corner / 2) &&
              arb_equal_si(p + 1, 5));
    asked |= 1U << corner;
    return corner == invalid ? "another corner" : NULL;
}

/* Parameters that the law refuses at a single corner are refused. */
Test(boxes, are_valid_at_every_corner)
{
    enum { CORNERS = 4 };
    struct arb_law strict = law;
    struct proof_claim of = claim;
    strict.validate = refuse;
    of.law = &strict;
    for (invalid = -1; invalid < CORNERS; invalid++) {
        asked = 0;
        stack_is_dirty();
        const char *problem = proof_premises(&of);
        cr_expect(invalid < 0 ? !problem && asked == (1U << CORNERS) - 1
                              : problem && strstr(problem, "not valid"),
                  "corner %d: %s", invalid, problem ? problem : "no problem");
    }
}

/* V is a, which may be as small as its lower end. */
static void first_parameter(arb_t V, arb_srcptr p) { arb_set(V, p); }

/* Up to a largest velocity v theta goes to v/(V + v) at the least V, and no less, however v and V
 * are rounded; to 1 where there is no largest velocity, or V may be 0. */
Test(boxes, reach_to_the_largest_speed)
{
    enum { FINE = 600 };
    arf_t theta;
    arb_t v, V, is, t;
    arf_init(theta);
    arb_init(v);
    arb_init(V);
    arb_init(is);
    arb_init(t);
    for (unsigned number = 0; number < PROOFS; number++) {
        struct rng rng = rng_keyed(1, "speeds", number);
        char speed[32], low[32], high[32];
        struct proof_claim limited = claim;
        snprintf(speed, sizeof speed, "%ue-3", 1 + (unsigned)rng_below(&rng, 999));
        snprintf(low, sizeof low, "%ue-4", 1 + (unsigned)rng_below(&rng, 999));
        snprintf(high, sizeof high, "%u", 1 + (unsigned)rng_below(&rng, 9));
        limited.balance.speed = first_parameter;
        limited.speed = speed;
        limited.low[0] = low;
        limited.high[0] = number % 2 ? low : high;
        stack_is_dirty();
        proof_fastest(theta, &limited);
        decimal_ball(v, speed, FINE);
        decimal_ball(V, low, FINE);
        arb_add(is, V, v, FINE);
        arb_div(is, v, is, FINE);
        arb_set_arf(t, theta);
        cr_expect(arb_ge(t, is), "%s of %s", speed, low);
        arb_sub(t, t, is, FINE);
        /* An interval up to 9 has the 30 bits of a radius, of which 1/(4 V) <= 2500 counts. */
        cr_expect(arf_cmp_2exp_si(arb_midref(t), number % 2 ? 8 - PROOF_PREC : -12) < 0, "%s of %s",
                  speed, low);
        limited.low[0] = "0";
        proof_fastest(theta, &limited);
        cr_expect(arf_is_one(theta));
        limited.low[0] = low;
        limited.speed = NULL;
        proof_fastest(theta, &limited);
        cr_expect(arf_is_one(theta));
    }
    arb_clear(t);
    arb_clear(is);
    arb_clear(V);
    arb_clear(v);
    arf_clear(theta);
}

/* All that varies is printed, each with its name. */
Test(boxes, are_printed_by_name)
{
    char text[PROOF_BOX_TEXT];
    proof_box_text(text, &claim);
    cr_expect_str_eq(text, "a in [1, 3], c in [-8, -4]");
}
