/* Coarse fits that begin where another law's fit is. */
#include "properties/fitting/coarse.h"

#include "properties/fitting/found_test.h"

static const char *const none[] = { NULL };

/* Shared are free parameters with the same name and unit: lugre_increment's limits are lengths, and
 * what is given is not free. */
Test(coarse, shares_what_has_the_same_name_and_unit)
{
    static const struct {
        const char *own, *other;
        unsigned shared;
    } cases[] = { { "lugre", "elastoplastic", 7 }, /* sigma0, sigma1, sigma2, Fc, Fs, vs, m */
                  { "elastoplastic", "lugre", 7 },
                  { "lugre", "lugre_increment", 4 }, /* sigma0, sigma1, sigma2, vs */
                  { "lugre", "viscous", 1 },
                  { "lugre", "bouc_wen", 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double p[MODEL_MAX_PARAMS];
        const struct model *own = law(cases[i].own, none, NULL, p);
        const struct model *other = law(cases[i].other, none, NULL, p);
        struct fit_setup setup = { .model = own };
        for (unsigned k = 0; k < own->n_params; k++)
            setup.is_free[k] = true;
        cr_expect_eq(coarse_shared(&setup, other), cases[i].shared, "%s, %s: %u", cases[i].own,
                     cases[i].other, coarse_shared(&setup, other));
        setup.is_free[quantity_index(own->params, own->n_params, "sigma2")] = false;
        cr_expect_eq(coarse_shared(&setup, other), cases[i].shared - (cases[i].shared > 0));
    }
}

/* Returns the fit of a law by coarse data, from few draws. */
static struct law_fit fit_coarsely(const char *name, const struct measured *m)
{
    struct law_fit_settings settings;
    struct law_fit f;
    law_fit_defaults(model_find_f64(name), m, &settings);
    settings.draws = 32;
    law_fit_coarse(&settings, m, &f);
    cr_assert(f.is_finite);
    return f;
}

/* Bristles a thousand times as stiff as usual: elastic lengths of elastoplastic, which are
 * thousands of times shorter than any travel, are not drawn. Where LuGre's parameters are known
 * they are found, and leave as little. What another law makes worse is not taken. */
Test(coarse, begins_where_another_law_is)
{
    static const char *const stiff[] = { "sigma0", "sigma1", NULL };
    static const double values[] = { 1e8, 10 };
    double p[MODEL_MAX_PARAMS];
    const struct model *lugre = law("lugre", stiff, values, p);
    struct log log = { .n_runs = 0 };
    struct measured m;
    rig_measure(&(struct rig){ lugre, p, RIG_SHORT, 500, 1e-7, 0.01, 0, 0, 21, 0 }, &log);
    measured_from(&log, 0, 0, &m);
    const struct law_fit lender = fit_coarsely("lugre", &m), worse = fit_coarsely("viscous", &m);
    struct law_fit f = fit_coarsely("elastoplastic", &m);
    cr_expect_eq(law_fit_shared(&f, lugre), 7);
    const struct law_fit before = f;
    cr_expect_gt(before.usual, 2 * lender.usual, "%g, %g", before.usual, lender.usual);
    law_fit_borrow(&lender, &m, &f);
    cr_expect_lt(f.usual, 1.2 * lender.usual, "%g, %g", f.usual, lender.usual);
    cr_expect_eq(f.n_free, before.n_free);
    for (unsigned k = 0; k < f.model->n_params; k++)
        cr_expect_eq(f.estimate.fit.is_free[k], before.estimate.fit.is_free[k]);
    const struct law_fit after = f;
    law_fit_borrow(&worse, &m, &f);
    cr_expect_arr_eq(f.estimate.fit.p, after.estimate.fit.p, sizeof f.estimate.fit.p);
    cr_expect_eq(f.usual, after.usual);
    /* A law for which nothing was found takes what there is. */
    f.is_finite = false;
    f.estimate.fit.loss = 0;
    law_fit_borrow(&lender, &m, &f);
    cr_expect(f.is_finite);
    cr_expect_lt(f.usual, 1.2 * lender.usual);
    measured_free(&m);
    log_free(&log);
}

/* An elastic range of next to nothing, as draws have it that begin with one, makes no force, and no
 * slope leads away from there: its lengths are found beside the other parameters, as they are. */
Test(coarse, looks_beside_for_what_hardly_makes_a_force)
{
    static const char *const next_to_nothing[] = { "z_ba", "z_max", NULL };
    static const double values[] = { 1e-12, 1e-11 }, NOISE = 0.02;
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("elastoplastic", none, NULL, p);
    struct log log = { .n_runs = 0 };
    struct law_fit_settings settings;
    struct measured m;
    struct law_fit f;
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 500, 1e-7, NOISE, 0, 0, 7, 0 }, &log);
    measured_from(&log, 0, 0, &m);
    law_fit_defaults(model, &m, &settings);
    law("elastoplastic", next_to_nothing, values, settings.setup.p);
    settings.draws = 96;
    law_fit_coarse(&settings, &m, &f);
    cr_expect_lt(f.usual, 1.1 * NOISE, "%g", f.usual);
    measured_free(&m);
    log_free(&log);
}

/* Far from its turning point a cubic has a least sum of squares at either side: forces a^3 - 3 a as
 * they would be at a = 2.5, or, next best, at a = -1. */
static real two_valleys(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return (p[0] * p[0] * p[0] - 3 * p[0]) * v;
}

static const struct quantity A[] = { { "a", "1", 0, -5, 5, "" } };

static const struct model valleys_law = {
    .name = "valleys", .params = A, .n_params = 1, .speed_max = 2, .force = two_valleys
};

enum { ROWS = 60 };

struct line {
    double t[ROWS], v[ROWS], force[ROWS], weight[ROWS];
    struct motion motion;
    struct path path;
    struct fit_run run;
    struct fit_data data;
};

static void make_line(double slope, struct line *l)
{
    for (int i = 0; i < ROWS; i++) {
        l->t[i] = 1e-3 * i;
        l->v[i] = 0.5 + 0.25 * sin(0.3 * i);
        l->weight[i] = 1;
        l->force[i] = slope * l->v[i];
    }
    motion_of_velocity(&l->motion, ROWS, l->t, l->v);
    path_make(&l->path, ROWS, l->t, l->motion.x, l->v, 1, 0);
    l->run = (struct fit_run){ &l->motion, 1, &l->path, l->force, l->weight, NULL, 0, 0 };
    l->data = (struct fit_data){ &l->run, 1, ROWS };
}

static struct fit fit_at(double a)
{
    const struct fit_setup setup = { .model = &valleys_law, .p = { a }, .is_free = { true } };
    struct fit fit;
    fit_begin(&fit, &setup);
    return fit;
}

/* Of starts in any order the best one is left, improved; without any there is none. Far out is what
 * is so by the least usual size of them, which is that of the best one: a single error of 9 N in 60
 * moves the slope by 9 v/(sum of v^2), 0.3 N s/m, which leaves 0.2 N of the others; of that size it
 * counts as less than a tenth, of the slope 3 (a^2 - 1) by a. */
Test(coarse, leaves_the_best_of_starts)
{
    static const double starts[][3] = { { -2, -1.5, 2 }, { 2, -2, -1.5 }, { -2, 2, -1.5 } };
    static struct line l;
    struct fit fit;
    make_line(2.5 * 2.5 * 2.5 - 3 * 2.5, &l);
    for (int i = 0; i < ROWS; i++)
        l.force[i] += i == 7 ? 9 : i % 2 ? 0.01 : -0.01;
    for (int k = 0; k < 3; k++) {
        const struct fit start[] = { fit_at(starts[k][0]), fit_at(starts[k][1]),
                                     fit_at(starts[k][2]) };
        cr_expect(coarse_best_of(&l.data, 3, start, &fit));
        cr_expect_float_eq(fit.p[0], 2.5, 0.03 / 15.75 * 2, "%g", fit.p[0]);
        cr_expect_lt(fit.usual, 0.4, "%g", fit.usual);
    }
    const struct fit one = fit_at(-2);
    cr_expect(coarse_best_of(&l.data, 1, &one, &fit));
    cr_expect_lt(fit.p[0], 0, "%g", fit.p[0]);
    cr_expect_not(coarse_best_of(&l.data, 0, &one, &fit));
    path_free(&l.path);
    motion_free(&l.motion);
}

/* Which of two fits leaves less is told by the lesser of their usual sizes, whichever has it: one
 * is off by a little everywhere, the other by nothing but far out at one sample. Beyond three usual
 * sizes a square r^2 counts as a line, 3 u (2 r - 3 u). */
Test(coarse, is_better_by_the_lesser_usual_size)
{
    static struct line l;
    make_line(2, &l);
    l.force[7] += 9;
    for (int k = 0; k < 4; k++) {
        struct fit near = fit_at(2), off = near;
        double usual[] = { k % 2 ? 0.1 : 10, k / 2 ? 0.1 : 10 }, loss[2] = { 0, 0 };
        const double least = fmin(usual[0], usual[1]);
        off.p[0] = 2.16;
        near.usual = usual[0];
        off.usual = usual[1];
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < 2; j++) {
                const double a = j ? 2.16 : 2;
                const double r = fabs(l.force[i] - (a * a * a - 3 * a) * l.v[i]);
                loss[j] += r <= 3 * least ? r * r : 3 * least * (2 * r - 3 * least);
            }
        cr_expect_eq(coarse_is_better(&l.data, &near, &off), loss[0] < loss[1], "%d", k);
        cr_expect_eq(coarse_is_better(&l.data, &off, &near), loss[1] < loss[0], "%d", k);
        cr_expect(near.usual == least && off.usual == least);
        cr_expect_float_eq(near.loss * ROWS / loss[0], 1, 1e-9);
        cr_expect_float_eq(off.loss * ROWS / loss[1], 1, 1e-9);
    }
    path_free(&l.path);
    motion_free(&l.motion);
}
