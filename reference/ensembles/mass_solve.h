/* Inside mass_body.h: the linear systems of a step, in one lane. */
#include "reference/ensembles/mass_law.h"

/* What a kernel is made for, known when it is compiled: states before the law's, and whether the
 * masses are stuck. A stuck mass keeps x and v: its steps are those of the states from STUCK_FROM
 * on.
 */
struct kind {
    unsigned np;
    bool stuck;
};

enum { STUCK_FROM = 2 };

/* The first state that steps change, and how many there are. */
FORCE_INLINE unsigned first_of(struct kind k) { return k.stuck ? STUCK_FROM : 0; }
FORCE_INLINE unsigned states_of(struct kind k) { return k.np + LAW_STATES; }

/* a <- its inverse, by Gauss and Jordan's elimination with partial pivoting by choices. */
FORCE_INLINE void lane_invert(unsigned n, const double a[], double inverse[])
{
    double m[MASS_MAX_LAW * 2 * MASS_MAX_LAW];
    const unsigned w = 2 * n;
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        UNROLL_16
        for (unsigned j = 0; j < n; j++) {
            m[i * w + j] = a[i * n + j];
            m[i * w + n + j] = i == j ? 1 : 0;
        }
    }
    UNROLL_16
    for (unsigned k = 0; k < n; k++) {
        UNROLL_16
        for (unsigned i = k + 1; i < n; i++) {
            const bool larger = r_abs(m[i * w + k]) > r_abs(m[k * w + k]);
            UNROLL_16
            for (unsigned j = k; j < w; j++) {
                const double above = m[k * w + j], below = m[i * w + j];
                m[k * w + j] = larger ? below : above;
                m[i * w + j] = larger ? above : below;
            }
        }
        const double pivot = 1 / m[k * w + k];
        UNROLL_16
        for (unsigned j = k; j < w; j++)
            m[k * w + j] *= pivot;
        UNROLL_16
        for (unsigned i = 0; i < n; i++) {
            if (i == k)
                continue;
            const double c = m[i * w + k];
            UNROLL_16
            for (unsigned j = k; j < w; j++)
                m[i * w + j] -= c * m[k * w + j];
        }
    }
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        UNROLL_16
    for (unsigned j = 0; j < n; j++)
        inverse[i * n + j] = m[i * w + n + j];
}

/* What stages have in common: rows of a step. The matrix M = I - gamma h J is solved for the law's
 * states first, z, whose block A has the inverse `law`, and then for v:
 *
 *     v = (b_v - of_x b_x - of_i b_i - of_law b_z)/S,   z = A^-1 b_z + by v
 *     x = b_x + gamma h v,   i = b_i + gamma h x
 *
 * Of a stuck mass z = A^-1 b_z + by b_i, and the other rows are empty. */
struct mass_step {
    mass_row law[MASS_MAX_LAW * MASS_MAX_LAW], of_law[MASS_MAX_LAW], by[MASS_MAX_LAW];
    mass_row of_x, of_i, inverse; /* inverse: 1/S */
    mass_row ft[MASS_MAX_STATES], f[MASS_MAX_STATES], x[MASS_MAX_STATES];
};

/* Prepares to solve for stages of a step h. */
FORCE_INLINE void lane_factorize(struct kind k, const struct mass_tile *T, struct mass_step *S,
                                 unsigned l, double h, const struct lane_slopes *of)
{
    const double g = rodas5p.gamma * h, w = T->per_mass[l];
    double A[LAW_STATES * LAW_STATES + 1], inverse[LAW_STATES * LAW_STATES + 1];
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++)
        UNROLL_16
    for (unsigned j = 0; j < LAW_STATES; j++)
        A[i * LAW_STATES + j] = (i == j ? 1 : 0) - g * of->rate_x[i * LAW_STATES + j];
    lane_invert(LAW_STATES, A, inverse);
    const double reach = k.np > 2 ? T->stiffness[l] + g * T->integral[l] : T->stiffness[l];
    double schur = 1 + g * w * (T->damping[l] + of->force_v + g * reach);
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++) {
        double by = 0, of_law = 0;
        UNROLL_16
        for (unsigned j = 0; j < LAW_STATES; j++) {
            S->law[i * LAW_STATES + j][l] = inverse[i * LAW_STATES + j];
            by += inverse[i * LAW_STATES + j] * of->rate_by[j];
            if (!k.stuck)
                of_law += of->force_x[j] * inverse[j * LAW_STATES + i];
        }
        S->by[i][l] = g * by;
        S->of_law[i][l] = g * w * of_law;
        schur += g * w * of_law * (g * of->rate_by[i]);
    }
    if (k.stuck)
        return;
    S->of_x[l] = g * w * reach;
    S->of_i[l] = g * w * T->integral[l];
    S->inverse[l] = 1 / schur;
}

/* u <- M^-1 b. */
FORCE_INLINE void lane_solve(struct kind k, const struct mass_tile *T, const struct mass_step *S,
                             unsigned l, const double b[], double u[])
{
    const unsigned np = k.np;
    double driver = 0; /* what the law's states follow */
    if (!k.stuck) {
        const double g = rodas5p.gamma * T->taken[l];
        double rest = b[1] - S->of_x[l] * b[0];
        if (np > 2)
            rest -= S->of_i[l] * b[2];
        UNROLL_16
        for (unsigned i = 0; i < LAW_STATES; i++)
            rest -= S->of_law[i][l] * b[np + i];
        driver = u[1] = rest * S->inverse[l];
        u[0] = b[0] + g * driver;
        if (np > 2)
            u[2] = b[2] + g * u[0];
    } else if (np > 2)
        driver = u[2] = b[2];
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++) {
        double sum = k.stuck && np == 2 ? 0 : S->by[i][l] * driver;
        UNROLL_16
        for (unsigned j = 0; j < LAW_STATES; j++)
            sum += S->law[i * LAW_STATES + j][l] * b[np + j];
        u[np + i] = sum;
    }
}
