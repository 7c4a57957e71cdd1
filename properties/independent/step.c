/* One step of collocation (inside.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/independent/inside.h"

enum { STAGES = MINI_STAGES, STATES = MINI_STATES };

quad mini_step_velocity(struct mini_run *run, const struct mini_step *step, quad theta)
{
    mini_set(run->tau, theta);
    arb_add(run->tau, run->tau, &step->part->t0, MINI_BITS);
    mag_zero(arb_radref(run->tau));
    mini_velocity(run->v, step->segment, run->tau);
    return mini_get(run->v);
}

/* Factors A, n rows, in place by elimination; order[] receives the sequence of pivot rows. */
static bool factor(double *A, int *order, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
                pivot = i;
        if (!(fabs(A[pivot * n + k]) > 0))
            return false;
        order[k] = pivot;
        for (int j = 0; j < n; j++) {
            const double t = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            const double part = A[i * n + k] /= A[k * n + k];
            for (int j = k + 1; part != 0 && j < n; j++)
                A[i * n + j] -= part * A[k * n + j];
        }
    }
    return true;
}

/* b <- A^-1 b */
static void solve(const double *A, const int *order, double *b, int n)
{
    for (int k = 0; k < n; k++) {
        const double t = b[k];
        b[k] = b[order[k]];
        b[order[k]] = t;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            b[i] -= A[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

/* df_i/dx_j at a stage, by differences far smaller than a double resolves. */
static void slopes(struct mini_run *run, struct mini_step *step, int stage,
                   double J[STATES][STATES])
{
    quad x[STATES], f[STATES];
    memcpy(x, step->x[stage], sizeof x);
    for (int j = 0; j < run->n; j++) {
        const quad apart = (mini_abs(x[j]) + mini_abs(step->h * step->f[stage][j])) / ((quad)1e17);
        x[j] += apart;
        mini_respond(run, x, run->side, step->part->s, f, NULL);
        for (int i = 0; i < run->n; i++)
            J[i][j] = apart > 0 ? (double)((f[i] - step->f[stage][i]) / apart) : 0;
        x[j] = step->x[stage][j];
    }
}

/* Computes the rates and powers at all stages. */
static void evaluate(struct mini_run *run, struct mini_step *step)
{
    for (int i = 0; i < run->rule->n; i++) {
        quad F = 0;
        mini_set(run->v, step->v[i]);
        mini_respond(run, step->x[i], run->side, step->part->s, step->f[i], &F);
        step->power[i] =
            step->part->s == 0 ? 0 : mini_power(run, step->x[i], step->f[i], F, step->v[i]);
    }
    run->rounding += run->rule->n;
}

/* 1 - h a df/dx at the present stages. */
static void linearise(struct mini_run *run, struct mini_step *step, double *J)
{
    const int n = run->n, all = run->rule->n * n;
    double slope[STATES][STATES];
    for (int i = 0; i < run->rule->n; i++) {
        mini_set(run->v, step->v[i]);
        slopes(run, step, i, slope);
        for (int k = 0; k < run->rule->n; k++)
            for (int r = 0; r < n; r++)
                for (int c = 0; c < n; c++)
                    J[(k * n + r) * all + i * n + c] =
                        (k == i && r == c) - (double)(step->h * run->rule->a[k][i]) * slope[r][c];
    }
}

/* Returns the residual of stage i's equation for state j. */
static quad residual(const struct mini_run *run, const struct mini_step *step, int i, int j)
{
    quad sum = 0;
    for (int k = 0; k < run->rule->n; k++)
        sum += run->rule->a[i][k] * step->f[k][j];
    return run->state[j] + step->h * sum - step->x[i][j];
}

/* Corrects the stages; returns the size of the correction relative to theirs. */
static double correct(const struct mini_run *run, struct mini_step *step, const double *b)
{
    const int all = run->rule->n * run->n;
    quad size[STATES] = { 0 };
    double worst = 0;
    for (int i = 0; i < all; i++) {
        quad *x = &step->x[i / run->n][i % run->n];
        *x += b[i];
        if (mini_abs(*x) > size[i % run->n])
            size[i % run->n] = mini_abs(*x);
    }
    for (int i = 0; i < all; i++)
        if (b[i] != 0)
            worst = fmax(worst, fabs(b[i]) / (double)size[i % run->n]);
    return worst;
}

/* Solves for the stages of a step from the present state by Newton's iteration, until it stops
 * improving; linearises again when an iteration gains little. */
static bool solve_stages(struct mini_run *run, struct mini_step *step, double *J, double *b)
{
    enum { MOST = 40 };
    const int n = run->n, all = run->rule->n * n;
    const double done = 1e-31, fair = 1e-27, slow = 1e-5;
    int order[STAGES * STATES] = { 0 };
    double last = HUGE_VAL, gain = 1;
    for (int pass = 0; pass < MOST; pass++) {
        if (gain > slow) {
            linearise(run, step, J);
            if (!factor(J, order, all))
                return false;
        }
        for (int i = 0; i < all; i++)
            b[i] = (double)residual(run, step, i / n, i % n);
        solve(J, order, b, all);
        const double size = correct(run, step, b);
        if (!(size < 1e6))
            return false;
        evaluate(run, step);
        if (size <= done || (size <= fair && size > last / 10)) {
            run->rounding += size * 0x1p112;
            return true;
        }
        gain = size / last;
        last = size;
    }
    return false;
}

bool mini_solve_step(struct mini_run *run, struct mini_step *step)
{
    const size_t all = (size_t)run->rule->n * (size_t)run->n;
    if (run->steps == 0)
        run->why = "too many steps";
    else
        run->steps--;
    for (int i = 0; i < run->rule->n; i++) {
        memcpy(step->x[i], run->state, sizeof step->x[i]);
        step->v[i] =
            mini_step_velocity(run, step, step->theta + step->h * (1 + run->rule->node[i]) / 2);
    }
    evaluate(run, step);
    if (all == 0 || run->why)
        return !run->why;
    double *work = calloc(all * all + all, sizeof *work);
    const bool solved = work && solve_stages(run, step, work, work + all * all);
    free(work);
    return solved;
}

/* Returns the last two Legendre coefficients of a stage quantity over a step, relative to its
 * size. */
static double tail(const struct mini_rule *rule, const quad *y, size_t stride, quad allowed)
{
    quad sum = 0;
    for (int k = rule->n - 2; k < rule->n; k++) {
        quad c = 0;
        for (int i = 0; i < rule->n; i++)
            c += rule->weight[i] * rule->legendre[i][k] * y[(size_t)i * stride];
        sum += (2 * k + 1) * mini_abs(c);
    }
    return sum > 0 ? (double)(sum / allowed) : 0;
}

double mini_step_error(const struct mini_run *run, const struct mini_step *step)
{
    const struct mini_rule *rule = run->rule;
    double worst = 0;
    quad most = run->gross;
    for (int j = 0; j < run->n; j++) {
        quad size = 0;
        for (int i = 0; i < rule->n; i++)
            size = mini_abs(step->x[i][j]) > size ? mini_abs(step->x[i][j]) : size;
        worst = fmax(worst, tail(rule, &step->f[0][j], STATES, size / step->h));
    }
    for (int i = 0; i < rule->n; i++)
        most += mini_abs(step->power[i]) * step->h * rule->weight[i];
    return fmax(worst, tail(rule, step->power, 1, most / step->h)) / rule->tolerance;
}
