/* Kinks along a motion: of all functions that have one, of gaps that follow the velocity and of
 * others. Sides are signs of the gaps; on its side a function goes on beyond the kink, with the
 * slopes that it has there. All numbers are exact. */
#include "reference/graph/graph_tape.h"

#include <criterion/criterion.h>

#include "models/algebra/graph.h"

/* What a kink is about: a function of velocity and state, at a parameter. */
struct form {
    double (*value)(double p, double v, double x);
    bool follows; /* v times what does not vary */
};

static double v_itself(double p, double v, double x) { return (void)p, (void)x, v; }
static double v_negated(double p, double v, double x) { return (void)p, (void)x, -v; }
static double v_times(double p, double v, double x) { return (void)x, v * p; }
static double times_v(double p, double v, double x) { return (void)x, -(p * v); }
static double v_over(double p, double v, double x) { return (void)x, v / p; }
static double over_v_negated(double p, double v, double x) { return (void)x, -v / p; }
static double state(double p, double v, double x) { return (void)p, (void)v, x; }
static double v_times_state(double p, double v, double x) { return (void)p, v * x; }
static double v_less(double p, double v, double x) { return (void)x, v - p; }
static double state_less(double p, double v, double x) { return (void)v, x - 3 * p; }

static const struct form forms[] = { { v_itself, true },       { v_negated, true },
                                     { v_times, true },        { times_v, true },
                                     { v_over, true },         { state, false },
                                     { v_times_state, false }, { v_less, false },
                                     { over_v_negated, true }, { state_less, false } };
static const enum graph_operation kinds[] = { GRAPH_ABS,     GRAPH_SIGN, GRAPH_LESS,
                                              GRAPH_AT_MOST, GRAPH_MIN,  GRAPH_MAX };

enum {
    FORMS = sizeof forms / sizeof *forms,
    KINDS = sizeof kinds / sizeof *kinds,
    KINKS = FORMS * KINDS
};

/* Points at which no gap vanishes. */
static const double speeds[] = { 8, -0.375, 0.0625, -24 }, states[] = { 5, -0.125, -48, 0.75 };
enum { POINTS = sizeof speeds / sizeof *speeds };

static struct graph graph;
static expression v, x, kink[FORMS][KINDS];

static void state_kinks(void)
{
    const expression p = graph_symbol(&graph, SYMBOL_PARAMETER, 0);
    v = graph_symbol(&graph, SYMBOL_INPUT, 0);
    x = graph_symbol(&graph, SYMBOL_STATE, 0);
    const expression minus_v = graph_one(&graph, GRAPH_NEGATED, v),
                     p_v = graph_two(&graph, GRAPH_PRODUCT, p, v),
                     three = graph_two(&graph, GRAPH_PRODUCT, graph_integer(&graph, 3), p);
    const expression of[FORMS] = {
        v,
        minus_v,
        graph_two(&graph, GRAPH_PRODUCT, v, p),
        graph_one(&graph, GRAPH_NEGATED, p_v),
        graph_two(&graph, GRAPH_QUOTIENT, v, p),
        x,
        graph_two(&graph, GRAPH_PRODUCT, v, x),
        graph_two(&graph, GRAPH_DIFFERENCE, v, p),
        graph_two(&graph, GRAPH_QUOTIENT, minus_v, p),
        graph_two(&graph, GRAPH_DIFFERENCE, x, three),
    };
    for (int f = 0; f < FORMS; f++)
        for (int k = 0; k < KINDS; k++)
            kink[f][k] = graph_arguments(kinds[k]) == 1 ? graph_one(&graph, kinds[k], of[f])
                                                        : graph_two(&graph, kinds[k], of[f], p);
}

static int sign_of(double number) { return (number > 0) - (number < 0); }

/* The gap of a kink: its argument, or the parameter less that. */
static double gap_of(int f, int k, double p, double at_v, double at_x)
{
    const double is = forms[f].value(p, at_v, at_x);
    return graph_arguments(kinds[k]) == 1 ? is : p - is;
}

static bool follows(int f, int k) { return forms[f].follows && graph_arguments(kinds[k]) == 1; }

/* What the function is on a side of its kink. */
static double on_side(int f, int k, int side, double p, double at_v, double at_x)
{
    const double is = forms[f].value(p, at_v, at_x);
    switch (kinds[k]) {
    case GRAPH_ABS:
        return side * is;
    case GRAPH_SIGN:
        return side;
    case GRAPH_MIN:
        return side > 0 ? is : p;
    case GRAPH_MAX:
        return side > 0 ? p : is;
    default:
        return side > 0;
    }
}

struct trial {
    struct law_graph law;
    struct graph_tape tape;
    double p;
    arb_t at_p, at_v, at_s, at_x;
};

static void open_trial(struct trial *t, double p, const expression of[], unsigned n)
{
    *t = (struct trial){
        .law = { .nodes = graph.nodes, .n = graph.n, .numbers = graph.numbers, .rate = { .n = 1 } },
        .p = p
    };
    arb_init(t->at_p);
    arb_init(t->at_v);
    arb_init(t->at_s);
    arb_init(t->at_x);
    arb_set_d(t->at_p, p);
    graph_tape_init(&t->tape, &t->law, of, n, n, t->at_p, 128);
}

static void close_trial(struct trial *t)
{
    graph_tape_clear(&t->tape);
    arb_clear(t->at_x);
    arb_clear(t->at_s);
    arb_clear(t->at_v);
    arb_clear(t->at_p);
}

static void move(struct trial *t, double to_v, double to_x)
{
    arb_set_d(t->at_v, to_v);
    arb_set_si(t->at_s, sign_of(to_v));
    arb_set_d(t->at_x, to_x);
}

static int side_of(const struct trial *t, expression e)
{
    for (size_t k = 0; k < t->tape.n_kinks; k++)
        if (t->tape.kinks[k] == e)
            return graph_tape_side(&t->tape, k);
    cr_assert_fail("node %u is no kink", e);
    return 0;
}

static bool take_sides(struct trial *t, int sign)
{
    return graph_tape_take_sides(&t->tape, t->at_v, t->at_s, t->at_x, sign, 128);
}

static double slope_by(const struct trial *t, expression e)
{
    cr_assert(arb_is_exact(t->tape.slope + e));
    return arf_get_d(arb_midref(t->tape.slope + e), ARF_RND_NEAR);
}

/* Values and slopes at a point, of functions that stay on the sides of another one. */
static void expect_sides_there(struct trial *t, double from_v, double from_x, double to_v,
                               double to_x)
{
    move(t, to_v, to_x);
    graph_tape_at(&t->tape, t->at_v, t->at_s, t->at_x, 128);
    for (int f = 0; f < FORMS; f++)
        for (int k = 0; k < KINDS; k++) {
            const int side = sign_of(gap_of(f, k, t->p, from_v, from_x));
            const expression e = kink[f][k];
            const double value = on_side(f, k, side, t->p, to_v, to_x);
            cr_expect(arb_equal_si(t->tape.value + e, 0)
                          ? value == 0
                          : arf_cmp_d(arb_midref(t->tape.value + e), value) == 0,
                      "form %d, kind %d, side %d", f, k, side);
            graph_tape_slopes(&t->tape, e, 128);
            /* forms are affine in each of the two */
            cr_expect_eq(slope_by(t, v), on_side(f, k, side, t->p, to_v + 1, to_x) - value,
                         "form %d, kind %d, by v", f, k);
            cr_expect_eq(slope_by(t, x), on_side(f, k, side, t->p, to_v, to_x + 1) - value,
                         "form %d, kind %d, by x", f, k);
        }
}

static const double parameters[] = { 2, -2, 0.5, -4 };
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

Test(graph_tape, goes_on_beyond_its_kinks)
{
    state_kinks();
    for (int i = 0; i < PARAMETERS; i++)
        for (int from = 0; from < POINTS; from++) {
            struct trial t;
            open_trial(&t, parameters[i], kink[0], KINKS);
            cr_expect_eq(graph_tape_state(&t.tape, 0), x);
            move(&t, speeds[from], states[from]);
            cr_expect(take_sides(&t, sign_of(speeds[from])));
            for (int f = 0; f < FORMS; f++)
                for (int k = 0; k < KINDS; k++)
                    cr_expect_eq(side_of(&t, kink[f][k]),
                                 sign_of(gap_of(f, k, t.p, speeds[from], states[from])),
                                 "form %d, kind %d", f, k);
            for (int to = 0; to < POINTS; to++)
                expect_sides_there(&t, speeds[from], states[from], speeds[to], states[to]);
            graph_tape_leave_sides(&t.tape);
            for (size_t k = 0; k < t.tape.n_kinks; k++)
                cr_expect_eq(graph_tape_side(&t.tape, k), 0);
            close_trial(&t);
        }
    graph_free(&graph);
}

/* The kinds of kinks of one form, at rest. */
static void expect_sides_at_rest(int f, double p, double at_x, int sign)
{
    struct trial t;
    bool certain = true;
    open_trial(&t, p, kink[f], KINDS);
    move(&t, 0, at_x);
    const bool all = take_sides(&t, sign);
    for (int k = 0; k < KINDS; k++) {
        const int side = follows(f, k) ? sign * sign_of(gap_of(f, k, p, 1, at_x))
                                       : sign_of(gap_of(f, k, p, 0, at_x));
        cr_expect_eq(side_of(&t, kink[f][k]), side, "form %d, kind %d, sign %d", f, k, sign);
        certain = certain && (side != 0 || follows(f, k));
    }
    cr_expect_eq(all, certain, "form %d, sign %d", f, sign);
    close_trial(&t);
}

/* Where v turns, what follows v has the side on which it goes on; of another gap that is zero the
 * side is not certain. */
Test(graph_tape, takes_the_side_of_the_velocity_to_come)
{
    state_kinks();
    for (int i = 0; i < PARAMETERS; i++)
        for (int sign = -1; sign <= 1; sign++)
            for (int at = 0; at < POINTS; at++)
                for (int f = 0; f < FORMS; f++)
                    expect_sides_at_rest(f, parameters[i], states[at], sign);
    graph_free(&graph);
}
