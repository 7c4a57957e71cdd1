/* Runs the fuzz entry point on the stored witnesses, damaged in every way, and on hostile texts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness.h"
#include "properties/fuzz/fuzz.h"
#include "properties/fuzz/witness_corrupt.h"
#include "properties/stored.h"
#include "tools/testing/test_random.h"

static void feed(const char *text, size_t size)
{
    LLVMFuzzerTestOneInput((const uint8_t *)text, size);
}

Test(fuzz, stored_witnesses_damaged_up_to_eight_times)
{
    enum { ROUNDS = 25, DEPTH = 8 };
    unsigned long long state = test_seed();
    size_t fed = 0;
    for (const struct stored_witness *s = stored_witnesses; s->name; s++) {
        feed(s->text, strlen(s->text));
        for (int round = 0; round < ROUNDS; round++) {
            char *text = strdup(s->text);
            size_t size = strlen(text);
            for (int depth = 0; depth < DEPTH; depth++) {
                const enum corruption c =
                    (enum corruption)(test_uniform(&state) * (double)N_CORRUPTIONS);
                size_t new_size = 0;
                char *changed = witness_corrupt(text, size, c, &state, &new_size);
                if (!changed)
                    continue;
                free(text);
                text = changed;
                size = new_size;
                feed(text, size);
                fed++;
            }
            free(text);
        }
    }
    cr_expect(fed > 1500, "%zu", fed);
}

/* Returns head, `count` times the unit, and tail; to be freed. */
static char *repeated(const char *head, const char *unit, size_t count, const char *tail,
                      size_t *size)
{
    const size_t step = strlen(unit), before = strlen(head), middle = count * step;
    *size = before + middle + strlen(tail);
    char *text = malloc(*size + 1);
    cr_assert(text);
    for (size_t i = 0; i < *size; i++)
        text[i] = i < before            ? head[i]
                  : i < before + middle ? unit[(i - before) % step]
                                        : tail[i - before - middle];
    text[*size] = '\0';
    return text;
}

/* Expects that the parser refuses the text with a message that contains `said`. */
static void refused(const char *text, size_t size, const char *said)
{
    struct witness w;
    struct file_error error;
    cr_expect(!witness_parse(text, size, &w, &error), "%s", said);
    cr_expect(strstr(error.text, said), "expected '%s' in: %s", said, error.text);
}

Test(hostile, deep_wide_and_long_texts_are_refused)
{
    static const struct {
        const char *head, *unit;
        size_t count;
        const char *tail, *said;
    } texts[] = {
        { "", "[", 100000, "", "not valid JSON" },
        { "", "{\"a\":", 100000, "", "not valid JSON" },
        { "[", "[],", 20 << 20, "0]", "more values" },
        { "", " ", 64 << 20, "", "not valid JSON" },
        { "{\"a", "a", 64 << 20, "\":1}", "unknown key \"aaaa" },
        { "{\"format\":\"witness-1\",\"model\":\"", "\\n", 1 << 20, "\"}", "unknown model" },
        { "{", "\"format\":\"witness-1\",", 100000, "\"format\":\"witness-1\"}", "stands twice" },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size;
        char *text = repeated(texts[i].head, texts[i].unit, texts[i].count, texts[i].tail, &size);
        refused(text, size, texts[i].said);
        free(text);
    }
}

#define VISCOUS(sigma2, v, t)                                                                      \
    "{\"format\":\"witness-1\",\"model\":\"viscous\",\"params\":{\"sigma2\":\"" sigma2             \
    "\"},\"property\":\"passivity_as_printed\",\"x0\":[],"                                         \
    "\"signal\":[{\"kind\":\"hold\",\"v\":\"" v "\",\"t\":\"" t "\"}]}"

/* cJSON ends strings at a zero byte, which would make "1" of "1<0>e9". */
Test(hostile, zero_bytes_are_refused)
{
    static const char escaped[] = VISCOUS("0.4", "1\\u0000e9", "1");
    static const char raw[] = VISCOUS("0.4", "1\0e9", "1");
    refused(escaped, sizeof escaped - 1, "\\u0000");
    refused(raw, sizeof raw - 1, "zero byte");
}

Test(hostile, enormous_and_tiny_numbers_are_judged)
{
    static const char *const texts[] = {
        VISCOUS("1e9999", "1e9999", "1e9999"),
        VISCOUS("1e-9999", "-1e-9999", "1e-9999"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct witness w;
        struct file_error error;
        cr_assert(witness_parse(texts[i], strlen(texts[i]), &w, &error), "%s", error.text);
        cr_expect_eq(witness_check(&w, 128, NULL).confirmed, ANSWER_YES);
        witness_free(&w);
    }
}

/* A bristle drawn over 10^20 of its lengths snaps too often to be followed. */
Test(hostile, endless_events_are_left_undecided)
{
    static const char text[] =
        "{\"format\":\"witness-1\",\"model\":\"bristle\",\"params\":{\"N\":\"20\",\"k\":\"5000\","
        "\"delta_s\":\"1.5e-5\"},\"property\":\"passivity\",\"x0\":[\"0\"],"
        "\"signal\":[{\"kind\":\"hold\",\"v\":\"1e9\",\"t\":\"1e6\"}]}";
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_expect_eq(witness_check(&w, 8192, NULL).confirmed, ANSWER_UNDECIDED);
    witness_free(&w);
}

/* The longest signal, with numbers that are long to read, at the highest precision. */
Test(hostile, the_longest_signal_takes_seconds_at_most, .timeout = 60)
{
    enum { SEGMENTS = 100000 };
    static const char head[] =
        "{\"format\":\"witness-1\",\"model\":\"martinez_rosas\",\"params\":{\"sigma0\":\"100000\","
        "\"sigma1\":\"316.22776601683796\",\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1.5\",\"vs\":"
        "\"0.001\",\"m\":\"2\",\"alpha\":\"1e9\"},\"property\":\"odd_symmetry\",\"x0\":[\"0\","
        "\"0\"],\"signal\":[";
    static const char segment[] = "{\"kind\":\"hold\",\"v\":\"-7.0302050100007e-4\",\"t\":"
                                  "\"1.00000000000020000000003000000004e-3\"},";
    static const char tail[] = "{\"kind\":\"hold\",\"v\":\"1e-4\",\"t\":\"1\"}]}";
    size_t size;
    struct witness w;
    struct file_error error;
    char *text = repeated(head, segment, SEGMENTS - 1, tail, &size);
    cr_assert(witness_parse(text, size, &w, &error), "%s", error.text);
    cr_expect_neq(witness_check(&w, 8192, NULL).confirmed, ANSWER_YES);
    witness_free(&w);
    free(text);
    text = repeated(head, segment, SEGMENTS, tail, &size);
    refused(text, size, "1 to 100000 segments");
    free(text);
}
