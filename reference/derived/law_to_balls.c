/* The program law_to_balls: texts of laws in, ball models out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/derived/graph_law.h"
#include "reference/derived/print_balls.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

enum { BY_HAND = 64 };

struct request {
    const char *path;
    const char *by_hand[BY_HAND + 1];
    size_t n;
};

static void take_by_hand(void *request, char *name)
{
    struct request *r = request;
    if (r->n == BY_HAND)
        cli_fail("--by-hand: expected at most %d", BY_HAND);
    r->by_hand[r->n++] = name;
}

static const struct option_entry options[] = {
    { "by-hand", "NAME",
      "a law whose ball model is C by hand: it is listed, and its text is left out (repeatable)",
      OPTION_CALL, .read = take_by_hand },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "law_to_balls",
    .usage = "[OPTION]... [FILE.mo]...",
    .about = "Prints the ball models of laws from their texts, as C, and the list of all.",
    .options = options,
    .notes =
        "A text with random draws has no ball model. Where a law by hand has a text with events,\n"
        "that gives a second one, which is listed as arb_laws_along.",
    .examples = { "law_to_balls models/laws/lugre.mo",
                  "law_to_balls --by-hand bouc_wen -o laws.c models/laws/*.mo" },
    .exits = "0, or 2.",
    .has_operands = true,
};

static bool is_by_hand(const struct request *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->by_hand[i], name) == 0)
            return true;
    return false;
}

/* Where the parts of the output are gathered. */
struct parts {
    struct memory_stream laws, entries, graphs, texts, along, equations;
};

static void print(const struct request *r, const char *path, struct parts *to)
{
    char buffer[4096];
    char *source = cli_read(cli_path(path, buffer, sizeof buffer));
    if (!source)
        cli_fail("%s: %s; expected the text of a law", path, strerror(errno));
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    struct equations equations;
    struct statements statements;
    if (!equations_read(&text, &equations) || !statements_read(&text, &equations, &statements)) {
        fprintf(stderr, "%s\n", text.error);
        exit(EXIT_USAGE);
    }
    const struct law_graph law = law_graph_of(&equations, &statements);
    const bool has_balls = graph_law_has_balls(&law);
    fprintf(to->equations.file, "    &graph_%s,\n", law.name);
    if (has_balls)
        fprintf(to->texts.file, "    &graph_%s,\n", law.name);
    if (has_balls && is_by_hand(r, law.name) && law.n_events > 0) {
        balls_print_along(to->laws.file, &law);
        fprintf(to->along.file, "    &arb_law_along_%s,\n", law.name);
    } else if (!has_balls || is_by_hand(r, law.name))
        balls_print_graph(to->laws.file, &law);
    else {
        balls_print(to->laws.file, &law);
        fprintf(to->entries.file, "    &arb_law_%s,\n", law.name);
        fprintf(to->graphs.file, "    &graph_%s,\n", law.name);
    }
    statements_free(&statements);
    equations_free(&equations);
    free(source);
}

int main(int argc, char **argv)
{
    struct request r = { .path = NULL };
    struct parts parts;
    struct cli_output output;
    const int first = command_read(&command_line, argc, argv, &r);
    memory_open(&parts.laws);
    memory_open(&parts.entries);
    memory_open(&parts.graphs);
    memory_open(&parts.texts);
    memory_open(&parts.along);
    memory_open(&parts.equations);
    for (size_t i = 0; i < r.n; i++) {
        fprintf(parts.laws.file, "extern const struct arb_law arb_law_%s;\n", r.by_hand[i]);
        fprintf(parts.entries.file, "    &arb_law_%s,\n", r.by_hand[i]);
    }
    for (int i = first; i < argc; i++)
        print(&r, argv[i], &parts);
    char *text = memory_close(&parts.laws), *list = memory_close(&parts.entries),
         *data = memory_close(&parts.graphs), *texts = memory_close(&parts.texts),
         *along = memory_close(&parts.along), *equations = memory_close(&parts.equations);
    cli_open(&output, r.path);
    fprintf(
        output.file,
        "/* Printed from texts of laws. */\n#include \"reference/derived/graph_members.h\"\n\n%s\n"
        "const struct arb_law *const arb_laws[] = {\n%s    NULL,\n};\n\n"
        "const struct law_graph *const law_graphs[] = {\n%s    NULL,\n};\n\n"
        "const struct law_graph *const law_texts[] = {\n%s    NULL,\n};\n\n"
        "const struct arb_law *const arb_laws_along[] = {\n%s    NULL,\n};\n\n"
        "const struct law_graph *const law_equations[] = {\n%s    NULL,\n};\n",
        text, list, data, texts, along, equations);
    cli_close(&output);
    free(text);
    free(list);
    free(data);
    free(texts);
    free(along);
    free(equations);
    return 0;
}
