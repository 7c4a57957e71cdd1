/* Steps along one parameter that grow, each begun where the one before ended (profile.h). */
#include "properties/fitting/profile.h"

#include <math.h>

/* 95 % of chi squared with one degree of freedom lie below this. */
static const double MOST_EXCESS = ESTIMATE_95 * ESTIMATE_95;

/* The first step, in deviations and at most as a part of the parameter, and how steps grow. */
static const double FIRST = 0.6, FIRST_PART = 0.25, GROWTH = 1.5;

enum { A_SIDE = PROFILE_MOST / 2, SLOPES = 3, ROUNDS = 5 };

/* A place is found once a round gains less than this excess. */
static const double SETTLED = 0.02;

struct follower {
    const struct fit_data *data;
    const struct fit *best;
    const struct estimate *estimate; /* of best */
    unsigned k;
    double inflation, first;
    double value[A_SIDE], excess[A_SIDE];
    unsigned n;
    double end;                              /* of the interval */
    double below[FIT_MOST], above[FIT_MOST]; /* as profiles have them */
};

/* Where the excess, whose root is nearly straight, passes the most. */
static double crossing(double from, double from_excess, double to, double to_excess)
{
    const double a = sqrt(fmax(from_excess, 0)), b = sqrt(to_excess);
    return from + (to - from) * (ESTIMATE_95 - a) / (b - a);
}

/* u[n] = the variables other than k, as they are likely to follow it to `to`: straight on through
 * the last two places, or, first, as they are correlated with it. */
static void foresee(const struct follower *f, double before, const struct fit *fit_before,
                    double now, const struct fit *fit_now, double to, double u[])
{
    const struct estimate *e = f->estimate;
    const double *correlation = e->correlation + (size_t)f->k * FIT_MOST;
    for (unsigned j = 0; j < fit_now->n; j++) {
        const unsigned whole = j < f->k ? j : j + 1;
        double slope = (fit_variable(fit_now, j) - fit_variable(fit_before, j)) / (now - before);
        if (f->n == 0)
            slope = correlation[whole] * e->deviation[whole] / e->deviation[f->k];
        u[j] = fit_variable(fit_now, j) + (isfinite(slope) ? slope * (to - now) : 0);
    }
}

/* Improves a fit from where it is, or from where it is foreseen, whichever is better. */
static void improve(const struct follower *f, const double foreseen[], struct fit *fit)
{
    double outside[FIT_MOST];
    struct fit other = fit_set_variables(fit, foreseen, outside);
    fit_measure(fit, f->data);
    fit_measure(&other, f->data);
    if (other.is_finite && !(other.loss > fit->loss))
        *fit = other;
    for (int round = 0; round < ROUNDS && fit->is_finite; round++) {
        const double before = fit->loss;
        fit_improve(fit, f->data, SLOPES, FIT_DONE);
        if (!((before - fit->loss) * (double)f->data->n > SETTLED * f->inflation))
            break;
    }
}

/* Takes a place within the interval into what variables reach. */
static void reach(struct follower *f, const struct fit *fit, double u)
{
    for (unsigned k = 0; k < f->best->n; k++) {
        const double value = k == f->k ? u : fit_variable(fit, k < f->k ? k : k - 1);
        const double off = value - fit_variable(f->best, k);
        f->below[k] = fmax(f->below[k], -off);
        f->above[k] = fmax(f->above[k], off);
    }
}

/* Follows one side. */
static void follow(struct follower *f, int side)
{
    const unsigned param = f->best->of[f->k];
    const double u0 = fit_variable(f->best, f->k);
    double u = u0, u_before = u0, excess = 0, step = f->first;
    struct fit fit = *f->best, fit_before;
    fit_hold(&fit, f->k);
    fit_before = fit;
    f->n = 0;
    f->end = side < 0 ? f->best->model->params[param].lo : f->best->model->params[param].hi;
    while (f->n < A_SIDE) {
        struct fit at = *f->best;
        const double left = fit_set_variable(&at, f->k, u + side * step);
        const double u_next = fit_variable(&at, f->k), before = excess;
        double foreseen[FIT_MOST];
        if (fabs(u_next - u) < 1e-3 * step)
            break;
        foresee(f, u_before, &fit_before, u, &fit, u_next, foreseen);
        fit_before = fit;
        fit.p[param] = at.p[param];
        if (!fit_allows(fit.model, fit.within, fit.p)) {
            /* Others have to move with it, if they can. */
            struct fit back[MODEL_MAX_PARAMS];
            if (fit_bring_back(&fit, back) == 0)
                break;
            fit = back[0];
        }
        improve(f, foreseen, &fit);
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
        reach(f, &fit, u_next);
        if (left != 0)
            break;
        u_before = u;
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
                             .estimate = estimate,
                             .k = k,
                             .inflation = estimate->inflation[k],
                             .first = isfinite(deviation) && deviation > 0
                                          ? fmin(FIRST * deviation, FIRST_PART)
                                          : FIRST_PART };
    struct follower right = left;
    follow(&left, -1);
    follow(&right, 1);
    for (unsigned j = 0; j < best->n; j++) {
        profile->below[j] = fmax(left.below[j], right.below[j]);
        profile->above[j] = fmax(left.above[j], right.above[j]);
    }
    profile->n = 0;
    for (unsigned i = left.n; i-- > 0;)
        add_place(profile, left.value[i], left.excess[i]);
    add_place(profile, best->p[best->of[k]], 0);
    for (unsigned i = 0; i < right.n; i++)
        add_place(profile, right.value[i], right.excess[i]);
    profile->lo = left.end;
    profile->hi = right.end;
}
