/* What a law gives does not depend on what stood in its place: the same states, at rest, within
 * their bounds and beyond, give the same rates, forces and curves. */
#include <criterion/criterion.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

enum { BITS = 80, DRAWS = 24 };

/* Values of a law: into out[ARB_LAW_MAX], from the parameters, velocity and states. */
struct point {
    arb_ptr p, x;
    arb_t v, s, h;
};

static void fill(arb_ptr out, int number)
{
    for (int i = 0; i < ARB_LAW_MAX; i++) {
        arb_set_si(out + i, number);
        mag_set_ui(arb_radref(out + i), number == 0 ? 0 : 1);
    }
}

/* Evaluates function number k. Returns how many values it gives, 0: the law has none, -1: there are
 * no more functions. */
static int evaluate(int k, const struct arb_law *law, arb_ptr out, const struct point *at)
{
    const int n = arb_law_count(law->states);
    switch (k) {
    case 0:
        return law->rate ? law->rate(out, at->p, at->v, at->s, at->x, BITS), n : 0;
    case 1:
        return law->force ? law->force(out, at->p, at->v, at->s, at->x, BITS), 1 : 0;
    case 2:
        return law->steady_force ? law->steady_force(out, at->p, at->v, at->s, BITS), 1 : 0;
    case 3:
        return law->bound ? law->bound(out, at->p, BITS), n : 0;
    case 4:
        return law->slack ? law->slack(out, at->p, at->v, BITS), n : 0;
    case 5:
        return law->storage ? law->storage(out, at->p, at->x, BITS), 1 : 0;
    case 6:
        return law->settling_rate ? law->settling_rate(out, at->p, at->v, BITS), 1 : 0;
    case 7:
        return law->force_scale ? law->force_scale(out, at->p, at->v, at->h, BITS), 1 : 0;
    case 8:
        return law->switches   ? law->switches(out, at->p, at->v, at->s, at->x, BITS),
               law->n_switches : 0;
    case 9:
        return law->regressor    ? law->regressor(out, at->p, at->v, at->s, at->x, BITS),
               law->n_regressors : 0;
    case 10:
        return law->coefficients ? law->coefficients(out, at->p, BITS), law->n_regressors : 0;
    case 11:
        return law->break_away ? law->break_away(out, at->p, BITS), 1 : 0;
    case 12:
        return law->stribeck ? law->stribeck(out, at->p, at->v, BITS), 1 : 0;
    default:
        return -1;
    }
}

/* Draws a velocity, seldom 0, and states: within a bound, at it, or beyond. */
static void draw(unsigned long long *random, const struct arb_law *law, struct point *at,
                 arb_srcptr bound)
{
    const double speed = test_uniform(random) < 0.2 ? 0 : 2e-3 * (test_uniform(random) - 0.5);
    arb_set_d(at->v, speed);
    arb_set_si(at->s, speed < 0 ? -1 : 1);
    arb_law_begin(law, at->x, at->p);
    for (int i = 0; i < arb_law_count(law->states); i++) {
        arb_mul_si(at->x + i, bound + i, (slong)(7 * test_uniform(random)) - 3, BITS);
        arb_mul_2exp_si(at->x + i, at->x + i, -1); /* up to half beyond */
        if (!arb_is_finite(at->x + i))
            arb_zero(at->x + i);
    }
}

Test(outputs, do_not_depend_on_what_they_were)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        unsigned long long random = test_seed();
        struct point at = { .p = _arb_vec_init(ARB_LAW_MAX), .x = _arb_vec_init(ARB_LAW_MAX) };
        arb_ptr a = _arb_vec_init(ARB_LAW_MAX), b = _arb_vec_init(ARB_LAW_MAX),
                bound = _arb_vec_init(ARB_LAW_MAX);
        arb_init(at.v);
        arb_init(at.s);
        arb_init(at.h);
        arb_set_d(at.h, 1e-3);
        for (int i = 0; (*law)->params[i]; i++)
            arb_set_d(
                at.p + i,
                model->params[quantity_index(model->params, model->n_params, (*law)->params[i])]
                    .value);
        if ((*law)->bound)
            (*law)->bound(bound, at.p, BITS);
        for (int i = 0; i < DRAWS; i++) {
            draw(&random, *law, &at, bound);
            for (int k = 0, n; (n = evaluate(k, *law, (fill(a, 0), a), &at)) >= 0; k++) {
                fill(b, 7);
                evaluate(k, *law, b, &at);
                for (int j = 0; j < n; j++)
                    cr_expect(arb_equal(a + j, b + j) || !arb_is_finite(a + j),
                              "%s: function %d, value %d", (*law)->name, k, j);
            }
        }
        arb_clear(at.h);
        arb_clear(at.s);
        arb_clear(at.v);
        _arb_vec_clear(bound, ARB_LAW_MAX);
        _arb_vec_clear(b, ARB_LAW_MAX);
        _arb_vec_clear(a, ARB_LAW_MAX);
        _arb_vec_clear(at.x, ARB_LAW_MAX);
        _arb_vec_clear(at.p, ARB_LAW_MAX);
    }
}

/* What rests does so wherever it is, also where that is known with an error only. */
Test(rests, change_nothing)
{
    unsigned laws = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        const int size = arb_law_size(*law);
        unsigned long long random = test_seed();
        arb_ptr p = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX),
                before = _arb_vec_init(ARB_LAW_MAX);
        arb_t v, s, h;
        arb_init(v);
        arb_init(s);
        arb_init(h);
        for (int i = 0; (*law)->params[i]; i++)
            arb_set_d(
                p + i,
                model->params[quantity_index(model->params, model->n_params, (*law)->params[i])]
                    .value);
        for (int draw = 0; (*law)->rests && draw < DRAWS; draw++) {
            arb_law_begin(*law, x, p);
            arb_set_si(s, draw % 3 - 1);
            arb_set_d(h, test_uniform(&random));
            for (int i = 0; i < size; i++) {
                arb_set_d(x + i, 2e-5 * (test_uniform(&random) - 0.5));
                mag_set_d(arb_radref(x + i), draw % 2 * 1e-7);
            }
            _arb_vec_set(before, x, size);
            (*law)->flow(x, p, v, s, h, BITS);
            for (int i = 0; i < size; i++)
                cr_expect(arb_equal(x + i, before + i), "%s: %d", (*law)->name, i);
        }
        laws += (*law)->rests;
        arb_clear(h);
        arb_clear(s);
        arb_clear(v);
        _arb_vec_clear(before, ARB_LAW_MAX);
        _arb_vec_clear(x, ARB_LAW_MAX);
        _arb_vec_clear(p, ARB_LAW_MAX);
    }
    cr_expect(laws > 0);
}
