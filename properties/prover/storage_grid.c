/* Evaluates the dissipation inequality over a grid (storage_grid.h). */
#include "properties/prover/storage_grid.h"

#include <math.h>
#include <string.h>

#include "tools/base/decimal.h"
#include "tools/base/memory.h"

/* Dense at both ends, for slow and fast motion: powers of two from 2^-32 on. */
static double theta_at(int i)
{
    const int ends = 32;
    if (i == 0 || i == GRID_THETAS - 1)
        return i == 0 ? 0 : 1;
    if (i <= ends)
        return ldexp(1, i - ends - 1);
    if (i >= GRID_THETAS - 1 - ends)
        return 1 - ldexp(1, GRID_THETAS - 2 - ends - i);
    return (double)(i - ends) / (GRID_THETAS - 1 - 2 * ends);
}

void grid_place_init(struct grid_place *place, const struct proof_claim *claim)
{
    *place = (struct grid_place){ .claim = claim, .corner = -1 };
    place->p = _arb_vec_init(ARB_LAW_MAX);
    place->c = _arb_vec_init(DISSIPATION_MAX_STORAGE);
    place->w = _arb_vec_init(DISSIPATION_MAX_STATES);
    place->theta = _arb_vec_init(1);
    for (int i = 0; claim->law->params[i]; i++)
        if (strcmp(claim->low[i], claim->high[i]) != 0)
            place->free_params[place->n_free++] = i;
    arf_t theta;
    arf_init(theta);
    proof_fastest(theta, claim);
    place->fastest = arf_get_d(theta, ARF_RND_NEAR);
    arf_clear(theta);
}

void grid_place_clear(struct grid_place *place)
{
    _arb_vec_clear(place->theta, 1);
    _arb_vec_clear(place->w, DISSIPATION_MAX_STATES);
    _arb_vec_clear(place->c, DISSIPATION_MAX_STORAGE);
    _arb_vec_clear(place->p, ARB_LAW_MAX);
}

/* The number of states besides the first. */
static int other_states(const struct grid_place *place)
{
    const int n = place->claim->balance.n_states;
    return n > 0 ? n - 1 : 0;
}

int grid_corners(const struct grid_place *place)
{
    return 1 << (place->n_free + other_states(place));
}

void grid_go(struct grid_place *place, double theta, double w, int corner)
{
    const struct proof_claim *claim = place->claim;
    const int others = other_states(place);
    arb_set_d(place->theta, theta);
    if (claim->balance.n_states > 0)
        arb_set_d(place->w, w);
    if (corner == place->corner)
        return;
    place->corner = corner;
    for (int i = 0; claim->law->params[i]; i++)
        decimal_ball(place->p + i, claim->low[i], PROOF_PREC);
    for (int k = 0; k < others; k++)
        arb_set_si(place->w + 1 + k, corner >> k & 1 ? 1 : -1);
    for (int k = 0; k < place->n_free; k++)
        if (corner >> (others + k) & 1)
            decimal_ball(place->p + place->free_params[k], claim->high[place->free_params[k]],
                         PROOF_PREC);
}

double grid_value(const struct grid_place *place)
{
    const struct dissipation_box box = { place->p, place->c, place->theta, place->w };
    arb_t D, mu;
    arb_init(D);
    arb_init(mu);
    dissipation_value(&place->claim->balance, D, &box, mu, PROOF_PREC);
    const double result = arf_get_d(arb_midref(D), ARF_RND_NEAR);
    arb_clear(mu);
    arb_clear(D);
    return result;
}

/* The point where the place is. */
void grid_add(struct grid *grid, struct grid_place *place, double theta, double w, int corner)
{
    grid->at = memory_grown(grid->at, grid->n, &grid->room, sizeof *grid->at);
    struct grid_point *point = &grid->at[grid->n++];
    *point = (struct grid_point){ .theta = theta, .w = w, .corner = corner };
    grid_go(place, theta, w, corner);
    const struct dissipation_box box = { place->p, NULL, place->theta, place->w };
    arb_ptr row = _arb_vec_init(GRID_COLUMNS);
    arb_t mu;
    arb_init(mu);
    dissipation_row(&place->claim->balance, row, &box, mu, PROOF_PREC);
    for (int k = 0; k <= grid->n_storage; k++)
        point->row[k] = arf_get_d(arb_midref(row + k), ARF_RND_NEAR);
    arb_clear(mu);
    _arb_vec_clear(row, GRID_COLUMNS);
}

/* All velocities, the first state's values, and the ends of the others and of the parameters. */
void grid_fill(struct grid *grid, struct grid_place *place)
{
    for (int corner = 0; corner < grid_corners(place); corner++)
        for (int i = 0; i < GRID_THETAS; i++)
            for (int k = 0; k < GRID_STATES; k++)
                grid_add(grid, place, place->fastest * theta_at(i),
                         (2.0 * k - (GRID_STATES - 1)) / (GRID_STATES - 1), corner);
}
