/* Replaces parameters by number with parameters by name (parameters.h). */
#include "benchmarks/exporting/parameters.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/constant.h"

struct naming {
    struct source *source;
    const struct model *model;
    struct parameter *parameters;
};

/* Returns true for `const real p []` at token i, a function's parameter. */
static bool is_parameter_array(const struct tokens *tokens, size_t i)
{
    return token_is(tokens, i, "const") && token_is(tokens, i + 1, "real") &&
           (token_is(tokens, i + 2, "p") || token_is(tokens, i + 2, "q")) &&
           token_is(tokens, i + 3, "[") && token_is(tokens, i + 4, "]");
}

static void point_to_parameters(struct source *source, struct tokens *tokens, size_t i,
                                const char *name, size_t end)
{
    struct tokens by = { 0 };
    source_tokens(source, source_text(source, "const struct parameters *%s", name), &by);
    tokens_replace(tokens, i, end, by.at, by.n);
    tokens_free(&by);
}

/* Returns the length of the name without the number at its end. */
static int stem(const char *name)
{
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1]))
        n--;
    return (int)n;
}

/* Returns how many parameters from `first` on have one stem and the numbers 1, 2, ... */
static unsigned numbered(const struct model *model, unsigned first)
{
    const char *name = model->params[first].name;
    const int length = stem(name);
    unsigned n = 0;
    while (first + n < model->n_params) {
        const char *next = model->params[first + n].name;
        if (stem(next) != length || strncmp(next, name, (size_t)length) != 0 ||
            strtoul(next + length, NULL, 10) != n + 1)
            break;
        n++;
    }
    return n;
}

static void make_array(struct naming *naming, unsigned first, unsigned n)
{
    const char *name = naming->model->params[first].name;
    for (unsigned k = 0; k < n; k++)
        naming->parameters[first + k] = (struct parameter){
            .access = source_text(naming->source, "%.*s[%u]", stem(name), name, k),
            .member = k == 0 ? source_text(naming->source, "%.*s[%u]", stem(name), name, n) : NULL,
        };
}

/* Returns the parameter at which `[FIRST + ...]` begins, with the bracket at token open; fails if
 * it is not the first of several with numbers. */
static unsigned array_at(const struct naming *naming, const struct tokens *tokens, size_t open)
{
    const struct constant first = constant_value(naming->source, tokens, open + 1, open + 2);
    if (!first.known || !token_is(tokens, open + 2, "+") || first.value < 0 ||
        first.value >= naming->model->n_params ||
        numbered(naming->model, (unsigned)first.value) < 2)
        source_fail("a parameter without a name", tokens, open);
    return (unsigned)first.value;
}

/* Calls `visit` for each `p[...]` in the body of a function that takes p. */
static void each_use(struct naming *naming, struct declaration *function,
                     void (*visit)(struct naming *, struct tokens *, size_t))
{
    struct tokens *tokens = &function->tokens;
    const char *name = NULL;
    for (size_t i = function_parameters(function); i < function_body(function); i++)
        if (is_parameter_array(tokens, i))
            name = tokens->at[i + 2].text;
    for (size_t i = function_body(function); name && i < tokens->n; i++)
        if (token_is(tokens, i, name) && token_is(tokens, i + 1, "[") &&
            !token_is_member(tokens, i))
            visit(naming, tokens, i);
}

static bool known_index(const struct naming *naming, const struct tokens *tokens, size_t open,
                        unsigned *index)
{
    const struct constant value =
        constant_value(naming->source, tokens, open + 1, tokens_closing(tokens, open));
    *index = (unsigned)value.value;
    return value.known && value.value >= 0 && value.value < naming->model->n_params;
}

static void find_array(struct naming *naming, struct tokens *tokens, size_t i)
{
    unsigned index;
    if (known_index(naming, tokens, i + 1, &index))
        return;
    index = array_at(naming, tokens, i + 1);
    make_array(naming, index, numbered(naming->model, index));
}

/* Replaces `p[FC]` at token i by `p->Fc`, `p[ALPHA + j]` by `p->alpha[j]`. */
static void name_use(struct naming *naming, struct tokens *tokens, size_t i)
{
    const size_t close = tokens_closing(tokens, i + 1);
    unsigned index;
    struct tokens by = { 0 };
    if (known_index(naming, tokens, i + 1, &index)) {
        source_tokens(naming->source,
                      source_text(naming->source, "->%s", naming->parameters[index].access), &by);
        tokens_replace(tokens, i + 1, close + 1, by.at, by.n);
    } else {
        const char *name = naming->model->params[array_at(naming, tokens, i + 1)].name;
        source_tokens(naming->source, source_text(naming->source, "->%.*s", stem(name), name), &by);
        tokens_remove(tokens, i + 2, i + 4); /* removes FIRST and + */
        tokens_replace(tokens, i + 1, i + 1, by.at, by.n);
    }
    for (size_t k = 0; k < by.n; k++)
        tokens->at[i + 1 + k].space = false;
    tokens_free(&by);
}

static void name_members(struct source *source, struct tokens *tokens)
{
    for (size_t i = 0; i < tokens->n; i++)
        if (token_is(tokens, i, "const") && token_is(tokens, i + 1, "real") &&
            token_is(tokens, i + 2, "*") && token_is(tokens, i + 3, "p"))
            point_to_parameters(source, tokens, i, "p", i + 4);
}

static void name_signature(struct source *source, struct declaration *function)
{
    struct tokens *tokens = &function->tokens;
    for (size_t i = function_parameters(function); i < function_body(function); i++)
        if (is_parameter_array(tokens, i))
            point_to_parameters(source, tokens, i, tokens->at[i + 2].text, i + 5);
}

void parameters_name(struct source *source, const struct model *model,
                     struct parameter parameters[MODEL_MAX_PARAMS])
{
    struct naming naming = { source, model, parameters };
    for (unsigned i = 0; i < model->n_params; i++)
        parameters[i] = (struct parameter){ model->params[i].name, model->params[i].name };
    for (size_t d = 0; d < source->n; d++)
        if (source->at[d].kind == DECLARED_FUNCTION && source->at[d].live)
            each_use(&naming, &source->at[d], find_array);
    for (size_t d = 0; d < source->n; d++)
        if (source->at[d].kind == DECLARED_FUNCTION && source->at[d].live) {
            each_use(&naming, &source->at[d], name_use);
            name_signature(source, &source->at[d]);
        } else if (source->at[d].kind == DECLARED_TYPE)
            name_members(source, &source->at[d].tokens);
}
