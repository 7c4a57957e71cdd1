/* Replaces parameters by number with parameters by name (parameters.h). */
#include "benchmarks/exporting/parameters.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"

struct naming {
    struct unit *unit;
    const struct model *model;
    struct parameter *parameters;
};

/* Returns true for `const real p` at token i, an array or a pointer. */
static bool is_array(const struct tokens *tokens, size_t i)
{
    const bool pointer = tokens_is(tokens, i + 2, "*");
    const size_t name = i + 2 + pointer;
    return tokens_is(tokens, i, "const") && tokens_is(tokens, i + 1, "real") &&
           (tokens_is(tokens, name, "p") || tokens_is(tokens, name, "q")) &&
           pointer != tokens_is(tokens, name + 1, "[");
}

/* Makes it a pointer to the struct. */
static void make_pointer(struct unit *unit, struct tokens *tokens, size_t i)
{
    const bool pointer = tokens_is(tokens, i + 2, "*");
    const char *name = tokens->at[i + 2 + pointer].text;
    tokens_put(tokens, &unit->texts, i, i + (pointer ? 4 : 5),
               texts_print(&unit->texts, "const struct parameters *%s", name));
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
    struct texts *texts = &naming->unit->texts;
    for (unsigned k = 0; k < n; k++)
        naming->parameters[first + k] = (struct parameter){
            .access = texts_print(texts, "%.*s[%u]", stem(name), name, k),
            .member = k == 0 ? texts_print(texts, "%.*s[%u]", stem(name), name, n) : NULL,
        };
}

/* Returns the parameter whose number is token i: a number, or a constant of an enum. */
static unsigned number(const struct naming *naming, const struct tokens *tokens, size_t i)
{
    size_t value;
    if (!unit_value(naming->unit, tokens, (struct part){ i, i + 1 }, &value) ||
        value >= naming->model->n_params)
        cli_fail("cannot export: %s is no parameter's number", tokens->at[i].text);
    return (unsigned)value;
}

/* Finds arrays: `p[FIRST + ...]` at token i. */
static void find_array(struct naming *naming, struct tokens *tokens, size_t i)
{
    const unsigned first = number(naming, tokens, i + 2);
    const unsigned n = numbered(naming->model, first);
    if (tokens_is(tokens, i + 3, "]"))
        return;
    if (!tokens_is(tokens, i + 3, "+") || n < 2)
        cli_fail("cannot export: a parameter without a name, p[%s ...]", tokens->at[i + 2].text);
    make_array(naming, first, n);
}

/* Replaces `p[FC]` at token i by `p->Fc`, `p[ALPHA + j]` by `p->alpha[j]`. */
static void name_use(struct naming *naming, struct tokens *tokens, size_t i)
{
    struct texts *texts = &naming->unit->texts;
    const unsigned index = number(naming, tokens, i + 2);
    const char *name = naming->model->params[index].name;
    if (tokens_is(tokens, i + 3, "]")) {
        tokens_put(tokens, texts, i + 1, i + 4,
                   texts_print(texts, "->%s", naming->parameters[index].access));
        return;
    }
    tokens_replace(tokens, i + 2, i + 4, NULL, 0); /* FIRST and + */
    tokens->at[i + 2].gap = "";
    tokens_put(tokens, texts, i + 1, i + 1, texts_print(texts, "->%.*s", stem(name), name));
}

/* Calls `visit` for each `p[...]` in the body of a function that takes p. */
static void each_use(struct naming *naming, struct declaration *function,
                     void (*visit)(struct naming *, struct tokens *, size_t))
{
    struct tokens *tokens = &function->tokens;
    const char *name = NULL;
    for (size_t i = function_parameters(function); i < function_body(function); i++)
        if (is_array(tokens, i))
            name = tokens->at[i + 2 + tokens_is(tokens, i + 2, "*")].text;
    for (size_t i = function_body(function); name && i < tokens->n; i++)
        if (tokens_is(tokens, i, name) && tokens_is(tokens, i + 1, "[") &&
            !tokens_is_member(tokens, i))
            visit(naming, tokens, i);
}

static void each_function(struct naming *naming,
                          void (*visit)(struct naming *, struct tokens *, size_t))
{
    for (size_t d = 0; d < naming->unit->n; d++)
        if (naming->unit->at[d].kind == DECLARED_FUNCTION && naming->unit->at[d].is_kept)
            each_use(naming, &naming->unit->at[d], visit);
}

void parameters_name(struct unit *unit, const struct model *model,
                     struct parameter parameters[MODEL_MAX_PARAMS])
{
    struct naming naming = { unit, model, parameters };
    for (unsigned i = 0; i < model->n_params; i++)
        parameters[i] = (struct parameter){ model->params[i].name, model->params[i].name };
    each_function(&naming, find_array);
    each_function(&naming, name_use);
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n && unit->at[d].is_kept; i++)
            if (is_array(&unit->at[d].tokens, i))
                make_pointer(unit, &unit->at[d].tokens, i);
}
