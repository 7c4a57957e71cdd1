/* A preprocessed translation unit as declarations in file scope. Nothing inside a declaration is
 * understood: it mentions names, that is all. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_UNIT_H
#define BRISTLE_BENCHMARKS_EXPORTING_UNIT_H

#include "benchmarks/exporting/tokens.h"

enum declaration_kind {
    DECLARED_FUNCTION, /* with its body */
    DECLARED_OBJECT,   /* with its initializer */
    DECLARED_STRUCT,   /* with its members */
    DECLARED_ENUM,
    DECLARED_OTHER /* prototypes, typedefs */
};

struct declaration {
    enum declaration_kind kind;
    const char *name;    /* the tag of a struct; of an enum NULL */
    const char *comment; /* the comment right above it, or NULL */
    struct tokens tokens;
    bool is_kept;
};

/* A file of the unit, and the comment that it opens with, or NULL. */
struct unit_file {
    const char *path, *about;
};

struct unit {
    struct texts texts;
    struct declaration *at;
    size_t n, capacity;
    struct unit_file *files;
    size_t n_files;
};

/* Appends the declarations of a text, such as the output of `cc -E -C`. Ends the program
 * (cli_fail) if brackets do not match. */
void unit_parse(struct unit *unit, const char *text);
void unit_free(struct unit *unit);
/* Moves the struct of that tag before all other declarations. */
void unit_move_first(struct unit *unit, const char *tag);

/* Returns the function or object of that name, or the enum with that constant; NULL: none. */
struct declaration *unit_find(const struct unit *unit, const char *name);
/* Returns what the name at a declaration's token i stands for in file scope; NULL: nothing. A
 * function counts where it is called; the name of a variable counts where an object or a constant
 * in file scope has it, too. */
struct declaration *unit_mentioned(const struct unit *unit, const struct declaration *in, size_t i);
/* Returns the opening comment of the file whose path ends so, or NULL. */
const char *unit_about(const struct unit *unit, const char *path);

/* Returns true and the value of a whole number, of a constant of an enum, or of a sum of these in
 * the tokens [from, to). */
bool unit_value(const struct unit *unit, const struct tokens *tokens, struct part part,
                size_t *value);

/* Return, for a function, the index of the bracket that opens its parameters, and of its body. */
size_t function_parameters(const struct declaration *function);
size_t function_body(const struct declaration *function);

#endif
