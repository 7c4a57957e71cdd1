/* Derivatives are compared with differences wherever the force is smooth, also where it bends much;
 * at kinks, where differences say little, a right derivative is not called wrong. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/self_check/self_check.h"

/* A force without states: F = sin(w ln |v|), or a zigzag of v. The steps of the differences are
 * 2^-17 of v. Those to both sides disagree by the share 2^-17 |w tan(w ln |v|) + 1|, which is told
 * from a kink up to 0.02. */
static real w;
static bool is_zigzag;
static real wrong_from, wrong_to; /* where the derivative is off, in tan(w ln |v|) */

static const real OFF = C(0.1);

/* Half the period of the zigzag: eight steps at the largest speeds, 2^4 mm/s, so that there is at
 * most one kink between differences. */
static const real TOOTH = C(0x1p-20);

static real force_of(real v)
{
    const real phase = r_abs(v) / TOOTH, tooth = (real)floor((double)phase);
    const bool is_down = fmod((double)tooth, 2) != 0;
    return is_zigzag ? TOOTH * (is_down ? 1 - (phase - tooth) : phase - tooth)
                     : (real)sin((double)w * log(fabs((double)v)));
}

static real slope_of(real v)
{
    const real side = r_sign(v), angle = w * (real)log(fabs((double)v));
    const real bend = r_abs((real)tan((double)angle));
    const bool is_down = fmod(floor((double)(r_abs(v) / TOOTH)), 2) != 0;
    real slope = is_zigzag ? side * (is_down ? -1 : 1) : w * (real)cos((double)angle) / v;
    if (bend > wrong_from && bend < wrong_to)
        slope *= 1 + OFF;
    return slope;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x, (void)dx;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return force_of(v);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    (void)p, (void)mem, (void)s, (void)x;
    jac->force_v = slope_of(v);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
}

static bool passes(uint64_t seed)
{
    const struct model law = { .name = "slopes",
                               .speed_max = 1,
                               .rate = rate,
                               .force = force,
                               .jacobian = jacobian,
                               .flow = flow };
    struct self_check t = { .model = &law, .seed = seed };
    PREC(self_check_identities)(&t);
    return t.failures == 0;
}

Test(slopes, that_are_right_pass)
{
    static const double bends[] = { 1, 60, 600, 2000 };
    wrong_from = wrong_to = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        is_zigzag = false;
        for (size_t i = 0; i < sizeof bends / sizeof *bends; i++) {
            w = (real)bends[i];
            cr_expect(passes(seed), "seed %u, w = %g", (unsigned)seed, bends[i]);
        }
        w = 1;
        is_zigzag = true;
        cr_expect(passes(seed), "seed %u, a zigzag", (unsigned)seed);
    }
}

/* Off by a tenth where the force is straight, where it bends, and where differences to both sides
 * disagree by 0.5 to 1.6 %. */
Test(slopes, that_are_wrong_are_found)
{
    static const struct {
        double w, from, to;
    } cases[] = { { 1, 0, 1 }, { 60, 0, 0.5 }, { 60, 1, 3 }, { 600, 0, 0.5 }, { 600, 1, 3.5 } };
    is_zigzag = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            w = (real)cases[i].w;
            wrong_from = (real)cases[i].from;
            wrong_to = (real)cases[i].to;
            cr_expect_not(passes(seed), "seed %u, w = %g from %g", (unsigned)seed, cases[i].w,
                          cases[i].from);
        }
    /* beside kinks a zigzag is straight */
    is_zigzag = true;
    w = 1;
    wrong_from = 0;
    wrong_to = (real)INFINITY;
    cr_expect_not(passes(1));
}
