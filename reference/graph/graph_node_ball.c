/* The operations of expressions in ball arithmetic (graph_node_ball.h). */
#include "reference/graph/graph_node_ball.h"

#include "reference/graph/graph_kinks.h"
#include "tools/base/decide.h"

/* A condition is the ball 1 where it is true, 0 where it is false, and [0, 1] where that is not
 * known; where what it is about may have no value, it has none. */
static void set_condition(arb_t y, struct decision d)
{
    arb_zero(y);
    if (certainly(d))
        arb_one(y);
    else if (possibly(d))
        arb_unit_interval(y);
}

static struct decision condition(const arb_t x)
{
    return decision_of(arb_is_finite(x), ball_is_exactly(x, 1), ball_is_exactly(x, 0));
}

static struct decision both(struct decision a, struct decision b)
{
    return decision_of(true, certainly(a) && certainly(b), !possibly(a) || !possibly(b));
}

static struct decision not(struct decision a)
{
    return decision_of(true, !possibly(a), certainly(a));
}

static void set_select(arb_t y, const arb_t which, const arb_t a, const arb_t b, slong prec)
{
    const struct decision d = condition(which);
    if (!arb_is_finite(which))
        arb_indeterminate(y);
    else if (certainly(d))
        arb_set(y, a);
    else if (!possibly(d))
        arb_set(y, b);
    else
        arb_union(y, a, b, prec);
}

/* |x|: a ball with 0 in it ends there, so that powers and roots of it have values. */
static void set_abs(arb_t y, const arb_t x)
{
    arb_abs(y, x);
    arb_nonnegative_part(y, y);
}

/* Products of balls are as wide as if their factors were independent: over a wide ball powers are
 * taken at its ends. */
static bool is_broad(const arb_t x) { return arb_rel_accuracy_bits(x) < 20; }

/* Sets ends[2] to those of x, the first at 0 or above where x is known to be. */
static void set_ends(arb_ptr ends, const arb_t x, slong prec)
{
    arb_get_lbound_arf(arb_midref(ends), x, prec);
    arb_get_ubound_arf(arb_midref(ends + 1), x, prec);
    if (certainly(ball_is_nonnegative(x)) && arf_sgn(arb_midref(ends)) < 0)
        arb_zero(ends);
}

/* x^y over x >= 0, where it has a value: it rises or falls with x, and with y, so that its extremes
 * are at corners. */
static void power_at_corners(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    arb_ptr xs = _arb_vec_init(2), ys = _arb_vec_init(2);
    arb_t corner;
    arb_init(corner);
    set_ends(xs, x, prec);
    set_ends(ys, y, prec);
    for (int i = 0; i < 4; i++) {
        if (ball_is_exactly(xs + i / 2, 0))
            arb_zero(corner);
        else
            arb_pow(corner, xs + i / 2, ys + i % 2, prec);
        if (i == 0)
            arb_set(z, corner);
        else
            arb_union(z, z, corner, prec);
    }
    arb_clear(corner);
    _arb_vec_clear(ys, 2);
    _arb_vec_clear(xs, 2);
}

/* x^n for an odd n > 0 and an x of either sign. */
static void odd_power(arb_t z, const arb_t x, const arb_t n, slong prec)
{
    arb_ptr ends = _arb_vec_init(2);
    set_ends(ends, x, prec);
    arb_pow(ends, ends, n, prec);
    arb_pow(ends + 1, ends + 1, n, prec);
    arb_union(z, ends, ends + 1, prec);
    _arb_vec_clear(ends, 2);
}

static void whole_power(arb_t z, const arb_t x, const arb_t n, slong prec)
{
    const bool is_even = arf_is_int_2exp_si(arb_midref(n), 1);
    arb_t size;
    arb_init(size);
    set_abs(size, x);
    if (!arb_is_finite(x)) /* a 0th power of nothing is nothing */
        arb_indeterminate(z);
    else if (!is_broad(x) || !certainly(ball_is_positive(n)))
        arb_pow(z, x, n, prec);
    else if (is_even || certainly(ball_is_nonnegative(x)))
        power_at_corners(z, size, n, prec);
    else
        odd_power(z, x, n, prec);
    arb_clear(size);
}

void ball_power(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    const bool is_positive = certainly(ball_is_positive(x));
    if (ball_is_integer(y))
        whole_power(z, x, y, prec);
    else if (is_positive && !is_broad(x))
        arb_pow(z, x, y, prec);
    else if (is_positive || (certainly(ball_is_nonnegative(x)) && certainly(ball_is_positive(y))))
        power_at_corners(z, x, y, prec);
    else
        arb_indeterminate(z);
}

static void set_square(arb_t y, const arb_t x, slong prec)
{
    arb_t two;
    arb_init(two);
    arb_set_ui(two, 2);
    whole_power(y, x, two, prec);
    arb_clear(two);
}

static void copy(arb_t y, const arb_struct *x)
{
    if (x)
        arb_set(y, x);
    else
        arb_indeterminate(y);
}

static void set_symbol(arb_t y, const struct graph_node *node, const struct ball_point *at)
{
    const unsigned i = node->index;
    switch (node->symbol) {
    case SYMBOL_PARAMETER:
        copy(y, at->p ? at->p + i : NULL);
        return;
    case SYMBOL_INPUT:
        copy(y, i == 0 ? at->v : NULL);
        return;
    case SYMBOL_STATE:
        copy(y, at->x ? at->x + i : NULL);
        return;
    case SYMBOL_SELECTION:
        copy(y, at->s);
        return;
    case SYMBOL_MEMORY:
        copy(y, at->memory ? at->memory + i : NULL);
        return;
    case SYMBOL_TRAVEL:
        copy(y, at->travel);
        return;
    case SYMBOL_REFERENCE:
        copy(y, at->v0);
        return;
    case SYMBOL_VARIABLE:
        copy(y, at->variable ? at->variable + i : NULL);
        return;
    case SYMBOL_RATE:
    case SYMBOL_FORCE:
        break;
    }
    arb_indeterminate(y);
}

/* Operations whose result is bounded whatever their arguments are: where these may have no value,
 * that would be lost. */
static bool is_logical(enum graph_operation operation)
{
    switch (operation) {
    case GRAPH_SIGN:
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
    case GRAPH_AND:
    case GRAPH_OR:
    case GRAPH_NOT:
        return true;
    default:
        return false;
    }
}

static void set_function(arb_t y, enum graph_operation operation, const arb_t x, slong prec)
{
    if (is_logical(operation) && !arb_is_finite(x)) {
        arb_indeterminate(y);
        return;
    }
    switch (operation) {
    case GRAPH_NEGATED:
        arb_neg(y, x);
        return;
    case GRAPH_ABS:
        set_abs(y, x);
        return;
    case GRAPH_SIGN:
        arb_sgn(y, x);
        return;
    case GRAPH_SQRT:
        arb_sqrt(y, x, prec);
        return;
    case GRAPH_EXP:
        arb_exp(y, x, prec);
        return;
    case GRAPH_LOG:
        arb_log(y, x, prec);
        return;
    case GRAPH_SIN:
        arb_sin(y, x, prec);
        return;
    case GRAPH_COS:
        arb_cos(y, x, prec);
        return;
    case GRAPH_TAN:
        arb_tan(y, x, prec);
        return;
    case GRAPH_ASIN:
        arb_asin(y, x, prec);
        return;
    case GRAPH_ACOS:
        arb_acos(y, x, prec);
        return;
    case GRAPH_ATAN:
        arb_atan(y, x, prec);
        return;
    case GRAPH_SINH:
        arb_sinh(y, x, prec);
        return;
    case GRAPH_COSH:
        arb_cosh(y, x, prec);
        return;
    case GRAPH_TANH:
        arb_tanh(y, x, prec);
        return;
    case GRAPH_NOT:
        set_condition(y, not(condition(x)));
        return;
    default:
        arb_indeterminate(y);
    }
}

static void set_of_two(arb_t z, enum graph_operation operation, const arb_t x, const arb_t y,
                       slong prec)
{
    if (is_logical(operation) && !(arb_is_finite(x) && arb_is_finite(y))) {
        arb_indeterminate(z);
        return;
    }
    switch (operation) {
    case GRAPH_SUM:
        arb_add(z, x, y, prec);
        return;
    case GRAPH_DIFFERENCE:
        arb_sub(z, x, y, prec);
        return;
    case GRAPH_PRODUCT:
        arb_mul(z, x, y, prec);
        return;
    case GRAPH_QUOTIENT:
        arb_div(z, x, y, prec);
        return;
    case GRAPH_POWER:
        ball_power(z, x, y, prec);
        return;
    case GRAPH_MIN:
        arb_min(z, x, y, prec);
        return;
    case GRAPH_MAX:
        arb_max(z, x, y, prec);
        return;
    case GRAPH_LESS:
        set_condition(z, ball_less(x, y));
        return;
    case GRAPH_AT_MOST:
        set_condition(z, ball_at_most(x, y));
        return;
    case GRAPH_EQUAL:
        set_condition(z, ball_equal(x, y));
        return;
    case GRAPH_AND:
        set_condition(z, both(condition(x), condition(y)));
        return;
    case GRAPH_OR:
        set_condition(z, not(both(not(condition(x)), not(condition(y)))));
        return;
    default:
        arb_indeterminate(z);
    }
}

/* A function on one side of its kink is one without. */
static void set_on_side(arb_ptr value, const struct graph_node *node, size_t i, int side)
{
    const struct graph_side is = graph_side(node, side);
    if (is.same == EXPRESSION_NONE)
        arb_set_si(value + i, is.factor);
    else if (is.factor < 0)
        arb_neg(value + i, value + is.same);
    else
        arb_set(value + i, value + is.same);
}

/* Integrals and draws have no balls here. */
void graph_node_ball(arb_ptr value, const struct law_graph *law, size_t i,
                     const struct ball_point *at, slong prec)
{
    const struct graph_node *node = law->nodes + i;
    const expression a = node->argument[0], b = node->argument[1];
    if (at->side && graph_is_side(at->side[i]))
        set_on_side(value, node, i, at->side[i]);
    else if (node->operation == GRAPH_NUMBER)
        arb_set_fmpq(value + i, law->numbers + node->index, prec);
    else if (node->operation == GRAPH_SYMBOL)
        set_symbol(value + i, node, at);
    else if (node->operation == GRAPH_SELECT)
        set_select(value + i, value + a, value + b, value + node->argument[2], prec);
    else if (node->operation == GRAPH_PRODUCT && a == b)
        set_square(value + i, value + a, prec);
    else if (graph_arguments(node->operation) == 1)
        set_function(value + i, node->operation, value + a, prec);
    else if (graph_arguments(node->operation) == 2)
        set_of_two(value + i, node->operation, value + a, value + b, prec);
    else
        arb_indeterminate(value + i);
}
