/* Texts of a law's table: its line, and units that its source leaves out (members.h). */
#include <stdio.h>
#include <string.h>

#include "models/derived/members.h"
#include "models/derived/notation.h"
#include "tools/base/memory.h"

static void put_equations(const struct syntax *e, FILE *line, const char **between)
{
    for (; e; e = e->next)
        if (e->kind == SYNTAX_FOR)
            put_equations(e->first->next->next, line, between);
        else if (e->kind == SYNTAX_EQUATION) {
            fputs(*between, line);
            notation_text(line, e->first, TIGHT_SUM);
            fputs(" = ", line);
            notation_text(line, e->first->next, TIGHT_IF);
            *between = "; ";
        }
}

char *law_line(const struct equations *law)
{
    struct memory_stream line;
    memory_open(&line);
    const char *between = "";
    put_equations(law->syntax.equations, line.file, &between);
    for (const struct syntax *d = law->syntax.declarations; d; d = d->next)
        if (d->value && d->variability == VARIES) {
            fprintf(line.file, "%s%s = ", between, d->text);
            notation_text(line.file, d->value, TIGHT_IF);
        }
    return memory_close(&line);
}

static bool mentions(const struct syntax *e, const char *name)
{
    for (; e; e = e->next)
        if ((e->kind == SYNTAX_NAME && strcmp(e->text, name) == 0) || mentions(e->first, name))
            return true;
    return false;
}

/* Returns true when an equation needs that name, or a definition. */
static bool is_needed(const struct equations *law, const char *name)
{
    for (const struct syntax *d = law->syntax.declarations; d; d = d->next)
        if (d->variability == VARIES && mentions(d->value, name))
            return true;
    return mentions(law->syntax.equations, name);
}

/* kg is N s^2/m. */
void law_unit_constants(const struct equations *law, char units[8])
{
    static const char *const names[] = { " m", " s", " N" };
    bool has[3] = { false };
    char text[8] = "";
    size_t used = 0;
    for (size_t i = 0; i < law->n_definitions; i++) {
        const struct definition_text *d = &law->definitions[i];
        if (!graph_is_constant(&law->graph, d->e) || graph_is_integer(&law->graph, d->e, 0) ||
            !is_needed(law, d->name))
            continue;
        const int *of = d->dimension.whole;
        has[0] = has[0] || of[1] != of[0];
        has[1] = has[1] || of[2] + 2 * of[0] != 0;
        has[2] = has[2] || of[0] != 0;
    }
    for (size_t i = 0; i < 3; i++)
        if (has[i])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", names[i]);
    snprintf(units, sizeof text, "%s", used > 0 ? text + 1 : "");
}
