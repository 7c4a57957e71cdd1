/* A verdict stands on two statements of a law, its code and its ball model. Where one of them lies,
 * whichever and however, no claim is certified, neither way. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/judgement/judge.h"

enum { SIGNALS = 8 };

/* The code's and the ball model's work of dahl, and lies about it: always taken back, always put
 * in, no number, and, in balls, any number. */
static const struct model *code(void) { return PREC(model_find)("dahl"); }

static real taken(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return -r_sign(v) * r_abs(code()->work(p, mem, v, s, h, x)) - r_sign(v) * h;
}

static real put_in(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return -taken(p, mem, v, s, h, x);
}

static real no_number(const real p[], const struct memory *mem, real v, real s, real h,
                      const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
    return (real)NAN;
}

static void ball_taken(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                       arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_law_find("dahl")->work(part, p, v, s, h, x0, x1, prec);
    arb_abs(part, part);
    arb_add(part, part, h, prec);
    arb_mul(part, part, s, prec);
    arb_neg(part, part);
}

static void ball_put_in(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                        arb_srcptr x0, arb_srcptr x1, slong prec)
{
    ball_taken(part, p, v, s, h, x0, x1, prec);
    arb_neg(part, part);
}

/* Taken back, by far less than the code can tell from nothing. */
static real hardly_taken(const real p[], const struct memory *mem, real v, real s, real h,
                         const real x[])
{
    (void)p, (void)mem, (void)v, (void)x;
    return -C(0x1p-80) * s * h;
}

static void ball_hardly_taken(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s,
                              const arb_t h, arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)x0, (void)x1;
    arb_mul(part, s, h, prec);
    arb_mul_2exp_si(part, part, -80);
    arb_neg(part, part);
}

static void ball_no_number(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                           arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    arb_indeterminate(part);
}

static void ball_any_number(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                            arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    arb_zero_pm_inf(part);
}

typedef real work_code(const real p[], const struct memory *mem, real v, real s, real h,
                       const real x[]);
typedef void work_balls(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                        arb_srcptr x0, arb_srcptr x1, slong prec);

/* Judges that dahl is passive, by these; balls NULL: by the code alone. */
static struct judgement judged_along(unsigned signals, work_code *work, work_balls *balls)
{
    struct model model = *code();
    struct arb_law law = *arb_law_find("dahl");
    const struct claim claim = { .property = PASSIVITY, .declared = HOLDS, .domain = "test" };
    const struct search_budget budget = { .trials = 100,
                                          .signals = signals,
                                          .ignore_stored = true };
    struct judgement j;
    model.work = work;
    law.work = balls;
    PREC(judge)(&model, balls ? &law : NULL, &claim, &budget, &j);
    return j;
}

static struct judgement judged(work_code *work, work_balls *balls)
{
    return judged_along(SIGNALS, work, balls);
}

/* What the code cannot tell from rounding is a violation where balls can, also without the set of
 * signals; by the code alone it is none. */
Test(partners, certify_what_is_less_than_rounding)
{
    struct judgement j = judged_along(0, hardly_taken, ball_hardly_taken);
    cr_expect(j.verdict == VERDICT_REFUTED && j.method == METHOD_WITNESS && j.margin < 0 &&
                  strstr(judgement_note(&j), "less than rounding"),
              "verdict %d, method %d, margin %g: %s", (int)j.verdict, (int)j.method, j.margin,
              judgement_note(&j));
    judgement_clear(&j);
    j = judged_along(0, hardly_taken, NULL);
    cr_expect_eq(j.verdict, VERDICT_HOLDS, "%s", judgement_note(&j));
    cr_expect_eq(j.margin, 0, "below 0 is rounding: %g", j.margin);
    judgement_clear(&j);
}

Test(partners, certify_only_what_both_say)
{
    work_code *const true_code = code()->work;
    work_balls *const true_balls = arb_law_find("dahl")->work;
    const struct {
        const char *name;
        work_code *work;
        work_balls *balls;
        enum verdict verdict;
        enum method method;
    } cases[] = {
        { "both true", true_code, true_balls, VERDICT_HOLDS, METHOD_ENCLOSED },
        { "both see violations", taken, ball_taken, VERDICT_REFUTED, METHOD_WITNESS },
        { "both see none", put_in, ball_put_in, VERDICT_HOLDS, METHOD_ENCLOSED },
        { "only the code sees one", taken, true_balls, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "the code never sees one", put_in, ball_taken, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "only the balls see one", true_code, ball_taken, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "balls never see one", taken, ball_put_in, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "the code gives no number", no_number, true_balls, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "nor do balls", no_number, ball_no_number, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "balls give no number", true_code, ball_no_number, VERDICT_HOLDS, METHOD_TESTED },
        { "balls give any number", true_code, ball_any_number, VERDICT_HOLDS, METHOD_TESTED },
        { "only code has one", taken, ball_no_number, VERDICT_INCONCLUSIVE, METHOD_TESTED },
        { "no balls", true_code, NULL, VERDICT_HOLDS, METHOD_TESTED },
        { "a violation without balls", taken, NULL, VERDICT_REFUTED, METHOD_TESTED },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct judgement j = judged(cases[i].work, cases[i].balls);
        cr_expect(j.verdict == cases[i].verdict && j.method == cases[i].method,
                  "%s: verdict %d by method %d: %s", cases[i].name, (int)j.verdict, (int)j.method,
                  judgement_note(&j));
        cr_expect_eq(j.as_declared, cases[i].verdict == VERDICT_HOLDS, "%s", cases[i].name);
        cr_expect_eq(j.enclosed, cases[i].method == METHOD_ENCLOSED ? SIGNALS : 0, "%s: %u",
                     cases[i].name, j.enclosed);
        cr_expect((j.simplest != NULL) == (cases[i].method == METHOD_WITNESS), "%s", cases[i].name);
        judgement_clear(&j);
    }
}

/* The force of dahl, by numbers, that drives the motion above a speed. */
static double speed_of_lies;

static real driving(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real F = code()->force(p, mem, v, s, x);
    return fabs((double)v) > speed_of_lies ? -s : F;
}

static struct judgement judged_by_numbers(double speed, work_balls *balls)
{
    static const struct claim claim = { .property = PASSIVITY,
                                        .declared = HOLDS,
                                        .domain = "test" };
    const struct search_budget budget = { .trials = 200,
                                          .strategy = SEARCH_RANDOM,
                                          .ignore_stored = true };
    struct model model = *code();
    struct arb_law law = *arb_law_find("dahl");
    struct judgement j;
    speed_of_lies = speed;
    model.flow = NULL;
    model.work = NULL;
    model.work_parts = NULL;
    model.rate_and_force = NULL;
    model.force = driving;
    law.work = balls;
    PREC(judge)(&model, &law, &claim, &budget, &j);
    return j;
}

/* Where the motion is by numbers balls undo what it shows wrongly, now and then, and say so. They
 * do not stand for code that is wrong all the time, and certify nothing that it never shows. */
Test(partners, undo_what_numbers_show_now_and_then)
{
    work_balls *const true_balls = arb_law_find("dahl")->work;
    struct judgement j = judged_by_numbers(INFINITY, true_balls);
    cr_expect(j.verdict == VERDICT_HOLDS && j.unfinished == 0, "%s", judgement_note(&j));
    judgement_clear(&j);
    j = judged_by_numbers(0.5, true_balls);
    cr_expect(j.verdict == VERDICT_HOLDS && j.unfinished > 0 && 2 * j.unfinished < j.trials,
              "%u of %u: %s", j.unfinished, j.trials, judgement_note(&j));
    cr_expect_geq(j.margin, 0);
    judgement_clear(&j);
    j = judged_by_numbers(0, true_balls);
    cr_expect_eq(j.verdict, VERDICT_INCONCLUSIVE, "%s", judgement_note(&j));
    judgement_clear(&j);
    j = judged_by_numbers(INFINITY, ball_taken);
    cr_expect(j.verdict == VERDICT_INCONCLUSIVE && j.method == METHOD_TESTED, "%s",
              judgement_note(&j));
    judgement_clear(&j);
}

static real magnified(const real p[], real travel)
{
    (void)p, (void)travel;
    return C(1e18);
}

/* Rounding may be so large that the code's numbers say nothing: the worst of them is a violation
 * where it is one in balls, also of conditions that are kept with equality. */
Test(partners, certify_the_worst_of_all_trials)
{
    static const struct claim claim = { .property = DISSIPATION,
                                        .declared = HOLDS,
                                        .domain = "test" };
    const struct search_budget budget = { .trials = 50, .ignore_stored = true };
    for (int lies = 0; lies < 2; lies++) {
        struct model model = *code();
        struct arb_law law = *arb_law_find("dahl");
        struct judgement j;
        model.magnification = magnified;
        model.work = lies ? taken : model.work;
        law.work = lies ? ball_taken : law.work;
        PREC(judge)(&model, &law, &claim, &budget, &j);
        cr_expect_eq(j.verdict, lies ? VERDICT_REFUTED : VERDICT_HOLDS, "%s", judgement_note(&j));
        cr_expect(!lies || (j.method == METHOD_WITNESS && j.margin < 0 && j.simplest), "%g",
                  j.margin);
        judgement_clear(&j);
    }
}
