/* Finds defaults in a text by its tokens: names, brackets, strings and comments (fitted_text.h). */
#include "properties/identification/fitted_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Returns where the token that begins at `at` ends: a string, a comment, a name or number, or one
 * character. */
static const char *token_end(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            at += *at == '\\' && at[1];
        return at + (*at != '\0');
    }
    if (!isalnum((unsigned char)*at) && *at != '_')
        return at + 1;
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
        at++;
    return at;
}

/* Returns the token behind blanks and comments. */
static const char *next_token(const char *at)
{
    while (isspace((unsigned char)*at) || (at[0] == '/' && at[1] == '/'))
        at = *at == '/' ? token_end(at) : at + 1;
    return at;
}

/* Returns where an expression ends: at a comma, semicolon, string or bracket that is not its own.
 */
static const char *expression_end(const char *at)
{
    int depth = 0;
    while (*at && !(depth == 0 && strchr(",;\")}]", *at))) {
        depth += strchr("({[", *at) != NULL;
        depth -= strchr(")}]", *at) != NULL;
        at = token_end(at);
    }
    while (at[-1] == ' ' || at[-1] == '\n')
        at--;
    return at;
}

static bool is_word(const char *at, const char *word)
{
    return (size_t)(token_end(at) - at) == strlen(word) && strncmp(at, word, strlen(word)) == 0;
}

/* Returns the value to write for the parameter of that name, or all values of an array's elements,
 * and adds their number to *count; NULL: it is none of the model's, or derived. */
static char *value_of(const struct model *model, const double p[], const char *name, size_t length,
                      unsigned *count)
{
    struct memory_stream list;
    unsigned n = 0;
    for (unsigned i = 0; i < model->n_params; i++)
        if (strlen(model->params[i].name) == length &&
            strncmp(model->params[i].name, name, length) == 0) {
            (*count)++;
            return memory_text("%.17g", p[i]);
        }
    memory_open(&list);
    for (;; n++) {
        char element[80];
        snprintf(element, sizeof element, "%.*s%u", (int)length, name, n + 1);
        const unsigned i = quantity_index(model->params, model->n_params, element);
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

/* Writes the declaration that begins behind "parameter Real", with new values; moves *at behind it,
 * and returns how many of the model's have one. */
static unsigned write_declaration(FILE *out, const struct model *model, const double p[],
                                  const char **at)
{
    const char *from = *at, *token = next_token(*at);
    unsigned written = 0;
    while (*token && *token != ';') {
        const char *name = token, *name_end = token_end(token);
        int depth = 0;
        for (token = name_end; *token && !(depth == 0 && strchr("=,;\"", *token));
             token = token_end(token)) {
            depth += strchr("([", *token) != NULL;
            depth -= strchr(")]", *token) != NULL;
        }
        if (*token == '=') {
            const char *begin = next_token(token + 1), *end = expression_end(begin);
            char *value = value_of(model, p, name, (size_t)(name_end - name), &written);
            if (value) {
                fprintf(out, "%.*s%s", (int)(begin - from), from, value);
                from = end;
                /* What was said of the other value is no longer true of this one. */
                const char *note = next_token(end);
                if (*note == '"') {
                    fprintf(out, "%.*s\"found by a fit; %.*s was: ", (int)(note - end), end,
                            (int)(end - begin), begin);
                    from = note + 1;
                }
                free(value);
            }
            token = end;
        }
        while (*token && *token != ',' && *token != ';')
            token = token_end(token);
        if (*token == ',')
            token = next_token(token + 1);
    }
    fprintf(out, "%.*s", (int)(token - from), from);
    *at = token;
    return written;
}

char *fitted_text(const char *text, const struct model *model, const double p[])
{
    struct memory_stream stream;
    unsigned written = 0;
    memory_open(&stream);
    for (const char *at = text; *at;) {
        const char *end = token_end(at);
        fprintf(stream.file, "%.*s", (int)(end - at), at);
        if (is_word(at, "model") || is_word(at, "end")) {
            const char *name = next_token(end);
            if (is_word(name, model->name)) {
                fprintf(stream.file, " %s_fitted", model->name);
                end = token_end(name);
            }
        } else if (is_word(at, "parameter")) {
            const char *type = next_token(end);
            fprintf(stream.file, "%.*s", (int)(token_end(type) - end), end);
            end = token_end(type);
            written += write_declaration(stream.file, model, p, &end);
        }
        at = end;
    }
    char *result = memory_close(&stream);
    if (written == model->n_params)
        return result;
    free(result);
    return NULL;
}
