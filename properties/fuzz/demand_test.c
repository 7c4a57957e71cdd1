/* What a parser must not do ends the fuzz program by a signal, with the reason, and nothing else
 * does. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fuzz/fuzz.h"
#include "tools/testing/test_process.h"

static int demand_line(const void *text)
{
    fuzz_demand_line(text);
    return 0;
}

static int demand(const void *condition)
{
    fuzz_demand(*(const bool *)condition, "what is demanded");
    return 0;
}

static void expect_end(int (*work)(const void *context), const void *context, const char *said)
{
    const struct ended e = in_process(work, context);
    cr_expect_eq(e.status, *said ? -1 : 0, "'%s': exit %d", said, e.status);
    cr_expect_str_eq(e.said, said);
}

Test(fuzz_demand, aborts_unless_the_condition_is_true)
{
    static const bool conditions[] = { false, true };
    expect_end(demand, &conditions[0], "fuzz: what is demanded\n");
    expect_end(demand, &conditions[1], "");
}

/* One character is a line, and so is one with an end. */
Test(fuzz_demand, takes_one_line)
{
    static const char *const lines[] = { "a", "a\n", "some words", "some words\n", "\n" },
                             *const more[] = { "a\nb", "a\n\n", "\na", "\n\n", "some\nwords\n" };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_end(demand_line, lines[i], "");
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        expect_end(demand_line, more[i], "fuzz: more than one line is said\n");
    expect_end(demand_line, "", "fuzz: refused without a word\n");
}

Test(fuzz_text, has_the_bytes_before_the_first_zero)
{
    static const uint8_t bytes[] = "ab\0c";
    for (size_t n = 0; n <= sizeof bytes; n++) {
        char *text = fuzz_text(bytes, n);
        cr_expect_eq(strlen(text), n < 2 ? n : 2);
        cr_expect_eq(memcmp(text, bytes, n), 0);
        cr_expect_eq(text[n], '\0');
        free(text);
    }
}
