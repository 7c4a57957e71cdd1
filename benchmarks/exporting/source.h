/* C source as data: tokens and top-level declarations of one preprocessed translation unit, and the
 * few edits that the export of a kernel needs.
 *
 * This is no compiler: it knows as much of C as the laws and methods of Bristle use, and refuses
 * everything else (source_fail), so that no header is wrong because of code that was not
 * understood. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_SOURCE_H
#define BRISTLE_BENCHMARKS_EXPORTING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK, TOKEN_COMMENT };

struct token {
    enum token_kind kind;
    bool space;       /* white space before it */
    bool line;        /* begins a line */
    const char *text; /* owned by the source */
};

struct tokens {
    struct token *at;
    size_t n, capacity;
};

enum declaration_kind {
    DECLARED_FUNCTION, /* with its body */
    DECLARED_OBJECT,   /* with its initializer */
    DECLARED_TYPE,     /* struct with a tag, and its members */
    DECLARED_ENUM,
    DECLARED_OTHER /* prototypes, typedefs */
};

struct declaration {
    enum declaration_kind kind;
    const char *name;    /* the tag of a type, NULL for an enum */
    const char *comment; /* the comment that ends right above it, or NULL */
    struct tokens tokens;
    bool printed;
    bool live, scanned; /* reached; what it reaches is marked, too (shake.c) */
};

/* A file of the unit. */
struct source_file {
    const char *path;
    const char *about; /* its opening comment, or NULL */
};

struct source {
    struct declaration *at;
    size_t n, capacity;
    struct source_file *files;
    size_t n_files;
    struct source_block *blocks; /* texts that belong to the source */
};

/* Parses the output of `cc -E -C`, line markers included. Messages call the text `name`. Ends the
 * program (cli_fail) if brackets do not match. source_free releases the source. */
struct source source_parse(const char *name, const char *text);
void source_free(struct source *source);

/* Returns a formatted text that lives as long as the source. */
const char *source_text(struct source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns memory that lives as long as the source. */
void *source_array(struct source *source, size_t size);

/* source_find returns the declaration of that kind and name, or NULL; source_about returns the
 * opening comment of the file whose path ends so, or NULL. */
struct declaration *source_find(const struct source *source, enum declaration_kind kind,
                                const char *name);
const char *source_about(const struct source *source, const char *path);

void source_free_texts(struct source *source); /* called by source_free */

/* Appends the next token of the text, if there is one, to *tokens; returns the rest of the text. */
const char *source_token(struct source *source, const char *text, struct tokens *tokens);
/* Splits the text into tokens and appends them to *tokens. */
void source_tokens(struct source *source, const char *text, struct tokens *tokens);

bool token_is(const struct tokens *tokens, size_t i, const char *text); /* false beyond the end */
bool token_is_name(const struct tokens *tokens, size_t i);
/* Returns true when token i is a name after "." or "->", or a designator. */
bool token_is_member(const struct tokens *tokens, size_t i);

/* Replaces the tokens [from, to) by n others, which must not be among them. */
void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by,
                    size_t n);
void tokens_remove(struct tokens *tokens, size_t from, size_t to);
void tokens_free(struct tokens *tokens);
/* Replaces token i's text. */
void token_rename(struct source *source, struct tokens *tokens, size_t i, const char *text);

/* Returns the index of the bracket that closes the one at open. */
size_t tokens_closing(const struct tokens *tokens, size_t open);
/* Returns the index behind the statement that begins at i. */
size_t tokens_statement(const struct tokens *tokens, size_t i);
/* Returns the index of the next of `, ; ) ] }` or of stop (may be NULL) from i on, outside brackets
 * that open there. */
size_t tokens_end_of_part(const struct tokens *tokens, size_t i, const char *stop);
/* Finds the parts between commas of the bracketed list at open: returns their number, at most
 * `most`, and [from, to) of each. */
struct range {
    size_t from, to;
};
size_t tokens_list(const struct tokens *tokens, size_t open, struct range parts[], size_t most);
/* Removes a part of such a list with its comma. */
void tokens_remove_part(struct tokens *tokens, struct range part);

/* Return, for a function, the index of the bracket that opens its parameters, and of its body. */
size_t function_parameters(const struct declaration *function);
size_t function_body(const struct declaration *function);

/* A declaration of local variables that begins at token i: the type [base_from, base_to), then the
 * declarators. n is 0 if none begins there. */
enum { SOURCE_MOST_PARTS = 32 };
struct locals {
    size_t base_from, base_to; /* their type */
    size_t n, end;             /* behind the semicolon */
    struct range declarator[SOURCE_MOST_PARTS];
    size_t name[SOURCE_MOST_PARTS];
};
struct locals source_locals(const struct tokens *tokens, size_t i);

/* Returns true when the function declares that name as a parameter or a variable. */
bool function_declares(const struct declaration *function, const char *name);

/* Ends the program with a message that shows token i. */
_Noreturn void source_fail(const char *what, const struct tokens *tokens, size_t i);

#endif
