/* See the header. */
#include "properties/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/property.h"
#include "properties/stored.h"
#include "properties/trial.h"
#include "properties/witness.h"

enum {
    SIGNALS_PER_POINT = 8, /* signals tried at one parameter point */
    CROSS_CHECKED = 64,    /* first trials also evaluated in ball arithmetic, whatever they say */
    CROSS_PREC = 256,      /* bits at most, for those */
    SEARCH_PREC = 1024,    /* bits at most, for a suspicious trial */
    WITNESS_PREC = 4096,   /* bits at most, for a stored witness */
};

/* One trial's numbers, in working precision. */
struct point {
    const struct model *model;
    const struct arb_law *law; /* or NULL */
    real p[MODEL_MAX_PARAMS];
    struct hold *holds;
    unsigned n_holds;
};

static void note(struct judgement *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct judgement *j, const char *format, ...)
{
    const size_t used = strlen(j->note);
    va_list args;
    va_start(args, format);
    vsnprintf(j->note + used, sizeof j->note - used, format, args);
    va_end(args);
}

/* The parameter p[] that the law calls `name`, or NAN. */
static double param_named(const struct point *pt, const char *name)
{
    for (unsigned i = 0; i < pt->model->n_params; i++)
        if (strcmp(pt->model->params[i].name, name) == 0)
            return (double)pt->p[i];
    return NAN;
}

/* Working-precision numbers are exact balls. */
static void load_point(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct point *pt = numbers;
    (void)prec, (void)x0;
    for (int i = 0; pt->law->params[i]; i++)
        arb_set_d(p + i, param_named(pt, pt->law->params[i]));
    for (unsigned i = 0; i < pt->n_holds; i++) {
        arb_set_d(v + i, (double)pt->holds[i].v);
        arb_set_d(h + i, (double)pt->holds[i].h);
    }
}

static struct rigorous_case case_of(const struct point *pt, enum property property)
{
    return (struct rigorous_case){
        .law = pt->law,
        .property = property,
        .n_holds = pt->n_holds,
        .load = load_point,
        .numbers = pt,
    };
}

/* Values as decimal and hex float, and a witness file to replay. */
static void note_point(struct judgement *j, const struct point *pt, enum property property)
{
    note(j, "\n  parameters:");
    for (unsigned i = 0; i < pt->model->n_params; i++)
        note(j, " %s=%.9g (%a)", pt->model->params[i].name, (double)pt->p[i], (double)pt->p[i]);
    note(j, "\n  signal (v, t):");
    for (unsigned i = 0; i < pt->n_holds; i++)
        note(j, " (%.9g, %.9g) (%a, %a)", (double)pt->holds[i].v, (double)pt->holds[i].h,
             (double)pt->holds[i].v, (double)pt->holds[i].h);
    if (!pt->law || pt->n_holds > DRAW_MAX_HOLDS)
        return;
    double p[ARB_LAW_MAX], v[DRAW_MAX_HOLDS], h[DRAW_MAX_HOLDS];
    for (int i = 0; pt->law->params[i]; i++)
        p[i] = param_named(pt, pt->law->params[i]);
    for (unsigned i = 0; i < pt->n_holds; i++) {
        v[i] = (double)pt->holds[i].v;
        h[i] = (double)pt->holds[i].h;
    }
    char *text = witness_text(pt->law, p, property, v, h, pt->n_holds);
    note(j, "\n  replay with //properties:check: %s", text);
    free(text);
}

/* Ends the judgement against the declaration. */
static void contradict(struct judgement *j, enum verdict verdict, const struct point *pt,
                       enum property property, const char *what)
{
    j->verdict = verdict;
    j->as_declared = false;
    note(j, "%s %s (" R_NAME "), margin %.9g: %s", pt->model->name, property_info[property].name,
         j->margin, what);
    note_point(j, pt, property);
}

/* Lower end of the margin's enclosure; 0 when it cannot be told from 0. */
static double margin_of(const arb_t margin)
{
    if (arb_contains_zero(margin))
        return 0;
    arf_t lower;
    arf_init(lower);
    arb_get_lbound_arf(lower, margin, 53);
    const double value = arf_get_d(lower, ARF_RND_FLOOR);
    arf_clear(lower);
    return value;
}

/* Whether the code's margin is the law's, up to rounding. The outcome of the rigorous
 * evaluation comes back in *answer and *rigorous. */
static bool code_agrees(const struct point *pt, enum property property, struct margin m,
                        slong max_prec, enum answer *answer, double *rigorous)
{
    const struct rigorous_case c = case_of(pt, property);
    arb_t functional, margin, difference;
    arb_init(functional);
    arb_init(margin);
    arb_init(difference);
    *answer = rigorous_violated(&c, max_prec, functional, margin);
    *rigorous = margin_of(margin);
    arb_set_d(difference, (double)m.value);
    arb_sub(difference, difference, margin, 64);
    arb_abs(difference, difference);
    arb_set_d(functional, (double)m.rounding);
    const bool agrees = !arb_gt(difference, functional) && isfinite(m.value);
    arb_clear(difference);
    arb_clear(margin);
    arb_clear(functional);
    return agrees;
}

/* Energies and volumes can be negative by less than rounding; the other properties are closed
 * conditions, kept with equality (a saturated state, a steady force) all the time. */
static bool is_open(enum property property)
{
    return property == PASSIVITY || property == PASSIVITY_AS_PRINTED ||
           property == I1_NONNEGATIVE || property == I2_NONNEGATIVE || property == I3_NONNEGATIVE ||
           property == I4_NONNEGATIVE || property == IDENTIFIABILITY ||
           property == IDENTIFIABLE_RANK;
}

/* Looks at one trial more closely. Returns false when it ended the judgement. */
static bool survives(const struct point *pt, const struct claim *claim, struct margin m,
                     bool cross_check, struct judgement *j)
{
    const real threshold = is_open(claim->property) ? m.rounding : -m.rounding;
    const bool suspicious = !(m.value > threshold);
    if (!suspicious && !cross_check)
        return true;
    j->margin = (double)m.value;
    if (!pt->law) {
        if (m.value >= -m.rounding)
            return true;
        contradict(j, VERDICT_REFUTED, pt, claim->property, "violated");
        return false;
    }
    enum answer answer;
    double rigorous;
    const bool agrees = code_agrees(pt, claim->property, m, suspicious ? SEARCH_PREC : CROSS_PREC,
                                    &answer, &rigorous);
    if (answer == ANSWER_YES) {
        j->method = METHOD_WITNESS;
        contradict(j, VERDICT_REFUTED, pt, claim->property,
                   "violated, certified in ball arithmetic");
    } else if (!agrees)
        contradict(j, VERDICT_INCONCLUSIVE, pt, claim->property,
                   "the model's code and its rigorous statement disagree beyond rounding");
    else
        return true;
    return false;
}

static void search(const struct model *model, const struct arb_law *law, const struct claim *claim,
                   const struct effort *effort, struct judgement *j)
{
    struct hold holds[DRAW_MAX_HOLDS], worst_holds[DRAW_MAX_HOLDS];
    struct point pt = { .model = model, .law = law, .holds = holds }, worst = pt;
    struct margin worst_margin = { 2, 0 };
    const unsigned trials = effort->trials ? effort->trials : 2000;
    char label[128];
    snprintf(label, sizeof label, "%s/%s/%s", model->name, property_info[claim->property].name,
             claim->domain);
    struct rng rng = { 0 };
    j->method = METHOD_TESTED;
    for (unsigned i = 0; i < trials; i++) {
        if (i % SIGNALS_PER_POINT == 0) {
            rng = PREC(rng_keyed)(effort->seed, label, i / SIGNALS_PER_POINT);
            if (!PREC(draw_params)(model, claim, &rng, pt.p)) {
                j->verdict = VERDICT_INCONCLUSIVE;
                note(j, "%s: no parameters found in the domain \"%s\"", label, claim->domain);
                return;
            }
        }
        pt.n_holds = PREC(draw_signal)(model, pt.p, claim->signals, &rng, holds);
        const struct margin m = PREC(trial)(model, pt.p, claim->property, holds, pt.n_holds);
        j->trials = i + 1;
        if (!survives(&pt, claim, m, i < CROSS_CHECKED, j))
            return;
        if (m.value < worst_margin.value) {
            worst_margin = m;
            worst = pt;
            memcpy(worst_holds, holds, sizeof holds);
        }
    }
    j->verdict = VERDICT_HOLDS;
    j->as_declared = true;
    j->margin = (double)worst_margin.value + 0.0; /* -0 becomes 0 */
    if (!law)
        return;
    worst.holds = worst_holds;
    enum answer answer;
    double rigorous;
    if (code_agrees(&worst, claim->property, worst_margin, SEARCH_PREC, &answer, &rigorous))
        j->margin = rigorous;
    else
        contradict(j, VERDICT_INCONCLUSIVE, &worst, claim->property,
                   "the model's code and its rigorous statement disagree beyond rounding");
}

/* The witness's numbers in working precision. Returns false when it is not for the model. */
static bool point_of(const struct witness *w, const struct model *model, struct point *pt)
{
    if (strcmp(w->law->name, model->name) != 0)
        return false;
    pt->holds = calloc(w->n_holds, sizeof *pt->holds);
    if (!pt->holds)
        return false;
    for (unsigned i = 0; i < model->n_params; i++) {
        const int index = arb_law_index(w->law->params, model->params[i].name);
        pt->p[i] = index < 0 ? (real)NAN : (real)strtod(w->param[index], NULL);
    }
    for (unsigned i = 0; i < w->n_holds; i++) {
        pt->holds[i].v = (real)strtod(w->v[i], NULL);
        pt->holds[i].h = (real)strtod(w->h[i], NULL);
    }
    pt->n_holds = w->n_holds;
    return true;
}

/* Whether the witness lies in the claim's domain: its parameters, and its signal class. */
static bool in_domain(const struct point *pt, const struct claim *claim)
{
    unsigned param;
    const char *constraint;
    if (!PREC(model_valid)(pt->model, pt->p, &param, &constraint) ||
        (claim->contains && !claim->contains(pt->p)))
        return false;
    for (unsigned i = 0; claim->base == AT_DEFAULTS && i < pt->model->n_params; i++) {
        bool free = false;
        for (unsigned k = 0; k < claim->n_box; k++)
            free |= claim->box[k].param == i;
        if (!free && pt->p[i] != (real)pt->model->params[i].value)
            return false;
    }
    for (unsigned k = 0; k < claim->n_box; k++) {
        const struct interval *b = &claim->box[k];
        if (pt->p[b->param] < (real)b->lo || pt->p[b->param] > (real)b->hi)
            return false;
    }
    bool forth = false, back = false;
    for (unsigned i = 0; i < pt->n_holds; i++) {
        if (claim->signals == SLOWING_SIGNAL && i > 0 &&
            r_abs(pt->holds[i].v) > r_abs(pt->holds[i - 1].v))
            return false;
        forth |= pt->holds[i].v > 0;
        back |= pt->holds[i].v < 0;
    }
    if (claim->signals == ONE_WAY_SIGNAL && forth && back)
        return false;
    return true;
}

/* The witness as written must be certified; the code, at its own rounded numbers, must
 * violate as well and agree with the law there. */
static void judge_witness(const struct model *model, const struct claim *claim,
                          const struct witness *w, struct judgement *j)
{
    struct point pt = { .model = model, .law = w->law };
    j->method = METHOD_WITNESS;
    j->trials = 1;
    if (!point_of(w, model, &pt)) {
        note(j, "%s: the witness is for model %s", model->name, w->law->name);
        return;
    }
    const struct verdict_on_witness on = witness_check(w, WITNESS_PREC);
    const struct margin m = PREC(trial)(model, pt.p, claim->property, pt.holds, pt.n_holds);
    enum answer answer;
    const bool agrees = code_agrees(&pt, claim->property, m, WITNESS_PREC, &answer, &j->margin);
    if (w->property != claim->property || !in_domain(&pt, claim))
        contradict(j, VERDICT_INCONCLUSIVE, &pt, claim->property,
                   "the stored witness is outside the claim's domain");
    else if (on.confirmed != ANSWER_YES)
        contradict(j, VERDICT_INCONCLUSIVE, &pt, claim->property, on.reason);
    else if (!agrees || m.value >= -m.rounding)
        contradict(j, VERDICT_INCONCLUSIVE, &pt, claim->property,
                   "the model's code does not show the violation that its rigorous statement has");
    else {
        j->verdict = VERDICT_REFUTED;
        j->as_declared = true;
    }
    free(pt.holds);
}

static void confront_with_witness(const struct model *model, const struct claim *claim,
                                  struct judgement *j)
{
    struct witness w;
    struct witness_error error;
    const char *text = claim->witness ? stored_witness_find(claim->witness) : NULL;
    j->verdict = VERDICT_INCONCLUSIVE;
    if (!text)
        note(j, "%s: declared refuted, but there is no stored witness", model->name);
    else if (!witness_parse(text, strlen(text), &w, &error))
        note(j, "%s: %s: %s", model->name, claim->witness, error.text);
    else {
        judge_witness(model, claim, &w, j);
        witness_free(&w);
    }
}

void PREC(judge)(const struct model *model, const struct arb_law *law, const struct claim *claim,
                 const struct effort *effort, struct judgement *j)
{
    *j = (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = NAN };
    if (!PREC(trial_applicable)(model, claim->property)) {
        note(j, "%s claims %s but lacks the structure to test it", model->name,
             property_info[claim->property].name);
        return;
    }
    if (law && !rigorous_applicable(law, claim->property))
        law = NULL;
    if (claim->declared == REFUTED)
        confront_with_witness(model, claim, j);
    else
        search(model, law, claim, effort, j);
    if (claim->declared == UNKNOWN)
        j->as_declared = true;
}
