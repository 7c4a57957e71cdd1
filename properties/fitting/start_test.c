/* Where fits begin: of the size that data have, best first, and where a claim is made. */
#include "properties/fitting/start.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { RUNS = 2, SAMPLES = 50, PARAMS = 4 };

static real product(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * p[1] * p[2] * p[3] * v;
}

/* A force, and factors without a unit. */
static const struct quantity FACTORS[] = { { "a", "N s/m", 2, 1e-6, 1e6, "" },
                                           { "b", "1", 1, 1e-6, 1e6, "" },
                                           { "c", "1", 1, 1e-6, 1e6, "" },
                                           { "d", "1", 1, 1e-6, 1e6, "" } };

static const struct model product_law = {
    .name = "product", .params = FACTORS, .n_params = PARAMS, .speed_max = 10, .force = product
};

/* Two runs of `slope` v and 0.5 N, and samples far from that which do not count. */
struct sloped {
    double t[SAMPLES], v[RUNS][SAMPLES], force[RUNS][SAMPLES], weight[SAMPLES];
    struct motion motion[RUNS];
    struct path path[RUNS];
    struct fit_run run[RUNS];
    struct fit_data data;
};

static void make(double slope, struct sloped *s)
{
    memset(s, 0, sizeof *s);
    s->data = (struct fit_data){ s->run, RUNS, 0 };
    for (size_t j = 0; j < RUNS; j++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            s->t[i] = 1e-3 * (double)i;
            s->weight[i] = i % 10 == 4 ? 0 : 1;
            s->v[j][i] = 0.3 + 0.2 * (double)j + 0.1 * sin(0.3 * (double)i);
            s->force[j][i] = i % 10 == 4 ? 100 : slope * s->v[j][i] + 0.5;
        }
        motion_of_velocity(&s->motion[j], SAMPLES, s->t, s->v[j]);
        path_make(&s->path[j], SAMPLES, s->t, s->motion[j].x, s->v[j], 1, 0);
        s->run[j] =
            (struct fit_run){ &s->motion[j], 1, &s->path[j], s->force[j], s->weight, NULL, j, 0 };
        s->data.n += fit_counts(&s->run[j]);
    }
}

static void forget(struct sloped *s)
{
    for (size_t j = 0; j < RUNS; j++) {
        path_free(&s->path[j]);
        motion_free(&s->motion[j]);
    }
}

/* The offset begins at zero, or is given. */
static struct fit_setup setup_of(bool offset)
{
    struct fit_setup setup = { .model = &product_law, .p = { 2, 1, 1, 1 }, .has_runs = true };
    memset(setup.is_free, true, PARAMS * sizeof *setup.is_free);
    setup.nuisances.is_free[OFFSET] = offset;
    setup.nuisances.size[OFFSET] = 1;
    setup.nuisances.value[OFFSET] = offset ? 0 : 0.5;
    return setup;
}

static const struct start_range RANGE = { { 1e-3, 1 }, { 1e-6, 1e-3 } };

/* The first start is the setup's with the slope and the offset of the line through forces that
 * count, of all runs; a slope that is not above zero becomes a thousandth of the setup's, and the
 * offset the mean of what is left. An offset that is given stays. */
Test(start, begins_with_the_scale_of_the_data)
{
    static const double slopes[] = { 7, -3 };
    for (int k = 0; k < 4; k++) {
        static struct sloped s;
        struct fit best[START_MOST];
        double mean = 0;
        make(slopes[k % 2], &s);
        for (size_t j = 0; j < RUNS; j++)
            for (size_t i = 0; i < SAMPLES; i++)
                mean += s.weight[i] * s.v[j][i] / (double)s.data.n;
        const struct fit_setup setup = setup_of(k < 2);
        cr_assert_eq(start_fits(&setup, &s.data, &RANGE, 1, best), 1);
        const double a = best[0].p[0], offset = best[0].nuisances.value[OFFSET];
        cr_expect_float_eq(a, k % 2 ? 2e-3 : 7, 1e-9, "%g", a);
        cr_expect_float_eq(offset, k == 1 ? 0.5 + (-3 - 2e-3) * mean : 0.5, 1e-9, "%g", offset);
        for (int i = 1; i < PARAMS; i++)
            cr_expect_eq(best[0].p[i], 1);
        if (k % 2 == 0)
            cr_expect_lt(best[0].rms, 1e-9);
        forget(&s);
    }
}

/* Where a claim is made 200 times from where parameters are, as far as draws do not go, starts are
 * there, whichever parameter it is of; one that is given stays. The best are first. */
Test(start, are_where_a_claim_is_made)
{
    static struct sloped s;
    make(7, &s);
    for (unsigned k = 1; k < PARAMS; k++) {
        const struct claim claim = { .box = { { k, 200, 300 } }, .n_box = 1 };
        const unsigned given = k == 1 ? 2 : 1;
        struct fit_setup setup = setup_of(true);
        struct fit best[START_MOST];
        setup.within = &claim;
        setup.is_free[given] = false;
        const unsigned n = start_fits(&setup, &s.data, &RANGE, 24, best);
        cr_assert_eq(n, START_MOST, "%u of %u", n, k);
        for (unsigned i = 0; i < n; i++) {
            cr_expect(best[i].p[k] >= 200 && best[i].p[k] <= 300, "%g", best[i].p[k]);
            cr_expect_eq(best[i].p[given], 1);
            cr_expect(i == 0 || best[i].rms >= best[i - 1].rms);
            for (unsigned j = 0; j < PARAMS; j++)
                cr_expect(best[i].p[j] >= 1e-6 && best[i].p[j] <= 1e6);
        }
        setup.is_free[k] = false;
        cr_expect_eq(start_fits(&setup, &s.data, &RANGE, 24, best), 0);
    }
    forget(&s);
}

static const char *only_far_apart(const real p[])
{
    return p[1] > 2 * p[2] && p[2] > 2 * p[3] ? NULL : "b > 2 c, c > 2 d";
}

/* Draws that a joint constraint does not allow do not count: of factors of up to exp(3) either way,
 * later draws more, one in thirty is twice as large as the next one, twice over. */
Test(start, draws_until_joint_constraints_allow)
{
    static struct sloped s;
    struct model apart = product_law;
    struct fit_setup setup = setup_of(true);
    struct fit best[START_MOST];
    make(7, &s);
    apart.validate = only_far_apart;
    setup.model = &apart;
    const unsigned n = start_fits(&setup, &s.data, &RANGE, 24, best);
    cr_expect_eq(n, START_MOST, "%u", n);
    for (unsigned i = 0; i < n; i++)
        cr_expect_null(only_far_apart(best[i].p));
    forget(&s);
}

/* Where a law gets another one's length and speed its curve is the same, along speeds that are as
 * much larger, and so is the force of its bristle, along lengths: what is a force stays. What is
 * not free stays, too. */
Test(start, scales_as_another_law)
{
    const struct model *own = model_find_f64("lugre"), *other = model_find_f64("elastoplastic");
    const unsigned sigma0 = quantity_index(own->params, own->n_params, "sigma0"),
                   sigma1 = quantity_index(own->params, own->n_params, "sigma1"),
                   Fs = quantity_index(own->params, own->n_params, "Fs");
    double was[MODEL_MAX_PARAMS], is[MODEL_MAX_PARAMS], as[MODEL_MAX_PARAMS];
    bool is_free[MODEL_MAX_PARAMS];
    model_defaults_f64(own, was);
    model_defaults_f64(other, as);
    quantity_set(other->params, other->n_params, "sigma0", 3e4, as);
    quantity_set(other->params, other->n_params, "vs", 0.07, as);
    memset(is_free, true, sizeof is_free);
    memcpy(is, was, sizeof is);
    start_scale_as(own, is_free, other, as, is);
    const double length = own->length(is) / own->length(was),
                 speed = own->stribeck_speed(is) / own->stribeck_speed(was);
    cr_expect_float_eq(own->length(is) / other->length(as), 1, 1e-12);
    cr_expect_float_eq(own->stribeck_speed(is) / other->stribeck_speed(as), 1, 1e-12);
    cr_expect(fabs(length - 1) > 0.1 && fabs(speed - 1) > 0.1, "%g, %g", length, speed);
    for (int i = 0; i < 7; i++) {
        const double v = 1e-4 * pow(3, i);
        cr_expect_float_eq(own->steady_force(is, speed * v) / own->steady_force(was, v), 1, 1e-12);
    }
    cr_expect_float_eq(is[sigma0] * length / was[sigma0], 1, 1e-12);
    cr_expect_float_eq(is[sigma1] * speed / was[sigma1], 1, 1e-12);
    is_free[sigma1] = is_free[Fs] = false;
    memcpy(is, was, sizeof is);
    start_scale_as(own, is_free, other, as, is);
    cr_expect_eq(is[sigma1], was[sigma1]);
    cr_expect_eq(is[Fs], was[Fs]);
    cr_expect_float_eq(is[sigma0] * length / was[sigma0], 1, 1e-12);
    /* Nothing leaves its range. */
    quantity_set(other->params, other->n_params, "vs", 1e-300, as);
    start_scale_as(own, is_free, other, as, is);
    for (unsigned i = 0; i < own->n_params; i++)
        cr_expect(is[i] >= own->params[i].lo && is[i] <= own->params[i].hi, "%u: %g", i, is[i]);
}
