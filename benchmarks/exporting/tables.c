/* Resolves tables of functions (tables.h). A law and a method do not know each other: they meet in
 * tables. In an exported header both are known, and the members of the tables have the values of
 * their initializers. */
#include "benchmarks/exporting/tables.h"

#include <string.h>

#include "tools/base/cli.h"

static void replace_everywhere(struct source *source, const char *name, size_t value)
{
    const char *text = source_text(source, "%zu", value);
    for (size_t d = 0; d < source->n; d++)
        if (source->at[d].kind != DECLARED_ENUM)
            for (size_t i = 0; i < source->at[d].tokens.n; i++)
                if (token_is(&source->at[d].tokens, i, name))
                    token_rename(source, &source->at[d].tokens, i, text);
}

/* Arrays have at least one element. */
static size_t some(size_t n) { return n > 0 ? n : 1; }

void tables_size(struct source *source, const struct model *model)
{
    replace_everywhere(source, "MODEL_MAX_STATES", some(model->n_states));
    replace_everywhere(source, "ODE_MAX_STATES", some(model->n_states));
    replace_everywhere(source, "MODEL_MAX_GUARDS", some(model->n_guards));
    replace_everywhere(source, "MODEL_MAX_INTS", some(model->n_ints));
    replace_everywhere(source, "MODEL_MAX_REALS", some(model->n_reals));
}

/* Finds the value of the member in the braces at open. Returns false if it is not there, which
 * means zero. */
static bool initializer(const struct tokens *tokens, size_t open, const char *member,
                        struct range *value)
{
    struct range parts[64];
    const size_t n = tokens_list(tokens, open, parts, 64);
    for (size_t i = 0; i < n; i++) {
        size_t k = parts[i].from;
        while (tokens->at[k].kind == TOKEN_COMMENT)
            k++;
        if (token_is(tokens, k, ".") && token_is(tokens, k + 1, member)) {
            *value = (struct range){ k + 3, parts[i].to };
            return true;
        }
    }
    return false;
}

static size_t brace(const struct tokens *tokens, size_t i)
{
    while (i < tokens->n && !token_is(tokens, i, "{"))
        i++;
    return i;
}

/* Replaces the tokens [from, to) by the value of a table's member, in brackets if it is more than a
 * word. */
static void put(struct source *source, struct tokens *tokens, size_t from, size_t to,
                const struct tokens *table, size_t open, const char *member)
{
    struct range value;
    struct tokens by = { 0 };
    if (!initializer(table, open, member, &value))
        source_tokens(source, "0", &by);
    else {
        if (value.to > value.from + 1)
            source_tokens(source, "(", &by);
        for (size_t i = value.from; i < value.to; i++)
            tokens_replace(&by, by.n, by.n, &table->at[i], 1);
        if (value.to > value.from + 1)
            source_tokens(source, ")", &by);
    }
    for (size_t i = 0; i < by.n; i++)
        by.at[i].line = false;
    tokens_replace(tokens, from, to, by.at, by.n);
    tokens_free(&by);
}

/* Resolves `model_lugre.rate`, `integrator_heun.flags`. */
static bool resolve_table(struct source *source, struct tokens *tokens, size_t i)
{
    if (!token_is(tokens, i + 1, ".") || token_is_member(tokens, i) ||
        (strncmp(tokens->at[i].text, "model_", 6) != 0 &&
         strncmp(tokens->at[i].text, "integrator_", 11) != 0))
        return false;
    const struct declaration *table = source_find(source, DECLARED_OBJECT, tokens->at[i].text);
    if (!table)
        return false;
    put(source, tokens, i, i + 3, &table->tokens, brace(&table->tokens, 0), tokens->at[i + 2].text);
    return true;
}

/* Resolves `ode->rate` or `in->ode->rate`; token i is the `ode`. Members that belong to the caller
 * (the initializer is a parameter) stay. */
static bool resolve_problem(struct source *source, struct tokens *tokens, size_t i)
{
    const struct declaration *problem = source_find(source, DECLARED_FUNCTION, EXPORT_PROBLEM);
    if (!problem || !token_is(tokens, i, "ode") ||
        !(token_is(tokens, i + 1, "->") || token_is(tokens, i + 1, ".")) ||
        token_is(tokens, i - 1, "."))
        return false;
    const size_t open = brace(&problem->tokens, function_body(problem) + 1);
    const char *member = tokens->at[i + 2].text;
    struct range value;
    if (initializer(&problem->tokens, open, member, &value) && value.to == value.from + 1 &&
        function_declares(problem, problem->tokens.at[value.from].text))
        return false;
    const size_t from = token_is(tokens, i - 1, "->") ? i - 2 : i;
    put(source, tokens, from, i + 3, &problem->tokens, open, member);
    return true;
}

bool tables_resolve(struct source *source, struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    bool changed = false;
    for (size_t i = function_body(function); i < tokens->n;) {
        if (token_is(tokens, i, "in") && token_is(tokens, i + 2, "statistics") &&
            !token_is(tokens, i - 1, ",")) {
            tokens_remove(tokens, i, tokens_statement(tokens, i));
            changed = true;
        } else if (token_is_name(tokens, i) &&
                   (resolve_table(source, tokens, i) || resolve_problem(source, tokens, i))) {
            changed = true;
            i = function_body(function);
        } else
            i++;
    }
    return changed;
}

const char *tables_member(const struct source *source, const char *table, const char *member)
{
    const struct declaration *declaration = source_find(source, DECLARED_OBJECT, table);
    struct range value;
    if (!declaration ||
        !initializer(&declaration->tokens, brace(&declaration->tokens, 0), member, &value))
        return NULL;
    return declaration->tokens.at[value.from].text;
}

bool tables_single(const struct source *source)
{
    for (size_t d = 0; d < source->n; d++)
        if (token_is(&source->at[d].tokens, 0, "typedef") &&
            token_is(&source->at[d].tokens, 2, "real"))
            return token_is(&source->at[d].tokens, 1, "float");
    cli_fail("cannot export: the unit does not say what a real is");
}
