/* Inside mass_body.h: a mass on the law of a kernel, in one lane. */
#include "integrators/force_inline.h"
#include "reference/ensembles/mass_tile.h"

enum { LAW_STATES = N_STATES };
_Static_assert((int)LAW_STATES <= (int)MASS_MAX_LAW, "a tile has no rows for so many states");
#define LAW_STICKS (KERNEL_LAW.stiction != NULL)

/* The parameters of a lane and, behind them, their reciprocals: a division takes an order of
 * magnitude longer. */
enum { LANE_PARAMS = 2 * KERNEL_MAX_PARAMS };
_Static_assert(REAL_RECIPROCALS == (int)KERNEL_MAX_PARAMS,
               "reciprocals begin behind all parameters");

/* The law's parameters in lane l. */
FORCE_INLINE void lane_params(const struct mass_tile *T, unsigned l, double q[LANE_PARAMS])
{
    UNROLL_16
    for (unsigned k = 0; k < N_PARAMS; k++) {
        q[k] = T->p[k][l];
        q[REAL_RECIPROCALS + k] = T->reciprocal[k][l];
    }
#ifdef KERNEL_SQUARE
    q[KERNEL_SQUARE] = 2;
    q[REAL_RECIPROCALS + KERNEL_SQUARE] = 0.5;
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

/* The velocity of a mass that moves, where a step begins: not beyond zero. */
FORCE_INLINE double lane_begins_at(const struct mass_tile *T, unsigned l, const double x[])
{
    return x[1] * T->side[l] > 0 ? x[1] : 0;
}

/* Rates of lane l, which moves, at time t in the states x. `reflect`: v may be beyond zero, where
 * the equations of the side before go on reflected. */
FORCE_INLINE void lane_rate_moving(unsigned np, bool reflect, const struct mass_tile *T, unsigned l,
                                   double t, const double x[], double dx[])
{
    double q[LANE_PARAMS], law[LAW_STATES + 1], rate[LAW_STATES + 1];
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    const double u = lane_applied(np, T, l, t, x), s = T->side[l], v = x[1];
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
    dx[1] = (u - F) * T->per_mass[l];
    if (np > 2)
        dx[2] = x[0] - (T->place[l] + T->pull[l] * t);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        dx[np + k] = rate[k];
}

/* Rates of lane l, which is stuck: x and v stay. */
FORCE_INLINE void lane_rate_stuck(unsigned np, const struct mass_tile *T, unsigned l, double t,
                                  const double x[], double dx[])
{
    double q[LANE_PARAMS], law[LAW_STATES + 1], rate[LAW_STATES + 1];
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    const double s = lane_selection(q, law, lane_applied(np, T, l, t, x));
    KERNEL_LAW.rate(q, NULL, 0, s, law, rate);
    if (np > 2)
        dx[2] = x[0] - (T->place[l] + T->pull[l] * t);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        dx[np + k] = rate[k];
}

/* What the Jacobian of a lane's rates has besides the plant's constants. */
struct lane_slopes {
    double force_v, force_x[LAW_STATES + 1]; /* of a mass that moves */
    double rate_x[LAW_STATES * LAW_STATES + 1];
    double rate_by[LAW_STATES + 1]; /* by v; of a stuck mass by the integral */
    double ft[MASS_MAX_STATES];     /* of all rates in time */
};

/* The slopes of lane_rate_moving where a step begins, v not beyond zero. */
FORCE_INLINE void lane_slopes_moving(unsigned np, const struct mass_tile *T, unsigned l,
                                     const double x[], struct lane_slopes *of)
{
    double q[LANE_PARAMS], law[LAW_STATES + 1];
    struct jacobian j;
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    KERNEL_LAW.jacobian(q, NULL, x[1], T->side[l], law, &j);
    of->force_v = j.force_v;
    of->ft[0] = 0;
    of->ft[1] = T->stiffness[l] * T->pull[l] * T->per_mass[l];
    if (np > 2)
        of->ft[2] = -T->pull[l];
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++) {
        of->force_x[i] = j.force_x[i];
        of->rate_by[i] = j.rate_v[i];
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            of->rate_x[i * LAW_STATES + k] = j.rate_x[i * LAW_STATES + k];
        of->ft[np + i] = 0;
    }
}

/* The same of lane_rate_stuck. */
FORCE_INLINE void lane_slopes_stuck(unsigned np, const struct mass_tile *T, unsigned l,
                                    const double x[], struct lane_slopes *of)
{
    double q[LANE_PARAMS], law[LAW_STATES + 1];
    double f[2] = { 0, 1 }, low[LAW_STATES + 1], high[LAW_STATES + 1];
    struct jacobian j;
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned k = 0; k < LAW_STATES; k++)
        law[k] = x[np + k];
    const double s = lane_selection(q, law, lane_applied(np, T, l, T->t[l], x));
    if (LAW_STICKS)
        KERNEL_LAW.stiction(q, NULL, law, f);
    KERNEL_LAW.rate(q, NULL, 0, -1, law, low);
    KERNEL_LAW.rate(q, NULL, 0, 1, law, high);
    KERNEL_LAW.jacobian(q, NULL, 0, s, law, &j);
    const double width = 1 / (f[1] - f[0]);
    if (np > 2)
        of->ft[2] = -T->pull[l];
    UNROLL_16
    for (unsigned i = 0; i < LAW_STATES; i++) {
        const double share = (high[i] - low[i]) * width;
        of->rate_by[i] = -share * T->integral[l];
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            of->rate_x[i * LAW_STATES + k] = j.rate_x[i * LAW_STATES + k] - share * j.force_x[k];
        of->ft[np + i] = share * T->stiffness[l] * T->pull[l];
    }
}
