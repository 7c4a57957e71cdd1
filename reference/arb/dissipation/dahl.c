/* Dahl: w = sigma0 z s/Fc, F s = Fc w, dw/dtravel = (sigma0/Fc) (1-w). */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA0, FC };

/* (1-theta) Fc [(1-c0) w + (c0 - mu theta) w^2 - (1-w) sum of c_k w^(2k+1)] */
static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_t sum, t, w2;
    arb_init(sum);
    arb_init(t);
    arb_init(w2);
    dissipation_sqr(w2, box->w, prec);
    dissipation_mul(t, mu, box->theta, prec);
    arb_sub(t, box->c, t, prec);
    dissipation_mul(sum, t, w2, prec);
    arb_sub_ui(t, box->c, 1, prec);
    dissipation_submul(sum, t, box->w, prec);
    dissipation_higher(w2, box, 2, prec);
    dissipation_left(t, box->w, prec);
    dissipation_submul(sum, t, w2, prec);
    dissipation_mul(sum, sum, box->p + FC, prec);
    dissipation_left(t, box->theta, prec);
    dissipation_mul(D, sum, t, prec);
    arb_clear(w2);
    arb_clear(t);
    arb_clear(sum);
}

static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    dissipation_left(r, box->w, prec);
}

static void speed(arb_t V, arb_srcptr p) { arb_one(V); }

const struct dissipation_inequality dissipation_dahl = {
    .law = "dahl",
    .n_states = 1,
    .storage = "S = (Fc^2/sigma0) (c0 w^2/2 + c1 w^4/4), w = sigma0 z/Fc",
    .n_storage = 2,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
