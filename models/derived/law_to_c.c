/* The program law_to_c: texts of laws in, C out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/derived/print_law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

struct request {
    const char *path;
};

static const struct option_entry options[] = {
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "law_to_c",
    .usage = "[OPTION]... FILE.mo...",
    .about = "Prints the texts of laws as C, in the form of models/model.h.",
    .options = options,
    .notes = "Example:\n"
             "  law_to_c -o lugre.c models/laws/lugre.mo\n"
             "\n"
             "Exit: 0, or 2.",
    .has_operands = true,
};

static char *read_source(const char *path)
{
    char buffer[4096];
    char *source = cli_read(cli_path(path, buffer, sizeof buffer));
    if (!source)
        cli_fail("%s: %s; expected the text of a law", path, strerror(errno));
    return source;
}

/* Prints a law, and its entry in the array of all. */
static void print(const char *path, FILE *out, FILE *entries)
{
    char *source = read_source(path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements;
    if (!equations_read(&text, &law) || !statements_read(&text, &law, &statements)) {
        fprintf(stderr, "%s\n", text.error);
        exit(EXIT_USAGE);
    }
    if (!law_print(out, &law, &statements))
        cli_fail("%s: an integral or a draw in the equations has no code", path);
    fprintf(entries, "    &PREC(derived_%s),\n", law.name);
    statements_free(&statements);
    equations_free(&law);
    free(source);
}

int main(int argc, char **argv)
{
    struct request r = { NULL };
    const int first = command_read(&command_line, argc, argv, &r);
    if (first == argc)
        cli_fail("expected the texts of laws, FILE.mo...");
    struct memory_stream laws, entries;
    memory_open(&laws);
    memory_open(&entries);
    for (int i = first; i < argc; i++)
        print(argv[i], laws.file, entries.file);
    char *text = memory_close(&laws), *array = memory_close(&entries);
    struct cli_output output;
    cli_open(&output, r.path);
    fprintf(output.file,
            "/* Printed from texts of laws. */\n#include \"models/derived/derived.h\"\n%s"
            "\nconst struct model *const PREC(derived_laws)[] = {\n%s    NULL,\n};\n",
            text, array);
    cli_close(&output);
    free(text);
    free(array);
    return 0;
}
