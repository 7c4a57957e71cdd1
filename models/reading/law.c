/* law: reads a law's text back to its author. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "models/reading/reading.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

enum { AS_TABLE, AS_JSON };

struct request {
    unsigned format;
    const char *path;
    bool latex;
    uint64_t seed;
};

static const char *const formats[] = { "table", "json", NULL };

static const struct option_entry options[] = {
    { "latex", NULL, "print the equations only, for LaTeX with amsmath", OPTION_FLAG,
      .into = offsetof(struct request, latex) },
    { "format", "F", "", OPTION_CHOICE, .into = offsetof(struct request, format),
      .initial = "table", .choices = formats, .is_aside = true },
    { "seed", "N", "of the places at which statements are compared with the equations",
      OPTION_COUNT, .into = offsetof(struct request, seed), .lo = 0, .hi = UINT64_MAX,
      .initial = "1" },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "law",
    .usage = "[OPTION]... FILE.mo",
    .about = "Reads a law's text (models/language/README.md) back to its author: quantities, "
             "equations, the structure that follows, what each property still lacks to be judged, "
             "whether the numbers of the source hold, and the weak spots: typos of one symbol that "
             "nothing in the text would notice.\n",
    .options = options,
    .examples = { "law models/laws/lugre.mo", "law --latex models/laws/dahl.mo",
                  "law --format json -o my_law.json my_law.mo" },
    .exits = "0, 1 a check fails or statements contradict the equations, 2 wrong usage or text, 3 "
             "a check cannot be made.",
    .has_operands = true,
};

static void write_all(const struct request *r, const struct reading *reading)
{
    struct cli_output output;
    cli_open(&output, r->path);
    if (r->latex)
        lines_write_latex(output.file, &reading->lines);
    else if (r->format == AS_JSON)
        reading_write_json(output.file, reading);
    else
        reading_write(output.file, reading);
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r = { .path = NULL };
    char path[4096];
    const int first = command_read(&command_line, argc, argv, &r);
    if (argc - first != 1)
        cli_fail("expected one law's text, see --help");
    char *source = cli_read(cli_path(argv[first], path, sizeof path));
    if (!source)
        cli_fail("cannot read '%s': %s", argv[first], strerror(errno));
    struct text text = { .name = argv[first], .at = source, .n = strlen(source) };
    struct reading reading;
    int status = EXIT_USAGE;
    if (reading_open(&reading, &text, r.seed)) {
        status = r.latex ? EXIT_AS_DECLARED : reading_status(&reading);
        write_all(&r, &reading);
    } else
        fprintf(stderr, "%s\n", text.error);
    reading_close(&reading);
    free(source);
    return status;
}
