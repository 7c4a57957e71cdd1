/* Tests of the checker's answers about witnesses. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness_test.h"
#include "properties/stored.h"

/* Two-hold signals on either side of the passivity window 25000 <= alpha <= 108926.079 at
 * Table I: creep to preload y, then burst at the critical speed. Energies from an
 * independent derivation, to the digits given. */
Test(check, confirms_known_energies)
{
    static const struct {
        const char *alpha, *property, *signal, *lo, *hi;
    } known[] = {
        { "1e9", "passivity", HOLD("0.0001", "5") "," HOLD("0.01", "0.5"), "-37.70192365",
          "-37.70192363" },
        { "110000", "passivity", HOLD("1e-14", "40") "," HOLD("0.001535", "1e-4"),
          "-8.84688680800e-10", "-8.84688680798e-10" },
        { "24900", "passivity", HOLD("-1e-15", "40") "," HOLD("1e-7", "5e-4"), "-7.22692354783e-14",
          "-7.22692354781e-14" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[2048];
        compose(text, sizeof text, known[i].alpha, known[i].property, known[i].signal, known[i].lo,
                known[i].hi);
        cr_expect_eq(check_text(text), ANSWER_YES, "alpha = %s", known[i].alpha);
    }
}

/* (12b) survives a mild increase of speed and the energies of a passive alpha. */
Test(check, rejects_what_is_no_violation)
{
    char text[2048];
    compose(text, sizeof text, "1e9", "stribeck_state_bound",
            HOLD("0.0001", "0.1") "," HOLD("0.0005", "1"), NULL, NULL);
    cr_expect_eq(check_text(text), ANSWER_NO);
    compose(text, sizeof text, "50000", "passivity", HOLD("0.0001", "5") "," HOLD("0.01", "0.5"),
            NULL, NULL);
    cr_expect_eq(check_text(text), ANSWER_NO);
    compose(text, sizeof text, "1e9", "state_bound", HOLD("1", "5"), NULL, NULL);
    cr_expect_neq(check_text(text), ANSWER_YES);
    compose(text, sizeof text, "1e9", "passivity", HOLD("0", "5"), NULL, NULL);
    cr_expect_eq(check_text(text), ANSWER_NO, "no motion, no claim");
}

Test(check, rejects_wrong_enclosures)
{
    char text[2048];
    const char *signal = HOLD("0.0001", "5") "," HOLD("0.01", "0.5");
    compose(text, sizeof text, "1e9", "passivity", signal, "-37.70192363", "-37.7");
    cr_expect_eq(check_text(text), ANSWER_NO);
    compose(text, sizeof text, "1e9", "passivity", signal, "-38", "-37.70192365");
    cr_expect_eq(check_text(text), ANSWER_NO);
    compose(text, sizeof text, "1e9", "passivity", signal, "-37", "-38");
    cr_expect_eq(check_text(text), ANSWER_NO, "an empty enclosure");
}

/* One signal of every kind along which the source's model at Table I gives energy back: slow at
 * first, then faster than y decays. */
static const char *const smooth[] = {
    RAMP("0.0001", "0.01", "1"),
    HOLD("0.0001", "2") "," WAVE("sine", "0.002", "0.001", "3", "-0.5", "0.5"),
    HOLD("0.0001", "2") "," WAVE("cosine", "0.002", "-0.001", "3", "0.5", "0.5"),
    "{\"kind\":\"csv\",\"samples\":[[\"0\",\"0.0001\"],[\"2\",\"0.0001\"],[\"2.5\",\"0.003\"],"
    "[\"3\",\"0.004\"]]}",
    HOLD("0.0001", "2") "," CHIRP("0.002", "0.001", "3", "6", "0.5"),
    HOLD("0.0001", "2") "," RAMP("0.0001", "-0.002", "0.01") "," WAVE("sine", "0", "1", "7", "1",
                                                                      "0.25"),
};

Test(check, accepts_every_segment_of_the_grammar)
{
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
        char text[2048];
        compose(text, sizeof text, "1e9", "passivity", smooth[i], NULL, NULL);
        cr_expect_eq(check_text(text), ANSWER_YES, "%s", smooth[i]);
        compose(text, sizeof text, "50000", "passivity", smooth[i], NULL, NULL);
        cr_expect_eq(check_text(text), ANSWER_NO, "passive: %s", smooth[i]);
    }
}

/* A table and its rows as ramps give the same enclosure, to the last bit. */
Test(check, takes_a_csv_for_its_ramps)
{
    static const char *const signals[] = {
        HOLD("0.0002",
             "1") ",{\"kind\":\"csv\",\"samples\":[[\"0\",\"0.0001\"],[\"0.5\",\"0.0002\"],"
                  "[\"0.75\",\"0.002\"]]},{\"kind\":\"csv\",\"samples\":[[\"0\",\"0.002\"],"
                  "[\"0.25\",\"0.001\"]]}",
        HOLD("0.0002", "1") "," RAMP("0.0001", "0.0002", "0.5") "," RAMP(
            "0.0002", "0.002", "0.25") "," RAMP("0.002", "0.001", "0.25"),
    };
    struct verdict_on_witness verdict[2];
    for (int i = 0; i < 2; i++) {
        char text[2048];
        struct witness w;
        struct file_error error;
        compose(text, sizeof text, "1e9", "passivity", signals[i], NULL, NULL);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        cr_expect_eq(w.n_segments, 4u);
        verdict[i] = witness_check(&w, 384, NULL);
        witness_free(&w);
    }
    cr_expect_eq(verdict[0].confirmed, verdict[1].confirmed);
    cr_expect_str_eq(verdict[0].lo, verdict[1].lo);
    cr_expect_str_eq(verdict[0].hi, verdict[1].hi);
}

/* Such a witness, written with its enclosure, is confirmed; with a leading digit of its signal
 * changed it is not. */
Test(corrupted, digits_of_every_segment_are_rejected)
{
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth - 1; i++) {
        char text[2048];
        struct witness w;
        struct file_error error;
        compose(text, sizeof text, "1e9", "passivity", smooth[i], NULL, NULL);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        char *written = written_again(&w);
        witness_free(&w);
        cr_assert(written && strstr(written, "claims"), "%s", smooth[i]);
        cr_expect_eq(check_text(written), ANSWER_YES, "%s", written);
        char *const end = strstr(written, "  ],");
        for (char *digit = strstr(written, "\"signal\""); digit < end; digit++) {
            /* the first of each run of digits, not of names */
            if (!isdigit((unsigned char)*digit) || isalnum((unsigned char)digit[-1]))
                continue;
            const char kept = *digit;
            *digit = kept == '9' ? '8' : (char)(kept + 1);
            if (witness_parse(written, strlen(written), &w, &error)) {
                cr_expect_neq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_YES, "%s",
                              written);
                witness_free(&w);
            }
            *digit = kept;
        }
        free(written);
    }
}

/* Judges bounds over whole segments, and statements about the end of a signal. */
Test(check, judges_properties_along_waves)
{
    static const struct {
        const char *property, *signal;
        enum answer answer;
    } known[] = {
        { "stribeck_state_bound", WAVE("cosine", "0.0015", "0.001", "1", "0", "6"), ANSWER_YES },
        { "stribeck_state_bound", RAMP("0.001", "0", "0.5"), ANSWER_NO }, /* slower and slower */
        { "stribeck_history_bound", WAVE("sine", "0.001", "0.0005", "2", "0", "1"), ANSWER_NO },
        { "i3_nonnegative", WAVE("cosine", "0.0015", "0.001", "1", "0", "20"), ANSWER_YES },
        { "i4_nonnegative", WAVE("cosine", "0.0015", "0.001", "1", "0", "20"), ANSWER_NO },
        { "regressor_as_printed", RAMP("0.001", "0.002", "1"), ANSWER_YES },
        { "regressor", WAVE("sine", "0", "0.001", "2", "1", "1"), ANSWER_NO },
        { "odd_symmetry", WAVE("sine", "0", "0.001", "2", "1", "1"), ANSWER_NO },
        { "rate_independence", WAVE("sine", "0.001", "0.0005", "2", "0", "1"), ANSWER_YES },
        { "steady_state", RAMP("0.001", "0.002", "1"), ANSWER_NO }, /* not held */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[2048];
        compose(text, sizeof text, "1e9", known[i].property, known[i].signal, NULL, NULL);
        cr_expect_eq(check_text(text), known[i].answer, "%s along %s", known[i].property,
                     known[i].signal);
    }
}

/* Where nothing can be enclosed in reasonable time, the answer says so. */
Test(check, does_not_guess_along_waves)
{
    char text[2048];
    compose(text, sizeof text, "1e9", "passivity", WAVE("sine", "0", "1", "1e30", "0", "1"), NULL,
            NULL);
    cr_expect_eq(check_text(text), ANSWER_UNDECIDED);
    cr_expect_eq(
        check_text(
            "{\"format\":\"witness-1\",\"model\":\"coulomb\",\"params\":{\"Fc\":\"1\"},"
            "\"property\":\"passivity\",\"x0\":[],\"signal\":[" RAMP("0.1", "-0.1", "1") "]}"),
        ANSWER_NO);
}

Test(check, demands_zero_initial_state)
{
    for (int state = 0; state < 2; state++) {
        char text[2048];
        compose(text, sizeof text, "1e9", "passivity", HOLD("0.01", "0.5"), NULL, NULL);
        char *x0 = strstr(text, "[\"0\",\"0\"]");
        x0[2 + 4 * state] = '1';
        cr_expect_eq(check_text(text), ANSWER_NO, "%s", x0);
    }
}

Test(stored, are_confirmed)
{
    size_t n = 0;
    for (const struct stored_witness *s = stored_witnesses; s->name; s++, n++)
        cr_expect_eq(check_text(s->text), ANSWER_YES, "%s", s->name);
    cr_expect(n >= 5);
}

/* mid + shift as a decimal string of 60 digits, to be freed with flint_free. */
static char *shifted(const arb_t mid, double shift)
{
    arb_t t;
    arb_init(t);
    arb_set_d(t, shift);
    arb_add(t, t, mid, 512);
    char *text = arb_get_str(t, 60, ARB_STR_NO_RADIUS);
    arb_clear(t);
    return text;
}

/* A witness with its functional enclosed to within 1e-35: whichever digit of its numbers is raised
 * or lowered, the enclosure becomes wrong. (The last digit of sigma1 has an effect of 1e-23.) */
Test(corrupted, digits_are_rejected)
{
    char text[2048], changed[2048];
    const char *signal = HOLD("0.0001", "5") "," HOLD("0.01", "0.5");
    size_t tried = 0;
    struct witness w;
    struct file_error error;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    compose(text, sizeof text, "1000000000", "passivity", signal, NULL, NULL);
    cr_assert(witness_parse(text, strlen(text), &w, &error));
    const struct rigorous_case c = witness_case(&w);
    rigorous_evaluate(&c, 512, functional, margin);
    witness_free(&w);
    arb_get_mid_arb(functional, functional);
    char *lo = shifted(functional, -1e-35), *hi = shifted(functional, 1e-35);
    compose(text, sizeof text, "1000000000", "passivity", signal, lo, hi);
    flint_free(lo);
    flint_free(hi);
    arb_clear(margin);
    arb_clear(functional);
    cr_assert_eq(check_text(text), ANSWER_YES);

    const char *end = strstr(text, "\"claims\"");
    for (const char *digit = strstr(text, "\"params\""); digit < end; digit++) {
        /* digits of numbers, not of names */
        if (!isdigit((unsigned char)*digit) || isalpha((unsigned char)digit[-1]))
            continue;
        memcpy(changed, text, sizeof text);
        changed[digit - text] = *digit == '9' ? '8' : (char)(*digit + 1);
        tried++;
        if (!witness_parse(changed, strlen(changed), &w, &error))
            continue;
        cr_expect_neq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_YES, "%s", changed);
        witness_free(&w);
    }
    cr_expect(tried > 50, "%zu", tried);
}

/* A vector that U does not map to 0 is rejected, and the volume is that of all columns, 0, since
 * others do vanish. */
Test(check, rejects_a_vector_that_is_not_null)
{
    char text[4096], *at;
    struct witness w;
    struct file_error error;
    snprintf(text, sizeof text, "%s", stored_witness_find("martinez_rosas_identifiability.json"));
    at = strstr(text, "\"0\", \"0\", \"0\", \"1\", \"1\"");
    cr_assert(at);
    at[1] = '1';
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, NULL);
    cr_expect_eq(verdict.confirmed, ANSWER_NO);
    cr_expect(strtod(verdict.lo, NULL) == 0 && strtod(verdict.hi, NULL) == 0, "[%s, %s]",
              verdict.lo, verdict.hi);
    witness_free(&w);
}

/* What holds one velocity is a hold, and a chirp of one frequency a sine, however its numbers are
 * written: all segments of two numbers. */
Test(witnesses, hold_what_does_not_change)
{
    static const char *const numbers[] = { "0.0", "1.5", "15e-1" };
    static const struct {
        const char *name, *keys[4];
        enum signal_kind kind;
        unsigned n;
    } kinds[] = {
        { "hold", { "v" }, SIGNAL_HOLD, 1 },
        { "ramp", { "v0", "v1" }, SIGNAL_RAMP, 2 },
        { "sine", { "mean", "amp", "omega", "phase" }, SIGNAL_SINE, 4 },
        { "cosine", { "mean", "amp", "omega", "phase" }, SIGNAL_COSINE, 4 },
        { "chirp", { "mean", "amp", "w0", "w1" }, SIGNAL_CHIRP, 4 },
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        unsigned codes = 1;
        for (unsigned i = 0; i < kinds[k].n; i++)
            codes *= 3;
        for (unsigned code = 0; code < codes; code++) {
            char text[1024];
            unsigned at[4] = { code % 3, code / 3 % 3, code / 9 % 3, code / 27 };
            int n = snprintf(text, sizeof text,
                             "{\"format\":\"witness-1\",\"model\":\"dahl\",\"params\":{\"sigma0\":"
                             "\"1\",\"Fc\":\"1\"},\"property\":\"passivity\",\"x0\":[\"0\"],"
                             "\"signal\":[{\"kind\":\"%s\"",
                             kinds[k].name);
            for (unsigned i = 0; i < kinds[k].n; i++)
                n += snprintf(text + n, sizeof text - (size_t)n, ",\"%s\":\"%s\"", kinds[k].keys[i],
                              numbers[at[i]]);
            snprintf(text + n, sizeof text - (size_t)n, ",\"t\":\"1\"}]}");
            const bool ramp = kinds[k].kind == SIGNAL_RAMP, wave = kinds[k].n == 4;
            const bool level = !wave && (!ramp || (at[0] > 0) == (at[1] > 0)),
                       still = wave && at[1] == 0,
                       even = kinds[k].kind == SIGNAL_CHIRP && (at[2] > 0) == (at[3] > 0);
            struct witness w;
            struct file_error error;
            cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
            cr_expect_eq(w.segments ? w.segments[0].kind : SIGNAL_HOLD,
                         level || still ? SIGNAL_HOLD
                         : even         ? SIGNAL_SINE
                                        : kinds[k].kind,
                         "%s", text);
            if (level || still)
                cr_expect_eq(strtod(w.v[0], NULL), at[0] > 0 ? 1.5 : 0, "%s", text);
            witness_free(&w);
        }
    }
}

/* A vector's entries are whole numbers of at most nine digits, of either sign. */
Test(witnesses, have_vectors_of_whole_numbers)
{
    static const struct {
        const char *entry;
        long value;
        bool read;
    } cases[] = {
        { "1", 1, true },     { "-1", -1, true },         { "123456789", 123456789, true },
        { "-12", -12, true }, { "1234567890", 0, false }, { "", 0, false },
        { "-", 0, false },    { "--1", 0, false },        { "+1", 0, false },
        { "1.5", 0, false },  { "1e3", 0, false },        { " 1", 0, false },
    };
    const char *stored = stored_witness_find("martinez_rosas_identifiability.json"),
               *mark = strstr(stored, "\"0\", \"0\", \"0\", \"1\"") + 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        struct witness w;
        struct file_error error;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(mark - stored), stored, cases[i].entry,
                 mark + 1);
        const bool read = witness_parse(text, strlen(text), &w, &error);
        cr_expect_eq(read, cases[i].read, "'%s': %s", cases[i].entry, read ? "" : error.text);
        if (read) {
            cr_expect_eq(w.null[0], cases[i].value);
            witness_free(&w);
        } else
            cr_expect(strstr(error.text, "null[0]: expected an integer"), "%s", error.text);
    }
    for (int more = 0; more < 2; more++) { /* one for each column */
        char text[4096];
        struct witness w;
        struct file_error error;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(mark - stored), stored,
                 more ? "0\", \"0" : "0", mark + (more ? 1 : strlen("0\", \"0")));
        cr_expect_not(witness_parse(text, strlen(text), &w, &error), "%s", text);
        cr_expect(strstr(error.text, "one for each column"), "%s", error.text);
    }
}
