/* Prints the functions of what a law's text states, and of what its equations say of the long run
 * (print_law.h). */
#include "models/derived/members.h"
#include "models/derived/print_c.h"
#include "models/derived/print_law.h"

/* Fills body[] with what a member is. Returns how many statements there are. */
static size_t body_of(const struct law_printer *p, const struct law_member *m,
                      struct c_statement body[EQUATIONS_ELEMENTS])
{
    expression e[EQUATIONS_ELEMENTS];
    const size_t n = law_member_values(p->law, p->statements, &p->values, m, e);
    for (size_t i = 0; i < n; i++)
        body[i] =
            (struct c_statement){ m->list ? arena_text(&p->law->arena, m->list, i) : NULL, e[i] };
    return n;
}

void law_print_statements(const struct law_printer *p)
{
    struct c_statement body[EQUATIONS_ELEMENTS];
    for (size_t i = 0; i < LAW_MEMBERS; i++) {
        const struct law_member *m = &law_members[i];
        const size_t n = body_of(p, m, body);
        if (n == 0)
            continue;
        law_print_static(p);
        fprintf(p->out, "%s %s_%s(%s)\n{\n", m->list ? "void" : "real", p->id, m->name,
                m->arguments);
        c_body(p->out, p->law, body, n);
        fputs("}\n", p->out);
    }
}

void law_print_statement_members(const struct law_printer *p)
{
    struct c_statement body[EQUATIONS_ELEMENTS];
    for (size_t i = 0; i < LAW_MEMBERS; i++)
        if (body_of(p, &law_members[i], body) > 0)
            fprintf(p->out, "    .%s = %s_%s,\n", law_members[i].name, p->id, law_members[i].name);
}
