/* Steps along one parameter that grow, each begun where the one before ended (profile.h). */
#include "properties/fitting/profile.h"

#include <math.h>

/* 95 % of chi squared with one degree of freedom lie below this. */
static const double MOST_EXCESS = ESTIMATE_95 * ESTIMATE_95;

/* The first step, in deviations and at most as a part of the parameter, and how steps grow. */
static const double FIRST = 0.6, FIRST_PART = 0.25, GROWTH = 1.5;

enum { A_SIDE = PROFILE_MOST / 2, SLOPES = 2 };

struct follower {
    const struct fit_data *data;
    const struct fit *best;
    unsigned k;
    double inflation, first;
    double value[A_SIDE], excess[A_SIDE];
    unsigned n;
    double end; /* of the interval */
};

/* Where the excess, whose root is nearly straight, passes the most. */
static double crossing(double from, double from_excess, double to, double to_excess)
{
    const double a = sqrt(fmax(from_excess, 0)), b = sqrt(to_excess);
    return from + (to - from) * (ESTIMATE_95 - a) / (b - a);
}

/* Follows one side. */
static void follow(struct follower *f, int side)
{
    const unsigned param = f->best->of[f->k];
    const double u0 = fit_variable(f->best, f->k);
    double u = u0, excess = 0, step = f->first;
    struct fit fit = *f->best;
    fit_hold(&fit, f->k);
    f->n = 0;
    f->end = side < 0 ? f->best->model->params[param].lo : f->best->model->params[param].hi;
    while (f->n < A_SIDE) {
        struct fit at = *f->best;
        const double left = fit_set_variable(&at, f->k, u + side * step);
        const double u_next = fit_variable(&at, f->k), before = excess;
        fit.p[param] = at.p[param];
        if (fabs(u_next - u) < 1e-3 * step || !fit_allows(fit.model, fit.within, fit.p))
            break;
        fit_improve(&fit, f->data, SLOPES, FIT_DONE);
        if (!fit.is_finite)
            break;
        excess = (fit.loss - f->best->loss) * (double)f->data->n / f->inflation;
        f->value[f->n] = fit.p[param];
        f->excess[f->n++] = excess;
        if (excess > MOST_EXCESS) {
            struct fit there = *f->best;
            fit_set_variable(&there, f->k, crossing(u, before, u_next, excess));
            f->end = there.p[param];
            break;
        }
        if (left != 0)
            break;
        u = u_next;
        step *= GROWTH;
    }
}

static void add_place(struct profile *profile, double value, double excess)
{
    profile->value[profile->n] = value;
    profile->excess[profile->n++] = excess;
}

void profile_follow(const struct fit *best, const struct fit_data *data,
                    const struct estimate *estimate, unsigned k, struct profile *profile)
{
    const double deviation = estimate->deviation[k];
    struct follower left = { .data = data,
                             .best = best,
                             .k = k,
                             .inflation = estimate->inflation[k],
                             .first = isfinite(deviation) && deviation > 0
                                          ? fmin(FIRST * deviation, FIRST_PART)
                                          : FIRST_PART };
    struct follower right = left;
    follow(&left, -1);
    follow(&right, 1);
    profile->n = 0;
    for (unsigned i = left.n; i-- > 0;)
        add_place(profile, left.value[i], left.excess[i]);
    add_place(profile, best->p[best->of[k]], 0);
    for (unsigned i = 0; i < right.n; i++)
        add_place(profile, right.value[i], right.excess[i]);
    profile->lo = left.end;
    profile->hi = right.end;
}
