/* Inside mass_body.h: a mass on the law of a kernel, in one lane. */
#include "integrators/force_inline.h"
#include "reference/ensembles/mass_tile.h"

enum { LAW_STATES = N_STATES };
_Static_assert((int)LAW_STATES <= (int)MASS_MAX_LAW, "a tile has no rows for so many states");
#define LAW_STICKS (KERNEL_LAW.stiction != NULL)

/* The law's parameters in lane l. */
FORCE_INLINE void lane_params(const struct mass_tile *T, unsigned l, double q[])
{
    UNROLL_16
    for (unsigned k = 0; k < N_PARAMS; k++)
        q[k] = T->p[k][l];
#ifdef KERNEL_SQUARE
    q[KERNEL_SQUARE] = 2;
#endif
}

/* The applied force in lane l, N. */
FORCE_INLINE double lane_applied(unsigned np, const struct mass_tile *T, unsigned l, double t,
                                 const double x[])
{
    double u = T->stiffness[l] * (T->place[l] + T->pull[l] * t - x[0]) - T->damping[l] * x[1];
    if (np > 2)
        u -= T->integral[l] * x[2];
    return u;
}

/* The selection at which a stuck mass is held by u. */
FORCE_INLINE double lane_selection(const double q[], const double law[], double u)
{
    double f[2] = { 0, 1 };
    if (LAW_STICKS)
        KERNEL_LAW.stiction(q, NULL, law, f);
    const double s = (2 * u - f[0] - f[1]) / (f[1] - f[0]);
    const double below = s < 1 ? s : 1;
    return below > -1 ? below : -1;
}

/* Rates of lane l at time t in the states x. `reflect`: v may be beyond zero, where the equations
 * of the side before go on reflected. */
FORCE_INLINE void lane_rate(unsigned np, bool reflect, const struct mass_tile *T, unsigned l,
                            double t, const double x[], double dx[])
{
    double q[KERNEL_MAX_PARAMS], law[LAW_STATES + 1], rate[LAW_STATES + 1];
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    const double u = lane_applied(np, T, l, t, x), side = T->side[l];
    const double moves = LAW_STICKS ? side * side : 1;
    const double s = LAW_STICKS ? side + (1 - moves) * lane_selection(q, law, u) : side;
    const double v = moves * x[1];
    const bool beyond = v * s < 0;
    double F = KERNEL_LAW.rate_and_force(q, NULL, reflect && beyond ? -v : v, s, law, rate);
    if (reflect) {
        double at_zero[LAW_STATES + 1];
        const double F0 = KERNEL_LAW.rate_and_force(q, NULL, 0, s, law, at_zero);
        F = beyond ? 2 * F0 - F : F;
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            rate[k] = beyond ? 2 * at_zero[k] - rate[k] : rate[k];
    }
    dx[0] = v;
    dx[1] = moves * (u - F) * T->per_mass[l];
    if (np > 2)
        dx[2] = x[0] - (T->place[l] + T->pull[l] * t);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        dx[np + k] = rate[k];
}

/* The Jacobian of these rates, and their slope in time ft, where a step begins: never beyond zero.
 */
FORCE_INLINE void lane_jacobian(unsigned np, const struct mass_tile *T, unsigned l,
                                const double x[], double jac[], double ft[])
{
    const unsigned n = np + LAW_STATES;
    double q[KERNEL_MAX_PARAMS], law[LAW_STATES + 1], per_force[LAW_STATES + 1] = { 0 };
    struct jacobian j;
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    const double side = T->side[l], moves = LAW_STICKS ? side * side : 1;
    const double u = lane_applied(np, T, l, T->t[l], x);
    const double s = LAW_STICKS ? side + (1 - moves) * lane_selection(q, law, u) : side;
    const double ahead = x[1] * side, v = ahead > 0 ? x[1] : 0;
    if (LAW_STICKS) {
        double f[2], low[LAW_STATES + 1], high[LAW_STATES + 1];
        KERNEL_LAW.stiction(q, NULL, law, f);
        KERNEL_LAW.rate(q, NULL, 0, -1, law, low);
        KERNEL_LAW.rate(q, NULL, 0, 1, law, high);
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            per_force[k] = (high[k] - low[k]) / (f[1] - f[0]);
    }
    KERNEL_LAW.jacobian(q, NULL, v, s, law, &j);
    const double w = moves * T->per_mass[l], slope = T->stiffness[l] * T->pull[l];
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        UNROLL_16
    for (unsigned k = 0; k < n; k++)
        jac[i * n + k] = 0;
    jac[1] = moves;
    jac[n] = -T->stiffness[l] * w;
    jac[n + 1] = -(T->damping[l] + j.force_v) * w;
    ft[0] = 0;
    ft[1] = slope * w;
    if (np > 2) {
        jac[n + 2] = -T->integral[l] * w;
        jac[2 * n] = 1;
        ft[2] = -T->pull[l];
    }
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++) {
        double *row = jac + (np + i) * n;
        const double share = (1 - moves) * per_force[i];
        jac[n + np + i] = -j.force_x[i] * w;
        row[0] = -share * T->stiffness[l];
        row[1] = moves * j.rate_v[i] - share * T->damping[l];
        if (np > 2)
            row[2] = -share * T->integral[l];
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            row[np + k] = j.rate_x[i * LAW_STATES + k] - share * j.force_x[k];
        ft[np + i] = share * slope;
    }
}
