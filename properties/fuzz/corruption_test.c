/* The checker confirms no corrupted witness that is false, by the opinion of an independent
 * oracle. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness_text.h"
#include "properties/fuzz/corruption_oracle.h"
#include "properties/fuzz/witness_corrupt.h"
#include "properties/stored.h"
#include "tools/testing/test_random.h"

enum { CORRUPTED = 20000, BITS = 384, MAX_BASES = 256 };

/* The texts of the witnesses to corrupt; the test frees them. */
struct bases {
    char *text[MAX_BASES];
    unsigned n;
};

/* Collects each stored witness without claims, and once more with claims. */
static void collect(struct bases *bases)
{
    bases->n = 0;
    for (const struct stored_witness *s = stored_witnesses; s->name; s++) {
        struct witness w;
        struct file_error error;
        cr_assert(bases->n + 2 <= MAX_BASES);
        cr_assert(witness_parse(s->text, strlen(s->text), &w, &error), "%s", error.text);
        bases->text[bases->n++] = strdup(s->text);
        const struct witness_numbers numbers = witness_numbers_of(&w);
        bases->text[bases->n++] = witness_write(&numbers);
        witness_free(&w);
    }
    cr_assert(bases->n > 0);
    for (unsigned i = 0; i < bases->n; i++)
        cr_assert(bases->text[i]);
}

static void release(struct bases *bases)
{
    for (unsigned i = 0; i < bases->n; i++)
        free(bases->text[i]);
}

/* The answers to the corrupted witnesses. */
struct tally {
    unsigned made, parsed, rejected, undecided, confirmed, sound, beyond;
};

static void judge_text(const char *text, size_t size, const char *done, struct tally *tally)
{
    struct witness w;
    struct file_error error;
    const char *why = "";
    tally->made++;
    if (!witness_parse(text, size, &w, &error))
        return;
    tally->parsed++;
    const enum answer answer = witness_check(&w, BITS, NULL).confirmed;
    tally->rejected += answer == ANSWER_NO;
    tally->undecided += answer == ANSWER_UNDECIDED;
    tally->confirmed += answer == ANSWER_YES;
    if (answer == ANSWER_YES) {
        const enum opinion opinion = corruption_opinion(&w, &why);
        tally->sound += opinion == SOUND;
        tally->beyond += opinion == BEYOND;
        cr_expect_neq(opinion, UNSOUND, "confirmed, but %s, after %s: %.*s", why, done, (int)size,
                      text);
    }
    witness_free(&w);
}

static void print(const struct tally *t)
{
    fprintf(stderr,
            "%u corrupted: %u parsed, %u rejected, %u undecided, %u confirmed (%u still true, %u "
            "beyond the model's ranges)\n",
            t->made, t->parsed, t->rejected, t->undecided, t->confirmed, t->sound, t->beyond);
}

/* Corrupts each witness in turn by each kind in turn, `more` times on top of each other. Minimal
 * shares of the answers keep the test from being vacuous. */
static void corrupt_all(unsigned long long state, unsigned more)
{
    struct bases bases;
    struct tally tally = { 0 };
    collect(&bases);
    for (unsigned i = 0; tally.made < CORRUPTED; i++) {
        const enum corruption first = (enum corruption)(i % N_CORRUPTIONS);
        const char *base = bases.text[i / N_CORRUPTIONS % bases.n];
        size_t size = 0;
        char *text = witness_corrupt(base, strlen(base), first, &state, &size);
        for (unsigned k = 0; text && k < more; k++) {
            const enum corruption next =
                (enum corruption)(test_uniform(&state) * (double)N_CORRUPTIONS);
            size_t new_size = 0;
            char *changed = witness_corrupt(text, size, next, &state, &new_size);
            if (changed) {
                free(text);
                text = changed;
                size = new_size;
            }
        }
        if (text)
            judge_text(text, size, corruption_names[first], &tally);
        free(text);
    }
    release(&bases);
    print(&tally);
    cr_expect(tally.parsed * 4 > tally.made, "a quarter can still be read");
    cr_expect(tally.rejected * 2 > tally.parsed, "half of those is rejected");
    cr_expect(tally.confirmed * 20 > tally.parsed, "a twentieth is confirmed");
    cr_expect(tally.sound * 3 > tally.confirmed * 2, "most of it found true in double as well");
}

Test(corrupted, once) { corrupt_all(test_seed(), 0); }

Test(corrupted, thrice) { corrupt_all(test_seed() + 1, 2); }

/* If only the claims are corrupted, the functional is known to 25 digits: confirmed claims must
 * overlap with the original ones. */
Test(corrupted, claims_that_are_confirmed_are_true)
{
    enum { TRIES = 2000 };
    unsigned long long state = test_seed();
    unsigned confirmed = 0, rejected = 0;
    struct bases bases;
    arb_t lo, hi, bound;
    arb_init(lo);
    arb_init(hi);
    arb_init(bound);
    collect(&bases);
    for (unsigned i = 0; i < TRIES; i++) {
        const char *base = bases.text[(2 * i + 1) % bases.n];
        size_t size = 0;
        struct witness was, w;
        struct file_error error;
        char *text = witness_corrupt(base, strlen(base), CORRUPT_CLAIMS, &state, &size);
        cr_assert(text && witness_parse(base, strlen(base), &was, &error));
        cr_assert(witness_parse(text, size, &w, &error), "%s", error.text);
        if (witness_check(&w, BITS, NULL).confirmed == ANSWER_YES) {
            confirmed++;
            arb_set_str(lo, was.lo, 1024);
            arb_set_str(hi, was.hi, 1024);
            arb_set_str(bound, w.lo, 1024);
            cr_expect(!arb_gt(bound, hi), "%s", text);
            arb_set_str(bound, w.hi, 1024);
            cr_expect(!arb_lt(bound, lo), "%s", text);
        } else
            rejected++;
        witness_free(&w);
        witness_free(&was);
        free(text);
    }
    cr_expect(confirmed > TRIES / 8 && rejected > TRIES / 8, "%u, %u", confirmed, rejected);
    release(&bases);
    arb_clear(bound);
    arb_clear(hi);
    arb_clear(lo);
}

/* The oracle finds witnesses that are false. */
Test(oracle, finds_what_is_unsound)
{
    static const struct {
        const char *from, *to, *said;
    } edits[] = {
        { "\"0.01\"", "\"0.00011\"", "keeps the property" },
        { "[\"0\", \"0\"]", "[\"0\", \"1e-9999\"]", "where the law does" },
        { "\"passivity\"", "\"state_bound\"", "" },
        { "\"-37.70", "\"-37.69", "claims" },
    };
    const double p[] = { 1e5, 316.22776601683796, 0.4, 1, 1.5, 1e-3, 2, 1e9 };
    const double v[] = { 1e-4, 0.01 }, h[] = { 5, 0.5 };
    char *good = witness_text(arb_law_find("martinez_rosas"), p, PASSIVITY, v, h, 2);
    cr_assert(good);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char text[2048];
        struct witness w;
        struct file_error error;
        const char *why = "", *at = strstr(good, edits[i].from);
        cr_assert(at, "%s", edits[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, edits[i].to,
                 at + strlen(edits[i].from));
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        cr_expect(edits[i].said[0] == '\0' || corruption_opinion(&w, &why) == UNSOUND);
        cr_expect(strstr(why, edits[i].said), "%s", why);
        witness_free(&w);
    }
    free(good);
}
