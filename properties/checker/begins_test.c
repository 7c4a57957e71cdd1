/* Proofs about a law that begins elsewhere than at 0: its states must begin within their bounds,
 * for all parameters of the box; and passivity is not proved of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/checker/proof.h"

static const char *const params[] = { "a", "b", NULL };
static const char *const states[] = { "x", "y", NULL };

/* x begins at a, y at b. Each stays between -1 and 1. */
static void initial(arb_ptr x, arb_srcptr p)
{
    arb_set(x, p);
    arb_set(x + 1, p + 1);
}

static void bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(of);
    arb_one(of + 1);
}

static const struct arb_law law = {
    .name = "begins", .params = params, .states = states, .initial = initial, .bound = bound
};

static const char *premises_of(const struct arb_law *of, enum property property,
                               const char *const ends[4])
{
    const struct proof_claim claim = { .law = of,
                                       .property = property,
                                       .balance = { .law = "begins", .n_states = 2 },
                                       .low = { ends[0], ends[2] },
                                       .high = { ends[1], ends[3] },
                                       .mu = "1" };
    return proof_premises(&claim);
}

Test(proofs, are_of_states_that_begin_within_their_bounds)
{
    static const struct {
        const char *ends[4]; /* of a, then of b */
        bool is;
    } boxes[] = {
        { { "0", "0", "0", "0" }, true },
        { { "-0.875", "0.875", "-0.875", "0.875" }, true },
        { { "0.5", "1.125", "0", "0" }, false },
        { { "-1.125", "0.5", "0", "0" }, false },
        { { "0", "0", "0.5", "1.125" }, false },
        { { "0", "0", "-1.125", "-0.5" }, false },
        { { "0.25", "0.25", "-1.125", "-1.125" }, false },
        { { "-1.125", "-1.125", "0.25", "0.25" }, false },
    };
    struct arb_law unbounded = law, at_zero = law;
    unbounded.bound = NULL;
    at_zero.initial = NULL;
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        const char *problem = premises_of(&law, STATE_BOUND, boxes[i].ends);
        cr_expect(boxes[i].is ? !problem : problem && strstr(problem, "begins elsewhere"),
                  "box %zu: %s", i, problem ? problem : "no problem");
        cr_expect_not_null(premises_of(&law, PASSIVITY, boxes[i].ends));
        cr_expect_not_null(premises_of(&unbounded, STATE_BOUND, boxes[i].ends));
        cr_expect_null(premises_of(&at_zero, STATE_BOUND, boxes[i].ends));
    }
}

/* What a file says of its speed is what is proved up to it. */
Test(proofs, are_read_with_their_speed)
{
    static const char *const speeds[] = { "0.01", "2.5e-3" };
    for (int k = 0; k < 2; k++) {
        char text[1024];
        struct proof proof;
        struct file_error error;
        snprintf(text, sizeof text,
                 "{\"format\":\"proof-3\",\"speed\":\"%s\",\"model\":\"lugre\",\"property\":"
                 "\"dissipation\",\"params\":{\"sigma0\":[\"100000\",\"100000\"],\"sigma1\":[\"1\","
                 "\"1\"],\"sigma2\":[\"0.5\",\"0.6\"],\"Fc\":[\"1\",\"1\"],\"Fs\":[\"1\",\"1\"],"
                 "\"vs\":[\"0.001\",\"0.001\"],\"m\":[\"2\",\"2\"]},\"storage\":[\"1\",\"0\"],"
                 "\"mu\":\"0\",\"trees\":[[\".\"],[\".\"],[\".\"]],"
                 "\"coordinates\":[\"theta\",\"z\",\"sigma2\"]}",
                 speeds[k]);
        cr_assert(proof_parse(text, strlen(text), &proof, &error), "%s", error.text);
        cr_assert(proof.claim.speed && strcmp(proof.claim.speed, speeds[k]) == 0);
        proof_free(&proof);
    }
}

/* The corner at which the parameters are not valid, and a place inside the box where they are not
 * asked for. */
static double corner[2];

static const char *refuse(arb_srcptr p)
{
    arb_t end;
    bool is_there = true;
    arb_init(end);
    for (int i = 0; i < 2; i++) {
        arb_set_d(end, corner[i]);
        is_there = is_there && arb_contains(p + i, end);
        cr_expect(mag_cmp_2exp_si(arb_radref(p + i), -1000) < 0, "a corner is a point");
    }
    arb_clear(end);
    return is_there ? "not there" : NULL;
}

/* Parameters must be valid at each corner of the box. */
Test(proofs, are_of_boxes_that_are_valid_at_every_corner)
{
    static const char *const boxes[][4] = { { "0.125", "0.375", "-0.5", "0.75" },
                                            { "0.125", "0.125", "-0.5", "0.75" },
                                            { "0.125", "0.375", "-0.5", "-0.5" },
                                            { "0.125", "0.125", "-0.5", "-0.5" } };
    static const double places[2][3] = { { 0.125, 0.25, 0.375 }, { -0.5, 0.125, 0.75 } };
    struct arb_law at_zero = law;
    at_zero.initial = NULL;
    at_zero.validate = refuse;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 9; i++) {
            corner[0] = places[0][i % 3];
            corner[1] = places[1][i / 3];
            const bool of_a = i % 3 == 0 || (i % 3 == 2 && k % 2 == 0),
                       of_b = i / 3 == 0 || (i / 3 == 2 && k / 2 == 0);
            const char *problem = premises_of(&at_zero, STATE_BOUND, boxes[k]);
            cr_expect(of_a && of_b ? problem && strstr(problem, "not valid") : !problem,
                      "box %d, at %g, %g: %s", k, corner[0], corner[1],
                      problem ? problem : "no problem");
        }
}

/* A law of one's own is the one of its name, and no other. */
Test(proofs, are_about_a_law_of_ones_own_by_its_name)
{
    static const char text[] =
        "{\"format\":\"proof-1\",\"model\":\"%s\",\"property\":\"passivity\",\"params\":{"
        "\"sigma2\":[\"0.5\",\"0.6\"]},\"storage\":[],\"mu\":\"0\",\"trees\":[[\".\"]]}";
    struct arb_law own = *arb_law_find("viscous"), other = own;
    other.name = "another";
    const struct arb_law *const mine[] = { NULL, &own, &other };
    for (int k = 0; k < 6; k++) {
        char file[512];
        struct proof proof;
        struct file_error error;
        snprintf(file, sizeof file, text, k < 3 ? "viscous" : "no_such_law");
        const bool is = proof_parse_by(mine[k % 3], file, strlen(file), &proof, &error);
        cr_assert_eq(is, k < 3, "%d: %s", k, is ? "" : error.text);
        if (is) {
            cr_expect_eq(proof.claim.law, k == 1 ? &own : arb_law_find("viscous"), "%d", k);
            proof_free(&proof);
        } else
            cr_expect(strstr(error.text, "model"), "%s", error.text);
    }
    static const char nameless[] = "{\"format\":\"proof-1\",\"property\":\"passivity\"}";
    struct proof proof;
    struct file_error error;
    cr_expect_not(proof_parse_by(&own, nameless, strlen(nameless), &proof, &error));
}

/* A storage is the integral of a weight times the derivative of the sum of c_k w^(2k+2)/(2k+2), or
 * that sum: w times the sum of c_k u^k, u = w^2 from 0 to 1, must be positive, or w^2 times that
 * with divisors. Here the first is (u - a)^2 + e: with divisors it would be positive everywhere. */
Test(proofs, have_weighted_storages_by_their_slopes)
{
    static const struct arb_law at_zero = { .name = "begins", .params = params, .states = states };
    struct arb_law valid = at_zero;
    valid.bound = bound;
    for (int k = 0; k < 22; k++) {
        const int tenths = k / 2;
        const double a = tenths / 10.0, e = k % 2 ? 1e-5 : -1e-5;
        char c0[40], c1[40];
        snprintf(c0, sizeof c0, "%.17g", a * a + e);
        snprintf(c1, sizeof c1, "%.17g", -2 * a);
        for (int weighted = 0; weighted < 2; weighted++) {
            const struct proof_claim claim = {
                .law = &valid,
                .property = PASSIVITY,
                .balance = { .law = "begins", .n_storage = 3, .weighted = weighted },
                .low = { "0", "0" },
                .high = { "0", "0" },
                .storage = { c0, c1, "1" },
                .mu = "1",
            };
            const char *problem = proof_premises(&claim);
            cr_expect(weighted && e < 0 ? problem && strstr(problem, "positive")
                                        : !problem || (a == 0 && e < 0),
                      "a = %g, e = %g, weighted %d: %s", a, e, weighted,
                      problem ? problem : "no problem");
        }
    }
}

/* Of a box from 0 to what is no binary number: whatever is rounded, nothing below 0 is among what
 * is looked at, and all that is given. */
static void expect_from_zero(const arb_t ball, double high)
{
    arb_t end;
    arb_init(end);
    arb_set_d(end, high);
    cr_expect(arb_is_nonnegative(ball) && arb_contains_zero(ball) && arb_contains(ball, end),
              "up to %g: %s", high, arb_get_str(ball, 20, 0));
    arb_clear(end);
}

static unsigned looked_at;

static void look(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    (void)mu, (void)prec;
    looked_at++;
    expect_from_zero(box->theta, 0.299999); /* of 0.3/(0.7 + 0.3) */
    expect_from_zero(box->p, 0.699999);
    arb_one(D);
}

static void speed_of_b(arb_t V, arb_srcptr p) { arb_set(V, p + 1); }

Test(proofs, look_at_boxes_down_to_zero_and_no_farther)
{
    static const struct arb_law law_of_boxes = { .name = "begins", .params = params };
    const struct proof_claim claim = {
        .law = &law_of_boxes,
        .property = PASSIVITY,
        .balance = { .law = "begins", .has_excess = true, .excess = look, .speed = speed_of_b },
        .low = { "0", "0.7" },
        .high = { "0.7", "0.7" },
        .mu = "1",
        .speed = "0.3",
    };
    struct proof_space space;
    proof_space_init(&space, &claim, 0);
    proof_evaluate(&space);
    cr_expect_eq(looked_at, 1);
    cr_expect(arb_is_one(space.value));
    proof_space_clear(&space);
}
