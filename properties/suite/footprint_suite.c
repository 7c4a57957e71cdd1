/* Any law writes all of the outputs that it owns, and nothing else. */
#include <criterion/criterion.h>

#include "models/model.h"
#include "properties/suite/suite_law.h"
#include "properties/trials/draw.h"

enum { ROOM = MODEL_MAX_STATES * MODEL_MAX_STATES };

static const real UNTOUCHED = C(-1.2345e-11);

static void fill(real values[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = UNTOUCHED;
}

/* Expects that the first `own` of n values, and no others, have been written. */
static void expect_written(const char *what, const real values[], size_t own, size_t n)
{
    for (size_t i = 0; i < n; i++)
        cr_expect((values[i] != UNTOUCHED) == (i < own), "%s writes %s [%zu], of %zu", what,
                  i < own ? "not" : "even", i, own);
}

/* A point in motion. */
struct instance {
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v;
    struct memory memory, *mem; /* mem: NULL for laws without */
};

static void draw(struct instance *a)
{
    PREC(model_defaults)(&LAW, a->p);
    a->v = LAW.stribeck_speed ? LAW.stribeck_speed(a->p) : C(1e-3);
    fill(a->x, MODEL_MAX_STATES);
    for (unsigned i = 0; i < LAW.n_states; i++)
        a->x[i] = 0;
    a->mem = NULL;
    if (LAW.start) {
        a->mem = &a->memory;
        LAW.start(a->p, 0, a->mem);
    }
}

static void check_equations(const struct instance *a)
{
    real out[ROOM], other[ROOM];
    fill(out, ROOM);
    LAW.rate(a->p, a->mem, a->v, 1, a->x, out);
    expect_written("rate", out, LAW.n_states, ROOM);
    fill(out, ROOM);
    if (LAW.rate_and_force) {
        (void)LAW.rate_and_force(a->p, a->mem, a->v, 1, a->x, out);
        expect_written("rate_and_force", out, LAW.n_states, ROOM);
    }
    fill(out, ROOM);
    fill(other, ROOM);
    if (LAW.relaxation) {
        LAW.relaxation(a->p, a->v, 1, out, other);
        expect_written("relaxation", out, LAW.n_states, ROOM);
        expect_written("relaxation", other, LAW.n_states, ROOM);
    }
    fill(out, ROOM);
    if (LAW.guard) {
        LAW.guard(a->p, a->mem, a->v, a->x, out);
        expect_written("guard", out, LAW.n_guards > 0 ? LAW.n_guards : 1, ROOM);
    }
    fill(out, ROOM);
    if (LAW.stiction) {
        LAW.stiction(a->p, a->mem, a->x, out);
        expect_written("stiction", out, 2, ROOM);
    }
}

static void check_structure(const struct instance *a)
{
    real out[ROOM];
    fill(out, ROOM);
    if (LAW.bound) {
        LAW.bound(a->p, out);
        expect_written("bound", out, LAW.n_states, ROOM);
    }
    fill(out, ROOM);
    if (LAW.regressor) {
        LAW.regressor(a->p, a->mem, a->v, 1, a->x, out);
        expect_written("regressor", out, LAW.n_regressors, ROOM);
    }
    fill(out, ROOM);
    if (LAW.coefficients) {
        LAW.coefficients(a->p, out);
        expect_written("coefficients", out, LAW.n_regressors, ROOM);
    }
    fill(out, ROOM);
    if (LAW.work_parts) {
        LAW.work_parts(a->p, a->mem, a->v, 1, 1, a->x, out);
        expect_written("work_parts", out, LAW.n_parts, ROOM);
    }
}

static void check_jacobian(const struct instance *a)
{
    struct jacobian jac;
    if (!LAW.jacobian)
        return;
    fill(jac.rate_x, ROOM);
    fill(jac.rate_v, MODEL_MAX_STATES);
    fill(jac.force_x, MODEL_MAX_STATES);
    fill(&jac.force_v, 1);
    LAW.jacobian(a->p, a->mem, a->v, 1, a->x, &jac);
    expect_written("jacobian, rate_x", jac.rate_x, (size_t)LAW.n_states * LAW.n_states, ROOM);
    expect_written("jacobian, rate_v", jac.rate_v, LAW.n_states, MODEL_MAX_STATES);
    expect_written("jacobian, force_x", jac.force_x, LAW.n_states, MODEL_MAX_STATES);
    expect_written("jacobian, force_v", &jac.force_v, 1, 1);
}

/* A law's `start` writes exactly the part of the memory that the law uses. */
static void check_start(const struct instance *a)
{
    enum { MARK = 0x5a5a };
    struct memory memory = { .seed = MARK };
    if (!LAW.start)
        return;
    for (unsigned i = 0; i < MODEL_MAX_INTS; i++)
        memory.ints[i] = MARK;
    fill(memory.reals, MODEL_MAX_REALS);
    LAW.start(a->p, 1, &memory);
    for (unsigned i = 0; i < MODEL_MAX_INTS; i++)
        cr_expect((memory.ints[i] != MARK) == (i < LAW.n_ints), "start, ints[%u]", i);
    expect_written("start, reals", memory.reals, LAW.n_reals, MODEL_MAX_REALS);
}

static void check_flow(struct instance *a)
{
    if (!LAW.flow)
        return;
    LAW.flow(a->p, a->mem, a->v, 1, 1, a->x);
    for (unsigned i = LAW.n_states; i < MODEL_MAX_STATES; i++)
        cr_expect(a->x[i] == UNTOUCHED, "flow writes even x[%u]", i);
    for (unsigned i = LAW.n_ints; a->mem && i < MODEL_MAX_INTS; i++)
        cr_expect(a->mem->ints[i] == 0, "flow writes even ints[%u]", i);
    for (unsigned i = LAW.n_reals; a->mem && i < MODEL_MAX_REALS; i++)
        cr_expect(a->mem->reals[i] == 0, "flow writes even reals[%u]", i);
}

Test(structure, footprint)
{
    struct instance a = { .mem = NULL };
    draw(&a);
    check_equations(&a);
    check_structure(&a);
    check_jacobian(&a);
    check_start(&a);
    check_flow(&a);
}
