/* What a law's text adds to its suite: balls, claims, and the comparison with an implementation. */
#include <criterion/criterion.h>

#include "properties/self_check/deviation.h"
#include "properties/suite/suite_law.h"
#include "reference/derived/text_balls.h"

const struct arb_law *suite_rigorous(void)
{
    static struct text_balls balls; /* read once in each test's process */
    if (!suite_law.source)
        return arb_law_find(suite_law.name);
    if (!balls.name)
        balls = text_balls_load(suite_law.name, suite_law.source);
    return balls.rigorous;
}

unsigned suite_claims(struct claim claims[SUITE_CLAIMS])
{
    const struct model *text = suite_law.text;
    struct model put = { .claims = claims };
    for (unsigned i = 0; text && i < text->n_claims && put.n_claims < SUITE_CLAIMS; i++)
        put.n_claims += PREC(deviation_claim)(text, &LAW, &text->claims[i], &claims[put.n_claims]);
    for (unsigned i = 0; i < LAW.n_claims && put.n_claims < SUITE_CLAIMS; i++)
        if (!text || !PREC(deviation_has_claim)(&put, &LAW.claims[i]))
            claims[put.n_claims++] = LAW.claims[i];
    return put.n_claims;
}

Test(text, says_what_the_code_computes)
{
    struct deviation d;
    if (!suite_law.text)
        cr_skip_test("an implementation of no text");
    PREC(deviation_find)(suite_law.text, &LAW, 0, &d);
    cr_expect(!d.any, "%s deviates from its text: %s", LAW.name, d.line);
}

/* A condition on parameters takes them in the text's order. */
Test(text, has_no_claim_that_cannot_be_judged)
{
    for (unsigned i = 0; suite_law.text && i < suite_law.text->n_claims; i++) {
        struct claim own;
        cr_expect(PREC(deviation_claim)(suite_law.text, &LAW, &suite_law.text->claims[i], &own) ||
                      PREC(deviation_has_claim)(&LAW, &own),
                  "\"%s\": expected the parameters in the order of the text", own.domain);
    }
}
