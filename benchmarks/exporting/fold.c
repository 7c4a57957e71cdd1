/* Folding: resolves, in the source, the conditions and sizes that a compiler would resolve, so that
 * a person does not read code that is never reached.
 *
 * Only whole numbers and conditions are folded. Real numbers keep the operations of the original in
 * their order, and so their rounding. */
#include "benchmarks/exporting/fold.h"

#include <stdio.h>
#include <string.h>

#include "benchmarks/exporting/constant.h"

void fold_name(struct source *source, struct tokens *tokens, size_t from, size_t to,
               const char *name, const char *text)
{
    for (size_t i = from; i < to; i++)
        if (token_is(tokens, i, name) && !token_is_member(tokens, i))
            token_rename(source, tokens, i, text);
}

static struct constant value_of(const struct source *source, const struct tokens *tokens,
                                size_t from, size_t to)
{
    return constant_value(source, tokens, from, to);
}

/* Returns the first token of the expression that ends before the operator at i. The operator binds
 * less than all operators in it, except `also`. */
static size_t operand_begin(const struct tokens *tokens, size_t i, const char *also)
{
    static const char *const ends[] = { ";",  "{",  "}",  ",", "=", "return",
                                        "+=", "-=", "*=", ":", "?" };
    size_t depth = 0;
    while (i-- > 0) {
        if (tokens->at[i].kind == TOKEN_MARK && strchr(")]", *tokens->at[i].text))
            depth++;
        else if (tokens->at[i].kind == TOKEN_MARK && strchr("([", *tokens->at[i].text)) {
            if (depth-- == 0)
                return i + 1;
        } else if (depth == 0)
            for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
                if (token_is(tokens, i, ends[k]) || (also && token_is(tokens, i, also)))
                    return i + 1;
    }
    return 0;
}

/* Folds `a ? b : c` at the question mark i. */
static bool fold_choice(const struct source *source, struct tokens *tokens, size_t i)
{
    const size_t from = operand_begin(tokens, i, NULL);
    size_t colon = i + 1, nested = 0;
    for (;; colon++) {
        if (token_is(tokens, colon, "(") || token_is(tokens, colon, "["))
            colon = tokens_closing(tokens, colon);
        else if (token_is(tokens, colon, "?"))
            nested++;
        else if (token_is(tokens, colon, ":") && nested-- == 0)
            break;
        else if (colon >= tokens->n)
            source_fail("? without :", tokens, i);
    }
    const struct constant condition = value_of(source, tokens, from, i);
    if (!condition.known)
        return false;
    const size_t end = tokens_end_of_part(tokens, colon + 1, NULL);
    if (condition.value != 0) {
        tokens_remove(tokens, colon, end);
        tokens_remove(tokens, from, i + 1);
    } else
        tokens_remove(tokens, from, colon + 1);
    return true;
}

/* Folds `1 && b` at its operator. */
static bool fold_and(const struct source *source, struct tokens *tokens, size_t i)
{
    const size_t from = operand_begin(tokens, i, "||");
    const struct constant left = value_of(source, tokens, from, i);
    if (!left.known || left.value == 0)
        return false;
    tokens_remove(tokens, from, i + 1);
    return true;
}

/* Returns the end of the block around i. */
static size_t block_end(const struct tokens *tokens, size_t i)
{
    while (i < tokens->n && !token_is(tokens, i, "}"))
        i = token_is(tokens, i, "{") ? tokens_closing(tokens, i) + 1 : i + 1;
    return i;
}

/* Returns true when a name that the block [from, to) declares also occurs outside. */
static bool block_needed(const struct tokens *tokens, size_t from, size_t to)
{
    for (size_t i = from; i < to; i = tokens_statement(tokens, i)) {
        while (i < to && tokens->at[i].kind == TOKEN_COMMENT)
            i++;
        if (!token_is_name(tokens, i))
            continue;
        const struct locals locals = source_locals(tokens, i);
        for (size_t k = 0; k < locals.n; k++)
            for (size_t j = 0; j < tokens->n; j++)
                if ((j < from || j >= to) && !token_is_member(tokens, j) &&
                    token_is(tokens, j, tokens->at[locals.name[k]].text))
                    return true;
    }
    return false;
}

/* Removes the brackets of the block at i if there is one and nothing needs them; returns its
 * end. */
static size_t unwrap(struct tokens *tokens, size_t i)
{
    const size_t end = tokens_statement(tokens, i);
    if (!token_is(tokens, i, "{") || block_needed(tokens, i + 1, end - 1))
        return end;
    tokens_remove(tokens, end - 1, end);
    tokens_remove(tokens, i, i + 1);
    return end - 2;
}

/* Returns true when the last statement of [from, to) leaves the function. */
static bool returns(const struct tokens *tokens, size_t from, size_t to)
{
    size_t last = from;
    for (size_t i = from; i < to; i = tokens_statement(tokens, i))
        last = i;
    return token_is(tokens, last, "return");
}

/* Returns true when the statement at i is the end of another statement. */
static bool is_subordinate(const struct tokens *tokens, size_t i)
{
    return i > 0 && (token_is(tokens, i - 1, ")") || token_is(tokens, i - 1, "else") ||
                     token_is(tokens, i - 1, "UNROLL"));
}

static bool fold_if(const struct source *source, struct tokens *tokens, size_t i)
{
    const size_t close = tokens_closing(tokens, i + 1);
    const struct constant condition = value_of(source, tokens, i + 2, close);
    if (!condition.known)
        return false;
    const size_t yes = tokens_statement(tokens, close + 1), end = tokens_statement(tokens, i);
    const bool has_else = token_is(tokens, yes, "else");
    const bool line = tokens->at[i].line;
    if (condition.value == 0 && !has_else) {
        if (is_subordinate(tokens, i)) {
            if (!token_is(tokens, i - 1, "else"))
                source_fail("a condition that is never true", tokens, i);
            tokens_remove(tokens, i - 1, end);
        } else
            tokens_remove(tokens, i, end);
        return true;
    }
    if (condition.value != 0) {
        tokens_remove(tokens, yes, end);
        tokens_remove(tokens, i, close + 1);
    } else
        tokens_remove(tokens, i, yes + 1);
    tokens->at[i].line = line;
    if (is_subordinate(tokens, i))
        return true;
    const size_t done = unwrap(tokens, i);
    if (returns(tokens, i, done))
        tokens_remove(tokens, done, block_end(tokens, done));
    return true;
}

/* Returns true when the statement at i, a block or not, leaves the function at its end. */
static bool leaves(const struct tokens *tokens, size_t i)
{
    if (token_is(tokens, i, "{"))
        return returns(tokens, i + 1, tokens_closing(tokens, i));
    return token_is(tokens, i, "return");
}

/* Replaces the switch [i, end) by the statements of a case, from behind its colon on, without the
 * final break. */
static void keep_case(struct tokens *tokens, size_t i, size_t from, size_t end)
{
    size_t to = from;
    bool left = false;
    while (!left && to < end - 1 && !token_is(tokens, to, "break") &&
           !token_is(tokens, to, "case") && !token_is(tokens, to, "default")) {
        left = leaves(tokens, to);
        to = tokens_statement(tokens, to);
    }
    if (!left && (token_is(tokens, to, "case") || token_is(tokens, to, "default")))
        source_fail("a case that falls through", tokens, to);
    tokens_remove(tokens, to, end);
    tokens_remove(tokens, i, from);
    tokens->at[i].line = true;
    const size_t done = unwrap(tokens, i);
    if (left)
        tokens_remove(tokens, done, block_end(tokens, done));
}

static bool fold_switch(const struct source *source, struct tokens *tokens, size_t i)
{
    const size_t close = tokens_closing(tokens, i + 1), end = tokens_statement(tokens, i);
    const struct constant value = value_of(source, tokens, i + 2, close);
    if (!value.known)
        return false;
    for (size_t k = close + 2; k < end; k++) {
        size_t colon = k + 1;
        if (!token_is(tokens, k, "case") && !token_is(tokens, k, "default"))
            continue;
        while (!token_is(tokens, colon, ":"))
            colon++;
        const struct constant label = value_of(source, tokens, k + 1, colon);
        if (token_is(tokens, k, "default") || (label.known && label.value == value.value)) {
            keep_case(tokens, i, colon + 1, end);
            return true;
        }
    }
    source_fail("a switch without a case for its value", tokens, i);
}

/* Returns true when nothing in [from, to) leaves a loop, or one of its turns, early. */
static bool runs_through(const struct tokens *tokens, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (token_is(tokens, i, "break") || token_is(tokens, i, "continue"))
            return false;
    return true;
}

/* Returns the number of turns of `for (unsigned i = A; i < B; i++)` or `for (unsigned i = A; i-- >
 * 0;)` if it is at most one, else -1; *first is the first value of i, if known. */
static int turns(const struct source *source, const struct tokens *tokens, size_t i, double *first)
{
    if (!token_is(tokens, i + 2, "unsigned") || !token_is(tokens, i + 4, "="))
        return -1;
    const char *name = tokens->at[i + 3].text;
    const size_t a = tokens_end_of_part(tokens, i + 5, NULL);
    const size_t b = tokens_end_of_part(tokens, a + 1, NULL);
    const struct constant from = value_of(source, tokens, i + 5, a);
    if (!token_is(tokens, a + 1, name))
        return -1;
    if (token_is(tokens, a + 2, "--") && token_is(tokens, a + 3, ">") &&
        token_is(tokens, a + 4, "0")) {
        *first = 0;
        return from.known && from.value <= 1 ? (int)from.value : -1;
    }
    if (!token_is(tokens, a + 2, "<") || !token_is(tokens, b + 1, name) ||
        !token_is(tokens, b + 2, "++"))
        return -1;
    const struct constant to = value_of(source, tokens, a + 3, b);
    if (to.known && to.value <= 0)
        return 0; /* i is unsigned */
    if (!to.known || !from.known || to.value > from.value + 1)
        return -1;
    *first = from.value;
    return to.value > from.value;
}

/* Folds a loop of no or one turn. */
static bool fold_for(struct source *source, struct tokens *tokens, size_t i)
{
    const size_t close = tokens_closing(tokens, i + 1), end = tokens_statement(tokens, i);
    const size_t begin = i > 0 && token_is(tokens, i - 1, "UNROLL") ? i - 1 : i;
    const bool line = tokens->at[begin].line;
    double first = 0;
    const int n = turns(source, tokens, i, &first);
    if (n < 0 || (n == 1 && !runs_through(tokens, i, end)))
        return false;
    if (n == 0) {
        if (is_subordinate(tokens, begin))
            return false; /* the enclosing statement is folded first */
        tokens_remove(tokens, begin, end);
        return true;
    }
    fold_name(source, tokens, close + 1, end, tokens->at[i + 3].text,
              source_text(source, "%.0f", first));
    tokens_remove(tokens, begin, close + 1);
    tokens->at[begin].line = line;
    if (!is_subordinate(tokens, begin))
        unwrap(tokens, begin);
    return true;
}

/* Folds subscripts like `[0 * 1 + 0]`. */
static bool fold_subscript(struct source *source, struct tokens *tokens, size_t i)
{
    const size_t close = tokens_closing(tokens, i);
    if (close <= i + 2)
        return false;
    const struct constant value = value_of(source, tokens, i + 1, close);
    if (!value.known || !value.whole || value.value < 0)
        return false;
    token_rename(source, tokens, i + 1, source_text(source, "%.0f", value.value));
    tokens_remove(tokens, i + 2, close);
    return true;
}

/* Replaces the name in `const unsigned n = 1;` by the number. */
static bool fold_size(struct source *source, struct tokens *tokens, size_t i)
{
    if (!token_is(tokens, i + 1, "unsigned") || !token_is(tokens, i + 3, "="))
        return false;
    const size_t end = tokens_end_of_part(tokens, i + 4, NULL);
    const struct constant value = value_of(source, tokens, i + 4, end);
    if (!value.known || !value.whole || !token_is(tokens, end, ";"))
        return false;
    const char *name = tokens->at[i + 2].text;
    tokens_remove(tokens, i, i + 2);
    fold_name(source, tokens, i + 1, block_end(tokens, i), name,
              source_text(source, "%.0f", value.value));
    tokens_remove(tokens, i, tokens_statement(tokens, i));
    return true;
}

static bool fold_at(struct source *source, struct tokens *tokens, size_t i)
{
    if (token_is(tokens, i, "if"))
        return fold_if(source, tokens, i);
    if (token_is(tokens, i, "switch"))
        return fold_switch(source, tokens, i);
    if (token_is(tokens, i, "for"))
        return fold_for(source, tokens, i);
    if (token_is(tokens, i, "?"))
        return fold_choice(source, tokens, i);
    if (token_is(tokens, i, "&&"))
        return fold_and(source, tokens, i);
    if (token_is(tokens, i, "["))
        return fold_subscript(source, tokens, i);
    return token_is(tokens, i, "const") && fold_size(source, tokens, i);
}

bool fold_function(struct source *source, struct declaration *function)
{
    bool changed = false;
    for (size_t i = function_body(function); i < function->tokens.n;) {
        const bool now = fold_at(source, &function->tokens, i);
        changed |= now;
        i = now ? function_body(function) : i + 1;
    }
    return changed;
}
