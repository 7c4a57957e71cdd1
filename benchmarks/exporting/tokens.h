/* C as tokens with the white space before them, and edits on them. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_TOKENS_H
#define BRISTLE_BENCHMARKS_EXPORTING_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

/* Texts that are given back all at once. */
struct texts {
    struct texts_block *newest;
};
const char *texts_print(struct texts *texts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void texts_free(struct texts *texts);

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK, TOKEN_COMMENT };

struct token {
    enum token_kind kind;
    const char *gap, *text; /* white space before it, at most one line feed; itself */
};

struct tokens {
    struct token *at;
    size_t n, capacity;
};

/* Appends the token at the beginning of the text, behind that gap; returns the rest of the text. */
const char *tokens_read_one(struct tokens *tokens, struct texts *texts, const char *gap,
                            const char *text);
/* Appends all tokens of the text. */
void tokens_read(struct tokens *tokens, struct texts *texts, const char *text);
void tokens_free(struct tokens *tokens);

bool tokens_is(const struct tokens *tokens, size_t i, const char *text); /* false beyond the end */
bool tokens_is_name(const struct tokens *tokens, size_t i);
/* Returns true when token i is a name behind "." or "->". */
bool tokens_is_member(const struct tokens *tokens, size_t i);

/* Replaces the tokens [from, to) by n others, which take over the gap of the first. */
void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by,
                    size_t n);
/* Replaces the tokens [from, to) by those of the text. */
void tokens_put(struct tokens *tokens, struct texts *texts, size_t from, size_t to,
                const char *text);

/* Returns the index of the bracket that closes the one at open. Ends the program if none does. */
size_t tokens_closing(const struct tokens *tokens, size_t open);

/* Finds the parts between the commas of the bracketed list at open: returns their number, which
 * must not exceed TOKENS_PARTS. */
enum { TOKENS_PARTS = 512 };
struct part {
    size_t from, to;
};
size_t tokens_list(const struct tokens *tokens, size_t open, struct part parts[TOKENS_PARTS]);
/* Removes a part of a list, with a comma. */
void tokens_remove_part(struct tokens *tokens, struct part part);

#endif
