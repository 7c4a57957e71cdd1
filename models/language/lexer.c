/* Splits a law's text into tokens, after Modelica 3.6, 2.2 to 2.5 (lexer.h). */
#include "models/language/lexer.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Modelica 3.6, 2.3.3. */
static bool is_word(const char *name, size_t n)
{
    static const char *const words[] = {
        "algorithm",   "and",          "annotation", "block",       "break",
        "class",       "connect",      "connector",  "constant",    "constrainedby",
        "der",         "discrete",     "each",       "else",        "elseif",
        "elsewhen",    "encapsulated", "end",        "enumeration", "equation",
        "expandable",  "extends",      "external",   "false",       "final",
        "flow",        "for",          "function",   "if",          "import",
        "impure",      "in",           "initial",    "inner",       "input",
        "loop",        "model",        "not",        "operator",    "or",
        "outer",       "output",       "package",    "parameter",   "partial",
        "protected",   "public",       "pure",       "record",      "redeclare",
        "replaceable", "return",       "stream",     "then",        "true",
        "type",        "when",         "while",      "within",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && memcmp(words[i], name, n) == 0)
            return true;
    return false;
}

/* Returns where the blanks and comments end. */
static size_t after_blanks(struct text *text, size_t i)
{
    for (;;) {
        const char *c = text->at + i;
        if (*c == ' ' || *c == '\t' || *c == '\n' || *c == '\r')
            i++;
        else if (c[0] == '/' && c[1] == '/')
            i += strcspn(c, "\n");
        else if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            if (!end) {
                text_fail(text, i, "this comment has no end");
                return text->n;
            }
            i = (size_t)(end + 2 - text->at);
        } else
            return i;
    }
}

static size_t digits(const char *c)
{
    size_t n = 0;
    while (is_digit(c[n]))
        n++;
    return n;
}

/* Returns the length of a number: 2, 2., .5, 2.5e-3. */
static size_t number(const char *c)
{
    size_t n = digits(c);
    if (c[n] == '.')
        n += 1 + digits(c + n + 1);
    if (c[n] == 'e' || c[n] == 'E') {
        const size_t sign = c[n + 1] == '+' || c[n + 1] == '-';
        if (is_digit(c[n + 1 + sign]))
            n += 1 + sign + digits(c + n + 1 + sign);
    }
    return n;
}

/* Returns the length of a string with its quotes, or 0 when it has no end. */
static size_t string(const char *c)
{
    for (size_t n = 1; c[n]; n++) {
        if (c[n] == '"')
            return n + 1;
        if (c[n] == '\\' && c[n + 1])
            n++;
    }
    return 0;
}

static size_t symbol(const char *c)
{
    static const char *const two[] = { "<=", ">=", "==", "<>", ":=" };
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(c, two[i], 2) == 0)
            return 2;
    return strchr("()[]{}+-*/^<>=,;:.", *c) ? 1 : 0;
}

static struct token token(struct text *text, size_t at)
{
    const char *c = text->at + at;
    size_t n = 0;
    if (is_letter(*c)) {
        while (is_letter(c[n]) || is_digit(c[n]))
            n++;
        return (struct token){ is_word(c, n) ? TOKEN_WORD : TOKEN_NAME, at, n };
    }
    if (is_digit(*c) || (*c == '.' && is_digit(c[1]))) {
        n = number(c);
        if (is_letter(c[n]))
            text_fail(text, at + n, "a number ends here; expected an operator between");
        return (struct token){ TOKEN_NUMBER, at, n };
    }
    if (*c == '"') {
        n = string(c);
        if (n == 0)
            text_fail(text, at, "this string has no end");
        return (struct token){ TOKEN_STRING, at, n };
    }
    n = symbol(c);
    if (n == 0 && *c == '\'')
        text_fail(text, at, "names in quotes are not supported; use letters, digits and _");
    else if (n == 0 && *c > ' ' && *c < 0x7f)
        text_fail(text, at, "'%c' has no meaning here", *c);
    else if (n == 0)
        text_fail(text, at, "this character (0x%02x) stands in comments and strings only",
                  (unsigned)(unsigned char)*c);
    return (struct token){ TOKEN_SYMBOL, at, n };
}

struct token lexer_next(struct text *text, size_t from)
{
    struct token next = { .kind = TOKEN_END, .at = text->n };
    if (!text_failed(text)) {
        const size_t at = after_blanks(text, from);
        if (at < text->n)
            next = token(text, at);
    }
    return text_failed(text) ? (struct token){ .kind = TOKEN_END, .at = text->n } : next;
}

static bool reads(const struct text *text, const struct token *token, const char *what)
{
    return strlen(what) == token->n && memcmp(text->at + token->at, what, token->n) == 0;
}

bool token_is(const struct text *text, const struct token *token, const char *what)
{
    return (token->kind == TOKEN_WORD || token->kind == TOKEN_SYMBOL) && reads(text, token, what);
}

bool token_is_name(const struct text *text, const struct token *token, const char *name)
{
    return token->kind == TOKEN_NAME && reads(text, token, name);
}
