/* Joint constraints on the parameters of any law mean what their texts say: "Fs >= Fc" holds for
 * equal values and fails for any smaller Fs. Texts that are not a comparison of one parameter with
 * a product of others, like "N a whole number", are left to the law's own tests. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/suite/suite_law.h"

/* "left relation factor a b/c": the parameter on the left, and the product that it is compared
 * with. */
struct constraint {
    unsigned left;
    char relation[3];
    real right;
    bool named[MODEL_MAX_PARAMS]; /* the parameter occurs in the text */
};

/* Rounds parameters with a unit to powers of two near the defaults: products of them are exact, in
 * whatever order a law forms them. */
static void round_defaults(real p[])
{
    for (unsigned i = 0; i < LAW.n_params; i++) {
        const struct quantity *q = &LAW.params[i];
        const double value =
            q->value > 0 && strcmp(q->unit, "1") != 0 ? exp2(round(log2(q->value))) : q->value;
        p[i] = (real)value;
    }
}

/* Returns the parameter of the name at *text and moves *text behind the name; n_params if there is
 * none. */
static unsigned take_name(const char **text)
{
    char name[32] = "";
    for (size_t n = 0; n + 1 < sizeof name && (isalnum((unsigned char)**text) || **text == '_');)
        name[n++] = *(*text)++;
    return quantity_index(LAW.params, LAW.n_params, name);
}

/* Returns false when the text is not such a comparison. */
static bool parse(const char *text, const real p[], struct constraint *c)
{
    bool divides = false;
    char *end;
    *c = (struct constraint){ .left = take_name(&text) };
    if (c->left == LAW.n_params || sscanf(text, " %2[<>=]", c->relation) != 1)
        return false;
    text += strspn(text, " <>=");
    const double factor = strtod(text, &end);
    c->right = end > text ? (real)factor : 1;
    for (text = end; *text;) {
        const size_t mark = strspn(text, " |/");
        divides |= mark > 0 && memchr(text, '/', mark) != NULL;
        text += mark;
        if (!*text)
            break;
        const unsigned i = take_name(&text);
        if (i == LAW.n_params)
            return false;
        c->named[i] = true;
        c->right = divides ? c->right / p[i] : c->right * r_abs(p[i]);
    }
    return true;
}

/* Expects the constraint to hold or fail with that value. If another constraint fails first, tries
 * again with a quarter of one or two parameters that the text does not name. */
static void expect(const char *text, const struct constraint *c, const real p[], real value,
                   bool holds)
{
    bool seen = false;
    const unsigned n = LAW.n_params;
    for (unsigned pair = 0; pair < (n + 1) * (n + 1) && !seen; pair++) {
        real q[MODEL_MAX_PARAMS];
        for (unsigned k = 0; k < n; k++)
            q[k] = (k == pair / (n + 1) || k == pair % (n + 1)) && !c->named[k] ? p[k] / 4 : p[k];
        q[c->left] = value;
        const char *violated = LAW.validate(q);
        seen = !violated || strcmp(violated, text) == 0;
        cr_expect(!seen || !violated == holds, "%s: %a beside %a", text, (double)value,
                  (double)c->right);
    }
    cr_expect(seen, "%s: not seen", text);
}

static void check(const char *text)
{
    real p[MODEL_MAX_PARAMS] = { 0 };
    struct constraint c;
    round_defaults(p);
    if (!parse(text, p, &c))
        return;
    const bool equal = c.relation[1] == '=', above = c.relation[0] == '>';
    const real part = r_abs(c.right) / 1024;
    expect(text, &c, p, c.right, equal);
    expect(text, &c, p, c.right + part, above);
    expect(text, &c, p, c.right - part, !above);
}

/* Tests every constraint that fails for parameters at the ends of their ranges or near the
 * defaults. */
Test(table, joint_constraints_are_what_they_say)
{
    if (!LAW.validate)
        cr_skip_test("no joint constraints");
    for (unsigned i = 0; i < LAW.n_params; i++) {
        const struct quantity *q = &LAW.params[i];
        const double values[] = { q->lo, q->hi, q->value / 4, q->value * 4 };
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            real p[MODEL_MAX_PARAMS];
            if (values[k] < q->lo || values[k] > q->hi)
                continue;
            PREC(model_defaults)(&LAW, p);
            p[i] = (real)values[k];
            const char *text = LAW.validate(p);
            if (text)
                check(text);
        }
    }
}

/* Both ends of a range belong to it. */
Test(table, accepts_the_ends_of_ranges)
{
    for (unsigned i = 0; i < LAW.n_params; i++) {
        const double ends[] = { LAW.params[i].lo, LAW.params[i].hi };
        for (size_t k = 0; k < 2; k++) {
            real p[MODEL_MAX_PARAMS];
            unsigned param;
            const char *constraint;
            PREC(model_defaults)(&LAW, p);
            p[i] = (real)ends[k];
            cr_expect(PREC(model_valid)(&LAW, p, &param, &constraint) || constraint,
                      "%s = %g is refused", LAW.params[i].name, ends[k]);
        }
    }
}
