/* Renames declarations for a header (rename.h). */
#include "benchmarks/exporting/rename.h"

#include <string.h>

#include "benchmarks/exporting/constant.h"

/* The public functions have short names in the unit: `step` is one of them. */
const char *renamed(struct source *source, const char *prefix, const char *name)
{
    if (strncmp(name, "kernel_", 7) == 0 || strncmp(name, "STATUS_", 7) == 0)
        name += 7;
    else if (strncmp(name, "r_", 2) == 0)
        name += 2;
    if (strcmp(name, "step") == 0)
        name = "method";
    if (strcmp(name, "__builtin_constant_p") == 0)
        name = "KNOWN";
    if (strcmp(name, "__builtin_expect") == 0)
        name = "EXPECT";
    return source_text(source, "%s_%s", prefix, name);
}

/* Returns true for names that only some compilers know: they become macros of the header. */
static bool is_hint(const char *name)
{
    static const char *const hints[] = { "UNROLL", "WEAK", "__builtin_constant_p",
                                         "__builtin_expect" };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(name, hints[i]) == 0)
            return true;
    return false;
}

/* Returns true when the name at token i refers to a declaration in file scope. */
static bool global(const struct source *source, const struct declaration *in, size_t i)
{
    const struct tokens *tokens = &in->tokens;
    const char *name = tokens->at[i].text;
    if (token_is_member(tokens, i))
        return false;
    if (i > 0 && (token_is(tokens, i - 1, "struct") || token_is(tokens, i - 1, "enum")))
        return true;
    if (is_hint(name))
        return true;
    if (in->kind == DECLARED_TYPE && !token_is(tokens, i - 1, "["))
        return false;
    const struct declaration *function = source_find(source, DECLARED_FUNCTION, name);
    const struct declaration *object = source_find(source, DECLARED_OBJECT, name);
    if (!(function && function->live) && !(object && object->live) &&
        !constant_enumerator(source, name).known)
        return false;
    return in->kind != DECLARED_FUNCTION || strcmp(in->name, name) == 0 ||
           !function_declares(in, name);
}

/* FORCE_INLINE and KERNEL_FLATTEN leave `static`, `inline`, or both; all functions become static
 * inline. */
static void make_inline(struct source *source, struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    struct tokens words = { 0 };
    while (token_is(tokens, 0, "static") || token_is(tokens, 0, "inline"))
        tokens_remove(tokens, 0, 1);
    source_tokens(source, "static inline ", &words);
    tokens_replace(tokens, 0, 0, words.at, words.n);
    tokens->at[words.n].space = true;
    tokens->at[words.n].line = false;
    tokens_free(&words);
}

/* Makes the new texts of all tokens before changing any: names are looked up by the old ones. */
static void rename_tokens(struct source *source, struct declaration *in, const char *prefix,
                          const char *real_type, const char *by[])
{
    for (size_t i = 0; i < in->tokens.n; i++) {
        by[i] = NULL;
        if (token_is(&in->tokens, i, "real"))
            by[i] = real_type;
        else if (token_is_name(&in->tokens, i) && global(source, in, i))
            by[i] = renamed(source, prefix, in->tokens.at[i].text);
    }
}

void rename_live(struct source *source, const char *prefix, const char *real_type)
{
    size_t total = 0, at = 0;
    for (size_t d = 0; d < source->n; d++)
        total += source->at[d].tokens.n + 4;
    const char **by = source_array(source, total * sizeof *by);
    for (size_t d = 0; d < source->n; d++)
        if (source->at[d].live) {
            if (source->at[d].kind == DECLARED_FUNCTION)
                make_inline(source, &source->at[d]);
            rename_tokens(source, &source->at[d], prefix, real_type, by + at);
            at += source->at[d].tokens.n;
        }
    at = 0;
    for (size_t d = 0; d < source->n; d++)
        for (size_t i = 0; i < source->at[d].tokens.n && source->at[d].live; i++, at++)
            if (by[at])
                token_rename(source, &source->at[d].tokens, i, by[at]);
    for (size_t d = 0; d < source->n; d++)
        if (source->at[d].live && source->at[d].name)
            source->at[d].name = renamed(source, prefix, source->at[d].name);
}
