/* Ensembles: each lane is independent of the others, and close to the scalar kernel. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/kernels/ensemble_kernel.h"
#include "integrators/kernels/kernel.h"

extern const struct kernel PREC(kernels)[];

enum { ALL = 1000, STEPS = 60, MAX_STATES = 2 };

static const real h = 2e-4;

enum mode { COMMON, PER_LANE, MIXED_EXPONENTS, MODES };

/* A number in [0, 1) of its own for each trajectory and purpose. */
static real number(unsigned trajectory, unsigned purpose)
{
    const unsigned bits = (trajectory * 40503U + purpose * 10007U + 12345U) * 2654435761U;
    return (real)(bits >> 8) / 16777216;
}

static void fill_params(const struct model *law, enum mode mode, unsigned trajectory, real p[])
{
    PREC(model_defaults)(law, p);
    if (mode == COMMON)
        return;
    for (unsigned k = 0; k < law->n_params; k++) {
        const bool exponent = strcmp(law->params[k].name, "m") == 0;
        if (!exponent)
            p[k] *= C(0.9) + C(0.2) * number(trajectory, k);
        else if (mode == MIXED_EXPONENTS && trajectory % 3 != 0)
            p[k] = C(0.5) + C(1.5) * number(trajectory, k);
    }
}

/* Back and forth, by a few times the Stribeck speed of Table I, through zero. */
static real velocity(unsigned trajectory, unsigned step)
{
    const real amplitude = C(1e-4) + C(4e-3) * number(trajectory, 50);
    const real v = amplitude * r_sin(C(0.12) * (real)step + 6 * number(trajectory, 51));
    return step % 20 == 7 ? 0 : v;
}

static real start(const struct model *law, const real p[], unsigned trajectory, unsigned state)
{
    real bound[MODEL_MAX_STATES] = { 0 };
    law->bound(p, bound);
    return bound[state] * (2 * number(trajectory, 60 + state) - 1);
}

struct batch {
    size_t lanes, stride;
    real *p, *v, *x;
};

static real *rows(size_t n, size_t lanes)
{
    real *memory = aligned_alloc(ENSEMBLE_ALIGN, ensemble_bytes(n, lanes));
    cr_assert(memory);
    for (size_t i = 0; i < n * ensemble_stride(lanes); i++)
        memory[i] = (real)NAN; /* the padding is worth nothing */
    return memory;
}

/* A batch in which lane l runs trajectory number trajectory[l]. */
static struct batch batch_of(const struct model *law, enum mode mode, size_t lanes,
                             const unsigned trajectory[])
{
    struct batch b = { .lanes = lanes, .stride = ensemble_stride(lanes) };
    b.p = rows(law->n_params, lanes);
    b.v = rows(STEPS + 1, lanes);
    b.x = rows(law->n_states, lanes);
    for (size_t l = 0; l < lanes; l++) {
        real p[MODEL_MAX_PARAMS];
        fill_params(law, mode, trajectory[l], p);
        for (unsigned k = 0; k < law->n_params; k++)
            b.p[mode == COMMON ? k : k * b.stride + l] = p[k];
        for (unsigned i = 0; i <= STEPS; i++)
            b.v[i * b.stride + l] = velocity(trajectory[l], i);
        for (unsigned k = 0; k < law->n_states; k++)
            b.x[k * b.stride + l] = start(law, p, trajectory[l], k);
    }
    return b;
}

static void batch_free(struct batch *b)
{
    free(b->p);
    free(b->v);
    free(b->x);
}

static struct ensemble ensemble_of(const struct ensemble_kernel *k, enum mode mode,
                                   const struct batch *b)
{
    return (struct ensemble){
        .law = k->law,
        .method = k->method,
        .level = k->level,
        .lanes = b->lanes,
        .p = b->p,
        .params_per_lane = mode != COMMON,
    };
}

static bool runs_here(const struct ensemble_kernel *k)
{
    const struct ensemble e = { .law = k->law, .method = k->method, .level = k->level };
    return PREC(ensemble_supports)(&e);
}

/* Runs all trajectories as one batch; x receives their final states. */
static void run_all(const struct ensemble_kernel *k, enum mode mode, real x[MAX_STATES][ALL])
{
    const struct model *law = PREC(model_find)(k->law);
    unsigned trajectory[ALL];
    for (unsigned l = 0; l < ALL; l++)
        trajectory[l] = l;
    struct batch b = batch_of(law, mode, ALL, trajectory);
    const struct ensemble e = ensemble_of(k, mode, &b);
    cr_assert_eq(PREC(ensemble_advance)(&e, h, STEPS, b.v, b.x), STATUS_OK);
    for (unsigned i = 0; i < law->n_states; i++)
        memcpy(x[i], b.x + i * b.stride, sizeof x[i]);
    batch_free(&b);
}

/* Checks that some trajectories, in a smaller batch and at other places, end as among all. Spacing
 * 3 takes those whose exponent is 2. */
static void check_size(const struct ensemble_kernel *k, enum mode mode, unsigned lanes,
                       unsigned spacing, real expected[MAX_STATES][ALL])
{
    const struct model *law = PREC(model_find)(k->law);
    unsigned trajectory[ALL];
    for (unsigned l = 0; l < lanes; l++)
        trajectory[l] = spacing == 3 ? l * 3 % (ALL - 1) : (l * 37 + lanes) % ALL;
    struct batch b = batch_of(law, mode, lanes, trajectory);
    const struct ensemble e = ensemble_of(k, mode, &b);
    cr_assert_eq(PREC(ensemble_advance)(&e, h, STEPS / 2, b.v, b.x), STATUS_OK);
    cr_assert_eq(PREC(ensemble_advance)(&e, h, STEPS / 2, b.v + STEPS / 2 * b.stride, b.x),
                 STATUS_OK);
    for (unsigned i = 0; i < law->n_states; i++)
        for (unsigned l = 0; l < lanes; l++)
            cr_assert(b.x[i * b.stride + l] == expected[i][trajectory[l]],
                      "%s %s, level %d, mode %d, %u lanes, lane %u, %s: %a, among all %a", k->law,
                      k->method, (int)k->level, (int)mode, lanes, l, law->states[i].name,
                      (double)b.x[i * b.stride + l], (double)expected[i][trajectory[l]]);
    batch_free(&b);
}

Test(ensemble, a_lane_does_not_depend_on_the_others)
{
    static const unsigned sizes[] = { 1, 2, 3, 7, 8, 9, 64, 1000 };
    static real all[MAX_STATES][ALL];
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        if (!runs_here(k))
            continue;
        for (enum mode mode = COMMON; mode < MODES; mode++) {
            run_all(k, mode, all);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                check_size(k, mode, sizes[s], 1, all);
            check_size(k, mode, 50, 3, all); /* exponents 2 throughout */
        }
    }
}

static const struct kernel *scalar_kernel(const struct ensemble_kernel *k)
{
    const struct kernel *scalar = PREC(kernels);
    while (strcmp(scalar->law, k->law) != 0 || strcmp(scalar->method, k->method) != 0)
        scalar++;
    return scalar;
}

/* Against the scalar kernel. Both do the same operations, but for exp, expm1 and pow, each within
 * 4 ulp here and 1 there: 5 ulp = 10 units of R_EPSILON/2 apart at most. In one step such a
 * difference moves a state by no more than 5 eps of the way it goes towards its steady value: over
 * all steps, which contract, that adds up to 5 eps of the largest distance, twice the bound; and
 * four times that, because a step of rk4 takes four rates, and pow's error passes through exp as
 * well (u exp(-u) < 1/2). The states then differ, and so do the roundings of each step: its sum,
 * and three of rates not larger than the states' change, 2 eps of the bound for each step. */
static void check_accuracy(const struct ensemble_kernel *k, enum mode mode)
{
    static real all[MAX_STATES][ALL];
    const struct model *law = PREC(model_find)(k->law);
    const struct kernel *scalar = scalar_kernel(k);
    run_all(k, mode, all);
    for (unsigned l = 0; l < ALL; l++) {
        real p[MODEL_MAX_PARAMS], v[STEPS + 1], x[MODEL_MAX_STATES] = { 0 };
        real bound[MODEL_MAX_STATES] = { 0 };
        fill_params(law, mode, l, p);
        law->bound(p, bound);
        for (unsigned i = 0; i <= STEPS; i++)
            v[i] = velocity(l, i);
        for (unsigned i = 0; i < law->n_states; i++)
            x[i] = start(law, p, l, i);
        cr_assert_eq(scalar->advance(p, NULL, h, v, STEPS, x), STATUS_OK);
        for (unsigned i = 0; i < law->n_states; i++)
            cr_assert_leq(r_abs(all[i][l] - x[i]), (40 + 2 * STEPS) * R_EPSILON * bound[i],
                          "%s %s, level %d, trajectory %u, %s: %a, scalar %a", k->law, k->method,
                          (int)k->level, l, law->states[i].name, (double)all[i][l], (double)x[i]);
    }
}

Test(ensemble, agrees_with_the_scalar_kernel)
{
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++)
        for (enum mode mode = COMMON; mode < MODES; mode++)
            if (runs_here(PREC(ensemble_kernels)[i]))
                check_accuracy(PREC(ensemble_kernels)[i], mode);
}

Test(ensemble, refuses_what_it_has_no_kernel_for)
{
    const real p[MODEL_MAX_PARAMS] = { 1 };
    real x[ENSEMBLE_LANES] = { 3 };
    const real v[2 * ENSEMBLE_LANES] = { 0 };
    static const char *const names[][2] = { { "reset_integrator", "euler" },
                                            { "coulomb", "euler" },
                                            { "lugre", "cvode_bdf" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct ensemble e = { .law = names[i][0], .method = names[i][1], .lanes = 1, .p = p };
        cr_assert_not(PREC(ensemble_supports)(&e));
        cr_assert_eq(PREC(ensemble_advance)(&e, 1, 1, v, x), STATUS_UNSUPPORTED);
        cr_assert_eq(x[0], 3);
    }
}

/* The stride is the next multiple of ENSEMBLE_LANES. */
Test(ensemble, rows_are_padded_to_whole_vectors)
{
    for (size_t lanes = 1; lanes <= 3 * (size_t)ENSEMBLE_LANES; lanes++) {
        const size_t stride = ensemble_stride(lanes);
        cr_expect(stride % ENSEMBLE_LANES == 0 && stride >= lanes &&
                      stride - lanes < ENSEMBLE_LANES,
                  "%zu lanes: %zu", lanes, stride);
    }
}

/* Far below the Stribeck speed a step changes a state at rest by sigma0 v h/G of its steady value,
 * here 2e-13, of which no digit is lost. */
Test(ensemble, creeping_keeps_its_digits)
{
    const struct model *law = PREC(model_find)("lugre");
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        _Alignas(ENSEMBLE_ALIGN) real x[ENSEMBLE_LANES] = { 0 };
        _Alignas(ENSEMBLE_ALIGN) real v[2 * ENSEMBLE_LANES];
        if (!runs_here(k) || strcmp(k->law, "lugre") != 0)
            continue;
        for (size_t l = 0; l < 2 * (size_t)ENSEMBLE_LANES; l++)
            v[l] = 1e-14;
        const struct ensemble e = {
            .law = k->law, .method = k->method, .level = k->level, .lanes = 1, .p = p
        };
        cr_assert_eq(PREC(ensemble_advance)(&e, h, 1, v, x), STATUS_OK);
        /* less v h sigma0 |z|/G, of second order */
        cr_expect(r_abs(x[0] / (v[0] * h) - 1) <= 1e-12, "%s: %a", k->method, (double)x[0]);
    }
}

/* A lane that fails leaves its neighbours alone. */
Test(ensemble, tells_of_a_lane_that_is_not_finite)
{
    _Alignas(ENSEMBLE_ALIGN) real x[ENSEMBLE_LANES] = { 0, (real)INFINITY, 0 };
    _Alignas(ENSEMBLE_ALIGN) real v[2 * ENSEMBLE_LANES] = { 1e-3, 1e-3, 1e-3 };
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(PREC(model_find)("lugre"), p);
    struct ensemble e = { .law = "lugre", .method = "euler", .lanes = 3, .p = p };
    cr_assert_eq(PREC(ensemble_advance)(&e, h, 1, v, x), STATUS_NONFINITE);
    cr_assert(isfinite(x[0]) && x[0] == x[2]);
    x[1] = 0;
    x[2] = (real)INFINITY;
    cr_assert_eq(PREC(ensemble_advance)(&e, h, 1, v, x), STATUS_NONFINITE, "the last");
    x[2] = 0;
    x[1] = 0;
    cr_assert_eq(PREC(ensemble_advance)(&e, h, 1, v, x), STATUS_OK);
}
