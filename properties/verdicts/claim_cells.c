/* Prints a claim's property and domain (claim_cells.h). */
#include "properties/verdicts/claim_cells.h"

#include <string.h>

#include "tools/base/wrap.h"

enum { SHORT = 10 /* characters of a property beside which there is room */ };

struct claim_cells claim_cells_begin(FILE *out, size_t column, const char *property,
                                     const char *domain, size_t width)
{
    const size_t whole = CELL_PROPERTY + 1;
    const size_t before =
        strlen(domain) > width - whole && strlen(property) <= SHORT ? SHORT + 1 : whole;
    const size_t room = width - before, n = wrap_fit(domain, room);
    fprintf(out, "%-*s %-*.*s", (int)before - 1, property, (int)room, (int)n, domain);
    return (struct claim_cells){ wrap_next(domain + n), column + before, room };
}

void claim_cells_end(FILE *out, const struct claim_cells *cells)
{
    for (const char *rest = cells->rest; *rest;) {
        const size_t n = wrap_fit(rest, cells->room);
        fprintf(out, "%*s%.*s\n", (int)cells->column, "", (int)n, rest);
        rest = wrap_next(rest + n);
    }
}
