/* Finds places for typos among the tokens of the equations (typos.h). */
#include "models/reading/typos.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/lexer.h"
#include "tools/base/memory.h"

const char *const typo_words[TYPO_KINDS] = { "sign", "operator", "factor",   "number",
                                             "name", "extreme",  "function", "condition" };

/* The tokens of the text, the last being TOKEN_END. */
struct tokens {
    struct text text;
    struct token *of;
    size_t n, room;
};

struct planting {
    struct equations *law;
    struct tokens tokens;
    struct typos *typos;
};

static const struct token *token(const struct planting *p, size_t i)
{
    return &p->tokens.of[i < p->tokens.n ? i : p->tokens.n - 1];
}

static bool is(const struct planting *p, size_t i, const char *word)
{
    const struct token *t = token(p, i);
    return t->kind != TOKEN_END && t->n == strlen(word) &&
           memcmp(p->tokens.text.at + t->at, word, t->n) == 0;
}

static bool is_one_of(const struct planting *p, size_t i, const char *const words[])
{
    for (; *words; words++)
        if (is(p, i, *words))
            return true;
    return false;
}

static const char *copied(struct planting *p, size_t i)
{
    return arena_copy(&p->law->arena, p->tokens.text.at + token(p, i)->at, token(p, i)->n);
}

static void add(struct planting *p, enum typo_kind kind, size_t at, size_t n, const char *to,
                const char *says)
{
    struct typos *list = p->typos;
    list->of = memory_grown(list->of, list->n, &list->room, sizeof *list->of);
    list->of[list->n++] = (struct typo){ kind, at, n, to, says };
}

/* Token i becomes another word. */
static void exchange(struct planting *p, enum typo_kind kind, size_t i, const char *to)
{
    add(p, kind, token(p, i)->at, token(p, i)->n, to,
        arena_text(&p->law->arena, "'%s' for '%s'", to, copied(p, i)));
}

static void leave_out(struct planting *p, enum typo_kind kind, size_t first, size_t last)
{
    const size_t at = token(p, first)->at, end = token(p, last)->at + token(p, last)->n;
    add(p, kind, at, end - at, "",
        arena_text(&p->law->arena, "'%.*s' left out", (int)(end - at), p->tokens.text.at + at));
}

/* Returns the token that closes the bracket at token i. */
static size_t closing(const struct planting *p, size_t i)
{
    static const char *const open[] = { "(", "[", "{", NULL }, *const close[] = { ")", "]", "}",
                                                                                  NULL };
    for (unsigned depth = 0; token(p, i)->kind != TOKEN_END; i++) {
        depth += is_one_of(p, i, open);
        depth -= is_one_of(p, i, close);
        if (depth == 0)
            break;
    }
    return i;
}

/* Returns the last token of the factor that begins at token i: a name with subscript, a call, a
 * number, something in parentheses; with its power. */
static size_t factor_end(const struct planting *p, size_t i)
{
    size_t last = i;
    if (is(p, i, "("))
        last = closing(p, i);
    else if (is(p, i + 1, "(") || is(p, i + 1, "["))
        last = closing(p, i + 1);
    return is(p, last + 1, "^") ? factor_end(p, last + 2) : last;
}

/* A sign stands before a term where no operand is before it. */
static bool is_after_operand(const struct planting *p, size_t i)
{
    static const char *const close[] = { ")", "]", "}", NULL };
    const enum token_kind kind = token(p, i - 1)->kind;
    return kind == TOKEN_NAME || kind == TOKEN_NUMBER || is_one_of(p, i - 1, close);
}

static void symbols(struct planting *p, size_t i)
{
    static const struct {
        const char *from, *to;
        enum typo_kind kind;
    } exchanges[] = {
        { "*", "/", TYPO_OPERATOR },         { "/", "*", TYPO_OPERATOR },
        { "<", ">", TYPO_CONDITION },        { "<=", ">=", TYPO_CONDITION },
        { ">", "<", TYPO_CONDITION },        { ">=", "<=", TYPO_CONDITION },
        { "==", "<>", TYPO_CONDITION },      { "<>", "==", TYPO_CONDITION },
        { "and", "or", TYPO_CONDITION },     { "or", "and", TYPO_CONDITION },
        { "min", "max", TYPO_EXTREME },      { "max", "min", TYPO_EXTREME },
        { "sin", "cos", TYPO_FUNCTION },     { "cos", "sin", TYPO_FUNCTION },
        { "sinh", "cosh", TYPO_FUNCTION },   { "cosh", "sinh", TYPO_FUNCTION },
        { "true", "false", TYPO_CONDITION }, { "false", "true", TYPO_CONDITION },
    };
    for (size_t k = 0; k < sizeof exchanges / sizeof *exchanges; k++)
        if (is(p, i, exchanges[k].from))
            exchange(p, exchanges[k].kind, i, exchanges[k].to);
    if (is(p, i, "not"))
        leave_out(p, TYPO_CONDITION, i, i);
    if ((is(p, i, "abs") || is(p, i, "sign")) && is(p, i + 1, "("))
        leave_out(p, TYPO_FUNCTION, i, i);
    if (is(p, i, "+") || is(p, i, "-")) {
        if (is_after_operand(p, i))
            exchange(p, TYPO_SIGN, i, is(p, i, "+") ? "-" : "+");
        else
            leave_out(p, TYPO_SIGN, i, i);
    }
    if (is(p, i, "*")) {
        leave_out(p, TYPO_FACTOR, i, factor_end(p, i + 1));
        if (factor_end(p, i - 1) == i - 1 && !is(p, i - 2, "^") && !is(p, i - 1, ")") &&
            !is(p, i - 1, "]"))
            leave_out(p, TYPO_FACTOR, i - 1, i);
    } else if (is(p, i, "/"))
        leave_out(p, TYPO_FACTOR, i, factor_end(p, i + 1));
}

/* A sign that is added: at the beginning of a right side, of a value of a choice, and of an
 * argument of exp or sign. */
static void added_sign(struct planting *p, size_t i)
{
    const bool begins = is(p, i - 1, "=") || is(p, i - 1, "then") || is(p, i - 1, "else") ||
                        (is(p, i - 1, "(") && (is(p, i - 2, "exp") || is(p, i - 2, "sign")));
    if (begins && !is(p, i, "-") && !is(p, i, "if") && !is(p, i, "{") && !is(p, i, "not") &&
        !is(p, i, "true") && !is(p, i, "false") && !is(p, i, "smooth") && !is(p, i, "noEvent"))
        add(p, TYPO_SIGN, token(p, i)->at, 0, "-", "'-' added");
}

/* The first digit that counts becomes the next one. */
static void number(struct planting *p, size_t i)
{
    char *to = arena_copy(&p->law->arena, p->tokens.text.at + token(p, i)->at, token(p, i)->n);
    char *digit = to + strcspn(to, "123456789");
    if (!*digit)
        digit = to + strcspn(to, "0");
    *digit = (char)(*digit == '9' ? '8' : *digit + 1);
    exchange(p, TYPO_NUMBER, i, to);
}

/* Names of one kind may be taken for one another: parameters, states, other variables. */
static int kind_of(const struct equations *law, const struct syntax *d)
{
    for (size_t i = 0; i < law->n_definitions; i++)
        if (law->definitions[i].at == d->at)
            return 2;
    return d->variability == PARAMETER ? 0 : d->variability == VARIES ? 1 : 3;
}

static const char *unit_text(const struct syntax *d)
{
    for (const struct syntax *m = d->first; m; m = m->next)
        if (strcmp(m->text, "unit") == 0 && m->first)
            return m->first->text;
    return "";
}

/* The next name of the same kind and type, and the next one in the same unit. */
static void name(struct planting *p, size_t i)
{
    const struct syntax *first = p->law->syntax.declarations, *own = first;
    while (own && !is(p, i, own->text))
        own = own->next;
    if (!own)
        return;
    const struct syntax *next = NULL, *alike = NULL;
    const int kind = kind_of(p->law, own);
    for (const struct syntax *d = own->next ? own->next : first; d != own;
         d = d->next ? d->next : first) {
        if (kind_of(p->law, d) != kind || d->type != own->type || !d->size != !own->size)
            continue;
        next = next ? next : d;
        if (!alike && strcmp(unit_text(d), unit_text(own)) == 0)
            alike = d;
    }
    if (next)
        exchange(p, TYPO_NAME, i, next->text);
    if (alike && alike != next)
        exchange(p, TYPO_NAME, i, alike->text);
}

static void plant(struct planting *p, size_t i)
{
    symbols(p, i);
    added_sign(p, i);
    if (token(p, i)->kind == TOKEN_NUMBER)
        number(p, i);
    else if (token(p, i)->kind == TOKEN_NAME && !is(p, i + 1, "("))
        name(p, i);
}

static void read_tokens(struct tokens *tokens, const struct text *text)
{
    tokens->text = (struct text){ .name = text->name, .at = text->at, .n = text->n };
    for (size_t at = 0;;) {
        const struct token next = lexer_next(&tokens->text, at);
        tokens->of = memory_grown(tokens->of, tokens->n, &tokens->room, sizeof *tokens->of);
        tokens->of[tokens->n++] = next;
        if (next.kind == TOKEN_END)
            return;
        at = next.at + next.n;
    }
}

/* The first token of a declaration's value: behind the '=' that follows its name, size and
 * modifications. */
static size_t value_of(const struct planting *p, size_t i)
{
    for (i++; is(p, i, "[") || is(p, i, "(");)
        i = closing(p, i) + 1;
    return is(p, i, "=") ? i + 1 : p->tokens.n;
}

static const struct syntax *definition_at(const struct equations *law, size_t at)
{
    for (const struct syntax *d = law->syntax.declarations; d; d = d->next)
        if (d->at == at && d->value && kind_of(law, d) == 2)
            return d;
    return NULL;
}

struct typos typos_of(const struct text *text, struct equations *law)
{
    struct typos typos = { NULL, 0, 0 };
    struct planting p = { .law = law, .typos = &typos };
    bool in_equations = false, done = false;
    read_tokens(&p.tokens, text);
    for (size_t i = 0; i < p.tokens.n && !done; i++) {
        if (!in_equations && definition_at(law, token(&p, i)->at))
            for (i = value_of(&p, i); i < p.tokens.n && token(&p, i)->kind != TOKEN_STRING &&
                                      !is(&p, i, ";") && !is(&p, i, "annotation");
                 i++)
                plant(&p, i);
        else if (in_equations && !is(&p, i, "annotation"))
            plant(&p, i);
        done = in_equations && (is(&p, i, "annotation") || token(&p, i)->kind == TOKEN_END);
        in_equations = in_equations || is(&p, i, "equation");
    }
    free(p.tokens.of);
    return typos;
}

char *typo_plant(const struct text *text, const struct typo *typo)
{
    return memory_text("%.*s%s%s", (int)typo->at, text->at, typo->to,
                       text->at + typo->at + typo->n);
}
