/* Tests a header against the library: a test file includes this, with REAL_F32 or without, behind
 * an exported header, after defining
 *
 *     EXPORTED         the header's prefix
 *     EXPORTED_KERNEL  the library's step of that law and method (integrators/kernels/kernel.h)
 *     EXPORTED_LAW     the law's name
 *     EXPORTED_CASE    the name of the test
 *     EXPORTED_INIT    a macro of the state and the parameters that calls the header's init, with
 *                      seed 7 if init takes a seed
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/kernels/kernel.h"

#define JOIN_(a, b)     a##_##b
#define JOIN(a, b)      JOIN_(a, b)
#define EXPORTED_(name) JOIN(EXPORTED, name)

enum { EXPORT_STEPS = 600 };

kernel_step EXPORTED_KERNEL;

/* A slow and fast velocity, m/s, with reversals within a step and at its end, and rests. */
static real export_velocity(unsigned i)
{
    const int place = (int)(i % 97);
    const real slow = (real)(place < 48 ? place - 17 : 79 - place) * C(0.00006103515625);
    if (i % 200 < 12)
        return 0;
    return i % 150 < 30 ? 300 * slow : slow;
}

/* Returns true for equal bits, or two numbers that are NAN. */
static bool export_same(real a, real b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* Copies the law's states, with which the header's struct begins. */
static void export_states(const struct EXPORTED_(state) * state, unsigned n, real x[])
{
    memcpy(x, state, n * sizeof *x);
}

static void export_run(const struct model *law, const real parameters[], real h)
{
    struct EXPORTED_(parameters) p;
    struct EXPORTED_(state) state;
    struct memory memory = { 0 };
    real x[MODEL_MAX_STATES], y[MODEL_MAX_STATES] = { 0 };
    cr_assert_eq(sizeof p, law->n_params * sizeof(real));
    memcpy(&p, parameters, sizeof p);
    cr_assert_null(EXPORTED_(check)(&p));
    EXPORTED_INIT(&state, &p);
    PREC(model_begin)(law, parameters, 7, &memory, x);
    for (unsigned i = 0; i < EXPORT_STEPS; i++) {
        const real v0 = export_velocity(i), v1 = export_velocity(i + 1);
        const real force = EXPORTED_(step)(&p, &state, h, v0, v1);
        const real expected = EXPORTED_KERNEL(parameters, &memory, h, v0, v1, x);
        export_states(&state, law->n_states, y);
        cr_assert(export_same(force, expected), "%s, step %u: header %a, library %a", law->name, i,
                  (double)force, (double)expected);
        for (unsigned k = 0; k < law->n_states; k++)
            cr_assert(export_same(x[k], y[k]), "%s, step %u, state %u: header %a, library %a",
                      law->name, i, k, (double)y[k], (double)x[k]);
    }
}

/* Speeds beyond all that a law is stated for: where the library's step has no answer, or NAN, the
 * header's has none. A bond of bristles snaps more often than may be within one step. An infinite
 * speed is none: between two of them lies what is no number, or nothing, as the compiler knows the
 * instant or not. */
static void export_beyond(const struct model *law, const real parameters[])
{
    static const real speeds[] = { C(1e6), C(-1e6), C(1e30), (real)NAN };
    for (unsigned i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        struct EXPORTED_(parameters) p;
        struct EXPORTED_(state) state;
        struct memory memory = { 0 };
        real x[MODEL_MAX_STATES];
        memcpy(&p, parameters, sizeof p);
        EXPORTED_INIT(&state, &p);
        PREC(model_begin)(law, parameters, 7, &memory, x);
        const real force = EXPORTED_(step)(&p, &state, C(1e-3), speeds[i], speeds[i]);
        const real expected =
            EXPORTED_KERNEL(parameters, &memory, C(1e-3), speeds[i], speeds[i], x);
        cr_assert(export_same(force, expected), "%s at %g m/s: header %a, library %a", law->name,
                  (double)speeds[i], (double)force, (double)expected);
    }
}

/* Writes a parameter's name as the header has it: k1, a member of an array, is k[0]. */
static void export_name(const char *name, const char *why, char text[64])
{
    const size_t stem = strcspn(name, "0123456789");
    if (why && name[stem] && strncmp(why, name, stem) == 0 && why[stem] == '[')
        snprintf(text, 64, "%.*s[%d]", (int)stem, name, atoi(name + stem) - 1);
    else
        snprintf(text, 64, "%s", name);
}

/* Each parameter at and just beyond both ends of its range, and no number: check refuses what is
 * beyond, and says what was expected. Ends may be refused for other reasons only. */
static void export_check_ranges(const struct model *law, const real defaults[])
{
    for (unsigned i = 0; i < law->n_params; i++) {
        const struct quantity *q = &law->params[i];
        const real lo = (real)q->lo, hi = (real)q->hi;
        const real beyond = 2 * R_EPSILON, least = C(1e-30);
        const real values[] = { lo, hi, lo - beyond * r_max(r_abs(lo), least),
                                hi + beyond * r_max(r_abs(hi), least), (real)NAN };
        const bool plain = strcmp(q->unit, "1") == 0;
        for (unsigned k = 0; k < sizeof values / sizeof *values; k++) {
            real p[MODEL_MAX_PARAMS];
            struct EXPORTED_(parameters) set;
            memcpy(p, defaults, law->n_params * sizeof *p);
            p[i] = values[k];
            memcpy(&set, p, sizeof set);
            const char *why = EXPORTED_(check)(&set);
            char name[64], expected[200];
            export_name(q->name, why, name);
            snprintf(expected, sizeof expected, "%s from %.9g to %.9g%s%s", name, q->lo, q->hi,
                     plain ? "" : " ", plain ? "" : q->unit);
            if (k < 2)
                cr_assert(!why || strcmp(why, expected) != 0, "%s at its end: %s", q->name, why);
            else
                cr_assert(why && strcmp(why, expected) == 0, "'%s', not '%s'", why ? why : "",
                          expected);
        }
    }
}

/* Sets the defaults (variant 0), defaults changed a little where the law allows it (1), or another
 * exponent if there is one (2). */
static void export_vary(const struct model *law, unsigned variant, real p[])
{
    PREC(model_defaults)(law, p);
    for (unsigned i = 0; i < law->n_params; i++) {
        const struct quantity *q = &law->params[i];
        const bool plain = strcmp(q->unit, "1") == 0;
        const real before = p[i];
        if (variant == 1 && !plain)
            p[i] = (real)fmin(q->hi, fmax(q->lo, 1.25 * (double)p[i]));
        if (law->validate && law->validate(p))
            p[i] = before;
        if (variant == 2 && plain && q->value == 2 && !model_param_is_whole(law, i))
            p[i] = C(1.25);
    }
}

Test(export, EXPORTED_CASE)
{
    const struct model *law = PREC(model_find)(EXPORTED_LAW);
    const struct EXPORTED_(parameters) defaults = EXPORTED_(DEFAULTS);
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    cr_assert_eq(memcmp(&defaults, p, sizeof defaults), 0);
    for (unsigned variant = 0; variant < 3; variant++) {
        export_vary(law, variant, p);
        export_run(law, p, C(1.3e-4));
        export_run(law, p, C(1e-3));
        export_beyond(law, p);
    }
    PREC(model_defaults)(law, p);
    export_check_ranges(law, p);
    struct EXPORTED_(parameters) wrong = defaults;
    memset(&wrong, 0xff, sizeof wrong); /* not numbers */
    cr_assert_not_null(EXPORTED_(check)(&wrong));
}
