/* Two laws may split an event up in ways of their own: whether any is due is compared then. */
#include <criterion/criterion.h>
#include <string.h>

#include "properties/self_check/deviation.h"

/* The event is due where |x| is beyond a half. */
static const double LIMIT = 0.5;
static double upper; /* where the implementation's is due instead, above zero */

static const struct quantity params[] = { { "a", "N", 1, 1, 1, "" } },
                             states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" } };

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s, (void)x;
    dx[0] = v;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)v, (void)s;
    return p[0] * x[0];
}

static void bound(const real p[], real y[]) { y[0] = p[0]; }

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed, (void)mem;
}

static void one_guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)mem, (void)v;
    g[0] = (real)LIMIT - r_abs(x[0]);
}

/* Never due, below, above: the one in the middle and the last count like the first. */
static void three_guards(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)mem, (void)v;
    g[0] = 1;
    g[1] = (real)LIMIT + x[0];
    g[2] = (real)upper - x[0];
}

static enum status transition(const real p[], unsigned guard, real v, real x[], struct memory *mem)
{
    (void)p, (void)guard, (void)v, (void)mem;
    x[0] = 0;
    return STATUS_OK;
}

static struct model law(unsigned n, void (*guard)(const real[], const struct memory *, real,
                                                  const real[], real[]))
{
    return (struct model){ .name = "limited",
                           .params = params,
                           .n_params = 1,
                           .speed_max = 1,
                           .states = states,
                           .n_states = 1,
                           .rate = rate,
                           .force = force,
                           .bound = bound,
                           .start = start,
                           .n_guards = n,
                           .guard = guard,
                           .transition = transition };
}

/* Whichever of the two has its guards in pieces: the same event is none, another one is told, with
 * the sign of the guard that is lowest on each side. */
Test(events, are_compared_whatever_their_guards)
{
    static const double uppers[] = { 0.5, 0.4375, 0.625 };
    const struct model one = law(1, one_guard), three = law(3, three_guards);
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++)
        for (int turned = 0; turned < 2; turned++) {
            struct deviation d;
            upper = uppers[i];
            PREC(deviation_find)(turned ? &three : &one, turned ? &one : &three, 3, &d);
            cr_expect_eq(d.any, upper != LIMIT, "%s", d.line);
            if (!d.any)
                continue;
            const bool sooner = (upper < LIMIT) != turned; /* by the implementation */
            cr_expect_str_eq(d.what, "sign of least guard");
            cr_expect(d.text == (sooner ? 1 : -1) && d.code == -d.text, "%s", d.line);
        }
}

static enum status to_a_quarter(const real p[], unsigned guard, real v, real x[],
                                struct memory *mem)
{
    (void)p, (void)guard, (void)v, (void)mem;
    x[0] = C(0.25);
    return STATUS_OK;
}

static real unit_length(const real p[]) { return p[0]; }

/* Events are compared several times at a place, which counts once: steps of the states' size lead
 * to many. */
Test(events, that_deviate_are_counted_by_places)
{
    struct model text = law(1, one_guard), code;
    text.length = unit_length;
    code = text;
    code.transition = to_a_quarter;
    for (unsigned seed = 0; seed < 4; seed++) {
        struct deviation d;
        PREC(deviation_find)(&text, &code, seed, &d);
        cr_expect(d.any && strcmp(d.what, "state after events of x") == 0, "%s: %s", d.what,
                  d.line);
        cr_expect(d.deviating > d.places / 2 && d.deviating <= d.places, "%u of %u places",
                  d.deviating, d.places);
    }
}
