/* Shares of what a rig adds beside what is fitted, against least squares of all columns at once:
 * along motions that are known exactly, without filters. */
#include "properties/fitting/rig_left.h"

#include "properties/fitting/found_test.h"

enum { RUNS = 2, MOST = 4000, COLUMNS = N_NUISANCES };

static const double INTERVAL = 1e-3, SLOPE = 3, TRAVEL = 0.1; /* s, N s/m, m */

static real slope_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v;
}

static const struct quantity SLOPES[] = { { "b", "N s/m", SLOPE, 1e-6, 1e6, "" } };

static const struct model slope_law = {
    .name = "slope", .params = SLOPES, .n_params = 1, .speed_max = 10, .force = slope_force
};

/* Two runs, of which the second one goes farther back than there, from a place of its own. Some
 * samples do not count. */
struct rig_runs {
    size_t n;
    double t[RUNS][MOST], v[RUNS][MOST], force[RUNS][MOST], weight[RUNS][MOST];
    double error[RUNS * MOST], r[RUNS * MOST];
    struct motion motion[RUNS];
    struct path path[RUNS];
    struct fit_run run[RUNS];
    struct measured_run measured_run[RUNS];
    struct fit_data data;
    struct measured measured;
    struct fit fit;
};

static void set_up(size_t n, double mass, double unit, const struct nuisances *nuisances,
                   struct rig_runs *r)
{
    struct fit_setup setup = { .model = &slope_law, .p = { SLOPE }, .is_free = { true } };
    *r = (struct rig_runs){ .n = n, .data = { r->run, RUNS, 0 } };
    setup.has_runs = true;
    setup.nuisances = *nuisances;
    for (int i = 0; i < N_NUISANCES; i++)
        setup.nuisances.size[i] = i == DELAY ? INTERVAL : unit * (0.5 + i);
    for (size_t j = 0; j < RUNS; j++) {
        const double turns = j == 0 ? 2.75 : 1.625, omega = 6.283185307179586 * turns / (double)n;
        for (size_t i = 0; i < n; i++) {
            r->t[j][i] = INTERVAL * (double)i;
            r->v[j][i] = TRAVEL / 2 * omega / INTERVAL * sin(omega * (double)i + 0.3 * (double)j);
            r->weight[j][i] = i % 11 == 3 ? 0 : i < n / 3 ? 1 : 0.5;
        }
        motion_of_velocity(&r->motion[j], n, r->t[j], r->v[j]);
        for (size_t i = 0; i < n; i++)
            r->motion[j].x[i] = -TRAVEL / 2 * cos(omega * (double)i + 0.3 * (double)j);
        path_make(&r->path[j], n, r->t[j], r->motion[j].x, r->v[j], 1, 0);
        r->run[j] = (struct fit_run){ &r->motion[j], 1,    &r->path[j], r->force[j],
                                      r->weight[j],  NULL, j,           mass };
        r->measured_run[j] =
            (struct measured_run){ .n = n, .motion = r->motion[j], .weight = r->weight[j] };
        r->data.n += fit_counts(&r->run[j]);
    }
    r->measured = (struct measured){ .run = r->measured_run, .n_runs = RUNS, .n = RUNS * n };
    fit_begin(&r->fit, &setup);
}

static void tear_down(struct rig_runs *r)
{
    for (size_t j = 0; j < RUNS; j++) {
        motion_free(&r->motion[j]);
        path_free(&r->path[j]);
    }
}

/* columns[COLUMNS x n]: slopes by everything that a rig may add, cogging of that period. */
static void find_columns(const struct rig_runs *r, double period, double columns[])
{
    struct fit all = r->fit;
    all.n = 0;
    all.nuisances.period = period;
    for (int i = 0; i < N_NUISANCES; i++)
        fit_add_nuisance(&all, i);
    fit_slopes(&all, &r->data, true, columns);
}

/* Returns which part of the squares of r[n] those columns explain together: the solution of normal
 * equations, by Gauss and Jordan's steps. */
static double explained(size_t n, const bool is_there[COLUMNS], const double columns[],
                        const double r[])
{
    double a[COLUMNS][COLUMNS + 1] = { { 0 } }, by[COLUMNS] = { 0 }, sum = 0, squares = 0;
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j <= COLUMNS; j++)
            for (size_t k = 0; k < n; k++)
                a[i][j] += !is_there[i]   ? 0
                           : j == COLUMNS ? columns[(size_t)i * n + k] * r[k]
                           : is_there[j]  ? columns[(size_t)i * n + k] * columns[(size_t)j * n + k]
                                          : 0;
    for (int i = 0; i < COLUMNS; i++)
        by[i] = a[i][COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_there[i])
            continue;
        for (int j = COLUMNS; j >= i; j--)
            a[i][j] /= a[i][i];
        for (int k = 0; k < COLUMNS; k++)
            for (int j = COLUMNS; j >= i && k != i; j--)
                a[k][j] -= a[k][i] * a[i][j];
    }
    for (int i = 0; i < COLUMNS; i++)
        sum += is_there[i] ? a[i][COLUMNS] * by[i] : 0;
    for (size_t k = 0; k < n; k++)
        squares += r[k] * r[k];
    return sum / squares;
}

/* Which part of squares a nuisance takes away beside what is fitted, both parts of a cogging as
 * one; residuals beyond three count as three. */
static double share_of(const struct rig_runs *r, int nuisance, const double columns[])
{
    bool is_there[COLUMNS], with[COLUMNS];
    double cut[RUNS * MOST];
    for (int i = 0; i < COLUMNS; i++) {
        is_there[i] = r->fit.nuisances.is_free[i];
        with[i] = is_there[i] || i == nuisance || (nuisance == COGGING_SINE && i == COGGING_COSINE);
    }
    for (size_t k = 0; k < r->data.n; k++)
        cut[k] = fmax(-3, fmin(3, r->r[k]));
    return explained(r->data.n, with, columns, cut) - explained(r->data.n, is_there, columns, cut);
}

/* Has the fit leave normal residuals, that much of a nuisance with them, and one in 50 that is far
 * out. */
static void leave(uint64_t seed, int nuisance, double amount, double period, struct rig_runs *r)
{
    double *columns = memory_array(COLUMNS * r->data.n, sizeof *columns), pair[2];
    double shown[MOST], squares = 0;
    struct rng rng = rng_keyed(seed, "rig", 0);
    size_t k = 0;
    find_columns(r, period, columns);
    const double *column = columns + (size_t)nuisance * r->data.n;
    for (size_t i = 0; i < r->data.n; i++)
        squares += column[i] * column[i] / (double)r->data.n;
    for (size_t j = 0; j < RUNS; j++) {
        cr_assert(fit_force(&r->fit, &r->run[j], shown));
        for (size_t i = 0; i < r->n; i++) {
            rng_normal_pair(&rng, pair);
            r->force[j][i] = shown[i];
            if (r->weight[j][i] == 0)
                continue;
            r->r[k] = pair[0] + amount * column[k] / sqrt(squares) + (k % 50 == 7 ? 40 : 0);
            r->force[j][i] += r->r[k++] / r->weight[j][i];
        }
    }
    cr_assert_eq(k, r->data.n);
    free(columns);
}

struct rig_case {
    enum nuisance left; /* what is left, by that many deviations of the noise */
    double amount, mass, given_asymmetry, period; /* m, of what is fitted; 0: none is */
    bool is_fitted[N_NUISANCES];
};

/* What is named takes most away of all that may be named, and as much as is said of it. Of what is
 * fitted, given, or the delay of a measured force, nothing is said. In which units a rig is told
 * makes no difference. */
static void expect_most(const struct rig_case *c, size_t n, uint64_t seed, unsigned *named)
{
    static struct rig_runs r;
    struct nuisances nuisances = { .period = c->period };
    double most = 0, taken = 0;
    int best = -1;
    memcpy(nuisances.is_free, c->is_fitted, sizeof nuisances.is_free);
    nuisances.value[ASYMMETRY] = c->given_asymmetry;
    set_up(n, c->mass, seed % 2 ? 1e-3 : 1, &nuisances, &r);
    leave(seed, c->left, c->amount, c->period, &r);
    double *columns = memory_array(COLUMNS * r.data.n, sizeof *columns);
    find_columns(&r, c->period > 0 ? c->period : 1, columns);
    for (int i = 0; i < COGGING_SINE; i++) {
        const bool is_one = !c->is_fitted[i] && (i != DELAY || c->mass > 0) &&
                            !(i == ASYMMETRY && c->given_asymmetry != 0);
        const double share = is_one ? share_of(&r, i, columns) : 0;
        if (share > most) {
            most = share;
            best = i;
        }
    }
    /* A normal number's square is above 25 once in two million times. */
    size_t counts = fit_counts(&r.run[0]) + fit_counts(&r.run[1]);
    const bool is_said = most > fmax(0.02, 25 / (double)counts);
    const struct rig_left left = rig_left_by(&r.fit, &r.data, &r.measured, r.error);
    taken = left.share;
    cr_expect_float_eq(taken, is_said ? most : 0, 1e-6, "%g, not %g", taken, most);
    cr_expect(!is_said || (int)left.nuisance == best, "%u, not %d", left.nuisance, best);
    cr_expect_eq(left.period, 0);
    *named += is_said;
    free(columns);
    tear_down(&r);
}

Test(rig_left_closed, shares_are_those_of_least_squares)
{
    static const struct rig_case cases[] = {
        { DRIFT, 0.5, 0, 0, 0, { [OFFSET] = true } },
        { ASYMMETRY, 0.5, 0, 0, 0, { [OFFSET] = true } },
        { ASYMMETRY, 0.5, 0, 0, 0, { [OFFSET] = true, [DRIFT] = true, [MASS] = true } },
        { MASS, 0.5, 0, 0, 0, { [OFFSET] = true, [DRIFT] = true } },
        { OFFSET, 0.5, 0, 0, 0, { [DRIFT] = true } },
        { OFFSET, 0.5, 0, 0, 0, { false } },
        { DELAY, 0.5, 0, 0, 0, { [OFFSET] = true } },
        { DELAY, 0.5, 0.25, 0, 0, { [OFFSET] = true } },
        { ASYMMETRY, 0.5, 0, 0.25, 0, { [OFFSET] = true } },
        { DRIFT, 0.5, 0, 0, 0.03, { [COGGING_SINE] = true, [COGGING_COSINE] = true } },
        { COGGING_SINE, 0.5, 0, 0, 0.03, { [COGGING_SINE] = true, [COGGING_COSINE] = true } },
    };
    unsigned named = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_most(&cases[i], 600, i, &named);
    cr_expect_geq(named, 7);
}

/* With few samples a share has to be more than chance makes of it, with many more than a
 * fiftieth: amounts are among them with shares of half to twice as much. */
Test(rig_left_closed, what_chance_makes_is_not_named)
{
    static const double least[] = { 0.02, 25 / 364.0 };
    for (int is_few = 0; is_few <= 1; is_few++) {
        unsigned named = 0;
        for (int step = 0; step < 16; step++) {
            const double share = least[is_few] * (0.5 + 0.1 * step);
            /* Of squares of 1 and those that count as 9, one in 50. */
            const struct rig_case one = { DRIFT, sqrt(1.16 * share / (1 - share)),
                                          0,     0,
                                          0,     { [OFFSET] = true } };
            expect_most(&one, is_few ? 200 : 1600, (uint64_t)step, &named);
        }
        cr_expect(named >= 4 && named <= 12, "%u", named);
    }
}

/* A wave is found by the mean of errors at each place, whatever else these are there: several
 * errors at one place, far more than the wave, add up to nothing, and what is the same everywhere
 * is no wave. Its share is that of both of its parts. The period is refined to a twentieth of a
 * half, and what the drift has of the wave moves it by as much. */
Test(rig_left_closed, periods_are_those_of_means)
{
    static const double periods[] = { 0.0171, 0.0043 };
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        static struct rig_runs r;
        const struct nuisances nuisances = { .is_free = { [OFFSET] = true } };
        set_up(MOST, 0, 1, &nuisances, &r);
        leave(k, COGGING_COSINE, 0.5, periods[k], &r);
        for (size_t j = 0; j < RUNS; j++)
            for (size_t i = 0; i < MOST; i++)
                r.error[j * MOST + i] = 50 + sin(6.283185307179586 / periods[k] * r.motion[j].x[i]);
        /* Neighbours in one of 1,600 places, of which the last one stands out. */
        for (size_t j = 0; j < RUNS; j++)
            for (size_t i = 0; i + 1 < MOST; i++) {
                const double here = (r.motion[j].x[i] / TRAVEL + 0.5) * 1600,
                             next = (r.motion[j].x[i + 1] / TRAVEL + 0.5) * 1600;
                if (floor(here) != floor(next) || r.weight[j][i] == 0 || r.weight[j][i + 1] == 0)
                    continue;
                const double much = 30 * sin(6.283185307179586 / 0.0097 * r.motion[j].x[i]);
                r.error[j * MOST + i] += much;
                r.error[j * MOST + i + 1] -= much;
                i++;
            }
        const struct rig_left left = rig_left_by(&r.fit, &r.data, &r.measured, r.error);
        cr_expect_eq(left.nuisance, COGGING_SINE, "%u", left.nuisance);
        const double off = 2 * TRAVEL / left.period - 2 * TRAVEL / periods[k];
        cr_expect(fabs(off) <= 0.1, "%g, not %g", left.period, periods[k]);
        double *columns = memory_array(COLUMNS * r.data.n, sizeof *columns);
        find_columns(&r, left.period, columns);
        cr_expect_float_eq(left.share, share_of(&r, COGGING_SINE, columns), 1e-6);
        free(columns);
        tear_down(&r);
    }
}
