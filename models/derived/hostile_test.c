/* Names that mean something in C, and texts that would end a comment or a string, do no harm; whole
 * numbers are not divided as those of C are. */
#include <criterion/criterion.h>

#include "models/derived/derived.h"

extern const struct model *const PREC(derived_laws)[];

Test(hostile_text, does_no_harm)
{
    const struct model *law = PREC(derived_laws)[0];
    cr_assert(law && !PREC(derived_laws)[1]);
    cr_expect_str_eq(law->name, "affine");
    cr_expect_str_eq(law->title, "*/ /* \"\?\?/ \\ %s // ");
    cr_expect_str_eq(law->source, "*/ \\");
    cr_expect_str_eq(law->params[0].note, "*/ int main(void) { \\");
    cr_expect_str_eq(law->params[1].note, "\ttab\nline\"");
    cr_expect_str_eq(law->params[2].note, "\xc3\xa4 \?\?=");
    cr_expect_str_eq(law->params[2].unit, "N s/m");
    cr_expect_str_eq(law->claims[0].domain, "*/");
    cr_expect_str_eq(law->claims[0].source, "\"");
    cr_expect_str_eq(law->validate((const real[]){ 2, 1, 1 }), "*/ \"p\"");
    cr_expect(!law->validate((const real[]){ 2, 2, 1 }));
}

Test(hostile_text, computes)
{
    const struct model *law = PREC(derived_laws)[0];
    const real p[] = { 2, 3, 5 };
    struct memory mem;
    memset(&mem, 0, sizeof mem);
    law->start(p, 0, &mem);
    cr_assert_eq(law->n_guards, 1);
    real g; /* of v <= 0: what fires at zero is below it there, too */
    law->guard(p, &mem, 0, NULL, &g);
    cr_expect_lt(g, 0);
    law->guard(p, &mem, C(1e-9), NULL, &g);
    cr_expect_eq(g, C(1e-9));
    cr_expect_eq(mem.ints[0], 1);
    cr_expect_eq(mem.reals[0], C(0.25));
    real x[] = { 7 };
    /* 2 7 1/2 + 5 3 + 2/4 */
    cr_expect(r_abs(law->force(p, &mem, 3, 1, x) - C(22.5)) < 32 * R_EPSILON * 22);
    cr_expect_eq(law->transition(p, 0, -1, x, &mem), STATUS_OK);
    cr_expect_eq(mem.ints[0], 7); /* 7 + 1/2, cut off */
    cr_expect_eq(mem.reals[0], C(0.125));
    /* 2 7 3/2 - 5 3 + 2/8 */
    cr_expect(r_abs(law->force(p, &mem, -3, -1, x) - C(6.25)) < 32 * R_EPSILON * 22);
    cr_expect_eq(law->transition(p, 1, -1, x, &mem), STATUS_UNSUPPORTED);
}
