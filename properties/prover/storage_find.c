/* Finds a storage by linear programming (prove.h). The rows are D at points, affine in the
 * coefficients; the program maximises the least row, adding few rows at a time. The points are
 * those of a grid, and then, alternately with new coefficients, those between them where D is
 * least. */
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/prove.h"
#include "properties/prover/storage_grid.h"

enum { MOST_ROWS = 64, MOST_ROUNDS = 200 };

/* Below this slack there is no storage. A storage may have D = 0 somewhere, up to rounding. */
static const double HOPELESS = -1e-9;

static double at(const double row[GRID_COLUMNS], const double c[], int n)
{
    double sum = row[0];
    for (int k = 0; k < n; k++)
        sum += row[1 + k] * c[k];
    return sum;
}

static double least(const struct grid *grid, const double c[], int n, size_t *which)
{
    double result = HUGE_VAL;
    for (size_t i = 0; i < grid->n; i++) {
        const double D = at(grid->at[i].row, c, n);
        if (D < result) {
            result = D;
            *which = i;
        }
    }
    return result;
}

/* x = c_0 .. c_(n-1), t: maximise t. */
static double objective(unsigned n, const double x[], double gradient[], void *data)
{
    (void)data;
    if (gradient)
        for (unsigned i = 0; i < n; i++)
            gradient[i] = i == n - 1;
    return x[n - 1];
}

/* t - D <= 0 for one row. */
static double constraint(unsigned n, const double x[], double gradient[], void *data)
{
    const double *row = data;
    if (gradient) {
        for (unsigned i = 0; i + 1 < n; i++)
            gradient[i] = -row[1 + i];
        gradient[n - 1] = 1;
    }
    return x[n - 1] - at(row, x, (int)n - 1);
}

/* Finds the n coefficients that raise the least of the rows most. */
static void raise_rows(double *const rows[], int n_rows, int n, double x[])
{
    nlopt_opt opt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)n + 1);
    for (int i = 0; i <= n; i++) {
        nlopt_set_lower_bound(opt, i, i == n ? -1e6 : -16);
        nlopt_set_upper_bound(opt, i, i == n ? 1e6 : 16);
    }
    nlopt_set_max_objective(opt, objective, NULL);
    for (int i = 0; i < n_rows; i++)
        nlopt_add_inequality_constraint(opt, constraint, rows[i], 1e-12);
    nlopt_set_xtol_rel(opt, 1e-13);
    nlopt_set_maxeval(opt, 200);
    double value, start[GRID_COLUMNS];
    memcpy(start, x, sizeof start);
    start[n] = HUGE_VAL;
    for (int i = 0; i < n_rows; i++)
        start[n] = fmin(start[n], at(rows[i], x, n));
    if (nlopt_optimize(opt, start, &value) != NLOPT_FAILURE)
        memcpy(x, start, sizeof start);
    nlopt_destroy(opt);
}

/* Solves by cutting planes, since few rows matter. Returns the least D with the best c. */
static double solve(const struct grid *grid, int n, double c[GRID_COLUMNS])
{
    double *rows[MOST_ROWS], best = -HUGE_VAL, x[GRID_COLUMNS] = { 1 };
    int n_rows = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        size_t which = 0;
        const double slack = least(grid, x, n, &which);
        if (slack > best) {
            best = slack;
            memcpy(c, x, sizeof x);
        }
        bool known = false;
        for (int i = 0; i < n_rows; i++)
            known = known || rows[i] == grid->at[which].row;
        if (known || n_rows == MOST_ROWS)
            break;
        rows[n_rows++] = grid->at[which].row;
        raise_rows(rows, n_rows, n, x);
    }
    return best;
}

/* Shortens the coefficients to the fewest digits that keep at least that share of the slack. */
static void shorten(const struct grid *grid, int n, const double c[], double share,
                    struct storage *storage)
{
    const double keep = storage->slack * share;
    for (int digits = 0; digits <= 15; digits++) {
        double rounded[GRID_COLUMNS] = { 0 };
        size_t which;
        for (int k = 0; k < n; k++) {
            snprintf(storage->c[k], DECIMAL_TEXT, "%.*f", digits, c[k]);
            rounded[k] = strtod(storage->c[k], NULL);
        }
        const double slack = least(grid, rounded, n, &which);
        if (slack >= (keep > 0 ? keep : keep - 1e-12)) {
            storage->slack = slack;
            return;
        }
    }
}

/* D at (theta, w) with the present coefficients; minimised to find points between those of the
 * grid. */
static double between_points(unsigned n, const double x[], double gradient[], void *data)
{
    (void)n, (void)gradient;
    struct grid_place *place = data;
    grid_go(place, x[0], x[1], place->corner);
    return grid_value(place);
}

/* Adds the point at which D is least near point `from`. */
static void refine(struct grid *grid, struct grid_place *place, size_t from, const double c[],
                   int n)
{
    const struct grid_point point = grid->at[from];
    double x[2] = { point.theta, point.w }, D;
    grid_go(place, point.theta, point.w, point.corner);
    _arb_vec_zero(place->c, DISSIPATION_MAX_STORAGE);
    for (int k = 0; k < n; k++)
        arb_set_d(place->c + k, c[k]);
    nlopt_opt opt = nlopt_create(NLOPT_LN_SBPLX, 2);
    const double low[2] = { 0, -1 }, high[2] = { place->fastest, 1 };
    const double step[2] = { 0.3 * fmax(fmin(x[0], place->fastest - x[0]), 1e-12),
                             1.0 / GRID_STATES };
    nlopt_set_lower_bounds(opt, low);
    nlopt_set_upper_bounds(opt, high);
    nlopt_set_initial_step(opt, step);
    nlopt_set_min_objective(opt, between_points, place);
    nlopt_set_maxeval(opt, 400);
    nlopt_set_xtol_rel(opt, 1e-9);
    nlopt_optimize(opt, x, &D);
    nlopt_destroy(opt);
    grid_add(grid, place, x[0], x[1], point.corner);
}

/* Returns the lowest of the GRID_STATES points of the grid with that corner and speed. */
static size_t lowest(const struct grid *grid, int corner, int i, const double c[], int n)
{
    const size_t first = ((size_t)corner * GRID_THETAS + (size_t)i) * GRID_STATES;
    size_t result = first;
    for (size_t k = first; k < first + GRID_STATES; k++)
        if (at(grid->at[k].row, c, n) < at(grid->at[result].row, c, n))
            result = k;
    return result;
}

/* Adds the points between those of the grid where D is least, from each speed at which D is lower
 * than at its neighbours in the grid. Returns the least D there. */
static double refine_all(struct grid *grid, struct grid_place *place, const double c[], int n)
{
    const size_t known = grid->n;
    double result = HUGE_VAL;
    for (int corner = 0; corner < grid_corners(place); corner++)
        for (int i = 0; i < GRID_THETAS; i++) {
            const size_t here = lowest(grid, corner, i, c, n);
            const double D = at(grid->at[here].row, c, n);
            const bool below =
                i == 0 || D <= at(grid->at[lowest(grid, corner, i - 1, c, n)].row, c, n);
            const bool above = i == GRID_THETAS - 1 ||
                               D <= at(grid->at[lowest(grid, corner, i + 1, c, n)].row, c, n);
            if (below && above)
                refine(grid, place, here, c, n);
        }
    for (size_t i = known; i < grid->n; i++)
        result = fmin(result, at(grid->at[i].row, c, n));
    return result;
}

/* Alternates between new coefficients and new points until neither changes the result. Returns the
 * least D with the best c. */
static double exchange(struct grid *grid, struct grid_place *place, int n, double c[GRID_COLUMNS])
{
    enum { ROUNDS = 30 };
    double slack = solve(grid, n, c);
    for (int round = 0; round < ROUNDS && slack > HOPELESS; round++) {
        const double between = refine_all(grid, place, c, n);
        if (between >= slack - fmax(1e-3 * fabs(slack), 1e-12))
            return fmin(slack, between);
        slack = solve(grid, n, c);
    }
    return slack;
}

bool storage_find_keeping(const struct proof_claim *claim, double share, struct storage *storage)
{
    struct grid grid = { .n_storage = claim->balance.n_storage };
    struct grid_place place;
    bool found = false;
    *storage = (struct storage){ .slack = -HUGE_VAL };
    for (int k = 0; k < grid.n_storage; k++)
        memcpy(storage->c[k], "0", 2);
    grid_place_init(&place, claim);
    grid_fill(&grid, &place);
    /* A law without states stores nothing, and may dissipate all the same. */
    for (int n = grid.n_storage > 0; n <= grid.n_storage && !found; n++) {
        double c[GRID_COLUMNS] = { 0 };
        const double slack = exchange(&grid, &place, n, c);
        storage->slack = fmax(storage->slack, slack);
        found = slack > HOPELESS;
        if (found) {
            storage->slack = slack;
            shorten(&grid, n, c, share, storage);
        }
    }
    grid_place_clear(&place);
    free(grid.at);
    return found;
}

bool storage_find(const struct proof_claim *claim, struct storage *storage)
{
    return storage_find_keeping(claim, 0.5, storage);
}
