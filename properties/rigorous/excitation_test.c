/* The excitation that excitation.h states, and that laws are moved along. */
#include "properties/rigorous/excitation.h"

#include <criterion/criterion.h>
#include <math.h>

#include "properties/rigorous/rigorous_regressor.h"

/* The excitation is what its words say: each hold turns back, speeds lie about vs on a scale of
 * logarithms, and either sign has holds of given times and of given travels. */
Test(columns, are_excited_in_both_directions)
{
    int speeds = 0, fastest = 0;
    bool has[2][2] = { { false } };
    for (int i = 0; i < EXCITATION_HOLDS; i++) {
        const struct excitation *e = &excitation[i];
        cr_expect_eq(e->sign, i % 2 == 0 ? 1 : -1, "hold %d", i);
        speeds += e->speed;
        fastest = e->speed > fastest ? e->speed : fastest;
        has[e->sign > 0][e->timed] = true;
    }
    for (int i = 0; i < EXCITATION_HOLDS; i++) { /* of the order of the scale, or shorter */
        const struct excitation *e = &excitation[i];
        cr_expect(e->size >= -1 && e->size <= !e->timed, "hold %d", i);
    }
    cr_expect_eq(speeds, 0);
    cr_expect_eq(fastest, EXCITATION_FASTEST);
    cr_expect(has[0][0] && has[0][1] && has[1][0] && has[1][1]);
}

/* The hold that comes next, and the speed and the length that times are made of. */
static struct {
    int hold;
    double vs, length;
} next;

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)x, (void)p, (void)s, (void)prec;
    if (next.hold >= 0) { /* after the signal */
        const struct excitation *e = &excitation[next.hold];
        const double speed = ldexp(next.vs, e->speed);
        arb_t wanted;
        arb_init(wanted);
        arb_set_d(wanted, e->sign * speed);
        cr_expect(arb_equal(v, wanted), "hold %d", next.hold);
        arb_set_d(wanted, ldexp(e->timed ? 1 : next.length / speed, e->size));
        cr_expect(arb_equal(h, wanted), "hold %d", next.hold);
        arb_clear(wanted);
    }
    next.hold++;
}

static void bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(of, 8);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_one(u);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)x0;
    arb_set_si(p, 16);
    arb_set_si(p + 1, 4);
    arb_one(v);
    arb_one(h);
}

/* vs is the parameter of that name, wherever it stands, and the length the bound of the first
 * state; each is 1 for a law without one. */
Test(columns, are_excited_at_the_speed_and_length_of_the_law)
{
    static const char *const params[][3] = { { "a", "b", NULL },
                                             { "a", "vs", NULL },
                                             { "vs", "b", NULL } };
    static const double speeds[] = { 1, 4, 16 };
    static const char *const states[] = { "z", NULL };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int way = 0; way < 6; way++) {
        const struct arb_law law = { .name = "excited",
                                     .params = params[way / 2],
                                     .states = states,
                                     .flow = flow,
                                     .bound = way % 2 ? bound : NULL,
                                     .regressor = regressor,
                                     .n_regressors = 1 };
        const struct rigorous_case c = {
            .law = &law, .property = IDENTIFIABILITY, .n_segments = 1, .load = load
        };
        next.hold = -1;
        next.vs = speeds[way / 2];
        next.length = way % 2 ? 8 : 1;
        cr_expect_eq(rigorous_evaluate(&c, 128, functional, margin), ANSWER_NO, "way %d", way);
        cr_expect_eq(next.hold, EXCITATION_HOLDS, "way %d: %d holds", way, next.hold);
    }
    arb_clear(margin);
    arb_clear(functional);
}

static void eight(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s, (void)x;
    for (int j = 0; j < RIGOROUS_MAX_COLUMNS; j++)
        arb_pow_ui(u + j, v, (ulong)j, prec);
}

/* Powers of the velocity are told apart, up to as many columns as are judged: there are more
 * velocities. */
Test(columns, are_judged_up_to_their_most)
{
    static const char *const params[] = { NULL };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int n = 1; n <= RIGOROUS_MAX_COLUMNS + 1; n++) {
        const struct arb_law law = {
            .name = "powers", .params = params, .regressor = eight, .n_regressors = n
        };
        const struct rigorous_case c = {
            .law = &law, .property = IDENTIFIABILITY, .n_segments = 1, .load = load
        };
        cr_expect_eq(rigorous_applicable(&law, IDENTIFIABILITY), n <= RIGOROUS_MAX_COLUMNS,
                     "%d columns", n);
        if (n <= 4) /* the search goes through all vectors of 0 and 1 and -1 */
            cr_expect_eq(rigorous_evaluate(&c, 128, functional, margin), ANSWER_NO, "%d columns",
                         n);
    }
    arb_clear(margin);
    arb_clear(functional);
}
