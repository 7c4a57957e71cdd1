/* The margins of the code and of the ball model are one number, of every property of every law,
 * along signals and with parameters of which nothing is claimed: also where it is violated. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/judgement/certify.h"
#include "properties/trials/draw.h"

enum { TRIALS = 40, MOST_HOLDS = 6, BITS = 1024 };

/* Draws a trial. Returns false where drawing finds none, or one that takes long. */
static bool drawn(const struct model *model, const struct claim *claim, uint64_t number,
                  struct sample *sample)
{
    struct rng rng = rng_keyed(23, model->name, 100 * number + claim->property);
    struct candidate candidate;
    if (!PREC(draw_parameters)(model, claim, &rng, &candidate))
        return false;
    PREC(draw_segments)(model, claim->signals, &rng, &candidate);
    return PREC(candidate_sample)(model, claim, &candidate, sample) && sample->n <= MOST_HOLDS;
}

/* How many trials were compared, violated, and enclosed to a number. */
struct compared {
    unsigned trials, violated, enclosed;
};

/* The margin that is told is the lower end of the enclosure: the true one is no smaller. It lies
 * within 2 d above: within d of the middle, which d, a power of two, makes exact but for a carry.
 */
static void expect_from_below(const struct model *model, const struct arb_law *law,
                              enum property property, const struct sample *s, double told)
{
    if (isnan(told) || told == 0)
        return;
    const double d = ldexp(1, ilogb(told) - 20);
    const struct margin middle = { .value = told + d, .rounding = d };
    if (middle.value - d != told)
        return;
    cr_expect(PREC(certify)(model, law, property, s, middle, BITS).agrees, "%s, %s: from %a",
              model->name, property_info[property].name, told);
}

/* `slack`: how much of a margin, relative, may be lost beside its rounding. */
static void compare(const struct model *model, const struct arb_law *law, enum property property,
                    double slack, struct compared *compared)
{
    const struct claim claim = {
        .property = property,
        .domain = "anything",
        .signals = property == NO_DRIFT ? CYCLE_SIGNAL : ANY_SIGNAL,
    };
    for (uint64_t number = 0; number < TRIALS; number++) {
        struct sample s;
        if (!drawn(model, &claim, number, &s))
            continue;
        struct margin margin = PREC(evaluate_property)(model, s.p, property, s.holds, s.n);
        margin.rounding += slack * r_abs(margin.value);
        if (!isfinite(margin.value)) /* the states have run away */
            continue;
        const struct certificate c = PREC(certify)(model, law, property, &s, margin, BITS);
        cr_expect(c.agrees, "%s, %s, trial %u: %.9g by the code, %.9g by balls", model->name,
                  property_info[property].name, (unsigned)number, (double)margin.value, c.margin);
        if (number % 8 == 0)
            expect_from_below(model, law, property, &s, c.margin);
        cr_expect(c.violated != ANSWER_YES || margin.value <= margin.rounding);
        cr_expect(c.violated != ANSWER_NO || margin.value >= -margin.rounding);
        compared->trials++;
        compared->violated += c.violated == ANSWER_YES;
        compared->enclosed += isnan(c.margin) ? 0 : 1;
    }
}

Test(margins, of_code_and_balls_agree)
{
    struct compared all = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (enum property property = 0; property < N_PROPERTIES; property++) {
            const struct arb_law *law = arb_law_find((*m)->name);
            struct compared own = { 0 };
            if (!PREC(property_applicable)(*m, property) || !rigorous_applicable(law, property))
                continue;
            compare(*m, law, property, 0, &own);
            cr_expect(own.enclosed >= own.trials / 2, "%s, %s: %u of %u are enclosed", (*m)->name,
                      property_info[property].name, own.enclosed, own.trials);
            all.trials += own.trials;
            all.violated += own.violated;
        }
    cr_expect(all.trials > 4000 && all.violated > all.trials / 20, "%u of %u are violated",
              all.violated, all.trials);
}

/* A law whose force has an offset, and whose statements about itself are too large by 1/64: its
 * code and its ball model alike, so that equations which hold of all laws do not. */
static struct {
    const struct model *model;
    const struct arb_law *law;
} off;

static const real OFFSET = C(0x1p-10), TOO_LARGE = 1 + C(0x1p-6);

static real off_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return off.model->force(p, mem, v, s, x) + OFFSET;
}

static real off_steady_force(const real p[], real v)
{
    return TOO_LARGE * off.model->steady_force(p, v);
}

static real off_scale(const real p[], real v, real travel)
{
    return off.model->force_scale(p, v, travel) + travel;
}

static void off_coefficients(const real p[], real coefficient[])
{
    off.model->coefficients(p, coefficient);
    for (unsigned i = 0; i < off.model->n_regressors; i++)
        coefficient[i] *= TOO_LARGE;
}

static void off_ball_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                           slong prec)
{
    arb_t offset;
    arb_init(offset);
    arb_set_d(offset, (double)OFFSET);
    off.law->force(F, p, v, s, x, prec);
    arb_add(F, F, offset, prec);
    arb_clear(offset);
}

static void off_ball_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    off.law->force_scale(scale, p, v, travel, prec);
    arb_add(scale, scale, travel, prec);
}

static void enlarge(arb_ptr y, int n, slong prec)
{
    for (int i = 0; i < n; i++) {
        arb_mul_ui(y + i, y + i, 65, prec);
        arb_mul_2exp_si(y + i, y + i, -6);
    }
}

static void off_ball_steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    off.law->steady_force(F, p, v, s, prec);
    enlarge(F, 1, prec);
}

static void off_ball_coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    off.law->coefficients(coefficient, p, prec);
    enlarge(coefficient, off.law->n_regressors, prec);
}

Test(margins, of_laws_that_are_off_agree)
{
    static const enum property properties[] = { ODD_SYMMETRY, STEADY_STATE, REGRESSOR };
    struct compared all = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
            struct model model = **m;
            struct arb_law law = *arb_law_find(model.name);
            off.model = *m;
            off.law = arb_law_find(model.name);
            if (!PREC(property_applicable)(&model, properties[i]) ||
                !rigorous_applicable(&law, properties[i]))
                continue;
            if (properties[i] == REGRESSOR && model.n_ints > 0)
                continue; /* whose memory at the beginning of a hold is that of the hold before */
            model.force = off_force;
            law.force = off_ball_force;
            model.rate_and_force = NULL;
            model.force_scale = off_scale;
            law.force_scale = off_ball_scale;
            if (model.steady_force)
                model.steady_force = off_steady_force, law.steady_force = off_ball_steady_force;
            if (model.coefficients)
                model.coefficients = off_coefficients, law.coefficients = off_ball_coefficients;
            compare(&model, &law, properties[i], 1e-9, &all);
        }
    cr_expect(all.trials > 1000 && all.violated > all.trials / 2, "%u of %u are violated",
              all.violated, all.trials);
}

/* A trial whose numbers are known to 2^bits of themselves, each to one side; 0: exactly. */
struct blurred {
    const struct model *model;
    const struct arb_law *law;
    const struct sample *s;
    uint64_t sides;
    slong bits;
};

static void set(arb_t x, real value, const struct blurred *b, unsigned number)
{
    arb_set_d(x, (double)value);
    if (b->bits == 0)
        return;
    arb_t other;
    arb_init(other);
    arb_mul_2exp_si(other, x, b->bits);
    if (b->sides >> number % 64 & 1)
        arb_neg(other, other);
    arb_add(other, other, x, BITS);
    arb_union(x, x, other, BITS);
    arb_clear(other);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct blurred *b = numbers;
    (void)prec, (void)x0;
    for (unsigned i = 0; b->law->params[i]; i++) {
        const unsigned k = quantity_index(b->model->params, b->model->n_params, b->law->params[i]);
        struct blurred exact = *b;
        if (model_param_is_whole(b->model, k) || strcmp(b->model->params[k].unit, "1") == 0)
            exact.bits = 0; /* counts and exponents are known */
        set(p + i, b->s->p[k], &exact, i);
    }
    for (unsigned i = 0; i < b->s->n; i++) {
        set(v + i, b->s->holds[i].v, b, 20 + 2 * i);
        set(h + i, b->s->holds[i].h, b, 21 + 2 * i);
    }
}

/* What is said of numbers that are not quite known is true of each of them. Returns true when it is
 * more than nothing. */
static bool expect_wider(const struct blurred *exact, enum property property)
{
    static const slong bits[] = { -60, -30, -12 };
    struct rigorous_case c = { .law = exact->law,
                               .property = property,
                               .n_segments = exact->s->n,
                               .load = load,
                               .numbers = exact };
    bool said = false;
    arb_t functional, margin, wide_functional, wide_margin;
    arb_init(functional);
    arb_init(margin);
    arb_init(wide_functional);
    arb_init(wide_margin);
    const enum answer answer = rigorous_evaluate(&c, 256, functional, margin);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        struct blurred b = *exact;
        b.bits = bits[i];
        c.numbers = &b;
        const enum answer wide = rigorous_evaluate(&c, 256, wide_functional, wide_margin);
        cr_expect(wide == answer || wide == ANSWER_UNDECIDED, "%s, %s, 2^%ld: %d, exactly %d",
                  exact->model->name, property_info[property].name, bits[i], (int)wide,
                  (int)answer);
        cr_expect(arb_overlaps(wide_functional, functional) && arb_overlaps(wide_margin, margin),
                  "%s, %s, 2^%ld: another functional or margin", exact->model->name,
                  property_info[property].name, bits[i]);
        said |= arb_is_finite(wide_margin);
    }
    arb_clear(wide_margin);
    arb_clear(wide_functional);
    arb_clear(margin);
    arb_clear(functional);
    return said;
}

Test(margins, of_numbers_that_are_not_quite_known_are_wider)
{
    enum { FEW = 3 };
    unsigned trials = 0, said = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (enum property property = 0; property < N_PROPERTIES; property++) {
            const struct arb_law *law = arb_law_find((*m)->name);
            const struct claim claim = {
                .property = property,
                .domain = "anything",
                .signals = property == NO_DRIFT ? CYCLE_SIGNAL : ANY_SIGNAL,
            };
            if (!rigorous_applicable(law, property))
                continue;
            for (uint64_t number = 0; number < FEW; number++) {
                struct sample s;
                if (!drawn(*m, &claim, number, &s))
                    continue;
                struct rng rng = rng_keyed(24, (*m)->name, number);
                const struct blurred exact = { *m, law, &s, rng_next(&rng), 0 };
                said += expect_wider(&exact, property);
                trials++;
            }
        }
    cr_expect(trials > 200 && said > trials / 2, "%u of %u say something", said, trials);
}

/* A law that asks for a parameter that the code does not have is judged by none of its numbers. */
Test(margins, of_parameters_that_are_missing_are_none)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct arb_law *law = arb_law_find("lugre");
    const struct claim claim = { .property = PASSIVITY, .domain = "anything" };
    const char *names[ARB_LAW_MAX + 1] = { NULL };
    struct sample s;
    uint64_t number = 0;
    while (!drawn(model, &claim, number, &s))
        number++;
    for (int missing = -1; missing == -1 || law->params[missing]; missing++) {
        struct arb_law other = *law;
        for (int i = 0; law->params[i]; i++)
            names[i] = i == missing ? "nobody's" : law->params[i];
        other.params = names;
        const struct margin margin = PREC(evaluate_property)(model, s.p, PASSIVITY, s.holds, s.n);
        const struct certificate c = PREC(certify)(model, &other, PASSIVITY, &s, margin, BITS);
        cr_expect_eq(c.violated == ANSWER_UNDECIDED, missing >= 0, "%d", missing);
        cr_expect_eq(isnan(c.margin), missing >= 0, "%d: %g", missing, c.margin);
    }
}
