/* Units, for any law: a law does not know in which unit of length, time or force its numbers are
 * stated. With a unit a quarter as large every parameter, state and velocity is multiplied by the
 * power of 4 that its unit in the table says, and so must be all that the law computes from them,
 * bit for bit: a power of 4 commutes with every rounding, also that of a square root, as long as
 * nothing over- or underflows. Therefore the samples are near the defaults. */
#include <stdio.h>
#include <string.h>

#include "models/language/units.h"
#include "properties/self_check/near.h"
#include "properties/self_check/self_check.h"

#define expect PREC(self_check_expect)

enum { SYSTEMS = 40, BITS = 2 /* of the factor 4 */ };

/* The base unit that changes, m, s or N, and the first of the values that differ, "" if none does.
 */
struct comparison {
    struct self_check *t;
    const char *base;
    const real *p; /* for exponents that are parameters */
    char first[160];
};

static int parameter_of(void *context, const char *name, size_t n)
{
    const struct model *model = context;
    for (unsigned i = 0; i < model->n_params; i++)
        if (strlen(model->params[i].name) == n && strncmp(model->params[i].name, name, n) == 0)
            return (int)i;
    return -1;
}

/* Returns the exponent of the base unit when units are products of m, s and N: 1 kg is 1 N s2/m. */
static int power(const struct comparison *c, const char *text)
{
    enum { KG, M, S };
    char dotted[UNIT_TEXT];
    struct unit unit;
    snprintf(dotted, sizeof dotted, "%s", text);
    for (char *at = dotted; *at; at++) /* tables have "N s/m" */
        *at = *at == ' ' ? '.' : *at;
    const char *wrong = unit_read(dotted, parameter_of, (void *)c->t->model, &unit);
    expect(c->t, !wrong, "unit %s: %s", text, wrong ? wrong : "");
    if (wrong)
        return 0;
    int exponent[UNIT_BASES];
    const int n = unit.parameter >= 0 ? (int)c->p[unit.parameter] : 0;
    for (int i = 0; i < UNIT_BASES; i++)
        exponent[i] = (unit.whole[i] + unit.times[i] * n) / UNIT_PARTS;
    return strcmp(c->base, "N") == 0   ? exponent[KG]
           : strcmp(c->base, "m") == 0 ? exponent[M] - exponent[KG]
                                       : exponent[S] + 2 * exponent[KG];
}

static real scaled(const struct comparison *c, real value, const char *unit, const char *per)
{
    const int by = power(c, unit) - power(c, per);
    return (real)ldexp((double)value, BITS * by);
}

/* Below the normal numbers digits are lost. */
static bool underflows(real x) { return x != 0 && r_abs(x) < R_MIN; }

/* Compares a value in the first system with the value in the second, in units of unit/per. */
static void compare(struct comparison *c, const char *what, real value, real other,
                    const char *unit, const char *per)
{
    const real expected = scaled(c, value, unit, per);
    if (other == expected || isnan(value) || underflows(value) || underflows(other))
        return; /* what is no number is not for units to find */
    if (!*c->first)
        snprintf(c->first, sizeof c->first, "%s: %a, in other units %a, not %a", what,
                 (double)value, (double)other, (double)expected);
}

static void convert(const struct comparison *c, const struct model_sample *a,
                    struct model_sample *b)
{
    PREC(model_sample_copy)(b, a);
    for (unsigned i = 0; i < c->t->model->n_params; i++)
        b->p[i] = scaled(c, a->p[i], c->t->model->params[i].unit, "1");
    for (unsigned i = 0; i < c->t->model->n_states; i++)
        b->x[i] = scaled(c, a->x[i], c->t->model->states[i].unit, "1");
    b->v = scaled(c, a->v, "m", "s");
    b->h = scaled(c, a->h, "s", "1");
    if (a->mem)
        c->t->model->start(b->p, 0, b->mem);
}

static void compare_states(struct comparison *c, const char *what, const real a[], const real b[],
                           const char *per)
{
    for (unsigned i = 0; i < c->t->model->n_states; i++)
        compare(c, what, a[i], b[i], c->t->model->states[i].unit, per);
}

static void compare_equations(struct comparison *c, const struct model_sample *a,
                              const struct model_sample *b)
{
    real da[MODEL_MAX_STATES], db[MODEL_MAX_STATES];
    c->t->model->rate(a->p, a->mem, a->v, a->s, a->x, da);
    c->t->model->rate(b->p, b->mem, b->v, b->s, b->x, db);
    compare_states(c, "rate", da, db, "s");
    compare(c, "force", c->t->model->force(a->p, a->mem, a->v, a->s, a->x),
            c->t->model->force(b->p, b->mem, b->v, b->s, b->x), "N", "1");
    if (c->t->model->storage)
        compare(c, "storage", c->t->model->storage(a->p, a->mem, a->x),
                c->t->model->storage(b->p, b->mem, b->x), "N m", "1");
    if (!c->t->model->relaxation)
        return;
    real steady[2][MODEL_MAX_STATES], rate[2][MODEL_MAX_STATES];
    c->t->model->relaxation(a->p, a->v, a->s, steady[0], rate[0]);
    c->t->model->relaxation(b->p, b->v, b->s, steady[1], rate[1]);
    compare_states(c, "steady state", steady[0], steady[1], "1");
    for (unsigned i = 0; i < c->t->model->n_states; i++)
        compare(c, "relaxation", rate[0][i], rate[1][i], "1", "s");
}

static void compare_jacobians(struct comparison *c, const struct model_sample *a,
                              const struct model_sample *b)
{
    struct jacobian ja, jb;
    const unsigned n = c->t->model->n_states;
    if (!c->t->model->jacobian)
        return;
    c->t->model->jacobian(a->p, a->mem, a->v, a->s, a->x, &ja);
    c->t->model->jacobian(b->p, b->mem, b->v, b->s, b->x, &jb);
    compare(c, "dF/dv", ja.force_v, jb.force_v, "N s/m", "1");
    for (unsigned i = 0; i < n; i++) {
        compare(c, "dF/dx", ja.force_x[i], jb.force_x[i], "N", c->t->model->states[i].unit);
        compare(c, "drate/dv", ja.rate_v[i], jb.rate_v[i], c->t->model->states[i].unit, "m");
        for (unsigned j = 0; j < n; j++) {
            const real expected = scaled(c, ja.rate_x[i * n + j], c->t->model->states[i].unit, "s");
            compare(c, "drate/dx", expected, jb.rate_x[i * n + j], "1",
                    c->t->model->states[j].unit);
        }
    }
}

static void compare_scales(struct comparison *c, const struct model_sample *a,
                           const struct model_sample *b)
{
    const struct {
        const char *name, *unit;
        real (*of)(const real p[]);
    } scales[] = {
        { "break-away", "N", c->t->model->break_away },
        { "length", "m", c->t->model->length },
        { "Stribeck speed", "m/s", c->t->model->stribeck_speed },
        { "band", "m/s", c->t->model->stick_band },
        { "creep resistance", "N s/m", c->t->model->creep_resistance },
    };
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (scales[i].of)
            compare(c, scales[i].name, scales[i].of(a->p), scales[i].of(b->p), scales[i].unit, "1");
    if (c->t->model->steady_force)
        compare(c, "steady force", c->t->model->steady_force(a->p, a->v),
                c->t->model->steady_force(b->p, b->v), "N", "1");
    if (c->t->model->settling_rate)
        compare(c, "settling rate", c->t->model->settling_rate(a->p, a->v),
                c->t->model->settling_rate(b->p, b->v), "1", "s");
    if (c->t->model->force_scale) /* at the travel v h */
        compare(c, "force scale", c->t->model->force_scale(a->p, a->v, a->v * a->h),
                c->t->model->force_scale(b->p, b->v, b->v * b->h), "N", "1");
    if (c->t->model->bound) {
        real bound[2][MODEL_MAX_STATES];
        c->t->model->bound(a->p, bound[0]);
        c->t->model->bound(b->p, bound[1]);
        compare_states(c, "bound", bound[0], bound[1], "1");
    }
    if (c->t->model->stiction) {
        real f[2][2];
        c->t->model->stiction(a->p, a->mem, a->x, f[0]);
        c->t->model->stiction(b->p, b->mem, b->x, f[1]);
        compare(c, "stiction", f[0][0], f[1][0], "N", "1");
        compare(c, "stiction", f[0][1], f[1][1], "N", "1");
    }
}

/* Compares along the hold; leaves states and memory at its end. */
static void compare_holds(struct comparison *c, struct model_sample *a, struct model_sample *b)
{
    if (!c->t->model->flow)
        return;
    if (c->t->model->work)
        compare(c, "work", c->t->model->work(a->p, a->mem, a->v, a->s, a->h, a->x),
                c->t->model->work(b->p, b->mem, b->v, b->s, b->h, b->x), "N s", "1");
    c->t->model->flow(a->p, a->mem, a->v, a->s, a->h, a->x);
    c->t->model->flow(b->p, b->mem, b->v, b->s, b->h, b->x);
    compare_states(c, "flow", a->x, b->x, "1");
}

static void compare_systems(struct comparison *c)
{
    for (uint64_t i = 0; i < SYSTEMS; i++) {
        struct model_sample a, b;
        PREC(sample_near_defaults)(c->t->model, &a, c->t->model->name, c->t->seed, i);
        c->p = a.p;
        convert(c, &a, &b);
        for (int hold = 0; hold < 2; hold++) {
            compare_equations(c, &a, &b);
            compare_jacobians(c, &a, &b);
            compare_scales(c, &a, &b);
            compare_holds(c, &a, &b);
        }
    }
}

/* Base units in which a constant is stated must be named in the table. One that is named need not
 * show: it may matter at other speeds only. */
void PREC(self_check_units)(struct self_check *t)
{
    static const char *const bases[] = { "m", "s", "N" };
    const char *constants = t->model->unit_constants;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        struct comparison c = { .t = t, .base = bases[i] };
        const bool hidden = constants && strstr(constants, bases[i]);
        if (hidden)
            continue;
        compare_systems(&c);
        expect(t, !*c.first, "the unit %s: %s", bases[i], c.first);
    }
}
