/* Integrates a law's equations from event to event by collocation (inside.h). */
#include <math.h>
#include <string.h>

#include "properties/independent/inside.h"

enum { POWER = STATES, SPEED, ROWS }; /* what a stage has behind the states */
enum { UNKNOWNS = STAGES * STATES };
enum { EVENT_STEPS = 9 }; /* that an event counts beside its own */

/* A step of length h within a segment: the stages, their rates, and the states, power and v as sums
 * of Chebyshev polynomials T_k over the step. growth: the largest integral over the step of the
 * derivative, where it is positive, of a state's rate with respect to that state. */
struct step {
    const struct segment *segment;
    int s;
    double growth;
    quad begin, h, at[STAGES][ROWS], f[STAGES][STATES], series[ROWS][STAGES];
};

/* Computes T_k at x, a part of the step. */
static void chebyshev(int n, quad x, quad T[STAGES + 1])
{
    T[0] = 1;
    T[1] = 2 * x - 1;
    for (int k = 1; k < n; k++)
        T[k + 1] = 2 * T[1] * T[k] - T[k - 1];
}

/* Computes the integrals of T_k from 0 to x. */
static void integrals(int n, quad x, quad integral[STAGES])
{
    quad T[STAGES + 1] = { 0 };
    chebyshev(n, x, T);
    integral[0] = x;
    integral[1] = x * (x - 1);
    for (int k = 2; k < n; k++)
        integral[k] = (T[k + 1] / (k + 1) - T[k - 1] / (k - 1)) / 4 +
                      (quad)(k % 2 ? 1 : -1) / (2 * (k * k - 1));
}

/* Sets the stages at cos(2 pi j/(2 n - 1)), the last at the end of the step. Sums of cosines over
 * them are the coefficients of the polynomial through the stages: stage i counts weight[k][i] in
 * that of T_k, and integral[j][i] in the integral up to stage j. */
static void set_rule(struct run *run)
{
    quad integral[STAGES], cosine[2 * STAGES];
    const int n = run->stages = run->fine ? STAGES : 20, all = 2 * n - 1;
    for (int j = 0; j < all; j++)
        cosine[j] = mini_apply(arb_cos, 2 * mini_pi() * j / all);
    for (int i = 0; i < n; i++) {
        const int j = n - 1 - i;
        run->node[i] = (1 + cosine[j]) / 2;
        for (int k = 0; k < n; k++)
            run->weight[k][i] = (j > 0 ? 2 : 1) * (k > 0 ? 2 : 1) * cosine[j * k % all] / all;
    }
    for (int j = 0; j < n; j++) {
        integrals(n, run->node[j], integral);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                run->integral[j][i] += integral[k] * run->weight[k][i];
    }
}

/* Solves for the last column by elimination without a choice of pivots: Newton's iteration forgives
 * what that loses. */
static void solve(double A[UNKNOWNS][UNKNOWNS + 1], int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            const double part = i == k ? 0 : A[i][k] / A[k][k];
            for (int j = k; part != 0 && j <= n; j++)
                A[i][j] -= part * A[k][j];
        }
    for (int i = 0; i < n; i++)
        A[i][n] /= A[i][i];
}

/* Corrects the states at the stages by Newton's iteration, with derivatives by differences far
 * smaller than a double resolves. Returns the size of the correction relative to theirs. */
static double correct(struct run *run, struct step *step)
{
    double A[UNKNOWNS][UNKNOWNS + 1] = { { 0 } }, growth[STATES] = { 0 };
    const int n = run->n, all = run->stages * n;
    quad f[STATES] = { 0 }, size[STATES] = { 0 };
    double worst = 0;
    for (int i = 0; i < all; i++) {
        const int stage = i / n, c = i % n;
        quad *x = &step->at[stage][c], present = *x, left = run->state[c] - present,
             apart = (mini_abs(*x) + mini_abs(step->h * step->f[stage][c])) / (quad)1e17;
        for (int k = 0; k < run->stages; k++)
            left += step->h * run->integral[stage][k] * step->f[k][c];
        A[i][i] = 1;
        A[i][all] = (double)left;
        *x += apart;
        mini_respond(run, step->at[stage], step->at[stage][SPEED], step->s, f);
        *x = present;
        if (apart > 0)
            growth[c] += fmax(0, (double)(step->h * run->integral[run->stages - 1][stage] *
                                          (f[c] - step->f[stage][c]) / apart));
        for (int j = 0; apart > 0 && j < all; j++)
            A[j][i] -= (double)(step->h * run->integral[j / n][stage] *
                                (f[j % n] - step->f[stage][j % n]) / apart);
    }
    step->growth = 0;
    for (int c = 0; c < n; c++)
        step->growth = fmax(step->growth, growth[c]);
    solve(A, all);
    for (int i = 0; i < all; i++) {
        step->at[i / n][i % n] += A[i][all];
        size[i % n] = mini_larger(size[i % n], mini_abs(step->at[i / n][i % n]));
    }
    for (int i = 0; i < all; i++) {
        const double part = A[i][all] != 0 ? fabs(A[i][all]) / (double)size[i % n] : 0;
        if (!(part < 1e6)) /* also what is no number, for want of a pivot */
            return HUGE_VAL;
        worst = fmax(worst, part);
    }
    return worst;
}

/* Solves for the stages of a step. Returns the size of the last correction, or HUGE_VAL when
 * Newton's iteration does not end. */
static double solve_step(struct run *run, struct step *step)
{
    const double done = 1e-31, fair = 1e-28;
    double last = HUGE_VAL, size = HUGE_VAL;
    for (int pass = 0; pass < 40 && (pass == 0 || size < HUGE_VAL); pass++) {
        for (int i = 0; i < run->stages; i++) {
            quad *x = step->at[i], *v = &x[SPEED], *f = step->f[i];
            if (pass == 0)
                memcpy(x, run->state, sizeof run->state);
            *v = mini_velocity(step->segment, step->begin + step->h * run->node[i]);
            const quad F = mini_respond(run, x, *v, step->s, f);
            x[POWER] = step->s == 0 ? 0 : mini_power(run, x, f, F, *v);
        }
        if (run->n == 0)
            return 0;
        if (size <= done || (size <= fair && size > last / 10))
            return size;
        last = size;
        size = correct(run, step);
    }
    return HUGE_VAL;
}

/* Finds the series of a step, and returns its error: the last two coefficients, relative to the
 * size of states and to the energy so far. */
static double step_error(struct run *run, struct step *step)
{
    const int n = run->stages;
    double worst = 0;
    memset(step->series, 0, sizeof step->series);
    for (int r = 0; r < ROWS; r++) {
        quad size = r == POWER ? run->gross / step->h : 0;
        for (int i = 0; i < n && (r < run->n || r >= POWER); i++) {
            const quad y = step->at[i][r], part = mini_abs(y) * run->integral[n - 1][i];
            size = r == POWER ? size + part : mini_larger(size, mini_abs(y));
            for (int k = 0; k < n; k++)
                step->series[r][k] += run->weight[k][i] * y;
        }
        const quad tail = mini_abs(step->series[r][n - 1]) + mini_abs(step->series[r][n - 2]);
        if (tail > 0 && r != SPEED)
            worst = fmax(worst, (double)(tail / size));
    }
    return worst;
}

/* Computes the states at x, a part of the step, and returns the velocity. */
static quad inside(const struct run *run, const struct step *step, quad x, quad state[STATES])
{
    quad T[STAGES + 1] = { 0 };
    chebyshev(run->stages, x, T);
    for (int j = 0; j < run->n; j++)
        state[j] = mini_dot(run->stages, step->series[j], T);
    return mini_velocity(step->segment, step->begin + step->h * x);
}

/* Returns the part of the step after which the first switch has left its side, or 1; *which is that
 * switch, or -1. */
static quad first_event(struct run *run, const struct step *step, int *which)
{
    quad x[STATES], lo = 0, hi = 0;
    *which = -1;
    for (int i = 0; i < run->stages && *which < 0; i++) {
        lo = hi;
        hi = run->node[i];
        if (step->s != 0)
            *which = mini_left_switch(run, step->at[i], step->at[i][SPEED], step->s, -1);
    }
    for (int k = 0; k < 110 && *which >= 0; k++) {
        const quad middle = (lo + hi) / 2, v = inside(run, step, middle, x);
        const int left = mini_left_switch(run, x, v, step->s, *which);
        *which = left >= 0 ? left : *which;
        *(left >= 0 ? &hi : &lo) = middle;
    }
    return hi;
}

/* Finds the largest level over a part of the step, ever nearer about the largest of some, while it
 * is larger than that of earlier steps. */
static void watch(struct run *run, const struct step *step, quad part)
{
    enum { POINTS = 32, ROUNDS = 12 };
    quad x[STATES], a = 0, b = part, earlier = run->worst;
    for (int round = 0; round < ROUNDS && (round == 0 || run->worst > earlier); round++) {
        const quad apart = (b - a) / POINTS;
        quad most = 0, where = a;
        for (int i = 0; i <= POINTS; i++) {
            const quad v = inside(run, step, a + i * apart, x),
                       level = mini_level(run, x, v, step->s);
            where = i == 0 || level > most ? a + i * apart : where;
            most = i == 0 ? level : mini_larger(most, level);
        }
        run->worst = mini_larger(run->worst, most);
        a = mini_larger(where - apart, a);
        b = -mini_larger(-where - apart, -b);
    }
}

/* Advances over a part of the step. */
static void accept(struct run *run, struct step *step, quad part)
{
    quad integral[STAGES];
    if (run->watched)
        watch(run, step, part);
    inside(run, step, part, run->state);
    integrals(run->stages, part, integral);
    *(step->s < 0 ? &run->back : &run->forth) +=
        mini_abs(step->s * step->h * mini_dot(run->stages, step->series[SPEED], integral));
    run->energy += step->h * mini_dot(run->stages, step->series[POWER], integral);
    for (int i = 0; i < run->stages; i++)
        run->gross += step->h * mini_abs(run->integral[run->stages - 1][i] * step->at[i][POWER]);
    step->begin += step->h * part;
}

/* Integrates over one part. A step is as long as its error allows; where a shorter one errs no
 * less, the error is rounding. Where a state runs away, a long step would keep it where it was: an
 * implicit rule damps whatever is fast. So a difference grows by at most exp(FOLDS) in a step. */
static void move_part(struct run *run, struct step *step, quad end)
{
    enum { FOLDS = 8 };
    const double tolerance = run->fine ? 1e-29 : 1e-24, rough = 1e-20;
    double before = HUGE_VAL; /* the error of the rejected step before */
    const quad tiny = step->segment->T * (quad)1e-29;
    quad h = end - step->begin;
    while (step->begin < end && !run->why) {
        const quad left = end - step->begin;
        step->h = h * (quad)1.001 >= left ? left : h;
        const double corrected = solve_step(run, step), error = step_error(run, step),
                     factor = pow(error / tolerance, -1.0 / run->stages);
        const bool followed = step->growth <= FOLDS, solved = corrected < 1 && followed,
                   rounded = error < rough && error > before / 2;
        if (--run->steps < 0 || (!solved && step->h <= tiny))
            run->why = solved ? "too many steps" : "a step is not solved";
        h = step->h * (quad)(solved     ? fmin(5, fmax(0.1, 0.9 * factor))
                             : followed ? 0.1
                                        : fmax(1e-3, FOLDS / 2.0 / step->growth));
        before = solved ? error : HUGE_VAL;
        if (((!solved || (error > tolerance && !rounded)) && step->h > tiny) || run->why)
            continue;
        before = HUGE_VAL;
        int which;
        const quad part = first_event(run, step, &which);
        const bool now = which >= 0 && step->h * part <= tiny;
        if (part < (quad)0.5 && !now) { /* the states there are small to what rounding leaves */
            h = step->h * part * (quad)1.25;
            continue;
        }
        if (!now)
            accept(run, step, part);
        run->error += corrected + error + run->stages * (quad)0x1p-112; /* a rounding a stage */
        run->steps -= which < 0 ? 0 : EVENT_STEPS;
        if (which < 0 && step->h == left)
            step->begin = end;
        const quad v = mini_velocity(step->segment, step->begin);
        for (; which >= 0; which = mini_left_switch(run, run->state, v, step->s, -1))
            mini_pass(run, which, v, step->s);
    }
}

/* Begins a part: turns where the direction is another, or none, and applies what the new velocity
 * changes at once. An instant at which v is zero within a motion is no rest. */
static void enter(struct run *run, quad v, int s)
{
    run->history = mini_larger(run->history, mini_curve(run, v));
    if (run->before != s)
        mini_turn(run, v, s);
    run->before = s;
    mini_find_sides(run, v, s);
    for (int i; s != 0 && (i = mini_left_switch(run, run->state, v, s, -1)) >= 0;)
        mini_pass(run, i, v, s);
}

void mini_move(struct run *run, const struct segment *segment)
{
    struct part part[PARTS];
    struct step step = { .segment = segment };
    const int n = mini_parts(part, segment, mini_param(run, "Dv", 0));
    if (run->stages == 0)
        set_rule(run);
    if (n == 0)
        run->why = "too many turns";
    for (int i = 0; i < n && !run->why; i++) {
        step.s = part[i].s;
        step.begin = part[i].begin;
        enter(run, mini_velocity(segment, step.begin), step.s);
        move_part(run, &step, part[i].end);
    }
    run->v_end = mini_velocity(segment, segment->T);
    run->history = mini_larger(run->history, mini_curve(run, run->v_end));
}
