/* Finds guards that come down to zero and rise again within one step. */
#include "reference/solvers/filippov_state.h"

#include <math.h>

/* The guards in state x, and by how much they change along the motion there over H, extrapolated
 * from a short part of H. */
static void slopes(struct filippov_state *m, double g[MAX_GUARDS], double slope[MAX_GUARDS],
                   arb_srcptr x, const arf_t H)
{
    enum { PART = 20 };
    double after[MAX_GUARDS];
    arf_t h;
    arf_init(h);
    arf_mul_2exp_si(h, H, -PART);
    arb_ptr dx = _arb_vec_init(m->e.n);
    filippov_rate(m, dx, x);
    for (int i = 0; i < m->e.n; i++) {
        arb_mul_arf(dx + i, dx + i, h, m->motion->prec);
        arb_add(dx + i, dx + i, x + i, m->motion->prec);
    }
    filippov_guards(m, g, x);
    filippov_guards(m, after, dx);
    for (int i = 0; i < MAX_GUARDS; i++)
        slope[i] = (after[i] - g[i]) * (1 << PART);
    _arb_vec_clear(dx, m->e.n);
    arf_clear(h);
}

/* Looks for the minimum of guard i, which falls at m->x and rises after H, by the zero of its
 * slope. Returns true where the guard has fired: H and m->trial are then there. */
static bool dips(struct filippov_state *m, arf_t H, int i, double s_low, double s_high)
{
    const slong prec = m->motion->prec;
    double g[MAX_GUARDS], slope[MAX_GUARDS];
    bool dipped = false;
    arf_t low, high, at, portion;
    arf_init(low);
    arf_init(high);
    arf_init(at);
    arf_init(portion);
    arf_set(high, H);
    for (int k = 0; k < 20 && !dipped; k++) {
        const double weight = fmin(fmax(s_low / (s_low - s_high), 0.1), 0.9);
        arf_sub(at, high, low, prec, ARF_RND_NEAR);
        arf_set_d(portion, weight);
        arf_mul(at, at, portion, prec, ARF_RND_NEAR);
        arf_add(at, at, low, prec, ARF_RND_NEAR);
        if (!filippov_try(m, at))
            break;
        slopes(m, g, slope, m->trial, H);
        dipped = g[i] < -1;
        if (slope[i] < 0) {
            arf_set(low, at);
            s_low = slope[i];
        } else {
            arf_set(high, at);
            s_high = slope[i];
        }
    }
    if (dipped)
        arf_set(H, at);
    arf_clear(portion);
    arf_clear(at);
    arf_clear(high);
    arf_clear(low);
    return dipped;
}

/* Returns true when a guard that falls at m->x and rises after H stays positive between: if its
 * slope only grows it is above its tangents at both ends, and so above where they meet. */
static bool stays_positive(double g0, double slope0, double g1, double slope1)
{
    const double meet = (g1 - slope1 - g0) / (slope0 - slope1);
    return g0 + slope0 * meet > 0;
}

bool filippov_dips(struct filippov_state *m, arf_t H)
{
    double g0[MAX_GUARDS], slope0[MAX_GUARDS], g1[MAX_GUARDS], slope1[MAX_GUARDS];
    slopes(m, g0, slope0, m->x, H);
    slopes(m, g1, slope1, m->next, H);
    for (int i = 0; i < MAX_GUARDS; i++)
        if (slope0[i] < 0 && slope1[i] > 0 && !stays_positive(g0[i], slope0[i], g1[i], slope1[i]) &&
            dips(m, H, i, slope0[i], slope1[i]))
            return true;
    return false;
}
