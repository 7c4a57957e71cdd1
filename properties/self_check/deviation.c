/* Compares an implementation with a text at many places, and says what deviates (deviation.h). */
#include "properties/self_check/deviation.h"

#include <fenv.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "properties/self_check/deviation_tables.h"
#include "properties/trials/readable.h"

enum { PLACES = 2000, MOST_FUNCTIONS = 32, STEPS = 6 };

static const real ROUNDINGS = DEVIATION_ROUNDINGS * R_EPSILON;

/* Numbers below this may be made of numbers below the normal ones, which have lost digits. */
static const real FAINT = R_MIN / R_EPSILON;

/* What is known of one function. */
struct seen {
    bool compared;
    unsigned deviating, last; /* places; the last of them, from 1 */
};

/* A comparison in the making. first: number of the function whose deviation is kept; functions are
 * in order of what follows from what. */
struct comparison {
    const struct model *text, *code;
    struct names names;
    struct deviation *d;
    struct seen seen[MOST_FUNCTIONS];
    unsigned first;
    unsigned at; /* the place's number, from 1 */
    bool is_unit, has_before;
    struct law_at before; /* of a unit: the last place */
};

static void say(char *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(char *line, const char *format, ...)
{
    const size_t n = strlen(line);
    va_list args;
    va_start(args, format);
    vsnprintf(line + n, DEVIATION_TEXT - n, format, args);
    va_end(args);
}

static bool same_parts(const struct model *text, const struct model *code)
{
    bool same = text->n_parts == code->n_parts;
    for (unsigned i = 0; same && i < text->n_parts; i++)
        same = strcmp(text->part_names[i], code->part_names[i]) == 0;
    return same;
}

/* Returns true when the function has numbers of the same meaning on both sides. */
static bool same_numbers(const struct comparison *c, enum function_kind kind)
{
    switch (kind) {
    case OF_EVENTS:
        return !c->is_unit;
    case OF_GUARDS:
    case OF_COUNT:
        return !c->is_unit && c->text->n_guards == c->code->n_guards;
    case OF_LIST:
        return c->text->n_regressors == c->code->n_regressors;
    case OF_PARTS:
        return same_parts(c->text, c->code);
    default:
        return true;
    }
}

static bool is_shared(const struct comparison *c, const struct function *f)
{
    return f->has(c->code) && (f->kind == OF_RESPONSE || f->has(c->text)) &&
           same_numbers(c, f->kind);
}

/* Adds to spread[n] by how much the text's numbers change when one input changes by so many
 * roundings, up or down, or from 0 by next to nothing: both sides of a kink are right. A number
 * that is none there tells nothing: its spread has no end. */
static void add_spread(const struct function *f, struct law_at *at, real *input, real slack,
                       const real y[], unsigned n, real spread[])
{
    const real roundings = f->with_events ? DEVIATION_ROUNDINGS * ROUNDINGS : ROUNDINGS;
    const real value = *input, change = (value != 0 ? r_abs(value) * roundings : FAINT) + slack;
    real changed[2][FUNCTION_VALUES];
    for (int side = 0; side < 2; side++) {
        *input = side == 0 ? value - change : value + change;
        f->values(at, changed[side]);
    }
    *input = value;
    for (unsigned i = 0; i < n; i++) {
        const real by = r_max(r_abs(changed[0][i] - y[i]), r_abs(changed[1][i] - y[i]));
        spread[i] += isnan(by) ? (real)INFINITY : by;
    }
}

/* Adds so many times what the direction of each rounding does. Float's exponentials round on
 * purpose (models/decay.h) and would lose digits that way: there only what is remembered is asked.
 */
static void add_directions(const struct function *f, const struct law_at *at, const real y[],
                           unsigned n, real spread[])
{
    static const int directions[] = { FE_UPWARD, FE_DOWNWARD };
    real turned[FUNCTION_VALUES];
    if (sizeof(real) != sizeof(double) && f != &PREC(function_memory))
        return;
    for (size_t k = 0; k < sizeof directions / sizeof *directions; k++) {
        if (fesetround(directions[k]) != 0)
            continue;
        f->values(at, turned);
        fesetround(FE_TONEAREST);
        for (unsigned i = 0; i < n; i++)
            if (!isnan(turned[i]))
                spread[i] += DEVIATION_ROUNDINGS * r_abs(turned[i] - y[i]);
    }
}

/* Whole numbers are exact, and so is the sign of a velocity. */
static void find_spread(const struct function *f, const struct law_at *place, const real y[],
                        unsigned n, real spread[])
{
    struct law_at at = *place;
    memset(spread, 0, n * sizeof *spread);
    for (unsigned i = 0; i < at.model->n_params; i++)
        if (!model_param_is_whole(at.model, i))
            add_spread(f, &at, &at.p[i], 0, y, n, spread);
    for (unsigned i = 0; i < at.model->n_states; i++)
        add_spread(f, &at, &at.x[i], 0, y, n, spread);
    for (unsigned i = 0; i < at.model->n_reals; i++)
        add_spread(f, &at, &at.memory.reals[i], at.slack[i], y, n, spread);
    add_spread(f, &at, &at.v, 0, y, n, spread);
    add_spread(f, &at, &at.h, 0, y, n, spread);
    if (at.v == 0)
        add_spread(f, &at, &at.s, 0, y, n, spread);
    add_directions(f, place, y, n, spread);
}

/* Returns what roundings of two values, and of what they are sums of, explain. */
static real own_roundings(const struct function *f, const struct law_at *at, unsigned i, real a,
                          real b)
{
    return ROUNDINGS * (r_abs(a) + r_abs(b) + (f->scale ? f->scale(at, i) : 0)) + FAINT;
}

/* Where the text's code gives no number there is nothing to compare with. */
static bool is_near(real a, real b, real allowed)
{
    return !isfinite(a) || a == b || r_abs(a - b) <= allowed;
}

static void say_value(char *line, const char *name, real value)
{
    say(line, ", %s = %.*g (%a)", name, (int)round_trip_digits((double)value), (double)value,
        (double)value);
}

static void say_parameters(char *line, const struct law_at *at)
{
    const struct model *model = at->model;
    bool any = false;
    for (unsigned i = 0; i < model->n_params; i++)
        if (at->p[i] != (real)model->params[i].value) {
            say(line, "%s%s = %.*g", any ? ", " : "; at ", model->params[i].name,
                (int)round_trip_digits((double)at->p[i]), (double)at->p[i]);
            any = true;
        }
    say(line, "%s", any ? ", else the default parameters" : "; at the default parameters");
}

static void say_place(char *line, const struct function *f, const struct law_at *at)
{
    say_parameters(line, at);
    say_value(line, "v", at->v);
    say_value(line, "s", at->s);
    for (unsigned i = 0; i < at->model->n_states; i++)
        say_value(line, at->model->states[i].name, at->x[i]);
    if (strcmp(f->name, "flow") == 0 || strcmp(f->name, "work") == 0)
        say_value(line, "h", at->h);
}

static void keep(struct comparison *c, const struct function *f, const struct law_at *at,
                 unsigned i, real a, real b, real allowed)
{
    struct deviation *d = c->d;
    const char *unit = f->kind == OF_STATES ? c->text->states[i].unit : "";
    d->any = true;
    d->text = (double)a;
    d->code = (double)b;
    d->allowed = (double)allowed;
    d->line[0] = '\0';
    PREC(function_name)(f, c->text, i, d->what);
    say(d->line, "%s is %.*g (%a)%s%s%s by the text, %.*g (%a) by the implementation (" R_NAME ")",
        d->what, (int)round_trip_digits(d->text), d->text, d->text, *unit || *f->unit ? " " : "",
        unit, f->unit, (int)round_trip_digits(d->code), d->code, d->code);
    say(d->line, ", off by %.3g where roundings allow %.3g", fabs(d->code - d->text), d->allowed);
    say_place(d->line, f, at);
}

static void compare(struct comparison *c, unsigned number, const struct place *place)
{
    const struct function *f = &PREC(functions)[number];
    real a[FUNCTION_VALUES], b[FUNCTION_VALUES], spread[FUNCTION_VALUES];
    const unsigned n = f->values(&place->text, a);
    bool knows_spread = false, deviates = false;
    if (c->is_unit && c->has_before) /* what a unit still has of another place shows */
        f->values(&c->before, b);
    f->values(&place->code, b);
    c->seen[number].compared = true;
    c->d->values += n;
    for (unsigned i = 0; i < n && !deviates; i++) {
        const real own = own_roundings(f, &place->text, i, a[i], b[i]);
        if (is_near(a[i], b[i], own) || (f->with_events && !isfinite(b[i])))
            continue;
        if (!knows_spread)
            find_spread(f, &place->text, a, n, spread);
        knows_spread = true;
        deviates = !is_near(a[i], b[i], own + spread[i]);
        if (deviates && number < c->first) {
            c->first = number;
            keep(c, f, &place->text, i, a[i], b[i], own + spread[i]);
        }
    }
    if (!deviates || c->seen[number].last == c->at)
        return; /* events are compared several times at a place */
    c->seen[number].last = c->at;
    c->seen[number].deviating++;
}

static void compare_all(struct comparison *c, const struct place *place, bool of_events)
{
    const bool rests = place->text.v == 0;
    for (unsigned i = 0; PREC(functions)[i].name; i++) {
        const struct function *f = &PREC(functions)[i];
        const bool is_asked =
            rests ? f->at_rest && !(c->is_unit && f->kind == OF_JACOBIAN) : f->in_motion;
        if (f->with_events == of_events && is_asked && is_shared(c, f))
            compare(c, i, place);
    }
}

static bool has_events(const struct comparison *c)
{
    return c->text->n_guards > 0 || c->code->n_guards > 0;
}

/* Makes the events by the text. What it remembers then is as uncertain as numbers that it is
 * computed from, which may cancel. */
static unsigned settle_text(struct law_at *text, uint64_t *order)
{
    const struct function *f = &PREC(function_memory);
    real y[FUNCTION_VALUES], spread[FUNCTION_VALUES];
    const unsigned n = f->values(text, y);
    find_spread(f, text, y, n, spread);
    memcpy(text->slack, spread, n * sizeof *spread);
    return PREC(function_settle)(text, order);
}

/* Returns true when roundings decide whether one of the text's guards has fired. */
static bool is_about_to(const struct law_at *text)
{
    const struct function *f = PREC(functions);
    real y[FUNCTION_VALUES], spread[FUNCTION_VALUES];
    if (text->model->n_guards == 0)
        return false;
    while (f->kind != OF_GUARDS)
        f++;
    const unsigned n = f->values(text, y);
    find_spread(f, text, y, n, spread);
    bool is = false;
    for (unsigned i = 0; i < n; i++)
        is = is || isnan(y[i]) || !(spread[i] <= 0);
    return is;
}

/* Makes the events of a text and of a unit, which makes them all at once. Returns false where
 * roundings decide which events these are, or where the unit fails. */
static bool make_events_of_unit(struct comparison *c, struct place *place)
{
    uint64_t order;
    bool is_open = is_about_to(&place->text);
    if (!is_open)
        compare_all(c, place, true);
    if (c->text->n_guards > 0)
        (void)settle_text(&place->text, &order);
    is_open = is_open || is_about_to(&place->text);
    return PREC(function_settle)(&place->code, &order) != UINT_MAX && !is_open;
}

/* Compares and makes the events that are due. Returns false where the two make others: what they
 * remember then differs, and if that is wrong it is a deviation already. */
static bool make_events(struct comparison *c, struct place *place)
{
    if (!has_events(c))
        return true;
    if (c->is_unit) {
        const bool is_made = make_events_of_unit(c, place);
        PREC(place_copy)(&c->names, place);
        return is_made;
    }
    compare_all(c, place, true);
    uint64_t by_text, by_code;
    const unsigned n_text = settle_text(&place->text, &by_text);
    const unsigned n_code = PREC(function_settle)(&place->code, &by_code);
    PREC(place_copy)(&c->names, place);
    return c->text->n_guards == c->code->n_guards ? by_text == by_code && n_text == n_code
                                                  : (n_text > 0) == (n_code > 0);
}

static void compare_place(struct comparison *c, uint64_t seed, unsigned number)
{
    struct rng rng = rng_keyed(seed, "deviation", number);
    struct place place;
    if (!PREC(place_begin)(c->text, c->code, &c->names, number, &rng, &place))
        return;
    c->at = number + 1;
    PREC(place_draw)(&rng, &c->names, &place);
    bool is_same = make_events(c, &place);
    for (unsigned steps = has_events(c) ? rng_below(&rng, STEPS) : 0; is_same && steps > 0;
         steps--) {
        PREC(place_step)(&rng, &c->names, &place);
        is_same = make_events(c, &place);
    }
    c->d->places++; /* where the two part, their events have been compared */
    if (is_same)
        compare_all(c, &place, false);
    c->before = place.code;
    c->has_before = true;
}

static void list(char names[DEVIATION_TEXT], const char *name)
{
    say(names, "%s%s", *names ? ", " : "", name);
}

/* Lists what was compared, what was not, and what else deviates. */
static void conclude(struct comparison *c)
{
    struct deviation *d = c->d;
    char also[DEVIATION_TEXT] = "";
    for (unsigned i = 0; PREC(functions)[i].name; i++) {
        const struct function *f = &PREC(functions)[i];
        if (c->seen[i].compared)
            list(d->compared, f->name);
        else if (f->kind != OF_RESPONSE && (f->has(c->text) || f->has(c->code)))
            list(d->left_out, f->name);
        if (c->seen[i].deviating > 0 && i != c->first)
            list(also, f->name);
    }
    if (!d->any)
        return;
    d->deviating = c->seen[c->first].deviating;
    say(d->line, "; so at %u of %u places%s%s", d->deviating, d->places, *also ? ", and so " : "",
        also);
}

static void find(struct comparison *c, uint64_t seed)
{
    *c->d = (struct deviation){ .text = NAN, .code = NAN, .allowed = NAN };
    c->first = MOST_FUNCTIONS;
    if (!PREC(deviation_tables)(c->text, c->code, c->is_unit, &c->names, c->d) ||
        !PREC(deviation_constraints)(c->text, c->code, c->is_unit, &c->names, seed, c->d))
        return;
    for (unsigned i = 0; i < PLACES; i++)
        compare_place(c, seed, i);
    conclude(c);
}

void PREC(deviation_find)(const struct model *text, const struct model *code, uint64_t seed,
                          struct deviation *d)
{
    find(&(struct comparison){ .text = text, .code = code, .d = d }, seed);
}

void PREC(deviation_find_unit)(const struct model *text, const struct model *unit, uint64_t seed,
                               struct deviation *d)
{
    find(&(struct comparison){ .text = text, .code = unit, .d = d, .is_unit = true }, seed);
}
