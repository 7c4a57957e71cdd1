/* What the parts of the parser share (syntax.h). No other file includes this header. */
#ifndef BRISTLE_MODELS_LANGUAGE_PARSER_H
#define BRISTLE_MODELS_LANGUAGE_PARSER_H

#include "models/language/lexer.h"
#include "models/language/syntax.h"

/* Nested expressions, modifications and loops, and operators of the whole text, at most: what walks
 * through a tree of syntax recurses no deeper. */
enum { PARSER_DEPTH = 100, PARSER_OPERATORS = 10000 };

/* Recursive descent with two tokens of lookahead. After an error there is only TOKEN_END, so that
 * every loop ends. */
struct parser {
    struct text *text;
    struct arena *arena;
    struct token now, ahead;
    int depth, operators;
};

/* Notes that something else was expected at the present token. */
void parser_expected(struct parser *p, const char *what);

void parser_advance(struct parser *p);
bool parser_at(const struct parser *p, const char *what);
/* Returns true, and goes on, when the present token is that word or symbol. */
bool parser_accept(struct parser *p, const char *what);
void parser_expect(struct parser *p, const char *what);
/* Returns the name, or the string, and goes on; else "" and an error. */
const char *parser_name(struct parser *p);
const char *parser_string(struct parser *p);
/* Returns the string, if there is one, or "". */
const char *parser_comment(struct parser *p);

/* Counts something of which there is a limit, which is an error. */
void parser_limit(struct parser *p, int *count, int most, const char *what);
/* Enter and leave a level of nesting. */
void parser_enter(struct parser *p);
static inline void parser_leave(struct parser *p) { p->depth--; }

/* Returns a new node at the present token. */
struct syntax *parser_node(struct parser *p, enum syntax_kind kind);
/* Appends a child, in constant time with the last one's address. */
void parser_append(struct syntax ***end, struct syntax *child);

struct syntax *parser_expression(struct parser *p);
/* An expression without relations and logic, as the ends of ranges are. */
struct syntax *parser_sum(struct parser *p);

#endif
