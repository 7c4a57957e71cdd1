/* Splits a law's text into the tokens of Modelica. */
#ifndef BRISTLE_MODELS_LANGUAGE_LEXER_H
#define BRISTLE_MODELS_LANGUAGE_LEXER_H

#include "models/language/text.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SYMBOL };

/* A token: n bytes of the text. A word is one of Modelica's own; a string has its quotes. */
struct token {
    enum token_kind kind;
    size_t at, n;
};

/* Returns the token at or behind that byte. What is none is an error of the text, after which there
 * is only TOKEN_END. */
struct token lexer_next(struct text *text, size_t from);

/* Returns true when the token is that word or symbol. */
bool token_is(const struct text *text, const struct token *token, const char *what);

/* Returns true when the token is that name. */
bool token_is_name(const struct text *text, const struct token *token, const char *name);

#endif
