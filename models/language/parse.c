/* Parses models: declarations, equations and annotations, after Modelica 3.6, B.2 (parser.h). */
#include <string.h>

#include "models/language/parser.h"

enum { COMMENT = 1 << 13 }; /* bytes of one that is put together */

void parser_expected(struct parser *p, const char *what)
{
    if (p->now.kind == TOKEN_END)
        text_fail(p->text, p->now.at, "expected %s, found the end of the text", what);
    else
        text_fail(p->text, p->now.at, "expected %s, found '%.*s'%s", what,
                  (int)(p->now.n < 40 ? p->now.n : 40), p->text->at + p->now.at,
                  p->now.kind == TOKEN_WORD ? ", a word of Modelica" : "");
    p->now = p->ahead = (struct token){ .kind = TOKEN_END, .at = p->text->n };
}

void parser_advance(struct parser *p)
{
    p->now = p->ahead;
    p->ahead = lexer_next(p->text, p->now.at + p->now.n);
    if (text_failed(p->text))
        p->now = p->ahead;
}

bool parser_at(const struct parser *p, const char *what)
{
    return token_is(p->text, &p->now, what);
}

bool parser_accept(struct parser *p, const char *what)
{
    const bool is = parser_at(p, what);
    if (is)
        parser_advance(p);
    return is;
}

void parser_expect(struct parser *p, const char *what)
{
    if (!parser_accept(p, what))
        parser_expected(p, arena_text(p->arena, "'%s'", what));
}

const char *parser_name(struct parser *p)
{
    if (p->now.kind != TOKEN_NAME) {
        parser_expected(p, "a name");
        return "";
    }
    const char *name = arena_copy(p->arena, p->text->at + p->now.at, p->now.n);
    parser_advance(p);
    return name;
}

/* Returns the string without quotes, its escapes replaced. */
const char *parser_string(struct parser *p)
{
    static const char escapes[] = "\"\"''\\\\??a\ab\bf\fn\nr\rt\tv\v";
    if (p->now.kind != TOKEN_STRING) {
        parser_expected(p, "a string");
        return "";
    }
    char *text = arena_copy(p->arena, p->text->at + p->now.at + 1, p->now.n - 2), *to = text;
    for (const char *from = text; *from; from++) {
        const char *escape = *from == '\\' ? escapes : NULL;
        while (escape && *escape && *escape != from[1])
            escape += 2;
        if (escape && !*escape)
            text_fail(p->text, p->now.at + 1 + (size_t)(from - text), "there is no escape '\\%c'",
                      from[1]);
        else if (escape)
            from++;
        *to++ = escape && *escape ? escape[1] : *from;
    }
    *to = '\0';
    parser_advance(p);
    return text;
}

const char *parser_comment(struct parser *p)
{
    if (p->now.kind != TOKEN_STRING)
        return "";
    const char *comment = parser_string(p);
    while (parser_at(p, "+")) {
        parser_limit(p, &p->operators, PARSER_OPERATORS, "operators");
        parser_advance(p);
        comment = arena_text(p->arena, "%s%s", comment, parser_string(p));
        if (strlen(comment) > COMMENT)
            parser_expected(p, "a shorter comment");
    }
    return comment;
}

void parser_limit(struct parser *p, int *count, int most, const char *what)
{
    if (++*count <= most)
        return;
    text_fail(p->text, p->now.at, "more than %d %s", most, what);
    p->now = p->ahead = (struct token){ .kind = TOKEN_END, .at = p->text->n };
}

void parser_enter(struct parser *p)
{
    parser_limit(p, &p->depth, PARSER_DEPTH, "levels of nesting");
}

struct syntax *parser_node(struct parser *p, enum syntax_kind kind)
{
    struct syntax *node = arena_new(p->arena, sizeof *node);
    node->kind = kind;
    node->at = p->now.at;
    node->text = node->comment = "";
    return node;
}

void parser_append(struct syntax ***end, struct syntax *child)
{
    **end = child;
    *end = &child->next;
}

/* (modification, ...) behind a name. */
static void modifications(struct parser *p, struct syntax *parent)
{
    struct syntax **end = &parent->first;
    parser_enter(p);
    parser_expect(p, "(");
    if (!parser_at(p, ")"))
        do {
            const bool each = parser_accept(p, "each");
            struct syntax *node = parser_node(p, SYNTAX_MODIFICATION);
            node->text = parser_name(p);
            node->is_each = each;
            if (parser_at(p, "(")) {
                node->is_nested = true;
                modifications(p, node);
            } else {
                parser_expect(p, "=");
                node->first = parser_expression(p);
            }
            parser_append(&end, node);
        } while (parser_accept(p, ","));
    parser_expect(p, ")");
    parser_leave(p);
}

static struct syntax *annotation(struct parser *p)
{
    if (!parser_at(p, "annotation"))
        return NULL;
    struct syntax *node = parser_node(p, SYNTAX_MODIFICATION);
    parser_advance(p);
    node->is_nested = true;
    modifications(p, node);
    return node;
}

static enum variability variability(struct parser *p)
{
    static const struct {
        const char *word;
        enum variability is;
    } words[] = { { "constant", CONSTANT },
                  { "parameter", PARAMETER },
                  { "discrete", DISCRETE },
                  { "input", INPUT },
                  { "output", OUTPUT } };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parser_accept(p, words[i].word))
            return words[i].is;
    return VARIES;
}

static enum type type(struct parser *p)
{
    static const struct {
        const char *word;
        enum type is;
    } names[] = { { "Real", TYPE_REAL }, { "Integer", TYPE_INTEGER }, { "Boolean", TYPE_BOOLEAN } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (token_is_name(p->text, &p->now, names[i].word)) {
            parser_advance(p);
            return names[i].is;
        }
    parser_expected(p, "a declaration (Real, Integer or Boolean), or 'equation'");
    return TYPE_REAL;
}

/* Real a, b(unit="m") = 1 "comment", ...; */
static void declaration(struct parser *p, bool is_protected, struct syntax ***end)
{
    const enum variability varies = variability(p);
    const enum type of = type(p);
    do {
        struct syntax *node = parser_node(p, SYNTAX_DECLARATION);
        node->text = parser_name(p);
        node->variability = varies;
        node->type = of;
        node->is_protected = is_protected;
        if (parser_accept(p, "[")) {
            node->size = parser_expression(p);
            parser_expect(p, "]");
        }
        if (parser_at(p, "("))
            modifications(p, node);
        if (parser_accept(p, "="))
            node->value = parser_expression(p);
        node->comment = parser_comment(p);
        node->annotation = annotation(p);
        parser_append(end, node);
    } while (parser_accept(p, ","));
    parser_expect(p, ";");
}

static void equations(struct parser *p, struct syntax ***end);

static struct syntax *loop(struct parser *p)
{
    struct syntax *node = parser_node(p, SYNTAX_FOR), **end = &node->first;
    parser_advance(p);
    node->text = parser_name(p);
    parser_expect(p, "in");
    parser_append(&end, parser_sum(p));
    parser_expect(p, ":");
    parser_append(&end, parser_sum(p));
    parser_expect(p, "loop");
    equations(p, &end);
    parser_expect(p, "end");
    parser_expect(p, "for");
    return node;
}

static struct syntax *when(struct parser *p)
{
    struct syntax *node = parser_node(p, SYNTAX_WHEN), **end = &node->first;
    while (parser_at(p, "when") || parser_at(p, "elsewhen")) {
        struct syntax *branch = parser_node(p, SYNTAX_BRANCH), **last = &branch->first;
        if (parser_at(p, "when") && node->first)
            break;
        parser_advance(p);
        parser_append(&last, parser_expression(p));
        parser_expect(p, "then");
        equations(p, &last);
        parser_append(&end, branch);
    }
    parser_expect(p, "end");
    parser_expect(p, "when");
    return node;
}

static struct syntax *equation(struct parser *p)
{
    if (parser_at(p, "for"))
        return loop(p);
    if (parser_at(p, "when"))
        return when(p);
    struct syntax *node = parser_node(p, SYNTAX_EQUATION);
    if (parser_at(p, "if")) /* in Modelica an if-equation begins here */
        parser_expected(p, "an equation; a choice stands on its right side");
    node->first = parser_expression(p);
    if (node->first->kind == SYNTAX_CALL && !parser_at(p, "="))
        return node->first; /* assert(...), reinit(...) */
    node->at = p->now.at;
    parser_expect(p, "=");
    node->first->next = parser_expression(p);
    return node;
}

/* Equations up to a word that ends them. */
static void equations(struct parser *p, struct syntax ***end)
{
    parser_enter(p);
    while (p->now.kind != TOKEN_END && !parser_at(p, "end") && !parser_at(p, "elsewhen") &&
           !parser_at(p, "annotation")) {
        struct syntax *node = equation(p);
        node->comment = parser_comment(p);
        parser_append(end, node);
        parser_expect(p, ";");
    }
    parser_leave(p);
}

static struct syntax_model model(struct parser *p)
{
    struct syntax_model m = { .name = "" };
    struct syntax **end = &m.declarations;
    bool is_protected = false;
    parser_expect(p, "model");
    m.name = parser_name(p);
    m.title = parser_comment(p);
    while (p->now.kind != TOKEN_END && !parser_at(p, "equation"))
        if (parser_accept(p, "protected"))
            is_protected = true;
        else if (parser_accept(p, "public"))
            is_protected = false;
        else
            declaration(p, is_protected, &end);
    parser_expect(p, "equation");
    end = &m.equations;
    equations(p, &end);
    m.annotation = annotation(p);
    if (m.annotation)
        parser_expect(p, ";");
    parser_expect(p, "end");
    if (!token_is_name(p->text, &p->now, m.name))
        parser_expected(p, arena_text(p->arena, "'%s', the model's name", m.name));
    parser_advance(p);
    parser_expect(p, ";");
    if (p->now.kind != TOKEN_END)
        parser_expected(p, "nothing behind the model");
    return m;
}

struct syntax_model syntax_read(struct text *text, struct arena *arena)
{
    struct parser p = { .text = text, .arena = arena };
    text->error[0] = '\0';
    if (text->n > TEXT_MOST)
        text_fail(text, 0, "%zu bytes, at most %d are read", text->n, TEXT_MOST);
    else if (memchr(text->at, '\0', text->n))
        text_fail(text, strlen(text->at), "a byte 0; expected a text");
    parser_advance(&p);
    parser_advance(&p);
    return model(&p);
}
