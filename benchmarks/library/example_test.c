/* The functions of the ABI against what Coulomb friction with a viscous part has in closed form:
 * the law that this room has as an example. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/library/bristle_law.h"

extern const struct bristle_law bristle_law_example;

/* More than an instance of this law needs. */
enum { ROOM = 64 };

Test(example, forces_are_the_closed_form_s)
{
    const struct bristle_law *law = &bristle_law_example;
    const double p[] = { 2, 0.5 };
    double at[ROOM], q[2], force[5];
    const double t[] = { 0, 1, 2, 3, 4 }, v[] = { 4, 0, 0, -4, -8 };
    cr_assert(law == bristle_library_law() && law->size <= sizeof at);
    cr_assert_null(law->init(at, p));
    law->get_parameters(at, q);
    cr_assert(q[0] == 2 && q[1] == 0.5);
    cr_assert(law->force(at, 4, -1) == 4); /* s counts at rest only */
    cr_assert(law->force(at, 0, -1) == -2);
    cr_assert(law->force(at, 0, 0.25) == 0.5);
    cr_assert(law->step(at, 1, 0, -4) == -4);
    law->run(at, 5, t, v, force, NULL);
    cr_assert(force[0] == 4 && force[1] == 0 && force[2] == 0 && force[3] == -4 && force[4] == -6);
    cr_assert(isnan(law->step(at, 0, 1, 1)));
}

Test(example, defaults_and_ranges)
{
    const struct bristle_law *law = &bristle_law_example;
    double at[ROOM], q[2];
    cr_assert_null(law->init(at, NULL));
    law->get_parameters(at, q);
    cr_assert(q[0] == 1 && q[1] == 0.4);
    cr_assert_str_eq(law->init(at, (const double[]){ -1, 0.4 }), "Fc from 0 to 1000000 N");
    cr_assert_str_eq(law->init(at, (const double[]){ 1, 20000 }), "sigma2 from 0 to 10000 N s/m");
}

Test(example, has_what_the_law_has)
{
    const struct bristle_law *law = &bristle_law_example;
    cr_assert(law->n_states == 0 && law->n_guards == 0 && law->n_parameters == 2);
    cr_assert(!law->slopes && !law->guard && !law->settle);
    cr_assert_null(law->parameters[2].name);
}
