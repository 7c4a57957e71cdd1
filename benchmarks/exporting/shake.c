/* Shaking: a step reaches a small part of a law and a method. The rest is dropped: functions and
 * types that are not reached, parameters that are unused or always the same number, variables and
 * members that nobody reads. Each removal allows others, so the passes repeat until nothing
 * changes.
 *
 * All functions of the unit are pure except for what they are given pointers to, and called
 * directly; an argument that nobody reads may go. The passes are in one file because they share
 * what they know about declarations and calls. */
#include "benchmarks/exporting/shake.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/constant.h"
#include "benchmarks/exporting/fold.h"
#include "benchmarks/exporting/members.h"
#include "benchmarks/exporting/tables.h"

/* Returns the declaration in file scope of a function, object or constant of that name, or NULL. */
static struct declaration *declared(struct source *source, const char *name)
{
    for (size_t d = 0; d < source->n; d++) {
        struct declaration *declaration = &source->at[d];
        if (declaration->kind == DECLARED_FUNCTION || declaration->kind == DECLARED_OBJECT) {
            if (declaration->name && strcmp(declaration->name, name) == 0)
                return declaration;
        } else if (declaration->kind == DECLARED_ENUM)
            for (size_t i = 2; i < declaration->tokens.n; i++)
                if (token_is(&declaration->tokens, i, name))
                    return declaration;
    }
    return NULL;
}

/* Returns the struct or enum of that tag. */
static struct declaration *tagged(struct source *source, const char *tag)
{
    for (size_t d = 0; d < source->n; d++) {
        struct declaration *declaration = &source->at[d];
        if (declaration->kind == DECLARED_TYPE
                ? strcmp(declaration->name, tag) == 0
                : declaration->kind == DECLARED_ENUM && token_is(&declaration->tokens, 1, tag))
            return declaration;
    }
    return NULL;
}

static bool is_local(const struct declaration *declaration, const char *name)
{
    return declaration->kind == DECLARED_FUNCTION && function_declares(declaration, name);
}

struct declaration *shake_reference(struct source *source, const struct declaration *from, size_t i)
{
    const struct tokens *tokens = &from->tokens;
    if (!token_is_name(tokens, i) || token_is_member(tokens, i))
        return NULL;
    if (i > 0 && (token_is(tokens, i - 1, "struct") || token_is(tokens, i - 1, "enum")))
        return tagged(source, tokens->at[i].text);
    if (from->kind == DECLARED_TYPE && !token_is(tokens, i - 1, "["))
        return NULL;
    struct declaration *to = declared(source, tokens->at[i].text);
    return to && !is_local(from, tokens->at[i].text) ? to : NULL;
}

static bool reach(struct source *source, const struct declaration *from, size_t i)
{
    struct declaration *to = shake_reference(source, from, i);
    if (!to || to->live)
        return false;
    return to->live = true;
}

void shake_mark(struct source *source, const char *const roots[], size_t n)
{
    for (size_t d = 0; d < source->n; d++)
        source->at[d].live = source->at[d].scanned = false;
    for (size_t i = 0; i < n; i++) {
        struct declaration *root = roots[i] ? declared(source, roots[i]) : NULL;
        if (root)
            root->live = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t d = 0; d < source->n; d++) {
            struct declaration *from = &source->at[d];
            if (!from->live || from->scanned)
                continue;
            from->scanned = true;
            for (size_t i = 0; i < from->tokens.n; i++)
                changed |= reach(source, from, i);
        }
    }
}

static struct declaration *next_function(struct source *source, size_t *d)
{
    for (; *d < source->n; ++*d)
        if (source->at[*d].live && source->at[*d].kind == DECLARED_FUNCTION)
            return &source->at[(*d)++];
    return NULL;
}

static size_t parameters(const struct declaration *function, struct range parts[])
{
    const size_t open = function_parameters(function);
    const size_t n = tokens_list(&function->tokens, open, parts, SOURCE_MOST_PARTS);
    const bool none = n == 1 && parts[0].to == parts[0].from + 1 &&
                      token_is(&function->tokens, parts[0].from, "void");
    return none ? 0 : n;
}

/* Returns the index of the token that names a parameter. */
static size_t parameter_name(const struct tokens *tokens, struct range part)
{
    size_t name = part.from;
    for (size_t i = part.from; i < part.to && !token_is(tokens, i, "["); i++)
        if (token_is_name(tokens, i))
            name = i;
    return name;
}

size_t shake_parameters(const struct declaration *function, const char *names[], size_t most)
{
    struct range parts[SOURCE_MOST_PARTS];
    const size_t n = parameters(function, parts);
    for (size_t i = 0; i < n && i < most; i++)
        names[i] = function->tokens.at[parameter_name(&function->tokens, parts[i])].text;
    return n < most ? n : most;
}

static bool used(const struct tokens *tokens, size_t from, const char *name)
{
    for (size_t i = from; i < tokens->n; i++)
        if (token_is(tokens, i, name) && !token_is_member(tokens, i))
            return true;
    return false;
}

/* Finds the next mention of the function in live code from *d, *i on. */
static struct tokens *next_call(const struct source *source, const struct declaration *function,
                                size_t *d, size_t *i)
{
    for (; *d < source->n; ++*d, *i = 0) {
        struct declaration *from = &source->at[*d];
        if (from->kind != DECLARED_FUNCTION || !from->live)
            continue;
        for (; *i < from->tokens.n; ++*i)
            if (token_is(&from->tokens, *i, function->name) &&
                !token_is_member(&from->tokens, *i) && !token_is(&from->tokens, *i - 1, "struct") &&
                !(from == function && *i < function_body(from)) && !is_local(from, function->name))
                return &from->tokens;
    }
    return NULL;
}

/* Returns true when it is named without a call: in tables of functions not yet resolved. */
static bool address_taken(const struct source *source, const struct declaration *function)
{
    size_t d = 0, i = 0;
    for (struct tokens *calls; (calls = next_call(source, function, &d, &i)) != NULL; i++)
        if (!token_is(calls, i + 1, "("))
            return true;
    return false;
}

static void drop_parameter(struct source *source, struct declaration *function, size_t index)
{
    struct range parts[SOURCE_MOST_PARTS];
    size_t d = 0, i = 0;
    for (struct tokens *calls; (calls = next_call(source, function, &d, &i)) != NULL; i++) {
        if (tokens_list(calls, i + 1, parts, SOURCE_MOST_PARTS) <= index)
            source_fail("too few arguments", calls, i);
        for (size_t k = parts[index].from; k < parts[index].to; k++)
            if (token_is(calls, k, "++") || token_is(calls, k, "--") || token_is(calls, k, "="))
                source_fail("an argument with an effect", calls, i);
        tokens_remove_part(calls, parts[index]);
    }
    const size_t n = parameters(function, parts);
    tokens_remove_part(&function->tokens, parts[index]);
    if (n == 1) {
        const struct token none = { .kind = TOKEN_NAME, .text = "void" };
        tokens_replace(&function->tokens, parts[0].from, parts[0].from, &none, 1);
    }
}

/* Returns the one number that all calls pass for the parameter, or NULL. */
static const char *constant_argument(const struct source *source,
                                     const struct declaration *function, size_t index)
{
    const char *text = NULL;
    struct range parts[SOURCE_MOST_PARTS];
    size_t d = 0, i = 0;
    for (struct tokens *calls; (calls = next_call(source, function, &d, &i)) != NULL; i++) {
        const size_t n = tokens_list(calls, i + 1, parts, SOURCE_MOST_PARTS);
        if (n <= index || parts[index].to != parts[index].from + 1)
            return NULL;
        const struct token *token = &calls->at[parts[index].from];
        if (token->kind != TOKEN_NUMBER && !constant_enumerator(source, token->text).known)
            return NULL;
        if (text && strcmp(text, token->text) != 0)
            return NULL;
        text = token->text;
    }
    return text;
}

/* Returns true when a variable is written to, or its address taken. */
static bool assigned(const struct tokens *tokens, size_t from, const char *name)
{
    static const char *const writes[] = { "=", "+=", "-=", "*=", "/=", "++", "--" };
    for (size_t i = from; i < tokens->n; i++)
        if (token_is(tokens, i, name) && !token_is_member(tokens, i)) {
            for (size_t k = 0; k < sizeof writes / sizeof *writes; k++)
                if (token_is(tokens, i + 1, writes[k]))
                    return true;
            if (token_is(tokens, i - 1, "&") || token_is(tokens, i - 1, "++") ||
                token_is(tokens, i - 1, "--"))
                return true;
        }
    return false;
}

/* Writes a whole number as a real one. */
static const char *real_number(struct source *source, const char *text, const char *suffix)
{
    return strpbrk(text, ".eExX") ? text : source_text(source, "%s.0%s", text, suffix);
}

static bool simplify_parameter(struct source *source, struct declaration *function, size_t index,
                               const char *suffix)
{
    struct range parts[SOURCE_MOST_PARTS];
    struct tokens *tokens = &function->tokens;
    parameters(function, parts);
    const char *name = tokens->at[parameter_name(tokens, parts[index])].text;
    const size_t body = function_body(function);
    if (used(tokens, body, name)) {
        const char *text = constant_argument(source, function, index);
        const bool is_real = token_is(tokens, parts[index].from, "real");
        if (!text || assigned(tokens, body, name) || parts[index].to > parts[index].from + 2)
            return false;
        fold_name(source, tokens, body, tokens->n, name,
                  is_real ? real_number(source, text, suffix) : text);
    }
    drop_parameter(source, function, index);
    return true;
}

/* Roots are called from elsewhere: they keep the constants that calls would give them. */
static bool simplify_parameters(struct source *source, struct declaration *function,
                                const char *suffix)
{
    bool changed = false;
    struct range parts[SOURCE_MOST_PARTS];
    if (address_taken(source, function))
        return false;
    for (size_t index = parameters(function, parts); index-- > 0;)
        changed |= simplify_parameter(source, function, index, suffix);
    return changed;
}

/* Drops variables that nothing reads. */
static bool drop_locals(struct tokens *tokens, size_t i)
{
    const struct locals locals = source_locals(tokens, i);
    for (size_t k = locals.n; k-- > 0;) {
        const char *name = tokens->at[locals.name[k]].text;
        bool found = false;
        for (size_t j = 1; j < tokens->n; j++)
            found |= j != locals.name[k] && token_is(tokens, j, name) &&
                     !token_is_member(tokens, j) && !token_is(tokens, j - 1, "struct");
        if (found)
            continue;
        if (locals.n == 1)
            tokens_remove(tokens, i, locals.end);
        else
            tokens_remove_part(tokens, locals.declarator[k]);
        return true;
    }
    return false;
}

static bool begins_statement(const struct tokens *tokens, size_t i)
{
    return token_is(tokens, i - 1, "{") || token_is(tokens, i - 1, "}") ||
           token_is(tokens, i - 1, ";") || tokens->at[i - 1].kind == TOKEN_COMMENT;
}

/* Drops `f(...);` if f does nothing. */
static bool drop_call(const struct source *source, struct tokens *tokens, size_t i)
{
    const struct declaration *callee = source_find(source, DECLARED_FUNCTION, tokens->at[i].text);
    if (!callee || !token_is(tokens, i + 1, "(") || function_body(callee) + 2 < callee->tokens.n)
        return false;
    const size_t end = tokens_closing(tokens, i + 1) + 1;
    if (!token_is(tokens, end, ";"))
        source_fail("a call of what does nothing", tokens, i);
    tokens_remove(tokens, i, end + 1);
    return true;
}

static bool drop_statements(struct source *source, struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    bool changed = false;
    for (size_t i = function_body(function) + 1; i < tokens->n;) {
        if (token_is(tokens, i, "{") && token_is(tokens, i - 1, "union"))
            i = tokens_closing(tokens, i); /* members are not variables */
        const bool unused = token_is(tokens, i, "(") && token_is(tokens, i + 1, "void");
        const bool call = unused && token_is(tokens, i + 4, "("); /* `(void)f(n);` does something */
        if (unused && !call) {
            tokens_remove(tokens, i, tokens_statement(tokens, i)); /* `(void)n;` */
            changed = true;
        } else if (token_is_name(tokens, i) && begins_statement(tokens, i) &&
                   (drop_call(source, tokens, i) ||
                    (!token_is(tokens, i, "return") && drop_locals(tokens, i)))) {
            changed = true;
            i = function_body(function) + 1;
        } else
            i++;
    }
    return changed;
}

/* Drops constants of the enum of that tag which live code does not name; they have no values of
 * their own. */
static void drop_enumerators(struct source *source, const char *tag)
{
    for (size_t d = 0; d < source->n; d++) {
        struct tokens *tokens = &source->at[d].tokens;
        if (source->at[d].kind != DECLARED_ENUM || !token_is(tokens, 1, tag))
            continue;
        struct range parts[SOURCE_MOST_PARTS];
        for (size_t k = tokens_list(tokens, 2, parts, SOURCE_MOST_PARTS); k-- > 0;) {
            bool found = false;
            for (size_t e = 0; e < source->n; e++)
                found |= e != d && source->at[e].live &&
                         used(&source->at[e].tokens, 0, tokens->at[parts[k].from].text);
            if (!found)
                tokens_remove_part(tokens, parts[k]);
        }
    }
}

static bool is_root(const struct declaration *function, const char *const roots[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (roots[i] && strcmp(roots[i], function->name) == 0)
            return true;
    return false;
}

/* Runs every pass once. Returns true when anything has changed. */
static bool simplify(struct source *source, const char *const roots[], size_t n)
{
    bool changed = false;
    size_t d = 0;
    for (struct declaration *f; (f = next_function(source, &d)) != NULL;) {
        changed |= tables_resolve(source, f);
        changed |= fold_function(source, f);
        changed |= drop_statements(source, f);
    }
    shake_mark(source, roots, n);
    d = 0;
    for (struct declaration *f; (f = next_function(source, &d)) != NULL;)
        changed |= simplify_parameters(source, f, tables_single(source) ? "f" : "");
    for (d = 0; d < source->n; d++)
        if (source->at[d].live && source->at[d].kind == DECLARED_TYPE)
            changed |= members_drop_unread(source, &source->at[d]);
    shake_mark(source, roots, n);
    return changed;
}

void shake(struct source *source, const char *const roots[], size_t n)
{
    struct declaration *problem = source_find(source, DECLARED_FUNCTION, EXPORT_PROBLEM);
    if (problem) { /* first: other functions take its members */
        tables_resolve(source, problem);
        fold_function(source, problem);
    }
    shake_mark(source, roots, n);
    while (simplify(source, roots, n)) {
    }
    drop_enumerators(source, "status");
}

/* Returns the callee of `{ return f(the parameters in their order); }`, or NULL. */
static const char *forwards_to(const struct source *source, const struct declaration *function)
{
    const struct tokens *tokens = &function->tokens;
    const size_t body = function_body(function);
    struct range parts[SOURCE_MOST_PARTS], arguments[SOURCE_MOST_PARTS];
    if (!token_is(tokens, body + 1, "return") || !token_is_name(tokens, body + 2) ||
        !token_is(tokens, body + 3, "(") ||
        source_find(source, DECLARED_FUNCTION, tokens->at[body + 2].text))
        return NULL;
    const size_t close = tokens_closing(tokens, body + 3), n = parameters(function, parts);
    if (close + 3 != tokens->n || tokens_list(tokens, body + 3, arguments, SOURCE_MOST_PARTS) != n)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (arguments[i].to != arguments[i].from + 1 ||
            !token_is(tokens, arguments[i].from, tokens->at[parameter_name(tokens, parts[i])].text))
            return NULL;
    return tokens->at[body + 2].text;
}

void shake_forwarders(struct source *source, const char *const roots[], size_t n)
{
    size_t d = 0;
    for (struct declaration *f; (f = next_function(source, &d)) != NULL;) {
        const char *to = is_root(f, roots, n) ? NULL : forwards_to(source, f);
        size_t e = 0, i = 0;
        for (struct tokens *calls; to && (calls = next_call(source, f, &e, &i)) != NULL; i++)
            token_rename(source, calls, i, to);
    }
    shake_mark(source, roots, n);
}
