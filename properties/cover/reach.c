/* Bounds what floating point gives, operation by operation (reach.h). */
#include "properties/cover/reach.h"

#include <float.h>
#include <math.h>

/* Relative errors that are allowed for: 2^13 roundings. */
static const double LOOSE = 0x1p-40;

/* The largest and the smallest magnitude that are far from overflow and underflow. */
static const double LARGEST = 0x1p1000, SMALLEST = 0x1p-1000;

/* What exp, sinh and cosh may be of, so that they stay below the largest. */
static const double STEEPEST = 690;

static const struct reach unknown = { -INFINITY, INFINITY }, condition = { 0, 1 };

bool reach_is_finite(struct reach a) { return a.lo >= -LARGEST && a.hi <= LARGEST; }

/* Rounding never changes a sign: what is not negative stays so. */
static struct reach widened(double lo, double hi)
{
    struct reach is = { lo - (fabs(lo) * LOOSE + DBL_MIN), hi + (fabs(hi) * LOOSE + DBL_MIN) };
    if (lo >= 0)
        is.lo = fmax(is.lo, 0);
    if (hi <= 0)
        is.hi = fmin(is.hi, 0);
    return reach_is_finite(is) ? is : unknown;
}

struct reach reach_either(struct reach a, struct reach b)
{
    return (struct reach){ fmin(a.lo, b.lo), fmax(a.hi, b.hi) };
}

/* The smallest and the largest of four. */
static struct reach hull(double a, double b, double c, double d)
{
    return widened(fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)));
}

static struct reach product(struct reach a, struct reach b)
{
    return hull(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
}

static struct reach quotient(struct reach a, struct reach b)
{
    if (!(b.lo >= SMALLEST || b.hi <= -SMALLEST))
        return unknown;
    return hull(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi);
}

static struct reach magnitude(struct reach a)
{
    const double most = fmax(fabs(a.lo), fabs(a.hi));
    const bool has_zero = a.lo <= 0 && a.hi >= 0;
    return (struct reach){ has_zero ? 0 : fmin(fabs(a.lo), fabs(a.hi)), most };
}

/* x^y of x >= 0, and y >= 0 where x may be 0. */
static struct reach power(struct reach x, struct reach y)
{
    if (x.lo >= SMALLEST)
        return hull(pow(x.lo, y.lo), pow(x.lo, y.hi), pow(x.hi, y.lo), pow(x.hi, y.hi));
    if (!(x.lo >= 0 && y.lo >= 0))
        return unknown;
    return hull(0, y.lo > 0 ? 0 : 1, pow(x.hi, y.lo), pow(x.hi, y.hi));
}

struct reach reach_whole_power(struct reach x, long n)
{
    const struct reach size = magnitude(x), exponent = { (double)n, (double)n };
    if (n < 0 && !(size.lo >= SMALLEST))
        return unknown;
    const struct reach is = power(size, exponent);
    if (n % 2 == 0 || x.lo >= 0)
        return is;
    return x.hi <= 0 ? (struct reach){ -is.hi, -is.lo } : (struct reach){ -is.hi, is.hi };
}

/* A function that never falls, of what lies from `from` to `to`. */
static struct reach rising(double (*f)(double), struct reach a, double from, double to)
{
    return a.lo >= from && a.hi <= to ? widened(f(a.lo), f(a.hi)) : unknown;
}

static struct reach sign(struct reach a)
{
    return (struct reach){ a.lo > 0 ? 1 : a.lo < 0 ? -1 : 0, a.hi < 0 ? -1 : a.hi > 0 ? 1 : 0 };
}

static struct reach hyperbolic_cosine(struct reach a)
{
    return rising(cosh, magnitude(a), 0, STEEPEST);
}

static struct reach of_one(enum graph_operation operation, struct reach a)
{
    static const struct reach swing = { -1.5, 1.5 };
    switch (operation) {
    case GRAPH_NEGATED:
        return (struct reach){ -a.hi, -a.lo };
    case GRAPH_ABS:
        return magnitude(a);
    case GRAPH_SIGN:
        return sign(a);
    case GRAPH_SQRT:
        return rising(sqrt, a, 0, LARGEST);
    case GRAPH_EXP:
        return rising(exp, a, -LARGEST, STEEPEST);
    case GRAPH_LOG:
        return rising(log, a, SMALLEST, LARGEST);
    case GRAPH_SIN:
    case GRAPH_COS:
        return swing;
    case GRAPH_TAN:
        return rising(tan, a, -1.5, 1.5);
    case GRAPH_ASIN:
        return rising(asin, a, -1, 1);
    case GRAPH_ACOS:
        return a.lo >= -1 && a.hi <= 1 ? widened(acos(a.hi), acos(a.lo)) : unknown;
    case GRAPH_ATAN:
        return rising(atan, a, -LARGEST, LARGEST);
    case GRAPH_SINH:
        return rising(sinh, a, -STEEPEST, STEEPEST);
    case GRAPH_COSH:
        return hyperbolic_cosine(a);
    case GRAPH_TANH:
        return rising(tanh, a, -LARGEST, LARGEST);
    default:
        return unknown;
    }
}

static struct reach of_two(enum graph_operation operation, struct reach a, struct reach b)
{
    switch (operation) {
    case GRAPH_SUM:
        return widened(a.lo + b.lo, a.hi + b.hi);
    case GRAPH_DIFFERENCE:
        return widened(a.lo - b.hi, a.hi - b.lo);
    case GRAPH_PRODUCT:
        return product(a, b);
    case GRAPH_QUOTIENT:
        return quotient(a, b);
    case GRAPH_POWER:
        return power(a, b);
    case GRAPH_MIN:
        return (struct reach){ fmin(a.lo, b.lo), fmin(a.hi, b.hi) };
    case GRAPH_MAX:
        return (struct reach){ fmax(a.lo, b.lo), fmax(a.hi, b.hi) };
    case GRAPH_DRAW:
        return (struct reach){ 1, 0x1p24 };
    default:
        return unknown;
    }
}

static struct reach decided(bool yes, bool no) { return (struct reach){ yes ? 1 : 0, no ? 0 : 1 }; }

static struct reach compared(enum graph_operation operation, struct reach a, struct reach b)
{
    switch (operation) {
    case GRAPH_LESS:
        return decided(a.hi < b.lo, a.lo >= b.hi);
    case GRAPH_AT_MOST:
        return decided(a.hi <= b.lo, a.lo > b.hi);
    default:
        return decided(a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.hi < b.lo || b.hi < a.lo);
    }
}

static bool is_logical(enum graph_operation operation)
{
    return operation == GRAPH_AND || operation == GRAPH_OR || operation == GRAPH_NOT;
}

static struct reach logical(enum graph_operation operation, const struct reach of[])
{
    const bool a = reach_is_true(of[0]), not_a = reach_is_false(of[0]);
    if (operation == GRAPH_NOT)
        return decided(not_a, a);
    const bool b = reach_is_true(of[1]), not_b = reach_is_false(of[1]);
    return operation == GRAPH_AND ? decided(a && b, not_a || not_b)
                                  : decided(a || b, not_a && not_b);
}

bool reach_is_true(struct reach a) { return a.lo > 0 || a.hi < 0; }

bool reach_is_false(struct reach a) { return a.lo == 0 && a.hi == 0; }

struct reach reach_of(enum graph_operation operation, const struct reach of[])
{
    const unsigned n = graph_arguments(operation);
    if (operation == GRAPH_SELECT)
        return reach_is_true(of[0])    ? of[1]
               : reach_is_false(of[0]) ? of[2]
                                       : reach_either(of[1], of[2]);
    for (unsigned i = 0; i < n; i++)
        if (!reach_is_finite(of[i]))
            return is_logical(operation) || operation == GRAPH_LESS || operation == GRAPH_AT_MOST ||
                           operation == GRAPH_EQUAL
                       ? condition
                       : unknown;
    if (is_logical(operation))
        return logical(operation, of);
    if (operation == GRAPH_LESS || operation == GRAPH_AT_MOST || operation == GRAPH_EQUAL)
        return compared(operation, of[0], of[1]);
    if (n == 1)
        return of_one(operation, of[0]);
    return n == 2 ? of_two(operation, of[0], of[1]) : unknown;
}

/* A whole number as an exponent. */
static bool is_whole(const struct law_graph *law, expression e, long *value)
{
    const struct graph_node *node = &law->nodes[e];
    if (node->operation != GRAPH_NUMBER)
        return false;
    const fmpq *q = law->numbers + node->index;
    if (!fmpz_is_one(fmpq_denref(q)) || fmpz_cmpabs(fmpq_numref(q), (const fmpz[]){ 64 }) > 0)
        return false;
    *value = fmpz_get_si(fmpq_numref(q));
    return true;
}

/* Whole numbers below 2^53 are what they are, others are rounded. */
static struct reach number(const fmpq_t q)
{
    const double nearest = graph_double(q);
    const bool is_exact = fmpz_is_one(fmpq_denref(q)) && fabs(nearest) < 0x1p53;
    return is_exact ? (struct reach){ nearest, nearest } : widened(nearest, nearest);
}

struct reach reach_node(const struct law_graph *law, size_t i, const struct reach of[])
{
    const struct graph_node *node = &law->nodes[i];
    struct reach argument[GRAPH_MOST_ARGUMENTS] = { { 0 } };
    long n;
    if (node->operation == GRAPH_NUMBER)
        return number(law->numbers + node->index);
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        argument[k] = of[node->argument[k]];
    if (node->operation == GRAPH_POWER && is_whole(law, node->argument[1], &n) &&
        reach_is_finite(argument[0]))
        return reach_whole_power(argument[0], n);
    struct reach is = reach_of(node->operation, argument);
    if (node->operation == GRAPH_PRODUCT && node->argument[0] == node->argument[1])
        is.lo = fmax(is.lo, 0);
    return is;
}
