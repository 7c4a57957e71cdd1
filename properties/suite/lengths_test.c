/* A law's length is the travel over which its deflections change: sixteen lengths from rest settle
 * the states that settle by travel alone, and a sixteenth of a length does not. */
#include <criterion/criterion.h>
#include <string.h>

#include "models/model.h"

enum { LENGTHS = 16 };

/* What relaxes over one length is then down to exp(-16). Of elements that slip one after the other
 * the last ones are softer, and relax over up to half as much again: 2^-15 is exp(-16/1.54). After
 * a sixteenth of a length hardly anything has moved; most of the bound, of which steady states may
 * be half, is still to come: the test asks for a quarter. */
static const double SETTLED = 0x1p-15, MOVED = 0.25;

/* Computes the states after that travel from the origin, at the law's own speed. */
static void go(const struct model *law, const double p[], double s, double travel, double x[],
               struct memory *memory)
{
    const double speed = law->stribeck_speed ? law->stribeck_speed(p) : 1e-3;
    struct memory *mem = law->start ? memory : NULL;
    memset(x, 0, MODEL_MAX_STATES * sizeof *x);
    if (law->start)
        law->start(p, 0, mem);
    law->flow(p, mem, s * speed, s, travel / speed, x);
}

/* Returns true when the law has states that settle by travel alone. */
static bool check(const struct model *law, const double p[], double s)
{
    const double length = law->length(p);
    double bound[MODEL_MAX_STATES] = { 0 }, begun[MODEL_MAX_STATES], end[MODEL_MAX_STATES];
    double later[MODEL_MAX_STATES], at_rest[MODEL_MAX_STATES] = { 0 }, most = 0;
    bool any = false;
    struct memory memory = { .seed = 0 };
    law->bound(p, bound);
    go(law, p, s, length / LENGTHS, begun, &memory);
    go(law, p, s, 2 * LENGTHS * length, later, &memory);
    go(law, p, s, LENGTHS * length, end, &memory);
    law->rate(p, law->start ? &memory : NULL, 0, 0, end, at_rest);
    for (unsigned i = 0; i < law->n_states; i++) {
        if (strcmp(law->states[i].unit, "m") != 0 || !isfinite(bound[i]) || at_rest[i] != 0)
            continue;
        any = true;
        cr_expect(fabs(later[i] - end[i]) <= SETTLED * bound[i],
                  "%s: %s is %g after %d lengths of %g m, and %g later", law->name,
                  law->states[i].name, end[i], LENGTHS, length, later[i]);
        most = fmax(most, fabs(end[i] - begun[i]) / bound[i]);
    }
    cr_expect(!any || most > MOVED, "%s has settled in less than a length of %g m", law->name,
              length);
    return any;
}

/* Sets each parameter in turn to half and twice its default, if that is valid. */
Test(lengths, are_what_deflections_take_to_settle)
{
    unsigned laws = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        const struct model *law = *m;
        if (!law->length || !law->flow || !law->bound)
            continue;
        bool any = false;
        for (unsigned k = 0; k < 2 * law->n_params; k++) {
            double p[MODEL_MAX_PARAMS];
            PREC(model_defaults)(law, p);
            p[k / 2] *= k % 2 ? 2 : 0.5;
            if (!PREC(model_is_valid)(law, p))
                continue;
            for (int s = -1; s <= 1; s += 2)
                any |= check(law, p, s);
        }
        laws += any;
    }
    cr_expect_geq(laws, 8);
}
