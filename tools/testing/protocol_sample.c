/* Cases for protocol_test.sh: what a report must survive. Three of them fail on purpose, two pass
 * when each has a folder of its own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether no other case has made a file of this name where this one may. */
static bool mine(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/mine", getenv("TEST_TMPDIR"));
    FILE *file = fopen(path, "wx");
    return file && fclose(file) == 0;
}

Test(first, passes) { cr_assert(mine()); }

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
Test(second, passes_too) { cr_assert(mine()); }
