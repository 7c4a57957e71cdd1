/* What a law says of where its states go: along a hold so long that nothing moves any more, each
 * state has stayed or is where its slack says, 1 - |value|/bound. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

enum { PREC_BITS = 200, DRAWS = 60 };

static void draw(unsigned long long *random, const struct arb_law *law, arb_ptr p)
{
    const struct model *model = PREC(model_find)(law->name);
    for (int i = 0; law->params[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, law->params[i]);
        const struct quantity *q = &model->params[k];
        const double factor =
            model_param_is_whole(model, k) ? 1 : 1 + 0.4 * (test_uniform(random) - 0.5);
        arb_set_d(p + i, fmin(fmax(q->value * factor, q->lo), q->hi));
    }
}

/* Holds v until the states are where they go: for so many times the law's travel. */
static void settle(const struct arb_law *law, arb_srcptr p, double v, double travels, arb_ptr x)
{
    arb_t speed, s, h;
    arb_init(speed);
    arb_init(s);
    arb_init(h);
    arb_set_d(speed, v);
    arb_sgn(s, speed);
    arb_set_d(h, travels * (v != 0 ? fmax(1, 1e-2 / fabs(v)) : 1));
    law->flow(x, p, speed, s, h, PREC_BITS);
    arb_clear(h);
    arb_clear(s);
    arb_clear(speed);
}

static double value(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* Starts in each state within its bound; a law with memory, whose states may be tied to it,
 * at 0. */
static void start(unsigned long long *random, const struct arb_law *law, arb_srcptr p,
                  arb_srcptr bound, arb_ptr x)
{
    const int n = arb_law_count(law->states);
    _arb_vec_zero(x, ARB_LAW_MAX);
    if (law->start)
        law->start(x + n, p);
    for (int i = 0; law->n_memory == 0 && i < n; i++)
        arb_set_d(x + i, arb_is_finite(bound + i)
                             ? 0.9 * value(bound + i) * (2 * test_uniform(random) - 1)
                             : 0);
}

/* Returns how many states of a law were compared. */
static unsigned compare(unsigned long long *random, const struct arb_law *law)
{
    static const double speeds[] = { 0, 1e-5, 1e-4, 5e-4, 1e-3, 2e-3, 1e-2, 0.1, 1 };
    const int n = arb_law_count(law->states);
    unsigned compared = 0;
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX),
            x0 = _arb_vec_init(ARB_LAW_MAX), x1 = _arb_vec_init(ARB_LAW_MAX),
            slack = _arb_vec_init(ARB_LAW_MAX), bound = _arb_vec_init(ARB_LAW_MAX);
    arb_t v;
    arb_init(v);
    draw(random, law, p);
    const double sign = test_uniform(random) < 0.5 ? -1 : 1;
    arb_set_d(v, sign * speeds[(size_t)(test_uniform(random) * 9)]);
    const bool is_valid = !law->validate || !law->validate(p);
    if (is_valid) {
        law->bound(bound, p, PREC_BITS);
        law->slack(slack, p, v, PREC_BITS);
        start(random, law, p, bound, x);
        _arb_vec_set(x0, x, arb_law_size(law));
        settle(law, p, value(v), 100, x);
        _arb_vec_set(x1, x, arb_law_size(law));
        settle(law, p, value(v), 1000, x);
    }
    for (int i = 0; is_valid && i < n; i++) {
        const double most = value(bound + i), said = value(slack + i);
        const bool moves = !arb_equal(x0 + i, x + i);
        const bool settled = fabs(value(x1 + i) - value(x + i)) <= 1e-12 * most;
        if (!arb_is_finite(bound + i) || !arb_is_finite(slack + i))
            continue;
        /* Elements that share a level stop within their limits, and it is not said where. */
        const bool is_known = strcmp(law->name, "leuven") != 0;
        cr_expect(moves || !is_known || value(v) == 0 || said == 1,
                  "%s, state %d at %g m/s: stays, slack %.17g", law->name, i, value(v), said);
        if (!moves || !settled)
            continue;
        compared++;
        const double left = 1 - fabs(value(x + i)) / most;
        cr_expect(is_known ? fabs(said - left) <= 1e-11 : said <= left + 1e-11,
                  "%s, state %d at %g m/s: slack %.17g, left %.17g", law->name, i, value(v), said,
                  left);
    }
    arb_clear(v);
    _arb_vec_clear(bound, ARB_LAW_MAX);
    _arb_vec_clear(slack, ARB_LAW_MAX);
    _arb_vec_clear(x1, ARB_LAW_MAX);
    _arb_vec_clear(x0, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return compared;
}

Test(slack, is_what_a_state_leaves_of_its_bound)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        unsigned long long random = test_seed() ^ (unsigned long long)(law - arb_laws);
        unsigned compared = 0;
        for (int i = 0; i < DRAWS && (*law)->slack; i++)
            compared += compare(&random, *law);
        cr_expect(!(*law)->slack || compared > DRAWS / 4, "%s: %u states compared", (*law)->name,
                  compared);
    }
}
