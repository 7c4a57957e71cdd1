/* The dissipation inequality of alvarez_icaza: its states are those of martinez_rosas with
 * sigma0 = 1. */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA1, SIGMA2, FC, FS, VS, M };
enum { W, Q };

static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    arb_t g, h;
    arb_init(g);
    arb_init(h);
    dissipation_left(r + W, box->w + W, prec);
    dissipation_curve(g, h, box->theta, box->p + M, prec);
    dissipation_left(r + Q, box->w + Q, prec);
    arb_sub(r + Q, r + Q, h, prec);
    arb_clear(h);
    arb_clear(g);
}

static void speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_alvarez_icaza = {
    .law = "alvarez_icaza",
    .n_states = 2,
    .inflow = inflow,
    .speed = speed,
};
