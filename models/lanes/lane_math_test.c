/* The functions of lanes: their promises (lane_math.h) against 150 bits, their special values
 * against the library's, and the same bits from every set of instructions. */
#include <arb.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "models/algebra/graph.h"
#include "models/algebra/interpret.h"
#include "models/lanes/lane_math.h"
#include "models/lanes/lane_steps.h"
#include "tools/base/rng.h"

enum { BITS = 150, PLACES = 40000 };

/* The distance from one double to the next, at x. */
static double ulp(double x) { return ldexp(1, ilogb(x) - 52); }

/* Returns how far a value is from the middle of a narrow ball, in units of the last place. */
static double off(double value, const arb_t exact)
{
    arf_t there;
    arb_t difference;
    arf_init(there);
    arb_init(difference);
    arf_set_d(there, value);
    arb_sub_arf(difference, exact, there, BITS);
    const double error = fabs(arf_get_d(arb_midref(difference), ARF_RND_UP)),
                 near = arf_get_d(arb_midref(exact), ARF_RND_NEAR);
    arb_clear(difference);
    arf_clear(there);
    return error / ulp(near);
}

static double spread(struct rng *rng, double lo, double hi)
{
    return lo + (hi - lo) * rng_uniform(rng);
}

/* A number of either sign, of a size from 2^-60 up to `most`. */
static double any_size(struct rng *rng, double most)
{
    return (rng_below(rng, 2) == 0 ? 1 : -1) * most * exp2(-60 * rng_uniform(rng));
}

struct function {
    double (*lane)(double);
    void (*ball)(arb_t, const arb_t, slong);
    double lo, hi, ulps; /* where the result is a normal number; the promise */
};

static double lane_of(double (*lane)(double), double x) { return lane(x); }

Test(lane_math, functions_keep_their_promises)
{
    const struct function functions[] = {
        { lane_exp, arb_exp, -708, 709.7, 1 },
        { lane_expm1, arb_expm1, -708, 709.7, 2 },
        { lane_tanh, arb_tanh, -30, 30, 3 },
    };
    struct rng rng = rng_keyed(1, "lane_math", 0);
    arb_t x, exact;
    arb_init(x);
    arb_init(exact);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (unsigned i = 0; i < PLACES; i++) {
            const struct function *is = &functions[f];
            const double at = i % 2 == 0 ? spread(&rng, is->lo, is->hi) : any_size(&rng, 1);
            arb_set_d(x, at);
            is->ball(exact, x, BITS);
            const double error = off(lane_of(is->lane, at), exact);
            cr_assert(error <= is->ulps, "function %zu at %a: %g ulp", f, at, error);
        }
    for (unsigned i = 0; i < PLACES; i++) {
        const double at = i % 2 == 0 ? exp(spread(&rng, -745, 709)) : 1 + any_size(&rng, 0.5);
        arb_set_d(x, at);
        arb_log(exact, x, BITS);
        cr_assert(at == 1 || off(lane_log(at), exact) <= 1, "log(%a)", at);
    }
    arb_clear(x);
    arb_clear(exact);
}

Test(lane_math, powers_keep_their_promise)
{
    struct rng rng = rng_keyed(1, "lane_math", 1);
    arb_t x, y, exact;
    arb_init(x);
    arb_init(y);
    arb_init(exact);
    for (unsigned i = 0; i < PLACES; i++) {
        const double base = exp(spread(&rng, -60, 60)), most = 700 / fmax(fabs(log(base)), 1e-3),
                     exponent = spread(&rng, -most, most);
        arb_set_d(x, base);
        arb_set_d(y, exponent);
        arb_pow(exact, x, y, BITS);
        const double error = off(lane_pow(base, exponent), exact);
        cr_assert(error <= 1 + fabs(exponent * log(base)) / 20, "%a^%a: %g ulp", base, exponent,
                  error);
    }
    arb_clear(x);
    arb_clear(y);
    arb_clear(exact);
}

static const double special[] = {
    0,        1,         -1,   2,      -2,     3,       -3,       0.5,     -0.5,
    INFINITY, -INFINITY, NAN,  1e-310, 1e300,  1e-300,  5e-324,   709.9,   710,
    -745,     -745.2,    -800, 800,    -1e300, DBL_MAX, -DBL_MAX, DBL_MIN, 0x1p53,
};
enum { SPECIAL = sizeof special / sizeof *special };

/* Equal, or as near as the promises of both, 3 and 1, allow; also where a result is subnormal. */
static bool is_near(double a, double b)
{
    return a == b || (isnan(a) && isnan(b)) ||
           (isfinite(a) && isfinite(b) && fabs(a - b) <= 4 * fmax(ulp(b), DBL_TRUE_MIN));
}

/* -infinity is left out of the bases: to lanes it is a negative number like others. */
Test(lane_math, special_values_are_those_of_the_library)
{
    for (unsigned i = 0; i < SPECIAL; i++) {
        const double x = special[i];
        cr_expect(is_near(lane_exp(x), exp(x)), "exp(%g) = %g", x, lane_exp(x));
        cr_expect(is_near(lane_expm1(x), expm1(x)), "expm1(%g) = %g", x, lane_expm1(x));
        cr_expect(is_near(lane_log(x), log(x)), "log(%g) = %g", x, lane_log(x));
        cr_expect(is_near(lane_tanh(x), tanh(x)), "tanh(%g) = %g", x, lane_tanh(x));
        for (unsigned k = 0; k < SPECIAL && x != -(double)INFINITY; k++)
            cr_expect(is_near(lane_pow(x, special[k]), pow(x, special[k])), "%g^%g = %g, not %g", x,
                      special[k], lane_pow(x, special[k]), pow(x, special[k]));
    }
}

/* Rows of any numbers: the first three are arguments. */
static void fill_rows(lane_row rows[], unsigned seed)
{
    struct rng rng = rng_keyed(2, "lane_math", seed);
    for (unsigned r = 0; r < 3; r++)
        for (unsigned l = 0; l < LANES; l++)
            rows[r][l] = rng_below(&rng, 4) == 0   ? special[rng_below(&rng, SPECIAL)]
                         : rng_below(&rng, 2) == 0 ? any_size(&rng, 700)
                                                   : spread(&rng, -3, 3);
}

enum { RESULTS = LANE_N_WEIGHTS, ROWS = 3 + RESULTS };

static void run_with(lane_runner *run, unsigned operation, unsigned seed, lane_row rows[ROWS])
{
    const struct lane_step step = { (uint16_t)operation, 3, { 0, 1, 2 } };
    memset(rows, 0, ROWS * sizeof *rows);
    fill_rows(rows, seed);
    run(&step, 1, rows);
}

Test(lane_steps, bits_do_not_depend_on_instructions)
{
    enum { SEEDS = 40, LAST = LANE_WEIGHTS };
    static _Alignas(64) lane_row narrow[ROWS], wide[ROWS];
    for (unsigned operation = 0; operation <= LAST; operation++)
        for (unsigned seed = 0; seed < SEEDS; seed++)
            for (unsigned i = LANE_AVX2; i < LANE_N_INSTRUCTIONS; i++) {
                lane_runner *run = lane_run_with((enum lane_instructions)i);
                if (!run)
                    continue;
                run_with(lane_run_baseline, operation, seed, narrow);
                run_with(run, operation, seed, wide);
                for (unsigned r = 3; r < ROWS; r++)
                    for (unsigned l = 0; l < LANES; l++)
                        cr_assert(lane_to_bits(narrow[r][l]) == lane_to_bits(wide[r][l]) ||
                                      (isnan(narrow[r][l]) && isnan(wide[r][l])),
                                  "operation %u, instructions %u, lane %u: %a, not %a", operation,
                                  i, l, wide[r][l], narrow[r][l]);
            }
    cr_expect(lane_run_best() != NULL && lane_run_with(LANE_BASELINE) == lane_run_baseline);
}

/* Makes an operation on three parameters ready to be interpreted. */
static void prepare(struct graph *g, unsigned operation, struct graph_program *program)
{
    const expression of[] = { graph_symbol(g, SYMBOL_PARAMETER, 0),
                              graph_symbol(g, SYMBOL_PARAMETER, 1),
                              graph_symbol(g, SYMBOL_PARAMETER, 2) };
    const expression e = graph_node(g, (enum graph_operation)operation, of);
    graph_prepare(g, &e, 1, program);
}

Test(lane_steps, operations_are_those_of_a_graph)
{
    static _Alignas(64) lane_row rows[ROWS];
    for (unsigned operation = GRAPH_NEGATED; operation <= GRAPH_NOT; operation++) {
        struct graph g = { .n = 0 };
        struct graph_program program;
        prepare(&g, operation, &program);
        for (unsigned seed = 0; seed < 40; seed++) {
            run_with(lane_run_best(), operation, seed, rows);
            for (unsigned l = 0; l < LANES; l++) {
                const double of[] = { rows[0][l], rows[1][l], rows[2][l] };
                double is;
                if (operation == GRAPH_POWER && of[0] == -(double)INFINITY)
                    continue;
                graph_run(&program, &(struct graph_point){ .parameters = of }, &is);
                cr_assert(is_near(rows[3][l], is), "operation %u of %a, %a, %a: %a, not %a",
                          operation, of[0], of[1], of[2], rows[3][l], is);
            }
        }
        graph_program_free(&program);
        graph_free(&g);
    }
}

/* Of exponents that are 2 in every lane, and in all but one. */
Test(lane_steps, squares_do_not_depend_on_neighbours)
{
    static _Alignas(64) lane_row rows[ROWS], others[ROWS];
    const struct lane_step power = { GRAPH_POWER, 3, { 0, 1, 2 } };
    fill_rows(rows, 7);
    memcpy(others, rows, sizeof others);
    for (unsigned l = 0; l < LANES; l++) {
        rows[1][l] = 2;
        others[1][l] = l == 5 ? 1.5 : 2;
    }
    lane_run_best()(&power, 1, rows);
    lane_run_best()(&power, 1, others);
    for (unsigned l = 0; l < LANES; l++)
        cr_expect(l == 5 || lane_to_bits(rows[3][l]) == lane_to_bits(others[3][l]) ||
                  isnan(rows[3][l]));
    cr_expect(rows[3][0] == rows[0][0] * rows[0][0]);
}

/* exp(-u), its mean, and what a state of b = k x does not change, of u of any size. */
Test(lane_steps, weights_are_those_of_a_state_that_relaxes)
{
    static _Alignas(64) lane_row rows[ROWS];
    const struct lane_step weigh = { LANE_WEIGHTS, 3, { 0, 1, 2 } };
    struct rng rng = rng_keyed(3, "lane_math", 0);
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned l = 0; l < LANES; l++) {
            rows[0][l] = spread(&rng, -1, 1);
            rows[1][l] = any_size(&rng, 1e3);
            rows[2][l] = 0.03 * exp2(-30 * rng_uniform(&rng));
        }
        lane_run_best()(&weigh, 1, rows);
        for (unsigned l = 0; l < LANES; l++) {
            const double k = rows[1][l], h = rows[2][l], u = k * h;
            const double phi = u == 0 ? 1 : -expm1(-u) / u;
            /* the series cancels twice beyond |u| = 1/8, where tilt is not taken */
            const double tilt = fabs(u) < 1e-4 ? h * (0.5 - u / 6) : h * (1 - phi) / u;
            const double eps = DBL_EPSILON;
            cr_assert_eq(rows[3 + LANE_U][l], u);
            cr_assert_eq(rows[3 + LANE_STEADY][l], rows[0][l] / k);
            /* exp of 1 ulp, and some operations */
            cr_assert(fabs(rows[3 + LANE_PHI][l] - phi) <= 6 * eps * phi, "phi(%a)", u);
            cr_assert(fabs(rows[3 + LANE_REST][l] - exp(-u)) <= 4 * eps * fmax(1, exp(-u)));
            /* (1 - phi)/u cancels: its own error is some eps/u */
            cr_assert(fabs(u) > 0.125 ||
                          fabs(rows[3 + LANE_TILT][l] - tilt) <=
                              (fabs(u) < 1e-4 ? u * u / 12 + 4 * eps : 8 * eps / fabs(u)) * h,
                      "tilt(%a): %a, not %a", u, rows[3 + LANE_TILT][l], tilt);
        }
    }
}
