/* What the checker must never do with proofs: confirm a false one, read a file that does not say
 * what it seems to, or print more than is proved. An earlier checker failed most cases here. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/checker/proof.h"
#include "properties/checker/property.h"
#include "tools/testing/test_stack.h"

static struct verdict_on_proof decide_proof(const char *text)
{
    struct proof proof;
    struct file_error error;
    cr_assert(proof_parse(text, strlen(text), &proof, &error), "%s: %s", text, error.text);
    stack_is_dirty();
    const struct verdict_on_proof verdict = proof_check(&proof, NULL);
    proof_free(&proof);
    return verdict;
}

static bool is_read(const char *text)
{
    struct proof proof;
    struct file_error error;
    if (!proof_parse(text, strlen(text), &proof, &error))
        return false;
    proof_free(&proof);
    return true;
}

#define ELASTOPLASTIC(property, sigma0, z_max, mu)                                                 \
    "{\"format\":\"proof-1\",\"model\":\"elastoplastic\",\"property\":\"" property "\","           \
    "\"params\":{\"sigma0\":[" sigma0 "],\"sigma1\":[\"316.2\",\"316.2\"],"                        \
    "\"sigma2\":[\"0.4\",\"0.4\"],\"Fc\":[\"1\",\"1\"],\"Fs\":[\"1.5\",\"1.5\"],"                  \
    "\"vs\":[\"0.001\",\"0.001\"],\"m\":[\"2\",\"2\"],\"z_ba\":[\"0.000007\",\"0.000007\"],"       \
    "\"z_max\":[" z_max "]},\"storage\":[\"1\",\"0\",\"0\"],\"mu\":\"" mu "\","                    \
    "\"trees\":[[\".\"],[\".\"],[\".\"]]}"

/* Boxes over which the ramp, or its place, is not a number: Table I's sigma2 is far too small. */
Test(proofs, of_boxes_that_are_no_numbers_are_not_confirmed)
{
    static const char *const texts[] = {
        ELASTOPLASTIC("dissipation", "\"100000\",\"100000\"",
                      "\"0.0000070000000000001\",\"0.000009\"", "0"),
        ELASTOPLASTIC("dissipation", "\"100000\",\"100000\"",
                      "\"0.000007000000000000000000000000000000001\",\"0.000009\"", "0"),
        ELASTOPLASTIC("passivity", "\"0.0001\",\"100000\"", "\"0.000009\",\"0.000009\"", "1e-6"),
        ELASTOPLASTIC("passivity", "\"1e-9000\",\"100000\"", "\"0.000009\",\"0.000009\"", "1e-6"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect_neq(decide_proof(texts[i]).proved, ANSWER_YES, "%s", texts[i]);
}

#define LUGRE(Fc, Fs, sigma2)                                                                      \
    "{\"format\":\"proof-1\",\"model\":\"lugre\",\"property\":\"passivity\",\"params\":{"          \
    "\"sigma0\":[\"100000\",\"100000\"],\"sigma1\":[\"1\",\"1\"],\"sigma2\":[" sigma2 "],"         \
    "\"Fc\":[" Fc "],\"Fs\":[" Fs "],\"vs\":[\"0.001\",\"0.001\"],\"m\":[\"2\",\"2\"]},"           \
    "\"storage\":[\"1\",\"0\",\"0\"],\"mu\":\"1e-6\",\"trees\":[[\".\"],[\".\"],[\".\"]]}"
#define LUGRE_PLAIN LUGRE("\"1\",\"1\"", "\"1\",\"1\"", "\"0.5\",\"0.5\"")

Test(proofs, of_parameters_that_the_law_does_not_have_are_not_confirmed)
{
    static const char *const texts[] = {
        LUGRE("\"1\",\"1\"", "\"0.9999999999999999999999999999999999\",\"1.5\"", "\"1\",\"2\""),
        LUGRE("\"1\",\"1.00000000000000000000000000000000000001\"", "\"1\",\"1\"", "\"1\",\"1\""),
        LUGRE("\"-1\",\"1\"", "\"1\",\"1\"", "\"1\",\"1\""),
        LUGRE("\"0\",\"1\"", "\"1\",\"1\"", "\"1\",\"1\""),
        LUGRE("\"1\",\"1\"", "\"1\",\"1\"", "\"-1e-400\",\"1\""),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect_neq(decide_proof(texts[i]).proved, ANSWER_YES, "%s", texts[i]);
    cr_expect_eq(decide_proof(LUGRE_PLAIN).proved, ANSWER_YES, "the same of valid ones");
}

/* Dissipation needs a storage beside the excess; passivity needs the excess alone, and the bounds
 * of states their rates there. Nothing else can be proved. */
Test(proofs, need_what_their_property_is_about)
{
    for (int k = 0; k < 8; k++) {
        const bool excess = (k & 1) != 0, inflow = (k & 2) != 0, storage = (k & 4) != 0;
        const struct dissipation_inequality balance = {
            .law = "made", .has_excess = excess, .has_inflow = inflow, .n_storage = storage ? 1 : 0
        };
        for (int p = 0; p < N_PROPERTIES; p++)
            cr_expect_eq(proof_applicable(&balance, (enum property)p),
                         p == PASSIVITY     ? excess
                         : p == DISSIPATION ? excess && storage
                                            : p == STATE_BOUND && inflow,
                         "%s with%s excess,%s inflow,%s storage", property_info[p].name,
                         excess ? "" : "out", inflow ? "" : " no", storage ? "" : " no");
    }
}

/* What cannot be proved of a law is refused by the law's name. */
Test(proofs, of_what_has_none_say_of_which_law)
{
    static const char *const properties[] = { "no_drift", "steady_state", "none", "" };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        char text[2048];
        struct proof proof;
        struct file_error error;
        const char *mark = strstr(LUGRE_PLAIN, "passivity");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(mark - LUGRE_PLAIN), LUGRE_PLAIN,
                 properties[i], mark + strlen("passivity"));
        cr_assert_not(proof_parse(text, strlen(text), &proof, &error), "%s", text);
        cr_expect(strstr(error.text, "property: expected one that can be proved of 'lugre'"), "%s",
                  error.text);
    }
}

/* A proof names each of its coordinates, in their order: boxes of others are other boxes. */
Test(proofs, name_all_their_coordinates)
{
    static const char *const coordinates[] = { "theta", "z", "sigma2" };
    enum { N = sizeof coordinates / sizeof *coordinates };
    for (unsigned other = 0; other <= 3 * N; other++) {
        char text[2048];
        const unsigned place = other % N, way = other / N;
        snprintf(text, sizeof text, "%s", LUGRE("\"1\",\"1\"", "\"1\",\"1\"", "\"0.5\",\"0.6\""));
        char *mark = strchr(text, '1'); /* of the format */
        *mark = '2';
        size_t n = strlen(text) - 1; /* before the brace */
        n += (size_t)snprintf(text + n, sizeof text - n, ",\"coordinates\":[");
        for (unsigned i = 0; i < N; i++) {
            const bool changed = other < 3 * N && i == place;
            const char *name = !changed   ? coordinates[i]
                               : way == 0 ? coordinates[(i + 1) % N]
                               : way == 1 ? "sigma1"
                                          : "";
            n += (size_t)snprintf(text + n, sizeof text - n, "%s\"%s\"", i ? "," : "", name);
        }
        snprintf(text + n, sizeof text - n, "]}");
        cr_expect_eq(is_read(text), other == 3 * N, "%s", text);
    }
}

/* A proof about LuGre, of trees that hardly prove anything. */
static void read_proof(struct proof *proof, const char *property, const char *storage,
                       const char *mu)
{
    char text[2048];
    struct file_error error;
    snprintf(text, sizeof text,
             "{\"format\":\"proof-1\",\"model\":\"lugre\",\"property\":\"%s\",\"params\":{"
             "\"sigma0\":[\"100000\",\"100000\"],\"sigma1\":[\"1\",\"1\"],"
             "\"sigma2\":[\"9\",\"9\"],\"Fc\":[\"1\",\"1\"],\"Fs\":[\"1\",\"1\"],"
             "\"vs\":[\"0.001\",\"0.001\"],\"m\":[\"2\",\"2\"]},\"storage\":[%s],"
             "\"mu\":\"%s\",\"trees\":[[\".\"],[\".\"],[\".\"]]}",
             property, storage, mu);
    cr_assert(proof_parse(text, strlen(text), proof, &error), "%s: %s", text, error.text);
}

/* Parses LUGRE_PLAIN with `from` replaced by `to`. */
static bool is_read_with(const char *from, const char *to)
{
    static const char plain[] = LUGRE_PLAIN;
    char text[2048];
    const char *at = strstr(plain, from);
    cr_assert(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - plain), plain, to, at + strlen(from));
    return is_read(text);
}

Test(proofs, are_read_as_strictly_as_witnesses)
{
    static const char *const changes[][2] = {
        { "{\"format\"", "{\"format\":\"proof-1\",\"format\"" },
        { "{\"format\"", "{\"note\":\"\",\"format\"" },
        { "{\"format\"", "[{\"format\"" },
        { "\"lugre\"", "\"no_law\"" },
        { "\"lugre\"", "5" },
        { "\"lugre\"", "\"leuven\"" },
        { "\"passivity\"", "\"creep\"" },
        { "\"passivity\"", "\"no_property\"" },
        { "\"passivity\"", "null" },
        { "]]}", "]]} x" },
        { "]]}", "]]}{}" },
        { "\"sigma0\":", "\"sigma0\":[\"1\",\"2\"],\"sigma0\":" },
        { "\"sigma0\":", "\"alpha\":[\"1\",\"1\"],\"sigma0\":" },
        { "\"sigma0\":[\"100000\",\"100000\"],", "" },
        { "\"100000\",\"100000\"", "\"100000\"" },
        { "\"100000\",\"100000\"", "\"100000\",\"100000\",\"100000\"" },
        { "\"100000\",\"100000\"", "100000,100000" },
        { "\"100000\",\"100000\"", "\"0x100\",\"100000\"" },
        { "\"100000\",\"100000\"", "\" 1\",\"100000\"" },
        { "\"100000\",\"100000\"", "\"inf\",\"inf\"" },
        { "\"100000\",\"100000\"", "\"nan\",\"nan\"" },
        { "\"100000\",\"100000\"", "\"1e99999\",\"1e99999\"" },
        { "\"100000\",\"100000\"", "\"2\",\"1\"" },
        { "\"1e-6\"", "\"1e-6 \"" },
        { "\"1e-6\"", "\"\"" },
        { "\"100000\",\"100000\"", "\"100000\",\"0x100\"" },
        { "\"1\",\"0\",\"0\"", "\"1\",\"zero\",\"0\"" },
        { "\"1\",\"0\",\"0\"", "\"1\",\"0\",0" },
        { "\"1\",\"0\",\"0\"", "\"1\",\"0\",\"0\",\"0\",\"0\"" },
        { "\"1\",\"0\",\"0\"", "{\"a\":\"1\",\"b\":\"0\",\"c\":\"0\"}" },
        { "[[\".\"]", "[[\".\\u0000\"]" },
        { "[[\".\"]", "[{\"a\":\".\"}" },
        { "[[\".\"]", "[[1]" },
        { "proof-1", "proof-1\\u0000" },
        { "proof-1", "proof-3" },
        { "proof-1", "witness-1" },
        { "\"format\":\"proof-1\",", "" },
        { ",[\".\"]]}", "]}" },
        { "]]}", "],[\".\"]]}" },
        { "[[\".\"],[\".\"],[\".\"]]", "\".\"" },
        { "[[\".\"],[\".\"],[\".\"]]", "{\"a\":[\".\"],\"b\":[\".\"],\"c\":[\".\"]}" },
    };
    cr_assert(is_read(LUGRE_PLAIN));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        cr_expect_not(is_read_with(changes[i][0], changes[i][1]), "%s", changes[i][1]);
}

/* Coefficients that are left out are 0, and not 1. */
Test(proofs, may_leave_out_coefficients_that_are_0)
{
    static const char *const storages[] = { "", "\"1\"", "\"1\",\"0\"", "\"1\",\"0\",\"0\",\"0\"" };
    for (size_t i = 0; i < sizeof storages / sizeof *storages; i++) {
        struct proof proof;
        read_proof(&proof, "dissipation", storages[i], "0");
        cr_expect_eq(proof_check(&proof, NULL).proved, i == 0 ? ANSWER_NO : ANSWER_YES, "%s",
                     storages[i]);
        proof_free(&proof);
    }
}

/* A tree may be 200 halvings deep, on either side, and no deeper. */
Test(proofs, have_trees_of_limited_depth)
{
    enum { MOST = 200 };
    static const char plain[] = LUGRE_PLAIN;
    const char *at = strstr(plain, "[[\".\"]") + 3;
    for (int upper = 0; upper < 2; upper++)
        for (int depth = MOST - 1; depth <= MOST + 1; depth++) {
            char text[2048], tree[2 * MOST + 4] = "";
            int n = 0;
            for (int k = 0; k < depth; k++)
                n += snprintf(tree + n, sizeof tree - (size_t)n, upper ? "0." : "0");
            for (int k = 0; k < (upper ? 1 : depth + 1); k++)
                n += snprintf(tree + n, sizeof tree - (size_t)n, ".");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(at - plain), plain, tree, at + 1);
            cr_expect_eq(decide_proof(text).proved, depth <= MOST ? ANSWER_YES : ANSWER_NO,
                         "%d halvings, side %d", depth, upper);
        }
}

/* A proof is decided once the work is enough, and not before: then it is undecided. */
Test(proofs, are_undecided_until_the_work_is_enough)
{
    const struct situation {
        const char *text;
        enum answer answer;
    } situations[] = {
        { LUGRE_PLAIN, ANSWER_YES },
        { LUGRE("\"1\",\"1\"", "\"1.5\",\"1.5\"", "\"0\",\"0\""), ANSWER_NO },
    };
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        struct proof proof;
        struct file_error error;
        enum answer answer = ANSWER_UNDECIDED;
        unsigned undecided = 0;
        cr_assert(proof_parse(situations[i].text, strlen(situations[i].text), &proof, &error), "%s",
                  error.text);
        double units = 0;
        for (int k = 0; k < 34; k++) { /* up to some thousand */
            units = k == 0 ? 0 : 1.5 * units + 0.001;
            struct work_limit limit = work_limit_from_now(units, 0);
            const enum answer before = answer;
            answer = proof_check(&proof, &limit).proved;
            undecided += answer == ANSWER_UNDECIDED;
            cr_expect(answer == situations[i].answer ||
                          (answer == ANSWER_UNDECIDED && before == ANSWER_UNDECIDED),
                      "proof %zu: %d within %g units", i, (int)answer, units);
        }
        cr_expect(undecided > 0 && answer == situations[i].answer, "proof %zu: %u, %d", i,
                  undecided, (int)answer);
        proof_free(&proof);
    }
}

/* A storage that comes near zero within the range, u = w^2 from 0 to 1: it is S/w^2 =
 * (u - a)^2 + e, wherever a is. */
Test(proofs, have_storages_that_are_positive_however_nearly)
{
    for (int tenths = 0; tenths <= 10; tenths++)
        for (int sign = -1; sign <= 1; sign += 2) {
            char storage[256];
            struct proof proof;
            const double a = tenths / 10.0, e = 1e-5 * sign;
            snprintf(storage, sizeof storage, "\"%.17g\",\"%.17g\",\"6\"", 2 * (a * a + e), -8 * a);
            read_proof(&proof, "passivity", storage, "1e-6");
            const char *problem = proof_premises(&proof.claim);
            cr_expect(sign > 0 ? !problem : problem && strstr(problem, "positive"),
                      "a = %g, e = %g: %s", a, e, problem ? problem : "no problem");
            proof_free(&proof);
        }
}

/* What a proof takes for granted is refused where it is not so: of storages with a negative part,
 * also one that leaves the inequality true, of a margin that the property does not have, of a
 * storage that is not the law's. */
Test(proofs, rest_on_premises_that_are_checked)
{
    static const struct {
        const char *property, *storage, *mu, *problem;
    } cases[] = {
        { "passivity", "\"1\",\"0\",\"0\"", "1e-6", NULL },
        { "passivity", "\"2\",\"1\",\"0\"", "1e-6", NULL },
        { "passivity", "\"1\",\"-1\",\"0\"", "1e-6", NULL },   /* u - u^2/2 */
        { "passivity", "\"1\",\"-1.9\",\"0\"", "1e-6", NULL }, /* beyond u = 1 it is negative */
        { "passivity", "\"-1\",\"0\",\"0\"", "1e-6", "positive" },
        { "passivity", "\"-1e-30\",\"0\",\"0\"", "1e-6", "positive" },
        { "passivity", "\"1\",\"-3\",\"0\"", "1e-6", "positive" },
        { "passivity", "\"1\",\"0\",\"-4\"", "1e-6", "positive" },
        { "passivity", "\"1\",\"0\",\"0\"", "0", "mu > 0" },
        { "passivity", "\"1\",\"0\",\"0\"", "-1e-9", "mu > 0" },
        { "dissipation", "\"1\",\"0\",\"0\"", "0", NULL },
        { "dissipation", "\"1\",\"0\",\"0\"", "1e-6", "declared" },
        { "dissipation", "\"1.0000001\",\"0\",\"0\"", "0", "declared" },
        { "dissipation", "\"1\",\"1e-9\",\"0\"", "0", "declared" },
        { "dissipation", "\"-1\",\"0\",\"0\"", "0", "positive" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proof proof;
        read_proof(&proof, cases[i].property, cases[i].storage, cases[i].mu);
        const char *problem = proof_premises(&proof.claim);
        cr_expect(cases[i].problem ? problem && strstr(problem, cases[i].problem) : !problem,
                  "%s, storage %s, mu %s: %s", cases[i].property, cases[i].storage, cases[i].mu,
                  problem ? problem : "no problem");
        cr_expect(!problem || proof_check(&proof, NULL).proved != ANSWER_YES, "case %zu", i);
        proof_free(&proof);
    }
}

/* The decimals that are printed as proved lie within the box that is proved. */
static void expect_inside(const char *low, const char *high, const char *expected)
{
    static const char *const params[] = { "sigma2", NULL };
    static const struct arb_law law = { .params = params };
    const struct proof_claim claim = { .law = &law, .low = { low }, .high = { high } };
    char text[PROOF_BOX_TEXT];
    proof_box_text(text, &claim);
    cr_expect_str_eq(text, expected, "%s", text);
}

Test(proofs, print_a_box_within_theirs)
{
    expect_inside("158.1133", "1000", "sigma2 in [158.114, 1000]");
    expect_inside("158.113", "1000.9999", "sigma2 in [158.113, 1000.99]");
    expect_inside("-2.0000001", "-1.0000001", "sigma2 in [-2, -1.00001]");
    expect_inside("0.000001", "10000", "sigma2 in [1e-06, 10000]");
    expect_inside("1.00000001", "1.00000009", "sigma2 in [1.00000001, 1.00000009]");
    expect_inside("1.00000000000000012345", "1.00000000000000098765",
                  "sigma2 in [1.0000000000000002, 1.0000000000000009]");
    expect_inside("0.99999999", "1.000000001", "sigma2 in [0.99999999, 1]");
    expect_inside("1", "1.0", "");
    expect_inside("9007199254740993", "9007199254740995", /* a double has no last digit of these */
                  "sigma2 in [9007199254740993, 9007199254740995]");
    expect_inside("1.00000000000000000000000000001", "1.00000000000000000000000000002",
                  "sigma2 in a part of [1, 1.000000000000000000000001]");
}

/* Each tree that is about a face is evaluated on it: of each state the lower one, then the upper.
 * In proofs of passivity the first tree is about the inside. */
Test(proofs, are_about_the_faces_of_states)
{
    struct proof proof;
    struct file_error error;
    cr_assert(proof_parse(LUGRE_PLAIN, strlen(LUGRE_PLAIN), &proof, &error), "%s", error.text);
    struct proof_claim claim = proof.claim;
    for (int inside = 0; inside < 2; inside++) {
        claim.property = inside ? PASSIVITY : STATE_BOUND;
        const int n = proof_trees(&claim.balance, claim.property);
        cr_assert_eq(n, inside + 2 * claim.balance.n_states);
        for (int tree = 0; tree < n; tree++) {
            struct proof_space space;
            const int face = tree - inside;
            proof_space_init(&space, &claim, tree);
            proof_evaluate(&space);
            cr_expect_eq(space.state, face < 0 ? -1 : face / 2, "tree %d", tree);
            if (face >= 0)
                cr_expect(arb_equal_si(space.w + space.state, face % 2 == 0 ? -1 : 1), "tree %d",
                          tree);
            proof_space_clear(&space);
        }
    }
    proof_free(&proof);
}
