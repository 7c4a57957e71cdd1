/* Runs steps; compiled once for each set of instructions, LANE_RUN being its name (lane_steps.h).
 * The loops are what a compiler turns into vector instructions. */
#include "models/lanes/lane_steps.h"

#include "models/algebra/graph.h"
#include "models/lanes/lane_math.h"

#define EACH_LANE for (unsigned l = 0; l < LANES; l++)

/* psi(u) = (u - 1 + exp(-u))/u^2 for |u| <= 1/8: of the series of u^n/(n+2)!, with changing signs,
 * the first term left out is below 1e-17 of the sum. */
static inline double psi(double u)
{
    double sum = -1.0 / 39916800;
    sum = sum * u + 1.0 / 3628800;
    sum = sum * u - 1.0 / 362880;
    sum = sum * u + 1.0 / 40320;
    sum = sum * u - 1.0 / 5040;
    sum = sum * u + 1.0 / 720;
    sum = sum * u - 1.0 / 120;
    sum = sum * u + 1.0 / 24;
    sum = sum * u - 1.0 / 6;
    return sum * u + 0.5;
}

static inline void weigh(const double *restrict b, const double *restrict k,
                         const double *restrict h, lane_row to[])
{
    double *restrict u = to[LANE_U], *restrict phi = to[LANE_PHI], *restrict tilt = to[LANE_TILT],
                     *restrict steady = to[LANE_STEADY], *restrict rest = to[LANE_REST];
    EACH_LANE
    {
        const double kh = k[l] * h[l], change = -lane_expm1(-kh), curved = psi(kh);
        u[l] = kh;
        phi[l] = fabs(kh) <= 0.125 ? 1 - kh * curved : change / kh;
        tilt[l] = h[l] * curved;
        steady[l] = b[l] / k[l];
        rest[l] = 1 - change;
    }
}

/* The usual exponent 2 without the cost of a power, where all lanes have it. */
static inline void to_power(const double *restrict a, const double *restrict b, double *restrict to)
{
    int others = 0;
    EACH_LANE others |= b[l] != 2;
    if (others)
        EACH_LANE to[l] = b[l] == 2 ? a[l] * a[l] : lane_pow(a[l], b[l]);
    else
        EACH_LANE to[l] = a[l] * a[l];
}

/* Each case is a loop of its own. */
#define CASE(name, value)                                                                          \
    case name:                                                                                     \
        EACH_LANE to[l] = value;                                                                   \
        break;

static void run_one(const struct lane_step *step, lane_row rows[])
{
    double *restrict to = rows[step->to];
    const double *restrict a = rows[step->from[0]], *restrict b = rows[step->from[1]],
                           *restrict c = rows[step->from[2]];
    switch (step->operation) {
        CASE(GRAPH_NEGATED, -a[l])
        CASE(GRAPH_SUM, a[l] + b[l])
        CASE(GRAPH_DIFFERENCE, a[l] - b[l])
        CASE(GRAPH_PRODUCT, a[l] * b[l])
        CASE(GRAPH_QUOTIENT, a[l] / b[l])
        CASE(LANE_SQUARE, a[l] * a[l])
        CASE(GRAPH_ABS, fabs(a[l]))
        CASE(GRAPH_SIGN, (double)((a[l] > 0) - (a[l] < 0)))
        CASE(GRAPH_SQRT, sqrt(a[l]))
        CASE(GRAPH_EXP, lane_exp(a[l]))
        CASE(GRAPH_LOG, lane_log(a[l]))
        CASE(GRAPH_TANH, lane_tanh(a[l]))
        CASE(GRAPH_SIN, sin(a[l]))
        CASE(GRAPH_COS, cos(a[l]))
        CASE(GRAPH_TAN, tan(a[l]))
        CASE(GRAPH_ASIN, asin(a[l]))
        CASE(GRAPH_ACOS, acos(a[l]))
        CASE(GRAPH_ATAN, atan(a[l]))
        CASE(GRAPH_SINH, sinh(a[l]))
        CASE(GRAPH_COSH, cosh(a[l]))
        CASE(GRAPH_MIN, a[l] < b[l] ? a[l] : b[l])
        CASE(GRAPH_MAX, a[l] > b[l] ? a[l] : b[l])
        CASE(GRAPH_SELECT, a[l] != 0 ? b[l] : c[l])
        CASE(GRAPH_LESS, a[l] < b[l] ? 1 : 0)
        CASE(GRAPH_AT_MOST, a[l] <= b[l] ? 1 : 0)
        CASE(GRAPH_EQUAL, a[l] == b[l] ? 1 : 0)
        CASE(GRAPH_AND, (a[l] != 0) & (b[l] != 0) ? 1 : 0)
        CASE(GRAPH_OR, (a[l] != 0) | (b[l] != 0) ? 1 : 0)
        CASE(GRAPH_NOT, a[l] == 0 ? 1 : 0)
    case GRAPH_POWER:
        to_power(a, b, to);
        break;
    case LANE_WEIGHTS:
        weigh(a, b, c, rows + step->to);
        break;
    default: /* lane_law.c makes no others */
        EACH_LANE to[l] = (double)NAN;
        break;
    }
}

void LANE_RUN(const struct lane_step steps[], size_t n, lane_row rows[])
{
    for (size_t i = 0; i < n; i++)
        run_one(&steps[i], rows);
}
