/* Asks the compiler whether two texts give the same code, under stated assumptions. */
#include "properties/mutation/proof.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Finds the operands [from, to) of the comparison at token i: operators of lower precedence end
 * it. */
static void comparison_around(const struct source *s, size_t i, size_t *from, size_t *to)
{
    static const char ends[] = " , ; ? : && || = { } return ";
    *from = i;
    while (*from > 0 && !token_among(s, *from - 1, ends) && !token_among(s, *from - 1, " ( [ "))
        *from = token_among(s, *from - 1, " ) ] ") ? token_opening(s, *from - 1) : *from - 1;
    /* the bracket of an `if` or of another operator, not of a call */
    *to = token_next(s, i + 1, ends);
}

/* Returns true when [from, to) is a variable, an element or a member. */
static bool is_place(const struct source *s, size_t from, size_t to)
{
    return token_is_kind(s, from, TOKEN_NAME) && !token_is(s, from + 1, "(") &&
           operand_end(s, from) == to && !token_is(s, to - 1, ")");
}

/* Returns true when the function that begins at that brace assigns to the name or takes its
 * address. */
static bool changes(const struct source *s, size_t brace, const char *name, size_t length)
{
    const size_t end = token_closing(s, brace);
    for (size_t i = brace + 1; i < end; i++) {
        const struct token *t = &s->tokens[i];
        if (t->end - t->begin != length || strncmp(s->text + t->begin, name, length) != 0)
            continue;
        if (token_among(s, i + 1, " = += -= *= /= ++ -- ") || token_among(s, i - 1, " & ++ -- "))
            return true;
    }
    return false;
}

/* Returns true when all names in [from, to) are constants, or parameters that the function does not
 * change. */
static bool is_known_at_entry(const struct source *s, size_t brace, size_t from, size_t to)
{
    const size_t open = token_opening(s, brace - 1);
    for (size_t i = from; i < to; i++) {
        const struct token *t = &s->tokens[i];
        bool parameter = false;
        if (t->kind != TOKEN_NAME)
            continue;
        for (size_t k = open; k < brace; k++)
            parameter |=
                s->tokens[k].end - s->tokens[k].begin == t->end - t->begin &&
                strncmp(s->text + s->tokens[k].begin, s->text + t->begin, t->end - t->begin) == 0;
        const bool constant = s->text[t->begin] >= 'A' && s->text[t->begin] <= 'Z';
        if ((!parameter && !constant) || changes(s, brace, s->text + t->begin, t->end - t->begin))
            return false;
    }
    return true;
}

/* The beginning of a function, its name and its body. */
struct function {
    size_t begin, name, brace;
};

/* Finds the function around token i. Returns false when it cannot be told from others. */
static bool find_function(const struct source *s, size_t i, struct function *f)
{
    f->brace = token_function(s, i);
    if (f->brace < 2 || !token_is(s, f->brace, "{") || !token_is(s, f->brace - 1, ")"))
        return false;
    f->name = token_opening(s, f->brace - 1) - 1;
    f->begin = token_declaration(s, f->name);
    return token_is_kind(s, f->name, TOKEN_NAME) && f->begin < f->name;
}

/* An expression [from, to) that the bug changes only where two other expressions are equal:
 * [from_left, to_left), and the text on the right. `answers` are its values there, without the bug
 * and with it, or the other way round. */
struct boundary {
    size_t from, to, from_left, to_left;
    char *right, *answers[2];
    struct function function;
};

/* Finds the comparison at token i, like < that becomes <=. */
static bool find_comparison(const struct source *s, size_t i, struct boundary *b)
{
    comparison_around(s, i, &b->from, &b->to);
    if (b->from >= i || b->to <= i + 1)
        return false;
    b->from_left = b->from;
    b->to_left = i;
    b->right = memory_text("%.*s", TOKENS(s, i + 1, b->to));
    b->answers[0] = memory_text("(_Bool)0");
    b->answers[1] = memory_text("(_Bool)1");
    return true;
}

/* Finds r_sign that becomes r_sign_or, or the other way round: they differ at zero. */
static bool find_sign(const struct source *s, size_t i, struct boundary *b)
{
    const size_t close = token_closing(s, i + 1);
    const bool either = token_is(s, i, "r_sign_or");
    b->from = i;
    b->to = close + 1;
    b->from_left = i + 2;
    b->to_left = either ? token_next(s, i + 2, " , ") : close;
    b->right = memory_text("0");
    b->answers[0] = memory_text("(real)0");
    b->answers[1] = either ? memory_text("(real)(%.*s)", TOKENS(s, b->to_left + 1, close))
                           : memory_text("(real)1");
    return true;
}

static bool find_boundary(const struct source *s, const struct mutant *mutant, struct boundary *b)
{
    const size_t i = mutant_token(s, mutant);
    *b = (struct boundary){ .from = 0 };
    if (i == s->n)
        return false;
    return (strcmp(mutant->operator, "boundary") == 0 ? find_comparison(s, i, b)
                                                      : find_sign(s, i, b)) &&
           find_function(s, b->from, &b->function);
}

static void close_boundary(struct boundary *b)
{
    free(b->right);
    free(b->answers[0]);
    free(b->answers[1]);
}

/* Keeps the compiler from optimizing a function together with others. */
#define APART "__attribute__((noipa)) "

/* Returns the original with that answer where both sides are equal. Their equality is known from
 * the comparison on or, with `early`, from the beginning of the function, which is kept apart from
 * all others. NULL: the text cannot be made. */
static char *with_answer(const struct source *s, const struct boundary *b, const char *answer,
                         bool early)
{
    char *equal = memory_text("if (!((%.*s) == (%s))) __builtin_trap();",
                              TOKENS(s, b->from_left, b->to_left), b->right);
    char *set =
        is_place(s, b->from_left, b->to_left)
            ? memory_text("%s %.*s = %s;", equal, TOKENS(s, b->from_left, b->to_left), b->right)
            : memory_text("%s", equal);
    char *text = NULL;
    const int function = (int)s->tokens[b->function.begin].begin;
    const int begin = (int)s->tokens[b->from].begin, end = (int)s->tokens[b->to - 1].end;
    const int entry = early ? (int)s->tokens[b->function.brace].end : begin;
    if (!early || is_known_at_entry(s, b->function.brace, b->from_left, b->to))
        text =
            memory_text("%.*s" APART "%.*s%s %s %.*s %s %s%s", function, s->text, entry - function,
                        s->text + function, early ? "" : "({", set, begin - entry, s->text + entry,
                        answer, early ? "" : "; })", s->text + end);
    free(set);
    free(equal);
    return text;
}

static bool prove_boundary(struct mutant_builder *builder, const char *file,
                           const struct source *source, const struct mutant *mutant)
{
    struct boundary b;
    bool proved = false;
    if (!find_boundary(source, mutant, &b)) {
        close_boundary(&b);
        return false;
    }
    char *name = memory_text("%.*s", TOKENS(source, b.function.name, b.function.name + 1));
    for (int way = 0; way < 4 && !proved; way++) {
        const bool early = way % 2 == 0, variable = way >= 2;
        char *no = with_answer(source, &b, b.answers[0], early);
        char *yes = with_answer(source, &b, b.answers[1], early);
        proved = no && yes && mutant_builder_same(builder, file, no, yes, name, variable);
        free(no);
        free(yes);
    }
    free(name);
    close_boundary(&b);
    return proved;
}

/* Returns true when the function tests for numbers that are not finite. */
static bool asks_for_infinity(const struct source *s, const struct function *f)
{
    const size_t end = token_closing(s, f->brace);
    for (size_t i = f->brace; i < end; i++)
        if (token_among(s, i, " isfinite isnan isinf INFINITY NAN R_MAX newton_finite finite "))
            return true;
    return false;
}

static bool prove_finite(struct mutant_builder *builder, const char *file,
                         const struct source *source, const struct mutant *mutant)
{
    struct function f;
    const size_t i = mutant_token(source, mutant);
    if (i == source->n || !find_function(source, i, &f) || asks_for_infinity(source, &f))
        return false;
    const size_t begin = source->tokens[f.begin].begin;
    char *name = memory_text("%.*s", TOKENS(source, f.name, f.name + 1));
    char *original = memory_text("%.*s" APART "%s", (int)begin, source->text, source->text + begin);
    char *planted =
        memory_text("%.*s" APART "%.*s%s%s", (int)begin, source->text, (int)(mutant->begin - begin),
                    source->text + begin, mutant->text, source->text + mutant->end);
    const bool proved = mutant_builder_same(builder, file, original, planted, name, false);
    free(planted);
    free(original);
    free(name);
    return proved;
}

const char *prove_equivalent(struct mutant_builder *builder, const char *file,
                             const struct source *source, const struct mutant *mutant)
{
    const char *kind = NULL;
    char *planted = mutant_text(source, mutant);
    if (mutant_builder_same(builder, file, source->text, planted, NULL, false))
        kind = "optimized";
    free(planted);
    if (!kind && prove_finite(builder, file, source, mutant))
        kind = "finite";
    const bool bounded =
        strcmp(mutant->operator, "boundary") == 0 || strcmp(mutant->operator, "sign_at_zero") == 0;
    if (!kind && bounded && prove_boundary(builder, file, source, mutant))
        kind = "boundary";
    return kind;
}
