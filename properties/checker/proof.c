/* The premises of a proof, the space that its trees divide, and the expression that must be >= 0
 * over each box (proof.h). */
#include "properties/checker/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/decide.h"
#include "tools/base/decimal.h"

bool proof_applicable(const struct dissipation_inequality *balance, enum property property)
{
    switch (property) {
    case PASSIVITY:
        return balance->has_excess;
    case DISSIPATION:
        return balance->has_excess && balance->n_storage > 0;
    case STATE_BOUND:
        return balance->has_inflow;
    default:
        return false;
    }
}

bool proof_varies(const struct proof_claim *claim, int param)
{
    return decimal_compare(claim->low[param], claim->high[param]) != 0;
}

int proof_coordinates(const struct proof_claim *claim, const char *names[PROOF_MAX_DIMS])
{
    int n = 0;
    names[n++] = "theta";
    for (int i = 0; i < claim->balance.n_states; i++)
        names[n++] = claim->law->states[i];
    for (int i = 0; claim->law->params[i]; i++)
        if (proof_varies(claim, i))
            names[n++] = claim->law->params[i];
    return n;
}

int proof_trees(const struct dissipation_inequality *balance, enum property property)
{
    return (property == STATE_BOUND ? 0 : 1) + (balance->has_inflow ? 2 * balance->n_states : 0);
}

static void decimal_ends(arf_t low, arf_t high, const char *first, const char *second)
{
    arb_t x;
    arb_init(x);
    decimal_ball(x, first, (slong)2 * PROOF_PREC);
    arb_get_lbound_arf(low, x, PROOF_PREC);
    decimal_ball(x, second, (slong)2 * PROOF_PREC);
    arb_get_ubound_arf(high, x, PROOF_PREC);
    arb_clear(x);
}

static void add(struct proof_space *space, int param) { space->param[space->n_dims++] = param; }

/* The interval of parameter i. */
static void load_parameter(arb_t p, const struct proof_claim *claim, int i)
{
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    decimal_ends(low, high, claim->low[i], claim->high[i]);
    arb_set_interval_arf(p, low, high, PROOF_PREC);
    arf_clear(high);
    arf_clear(low);
}

/* theta = v/(V + v) of the largest velocity, at the least V. */
static void limit_theta(arf_t theta, const struct proof_claim *claim)
{
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, V;
    arb_init(v);
    arb_init(V);
    for (int i = 0; claim->law->params[i]; i++)
        load_parameter(p + i, claim, i);
    decimal_ball(v, claim->speed, PROOF_PREC);
    dissipation_speed(&claim->balance, V, p, PROOF_PREC);
    arb_get_lbound_arf(arb_midref(V), V, PROOF_PREC);
    mag_zero(arb_radref(V));
    if (certainly(ball_is_positive(V))) {
        arb_add(V, V, v, PROOF_PREC);
        arb_div(v, v, V, PROOF_PREC);
        arb_get_ubound_arf(theta, v, PROOF_PREC);
    }
    arb_clear(V);
    arb_clear(v);
    _arb_vec_clear(p, ARB_LAW_MAX);
}

void proof_fastest(arf_t theta, const struct proof_claim *claim)
{
    arf_one(theta);
    if (claim->speed)
        limit_theta(theta, claim);
}

void proof_space_init(struct proof_space *space, const struct proof_claim *claim, int tree)
{
    *space = (struct proof_space){ .claim = claim, .state = -1 };
    const int face = claim->property == STATE_BOUND ? tree : tree - 1;
    if (face >= 0) {
        space->state = face / 2;
        space->side = face % 2 == 0 ? -1 : 1;
    }
    space->p = _arb_vec_init(ARB_LAW_MAX);
    space->c = _arb_vec_init(DISSIPATION_MAX_STORAGE);
    space->w = _arb_vec_init(DISSIPATION_MAX_STATES);
    arb_init(space->theta);
    arb_init(space->mu);
    arb_init(space->value);
    for (int i = 0; i < PROOF_MAX_DIMS; i++) {
        arf_init(&space->low[i]);
        arf_init(&space->high[i]);
    }
    for (int k = 0; k < claim->balance.n_storage; k++)
        decimal_ball(space->c + k, claim->storage[k], PROOF_PREC);
    decimal_ball(space->mu, claim->mu, PROOF_PREC);
    add(space, -1);
    proof_fastest(&space->high[0], claim);
    for (int i = 0; i < claim->balance.n_states; i++) {
        arf_set_si(&space->low[space->n_dims], -1);
        arf_set_si(&space->high[space->n_dims], 1);
        add(space, -1);
    }
    for (int i = 0; claim->law->params[i]; i++) {
        const int d = space->n_dims;
        decimal_ends(&space->low[d], &space->high[d], claim->low[i], claim->high[i]);
        arb_set_interval_arf(space->p + i, &space->low[d], &space->high[d], PROOF_PREC);
        if (proof_varies(claim, i))
            add(space, i);
    }
}

void proof_space_clear(struct proof_space *space)
{
    for (int i = 0; i < PROOF_MAX_DIMS; i++) {
        arf_clear(&space->high[i]);
        arf_clear(&space->low[i]);
    }
    arb_clear(space->value);
    arb_clear(space->mu);
    arb_clear(space->theta);
    _arb_vec_clear(space->w, DISSIPATION_MAX_STATES);
    _arb_vec_clear(space->c, DISSIPATION_MAX_STORAGE);
    _arb_vec_clear(space->p, ARB_LAW_MAX);
}

static void middle(arf_t m, const struct proof_space *space, int i)
{
    arf_add(m, &space->low[i], &space->high[i], ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(m, m, -1);
}

void proof_lower_half(struct proof_space *space, int i, arf_struct ends[2])
{
    arf_init(&ends[0]);
    arf_init(&ends[1]);
    arf_set(&ends[0], &space->low[i]);
    arf_set(&ends[1], &space->high[i]);
    middle(&space->high[i], space, i);
}

void proof_upper_half(struct proof_space *space, int i, arf_struct ends[2])
{
    arf_set(&space->low[i], &space->high[i]);
    arf_set(&space->high[i], &ends[1]);
}

void proof_whole(struct proof_space *space, int i, arf_struct ends[2])
{
    arf_set(&space->low[i], &ends[0]);
    arf_set(&space->high[i], &ends[1]);
    arf_clear(&ends[1]);
    arf_clear(&ends[0]);
}

/* Loads coordinate i as a ball: its interval if `whole`, its midpoint otherwise. */
static void load_coordinate(arb_t ball, const struct proof_space *space, int i, bool whole)
{
    if (whole) {
        arb_set_interval_arf(ball, &space->low[i], &space->high[i], PROOF_PREC);
        if (arf_sgn(&space->low[i]) >= 0)
            dissipation_clip(ball);
    } else {
        middle(arb_midref(ball), space, i);
        mag_zero(arb_radref(ball));
    }
}

static void evaluate(struct proof_space *space, bool whole)
{
    const struct dissipation_inequality *balance = &space->claim->balance;
    load_coordinate(space->theta, space, 0, whole);
    for (int i = 0; i < balance->n_states; i++)
        load_coordinate(space->w + i, space, 1 + i, whole);
    for (int d = 1 + balance->n_states; d < space->n_dims; d++)
        load_coordinate(space->p + space->param[d], space, d, whole);
    const struct dissipation_box box = { space->p, space->c, space->theta, space->w };
    if (space->state < 0) {
        dissipation_excess(balance, space->value, &box, space->mu, PROOF_PREC);
        return;
    }
    arb_set_si(space->w + space->state, space->side);
    dissipation_inflow(balance, space->value, &box, space->state, space->side, PROOF_PREC);
}

void proof_evaluate(struct proof_space *space) { evaluate(space, true); }
void proof_evaluate_middle(struct proof_space *space) { evaluate(space, false); }

/* Returns true when sum of c_k u^k/(2k+2) >= 0 for certain for u in [low, high]: S is w^2 times
 * that sum, u = w^2. With a weight the sum has no divisors: dS/dw is w times the sum times the
 * weight. */
static bool storage_positive(arb_srcptr c, const struct dissipation_inequality *balance, double low,
                             double high, int depth)
{
    arb_t u, sum, t;
    arb_init(u);
    arb_init(sum);
    arb_init(t);
    arf_t a, b;
    arf_init(a);
    arf_init(b);
    arf_set_d(a, low);
    arf_set_d(b, high);
    arb_set_interval_arf(u, a, b, PROOF_PREC);
    for (int k = balance->n_storage - 1; k >= 0; k--) {
        arb_mul(sum, sum, u, PROOF_PREC);
        arb_div_ui(t, c + k, balance->weighted ? 1 : 2 * (ulong)k + 2, PROOF_PREC);
        arb_add(sum, sum, t, PROOF_PREC);
    }
    const bool yes = certainly(ball_is_nonnegative(sum));
    arf_clear(b);
    arf_clear(a);
    arb_clear(t);
    arb_clear(sum);
    arb_clear(u);
    const double middle = low + (high - low) / 2;
    return yes || (depth > 0 && storage_positive(c, balance, low, middle, depth - 1) &&
                   storage_positive(c, balance, middle, high, depth - 1));
}

/* For DISSIPATION: the coefficients 1, 0, 0, ... */
static bool declared_storage(const struct proof_claim *claim, arb_srcptr c)
{
    bool yes = true;
    for (int k = 0; k < claim->balance.n_storage; k++)
        yes = yes && ball_is_whole(c + k, k == 0, k == 0);
    return yes;
}

/* Checks all corners of the box. That suffices: what a proof takes from the constraints of a law's
 * text is affine in each parameter (models/normal/sign.c), and those of laws by hand are monotone
 * in every parameter, except one on an exponent with few values, of which a dissipation inequality
 * takes those in its ball. ends: the lower ends, then the upper, exact enough to tell different
 * decimals apart. */
static bool valid_corners(const struct proof_claim *claim, arb_ptr ends, arb_ptr p, int i)
{
    if (!claim->law->params[i])
        return !claim->law->validate || !claim->law->validate(p);
    for (int end = 0; end < (proof_varies(claim, i) ? 2 : 1); end++) {
        arb_set(p + i, ends + (end == 0 ? i : ARB_LAW_MAX + i));
        if (!valid_corners(claim, ends, p, i + 1))
            return false;
    }
    return true;
}

static bool valid_throughout(const struct proof_claim *claim)
{
    arb_ptr ends = _arb_vec_init(2L * ARB_LAW_MAX), p = _arb_vec_init(ARB_LAW_MAX);
    bool rise = true;
    for (int i = 0; claim->law->params[i]; i++) {
        rise = rise && decimal_compare(claim->low[i], claim->high[i]) <= 0;
        decimal_ball(ends + i, claim->low[i], DECIMAL_EXACT_PREC);
        decimal_ball(ends + ARB_LAW_MAX + i, claim->high[i], DECIMAL_EXACT_PREC);
    }
    const bool valid = rise && valid_corners(claim, ends, p, 0);
    _arb_vec_clear(p, ARB_LAW_MAX);
    _arb_vec_clear(ends, 2L * ARB_LAW_MAX);
    return valid;
}

/* Returns true when the states certainly begin within their bounds, for all parameters. */
static bool begins_within(const struct proof_claim *claim)
{
    const int n = arb_law_count(claim->law->states);
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(n), bound = _arb_vec_init(n);
    arb_t end;
    arb_init(end);
    for (int i = 0; claim->law->params[i]; i++) {
        decimal_ball(p + i, claim->low[i], DECIMAL_EXACT_PREC);
        decimal_ball(end, claim->high[i], DECIMAL_EXACT_PREC);
        arb_union(p + i, p + i, end, PROOF_PREC);
    }
    bool is = claim->law->bound != NULL;
    claim->law->initial(x, p);
    if (is)
        claim->law->bound(bound, p, PROOF_PREC);
    for (int i = 0; is && i < n; i++) {
        arb_abs(x + i, x + i);
        is = certainly(ball_at_most(x + i, bound + i));
    }
    arb_clear(end);
    _arb_vec_clear(bound, n);
    _arb_vec_clear(x, n);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return is;
}

const char *proof_premises(const struct proof_claim *claim)
{
    struct proof_space space;
    const char *problem = NULL;
    if (!valid_throughout(claim))
        return "parameters are not valid throughout the box";
    if (claim->law->initial && (claim->property == PASSIVITY || !begins_within(claim)))
        return "the law begins elsewhere than at 0";
    proof_space_init(&space, claim, 0);
    if (claim->property != STATE_BOUND && !storage_positive(space.c, &claim->balance, 0, 1, 20))
        problem = "the storage is not positive";
    if (!problem && claim->property == PASSIVITY && !certainly(ball_is_positive(space.mu)))
        problem = "mu > 0 is wanted";
    if (!problem && claim->property == DISSIPATION &&
        !(certainly(ball_is_zero(space.mu)) && declared_storage(claim, space.c)))
        problem = "the storage is not the declared one";
    proof_space_clear(&space);
    return problem;
}

/* Writes the interval of parameter i, rounded inward to the fewest digits from 6 on that leave an
 * interval. Where 25 digits leave none, rounds outward, and the text says so. */
static int interval_text(char *text, size_t size, const struct proof_claim *claim, int i)
{
    enum { LEAST = 6, MOST = 25, PLAIN = 15 };
    const char *name = claim->law->params[i];
    char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
    for (int digits = LEAST; digits <= MOST; digits++) {
        decimal_round(low, claim->low[i], digits, true);
        decimal_round(high, claim->high[i], digits, false);
        if (decimal_compare(low, high) >= 0)
            continue;
        if (digits <= PLAIN) /* a double keeps them */
            return snprintf(text, size, "%s in [%.*g, %.*g]", name, digits, strtod(low, NULL),
                            digits, strtod(high, NULL));
        return snprintf(text, size, "%s in [%s, %s]", name, low, high);
    }
    decimal_round(low, claim->low[i], MOST, false);
    decimal_round(high, claim->high[i], MOST, true);
    return snprintf(text, size, "%s in a part of [%s, %s]", name, low, high);
}

void proof_box_text(char text[PROOF_BOX_TEXT], const struct proof_claim *claim)
{
    size_t n = 0;
    *text = 0;
    for (int i = 0; claim->law->params[i]; i++)
        if (proof_varies(claim, i)) {
            n += (size_t)snprintf(text + n, PROOF_BOX_TEXT - n, "%s", n ? ", " : "");
            n += (size_t)interval_text(text + n, PROOF_BOX_TEXT - n, claim, i);
        }
}
