/* Which column of a regressor the others combine to. */
#include <criterion/criterion.h>

#include "properties/identification/identify.h"

/* Of columns of length 1 the third is 1/sqrt(2) of the difference of the others, and has the
 * largest entry: wherever it stands, it is the one that the others combine to. */
Test(null_space, drops_the_largest_entry)
{
    for (unsigned at = 0; at < 3; at++) {
        static struct regression r;
        struct identification id;
        r = (struct regression){ .n = IDENTIFY_SAMPLES, .n_columns = 3 };
        for (unsigned i = 0; i < r.n; i++) {
            const double a = i % 2, b = 1 - a;
            r.u[i][at] = a - b;
            r.u[i][(at + 1) % 3] = a;
            r.u[i][(at + 2) % 3] = b;
        }
        cr_assert(regression_null_space(&r, &id));
        cr_expect(id.rank == 2 && id.n_null == 1 && id.null[0].dropped == at, "%u: %u", at,
                  id.null[0].dropped);
        cr_expect(id.null[0].integer && id.null[0].entry[at] == 1);
        cr_expect(id.null[0].entry[(at + 1) % 3] == -1 && id.null[0].entry[(at + 2) % 3] == 1);
    }
}
