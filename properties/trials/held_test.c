/* Motion by numbers against the laws' own closed forms, over any hold. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/trials/model_sample.h"
#include "reference/experiments/held.h"

/* Errors of steps add up; those of states die out where states relax. */
enum { SAMPLES = 12, STEPS = 100 };

/* Returns false where the motion takes too many steps. */
static bool expect_same(const struct model *model, uint64_t index, real accuracy)
{
    struct model_sample a, b;
    real size[MODEL_MAX_STATES];
    if (!PREC(model_sample_draw)(model, index, &a))
        return true;
    PREC(model_sample_copy)(&b, &a);
    const real path = r_abs(a.v) * a.h;
    const real some = STEPS * accuracy * PREC(model_magnification)(model, a.p, path);
    const real scale = model->force_scale(a.p, a.v, path) * a.h;
    const real work = model->work(a.p, a.mem, a.v, a.s, a.h, a.x);
    model->flow(a.p, a.mem, a.v, a.s, a.h, a.x);
    const real own = PREC(held_motion)(model, b.p, b.mem, b.v, b.s, b.h, accuracy, b.x);
    if (isnan(own))
        return false;
    cr_expect(r_abs(own - work) <= some * scale, "%s, %u: work %.17g, %.17g of %g", model->name,
              (unsigned)index, (double)own, (double)work, (double)scale);
    PREC(model_scales)(model, a.p, path, size);
    for (unsigned i = 0; i < model->n_states; i++)
        cr_expect(r_abs(a.x[i] - b.x[i]) <=
                      some * r_max(size[i], r_abs(a.x[i])) + STEPS * R_EPSILON * path,
                  "%s, %u: %s %.17g, %.17g", model->name, (unsigned)index, model->states[i].name,
                  (double)b.x[i], (double)a.x[i]);
    return true;
}

Test(held, moves_as_closed_forms_do)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (uint64_t i = 0; i < SAMPLES && (*m)->flow && (*m)->work; i++)
            cr_expect(expect_same(*m, i, HELD_QUICK) && expect_same(*m, i, HELD_FINE),
                      "%s, %u: too many steps", (*m)->name, (unsigned)i);
}

/* Without a Jacobian of its own a law moves the same way. */
Test(held, needs_no_jacobian)
{
    struct model law = *PREC(model_find)("lugre");
    law.jacobian = NULL;
    for (uint64_t i = 0; i < SAMPLES; i++)
        cr_expect(expect_same(&law, i, HELD_QUICK));
}

/* A motion in parts is the whole motion. */
Test(held, goes_on_where_it_has_been)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct model_sample whole, parts;
        if (!(*m)->flow || !PREC(model_sample_draw)(*m, 1, &whole))
            continue;
        PREC(model_sample_copy)(&parts, &whole);
        const real h = whole.h / 4, path = r_abs(whole.v) * whole.h;
        const real scale = (*m)->force_scale(whole.p, whole.v, path) * whole.h;
        const real once = PREC(held_motion)(*m, whole.p, whole.mem, whole.v, whole.s, whole.h,
                                            HELD_FINE, whole.x);
        real sum = 0;
        for (int k = 0; k < 4; k++)
            sum +=
                PREC(held_motion)(*m, parts.p, parts.mem, parts.v, parts.s, h, HELD_FINE, parts.x);
        const real some = STEPS * HELD_FINE * PREC(model_magnification)(*m, whole.p, path);
        cr_expect(r_abs(once - sum) <= some * scale, "%s: %g, %g", (*m)->name, (double)once,
                  (double)sum);
    }
}

static void runs_off(const real p[], const struct memory *mem, real v, real s, const real x[],
                     real dx[])
{
    (void)p;
    (void)mem;
    (void)v;
    (void)s;
    dx[0] = 1 + x[0] * x[0]; /* tan t: infinite at pi/2 */
}

static real state(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p;
    (void)mem;
    (void)v;
    (void)s;
    return x[0];
}

/* What has no end says nothing; up to there it is known. */
Test(held, says_nothing_beyond_infinity)
{
    const struct model law = { .name = "tan", .n_states = 1, .rate = runs_off, .force = state };
    real x = 0;
    const real work = PREC(held_motion)(&law, NULL, NULL, 1, 1, 1, HELD_FINE, &x);
    const real some = 4 * STEPS * HELD_FINE; /* what is off grows with 1 + x^2, to 3.4 times */
    cr_expect(r_abs(x - r_tan(1)) <= some, "%.17g", (double)x);
    cr_expect(r_abs(work + r_log(r_cos(1))) <= some, "%.17g", (double)work);
    x = 0;
    cr_expect(isnan(PREC(held_motion)(&law, NULL, NULL, 1, 1, 2, HELD_QUICK, &x)));
    cr_expect(isnan(x));
}

static void has_a_hole(const real p[], const struct memory *mem, real v, real s, const real x[],
                       real dx[])
{
    (void)p;
    (void)mem;
    (void)s;
    dx[0] = x[0] > C(0.3) && x[0] < C(0.6) ? (real)NAN : v;
}

/* Where the law gives no number on an eighth of the way, or more, there is none. */
Test(held, says_nothing_beyond_a_hole)
{
    const struct model law = { .name = "hole", .n_states = 1, .rate = has_a_hole, .force = state };
    for (int i = 1; i <= 18; i++) {
        real x = 0;
        const real h = C(0.125) * (real)i;
        const real work = PREC(held_motion)(&law, NULL, NULL, 1, 1, h, HELD_QUICK, &x);
        cr_expect_eq(isnan(work) != 0, h > C(0.3), "at %g: %g", (double)h, (double)work);
    }
}

/* A law without states has its force for the whole time. */
Test(held, is_simple_without_states)
{
    const struct model *law = PREC(model_find)("coulomb_viscous");
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    const real F = law->force(p, NULL, C(0.25), 1, NULL);
    cr_expect_eq(PREC(held_motion)(law, p, NULL, C(0.25), 1, 8, HELD_QUICK, NULL), 8 * F);
    cr_expect_eq(PREC(held_motion)(law, p, NULL, C(0.25), 1, 0, HELD_QUICK, NULL), 0);
}
