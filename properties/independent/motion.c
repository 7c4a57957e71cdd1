/* Integrates from event to event (miniature.h, inside.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/independent/inside.h"

enum { STAGES = MINI_STAGES, STATES = MINI_STATES, MOST_PARTS = 512, NUMBERS = 6 };

/* Returns the first stage at which a switch has certainly left its side, or -1. */
static int crossing(struct mini_run *run, const struct mini_step *step, int *which)
{
    const double rounding = 1e-28;
    quad g[MINI_SWITCHES], size = 0;
    for (int i = 0; mini_switches_count(run) > 0 && i < run->rule->n; i++) {
        for (int j = 0; j < run->n; j++)
            size = mini_abs(step->x[i][j]) > size ? mini_abs(step->x[i][j]) : size;
        mini_set(run->v, step->v[i]);
        mini_switches(run, g, step->x[i], step->part->s);
        for (*which = 0; *which < mini_switches_count(run); ++*which)
            if (run->side[*which] * g[*which] < -rounding * size)
                return i;
    }
    return -1;
}

/* Returns a switch at the end of a step of that length. */
static quad switch_after(struct mini_run *run, struct mini_step *step, quad h, int which)
{
    quad g[MINI_SWITCHES];
    step->h = h;
    if (!mini_solve_step(run, step) && !run->why)
        run->why = "an event is not found";
    mini_set(run->v, step->v[run->rule->n - 1]);
    mini_switches(run, g, step->x[run->rule->n - 1], step->part->s);
    return run->side[which] * g[which];
}

/* Shortens a step, in which a switch leaves its side before `hi`, to the point where the switch
 * reaches zero, by the Illinois method. */
static void find_zero(struct mini_run *run, struct mini_step *step, quad hi, int which)
{
    enum { MOST = 300 };
    const double apart = 1e-33;
    quad lo = 0, g[MINI_SWITCHES];
    mini_step_velocity(run, step, step->theta);
    mini_switches(run, g, run->state, step->part->s);
    quad at_lo = run->side[which] * g[which], at_hi = switch_after(run, step, hi, which);
    for (int i = 0; i < MOST && hi - lo > hi * apart && !run->why; i++) {
        quad h = at_lo > 0 ? (lo * at_hi - hi * at_lo) / (at_hi - at_lo) : hi / 2;
        const quad narrow = (hi - lo) / 1000000, least = hi * apart;
        /* so near to one end that the other end of the bracket should follow */
        if (h - lo < narrow)
            h = lo + 4 * (h - lo) + least;
        else if (hi - h < narrow)
            h = hi - 4 * (hi - h) - least;
        if (!(h > lo && h < hi) || i % 8 == 7)
            h = (lo + hi) / 2;
        const quad at = switch_after(run, step, h, which);
        if (at <= 0) {
            hi = h;
            at_hi = at;
            at_lo /= 2;
        } else {
            lo = h;
            at_lo = at;
            at_hi /= 2;
        }
    }
    switch_after(run, step, hi, which);
}

/* Shortens a step to the first event in it. */
static void find_event(struct mini_run *run, struct mini_step *step, int stage, int *which)
{
    for (int found = *which, i = 0; stage >= 0 && i <= mini_switches_count(run) && !run->why; i++) {
        *which = found;
        find_zero(run, step, step->h * (1 + run->rule->node[stage]) / 2, found);
        stage = crossing(run, step, &found);
        if (found == *which)
            break;
    }
}

/* Interpolates the states within a step, at x in [-1, 1]. */
static void inside(const struct mini_run *run, const struct mini_step *step, quad x, quad *state)
{
    quad a[STAGES];
    mini_integrals(a, run->rule, x);
    for (int j = 0; j < run->n; j++) {
        state[j] = run->state[j];
        for (int i = 0; i < run->rule->n; i++)
            state[j] += step->h * a[i] * step->f[i][j];
    }
}

static quad level_at(struct mini_run *run, const struct mini_step *step, quad x)
{
    quad state[STATES];
    inside(run, step, x, state);
    mini_step_velocity(run, step, step->theta + step->h * (1 + x) / 2);
    return run->level(run, state, step->part->s);
}

/* Finds the largest level over a step: at its ends and stages, and by golden sections where the
 * level may be larger between two of them. */
static void watch(struct mini_run *run, const struct mini_step *step)
{
    const quad golden = 0.6180339887498949;
    quad most = level_at(run, step, -1);
    int where = -1;
    for (int i = 0; i < run->rule->n; i++) {
        mini_set(run->v, step->v[i]);
        const quad level = run->level(run, step->x[i], step->part->s);
        if (level > most) {
            most = level;
            where = i;
        }
    }
    if (where >= 0 && where + 1 < run->rule->n && most > run->worst) {
        quad a = where > 0 ? run->rule->node[where - 1] : -1, b = run->rule->node[where + 1];
        for (int i = 0; i < 90; i++) {
            const quad left = b - golden * (b - a), right = a + golden * (b - a);
            *(level_at(run, step, left) > level_at(run, step, right) ? &b : &a) =
                level_at(run, step, left) > level_at(run, step, right) ? right : left;
        }
        /* Between stages the level is known up to the roundings of large rates that cancel. */
        const quad gain = level_at(run, step, (a + b) / 2) - most;
        if (gain > (quad)1e-22)
            most += gain;
        else if (gain > 0)
            run->rounding += (double)gain * 0x1p112;
    }
    run->worst = most > run->worst ? most : run->worst;
}

static void accept(struct mini_run *run, struct mini_step *step)
{
    const struct mini_rule *rule = run->rule;
    if (run->note) {
        mini_step_velocity(run, step, step->theta);
        run->note(run);
    }
    if (run->level)
        watch(run, step);
    if (run->note) {
        mini_step_velocity(run, step, step->theta + step->h);
        run->note(run);
    }
    memcpy(run->state, step->x[rule->n - 1], sizeof run->state);
    for (int i = 0; i < rule->n; i++) {
        const quad weight = step->h * rule->weight[i];
        run->energy += weight * step->power[i];
        run->gross += weight * mini_abs(step->power[i]);
        run->travel += weight * step->v[i];
        run->path += weight * step->v[i] * step->part->s;
    }
    step->theta += step->h;
}

/* Begins a part: turns if the velocity has been zero, and applies what the new velocity changes at
 * once. */
static void enter(struct mini_run *run, struct mini_step *step)
{
    const struct arb_law *law = run->mini->law;
    const int s = step->part->s;
    quad g[MINI_SWITCHES];
    mini_step_velocity(run, step, 0);
    if (law->turn && run->before != 2 && (run->before != s || arb_is_zero(run->v))) {
        for (int j = 0; j < run->n; j++)
            mini_set(run->x + j, run->state[j]);
        law->turn(run->x, run->p, MINI_PREC);
        for (int j = 0; j < run->n; j++)
            run->state[j] = mini_get(run->x + j);
    }
    run->before = s;
    mini_find_sides(run, run->side, run->state, s);
    for (int i = 0; law->transition && s != 0 && i < mini_switches_count(run); i++) {
        mini_switches(run, g, run->state, s);
        if (g[i] < 0)
            mini_pass_event(run, i, s);
    }
}

/* Integrates over one part. */
static bool run_part(struct mini_run *run, struct mini_step *step)
{
    const quad length = mini_get(&step->part->length);
    quad h = length;
    step->theta = 0;
    enter(run, step);
    while (step->theta < length && !run->why) {
        const quad left = length - step->theta, last = 1.001 * h >= left ? left : h;
        int which = 0;
        step->h = last;
        const bool solved = mini_solve_step(run, step), tiny = last < length * (quad)1e-31;
        const double error = solved ? mini_step_error(run, step) : 1e30;
        if (error > 1 && !tiny && !run->why) {
            h = last * fmax(0.1, 0.8 * pow(error, -1.0 / run->rule->n));
            continue;
        }
        if (!solved && !run->why)
            run->why = "a step is not solved";
        if (run->why)
            break;
        const int stage = crossing(run, step, &which);
        if (stage >= 0)
            find_event(run, step, stage, &which);
        accept(run, step);
        if (stage >= 0)
            mini_pass_event(run, which, step->part->s);
        else {
            if (last == left)
                step->theta = length;
            h = last * (error > 0 ? fmin(5, 0.9 * pow(error, -1.0 / run->rule->n)) : 5);
        }
    }
    return !run->why;
}

/* Multiplies the segment's velocities by a whole number, and divides its times by it. */
static void rescale(struct mini_segment *to, const struct mini_segment *from, int speed)
{
    const bool held = from->kind == SIGNAL_HOLD, ramp = from->kind == SIGNAL_RAMP;
    const bool is_rate[] = { false, false, !held && !ramp, from->kind == SIGNAL_CHIRP };
    to->kind = from->kind;
    arb_init(&to->T);
    arb_div_si(&to->T, &from->T, abs(speed), MINI_BITS);
    mag_zero(arb_radref(&to->T));
    for (int i = 0; i < 4; i++) {
        arb_init(&to->value[i]);
        arb_mul_si(&to->value[i], &from->value[i],
                   i < 2        ? (slong)speed
                   : is_rate[i] ? (slong)abs(speed)
                                : 1,
                   (slong)2 * MINI_BITS);
    }
}

bool mini_run_segment(struct mini_run *run, const struct mini_segment *given)
{
    const int band = arb_law_index(run->mini->law->params, "Dv");
    struct mini_segment segment;
    struct mini_part part[MOST_PARTS];
    struct mini_step step = { .segment = &segment };
    rescale(&segment, given, run->speed);
    const unsigned n = mini_parts(part, MOST_PARTS, &segment, band < 0 ? NULL : run->p + band);
    if (n == 0)
        run->why = "too many turns";
    for (unsigned i = 0; i < n && !run->why; i++) {
        step.part = &part[i];
        run->moved |= part[i].s != 0;
        run_part(run, &step);
    }
    mini_velocity(run->end, &segment, &segment.T);
    mini_parts_clear(part, n);
    for (int i = 0; i < 4; i++)
        arb_clear(&segment.value[i]);
    arb_clear(&segment.T);
    return !run->why;
}

void mini_run_init(struct mini_run *run, const struct mini *mini, const struct mini_rule *rule,
                   int speed, unsigned long steps)
{
    *run = (struct mini_run){ .mini = mini, .rule = rule, .speed = speed, .before = 2 };
    run->n = arb_law_count(mini->law->states);
    run->steps = steps;
    run->x = _arb_vec_init(ARB_LAW_MAX);
    run->dx = _arb_vec_init(ARB_LAW_MAX);
    run->g = _arb_vec_init(ARB_LAW_MAX);
    run->p = mini->p;
    arb_struct *const numbers[NUMBERS] = { run->v, run->s, run->F, run->tau, run->t, run->end };
    for (int i = 0; i < NUMBERS; i++)
        arb_init(numbers[i]);
    if (mini->law->start)
        mini->law->start(run->x + run->n, run->p);
    run->worst = -1;
}

void mini_run_clear(struct mini_run *run)
{
    arb_struct *const numbers[NUMBERS] = { run->v, run->s, run->F, run->tau, run->t, run->end };
    for (int i = 0; i < NUMBERS; i++)
        arb_clear(numbers[i]);
    _arb_vec_clear(run->g, ARB_LAW_MAX);
    _arb_vec_clear(run->dx, ARB_LAW_MAX);
    _arb_vec_clear(run->x, ARB_LAW_MAX);
}
