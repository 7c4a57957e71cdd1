/* A C source as tokens that know their places, so that an edit leaves everything else as it is.
 *
 * Comments and preprocessor lines are not tokens, and each string is one token: no planted bug can
 * get into them. */
#ifndef BRISTLE_PROPERTIES_MUTATION_SOURCE_H
#define BRISTLE_PROPERTIES_MUTATION_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK };

/* The part of a source that a token belongs to. */
enum region {
    REGION_DECLARATION, /* of functions, types, enumerations */
    REGION_BODY,        /* of a function */
    REGION_NUMBERS,     /* the initializer of an array or struct of coefficients */
    REGION_QUANTITIES,  /* the initializer of parameters or states */
    REGION_TABLE,       /* any other initializer: claims, and the table of a law or method */
};

struct token {
    enum token_kind kind;
    enum region region;
    bool loop;         /* between the brackets of a `for` */
    size_t begin, end; /* in the text, the end exclusive */
    unsigned line;     /* from 1 */
};

/* Names that can replace each other: the constants of one enumeration, or the members of one type
 * of a struct. Their texts belong to the source. */
struct family {
    bool members;
    unsigned n;
    const char *names[64];
};

struct source {
    char *text;
    size_t size;
    struct token *tokens;
    size_t n;
    struct family *families; /* of this file and of the files that it includes */
    size_t n_families;
    char **texts; /* the names, to be freed */
    size_t n_texts;
};

/* Reads the file at that path below the directory root, and the families of the files that it
 * includes from there. Returns false, with errno, when it cannot be read. source_close releases the
 * source. */
bool source_open(struct source *source, const char *root, const char *path);
void source_close(struct source *source);

/* Returns true when token i exists and has that text. */
bool token_is(const struct source *source, size_t i, const char *text);
/* Returns true when the token is one of these texts, separated and surrounded by blanks: " + -
 * ". */
bool token_among(const struct source *source, size_t i, const char *texts);
bool token_is_kind(const struct source *source, size_t i, enum token_kind kind);
bool token_in_body(const struct source *source, size_t i); /* of a function */
/* Returns the brace that begins the function around token i, which is in a body. */
size_t token_function(const struct source *source, size_t i);
/* Returns the first token of the declaration in which token i stands outside all braces. */
size_t token_declaration(const struct source *source, size_t i);
/* Returns true when the token names a type, or begins a declaration. */
bool token_is_type(const struct source *source, size_t i);

/* Return the bracket that belongs to the one at i, or n. */
size_t token_closing(const struct source *source, size_t i);
size_t token_opening(const struct source *source, size_t i);

/* Returns true when the mark at i stands between two operands. */
bool token_is_binary(const struct source *source, size_t i);

/* The ends of operands with their prefixes, brackets and members: operand_end returns the index
 * behind the operand that begins at i, operand_begin the index at which the operand that ends
 * before i begins. Terms are operands joined by * and /. */
size_t operand_end(const struct source *source, size_t i);
size_t operand_begin(const struct source *source, size_t i);
size_t term_end(const struct source *source, size_t i);
size_t term_begin(const struct source *source, size_t i);

/* Returns the index of the next of these marks (as " , ; ") from i on, outside all brackets that
 * open on the way, or of the bracket that closes around it. */
size_t token_next(const struct source *source, size_t i, const char *marks);

#endif
