/* gallery: the page of all laws, and their pictures. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/gallery.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

struct request {
    const char *path, *pictures;
};

static const struct option_entry options[] = {
    { "pictures", "DIR", "where the pictures go, NAME.svg", OPTION_TEXT,
      .into = offsetof(struct request, pictures) },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "gallery",
    .usage = "--pictures DIR [-o FILE] FILE.mo...",
    .about = "Writes models/laws/README.md: Bristle's laws from their texts, with pictures.",
    .options = options,
    .examples = { "gallery --pictures . models/laws/lugre.mo",
                  "gallery --pictures . -o gallery.md models/laws/*.mo" },
    .exits = "0, or 2.",
    .has_operands = true,
};

static void read_law(const char *name, struct gallery_law *law)
{
    char path[4096];
    char *source = cli_read(cli_path(name, path, sizeof path));
    if (!source)
        cli_fail("%s: %s; expected the text of a law", name, strerror(errno));
    law->source = source;
    law->text = (struct text){ .name = name, .at = source, .n = strlen(source) };
    if (!equations_read(&law->text, &law->law) ||
        !statements_read(&law->text, &law->law, &law->statements)) {
        fprintf(stderr, "%s\n", law->text.error);
        exit(EXIT_USAGE);
    }
    if (!(law->model = PREC(model_find)(law->law.name)))
        cli_fail("%s: '%s' is no law of Bristle", name, law->law.name);
}

static void write_picture(const char *folder, const struct model *model)
{
    struct cli_output output;
    char *path = memory_text("%s/%s.svg", folder, model->name);
    cli_open(&output, path);
    gallery_picture(output.file, model);
    cli_close(&output);
    free(path);
}

static void release(struct gallery_law *law)
{
    statements_free(&law->statements);
    equations_free(&law->law);
    free(law->source);
}

int main(int argc, char **argv)
{
    struct request r = { .path = NULL };
    struct cli_output output;
    const int first = command_read(&command_line, argc, argv, &r);
    if (first == argc || !r.pictures)
        cli_fail("expected --pictures DIR and texts of laws, FILE.mo");
    const size_t n = (size_t)(argc - first);
    struct gallery_law *laws = memory_array(n, sizeof *laws);
    for (size_t i = 0; i < n; i++)
        read_law(argv[(size_t)first + i], &laws[i]);
    for (size_t i = 0; i < n; i++)
        write_picture(r.pictures, laws[i].model);
    cli_open(&output, r.path);
    gallery_opening(output.file, laws, n);
    for (size_t i = 0; i < n; i++)
        gallery_section(output.file, &laws[i]);
    cli_close(&output);
    for (size_t i = 0; i < n; i++)
        release(&laws[i]);
    free(laws);
    return EXIT_AS_DECLARED;
}
