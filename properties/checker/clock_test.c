/* Time decides nothing unless the caller limits it: answers without a limit are the same on every
 * machine, however slow. Here the clock leaps by an hour each time that it is read. */
#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

#include "properties/checker/proof.h"
#include "properties/checker/witness.h"
#include "properties/stored.h"

enum { MAX_PREC = 1024, HOUR = 3600 };

/* Hours beside the true time; 0: the clock does not leap. */
static long hours;

/* In place of the C library's: every clock shows the time of day. */
int clock_gettime(clockid_t id, struct timespec *t)
{
    (void)id;
    const int status = timespec_get(t, TIME_UTC) == TIME_UTC ? 0 : -1;
    if (hours > 0)
        t->tv_sec += HOUR * hours++;
    return status;
}

static struct verdict_on_witness judge_witness(const char *text, struct work_limit *limit)
{
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
    const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, limit);
    witness_free(&w);
    return verdict;
}

/* Viscous friction loses energy; of these three boxes each is decided. */
static struct verdict_on_proof judge_proof(struct work_limit *limit)
{
    static const char text[] =
        "{\"format\":\"proof-1\",\"model\":\"viscous\",\"property\":\"passivity\",\"params\":"
        "{\"sigma2\":[\"0.00001\",\"10000\"]},\"storage\":[],\"mu\":\"1e-6\",\"trees\":[[\"11...\"]"
        "]}";
    struct proof proof;
    struct file_error error;
    cr_assert(proof_parse(text, strlen(text), &proof, &error), "%s", error.text);
    const struct verdict_on_proof verdict = proof_check(&proof, limit);
    proof_free(&proof);
    return verdict;
}

/* Along holds, along a wave, and of boxes. */
Test(clock, decides_nothing_unless_time_is_limited)
{
    static const char wave[] =
        "{\"format\":\"witness-1\",\"model\":\"dahl\",\"params\":{\"sigma0\":\"100000\",\"Fc\":"
        "\"1\"},\"property\":\"rate_independence\",\"x0\":[\"0\"],\"signal\":[{\"kind\":\"sine\","
        "\"mean\":\"0\",\"amp\":\"0.0001\",\"omega\":\"3\",\"phase\":\"0\",\"t\":\"2\"}]}";
    const char *holds = stored_witness_find("martinez_rosas_passivity.json");
    for (int limited = 0; limited < 2; limited++) {
        struct work_limit limits[3];
        hours = 1;
        for (int i = 0; i < 3; i++)
            limits[i] = work_limit_from_now(1e9, HOUR / 2.0);
        const struct verdict_on_witness along_holds =
            judge_witness(holds, limited ? &limits[0] : NULL);
        const struct verdict_on_witness along_wave =
            judge_witness(wave, limited ? &limits[1] : NULL);
        const struct verdict_on_proof of_boxes = judge_proof(limited ? &limits[2] : NULL);
        hours = 0;
        cr_expect_eq(along_holds.confirmed, limited ? ANSWER_UNDECIDED : ANSWER_YES);
        cr_expect_eq(along_wave.confirmed, limited ? ANSWER_UNDECIDED : ANSWER_NO);
        cr_expect_eq(of_boxes.proved, limited ? ANSWER_UNDECIDED : ANSWER_YES);
        if (!limited)
            continue;
        cr_expect_str_eq(along_holds.reason, "not decided within the time allowed");
        cr_expect_str_eq(along_wave.reason, "not decided within the time allowed");
        cr_expect_str_eq(of_boxes.problem, "not decided within the time allowed");
    }
}
