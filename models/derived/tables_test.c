/* Tables, claims and statements of laws as printed from their texts are those of the laws written
 * by hand. */
#include <stdio.h>

#include "models/derived/compare_test.h"

static bool equal_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The notes of elements are those of their array: in a text they have one. */
static void compare_quantities(const char *law, const struct quantity text[],
                               const struct quantity code[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct quantity *a = &text[i], *b = &code[i];
        const bool is_element = (i > 0 && equal_texts(a->note, text[i - 1].note)) ||
                                (i + 1 < n && equal_texts(a->note, text[i + 1].note));
        cr_expect(equal_texts(a->name, b->name) && equal_texts(a->unit, b->unit) &&
                      (is_element || equal_texts(a->note, b->note)),
                  "%s: %s in %s, '%s'; by hand %s in %s, '%s'", law, a->name, a->unit, a->note,
                  b->name, b->unit, b->note);
        cr_expect(a->value == b->value && a->lo == b->lo && a->hi == b->hi,
                  "%s: %s is %g in [%g, %g], by hand %g in [%g, %g]", law, a->name, a->value, a->lo,
                  a->hi, b->value, b->lo, b->hi);
    }
}

static void compare_claims(const char *law, const struct model *model, const struct claim *a,
                           const struct claim *b)
{
    cr_expect(a->property == b->property && a->declared == b->declared && a->base == b->base &&
                  a->signals == b->signals,
              "%s: property %d", law, b->property);
    cr_expect(equal_texts(a->id, b->id) && equal_texts(a->domain, b->domain) &&
                  equal_texts(a->source, b->source) && equal_texts(a->witness, b->witness),
              "%s: '%s', '%s', '%s', '%s'", law, a->id, a->domain, a->source, a->witness);
    cr_assert_eq(a->n_box, b->n_box, "%s: property %d", law, b->property);
    for (unsigned i = 0; i < a->n_box; i++)
        cr_expect(a->box[i].param == b->box[i].param && a->box[i].lo == b->box[i].lo &&
                      a->box[i].hi == b->box[i].hi,
                  "%s: property %d, range %u", law, b->property, i);
    cr_assert_eq(!a->contains, !b->contains, "%s: property %d", law, b->property);
    struct rng rng = rng_keyed(3, law, 0);
    for (unsigned i = 0; a->contains && i < DRAWS; i++) {
        real p[MODEL_MAX_PARAMS];
        if (draw_parameters(model, &rng, i, p))
            if (a->contains(p) != b->contains(p))
                cr_expect_fail("%s: property %d, draw %u", law, b->property, i);
    }
}

static void compare_validity(const struct model *text, const struct model *code)
{
    struct rng rng = rng_keyed(5, code->name, 0);
    for (unsigned i = 0; i < DRAWS; i++) {
        real p[MODEL_MAX_PARAMS];
        draw_parameters(code, &rng, i, p);
        bool whole = true;
        for (unsigned k = 0; k < code->n_params; k++)
            if (model_param_is_whole(code, k) && rng_below(&rng, 4) == 0) {
                p[k] += C(0.25);
                whole = false;
            }
        const char *a = text->validate ? text->validate(p) : NULL,
                   *b = code->validate ? code->validate(p) : NULL;
        if (whole ? !equal_texts(a, b) : !a || !b)
            cr_expect_fail("%s: '%s', by hand '%s'", code->name, a ? a : "valid", b ? b : "valid");
    }
}

/* Laws whose code has one guard for what are several in the text: both edges of a band, reversals
 * of all elements. */
static bool has_other_guards(const char *law)
{
    return strcmp(law, "karnopp") == 0 || strcmp(law, "leuven") == 0 ||
           strcmp(law, "maxwell_slip") == 0;
}

static void compare_tables(const struct model *text, const struct model *code)
{
    const char *law = code->name;
    cr_expect(equal_texts(text->title, code->title) && equal_texts(text->source, code->source) &&
                  text->speed_max == code->speed_max && text->whole_params == code->whole_params,
              "%s", law);
    cr_assert(text->n_params == code->n_params && text->n_states == code->n_states &&
                  text->n_claims == code->n_claims && text->n_ints == code->n_ints &&
                  text->n_reals == code->n_reals &&
                  (text->n_guards == code->n_guards || has_other_guards(law)) &&
                  text->n_parts == code->n_parts && text->n_regressors == code->n_regressors &&
                  text->n_identifiable == code->n_identifiable,
              "%s", law);
    compare_quantities(law, text->params, code->params, code->n_params);
    compare_quantities(law, text->states, code->states, code->n_states);
    for (unsigned i = 0; i < code->n_claims; i++)
        compare_claims(law, code, &text->claims[i], &code->claims[i]);
    for (unsigned i = 0; i < code->n_parts; i++)
        cr_expect_str_eq(text->part_names[i], code->part_names[i]);
    compare_validity(text, code);
}

Test(printed_laws, have_the_tables_of_those_by_hand) { each_law(compare_tables); }

/* The elements' stretch at break-away is the solution of an equation, which the text of leuven does
 * not state: its bound is that of each element by itself. */
static bool is_wider(const struct model *code) { return strcmp(code->name, "leuven") == 0; }

static void compare_lengths(const struct model *text, const struct model *code,
                            const struct place *at)
{
    const struct {
        const char *what;
        real (*text)(const real p[]);
        real (*code)(const real p[]);
    } members[] = {
        { "stick_band", text->stick_band, code->stick_band },
        { "break_away", text->break_away, code->break_away },
        { "creep_resistance", text->creep_resistance, code->creep_resistance },
        { "length", is_wider(code) ? NULL : text->length, code->length },
        { "stribeck_speed", text->stribeck_speed, code->stribeck_speed },
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].text && members[i].code)
            expect_near(code, members[i].what, 0, at, members[i].text(at->p),
                        members[i].code(at->p), 0);
}

static void compare_curves(const struct model *text, const struct model *code,
                           const struct place *at)
{
    const real length = code->length ? code->length(at->p) : 1;
    const real F = code->force_scale ? code->force_scale(at->p, at->v, 0) : 0;
    if (at->v == 0)
        return;
    const struct {
        const char *what;
        real (*text)(const real p[], real v);
        real (*code)(const real p[], real v);
        real scale;
    } members[] = {
        { "steady_force", text->steady_force, code->steady_force, F },
        { "settling_rate", text->settling_rate, code->settling_rate, 0 },
        /* a bound that underflows, as a part of the bound at rest */
        { "stribeck", text->stribeck, code->stribeck, R_TRUE_MIN / R_EPSILON / length },
        { "magnification", text->magnification, code->magnification, 0 },
        { "printed_force", text->printed_force, code->printed_force, F },
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].text && members[i].code)
            expect_near(code, members[i].what, 0, at, members[i].text(at->p, at->v),
                        members[i].code(at->p, at->v), members[i].scale);
}

static void compare_lists(const struct model *text, const struct model *code,
                          const struct place *at)
{
    real a[MODEL_MAX_STATES], b[MODEL_MAX_STATES];
    if (text->bound && code->bound) {
        text->bound(at->p, a);
        code->bound(at->p, b);
        for (unsigned i = 0; i < code->n_states; i++)
            if (is_wider(code))
                expect_near(code, "least bound", i, at, r_min(a[i], b[i]), b[i], 0);
            else
                expect_near(code, "bound", i, at, a[i], b[i], 0);
    }
    if (text->regressor) {
        text->regressor(at->p, &at->memory, at->v, at->s, at->x, a);
        code->regressor(at->p, &at->memory, at->v, at->s, at->x, b);
        for (unsigned i = 0; i < code->n_regressors; i++)
            expect_near(code, "a column", i, at, a[i], b[i], at->v);
        text->coefficients(at->p, a);
        code->coefficients(at->p, b);
        for (unsigned i = 0; i < code->n_regressors; i++)
            expect_near(code, "a coefficient", i, at, a[i], b[i], 0);
    }
}

static void compare_energies(const struct model *text, const struct model *code,
                             const struct place *at)
{
    const real scale = code->force_scale ? code->force_scale(at->p, at->v, C(1e-4)) : 0;
    real stretched[MODEL_MAX_STATES];
    for (unsigned i = 0; i < code->n_states; i++)
        stretched[i] = r_abs(at->x[i]);
    if (text->storage)
        expect_near(code, "storage", 0, at, text->storage(at->p, &at->memory, at->x),
                    code->storage(at->p, &at->memory, at->x),
                    code->storage(at->p, &at->memory, stretched));
    if (text->force_scale && code->force_scale)
        expect_near(code, "force_scale", 0, at, text->force_scale(at->p, at->v, C(1e-4)), scale, 0);
    if (text->printed_regressor && at->v != 0)
        expect_near(code, "printed_regressor", 0, at,
                    text->printed_regressor(at->p, at->v / 2, at->v, at->s, at->x),
                    code->printed_regressor(at->p, at->v / 2, at->v, at->s, at->x), scale);
}

static void compare_statements(const struct model *text, const struct model *code)
{
    each_place(text, code, compare_lengths);
    each_place(text, code, compare_curves);
    each_place(text, code, compare_lists);
    each_place(text, code, compare_energies);
}

Test(printed_laws, state_what_those_by_hand_do) { each_law(compare_statements); }

/* What a law by hand has beyond what its text gives: solutions that are no exponentials, a storage
 * that is an integral. */
static const char *beyond_text(const char *law)
{
    static const char *const known[][2] = {
        { "armstrong", " flow work" },
        { "bouc_wen", " kink flow work storage" },
        { "bristle", " transition flow work bound" },
        { "elastoplastic", " flow work" },
        { "karnopp", " flow work" },
        { "leuven", " flow work" },
        { "maxwell_slip", " flow work" },
        { "reset_integrator", " flow work" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(law, known[i][0]) == 0)
            return known[i][1];
    return "";
}

#define MEMBERS(X)                                                                                 \
    X(kink)                                                                                        \
    X(validate)                                                                                    \
    X(jacobian)                                                                                    \
    X(start)                                                                                       \
    X(guard)                                                                                       \
    X(transition)                                                                                  \
    X(stiction)                                                                                    \
    X(stick_band)                                                                                  \
    X(flow)                                                                                        \
    X(relaxation)                                                                                  \
    X(work)                                                                                        \
    X(magnification)                                                                               \
    X(storage)                                                                                     \
    X(work_parts)                                                                                  \
    X(steady_force)                                                                                \
    X(settling_rate)                                                                               \
    X(bound)                                                                                       \
    X(force_scale)                                                                                 \
    X(stribeck)                                                                                    \
    X(break_away)                                                                                  \
    X(creep_resistance)                                                                            \
    X(length)                                                                                      \
    X(stribeck_speed)                                                                              \
    X(regressor)                                                                                   \
    X(coefficients)                                                                                \
    X(printed_force)                                                                               \
    X(printed_regressor)

Test(laws, have_texts)
{
    for (const struct model *const *code = PREC(models); *code; code++) {
        const struct model *const *text = PREC(derived_laws);
        while (*text && strcmp((*text)->name, (*code)->name) != 0)
            text++;
        cr_expect(*text, "models/laws/%s.mo is missing", (*code)->name);
    }
}

/* A member that only the text gives has a plus. */
Test(printed_laws, have_what_those_by_hand_have)
{
    for (const struct model *const *text = PREC(derived_laws); *text; text++) {
        const struct model *code = PREC(model_find)((*text)->name);
        char found[400] = "";
#define X(member)                                                                                  \
    if (!(*text)->member != !code->member)                                                         \
        snprintf(found + strlen(found), sizeof found - strlen(found), " %s" #member,               \
                 code->member ? "" : "+");
        MEMBERS(X)
#undef X
        cr_expect_str_eq(found, beyond_text(code->name), "%s:%s", code->name, found);
    }
}
