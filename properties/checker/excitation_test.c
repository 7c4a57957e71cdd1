/* The excitation that excitation.h states. */
#include "properties/checker/excitation.h"

#include <criterion/criterion.h>

/* The excitation is what its words say: each hold turns back, speeds lie about vs on a scale of
 * logarithms, and either sign has holds of given times and of given travels. */
Test(columns, are_excited_in_both_directions)
{
    int speeds = 0, fastest = 0;
    bool has[2][2] = { { false } };
    for (int i = 0; i < EXCITATION_HOLDS; i++) {
        const struct excitation *e = &excitation[i];
        cr_expect_eq(e->sign, i % 2 == 0 ? 1 : -1, "hold %d", i);
        speeds += e->speed;
        fastest = e->speed > fastest ? e->speed : fastest;
        has[e->sign > 0][e->timed] = true;
    }
    cr_expect_eq(speeds, 0);
    cr_expect_eq(fastest, EXCITATION_FASTEST);
    cr_expect(has[0][0] && has[0][1] && has[1][0] && has[1][1]);
}
