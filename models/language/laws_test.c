/* The texts of the laws say what their code says: quantities, claims, rates, force, Jacobian; and
 * have the structure that is known of them. */
#include <math.h>
#include <stdlib.h>

#include "models/language/derive.h"
#include "models/language/interpret.h"
#include "models/language/read_test.h"
#include "models/language/structure.h"
#include "models/model.h"
#include "tools/base/cli.h"
#include "tools/base/rng.h"

enum { MOST = MODEL_MAX_STATES + 1, DRAWS = 400 };

/* A law's text, read, and its code. */
struct both {
    char *source;
    struct text text;
    struct equations law;
    struct statements statements;
    const struct model *model;
};

static void open_both(struct both *b, const struct model *model)
{
    char path[256];
    snprintf(path, sizeof path, "models/laws/%s.mo", model->name);
    *b = (struct both){ .source = cli_read(path), .model = model };
    cr_assert(b->source, "%s is missing", path);
    b->text = (struct text){ .name = path, .at = b->source, .n = strlen(b->source) };
    cr_assert(equations_read(&b->text, &b->law) &&
                  statements_read(&b->text, &b->law, &b->statements),
              "%s", b->text.error);
    cr_expect_str_eq(b->law.name, model->name);
}

static void close_both(struct both *b)
{
    statements_free(&b->statements);
    equations_free(&b->law);
    free(b->source);
}

static bool equal_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The notes of elements are those of their array. */
static void compare_quantities(const char *law, const struct quantity code[], unsigned n,
                               const struct quantity_list *text)
{
    cr_assert_eq(text->n, n, "%s: %zu quantities, %u in the code", law, text->n, n);
    for (unsigned i = 0; i < n; i++) {
        const struct quantity *a = &code[i];
        const struct quantity_text *b = &text->of[i];
        const bool is_element =
            (i > 0 && text->of[i - 1].at == b->at) || (i + 1 < n && text->of[i + 1].at == b->at);
        char unit[64];
        snprintf(unit, sizeof unit, "%s", b->unit);
        for (char *dot = strchr(unit, '.'); dot; dot = strchr(unit, '.'))
            *dot = ' ';
        cr_expect(equal_texts(a->name, b->name) && equal_texts(a->unit, unit) &&
                      (is_element || equal_texts(a->note, b->note)),
                  "%s: %s in %s, '%s'; in the code %s in %s, '%s'", law, b->name, unit, b->note,
                  a->name, a->unit, a->note);
        cr_expect(a->value == b->value && a->lo == b->lo && a->hi == b->hi,
                  "%s: %s is %g in [%g, %g], in the code %g in [%g, %g]", law, b->name, b->value,
                  b->lo, b->hi, a->value, a->lo, a->hi);
    }
}

/* Draws valid parameters: the defaults, within a decade of them, and ends of ranges. */
static bool draw(const struct model *model, struct rng *rng, unsigned number, double p[])
{
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        p[i] = q->value;
        if (number == 0 || model_param_is_whole(model, i))
            continue;
        if (rng_below(rng, 6) == 0)
            p[i] = rng_below(rng, 2) == 0 ? q->lo : q->hi;
        else if (q->value != 0)
            p[i] = fmin(fmax(q->value * rng_log_uniform(rng, 0.1, 10), q->lo), q->hi);
    }
    return !model->validate || !model->validate(p);
}

static bool holds(const struct both *b, expression condition, const double p[])
{
    const struct graph_point point = { .parameters = p };
    double value;
    graph_evaluate(&b->law.graph, &point, &condition, &value, 1);
    return value != 0;
}

static void compare_claim(const struct both *b, const struct claim *claim,
                          const struct claim_text *text)
{
    static const char *const signals[] = { "any", "slowing", "one_way", "cycle" };
    static const char *const declared[] = { "holds", "refuted", "unknown" };
    const char *law = b->model->name;
    cr_expect(equal_texts(claim->id, text->id) &&
                  equal_texts(claim->domain, text->domain ? text->domain : "always") &&
                  equal_texts(claim->source, text->source) &&
                  equal_texts(claim->witness, text->witness),
              "%s, %s: '%s', '%s', '%s', '%s'", law, text->property, text->id, text->domain,
              text->source, text->witness);
    cr_expect(equal_texts(signals[claim->signals], text->signals ? text->signals : "any") &&
                  equal_texts(declared[claim->declared], text->verdict) &&
                  (claim->base == AT_DEFAULTS) == text->at_defaults,
              "%s, %s", law, text->property);
    cr_assert_eq(claim->n_box, text->n_box, "%s, %s", law, text->property);
    for (unsigned i = 0; i < claim->n_box; i++)
        cr_expect(claim->box[i].param == text->box[i].parameter &&
                      claim->box[i].lo == text->box[i].lo && claim->box[i].hi == text->box[i].hi,
                  "%s, %s: interval %u", law, text->property, i);
    cr_assert_eq(claim->contains != NULL, text->where != EXPRESSION_NONE, "%s, %s", law,
                 text->property);
    struct rng rng = rng_keyed(3, law, 0);
    for (unsigned i = 0; claim->contains && i < DRAWS; i++) {
        double p[MODEL_MAX_PARAMS];
        if (draw(b->model, &rng, i, p))
            cr_expect_eq(claim->contains(p), holds(b, text->where, p), "%s, %s: draw %u", law,
                         text->property, i);
    }
}

Test(laws, have_the_tables_of_their_code)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct both b;
        open_both(&b, *m);
        cr_expect_str_eq(b.law.title, (*m)->title);
        cr_expect_str_eq(b.statements.source, (*m)->source);
        cr_expect_eq(b.statements.speed_max, (*m)->speed_max, "%s", (*m)->name);
        compare_quantities((*m)->name, (*m)->params, (*m)->n_params, &b.law.parameters);
        compare_quantities((*m)->name, (*m)->states, (*m)->n_states, &b.law.states);
        cr_assert_eq(b.statements.n_claims, (*m)->n_claims, "%s", (*m)->name);
        for (unsigned i = 0; i < (*m)->n_claims; i++)
            compare_claim(&b, &(*m)->claims[i], &b.statements.claims[i]);
        close_both(&b);
    }
}

/* A validity constraint is an assertion, with its text. */
Test(laws, are_valid_where_their_code_is)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct both b;
        open_both(&b, *m);
        struct rng rng = rng_keyed(5, (*m)->name, 0);
        for (unsigned k = 0; k < DRAWS; k++) {
            double p[MODEL_MAX_PARAMS];
            const char *violated = NULL;
            draw(*m, &rng, k, p);
            for (size_t i = 0; !violated && i < b.law.n_constraints; i++)
                if (!holds(&b, b.law.constraints[i].condition, p))
                    violated = b.law.constraints[i].text;
            const char *by_code = (*m)->validate ? (*m)->validate(p) : NULL;
            cr_expect(equal_texts(violated, by_code), "%s: %s, by the code %s", (*m)->name,
                      violated ? violated : "valid", by_code ? by_code : "valid");
        }
        close_both(&b);
    }
}

/* The place of a random motion: parameters, memory as it is at first, states within bounds. */
struct place {
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], ints[MODEL_MAX_INTS], v, s;
    struct memory memory;
};

static bool draw_place(const struct model *model, struct rng *rng, unsigned number,
                       struct place *at)
{
    double bound[MODEL_MAX_STATES];
    if (!draw(model, rng, number, at->p))
        return false;
    memset(&at->memory, 0, sizeof at->memory);
    if (model->start)
        model->start(at->p, 1, &at->memory);
    for (unsigned i = 0; i < MODEL_MAX_INTS; i++)
        at->ints[i] = i < model->n_ints     ? (double)at->memory.ints[i]
                      : i < MODEL_MAX_REALS ? at->memory.reals[i - model->n_ints]
                                            : 0;
    at->v = number % 8 == 0 ? 0 : rng_log_uniform(rng, 1e-7, 100);
    at->v *= rng_below(rng, 2) == 0 ? -1 : 1;
    at->s = at->v != 0 ? copysign(1, at->v) : rng_uniform(rng) * 2 - 1;
    if (model->bound)
        model->bound(at->p, bound);
    for (unsigned i = 0; i < model->n_states; i++)
        at->x[i] =
            (rng_uniform(rng) * 2 - 1) * (model->bound && isfinite(bound[i]) ? bound[i] : 1e-4);
    return true;
}

static void evaluate_text(const struct both *b, const struct place *at, const expression e[],
                          double value[], size_t n)
{
    const struct graph_point point = { .parameters = at->p,
                                       .inputs = &at->v,
                                       .states = at->x,
                                       .memory = at->ints,
                                       .selection = at->s };
    graph_evaluate(&b->law.graph, &point, e, value, n);
}

/* Both round a dozen times. A rate is a difference that may cancel, so that its roundings count in
 * units of what it is where all states are 0. */
static void expect_near(const struct both *b, const char *what, const struct place *at, double text,
                        double code, double size)
{
    const double allowed = 64 * 0x1p-53 * (fabs(code) + size);
    cr_expect((isnan(text) && isnan(code)) || text == code || fabs(text - code) <= allowed,
              "%s, %s at %g m/s: %.17g by the text, %.17g by the code", b->model->name, what, at->v,
              text, code);
}

Test(laws, have_the_rates_and_the_force_of_their_code)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct both b;
        open_both(&b, *m);
        struct rng rng = rng_keyed(7, (*m)->name, 0);
        expression e[MOST];
        for (unsigned i = 0; i < (*m)->n_states; i++)
            e[i] = b.law.rate[i];
        e[(*m)->n_states] = b.law.force;
        for (unsigned k = 0; k < DRAWS; k++) {
            struct place at;
            double value[MOST], dx[MODEL_MAX_STATES];
            if (!draw_place(*m, &rng, k, &at))
                continue;
            evaluate_text(&b, &at, e, value, (*m)->n_states + 1);
            struct place rest = at;
            memset(rest.x, 0, sizeof rest.x);
            double unstretched[MOST];
            evaluate_text(&b, &rest, e, unstretched, (*m)->n_states + 1);
            (*m)->rate(at.p, &at.memory, at.v, at.s, at.x, dx);
            for (unsigned i = 0; i < (*m)->n_states; i++)
                expect_near(&b, "rate", &at, value[i], dx[i], fabs(at.v) + fabs(at.x[i]) + 1);
            const double F = (*m)->force(at.p, &at.memory, at.v, at.s, at.x);
            const double scale = (*m)->force_scale ? (*m)->force_scale(at.p, at.v, 1e-4) : fabs(F);
            expect_near(&b, "force", &at, value[(*m)->n_states], F, scale);
        }
        close_both(&b);
    }
}

/* The derivatives of the rates and the force by the states and v, in the order of the Jacobian. */
static size_t derivatives(struct both *b, expression d[MOST * MOST])
{
    struct graph *g = &b->law.graph;
    const unsigned n = b->model->n_states;
    size_t count = 0;
    for (unsigned i = 0; i <= n; i++)
        for (unsigned j = 0; j <= n; j++)
            d[count++] = graph_derivative(g, i < n ? b->law.rate[i] : b->law.force,
                                          j < n ? graph_symbol(g, SYMBOL_STATE, j)
                                                : graph_symbol(g, SYMBOL_INPUT, 0));
    return count;
}

static double entry_of(const struct jacobian *jac, unsigned n, unsigned i, unsigned j)
{
    if (i < n)
        return j < n ? jac->rate_x[i * n + j] : jac->rate_v[i];
    return j < n ? jac->force_x[j] : jac->force_v;
}

/* The derivative of a quotient is a difference, which may cancel to some six digits less. */
Test(laws, have_the_jacobian_of_their_code)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        const unsigned n = (*m)->n_states;
        struct both b;
        expression d[MOST * MOST];
        if (!(*m)->jacobian)
            continue;
        open_both(&b, *m);
        struct rng rng = rng_keyed(9, (*m)->name, 0);
        const size_t count = derivatives(&b, d);
        for (unsigned k = 0; k < DRAWS; k++) {
            struct place at;
            struct jacobian jac;
            double value[MOST * MOST];
            memset(&jac, 0, sizeof jac);
            if (!draw_place(*m, &rng, k, &at))
                continue;
            evaluate_text(&b, &at, d, value, count);
            (*m)->jacobian(at.p, &at.memory, at.v, at.s, at.x, &jac);
            for (unsigned i = 0; i <= n; i++)
                for (unsigned j = 0; j <= n; j++) {
                    const double code = entry_of(&jac, n, i, j);
                    const double text = value[i * (n + 1) + j];
                    cr_expect(text == code || (isnan(text) && isnan(code)) ||
                                  fabs(text - code) <= 1e-9 * (fabs(code) + 1),
                              "%s, entry %u, %u at %g m/s: %.12g by the text, %.12g by the code",
                              (*m)->name, i, j, at.v, text, code);
                }
        }
        close_both(&b);
    }
}

/* S static, A affine in the states, D each in its own, p a function of the path, i rate
 * independent, o odd, j the force jumps at v = 0, h hybrid. */
Test(laws, have_their_structure)
{
    static const char *const known[][2] = {
        { "alvarez_icaza", "ADoj" },  { "armstrong", "ojh" },
        { "bliman_sorine", "ADpio" }, { "bouc_wen", "pio" },
        { "bristle", "ADpih" },       { "brown_mcphee", "SADpo" },
        { "coulomb", "SADpioj" },     { "coulomb_viscous", "SADpoj" },
        { "dahl", "ADpio" },          { "elastoplastic", "o" },
        { "exponential", "SADpoj" },  { "karnopp", "ADojh" },
        { "leuven", "oh" },           { "lugre", "ADo" },
        { "lugre_increment", "ADo" }, { "martinez_rosas", "ADoj" },
        { "maxwell_slip", "ADoh" },   { "reset_integrator", "ADpoh" },
        { "stribeck", "SADpoj" },     { "tanh_stribeck", "SADpo" },
        { "viscous", "SADpo" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct both b;
        struct structure s;
        open_both(&b, PREC(model_find)(known[i][0]));
        structure_find(&b.law, &s);
        const struct {
            bool is;
            char letter;
        } letters[] = { { s.is_static, 'S' },
                        { s.is_affine, 'A' },
                        { s.is_diagonal, 'D' },
                        { s.is_by_path, 'p' },
                        { s.is_rate_independent, 'i' },
                        { s.is_odd, 'o' },
                        { s.jumps, 'j' },
                        { s.is_hybrid, 'h' } };
        char found[16] = "";
        for (size_t k = 0, n = 0; k < sizeof letters / sizeof *letters; k++)
            if (letters[k].is)
                found[n++] = letters[k].letter;
        cr_expect_str_eq(found, known[i][1], "%s: %s", known[i][0], found);
        close_both(&b);
    }
}
