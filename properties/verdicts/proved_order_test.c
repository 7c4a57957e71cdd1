/* Stored proofs that continue each other prove one box, in whatever order they are stored; those
 * beyond a gap do not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/prove.h"
#include "properties/verdicts/proved.h"

enum { PIECES = 4, TEXT = 4096 };

/* In place of those of the laws. */
static char texts[PIECES][TEXT];
const struct stored_witness stored_proofs[] = {
    { "dahl.json", texts[0] },
    { "dahl_2.json", texts[1] },
    { "dahl_3.json", texts[2] },
    { "dahl_4.json", texts[3] },
    { NULL, NULL },
};

/* Stores a proof of dahl's passivity with sigma0 = 1000 N/m and Fc in an interval. */
static void store(unsigned place, const char *from, const char *to)
{
    const struct arb_law *dahl = arb_law_find("dahl");
    const char *low[ARB_LAW_MAX], *high[ARB_LAW_MAX];
    unsigned long boxes;
    for (int i = 0; dahl->params[i]; i++) {
        const bool is_force = strcmp(dahl->params[i], "Fc") == 0;
        low[i] = is_force ? from : "1000";
        high[i] = is_force ? to : "1000";
    }
    char *text = prove_claim(dahl, NULL, PASSIVITY, low, high, 1000, &boxes);
    cr_assert(text && strlen(text) < TEXT);
    snprintf(texts[place], TEXT, "%s", text);
    free(text);
}

static void expect_interval(double low, double high)
{
    const struct claim claim = { .property = PASSIVITY, .base = ALL_VALID, .domain = "test" };
    char box[PROOF_BOX_TEXT];
    double from, to;
    cr_assert(proved(PREC(model_find)("dahl"), &claim, box));
    cr_assert_eq(sscanf(box, "Fc in [%lf, %lf]", &from, &to), 2, "%s", box);
    cr_expect(from == low && to == high, "%s, not from %g to %g", box, low, high);
}

/* All orders of four pieces: number k of what is left comes next. */
Test(proved, is_one_box_in_any_order)
{
    static const char *const ends[] = { "0.5", "1", "2", "4", "8" };
    for (unsigned order = 0; order < 24; order++) {
        unsigned left[PIECES] = { 0, 1, 2, 3 };
        for (unsigned n = PIECES, rest = order; n > 0; rest /= n, n--) {
            const unsigned k = rest % n;
            store(PIECES - n, ends[left[k]], ends[left[k] + 1]);
            memmove(&left[k], &left[k + 1], (n - k - 1) * sizeof *left);
        }
        expect_interval(0.5, 8);
    }
}

Test(proved, ends_at_a_gap)
{
    static const char *const ends[][2] = {
        { "2", "4" }, { "4.0001", "8" }, { "1", "2" }, { "0.25", "0.5" }
    };
    for (unsigned i = 0; i < PIECES; i++)
        store(i, ends[i][0], ends[i][1]);
    expect_interval(1, 4);
}
