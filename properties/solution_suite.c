/* A law against itself, for any law: see solves.h. */
#include <criterion/criterion.h>

#include "properties/solves.h"
#include "properties/suite_law.h"

Test(structure, flow_and_work_solve_the_equations)
{
    char text[SOLVES_TEXT];
    if (!LAW.flow)
        cr_skip_test("no flow");
    cr_expect(PREC(solves)(&LAW, text), "%s", text);
}
