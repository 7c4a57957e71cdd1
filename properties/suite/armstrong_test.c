/* What is special to Armstrong's law: the static force that rises with the time at rest, and the
 * lag of Stribeck friction. The formulas are those of the survey, in its t2, not in the law's
 * psi. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"
#include "reference/experiments/exact.h"

enum { SIGNALS = 2000 };

struct numbers {
    double sigma0, Fc, Fs, vs, sigma2, tau, gamma;
};

static const struct model *draw(struct rng *rng, double p[], struct numbers *q)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    static const char *const names[] = { "sigma0", "Fc", "Fs", "vs", "sigma2", "tau", "gamma" };
    const struct model *model = PREC(model_find)("armstrong");
    double *const value[] = { &q->sigma0, &q->Fc, &q->Fs, &q->vs, &q->sigma2, &q->tau, &q->gamma };
    cr_assert(PREC(draw_params)(model, &anywhere, rng, p));
    cr_assert_eq(model->n_params, sizeof names / sizeof *names);
    for (unsigned i = 0; i < model->n_params; i++)
        *value[i] = p[quantity_index(model->params, model->n_params, names[i])];
    return model;
}

/* Slides at v until the lag has died out; returns the remaining Stribeck friction. */
static double slide(struct exact_state *w, const struct numbers *q, double v)
{
    exact_state_flow(w, (struct hold){ v, 50 * q->tau + 4 * (q->Fc + q->Fs) / q->sigma0 / v });
    return q->Fs / (1 + (v / q->vs) * (v / q->vs));
}

/* After a slide, a rest t2 and a start at speed v the force grows to Fc + Fs(t2 + t), t the
 * duration of the start itself. Numbers are rounded some tens of times, 64 eps of the largest
 * force. t is the time at which the spring meets the level: a relative error e of t changes the
 * level by at most e of it. */
Test(armstrong, static_force_grows_with_the_dwell_time_as_stated)
{
    unsigned grown = 0;
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "armstrong/dwell", i);
        double p[MODEL_MAX_PARAMS];
        struct numbers q;
        struct exact_state w;
        const struct model *model = draw(&rng, p, &q);
        exact_state_start(&w, model, p);
        const double Fsa = slide(&w, &q, q.vs * rng_log_uniform(&rng, 0.1, 100));
        const double t2 = q.gamma * rng_log_uniform(&rng, 1e-3, 1e3);
        exact_state_flow(&w, (struct hold){ 0, t2 });
        cr_assert_eq(w.mem->ints[0], 0);
        cr_expect(fabs(exact_state_force(&w, 0) - q.Fc - Fsa) <= 64 * DBL_EPSILON * (q.Fc + q.Fs));

        /* in the other direction, so that the spring starts far from its limit */
        const double from = w.x[0], v = -q.vs * rng_log_uniform(&rng, 1e-3, 10);
        const double longest = 2 * (q.Fc + q.Fs) / q.sigma0 / -v;
        exact_state_flow(&w, (struct hold){ v, 1.01 * longest });
        cr_assert_eq(w.mem->ints[0], -1, "does not break away");
        const double T = t2 + (w.x[0] - from) / v;
        const double released = q.Fc + Fsa + (q.Fs - Fsa) * (T / (T + q.gamma));
        cr_expect(fabs(-q.sigma0 * w.x[0] - released) <= 64 * DBL_EPSILON * (q.Fc + q.Fs),
                  "released at %.17g, stated %.17g", -q.sigma0 * w.x[0], released);
        grown += released > q.Fc + 1.01 * Fsa;
    }
    cr_expect(grown > SIGNALS / 4);
}

/* A step of velocity changes the force at once by viscous friction only; Stribeck friction follows
 * with the time constant tau. */
Test(armstrong, stribeck_friction_follows_late)
{
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "armstrong/lag", i);
        double p[MODEL_MAX_PARAMS];
        struct numbers q;
        struct exact_state w;
        const struct model *model = draw(&rng, p, &q);
        exact_state_start(&w, model, p);
        const double v0 = q.vs * rng_log_uniform(&rng, 0.1, 10);
        const double v1 = q.vs * rng_log_uniform(&rng, 0.1, 10);
        const double before = slide(&w, &q, v0), after = q.Fs / (1 + v1 / q.vs * (v1 / q.vs));
        const double h = q.tau * rng_log_uniform(&rng, 1e-3, 10);
        exact_state_flow(&w, (struct hold){ v1, h });
        const double stated = q.Fc + after + (before - after) * exp(-h / q.tau) + q.sigma2 * v1;
        cr_expect(fabs(exact_state_force(&w, v1) - stated) <=
                      64 * DBL_EPSILON * (q.Fc + q.Fs + q.sigma2 * v1),
                  "%.17g, stated %.17g", exact_state_force(&w, v1), stated);
    }
}

/* Creep in the direction of the slide, where the spring is at its limit already: if the contact
 * heals faster than it is stretched, it breaks away later, at a higher force; if not, it slides on
 * at once. */
Test(armstrong, heals_before_it_slides_on)
{
    const struct model *model = PREC(model_find)("armstrong");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (int fast = 0; fast < 2; fast++) {
        const double v = fast ? 1e-3 : 1e-8;
        struct exact_state w;
        exact_state_start(&w, model, p);
        exact_state_flow(&w, (struct hold){ 0.1, 1 });
        exact_state_flow(&w, (struct hold){ 0, 1e-6 });
        exact_state_flow(&w, (struct hold){ v, 0.1 });
        cr_expect_eq(w.mem->ints[0], fast, "v = %g", v);
        exact_state_flow(&w, (struct hold){ v, 1000 });
        cr_expect_eq(w.mem->ints[0], 1);
        cr_expect(fast ? w.x[0] < 1.001e-5 : w.x[0] > 1.4e-5, "v = %g: broke at %g m", v, w.x[0]);
    }
}

/* Methods that notice the level late leave the spring beyond it. Such a spring breaks away at once:
 * the rest of the hold is a slide. */
Test(armstrong, past_its_level_it_slides_at_once)
{
    for (uint64_t i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, "armstrong/past", i);
        double p[MODEL_MAX_PARAMS];
        struct numbers q;
        struct exact_state late, loose;
        const struct model *model = draw(&rng, p, &q);
        exact_state_start(&late, model, p);
        late.x[0] = (q.Fc + q.Fs) / q.sigma0 * rng_log_uniform(&rng, 1.01, 4);
        exact_state_start(&loose, model, p);
        memcpy(loose.x, late.x, sizeof loose.x);
        const struct hold hold = { q.vs, q.tau };
        exact_state_settle(&loose, hold.v);
        cr_assert(loose.mem && loose.mem->ints[0] == 1);
        const double work = model->work(p, loose.mem, hold.v, 1, hold.h, loose.x);
        cr_expect(fabs(model->work(p, late.mem, hold.v, 1, hold.h, late.x) - work) <=
                  16 * DBL_EPSILON * fabs(work));
        exact_state_flow(&late, hold);
        exact_state_flow(&loose, hold);
        cr_expect_eq(late.mem->ints[0], 1);
        for (unsigned k = 0; k < model->n_states; k++)
            cr_expect(fabs(late.x[k] - loose.x[k]) <= 16 * DBL_EPSILON * fabs(loose.x[k]),
                      "%s: %a, when loose at once %a", model->states[k].name, late.x[k],
                      loose.x[k]);
    }
}
