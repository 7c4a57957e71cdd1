/* Laws from files are judged in processes of their own: all of an answer comes back to its row, and
 * where a law crashes, or contradicts itself, just its rows say so. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/verdicts_isolated.h"

enum { ROWS = 9 };

static const struct model *lugre(void) { return PREC(model_find)("lugre"); }

static void slow_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    lugre()->flow(p, mem, v, s, h * C(0.875), x);
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    abort();
}

static const struct claim bounded = { .property = STATE_BOUND, .domain = "always" },
                          passive = { .property = PASSIVITY, .domain = "Fs > Fc" },
                          tried = { .property = EXPERIMENT, .domain = "figure 1" };

/* Fills in what no other row has; the row that is to crash does. */
static void judge(void *context, size_t i)
{
    struct verdicts *v = context;
    struct verdict_row *row = &v->rows[i];
    struct judgement *j = &row->judgement;
    if (i == 2)
        abort();
    j->verdict = i % 2 ? VERDICT_HOLDS : VERDICT_REFUTED;
    j->method = i % 2 ? METHOD_PROVED : METHOD_WITNESS;
    j->as_declared = i % 3 != 0;
    j->margin = 0.5 + (double)i;
    j->trials = 100 + (unsigned)i;
    j->enclosed = 200 + (unsigned)i;
    j->undecided = 300 + (unsigned)i;
    j->unfinished = 400 + (unsigned)i;
    snprintf(j->box, JUDGE_BOX, "box %zu", i);
    judgement_say(j, "note\n%zu", i);
    if (i == 1)
        j->simplest = strdup("simple");
    if (i == 3)
        j->deepest = strdup("deep");
    row->seconds = 7 + (double)i;
    row->edges.n = 1;
    row->edges.edge[0] = (struct claim_edge){ .param = (unsigned)i, .value = 9 + (double)i };
}

static void expect_answer(const struct verdict_row *row, size_t i)
{
    const struct judgement *j = &row->judgement;
    char box[32], note[32];
    snprintf(box, sizeof box, "box %zu", i);
    snprintf(note, sizeof note, "note\n%zu", i);
    cr_expect(j->verdict == (i % 2 ? VERDICT_HOLDS : VERDICT_REFUTED) &&
                  j->method == (i % 2 ? METHOD_PROVED : METHOD_WITNESS) &&
                  j->as_declared == (i % 3 != 0) && j->margin == 0.5 + (double)i &&
                  j->trials == 100 + i && j->enclosed == 200 + i && j->undecided == 300 + i &&
                  j->unfinished == 400 + i,
              "row %zu", i);
    cr_expect_str_eq(j->box, box);
    cr_expect_str_eq(judgement_note(j), note);
    cr_expect(i == 1 ? j->simplest && strcmp(j->simplest, "simple") == 0 : !j->simplest);
    cr_expect(i == 3 ? j->deepest && strcmp(j->deepest, "deep") == 0 : !j->deepest);
    cr_expect(row->seconds == 7 + (double)i && row->edges.n == 1 && row->edges.edge[0].param == i &&
              row->edges.edge[0].value == 9 + (double)i);
    cr_expect_not(row->is_settled);
}

static void expect_failure(const struct verdict_row *row, const char *begin, const char *words)
{
    const struct judgement *j = &row->judgement;
    const char *note = judgement_note(j);
    cr_expect(j->verdict == VERDICT_INCONCLUSIVE && j->method == METHOD_NONE && isnan(j->margin) &&
              !j->as_declared && !j->simplest && !j->deepest);
    cr_expect(strncmp(note, begin, strlen(begin)) == 0 && strstr(note, words), "\"%s\"", note);
    cr_expect_not(strchr(note, '\n'), "one line: %s", note);
}

Test(isolated, answers_come_back_to_their_rows)
{
    struct model right = *lugre(), wrong = *lugre(), broken = *lugre();
    right.name = "right";
    wrong.name = "wrong";
    wrong.flow = slow_flow;
    broken.name = "broken";
    broken.force = no_force;
    broken.rate_and_force = NULL;
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        struct verdict_row rows[ROWS] = {
            { .model = &right, .claim = &bounded, .file = "right.so" },
            { .model = &right, .claim = &passive, .file = "right.so" },
            { .model = &right, .claim = &passive, .file = "right.so" }, /* crashes */
            { .model = &right, .claim = &bounded, .file = "right.so" },
            { .model = &wrong, .claim = &bounded, .file = "wrong.so" },
            { .model = lugre(), .claim = &bounded }, /* not from a file: left alone */
            { .model = &wrong, .claim = &passive, .file = "wrong.so" },
            { .model = &broken, .claim = &passive, .file = "broken.so" },
            { .model = &wrong, .claim = &tried },
        };
        struct verdicts v = { rows, ROWS };
        const struct search_budget budget = { .seed = 1 };
        verdicts_isolated(&v, &budget, jobs, judge, &v);
        expect_answer(&rows[0], 0);
        expect_answer(&rows[1], 1);
        expect_answer(&rows[3], 3);
        expect_failure(&rows[2], "right passivity, \"Fs > Fc\": the law's code ",
                       "crashed (signal 6");
        for (size_t i = 4; i <= 6; i += 2) {
            cr_expect(rows[i].is_settled);
            expect_failure(&rows[i], "wrong: flow and work do not solve rate and force: at ",
                           "flow() takes z");
        }
        cr_expect(rows[7].is_settled);
        expect_failure(&rows[7], "broken passivity, \"Fs > Fc\": the law's code ",
                       "crashed (signal 6");
        for (size_t i = 5; i <= 8; i += 3)
            cr_expect(!rows[i].is_settled && !*judgement_note(&rows[i].judgement) &&
                          rows[i].judgement.trials == 0,
                      "row %zu", i);
        for (size_t i = 0; i < ROWS; i++)
            judgement_clear(&rows[i].judgement);
    }
}

/* A law that contradicts itself may be the first, and the only one. */
Test(isolated, the_first_row_is_settled_too)
{
    struct model wrong = *lugre();
    struct verdict_row row = { .model = &wrong, .claim = &bounded, .file = "wrong.so" };
    struct verdicts v = { &row, 1 };
    const struct search_budget budget = { .seed = 1 };
    wrong.name = "wrong";
    wrong.flow = slow_flow;
    verdicts_isolated(&v, &budget, 1, judge, &v);
    cr_expect(row.is_settled);
    expect_failure(&row, "wrong: flow and work do not solve rate and force: at ", "flow() takes z");
    judgement_clear(&row.judgement);
}
