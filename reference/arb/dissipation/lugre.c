/* LuGre's dissipation inequality, by the sums that its family shares (parts.h). */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M };

static struct dissipation_lugre family(arb_srcptr p)
{
    return (
        struct dissipation_lugre){ p + SIGMA1, p + SIGMA2, p + FC, p + FS, p + VS, p + M, NULL };
}

static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    const struct dissipation_lugre q = family(box->p);
    dissipation_lugre_excess(D, &q, box, 3, mu, prec);
}

static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    const struct dissipation_lugre q = family(box->p);
    dissipation_lugre_inflow(r, &q, box, prec);
}

static void speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_lugre = {
    .law = "lugre",
    .n_states = 1,
    .storage = "S = (Fs^2/sigma0) (c0 w^2/2 + c1 w^4/4 + c2 w^6/6), w = sigma0 z/Fs",
    .n_storage = 3,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
