/* The claims by which an implementation is judged: those of its law's text first, then those that
 * only it makes, each once and in their order, of all choices of three claims for either side. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/verification/implementation.h"

enum { STATED = 3, CHOICES = 1 << STATED };

static bool condition(const real p[]) { return p[0] > p[1]; }

/* The last one has a condition, which reads parameters by their places. */
static const struct claim stated[STATED] = {
    { .property = PASSIVITY, .domain = "always", .witness = "a.json" },
    { .property = STATE_BOUND, .domain = "always", .witness = "b.json" },
    { .property = NO_DRIFT, .domain = "a > b", .contains = condition, .witness = "c.json" },
};
static const struct quantity a_b[] = { { .name = "a" }, { .name = "b" } },
                             b_a[] = { { .name = "b" }, { .name = "a" } };

static unsigned choose(unsigned choice, struct claim claims[STATED])
{
    unsigned n = 0;
    for (unsigned i = 0; i < STATED; i++)
        if (choice >> i & 1)
            claims[n++] = stated[i];
    return n;
}

static const struct arb_law balls = { .name = "of the text" }, own_balls = { .name = "its own" };

static void expect_claims(unsigned of_text, unsigned of_code, bool turned, bool from_file)
{
    struct claim claims[2][STATED];
    const struct model text = { .params = a_b,
                                .n_params = 2,
                                .claims = claims[0],
                                .n_claims = choose(of_text, claims[0]) },
                       code = { .params = turned ? b_a : a_b,
                                .n_params = 2,
                                .claims = claims[1],
                                .n_claims = choose(of_code, claims[1]) };
    const bool has_balls = of_text % 2;
    const struct implementation of = {
        .text_file = "law.mo",
        .code_file = "law.so",
        .text = { &text, { "law", has_balls ? &balls : NULL, "digest of the text" } },
        .code = { .model = &code,
                  .rigorous = &own_balls,
                  .file = from_file ? "law.so" : NULL,
                  .digest = "its own digest" },
    };
    const struct law_choice law = implementation_law(&of);
    const unsigned carried = turned ? of_text & ~(1U << (STATED - 1)) : of_text;
    unsigned n = 0;
    for (unsigned k = 0; k < 2 * STATED; k++) {
        const bool by_text = k < STATED;
        const unsigned i = k % STATED;
        if (!((by_text ? carried : of_code & ~carried) >> i & 1))
            continue;
        cr_assert_lt(n, law.model->n_claims, "%u and %u", of_text, of_code);
        const struct claim *claim = &law.model->claims[n++];
        cr_expect_eq(claim->property, stated[i].property, "%u and %u: claim %u", of_text, of_code,
                     n);
        cr_expect_eq(claim->witness == NULL, by_text && from_file, "%u and %u: claim %u", of_text,
                     of_code, n);
    }
    cr_expect_eq(law.model->n_claims, n, "%u and %u", of_text, of_code);
    cr_expect_eq(law.model->params, code.params);
    cr_expect_eq(law.rigorous, has_balls ? &balls : &own_balls);
    cr_expect_str_eq(law.digest, has_balls ? "digest of the text" : "its own digest");
    free((void *)law.model->claims);
    free((void *)law.model);
}

Test(implementation, is_judged_by_the_claims_of_both)
{
    for (unsigned of_text = 0; of_text < CHOICES; of_text++)
        for (unsigned of_code = 0; of_code < CHOICES; of_code++)
            for (int way = 0; way < 4; way++) {
                const bool turned = way % 2;
                const unsigned carried = turned ? of_text & ~(1U << (STATED - 1)) : of_text;
                if (carried || of_code) /* else nobody claims anything */
                    expect_claims(of_text, of_code, turned, way / 2);
            }
}

Test(implementation, of_which_nobody_claims_anything_is_refused, .exit_code = 2)
{
    const struct model none = { .params = a_b, .n_params = 2 };
    const struct implementation of = {
        .text_file = "law.mo", .code_file = "law.so", .text = { .model = &none }, .code = { &none }
    };
    (void)implementation_law(&of);
}
