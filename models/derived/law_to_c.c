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
    bool is_part, is_again, is_experiments;
};

static const struct option_entry options[] = {
    { "part", NULL, "a header with what C by hand takes from the text: tables, statements",
      OPTION_FLAG, .into = offsetof(struct request, is_part) },
    { "again", NULL, "laws to compare with others of their names: an array `derived_laws`",
      OPTION_FLAG, .into = offsetof(struct request, is_again) },
    { "experiments", NULL, "only the claims of laws about experiments (models/experiment.h)",
      OPTION_FLAG, .into = offsetof(struct request, is_experiments) },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "law_to_c",
    .usage = "[OPTION]... FILE.mo...",
    .about = "Prints the text of a law as C, in the form of models/model.h.",
    .options = options,
    .examples = { "law_to_c models/laws/dahl.mo", "law_to_c -o lugre.c models/laws/lugre.mo" },
    .exits = "0, or 2.",
    .has_operands = true,
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char *read_source(const char *path)
{
    char buffer[4096];
    char *source = cli_read(cli_path(path, buffer, sizeof buffer));
    if (!source)
        cli_fail("%s: %s; expected the text of a law", path, strerror(errno));
    return source;
}

/* Reads a law and prints it: with its entry in the array of all, or its experiments only. */
static void print(const char *path, const struct request *r, FILE *out, FILE *entries)
{
    const enum law_form form = r->is_part ? LAW_PART : r->is_again ? LAW_AGAIN : LAW_WHOLE;
    char *source = read_source(path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements;
    if (!equations_read(&text, &law) || !statements_read(&text, &law, &statements)) {
        fprintf(stderr, "%s\n", text.error);
        exit(EXIT_USAGE);
    }
    if (r->is_experiments)
        law_print_experiments(out, &law, &statements);
    else if (!law_print(out, &law, &statements, form))
        cli_fail("%s: an integral or a draw in the equations has no code", path);
    fprintf(entries, "    &PREC(derived_%s),\n", law.name);
    statements_free(&statements);
    equations_free(&law);
    free(source);
}

static void write_all(const struct request *r, const char *path, const char *text,
                      const char *array)
{
    struct cli_output output;
    cli_open(&output, r->path);
    if (r->is_experiments)
        fprintf(output.file,
                "/* Printed from texts of laws. */\n#include \"models/experiment.h\"\n\n"
                "const struct experiment experiments_of_laws[] = {\n%s    { .model = NULL },\n};\n",
                text);
    else
        fprintf(output.file, "/* Printed from %s. */\n#include \"models/derived/derived.h\"\n%s",
                r->is_again ? "texts of laws" : base_name(path), text);
    if (r->is_again)
        fprintf(output.file,
                "\nconst struct model *const PREC(derived_laws)[] = {\n%s    NULL,\n};\n", array);
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r = { .path = NULL };
    const int first = command_read(&command_line, argc, argv, &r);
    if (r.is_part + r.is_again + r.is_experiments > 1)
        cli_fail("--part, --again, --experiments: expected one of them");
    if (first == argc || (!r.is_again && !r.is_experiments && argc - first > 1))
        cli_fail("expected the text of a law, FILE.mo; of several with --again or --experiments");
    struct memory_stream laws, entries;
    memory_open(&laws);
    memory_open(&entries);
    for (int i = first; i < argc; i++)
        print(argv[i], &r, laws.file, entries.file);
    char *text = memory_close(&laws), *array = memory_close(&entries);
    write_all(&r, argv[first], text, array);
    free(text);
    free(array);
    return 0;
}
