/* Looks along a line of speeds (speed_scan.h). */
#include "properties/search/speed_scan.h"

#include <math.h>

enum {
    POINTS = SPEED_SCAN_POINTS,
    FUNCTIONS = 1 + MODEL_MAX_STATES,
    NARROW = 16,      /* by how many times a deviation is beyond those of its neighbours */
    FAR = 3,          /* points from which a narrow one is not seen */
    SHORTENINGS = 64, /* of a bracket, each by 0.62: by 5e-14 in all */
};

/* Deviations that may be rounding, relative to the values. */
static const double FAINT = 64;

struct line {
    const struct exact_state *at;
    struct speed_line of;
    unsigned calls;
    double speed[POINTS], value[POINTS][FUNCTIONS];
};

/* A function along the line: the force, 0, or a rate; over the speed or as it is. */
struct function {
    unsigned index;
    bool over_speed;
};

static double speed_at(const struct line *line, double place)
{
    return line->of.lo * exp(log(line->of.hi / line->of.lo) * place / (POINTS - 1));
}

/* Fills the force and the rates at a speed, after the transitions due there. */
static void look(struct line *line, double speed, double value[FUNCTIONS])
{
    struct exact_state w = *line->at;
    const struct model *model = w.model;
    const real v = (real)(line->of.direction * speed);
    real rate[MODEL_MAX_STATES];
    w.mem = line->at->mem ? &w.memory : NULL;
    if (model->guard)
        exact_state_settle(&w, v);
    value[0] = (double)PREC(model_response)(model, w.p, w.mem, v, r_sign(v), w.x, rate);
    for (unsigned i = 0; i < model->n_states; i++)
        value[1 + i] = (double)rate[i];
    line->calls++;
}

static double value_of(struct function f, double speed, const double value[FUNCTIONS])
{
    return f.over_speed ? value[f.index] / speed : value[f.index];
}

static double at_point(const struct line *line, struct function f, unsigned i)
{
    return value_of(f, line->speed[i], line->value[i]);
}

/* Returns the function at a place between the neighbours of a point; of a narrow one by how much it
 * deviates from their chord. */
static double height(struct line *line, struct function f, unsigned i, bool narrow, double place)
{
    double value[FUNCTIONS];
    const double a = at_point(line, f, i - 1), b = at_point(line, f, i + 1);
    const double speed = speed_at(line, place);
    look(line, speed, value);
    return value_of(f, speed, value) - (narrow ? a + (b - a) * (place - (i - 1)) / 2 : 0);
}

/* Returns the speed about point i at which that height, times the sign, is largest: by golden
 * section around the best place so far. */
static double refined(struct line *line, struct function f, unsigned i, bool narrow, double sign)
{
    const double golden = 0.3819660112501051;
    double lo = i - 1, hi = i + 1, best = i;
    double most = sign * height(line, f, i, narrow, best);
    for (unsigned k = 0; k < SHORTENINGS; k++) {
        const bool left = best - lo > hi - best;
        const double place = left ? best - golden * (best - lo) : best + golden * (hi - best);
        const double there = sign * height(line, f, i, narrow, place);
        if (there > most) {
            *(left ? &hi : &lo) = best;
            best = place;
            most = there;
        } else
            *(left ? &lo : &hi) = place;
    }
    return speed_at(line, best);
}

/* Returns by how much a point deviates from the middle of its neighbours. */
static double bend(const struct line *line, struct function f, unsigned i)
{
    return at_point(line, f, i) - (at_point(line, f, i - 1) + at_point(line, f, i + 1)) / 2;
}

static double faintest(const struct line *line, struct function f, unsigned i)
{
    return FAINT * (double)R_EPSILON *
           (fabs(at_point(line, f, i - 1)) + fabs(at_point(line, f, i)) +
            fabs(at_point(line, f, i + 1)));
}

/* Returns true when the point stands out from points that do not see what it sees. */
static bool is_narrow(const struct line *line, struct function f, unsigned i)
{
    const double here = fabs(bend(line, f, i));
    if (!(here > faintest(line, f, i)) || here < fabs(bend(line, f, i - 1)) ||
        here < fabs(bend(line, f, i + 1)))
        return false;
    return here > NARROW * fabs(bend(line, f, i - FAR)) &&
           here > NARROW * fabs(bend(line, f, i + FAR));
}

/* Returns 1 at a largest value, -1 at a smallest one, 0 elsewhere. */
static double extreme(const struct line *line, struct function f, unsigned i)
{
    const double up = at_point(line, f, i) - at_point(line, f, i - 1),
                 on = at_point(line, f, i + 1) - at_point(line, f, i);
    if (!(fmin(fabs(up), fabs(on)) > faintest(line, f, i)) || up * on >= 0)
        return 0;
    return up > 0 ? 1 : -1;
}

static void add(struct speed_scan *scan, double speed)
{
    for (unsigned k = 0; k < scan->n_special; k++)
        if (fabs(scan->special[k] - speed) <= 1e-9 * speed)
            return;
    scan->special[scan->n_special++] = speed;
}

static void find_special(struct line *line, bool narrow, struct speed_scan *scan)
{
    const unsigned functions = 2 * (1 + line->at->model->n_states);
    for (unsigned k = 0; k < functions; k++) {
        const unsigned which = (k + line->of.first) % functions;
        const struct function f = { which / 2, which % 2 };
        for (unsigned i = 1 + FAR; i + 1 + FAR < POINTS && scan->n_special < SPEED_SCAN_SPECIAL;
             i++)
            if (narrow && is_narrow(line, f, i))
                add(scan, refined(line, f, i, true, bend(line, f, i) > 0 ? 1 : -1));
            else if (!narrow && extreme(line, f, i) != 0)
                add(scan, refined(line, f, i, false, extreme(line, f, i)));
    }
}

/* Finds where the law pushes, if anywhere. */
static void find_push(const struct line *line, struct speed_scan *scan)
{
    const struct model *model = line->at->model;
    double least = 0, surest = 0;
    for (unsigned i = 0; i < POINTS && model->force_scale; i++) {
        const double speed = line->speed[i], F = line->of.direction * line->value[i][0];
        const double share =
            F / (double)model->force_scale(line->at->p, (real)(line->of.direction * speed), 0);
        if (F * speed < least) {
            least = F * speed;
            scan->strongest = speed;
        }
        if (share < surest) {
            surest = share;
            scan->surest = speed;
        }
    }
}

void PREC(speed_scan)(const struct exact_state *at, struct speed_line of, struct speed_scan *scan)
{
    struct line line = { .at = at, .of = of };
    *scan = (struct speed_scan){ .n_special = 0 };
    for (unsigned i = 0; i < POINTS; i++) {
        line.speed[i] = speed_at(&line, i);
        look(&line, line.speed[i], line.value[i]);
    }
    find_push(&line, scan);
    find_special(&line, true, scan);
    scan->n_narrow = scan->n_special;
    find_special(&line, false, scan);
    scan->calls = line.calls;
}
