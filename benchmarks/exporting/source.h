/* C source as data: tokens and top-level declarations of one preprocessed translation unit, and
 * the few edits that the export of a kernel is made of.
 *
 * No compiler: it knows as much of C as the laws and methods of Bristle use, and what it does not
 * know it refuses (source_fail), so that nothing is exported half understood.
 */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_SOURCE_H
#define BRISTLE_BENCHMARKS_EXPORTING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK, TOKEN_COMMENT };

struct token {
    enum token_kind kind;
    bool space;       /* white space before it */
    bool line;        /* a line begins with it */
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
    const char *comment; /* the one that ends right above it, or NULL */
    struct tokens tokens;
    bool printed;
    bool live, scanned; /* reached, and what it reaches as well (export_shake.c) */
};

/* A file that went into the unit. */
struct source_file {
    const char *path;
    const char *about; /* the comment it opens with, or NULL */
};

struct source {
    struct declaration *at;
    size_t n, capacity;
    struct source_file *files;
    size_t n_files;
    struct source_block *blocks; /* its texts */
};

/* Takes the output of `cc -E -C`, line markers included, apart. name is what messages call the
 * text. Ends the program (cli_fail) where brackets do not match. Free it by source_free. */
struct source source_parse(const char *name, const char *text);
void source_free(struct source *source);

/* A text that lives as long as the source. */
const char *source_text(struct source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Memory that lives as long as the source. */
void *source_array(struct source *source, size_t size);

/* The declaration of that kind and name, or NULL; the comment that a file opens with, by the end
 * of its path, or NULL. */
struct declaration *source_find(const struct source *source, enum declaration_kind kind,
                                const char *name);
const char *source_about(const struct source *source, const char *path);

/* realloc, or the end of the program. */
void *source_grown(void *at, size_t size);
void source_free_texts(struct source *source); /* source_free does it */

/* Appends the next token of the text to *tokens, if there is one; returns what follows it. */
const char *source_token(struct source *source, const char *text, struct tokens *tokens);
/* Splits text into tokens appended to *tokens. */
void source_tokens(struct source *source, const char *text, struct tokens *tokens);

bool token_is(const struct tokens *tokens, size_t i, const char *text); /* false beyond the end */
bool token_is_name(const struct tokens *tokens, size_t i);
/* Whether token i is a name after "." or "->", or a designator. */
bool token_is_member(const struct tokens *tokens, size_t i);

/* Replaces the tokens [from, to) by n others, which are not among them. */
void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by,
                    size_t n);
void tokens_remove(struct tokens *tokens, size_t from, size_t to);
void tokens_free(struct tokens *tokens);
/* Replaces token i's text. */
void token_rename(struct source *source, struct tokens *tokens, size_t i, const char *text);

/* The index of the bracket that closes the one at open. */
size_t tokens_closing(const struct tokens *tokens, size_t open);
/* Where the statement that begins at i ends: the index behind it. */
size_t tokens_statement(const struct tokens *tokens, size_t i);
/* The next of `, ; ) ] }` or of stop (may be NULL) from i on, outside brackets opened there. */
size_t tokens_end_of_part(const struct tokens *tokens, size_t i, const char *stop);
/* The parts between commas of the bracketed list at open: their number, at most most, and
 * [begin, end) of each. */
struct range {
    size_t from, to;
};
size_t tokens_list(const struct tokens *tokens, size_t open, struct range parts[], size_t most);
/* Removes a part of such a list with its comma. */
void tokens_remove_part(struct tokens *tokens, struct range part);

/* Of a function: the index of the bracket that opens its parameters, and its body. */
size_t function_parameters(const struct declaration *function);
size_t function_body(const struct declaration *function);

/* A declaration of local variables at token i: the declarators follow base. n is 0 where none
 * begins there. */
enum { SOURCE_MOST_PARTS = 32 };
struct locals {
    size_t base_from, base_to; /* their type */
    size_t n, end;             /* behind the semicolon */
    struct range declarator[SOURCE_MOST_PARTS];
    size_t name[SOURCE_MOST_PARTS];
};
struct locals source_locals(const struct tokens *tokens, size_t i);

/* Whether the function declares that name as a parameter or a variable. */
bool function_declares(const struct declaration *function, const char *name);

_Noreturn void source_fail(const char *what, const struct tokens *tokens, size_t i);

#endif
