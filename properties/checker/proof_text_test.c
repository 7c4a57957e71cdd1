/* Of a proof that is none one line says where it is wrong, what stands there, and what was
 * expected.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/checker/proof.h"

#define PARAMS                                                                                     \
    "\"params\":{\"sigma0\":[\"100000\",\"100000\"],\"sigma1\":[\"1\",\"1\"],"                     \
    "\"sigma2\":[\"0.5\",\"0.6\"],\"Fc\":[\"1\",\"1\"],\"Fs\":[\"1\",\"1\"],"                      \
    "\"vs\":[\"0.001\",\"0.001\"],\"m\":[\"2\",\"2\"]}"
static const char good[] =
    "{\"format\":\"proof-2\",\"model\":\"lugre\",\"property\":\"dissipation\"," PARAMS
    ",\"storage\":[\"1\",\"0\"],\"mu\":\"0\",\"trees\":[[\".\"],[\".\"],[\".\"]],"
    "\"coordinates\":[\"theta\",\"z\",\"sigma2\"]}";

static void expect_parsed(const char *from, const char *to, const char *said)
{
    char text[2048];
    struct proof proof;
    struct file_error error = { .text = "" };
    const char *at = strstr(good, from);
    cr_assert(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    const bool is = proof_parse(text, strlen(text), &proof, &error);
    cr_expect(said ? !is && strncmp(error.text, said, strlen(said)) == 0 : is, "%s: %s", to,
              error.text);
    if (is)
        proof_free(&proof);
}

/* A largest speed belongs to one format, and to that always. */
Test(proofs, may_have_a_largest_speed)
{
    expect_parsed("\"proof-2\",", "\"proof-3\",\"speed\":\"0.01\",", NULL);
    expect_parsed("\"proof-2\",", "\"proof-3\",", "proof: expected \"speed\"");
    expect_parsed("\"proof-2\",", "\"proof-2\",\"speed\":\"0.01\",",
                  "proof: unknown key \"speed\"");
    expect_parsed("\"proof-2\",", "\"proof-3\",\"speed\":\"0\",",
                  "speed: expected a positive number, got 0");
    expect_parsed("\"proof-2\",", "\"proof-3\",\"speed\":\"-1\",",
                  "speed: expected a positive number, got -1");
    expect_parsed("\"proof-2\",", "\"proof-3\",\"speed\":\"x\",", "proof: \"speed\" is \"x\"");
}

Test(proofs, name_what_is_wrong)
{
    static const struct {
        const char *from, *to, *said;
    } edits[] = {
        { "proof-2", "proof-1", "proof: unknown key \"coordinates\"" },
        { "lugre", "no_law", "model: expected a law with a ball model" },
        { "dissipation", "creep", "property: expected one that can be proved of 'lugre'" },
        { "\"0.5\",\"0.6\"", "\"0.8\",\"0.7\"",
          "params: \"sigma2\" is from 0.8 to 0.7, expected rising ends" },
        { "\"0.5\",\"0.6\"", "\"0.5\"", "params: expected two decimals for \"sigma2\"" },
        { "\"0.5\",\"0.6\"", "\"0.5\",\"x\"", "sigma2: expected a decimal" },
        { "\"0.5\",\"0.6\"", "0.5,\"0.6\"", "sigma2: expected a decimal" },
        { PARAMS, "\"params\":[]", "expected \"params\" with two decimals" },
        { "\"sigma2\":[\"0.5\",\"0.6\"],", "", "params: expected two decimals for \"sigma2\"" },
        { "\"sigma1\":", "\"alpha\":", "params: unknown key \"alpha\"" },
        { "[\"1\",\"0\"]", "\"1\"", "expected \"storage\" with 4 decimals or fewer" },
        { "[\"1\",\"0\"]", "[\"1\",0]", "storage: expected a decimal" },
        { "\"mu\":\"0\"", "\"mu\":\"z\"", "proof: \"mu\" is \"z\"" },
        { "\"mu\":\"0\",", "", "proof: expected \"mu\"" },
        { "[[\".\"]", "[[1]", "trees[0]: expected a list of lines" },
        { "[\".\"]]", "\".\"]", "trees[2]: expected a list of lines" },
        { "[\".\"],", "", "expected \"trees\" with 3 lists of lines" },
        { "\"theta\",\"z\"", "\"z\",\"theta\"", "coordinates[0]: expected \"theta\"" },
        { "\"sigma2\"]", "\"sigma1\"]", "coordinates[2]: expected \"sigma2\"" },
        { ",\"sigma2\"]", "]", "expected \"coordinates\" with 3 names" },
        { "\"z\",\"sigma2\"]", "5,\"sigma2\"]", "coordinates[1]: expected \"z\"" },
        { "\"sigma2\"]", "\"sigma2\"],\"law\":5", "expected \"law\" with the digest of a text" },
    };
    struct proof proof;
    struct file_error error;
    cr_assert(proof_parse(good, strlen(good), &proof, &error), "%s", error.text);
    proof_free(&proof);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char text[2048];
        const char *at = strstr(good, edits[i].from);
        cr_assert(at, "%s", edits[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, edits[i].to,
                 at + strlen(edits[i].from));
        cr_expect_not(proof_parse(text, strlen(text), &proof, &error), "%s", text);
        cr_expect_eq(strncmp(error.text, edits[i].said, strlen(edits[i].said)), 0,
                     "expected '%s' in: %s", edits[i].said, error.text);
    }
}

/* Ends that differ in their last digit are printed with all their digits, up to 25; beyond, what is
 * printed is more than is proved, and says so. */
Test(proofs, print_as_many_digits_as_ends_need)
{
    enum { MOST = 25 };
    static const char *const params[] = { "a", NULL };
    static const struct arb_law law = { .params = params };
    for (int digits = 16; digits <= MOST + 1; digits++) { /* fewer go through a double */
        char low[64], high[64], expected[160], text[PROOF_BOX_TEXT];
        snprintf(low, sizeof low, "1.%0*d", digits - 1, 1);
        snprintf(high, sizeof high, "1.%0*d", digits - 1, 2);
        const struct proof_claim claim = { .law = &law, .low = { low }, .high = { high } };
        snprintf(expected, sizeof expected, "a in [%s, %s]", low, high);
        proof_box_text(text, &claim);
        cr_expect_eq(strcmp(text, expected) == 0, digits <= MOST, "%s", text);
        cr_expect_eq(strstr(text, "a in a part of [1, ") != NULL, digits > MOST, "%s", text);
    }
}
