/* Finds a law's dissipation inequality by the law's name, and evaluates it. */
#include "reference/arb/dissipation/dissipation.h"

#include <string.h>

#include "reference/derived/balance_ball.h"
#include "reference/derived/graph_law.h"

extern const struct dissipation_inequality dissipation_bouc_wen, dissipation_elastoplastic,
    dissipation_reset_integrator;

static const struct dissipation_inequality *const by_hand[] = {
    &dissipation_bouc_wen,
    &dissipation_elastoplastic,
    &dissipation_reset_integrator,
    NULL,
};

static struct dissipation_inequality of_text(const struct law_graph *law)
{
    const struct law_balance *balance = &law->balance;
    if (!balance->has_excess && !balance->has_inflow)
        return (struct dissipation_inequality){ .law = NULL };
    return (struct dissipation_inequality){ .law = law->name,
                                            .text = law,
                                            .n_states = (int)balance->n_states,
                                            .storage = balance->storage,
                                            .n_storage = (int)balance->n_storage,
                                            .has_excess = balance->has_excess,
                                            .has_inflow = balance->has_inflow };
}

struct dissipation_inequality dissipation_find(const char *law)
{
    for (const struct dissipation_inequality *const *d = by_hand; *d; d++)
        if (strcmp((*d)->law, law) == 0)
            return **d;
    const struct law_graph *text = graph_law_opened(law);
    for (const struct law_graph *const *g = law_graphs; *g && !text; g++)
        if (strcmp((*g)->name, law) == 0)
            text = *g;
    return text ? of_text(text) : (struct dissipation_inequality){ .law = NULL };
}

static void evaluate(const struct dissipation_inequality *q, arb_t value,
                     const struct balance_product *product, const struct dissipation_box *box,
                     const arb_t mu, slong prec)
{
    const struct balance_box over = { box->p, box->w, box->c, box->theta, mu };
    balance_ball(value, q->text, product, &over, prec);
}

void dissipation_excess(const struct dissipation_inequality *q, arb_t D,
                        const struct dissipation_box *box, const arb_t mu, slong prec)
{
    if (q->text)
        evaluate(q, D, &q->text->balance.excess, box, mu, prec);
    else
        q->excess(D, box, mu, prec);
}

/* At its ends D of a text is a quotient of zeros, or of what is not finite. */
static void keep_off(arb_t theta)
{
    arb_t least, most;
    arb_init(least);
    arb_init(most);
    arb_set_ui(least, 1);
    arb_mul_2exp_si(least, least, -40);
    arb_sub_ui(most, least, 1, ARF_PREC_EXACT);
    arb_neg(most, most);
    arb_max(theta, theta, least, ARF_PREC_EXACT);
    arb_min(theta, theta, most, ARF_PREC_EXACT);
    arb_clear(most);
    arb_clear(least);
}

void dissipation_value(const struct dissipation_inequality *q, arb_t D,
                       const struct dissipation_box *point, const arb_t mu, slong prec)
{
    arb_t theta;
    if (!q->text) {
        q->excess(D, point, mu, prec);
        return;
    }
    arb_init(theta);
    arb_set(theta, point->theta);
    keep_off(theta);
    const struct balance_box at = { point->p, point->w, point->c, theta, mu };
    balance_value(D, q->text, &at, prec);
    arb_clear(theta);
}

/* By hand: one evaluation for each coefficient. */
static void excess_row(const struct dissipation_inequality *q, arb_ptr row,
                       const struct dissipation_box *point, const arb_t mu, slong prec)
{
    arb_ptr c = _arb_vec_init(DISSIPATION_MAX_STORAGE);
    const struct dissipation_box at = { point->p, c, point->theta, point->w };
    q->excess(row, &at, mu, prec);
    for (int k = 0; k < q->n_storage; k++) {
        arb_one(c + k);
        q->excess(row + 1 + k, &at, mu, prec);
        arb_sub(row + 1 + k, row + 1 + k, row, prec);
        arb_zero(c + k);
    }
    _arb_vec_clear(c, DISSIPATION_MAX_STORAGE);
}

void dissipation_row(const struct dissipation_inequality *q, arb_ptr row,
                     const struct dissipation_box *point, const arb_t mu, slong prec)
{
    arb_t theta;
    if (!q->text) {
        excess_row(q, row, point, mu, prec);
        return;
    }
    arb_init(theta);
    arb_set(theta, point->theta);
    keep_off(theta);
    const struct balance_box at = { point->p, point->w, NULL, theta, mu };
    balance_row(row, q->text, &at, prec);
    arb_clear(theta);
}

void dissipation_inflow(const struct dissipation_inequality *q, arb_t r,
                        const struct dissipation_box *box, int i, int side, slong prec)
{
    arb_t none;
    arb_init(none);
    if (q->text)
        evaluate(q, r, &q->text->balance.inflow[2 * i + (side > 0)], box, none, prec);
    else {
        arb_ptr all = _arb_vec_init(DISSIPATION_MAX_STATES);
        q->inflow(all, box, prec);
        arb_set(r, all + i);
        if (side > 0)
            arb_neg(r, r);
        _arb_vec_clear(all, DISSIPATION_MAX_STATES);
    }
    arb_clear(none);
}

void dissipation_speed(const struct dissipation_inequality *q, arb_t V, arb_srcptr p, slong prec)
{
    if (q->text)
        balance_speed(V, q->text, p, prec);
    else
        q->speed(V, p);
}
