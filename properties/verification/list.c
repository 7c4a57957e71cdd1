/* Prints the laws, their claims and the properties. */
#include "properties/verification/list.h"

#include <stdio.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "tools/base/wrap.h"

void verify_list(void)
{
    puts("models:");
    for (const struct model *const *m = PREC(models); *m; m++) {
        wrap_print(stdout, (size_t)printf("  %s: ", (*m)->name), 4, (*m)->title);
        wrap_print(stdout, (size_t)printf("    "), 6, (*m)->law);
        wrap_print(stdout, (size_t)printf("    "), 6, (*m)->source);
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            const int column = printf("    %-8s %-6s default %-10.9g in [%g, %g]  ", q->name,
                                      q->unit, q->value, q->lo, q->hi);
            wrap_print(stdout, (size_t)column, 8, q->note ? q->note : "");
        }
    }
    puts("properties:");
    for (unsigned i = 0; i < N_PROPERTIES; i++)
        wrap_print(stdout, (size_t)printf("  %-22s ", property_info[i].name), 25,
                   property_info[i].meaning);
}

/* Prints text for a Markdown cell, which a bare bar would end. */
static void put_cell(const char *text)
{
    for (; *text; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else
            putchar(*text);
}

void verify_catalogue(void)
{
    puts("| model | law | parameters and defaults | source |");
    puts("|---|---|---|---|");
    for (const struct model *const *m = PREC(models); *m; m++) {
        printf("| `%s` | ", (*m)->name);
        put_cell((*m)->law);
        fputs(" | ", stdout);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            printf("%s%s = %.6g%s%s", i > 0 ? ", " : "", (*m)->params[i].name,
                   (*m)->params[i].value, strcmp((*m)->params[i].unit, "1") == 0 ? "" : " ",
                   strcmp((*m)->params[i].unit, "1") == 0 ? "" : (*m)->params[i].unit);
        fputs(" | ", stdout);
        put_cell((*m)->source);
        puts(" |");
    }
}
