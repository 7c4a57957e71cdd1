/* Laws without a state: the force is all. */
#include "reference/arb/dissipation/parts.h"

static void unit(arb_t V, arb_srcptr p) { arb_one(V); }

static void coulomb(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    const struct dissipation_static q = { .Fc = box->p };
    dissipation_static_excess(D, &q, box, mu, prec);
}

static void coulomb_viscous(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    const struct dissipation_static q = { .Fc = box->p, .sigma2 = box->p + 1 };
    dissipation_static_excess(D, &q, box, mu, prec);
}

/* theta [sigma2 - mu (1-theta)], with V = 1 m/s and E = 1 N. */
static void viscous(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_t left;
    arb_init(left);
    dissipation_left(left, box->theta, prec);
    arb_set(D, box->p);
    dissipation_submul(D, mu, left, prec);
    dissipation_mul(D, D, box->theta, prec);
    arb_clear(left);
}

static void stribeck(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_t two;
    arb_init(two);
    arb_set_ui(two, 2);
    const struct dissipation_static q = { .Fc = box->p, .Fs = box->p + 1, .m = two };
    dissipation_static_excess(D, &q, box, mu, prec);
    arb_clear(two);
}

static void stribeck_speed(arb_t V, arb_srcptr p) { arb_set(V, p + 2); }

enum { SIGMA2, FC, FS, VS, M }; /* of exponential */

static void exponential(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    const struct dissipation_static q = { box->p + SIGMA2, box->p + FC, box->p + FS, box->p + M,
                                          box->p + VS };
    dissipation_static_excess(D, &q, box, mu, prec);
}

static void exponential_speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_coulomb = { .law = "coulomb",
                                                            .excess = coulomb,
                                                            .speed = unit };
const struct dissipation_inequality dissipation_coulomb_viscous = { .law = "coulomb_viscous",
                                                                    .excess = coulomb_viscous,
                                                                    .speed = unit };
const struct dissipation_inequality dissipation_viscous = { .law = "viscous",
                                                            .excess = viscous,
                                                            .speed = unit };
const struct dissipation_inequality dissipation_stribeck = { .law = "stribeck",
                                                             .excess = stribeck,
                                                             .speed = stribeck_speed };
const struct dissipation_inequality dissipation_exponential = { .law = "exponential",
                                                                .excess = exponential,
                                                                .speed = exponential_speed };
