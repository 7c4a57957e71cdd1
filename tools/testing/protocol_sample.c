/* Cases for protocol_test.sh: what a report must survive. Two of them fail on purpose. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(first, passes) { cr_assert(true); }

Test(first, fails_with_markup)
{
    cr_assert(false, "a ]]> b <tag attr=\"x\"> & 'c' \x01\x1f \xff\xc3( \xc3\xa9 \xed\xa0\x80 end");
}

Test(first, skips) { cr_skip_test("not \"today\" <&>"); }

Test(second, fails_twice)
{
    cr_expect(false, "one\ntwo\ttabbed");
    cr_expect(false, "three");
}

Test(second, crashes) { abort(); }
Test(second, passes_too) { cr_assert(true); }
