/* Estimates against closed forms, of laws that are linear in their variables. */
#include "properties/fitting/found_test.h"

enum { ROWS = 400, COLUMNS = 4 };

/* Forces of a law along any velocities: a and b change it as they are, c as its logarithm. */
static real shapes(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + p[1] * r_abs(v) + p[2] * v * v * v;
}

static const struct quantity A_B_C[] = { { "a", "N s/m", -2, -50, 50, "" },
                                         { "b", "N s/m", 1, -50, 50, "" },
                                         { "c", "N s3/m3", 3, 0.001, 1000, "" } };

static const struct model shapes_law = {
    .name = "shapes", .params = A_B_C, .n_params = 3, .speed_max = 10, .force = shapes
};

/* Data of which a fit leaves r[], and the columns of its slopes: a and b in parts of their sizes,
 * c, and a sensor's offset. */
struct shaped {
    double t[ROWS], v[ROWS], force[ROWS], weight[ROWS], r[ROWS], column[COLUMNS][ROWS];
    struct motion motion;
    struct path path;
    struct fit_run run;
    struct fit_data data;
    struct fit fit;
};

static const double PARTS_OF_N = 0.5;

static void set_shaped(const struct model *model, struct shaped *s)
{
    struct fit_setup setup = { .model = model, .p = { -2, 1, 3 }, .is_free = { true, true, true } };
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = PARTS_OF_N;
    for (size_t i = 0; i < ROWS; i++) {
        s->t[i] = 1e-3 * (double)i;
        s->v[i] = sin(0.05 * (double)i) + 0.4 * cos(0.02 * (double)i) + 0.2;
        s->weight[i] = 1;
    }
    motion_of_velocity(&s->motion, ROWS, s->t, s->v);
    path_make(&s->path, ROWS, s->t, s->motion.x, s->v, 1, 0);
    s->run = (struct fit_run){ &s->motion, 1, &s->path, s->force, s->weight, NULL, 0, 0 };
    s->data = (struct fit_data){ &s->run, 1, ROWS };
    fit_begin(&s->fit, &setup);
}

/* Moves the parameters away from their sizes, 2 and 1, and has the law leave r[]. */
static void leave(struct shaped *s, double a, double b, double c)
{
    double law_force[ROWS];
    s->fit.p[0] = a, s->fit.p[1] = b, s->fit.p[2] = c;
    cr_assert(fit_force(&s->fit, &s->run, law_force));
    for (size_t i = 0; i < ROWS; i++) {
        const double v = s->v[i];
        s->force[i] = law_force[i] + s->r[i];
        s->column[0][i] = 2 * v;
        s->column[1][i] = fabs(v);
        s->column[2][i] = c * v * v * v;
        s->column[3][i] = PARTS_OF_N;
    }
    fit_measure(&s->fit, &s->data);
}

static void forget_shaped(struct shaped *s)
{
    path_free(&s->path);
    motion_free(&s->motion);
}

/* inverse = that of a matrix, by Gauss and Jordan's steps. */
static void invert(double a[COLUMNS][COLUMNS], double inverse[COLUMNS][COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            inverse[i][j] = i == j;
    for (int i = 0; i < COLUMNS; i++) {
        const double pivot = a[i][i];
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] /= pivot, inverse[i][j] /= pivot;
        for (int k = 0; k < COLUMNS; k++) {
            const double by = a[k][i];
            for (int j = 0; j < COLUMNS && k != i; j++) {
                a[k][j] -= by * a[i][j];
                inverse[k][j] -= by * inverse[i][j];
            }
        }
    }
}

/* inverse = that of the sums of products of columns; covariance = inverse, the sums of
 * (1 - |i - j|/block) score_i score_j, inverse, with COLUMNS rows less. Scores are slopes times
 * residuals, both without residuals beyond `most`. */
static void covariance_of(const struct shaped *s, double most, int block,
                          double inverse[COLUMNS][COLUMNS], double covariance[COLUMNS][COLUMNS])
{
    double normal[COLUMNS][COLUMNS] = { { 0 } }, meat[COLUMNS][COLUMNS] = { { 0 } };
    for (int a = 0; a < COLUMNS; a++)
        for (int b = 0; b < COLUMNS; b++)
            for (int i = 0; i < ROWS; i++) {
                if (fabs(s->r[i]) > most)
                    continue;
                normal[a][b] += s->column[a][i] * s->column[b][i];
                for (int j = 0; j < ROWS; j++)
                    if (abs(i - j) < block && fabs(s->r[j]) <= most)
                        meat[a][b] += s->column[a][i] * s->r[i] * s->column[b][j] * s->r[j] *
                                      (1 - (double)abs(i - j) / block);
            }
    invert(normal, inverse);
    for (int a = 0; a < COLUMNS; a++)
        for (int b = 0; b < COLUMNS; b++) {
            covariance[a][b] = 0;
            for (int k = 0; k < COLUMNS; k++)
                for (int l = 0; l < COLUMNS; l++)
                    covariance[a][b] += inverse[a][k] * meat[k][l] * inverse[l][b] * ROWS /
                                        (double)(ROWS - COLUMNS);
        }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the quantile 95 % of how far a mean of independent numbers is off, in deviations that
 * windows of `share` of them tell. 40,000 draws know it to sqrt(0.95 0.05/40000)/0.12, where 0.12
 * is the density there: 0.009. */
static double drawn_quantile(double share)
{
    enum { DRAWS = 40000, STEPS = 500 };
    static double off[DRAWS];
    const int window = (int)lround(share * STEPS);
    struct rng rng = rng_keyed(1, "windows", 0);
    for (int draw = 0; draw < DRAWS; draw++) {
        double sum[STEPS + 1] = { 0 }, meat = 0, pair[2];
        for (int i = 0; i < STEPS; i += 2) {
            rng_normal_pair(&rng, pair);
            sum[i + 1] = sum[i] + pair[0];
            sum[i + 2] = sum[i + 1] + pair[1];
        }
        const double all = sum[STEPS];
        for (int i = 0; i <= STEPS; i++)
            sum[i] -= all * i / STEPS;
        for (int end = 1; end < STEPS + window; end++) {
            const double in = sum[end < STEPS ? end : STEPS] - sum[end > window ? end - window : 0];
            meat += in * in / window;
        }
        off[draw] = fabs(all) / sqrt(meat);
    }
    qsort(off, DRAWS, sizeof *off, compare);
    return off[DRAWS * 95 / 100];
}

/* The part of the mean square of normal numbers, cut off at three, that those within three have. */
static double within_three(void)
{
    const double far = erfc(3 / sqrt(2)), density = exp(-4.5) / sqrt(2 * 3.14159265358979);
    const double near = 1 - far - 2 * 3 * density;
    return near / (near + 9 * far);
}

/* What windows of `block` rows tell of each variable, with residuals of mean square one: the sum of
 * squares of its parts over the square of their sum, and which part of squares the fit leaves. */
static void told_by_windows(const struct shaped *s, double most, int block,
                            double inverse[COLUMNS][COLUMNS], double share[], double left[])
{
    double sum[COLUMNS] = { 0 }, squares[COLUMNS] = { 0 }, taken[COLUMNS] = { 0 };
    for (int from = 0; from < ROWS; from += block) {
        double part[COLUMNS][COLUMNS] = { { 0 } };
        for (int i = from; i < ROWS && i < from + block; i++)
            for (int a = 0; a < COLUMNS; a++)
                for (int b = 0; b < COLUMNS; b++)
                    part[a][b] += fabs(s->r[i]) > most ? 0 : s->column[a][i] * s->column[b][i];
        for (int v = 0; v < COLUMNS; v++) {
            double by[COLUMNS] = { 0 }, own = 0;
            for (int a = 0; a < COLUMNS; a++)
                for (int b = 0; b < COLUMNS; b++)
                    by[a] += part[a][b] * inverse[b][v];
            for (int a = 0; a < COLUMNS; a++)
                own += inverse[v][a] * by[a];
            for (int a = 0; a < COLUMNS; a++)
                for (int b = 0; b < COLUMNS; b++)
                    taken[v] += by[a] * inverse[a][b] * by[b];
            sum[v] += own;
            squares[v] += own * own;
        }
    }
    for (int v = 0; v < COLUMNS; v++) {
        share[v] = squares[v] / (sum[v] * sum[v]);
        left[v] = 1 - taken[v] / sum[v];
    }
}

/* The quantile of N. M. Kiefer and T. J. Vogelsang, Econometric Theory 21 (2005), table 1,
 * Bartlett's kernel, 97.5 %, over that of many windows. */
static double of_few(double share)
{
    return (1.96 + 2.9694 * share + 0.416 * share * share - 0.5324 * pow(share, 3)) / 1.96;
}

/* Deviations and correlations are those of sums of scores over windows, as wide as few windows ask
 * for that tell of a variable, and of half of the squares of scores one by one where that is more.
 * The first residuals keep their sign for 30 samples, the second change it with every one; some are
 * zero, and far ones, which do not count, stand first, in the middle and last. The slope of a
 * logarithm is off by 1e-8/6 of itself, others by the rounding of forces of 10 N over steps of
 * 1e-4, and the inverse of these columns makes that up to a hundred times as much; how much of
 * normal numbers is within three is written with four digits. */
Test(estimate_closed, is_that_of_windows_of_scores)
{
    const double part = within_three();
    for (int alternates = 0; alternates <= 1; alternates++) {
        static struct shaped s;
        struct estimate e;
        double inverse[COLUMNS][COLUMNS], covariance[COLUMNS][COLUMNS];
        double single[COLUMNS][COLUMNS], share[COLUMNS], left[COLUMNS];
        set_shaped(&shapes_law, &s);
        for (int i = 0; i < ROWS; i++) {
            const int sign = (alternates ? i : i / 30) % 2 ? 1 : -1;
            s.r[i] = i % 23 == 7                                ? 0
                     : i == 0 || i == ROWS / 2 || i + 1 == ROWS ? 4.0 * sign
                                                                : (0.5 + 0.003 * (i % 50)) * sign;
        }
        leave(&s, -3, 0.5, 3);
        s.fit.usual = 1;
        estimate_from(&s.fit, &s.data, &e);
        cr_expect_eq(e.block, alternates ? 8 : 20, "%g", e.block);
        covariance_of(&s, 3, 1, inverse, single);
        covariance_of(&s, 3, (int)e.block, inverse, covariance);
        told_by_windows(&s, 3, (int)e.block, inverse, share, left);
        for (unsigned a = 0; a < COLUMNS; a++) {
            const double by_windows = covariance[a][a] / left[a], by_singles = single[a][a] / 2;
            const double most = fmax(by_windows, by_singles);
            const double inflation = pow(of_few(share[a]), 2) * most / part / inverse[a][a];
            cr_expect_eq(by_windows < by_singles, alternates);
            cr_expect(left[a] > 0.5 && left[a] < 0.95, "%g", left[a]);
            cr_expect(share[a] > e.block / ROWS && share[a] < 4 * e.block / ROWS, "%g", share[a]);
            cr_expect_float_eq(e.inflation[a] / inflation, 1, 2e-4, "%u: %g, not %g", a,
                               e.inflation[a], inflation);
            cr_expect_float_eq(e.deviation[a] / sqrt(e.inflation[a] * inverse[a][a]), 1, 1e-6);
            double step = 0;
            for (unsigned b = 0; b < COLUMNS; b++)
                for (int i = 0; i < ROWS; i++)
                    step += inverse[a][b] * s.column[b][i] * fmax(-3, fmin(3, s.r[i]));
            cr_expect_float_eq(e.unsettled[a], step / e.deviation[a],
                               1e-6 + 1e-4 * fabs(e.unsettled[a]), "%u: %g, not %g", a,
                               e.unsettled[a], step / e.deviation[a]);
            for (unsigned b = 0; b < COLUMNS; b++)
                cr_expect_float_eq(e.correlation[a * FIT_MOST + b],
                                   covariance[a][b] / sqrt(covariance[a][a] * covariance[b][b]),
                                   1e-6);
        }
        forget_shaped(&s);
    }
}

/* Few windows ask for that: two errors of draws, over 1.96, and as much for what 500 steps leave of
 * windows. */
Test(estimate_closed, is_as_wide_as_few_windows_ask_for)
{
    static const double shares[] = { 0.02, 0.05, 0.1 };
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        const double drawn = drawn_quantile(shares[k]) / ESTIMATE_95;
        cr_expect_float_eq(of_few(shares[k]), drawn, 0.02, "%g: %g, %g", shares[k],
                           of_few(shares[k]), drawn);
    }
}

/* A variable that one window tells, of which the fit takes nearly all of its scores away, is as if
 * a tenth of them were left, and as wide as a single window asks for. Eight scores c that change
 * their sign add up to c^2 in windows that have an odd number of them: in 8 of 15, of length 8. */
Test(estimate_closed, one_window_tells_little)
{
    static struct shaped s;
    struct estimate e;
    struct fit_setup setup = { .model = &shapes_law, .p = { -2, 1, 3 }, .is_free = { true } };
    set_shaped(&shapes_law, &s);
    forget_shaped(&s);
    fit_begin(&s.fit, &setup);
    for (int i = 0; i < ROWS; i++) {
        s.v[i] = i >= 160 && i < 168 ? 1 : 1e-4;
        s.r[i] = i % 2 ? 1 : -1;
    }
    motion_of_velocity(&s.motion, ROWS, s.t, s.v);
    path_make(&s.path, ROWS, s.t, s.motion.x, s.v, 1, 0);
    leave(&s, -2, 1, 3);
    s.fit.usual = 1;
    estimate_from(&s.fit, &s.data, &e);
    cr_assert_eq(e.block, 8);
    const double c = 2, normal = 8 * c * c;
    const double expected = of_few(1) * sqrt(c * c / 0.1 / within_three()) / normal;
    cr_expect_float_eq(e.deviation[0] / expected, 1, 5e-3, "%g, not %g", e.deviation[0], expected);
    forget_shaped(&s);
}

/* A fiftieth of the samples belong together, or four times those over which residuals are
 * correlated, rounded up, whichever is more: one, and twice the correlation of each lag, from the
 * first on, that is above 2/sqrt(n), a tenth. Of twenty single residuals none is correlated with
 * the next; where some have a second one beside them the correlation of the first lag is
 * pairs/(20 + pairs), and where all have one, and some a third one, those of two lags are
 * (20 + triples)/(40 + triples) and triples/(40 + triples). */
Test(estimate_closed, blocks_are_as_long_as_the_correlation)
{
    static const struct {
        int pairs, triples, block;
    } cases[] = { { 0, 0, 8 },  { 8, 0, 8 },   { 19, 0, 8 },
                  { 20, 4, 9 }, { 20, 5, 10 }, { 20, 15, 12 } };
    static struct shaped s;
    set_shaped(&shapes_law, &s);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct estimate e;
        memset(s.r, 0, sizeof s.r);
        for (int i = 0, at = 5; i < 20; i++, at += 8 + i) {
            s.r[at] = 1;
            s.r[at + 1] = i < cases[k].pairs;
            s.r[at + 2] = i < cases[k].triples;
        }
        leave(&s, -2, 1, 3);
        estimate_from(&s.fit, &s.data, &e);
        cr_expect_eq(e.block, cases[k].block, "%d pairs: %g", cases[k].pairs, e.block);
    }
    forget_shaped(&s);
}

/* A variable is known where its deviation is less than 0.8 of a logarithm, of its size or of its
 * value, whichever is more, or ten times what a rig's unit is. Deviations are proportional to
 * residuals. */
Test(estimate_closed, knows_what_is_below_its_limit)
{
    static const struct {
        unsigned k;
        double a, b, most;
    } cases[] = { { 0, -6, 1, 2.4 }, { 0, 6, 1, 2.4 },  { 0, 0.5, 1, 0.8 },
                  { 1, -2, 3, 2.4 }, { 2, -2, 1, 0.8 }, { 3, -2, 1, 10 } };
    static struct shaped s;
    struct estimate e;
    set_shaped(&shapes_law, &s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int j = 0; j < ROWS; j++)
            s.r[j] = j % 2 ? 1 : -1;
        for (int step = 0; step < 3; step++) {
            leave(&s, cases[i].a, cases[i].b, 3);
            estimate_from(&s.fit, &s.data, &e);
            const double deviation = e.deviation[cases[i].k];
            if (step > 0)
                cr_expect_eq(e.knowledge[cases[i].k], step == 1 ? KNOWN : NOT_KNOWN, "%zu: %g", i,
                             deviation);
            for (int j = 0; j < ROWS; j++)
                s.r[j] *= cases[i].most * (step == 0 ? 0.99 : 1.01) / deviation;
        }
    }
    forget_shaped(&s);
}

/* Set by tests: how much of |v| is in what c changes. */
static double tilt;

static real joined(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + p[1] * r_abs(v) + p[2] * (v + (real)tilt * r_abs(v));
}

static const struct model joined_law = {
    .name = "joined", .params = A_B_C, .n_params = 3, .speed_max = 10, .force = joined
};

/* The estimate of those of a, b, c and the offset that `is_free` has, of residuals of size 1. */
static void estimate_joined(const bool is_free[COLUMNS], struct estimate *e)
{
    static struct shaped s;
    struct fit_setup setup = { .model = &joined_law, .p = { -2, 1, 3 } };
    memcpy(setup.is_free, is_free, 3 * sizeof *is_free);
    setup.nuisances.is_free[OFFSET] = is_free[3];
    setup.nuisances.size[OFFSET] = 1;
    set_shaped(&joined_law, &s);
    fit_begin(&s.fit, &setup);
    for (int i = 0; i < ROWS; i++)
        s.r[i] = i / 30 % 2 ? 1 : -1;
    leave(&s, -2, 1, 3);
    estimate_from(&s.fit, &s.data, e);
    forget_shaped(&s);
}

/* The correlation of v and |v|, which have the same length. */
static double correlation_of_sizes(void)
{
    double both = 0, squares = 0;
    for (int i = 0; i < ROWS; i++) {
        const double v = sin(0.05 * i) + 0.4 * cos(0.02 * i) + 0.2;
        both += v * fabs(v);
        squares += v * v;
    }
    return both / squares;
}

/* Two columns of length one, whose product is 1 - s^2, have the singular values s and nearly
 * sqrt(2). For small tilts s is tilt sqrt((1 - rho^2)/2), but for a part of the size of tilt. Below
 * 5e-4 neither variable is known, above it both have a deviation. */
Test(estimate_closed, of_what_is_nearly_the_same_is_none)
{
    const double rho = correlation_of_sizes(), by_value = sqrt((1 - rho * rho) / 2);
    for (int k = 0; k < 2; k++) {
        struct estimate e;
        tilt = (k == 0 ? 4.5e-4 : 5.5e-4) / by_value;
        estimate_joined((const bool[]){ true, false, true, false }, &e);
        cr_expect_eq(e.fit.n, 2);
        for (int i = 0; i < 2; i++)
            cr_expect_eq(isfinite(e.deviation[i]) != 0, k == 1, "%g: %g", tilt, e.deviation[i]);
        cr_expect_eq(e.knowledge[0], NOT_KNOWN);
    }
}

/* Of two variables that are only known together, nothing is known, and others are known as well as
 * if there were one of the two. */
Test(estimate_closed, of_two_that_act_as_one)
{
    struct estimate both, one;
    tilt = 0;
    estimate_joined((const bool[]){ true, false, true, true }, &both);
    estimate_joined((const bool[]){ true, false, false, true }, &one);
    for (int i = 0; i < 2; i++) {
        cr_expect(isinf(both.deviation[i]));
        cr_expect_eq(both.knowledge[i], NOT_KNOWN);
        cr_expect_float_eq(both.inflation[i], 1, 1e-9);
    }
    cr_expect_eq(both.knowledge[2], KNOWN);
    cr_expect_float_eq(both.deviation[2] / one.deviation[1], 1, 1e-6, "%g, not %g",
                       both.deviation[2], one.deviation[1]);
}

/* A variable is not known either where its share of what is known only together, a direction of
 * length one, is more than a twentieth; of b it is
 * tilt/sqrt(1 + tilt^2 + 1 + 2 tilt rho + tilt^2). */
Test(estimate_closed, a_small_share_of_what_is_not_known_leaves_it_known)
{
    const double rho = correlation_of_sizes();
    for (int k = 0; k < 2; k++) {
        struct estimate e;
        tilt = k == 0 ? 0.068 : 0.077;
        const double share = tilt / sqrt(2 + 2 * tilt * tilt + 2 * tilt * rho);
        cr_assert(k == 0 ? share > 0.045 && share < 0.05 : share > 0.05 && share < 0.055, "%g",
                  share);
        estimate_joined((const bool[]){ true, true, true, false }, &e);
        cr_expect(isinf(e.deviation[0]) && isinf(e.deviation[2]));
        cr_expect_eq(isinf(e.deviation[1]) != 0, k == 1, "%g: %g", share, e.deviation[1]);
    }
}

/* A variable has no effect where a change by the whole changes residuals by less than 1e-9 of what
 * they are, as root mean squares. */
Test(estimate_closed, sees_what_has_no_effect)
{
    static struct shaped s;
    double squares = 0;
    set_shaped(&shapes_law, &s);
    for (int i = 0; i < ROWS; i++) {
        s.r[i] = i % 3 ? 100 : -120;
        squares += s.v[i] * s.v[i] / ROWS;
    }
    for (int k = 0; k < 2; k++) {
        struct estimate e;
        leave(&s, -2, 1, 3);
        s.fit.size[1] = (k == 0 ? 0.8e-9 : 1.25e-9) * s.fit.rms / sqrt(squares);
        estimate_from(&s.fit, &s.data, &e);
        cr_expect_eq(e.knowledge[1] == NO_EFFECT, k == 0, "%d", e.knowledge[1]);
        cr_expect_eq(e.deviation[1] == 0, k == 0, "%g", e.deviation[1]);
        for (unsigned j = 0; j < COLUMNS; j += j == 0 ? 2 : 1)
            cr_expect(e.knowledge[j] != NO_EFFECT && e.deviation[j] > 0);
    }
    forget_shaped(&s);
}
