/* Reads a law's text, once for its code and once for its balls: what is printed is rearranged for
 * speed (text_law.h). */
#include "properties/plugin/text_law.h"

#include <stdlib.h>

#include "models/derived/print_law.h"
#include "properties/plugin/compiled.h"
#include "properties/plugin/interpreted.h"
#include "properties/plugin/plugin_load.h"
#include "properties/plugin/well_formed.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static bool is_of_parameters(const struct graph *g, expression e)
{
    return !graph_depends(g, e, SYMBOL_INPUT, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_STATE, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_MEMORY, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_SELECTION, ANY_INDEX);
}

enum { LACKING = 256 };

/* Returns true, and says so, when the text lacks what every law has. */
static bool lacks(const struct equations *law, const struct statements *statements,
                  char what[LACKING])
{
    *what = '\0';
    for (size_t i = 0; i < law->states.n && !*what; i++)
        if (!is_of_parameters(&law->graph, law->states.of[i].start))
            snprintf(what, LACKING,
                     ": the state %s starts where more than parameters says: expected start=... of "
                     "parameters and numbers",
                     law->states.of[i].name);
    if (!*what && !(statements->speed_max > 0))
        snprintf(what, LACKING,
                 " does not state up to which speed it is meant, in m/s: "
                 "annotation(__Bristle(speed_max=1, ...))");
    for (size_t i = 0; i < law->n_events && !*what; i++)
        for (size_t k = 0; k < law->events[i].n; k++)
            if (!law_has_code(law, law->events[i].actions[k].value))
                snprintf(what, LACKING,
                         " draws at random in an event, which takes code by hand: expected values "
                         "that parameters, states and memory give");
    return *what;
}

/* Returns the parameter, 2 by default, that the rates or the force have as an exponent; NULL: none.
 */
static const struct quantity_text *find_square(const struct equations *law)
{
    const struct graph *g = &law->graph;
    bool *seen = memory_array(g->n, sizeof *seen);
    const struct quantity_text *found = NULL;
    graph_mark(g, law->force, seen);
    for (size_t i = 0; i < law->states.n; i++)
        graph_mark(g, law->rate[i], seen);
    for (size_t i = 0; i < g->n && !found; i++) {
        const expression by = g->nodes[i].argument[1];
        if (!seen[i] || g->nodes[i].operation != GRAPH_POWER ||
            g->nodes[by].operation != GRAPH_SYMBOL || g->nodes[by].symbol != SYMBOL_PARAMETER)
            continue;
        const struct quantity_text *q = &law->parameters.of[g->nodes[by].index];
        found = q->value == 2 ? q : NULL;
    }
    free(seen);
    return found;
}

struct text_code text_law_code(const char *option, const char *file, const char *source)
{
    struct text text;
    struct equations law;
    struct statements statements;
    struct memory_stream stream;
    text_read(&text, file, source, &law, &statements);
    char what[LACKING];
    if (lacks(&law, &statements, what))
        cli_fail("%s: '%s'%s", option, file, what);
    const struct quantity_text *square = find_square(&law);
    struct text_code code = { .name = memory_text("%s", law.name),
                              .square = square ? memory_text("P_%s", square->name) : NULL };
    memory_open(&stream);
    if (!law_print(stream.file, &law, &statements, LAW_WHOLE))
        cli_fail("%s: '%s' has an integral or a draw in its equations, which have no code", option,
                 file);
    code.code = memory_close(&stream);
    statements_free(&statements);
    equations_free(&law);
    return code;
}

void text_code_free(struct text_code *code)
{
    free(code->name);
    free(code->code);
    free(code->square);
}

/* The law of a text that stays. */
struct kept {
    struct text text;
    struct equations law;
    struct statements statements;
};

/* Interprets the law, and says why. */
static const struct model *interpret(const char *option, const char *file, const char *source,
                                     bool is_own, const char *why)
{
    struct kept *kept = memory_array(1, sizeof *kept);
    char flaw[WELL_FORMED_TEXT];
    text_read(&kept->text, file, source, &kept->law, &kept->statements);
    const struct model *model = interpreted_law(&kept->law, &kept->statements);
    if (!model)
        cli_fail("%s: '%s' needs a C compiler (%s): of interpreted laws there are at most %d "
                 "at a time, with %d claims each",
                 option, file, why, INTERPRETED_LAWS, INTERPRETED_CLAIMS);
    if (!(is_own ? PREC(well_formed) : PREC(well_formed_code))(model, flaw))
        cli_fail("%s: '%s' has a law that is not well formed: %s", option, file, flaw);
    if (is_own && PREC(model_find)(model->name))
        cli_fail("%s: '%s' has a law with the name of one of Bristle's own, '%s'", option, file,
                 model->name);
    cli_note("%s: '%s' is interpreted, which is slower: %s", option, file, why);
    return model;
}

static const struct model *load(const char *option, const char *file, bool is_own,
                                const struct compilation *made)
{
    char problem[PLUGIN_TEXT];
    const struct plugin *plugin =
        plugin_try(made->path, problem) ? plugin_load(made->path, problem) : NULL;
    compiled_remove(made);
    if (!plugin || (is_own && !plugin_is_own(plugin, problem)))
        cli_fail("%s: '%s' %s", option, file, problem);
    return plugin->model;
}

static const struct model *model_of(const char *option, const char *file, const char *name,
                                    const char *source, bool is_own)
{
    struct compilation made;
    struct text_code code = text_law_code(option, file, source);
    const enum compiled is = compiled_law(name, code.code, false, &made);
    text_code_free(&code);
    if (is == COMPILED)
        return load(option, file, is_own, &made);
    return interpret(option, file, source, is_own,
                     is == NO_COMPILER ? "none of cc, gcc and clang is on the PATH" : made.problem);
}

static struct text_law load_text(const char *option, const char *name, const char *source,
                                 bool is_own)
{
    const struct text_balls balls = text_balls_load(name, source);
    return (struct text_law){ model_of(option, name, balls.name, source, is_own), balls };
}

struct text_law text_law_load(const char *path)
{
    return text_law_of(path, text_source("--model", path));
}

struct text_law text_law_of(const char *name, const char *source)
{
    return load_text("--model", name, source, true);
}

struct text_law text_law_reference(const char *path)
{
    return load_text("--law", path, text_source("--law", path), false);
}

bool text_law_reference_of(const char *name, const char *source, struct text_law *law)
{
    struct text text = { .name = name, .at = source, .n = strlen(source) };
    struct equations equations;
    struct statements statements = { .source = "" };
    bool is = equations_read(&text, &equations);
    if (is) {
        char what[LACKING];
        is = statements_read(&text, &equations, &statements) &&
             !lacks(&equations, &statements, what);
        statements_free(&statements);
    }
    equations_free(&equations);
    if (is)
        *law = load_text("--model", name, source, false);
    return is;
}

const void *text_law_single(const char *option, const char *file, const struct text_code *code)
{
    struct compilation made;
    char problem[PLUGIN_TEXT];
    const enum compiled is = compiled_law(code->name, code->code, true, &made);
    if (is != COMPILED)
        cli_fail("%s: '%s' needs a C compiler, to be judged in float: %s", option, file,
                 is == NO_COMPILER ? "apt-get install gcc" : made.problem);
    const void *table = plugin_load_single(made.path, problem);
    compiled_remove(&made);
    if (!table)
        cli_fail("%s: '%s' in float %s", option, file, problem);
    return table;
}
