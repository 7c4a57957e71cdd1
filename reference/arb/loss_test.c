/* What a hold loses is its work less what the storage gains, by the law's own work, flow and
 * storage; and what a law says of how many events a hold has is about as many as it counts. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

enum { BITS = 200, N_HOLDS = 12 };

static void begin(const struct arb_law *law, arb_ptr p, arb_ptr x)
{
    const struct model *model = PREC(model_find)(law->name);
    for (int i = 0; law->params[i]; i++)
        arb_set_d(
            p + i,
            model->params[quantity_index(model->params, model->n_params, law->params[i])].value);
    arb_law_begin(law, x, p);
}

/* Draws a hold that goes up to a few lengths of the law, forth or back. */
static void draw(unsigned long long *random, const struct arb_law *law, arb_t v, arb_t s, arb_t h)
{
    const struct model *model = PREC(model_find)(law->name);
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    const double length = (double)model->length(p), speed = pow(10, -4 + 3 * test_uniform(random));
    arb_set_d(v, test_uniform(random) < 0.5 ? -speed : speed);
    arb_sgn(s, v);
    arb_set_d(h, 4 * length * test_uniform(random) / speed);
}

/* Follows holds one after the other. Returns how many losses were more than rounding. */
static unsigned follow(const struct arb_law *law)
{
    unsigned long long random = test_seed();
    const int n_parts = law->parts ? arb_law_count(law->parts) : 1;
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), x0 = _arb_vec_init(ARB_LAW_MAX),
            x1 = _arb_vec_init(ARB_LAW_MAX), part = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, s, h, loss, work, stored;
    unsigned lost = 0;
    arb_init(v);
    arb_init(s);
    arb_init(h);
    arb_init(loss);
    arb_init(work);
    arb_init(stored);
    begin(law, p, x1);
    for (int k = 0; k < N_HOLDS; k++) {
        draw(&random, law, v, s, h);
        _arb_vec_set(x0, x1, ARB_LAW_MAX);
        law->flow(x1, p, v, s, h, BITS);
        law->work(part, p, v, s, h, x0, x1, BITS);
        arb_zero(work);
        for (int i = 0; i < n_parts; i++)
            arb_add(work, work, part + i, BITS);
        arb_mul(work, work, v, BITS);
        law->loss(loss, p, v, s, h, x0, x1, BITS);
        law->storage(stored, p, x1, BITS);
        arb_sub(work, work, stored, BITS);
        law->storage(stored, p, x0, BITS);
        arb_add(work, work, stored, BITS);
        cr_expect(arb_overlaps(loss, work), "%s, hold %d: loss %.17g, by work and storage %.17g",
                  law->name, k, arf_get_d(arb_midref(loss), ARF_RND_NEAR),
                  arf_get_d(arb_midref(work), ARF_RND_NEAR));
        lost += arb_is_positive(loss) && arb_rel_accuracy_bits(loss) > BITS / 4;
    }
    arb_clear(stored);
    arb_clear(work);
    arb_clear(loss);
    arb_clear(h);
    arb_clear(s);
    arb_clear(v);
    _arb_vec_clear(part, ARB_LAW_MAX);
    _arb_vec_clear(x1, ARB_LAW_MAX);
    _arb_vec_clear(x0, ARB_LAW_MAX);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return lost;
}

Test(loss, is_the_work_that_is_not_stored)
{
    unsigned laws = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        if (!(*law)->loss || !(*law)->work || !(*law)->flow || !(*law)->storage)
            continue;
        laws++;
        const unsigned lost = follow(*law);
        cr_expect_geq(lost, N_HOLDS / 2, "%s: %u losses", (*law)->name, lost);
    }
    cr_expect_geq(laws, 2, "%u laws", laws);
}

/* Bristles snap by half a length in the mean: what is said of a hold is what their memory, of
 * places and then of snaps, has counted, but for the few by which that many draws differ. */
Test(events, are_about_as_many_as_are_counted)
{
    enum { BRISTLES = 20, LENGTHS = 200 };
    const struct arb_law *law = arb_law_find("bristle");
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, s, h;
    arb_init(v);
    arb_init(s);
    arb_init(h);
    for (int side = -1; side <= 1; side += 2) {
        begin(law, p, x);
        cr_assert_eq(law->n_memory, 2 * BRISTLES);
        arb_set_d(p + arb_law_index(law->params, "N"), BRISTLES);
        arb_set_d(v, side * 0.25);
        arb_set_si(s, side);
        arb_mul_ui(h, p + arb_law_index(law->params, "delta_s"), (ulong)4 * LENGTHS, BITS);
        law->flow(x, p, v, s, h, BITS);
        double counted = 0;
        for (int i = 0; i < BRISTLES; i++)
            counted += arf_get_d(arb_midref(x + 1 + BRISTLES + i), ARF_RND_NEAR);
        const double said = law->events(p, v, h);
        /* 8000 snaps: a length's deviation of 0.29 makes 0.58 sqrt(8000) = 52 of it. */
        cr_expect(fabs(said - counted) < 0.05 * counted, "%g, counted %g", said, counted);
    }
    arb_clear(h);
    arb_clear(s);
    arb_clear(v);
    _arb_vec_clear(x, ARB_LAW_MAX);
    _arb_vec_clear(p, ARB_LAW_MAX);
}
