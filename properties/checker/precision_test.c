/* Witnesses that few bits do not decide are decided by more, within a limit. */
#include <stdlib.h>

#include "models/model.h"
#include "properties/checker/witness_test.h"
#include "tools/base/memory.h"

/* A claim of 60 digits, which 128 bits do not decide: it is decided by 384 bits as long as these
 * take 2^25 holds times bits, 87,381 holds. Force and velocity are 0 at all but the last. */
static enum answer judge_behind(int rests)
{
    static const char zeros[] = "00000000000000000000000000000000000000000000000000000000000",
                      nines[] = "99999999999999999999999999999999999999999999999999999999999";
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("{\"format\":\"witness-1\",\"model\":\"viscous\",\"params\":{\"sigma2\":\"0.4\"},"
          "\"property\":\"passivity_as_printed\",\"x0\":[],\"signal\":[",
          out);
    for (int i = 0; i < rests; i++)
        fputs(HOLD("0", "1") ",", out);
    fprintf(out, HOLD("1", "1") "],\"claims\":{\"lo\":\"-0.4%s1\",\"hi\":\"-0.3%s9\"}}", zeros,
            nines);
    char *text = memory_close(&stream);
    const enum answer answer = check_text(text);
    free(text);
    return answer;
}

Test(witnesses, of_too_many_holds_are_not_decided_with_many_bits)
{
    cr_expect_eq(judge_behind(87380), ANSWER_YES);
    cr_expect_eq(judge_behind(87381), ANSWER_UNDECIDED);
}

/* What a state lacks to its bound after a long hold shows with many bits only: these are used, also
 * where no enclosure is claimed. */
Test(witnesses, are_decided_by_more_bits_where_few_do_not)
{
    static const char *const times[] = { "100", "1000" }; /* exp(-100) is 2^-144 */
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[2048], hold[128];
        struct witness w;
        struct file_error error;
        snprintf(hold, sizeof hold, "{\"kind\":\"hold\",\"v\":\"1\",\"t\":\"%s\"}", times[i]);
        compose(text, sizeof text, "1e5", "stribeck_state_bound", hold, NULL, NULL);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        cr_expect_eq(witness_check(&w, 128, NULL).confirmed, ANSWER_UNDECIDED, "%s s", times[i]);
        cr_expect_eq(witness_check(&w, MAX_PREC, NULL).confirmed, ANSWER_NO, "%s s", times[i]);
        witness_free(&w);
    }
}

/* However many bits are allowed, 8192 are the most that are used: what they leave undecided takes
 * the same work. */
Test(witnesses, are_decided_by_8192_bits_or_not_at_all)
{
    static const slong allowed[] = { 8191, 8192, 8193, 16384, 1 << 20 };
    enum { TRIED = sizeof allowed / sizeof *allowed };
    double left[TRIED];
    char text[2048];
    compose(text, sizeof text, "1e5", "stribeck_state_bound", HOLD("1", "100000"), NULL, NULL);
    for (int i = 0; i < TRIED; i++) {
        struct witness w;
        struct file_error error;
        struct work_limit limit = work_limit_from_now(1000, 0);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        cr_expect_eq(witness_check(&w, allowed[i], &limit).confirmed, ANSWER_UNDECIDED);
        left[i] = limit.units;
        witness_free(&w);
    }
    cr_expect(left[0] > left[1] && left[1] == left[2] && left[1] == left[3] && left[1] == left[4],
              "%.9g, %.9g, %.9g, %.9g, %.9g units are left", left[0], left[1], left[2], left[3],
              left[4]);
}

/* Where work ends at more bits, what few bits have shown is still said. */
Test(witnesses, keep_what_few_bits_enclose)
{
    char text[2048];
    compose(text, sizeof text, "1e5", "stribeck_state_bound", HOLD("1", "100"), NULL, NULL);
    struct verdict_on_witness verdict[3];
    double units[3] = { 1000, 0, 0 };
    for (int i = 0; i < 3; i++) { /* all bits, 128, and the work of 128 */
        struct witness w;
        struct file_error error;
        struct work_limit limit = work_limit_from_now(units[i], 0);
        cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
        verdict[i] = witness_check(&w, i == 1 ? 128 : MAX_PREC, &limit);
        if (i == 0)
            units[1] = units[0];
        else if (i == 1)
            units[2] = (units[1] - limit.units) * 1.001;
        witness_free(&w);
    }
    cr_expect_eq(verdict[0].confirmed, ANSWER_NO);
    cr_expect_eq(verdict[1].confirmed, ANSWER_UNDECIDED);
    cr_expect_eq(verdict[2].confirmed, ANSWER_UNDECIDED);
    cr_expect_str_eq(verdict[1].reason, "not decided within the limit of precision");
    cr_expect_str_eq(verdict[2].reason, "not decided within the limit of work");
    cr_expect(strcmp(verdict[1].lo, verdict[2].lo) == 0 &&
                  strcmp(verdict[1].hi, verdict[2].hi) == 0 && strcmp(verdict[1].lo, "nan") != 0,
              "[%s, %s] and [%s, %s]", verdict[1].lo, verdict[1].hi, verdict[2].lo, verdict[2].hi);
}

/* A law by hand that has events is followed along ramps all the same. */
Test(witnesses, of_a_law_with_events_is_decided_along_a_ramp)
{
    for (const struct arb_law *const *law = arb_laws_along; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        char text[2048], params[1024] = "";
        for (unsigned i = 0; i < model->n_params; i++) {
            const size_t n = strlen(params);
            snprintf(params + n, sizeof params - n, "%s\"%s\":\"%.17g\"", i ? "," : "",
                     model->params[i].name, model->params[i].value);
        }
        const int n_states = arb_law_count((*law)->states);
        snprintf(text, sizeof text,
                 "{\"format\":\"witness-1\",\"model\":\"%s\",\"params\":{%s},\"property\":"
                 "\"odd_symmetry\",\"x0\":[%.*s],\"signal\":[" RAMP("-0.001", "0.002", "0.1") "]}",
                 (*law)->name, params, n_states > 0 ? 4 * n_states - 1 : 0,
                 "\"0\",\"0\",\"0\",\"0\"");
        cr_expect_eq(check_text(text), ANSWER_NO, "%s", (*law)->name);
    }
}
