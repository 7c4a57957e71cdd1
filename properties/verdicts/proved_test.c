/* A stored proof proves a claim when its box lies in the claim's domain, to the last corner, and
 * not otherwise. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/proved.h"

enum { LONG = 1000 /* bytes; longer proofs take longer to confirm */ };

/* A proof's box, in the order of the law's parameters. */
static struct {
    const struct model *model;
    enum property property;
    unsigned n;
    struct interval of[MODEL_MAX_PARAMS];
    bool varies[MODEL_MAX_PARAMS];
} box;

static void set_box(const struct proof_claim *proof)
{
    box.model = PREC(model_find)(proof->law->name);
    cr_assert(box.model, "%s", proof->law->name);
    box.property = proof->property;
    for (box.n = 0; proof->law->params[box.n]; box.n++) {
        const unsigned i = box.n;
        box.of[i].param =
            quantity_index(box.model->params, box.model->n_params, proof->law->params[i]);
        box.of[i].lo = strtod(proof->low[i], NULL);
        box.of[i].hi = strtod(proof->high[i], NULL);
        box.varies[i] = strcmp(proof->low[i], proof->high[i]) != 0;
    }
}

static bool is_proved(const struct claim *claim)
{
    char text[PROOF_BOX_TEXT];
    return proved(box.model, claim, text);
}

/* A claim about all parameters, one of them in an interval. */
static struct claim claim_in(struct interval interval)
{
    return (struct claim){ .property = box.property,
                           .base = ALL_VALID,
                           .domain = "an interval",
                           .box = { interval },
                           .n_box = 1 };
}

/* Each side of the box must be in the claim's. */
static void narrow(const char *name)
{
    for (unsigned i = 0; i < box.n; i++) {
        const struct interval all = box.of[i];
        const double size = box.varies[i] ? all.hi - all.lo : all.lo != 0 ? all.lo : 1;
        struct claim claim = claim_in(all);
        cr_expect(is_proved(&claim), "%s: parameter %u", name, i);
        for (int end = 0; end < 2; end++) {
            claim = claim_in(all);
            if (end == 0)
                claim.box[0].lo += 1e-6 * size;
            else
                claim.box[0].hi -= 1e-6 * size;
            cr_expect_not(is_proved(&claim), "%s: end %d of parameter %u", name, end, i);
        }
    }
}

/* The corner that a claim leaves out, a bit for each parameter that varies, and whether it was
 * asked for. */
static struct {
    unsigned corner;
    bool asked;
} without;

static bool contains(const real p[])
{
    unsigned n = 0, corner = 0;
    for (unsigned i = 0; i < box.n; i++) {
        const double value = (double)p[box.of[i].param];
        if (value != box.of[i].lo && value != box.of[i].hi)
            return true;
        if (box.varies[i])
            corner |= (unsigned)(value == box.of[i].hi) << n++;
    }
    without.asked |= corner == without.corner;
    return corner != without.corner;
}

/* Each corner must be in the domain. */
static void cut_corners(const char *name)
{
    unsigned corners = 1;
    for (unsigned i = 0; i < box.n; i++)
        corners <<= box.varies[i];
    for (unsigned corner = 0; corner < corners; corner++) {
        struct claim claim = claim_in(box.of[0]);
        claim.contains = contains;
        without.corner = corner;
        without.asked = false;
        cr_expect_not(is_proved(&claim), "%s: corner %u of %u", name, corner, corners);
        cr_expect(without.asked, "%s: corner %u is not looked at", name, corner);
    }
}

/* A claim about the defaults says nothing of other parameters, beside those in its box. */
static void keep_defaults(const char *name)
{
    unsigned others = 0;
    struct claim claim = { .property = box.property, .base = AT_DEFAULTS, .domain = "defaults" };
    for (unsigned i = 0; i < box.n; i++)
        if (box.varies[i] || box.of[i].lo != box.model->params[box.of[i].param].value) {
            if (claim.n_box < CLAIM_MAX_BOX)
                claim.box[claim.n_box++] = box.of[i];
            others++;
        }
    cr_expect_eq(is_proved(&claim), others == claim.n_box, "%s: %u not at defaults", name, others);
    if (claim.n_box > 0) {
        claim.n_box--;
        cr_expect_not(is_proved(&claim), "%s: all but one at defaults", name);
    }
}

/* Returns the length of a proof, with those that continue it: NAME_2.json and so on. */
static size_t length_of(const struct stored_witness *proof)
{
    const size_t stem = strcspn(proof->name, ".");
    size_t n = 0;
    for (const struct stored_witness *s = stored_proofs; s->name; s++)
        if (strncmp(s->name, proof->name, stem) == 0)
            n += strlen(s->text);
    return n;
}

Test(proved, is_what_lies_in_the_domain)
{
    unsigned proofs = 0;
    for (const struct stored_witness *s = stored_proofs; s->name; s++) {
        struct proof proof;
        struct file_error error;
        char text[PROOF_BOX_TEXT], expected[PROOF_BOX_TEXT];
        if (length_of(s) > LONG)
            continue;
        cr_assert(proof_parse(s->text, strlen(s->text), &proof, &error), "%s: %s", s->name,
                  error.text);
        set_box(&proof.claim);
        struct claim claim = claim_in(box.of[0]);
        cr_expect(proved(box.model, &claim, text), "%s", s->name);
        proof_box_text(expected, &proof.claim);
        cr_expect_str_eq(text, expected);
        claim.property = PASSIVITY_AS_PRINTED;
        cr_expect_not(is_proved(&claim), "%s: another property", s->name);
        narrow(s->name);
        cut_corners(s->name);
        keep_defaults(s->name);
        proof_free(&proof);
        proofs++;
    }
    cr_expect_geq(proofs, 20, "%u proofs", proofs);
}

/* Proofs that meet along one parameter are one for people: the whole window of the paper's model.
 */
Test(proved, is_the_union_of_pieces)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const unsigned alpha = quantity_index(model->params, model->n_params, "alpha");
    struct claim claim = { .property = PASSIVITY,
                           .base = AT_DEFAULTS,
                           .domain = "a window",
                           .box = { { alpha, 25000, 108926.079 } },
                           .n_box = 1 };
    char text[PROOF_BOX_TEXT];
    double low, high, end;
    cr_assert(proved(model, &claim, text));
    cr_assert_eq(sscanf(text, "alpha in [%lf, %lf]", &low, &high), 2, "%s", text);
    cr_expect(low >= 25000 && low <= 25000 * (1 + 1e-4), "%s", text);
    cr_expect(high <= 108926.079 && high >= 108926.079 * (1 - 1e-4), "%s", text);
    claim.box[0].hi = 100000; /* leaves the last piece out */
    cr_assert(proved(model, &claim, text));
    cr_assert_eq(sscanf(text, "alpha in [%lf, %lf]", &low, &end), 2, "%s", text);
    cr_expect(end < 100000, "%s", text);
    claim.box[0] = (struct interval){ alpha, end, 108926.079 }; /* leaves the first one out */
    cr_assert(proved(model, &claim, text));
    cr_assert_eq(sscanf(text, "alpha in [%lf, %lf]", &low, &high), 2, "%s", text);
    cr_expect_eq(low, end, "%s", text);
    claim.box[0] = (struct interval){ alpha, 30000, 100000 };
    cr_expect_not(proved(model, &claim, text), "%s", text);
}
