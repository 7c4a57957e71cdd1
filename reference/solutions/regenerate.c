/* The program regenerate computes the stored references anew. */
#include <stdlib.h>
#include <string.h>

#include "reference/solutions/stored.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

enum { MOST_CHOSEN = 256 };

struct request {
    const char *chosen[MOST_CHOSEN], *directory;
    size_t n;
    bool list;
};

static void write_case(const struct stored_case *c, const char *directory)
{
    char path[4096], error[STORED_TEXT];
    char *text = stored_compute(c, error);
    struct cli_output output;
    if (!text)
        cli_fail("%s", error);
    snprintf(path, sizeof path, "%s/%s.json", directory, c->name);
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
    free(text);
}

static bool is_chosen(const char *name, const struct request *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->chosen[i], name) == 0)
            return true;
    return r->n == 0;
}

static void choose(void *request, char *name)
{
    struct request *r = request;
    if (r->n == MOST_CHOSEN)
        cli_fail("--case: more than %d", MOST_CHOSEN);
    r->chosen[r->n++] = name;
}

static const struct option_entry options[] = {
    { "case", "NAME", "only this one, see --list; repeatable", OPTION_CALL, .read = choose },
    { "output", "DIR", "an existing folder to write to", OPTION_TEXT,
      .into = offsetof(struct request, directory), .initial = "reference/data", .letter = 'o',
      .is_aside = true },
    { "list", NULL, "show the cases", OPTION_FLAG, .into = offsetof(struct request, list) },
    { NULL },
};

static const struct command command_line = {
    .name = "regenerate",
    .usage = "[OPTION]...",
    .about = "Computes the references of reference/data anew, each to the file of its case.",
    .options = options,
    .examples = { "regenerate --list", "regenerate --case hysteresis-lugre -o .",
                  "regenerate -o .    all, to compare" },
    .exits = "0, or 2.",
};

int main(int argc, char **argv)
{
    struct request r = { .n = 0 };
    size_t written = 0, total = 0;
    struct stored_case c;
    command_read(&command_line, argc, argv, &r);
    while (stored_case(total, &c))
        total++;
    for (size_t i = 0; stored_case(i, &c); i++) {
        if (!is_chosen(c.name, &r))
            continue;
        written++;
        if (r.list) {
            puts(c.name);
            continue;
        }
        cli_progress("regenerate: %zu of %zu, %s", i + 1, total, c.name);
        write_case(&c, r.directory);
    }
    cli_progress_done();
    if (written < r.n)
        cli_fail("--case: %zu of the %zu named are unknown, see --list", r.n - written, r.n);
    return 0;
}
