/* What is known of expressions along a motion, of graphs that are drawn: it holds at points that
 * are drawn, and which states stay at zero is compared with all sets of states that could. */
#include <criterion/criterion.h>
#include <string.h>

#include "models/algebra/graph.h"
#include "reference/graph/graph_tape.h"
#include "tools/base/decide.h"
#include "tools/testing/test_random.h"

enum { PARAMS = 3, STATES = 3, DRAWN = 14, WANTED = STATES + 4, POINTS = 6, GRAPHS = 1500 };

/* What expressions are made of. Without differences nothing cancels where all symbols are
 * positive: what is zero at every point is so by its factors. */
static const enum graph_operation all[] = {
    GRAPH_PRODUCT, GRAPH_PRODUCT, GRAPH_SUM, GRAPH_DIFFERENCE, GRAPH_QUOTIENT, GRAPH_NEGATED,
    GRAPH_ABS,     GRAPH_SIGN,    GRAPH_MIN, GRAPH_MAX,        GRAPH_SELECT,   GRAPH_LESS,
};
static const enum graph_operation growing[] = { GRAPH_PRODUCT, GRAPH_PRODUCT, GRAPH_PRODUCT,
                                                GRAPH_SUM, GRAPH_ABS };

struct drawing {
    unsigned long long random;
    struct graph graph;
    struct law_graph law;
    expression pool[2 + PARAMS + STATES + DRAWN], rate[STATES], of[WANTED];
    unsigned n;
    struct graph_tape tape;
    arb_ptr p, x;
    arb_t v, s;
};

static size_t below(struct drawing *d, size_t n)
{
    return (size_t)(test_uniform(&d->random) * (double)n);
}

static expression any(struct drawing *d) { return d->pool[below(d, d->n)]; }

static expression drawn(struct drawing *d, enum graph_operation operation)
{
    const expression a = any(d), b = any(d), p = d->pool[below(d, PARAMS - 1)];
    switch (operation) {
    case GRAPH_SELECT: /* by a parameter, or by the motion */
        return graph_select(
            &d->graph, graph_two(&d->graph, GRAPH_LESS, below(d, 3) ? d->pool[PARAMS - 1] : a, p),
            a, b);
    case GRAPH_QUOTIENT:
        return graph_two(&d->graph, operation, a, p);
    case GRAPH_NEGATED:
    case GRAPH_ABS:
    case GRAPH_SIGN:
        return graph_one(&d->graph, operation, a);
    default:
        return graph_two(&d->graph, operation, a, b);
    }
}

/* Two parameters that are positive and one that is 0, the velocity, the states, and more and more
 * that is made of them. */
static void open_drawing(struct drawing *d, unsigned seed, const enum graph_operation of[],
                         size_t n)
{
    *d = (struct drawing){ .random = test_seed() ^ ((unsigned long long)seed << 24) };
    for (unsigned i = 0; i < PARAMS; i++)
        d->pool[d->n++] = graph_symbol(&d->graph, SYMBOL_PARAMETER, i);
    d->pool[d->n++] = graph_symbol(&d->graph, SYMBOL_INPUT, 0);
    for (unsigned i = 0; i < STATES; i++)
        d->pool[d->n++] = graph_symbol(&d->graph, SYMBOL_STATE, i);
    for (unsigned i = 0; i < DRAWN; i++)
        d->pool[d->n++] = drawn(d, of[below(d, n)]);
    for (unsigned i = 0; i < WANTED; i++)
        d->of[i] = any(d);
    for (unsigned i = 0; i < STATES; i++) /* some rates are another state's, or follow one */
        d->rate[i] = d->of[i];
    d->law = (struct law_graph){ .nodes = d->graph.nodes,
                                 .n = d->graph.n,
                                 .numbers = d->graph.numbers,
                                 .rate = { .of = d->rate, .n = STATES } };
    d->p = _arb_vec_init(PARAMS);
    d->x = _arb_vec_init(STATES);
    arb_init(d->v);
    arb_init(d->s);
    for (unsigned i = 0; i + 1 < PARAMS; i++)
        arb_set_d(d->p + i, (double)(1 + below(d, 8)) / 4);
    graph_tape_init(&d->tape, &d->law, d->of, WANTED, WANTED, d->p, 256);
}

static void close_drawing(struct drawing *d)
{
    graph_tape_clear(&d->tape);
    arb_clear(d->s);
    arb_clear(d->v);
    _arb_vec_clear(d->x, STATES);
    _arb_vec_clear(d->p, PARAMS);
    graph_free(&d->graph);
}

/* Goes to a point with the states zero that `zero` has; numbers are of either sign if
 * asked for. */
static void go(struct drawing *d, unsigned zero, bool either)
{
    for (unsigned i = 0; i < STATES; i++)
        arb_set_d(d->x + i, zero >> i & 1 ? 0
                                          : (either && below(d, 2) ? -1 : 1) *
                                                (double)(1 + below(d, 1000)) / 256);
    arb_set_d(d->v, (either && below(d, 2) ? -1 : 1) * (double)(1 + below(d, 1000)) / 256);
    arb_sgn(d->s, d->v);
    graph_tape_at(&d->tape, d->v, d->s, d->x, 256);
}

static bool is_wanted(const struct drawing *d, size_t i)
{
    return i < d->tape.end && d->tape.needed[i];
}

/* Nodes that are said to be 0, to have the sign of v, or to be the same, are so at every point. */
Test(facts, hold_at_every_point)
{
    unsigned zeros = 0, signs = 0, same = 0;
    for (unsigned seed = 0; seed < GRAPHS; seed++) {
        struct drawing d;
        open_drawing(&d, seed, all, sizeof all / sizeof *all);
        for (unsigned k = 0; k < POINTS; k++) {
            go(&d, k == 0 ? 1 : 0, true);
            const int forth = arf_sgn(arb_midref(d.v));
            for (size_t i = 0; i < d.tape.end; i++) {
                if (!is_wanted(&d, i))
                    continue;
                const int sign = arf_sgn(arb_midref(d.tape.value + i));
                const int said = graph_tape_sign_by_speed(&d.tape, (expression)i);
                cr_expect(!d.tape.is_zero[i] || sign == 0, "graph %u: node %zu", seed, i);
                cr_expect(said == 0 || sign == said * forth, "graph %u: node %zu by speed", seed,
                          i);
                zeros += d.tape.is_zero[i];
                signs += said != 0;
            }
            for (unsigned i = 0; i < WANTED; i++)
                for (unsigned j = 0; j < i; j++) {
                    const bool is = graph_tape_is_same(&d.tape, d.of[i], d.of[j]);
                    cr_expect(!is || arb_equal(d.tape.value + d.of[i], d.tape.value + d.of[j]),
                              "graph %u: %u and %u", seed, i, j);
                    same += is && d.of[i] != d.of[j];
                }
        }
        close_drawing(&d);
    }
    cr_expect(zeros > GRAPHS && signs > GRAPHS && same > GRAPHS / 100, "%u, %u and %u", zeros,
              signs, same);
}

/* Returns true when the rates of all states in the set are 0 where these states are, at points that
 * are drawn. */
static bool stays(struct drawing *d, unsigned set)
{
    for (unsigned k = 0; k < 3; k++) {
        go(d, set, false);
        for (unsigned i = 0; i < STATES; i++)
            if (set >> i & 1 && !arb_is_zero(d->tape.value + d->rate[i]))
                return false;
    }
    return true;
}

/* Of the states that are 0 the largest set whose rates are then 0 stays there, and what is made of
 * these with it. */
Test(facts, states_that_stay_are_the_largest_set_that_can)
{
    unsigned staying = 0, leaving = 0;
    for (unsigned seed = 0; seed < GRAPHS; seed++) {
        struct drawing d;
        open_drawing(&d, seed, growing, sizeof growing / sizeof *growing);
        for (unsigned now = 0; now < 1 << STATES; now++) {
            unsigned largest = 0;
            for (unsigned set = 1; set < 1 << STATES; set++)
                if ((set & ~now) == 0 && stays(&d, set))
                    largest |= set;
            for (unsigned i = 0; i < STATES; i++)
                arb_set_ui(d.x + i, now >> i & 1 ? 0 : 1);
            graph_tape_remember(&d.tape, NULL, d.x, 256);
            for (unsigned i = 0; i < STATES; i++) {
                const expression state = d.tape.state[i];
                const bool expected = largest >> i & 1;
                if (state == EXPRESSION_NONE)
                    continue;
                cr_expect_eq(d.tape.stays_zero[state], expected, "graph %u: state %u of %u", seed,
                             i, now);
                staying += expected;
                leaving += !expected && (now >> i & 1);
            }
            go(&d, largest, false);
            for (size_t i = 0; i < d.tape.end; i++)
                if (is_wanted(&d, i))
                    cr_expect(d.tape.stays_zero[i] == arb_is_zero(d.tape.value + i),
                              "graph %u: node %zu where %u stay", seed, i, largest);
        }
        close_drawing(&d);
    }
    cr_expect(staying > GRAPHS && leaving > GRAPHS, "%u stay, %u do not", staying, leaving);
}

/* Over a range of velocities signs are those at every point of it, also where the sign of an
 * expression has been said. */
Test(facts, signs_over_a_range_are_those_in_it)
{
    unsigned known = 0;
    for (unsigned seed = 0; seed < GRAPHS; seed++) {
        struct drawing d;
        signed char said[2 * sizeof d.pool] = { 0 };
        open_drawing(&d, seed, all, sizeof all / sizeof *all);
        const int forth = below(&d, 2) ? 1 : -1;
        const expression told = d.of[below(&d, WANTED)];
        int is;
        for (unsigned i = 0; i < STATES; i++)
            arb_set_d(d.x + i, (double)below(&d, 5) - 2);
        arb_set_d(d.v, 1);
        mag_set_d(arb_radref(d.v), 1);
        arb_mul_si(d.v, d.v, forth, 64); /* from 0 to 2 */
        /* What is told is what is so at the point that is looked at afterwards. */
        arb_t at;
        arb_init(at);
        arb_set_d(at, forth * (double)(1 + below(&d, 500)) / 256);
        arb_set_si(d.s, forth);
        graph_tape_at(&d.tape, at, d.s, d.x, 256);
        is = arf_sgn(arb_midref(d.tape.value + told));
        graph_tape_over(&d.tape, d.v, forth, d.x, 256);
        if (is != 0)
            graph_tape_know(&d.tape, told, is);
        graph_tape_over(&d.tape, d.v, forth, d.x, 256);
        for (size_t i = 0; i < d.tape.end; i++)
            said[i] = is_wanted(&d, i) ? (signed char)graph_tape_sign(&d.tape, (expression)i) : 0;
        graph_tape_forget(&d.tape);
        graph_tape_leave_sides(&d.tape);
        graph_tape_at(&d.tape, at, d.s, d.x, 256);
        for (size_t i = 0; i < d.tape.end; i++) {
            const int sign = arf_sgn(arb_midref(d.tape.value + i));
            cr_expect(said[i] == 0 || said[i] == sign, "graph %u: node %zu has %d, not %d", seed, i,
                      sign, said[i]);
            known += said[i] != 0 && d.tape.varies[i];
        }
        arb_clear(at);
        close_drawing(&d);
    }
    cr_expect(known > GRAPHS, "%u signs", known);
}

/* What an expression is made of is what the graph says, symbol by symbol; the velocity is found
 * where it is in one of them. */
Test(facts, expressions_depend_on_their_symbols)
{
    static const enum graph_symbol kinds[] = { SYMBOL_PARAMETER, SYMBOL_INPUT, SYMBOL_STATE };
    unsigned depend = 0, compared = 0;
    for (unsigned seed = 0; seed < GRAPHS / 10; seed++) {
        struct drawing d;
        open_drawing(&d, seed, all, sizeof all / sizeof *all);
        const expression v = graph_tape_velocity(&d.tape);
        bool has_v = false;
        for (unsigned i = 0; i < WANTED; i++)
            has_v = has_v || graph_depends(&d.graph, d.of[i], SYMBOL_INPUT, 0);
        cr_expect_eq(v != EXPRESSION_NONE, has_v, "graph %u", seed);
        cr_expect(!has_v || graph_is_symbol(&d.graph, v, SYMBOL_INPUT, 0), "graph %u", seed);
        for (unsigned i = 0; i < WANTED; i++)
            for (int k = 0; k < 3; k++)
                for (unsigned index = 0; index < 3; index++) {
                    const bool does = graph_tape_depends(&d.tape, d.of[i], kinds[k], index);
                    cr_expect_eq(does, graph_depends(&d.graph, d.of[i], kinds[k], (int)index),
                                 "graph %u: expression %u, symbol %d %u", seed, i, k, index);
                    compared++;
                    depend += does;
                }
        close_drawing(&d);
    }
    cr_expect(depend > compared / 8 && depend < compared / 8 * 7, "%u of %u", depend, compared);
}

/* The sign of a product tells that of one factor where that of the other is known, whichever comes
 * first: v, of either sign, times v + x, which changes it on the way. */
Test(facts, signs_of_products_tell_those_of_factors)
{
    for (unsigned k = 0; k < 8; k++) {
        const bool is_first = k & 1;
        const int forth = k & 2 ? 1 : -1, told = k & 4 ? 1 : -1;
        struct graph graph = { .n = 0 };
        struct graph_tape tape;
        const expression v = graph_symbol(&graph, SYMBOL_INPUT, 0),
                         x = graph_symbol(&graph, SYMBOL_STATE, 0),
                         sum = graph_two(&graph, GRAPH_SUM, v, x),
                         product = graph_two(&graph, GRAPH_PRODUCT, is_first ? sum : v,
                                             is_first ? v : sum);
        const struct law_graph law = { .nodes = graph.nodes,
                                       .n = graph.n,
                                       .numbers = graph.numbers,
                                       .rate = { .of = &product, .n = 1 } };
        arb_t range, at;
        arb_init(range);
        arb_init(at);
        arb_set_si(range, forth); /* v from 0 to 2, or -2 */
        mag_one(arb_radref(range));
        arb_set_si(at, -forth);
        graph_tape_init(&tape, &law, &product, 1, 1, NULL, 64);
        graph_tape_over(&tape, range, forth, at, 64);
        cr_expect_eq(graph_tape_sign(&tape, sum), 0);
        graph_tape_know(&tape, product, told);
        cr_expect_eq(graph_tape_sign(&tape, sum), told * forth, "%u", k);
        graph_tape_clear(&tape);
        arb_clear(at);
        arb_clear(range);
        graph_free(&graph);
    }
}

/* What vanishes with the velocity is, over its size, what the values at points are over theirs;
 * over all velocities of a sign, and over few. */
Test(facts, ratios_hold_values_over_the_speed)
{
    unsigned ratios = 0;
    for (unsigned seed = 0; seed < GRAPHS; seed++) {
        struct drawing d;
        open_drawing(&d, seed, all, sizeof all / sizeof *all);
        const int forth = below(&d, 2) ? 1 : -1;
        const double high = (double)(1 + below(&d, 16)) / 8;
        arb_t at, over;
        arb_init(at);
        arb_init(over);
        arb_ptr ratio = _arb_vec_init((slong)d.tape.end);
        bool has[sizeof d.pool / sizeof *d.pool * 2] = { false };
        cr_assert_leq(d.tape.end, sizeof has / sizeof *has);
        for (unsigned i = 0; i < STATES; i++)
            arb_set_d(d.x + i, (double)below(&d, 5) - 2);
        arb_set_d(d.v, high);
        arb_zero_pm_one(at); /* from 0 to twice as much */
        arb_add_ui(at, at, 1, 256);
        arb_mul(d.v, d.v, at, 256);
        arb_mul_si(d.v, d.v, forth, 256);
        graph_tape_over(&d.tape, d.v, forth, d.x, 256);
        memcpy(has, d.tape.has_ratio, d.tape.end * sizeof *has);
        _arb_vec_set(ratio, d.tape.ratio, (slong)d.tape.end);
        graph_tape_leave_sides(&d.tape);
        for (unsigned k = 0; k < POINTS; k++) {
            arb_set_d(at, forth * high * (double)(1 + below(&d, 512)) / 256);
            arb_set_si(d.s, forth);
            graph_tape_at(&d.tape, at, d.s, d.x, 256);
            for (size_t i = 0; i < d.tape.end; i++) {
                if (!has[i] || !is_wanted(&d, i))
                    continue;
                arb_abs(over, at);
                arb_div(over, d.tape.value + i, over, 256);
                cr_expect(arb_overlaps(over, ratio + i), "graph %u: node %zu", seed, i);
                ratios += d.tape.varies[i];
            }
        }
        _arb_vec_clear(ratio, (slong)d.tape.end);
        arb_clear(over);
        arb_clear(at);
        close_drawing(&d);
    }
    cr_expect(ratios > POINTS * GRAPHS, "%u ratios", ratios);
}
