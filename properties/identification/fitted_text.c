/* Finds defaults in a text by its tokens (fitted_text.h). */
#include "properties/identification/fitted_text.h"

#include <stdlib.h>
#include <string.h>

#include "models/language/lexer.h"
#include "tools/base/memory.h"

/* The text, the token that is being looked at, and what is written so far: up to the byte `done`.
 */
struct edit {
    struct text text;
    struct token token;
    size_t done;
    FILE *out;
};

static void advance(struct edit *e) { e->token = lexer_next(&e->text, e->token.at + e->token.n); }

static bool at(const struct edit *e, const char *what)
{
    return token_is(&e->text, &e->token, what);
}

/* Writes other words in place of the bytes from `from` to `to`. */
static void replace(struct edit *e, size_t from, size_t to, const char *words)
{
    fprintf(e->out, "%.*s%s", (int)(from - e->done), e->text.at + e->done, words);
    e->done = to;
}

/* Goes to the next token that is one of these symbols and in no bracket that opens on the way, or
 * to a string. Returns where the token before it ends. */
static size_t skip_to(struct edit *e, const char *symbols)
{
    size_t end = e->token.at;
    for (int depth = 0; e->token.kind != TOKEN_END; advance(e)) {
        const char *symbol = e->token.kind == TOKEN_SYMBOL ? e->text.at + e->token.at : "";
        if (depth == 0 && (e->token.kind == TOKEN_STRING ||
                           (*symbol && e->token.n == 1 && strchr(symbols, *symbol))))
            break;
        depth += *symbol && strchr("([{", *symbol);
        depth -= *symbol && strchr(")]}", *symbol);
        end = e->token.at + e->token.n;
    }
    return end;
}

/* Returns the value to write for the parameter of that name, or all values of an array's elements,
 * and adds their number to *count; NULL: it is none of the model's, or derived. */
static char *value_of(const struct model *model, const double p[], const char *name,
                      unsigned *count)
{
    const unsigned scalar = quantity_index(model->params, model->n_params, name);
    if (scalar < model->n_params) {
        (*count)++;
        return memory_text("%.17g", p[scalar]);
    }
    struct memory_stream list;
    unsigned n = 0;
    memory_open(&list);
    for (;; n++) {
        char *element = memory_text("%s%u", name, n + 1);
        const unsigned i = quantity_index(model->params, model->n_params, element);
        free(element);
        if (i == model->n_params)
            break;
        fprintf(list.file, "%s%.17g", n > 0 ? ", " : "{", p[i]);
    }
    fprintf(list.file, "}");
    char *text = memory_close(&list);
    *count += n;
    if (n > 0)
        return text;
    free(text);
    return NULL;
}

/* Goes through the names that are declared behind "parameter Real", and gives them other values.
 * Returns how many of the model's parameters have one. */
static unsigned edit_declaration(struct edit *e, const struct model *model, const double p[])
{
    unsigned count = 0;
    while (e->token.kind == TOKEN_NAME) {
        char *name = memory_text("%.*s", (int)e->token.n, e->text.at + e->token.at);
        skip_to(e, "=,;");
        if (at(e, "=")) {
            advance(e);
            const size_t begin = e->token.at, end = skip_to(e, ",;");
            char *value = value_of(model, p, name, &count);
            if (value) {
                replace(e, begin, end, value);
                /* What was said of the other value is no longer true of this one. */
                if (e->token.kind == TOKEN_STRING) {
                    char *words = memory_text("\"found by a fit; %.*s was: ", (int)(end - begin),
                                              e->text.at + begin);
                    replace(e, e->token.at, e->token.at + 1, words);
                    free(words);
                }
            }
            free(value);
        }
        free(name);
        while (e->token.kind != TOKEN_END && !at(e, ",") && !at(e, ";"))
            advance(e);
        if (at(e, ","))
            advance(e);
    }
    return count;
}

char *fitted_text(const char *text, const struct model *model, const double p[])
{
    struct memory_stream stream;
    struct edit e = { .text = { .name = model->name, .at = text, .n = strlen(text) } };
    unsigned count = 0;
    e.out = memory_open(&stream);
    for (e.token = lexer_next(&e.text, 0); e.token.kind != TOKEN_END;) {
        const bool names = at(&e, "model") || at(&e, "end"), declares = at(&e, "parameter");
        advance(&e);
        if (names && token_is_name(&e.text, &e.token, model->name))
            replace(&e, e.token.at + e.token.n, e.token.at + e.token.n, "_fitted");
        if (!declares)
            continue;
        advance(&e);
        count += edit_declaration(&e, model, p);
    }
    fprintf(e.out, "%s", text + e.done);
    char *result = memory_close(&stream);
    if (!text_failed(&e.text) && count == model->n_params)
        return result;
    free(result);
    return NULL;
}
