/* Parses expressions, after Modelica 3.6, B.2.7 (parser.h). */
#include <string.h>

#include "models/language/parser.h"

static struct syntax *operation(struct parser *p, const char *operator, size_t at,
                                struct syntax *left, struct syntax *right)
{
    struct syntax *node = parser_node(p, SYNTAX_OPERATOR);
    parser_limit(p, &p->operators, PARSER_OPERATORS, "operators");
    node->text = operator;
    node->at = at;
    node->first = left;
    left->next = right;
    return node;
}

/* Returns the one of the operators, up to NULL, at which the parser is, or NULL. */
static const char *operator_of(const struct parser *p, const char *const operators[])
{
    for (; *operators; operators++)
        if (parser_at(p, *operators))
            return *operators;
    return NULL;
}

/* a op b op c, from the left; at most `most` times. */
static struct syntax *chain(struct parser *p, struct syntax *part(struct parser *p),
                            const char *const operators[], unsigned most)
{
    struct syntax *left = part(p);
    const char *operator;
    for (unsigned n = 0; n < most && (operator= operator_of(p, operators)); n++) {
        const size_t at = p->now.at;
        parser_advance(p);
        left = operation(p, operator, at, left, part(p));
    }
    return left;
}

/* name = value of a call in an annotation, or an expression, which `for` may follow. */
static struct syntax *argument(struct parser *p)
{
    if (p->now.kind == TOKEN_NAME && token_is(p->text, &p->ahead, "=")) {
        struct syntax *node = parser_node(p, SYNTAX_ARGUMENT);
        node->text = parser_name(p);
        parser_expect(p, "=");
        node->first = parser_expression(p);
        return node;
    }
    return parser_expression(p);
}

/* A value for every value of a variable: body for i in a : b. */
static struct syntax *each_of(struct parser *p, struct syntax *body)
{
    struct syntax *each = parser_node(p, SYNTAX_EACH);
    parser_advance(p);
    each->text = parser_name(p);
    parser_expect(p, "in");
    each->first = body;
    body->next = parser_sum(p);
    parser_expect(p, ":");
    body->next->next = parser_sum(p);
    return each;
}

/* Elements of a list, arguments of a call, subscripts. What `for` follows stands alone; behind a
 * named argument there are named ones only (Modelica 3.6, B.2.7). */
static void elements(struct parser *p, struct syntax *parent, const char *close)
{
    struct syntax **end = &parent->first;
    bool is_named = false;
    if (!parser_at(p, close))
        do {
            struct syntax *body = *close == ')' ? argument(p) : parser_expression(p);
            if (is_named && body->kind != SYNTAX_ARGUMENT)
                text_fail(p->text, body->at, "behind a named argument all have names");
            is_named = body->kind == SYNTAX_ARGUMENT;
            if (parser_at(p, "for") && !parent->first && !is_named && *close != ']') {
                parser_append(&end, each_of(p, body));
                break;
            }
            parser_append(&end, body);
        } while (parser_accept(p, ","));
    parser_expect(p, close);
}

static struct syntax *named(struct parser *p)
{
    struct syntax *node = parser_node(p, SYNTAX_NAME);
    if (parser_accept(p, "der"))
        node->text = "der";
    else
        node->text = parser_name(p);
    if (parser_accept(p, "(")) {
        node->kind = SYNTAX_CALL;
        elements(p, node, ")");
    } else if (strcmp(node->text, "der") == 0)
        parser_expected(p, "'(' and a state");
    else if (parser_accept(p, "[")) {
        elements(p, node, "]");
        if (!node->first)
            text_fail(p->text, node->at, "'%s' has no subscript", node->text);
    }
    return node;
}

static struct syntax *literal(struct parser *p, enum syntax_kind kind)
{
    struct syntax *node = parser_node(p, kind);
    if (kind == SYNTAX_STRING)
        node->text = parser_string(p);
    else {
        node->text = arena_copy(p->arena, p->text->at + p->now.at, p->now.n);
        parser_advance(p);
    }
    return node;
}

static struct syntax *primary(struct parser *p)
{
    switch (p->now.kind) {
    case TOKEN_NUMBER:
        return literal(p, SYNTAX_NUMBER);
    case TOKEN_STRING:
        return literal(p, SYNTAX_STRING);
    case TOKEN_NAME:
        return named(p);
    default:
        break;
    }
    if (parser_at(p, "der"))
        return named(p);
    if (parser_at(p, "true") || parser_at(p, "false"))
        return literal(p, SYNTAX_LOGICAL);
    struct syntax *node = parser_node(p, SYNTAX_LIST);
    if (parser_accept(p, "("))
        node = parser_expression(p), parser_expect(p, ")");
    else if (parser_accept(p, "{"))
        elements(p, node, "}");
    else
        parser_expected(p, "an expression");
    return node;
}

static struct syntax *power(struct parser *p)
{
    static const char *const operators[] = { "^", NULL };
    return chain(p, primary, operators, 1);
}

static struct syntax *term(struct parser *p)
{
    static const char *const operators[] = { "*", "/", NULL };
    return chain(p, power, operators, -1u);
}

/* A term with a sign before it. */
static struct syntax *signed_term(struct parser *p)
{
    static const char *const operators[] = { "+", "-", NULL };
    const char *sign = operator_of(p, operators);
    if (!sign)
        return term(p);
    const size_t at = p->now.at;
    parser_advance(p);
    return operation(p, sign, at, term(p), NULL);
}

struct syntax *parser_sum(struct parser *p)
{
    static const char *const operators[] = { "+", "-", NULL };
    struct syntax *left = signed_term(p);
    const char *operator;
    while ((operator= operator_of(p, operators))) {
        const size_t at = p->now.at;
        parser_advance(p);
        left = operation(p, operator, at, left, term(p));
    }
    return left;
}

static struct syntax *relation(struct parser *p)
{
    static const char *const operators[] = { "<", "<=", ">", ">=", "==", "<>", NULL };
    return chain(p, parser_sum, operators, 1);
}

static struct syntax *negation(struct parser *p)
{
    const size_t at = p->now.at;
    if (!parser_accept(p, "not"))
        return relation(p);
    return operation(p, "not", at, relation(p), NULL);
}

static struct syntax *conjunction(struct parser *p)
{
    static const char *const operators[] = { "and", NULL };
    return chain(p, negation, operators, -1u);
}

static struct syntax *conditional(struct parser *p)
{
    struct syntax *node = parser_node(p, SYNTAX_IF), **end = &node->first;
    parser_expect(p, "if");
    do {
        parser_append(&end, parser_expression(p));
        parser_expect(p, "then");
        parser_append(&end, parser_expression(p));
    } while (parser_accept(p, "elseif"));
    parser_expect(p, "else");
    parser_append(&end, parser_expression(p));
    return node;
}

struct syntax *parser_expression(struct parser *p)
{
    static const char *const operators[] = { "or", NULL };
    parser_enter(p);
    struct syntax *node =
        parser_at(p, "if") ? conditional(p) : chain(p, conjunction, operators, -1u);
    parser_leave(p);
    return node;
}
