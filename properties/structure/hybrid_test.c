/* Bounds, dissipation and rate independence of laws with events: proved where they hold, not where
 * they fail by a hair, and never of a law that is seen to break them. */
#include "properties/structure/hybrid.h"

#include <math.h>

#include "models/algebra/interpret.h"
#include "properties/structure/law_test.h"
#include "reference/derived/graph_law.h"
#include "tools/testing/test_random.h"

/* A spring x with the limit d that slips there, with what a row of a table says otherwise. */
struct slider {
    const char *stuck, *sliding;       /* its rate */
    const char *level, *at_zero;       /* where it begins to slip: < or <= */
    const char *leaving;               /* when it sticks again */
    const char *begins, *ends, *force; /* x after the events, and the force */
};

#define WHILE "pre(slip)*u <= 0"

static char *source_of(const struct slider *s, const char *more, const char *says)
{
    static const char form[] =
        "  when pre(slip) == 0 and %s - sign(v)*x %s 0 then\n    slip = sign(v);\n"
        "    reinit(x, %s);\n"
        "  elsewhen pre(slip) <> 0 and %s then\n    slip = 0;\n    reinit(x, %s);\n  end when;\n";
    char declared[512], events[512], rate[256];
    snprintf(declared, sizeof declared,
             "  Integer slip(start=0, fixed=true);\n  constant Real one_j(unit=\"J\") = 1;\n%s",
             more);
    snprintf(rate, sizeof rate, "if slip == 0 then %s else %s", s->stuck, s->sliding);
    snprintf(events, sizeof events, form, s->level, s->at_zero, s->begins, s->leaving, s->ends);
    char bound[256];
    snprintf(bound, sizeof bound, "bound(x=d, z=1), storage=one_j*x^2/2%s", says);
    return test_law_source(declared, rate, "0", events, s->force, bound);
}

static struct finite_place place_of(const struct law_graph *law)
{
    struct finite_place place = { .speed = 1e3 };
    for (unsigned i = 0; law->parameters[i]; i++)
        if (strcmp(law->parameters[i], "n") == 0 || strcmp(law->parameters[i], "k") == 0) {
            place.whole |= (uint64_t)1 << i;
            place.parameter[i] = (struct reach){ 1, law->parameters[i][0] == 'n' ? 3 : 2 };
        }
    return place;
}

struct answers {
    bool bounds, dissipation, path;
};

static struct answers answers_of(const struct law_graph *law)
{
    const struct finite_place place = place_of(law);
    const struct hybrid_claim claim = { law, &place, NULL, EXPRESSION_NONE };
    return (struct answers){ hybrid_prove_bounds(&claim) == ANSWER_YES,
                             hybrid_prove_dissipation(&claim) == ANSWER_YES,
                             hybrid_prove_path(&claim) == ANSWER_YES };
}

static struct answers prove(const struct slider *s, const char *more)
{
    struct test_law law;
    char *source = source_of(s, more, "");
    test_law_read(&law, source);
    const struct answers is = answers_of(&law.graph);
    test_law_free(&law);
    free(source);
    return is;
}

Test(hybrid, proves_what_holds_and_not_what_fails_by_a_hair)
{
    static const struct {
        struct slider s;
        struct answers are;
    } of[] = {
        { { "u", "0", "d", "<=", WHILE, "x", "x", "x" }, { true, true, true } },
        { { "u", "0", "d", "<=", WHILE, "x", "x", "x + c*u" }, { true, true, false } },
        { { "u", "0", "d", "<=", WHILE, "sign(v)*d", "x", "x" }, { true, true, true } },
        { { "u", "0", "d", "<=", WHILE, "sign(v)*d", "x/2", "x" }, { true, true, true } },
        { { "u", "0", "d", "<=", WHILE, "sign(v)*d", "-x", "x" }, { true, true, true } },
        { { "u", "0", "d", "<=", WHILE, "0.999999*sign(v)*d", "x", "x" }, { true, true, true } },
        /* More of something, or at another place. */
        { { "u", "0", "1.000001*d", "<=", WHILE, "x", "x", "x" }, { false, false, false } },
        { { "u", "0", "d", "<", WHILE, "x", "x", "x" }, { false, false, false } },
        { { "u", "1e-9*u", "d", "<=", WHILE, "x", "x", "x" }, { false, false, false } },
        { { "u", "-1e-9*u", "d", "<=", WHILE, "x", "x", "x" }, { false, false, false } },
        { { "u", "0", "d", "<=", WHILE, "1.000001*sign(v)*d", "x", "x" }, { false, false, false } },
        { { "u", "0", "d", "<=", WHILE, "x", "1.000001*x", "x" }, { false, false, false } },
        /* True, but where x is beyond the level is not seen. */
        { { "u", "0", "0.999999*d", "<=", WHILE, "x", "x", "x" }, { true, false, true } },
        /* Rests let it grow, again and again. */
        { { "u", "0", "0.9*d", "<=", WHILE, "x", "1.000001*x", "x" }, { false, false, false } },
        { { "u", "0", "0.9*d", "<=", WHILE, "sign(v)*d", "x", "x" }, { true, false, true } },
        { { "u", "0", "d", "<=", WHILE, "x", "x", "0.999999*x" }, { true, false, true } },
        { { "1.000001*u", "0", "d", "<=", WHILE, "x", "x", "x" }, { true, false, true } },
        { { "u", "0", "d", "<=", WHILE, "x", "x", "x - c*u" }, { true, false, false } },
        { { "u", "0", "d", "<=", WHILE, "x", "x", "x - 1e-9*sign(v)" }, { true, false, true } },
        { { "u + 1e-9", "0", "d", "<=", WHILE, "x", "x", "x" }, { false, false, false } },
        { { "u", "1e-9*u^2", "0.5*d", "<=", WHILE, "x", "x", "x" }, { false, false, false } },
        /* It slips while it is pushed back; or leaves the slip at once, to come back at once. */
        { { "u", "0", "d", "<=", "pre(slip)*u <= -1", "x", "x", "x" }, { true, false, false } },
        { { "u", "0", "d", "<=", "pre(slip)*u >= 0", "x", "x", "x" }, { true, false, true } },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct answers is = prove(&of[i].s, "");
        cr_expect_eq(is.bounds, of[i].are.bounds, "%zu: bounds", i);
        cr_expect_eq(is.dissipation, of[i].are.dissipation, "%zu: dissipation", i);
        cr_expect_eq(is.path, of[i].are.path, "%zu: path", i);
    }
}

/* Returns the text with the first of each pair replaced by the second; NULL ends them. */
static char *replaced(char *source, const char *const pairs[])
{
    for (int i = 0; pairs[i]; i += 2) {
        const char *at = strstr(source, pairs[i]);
        cr_assert(at, "%s", pairs[i]);
        const size_t size = strlen(source) + strlen(pairs[i + 1]) + 1;
        char *next = malloc(size);
        snprintf(next, size, "%.*s%s%s", (int)(at - source), source, pairs[i + 1],
                 at + strlen(pairs[i]));
        free(source);
        source = next;
    }
    return source;
}

#define PUSH   "f = x;"
#define STICKS "slip = 0;"
#define COUNT                                                                                      \
    "Integer slip", "Integer laps(start=0, fixed=true);\n  Integer slip", "slip = sign(v);",       \
        "slip = sign(v);\n    laps = pre(laps);"
#define WEAR                                                                                       \
    "Integer slip", "discrete Real w(start=0, fixed=true);\n  Integer slip", "slip = sign(v);",    \
        "slip = sign(v);\n    w = pre(w);"

/* The spring with other parts: discrete variables w, a number, and laps, a count; parameters n and
 * k, whole numbers from 1 to 3 and to 2; a load. */
Test(hybrid, is_by_cases)
{
    static const struct slider spring = { "u", "0", "d", "<=", WHILE, "x", "x", "x" };
    static const struct {
        const char *pairs[11];
        struct answers are;
    } of[] = {
        { { NULL }, { true, true, true } },
        { { "slip(start=0", "slip(start=1" }, { true, false, true } },
        { { "slip = sign(v);", "slip = pre(slip) + 1;" }, { true, false, true } },
        /* An event that changes nothing does not end a motion. */
        { { "slip = sign(v);", "slip = 0;" }, { false, false, false } },
        { { STICKS, "slip = pre(slip) + 2;" }, { false, false, false } },
        /* What a count does only after many events. */
        { { COUNT, STICKS, "slip = 0;\n    laps = pre(laps) + 1;", PUSH,
            "f = if laps < 7 then x else -x;" },
          { true, false, true } },
        { { COUNT, STICKS, "slip = 0;\n    laps = if pre(laps) < 3 then pre(laps) + 1 else 0;",
            PUSH, "f = if laps < 7 then x else -x;" },
          { true, true, true } },
        { { COUNT, STICKS, "slip = 0;\n    laps = if pre(laps) < 3 then pre(laps) + 1 else 0;",
            PUSH, "f = if laps < 3 then x else -x;" },
          { true, false, true } },
        /* Rates that two discrete variables choose; what a law has where it does not stay; and an
         * end of a slip that another state has to do with. */
        { { COUNT, STICKS, "slip = 0;\n    laps = if pre(laps) < 3 then pre(laps) + 1 else 0;",
            "then u else 0", "then u else if laps < 7 then 0 else u" },
          { true, true, true } },
        { { "then u else 0", "then u else if slip*u < 0 then 1 else 0" }, { true, true, true } },
        { { "then u else 0", "then u else if slip*u > 0 then 1e-9 else 0" },
          { false, false, false } },
        { { WHILE, "pre(slip)*u*(1 + z^2) <= 0" }, { true, true, true } },
        /* True, but that z stays at 0 is not seen. */
        { { WHILE, "pre(slip)*u*(1 - 4*z^2) <= 0" }, { true, false, true } },
        { { WHILE, "pre(slip)*u*(1 - 4*z^2) <= 0", "der(z) = 0;", "der(z) = 1 - z;" },
          { true, false, false } },
        /* Parts that have nothing but a discrete variable in common. */
        { { PUSH, "f = x + (if slip == 0 then 3 else -1)*sign(v) + (if slip == 0 then -2 else "
                  "2)*sign(v);" },
          { true, true, true } },
        { { PUSH, "f = x + (if slip == 0 then 3 else -1)*sign(v) + (if slip == 0 then -2 else "
                  "0)*sign(v);" },
          { true, false, true } },
        /* Whole numbers, one by one. */
        { { PUSH, "f = n*x;" }, { true, false, true } },
        { { PUSH, "f = x + (n - 1)*c*u;" }, { true, true, false } },
        { { PUSH, "f = x + (n - 2)*c*u;" }, { true, false, false } },
        { { PUSH, "f = x + (n - 1)*sign(v);" }, { true, true, true } },
        { { PUSH, "f = x - (n - 1)*(n - 2)*(n - 3)*sign(v);" }, { true, true, true } },
        { { PUSH, "f = x - (k - 1)*(k - 2)*c*u;" }, { true, true, true } },
        { { PUSH, "f = x + (n - 1)*(k - 1)*(3*k - 4)*c*u;" }, { true, true, false } },
        { { PUSH, "f = x + (n - 1)*(k - 1)*(3*k - 7)*c*u;" }, { true, false, false } },
        { { "bound(x=d", "bound(x=n*d" },
          { true, false, true } }, /* what is too wide is not seen */
        { { "bound(x=d", "bound(x=d*(n - 1)" }, { false, false, false } },
        { { PUSH, "f = x - N/N0*sign(v);" }, { true, false, true } },
        { { "one_j*x^2/2", "one_j*abs(x)" }, { true, false, true } },
        { { "one_j*x^2/2", "one_j*(if abs(x) < d/2 then 0 else x^2/2)" }, { true, false, true } },
        /* A choice that parameters make for all, for some, or at a single value. */
        { { PUSH, "f = x - (if c < 0 then 1 else 0)*sign(v);" }, { true, true, true } },
        { { PUSH, "f = x - (if c <= 0 then 1 else 0)*sign(v);" }, { true, false, true } },
        { { PUSH, "f = x - (if c == 0 then 1 else 0)*sign(v);" }, { true, false, true } },
        { { PUSH, "f = x - (if d == 0 then 1 else 0)*sign(v);" }, { true, true, true } },
        { { PUSH, "f = x - (if d <= 0 then 1 else 0)*sign(v);" }, { true, true, true } },
        { { PUSH, "f = x - (if 0 == c then 1 else 0)*sign(v);" }, { true, false, true } },
        /* A state that only grows: its event is due at d, wherever it is then set. */
        { { "then u else", "then abs(u) else", "d - sign(v)*x", "d - x", PUSH, "f = 0;" },
          { true, false, true } },
        { { "then u else", "then abs(u) else", "d - sign(v)*x", "d - x", PUSH, "f = 0;",
            "reinit(x, x)", "reinit(x, 1.000001*x)" },
          { false, false, false } },
        /* At rest with one selection only. */
        { { "then u else", "then u + (if u == 0 then sign(v) + 1 else 0) else" },
          { false, false, false } },
        { { "then u else", "then u + (if u == 0 then sign(v) else 0)*(abs(x) - d) else" },
          { true, false, false } },
        { { "then u else", "then u + (if u == 0 then sign(v)*d - x else 0) else" },
          { true, false, false } },
        /* One way only is there an end. */
        { { "d - sign(v)*x", "d - x" }, { false, false, false } },
        /* A value set is that of another state, which stays, or moves on. */
        { { "reinit(x, x)", "reinit(x, sign(v)*d*z)", PUSH,
            "f = if slip == 0 then x else 4*x - 3*d*z*sign(v);" },
          { true, true, true } },
        { { "reinit(x, x)", "reinit(x, sign(v)*d*z)", PUSH,
            "f = if slip == 0 then x else 4*x - 3*d*z*sign(v);", "der(z) = 0;", "der(z) = 1 - z;" },
          { true, false, false } },
        /* A value set is that of one speed. */
        { { "reinit(x, x)", "reinit(x, x*exp(-abs(u)))" }, { true, false, false } },
        { { "reinit(x, x)", "reinit(x, sign(v)*d*exp(-abs(u)))", PUSH,
            "f = x + (if slip == 0 then 0 else 3*(d*exp(-abs(u)) - abs(x))*sign(v));" },
          { true, false, false } },
        /* More stored on one side: an event raises it where x is below -d/2, which is not seen not
         * to be. */
        { { "d - sign(v)*x", "d/2 - sign(v)*x", "reinit(x, x)", "reinit(x, sign(v)*d/2)",
            "one_j*x^2/2", "one_j*(x^2/2 + 2*d*x)", PUSH,
            "f = if slip == 0 then x + 2*d else 3*d*sign(v);" },
          { true, false, true } },
        { { "d - sign(v)*x", "d/2 - sign(v)*x", "reinit(x, x)", "reinit(x, sign(v)*d/2)" },
          { true, true, true } },
        /* A state at 0, where a sign is 0; a value that is none at rest. */
        { { PUSH, "f = x + (3*sign(x)^2 - 1)*sign(v);" }, { true, false, true } },
        { { PUSH, "f = x + 3*sign(x)^2*sign(v);" }, { true, false, true } }, /* true, not seen */
        { { PUSH, "f = x*u/u;" }, { true, false, false } },
        /* A rate that is 0 at the bound, and too steep to keep a state from it. */
        { { "then u else", "then u*sqrt(abs(1 - abs(x)/d)) else", "and d - ", "and 2*d - " },
          { false, false, false } },
        { { "then u else", "then u*(1 - abs(x)/d) else", "and d - ", "and 2*d - " },
          { true, false, true } },
        /* A number that events change, between 0, or minus d, and d. */
        { { WEAR, STICKS, "slip = 0;\n    w = (d + pre(w))/2;", PUSH, "f = x + (d - w)*sign(v);" },
          { true, true, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = (d + pre(w))/2;", PUSH, "f = x + w*sign(v);" },
          { true, true, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = -(d + pre(w))/2;", PUSH, "f = x + (d + w)*sign(v);" },
          { true, true, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = -(d + pre(w))/2;", PUSH, "f = x + w*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = (1.000001*d + pre(w))/2;", PUSH,
            "f = x + (d - w)*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "w = pre(w) + d;\n    slip = 0;", PUSH, "f = x + (d - w)*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = (d + pre(w))/2;", PUSH,
            "f = x + (w - abs(x))*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = pre(w) + d;", PUSH, "f = x + (d - w)*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = (d + pre(w))/2;", PUSH,
            "f = x + (3*sign(w)^2 - 1)*sign(v);" },
          { true, false, true } },
        { { WEAR, STICKS, "slip = 0;\n    w = (d + pre(w))/2;", "w(start=0", "w(start=2", PUSH,
            "f = x + (d - w)*sign(v);" },
          { true, false, true } },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        static const char more[] =
            "  parameter Integer n(min=1, max=3) = 1;\n  parameter Integer k(min=1, max=2) = 1;\n"
            "  input Real N(unit=\"N\", min=0) = 1;\n  constant Real N0(unit=\"N\") = 1;\n";
        char *source = replaced(source_of(&spring, more, ""), of[i].pairs);
        struct test_law law;
        test_law_read(&law, source);
        const struct answers is = answers_of(&law.graph);
        const char *what = of[i].pairs[0] ? of[i].pairs[1] : "the spring";
        cr_expect_eq(is.bounds, of[i].are.bounds, "%zu, %s: bounds", i, what);
        cr_expect_eq(is.dissipation, of[i].are.dissipation, "%zu, %s: dissipation", i, what);
        cr_expect_eq(is.path, of[i].are.path, "%zu, %s: path", i, what);
        test_law_free(&law);
        free(source);
    }
}

/* The lacking static friction of armstrong's law is at most Fs; its other discrete variable, which
 * has three values, needs no limit, nor do those of laws whose states are not shown to keep theirs.
 */
Test(hybrid, finds_limits)
{
    unsigned found = 0;
    for (const struct law_graph *const *law = law_equations; *law; law++) {
        const bool is_armstrong = strcmp((*law)->name, "armstrong") == 0;
        struct finite_place place = { .speed = 1e3 };
        hybrid_find_limits(*law, &place);
        for (unsigned k = 0; k < (*law)->start.n; k++) {
            cr_expect_eq(place.memory[k].is_known, is_armstrong && k == 1, "%s %u", (*law)->name,
                         k);
            found += place.memory[k].is_known;
        }
        cr_expect(!is_armstrong ||
                  strcmp((*law)->parameters[place.memory[1].parameter], "Fs") == 0);
    }
    cr_expect_eq(found, 1);
}

/* A limit is one for all whole numbers that a parameter may be, not for the first, the last or most
 * of them: w stays below d but where n is `at`. */
Test(hybrid, limits_are_those_of_all_whole_numbers)
{
    static const struct slider spring = { "u", "0", "d", "<=", WHILE, "x", "x", "x" };
    for (int at = 0; at <= 3; at++) {
        char event[128];
        snprintf(event, sizeof event,
                 "slip = 0;\n    w = if n == %d then pre(w) + d else (d + pre(w))/2;", at);
        const char *const pairs[] = { WEAR, STICKS, event, NULL };
        char *source =
            replaced(source_of(&spring, "  parameter Integer n(min=1, max=3) = 1;\n", ""), pairs);
        struct test_law law;
        test_law_read(&law, source);
        struct finite_place place = place_of(&law.graph);
        hybrid_find_limits(&law.graph, &place);
        unsigned known = 0;
        for (unsigned k = 0; k < law.graph.start.n; k++)
            known += place.memory[k].is_known;
        cr_expect_eq(known, at == 0, "n = %d", at);
        test_law_free(&law);
        free(source);
    }
}

/* Laws made of such parts. */
static const char *const rates[] = { "u", "u", "2*u", "-u", "u - abs(u)*x/d", NULL },
                         *const slips[] = { "0", "0", "u", "-u", "d*sign(v) - x", NULL },
                         *const levels[] = { "d", "d", "2*d", "d/2", NULL },
                         *const leavings[] = { WHILE, WHILE, "pre(slip)*u <= -2",
                                               "pre(slip)*u >= 0", NULL },
                         *const sets[] = { "x", "x", "x/2", "2*x", "-x", "sign(v)*d", "0", NULL },
                         *const forces[] = {
                             "x", "x", "2*x", "x/2", "x + c*u", "x + sign(v)", NULL
                         };

static const char *drawn(unsigned long long *random, const char *const of[])
{
    double n = 0;
    for (int i = 0; of[i]; i++)
        n++;
    return of[(int)(n * test_uniform(random))];
}

/* A motion of such a law in small steps, at d = 1 and c = 1, and what it has shown. */
struct motion_test {
    struct graph_program
        program; /* force, rate of x, both guards, what events set, in that order */
    double x, slip, work, largest, least;
};
enum { FORCE, RATE, GUARD, SLIP = GUARD + 2, X = SLIP + 2, VALUES = X + 2 };

static void evaluate(struct motion_test *m, double v, double value[VALUES])
{
    const double p[] = { 1, 1, 2 }, states[] = { m->x, 0 };
    const struct graph_point at = { .parameters = p,
                                    .inputs = &v,
                                    .states = states,
                                    .memory = &m->slip,
                                    .selection = v > 0   ? 1
                                                 : v < 0 ? -1
                                                         : 0 };
    graph_run(&m->program, &at, value);
}

/* Makes the events that are due. Returns false when they do not end. */
static bool settle(struct motion_test *m, double v, double value[VALUES])
{
    for (int i = 0; i < 20; i++) {
        evaluate(m, v, value);
        const int which = value[GUARD] <= 0 ? 0 : value[GUARD + 1] <= 0 ? 1 : 2;
        if (which == 2)
            return true;
        m->slip = value[SLIP + which];
        m->x = value[X + which];
        m->largest = fmax(m->largest, fabs(m->x));
    }
    return false;
}

enum { STEPS = 40, PIECES = 12 };

/* One motion: holds of random length. A step is 1/100 of d, at most 2/100 by the rate, and makes an
 * error of its square, halved and times the force's factor. */
static void move(struct motion_test *m, unsigned long long *random)
{
    const double h = 0.01;
    m->x = m->slip = m->work = 0;
    for (int hold = 0; hold < PIECES; hold++) {
        const double v = floor(3 * test_uniform(random)) - 1;
        const int steps = 1 + (int)(STEPS * 8 * test_uniform(random));
        for (int i = 0; i < steps; i++) {
            double value[VALUES];
            if (!settle(m, v, value))
                return;
            m->x += h * value[RATE];
            m->work += h * v * value[FORCE];
            m->largest = fmax(m->largest, fabs(m->x));
            m->least = fmin(m->least, m->work - m->x * m->x / 2);
        }
    }
}

static void prepare(struct motion_test *m, const struct law_graph *law, const struct graph *g)
{
    expression of[VALUES] = { [FORCE] = law->force, [RATE] = law->rate.of[0] };
    for (int i = 0; i < 2; i++) {
        of[GUARD + i] = law->events[i].guard;
        for (unsigned k = 0; k < law->events[i].n; k++)
            of[(law->events[i].actions[k].what == SYMBOL_STATE ? X : SLIP) + i] =
                law->events[i].actions[k].value;
    }
    *m = (struct motion_test){ .largest = 0 };
    graph_prepare(g, of, VALUES, &m->program);
}

/* No motion leaves bounds that are proved, or takes energy from what is proved to dissipate: by
 * more than the steps can: 2/100 beyond a level, and of energy half of (2/100)^2 a step, as often
 * as there are steps. */
Test(hybrid, proves_nothing_that_a_motion_breaks)
{
    unsigned long long random = 11 + test_seed();
    unsigned bounded = 0, lossy = 0, free_ones = 0, gaining = 0;
    for (int i = 0; i < 400; i++) {
        const struct slider s = { drawn(&random, rates),    drawn(&random, slips),
                                  drawn(&random, levels),   "<=",
                                  drawn(&random, leavings), drawn(&random, sets),
                                  drawn(&random, sets),     drawn(&random, forces) };
        char *source = source_of(&s, "", "");
        struct test_law law;
        struct motion_test m;
        test_law_read(&law, source);
        const struct answers is = answers_of(&law.graph);
        prepare(&m, &law.graph, &law.equations.graph);
        for (int k = 0; k < 6; k++)
            move(&m, &random);
        const double slack = PIECES * STEPS * 8 * 2e-4;
        cr_expect(!is.bounds || m.largest <= 1.02, "%s\nleaves its bounds: %g", source, m.largest);
        cr_expect(!is.dissipation || m.least >= -slack, "%s\ngains %g", source, -m.least);
        bounded += is.bounds;
        lossy += is.dissipation;
        free_ones += m.largest > 1.02;
        gaining += m.least < -slack;
        graph_program_free(&m.program);
        test_law_free(&law);
        free(source);
    }
    cr_expect(bounded > 40 && lossy > 10 && free_ones > 40 && gaining > 40, "%u %u %u %u", bounded,
              lossy, free_ones, gaining);
}
