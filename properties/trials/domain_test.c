/* The domain of a claim ends where the claim says: a sample that is drawn lies in it, and leaves it
 * by a parameter beyond its box, by a speed beyond the law's, by a wrong order or a reversal. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"
#include "properties/trials/model_sample.h"
#include "properties/trials/signal_coverage.h"

enum { SAMPLES = 6 };

/* A sample, and the claim that it was drawn for. */
struct drawn {
    const struct model *model;
    const struct claim *claim;
    struct sample s;
};

static bool draw(struct drawn *d, uint64_t number, struct candidate *c)
{
    struct rng rng = rng_keyed(17, d->model->name, number);
    if (!PREC(draw_parameters)(d->model, d->claim, &rng, c))
        return false;
    PREC(draw_segments)(d->model, d->claim->signals, &rng, c);
    return PREC(candidate_sample)(d->model, d->claim, c, &d->s);
}

static bool inside(const struct drawn *d)
{
    return PREC(in_domain)(d->model, d->claim, d->s.p, d->s.holds, d->s.n);
}

static void expect(const struct drawn *d, bool yes, const char *what)
{
    cr_expect_eq(inside(d), yes, "%s, %s for %s: %s", d->model->name,
                 property_info[d->claim->property].name, d->claim->domain, what);
}

static double speed_limit(const struct drawn *d)
{
    return d->model->speed_max / (d->claim->property == RATE_INDEPENDENCE ? 4 : 1);
}

/* Beyond its box, or for a claim about the defaults beside them. Parameters that must be whole or
 * fulfil a constraint leave the domain by that, too. */
static void leave_by_parameters(const struct drawn *d)
{
    for (unsigned i = 0; i < d->model->n_params; i++) {
        const struct interval *box = NULL;
        struct drawn other = *d;
        for (unsigned k = 0; k < d->claim->n_box; k++)
            if (d->claim->box[k].param == i)
                box = &d->claim->box[k];
        const double lo = box ? box->lo : d->model->params[i].lo;
        const double hi = box ? box->hi : d->model->params[i].hi;
        other.s.p[i] = (real)(lo - 1e-6 * fmax(fabs(lo), 1e-300));
        expect(&other, false, "below its box");
        other.s.p[i] = (real)(hi + 1e-6 * fabs(hi));
        expect(&other, hi == 0, "above its box");
        if (box || d->claim->base != AT_DEFAULTS)
            continue;
        other.s.p[i] = (real)nextafter(d->model->params[i].value, INFINITY);
        expect(&other, false, "beside its default");
    }
}

static void leave_by_speeds(const struct drawn *d)
{
    const double limit = speed_limit(d);
    cr_expect_eq(PREC(candidate_speed_limit)(d->model, d->claim), limit);
    for (unsigned i = 0; i < d->s.n; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct drawn other = *d;
            other.s.holds[i].v = (real)(sign * limit);
            if (d->claim->signals == ANY_SIGNAL)
                expect(&other, true, "as fast as it may be");
            other.s.holds[i].v = (real)(sign * nextafter(limit, INFINITY));
            expect(&other, false, "too fast");
            other.s.holds[i].v = (real)NAN;
            expect(&other, false, "no speed");
        }
}

/* Slower and slower, and one way, mean just that. */
static void leave_by_order(const struct drawn *d)
{
    for (unsigned i = 0; i < d->s.n; i++)
        for (unsigned k = i + 1; k < d->s.n; k++) {
            struct drawn other = *d;
            const struct hold first = d->s.holds[i], second = d->s.holds[k];
            other.s.holds[i] = second;
            other.s.holds[k] = first;
            if (d->claim->signals == SLOWING_SIGNAL)
                expect(&other, r_abs(first.v) <= r_abs(second.v), "in another order");
            other = *d;
            other.s.holds[k].v = -second.v;
            if (d->claim->signals == ONE_WAY_SIGNAL && other.s.holds[k].v != 0) {
                bool alone = true;
                for (unsigned l = 0; l < d->s.n; l++)
                    alone = alone && (l == k || d->s.holds[l].v == 0);
                expect(&other, alone, "one hold turned");
            }
        }
    struct drawn turned = *d;
    for (unsigned i = 0; i < d->s.n; i++)
        turned.s.holds[i].v = -d->s.holds[i].v;
    expect(&turned, true, "all holds turned");
}

Test(domain, ends_where_the_claim_says)
{
    unsigned drawn = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned k = 0; k < (*m)->n_claims; k++)
            for (uint64_t number = 0; number < SAMPLES; number++) {
                struct drawn d = { .model = *m, .claim = &(*m)->claims[k] };
                struct candidate c;
                if (d.claim->property == EXPERIMENT || !draw(&d, number, &c))
                    continue;
                expect(&d, true, "as drawn");
                leave_by_parameters(&d);
                leave_by_speeds(&d);
                leave_by_order(&d);
                drawn++;
            }
    cr_expect_gt(drawn, 500, "%u", drawn);
}

/* Numbers of a candidate that are anywhere become numbers of the domain, the nearest. */
Test(domain, takes_any_candidate_to_itself)
{
    unsigned taken = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned k = 0; k < (*m)->n_claims; k++)
            for (int far = -1; far <= 1; far += 2) {
                struct drawn d = { .model = *m, .claim = &(*m)->claims[k] };
                struct candidate c;
                if (d.claim->property == EXPERIMENT || !draw(&d, 1, &c))
                    continue;
                for (unsigned i = 0; i < c.n; i++)
                    c.segments[i].level[0] = far * 1e300;
                for (unsigned i = 0; i < d.claim->n_box; i++)
                    c.p[d.claim->box[i].param] = far * 1e300;
                if (!PREC(candidate_sample)(*m, d.claim, &c, &d.s))
                    continue; /* not every corner of a box is of the domain */
                expect(&d, true, "from far away");
                for (unsigned i = 0; i < d.claim->n_box; i++) {
                    const struct interval *box = &d.claim->box[i];
                    cr_expect_eq(d.s.p[box->param], (real)(far < 0 ? box->lo : box->hi), "%s",
                                 (*m)->name);
                }
                taken++;
            }
    cr_expect_gt(taken, 50, "%u", taken);
}

/* Columns of a regressor are told apart at up to four times the Stribeck speed, which must be a
 * speed of the law; other claims do not ask for that. */
Test(domain, has_speeds_to_tell_columns_apart)
{
    const struct model *m = PREC(model_find)("lugre");
    const unsigned vs = quantity_index(m->params, m->n_params, "vs");
    static const enum property properties[] = { IDENTIFIABILITY, IDENTIFIABLE_RANK, PASSIVITY,
                                                REGRESSOR };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        for (int fast = 0; fast < 2; fast++) {
            const struct claim claim = { .property = properties[i], .domain = "any" };
            struct model law = *m;
            struct drawn d = { .model = &law, .claim = &claim, .s = { .n = 1 } };
            PREC(model_defaults)(m, d.s.p);
            law.speed_max = 4 * (double)d.s.p[vs];
            if (fast)
                d.s.p[vs] *= C(1.0001);
            d.s.holds[0] = (struct hold){ C(1e-4), 1 };
            expect(&d, !fast || i > 1, "of that Stribeck speed");
        }
}

/* Bounds of y need a state of that name, whichever it is. */
Test(domain, of_bounds_has_the_state_that_they_speak_of)
{
    const struct model *m = PREC(model_find)("martinez_rosas");
    for (unsigned first = 0; first < 2; first++)
        for (unsigned n = 1; n <= 2; n++) {
            const struct quantity states[] = { m->states[first], m->states[1 - first] };
            struct model law = *m;
            law.states = states;
            law.n_states = n;
            const bool has_y = n == 2 || strcmp(states[0].name, "y") == 0;
            cr_expect_eq(PREC(property_applicable)(&law, STRIBECK_STATE_BOUND), has_y);
            cr_expect_eq(PREC(property_applicable)(&law, STRIBECK_HISTORY_BOUND), has_y);
            cr_expect(PREC(property_applicable)(&law, STATE_BOUND));
        }
}

/* Holds take the time of their segments, but of a law that remembers its travel no hold goes
 * farther than 32 of its lengths, forth or back. */
Test(samples, go_as_far_as_they_may)
{
    unsigned limited[2] = { 0 }, laws = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        const struct claim anywhere = { .base = ALL_VALID };
        real bound[MODEL_MAX_STATES] = { 0 };
        unsigned fewer = 0;
        for (uint64_t i = 0; i < 100; i++) {
            struct drawn d = { .model = *m, .claim = &anywhere };
            struct candidate c;
            double time = 0, all = 0;
            if (!draw(&d, i, &c))
                continue;
            for (unsigned k = 0; k < c.n; k++)
                all += c.segments[k].time;
            for (unsigned k = 0; k < d.s.n; k++) {
                const struct hold hold = d.s.holds[k];
                cr_expect_gt(hold.h, 0, "%s: %g m/s", (*m)->name, (double)hold.v);
                time += (double)hold.h;
            }
            if (time >= all * (1 - 1e-5))
                continue;
            double farthest = 0;
            for (unsigned k = 0; k < d.s.n; k++) {
                const double travel = fabs((double)d.s.holds[k].v) * (double)d.s.holds[k].h /
                                      (double)(*m)->length(d.s.p);
                limited[d.s.holds[k].v < 0] += travel > 31.9;
                farthest = fmax(farthest, travel);
            }
            cr_expect(farthest > 31.99 && farthest < 32.01, "%s: %g", (*m)->name, farthest);
            (*m)->bound(d.s.p, bound);
            cr_expect((*m)->start && !isfinite(bound[0]), "%s", (*m)->name);
            fewer++;
        }
        laws += fewer > 0;
    }
    cr_expect(laws > 0 && limited[0] > 20 && limited[1] > 20, "%u laws, %u forth, %u back", laws,
              limited[0], limited[1]);
}

/* A ramp and a wave are staircases of steps that take equal times. The steps of a ramp are even,
 * the first and the last half a step within its ends. A wave is antisymmetric about its middle, has
 * as many periods as it has cycles, the amplitude of its sine, and begins upwards. */
static void expect_staircase(const struct segment *s, const struct hold holds[])
{
    const double from = s->level[0], to = s->level[1], size = fabs(from) + fabs(to);
    const double rounding = 64 * (double)R_EPSILON * size;
    const unsigned n = s->steps, period = n / s->cycles;
    double square = 0;
    for (unsigned i = 0; i < n; i++) {
        const double v = (double)holds[i].v, mirrored = (double)holds[n - 1 - i].v;
        cr_expect_float_eq((double)holds[i].h * n, s->time, 1e-6 * s->time);
        cr_expect_float_eq(v + mirrored, s->kind == SEGMENT_RAMP ? from + to : 2 * from, rounding);
        square += (v - from) * (v - from);
        if (s->kind == SEGMENT_RAMP)
            cr_expect_float_eq(2 * n * (v - from), (2 * i + 1) * (to - from), 2 * n * rounding);
        else if (n % s->cycles == 0 && i >= period)
            cr_expect_float_eq(v, (double)holds[i - period].v, rounding);
    }
    if (s->kind == SEGMENT_WAVE) {
        cr_expect_float_eq(2 * square, n * to * to, 8 * n * rounding * size);
        cr_expect_geq(((double)holds[0].v - from) * to, 0);
    }
}

Test(samples, of_ramps_and_waves_are_staircases)
{
    static const struct claim anywhere = { .base = AT_DEFAULTS };
    const struct model *model = PREC(model_find)("dahl");
    unsigned ramps = 0, waves = 0;
    for (uint64_t i = 0; i < 400; i++) {
        struct drawn d = { .model = model, .claim = &anywhere };
        struct candidate c;
        unsigned first = 0;
        cr_assert(draw(&d, i, &c));
        for (unsigned k = 0; k < c.n && !c.one_way; first += c.segments[k++].steps) {
            const struct segment *s = &c.segments[k];
            if (s->kind == SEGMENT_HOLD)
                continue;
            expect_staircase(s, &d.s.holds[first]);
            ramps += s->kind == SEGMENT_RAMP;
            waves += s->kind == SEGMENT_WAVE;
        }
    }
    cr_expect(ramps > 50 && waves > 50, "%u ramps, %u waves", ramps, waves);
}

/* Samples that are turned travel about the law's length, as often farther as less far, and no more
 * octaves from it than asked for. */
Test(samples, travel_about_the_length)
{
    enum { DRAWN = 200, OCTAVES = 6 };
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct rng rng = rng_keyed(3, (*m)->name, 0);
        struct model_sample pt;
        double least = HUGE_VAL, most = -HUGE_VAL, speeds[2] = { HUGE_VAL, 0 };
        memset(&pt, 0, sizeof pt);
        PREC(model_defaults)(*m, pt.p);
        for (int i = 0; i < DRAWN; i++) {
            PREC(model_sample_turn)(*m, &rng, OCTAVES, &pt);
            const double travel = fabs((double)pt.v) * (double)pt.h;
            const double octaves = log2(travel / (double)PREC(model_sample_length)(*m, pt.p));
            least = fmin(least, octaves);
            most = fmax(most, octaves);
            speeds[0] = fmin(speeds[0], fabs((double)pt.v));
            speeds[1] = fmax(speeds[1], fabs((double)pt.v));
        }
        cr_expect(fabs(least + OCTAVES / 2.0) < 0.3 && fabs(most - OCTAVES / 2.0) < 0.3,
                  "%s: from %g to %g octaves", (*m)->name, least, most);
        if (!(*m)->stribeck_speed)
            continue;
        const double own = (double)(*m)->stribeck_speed(pt.p);
        cr_expect(fabs(log2(speeds[0] / own) + 4) < 0.5 &&
                      (fabs(log2(speeds[1] / own) - 4) < 0.5 || speeds[1] == (*m)->speed_max),
                  "%s: from %g to %g m/s", (*m)->name, speeds[0], speeds[1]);
    }
}

/* What three holds contain, by the words of signal_coverage.h. */
static bool contains(enum share kind, const struct model *model, const struct sample *s)
{
    const double length = model->length(s->p), speed = model->stribeck_speed(s->p);
    bool any = false;
    for (unsigned i = 0; i < 3; i++) {
        const double v = s->holds[i].v, travel = fabs(v) * s->holds[i].h;
        const bool same[] = {
            [STICK] = (travel < length / 10),
            [SLIP] = (travel > length),
            [SATURATION] = v != 0 && s->holds[i].h >= 5 / model->settling_rate(s->p, v),
            [HIGH_SPEED] = fabs(v) > 10 * speed || fabs(v) > 0.1,
            [CREEP] = v != 0 && fabs(v) < speed / 100,
            [INCREASE] = i > 0 && fabs(v) > fabs(s->holds[i - 1].v),
            [REVERSAL] = (i > 0 && v * s->holds[i - 1].v < 0) ||
                         (i == 2 && s->holds[1].v == 0 && v * s->holds[0].v < 0),
        };
        any = any || same[kind];
    }
    return any;
}

/* All orders of three holds from rest to fast, short and long. */
Test(coverage, is_what_its_words_say)
{
    static const double speeds[] = { 0, 9e-6, -9e-6, 1.1e-5, 1e-3, -9e-3, 1.1e-2, -0.2 },
                        times[] = { 1e-4, 3e-3 };
    enum { WAYS = 16 };
    const struct model *model = PREC(model_find)("lugre");
    struct sample s = { .n = 3 };
    unsigned counts[N_COVERED] = { 0 };
    PREC(model_defaults)(model, s.p);
    for (unsigned i = 0; i < WAYS * WAYS * WAYS; i++) {
        struct signal_coverage shares = { .signals = 0 };
        for (unsigned k = 0, code = i; k < 3; k++, code /= WAYS)
            s.holds[k] = (struct hold){ speeds[code % 8], times[code % WAYS / 8] };
        PREC(coverage_add)(&shares, model, &s);
        cr_assert_eq(shares.signals, 1);
        for (int k = 0; k < N_COVERED; k++) {
            const bool there = contains((enum share)k, model, &s);
            cr_assert_eq(shares.with[k], there, "signal %u: %s", i, share_names[k]);
            counts[k] += there;
        }
    }
    for (int k = 0; k < N_COVERED; k++)
        cr_expect(counts[k] > 100 && counts[k] < WAYS * WAYS * WAYS - 10, "%s: %u", share_names[k],
                  counts[k]);
}
