/* Brackets a threshold from both sides: by bisection, outwards from values at which a storage
 * exists to values at which none does; and inwards from values at which much energy comes out,
 * continuing from the signal found before. */
#include "properties/prover/threshold.h"

#include <math.h>
#include <nlopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness_text.h"
#include "properties/prover/available_storage.h"
#include "properties/prover/prove.h"

enum { GRID = 60, MOST_BOXES = 400000, WITNESS_PREC = 4096 };

/* Shares of the width aimed at: the precision of the edge up to which a storage exists; and how far
 * inside the edge the first value to be proved lies, and how far beyond it the first value to be
 * refuted. */
static const double WIDTH = 6e-4, FINE = 1 / 30.0, INSIDE = 1 / 3.0, BEYOND = 2 / 3.0;

/* The factor to the next value, and the number of tries: the storages are polynomials of few terms,
 * and beyond the edge where these end the law may still be passive. */
enum { PROOFS = 5, REFUTATIONS = 8 };
static const double NEXT = 1.3;

struct search {
    const struct model *model;
    const struct arb_law *law;
    enum property property;
    unsigned param;
    double p[MODEL_MAX_PARAMS];
    double around_zero; /* the smallest unit if the range has both signs, otherwise 0 */
    double width;       /* relative to unit_at */
    uint64_t seed;
};

/* The unit, at a value, of relative widths. */
static double unit_at(const struct search *s, double value)
{
    return fmax(fabs(value), s->around_zero);
}

/* Writes the parameters as decimals in the law's order; `value` is the one that varies. */
static void decimals(const struct search *s, const char *value,
                     char text[ARB_LAW_MAX][DECIMAL_TEXT], const char *param[])
{
    for (int i = 0; s->law->params[i]; i++) {
        const unsigned k = quantity_index(s->model->params, s->model->n_params, s->law->params[i]);
        decimal_of_double(text[i], s->p[k]);
        param[i] = k == s->param ? value : text[i];
    }
}

/* Rounds the value to the digits that are printed. */
static double printed(char text[DECIMAL_TEXT], double value)
{
    char digits[DECIMAL_TEXT];
    snprintf(digits, sizeof digits, "%.7g", value);
    const double rounded = strtod(digits, NULL);
    decimal_of_double(text, rounded);
    return rounded;
}

/* Returns true when a storage exists at the value; *slack receives the least D, < 0 if none
 * exists. */
static bool storage_at(const struct search *s, double value, double *slack)
{
    char text[ARB_LAW_MAX][DECIMAL_TEXT], moved[DECIMAL_TEXT];
    struct proof_claim claim = {
        .law = s->law, .balance = dissipation_find(s->law->name), .property = s->property, .mu = "0"
    };
    struct storage storage;
    decimal_of_double(moved, value);
    decimals(s, moved, text, claim.low);
    memcpy(claim.high, claim.low, sizeof claim.high);
    const bool found = storage_find(&claim, &storage);
    *slack = storage.slack;
    return found;
}

static bool has_storage(const struct search *s, double value)
{
    double slack;
    return storage_at(s, value, &slack);
}

static char *proof_at(const struct search *s, const char *value, unsigned long *boxes)
{
    char text[ARB_LAW_MAX][DECIMAL_TEXT];
    const char *param[ARB_LAW_MAX];
    decimals(s, value, text, param);
    return prove_claim(s->law, NULL, s->property, param, param, MOST_BOXES, boxes);
}

/* Values over the range: the default, and powers of a factor, which end where the range does. */
static double grid_value(const struct search *s, int i)
{
    const struct quantity *q = &s->model->params[s->param];
    const double low = fmax(q->lo, 1e-12 * q->hi);
    if (i == 0)
        return s->p[s->param];
    return fmin(low * pow(q->hi / low, (double)(i - 1) / (GRID - 1)), q->hi);
}

/* Returns true when the law's parameters are valid with the value. */
static bool inside(const struct search *s, double value)
{
    double p[MODEL_MAX_PARAMS];
    memcpy(p, s->p, sizeof p);
    p[s->param] = value;
    return PREC(model_is_valid)(s->model, p);
}

/* Returns the next value in the direction: away from 0 by a factor, or towards 0 by the factor and
 * then, if 0 is inside the range, to the other sign. */
static double farther(const struct search *s, int direction, double value, double factor)
{
    if (direction * value > 0)
        return value * factor;
    if (fabs(value / factor) < FINE * s->width * s->around_zero)
        return direction * FINE * s->width * s->around_zero;
    return value / factor;
}

/* Moves `in`, a value with a storage, to the edge of such values on that side. Returns false when
 * there is no edge within the range. */
static bool edge(const struct search *s, int direction, double *in)
{
    double out = *in;
    for (double factor = 2; out == *in; factor *= 2) {
        const double next = farther(s, direction, *in, factor);
        if (!inside(s, next) || fabs(next) < 1e-12 * fabs(*in))
            return false;
        if (has_storage(s, next))
            *in = out = next;
        else
            out = next;
    }
    while (fabs(out - *in) > FINE * s->width * unit_at(s, *in)) {
        const double middle = *in + (out - *in) / 2;
        if (has_storage(s, middle))
            *in = middle;
        else
            out = middle;
    }
    return true;
}

/* Rounds to a decimal of few digits. */
static double shortened(double x)
{
    char text[DECIMAL_TEXT];
    snprintf(text, sizeof text, "%.4g", x);
    return strtod(text, NULL);
}

/* Returns the witness of the extraction's signal at that value, or NULL if it is none. */
static char *witness_at(const struct search *s, const char *value,
                        const struct available_storage *e)
{
    double p[ARB_LAW_MAX], v[EXTRACTION_HOLDS], h[EXTRACTION_HOLDS];
    struct witness witness;
    struct file_error error;
    for (int i = 0; s->law->params[i]; i++)
        p[i] = s->p[quantity_index(s->model->params, s->model->n_params, s->law->params[i])];
    p[arb_law_index(s->law->params, s->model->params[s->param].name)] = strtod(value, NULL);
    for (unsigned i = 0; i < e->n; i++) {
        v[i] = shortened(e->v[i]);
        h[i] = shortened(e->h[i]);
    }
    char *text = witness_text(s->law, p, s->property, v, h, e->n);
    bool confirmed = false;
    if (text && witness_parse(text, strlen(text), &witness, &error)) {
        confirmed = witness_check(&witness, WITNESS_PREC, NULL).confirmed == ANSWER_YES;
        witness_free(&witness);
    }
    if (confirmed)
        return text;
    free(text);
    return NULL;
}

/* Finds the signal at that value from the present one; from random ones the first time, and when
 * the present one no longer extracts energy. */
static void follow(struct search *s, double value, struct available_storage *e)
{
    enum { STARTS = 400, MORE = 20 };
    const double p = s->p[s->param];
    s->p[s->param] = value;
    if (e->n > 0)
        find_available_storage(s->model, s->p, MORE, s->seed, e);
    if (e->n == 0 || e->share >= 0)
        find_available_storage(s->model, s->p, STARTS, s->seed, e);
    s->p[s->param] = p;
}

/* The printed value closest beyond the edge at which a witness is found: the signal is followed
 * from far outside, halving the way that is left. */
static void refute(struct search *s, int direction, double edge, struct threshold *side)
{
    const double unit = unit_at(s, edge);
    double apart = BEYOND * s->width * unit;
    double way = unit * (direction * edge >= unit ? 1 : 0.5);
    struct available_storage e = { 0 };
    while (!inside(s, edge + direction * way) && way > apart)
        way /= 2;
    for (; way > apart || e.n == 0; way /= 2)
        follow(s, edge + direction * way, &e);
    for (int i = 0; i < REFUTATIONS && !side->witness; i++, apart *= NEXT) {
        const double to = printed(side->refuted, edge + direction * apart);
        if (!inside(s, to))
            break;
        follow(s, to, &e);
        side->witness = witness_at(s, side->refuted, &e);
    }
    if (!side->witness)
        *side->refuted = 0;
}

/* Proves the claim at the outermost printed value, at or inside the edge, at which the prover
 * succeeds. */
static void prove_near(const struct search *s, int direction, double edge, struct threshold *side)
{
    double back = INSIDE * s->width;
    for (int i = 0; i < PROOFS && !side->proof; i++, back *= NEXT) {
        printed(side->proved, edge - direction * back * unit_at(s, edge));
        side->proof = proof_at(s, side->proved, &side->boxes);
    }
    if (!side->proof)
        *side->proved = 0;
}

/* Returns the relative width of the bracket, NAN without one. */
static double width(const struct search *s, const struct threshold *side)
{
    const double proved = strtod(side->proved, NULL), refuted = strtod(side->refuted, NULL);
    return side->found ? fabs(refuted - proved) / unit_at(s, proved) : (double)NAN;
}

bool threshold_applicable(const struct model *model, enum property property)
{
    const struct dissipation_inequality balance = dissipation_find(model->name);
    return property == PASSIVITY && balance.law && proof_applicable(&balance, property) &&
           arb_law_find(model->name) && model->flow && model->work;
}

/* A value with a storage, or else the value with the largest slack so far. */
struct start {
    const struct search *s;
    double value, slack;
    bool found;
};

static void look(struct start *start, double value)
{
    double slack;
    if (start->found || value == 0 || !inside(start->s, value))
        return;
    start->found = storage_at(start->s, value, &slack);
    if (start->found || slack > start->slack) {
        start->value = value;
        start->slack = slack;
    }
}

static double slack_at(unsigned n, const double x[], double gradient[], void *data)
{
    (void)n, (void)gradient;
    struct start *start = data, here = { .s = start->s, .slack = -HUGE_VAL };
    look(&here, copysign(exp(x[0]), start->value));
    if (here.found || here.slack > start->slack)
        *start = here;
    return here.found ? 1 : here.slack;
}

/* Looks within that many steps of the grid around the value with the largest slack. Where D is
 * affine in the parameter, as it often is, the slack has no other maximum. */
static void look_around(struct start *start, int steps)
{
    enum { MOST = 40 };
    const double reach = steps * log(grid_value(start->s, 2) / grid_value(start->s, 1));
    double x = log(fabs(start->value)), most;
    if (start->found || !isfinite(x))
        return;
    nlopt_opt opt = nlopt_create(NLOPT_LN_SBPLX, 1);
    nlopt_set_lower_bounds1(opt, x - reach);
    nlopt_set_upper_bounds1(opt, x + reach);
    nlopt_set_initial_step1(opt, reach / 2);
    nlopt_set_max_objective(opt, slack_at, start);
    nlopt_set_stopval(opt, 1);
    nlopt_set_maxeval(opt, MOST);
    nlopt_set_xtol_abs1(opt, 1e-3);
    nlopt_optimize(opt, &x, &most);
    nlopt_destroy(opt);
}

/* Looks at the default, then around the best of few values, then at all values of the grid. */
static void look_everywhere(struct start *start)
{
    enum { COARSE = 8 };
    look(start, grid_value(start->s, 0));
    for (int i = 1; i <= GRID; i += COARSE)
        look(start, grid_value(start->s, i));
    look_around(start, COARSE);
    for (int i = 1; i <= GRID; i++)
        look(start, grid_value(start->s, i));
    look_around(start, 1);
}

bool threshold_find(const struct model *model, enum property property, unsigned param,
                    const double others[], const struct threshold_budget *budget,
                    struct threshold sides[THRESHOLD_SIDES])
{
    struct search s = { .model = model,
                        .law = arb_law_find(model->name),
                        .property = property,
                        .param = param,
                        .width = budget->width > 0 ? budget->width : WIDTH,
                        .seed = budget->seed };
    struct start start = { .s = &s, .slack = -HUGE_VAL };
    memset(sides, 0, THRESHOLD_SIDES * sizeof *sides);
    memcpy(s.p, others, model->n_params * sizeof *s.p);
    if (model->params[param].lo < 0 && model->params[param].hi > 0)
        s.around_zero = fabs(model->params[param].value);
    look_everywhere(&start);
    if (!start.found)
        return false;
    for (int side = 0; side < THRESHOLD_SIDES; side++) {
        const int direction = side == 0 ? -1 : 1;
        double at = start.value;
        sides[side].edge = edge(&s, direction, &at);
        if (!sides[side].edge)
            continue;
        prove_near(&s, direction, at, &sides[side]);
        refute(&s, direction, at, &sides[side]);
        sides[side].found = sides[side].proof && sides[side].witness;
        sides[side].width = width(&s, &sides[side]);
    }
    return true;
}

void threshold_clear(struct threshold sides[THRESHOLD_SIDES])
{
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        free(sides[i].proof);
        free(sides[i].witness);
    }
}
