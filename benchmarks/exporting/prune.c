/* Prunes by the names that declarations mention (prune.h). All functions of a unit are called
 * directly, and change nothing but what they are given pointers to. */
#include "benchmarks/exporting/prune.h"

#include <string.h>

#include "tools/base/cli.h"

static const char law_mark[] = "LAW_";

const char *law_function(const struct unit *unit, const char *table, const char *member)
{
    const struct declaration *law = unit_find(unit, table);
    size_t open = 0;
    if (!law)
        cli_fail("cannot export: the unit has no %s", table);
    const struct tokens *tokens = &law->tokens;
    while (open < tokens->n && !tokens_is(tokens, open, "{"))
        open++;
    for (size_t i = open + 1; i + 3 < tokens->n; i++) {
        if (tokens_is(tokens, i, "{"))
            i = tokens_closing(tokens, i);
        if (tokens_is(tokens, i, ".") && tokens_is(tokens, i + 1, member))
            return tokens->at[i + 3].text;
    }
    return NULL;
}

void resolve_law(struct unit *unit, const char *table)
{
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n; i++) {
            struct token *token = &unit->at[d].tokens.at[i];
            if (strncmp(token->text, law_mark, strlen(law_mark)) != 0)
                continue;
            const char *function = law_function(unit, table, token->text + strlen(law_mark));
            if (function)
                token->text = function;
        }
}

/* Keeps what a kept declaration mentions. */
static void follow(struct unit *unit, const struct declaration *from)
{
    for (size_t i = 0; i < from->tokens.n; i++) {
        struct declaration *to = unit_mentioned(unit, from, i);
        if (strncmp(from->tokens.at[i].text, law_mark, strlen(law_mark)) == 0)
            cli_fail("cannot export: the law's table has nothing for %s", from->tokens.at[i].text);
        if (!to || to->is_kept)
            continue;
        to->is_kept = true;
        follow(unit, to);
    }
}

void mark_kept(struct unit *unit, const struct root roots[], size_t n)
{
    for (size_t d = 0; d < unit->n; d++)
        unit->at[d].is_kept = false;
    for (size_t i = 0; i < n; i++) {
        struct declaration *root = unit_find(unit, roots[i].name);
        if (!root)
            cli_fail("cannot export: the unit has no function %s", roots[i].name);
        root->is_kept = true;
        follow(unit, root);
    }
}

/* Returns the index behind the statement without brackets around it that begins at i. */
static size_t statement_end(const struct tokens *tokens, size_t i)
{
    while (i < tokens->n && !tokens_is(tokens, i, ";"))
        i++;
    return i + 1;
}

/* Takes out `in->statistics->...;`, and `(void)name;`, which says that a parameter is unused. */
static void drop_statements(struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    for (size_t i = function_body(function) + 1; i < tokens->n;) {
        const bool counts = tokens_is(tokens, i, "in") && tokens_is(tokens, i + 2, "statistics");
        const bool excuses = tokens_is(tokens, i, "(") && tokens_is(tokens, i + 1, "void") &&
                             tokens_is(tokens, i + 2, ")") && tokens_is(tokens, i + 4, ";");
        if (counts || excuses)
            tokens_replace(tokens, i, statement_end(tokens, i), NULL, 0);
        else
            i++;
    }
}

static size_t parameters(const struct declaration *function, struct part parts[TOKENS_PARTS])
{
    const size_t n = tokens_list(&function->tokens, function_parameters(function), parts);
    const bool none = n == 1 && parts[0].to == parts[0].from + 1; /* void */
    return none ? 0 : n;
}

/* Returns the name of a parameter: the last one before its brackets. */
static const char *parameter_name(const struct tokens *tokens, struct part part)
{
    const char *name = "";
    for (size_t i = part.from; i < part.to && !tokens_is(tokens, i, "["); i++)
        if (tokens_is_name(tokens, i))
            name = tokens->at[i].text;
    return name;
}

bool function_takes(const struct declaration *function, const char *parameter)
{
    struct part parts[TOKENS_PARTS];
    for (size_t i = parameters(function, parts); i-- > 0;)
        if (strcmp(parameter_name(&function->tokens, parts[i]), parameter) == 0)
            return true;
    return false;
}

static bool uses(const struct declaration *function, const char *name)
{
    for (size_t i = function_body(function); i < function->tokens.n; i++)
        if (tokens_is(&function->tokens, i, name) && !tokens_is_member(&function->tokens, i))
            return true;
    return false;
}

/* Takes an argument out of a call; the callee's name is token i. */
static void drop_argument(struct tokens *tokens, size_t i, size_t index)
{
    struct part parts[TOKENS_PARTS];
    if (tokens_list(tokens, i + 1, parts) <= index)
        cli_fail("cannot export: %s is called with too few arguments", tokens->at[i].text);
    for (size_t k = parts[index].from; k < parts[index].to; k++)
        if (tokens_is(tokens, k, "++") || tokens_is(tokens, k, "--") || tokens_is(tokens, k, "="))
            cli_fail("cannot export: an argument of %s has an effect", tokens->at[i].text);
    tokens_remove_part(tokens, parts[index]);
}

static void drop_parameter(struct unit *unit, struct declaration *function, size_t index)
{
    struct part parts[TOKENS_PARTS];
    for (size_t d = 0; d < unit->n; d++) {
        const size_t begin = &unit->at[d] == function ? function_body(function) : 0;
        for (size_t i = begin; unit->at[d].is_kept && i < unit->at[d].tokens.n; i++)
            if (unit_mentioned(unit, &unit->at[d], i) == function)
                drop_argument(&unit->at[d].tokens, i, index);
    }
    const size_t n = parameters(function, parts);
    tokens_remove_part(&function->tokens, parts[index]);
    if (n == 1) {
        const struct token none = { TOKEN_NAME, "", "void" };
        tokens_replace(&function->tokens, parts[0].from, parts[0].from, &none, 1);
    }
}

static bool drop_parameters(struct unit *unit, struct declaration *function)
{
    struct part parts[TOKENS_PARTS];
    bool changed = false;
    size_t k = parameters(function, parts);
    while (k-- > 0) {
        parameters(function, parts);
        if (uses(function, parameter_name(&function->tokens, parts[k])))
            continue;
        drop_parameter(unit, function, k);
        changed = true;
    }
    return changed;
}

/* Excuses the parameters of a root that it has to have, but does not use. */
static void excuse(struct unit *unit, struct declaration *root)
{
    struct part parts[TOKENS_PARTS];
    for (size_t k = parameters(root, parts); k-- > 0;) {
        const char *name = parameter_name(&root->tokens, parts[k]);
        const size_t begin = function_body(root) + 1;
        if (!uses(root, name))
            tokens_put(&root->tokens, &unit->texts, begin, begin,
                       texts_print(&unit->texts, "\n    (void)%s;\n   ", name));
    }
}

/* Returns true when parameters of the declaration may go. */
static bool may_lose(const struct declaration *declaration, const struct root roots[], size_t n)
{
    if (!declaration->is_kept || declaration->kind != DECLARED_FUNCTION)
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(roots[i].name, declaration->name) == 0)
            return roots[i].may_lose;
    return true;
}

/* Returns true when something that is kept, but for the enum itself, has the word. */
static bool is_mentioned(const struct unit *unit, const struct declaration *by, const char *word)
{
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; unit->at[d].is_kept && i < unit->at[d].tokens.n; i++)
            if (&unit->at[d] != by && tokens_is(&unit->at[d].tokens, i, word))
                return true;
    return false;
}

/* Drops constants that nobody mentions, where all of them are only to be told apart: of an enum
 * with a tag that gives no values. */
static void drop_constants(const struct unit *unit, struct declaration *declaration)
{
    struct part parts[TOKENS_PARTS];
    struct tokens *tokens = &declaration->tokens;
    for (size_t i = 0; i < tokens->n; i++)
        if (tokens_is(tokens, 1, "{") || tokens_is(tokens, i, "="))
            return;
    for (size_t k = tokens_list(tokens, 2, parts); k-- > 0;)
        if (!is_mentioned(unit, declaration, tokens->at[parts[k].from].text))
            tokens_remove_part(tokens, parts[k]);
}

void prune(struct unit *unit, const struct root roots[], size_t n)
{
    mark_kept(unit, roots, n);
    for (size_t d = 0; d < unit->n; d++)
        if (unit->at[d].is_kept && unit->at[d].kind == DECLARED_FUNCTION)
            drop_statements(&unit->at[d]);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t d = 0; d < unit->n; d++)
            if (may_lose(&unit->at[d], roots, n))
                changed |= drop_parameters(unit, &unit->at[d]);
        mark_kept(unit, roots, n);
    }
    for (size_t d = 0; d < unit->n; d++)
        if (unit->at[d].is_kept && unit->at[d].kind == DECLARED_ENUM)
            drop_constants(unit, &unit->at[d]);
    for (size_t i = 0; i < n; i++)
        excuse(unit, unit_find(unit, roots[i].name));
}
