/* What a judgement says can be replayed: parameters and signal are read back from its note, and
 * have the margin that the note tells. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/judgement/judge.h"
#include "properties/search/shrink.h"
#include "properties/trials/evaluate_property.h"

static const struct model *code(void) { return PREC(model_find)("dahl"); }

/* More energy comes back than goes in, but less at the law's defaults than elsewhere. */
static real taken(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return -r_sign(v) * r_abs(code()->work(p, mem, v, s, h, x)) / 2 - r_sign(v) * h * p[0];
}

/* No number where the motion is forth. */
static real no_number(const real p[], const struct memory *mem, real v, real s, real h,
                      const real x[])
{
    return v > 0 ? (real)NAN : code()->work(p, mem, v, s, h, x);
}

static struct judgement judged(const struct model *model, const struct arb_law *law)
{
    const struct claim claim = { .property = PASSIVITY, .declared = HOLDS, .domain = "test" };
    const struct search_budget budget = { .seed = 5, .trials = 100, .ignore_stored = true };
    struct judgement j;
    PREC(judge)(model, law, &claim, &budget, &j);
    return j;
}

/* Reads "NAME=decimal (hex)" for each parameter, in order, and "(v, t) (hex, hex)" for each hold.
 */
static unsigned read_sample(const char *note, const struct model *model, double p[],
                            struct hold holds[])
{
    const char *at = strstr(note, "\n  parameters:");
    unsigned n = 0;
    cr_assert(at, "%s", note);
    at += strlen("\n  parameters:");
    for (unsigned i = 0; i < model->n_params; i++) {
        char name[64];
        double decimal;
        int length = 0;
        cr_assert(sscanf(at, " %63[^=]=%lf (%la)%n", name, &decimal, &p[i], &length) == 3, "%s",
                  at);
        cr_expect_str_eq(name, model->params[i].name);
        cr_expect(fabs(decimal - p[i]) <= 1e-8 * fabs(p[i]), "%s: %g, %g", name, decimal, p[i]);
        at += length;
    }
    cr_assert(strncmp(at, "\n  signal (v, t):", 17) == 0, "%s", at);
    at += 17;
    for (int length = 0; *at == ' '; at += length, n++) {
        double v, h;
        cr_assert(
            sscanf(at, " (%lf, %lf) (%la, %la)%n", &v, &h, &holds[n].v, &holds[n].h, &length) == 4,
            "%s", at);
        cr_expect(fabs(v - holds[n].v) <= 1e-8 * fabs(v) && fabs(h - holds[n].h) <= 1e-8 * h);
    }
    cr_expect_eq(*at, '\0', "%s", at);
    return n;
}

static double margin_of(const char *note)
{
    double margin;
    const char *at = strstr(note, "dahl passivity (f64), margin ");
    cr_assert(at == note && sscanf(at, "dahl passivity (f64), margin %lf", &margin) == 1, "%s",
              note);
    return margin;
}

/* Where code and balls disagree, or there is no number, the trial is told in full. */
Test(notes, replay_a_trial)
{
    for (int kind = 0; kind < 2; kind++) {
        struct model model = *code();
        double p[MODEL_MAX_PARAMS];
        struct hold holds[DRAW_MAX_HOLDS];
        model.work = kind == 0 ? taken : no_number;
        struct judgement j = judged(&model, arb_law_find("dahl"));
        const char *note = judgement_note(&j);
        cr_expect(j.verdict == VERDICT_INCONCLUSIVE && !j.as_declared);
        cr_expect(
            strstr(note, kind == 0
                             ? ": the model's code and its ball model disagree beyond rounding"
                             : ": the model's code gives no number"),
            "%s", note);
        const unsigned n = read_sample(note, &model, p, holds);
        cr_assert_geq(n, 1);
        const struct margin m = PREC(evaluate_property)(&model, p, PASSIVITY, holds, n);
        const double told = margin_of(note);
        if (kind == 0)
            cr_expect(fabs(told - m.value) <= 1e-8 && told == told, "%g, told %g", m.value, told);
        else
            cr_expect(isnan(told) && isnan(m.value), "%g, told %g", m.value, told);
        judgement_clear(&j);
    }
}

/* A counterexample without balls is told by the parameters that are not the defaults, with all the
 * digits that read back, and its holds. */
Test(notes, replay_a_counterexample)
{
    for (unsigned other = 0; other < 2; other++) {
        struct model model = *code();
        struct quantity params[MODEL_MAX_PARAMS];
        double p[MODEL_MAX_PARAMS], margin;
        struct hold holds[DRAW_MAX_HOLDS];
        unsigned n = 0, named = 0;
        int length = 0;
        memcpy(params, model.params, model.n_params * sizeof *params);
        model.params = params;
        model.work = taken;
        if (other) /* the default is not valid: it must be told */
            params[0].value = -1;
        struct judgement j = judged(&model, NULL);
        const char *note = judgement_note(&j);
        cr_expect(j.verdict == VERDICT_REFUTED && j.method == METHOD_TESTED && !j.as_declared);
        const char *at = strstr(note, ": violated\n  at");
        cr_assert(at, "%s", note);
        at += strlen(": violated\n  at");
        for (unsigned i = 0; i < model.n_params; i++)
            p[i] = params[i].value;
        for (char name[64];
             sscanf(at, " %63[^ ] = %lf,%n", name, &margin, &length) == 2 && length > 0;
             at += length, length = 0, named++) {
            const unsigned i = quantity_index(params, model.n_params, name);
            cr_assert_lt(i, model.n_params, "%s", name);
            cr_expect_neq(margin, p[i], "%s is told", name);
            p[i] = margin;
        }
        cr_expect(named >= other, "%s", note);
        const char *rest = named > 0 ? " the other parameters at their defaults; margin "
                                     : " the default parameters; margin ";
        cr_assert(strncmp(at, rest, strlen(rest)) == 0, "%s", at);
        at += strlen(rest);
        cr_assert(sscanf(at, "%lf along (v in m/s, t in s):%n", &margin, &length) == 1 &&
                      length > 0,
                  "%s", at);
        for (at += length; *at == ' '; at += length, n++)
            cr_assert(sscanf(at, " (%lf, %lf)%n", &holds[n].v, &holds[n].h, &length) == 2, "%s",
                      at);
        cr_assert(n >= 1 && !*at, "%s", at);
        const struct margin m = PREC(evaluate_property)(&model, p, PASSIVITY, holds, n);
        cr_expect(fabs(m.value - margin) <= 5e-3 * fabs(margin), "%g, told %g", m.value, margin);
        /* the largest violation, of which the simplest keeps half; three digits are told */
        cr_expect_leq(j.margin, margin + 5e-3 * fabs(margin));
        cr_expect_leq(margin, 0.5 * j.margin * (1 - 1e-2));
        judgement_clear(&j);
    }
}

/* A certified one is told with its witness, which is the simplest, and the same numbers. */
Test(notes, end_with_the_witness)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct claim claim = { .property = PASSIVITY, .declared = HOLDS, .domain = "test" };
    const struct search_budget budget = { .seed = 5, .trials = 2000, .ignore_stored = true };
    struct judgement j;
    PREC(judge)(model, arb_law_find("lugre"), &claim, &budget, &j);
    const char *note = judgement_note(&j),
               *replay = strstr(note, "\n  replay with //properties:check:\n");
    cr_assert(j.verdict == VERDICT_REFUTED && j.simplest && j.deepest && replay, "%s", note);
    cr_expect(strstr(note, "lugre passivity (f64), margin ") == note &&
                  strstr(note, ": violated, certified in ball arithmetic\n  at"),
              "%s", note);
    cr_expect_str_eq(replay + strlen("\n  replay with //properties:check:\n"), j.simplest);
    const char *at = strstr(note, "along (v in m/s, t in s):");
    for (at = strchr(at, '('); at && at < replay; at = strchr(at + 1, '(')) {
        char v[64], h[64];
        if (sscanf(at, "(%63[^,], %63[^)])", v, h) != 2 || strcmp(v, "v in m/s") == 0)
            continue;
        const double value = strtod(v, NULL);
        double found = NAN;
        for (const char *c = j.simplest; (c = strchr(c, '"')); c++) /* any text of the witness */
            if (strtod(c + 1, NULL) == value)
                found = value;
        cr_expect_eq(found, value, "%s is not in %s", v, j.simplest);
    }
    judgement_clear(&j);
}
