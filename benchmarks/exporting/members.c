/* Drops members of structs that nobody reads or writes, except initializers that name them
 * (members.h). The struct of an access follows from the expression before the member, as far as
 * that is known. */
#include "benchmarks/exporting/members.h"

#include <string.h>

/* Returns the tag in `struct tag *name` or `struct tag name` between two tokens, or NULL. */
static const char *tag_between(const struct tokens *tokens, size_t from, size_t to,
                               const char *name)
{
    for (size_t i = from; i + 2 < to; i++)
        if (token_is(tokens, i, "struct") && token_is_name(tokens, i + 1)) {
            size_t k = i + 2;
            while (token_is(tokens, k, "*") || token_is(tokens, k, "const"))
                k++;
            if (token_is(tokens, k, name))
                return tokens->at[i + 1].text;
        }
    return NULL;
}

/* Returns the struct that the variable or member at i is, or points to; NULL: not known. */
static const char *tag_at(const struct source *source, const struct tokens *tokens, size_t i)
{
    const char *tag = NULL;
    if (!token_is_member(tokens, i))
        return tag_between(tokens, 0, tokens->n, tokens->at[i].text);
    for (size_t d = 0; d < source->n && !tag; d++)
        if (source->at[d].kind == DECLARED_TYPE)
            tag = tag_between(&source->at[d].tokens, 3, source->at[d].tokens.n, tokens->at[i].text);
    return tag;
}

static bool is_designator(const struct tokens *tokens, size_t i)
{
    return token_is(tokens, i - 1, ".") && token_is(tokens, i + 1, "=") &&
           (token_is(tokens, i - 2, "{") || token_is(tokens, i - 2, ","));
}

/* Returns true when live code reads or writes that member of the type; initializers do not
 * count. */
static bool accessed(const struct source *source, const char *type, const char *member)
{
    for (size_t d = 0; d < source->n; d++) {
        const struct tokens *tokens = &source->at[d].tokens;
        if (!source->at[d].live || source->at[d].kind != DECLARED_FUNCTION)
            continue;
        for (size_t i = 2; i < tokens->n; i++) {
            if (!token_is(tokens, i, member) || !token_is_member(tokens, i) ||
                is_designator(tokens, i))
                continue;
            const char *tag = tag_at(source, tokens, i - 2);
            if (!tag || strcmp(tag, type) == 0)
                return true;
        }
    }
    return false;
}

/* Returns true when values of the type are listed without naming the members. */
static bool positional(const struct source *source, const char *type)
{
    for (size_t d = 0; d < source->n; d++) {
        const struct tokens *tokens = &source->at[d].tokens;
        for (size_t i = 1; i < tokens->n && source->at[d].live; i++) {
            if (!token_is(tokens, i, type) || !token_is(tokens, i - 1, "struct"))
                continue;
            size_t open = i + 1;
            while (open < tokens->n && !strchr(";{,", *tokens->at[open].text))
                open++;
            if (token_is(tokens, open, "{") && source->at[d].kind != DECLARED_TYPE &&
                !token_is(tokens, open + 1, ".") && !token_is(tokens, open + 1, "0") &&
                (token_is(tokens, open - 1, ")") || token_is(tokens, open - 1, "=")) &&
                !(token_is(tokens, open - 1, ")") && open > i + 2))
                return true;
        }
    }
    return false;
}

/* Returns the struct whose initializer contains the designator at i: `struct tag name = {`, or
 * `(struct tag){`; NULL: not known. */
static const char *initialized(const struct tokens *tokens, size_t i)
{
    size_t open = i;
    while (open > 0 && !(token_is(tokens, open, "{") && tokens_closing(tokens, open) > i))
        open--;
    for (size_t k = open; k-- > 1 && !strchr(";{}", *tokens->at[k].text);)
        if (token_is(tokens, k - 1, "struct"))
            return tokens->at[k].text;
    return NULL;
}

/* Drops `.member = value` from all initializers of the type. */
static void drop_designators(struct source *source, const char *type, const char *member)
{
    for (size_t d = 0; d < source->n; d++) {
        struct tokens *tokens = &source->at[d].tokens;
        for (size_t i = 2; i < tokens->n && source->at[d].live; i++) {
            if (!token_is(tokens, i, member) || !is_designator(tokens, i))
                continue;
            const char *tag = initialized(tokens, i);
            if (!tag || strcmp(tag, type) != 0)
                continue;
            tokens_remove_part(tokens,
                               (struct range){ i - 1, tokens_end_of_part(tokens, i, NULL) });
            i = 2;
        }
    }
}

/* Removes a member with the comments before and behind it. */
static void remove_member(struct tokens *tokens, size_t from, size_t to)
{
    while (tokens->at[from - 1].kind == TOKEN_COMMENT && tokens->at[from - 1].line)
        from--;
    while (tokens->at[to].kind == TOKEN_COMMENT && !tokens->at[to].line)
        to++;
    tokens_remove(tokens, from, to);
}

/* Drops a member [from, to) that is a pointer to a function. */
static bool drop_pointer(struct source *source, struct declaration *type, size_t from, size_t to)
{
    struct tokens *tokens = &type->tokens;
    for (size_t i = from; i + 2 < to; i++)
        if (token_is(tokens, i, "(") && token_is(tokens, i + 1, "*")) {
            const char *name = tokens->at[i + 2].text;
            if (accessed(source, type->name, name))
                return false;
            drop_designators(source, type->name, name);
            remove_member(tokens, from, to);
            return true;
        }
    return false;
}

bool members_drop_unread(struct source *source, struct declaration *type)
{
    struct tokens *tokens = &type->tokens;
    if (positional(source, type->name))
        return false;
    for (size_t i = 3; i < tokens->n && !token_is(tokens, i, "}");) {
        if (tokens->at[i].kind == TOKEN_COMMENT) {
            i++;
            continue;
        }
        const struct locals members = source_locals(tokens, i);
        if (members.n == 0) {
            const size_t end = tokens_statement(tokens, i);
            if (drop_pointer(source, type, i, end))
                return true;
            i = end;
            continue;
        }
        for (size_t k = 0; k < members.n; k++) {
            const char *name = tokens->at[members.name[k]].text;
            if (accessed(source, type->name, name))
                continue;
            drop_designators(source, type->name, name);
            if (members.n == 1)
                remove_member(tokens, i, members.end);
            else
                tokens_remove_part(tokens, members.declarator[k]);
            return true;
        }
        i = members.end;
    }
    return false;
}
