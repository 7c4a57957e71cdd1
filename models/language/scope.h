/* Names and what they stand for, while a text is being read (equations.h). Only the files of the
 * elaboration include this header. */
#ifndef BRISTLE_MODELS_LANGUAGE_SCOPE_H
#define BRISTLE_MODELS_LANGUAGE_SCOPE_H

#include "models/language/equations.h"

enum role {
    ROLE_DEFINITION, /* a constant, or a variable that an expression defines */
    ROLE_PARAMETER,
    ROLE_INPUT,
    ROLE_OUTPUT,
    ROLE_STATE,
    ROLE_MEMORY,
};

/* The value of an element of a definition: not computed yet; being computed; computed. */
enum progress { TO_DO, UNDER_WAY, DONE };

/* A declared name. A scalar has one element, and size -1. */
struct declared_name {
    const struct syntax *declaration;
    enum role role;
    long size;
    unsigned first; /* index of its first element in its list */
    struct unit unit;
    bool has_unit;
    /* Of definitions: the value of each element, and the syntax that defines it; loop variables
     * have the values that they had there. */
    struct definition {
        enum progress progress;
        const struct syntax *syntax;
        struct binding *bindings;
        struct value value;
    } * definitions;
};

/* A loop variable, or the variable of an integral. */
struct binding {
    const char *name;
    struct value value;
    struct binding *outer;
};

struct scope {
    struct text *text;
    struct equations *law;
    struct declared_name *names;
    size_t n_names, room_names;
    struct binding *bindings;
    size_t iterations;  /* of all loops so far */
    size_t values;      /* computed so far */
    unsigned depth;     /* of the value that is being computed */
    unsigned variables; /* of integrals so far */
    bool in_when;       /* sign is the plain sign; names of memory are its values before */
    bool in_annotation; /* travel and v0 have a meaning */
};

/* scope_find returns the declared name, or NULL. */
struct declared_name *scope_find(const struct scope *scope, const char *name);

/* Notes what is wrong at that place; returns a value of any unit, for the reader to go on. */
struct value scope_fail(struct scope *scope, const struct syntax *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Evaluate an expression: any; a condition, of relations and logic; a number; a number without
 * unit; a whole number that is known. */
struct value scope_value(struct scope *scope, const struct syntax *syntax);
struct value scope_condition(struct scope *scope, const struct syntax *syntax);
struct value scope_number(struct scope *scope, const struct syntax *syntax);
struct value scope_plain_number(struct scope *scope, const struct syntax *syntax);
long scope_integer(struct scope *scope, const struct syntax *syntax);

static inline struct graph *scope_graph(struct scope *scope) { return &scope->law->graph; }

/* Returns a number without unit. */
static inline struct value scope_plain(expression e)
{
    return (struct value){ e, unit_one, false };
}

/* Evaluates the call of a function. */
struct value scope_call(struct scope *scope, const struct syntax *call);

/* Evaluates the elements of a list, of an array's name or of a comprehension, or the expression
 * itself, and appends them. */
void scope_list(struct scope *scope, const struct syntax *syntax, struct value_list *list);

/* Runs through a loop: calls `body` for each value of the variable. */
void scope_loop(struct scope *scope, const struct syntax *at, const char *variable,
                const struct syntax *from, const struct syntax *to, void (*body)(void *context),
                void *context);

/* Returns the index of the element that the name, with its subscript, means; -1: an error. */
long scope_element(struct scope *scope, const struct syntax *name,
                   const struct declared_name *declared);

/* Returns the value of element i of a name. */
struct value scope_element_value(struct scope *scope, const struct syntax *at,
                                 struct declared_name *declared, long i);

/* Returns true for a number as it is written, which has the unit that is declared. */
bool scope_is_literal(const struct syntax *syntax);

/* Expects two units to be equal; says so otherwise. */
void scope_same_unit(struct scope *scope, const struct syntax *at, const char *what,
                     const struct unit *a, const struct unit *b);

#endif
