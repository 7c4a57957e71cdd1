/* States and energies at places of a step that is solved (step.h). */
#include "reference/taylor/step.h"
#include "tools/base/decide.h"

/* The solution x_p + C x_h over a range of u: about its middle, by the range of its slope, as the
 * two terms cancel. */
static void range(arb_t y, const struct taylor_state *state, const arb_t u, slong len, slong prec)
{
    struct taylor_series sum;
    arb_t middle, rest;
    taylor_series_init(&sum);
    arb_init(middle);
    arb_init(rest);
    arb_get_mag(sum.bound, state->weight);
    mag_mul(sum.bound, sum.bound, state->homogeneous.bound);
    mag_add(sum.bound, sum.bound, state->particular.bound);
    arb_poly_scalar_mul(sum.a, state->homogeneous.a, state->weight, prec);
    arb_poly_add(sum.a, sum.a, state->particular.a, prec);
    arb_get_mid_arb(middle, u);
    taylor_series_at(y, &sum, middle, len, prec);
    arb_poly_derivative(sum.a, sum.a, prec);
    arb_poly_evaluate(rest, sum.a, u, prec);
    arb_sub(middle, u, middle, prec);
    arb_addmul(y, rest, middle, prec);
    arb_clear(rest);
    arb_clear(middle);
    taylor_series_clear(&sum);
}

void taylor_step_at(const struct taylor_step *m, const arb_t u, arb_ptr x, arb_srcptr energy0,
                    arb_ptr energy)
{
    arb_t t;
    arb_init(t);
    taylor_series_end(t, 1);
    const bool at_end = ball_same(u, t);
    for (int i = 0; i < m->n_states; i++) {
        const struct taylor_state *state = &m->states[i];
        if (!arb_is_exact(u))
            range(x + i, state, u, m->len, m->prec);
        else if (state->follows)
            arb_poly_evaluate(x + i, state->particular.a, u, m->prec);
        else {
            taylor_series_at(t, &state->homogeneous, u, m->len, m->prec);
            arb_mul(t, t, state->weight, m->prec);
            taylor_series_at(x + i, &state->particular, u, m->len, m->prec);
            arb_add(x + i, x + i, t, m->prec);
        }
        arb_add_error_mag(x + i, at_end ? state->error_end : state->error);
    }
    for (int q = 0; energy && q < m->n_parts; q++) {
        arb_t sum;
        arb_init(sum);
        taylor_series_since_start(sum, &m->parts[q].own, u, m->len, m->prec);
        for (int i = 0; i < m->n_states; i++) {
            taylor_series_since_start(t, &m->parts[q].by_state[i], u, m->len, m->prec);
            arb_addmul(sum, t, m->states[i].weight, m->prec);
        }
        arb_add_error_mag(sum, m->parts[q].error);
        arb_add(energy + q, energy0 + q, sum, m->prec);
        arb_clear(sum);
    }
    arb_clear(t);
}
