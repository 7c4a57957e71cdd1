/* Decides whether U P gives the force: as the law states U, and as the paper prints it. */
#include "properties/rigorous/rigorous_regressor.h"

#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

enum { MAX_COLUMNS = RIGOROUS_MAX_COLUMNS };

/* |F - U P| at v in the present state; as printed, U takes its unknown constant at v0. */
static void residual(struct rigorous_run *r, enum property property, const arb_t v0, const arb_t v,
                     arb_t F)
{
    const struct arb_law *law = r->law;
    arb_ptr u = _arb_vec_init(MAX_COLUMNS), coefficient = _arb_vec_init(MAX_COLUMNS);
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    rigorous_force(r, v, F);
    if (property == REGRESSOR) {
        law->regressor(u, r->p, v, s, r->x, r->prec);
        law->coefficients(coefficient, r->p, r->prec);
        arb_dot(F, F, 1, u, 1, coefficient, 1, law->n_regressors, r->prec);
    } else {
        law->printed_regressor(r->t, r->p, v0, v, s, r->x, r->prec);
        arb_sub(F, F, r->t, r->prec);
    }
    arb_abs(F, F);
    arb_clear(s);
    _arb_vec_clear(coefficient, MAX_COLUMNS);
    _arb_vec_clear(u, MAX_COLUMNS);
}

/* The velocity v0 that fixes the constant which the printed form leaves unknown: the first velocity
 * at which the law moves. If a velocity may be zero, v0 is one of several candidates. */
struct origin {
    bool some, known;
    arb_t v;
};

static void origin_add(struct origin *o, const arb_t v, slong prec)
{
    if (o->known || certainly(ball_is_zero(v)))
        return;
    if (o->some)
        arb_union(o->v, o->v, v, prec);
    else
        arb_set(o->v, v);
    o->some = true;
    o->known = !possibly(ball_is_zero(v));
}

enum answer rigorous_residuals(struct rigorous_run *r, enum property property, arb_t functional,
                               arb_t margin)
{
    struct origin origin = { .known = false };
    enum answer violated = ANSWER_NO;
    arb_t F, path, scale;
    arb_init(F);
    arb_init(path);
    arb_init(scale);
    arb_init(origin.v);
    arb_zero(functional);
    arb_zero(margin);
    for (unsigned i = 0; i < r->n_segments; i++) {
        rigorous_path(r, i, i + 1, r->t);
        arb_add(path, path, r->t, r->prec);
        for (int end = 0; end < 2; end++) {
            arb_srcptr v = rigorous_velocity(r, i, end == 1);
            origin_add(&origin, v, r->prec);
            if (!certainly(ball_is_zero(v)) || property == REGRESSOR) {
                r->law->force_scale(scale, r->p, v, path, r->prec);
                residual(r, property, origin.v, v, F);
                arb_max(functional, functional, F, r->prec);
                const enum answer exceeds = rigorous_exceeds(F, scale, r->prec);
                const bool counts = property == REGRESSOR || !possibly(ball_is_zero(v));
                violated = rigorous_either(
                    violated, counts || exceeds == ANSWER_NO ? exceeds : ANSWER_UNDECIDED);
                if (certainly(ball_is_positive(scale))) {
                    arb_div(F, F, scale, r->prec);
                    arb_max(margin, margin, F, r->prec);
                }
            }
            if (end == 0)
                rigorous_move(r, i);
        }
    }
    arb_neg(margin, margin);
    arb_clear(origin.v);
    arb_clear(scale);
    arb_clear(path);
    arb_clear(F);
    return violated;
}

bool rigorous_regressor_applicable(const struct arb_law *law, enum property property)
{
    if (property == REGRESSOR_AS_PRINTED)
        return law->printed_regressor;
    return law->regressor && law->n_regressors <= MAX_COLUMNS &&
           (property != REGRESSOR || law->coefficients);
}
