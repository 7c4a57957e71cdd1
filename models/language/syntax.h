/* The syntax of a law's text, as a tree: a flat subset of Modelica 3.6 (README.md). */
#ifndef BRISTLE_MODELS_LANGUAGE_SYNTAX_H
#define BRISTLE_MODELS_LANGUAGE_SYNTAX_H

#include "models/language/arena.h"
#include "models/language/text.h"

enum syntax_kind {
    /* expressions */
    SYNTAX_NUMBER,   /* text: as written */
    SYNTAX_STRING,   /* text: without quotes, escapes replaced */
    SYNTAX_LOGICAL,  /* text: "true" or "false" */
    SYNTAX_NAME,     /* children: subscripts */
    SYNTAX_CALL,     /* children: arguments */
    SYNTAX_ARGUMENT, /* text: name; child: value; of calls in annotations */
    SYNTAX_OPERATOR, /* text: "+", "not", "<=", ...; one child or two */
    SYNTAX_IF,       /* children: condition, value, condition, value, ..., value */
    SYNTAX_LIST,     /* {a, b, ...} */
    SYNTAX_EACH,     /* a for i in b : c; text: i; children: a, b, c */
    /* declarations */
    SYNTAX_DECLARATION,  /* text: name */
    SYNTAX_MODIFICATION, /* text: name; child: value, or modifications in parentheses */
    /* equations */
    SYNTAX_EQUATION, /* children: left, right */
    SYNTAX_FOR,      /* text: variable; children: from, to, equations */
    SYNTAX_WHEN,     /* children: SYNTAX_BRANCH */
    SYNTAX_BRANCH,   /* children: condition, equations */
};

enum variability { VARIES, CONSTANT, PARAMETER, DISCRETE, INPUT, OUTPUT };
enum type { TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN };

struct syntax {
    enum syntax_kind kind;
    size_t at; /* byte of the text, for messages */
    const char *text;
    struct syntax *first, *next; /* first child; next of the same parent */
    const char *comment;         /* of declarations and equations; "" */
    /* Of declarations; parts that are left out are NULL. */
    enum variability variability;
    enum type type;
    bool is_protected;
    struct syntax *size, *value, *annotation;
    /* Of modifications. */
    bool is_nested, is_each; /* name(...); each */
};

/* A law's text as a tree. Everything lives in the arena. */
struct syntax_model {
    const char *name, *title;
    struct syntax *declarations, *equations, *annotation; /* lists, by next */
};

/* Reads a text. On failure the text has its error, and the model is not to be used. */
struct syntax_model syntax_read(struct text *text, struct arena *arena);

#endif
