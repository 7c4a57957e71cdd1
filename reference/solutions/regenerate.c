/* regenerate: computes the stored references anew. */
#include <stdlib.h>
#include <string.h>

#include "reference/solutions/stored.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: regenerate [OPTION]...\n"
    "Computes the references of reference/data anew, each to the file of its case.\n"
    "\n"
    "  --case NAME  only this one, see --list; repeatable\n"
    "  -o DIR       an existing folder to write to (default reference/data)\n"
    "  --list       show the cases\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0, or 2.\n";

enum { MOST_CHOSEN = 256 };

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

static bool is_chosen(const char *name, const char *const chosen[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(chosen[i], name) == 0)
            return true;
    return n == 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "case", required_argument, NULL, 'c' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    const char *chosen[MOST_CHOSEN], *directory = "reference/data";
    size_t n_chosen = 0, written = 0, total = 0;
    bool list = false;
    struct stored_case c;
    cli_start("regenerate", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'c':
            if (n_chosen == MOST_CHOSEN)
                cli_fail("--case: more than %d", MOST_CHOSEN);
            chosen[n_chosen++] = optarg;
            break;
        case 'o':
            directory = optarg;
            break;
        default:
            list = true;
        }
    cli_no_operands(argc, argv);
    while (stored_case(total, &c))
        total++;
    for (size_t i = 0; stored_case(i, &c); i++) {
        if (!is_chosen(c.name, chosen, n_chosen))
            continue;
        written++;
        if (list) {
            puts(c.name);
            continue;
        }
        cli_progress("regenerate: %zu of %zu, %s", i + 1, total, c.name);
        write_case(&c, directory);
    }
    cli_progress_done();
    if (written < n_chosen)
        cli_fail("--case: %zu of the %zu named are unknown, see --list", n_chosen - written,
                 n_chosen);
    return 0;
}
