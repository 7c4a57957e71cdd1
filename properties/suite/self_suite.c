/* Runs the self-check (properties/self_check/self_check.h) on the law under test. */
#include <criterion/criterion.h>

#include "properties/self_check/self_check.h"
#include "properties/suite/suite_law.h"

static void run(void (*check)(struct self_check *))
{
    struct self_check t = { .model = &LAW };
    check(&t);
    cr_expect_eq(t.failures, 0u, "%u failures, the first: %s", t.failures, t.first);
}

Test(structure, flow_and_work_solve_the_equations) { run(PREC(self_check_flow_consistency)); }
Test(structure, long_holds) { run(PREC(self_check_long_holds)); }
Test(structure, identities) { run(PREC(self_check_identities)); }
Test(structure, units) { run(PREC(self_check_units)); }
Test(structure, rest) { run(PREC(self_check_rest)); }
Test(structure, numbers_at_any_speed) { run(PREC(self_check_numbers)); }
