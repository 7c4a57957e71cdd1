/* Velocity signals: what the grammar accepts and says, and that stretches tile a signal. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/scenario.h"
#include "reference/signal.h"

static const char *const good[] = {
    "hold 0.001 5",
    "hold 0.001 5; hold -1e-3 0.5",
    " ramp -1 1 2 ;sine 0 1 6.283185307179586 0 5; cosine 0.0015 0.001 25 0 20 ",
    "sine 0.5 1 3 0.2 10",
    "sine 0 1 -2 0.3 10",
    "cosine 0 2 4 1 7; hold 0 1; ramp 0 -1 1",
    "sine 1 1 1 0 20", /* touches zero */
};

Test(parse, accepts_the_grammar)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_expect(signal_parse(good[i], &s, error), "'%s': %s", good[i], error);
    }
    for (const struct scenario *sc = scenarios; sc->name; sc++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_expect(signal_parse(sc->velocity, &s, error), "%s: %s", sc->name, error);
    }
}

Test(parse, refuses_with_what_was_found_and_expected)
{
    static const struct {
        const char *text, *found, *expected;
    } bad[] = {
        { "", "empty", "hold" },
        { ";", "empty", "hold" },
        { "hold 1 1;", "piece 2 is empty", "hold" },
        { "wobble 1 2", "wobble", "hold, ramp, sine or cosine" },
        { "hold", "too few numbers", "hold V T" },
        { "hold 1", "too few numbers", "hold V T" },
        { "hold 1 2 3", "unexpected '3'", "hold V T" },
        { "hold fast 2", "fast", "hold V T" },
        { "hold nan 2", "nan", "finite" },
        { "hold inf 2", "inf", "finite" },
        { "hold 1e999 2", "1e999", "finite" },
        { "hold 1 0", "0", "positive" },
        { "hold 1 -3", "-3", "positive" },
        { "ramp 0 1", "too few numbers", "ramp V0 V1 T" },
        { "sine 0 1 2 3", "too few numbers", "sine MEAN AMP OMEGA PHASE T" },
        { "hold 1 1; hold 2", "piece 2", "hold V T" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct signal s;
        char error[SIGNAL_TEXT] = "";
        cr_expect(!signal_parse(bad[i].text, &s, error), "'%s' is accepted", bad[i].text);
        cr_expect(strstr(error, bad[i].found) && strstr(error, bad[i].expected) &&
                      !strchr(error, '\n'),
                  "'%s': %s", bad[i].text, error);
    }
}

Test(parse, refuses_too_many_pieces)
{
    char text[(SIGNAL_MAX_PIECES + 1) * 10] = "hold 1 1", error[SIGNAL_TEXT];
    struct signal s;
    for (size_t i = 1; i < SIGNAL_MAX_PIECES; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ";hold 1 1");
    cr_expect(signal_parse(text, &s, error));
    snprintf(text + strlen(text), sizeof text - strlen(text), ";hold 1 1");
    cr_expect(!signal_parse(text, &s, error));
}

/* Stretches follow each other without gap, their count is finite, and within each v keeps
 * its sign, exactly as claimed. */
Test(stretches, tile_the_signal_with_one_sign_each)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(good[i], &s, error));
        double t = 0;
        int n = 0;
        while (t < s.duration * (1 - 1e-12) && n < 10000) {
            const struct stretch now = signal_stretch(&s, t);
            cr_assert(now.start == t && now.end > t, "'%s' at %g", good[i], t);
            for (int k = 1; k < 20; k++) {
                const double v =
                    signal_piece_velocity(now.piece, t + (now.end - t) * (double)k / 20);
                cr_expect((v > 0) - (v < 0) == (int)now.sign, "'%s' at %g", good[i], t);
            }
            t = now.end;
            n++;
        }
        cr_expect(n < 1000, "'%s' has %d stretches", good[i], n);
        cr_expect(fabs(t - s.duration) <= 1e-12 * s.duration);
    }
}

Test(stretches, of_a_sine_end_at_its_zeros)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("sine 0 1 6.283185307179586 0 5", &s, error));
    double t = 0;
    for (int k = 1; k <= 10; k++) {
        const struct stretch now = signal_stretch(&s, t);
        cr_expect(fabs(now.end - 0.5 * k) <= 1e-14 * 5, "zero %d at %.17g", k, now.end);
        cr_expect(now.sign == (k % 2 ? 1 : -1));
        cr_expect(signal_velocity(&s, now.end) == 0);
        t = now.end;
    }
}

/* Simpson's rule on stretches: an independent integral, whose error is below (T/n)^4/180
 * times T and the largest fourth derivative. */
Test(velocity, distance_is_its_integral)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(good[i], &s, error));
        double sum = 0, tolerance = 1e-12;
        for (size_t k = 0; k < s.n; k++) {
            enum { N = 2000 };
            const struct signal_piece *p = &s.pieces[k];
            const double h = p->duration / N;
            for (int j = 0; j <= N; j++) {
                const double weight = j == 0 || j == N ? 1 : j % 2 ? 4 : 2;
                sum += h / 3 * weight * signal_piece_velocity(p, p->start + j * h);
            }
            if (p->kind >= SIGNAL_SINE)
                tolerance += p->duration / 180 * pow(h * p->value[2], 4) * fabs(p->value[1]);
        }
        cr_expect(fabs(sum - signal_distance(&s, s.duration)) <= tolerance, "'%s': %g, %g", good[i],
                  sum, signal_distance(&s, s.duration));
    }
}

Test(velocity, takes_the_right_limit_at_jumps)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("hold 1 0.1; hold 2 0.2; hold 3 0.3", &s, error));
    cr_expect_eq(signal_velocity(&s, 0), 1);
    cr_expect_eq(signal_velocity(&s, 0.1), 2);
    cr_expect_eq(signal_velocity(&s, 0.1 + 0.2), 3);
    cr_expect_eq(signal_velocity(&s, 0.3), 3);
    cr_expect_eq(signal_velocity(&s, 0.6), 3);
}
