/* Values by sha256sum, of texts with the zero behind each. */
#include "tools/base/digest.h"

#include <criterion/criterion.h>

Test(digest, is_sha256_of_the_texts_and_their_ends)
{
    static const char *const one[] = { "abc" }, *const two[] = { "ab", "c" };
    char of_one[DIGEST_TEXT], of_two[DIGEST_TEXT];
    digest_texts(of_one, one, 1);
    digest_texts(of_two, two, 2);
    cr_expect_str_eq(of_one, "dc1114cd074914bd872cc1f9a23ec910ea2203bc79779ab2e17da25782a624fc");
    cr_expect_str_eq(of_two, "629c2f14f654f026086f2aefe1855533d0897f49df86a19073be17b237361b09");
}
