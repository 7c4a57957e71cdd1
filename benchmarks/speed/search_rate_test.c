/* What --rate prints reads back as what was measured. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/speed/search_rate.h"
#include "tools/base/memory.h"

static char *printed(const struct search_rate *rate)
{
    const struct model law = { .name = "law" };
    struct memory_stream stream;
    search_rate_print(memory_open(&stream), &law, PASSIVITY, rate);
    return memory_close(&stream);
}

Test(search_rate, is_printed)
{
    struct search_rate rate = { .drawn = 1e6, .alone = 1.5e6, .in_lanes = 6e6, .holds = 8.25 };
    double drawn, holds, alone, in_lanes, times;
    char *text = printed(&rate);
    cr_assert_eq(sscanf(text,
                        "law, passivity: %lf simulations a second, of %lf holds on average "
                        "without drawing them: %lf a second one by one, %lf in lanes (%lf times",
                        &drawn, &holds, &alone, &in_lanes, &times),
                 5, "%s", text);
    /* 8.25 is halfway between two numbers of two digits */
    cr_expect(drawn == 1e6 && (holds == 8.2 || holds == 8.3) && alone == 1.5e6 && in_lanes == 6e6 &&
                  times == 4,
              "%s", text);
    free(text);
    rate.in_lanes = 0;
    text = printed(&rate);
    cr_expect_null(strstr(text, "lanes"), "%s", text);
    free(text);
}
