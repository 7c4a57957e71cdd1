/* Pieces of a range: each is a proof that the checker confirms, they meet at one decimal, and
 * together they are the range; of a range that is false at one end there are none. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/pieces.h"

static const char *const table_1[][2] = {
    { "sigma0", "100000" }, { "sigma1", "316.22776601683796" },
    { "sigma2", "0.4" },    { "Fc", "1" },
    { "Fs", "1.5" },        { "vs", "0.001" },
    { "m", "2" },           { "alpha", NULL },
};

/* Proves passivity over a range of alpha. */
static bool cut(const char *low, const char *high, unsigned long most, struct pieces *pieces)
{
    const struct arb_law *law = arb_law_find("martinez_rosas");
    const char *lows[ARB_LAW_MAX], *highs[ARB_LAW_MAX];
    for (int i = 0; law->params[i]; i++)
        for (size_t k = 0; k < sizeof table_1 / sizeof *table_1; k++)
            if (strcmp(law->params[i], table_1[k][0]) == 0) {
                lows[i] = table_1[k][1] ? table_1[k][1] : low;
                highs[i] = table_1[k][1] ? table_1[k][1] : high;
            }
    return prove_pieces(law, NULL, PASSIVITY, lows, highs, arb_law_index(law->params, "alpha"),
                        most, pieces);
}

/* Expects pieces from low to high without a gap, each of at most so many boxes. */
static void expect_cover(const struct pieces *pieces, const char *low, const char *high,
                         unsigned long most)
{
    char last[DECIMAL_TEXT];
    unsigned long boxes = 0;
    snprintf(last, sizeof last, "%s", low);
    for (unsigned i = 0; i < pieces->n; i++) {
        struct proof proof;
        struct file_error error;
        cr_assert(proof_parse(pieces->text[i], strlen(pieces->text[i]), &proof, &error), "%s",
                  error.text);
        const int alpha = arb_law_index(proof.claim.law->params, "alpha");
        const struct verdict_on_proof is = proof_check(&proof, NULL);
        cr_expect_eq(is.proved, ANSWER_YES, "piece %u", i);
        cr_expect(is.boxes <= most + PROOF_MAX_TREES, "piece %u: %lu boxes", i, is.boxes);
        cr_expect_str_eq(proof.claim.low[alpha], last, "piece %u", i);
        cr_assert(strlen(proof.claim.high[alpha]) < sizeof last);
        snprintf(last, sizeof last, "%s", proof.claim.high[alpha]);
        boxes += is.boxes;
        proof_free(&proof);
    }
    cr_expect_str_eq(last, high);
    cr_expect_eq(boxes, pieces->boxes);
}

Test(pieces, cover_the_range)
{
    static const unsigned long most[] = { 1000, 40 };
    unsigned last = 0;
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        struct pieces pieces;
        cr_assert(cut("26000", "95000", most[i], &pieces), "%lu", most[i]);
        cr_expect(pieces.n >= last && (i == 0) == (pieces.n == 1), "%lu boxes: %u pieces", most[i],
                  pieces.n);
        expect_cover(&pieces, "26000", "95000", most[i]);
        last = pieces.n;
        pieces_free(&pieces);
    }
}

/* Below 25000 the law is not passive. Pieces are cut at decimals of six digits. */
Test(pieces, end_where_the_claim_is_false)
{
    struct pieces pieces;
    cr_expect_not(cut("24999.8", "25000.2", 60, &pieces));
    pieces_free(&pieces);
    cr_expect_not(cut("24000", "24000", 60, &pieces));
    pieces_free(&pieces);
}
