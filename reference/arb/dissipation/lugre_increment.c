/* LuGre with the static level as an increment, by translation: levels sigma0 Fc and
 * sigma0 (Fc + Fs), and m = 2. */
#include "reference/arb/dissipation/parts.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS };
enum { LOW, HIGH, TWO, N_NUMBERS };

/* Fills in numbers, to be cleared by the caller. */
static struct dissipation_lugre family(arb_ptr numbers, arb_srcptr p, slong prec)
{
    dissipation_mul(numbers + LOW, p + SIGMA0, p + FC, prec);
    dissipation_add(numbers + HIGH, p + FC, p + FS, prec);
    dissipation_mul(numbers + HIGH, numbers + HIGH, p + SIGMA0, prec);
    arb_set_ui(numbers + TWO, 2);
    return (struct dissipation_lugre){ p + SIGMA1, p + SIGMA2,    numbers + LOW, numbers + HIGH,
                                       p + VS,     numbers + TWO, NULL };
}

static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_ptr numbers = _arb_vec_init(N_NUMBERS);
    const struct dissipation_lugre q = family(numbers, box->p, prec);
    dissipation_lugre_excess(D, &q, box, 3, mu, prec);
    _arb_vec_clear(numbers, N_NUMBERS);
}

static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    arb_ptr numbers = _arb_vec_init(N_NUMBERS);
    const struct dissipation_lugre q = family(numbers, box->p, prec);
    dissipation_lugre_inflow(r, &q, box, prec);
    _arb_vec_clear(numbers, N_NUMBERS);
}

static void speed(arb_t V, arb_srcptr p) { arb_set(V, p + VS); }

const struct dissipation_inequality dissipation_lugre_increment = {
    .law = "lugre_increment",
    .n_states = 1,
    .storage = "S = (H^2/sigma0) (c0 w^2/2 + c1 w^4/4 + c2 w^6/6), H = sigma0 (Fc + Fs), w = "
               "sigma0 z/H",
    .n_storage = 3,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
