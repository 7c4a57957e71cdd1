/* Tests of the text of witnesses, as it is written and as it is read. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "properties/checker/witness_test.h"
#include "properties/stored.h"
#include "tools/base/memory.h"

/* A written witness says the numbers given, is confirmed, and claims an enclosure that any other
 * digit breaks. */
Test(write, round_trips)
{
    const struct arb_law *law = arb_law_find("lugre");
    const double p[] = { 1e5, 316.22776601683796, 0.4, 1, 1.5, 1e-3, 2 };
    const double v[] = { 1e-5, 1 }, h[] = { 10, 1e-4 };
    char *text = witness_text(law, p, PASSIVITY, v, h, 2);
    cr_assert(text);
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_assert(w.law == law && w.property == PASSIVITY && w.n_segments == 2 && w.lo && w.hi);
    for (int i = 0; i < 7; i++)
        cr_expect_eq(strtod(w.param[i], NULL), p[i]);
    for (int i = 0; i < 2; i++)
        cr_expect(strtod(w.v[i], NULL) == v[i] && strtod(w.h[i], NULL) == h[i]);
    cr_expect(strtod(w.lo, NULL) >= -1.3023225e-3 && strtod(w.hi, NULL) <= -1.3023205e-3,
              "I = -1.302321e-3 J, known otherwise: %s, %s", w.lo, w.hi);
    witness_free(&w);
    cr_expect_eq(check_text(text), ANSWER_YES);
    const char *line = "    {\"kind\": \"hold\", \"v\": \"0.00001\", \"t\": \"10\"},\n";
    cr_expect(strstr(text, line), "%s", text);
    char *digit = strstr(text, "\"0.4\"") + 3;
    *digit = '5';
    cr_expect_eq(check_text(text), ANSWER_NO);
    free(text);
}

/* A state that comes to its bound leaves exp(-xi) of it, after the path xi Fc/sigma0: what is
 * claimed has its 25 digits, however little that is. */
Test(write, claims_all_digits)
{
    const struct arb_law *law = arb_law_find("dahl");
    static const double paths[] = { 1, 30, 400 };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const double p[] = { 1, 1 }, v = 1;
        struct witness w;
        struct file_error error;
        char *text = witness_text(law, p, STATE_BOUND, &v, &paths[i], 1);
        cr_assert(text && witness_parse(text, strlen(text), &w, &error), "%s", text);
        const double lo = strtod(w.lo, NULL), hi = strtod(w.hi, NULL), left = -exp(-paths[i]);
        cr_expect(fabs(lo / left - 1) < 1e-12 && fabs(hi / left - 1) < 1e-12, "[%s, %s]", w.lo,
                  w.hi);
        cr_expect_eq(strncmp(w.lo, w.hi, 20), 0, "[%s, %s]", w.lo, w.hi);
        witness_free(&w);
        free(text);
    }
}

/* Along a wave no number of bits encloses how near to its bound the state comes: what is known with
 * few bits is written soon. (With many it would take a thousand times as long.) */
Test(write, does_not_insist_on_digits_along_waves, .timeout = 10)
{
    struct witness w;
    struct file_error error;
    static const char text[] =
        "{\"format\":\"witness-1\",\"model\":\"dahl\",\"params\":{\"sigma0\":\"100000\",\"Fc\":"
        "\"1\"},\"property\":\"state_bound\",\"x0\":[\"0\"],\"signal\":[" CHIRP(
            "0.00001", "0.00003", "1", "2", "3") "]}";
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    char *written = written_again(&w);
    cr_expect(written && strstr(written, "claims"), "%s", written);
    free(written);
    witness_free(&w);
}

/* The stored files are written back with their layout, from the property to the last segment. */
Test(write, keeps_the_layout_of_the_stored_files)
{
    for (const struct stored_witness *s = stored_witnesses; s->name; s++) {
        struct witness w;
        struct file_error error;
        cr_assert(witness_parse(s->text, strlen(s->text), &w, &error), "%s", error.text);
        char *text = written_again(&w);
        cr_assert(text);
        cr_expect(strstr(text, "\"claims\""), "%s", text);
        const char *property = strstr(text, "\"property\"");
        const size_t same = (size_t)(strstr(property, "  ]") - property);
        cr_expect(strncmp(property, strstr(s->text, "\"property\""), same) == 0, "%s", text);
        cr_expect_eq(check_text(text), ANSWER_YES, "%s", text);
        free(text);
        witness_free(&w);
    }
}

/* Copies a text without its spaces and ends of lines. */
static void squeeze(char *to, const char *from)
{
    for (; *from; from++)
        if (*from != ' ' && *from != '\n')
            *to++ = *from;
    *to = '\0';
}

/* Each kind of segment, tables beside one another and at either end included, is written as it was
 * read: no two numbers of a segment are equal, so that none can stand for another. */
Test(write, says_the_segments_that_were_read)
{
    static const char *const segments[] = {
        HOLD("0.25", "0.003"),
        RAMP("-0.5", "0.125", "0.007"),
        WAVE("sine", "0.1", "0.2", "3", "0.4", "0.005"),
        WAVE("cosine", "0.6", "0.7", "8", "0.9", "0.01"),
        CHIRP("0.01", "0.02", "1.5", "2.5", "0.011"),
        "{\"kind\":\"csv\",\"samples\":[[\"0\",\"0.3\"],[\"0.012\",\"0.4\"]]}",
        "{\"kind\":\"csv\",\"samples\":[[\"0\",\"-0.3\"],[\"0.001\",\"0.4\"],[\"0.0025\",\"0.6\"]]"
        "}",
    };
    enum { KINDS = sizeof segments / sizeof *segments };
    for (int i = 0; i < KINDS * KINDS; i++) {
        char signal[1024], wanted[1040], text[2048], again[4096];
        struct witness w;
        struct file_error error;
        snprintf(signal, sizeof signal, "%s,%s", segments[i % KINDS], segments[i / KINDS]);
        snprintf(text, sizeof text,
                 "{\"format\":\"witness-1\",\"model\":\"viscous\",\"params\":{\"sigma2\":\"1\"},"
                 "\"property\":\"passivity\",\"x0\":[],\"signal\":[%s]}",
                 signal);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", signal, error.text);
        char *written = written_again(&w);
        cr_assert(written && strlen(written) < sizeof again);
        squeeze(again, written);
        snprintf(wanted, sizeof wanted, "\"signal\":[%s]", signal);
        cr_expect(strstr(again, wanted), "%s, not\n%s", written, wanted);
        free(written);
        witness_free(&w);
    }
}

Test(write, refuses_what_is_no_witness)
{
    const struct arb_law *law = arb_law_find("viscous");
    const double good = 1, negative = -1, nan = NAN, inf = INFINITY;
    cr_expect_null(witness_text(law, &nan, PASSIVITY, &good, &good, 1));
    cr_expect_null(witness_text(law, &good, PASSIVITY, &inf, &good, 1));
    cr_expect_null(witness_text(law, &good, PASSIVITY, &good, &negative, 1));
    cr_expect_null(witness_text(law, &negative, PASSIVITY, &good, &good, 1));
    cr_expect_null(witness_text(law, &good, DISSIPATION, &good, &good, 1));
}

Test(parse, refuses_tables_that_are_none)
{
    static const struct {
        const char *samples, *said;
    } tables[] = {
        { "[]", "at least two" },
        { "[[\"0\",\"1\"]]", "at least two" },
        { "{\"0\":\"1\"}", "at least two" },
        { "[[\"0\",\"1\"],[\"1\"]]", "pairs [t, v]" },
        { "[[\"0\",\"1\"],[\"1\",2]]", "pairs [t, v]" },
        { "[[\"0\",\"1\"],\"1\"]", "pairs [t, v]" },
        { "[[\"0\",\"1\"],[\"1\",\"1\",\"1\"]]", "pairs [t, v]" },
        { "[[\"0\",\"1\",\"1\"],[\"1\",\"1\"]]", "pairs [t, v]" },
        { "[[\"0\",\"1\"],{\"t\":\"1\",\"v\":\"1\"}]", "pairs [t, v]" },
        { "[[\"3\",\"1\"],[\"4\",\"1\"]]", "the first time is \"3\", expected \"0\"" },
        { "[[\"0\",\"1\"],[\"0.0\",\"1\"]]", "time \"0.0\" after \"0\", expected a later one" },
        { "[[\"0\",\"1\"],[\"2\",\"1\"],[\"1\",\"1\"]]",
          "time \"1\" after \"2\", expected a later one" },
        { "[[\"0\",\"1\"],[\"1\",\"1\"]],\"t\":\"1\"", "unknown key" },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char signal[512], text[2048];
        struct witness w;
        struct file_error error = { "" };
        snprintf(signal, sizeof signal, HOLD("1", "1") ",{\"kind\":\"csv\",\"samples\":%s}",
                 tables[i].samples);
        compose(text, sizeof text, "1e9", "passivity", signal, NULL, NULL);
        cr_expect(!witness_parse(text, strlen(text), &w, &error), "%s", tables[i].samples);
        const char place[] = "signal[1]"; /* it comes first */
        cr_expect(strncmp(error.text, place, strlen(place)) == 0 &&
                      strstr(error.text, tables[i].said),
                  "'%s' should have '%s'", error.text, tables[i].said);
    }
}

/* What the struct held before, with pointers that lead nowhere, is neither read nor freed. */
Test(parse, sets_all_of_a_witness)
{
    const char *const text = stored_witness_find("lugre_passivity.json");
    struct witness w;
    struct file_error error;
    memset(&w, 0x5a, sizeof w);
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_expect_eq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_YES);
    witness_free(&w);
    for (size_t n = 0; n < strlen(text); n += 7) { /* cut off */
        memset(&w, 0x5a, sizeof w);
        cr_expect(!witness_parse(text, n, &w, &error), "%zu bytes", n);
    }
}

/* Whatever bytes a witness consists of, the answer is a verdict or one clear line. */
Test(parse, survives_random_damage)
{
    uint64_t state = 1;
    for (const struct stored_witness *s = stored_witnesses; s->name; s++)
        for (int i = 0; i < 2000; i++) {
            char text[4096];
            const size_t size = strlen(s->text);
            memcpy(text, s->text, size);
            for (int k = 0; k < 3; k++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                text[(state >> 33) % size] = (char)(state >> 25);
            }
            struct witness w;
            struct file_error error = { "" };
            if (witness_parse(text, size, &w, &error))
                witness_free(&w);
            else
                cr_expect(error.text[0] && !strchr(error.text, '\n'), "%s", error.text);
        }
}

/* Parses what a tree says. Returns false when that is no witness. */
static bool is_read(const cJSON *json)
{
    struct witness w;
    struct file_error error = { "" };
    char *text = cJSON_PrintUnformatted(json);
    const bool read = witness_parse(text, strlen(text), &w, &error);
    if (read)
        witness_free(&w);
    else
        cr_expect(error.text[0], "%s", text);
    free(text);
    return read;
}

/* Returns text number *n of a tree, and what it is part of, or NULL: counted down where there are
 * fewer. */
static cJSON *find_text(cJSON *tree, unsigned *n, cJSON **part)
{
    cJSON *item, *found = NULL;
    *part = tree;
    cJSON_ArrayForEach(item, tree)
    {
        if (cJSON_IsString(item) && (*n)-- == 0)
            return item;
        if ((found = find_text(item, n, part)))
            return found;
        *part = tree;
    }
    return NULL;
}

enum change { TO_X, TO_NULL, LEFT_OUT, CHANGES };

/* Expects that no text can be left out, or be anything else. Returns how many there are. */
static unsigned expect_needed(const cJSON *good)
{
    unsigned number = 0;
    bool more = true;
    for (; more; number++)
        for (int change = 0; change < CHANGES; change++) {
            cJSON *tree = cJSON_Duplicate(good, true), *part;
            unsigned n = number;
            cJSON *item = find_text(tree, &n, &part);
            more = item;
            if (item && change == TO_X)
                cJSON_SetValuestring(item, "x");
            else if (item && change == TO_NULL)
                item->type = cJSON_NULL;
            else if (item)
                cJSON_Delete(cJSON_DetachItemViaPointer(part, item));
            if (item)
                cr_expect_not(is_read(tree), "text %u, change %d", number, change);
            cJSON_Delete(tree);
        }
    return number - 1;
}

/* Every name and every number of a witness is needed, of each kind of segment. */
Test(parse, needs_all_that_a_witness_says)
{
    char text[4096];
    compose(text, sizeof text, "1e9", "passivity",
            HOLD("0.0001", "5") "," RAMP("1", "2", "3") "," WAVE(
                "sine", "1", "2", "3", "4",
                "5") "," WAVE("cosine", "1", "2", "3", "4",
                              "5") "," CHIRP("1", "2", "3", "4",
                                             "5") ",{\"kind\":\"csv\",\"samples\":[[\"0\",\"1\"],["
                                                  "\"2\",\"3\"],[\"4\",\"5\"]]}",
            "-1", "1");
    const char *const texts[] = { text,
                                  stored_witness_find("martinez_rosas_identifiability.json") };
    for (int i = 0; i < 2; i++) {
        cJSON *json = cJSON_Parse(texts[i]);
        cr_assert(is_read(json), "%s", texts[i]);
        cr_expect_gt(expect_needed(json), 20);
        cJSON_Delete(json);
    }
}

Test(parse, names_what_is_wrong)
{
    static const struct {
        const char *from, *to, *said;
    } edits[] = {
        { "witness-1", "witness-9", "expected \"format\": \"witness-1\"" },
        { "\"format\"", "\"note\":\"\",\"format\"", "witness: unknown key \"note\"" },
        { "\"format\"", "\"model\":\"\",\"format\"", "witness: key \"model\" stands twice" },
        { "\"martinez_rosas\"", "5", "expected \"model\"" },
        { "martinez_rosas", "martinez", "unknown model \"martinez\" (" },
        { "\"property\"", "\"law\":5,\"property\"", "expected \"law\"" },
        { "\"alpha\"", "\"beta\"", "params: unknown key \"beta\"" },
        { ",\"alpha\":\"1e9\"", "", "params: expected \"alpha\"" },
        { "\"params\":{", "\"params\":\"all\",\"claims\":{", "expected \"params\" with an object" },
        { "\"1.5\"", "\"x1.5\"", "params: \"Fs\" is \"x1.5\"" },
        { "\"1.5\"", "1.5", "params: expected \"Fs\" with a decimal string" },
        { "\"1.5\"", "\"0.5\"", "params: model \"martinez_rosas\" needs Fs >= Fc" },
        { "\"1.5\"", "\"nan\"", "params: \"Fs\" is \"nan\"" },
        { "\"100000\"", "\"0\"", "params: model \"martinez_rosas\" needs sigma0 > 0" },
        { "\"passivity\"", "null", "expected \"property\"" },
        { "passivity", "beauty", "property \"beauty\" is not one of model \"martinez_rosas\"" },
        { "passivity", "no_drift", "property \"no_drift\" is not one of model \"martinez_rosas\"" },
        { "[\"0\",\"0\"]", "[\"0\"]", "expected \"x0\" with 2 decimal strings" },
        { "[\"0\",\"0\"]", "[\"0\",0]", "x0[1]: expected a decimal string" },
        { "\"hold\"", "7", "signal[0]: expected \"kind\" with \"hold\", " },
        { "hold", "spiral", "signal[0]: kind \"spiral\" cannot be checked" },
        { "hold", "csv", "signal[0]: expected \"samples\" with at least two" },
        { "hold", "ramp", "signal[0]: unknown key \"v\"" },
        { "\"v\"", "\"V\"", "signal[0]: unknown key \"V\"" },
        { "\"t\":\"5\"", "\"t\":\"-5\"",
          "signal[0]: \"t\" is \"-5\", expected a positive duration" },
        { "\"t\":\"5\"", "\"t\":\"0\"", "signal[0]: \"t\" is \"0\", expected a positive duration" },
        { "\"t\":\"5\"", "\"T\":\"5\"", "signal[0]: unknown key \"T\"" },
        { "\"v\":\"0.0001\"", "\"v\":\"1e99999\"", "signal[0]: \"v\" is \"1e99999\"" },
        { "\"signal\":[", "\"signal\":[],\"null\":[", "expected \"signal\" with 1 to 100000" },
        { "{\"format\"", "[\"format\"", "not valid JSON" },
        { "]}", "]}x", "unexpected text after the JSON object" },
        { "]}", "],\"claims\":[]}", "expected \"claims\" with \"lo\" and \"hi\"" },
        { "]}", "],\"claims\":{\"lo\":\"1\"}}", "claims: expected \"hi\"" },
        { "]}", "],\"claims\":{\"hi\":\"1\"}}", "claims: expected \"lo\"" },
        { "]}", "],\"claims\":{\"lo\":\"1\",\"hi\":2}}", "claims: expected \"hi\"" },
        { "]}", "],\"null\":[]}", "\"null\" belongs to property \"identifiability\" only" },
    };
    char good[2048];
    compose(good, sizeof good, "1e9", "passivity", HOLD("0.0001", "5"), NULL, NULL);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char text[2100];
        struct witness w;
        struct file_error error;
        const char *at = strstr(good, edits[i].from);
        cr_assert(at, "%s", edits[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, edits[i].to,
                 at + strlen(edits[i].from));
        cr_expect(!witness_parse(text, strlen(text), &w, &error), "%s", text);
        cr_expect_eq(strncmp(error.text, edits[i].said, strlen(edits[i].said)), 0,
                     "expected '%s' in: %s", edits[i].said, error.text);
    }
}

/* A signal has up to a hundred thousand segments. */
Test(parse, counts_segments)
{
    enum { MOST = 100000 };
    static const char hold[] = "{\"kind\":\"hold\",\"v\":\"1\",\"t\":\"1\"}";
    char around[2048];
    compose(around, sizeof around, "1e9", "passivity", hold, NULL, NULL);
    const char *at = strstr(around, hold);
    cr_assert(at);
    for (int n = MOST; n <= MOST + 1; n++) {
        struct memory_stream stream;
        struct witness w;
        struct file_error error = { .text = "" };
        FILE *out = memory_open(&stream);
        fprintf(out, "%.*s", (int)(at - around), around);
        for (int i = 0; i < n; i++)
            fprintf(out, "%s%s", i > 0 ? "," : "", hold);
        fputs(at + strlen(hold), out);
        char *text = memory_close(&stream);
        const bool is = witness_parse(text, strlen(text), &w, &error);
        cr_expect_eq(is, n == MOST, "%d: %s", n, error.text);
        if (is) {
            cr_expect_eq(w.n_segments, (unsigned)n);
            witness_free(&w);
        }
        free(text);
    }
}
