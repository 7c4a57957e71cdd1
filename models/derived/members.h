/* The members of struct model (models/model.h) that are values: what a law's text states, and what
 * its equations say of the long run; as expressions, for C that is printed and for interpreting. */
#ifndef BRISTLE_MODELS_DERIVED_MEMBERS_H
#define BRISTLE_MODELS_DERIVED_MEMBERS_H

#include "models/derived/values.h"

/* A member that is one number, or a number for each element of a list. */
struct law_member {
    const char *name, *arguments;
    const char *list; /* where the numbers go; NULL: one, which is returned */
    enum statement statement;
    bool has_selection; /* among the arguments; else s is the sign of v */
};

enum { LAW_MEMBERS = 16 };
extern const struct law_member law_members[LAW_MEMBERS];

/* Fills e[] with what the member is; EXPRESSION_NONE: infinite. Returns how many values there are;
 * 0: the law does not have it. */
size_t law_member_values(struct equations *law, const struct statements *statements,
                         const struct law_values *found, const struct law_member *member,
                         expression e[EQUATIONS_ELEMENTS]);

/* Returns true when there is code for all of the expression: it has no integral and no draw. */
bool law_has_code(const struct equations *law, expression e);

/* Return true when there is code for the rates, the force and the guards; for what events change.
 */
bool law_has_equations(const struct equations *law);
bool law_has_transition(const struct equations *law);

/* A law that jumps sticks at rest; what remembers whether it sticks states its band. */
bool law_sticks(const struct statements *statements, const struct structure *structure);

/* Return the equations of the states and the force, and what they use, on one line, to be freed;
 * and the units, of m, s and N, of constants other than 0 that equations need; "": none. */
char *law_line(const struct equations *law);
void law_unit_constants(const struct equations *law, char units[8]);

#endif
