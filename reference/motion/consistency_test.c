/* Enclosures of one motion agree, however it is followed: in few bits or in many, in one piece or
 * in two. What is passed over on the way shows as two enclosures that do not meet. */
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/motion/moved_test.h"
#include "tools/testing/test_random.h"

enum { FEW = 64, MANY = 150, SEGMENTS = 3, DRAWS = 1, UNITS = 300, PLAIN_UNITS = 4000 };

static double units; /* of work for a stretch */

static double between(unsigned long long *random, double lo, double hi)
{
    return lo + test_uniform(random) * (hi - lo);
}

/* Few bits, so that halves of sums are exact. */
static double rounded(double x)
{
    int e;
    const double m = frexp(x, &e);
    return ldexp(nearbyint(ldexp(m, 20)), e - 20);
}

/* Draws parameters: some at their defaults, others anywhere within their ranges, by their ratio. */
static void draw_parameters(struct moved *m, unsigned long long *random)
{
    for (size_t i = 0; i < m->equations.parameters.n; i++) {
        const struct quantity_text *q = &m->equations.parameters.of[i];
        double value = q->value;
        const double lo = fmax(q->lo, -1e12), hi = fmin(q->hi, 1e12);
        if (q->type == TYPE_INTEGER) {
            if (test_uniform(random) < 0.3 && hi - lo < 100)
                value = floor(between(random, lo, hi + 1));
        } else if (test_uniform(random) < 0.5) {
            const double least = fmax(lo, 1e-9 * hi);
            value =
                lo < 0 ? between(random, lo, hi) : least * pow(hi / least, test_uniform(random));
        }
        arb_set_d(m->p + i, fmin(fmax(value, lo), hi));
    }
}

/* Draws a stretch over which travel and time may be of any size. */
static void draw_stretch(struct stretch *s, unsigned long long *random)
{
    const double speed = pow(10, between(random, -8, 1)),
                 sign = test_uniform(random) < 0.5 ? -1 : 1, kind = test_uniform(random);
    *s = (struct stretch){ .kind = kind < 0.5    ? SIGNAL_HOLD
                                   : kind < 0.85 ? SIGNAL_RAMP
                                                 : SIGNAL_SINE };
    s->value[0] = rounded(sign * speed);
    if (s->kind == SIGNAL_SINE) {
        s->value[0] *= test_uniform(random) < 0.3 ? 0 : 0.5;
        s->value[1] = rounded(speed);
        s->value[2] = rounded(pow(10, between(random, -1, 3)));
        s->value[3] = rounded(between(random, 0, 6));
        s->duration = rounded(between(random, 0.2, 100) / s->value[2]);
        return;
    }
    if (s->kind == SIGNAL_RAMP) {
        const double end = pow(10, between(random, -8, 1));
        s->value[1] = rounded(test_uniform(random) < 0.5 ? -end : end);
    } else if (test_uniform(random) < 0.1)
        s->value[0] = 0;
    s->duration = rounded(pow(10, between(random, -7, 3)));
}

static bool goes(const struct moved *m, arb_ptr x, arb_ptr energy, const struct stretch *s,
                 slong prec, struct arb_segment *segment)
{
    return go_within(units, m->law, m->p, x, energy, s, prec, segment);
}

/* The same stretch in two halves, a wave in one piece. */
static bool goes_in_halves(const struct moved *m, arb_ptr x, arb_ptr energy,
                           const struct stretch *s, slong prec, struct arb_segment *segment)
{
    if (s->kind == SIGNAL_SINE)
        return goes(m, x, energy, s, prec, segment);
    struct stretch first = *s, second = *s;
    first.duration = second.duration = s->duration / 2;
    if (s->kind == SIGNAL_RAMP)
        first.value[1] = second.value[0] = (s->value[0] + s->value[1]) / 2;
    return goes(m, x, energy, &first, prec, segment) && goes(m, x, energy, &second, prec, segment);
}

/* Moves twice along the stretches. Returns how many are decided both ways. */
static unsigned compare(struct moved *m, const struct stretch s[SEGMENTS], const char *name)
{
    struct arb_segment segment;
    arb_ptr x = _arb_vec_init(MOST), energy = _arb_vec_init(MOST);
    const slong n = arb_law_size(m->law);
    const int n_parts = m->law->parts ? arb_law_count(m->law->parts) : 1;
    unsigned decided = 0;
    bool ok = true;
    char what[1024];
    size_t at = 0;
    arb_segment_init(&segment);
    _arb_vec_zero(m->x, MOST);
    _arb_vec_zero(m->energy, MOST);
    arb_law_begin(m->law, m->x, m->p);
    _arb_vec_set(x, m->x, MOST);
    for (int k = 0; ok && k < SEGMENTS; k++) {
        at += (size_t)snprintf(what + at, sizeof what - at, " (%d: %.17g %.17g %g %g, %.17g s)",
                               (int)s[k].kind, s[k].value[0], s[k].value[1], s[k].value[2],
                               s[k].value[3], s[k].duration);
        ok = goes(m, m->x, m->energy, &s[k], FEW, &segment) &&
             goes_in_halves(m, x, energy, &s[k], MANY, &segment);
        decided += ok;
        for (slong i = 0; ok && i < n; i++)
            cr_expect(arb_overlaps(m->x + i, x + i), "%s: x[%ld] %.17g, %.17g after%s", name,
                      (long)i, arf_get_d(arb_midref(m->x + i), ARF_RND_NEAR),
                      arf_get_d(arb_midref(x + i), ARF_RND_NEAR), what);
        for (int q = 0; ok && q < n_parts; q++)
            cr_expect(arb_overlaps(m->energy + q, energy + q), "%s: energy %d %.17g, %.17g after%s",
                      name, q, arf_get_d(arb_midref(m->energy + q), ARF_RND_NEAR),
                      arf_get_d(arb_midref(energy + q), ARF_RND_NEAR), what);
    }
    _arb_vec_clear(energy, MOST);
    _arb_vec_clear(x, MOST);
    arb_segment_clear(&segment);
    return decided;
}

/* Laws with states, as texts only; with events, kinks, and neither. */
static char laws[][24] = {
    "armstrong",     "bouc_wen",        "dahl",
    "elastoplastic", "karnopp",         "leuven",
    "lugre",         "bliman_sorine",   "martinez_rosas",
    "maxwell_slip",  "lugre_increment", "reset_integrator",
};

ParameterizedTestParameters(enclosures, agree_however_the_motion_is_followed)
{
    return cr_make_param_array(char[24], laws, sizeof laws / sizeof *laws);
}

/* A law at its defaults comes that way, whatever else is too much for so little work. */
static const struct stretch plain[SEGMENTS] = {
    { SIGNAL_RAMP, { 0, 0x1p-9 }, 0x1p-6 },
    { SIGNAL_HOLD, { 0x1p-9 }, 0x1p-5 },
    { SIGNAL_HOLD, { -0x1p-10 }, 0x1p-6 },
};

/* CONSISTENCY_DRAWS=N in the environment: as many draws a law. */
ParameterizedTest(char name[24], enclosures, agree_however_the_motion_is_followed)
{
    const char *draws = getenv("CONSISTENCY_DRAWS");
    unsigned long long random =
        test_seed() + (unsigned long long)name[0] * 256 + (unsigned char)name[1];
    unsigned decided = 0, tried = 0;
    struct moved m = { .source = NULL };
    char path[64];
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    open_text(&m, path);
    units = PLAIN_UNITS;
    cr_expect_eq(compare(&m, plain, name), (unsigned)SEGMENTS, "%s is not decided", name);
    units = UNITS;
    for (int k = draws ? atoi(draws) : DRAWS; k > 0; k--) {
        do
            draw_parameters(&m, &random);
        while (m.law->validate && m.law->validate(m.p));
        struct stretch s[SEGMENTS];
        for (int i = 0; i < SEGMENTS; i++)
            draw_stretch(&s[i], &random);
        tried += SEGMENTS;
        decided += compare(&m, s, name);
    }
    if (draws)
        printf("%s: %u of %u decided\n", name, decided, tried);
    close_moved(&m);
}
