/* The first two cells of a claim's row: whatever their lengths, all words of the domain stand in
 * its column, within the width, and the property before them. */
#include "properties/verdicts/claim_cells.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { COLUMN = 2, MOST = 120, JOINED = 2 * MOST };

static const char letters[] = "abcdefghijklmnopqrstuv";
static const char words[] =
    "n known, and Fs >= Fc; |v| falls or stays, whatever was before: 0 < c < 1 "
    "as in the paper, where s of the law is one";

/* Appends the text without blanks at its ends, and one blank. */
static void append(char joined[], const char *text)
{
    const size_t from = strspn(text, " ");
    size_t n = strlen(text + from);
    while (n > 0 && text[from + n - 1] == ' ')
        n--;
    snprintf(joined + strlen(joined), JOINED - strlen(joined), "%.*s%s", (int)n, text + from,
             n > 0 ? " " : "");
}

/* A domain that has no room beside the widest property takes what a short one leaves. */
static void check(size_t n_property, size_t n_domain, size_t width)
{
    char property[MOST], domain[MOST], joined[JOINED] = "", expected[JOINED] = "";
    struct memory_stream stream;
    snprintf(property, sizeof property, "%.*s", (int)n_property, letters);
    snprintf(domain, sizeof domain, "%.*s", (int)n_domain, words);
    FILE *out = memory_open(&stream);
    fprintf(out, "%*s", COLUMN, "");
    const struct claim_cells cells = claim_cells_begin(out, COLUMN, property, domain, width);
    fputs("|\n", out);
    claim_cells_end(out, &cells);
    char *text = memory_close(&stream), *rest = text;
    const bool is_wide = n_domain > width - CELL_PROPERTY - 1 && n_property <= 10;
    const size_t begin = COLUMN + (is_wide ? 11 : CELL_PROPERTY + 1);
    cr_expect_eq(cells.column, begin, "%s, %s: column %zu", property, domain, cells.column);
    cr_expect_eq(cells.column + cells.room, COLUMN + width);
    for (unsigned line = 0; *rest; line++) {
        const size_t n = strcspn(rest, "\n");
        char part[JOINED];
        if (line == 0) {
            cr_assert_eq(n, COLUMN + width + 1, "'%.*s'", (int)n, rest);
            cr_expect_eq(rest[n - 1], '|');
            cr_expect(strncmp(rest + COLUMN, property, n_property) == 0 &&
                      strspn(rest + COLUMN + n_property, " ") >= begin - COLUMN - n_property);
        } else
            cr_expect(n <= COLUMN + width && strspn(rest, " ") == begin, "'%.*s'", (int)n, rest);
        snprintf(part, sizeof part, "%.*s", (int)(n - begin - (line == 0)), rest + begin);
        append(joined, part);
        rest += n + 1;
    }
    append(expected, domain);
    cr_expect_str_eq(joined, expected);
    free(text);
}

Test(claim_cells, hold_all_words_in_their_width)
{
    static const size_t widths[] = { CELLS_OF_CLAIM, CELLS_NARROW };
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (size_t property = 1; property <= CELL_PROPERTY; property++)
            for (size_t domain = 1; domain < sizeof words; domain++)
                check(property, domain, widths[k]);
}
